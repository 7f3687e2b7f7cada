package anima.mod.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import anima.doubles.Flat;
import anima.doubles.GameData;
import anima.doubles.RegistrySync;
import anima.mod.bridge.Registries;
import anima.mod.bridge.Turn;
import anima.mod.observe.GameRegistries;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.minecraft.block.Block;
import net.minecraft.block.BlockState;
import net.minecraft.entity.ItemEntity;
import net.minecraft.item.ItemStack;
import net.minecraft.network.packet.s2c.play.ItemPickupAnimationS2CPacket;
import net.minecraft.registry.Registry;
import net.minecraft.util.math.BlockPos;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Raw ids that mean something else than before: what Fabric API does to the registries of a client. */
class RemapTest extends InGame {
    /** What has come over the border since the last tick; the library of players does not tell. */
    private static List<String> seen() {
        List<String> seen = Game.type("anima fault seen");
        Assumptions.assumeFalse(seen.stream().anyMatch(line -> line.startsWith("syntax")), "SKIPPED: this library serves no faults");
        return seen;
    }

    private static String doctor(String of) {
        return Game.type("anima doctor").stream().filter(line -> line.contains(of)).findFirst().orElse("");
    }

    /** Blocks, items and entities are what they are, whatever numbers they have. */
    private void assertUnderstood() {
        Game.type("anima do obtain 64 cobblestone");
        client.tick();
        Game.type("anima wait"); // The agent looks on while the player plays.
        client.tick();
        assertTrue(doctor("chunks are known").contains(" 25 chunks"), doctor("chunks are known"));
        assertEquals(List.of(), seen());
        client.world.onBlockChanged(new BlockPos(3, 63, -4), null, GameData.state("minecraft:oak_log[axis=y]"));
        ItemEntity dropped = new ItemEntity();
        dropped.doubleId = 8;
        dropped.doubleType = GameData.entityType("minecraft:item");
        dropped.doubleStack = new ItemStack(GameData.item("minecraft:dirt"), 5);
        client.world.doubleEntities.add(dropped);
        client.doubleConnection.onItemPickupAnimation(new ItemPickupAnimationS2CPacket(8, 1, 3));
        assertEquals(2, seen().size(), seen().toString());
        assertTrue(seen().get(0).startsWith("BlockChanged") && seen().get(0).contains("oak_log"), seen().toString());
        assertEquals("PickedUp(3 dirt)", seen().get(1));
        dropped.doubleId = 9;
        dropped.doubleHeight = 0.25F;
        client.world.doubleEntities.add(dropped);
        client.tick();
        assertTrue(Game.type("anima fault entities").stream().anyMatch(line -> line.contains("id: 9,") && line.contains("item")),
            Game.type("anima fault entities").toString());
        assertEquals(List.of(), client.inGameHud.getChatHud().doubleLines, "no mistake was told to the player");
    }

    @Test
    void whatAServerTellsAfterTheJoinIsUnderstood() {
        play = Game.open(home);
        Flat.join(client, () -> {
            client.tick(); // The game ticks between two packets.
            RegistrySync.remap(7);
        });
        assertUnderstood();
    }

    @Test
    void whatASaveHasIsUnderstood() {
        play = Game.open(home);
        Flat.join(client);
        client.tick();
        Flat.leave(client);
        client.tick();
        RegistrySync.remap(8);
        Flat.join(client);
        assertUnderstood();
    }

    @Test
    void theNumbersOfTheStartAreUnderstoodAgainAfterLeaving() {
        play = Game.open(home);
        for (int seed = 0; seed < 3; seed++) {
            int visit = seed;
            Flat.join(client, () -> RegistrySync.remap(visit));
            assertUnderstood();
            Flat.leave(client);
            client.tick();
            Flat.join(client);
            assertUnderstood();
            Flat.leave(client);
            client.tick();
        }
    }

    @Test
    void anotherServerBehindTheSameProxyIsUnderstood() {
        play = Game.open(home);
        Flat.join(client, () -> RegistrySync.remap(9));
        assertUnderstood();
        Flat.switchServer(client, Flat.SEED + 1, () -> {
            client.tick();
            RegistrySync.remap(10);
        });
        assertUnderstood();
    }

    @Test
    void aGoalGoesOnWhenTheNumbersChangeInTheMiddleOfAWorld() {
        play = Game.open(home);
        Flat.join(client);
        client.tick();
        assertFalse(Game.type("anima do obtain 1 diamond").get(0).startsWith("error"));
        client.tick();
        client.tick();
        assertEquals(Turn.ACTING, play.turn().state());
        RegistrySync.remap(11);
        client.tick();
        client.tick();
        assertEquals(Turn.ACTING, play.turn().state());
        Game.type("anima stop");
        assertUnderstood();
    }

