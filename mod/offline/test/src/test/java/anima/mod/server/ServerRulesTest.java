package anima.mod.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.mod.Child;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerRulesTest {
    @TempDir
    Path folder;

    private ServerRules read(String text) throws IOException {
        Files.writeString(folder.resolve("anima-server.properties"), text);
        return ServerRules.read(folder);
    }

    @Test
    void theFileThatIsWrittenHoldsTheDefaults() throws IOException {
        Path fresh = folder.resolve("fresh");
        assertEquals(ServerRules.DEFAULT, ServerRules.read(fresh));
        assertEquals(ServerRules.DEFAULT, ServerRules.read(fresh), "read back");
    }

    @Test
    void keysThatAreThereCount() throws IOException {
        assertEquals(new ServerRules(false, 2, true, 5000),
            read("pause=false\npause.permission-level=2\npause.with-others = true\npause.limit-seconds=5\n"));
    }

    @Test
    void aWrongValueIsNamed() {
        IOException e = assertThrows(IOException.class, () -> read("pause.permission-level=5\n"));
        assertEquals(folder.resolve("anima-server.properties") + ", line 1: pause.permission-level must be a number from 0 to 4, not 5", e.getMessage());
        e = assertThrows(IOException.class, () -> read("# mine\n\npause=yes\n"));
        assertEquals(folder.resolve("anima-server.properties") + ", line 3: pause must be true or false, not yes", e.getMessage());
    }

    @Test
    void whatIsNoRuleIsNamedWithItsLine() {
        for (String text : new String[] {"pause=false\nfolder=C:\\users\n", "# mine\npause.levle=4\n", "pause=true\nnobody\n", "pause=false\npause=true\n"}) {
            IOException e = assertThrows(IOException.class, () -> read(text));
            assertTrue(e.getMessage().startsWith(folder.resolve("anima-server.properties") + ", line 2: "), e.getMessage());
        }
    }

    @Test
    void rulesThatCannotBeReadAllowNoPause() throws IOException {
        List<String> told = new ArrayList<>();
        Files.writeString(folder.resolve("anima-server.properties"), "pause=true\npauses=true\n");
        assertEquals(ServerRules.CLOSED, ServerRules.readOrClosed(folder, told::add));
        assertFalse(ServerRules.CLOSED.pause());
        assertTrue(told.get(0).contains("anima-server.properties, line 2") && told.get(0).contains("pauses"), told.toString());
    }

    @Test
    void aFolderInThePlaceOfTheFileAllowsNoPause() throws IOException {
        Files.createDirectory(folder.resolve("anima-server.properties"));
        assertEquals(ServerRules.CLOSED, ServerRules.readOrClosed(folder, why -> { }));
    }

    /** Rules that are none, each by what is odd about it. */
    private static Map<String, byte[]> odd() {
        Map<String, byte[]> odd = new LinkedHashMap<>();
        odd.put("UTF-16", "pause=false\n".getBytes(StandardCharsets.UTF_16LE));
        odd.put("UTF-16 with its mark", "pause=false\n".getBytes(StandardCharsets.UTF_16));
        odd.put("a mark in front", "\uFEFFpause=false\n".getBytes(StandardCharsets.UTF_8));
        odd.put("Latin-1", "# caf\u00E9\npause=false\n".getBytes(StandardCharsets.ISO_8859_1));
        odd.put("zeros", new byte[4_096]);
        odd.put("very long", "pause".repeat(200_000).getBytes(StandardCharsets.UTF_8));
        for (String text : List.of(
            "pause\n", "=\n", "pause:false\n", "PAUSE=false\n", "pause=\n", "pause=False\n", "pause=0\n", "pause=false # mine\n", "[pause]\n",
            "pause.limit-seconds=0\n", "pause.limit-seconds=1e3\n", "pause.limit-seconds=99999999999999999999\n", "pause.permission-level=-1\n",
            "pause.with-others=true\npause.with-others=true\n", "pause.levle=4\n", "{\"pause\": false}\n")) {
            odd.put(text, text.getBytes(StandardCharsets.UTF_8));
        }
        return odd;
    }

    @Test
    void oddRulesAllowNoPauseAndAreNamedAndKept() throws IOException {
        Path file = folder.resolve("anima-server.properties");
        for (Map.Entry<String, byte[]> each : odd().entrySet()) {
            Files.write(file, each.getValue());
            List<String> told = new ArrayList<>();
            assertEquals(ServerRules.CLOSED, ServerRules.readOrClosed(folder, told::add), each.getKey());
            assertTrue(told.size() == 1 && told.get(0).contains(file.toString()) && told.get(0).length() < 2_500, each.getKey() + ": " + told);
            assertEquals(told.get(0), ServerRules.problem());
            assertArrayEquals(each.getValue(), Files.readAllBytes(file), each.getKey());
        }
        Files.writeString(file, "# mine\r\n\r\n ! and mine\r\n  pause = false  \r\n");
        assertFalse(ServerRules.readOrClosed(folder, why -> { }).pause());
        assertNull(ServerRules.problem());
    }

    /** From a pipe nothing may ever come, and from a device without end. */
    @Test
    void whatStandsInTheFilesPlaceAllowsNoPause() throws IOException, InterruptedException {
        Path file = folder.resolve("anima-server.properties");
        Path pipe = folder.resolve("pipe");
        boolean hasPipe = new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
        for (Path target : List.of(pipe, Path.of("/dev/zero"), Path.of("/dev/null"), folder)) {
            Assumptions.assumeTrue(hasPipe && Files.exists(target), "SKIPPED: no pipes and devices here");
            Files.createSymbolicLink(file, target);
            List<String> told = new ArrayList<>();
            assertTimeoutPreemptively(Duration.ofSeconds(10), () -> ServerRules.readOrClosed(folder, told::add));
            assertTrue(told.get(0).contains(file.toString()) && told.get(0).contains("put it away"), told.toString());
            Files.delete(file);
        }
    }

    /** For the system's own administrator, as which tests often run, nothing is forbidden: so it is tried by a JVM that is nobody's. */
    @Test
    void aFileThatNobodyMayReadAllowsNoPause() throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("anima-server.properties"), "pause=true\n");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        List<String> command = List.of(
            "unshare", "--user", Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", System.getProperty("mod.jar")
                + File.pathSeparator + System.getProperty("test.classes"), ReadRules.class.getName(), folder.toString());
        Process probe;
        try {
            probe = new ProcessBuilder("unshare", "--user", "true").redirectErrorStream(true).start();
        } catch (IOException e) {
            Assumptions.abort("SKIPPED: there is no unshare here by which to be nobody");
            return;
        }
        Assumptions.assumeTrue(Child.said(probe).isEmpty() && probe.exitValue() == 0, "SKIPPED: nobody may be nobody here");
        String said = Child.said(new ProcessBuilder(command).redirectErrorStream(true).start());
        assertTrue(said.startsWith("closed: ") && said.contains(file.toString()) && said.contains("may not be read"), said);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertEquals("pause=true\n", Files.readString(file));
    }

    /** Reads rules in a JVM of its own. */
    public static final class ReadRules {
        private ReadRules() {
        }

        public static void main(String[] arguments) {
            boolean isClosed = ServerRules.readOrClosed(Path.of(arguments[0]), why -> { }).equals(ServerRules.CLOSED);
            System.out.println((isClosed ? "closed: " : "open: ") + ServerRules.problem());
        }
    }

    @Test
    void anotherEncodingIsNamed() throws IOException {
        Files.write(folder.resolve("anima-server.properties"), "pause=false\n".getBytes(StandardCharsets.UTF_16));
        IOException e = assertThrows(IOException.class, () -> ServerRules.read(folder));
        assertTrue(e.getMessage().contains("UTF-8"), e.getMessage());
    }
}
