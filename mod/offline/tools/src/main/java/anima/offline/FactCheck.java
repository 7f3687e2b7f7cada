package anima.offline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.fabricmc.mappingio.MappingReader;
import net.fabricmc.mappingio.tree.MappingTree;
import net.fabricmc.mappingio.tree.MemoryMappingTree;

/**
 * Checks every fact against the published mappings, and static or not against the reference table; that table's part C
 * against the facts of the libraries beside them.
 *
 * <p>Without the folder of references it says so and checks nothing. Arguments: facts.tsv shared-folder.
 */
public final class FactCheck {
    private final Facts facts;
    private final MemoryMappingTree mappings = new MemoryMappingTree();
    private final Set<String> published = new HashSet<>();
    private final Map<String, Boolean> isStatic = new HashMap<>();
    final List<String> wrong = new ArrayList<>();
    private int proven;
    private int unnamed;
    private int plain;
    private int libraryRows;
    private int assumedRows;

    private FactCheck(Facts facts) {
        this.facts = facts;
    }

    /** Runs the tool. */
    public static void main(String[] args) throws IOException {
        Path shared = Path.of(args[1]);
        if (!Files.exists(shared.resolve("mappings/yarn-1.19.4.tiny"))) {
            System.out.println("SKIPPED: the facts are not compared with the mappings, for there are none in " + shared);
            return;
        }
        FactCheck check = of(Facts.read(Path.of(args[0])), shared);
        check.libraries(Path.of(args[0]).resolveSibling("libraries.tsv"), shared);
        System.out.println("facts: " + check.proven + " members proven, " + check.unnamed + " without a published name, " + check.plain
            + " never obfuscated, " + check.libraryRows + " rows of libraries, " + check.assumedRows + " of them assumed, " + check.wrong.size() + " wrong");
        check.wrong.forEach(System.err::println);
        if (!check.wrong.isEmpty()) {
            throw new IOException(check.wrong.size() + " facts are wrong; the first: " + check.wrong.get(0));
        }
    }

    static FactCheck of(Facts facts, Path shared) throws IOException {
        FactCheck check = new FactCheck(facts);
        MappingReader.read(shared.resolve("mappings/yarn-1.19.4.tiny"), check.mappings); // intermediary to named
        for (MappingTree.ClassMapping type : check.mappings.getClasses()) {
            type.getMethods().forEach(method -> check.published.add(method.getSrcName()));
            type.getFields().forEach(field -> check.published.add(field.getSrcName()));
        }
        check.readReference(shared.resolve("minecraft-api/members.tsv"));
        facts.types().forEach(check::type);
        return check;
    }