    @Test
    void oneRegistryAloneIsEnough() {
        play = Game.open(home);
        Flat.join(client, () -> RegistrySync.swap(net.minecraft.registry.Registries.ITEM, "minecraft:dirt", "minecraft:oak_log"));
        assertUnderstood();
    }

    @Test
    void noGoalBeginsBeforeTheNumbersAreThere() {
        play = Game.open(home);
        Flat.join(client, () -> {
            client.tick();
            assertFalse(Game.type("anima do obtain 1 dirt").get(0).startsWith("error"));
            for (int i = 0; i < 5; i++) {
                client.tick();
                assertEquals(0, Game.pressed(), "no key is pressed");
            }
            assertTrue(Game.type("anima why").get(0).contains("no goal"), "none is at work: " + Game.type("anima why"));
            RegistrySync.remap(12);
            client.tick();
        });
        client.tick();
        client.tick();
        assertFalse(Game.type("anima why").get(0).contains("no goal"), Game.type("anima why").toString());
    }

    @Test
    void theArraysReachTheLargestRawId() {
        RegistrySync.remap(13);
        Registries read = GameRegistries.read();
        var items = net.minecraft.registry.Registries.ITEM;
        int most = 0;
        for (var item : items) {
            int id = items.getRawId(item);
            assertEquals(items.getId(item).toString(), read.items()[id]);
            most = Math.max(most, id);
        }
        assertEquals(most + 1, read.items().length);
        assertTrue(most >= items.size(), "there are holes: " + most + " of " + items.size());
        assertEquals(most + 1 - items.size(), Arrays.stream(read.items()).filter(String::isEmpty).count());
        assertEquals(Block.STATE_IDS.size(), read.blockStates().length);
        RegistrySync.unmap();
    }

    /** Two names of each registry that are in every list of the tests. */
    static Stream<Arguments> registries() {
        return Stream.of(
            Arguments.of(net.minecraft.registry.Registries.BLOCK, "minecraft:stone", "minecraft:dirt"),
            Arguments.of(net.minecraft.registry.Registries.ITEM, "minecraft:oak_log", "minecraft:dirt"),
            Arguments.of(net.minecraft.registry.Registries.ENTITY_TYPE, "minecraft:pig", "minecraft:zombie"),
            Arguments.of(net.minecraft.registry.Registries.ENCHANTMENT, "minecraft:efficiency", "minecraft:unbreaking"),
            Arguments.of(net.minecraft.registry.Registries.STATUS_EFFECT, "minecraft:speed", "minecraft:slowness"),
            Arguments.of(net.minecraft.registry.Registries.SCREEN_HANDLER, "minecraft:crafting", "minecraft:anvil"));
    }

    @ParameterizedTest
    @MethodSource("registries")
    void everyRegistryHasItsPartInTheStamp(Registry<?> registry, String one, String other) {
        long before = GameRegistries.stamp();
        RegistrySync.swap(registry, one, other);
        assertTrue(before != GameRegistries.stamp(), one + " and " + other + " have changed places");
        RegistrySync.unmap();
        assertEquals(before, GameRegistries.stamp());
        assertTrue(GameRegistries.all().contains(registry) && GameRegistries.all().size() == registries().count(), "all of them are tried");
    }

    @Test
    void whatTagsSayOfABlockHasItsPartInTheStamp() {
        BlockState jelly = GameData.state("other:jelly");
        BlockState.Nature before = jelly.doubleNature;
        try {
            Set<Long> stamps = new HashSet<>();
            for (String liquid : List.of("", "water", "lava")) {
                for (String tool : List.of("", "pickaxe")) {
                    jelly.doubleNature = new BlockState.Nature(0, 0, 1, tool, false, liquid);
                    stamps.add(GameRegistries.stamp());
                }
            }
            assertEquals(6, stamps.size(), "a tool of its own, and a liquid of its own");
        } finally {
            jelly.doubleNature = before;
        }
    }

    /** What the game tells of a block of another mod, as it is read. */
    private static String read(BlockState state) {
        Registries read = GameRegistries.read();
        int id = Block.STATE_IDS.getRawId(state);
        return read.blockStates()[id] + " " + read.shapes()[id] + " " + read.hardnesses()[id] + " " + read.tools()[id];
    }

