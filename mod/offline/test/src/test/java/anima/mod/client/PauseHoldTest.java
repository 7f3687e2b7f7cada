package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.Flat;
import anima.mod.pause.GatedServer;
import anima.mod.pause.PauseChannel;
import anima.mod.pause.TickGate;
import java.util.ArrayList;
import java.util.List;
import net.fabricmc.fabric.api.client.networking.v1.ClientPlayNetworking;
import net.fabricmc.fabric.api.networking.v1.PacketByteBufs;
import net.minecraft.network.PacketByteBuf;
import net.minecraft.network.packet.s2c.play.WorldTimeUpdateS2CPacket;
import net.minecraft.server.integrated.IntegratedServer;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.server.world.ServerWorld;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client's side of a pause, in single player and on servers. */
class PauseHoldTest extends InGame {
    private final IntegratedServer server = new IntegratedServer();
    private final ServerWorld world = new ServerWorld();
    private final List<String> asked = new ArrayList<>();
    private long millis = 1_000_000;
    private final PauseHold pause = new PauseHold(() -> millis * 1_000_000);

    @BeforeEach
    void join() {
        play = Game.open(home, "watchdog_s = 10");
        Flat.join(client);
        world.doubleServer = server;
        server.doubleWorlds.add(world);
        ServerPlayerEntity host = new ServerPlayerEntity(server);
        host.doubleUuid = client.player.doubleUuid;
        server.getPlayerManager().doublePlayers.put(host.getUuid(), host);
    }

    @AfterEach
    void letGo() {
        pause.letGo();
        ClientPlayNetworking.wire = null;
    }

    private boolean think() {
        return pause.update(client, true, play.settings());
    }

    private TickGate gate() {
        return ((GatedServer) server).anima$tickGate();
    }

    @Test
    void inSinglePlayerBothWorldsStandStill() {
        client.doubleServer = server;
        server.tick(() -> true);
        assertFalse(think());
        assertTrue(pause.isStill(), "the client's at once");
        for (int i = 0; i < 100; i++) {
            server.tick(() -> true);
            assertFalse(think());
        }
        assertEquals(1, world.doubleTicks);
        pause.update(client, false, play.settings());
        assertFalse(pause.isStill());
        server.tick(() -> true);
        assertEquals(2, world.doubleTicks, "resumed within one tick");
    }

    @Test
    void theWatchdogEndsItOnTime() {
        client.doubleServer = server;
        think();
        millis += 9_999;
        assertFalse(think());
        assertTrue(pause.isStill());
        millis += 1;
        assertTrue(think(), "it says so");
        assertFalse(pause.isStill());
        assertFalse(gate().isHeldBy(client.player.getUuid()));
        for (int i = 0; i < 10; i++) {
            millis += 10_000;
            assertFalse(think(), "once, and not again for the same thought");
            assertFalse(pause.isStill());
        }
        pause.update(client, false, play.settings());
        think();
        assertTrue(pause.isStill(), "another thought");
    }

    @Test
    void whoIsExpelledByTheServerGoesOn() {
        client.doubleServer = server;
        think();
        gate().beginTick(false); // Somebody has joined.
        assertFalse(pause.isStill());
        assertFalse(think(), "it was not the watchdog");
        for (int thoughts = 0; thoughts < 10; thoughts++) {
            pause.update(client, false, play.settings());
            assertFalse(pause.isPossible(client, play.settings()), "the agent is told that nothing stands still");
            think();
            assertFalse(pause.isStill(), "no frame stands still for what can only be refused");
            assertFalse(gate().isHeldBy(client.player.getUuid()), "nor is it asked for");
        }
        gate().beginTick(true); // Whoever joined is gone.
        pause.update(client, false, play.settings());
        assertTrue(pause.isPossible(client, play.settings()));
        think();
        assertTrue(pause.isStill());
    }

    @Test
    void whoIsMadeToLetGoByTheGatesOwnClockMayAskAgain() {
        client.doubleServer = server;
        think();
        gate().letGo(client.player.getUuid());
        assertFalse(pause.isStill());
        goesOnAwake();
    }

