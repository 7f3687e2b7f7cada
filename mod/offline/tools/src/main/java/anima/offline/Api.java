package anima.offline;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * What a player's game offers to the mod, under intermediary names: the facts of Minecraft, the facts of the libraries
 * that are not on Maven Central, and the real classes of all others.
 *
 * <p>The table of libraries is laid out as {@link Facts} are, without intermediary names and sides:
 * <pre>
 * owner  kind  super  interfaces
 *   member  descriptor  flags
 * </pre>
 * A fifth cell {@code assumed} marks a row of a class that the reference table does not know.
 */
final class Api {
    /** A member as its class declares it. */
    record Declared(String owner, boolean isStatic, boolean isPrivate, boolean byConvention, boolean accessAssumed) {
    }

    /** A class; members are keyed by name and descriptor. */
    record Shape(boolean isInterface, String superName, List<String> interfaces, boolean clientOnly, Map<String, Declared> members) {
    }

    private static final Shape ABSENT = new Shape(false, null, List.of(), false, Map.of());

    private final Map<String, Shape> shapes = new HashMap<>();

    Api(Facts facts, Path libraries) throws IOException {
        for (Facts.Type type : facts.types()) {
            shapes.put(type.inter(), shape(facts, type));
        }
        readLibraries(facts, libraries);
    }

    private static Shape shape(Facts facts, Facts.Type type) {
        Map<String, Declared> members = new HashMap<>();
        for (Facts.Member member : type.members().values()) {
            members.put(member.inter() + facts.interDesc(member.desc()),
                new Declared(type.inter(), member.is("static"), member.is("private"), member.byConvention(), member.is("public?")));
        }
        if (type.isEnum()) {
            Declared made = new Declared(type.inter(), true, false, false, false);
            members.put("values()[L" + type.inter() + ";", made);
            members.put("valueOf(Ljava/lang/String;)L" + type.inter() + ";", made);
        }
        String superName = type.isEnum() ? "java/lang/Enum" : facts.inter(type.superName());
        List<String> interfaces = type.interfaces().stream().map(facts::inter).toList();
        return new Shape(type.isInterface(), superName, interfaces, type.side().equals("client"), members);
    }

    private void readLibraries(Facts facts, Path file) throws IOException {
        String owner = null;
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] cells = line.replaceFirst("\tassumed$", "").split("\t", -1);
            if (cells[0].isEmpty() && owner != null && cells.length == 4) {
                boolean isStatic = cells[3].contains("static");
                shapes.get(owner).members.put(cells[1] + facts.interDesc(cells[2]), new Declared(owner, isStatic, false, false, false));
            } else if (!cells[0].isEmpty() && cells.length == 4) {
                owner = cells[0];
                String superName = cells[2].isEmpty() ? "java/lang/Object" : facts.inter(cells[2]);
                List<String> interfaces = cells[3].isEmpty() ? List.of() : Arrays.stream(cells[3].split(",")).map(facts::inter).toList();
                boolean clientOnly = owner.contains("/client/") || owner.startsWith("com/terraformersmc/");
                shapes.put(owner, new Shape(cells[1].equals("interface"), superName, interfaces, clientOnly, new HashMap<>()));
            } else {
                throw new IOException(file + ":" + number + ": not a row of the libraries: " + line);
            }
        }
    }

    /** The class with this name, or null. */
    Shape shape(String name) {
        Shape shape = shapes.computeIfAbsent(name, this::real);
        return shape == ABSENT ? null : shape;
    }

    /** Adds a class that is neither Minecraft nor a library of the game: one of the mod's. */
    void add(ClassReader reader) {
        shapes.put(reader.getClassName(), read(reader));
    }

    /** A class of Java or of a library that this tool has on its class path. */
    private Shape real(String name) {
        if (isFact(name)) {
            return ABSENT;
        }
        try (InputStream in = Api.class.getClassLoader().getResourceAsStream(name + ".class")) {
            return in == null ? ABSENT : read(new ClassReader(in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether only the tables of facts may vouch for it: the class path holds stubs and stand-ins. */
    static boolean isFact(String name) {
        return name.startsWith("net/minecraft/") || name.startsWith("com/mojang/") || name.startsWith("net/fabricmc/")
            || name.startsWith("com/terraformersmc/");
    }

    private static Shape read(ClassReader reader) {
        String owner = reader.getClassName();
        Map<String, Declared> members = new HashMap<>();
        reader.accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public FieldVisitor visitField(int access, String name, String desc, String signature, Object value) {
                members.put(name + desc, declared(owner, access));
                return null;
            }

            @Override
            public MethodVisitor visitMethod(int access, String name, String desc, String signature, String[] exceptions) {
                members.put(name + desc, declared(owner, access));
                return null;
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
        boolean isInterface = (reader.getAccess() & Opcodes.ACC_INTERFACE) != 0;
        return new Shape(isInterface, reader.getSuperName(), List.of(reader.getInterfaces()), owner.startsWith("org/lwjgl/"), members);
    }

    private static Declared declared(String owner, int access) {
        return new Declared(owner, Modifier.isStatic(access), Modifier.isPrivate(access), false, false);
    }

    /** The member that a reference to this owner means, along super classes and interfaces, or null. */
    Declared find(String owner, String key) {
        Shape shape = owner == null ? null : shape(owner);
        if (shape == null) {
            return null;
        }
        Declared declared = shape.members.get(key);
        if (declared != null || key.startsWith("<init>")) {
            return declared;
        }
        declared = find(shape.superName, key);
        for (String each : shape.interfaces) {
            declared = declared != null ? declared : find(each, key);
        }
        // An interface call may also mean what every object has.
        return declared == null && shape.isInterface ? find("java/lang/Object", key) : declared;
    }
}
