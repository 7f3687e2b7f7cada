package anima.offline;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.MethodRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Renames class files from Yarn to intermediary names; other files are copied.
 *
 * <p>Arguments: facts.tsv out-folder [--shadows file.srg] folder-or-jar...
 */
public final class Remap {
    private Remap() {
    }

    /** Runs the tool. */
    public static void main(String[] args) throws IOException {
        Names names = new Names(Facts.read(Path.of(args[0])));
        List<Path> sources = new ArrayList<>();
        for (int i = 2; i < args.length; i++) {
            if (args[i].equals("--shadows")) {
                names.addShadows(Path.of(args[++i]));
            } else {
                sources.add(Path.of(args[i]));
            }
        }
        run(names, sources, Path.of(args[1]));
    }

    static void run(Names names, List<Path> sources, Path out) throws IOException {
        Map<String, byte[]> classes = new TreeMap<>();
        Map<String, byte[]> others = new TreeMap<>();
        for (Path source : sources) {
            ClassFiles.walk(source, (name, bytes) -> (name.endsWith(".class") ? classes : others).putIfAbsent(name, bytes));
        }
        clear(out);
        classes.values().forEach(bytes -> names.addShape(new ClassReader(bytes)));
        for (byte[] bytes : classes.values()) {
            byte[] renamed = rename(names, bytes);
            ClassFiles.write(out.resolve(new ClassReader(renamed).getClassName() + ".class"), renamed);
        }
        for (Map.Entry<String, byte[]> file : others.entrySet()) {
            byte[] bytes = file.getKey().endsWith("refmap.json") ? refmap(file.getValue()) : file.getValue();
            ClassFiles.write(out.resolve(file.getKey()), bytes);
        }
        System.out.println("renamed " + classes.size() + " classes");
    }

    /** Removes what an earlier run left: a class whose source is gone would be packed and checked for ever. */
    private static void clear(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> inside = Files.walk(folder)) {
                for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    static byte[] rename(Names names, byte[] bytes) {
        ClassWriter out = new ClassWriter(0);
        new ClassReader(bytes).accept(new ClassRemapper(out, names) {
            @Override
            protected MethodVisitor createMethodRemapper(MethodVisitor next) {
                return new Lambdas(next, names);
            }
        }, 0);
        return out.toByteArray();
    }

    /** The annotation processor calls its names {@code searge}; the game's are looked up under another key. */
    private static byte[] refmap(byte[] json) {
        String text = new String(json, StandardCharsets.UTF_8);
        return text.replace("\"searge\"", "\"named:intermediary\"").getBytes(StandardCharsets.UTF_8);
    }

    /** ASM does not know which interface method a lambda implements; the call of its factory says so. */
    private static final class Lambdas extends MethodRemapper {
        Lambdas(MethodVisitor next, Remapper names) {
            super(Opcodes.ASM9, next, names);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String desc, Handle factory, Object... args) {
            String method = name;
            if (factory.getOwner().equals("java/lang/invoke/LambdaMetafactory")) {
                method = remapper.mapMethodName(Type.getReturnType(desc).getInternalName(), name, ((Type) args[0]).getDescriptor());
            }
            super.visitInvokeDynamicInsn(method, desc, factory, args);
        }
    }
}