    /** The thought that has lost its pause still wants it, and gets none; the next one may ask again. */
    private void goesOnAwake() {
        assertFalse(think(), "it was not the watchdog");
        assertFalse(pause.isPossible(client, play.settings()), "the agent is told that nothing stands still");
        think();
        assertFalse(pause.isStill());
        pause.update(client, false, play.settings());
        assertTrue(pause.isPossible(client, play.settings()), "another thought");
    }

    @Test
    void whoseGrantIsRevokedGoesOn() {
        connect(true);
        think();
        pause.answered(true);
        assertFalse(think());
        assertTrue(pause.isStill());
        pause.answered(false); // Somebody has joined, or the server's own limit is over.
        goesOnAwake();
        assertEquals(List.of("true 10000", "false 0"), asked);
    }

    @Test
    void aLateAnswerHoldsNothing() {
        connect(true);
        think();
        pause.update(client, false, play.settings());
        pause.answered(true);
        think();
        assertFalse(pause.isStill(), "the answer to this question has not come");
        pause.update(client, false, play.settings());
        pause.answered(false);
        assertTrue(pause.isPossible(client, play.settings()), "nor does a late no count");
    }

    @Test
    void thePlayersChoiceOffMeansNever() {
        assertEquals(null, play.settings().config().set("game.pause", "false"));
        play.settings().read();
        client.doubleServer = server;
        think();
        assertFalse(pause.isStill());
        assertFalse(pause.isPossible(client, play.settings()));
    }

    private void connect(boolean hasMod) {
        ClientPlayNetworking.wire = new ClientPlayNetworking.Server() {
            @Override
            public boolean knows(String channel) {
                return hasMod && channel.equals(PauseChannel.ID.toString());
            }

            @Override
            public void receive(String channel, PacketByteBuf buf) {
                asked.add(buf.readBoolean() + " " + buf.readInt());
            }
        };
    }

    @Test
    void aServerWithTheModIsAsked() {
        connect(true);
        assertTrue(pause.isPossible(client, play.settings()));
        think();
        think();
        assertEquals(List.of("true 10000"), asked, "once");
        assertFalse(pause.isStill(), "until it answers");
        pause.answered(true);
        assertTrue(pause.isStill());
        pause.update(client, false, play.settings());
        assertFalse(pause.isStill());
        assertEquals(List.of("true 10000", "false 0"), asked);
    }

    @Test
    void aServerThatRefusesIsRemembered() {
        connect(true);
        think();
        pause.answered(false);
        assertFalse(pause.isStill());
        assertFalse(pause.isPossible(client, play.settings()));
        Flat.join(client);
        assertTrue(pause.isPossible(client, play.settings()), "another server");
    }

    @Test
    void aRefusalHoldsForOneMinute() {
        connect(true);
        think();
        pause.answered(false); // A second player is on line.
        millis += 1;
        think();
        pause.update(client, false, play.settings());
        millis += 59_998;
        assertFalse(pause.isPossible(client, play.settings()));
        millis += 1;
        assertTrue(pause.isPossible(client, play.settings()));
        think();
        assertEquals(List.of("true 10000", "false 0", "true 10000"), asked, "asked again");
        pause.answered(true);
        assertTrue(pause.isStill(), "alone by now");
    }

    @Test
    void theThoughtThatWasRefusedGoesOnAwakeAfterTheMinute() {
        connect(true);
        think();
        pause.answered(false);
        think();
        millis += 60_000;
        goesOnAwake();
    }

    @Test
    void aServerThatDoesNotAnswerHasRefused() {
        connect(true);
        think();
        millis += 999;
        think();
        assertTrue(pause.isPossible(client, play.settings()), "it may answer yet");
        millis += 1;
        assertFalse(think(), "it was not the watchdog");
        assertEquals(List.of("true 10000", "false 0"), asked, "a late yes shall hold nobody");
        pause.answered(true);
        assertFalse(pause.isStill());
        pause.update(client, false, play.settings());
        assertFalse(pause.isPossible(client, play.settings()), "nor does the next thought ask");
        millis += 60_000;
        assertTrue(pause.isPossible(client, play.settings()));
    }

