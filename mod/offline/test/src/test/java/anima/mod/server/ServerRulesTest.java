package anima.mod.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    @Test
    void anotherEncodingIsNamed() throws IOException {
        Files.write(folder.resolve("anima-server.properties"), "pause=false\n".getBytes(StandardCharsets.UTF_16));
        IOException e = assertThrows(IOException.class, () -> ServerRules.read(folder));
        assertTrue(e.getMessage().contains("UTF-8"), e.getMessage());
    }
}
