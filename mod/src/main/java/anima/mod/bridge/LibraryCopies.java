package anima.mod.bridge;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/** Copies of the packed library on the disk: one that is kept, or one that is there only to be loaded. */
final class LibraryCopies {
    /** A file that is younger may belong to a client that is just starting. */
    private static final Duration STARTING = Duration.ofHours(1);

    private final PackedLibrary library;
    private final Path folder;

    /** Those of a library, of which one is kept in a folder. */
    LibraryCopies(PackedLibrary library, Path folder) {
        this.library = library;
        this.folder = folder.toAbsolutePath();
    }

    /** Where one is kept, if it can be. */
    Path place() {
        return this.folder.resolve(this.library.copyName());
    }

    /** Where the other kind is put. */
    static Path temporaryFolder() {
        return Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    }

    /** The copy that is kept. It is put there at once or not at all; one that is there is taken if it is whole. */
    Path kept() throws IOException, NativeLibrary.Unavailable {
        Path file = place();
        if (this.library.isWhole(file)) {
            return file;
        }
        byte[] bytes = this.library.read();
        Files.createDirectories(this.folder);
        Path part = Files.createTempFile(this.folder, this.library.copyName(), ".part");
        try {
            Files.write(part, bytes);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
        return file;
    }

    /** A copy in the temporary folder, for this start only. */
    Path temporary() throws IOException, NativeLibrary.Unavailable {
        byte[] bytes = this.library.read();
        Path file = Files.createTempFile(temporaryFolder(), "anima-", "-" + this.library.file());
        try {
            return Files.write(file, bytes);
        } catch (IOException error) {
            remove(file);
            throw error;
        }
    }

    /** Removes a copy. Windows lets no file go that is loaded: there {@link #clean} does so at a later start. */
    static void remove(Path copy) {
        try {
            Files.deleteIfExists(copy);
        } catch (IOException inUse) {
            // It costs room and nothing else.
        }
    }

    /** Removes what earlier starts and other versions have left; what is in use elsewhere stays in use. */
    void clean() {
        String name = Pattern.quote(this.library.file());
        Pattern other = Pattern.compile("(?!" + Pattern.quote(this.library.copyName()) + ")[0-9a-f]{16}-" + name);
        Pattern part = Pattern.compile("[0-9a-f]{16}-" + name + "[0-9]*\\.part");
        Pattern temporary = Pattern.compile("anima-[0-9]+-" + name);
        clean(this.folder, other, Duration.ZERO);
        clean(this.folder, part, STARTING);
        clean(temporaryFolder(), temporary, STARTING);
    }

    private static void clean(Path folder, Pattern name, Duration age) {
        FileTime newest = FileTime.from(Instant.now().minus(age));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, file -> name.matcher(file.getFileName().toString()).matches())) {
            for (Path file : files) {
                boolean isFile = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
                if (isFile && Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).compareTo(newest) <= 0) {
                    remove(file);
                }
            }
        } catch (IOException | DirectoryIteratorException error) {
            // What is left over harms nothing, and the next start tries again.
        }
    }
}
