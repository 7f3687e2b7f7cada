package anima.mod.server.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.fabricmc.loader.api.FabricLoader;

/** The suites that a server can play: those in its configuration folder, and those packed with the jar. */
final class SuiteFiles {
    private static final String MOD = "anima";
    private static final String PACKED = "suites";
    private static final String ENDING = ".toml";
    private static final long LARGEST = 8 << 20;

    /** A suite by its file, and where that is, for people. */
    record SuiteFile(Path path, String where) {
        /** Its text. */
        String text() throws IOException {
            if (Files.size(this.path) > LARGEST) {
                throw new IOException(this.path + " is larger than any suite; it must be a TOML file of tasks");
            }
            try {
                return Files.readString(this.path, StandardCharsets.UTF_8);
            } catch (CharacterCodingException e) {
                throw new IOException(this.path + " is not UTF-8 text; save it as UTF-8 in an editor", e);
            }
        }
    }

    private SuiteFiles() {
    }

    /** The folder in which an operator puts suites. */
    static Path own() {
        return FabricLoader.getInstance().getConfigDir().resolve("anima").resolve("suites");
    }

    /** All suites by name. One of the operator's stands in for a packed one of the same name. */
    static Map<String, SuiteFile> all() throws IOException {
        Map<String, SuiteFile> suites = new TreeMap<>();
        Path packed = FabricLoader.getInstance().getModContainer(MOD).flatMap(mod -> mod.findPath(PACKED)).orElse(null);
        if (packed != null) {
            add(suites, packed, false);
        }
        if (Files.isDirectory(own())) {
            add(suites, own(), true);
        }
        return suites;
    }

    private static void add(Map<String, SuiteFile> suites, Path folder, boolean isOwn) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            files.filter(file -> file.getFileName().toString().endsWith(ENDING)).forEach(file -> {
                String name = file.getFileName().toString();
                String where = isOwn ? "from " + file : "packed with the jar";
                suites.put(name.substring(0, name.length() - ENDING.length()), new SuiteFile(file, where));
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
