package anima.mod.client;

import anima.host.BridgeCheck;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The border's own checks, with the library out of the jar. */
class BridgeTest {
    @TempDir
    Path folder;

    @BeforeAll
    static void library() {
        Game.start();
        Assumptions.assumeTrue(Game.hasHost(), "SKIPPED: no library of the embedded world");
    }

    @Test
    void misuseIsAClearException() throws Exception {
        BridgeCheck.misuse(folder);
    }

    @Test
    void aPanicIsLoggedWithItsBacktraceAndStopsTheAgentAlone() throws Exception {
        Assumptions.assumeFalse(System.getProperty("anima.faults", "").isEmpty(), "SKIPPED: this library serves no faults");
        BridgeCheck.panic(folder);
    }

    @Test
    void randomCallsDoNotKillTheJvm() throws Exception {
        BridgeCheck.faults(folder, 20_000);
    }
}
