package anima.mod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** What a player puts into the mods folder. */
class JarTest {
    private static final long MOST_BYTES = 20_000_000;
    /** In the head of an ELF file for 64 bits: where the table of sections is, and how many there are. */
    private static final int ELF_SECTIONS = 40;
    private static final int ELF_COUNT = 60;
    /** Bytes of a row of that table, and the kind of section that symbols for debuggers have. */
    private static final int ELF_ROW = 64;
    private static final int ELF_SYMBOLS = 2;

    private final Path path = Path.of(System.getProperty("mod.jar"));

    private static JsonObject json(JarFile jar, String name) throws IOException {
        try (InputStream in = jar.getInputStream(jar.getJarEntry(name))) {
            return JsonParser.parseString(new String(in.readAllBytes(), StandardCharsets.UTF_8)).getAsJsonObject();
        }
    }

    @Test
    void holdsWhatTheLoaderAsksFor() throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            JsonObject mod = json(jar, "fabric.mod.json");
            assertEquals("anima", mod.get("id").getAsString());
            assertFalse(mod.get("version").getAsString().contains("$"), "the version is filled in");
            assertEquals(Set.of("main", "client", "modmenu"), mod.getAsJsonObject("entrypoints").keySet());
            assertEquals(Set.of("fabricloader", "fabric-api", "java", "minecraft"), mod.getAsJsonObject("depends").keySet());
            JsonObject mixins = json(jar, "anima.mixins.json");
            assertTrue(mixins.get("required").getAsBoolean());
            assertEquals("JAVA_17", mixins.get("compatibilityLevel").getAsString());
            assertEquals(1, mixins.getAsJsonObject("injectors").get("defaultRequire").getAsInt());
            assertTrue(json(jar, mixins.get("refmap").getAsString()).has("mappings"));
            for (String licence : List.of("LICENSE", "LICENSE-APACHE", "LICENSE-MIT", "NOTICE")) {
                assertTrue(jar.getJarEntry("META-INF/" + licence) != null, licence);
            }
            assertEquals("intermediary", jar.getManifest().getMainAttributes().getValue("Fabric-Mapping-Namespace"));
        }
        assertTrue(Files.size(path) < MOST_BYTES, Files.size(path) + " bytes");
    }

    @Test
    void everyMixinIsListedAndEveryListedOneIsThere() throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            JsonObject mixins = json(jar, "anima.mixins.json");
            Set<String> listed = new TreeSet<>();
            for (String side : List.of("mixins", "client")) {
                mixins.getAsJsonArray(side).forEach(name -> listed.add(name.getAsString().replace('.', '/')));
            }
            Set<String> present = new TreeSet<>();
            jar.stream().map(JarEntry::getName).filter(name -> name.startsWith("anima/mod/mixin/") && name.endsWith(".class"))
                .forEach(name -> present.add(name.substring("anima/mod/mixin/".length(), name.length() - ".class".length())));
            assertEquals(present, listed);
        }
    }

    @Test
    void noMixinTakesACallThatAnotherModCouldTakeToo() throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            List<JarEntry> mixins = jar.stream().filter(entry -> entry.getName().matches("anima/mod/mixin/.*Mixin\\.class")).toList();
            assertTrue(mixins.size() > 10, mixins.toString());
            for (JarEntry mixin : mixins) {
                try (InputStream in = jar.getInputStream(mixin)) {
                    String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
                    assertTrue(text.contains("Lorg/spongepowered/asm/mixin/injection/Inject;"), mixin.getName());
                    for (String owned : List.of("Redirect", "ModifyConstant")) { // Two mods that do so end the game.
                        assertFalse(text.contains("Lorg/spongepowered/asm/mixin/injection/" + owned + ";"), mixin.getName() + " has a @" + owned);
                    }
                    assertFalse(text.contains("Lorg/spongepowered/asm/mixin/Overwrite;"), mixin.getName());
                }
            }
        }
    }

    @Test
    void holdsNothingOfTheStubsAndNoNewerClasses() throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                if (!entry.getName().endsWith(".class")) {
                    continue;
                }
                assertTrue(entry.getName().startsWith("anima/mod/"), entry.getName());
                try (InputStream in = jar.getInputStream(entry)) {
                    assertEquals(61, in.readNBytes(8)[7], entry.getName() + " is for Java 17");
                }
            }
        }
    }

    @Test
    void carriesTheLibraryOfThisPlatformWhereItWasBuilt() throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            List<String> natives = jar.stream().map(JarEntry::getName).filter(name -> name.startsWith("natives/") && !name.endsWith("/")).toList();
            if (natives.isEmpty()) {
                System.err.println("SKIPPED: the jar holds no native library; `cargo xtask mod` builds it");
            }
            for (String name : natives) {
                String library = name.replaceFirst("\\.sha256$", "");
                assertTrue(library.matches("natives/(linux|windows|macos)-(x86_64|aarch64)/(libanima\\.so|anima\\.dll|libanima\\.dylib)"), name);
                assertTrue(natives.contains(library) && natives.contains(library + ".sha256"), "a library and its sum: " + natives);
            }
        }
    }

    @Test
    void theLibraryHoldsNoSymbols() throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            for (JarEntry entry : jar.stream().filter(entry -> entry.getName().endsWith(".so")).toList()) {
                byte[] bytes = jar.getInputStream(entry).readAllBytes();
                ByteBuffer elf = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
                for (int i = 0; i < elf.getShort(ELF_COUNT); i++) {
                    int row = (int) elf.getLong(ELF_SECTIONS) + i * ELF_ROW;
                    assertNotEquals(ELF_SYMBOLS, elf.getInt(row + Integer.BYTES), entry.getName() + " is not stripped: " + bytes.length + " bytes");
                }
            }
        }
    }
}
