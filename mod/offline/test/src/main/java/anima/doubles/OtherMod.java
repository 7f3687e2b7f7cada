package anima.doubles;

import anima.host.EmbeddedWorld;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import net.minecraft.block.BlockState;

/**
 * Another mod: blocks and items that 1.19.4 does not have. In its game they lie wherever the embedded world has the ones
 * that they are like, so that the agent meets them.
 */
public final class OtherMod {
    /** How many blocks it has. */
    public static final int BLOCKS = 300;
    /** How many items it has. */
    public static final int ITEMS = 200;

    /** What generated land is full of and a pickaxe is not made of; these come first. */
    private static final List<String> NATURAL = List.of(
        "granite", "diorite", "andesite", "tuff", "calcite", "clay", "snow", "snow_block", "ice", "packed_ice", "grass", "fern", "tall_grass",
        "large_fern", "dead_bush", "dandelion", "poppy", "oxeye_daisy", "cornflower", "azure_bluet", "allium", "blue_orchid", "seagrass",
        "tall_seagrass", "kelp", "kelp_plant", "sugar_cane", "pumpkin", "melon", "lily_pad", "brown_mushroom", "red_mushroom", "moss_block",
        "moss_carpet", "copper_ore", "deepslate_copper_ore", "lapis_ore", "deepslate_lapis_ore", "redstone_ore", "deepslate_redstone_ore",
        "gold_ore", "deepslate_gold_ore", "emerald_ore", "diamond_ore", "deepslate_diamond_ore", "glow_lichen", "dripstone_block");
    /** What an iron pickaxe asks for, trapdoors, which the agent lays to crawl, and what hurts: nobody could know that of an unknown block. */
    private static final Pattern NEEDED = Pattern.compile(
        "(.*_)?(air|water|lava|stone|deepslate|dirt|grass_block|sand|gravel|bedrock|cobblestone|cobbled_deepslate|sandstone|podzol|mud)"
            + "|.*(_log|_wood|_stem|_hyphae|_planks|_leaves|_bed|wool|chest|furnace|torch|ladder|coal_ore|iron_ore|campfire|fire|portal|_sapling|_trapdoor)"
            + "|crafting_table|cactus|sweet_berry_bush|magma_block|wither_rose|powder_snow|cobweb|soul_sand|honey_block|scaffolding|bamboo");
    /** What is eaten, cooked, burnt or worked with stays as it is. */
    private static final Pattern WORKED_WITH = Pattern.compile(
        ".*(_log|_wood|_planks|_stem|_sword|_pickaxe|_axe|_shovel|_hoe|_ingot|_nugget|_bed|wool|coal|stick|stone|deepslate|dirt|sand|gravel|iron"
            + "|beef|porkchop|mutton|chicken|rabbit|cod|salmon|apple|bread|rotten_flesh|furnace|table|chest|torch|bucket|shield|string|leather"
            + "|_helmet|_chestplate|_leggings|_boots|air|flint|_sapling|_leaves).*");

    private static final Map<String, String> STATES = new LinkedHashMap<>();
    private static final Map<String, String> NAMES = new LinkedHashMap<>();

    private OtherMod() {
    }

    /** Adds its blocks and items to the game, once in a JVM, and tells how its game shows those of the embedded world. */
    public static Shown install() {
        if (STATES.isEmpty()) {
            addBlocks();
            addItems();
        }
        return Shown.as(name -> STATES.getOrDefault(name, name), name -> NAMES.getOrDefault(name, name));
    }

    private static void addBlocks() {
        String[] states = EmbeddedWorld.blockStates();
        double[] natures = EmbeddedWorld.natures();
        Set<String> blocks = new LinkedHashSet<>(NATURAL);
        for (String state : states) {
            String block = path(state);
            if (blocks.size() < BLOCKS && !NEEDED.matcher(block).matches()) {
                blocks.add(block);
            }
        }
        for (int id = 0; id < states.length; id++) {
            if (blocks.contains(path(states[id]))) {
                String name = states[id].replace("minecraft:", "other:");
                GameData.addState(name, nature(natures, id * EmbeddedWorld.NATURE));
                STATES.put(states[id], name);
            }
        }
    }

    private static void addItems() {
        for (String item : EmbeddedWorld.items()) {
            if (NAMES.size() < ITEMS && !WORKED_WITH.matcher(path(item)).matches()) {
                String name = item.replace("minecraft:", "other:");
                GameData.addItem(name);
                NAMES.put(item, name);
            }
        }
    }

    private static String path(String name) {
        return name.substring(name.indexOf(':') + 1).split("\\[")[0];
    }

    private static BlockState.Nature nature(double[] numbers, int at) {
        String tool = List.of("", "pickaxe", "axe", "shovel", "hoe").get((int) numbers[at + EmbeddedWorld.NATURE_TOOL]);
        String liquid = List.of("", "water", "lava").get((int) numbers[at + EmbeddedWorld.NATURE_LIQUID]);
        return new BlockState.Nature(
            numbers[at + EmbeddedWorld.NATURE_LOW], numbers[at + EmbeddedWorld.NATURE_HIGH], (float) numbers[at + EmbeddedWorld.NATURE_HARDNESS],
            tool, numbers[at + EmbeddedWorld.NATURE_NEEDS_TOOL] != 0, liquid);
    }
}
