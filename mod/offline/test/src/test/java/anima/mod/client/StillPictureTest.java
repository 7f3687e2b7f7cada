package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.Flat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.fabricmc.fabric.api.client.event.lifecycle.v1.ClientTickEvents;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking;
import net.minecraft.network.PacketByteBuf;
import net.minecraft.server.integrated.IntegratedServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** While the world is held nothing moves in the client's picture, frame after frame. */
class StillPictureTest extends InGame {
    /** Milliseconds from frame to frame, so that a tick is due in some. */
    private static final int FRAME_MILLIS = 16;
    private static final int FRAMES = 100;

    /** Run after the session has looked at the tick: it has no goal of its own, and would let the world go on. */
    private static Runnable thought = () -> { };
    private int clientTicks;

    @BeforeAll
    static void afterTheSession() {
        ClientTickEvents.START_CLIENT_TICK.register(client -> thought.run());
    }

    @BeforeEach
    void join() {
        play = Game.open(home);
        Flat.join(client);
        client.tick();
        client.doubleMillis += 50;
        client.doubleRender();
    }

    @AfterEach
    void cut() {
        thought = () -> { };
        ClientPlayNetworking.wire = null;
    }

    /** All that makes the picture move. */
    private List<Integer> moved() {
        return List.of(
            client.world.doubleTicks, client.world.doubleDisplayTicks, client.doubleParticles.doubleTicks, client.doubleTextures.doubleTicks,
            client.doubleWorldRenderer.doubleTicks, client.doubleWorldRenderer.doubleSplashes, client.doubleGameRenderer.doubleTicks);
    }

    /** Draws some frames; tells how far between two ticks they were drawn. */
    private Set<Float> draw() {
        client.doubleGameRenderer.doubleDrawn.clear();
        for (int i = 0; i < FRAMES; i++) {
            client.doubleMillis += FRAME_MILLIS;
            client.doubleRender();
        }
        assertEquals(FRAMES, client.doubleGameRenderer.doubleDrawn.size());
        return new TreeSet<>(client.doubleGameRenderer.doubleDrawn);
    }

    /** Compares a picture that is held with one that goes on again. */
    private void standsStillAndGoesOn() {
        List<Integer> before = moved();
        clientTicks = 0;
        assertEquals(Set.of(1F), draw(), "every frame shows the world as its last tick left it");
        assertEquals(before, moved());
        assertTrue(clientTicks >= FRAMES * FRAME_MILLIS / 50 - 1, "the client itself goes on: " + clientTicks);
        thought = () -> { };
        play.pause().letGo();
        assertTrue(draw().size() > 3, "movement is smooth again");
        for (int i = 0; i < before.size(); i++) {
            assertTrue(moved().get(i) > before.get(i) + 20, "the " + i + "th goes on: " + before + ", " + moved());
        }
    }

    @Test
    void inSinglePlayer() {
        client.doubleServer = new IntegratedServer();
        thought = () -> {
            clientTicks++;
            assertFalse(play.pause().update(client, true, play.settings()));
        };
        thought.run();
        assertTrue(ClientHooks.isStill());
        standsStillAndGoesOn();
    }

    @Test
    void onAServerWithTheMod() {
        ClientPlayNetworking.wire = new ClientPlayNetworking.Server() {
            @Override
            public boolean knows(String channel) {
                return true;
            }

            @Override
            public void receive(String channel, PacketByteBuf buf) {
            }
        };
        thought = () -> {
            clientTicks++;
            assertFalse(play.pause().update(client, true, play.settings()));
            play.pause().answered(true);
        };
        thought.run();
        assertTrue(ClientHooks.isStill());
        standsStillAndGoesOn();
    }

    @Test
    void noBlockIsDugOnAndNoneGivenUp() {
        client.doubleServer = new IntegratedServer();
        client.interactionManager.doubleBreaking = true;
        thought = () -> play.pause().update(client, true, play.settings());
        thought.run();
        draw();
        assertEquals(0, client.interactionManager.doubleCancels, "the cracks stay");
        thought = () -> { };
        play.pause().letGo();
        draw();
        assertEquals(1, client.interactionManager.doubleCancels);
    }
}
