package anima.offline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.objectweb.asm.Opcodes.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** A jar of one class, or of a mixin, against a table of four classes. */
class ReferencesTest {
    private static final String FACTS = """
        net/minecraft/Base\tnet/minecraft/class_1\tabstract\t\t\tboth\tseen
        \tup\t(Lnet/minecraft/Thing;)V\tmethod_1\tpublic\tA
        \thidden\t()V\tmethod_9\tprivate\tK
        net/minecraft/Thing\tnet/minecraft/class_2\tclass\tnet/minecraft/Base\t\tboth\tseen
        \tsize\tI\tfield_2\tpublic\tA
        \tof\t()Lnet/minecraft/Thing;\tmethod_2\tpublic static\tA
        net/minecraft/Call\tnet/minecraft/class_3\tinterface\t\t\tboth\tseen
        \tcall\t()V\tmethod_3\tpublic abstract\tA
        net/minecraft/client/Window\tnet/minecraft/class_4\tclass\t\t\tclient\tseen
        \topen\t()V\tmethod_4\tpublic static\tA
        """;
    private static final String LIBRARIES = """
        com/mojang/brigadier/Parser\tinterface\t\t
        \tparse\t(Lnet/minecraft/Thing;)V\tinstance
        com/terraformersmc/modmenu/api/ModMenuApi\tinterface\t\t
        net/fabricmc/fabric/api/client/Keys\tinterface\t\t
        """;
    private static final String THING = "net/minecraft/class_2";

    @TempDir
    Path folder;

    private interface Body {
        void write(MethodVisitor code);
    }

    private static byte[] type(String name, Body body) {
        ClassWriter out = new ClassWriter(0);
        out.visit(V17, ACC_PUBLIC, name, null, "java/lang/Object", null);
        MethodVisitor code = out.visitMethod(ACC_STATIC, "x", "()V", null, null);
        body.write(code);
        code.visitMaxs(9, 9);
        out.visitEnd();
        return out.toByteArray();
    }

    private void file(String name, byte[] bytes) throws IOException {
        ClassFiles.write(folder.resolve("jar").resolve(name), bytes);
    }

    private List<String> check() throws IOException {
        Path facts = Files.writeString(folder.resolve("facts.tsv"), FACTS);
        Path libraries = Files.writeString(folder.resolve("libraries.tsv"), LIBRARIES);
        References check = new References(Facts.read(facts), libraries);
        if (Files.exists(folder.resolve("other"))) {
            check.beside(folder.resolve("other"));
        }
        check.run(folder.resolve("jar"));
        return check.wrong;
    }

    @Test
    void whatAnotherModHasMayBeUsedWhereItIsThere() throws IOException {
        Body uses = code -> {
            code.visitMethodInsn(INVOKESTATIC, "anima/Other", "x", "()V", false);
            code.visitMethodInsn(INVOKESTATIC, "anima/Other", "y", "()V", false);
        };
        String missing = "anima/Uses: no class anima/Other";
        assertEquals(List.of(missing, missing), check(uses));
        ClassFiles.write(folder.resolve("other/anima/Other.class"), type("anima/Other", code -> code.visitInsn(RETURN)));
        assertEquals(List.of("anima/Uses: no member anima/Other.y()V"), check());
    }

    private List<String> check(Body body) throws IOException {
        file("anima/Uses.class", type("anima/Uses", body));
        return check();
    }

    private List<String> call(int opcode, String owner, String name, String desc, boolean isInterface) throws IOException {
        return check(code -> code.visitMethodInsn(opcode, owner, name, desc, isInterface));
    }

