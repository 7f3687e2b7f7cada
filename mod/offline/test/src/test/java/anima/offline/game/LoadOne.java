package anima.offline.game;

import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/** Loads one class of a game in which a method has another name. Arguments: class method. */
public final class LoadOne {
    private LoadOne() {
    }

    /** Says {@code loaded}, or ends with what Mixin throws. */
    public static void main(String[] args) throws ClassNotFoundException {
        GameLoader loader = GameSession.start((name, bytes) -> name.equals(args[0]) ? renamed(bytes, args[1]) : bytes);
        Class.forName(args[0], true, loader);
        System.out.println("loaded");
    }

    private static byte[] renamed(byte[] bytes, String method) {
        ClassWriter out = new ClassWriter(0);
        new ClassReader(bytes).accept(new ClassRemapper(out, new Remapper() {
            @Override
            public String mapMethodName(String owner, String name, String descriptor) {
                return Map.of(method, "method_9999").getOrDefault(name, name);
            }
        }), 0);
        return out.toByteArray();
    }
}
