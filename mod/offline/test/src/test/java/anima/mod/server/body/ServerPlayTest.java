package anima.mod.server.body;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.Flat;
import anima.doubles.GameData;
import anima.mod.bridge.Console;
import anima.mod.bridge.Turn;
import anima.mod.client.Game;
import anima.mod.pause.GatedServer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.fabricmc.fabric.api.networking.v1.ServerPlayConnectionEvents;
import net.minecraft.network.message.MessageType;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.text.Text;
import net.minecraft.world.biome.Biome;
import net.minecraft.world.chunk.WorldChunk;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents in bodies, in a server of doubles. */
class ServerPlayTest {
    @TempDir
    Path home;

    private final MinecraftServer server = new MinecraftServer() {
    };
    private final ServerWorld world = new ServerWorld();
    private final Map<Long, WorldChunk> chunks = new HashMap<>();
    private ServerPlay play;

    @BeforeAll
    static void library() {
        Game.start();
    }

    @BeforeEach
    void fill() {
        world.doubleServer = server;
        world.doubleGround = 64;
        world.doubleBiomes.add("minecraft:plains", new Biome());
        world.doubleChunks.doubleLoaded = (x, z) -> chunks.computeIfAbsent((long) x << 32 ^ z & 0xffffffffL, at -> Flat.chunk(x, z));
        server.doubleWorlds.add(world);
        play = new ServerPlay(server, home, home);
        ((PlayedServer) server).anima$setPlay(play);
    }

    @AfterEach
    void close() {
        ((PlayedServer) server).anima$setPlay(null);
        play.close();
    }

    private BodyPlay add(String name, double x) {
        BodyPlay added = play.add(name, world, x, 64, 0.5);
        added.body().player().doubleType = GameData.entityType("minecraft:player");
        return added;
    }

    private void tick(int times) {
        for (int i = 0; i < times; i++) {
            server.tick(() -> true);
        }
    }

    private static void order(BodyPlay body, String line) {
        assertEquals(Console.Tone.GOOD, body.agent().console().run(line).get(0).tone(), line);
    }

    @Test
    void everyBodyIsShownItsWorldAndActsOnceInATick() {
        BodyPlay digs = add("One", 0.5);
        BodyPlay rests = add("Other", 8.5);
        tick(1);
        order(digs, "do obtain 64 cobblestone");
        int turns = 0;
        int acted = 0;
        for (int i = 0; i < 60; i++) {
            tick(1);
            turns += digs.turn().keys() != 0 || digs.turn().yaw() != 0 ? 1 : 0;
            acted += digs.body().player().getYaw() != 0 || digs.body().player().forwardSpeed != 0 ? 1 : 0;
        }
        assertEquals(Turn.ACTING, digs.turn().state());
        assertTrue(turns > 10 && acted > 10, "it plays, and its body does: " + turns + " " + acted);
        assertEquals(Turn.IDLE, rests.turn().state());
        assertEquals(0, rests.body().player().getYaw(), "it has no goal, and nothing of the other's");
        assertEquals(List.of(), rests.body().handler().doubleDone);
        // What one was told of the land the other knows.
        order(rests, "do obtain 64 cobblestone");
        tick(2);
        assertEquals(Turn.ACTING, rests.turn().state(), "at once");
    }

    @Test
    void itSeesNoFartherThanTheServerLetsPlayersSee() {
        server.getPlayerManager().doubleViewDistance = 4;
        BodyPlay body = add("One", 0.5);
        tick(1);
        order(body, "do obtain 64 cobblestone");
        tick(20);
        assertEquals(9 * 9, chunks.size(), "of these was asked");
        server.getPlayerManager().doubleViewDistance = 32;
        tick(20);
        assertEquals(21 * 21, chunks.size());
    }

