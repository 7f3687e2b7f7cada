package anima.mod;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another JVM with the class path of the tests. */
public final class Child {
    private Child() {
    }

    /** Starts one: options that begin with a hyphen are the JVM's, the rest is handed to the class. */
    public static Process start(String mainClass, String classPath, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classPath));
        List.of(arguments).stream().filter(argument -> argument.startsWith("-")).forEach(command::add);
        command.add(mainClass);
        List.of(arguments).stream().filter(argument -> !argument.startsWith("-")).forEach(command::add);
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Waits for its end and gives all that it has said. */
    public static String said(Process child) throws IOException, InterruptedException {
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        child.waitFor();
        return said;
    }

    /** Starts one with the tests' own class path and waits. */
    static String run(String mainClass, String... arguments) throws IOException, InterruptedException {
        return said(start(mainClass, System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")), arguments));
    }
}