    @Test
    void hardnessAndToolOfAnUnknownBlockAreThoseOfTheGame() {
        BlockState jelly = GameData.state("other:jelly");
        BlockState.Nature before = jelly.doubleNature;
        try {
            List<String> tools = List.of("", "pickaxe", "axe", "shovel", "hoe");
            for (int tool = 0; tool < tools.size(); tool++) {
                for (boolean needed : new boolean[] {false, true}) {
                    float hardness = 0.5F + tool;
                    jelly.doubleNature = new BlockState.Nature(0, 1, hardness, tools.get(tool), needed, "");
                    boolean isThere = tool < 2 || Game.hasHost(); // Without the whole game there is a pickaxe alone.
                    int told = (isThere ? tool : 0) + (needed ? Registries.NEEDS_TOOL : 0);
                    assertEquals("other:jelly " + Registries.SHAPE_CUBE + " " + hardness + " " + told, read(jelly));
                }
            }
        } finally {
            jelly.doubleNature = before;
        }
    }

    /** A block that looks like its neighbours, as covers of other mods do: without its world it collides with nothing. */
    @Test
    void whatMayBeAWallIsNothingToWalkThrough() {
        BlockState jelly = GameData.state("other:jelly");
        BlockState.Nature before = jelly.doubleNature;
        try {
            jelly.doubleNature = new BlockState.Nature(0, 0, 1, "", false, "");
            assertTrue(read(jelly).startsWith("other:jelly " + Registries.SHAPE_NONE + " "), read(jelly));
            jelly.doubleBlocksMovement = true;
            assertTrue(read(jelly).startsWith("other:jelly " + Registries.SHAPE_CUBE + " "), read(jelly));
        } finally {
            jelly.doubleNature = before;
            jelly.doubleBlocksMovement = false;
        }
    }

    @Test
    void anotherLiquidIsTold() {
        BlockState jelly = GameData.state("other:jelly");
        BlockState.Nature before = jelly.doubleNature;
        try {
            jelly.doubleNature = new BlockState.Nature(0, 0, 100, "", false, "oil");
            assertTrue(read(jelly).startsWith("other:jelly " + Registries.SHAPE_LIQUID + " "), read(jelly));
        } finally {
            jelly.doubleNature = before;
        }
    }

    /** A block of another mod that fails when it is looked at without its world costs nobody the rest. */
    @Test
    void aBlockThatFailsIsOneOfWhichNothingIsKnown() {
        BlockState jelly = GameData.state("other:jelly");
        try {
            for (String failing : List.of("name", "shape", "hardness", "tool", "fluid")) {
                jelly.doubleFails = failing;
                GameRegistries.stamp();
                String told = read(jelly);
                assertTrue(told.startsWith(" ") || told.startsWith("other:jelly " + Registries.SHAPE_CUBE + " "), failing + ": " + told);
            }
        } finally {
            jelly.doubleFails = "";
        }
    }

    @Test
    void aReadingThatFailsIsSaidAndTriedAgainAndNobodyPlaysMeanwhile() {
        play = Game.open(home, "seed = 3");
        Flat.join(client);
        client.tick();
        Game.type("anima do obtain 64 cobblestone");
        Game.tickUntilActing();
        List<String> lines = client.inGameHud.getChatHud().doubleLines;
        try {
            RegistrySync.doubleFails = true;
            RegistrySync.remap(14);
            for (int i = 0; i < 100; i++) {
                client.tick();
                assertEquals(0, Game.pressed(), "by numbers that mean something else nothing is played");
                assertFalse(play.isEngaged());
            }
            assertEquals(1, lines.size(), "it is said once: " + lines);
            assertTrue(lines.get(0).contains("registries"), lines.get(0));
            Game.type("anima resume");
            client.tick();
            assertEquals(2, lines.size(), "and again to whoever wants to go on: " + lines);
            assertEquals(0, Game.pressed());
        } finally {
            RegistrySync.doubleFails = false;
        }
        for (int i = 0; i < 25; i++) {
            client.tick();
        }
        lines.clear();
        Game.type("anima resume");
        Game.tickUntilActing();
        Game.type("anima stop");
        client.tick();
        assertUnderstood();
    }

    @Test
    void theStampIsThatOfTheNumbersAlone() {
        long before = GameRegistries.stamp();
        assertEquals(before, GameRegistries.stamp());
        RegistrySync.swap(net.minecraft.registry.Registries.ENTITY_TYPE, "minecraft:pig", "minecraft:zombie");
        assertTrue(before != GameRegistries.stamp(), "two entity types have changed places");
        RegistrySync.unmap();
        assertEquals(before, GameRegistries.stamp());
    }
}
