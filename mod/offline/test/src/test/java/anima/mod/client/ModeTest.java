package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.Flat;
import anima.mod.bridge.Status;
import anima.mod.bridge.Turn;
import java.util.List;
import net.minecraft.client.gui.screen.Overlay;
import net.minecraft.client.util.math.MatrixStack;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.world.GameMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where the agent may play, and when the game itself stands still. */
class ModeTest extends InGame {
    @BeforeEach
    void join() {
        play = Game.open(home, "look = \"exact\"", "seed = 3");
        Flat.join(client);
        client.tick();
    }

    @AfterEach
    void goOn() {
        client.doublePaused = false;
        client.doubleOverlay(null);
    }

    private void act() {
        Game.type("anima do obtain 64 cobblestone");
        Game.tickUntilActing();
    }

    @Test
    void aGoalIsRefusedInEveryOtherMode() {
        for (GameMode mode : List.of(GameMode.CREATIVE, GameMode.ADVENTURE, GameMode.SPECTATOR)) {
            client.interactionManager.doubleMode = mode;
            client.tick();
            String answer = Game.type("anima do obtain 1 dirt").get(0);
            assertTrue(answer.contains(mode.name().toLowerCase()) && answer.contains("/gamemode survival"), answer);
            client.tick();
            assertEquals(Turn.IDLE, play.status().state());
        }
    }

    @Test
    void aGoalEndsWhenTheModeChanges() {
        act();
        client.interactionManager.doubleMode = GameMode.SPECTATOR;
        client.tick();
        assertEquals(0, Game.pressed());
        assertEquals(Status.FAILED, play.status().ending());
        assertTrue(play.status().detail().contains("spectator"), play.status().detail());
    }

    @Test
    void nobodyRespawnsInHardcore() {
        act();
        client.world.doubleHardcore = true;
        client.tick();
        assertEquals(Status.NOT_ENDED, play.status().ending());
        client.player.doubleHealth = 0;
        for (int i = 0; i < 100; i++) {
            client.tick();
            assertFalse(client.player.doubleRespawns);
        }
        assertTrue(play.status().detail().contains("hardcore"), play.status().detail());
    }

    @Test
    void theCreativeInventoryRaisesNothing() {
        ScreenHandler creative = new ScreenHandler(null, 0, 54, 0) {
        };
        client.player.currentScreenHandler = creative;
        client.tick();
        creative.slots.subList(45, 54).clear(); // Another tab has other slots.
        client.tick();
        assertEquals(List.of(), client.inGameHud.getChatHud().doubleLines);
    }

    @Test
    void keysAreReleasedWhileTheGameIsPausedOrLoadsResources() {
        act();
        client.doublePaused = true;
        client.tick();
        assertEquals(0, Game.pressed());
        client.doublePaused = false;
        Game.tickUntilActing();
        client.doubleOverlay(new Overlay() {
            @Override
            public void render(MatrixStack matrices, int mouseX, int mouseY, float delta) {
            }
        });
        client.tick();
        assertEquals(0, Game.pressed());
        client.doubleOverlay(null);
        Game.tickUntilActing();
    }
}
