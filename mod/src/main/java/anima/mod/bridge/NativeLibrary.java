package anima.mod.bridge;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Finds, unpacks and loads the native library, once for all hosts.
 *
 * <p>In the jar it is {@code natives/<os>-<arch>/<file>}: os is {@code linux}, {@code windows} or {@code macos}, arch is
 * {@code x86_64} or {@code aarch64}, the file is {@code libanima.so}, {@code anima.dll} or {@code libanima.dylib}. A copy
 * of it is kept in the game's folder. Where none can be, or none may be loaded from there, a temporary one is loaded and
 * removed.
 *
 * <p>The system property {@code anima.library} names a library file to load instead, for those who work on it.
 */
public final class NativeLibrary {
    private static final String PROPERTY = "anima.library";
    /** What Linux and macOS say where no code may be loaded from. */
    private static final List<String> REFUSED_THERE =
            List.of("failed to map segment", "Operation not permitted", "Permission denied", "not valid for use in process");
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
     * @throws Unavailable if the jar has none for this system or a damaged one, or this system refuses it
     */
    public static synchronized void load(Path game) throws Unavailable {
        if (loaded) {
            return;
        }
        String chosen = System.getProperty(PROPERTY);
        if (chosen != null) {
            loadChosen(Path.of(chosen).toAbsolutePath());
        } else {
            PackedLibrary packed = PackedLibrary.find(platform());
            load(new LibraryCopies(packed, game.resolve("anima").resolve("natives")), System::load);
        }
        loaded = true;
    }

    private static void loadChosen(Path library) throws Unavailable {
        try {
            System.load(library.toString());
        } catch (LinkageError error) {
            throw doesNotWork(library, error);
        }
    }

    /** Loads the copy that is kept, or else a temporary one. */
    static void load(LibraryCopies copies, Consumer<String> loader) throws Unavailable {
        Throwable first;
        try {
            loader.accept(copies.kept().toString());
            copies.clean();
            return;
        } catch (IOException | UnsatisfiedLinkError error) {
            // What it says is not asked: it is in the system's own words and language, and another try costs little.
            first = error;
        } catch (LinkageError error) {
            throw doesNotWork(copies.place(), error);
        }
        Path temporary;
        try {
            temporary = copies.temporary();
        } catch (IOException second) {
            second.addSuppressed(first);
            throw noRoom(copies.place(), first, second);
        }
        try {
            loader.accept(temporary.toString());
        } catch (LinkageError second) {
            second.addSuppressed(first);
            boolean isOfPlace = mayNotLoad(first) || mayNotLoad(second);
            throw isOfPlace ? mayNotLoad(copies.place(), first, second) : doesNotWork(copies.place(), second);
        } finally {
            LibraryCopies.remove(temporary); // Once it is loaded it needs no name. Windows keeps it until a later start.
        }
        copies.clean();
    }

    private static Unavailable doesNotWork(Path library, LinkageError error) {
        return new Unavailable(
                library + " does not work on this system (" + platform() + "): " + error.getMessage()
                        + ". Get the jar of Anima that is built for it", error);
    }

    private static Unavailable noRoom(Path place, Throwable first, IOException second) {
        return new Unavailable(
                "the library of Anima can be unpacked neither into " + place.getParent() + " (" + reason(first)
                        + ") nor into the temporary folder " + LibraryCopies.temporaryFolder() + " (" + reason(second)
                        + "); make room or allow writing in one of them", second);
    }

    private static Unavailable mayNotLoad(Path place, Throwable first, LinkageError second) {
        return new Unavailable(
                "the library of Anima is whole but may be loaded neither from " + place.getParent() + " (" + reason(first)
                        + ") nor from the temporary folder " + LibraryCopies.temporaryFolder() + " (" + reason(second)
                        + "); mount one of them without noexec, or start the game with -Djava.io.tmpdir=<another folder>", second);
    }

    /** Whether it says that the place is at fault, as where a file system is mounted {@code noexec}. */
    private static boolean mayNotLoad(Throwable error) {
        String said = String.valueOf(error.getMessage());
        return error instanceof UnsatisfiedLinkError && REFUSED_THERE.stream().anyMatch(said::contains);
    }

    /** Why, in a few words: what Java throws often says only which file it was. */
    private static String reason(Throwable error) {
        String said = String.valueOf(error.getMessage());
        if (error instanceof AccessDeniedException) {
            return said + " may not be written";
        } else if (error instanceof FileAlreadyExistsException) {
            return said + " is no folder";
        } else if (error instanceof NoSuchFileException) {
            return said + " is missing";
        }
        return said;
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
}
