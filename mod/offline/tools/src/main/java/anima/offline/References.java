package anima.offline;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Checks that the finished jar asks a player's game for nothing that is not there.
 *
 * <p>Every type, field, method, handle and lambda of every class, and every string that Mixin looks up, must be in the
 * {@link Api} with its descriptor, static where it is static, called as what it is. What a dedicated server loads may
 * not lead to a class that only clients have. Arguments: facts.tsv libraries.tsv jar [jar-of-another-mod-beside-it...].
 */
public final class References {
    /** Where references may lead; Minecraft ships all of these libraries but Mixin, which the loader brings. */
    private static final List<String> ALLOWED = List.of("anima/", "java/", "net/minecraft/", "com/mojang/", "net/fabricmc/api/",
        "net/fabricmc/loader/api/", "net/fabricmc/fabric/api/", "com/google/gson/", "io/netty/", "it/unimi/dsi/fastutil/", "org/joml/",
        "org/lwjgl/", "org/slf4j/", "org/spongepowered/asm/mixin/");
    /** The packages of Fabric API that lead to classes of the client. */
    private static final String FABRIC_CLIENT = "net/fabricmc/fabric/api/client/";
    private static final String MOD_MENU = "com/terraformersmc/modmenu/api/";

    private final Api api;
    private final Map<String, byte[]> files = new TreeMap<>();
    private final Set<String> ours = new TreeSet<>();
    private final Map<String, Set<String>> leadsTo = new HashMap<>();
    private final Map<String, List<String>> mixinTargets = new HashMap<>();
    private final Map<String, List<String>> mixinTargetStrings = new HashMap<>();
    private final Set<String> modMenuUsers = new TreeSet<>();
    final List<String> wrong = new ArrayList<>();
    final Set<String> assumed = new TreeSet<>();
    private int members;
    private int strings;

    References(Facts facts, Path libraries) throws IOException {
        api = new Api(facts, libraries);
    }

    /** Runs the tool. */
    public static void main(String[] args) throws IOException {
        References check = new References(Facts.read(Path.of(args[0])), Path.of(args[1]));
        for (int i = 3; i < args.length; i++) {
            check.beside(Path.of(args[i]));
        }
        check.run(Path.of(args[2]));
        System.out.println("references: " + check.ours.size() + " classes, " + check.members + " members, " + check.strings
            + " mixin strings, " + check.wrong.size() + " wrong, " + check.assumed.size() + " assumed public, static or not");
        check.wrong.forEach(System.err::println);
        if (!check.wrong.isEmpty()) {
            throw new IOException(check.wrong.size() + " references lead nowhere; the first: " + check.wrong.get(0));
        }
    }

    /** Takes the classes of another mod for what they are: they are there, and are not checked themselves. */
    void beside(Path jar) throws IOException {
        ClassFiles.walk(jar, (name, bytes) -> {
            if (name.endsWith(".class")) {
                api.add(new ClassReader(bytes));
            }
        });
    }

    void run(Path jar) throws IOException {
        ClassFiles.walk(jar, files::put);
        files.forEach((name, bytes) -> {
            if (name.endsWith(".class")) {
                ClassReader reader = new ClassReader(bytes);
                ours.add(reader.getClassName());
                api.add(reader);
                collectTargets(reader);
            }
        });
        files.forEach((name, bytes) -> {
            if (name.endsWith(".class")) {
                checkClass(new ClassReader(bytes));
            }
        });
        files.forEach((name, bytes) -> {
            if (name.endsWith("refmap.json")) {
                checkStrings(name, json(bytes));
            }
        });
        mixinTargetStrings.forEach((mixin, targets) -> targets.forEach(target -> type(mixin, target.replace('.', '/'))));
        if (modMenuUsers.size() > 1) {
            wrong.add("Mod Menu may be used by one class only, not by " + modMenuUsers);
        }
        leadsTo.forEach((from, to) -> modMenuUsers.stream().filter(user -> !user.equals(from) && to.contains(user))
            .forEach(user -> wrong.add(from + ": uses " + user + ", which only Mod Menu may load")));
        if (files.containsKey("fabric.mod.json")) {
            checkServerSide(json(files.get("fabric.mod.json")));
        }
    }

