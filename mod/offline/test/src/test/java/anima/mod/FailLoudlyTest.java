package anima.mod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.offline.game.LoadOne;
import java.io.IOException;
import net.minecraft.client.Mouse;
import org.junit.jupiter.api.Test;

/** In a game whose method has another name the real Mixin ends the start, and does not leave the hook out in silence. */
class FailLoudlyTest {
    private static final String PRESSED = "method_1601"; // Mouse.onMouseButton

    private static String load(String className, String renamed) throws IOException, InterruptedException {
        return Child.run(LoadOne.class.getName(), "-Dgame.path=" + System.getProperty("game.path"), className, renamed);
    }

    @Test
    void whereEveryTargetIsThereTheClassLoads() throws IOException, InterruptedException {
        assertEquals("loaded", load(Mouse.class.getName(), "method_0").lines().reduce("", (before, line) -> line));
    }

    @Test
    void whereATargetIsMissingItDoesNot() throws IOException, InterruptedException {
        String said = load(Mouse.class.getName(), PRESSED);
        assertFalse(said.endsWith("loaded\n"), said);
        assertTrue(said.contains("anima$takeOver") && said.contains("InvalidInjectionException"), said);
    }
}
