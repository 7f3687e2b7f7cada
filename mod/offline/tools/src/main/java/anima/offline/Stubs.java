package anima.offline;

import static org.objectweb.asm.Opcodes.*;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Writes one class file per class of the facts; every body throws.
 *
 * <p>Constants have no value, so that the compiler inlines nothing. Arguments: facts.tsv output-folder.
 */
public final class Stubs {
    private Stubs() {
    }

    /** Runs the tool. */
    public static void main(String[] args) throws IOException {
        Facts facts = Facts.read(Path.of(args[0]));
        for (Facts.Type type : facts.types()) {
            ClassFiles.write(Path.of(args[1]).resolve(type.name() + ".class"), write(facts, type));
        }
        System.out.println("stubs: " + facts.types().size() + " classes");
    }

    static byte[] write(Facts facts, Facts.Type type) {
        String superName = type.isEnum() ? "java/lang/Enum" : type.superName();
        Signatures.check(type, superName);
        ClassWriter out = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        String signature = type.isEnum() ? enumSignature(type) : type.signature();
        out.visit(V17, access(type), type.name(), signature, superName, type.interfaces().toArray(String[]::new));
        nesting(out, facts, type);
        boolean constructible = false;
        for (Facts.Member member : type.members().values()) {
            Signatures.check(type, member);
            member(out, type, member, superName);
            constructible |= member.name().equals("<init>") && member.desc().equals("()V");
        }
        if (type.isEnum()) {
            enumMembers(out, type);
        } else if (!type.isInterface() && !constructible) {
            // For doubles and subclasses in tests. It is no fact, so the mod's references are refused it.
            constructor(out.visitMethod(ACC_PROTECTED, "<init>", "()V", null, null), superName);
        }
        out.visitEnd();
        return out.toByteArray();
    }

    private static String enumSignature(Facts.Type type) {
        StringBuilder signature = new StringBuilder("Ljava/lang/Enum<L" + type.name() + ";>;");
        type.interfaces().forEach(each -> signature.append('L').append(each).append(';'));
        return signature.toString();
    }

    private static int access(Facts.Type type) {
        return switch (type.kind()) {
            case "interface" -> ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT;
            case "abstract" -> ACC_PUBLIC | ACC_SUPER | ACC_ABSTRACT;
            case "enum", "final", "record" -> ACC_PUBLIC | ACC_SUPER | ACC_FINAL | (type.isEnum() ? ACC_ENUM : 0);
            case "hidden", "record hidden" -> ACC_SUPER;
            case "class", "opaque" -> ACC_PUBLIC | ACC_SUPER;
            default -> throw new IllegalArgumentException(type.name() + ": no such kind: " + type.kind());
        };
    }

    /** The class itself, when nested, and the classes nested in it. */
    private static void nesting(ClassWriter out, Facts facts, Facts.Type type) {
        for (Facts.Type nested : facts.types()) {
            if (nested.outer() == null || nested != type && !nested.outer().equals(type.name())) {
                continue;
            }
            int kind = nested.isInterface() ? ACC_INTERFACE | ACC_ABSTRACT
                : nested.isEnum() ? ACC_ENUM | ACC_FINAL
                : nested.kind().equals("abstract") ? ACC_ABSTRACT : 0;
            int access = ACC_STATIC | kind | (nested.kind().contains("hidden") ? 0 : ACC_PUBLIC);
            out.visitInnerClass(nested.name(), nested.outer(), nested.name().substring(nested.outer().length() + 1), access);
        }
    }

    private static void member(ClassWriter out, Facts.Type type, Facts.Member member, String superName) {
        int access = (member.is("private") ? ACC_PRIVATE : member.is("protected") ? ACC_PROTECTED : ACC_PUBLIC)
            | (member.is("static") ? ACC_STATIC : 0) | (member.is("final") ? ACC_FINAL : 0);
        if (!member.isMethod()) {
            if (type.isInterface() || member.is("enum")) {
                access = ACC_PUBLIC | ACC_STATIC | ACC_FINAL | (member.is("enum") ? ACC_ENUM : 0);
            }
            out.visitField(access, member.name(), member.desc(), member.signature(), null).visitEnd();
        } else if (member.is("abstract")) {
            out.visitMethod(access | ACC_ABSTRACT, member.name(), member.desc(), member.signature(), null).visitEnd();
        } else {
            MethodVisitor body = out.visitMethod(access, member.name(), member.desc(), member.signature(), null);
            if (member.name().equals("<init>")) {
                constructor(body, superName);
            } else {
                thrower(body, type.name() + "." + member.name() + member.desc());
            }
        }
    }