    private static JsonObject json(byte[] bytes) {
        return JsonParser.parseString(new String(bytes, StandardCharsets.UTF_8)).getAsJsonObject();
    }

    private void checkClass(ClassReader reader) {
        String from = reader.getClassName();
        Remapper everyType = new Remapper() {
            @Override
            public String map(String name) {
                type(from, name);
                return name;
            }
        };
        reader.accept(new ClassRemapper(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String desc, String signature, String[] exceptions) {
                return new Code(from);
            }
        }, everyType), 0);
    }

    /** Looks at every instruction that names a member. */
    private final class Code extends MethodVisitor {
        private final String from;

        Code(String from) {
            super(Opcodes.ASM9);
            this.from = from;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String desc) {
            member(from, owner, name, desc, opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC, null);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String desc, boolean isInterface) {
            member(from, owner, name, desc, opcode == Opcodes.INVOKESTATIC, isInterface);
        }

        @Override
        public void visitLdcInsn(Object value) {
            if (value instanceof Handle handle) {
                handle(handle);
            }
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String desc, Handle factory, Object... args) {
            for (Object arg : args) {
                if (arg instanceof Handle handle) {
                    handle(handle);
                }
            }
            if (factory.getOwner().equals("java/lang/invoke/LambdaMetafactory")) {
                member(from, Type.getReturnType(desc).getInternalName(), name, ((Type) args[0]).getDescriptor(), false, true);
            }
        }

        private void handle(Handle handle) {
            boolean isMethod = handle.getDesc().startsWith("(");
            boolean isStatic = switch (handle.getTag()) {
                case Opcodes.H_INVOKESTATIC, Opcodes.H_GETSTATIC, Opcodes.H_PUTSTATIC -> true;
                default -> false;
            };
            member(from, handle.getOwner(), handle.getName(), handle.getDesc(), isStatic, isMethod ? handle.isInterface() : null);
        }
    }

    private void type(String from, String name) {
        if (name.startsWith("[")) {
            return;
        }
        if (name.startsWith(MOD_MENU)) {
            modMenuUsers.add(from);
        } else if (ALLOWED.stream().noneMatch(name::startsWith)) {
            wrong.add(from + ": may not use " + name);
            return;
        }
        if (api.shape(name) == null) {
            wrong.add(from + ": no class " + name);
            return;
        }
        leadsTo.computeIfAbsent(from, key -> new TreeSet<>()).add(name);
    }

    private void member(String from, String owner, String name, String desc, boolean isStatic, Boolean isInterface) {
        if (owner.startsWith("[") || api.shape(owner) == null) {
            return; // An array's members are Java's; a missing class was reported with its type.
        }
        members++;
        String at = owner + "." + name + desc;
        Api.Declared declared = api.find(owner, name + desc);
        if (declared == null) {
            wrong.add(from + ": no member " + at);
            return;
        }
        if (declared.isStatic() != isStatic && !name.startsWith("<")) {
            wrong.add(from + ": " + (isStatic ? "not static: " : "static: ") + at);
        }
        if (isInterface != null && api.shape(owner).isInterface() != isInterface) {
            wrong.add(from + ": " + (isInterface ? "not an interface: " : "an interface: ") + owner + " of " + name + desc);
        }
        if (declared.isPrivate() && !ours.contains(declared.owner())) {
            wrong.add(from + ": not public: " + at);
        }
        if (declared.byConvention() || declared.accessAssumed()) {
            assumed.add(at);
        }
    }

    private void collectTargets(ClassReader reader) {
        reader.accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public AnnotationVisitor visitAnnotation(String desc, boolean visible) {
                return desc.equals("Lorg/spongepowered/asm/mixin/Mixin;") ? new Targets(reader.getClassName()) : null;
            }
        }, ClassReader.SKIP_CODE);
    }

    private final class Targets extends AnnotationVisitor {
        private final String mixin;

        Targets(String mixin) {
            super(Opcodes.ASM9);
            this.mixin = mixin;
        }

        @Override
        public AnnotationVisitor visitArray(String name) {
            return this;
        }

        @Override
        public void visit(String name, Object value) {
            if (value instanceof Type type) {
                mixinTargets.computeIfAbsent(mixin, key -> new ArrayList<>()).add(type.getInternalName());
            } else if (value instanceof String text) {
                mixinTargetStrings.computeIfAbsent(mixin, key -> new ArrayList<>()).add(text);
            }
        }
    }

    /** The refmap says, for every mixin class, what each of its strings means in a player's game. */
    private void checkStrings(String file, JsonObject refmap) {
        JsonObject mappings = refmap.getAsJsonObject("mappings");
        for (String mixin : mappings.keySet()) {
            JsonObject meanings = mappings.getAsJsonObject(mixin);
            List<String> named = mixinTargetStrings.getOrDefault(mixin, List.of());
            named.stream().filter(meanings::has).toList().forEach(target -> {
                named.remove(target);
                mixinTargets.computeIfAbsent(mixin, key -> new ArrayList<>()).add(meanings.get(target).getAsString());
            });
            for (Map.Entry<String, JsonElement> meaning : meanings.entrySet()) {
                strings++;
                checkString(file + ": " + mixin + ": " + meaning.getKey(), mixin, meaning.getValue().getAsString());
            }
        }
    }

    /** A class, or {@code Lowner;name(descriptor)}, or {@code Lowner;name:descriptor}; without owner in the mixin's targets. */
    private static final Pattern MEMBER = Pattern.compile("(?:L([^;]+);)?([^:(]+)(?::(.+)|(\\(.+))");

    private void checkString(String at, String mixin, String meaning) {
        Matcher member = MEMBER.matcher(meaning);
        if (!member.matches()) {
            type(at, meaning);
            return;
        }
        String desc = member.group(3) != null ? member.group(3) : member.group(4);
        List<String> owners = member.group(1) != null ? List.of(member.group(1)) : mixinTargets.getOrDefault(mixin, List.of());
        if (owners.isEmpty() || owners.stream().anyMatch(owner -> api.find(owner, member.group(2) + desc) == null)) {
            wrong.add(at + ": no member " + owners + " " + member.group(2) + desc);
        }
    }

    /** Follows our classes from what a dedicated server starts. */
    private void checkServerSide(JsonObject mod) {
        Deque<String> open = new ArrayDeque<>();
        JsonObject entrypoints = mod.getAsJsonObject("entrypoints");
        for (String key : List.of("main", "server")) {
            strings(entrypoints, key).forEach(name -> open.add(name.replace('.', '/')));
        }
        for (String config : strings(mod, "mixins")) {
            JsonObject mixins = json(files.get(config));
            for (String key : List.of("mixins", "server")) {
                strings(mixins, key).forEach(name -> open.add((mixins.get("package").getAsString() + "." + name).replace('.', '/')));
            }
        }
        Set<String> reached = new TreeSet<>();
        while (!open.isEmpty()) {
            String from = open.pop();
            if (!reached.add(from)) {
                continue;
            }
            for (String to : leadsTo.getOrDefault(from, Set.of())) {
                if (ours.contains(to)) {
                    open.add(to);
                } else if (api.shape(to).clientOnly() || to.startsWith(FABRIC_CLIENT)) {
                    wrong.add(from + ": a dedicated server loads it, and it uses " + to + ", which only clients have");
                }
            }
        }
    }

    private static List<String> strings(JsonObject object, String key) {
        JsonArray array = object.has(key) ? object.getAsJsonArray(key) : new JsonArray();
        List<String> all = new ArrayList<>();
        array.forEach(element -> all.add(element.getAsString()));
        return all;
    }
}
