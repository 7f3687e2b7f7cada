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
import anima.mod.server.body.ServerBodyTest.StillGrip;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import net.minecraft.server.MinecraftServer;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.server.world.ServerWorld;
import net.minecraft.world.biome.Biome;
import net.minecraft.world.chunk.WorldChunk;
import org.junit.jupiter.api.AfterEach;
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

    private BodyPlay add(String name, double x, StillGrip grip) {
        BodyPlay added = play.add(name, world, x, 64, 0.5, grip);
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
        StillGrip one = new StillGrip();
        StillGrip other = new StillGrip();
        BodyPlay digs = add("One", 0.5, one);
        BodyPlay rests = add("Other", 8.5, other);
        tick(1);
        order(digs, "do obtain 64 cobblestone");
        tick(60);
        assertEquals(world.doubleTicks, one.keys.size(), "once for each tick of the world");
        assertEquals(world.doubleTicks, other.keys.size());
        assertEquals(Turn.ACTING, digs.turn().state());
        assertTrue(one.keys.stream().anyMatch(keys -> keys != 0), "it plays");
        assertEquals(Turn.IDLE, rests.turn().state());
        assertTrue(other.keys.stream().allMatch(keys -> keys == 0), "it has no goal, and nothing of the other's");
        // What one was told of the land the other knows.
        order(rests, "do obtain 64 cobblestone");
        tick(2);
        assertEquals(Turn.ACTING, rests.turn().state(), "at once");
    }

    @Test
    void aMistakeInOneEndsNoOther() {
        BodyPlay[] bodies = IntStream.range(0, 2).mapToObj(i -> add("Body" + i, 4.0 * i, new StillGrip())).toArray(BodyPlay[]::new);
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
    void theWorldStandsStillForOneThatThinksAndNotForEver() throws InterruptedException {
        BodyPlay thinks = add("Thinker", 0.5, new StillGrip());
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
        add("One", 0.5, new StillGrip());
        add("Other", 4.5, new StillGrip());
        assertEquals(2, server.getCurrentPlayerCount());
        assertEquals(0, PlayedServer.people(server));
        ServerPlayerEntity person = new ServerPlayerEntity(server);
        server.getPlayerManager().doublePlayers.put(person.getUuid(), person);
        assertEquals(1, PlayedServer.people(server));
    }

    @Test
    void whoIsThrownOutPlaysNoMore() {
        BodyPlay body = add("One", 0.5, new StillGrip());
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
