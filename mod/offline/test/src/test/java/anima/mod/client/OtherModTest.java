package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.EmbeddedGame;
import anima.doubles.Flat;
import anima.doubles.OtherMod;
import anima.doubles.RegistrySync;
import anima.doubles.Shown;
import anima.host.EmbeddedWorld;
import anima.mod.bridge.Registries;
import anima.mod.bridge.Status;
import anima.mod.bridge.Turn;
import anima.mod.observe.GameRegistries;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A game with another mod in it, whose blocks lie about in the land. */
class OtherModTest extends InGame {
    private static final int RADIUS = 8;
    private static final long LIMIT = 24_000;

    private static Shown shown;

    @BeforeAll
    static void host() {
        if (!Game.hasHost()) {
            System.err.println("SKIPPED: no library of the embedded world; `cargo xtask mod` builds it");
            Assumptions.abort("no host library");
        }
        shown = OtherMod.install();
    }

    @Test
    void itHasBlocksOfEveryShapeAndItems() {
        Registries read = GameRegistries.read();
        Set<String> blocks = Arrays.stream(read.blockStates()).filter(name -> name.startsWith("other:") && !name.equals("other:jelly"))
            .map(name -> name.split("\\[")[0]).collect(Collectors.toSet());
        assertEquals(OtherMod.BLOCKS, blocks.size());
        assertEquals(OtherMod.ITEMS, Arrays.stream(read.items()).filter(name -> name.startsWith("other:") && !name.equals("other:spoon")).count());
        Set<Byte> shapes = IntStream.range(0, read.shapes().length).filter(id -> read.blockStates()[id].startsWith("other:"))
            .mapToObj(id -> read.shapes()[id]).collect(Collectors.toCollection(TreeSet::new));
        Set<Byte> all = new TreeSet<>(Set.of(
            Registries.SHAPE_CUBE, Registries.SHAPE_NONE, Registries.SHAPE_LOW, Registries.SHAPE_BOTTOM, Registries.SHAPE_TOP, Registries.SHAPE_TALL,
            Registries.SHAPE_WATER));
        assertEquals(all, shapes);
    }

    private String reaches(long seed, Shown values, Runnable joined) {
        try (EmbeddedWorld world = EmbeddedWorld.generated(seed, RADIUS)) {
            new EmbeddedGame(world, client, values, joined);
            int endings = play.status().endings();
            assertFalse(Game.type("anima do obtain 1 iron_pickaxe").get(0).startsWith("error"));
            do {
                client.tick();
            } while (play.status().state() != Turn.IDLE || play.status().endings() == endings);
            String end = "seed " + seed + ": " + play.status().detail() + " after " + world.ticks() + " ticks";
            System.out.println("with another mod, " + end);
            assertEquals(Status.REACHED, play.status().ending(), end);
            assertTrue(world.carried("iron_pickaxe") >= 1, "the world itself holds it");
            return end;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 5, 7})
    void anIronPickaxeThereAndInAVanillaWorldAfterIt(long seed) {
        play = Game.open(home, "look = \"exact\"", "seed = " + seed, "limit_ticks = " + LIMIT);
        reaches(seed, shown, () -> {
            client.tick(); // The game ticks between two packets.
            RegistrySync.remap(seed);
        });
        assertTrue(Game.type("anima doctor").stream().anyMatch(line -> line.contains("that 1.19.4 does not have")));
        Flat.leave(client);
        client.tick();
        reaches(seed, Shown.asItIs(), () -> { });
    }
}