    /** Compares each row of the libraries with part C of the reference table. */
    void libraries(Path file, Path shared) throws IOException {
        Path reference = shared.resolve("minecraft-api/members.tsv");
        if (!Files.exists(reference)) {
            System.out.println("SKIPPED: the facts of the libraries are compared with nothing, for there is no " + reference);
            return;
        }
        Set<String> seen = partC(reference);
        String owner = null;
        for (String line : Files.readAllLines(file)) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            boolean isAssumed = line.endsWith("\tassumed");
            String[] cells = line.replaceFirst("\tassumed$", "").split("\t", -1);
            owner = cells[0].isEmpty() ? owner : cells[0];
            cells[0] = owner;
            libraryRows++;
            if (isAssumed) {
                assumedRows++;
                String known = owner + "\t";
                if (seen.stream().anyMatch(row -> row.startsWith(known))) {
                    wrong.add("libraries.tsv: part C knows " + owner + ", so nothing of it is assumed");
                }
            } else if (!seen.contains(String.join("\t", cells))) {
                wrong.add("libraries.tsv: part C has no " + String.join(" ", cells).strip());
            }
        }
    }

    /** The rows of part C as the table of libraries has them, with their owner. */
    private static Set<String> partC(Path file) throws IOException {
        Set<String> rows = new HashSet<>();
        Set<String> owners = new HashSet<>();
        Set<String> declared = new HashSet<>();
        boolean inside = false;
        for (String line : Files.readAllLines(file)) {
            String[] cells = line.split("\t", -1);
            inside |= line.startsWith("# part C");
            if (!inside || cells.length < 5) {
                continue;
            }
            owners.add(cells[0]);
            if (cells[1].equals("(type)")) {
                declared.add(cells[0]);
                rows.add(cells[0] + "\t" + declaration(cells[2]));
            } else {
                rows.add(String.join("\t", cells[0], cells[1], cells[2], cells[4].equals("static") ? "static" : "instance"));
            }
        }
        owners.removeAll(declared);
        owners.forEach(owner -> rows.add(owner + "\tclass\t\t")); // Only members of it were seen.
        return rows;
    }

    /** Kind, super class, interfaces of "final class extends A implements B"; what an interface extends are interfaces. */
    private static String declaration(String words) {
        String[] parts = words.replaceFirst("^(abstract|final) ", "").split(" ");
        String above = "";
        String interfaces = "";
        for (int i = 1; i + 1 < parts.length; i += 2) {
            if (parts[i].equals("extends") && !parts[0].equals("interface")) {
                above = parts[i + 1];
            } else {
                interfaces = parts[i + 1];
            }
        }
        return String.join("\t", parts[0], above, interfaces);
    }

    /** Columns of parts A and B: named owner, member, named descriptor, intermediary, static or instance, ... */
    private void readReference(Path file) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        for (String line : Files.readAllLines(file)) {
            String[] cells = line.split("\t", -1);
            if (line.startsWith("# part C")) {
                break;
            }
            if (cells.length > 4 && !cells[0].startsWith("#")) {
                isStatic.put(cells[0] + "." + cells[1] + cells[2], cells[4].equals("static"));
            }
        }
    }

    private void type(Facts.Type type) {
        MappingTree.ClassMapping published = mappings.getClass(type.inter());
        boolean plainName = type.name().equals(type.inter()) && type.name().startsWith("com/mojang/blaze3d/");
        if (published == null && !plainName) {
            wrong.add(type.name() + ": no class " + type.inter() + " in the mappings");
        } else if (published != null && !type.name().equals(published.getDstName(0))) {
            wrong.add(type.name() + ": the mappings call " + type.inter() + " " + published.getDstName(0));
        }
        List<String> supers = new ArrayList<>(type.interfaces());
        supers.add(type.superName());
        for (String above : supers) {
            if (above.startsWith("net/minecraft/") && facts.named(above) == null) {
                wrong.add(type.name() + ": " + above + " has no row");
            }
        }
        type.members().values().forEach(member -> member(type, published, member));
    }

    private void member(Facts.Type type, MappingTree.ClassMapping published, Facts.Member member) {
        String at = type.name() + "." + member.name() + " " + member.desc();
        String desc = facts.interDesc(member.desc());
        for (String part : desc.split("[L;]")) {
            if (part.startsWith("net/minecraft/") && mappings.getClass(part) == null) {
                wrong.add(at + ": no type " + part + " in the mappings");
            }
        }
        Boolean reference = isStatic.get(type.name() + "." + member.name() + member.desc());
        if (reference != null && reference != member.is("static")) {
            wrong.add(at + ": the reference table says it is " + (reference ? "static" : "not static"));
        }
        MappingTree.MemberMapping found = published == null ? null
            : member.isMethod() ? published.getMethod(member.inter(), desc) : published.getField(member.inter(), desc);
        if (found != null && member.name().equals(found.getDstName(0))) {
            proven++;
        } else if (found != null) {
            wrong.add(at + ": the mappings call " + member.inter() + " " + found.getDstName(0));
        } else if (member.basis().equals("override") && overrides(type, member)) {
            proven++; // The tables name only the method that it overrides.
        } else if (member.name().equals(member.inter())) {
            plain++; // Constructors, and methods inherited from libraries.
        } else if (member.basis().startsWith("B:") && member.inter().matches("(field|method|comp)_\\d+") && !this.published.contains(member.inter())) {
            unnamed++;
        } else {
            wrong.add(at + ": no member " + member.inter() + " " + desc + " in " + type.inter());
        }
    }

    private boolean overrides(Facts.Type type, Facts.Member member) {
        List<String> supers = new ArrayList<>(type.interfaces());
        supers.add(type.superName());
        for (String above : supers) {
            Facts.Type up = facts.named(above);
            if (up == null) {
                continue;
            }
            Facts.Member root = up.members().get(member.name() + member.desc());
            MappingTree.ClassMapping published = mappings.getClass(up.inter());
            boolean inMappings = published != null && published.getMethod(member.inter(), facts.interDesc(member.desc())) != null;
            if (inMappings || root != null && root.inter().equals(member.inter()) || overrides(up, member)) {
                return true;
            }
        }
        return false;
    }
}
