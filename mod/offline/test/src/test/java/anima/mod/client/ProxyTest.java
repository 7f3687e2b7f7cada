package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.Flat;
import anima.doubles.GameData;
import anima.mod.bridge.Status;
import anima.mod.bridge.Turn;
import java.util.List;
import java.util.Map;
import net.minecraft.network.packet.s2c.play.StatisticsS2CPacket;
import net.minecraft.stat.Stat;
import net.minecraft.world.chunk.WorldChunk;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several servers behind one address: what the agent has of one of them it does not use on another. */
class ProxyTest extends InGame {
    private static final String ADDRESS = "mc.example.org";
    private static final long LOBBY = 11;
    private static final long SURVIVAL = 12;
    /** What some servers tell in place of the hash of their seed. */
    private static final long HIDDEN = 0;

    @BeforeEach
    void open() {
        play = Game.open(home, "look = \"exact\"", "seed = 3");
    }

    private static List<String> told() {
        List<String> told = Game.type("anima fault told");
        Assumptions.assumeFalse(told.stream().anyMatch(line -> line.startsWith("syntax")), "SKIPPED: this library serves no faults");
        return told;
    }

    private void join(long seed) {
        Flat.leave(client);
        client.tick();
        Flat.join(client, ADDRESS, seed);
        client.tick();
    }

    private void switchTo(long seed) {
        Flat.switchServer(client, seed, () -> { });
        client.tick();
    }

    /** Logs stand before the player, for as long as the agent needs to see them. */
    private void seeLogs() {
        WorldChunk chunk = client.world.doubleChunks.getWorldChunk(1, 0);
        chunk.doubleSections[8].doubleState = GameData.state("minecraft:oak_log[axis=y]");
        Game.type("anima do obtain 64 cobblestone");
        Game.tickUntilActing();
        for (int i = 0; i < 40; i++) {
            client.player.doubleYaw = -90; // East.
            client.tick();
        }
        Game.type("anima stop");
        assertTrue(knowsOfLogs());
    }

    /** Whether the agent sets out for logs, and does not look for any. */
    private boolean knowsOfLogs() {
        told(); // Or the test is skipped.
        Game.type("anima do obtain 1 oak_log");
        List<String> doing = List.of();
        for (int i = 0; i < 60 && doing.size() < 2; i++) {
            client.tick();
            doing = Game.type("anima fault doing");
        }
        Game.type("anima stop");
        client.tick();
        boolean knows = doing.get(1).startsWith("within reach of");
        assertTrue(knows || doing.get(1).equals("look for oak_log"), doing.toString());
        return knows;
    }

    @Test
    void aGoalEndsAndStatisticsAreThoseOfTheOtherServer() {
        join(LOBBY);
        Game.type("anima do obtain 64 cobblestone");
        Game.tickUntilActing();
        play.observer().askStatistics();
        client.doubleConnection.onStatistics(new StatisticsS2CPacket(Map.of(new Stat<Object>("minecraft.mined:minecraft.dirt"), 4)));
        assertTrue(told().contains("mined:dirt 4"), told().toString());
        switchTo(SURVIVAL);
        assertFalse(told().contains("mined:dirt 4"), told().toString());
        assertEquals(Status.STOPPED, play.status().ending());
        for (int i = 0; i < 20; i++) {
            client.tick();
            assertEquals(0, Game.pressed());
        }
        assertEquals(Turn.IDLE, play.status().state());
    }

    @Test
    void anotherDimensionOfTheOtherServerIsThatOfItsGame() {
        join(LOBBY);
        Flat.switchServer(client, SURVIVAL, client::tick); // The game ticks between the two packets.
        client.tick();
        Game.type("anima do obtain 64 cobblestone");
        Game.tickUntilActing();
        Flat.enter(client, "minecraft:the_nether");
        Game.tickUntilActing();
        assertTrue(play.status().goal().contains("cobblestone"), play.status().goal());
    }

    @Test
    void whatIsKnownOfOneServerIsNotKnownOnAnother() {
        join(LOBBY);
        seeLogs();
        switchTo(SURVIVAL);
        assertFalse(knowsOfLogs());
        join(SURVIVAL);
        assertFalse(knowsOfLogs(), "nor where that one is joined at once");
        join(LOBBY);
        assertTrue(knowsOfLogs(), "it is the lobby again");
    }

    @Test
    void twoServersThatCannotBeToldApartAreNotTakenForOne() {
        for (long seed : new long[] {LOBBY, HIDDEN}) {
            join(seed);
            seeLogs();
            switchTo(seed);
            assertFalse(knowsOfLogs(), "seed " + seed);
            join(seed);
            assertTrue(knowsOfLogs(), "seed " + seed);
        }
        join(LOBBY);
        switchTo(HIDDEN);
        assertFalse(knowsOfLogs());
    }

    @Test
    void aWorldOfTheSameNameThatWasMadeAnewIsAnother() {
        join(SURVIVAL);
        seeLogs();
        join(SURVIVAL + 1);
        assertFalse(knowsOfLogs());
    }
}
