package anima.offline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.signature.SignatureReader;
import org.objectweb.asm.signature.SignatureVisitor;

/** Generic signatures are written by hand; what they erase to is known for certain, so it is compared. */
final class Signatures {
    private Signatures() {
    }

    /** Fails when the signature of a class does not erase to its super class and interfaces. */
    static void check(Facts.Type type, String superName) {
        if (type.signature() == null) {
            return;
        }
        List<String> want = new ArrayList<>(List.of("L" + superName + ";"));
        type.interfaces().forEach(name -> want.add("L" + name + ";"));
        Erasure erasure = Erasure.ofClass(type);
        if (!erasure.supers.equals(want)) {
            throw new IllegalArgumentException(type.name() + ": the signature says " + erasure.supers + ", the row " + want);
        }
    }

    /** Fails when the signature of a member does not erase to its descriptor. */
    static void check(Facts.Type type, Facts.Member member) {
        if (member.signature() == null) {
            return;
        }
        Erasure erasure = Erasure.ofClass(type);
        String erased;
        if (member.isMethod()) {
            new SignatureReader(member.signature()).accept(erasure);
            erased = "(" + String.join("", erasure.parameters) + ")" + erasure.result;
        } else {
            new SignatureReader(member.signature()).acceptType(erasure.into(text -> erasure.result = text));
            erased = erasure.result;
        }
        if (!erased.equals(member.desc())) {
            throw new IllegalArgumentException(type.name() + "." + member.name() + ": the signature erases to " + erased + ", the descriptor is " + member.desc());
        }
    }

    private static final class Erasure extends SignatureVisitor {
        final Map<String, String> variables = new HashMap<>();
        final List<String> supers = new ArrayList<>();
        final List<String> parameters = new ArrayList<>();
        String result;
        private String variable;

        Erasure() {
            super(Opcodes.ASM9);
        }

        static Erasure ofClass(Facts.Type type) {
            Erasure erasure = new Erasure();
            if (type.signature() != null) {
                new SignatureReader(type.signature()).accept(erasure);
            }
            return erasure;
        }

        @Override
        public void visitFormalTypeParameter(String name) {
            variable = name;
            variables.put(name, "Ljava/lang/Object;");
        }

        @Override
        public SignatureVisitor visitClassBound() {
            String bounded = variable;
            return into(text -> variables.put(bounded, text));
        }

        @Override
        public SignatureVisitor visitInterfaceBound() {
            String bounded = variable;
            return into(text -> variables.merge(bounded, text, (old, now) -> old.equals("Ljava/lang/Object;") ? now : old));
        }

        @Override
        public SignatureVisitor visitSuperclass() {
            return into(supers::add);
        }

        @Override
        public SignatureVisitor visitInterface() {
            return into(supers::add);
        }

        @Override
        public SignatureVisitor visitParameterType() {
            return into(parameters::add);
        }

        @Override
        public SignatureVisitor visitReturnType() {
            return into(text -> result = text);
        }

        /** Reads one type and hands over what it erases to. */
        SignatureVisitor into(Consumer<String> sink) {
            return new SignatureVisitor(Opcodes.ASM9) {
                private String dimensions = "";
                private String name;

                @Override
                public void visitBaseType(char descriptor) {
                    sink.accept(dimensions + descriptor);
                }

                @Override
                public void visitTypeVariable(String name) {
                    sink.accept(dimensions + variables.getOrDefault(name, "Ljava/lang/Object;"));
                }

                @Override
                public SignatureVisitor visitArrayType() {
                    dimensions += "[";
                    return this;
                }

                @Override
                public void visitClassType(String type) {
                    name = type;
                }

                @Override
                public void visitInnerClassType(String inner) {
                    name += "$" + inner;
                }

                @Override
                public SignatureVisitor visitTypeArgument(char wildcard) {
                    return new SignatureVisitor(Opcodes.ASM9) {
                    };
                }

                @Override
                public void visitEnd() {
                    sink.accept(dimensions + "L" + name + ";");
                }
            };
        }
    }
}
