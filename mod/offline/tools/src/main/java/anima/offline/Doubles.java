package anima.offline;

import static org.objectweb.asm.Opcodes.*;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Lays the tests' doubles over the stubs: what a double leaves out it gets from its stub.
 *
 * <p>A double may not contradict the facts, and may add nothing that the mod could take for the game's: what it adds is
 * private, or its name begins with {@code double}. Arguments: stubs-folder doubles-folder out-folder.
 */
public final class Doubles {
    private static final int KIND = ACC_PUBLIC | ACC_PROTECTED | ACC_PRIVATE | ACC_STATIC;

    private final Map<String, byte[]> stubs;
    final List<String> wrong = new ArrayList<>();

    private Doubles(Map<String, byte[]> stubs) {
        this.stubs = stubs;
    }

    /** Runs the tool. */
    public static void main(String[] args) throws IOException {
        Map<String, byte[]> stubs = classes(Path.of(args[0]));
        Map<String, byte[]> doubles = classes(Path.of(args[1]));
        Doubles merge = new Doubles(stubs);
        Map<String, byte[]> all = new TreeMap<>(stubs);
        doubles.forEach((name, bytes) -> all.put(name, merge.lay(name, bytes)));
        for (Map.Entry<String, byte[]> file : all.entrySet()) {
            ClassFiles.write(Path.of(args[2]).resolve(file.getKey()), file.getValue());
        }
        merge.wrong.forEach(System.err::println);
        if (!merge.wrong.isEmpty()) {
            throw new IOException(merge.wrong.size() + " doubles do not fit the facts; the first: " + merge.wrong.get(0));
        }
        System.out.println("doubles: " + doubles.size() + " over " + stubs.size() + " stubs");
    }

    private static Map<String, byte[]> classes(Path root) throws IOException {
        Map<String, byte[]> classes = new TreeMap<>();
        ClassFiles.walk(root, (name, bytes) -> {
            if (name.endsWith(".class")) {
                classes.put(name, bytes);
            }
        });
        return classes;
    }

    private byte[] lay(String file, byte[] bytes) {
        byte[] under = stubs.get(file);
        if (under == null) {
            if (file.startsWith("net/minecraft/") && !file.contains("$")) {
                wrong.add(file + ": a double of a class that is no fact");
            }
            return bytes;
        }
        ClassNode stub = node(under);
        ClassNode twin = node(bytes);
        if (!stub.superName.equals(twin.superName)) {
            wrong.add(twin.name + ": extends " + twin.superName + ", but by the facts " + stub.superName);
        }
        for (String each : stub.interfaces) {
            if (!twin.interfaces.contains(each)) {
                twin.interfaces.add(each);
            }
        }
        // A double of a class may be abstract where writing out every method would be no use to a test.
        twin.access = stub.access;
        twin.signature = twin.signature == null ? stub.signature : twin.signature;

        Map<String, Integer> facts = new HashMap<>();
        stub.fields.forEach(field -> facts.put(field.name + field.desc, field.access));
        stub.methods.forEach(method -> facts.put(method.name + method.desc, method.access));
        Set<String> own = new HashSet<>();
        twin.fields.forEach(field -> own.add(checked(twin, field.name, field.desc, field.access, facts)));
        twin.methods.forEach(method -> own.add(checked(twin, method.name, method.desc, method.access, facts)));
        for (FieldNode field : stub.fields) {
            if (!own.contains(field.name + field.desc)) {
                twin.fields.add(field);
            }
        }
        for (MethodNode method : stub.methods) {
            if (!own.contains(method.name + method.desc) && !(method.name.equals("<init>") && method.desc.equals("()V"))) {
                twin.methods.add(method);
            }
        }
        ClassWriter out = new ClassWriter(0);
        twin.accept(out);
        return out.toByteArray();
    }

    private String checked(ClassNode twin, String name, String desc, int access, Map<String, Integer> facts) {
        Integer fact = facts.get(name + desc);
        boolean own = (access & (ACC_PRIVATE | ACC_SYNTHETIC)) != 0 || name.startsWith("double") || name.startsWith("<")
            || twin.methods.stream().anyMatch(bridge -> bridge.name.equals(name) && (bridge.access & ACC_BRIDGE) != 0);
        if (fact == null && !own && !inherited(twin.superName, twin.interfaces, name, desc)) {
            wrong.add(twin.name + "." + name + desc + ": no fact; what a double adds is private or named double...");
        } else if (fact != null && (fact & KIND) != (access & KIND) && !name.startsWith("<")) {
            wrong.add(twin.name + "." + name + desc + ": access or static differs from the fact");
        }
        return name + desc;
    }

    private boolean inherited(String superName, List<String> interfaces, String name, String desc) {
        List<String> supers = new ArrayList<>(interfaces);
        if (superName != null) {
            supers.add(superName);
        }
        for (String above : supers) {
            ClassNode node = load(above);
            if (node != null && (node.methods.stream().anyMatch(method -> method.name.equals(name) && method.desc.equals(desc))
                || inherited(node.superName, node.interfaces, name, desc))) {
                return true;
            }
        }
        return false;
    }

    private ClassNode load(String name) {
        byte[] stub = stubs.get(name + ".class");
        if (stub != null) {
            return node(stub);
        }
        try (InputStream in = Doubles.class.getClassLoader().getResourceAsStream(name + ".class")) {
            return in == null ? null : node(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClassNode node(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, 0);
        return node;
    }
}
