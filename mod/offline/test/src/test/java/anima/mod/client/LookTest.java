package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.Flat;
import anima.doubles.GameData;
import anima.mod.bridge.Turn;
import com.mojang.authlib.GameProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.UUID;
import net.fabricmc.fabric.api.client.message.v1.ClientReceiveMessageEvents;
import net.minecraft.entity.passive.SheepEntity;
import net.minecraft.network.packet.s2c.play.DeathMessageS2CPacket;
import net.minecraft.network.packet.s2c.play.EntityStatusS2CPacket;
import net.minecraft.text.Text;
import net.minecraft.util.math.BlockPos;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is around comes over the border for goals only, and no more of it than the agent can use. */
class LookTest extends InGame {
    private static final int VIEW = 32;
    private static final int WANTED = 21 * 21;
    private static final int KEPT = 25 * 25;

    @BeforeEach
    void join() {
        play = Game.open(home, "look = \"exact\"", "seed = 3");
        Flat.join(client);
    }

    /** All chunks that a server with 32 chunks of view sends. */
    private void see() {
        for (int x = -VIEW; x <= VIEW; x++) {
            for (int z = -VIEW; z <= VIEW; z++) {
                Flat.load(client.world, x, z);
            }
        }
    }

    private SheepEntity sheep(int id) {
        SheepEntity sheep = new SheepEntity();
        sheep.doubleId = id;
        sheep.doubleType = GameData.entityType("minecraft:pig");
        sheep.doubleHealth = 8;
        sheep.doubleX = 5;
        sheep.doubleY = 64;
        client.world.doubleEntities.add(sheep);
        return sheep;
    }

    /** All that a game shows in a tick, but for the chunks. */
    private void happen() {
        ClientReceiveMessageEvents.GAME.invoker().onReceiveGameMessage(Text.literal("a line of chat"), false);
        ClientReceiveMessageEvents.CHAT.invoker().onReceiveChatMessage(
            Text.literal("<Anna> hello"), null, new GameProfile(new UUID(1, 2), "Anna"), null, null);
        client.doubleConnection.onEntityStatus(new EntityStatusS2CPacket(client.world.doubleEntities.get(1), (byte) 18));
        client.doubleConnection.onDeathMessage(new DeathMessageS2CPacket(1, Text.literal("Anna fell")));
        client.world.onBlockChanged(new BlockPos(3, 63, 3), null, GameData.state("minecraft:dirt"));
        client.player.doubleHealth -= 0.001F;
    }

    /** What the native side shows of what it was told; the library of players does not tell. */
    private static List<String> held(String what) {
        List<String> lines = Game.type("anima fault " + what);
        Assumptions.assumeFalse(lines.stream().anyMatch(line -> line.startsWith("syntax")), "SKIPPED: this library serves no faults");
        return lines;
    }

    /** What is kept of what is around: nothing, beside the statistics as they are before any were told. */
    private static List<String> nothingKept() {
        List<String> kept = held("kept");
        assertEquals(List.of("columns 0", "entity bytes 0", "queued bytes 0", "chunk bytes 0"), kept.subList(0, 4));
        return kept;
    }

    private static int columns() {
        return Integer.parseInt(held("kept").get(0).replaceAll("[^0-9]", ""));
    }

    @Test
    void withoutAGoalNothingOfWhatIsAroundComesOver() {
        List<String> nothing = nothingKept();
        see();
        sheep(7);
        for (int i = 0; i < 50; i++) {
            happen();
            assertEquals(List.of(), held("seen"));
            client.tick();
            happen();
            assertEquals(List.of(), held("seen"));
            assertEquals(List.of(), held("entities"));
        }
        assertEquals(nothing, nothingKept());
        assertTrue(Game.type("anima doctor").stream().anyMatch(line -> line.contains("without a goal the agent looks at nothing")));
        Game.type("anima do obtain 64 cobblestone");
        client.tick();
        client.tick();
        happen();
        assertTrue(held("seen").stream().anyMatch(line -> line.startsWith("Chat")), held("seen").toString());
        assertEquals(1, held("entities").size());
    }