    @Test
    void aServerThatHoldsStillTellsTheSameTimeAgainAndAgain() {
        connect(true);
        think();
        pause.answered(true);
        for (int second = 0; second < 9; second++) {
            millis += 1_000;
            pause.timeTold(7_000);
            assertFalse(think());
            assertTrue(pause.isStill());
        }
        assertEquals(List.of("true 10000"), asked);
    }

    @Test
    void aServerThatPromisesAPauseAndPlaysOnHasRefused() {
        connect(true);
        think();
        millis += 100;
        pause.answered(true);
        millis += 1_000;
        pause.timeTold(7_000);
        assertTrue(pause.isStill(), "its first word");
        millis += 1_000;
        pause.timeTold(7_020);
        assertFalse(pause.isStill(), "at once, with the packet");
        assertEquals(List.of("true 10000", "false 0"), asked);
        assertFalse(think(), "it was not the watchdog");
        pause.answered(true);
        assertFalse(pause.isStill());
        pause.update(client, false, play.settings());
        assertFalse(pause.isPossible(client, play.settings()), "nor does the next thought ask");
        millis += 60_000;
        assertTrue(pause.isPossible(client, play.settings()));
    }

    @Test
    void aServerThatPromisesAPauseAndTellsNoTimeIsNotTrustedForLong() {
        connect(true);
        think();
        pause.answered(true);
        millis += 4_999;
        think();
        assertTrue(pause.isStill());
        millis += 1;
        assertFalse(think(), "it was not the watchdog");
        assertFalse(pause.isStill());
        pause.update(client, false, play.settings());
        assertFalse(pause.isPossible(client, play.settings()));
    }

    @Test
    void timeThatIsToldWhenNothingIsHeldMeansNothing() {
        connect(true);
        pause.timeTold(1);
        think();
        pause.timeTold(2);
        pause.answered(true);
        pause.timeTold(3);
        assertTrue(pause.isStill(), "told before the server had stopped");
        pause.update(client, false, play.settings());
        pause.timeTold(4);
        assertTrue(pause.isPossible(client, play.settings()));
    }

    @Test
    void theTimeArrivesByItsPackets() {
        connect(true);
        play.pause().update(client, true, play.settings());
        play.pause().answered(true);
        client.doubleConnection.onWorldTimeUpdate(new WorldTimeUpdateS2CPacket(100, 6000));
        assertTrue(ClientHooks.isStill());
        client.doubleConnection.onWorldTimeUpdate(new WorldTimeUpdateS2CPacket(120, 6020));
        assertFalse(ClientHooks.isStill());
        int before = client.world.doubleTicks;
        client.world.tick(() -> true);
        assertEquals(before + 1, client.world.doubleTicks);
    }

    @Test
    void aServerWithoutTheModIsLeftAlone() {
        connect(false);
        assertFalse(pause.isPossible(client, play.settings()));
        think();
        assertFalse(pause.isStill());
        assertEquals(List.of(), asked);
    }

    @Test
    void theAnswerArrivesOverTheNetwork() {
        connect(true);
        play.pause().update(client, true, play.settings());
        PacketByteBuf answer = PacketByteBufs.create();
        answer.writeBoolean(true);
        ClientPlayNetworking.RECEIVERS.get(PauseChannel.ID.toString()).receive(client, client.doubleConnection, answer, null);
        assertTrue(ClientHooks.isStill());
        int before = client.world.doubleTicks;
        client.world.tickEntities();
        client.world.tick(() -> true);
        assertEquals(before, client.world.doubleTicks, "the mixins hold the client's world");
        play.pause().letGo();
        client.world.tick(() -> true);
        assertEquals(before + 1, client.world.doubleTicks);
    }
}
