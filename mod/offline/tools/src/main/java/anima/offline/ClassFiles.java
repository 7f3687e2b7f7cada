package anima.offline;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Folders and jars of class files. */
final class ClassFiles {
    private ClassFiles() {
    }

    /** Takes a file: its name inside the folder or jar, and its bytes. */
    interface Sink {
        void accept(String name, byte[] bytes) throws IOException;
    }

    /** Hands over every file of a folder or jar, in the order of their names. */
    static void walk(Path root, Sink sink) throws IOException {
        if (!Files.isDirectory(root)) {
            try (FileSystem jar = FileSystems.newFileSystem(root)) {
                walk(jar.getPath("/"), sink);
            }
            return;
        }
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile).sorted()::iterator) {
                sink.accept(root.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
            }
        }
    }

    /** Writes a file and the folders above it. */
    static void write(Path file, byte[] bytes) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }
}
