package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.EmbeddedGame;
import anima.host.EmbeddedWorld;
import anima.mod.bridge.Status;
import anima.mod.bridge.Turn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The mod plays: its own observing and acting is all that moves the player of the double in the embedded world. */
class PlayTest extends InGame {
    private static final int RADIUS = 8;

    @BeforeAll
    static void host() {
        if (!Game.hasHost()) {
            System.err.println("SKIPPED: no library of the embedded world; `cargo xtask mod` builds it");
            Assumptions.abort("no host library");
        }
    }

    /** As for a player who does something else meanwhile: the window has no focus, and the option of jumping up steps is on. */
    @BeforeEach
    void lookAway() {
        client.mouse.doubleFocus(false);
        client.options.doubleAutoJump = true;
    }

    @AfterEach
    void lookBack() {
        client.mouse.doubleFocus(true);
    }

    /** Plays a goal to its end. What the hands did in each tick is what {@code anima run} does, bit by bit. */
    private int plays(String item, long seed, long limit, int latency) {
        String goal = "obtain 1 " + item;
        int[] reference = EmbeddedWorld.reference(goal, seed, RADIUS, limit, latency);
        play = Game.open(home, "look = \"exact\"", "seed = " + seed, "limit_ticks = " + limit);
        try (EmbeddedWorld world = EmbeddedWorld.generated(seed, RADIUS, latency)) {
            EmbeddedGame game = new EmbeddedGame(world, client);
            assertFalse(Game.type("anima do " + goal).get(0).startsWith("error"));
            Game.showLand();
            do {
                client.tick();
                compare(reference, world.controls());
            } while (play.status().state() != Turn.IDLE || play.status().endings() == 0);
            System.out.println(goal + ", seed " + seed + ", latency " + latency + ": " + play.status().detail() + " after " + world.ticks() + " ticks, the same as anima run");
            assertEquals(reference.length / EmbeddedWorld.CONTROL, endOf(world), "ticks");
            return game.world().carried(item);
        }
    }

    /** Plays a goal as a player has it who has set nothing: the head turns in whole steps of the mouse. Returns how many it made. */
    private int playsAsSetAtFirst(String item, long seed, long limit) {
        play = Game.open(home, "seed = " + seed, "limit_ticks = " + limit);
        assertFalse(play.settings().exactLook());
        try (EmbeddedWorld world = EmbeddedWorld.generated(seed, RADIUS)) {
            EmbeddedGame game = new EmbeddedGame(world, client);
            assertFalse(Game.type("anima do obtain 1 " + item).get(0).startsWith("error"));
            do {
                client.tick();
            } while (play.status().state() != Turn.IDLE || play.status().endings() == 0);
            System.out.println(item + ", seed " + seed + ", in steps of the mouse: " + play.status().detail() + " after " + world.ticks() + " ticks");
            assertEquals(Status.REACHED, play.status().ending(), play.status().detail());
            return game.world().carried(item);
        }
    }

    /** The tick at which the goal ended: the double ticks once more, idle. */
    private static int endOf(EmbeddedWorld world) {
        return world.controls().length / EmbeddedWorld.CONTROL - 1;
    }

    /** Compares what the hands did in the last tick with what they do in {@code anima run}. */
    private void compare(int[] reference, int[] done) {
        int at = done.length - EmbeddedWorld.CONTROL;
        if (at < 0 || at >= reference.length) {
            return;
        }
        if (Arrays.equals(reference, at, at + EmbeddedWorld.CONTROL, done, at, at + EmbeddedWorld.CONTROL)) {
            return;
        }
        StringBuilder message = new StringBuilder("tick " + at / EmbeddedWorld.CONTROL + ": " + play.status().step() + ", " + client.currentScreen);
        for (int from = Math.max(0, at - 5 * EmbeddedWorld.CONTROL); from <= at; from += EmbeddedWorld.CONTROL) {
            message.append("\ndouble    ").append(Arrays.toString(Arrays.copyOfRange(done, from, from + EmbeddedWorld.CONTROL)));
            message.append("\nanima run ").append(Arrays.toString(Arrays.copyOfRange(reference, from, from + EmbeddedWorld.CONTROL)));
        }
        throw new AssertionError(message.toString());
    }

    @Test
    void theServersAnswerAndTheLightAtTheEyesArrive() {
        play = Game.open(home);
        try (EmbeddedWorld world = EmbeddedWorld.generated(3, RADIUS)) {
            new EmbeddedGame(world, client);
            for (int i = 0; i < 30; i++) {
                client.tick();
            }
            play.observer().askStatistics();
            client.tick();
            int[] facts = new int[EmbeddedWorld.FACTS];
            world.facts(facts);
            client.tick();
            List<String> told = Game.type("anima fault told");
            Assumptions.assumeFalse(told.get(0).startsWith("syntax"), "SKIPPED: this library serves no faults");
            String light = "Light { sky: " + facts[EmbeddedWorld.SKY_LIGHT] + ", block: " + facts[EmbeddedWorld.BLOCK_LIGHT] + " }";
            assertEquals(light, told.get(0));
            assertTrue(told.contains("custom:play_time 30"), told.toString());
            assertEquals(30, client.doubleConnection.doubleStatistics.get("minecraft.custom:minecraft.play_time"));
        }
    }

    static LongStream seeds() {
        return Arrays.stream(System.getProperty("anima.seeds", "3").split(",")).mapToLong(Long::parseLong);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anIronPickaxe(long seed) {
        assertTrue(plays("iron_pickaxe", seed, 24_000, 0) >= 1, "the world itself holds it");
    }

    @Test
    void aWoodenPickaxe() {
        assertTrue(plays("wooden_pickaxe", 3, 12_000, 0) >= 1, "the world itself holds it");
    }

    /** How many each game on a server that is far has made. */
    private static final List<Integer> FAR = new ArrayList<>();

    /** Each seed at each distance, in ticks to the server and back. */
    static Stream<Arguments> far() {
        int[] latencies = Arrays.stream(System.getProperty("anima.far", "6").split(",")).mapToInt(Integer::parseInt).toArray();
        return seeds().boxed().flatMap(seed -> Arrays.stream(latencies).mapToObj(latency -> Arguments.of(seed, latency)));
    }

    /** What {@code anima run --latency} does, it does here, bit by bit. */
    @ParameterizedTest
    @MethodSource("far")
    void onAServerThatIsFar(long seed, int latency) {
        FAR.add(plays(System.getProperty("anima.far.item", "stone_pickaxe"), seed, 24_000, latency));
    }

    /** The server's delay may cost two goals of fifteen. */
    @AfterAll
    static void mostGoalsAreReachedOnAServerThatIsFar() {
        long won = FAR.stream().filter(made -> made >= 1).count();
        assertTrue(won * 15 >= FAR.size() * 13L, won + " of " + FAR.size());
    }

    @Test
    void aStonePickaxeInStepsOfTheMouse() {
        assertTrue(playsAsSetAtFirst("stone_pickaxe", 3, 12_000) >= 1, "the world itself holds it");
    }
}
