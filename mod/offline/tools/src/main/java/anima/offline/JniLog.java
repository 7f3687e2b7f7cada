package anima.offline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Fails when a JVM that ran with {@code -Xcheck:jni} wrote a warning. Arguments: logs of JVMs. */
public final class JniLog {
    private JniLog() {
    }

    /** Runs the tool. */
    public static void main(String[] args) throws IOException {
        for (String log : args) {
            List<String> warnings = warnings(Files.readAllLines(Path.of(log)));
            if (!warnings.isEmpty()) {
                throw new IOException(log + ": " + warnings.size() + " JNI warnings, the first: " + warnings.get(0));
            }
        }
        System.out.println("no JNI warnings");
    }

    static List<String> warnings(List<String> lines) {
        return lines.stream().filter(JniLog::isOfJni).toList();
    }

    /** The JVM's own warnings are in small letters: they are about its options and libraries, not about calls. */
    private static boolean isOfJni(String line) {
        boolean warns = line.contains("WARNING") && (line.contains("JNI") || line.contains("native method"));
        return warns || line.contains("FATAL ERROR");
    }
}
