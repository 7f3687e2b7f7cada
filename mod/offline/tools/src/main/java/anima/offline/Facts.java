package anima.offline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The table of facts: everything of Minecraft that the mod and its tests may use, under its Yarn name and under the
 * intermediary name that it has in a player's game.
 *
 * <p>A row without indentation is a class, the indented rows below it are its members; columns are separated by tabs:
 * <pre>
 * named  intermediary  kind  super  interfaces  side  basis  [generic signature]
 *   member  descriptor  intermediary  flags  basis  [generic signature]
 * </pre>
 * Kinds are {@code class}, {@code abstract}, {@code final}, {@code interface}, {@code enum}, {@code record},
 * {@code hidden} (not public) and {@code opaque} (known only as part of a descriptor). Sides are {@code client},
 * {@code server} and {@code both}. {@code public?} says that access is assumed.
 */
public final class Facts {
    /** A field, method or constructor. */
    public record Member(String name, String desc, String inter, Set<String> flags, String basis, String signature) {
        /** Whether it is a method or constructor. */
        public boolean isMethod() {
            return desc.startsWith("(");
        }

        /** Whether it carries the flag. */
        public boolean is(String flag) {
            return flags.contains(flag);
        }

        /** Whether nothing but convention says that it is static or not. */
        public boolean byConvention() {
            return basis.equals("K");
        }
    }

    /** A class with its members, by name and descriptor. */
    public record Type(String name, String inter, String kind, String superName, List<String> interfaces, String side,
                       String basis, String signature, Map<String, Member> members) {
        /** Whether it is an interface. */
        public boolean isInterface() {
            return kind.equals("interface");
        }

        /** Whether it is an enum. */
        public boolean isEnum() {
            return kind.equals("enum");
        }

        /** The class around it, or null. */
        public String outer() {
            int cut = name.lastIndexOf('$');
            return cut < 0 ? null : name.substring(0, cut);
        }
    }

    private final Map<String, Type> byName = new LinkedHashMap<>();
    private final Map<String, Type> byInter = new LinkedHashMap<>();

    /** Reads a table; an error names file and line. */
    public static Facts read(Path file) throws IOException {
        Facts facts = new Facts();
        Type type = null;
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] cells = line.split("\t", -1);
            try {
                if (cells[0].isEmpty()) {
                    Member member = member(cells);
                    if (type == null || type.members.put(member.name + member.desc, member) != null) {
                        throw new IllegalArgumentException(type == null ? "a member without a class" : "a member declared twice");
                    }
                } else {
                    type = type(cells);
                    if (facts.byName.put(type.name, type) != null || facts.byInter.put(type.inter, type) != null) {
                        throw new IllegalArgumentException("a class declared twice");
                    }
                }
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                throw new IOException(file + ":" + number + ": " + e.getMessage() + ": " + line, e);
            }
        }
        return facts;
    }

    private static Member member(String[] cells) {
        return new Member(cells[1], cells[2], cells[3], Set.of(cells[4].split(" ")), cells[5], optional(cells, 6));
    }

    private static Type type(String[] cells) {
        String superName = cells[3].isEmpty() ? "java/lang/Object" : cells[3];
        List<String> interfaces = cells[4].isEmpty() ? List.of() : List.of(cells[4].split(","));
        return new Type(cells[0], cells[1], cells[2], superName, interfaces, cells[5], cells[6], optional(cells, 7), new LinkedHashMap<>());
    }

    private static String optional(String[] cells, int index) {
        return cells.length > index && !cells[index].isEmpty() ? cells[index] : null;
    }

    /** Every class, in the order of the table. */
    public Collection<Type> types() {
        return byName.values();
    }

    /** The class with this Yarn name, or null. */
    public Type named(String name) {
        return byName.get(name);
    }

    /** The class with this intermediary name, or null. */
    public Type intermediary(String name) {
        return byInter.get(name);
    }

    /** The intermediary name of a class; a class without a row keeps its name. */
    public String inter(String name) {
        Type type = byName.get(name);
        return type == null ? name : type.inter;
    }

    /** A descriptor with intermediary names. */
    public String interDesc(String desc) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < desc.length(); i++) {
            char letter = desc.charAt(i);
            out.append(letter);
            if (letter == 'L') {
                int end = desc.indexOf(';', i);
                out.append(inter(desc.substring(i + 1, end))).append(';');
                i = end;
            }
        }
        return out.toString();
    }
}
