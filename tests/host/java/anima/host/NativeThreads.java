package anima.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The threads of this process that Rust made, by the names that Linux has for them: the JVM knows only attached ones. */
public final class NativeThreads {
    private static final long A_SECOND = 1_000_000_000L;

    private NativeThreads() {}

    /** Names of those that live and have a name of ours. */
    public static List<String> named() throws IOException {
        return all().stream().filter(name -> name.startsWith("anima")).sorted().toList();
    }

    /** How many have the name of the calling thread, itself too: whom nobody names is called as whoever made it. */
    public static long unnamed() throws IOException {
        String own = Files.readString(Path.of("/proc/thread-self/comm")).strip();
        return all().stream().filter(own::equals).count();
    }

    /** Those that are left a second after this {@link System#nanoTime}. */
    public static List<String> leftASecondAfter(long nanos) throws IOException {
        List<String> left = named();
        while (!left.isEmpty() && System.nanoTime() - nanos < A_SECOND) {
            Thread.onSpinWait(); // One that is joined is listed for a moment more.
            left = named();
        }
        return left;
    }

    private static List<String> all() throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path task : tasks) {
                try {
                    names.add(Files.readString(task.resolve("comm")).strip());
                } catch (IOException e) {
                    continue; // It has ended since.
                }
            }
        }
        return names;
    }
}
