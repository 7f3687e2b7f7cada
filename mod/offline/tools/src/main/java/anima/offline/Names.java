package anima.offline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.commons.Remapper;

/** Turns Yarn names into intermediary ones; members are looked for along the class hierarchy. */
final class Names extends Remapper {
    private record Shape(String superName, List<String> interfaces) {
    }

    private final Facts facts;
    private final Map<String, Shape> shapes = new HashMap<>();
    private final Map<String, String> shadows = new HashMap<>();
    private final Map<String, String> found = new HashMap<>();

    Names(Facts facts) {
        this.facts = facts;
        facts.types().forEach(type -> shapes.put(type.name(), new Shape(type.superName(), type.interfaces())));
    }

    /** Adds a class of our own, so that its overrides are renamed with what they override. */
    void addShape(ClassReader reader) {
        shapes.put(reader.getClassName(), new Shape(reader.getSuperName(), List.of(reader.getInterfaces())));
    }

    /** Adds the shadowed members of mixin classes, which Mixin's annotation processor wrote as SRG. */
    void addShadows(Path srg) throws IOException {
        if (!Files.exists(srg)) {
            return; // No mixin shadows anything.
        }
        for (String line : Files.readAllLines(srg)) {
            String[] cells = line.split(" ");
            switch (cells[0]) {
                case "FD:" -> shadows.put(cells[1], lastName(cells[2]));
                case "MD:" -> shadows.put(cells[1] + cells[2], lastName(cells[3]));
                default -> {
                }
            }
        }
    }

    private static String lastName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    @Override
    public String map(String internalName) {
        if (facts.named(internalName) != null) {
            return facts.inter(internalName);
        }
        int cut = internalName.lastIndexOf('$'); // A nested class without a row moves with the class around it.
        return cut < 0 ? internalName : map(internalName.substring(0, cut)) + internalName.substring(cut);
    }

    @Override
    public String mapMethodName(String owner, String name, String desc) {
        if (name.startsWith("<") || owner.startsWith("[")) {
            return name;
        }
        return found.computeIfAbsent(owner + "." + name + desc, key -> orSame(find(owner, name, desc, desc), name));
    }

    @Override
    public String mapFieldName(String owner, String name, String desc) {
        return found.computeIfAbsent(owner + "." + name + ":" + desc, key -> orSame(find(owner, name, desc, ""), name));
    }

    private static String orSame(String found, String name) {
        return found == null ? name : found;
    }

    private String find(String owner, String name, String desc, String shadowDesc) {
        if (owner == null) {
            return null;
        }
        String shadow = shadows.get(owner + "/" + name + shadowDesc);
        if (shadow != null) {
            return shadow;
        }
        Facts.Type type = facts.named(owner);
        if (type != null && type.members().containsKey(name + desc)) {
            return type.members().get(name + desc).inter();
        }
        Shape shape = shapes.get(owner);
        if (shape == null) {
            return null;
        }
        String above = find(shape.superName, name, desc, shadowDesc);
        for (String each : shape.interfaces) {
            above = above != null ? above : find(each, name, desc, shadowDesc);
        }
        return above;
    }
}
