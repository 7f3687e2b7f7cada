package anima.doubles;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.minecraft.block.Block;
import net.minecraft.block.BlockState;
import net.minecraft.enchantment.Enchantment;
import net.minecraft.entity.Entity;
import net.minecraft.entity.EntityType;
import net.minecraft.entity.SpawnGroup;
import net.minecraft.entity.effect.StatusEffect;
import net.minecraft.item.Item;
import net.minecraft.registry.Registries;
import net.minecraft.registry.Registry;
import net.minecraft.screen.ScreenHandler;
import net.minecraft.screen.ScreenHandlerType;

/** Fills the game's registries, once in a JVM. */
public final class GameData {
    private static final Map<String, BlockState> STATES = new HashMap<>();

    private GameData() {
    }

    /** The names of every registry by raw id, with their namespaces. */
    public record Lists(
            List<String> blockStates, List<String> items, List<String> entityTypes, List<String> enchantments, List<String> effects,
            List<String> menus) {
        /** What a test needs that does not look at the whole game. */
        public static final Lists FEW = new Lists(
            List.of("minecraft:air", "minecraft:stone", "minecraft:dirt", "minecraft:grass_block[snowy=false]", "minecraft:oak_log[axis=y]", "other:jelly"),
            List.of("minecraft:air", "minecraft:dirt", "minecraft:oak_log", "minecraft:iron_pickaxe", "other:spoon"),
            List.of("minecraft:pig", "minecraft:zombie", "minecraft:item", "minecraft:player", "other:gnome"),
            List.of("minecraft:efficiency", "minecraft:unbreaking"), List.of("", "minecraft:speed", "minecraft:slowness"),
            List.of("minecraft:generic_9x3", "minecraft:crafting", "minecraft:anvil", "minecraft:furnace"));
    }

    /** Fills them. */
    public static void fill(Lists lists) {
        RegistrySync.followBlocks();
        lists.blockStates.forEach(name -> addState(name, BlockState.Nature.CUBE));
        for (String name : lists.items) {
            names(Registries.ITEM).add(name, new Item(name));
        }
        for (String name : lists.entityTypes) {
            names(Registries.ENTITY_TYPE).add(name, new EntityType<Entity>(name.endsWith("zombie") ? SpawnGroup.MONSTER : SpawnGroup.CREATURE));
        }
        for (String name : lists.enchantments) {
            names(Registries.ENCHANTMENT).add(name, new Enchantment() {
            });
        }
        if (!STATES.containsKey("other:jelly")) { // A block of another mod.
            addState("other:jelly", BlockState.Nature.CUBE);
        }
        if (names(Registries.ENTITY_TYPE).named("other:gnome") == null) {
            names(Registries.ENTITY_TYPE).add("other:gnome", new EntityType<Entity>(SpawnGroup.CREATURE));
        }
        for (int id = 1; id < lists.effects.size(); id++) { // The game numbers them from 1.
            names(Registries.STATUS_EFFECT).addAt(id, lists.effects.get(id), new StatusEffect());
        }
        for (String name : lists.menus) {
            names(Registries.SCREEN_HANDLER).add(name, new ScreenHandlerType<ScreenHandler>(name));
        }
    }

    /** Adds a state, and its block if that is not there yet. */
    static BlockState addState(String name, BlockState.Nature nature) {
        String blockName = name.split("\\[")[0];
        Block block = names(Registries.BLOCK).named(blockName);
        if (block == null) {
            block = names(Registries.BLOCK).add(blockName, new Block());
        }
        BlockState state = new BlockState(name);
        state.doubleNature = nature;
        STATES.put(name, state);
        block.doubleStates.add(state);
        Block.STATE_IDS.doubleAdd(state);
        return state;
    }

    /** Adds an item. */
    static Item addItem(String name) {
        return names(Registries.ITEM).add(name, new Item(name));
    }

    private static <T> Names<T> names(Registry<T> registry) {
        return (Names<T>) registry;
    }

    /** The block state with this name. */
    public static BlockState state(String name) {
        return STATES.get(name);
    }

    /** The item with this name. */
    public static Item item(String name) {
        return names(Registries.ITEM).named(name);
    }

    /** The entity type with this name. */
    public static EntityType<?> entityType(String name) {
        return names(Registries.ENTITY_TYPE).named(name);
    }

    /** The enchantment with this name. */
    public static Enchantment enchantment(String name) {
        return names(Registries.ENCHANTMENT).named(name);
    }

    /** The effect with this name. */
    public static StatusEffect effect(String name) {
        return names(Registries.STATUS_EFFECT).named(name);
    }

    /** The menu with this name. */
    public static ScreenHandlerType<?> menu(String name) {
        return names(Registries.SCREEN_HANDLER).named(name);
    }

    /** The bytes of a section of one block, as the game writes them. */
    public static byte[] section(BlockState state, byte[] biomes) {
        int id = Block.STATE_IDS.getRawId(state);
        int filled = state.doubleName.equals("minecraft:air") ? 0 : 4096;
        byte[] blocks = container(id);
        byte[] bytes = new byte[2 + blocks.length + biomes.length];
        bytes[0] = (byte) (filled >> 8);
        bytes[1] = (byte) filled;
        System.arraycopy(blocks, 0, bytes, 2, blocks.length);
        System.arraycopy(biomes, 0, bytes, 2 + blocks.length, biomes.length);
        return bytes;
    }

    /** A container of one id: no bits, the id, no longs. */
    public static byte[] container(int id) {
        if (id < 128) {
            return new byte[] {0, (byte) id, 0};
        }
        return id < 1 << 14 ? new byte[] {0, (byte) (id & 127 | 128), (byte) (id >> 7), 0}
            : new byte[] {0, (byte) (id & 127 | 128), (byte) (id >> 7 & 127 | 128), (byte) (id >> 14), 0};
    }
}