    @Test
    void whatIsThereIsFound() throws IOException {
        assertEquals(List.of(), check(code -> {
            code.visitMethodInsn(INVOKEVIRTUAL, THING, "method_1", "(Lnet/minecraft/class_2;)V", false); // Inherited.
            code.visitFieldInsn(GETFIELD, THING, "field_2", "I");
            code.visitMethodInsn(INVOKESTATIC, THING, "method_2", "()Lnet/minecraft/class_2;", false);
            code.visitMethodInsn(INVOKEINTERFACE, "com/mojang/brigadier/Parser", "parse", "(Lnet/minecraft/class_2;)V", true);
            code.visitMethodInsn(INVOKEVIRTUAL, THING, "toString", "()Ljava/lang/String;", false);
        }));
    }

    @Test
    void aWrongNameIsNot() throws IOException {
        assertEquals(List.of("anima/Uses: no member net/minecraft/class_2.method_7(Lnet/minecraft/class_2;)V"),
            call(INVOKEVIRTUAL, THING, "method_7", "(Lnet/minecraft/class_2;)V", false));
    }

    @Test
    void norAWrongDescriptor() throws IOException {
        assertEquals(List.of("anima/Uses: no member net/minecraft/class_2.method_1(I)V"), call(INVOKEVIRTUAL, THING, "method_1", "(I)V", false));
        assertEquals(List.of("anima/Uses: no member net/minecraft/class_2.field_2J"), check(code -> code.visitFieldInsn(GETFIELD, THING, "field_2", "J")));
    }

    @Test
    void norAWrongStatic() throws IOException {
        assertEquals(List.of("anima/Uses: static: net/minecraft/class_2.method_2()Lnet/minecraft/class_2;"),
            call(INVOKEVIRTUAL, THING, "method_2", "()Lnet/minecraft/class_2;", false));
        assertEquals(List.of("anima/Uses: not static: net/minecraft/class_2.field_2I"), check(code -> code.visitFieldInsn(GETSTATIC, THING, "field_2", "I")));
    }

    @Test
    void norAWrongOwner() throws IOException {
        assertEquals(List.of("anima/Uses: no member net/minecraft/class_1.method_2()Lnet/minecraft/class_2;"),
            call(INVOKESTATIC, "net/minecraft/class_1", "method_2", "()Lnet/minecraft/class_2;", false));
        assertEquals(List.of("anima/Uses: no class net/minecraft/class_8"), check(code -> code.visitTypeInsn(NEW, "net/minecraft/class_8")));
    }

    @Test
    void norAWrongKindOfCall() throws IOException {
        assertEquals(List.of("anima/Uses: an interface: net/minecraft/class_3 of method_3()V"), call(INVOKEVIRTUAL, "net/minecraft/class_3", "method_3", "()V", false));
        assertEquals(List.of("anima/Uses: not public: net/minecraft/class_2.method_9()V"), call(INVOKEVIRTUAL, THING, "method_9", "()V", false));
    }

    @Test
    void aYarnNameThatWasLeftIsWrong() throws IOException {
        assertEquals(List.of("anima/Uses: no class net/minecraft/Thing"), check(code -> code.visitTypeInsn(CHECKCAST, "net/minecraft/Thing")));
    }

    @Test
    void lambdasAreLookedInto() throws IOException {
        Handle factory = new Handle(H_INVOKESTATIC, "java/lang/invoke/LambdaMetafactory", "metafactory",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;"
                + "Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;", false);
        Handle body = new Handle(H_INVOKESTATIC, THING, "method_5", "()V", false);
        assertEquals(List.of("anima/Uses: no member net/minecraft/class_2.method_5()V", "anima/Uses: no member net/minecraft/class_3.call()V"),
            check(code -> code.visitInvokeDynamicInsn("call", "()Lnet/minecraft/class_3;", factory, Type.getType("()V"), body, Type.getType("()V"))));
    }

    @Test
    void otherLibrariesAreRefused() throws IOException {
        assertEquals(List.of("anima/Uses: may not use com/example/Other"), check(code -> code.visitTypeInsn(NEW, "com/example/Other")));
    }

