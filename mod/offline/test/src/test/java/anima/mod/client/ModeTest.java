package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.Flat;
import anima.mod.bridge.Status;
import anima.mod.bridge.Turn;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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

    /** Two seconds of ticks in which the game takes no keys: the agent is not asked, and goes on as if they had not been. */
    private void standsAside(Runnable begins, Runnable ends) {
        AtomicInteger asked = new AtomicInteger();
        play.drivenBy((worldTick, turn) -> {
            asked.incrementAndGet();
            play.body().tick(worldTick, turn);
        });
        Game.tickUntilActing();
        assertTrue(asked.getAndSet(0) > 0);
        begins.run();
        for (int i = 0; i < 40; i++) {
            client.tick();
            assertEquals(0, Game.pressed(), "tick " + i);
            assertEquals(0, Game.waitingPresses(), "tick " + i);
        }
        assertEquals(0, asked.get(), "nobody asks the agent");
        assertTrue(play.isEngaged(), "it is the agent that plays, all the same");
        ends.run();
        client.tick();
        assertEquals(1, asked.get());
        Game.tickUntilActing();
        assertEquals(Turn.ACTING, play.body().status().state());
        assertEquals("obtain 64 cobblestone", play.body().status().goal());
    }

    @Test
    void whileTheGameIsPausedTheKeysAreReleasedAndTheAgentIsNotAsked() {
        act();
        standsAside(() -> client.doublePaused = true, () -> client.doublePaused = false);
    }

    /** On a server the world goes on meanwhile. */
    @Test
    void whileTheGameLoadsResourcesTheKeysAreReleasedAndTheAgentIsNotAsked() {
        act();
        long before = play.observer().worldTick();
        standsAside(() -> client.doubleOverlay(new Overlay() {
            @Override
            public void render(MatrixStack matrices, int mouseX, int mouseY, float delta) {
            }
        }), () -> client.doubleOverlay(null));
        assertTrue(play.observer().worldTick() > before + 40);
    }
}
