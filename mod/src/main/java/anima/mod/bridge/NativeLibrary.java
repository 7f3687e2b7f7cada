package anima.mod.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Finds, unpacks and loads the native library, once for all sessions.
 *
 * <p>In the jar it is {@code natives/<os>-<arch>/<file>}: os is {@code linux}, {@code windows} or {@code macos}, arch is
 * {@code x86_64} or {@code aarch64}, the file is {@code libanima.so}, {@code anima.dll} or {@code libanima.dylib}. It is
 * unpacked under a name made of its content, so that two clients in one folder and different versions of the mod do not
 * meet. A game folder that cannot be written is no obstacle: the system's temporary folder is taken then.
 *
 * <p>The system property {@code anima.library} names a library file to load instead, for those who work on it.
 */
public final class NativeLibrary {
    private static final String PROPERTY = "anima.library";
    private static boolean loaded;

    private NativeLibrary() {}

    /** The library cannot be loaded. The message is for the player: what is missing, and what to do. */
    public static final class Unavailable extends Exception {
        private static final long serialVersionUID = 1L;

        Unavailable(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * Loads the library; does nothing if it is loaded.
     *
     * @param game the game's folder; the library is unpacked into {@code anima/natives} in it
     * @throws Unavailable if the jar has none for this system, or this system refuses it
     */
    public static synchronized void load(Path game) throws Unavailable {
        if (loaded) {
            return;
        }
        String chosen = System.getProperty(PROPERTY);
        Path library = chosen != null ? Path.of(chosen).toAbsolutePath() : unpack(game, platform());
        try {
            System.load(library.toString());
        } catch (LinkageError error) {
            throw new Unavailable(
                    library + " does not work on this system (" + platform() + "): " + error.getMessage()
                            + ". Get the jar of Anima that is built for it", error);
        }
        loaded = true;
    }

    /** Whether {@link #load} has succeeded. */
    public static synchronized boolean isLoaded() {
        return loaded;
    }

    /** The folder in the jar for this system, as {@code linux-x86_64}. */
    static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String name = os.startsWith("windows") ? "windows" : os.startsWith("mac") ? "macos" : os;
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return name + "-" + switch (arch) {
            case "amd64", "x86_64", "x64" -> "x86_64";
            case "aarch64", "arm64" -> "aarch64";
            default -> arch;
        };
    }

    private static Path unpack(Path game, String platform) throws Unavailable {
        String file = System.mapLibraryName("anima");
        String packed = "/natives/" + platform + "/" + file;
        byte[] bytes;
        try (InputStream in = NativeLibrary.class.getResourceAsStream(packed)) {
            if (in == null) {
                throw new Unavailable(
                        "this jar of Anima holds no library for " + platform
                                + "; get the one that is built for it, or build it", null);
            }
            bytes = in.readAllBytes();
        } catch (IOException error) {
            throw new Unavailable("the jar of Anima cannot be read at " + packed + "; download it again", error);
        }
        String name = digest(bytes) + "-" + file;
        try {
            return write(game.resolve("anima").resolve("natives"), name, bytes);
        } catch (IOException first) {
            try {
                return write(Files.createTempDirectory("anima"), name, bytes);
            } catch (IOException second) {
                second.addSuppressed(first);
                throw new Unavailable(
                        "the library can be unpacked neither into " + game + " nor into the temporary folder ("
                                + second.getMessage() + "); make room or allow writing there", second);
            }
        }
    }

    /** Puts the file there at once or not at all; one that is there already is taken as it is if it is whole. */
    private static Path write(Path folder, String name, byte[] bytes) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(name).toAbsolutePath();
        if (Files.isRegularFile(file) && Arrays.equals(Files.readAllBytes(file), bytes)) {
            return file;
        }
        Path part = Files.createTempFile(folder, name, ".part");
        try {
            Files.write(part, bytes);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
        return file;
    }

    private static String digest(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException error) {
            throw new AssertionError("every JVM has SHA-256", error);
        }
    }
}