    private void mixin(String refmap) throws IOException {
        ClassWriter out = new ClassWriter(0);
        out.visit(V17, ACC_ABSTRACT, "anima/ThingMixin", null, "java/lang/Object", null);
        var mixin = out.visitAnnotation("Lorg/spongepowered/asm/mixin/Mixin;", false);
        var targets = mixin.visitArray("value");
        targets.visit(null, Type.getObjectType(THING));
        targets.visitEnd();
        mixin.visitEnd();
        out.visitEnd();
        file("anima/ThingMixin.class", out.toByteArray());
        file("anima-refmap.json", ("{\"mappings\": {\"anima/ThingMixin\": {" + refmap + "}}}").getBytes());
    }

    @Test
    void stringsOfMixinsAreReferences() throws IOException {
        mixin("\"of\": \"method_2()Lnet/minecraft/class_2;\", \"size\": \"field_2:I\", \"up\": \"Lnet/minecraft/class_2;method_1(Lnet/minecraft/class_2;)V\"");
        assertEquals(List.of(), check().stream().filter(line -> line.contains("refmap")).toList());
        mixin("\"of\": \"method_2()V\"");
        assertEquals(List.of("anima-refmap.json: anima/ThingMixin: of: no member [net/minecraft/class_2] method_2()V"),
            check().stream().filter(line -> line.contains("refmap")).toList());
        mixin("\"of\": \"Lnet/minecraft/class_1;method_2()Lnet/minecraft/class_2;\"");
        assertEquals(List.of("anima-refmap.json: anima/ThingMixin: of: no member [net/minecraft/class_1] method_2()Lnet/minecraft/class_2;"),
            check().stream().filter(line -> line.contains("refmap")).toList());
    }

    @Test
    void aServerLoadsNothingOfTheClient() throws IOException {
        file("anima/Server.class", type("anima/Server", code -> code.visitMethodInsn(INVOKESTATIC, "anima/Both", "x", "()V", false)));
        file("anima/Both.class", type("anima/Both", code -> code.visitMethodInsn(INVOKESTATIC, "net/minecraft/class_4", "method_4", "()V", false)));
        file("anima/Client.class", type("anima/Client", code -> code.visitMethodInsn(INVOKESTATIC, "anima/Both", "x", "()V", false)));
        file("fabric.mod.json", "{\"entrypoints\": {\"client\": [\"anima.Client\"]}}".getBytes());
        assertEquals(List.of(), check());
        file("fabric.mod.json", "{\"entrypoints\": {\"main\": [\"anima.Server\"]}}".getBytes());
        assertEquals(List.of("anima/Both: a dedicated server loads it, and it uses net/minecraft/class_4, which only clients have"), check());
    }

    @Test
    void norWhatFabricHasForClientsOnly() throws IOException {
        file("anima/Server.class", type("anima/Server", code -> code.visitTypeInsn(CHECKCAST, "net/fabricmc/fabric/api/client/Keys")));
        file("fabric.mod.json", "{\"entrypoints\": {\"client\": [\"anima.Server\"]}}".getBytes());
        assertEquals(List.of(), check());
        file("fabric.mod.json", "{\"entrypoints\": {\"main\": [\"anima.Server\"]}}".getBytes());
        assertEquals(List.of("anima/Server: a dedicated server loads it, and it uses net/fabricmc/fabric/api/client/Keys, which only clients have"), check());
    }

    @Test
    void modMenuIsForOneClass() throws IOException {
        Body entry = code -> code.visitTypeInsn(CHECKCAST, "com/terraformersmc/modmenu/api/ModMenuApi");
        file("anima/Entry.class", type("anima/Entry", entry));
        assertEquals(List.of(), check());
        file("anima/Second.class", type("anima/Second", code -> code.visitTypeInsn(NEW, "anima/Entry")));
        assertEquals(List.of("anima/Second: uses anima/Entry, which only Mod Menu may load"), check());
        file("anima/Second.class", type("anima/Second", entry));
        assertEquals(List.of("Mod Menu may be used by one class only, not by [anima/Entry, anima/Second]"), check());
    }
}
