package anima.mod.bridge;

import anima.mod.Child;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the library in the shipped jar, in JVMs that have nothing else of the mod. */
abstract class WithJar {
    static final Path JAR = Path.of(System.getProperty("mod.jar", ""));
    static final String LIBRARY = "natives/" + NativeLibrary.platform() + "/" + System.mapLibraryName("anima");

    @TempDir
    Path folder;

    /** Skips the test, loudly, where the jar holds no library. */
    @BeforeEach
    void packed() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            Assumptions.assumeTrue(jar.getJarEntry(LIBRARY) != null, "SKIPPED: the jar holds no library for this system; `cargo xtask mod` builds it");
        }
    }

    /** Loads the library in the JVM that this is the main class of. */
    public static final class Load {
        private Load() {
        }

        /** Argument: the game folder. Says {@code loaded}, or why not. */
        public static void main(String[] args) {
            try {
                NativeLibrary.load(Path.of(args[0]));
                System.out.println("loaded");
            } catch (NativeLibrary.Unavailable e) {
                System.out.println(e.getMessage());
            }
        }
    }

    /** Starts a JVM that loads the library of a jar: options begin with a hyphen. */
    static Process start(Path jar, Path game, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.add(game.toString());
        String tests = Path.of(System.getProperty("test.classes")).toString();
        return Child.start(Load.class.getName(), jar + File.pathSeparator + tests, arguments.toArray(String[]::new));
    }

    static List<Path> files(Path in) throws IOException {
        try (Stream<Path> all = Files.walk(in)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