    private static void constructor(MethodVisitor body, String superName) {
        body.visitCode();
        body.visitVarInsn(ALOAD, 0);
        body.visitMethodInsn(INVOKESPECIAL, superName, "<init>", "()V", false);
        body.visitInsn(RETURN);
        end(body);
    }

    private static void thrower(MethodVisitor body, String what) {
        body.visitCode();
        body.visitTypeInsn(NEW, "java/lang/UnsupportedOperationException");
        body.visitInsn(DUP);
        body.visitLdcInsn("a stub that no double stands in for: " + what);
        body.visitMethodInsn(INVOKESPECIAL, "java/lang/UnsupportedOperationException", "<init>", "(Ljava/lang/String;)V", false);
        body.visitInsn(ATHROW);
        end(body);
    }

    private static void end(MethodVisitor body) {
        body.visitMaxs(0, 0);
        body.visitEnd();
    }

    /** The constructor, the constants, {@code values} and {@code valueOf}, as javac writes them. */
    private static void enumMembers(ClassWriter out, Facts.Type type) {
        String self = type.name();
        String array = "[L" + self + ";";
        out.visitField(ACC_PRIVATE | ACC_STATIC | ACC_FINAL | ACC_SYNTHETIC, "$VALUES", array, null, null).visitEnd();

        MethodVisitor body = out.visitMethod(ACC_PRIVATE, "<init>", "(Ljava/lang/String;I)V", "()V", null);
        body.visitCode();
        body.visitVarInsn(ALOAD, 0);
        body.visitVarInsn(ALOAD, 1);
        body.visitVarInsn(ILOAD, 2);
        body.visitMethodInsn(INVOKESPECIAL, "java/lang/Enum", "<init>", "(Ljava/lang/String;I)V", false);
        body.visitInsn(RETURN);
        end(body);

        List<Facts.Member> constants = type.members().values().stream().filter(member -> member.is("enum")).toList();
        body = out.visitMethod(ACC_STATIC, "<clinit>", "()V", null, null);
        body.visitCode();
        for (int i = 0; i < constants.size(); i++) {
            body.visitTypeInsn(NEW, self);
            body.visitInsn(DUP);
            body.visitLdcInsn(constants.get(i).name());
            body.visitLdcInsn(i);
            body.visitMethodInsn(INVOKESPECIAL, self, "<init>", "(Ljava/lang/String;I)V", false);
            body.visitFieldInsn(PUTSTATIC, self, constants.get(i).name(), constants.get(i).desc());
        }
        body.visitLdcInsn(constants.size());
        body.visitTypeInsn(ANEWARRAY, self);
        for (int i = 0; i < constants.size(); i++) {
            body.visitInsn(DUP);
            body.visitLdcInsn(i);
            body.visitFieldInsn(GETSTATIC, self, constants.get(i).name(), constants.get(i).desc());
            body.visitInsn(AASTORE);
        }
        body.visitFieldInsn(PUTSTATIC, self, "$VALUES", array);
        body.visitInsn(RETURN);
        end(body);

        body = out.visitMethod(ACC_PUBLIC | ACC_STATIC, "values", "()" + array, null, null);
        body.visitCode();
        body.visitFieldInsn(GETSTATIC, self, "$VALUES", array);
        body.visitMethodInsn(INVOKEVIRTUAL, array, "clone", "()Ljava/lang/Object;", false);
        body.visitTypeInsn(CHECKCAST, array);
        body.visitInsn(ARETURN);
        end(body);

        body = out.visitMethod(ACC_PUBLIC | ACC_STATIC, "valueOf", "(Ljava/lang/String;)L" + self + ";", null, null);
        body.visitCode();
        body.visitLdcInsn(Type.getObjectType(self));
        body.visitVarInsn(ALOAD, 0);
        body.visitMethodInsn(INVOKESTATIC, "java/lang/Enum", "valueOf", "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Enum;", false);
        body.visitTypeInsn(CHECKCAST, self);
        body.visitInsn(ARETURN);
        end(body);
    }
}