    @Test
    void withAGoalWhatIsNearComesOverSomeTicksAndGoesSomeTicksAfterIt() {
        List<String> nothing = nothingKept();
        see();
        client.tick();
        Game.type("anima do obtain 64 cobblestone");
        int ticks = 0;
        int before = 0;
        while (play.body().status().goal().isEmpty()) {
            client.tick();
            int now = columns();
            assertTrue(now - before <= 41, "columns in one tick: " + (now - before));
            before = now;
            ticks++;
        }
        assertEquals(WANTED, before);
        assertEquals(11, ticks);
        Game.type("anima wait");
        for (int step = 1; step <= 40; step++) { // Into what comes, away from what was.
            client.player.doubleX += 8;
            client.world.doubleChunks.doubleCenter((int) client.player.doubleX >> 4, 0);
            for (int z = -VIEW; z <= VIEW; z++) {
                Flat.load(client.world, VIEW + (step >> 1), z);
            }
            client.tick();
            client.tick();
            assertTrue(columns() <= KEPT && columns() >= WANTED, "columns after " + step + " steps: " + columns());
        }
        client.world.doubleChunks.doubleView(client.world, 2);
        client.tick();
        assertEquals(11 * 11, columns(), "what the client lets go of");
        Game.type("anima stop");
        for (int i = 0; i < 199; i++) {
            client.tick();
            assertEquals(11 * 11, columns(), "the next goal often follows");
        }
        client.tick();
        client.tick();
        client.tick();
        assertEquals(nothing, nothingKept());
    }

    @Test
    void aGoalWaitsForTheNearestChunksAndSaysSo() {
        client.world.doubleChunks.doubleChunks.clear();
        Game.type("anima do obtain 64 cobblestone");
        for (int i = 0; i < 150; i++) {
            client.tick();
            assertEquals(0, Game.pressed());
        }
        assertEquals("", play.status().goal());
        assertEquals(1, play.status().queued());
        assertEquals("waits for the land around: 0 of the nearest 9 chunks are here", play.status().step());
        for (int x = -1; x <= 1; x++) {
            for (int z = -1; z <= 1; z++) {
                assertTrue(play.body().status().goal().isEmpty(), "not yet");
                Flat.load(client.world, x, z);
                client.tick();
            }
        }
        assertFalse(play.body().status().goal().isEmpty(), "it begins");
        assertEquals(9, columns());
        Game.tickUntilActing();
    }

    /** A server may send three dozens of dead players in a tick; one of them is enough, and none of them forges a line. */
    @Test
    void whatAServerWritesIsNoLineOfTheLog() throws IOException {
        Game.type("anima do obtain 64 cobblestone");
        Game.tickUntilActing();
        String forged = "2026-11-26 00:00:00.000 ERROR all is lost";
        client.player.doubleHealth = 0;
        for (int i = 0; i < 36; i++) {
            client.doubleConnection.onDeathMessage(new DeathMessageS2CPacket(1, Text.literal("Anna fell\n" + forged + "\u2028" + forged)));
        }
        String game = LifeTest.logged(client::tick);
        client.player.doubleHealth = 20;
        game += LifeTest.logged(client::tick) + LifeTest.logged(client::tick);
        Game.close(play);
        play = null;
        for (String text : List.of(game, Files.readString(home.resolve("logs/anima.log")))) {
            assertEquals(1, text.lines().filter(line -> line.contains("died: Anna fell " + forged)).count(), text);
            assertTrue(text.lines().noneMatch(line -> line.startsWith(forged) || line.contains("\u2028")), text);
        }
    }

    @Test
    void theStateIsActingWhileItWaits() {
        client.world.doubleChunks.doubleChunks.clear();
        Game.type("anima do obtain 64 cobblestone");
        client.tick();
        assertEquals(Turn.ACTING, play.status().state());
        Game.type("anima stop");
        client.tick();
        assertEquals(Turn.IDLE, play.status().state());
    }
}