    @Test
    void whatIsSaidIsToldWhileItLooks() {
        BodyPlay body = add("One", 0.5);
        tick(1);
        body.body().player().sendMessageToClient(Text.literal("before it looks"), false);
        order(body, "do obtain 64 cobblestone");
        tick(20);
        body.agent().handOver(); // It looks on, and nothing takes away what has happened.
        body.body().player().sendMessageToClient(Text.literal("Steve joined the game"), false);
        body.body().player().sendChatMessage(() -> Text.literal("hello"), false, MessageType.Parameters.doubleOf("Steve"));
        String told = body.agent().console().run("fault seen").toString();
        Assumptions.assumeFalse(told.contains("there is no"), "SKIPPED: this library serves no faults");
        assertTrue(told.contains("Steve joined the game") && told.contains("<Steve> hello") && !told.contains("before it looks"), told);
    }

    @Test
    void aMistakeInOneEndsNoOther() {
        BodyPlay[] bodies = IntStream.range(0, 2).mapToObj(i -> add("Body" + i, 4.0 * i)).toArray(BodyPlay[]::new);
        tick(1);
        for (BodyPlay body : bodies) {
            order(body, "do obtain 64 cobblestone");
        }
        tick(40);
        bodies[0].agent().console().run("fault panic");
        tick(5);
        assertEquals(Turn.ACTING, bodies[1].turn().state());
        assertFalse(play.bodies().contains(bodies[0]), "its body is taken out");
        assertFalse(bodies[0].body().isThere());
        assertEquals(1, world.doublePlayers.size());
    }

    @Test
    void aMistakeOfAnotherModThatIsToldOfALeavingBodyEndsNothing() {
        BodyPlay hated = add("Hated", 0.5);
        ServerPlayConnectionEvents.DISCONNECT.register((handler, of) -> {
            if (handler.player == hated.body().player()) {
                throw new IllegalStateException("a player without a client");
            }
        });
        BodyPlay other = add("Other", 4.5);
        tick(1);
        order(other, "do obtain 64 cobblestone");
        tick(40);
        play.remove(hated);
        tick(5);
        assertFalse(play.bodies().contains(hated));
        assertEquals(Turn.ACTING, other.turn().state());
    }

    @Test
    void theWorldStandsStillForOneThatThinksAndNotForEver() throws InterruptedException {
        BodyPlay thinks = add("Thinker", 0.5);
        tick(1);
        order(thinks, "do obtain 64 cobblestone");
        tick(40);
        thinks.agent().console().run("fault hang");
        tick(1);
        int before = world.doubleTicks;
        tick(50);
        assertTrue(((GatedServer) server).anima$tickGate().isClosed());
        assertEquals(before, world.doubleTicks);
        assertEquals(Turn.THINKING, thinks.turn().state());
        // With somebody on line who asked for no pause it goes on.
        ServerPlayerEntity person = new ServerPlayerEntity(server);
        server.getPlayerManager().doublePlayers.put(person.getUuid(), person);
        tick(5);
        assertTrue(world.doubleTicks >= before + 4, before + " " + world.doubleTicks);
    }

    @Test
    void onlyPeopleCountAsPeople() {
        add("One", 0.5);
        add("Other", 4.5);
        assertEquals(2, server.getCurrentPlayerCount());
        assertEquals(0, PlayedServer.people(server));
        ServerPlayerEntity person = new ServerPlayerEntity(server);
        server.getPlayerManager().doublePlayers.put(person.getUuid(), person);
        assertEquals(1, PlayedServer.people(server));
    }

    @Test
    void whoIsThrownOutPlaysNoMore() {
        BodyPlay body = add("One", 0.5);
        tick(1);
        body.body().leave();
        tick(1);
        assertTrue(play.bodies().isEmpty());
        assertThrows(IllegalStateException.class, () -> body.agent().looks(), "its agent has ended");
    }

    @Test
    void besideCarpetItStandsBack() {
        assertNull(ServerPlay.refusal());
        System.setProperty("other.mod", "carpet");
        try {
            String refusal = assertThrows(IllegalStateException.class, () -> new ServerPlay(server, home, home)).getMessage();
            assertTrue(refusal.contains("Carpet") && refusal.contains("start the server without"), refusal);
        } finally {
            System.clearProperty("other.mod");
        }
    }
}
