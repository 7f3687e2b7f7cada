package anima.mod.server.body;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.EmbeddedBody;
import anima.host.EmbeddedWorld;
import anima.mod.bridge.Console;
import anima.mod.bridge.Status;
import anima.mod.bridge.Turn;
import anima.mod.client.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import net.minecraft.server.MinecraftServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Server bodies play, each in an embedded world: what their handlers are sent is all that moves them. */
class HandMachineTest {
    private static final int RADIUS = 8;
    private static final long[] WORLDS = {3, 4, 5, 6};
    private static final String GOAL = "obtain 1 stone_pickaxe";
    private static final int LIMIT = 12_000;

    @TempDir
    Path home;

    private MinecraftServer server;
    private ServerPlay play;
    private final List<EmbeddedWorld> worlds = new ArrayList<>();

    @BeforeAll
    static void libraries() {
        Game.start();
        if (!Game.hasHost()) {
            System.err.println("SKIPPED: no library of the embedded world; `cargo xtask mod` builds it");
            Assumptions.abort("no host library");
        }
    }

    @AfterEach
    void close() {
        if (play != null) {
            ((PlayedServer) server).anima$setPlay(null);
            play.close();
        }
        worlds.forEach(EmbeddedWorld::close);
        worlds.clear();
    }

    /** Opens a server in which nobody plays. */
    private void open(long seed, long limit) throws IOException {
        close();
        server = new MinecraftServer() {
        };
        Files.writeString(home.resolve("anima.toml"), "[game]\nseed = " + seed + "\nlimit_ticks = " + limit + "\n");
        play = new ServerPlay(server, home, home);
        assertEquals(null, play.host().config().problem());
        ((PlayedServer) server).anima$setPlay(play);
    }

    /** A body in a world of its own, with what it and its world did in each tick. */
    private record Player(BodyPlay body, EmbeddedBody game, List<String> lines) {
        boolean isDone() {
            Status status = body.agent().status();
            return status.state() == Turn.IDLE && status.endings() > 0;
        }

        /** What was decided, in the order of {@link EmbeddedWorld#played}, and what came of it. */
        void note() {
            Turn turn = body.turn();
            int[] numbers = {
                Float.floatToRawIntBits(turn.yaw()), Float.floatToRawIntBits(turn.pitch()), turn.keys(), turn.hotbar(), turn.screen(),
                turn.clickMode(), turn.clickSlot(), turn.clickButton(), turn.button(), turn.respawns() ? 1 : 0, turn.asksStatistics() ? 1 : 0
            };
            StringBuilder line = new StringBuilder();
            for (int number : numbers) {
                line.append(number).append(' ');
            }
            lines.add(line.append("| ").append(game.world().done()).toString());
        }
    }

    /** One more body in the world of a seed, at its goal as soon as the clock starts. */
    private Player join(String name, long seed, String goal) {
        EmbeddedWorld world = EmbeddedWorld.generated(seed, RADIUS);
        worlds.add(world);
        EmbeddedBody game = new EmbeddedBody(world, server);
        BodyPlay body = play.add(name, game.shown(), game.start().x, game.start().y, game.start().z);
        game.enter(body.body().player());
        play.show();
        assertEquals(Console.Tone.GOOD, body.agent().console().run("do " + goal).get(0).tone());
        for (int i = 0; i < 20; i++) {
            play.show(); // Of the land a tick shows a part.
        }
        return new Player(body, game, new ArrayList<>());
    }

    static LongStream seeds() {
        return Arrays.stream(System.getProperty("anima.seeds", "3").split(",")).mapToLong(Long::parseLong);
    }

    /** Controls, deeds and steps of every tick are those of {@code anima run}. */
    @ParameterizedTest
    @MethodSource("seeds")
    void oneBodyPlaysAsAnimaRunDoes(long seed) throws IOException {
        String goal = "obtain 1 " + System.getProperty("anima.body.item", "stone_pickaxe");
        String[] reference = EmbeddedWorld.played(goal, seed, RADIUS, 24_000);
        open(seed, 24_000);
        Player player = join("Body", seed, goal);
        int tick = 0;
        while (true) {
            server.tick(() -> true);
            if (player.isDone()) {
                break;
            }
            player.note();
            compare(reference, player.lines(), tick++);
        }
        assertEquals(reference.length, tick, "ticks");
        System.out.println(goal + ", seed " + seed + ", by a server body: " + player.body().agent().status().detail() + " after " + tick
            + " ticks, each deed and each step that of anima run");
    }

    private static void compare(String[] reference, List<String> lines, int tick) {
        if (tick < reference.length && reference[tick].equals(lines.get(tick))) {
            return;
        }
        StringBuilder message = new StringBuilder("tick " + tick);
        for (int at = Math.max(0, tick - 3); at <= tick; at++) {
            message.append("\nserver body ").append(lines.get(at)).append("\nanima run   ").append(at < reference.length ? reference[at] : "has ended");
        }
        throw new AssertionError(message.toString());
    }

    /** What the bodies of some worlds do that play side by side, in this order. */
    private Map<Long, List<String>> playTogether(long... seeds) throws IOException {
        open(3, LIMIT);
        Map<Long, Player> players = new HashMap<>();
        for (long seed : seeds) {
            players.put(seed, join("Body" + seed, seed, GOAL));
        }
        while (!players.values().stream().allMatch(Player::isDone)) {
            server.tick(() -> true);
            for (Player player : players.values()) {
                if (!player.isDone()) {
                    player.note();
                }
            }
        }
        Map<Long, List<String>> lines = new HashMap<>();
        players.forEach((seed, player) -> lines.put(seed, player.lines()));
        return lines;
    }

    @Test
    void bodiesSideBySideDoWhatEachDoesAlone() throws IOException {
        Map<Long, List<String>> alone = new HashMap<>();
        for (long seed : WORLDS) {
            alone.putAll(playTogether(seed));
        }
        assertTrue(alone.values().stream().distinct().count() == WORLDS.length, "each world is played in another way");
        assertEquals(alone, playTogether(WORLDS[0], WORLDS[1], WORLDS[2], WORLDS[3]));
        assertEquals(alone, playTogether(WORLDS[3], WORLDS[1], WORLDS[0], WORLDS[2]), "whatever their order in the tick");
        alone.forEach((seed, lines) -> System.out.println(GOAL + ", world " + seed + ", side by side: " + lines.size() + " ticks"));
    }
}
