package anima.mod.bridge;

import java.util.Objects;

/**
 * The names behind the running game's raw ids.
 *
 * <p>The place in each array is the raw id, and the arrays reach the largest one: where a registry has a hole, the name
 * is empty. Names have their namespace ({@code minecraft:stone}). Rust translates them to those of 1.19.4 once, so a
 * modded game costs nothing later. What has no counterpart there:
 * <ul>
 * <li>a block state becomes one of 1.19.4 that has about its shape and is dug in about the same time, and that no goal
 * is after; a liquid other than water becomes lava;</li>
 * <li>an item becomes a barrier item: it fills its slot and is good for nothing;</li>
 * <li>an entity becomes a zombie if it is a monster, else a marker, which nobody minds;</li>
 * <li>an enchantment or effect is left out; a menu cannot be clicked in;</li>
 * <li>an id in a hole, or beyond the arrays, becomes bedrock if it is a block state, and else what a mod's becomes.</li>
 * </ul>
 * How many were replaced is in the log.
 *
 * @param blockStates each state of {@code Block.STATE_IDS}: the block's name, and its properties if it has any, in any
 *     order, as {@code minecraft:oak_log[axis=y]}
 * @param shapes one of the {@code SHAPE_} constants for each block state; this and the next two are looked at only for
 *     states that 1.19.4 does not have
 * @param hardnesses {@code getHardness} of each block state
 * @param tools one of the {@code TOOL_} constants for each block state, and NEEDS_TOOL added if it is so
 * @param items {@code Registries.ITEM}
 * @param entityTypes {@code Registries.ENTITY_TYPE}
 * @param monsters for each entity type whether its {@code SpawnGroup} is {@code MONSTER}; looked at only for types that
 *     1.19.4 does not have
 * @param enchantments {@code Registries.ENCHANTMENT}
 * @param effects {@code Registries.STATUS_EFFECT}, by {@code StatusEffect.getRawId}: place 0 may be empty or null
 * @param menus {@code Registries.SCREEN_HANDLER}
 */
public record Registries(
        String[] blockStates,
        byte[] shapes,
        float[] hardnesses,
        byte[] tools,
        String[] items,
        String[] entityTypes,
        boolean[] monsters,
        String[] enchantments,
        String[] effects,
        String[] menus) {
    /** A whole cube, or so uneven that its cell is taken for full. */
    public static final byte SHAPE_CUBE = 0;
    /** Air of any kind. */
    public static final byte SHAPE_AIR = 1;
    /** Nothing to collide with. */
    public static final byte SHAPE_NONE = 2;
    /** Not higher than two sixteenths of a block. */
    public static final byte SHAPE_LOW = 3;
    /** In the lower half. */
    public static final byte SHAPE_BOTTOM = 4;
    /** In the upper half. */
    public static final byte SHAPE_TOP = 5;
    /** Higher than its cell, as a fence. */
    public static final byte SHAPE_TALL = 6;
    /** Water, and nothing to collide with. */
    public static final byte SHAPE_WATER = 7;
    /** Any other liquid. */
    public static final byte SHAPE_LIQUID = 8;

    /** No tool digs it faster. */
    public static final byte TOOL_NONE = 0;
    /** Pickaxes do. */
    public static final byte TOOL_PICKAXE = 1;
    /** Axes do. */
    public static final byte TOOL_AXE = 2;
    /** Shovels do. */
    public static final byte TOOL_SHOVEL = 3;
    /** Hoes do. */
    public static final byte TOOL_HOE = 4;
    /** Added to a tool: without it the block drops nothing and is dug more slowly ({@code isToolRequired}). */
    public static final byte NEEDS_TOOL = 8;

    /** Checks that nothing is null and that the arrays that belong together are equally long. */
    public Registries {
        Objects.requireNonNull(blockStates, "blockStates");
        Objects.requireNonNull(shapes, "shapes");
        Objects.requireNonNull(hardnesses, "hardnesses");
        Objects.requireNonNull(tools, "tools");
        Objects.requireNonNull(items, "items");
        Objects.requireNonNull(entityTypes, "entityTypes");
        Objects.requireNonNull(monsters, "monsters");
        Objects.requireNonNull(enchantments, "enchantments");
        Objects.requireNonNull(effects, "effects");
        Objects.requireNonNull(menus, "menus");
        if (shapes.length != blockStates.length
                || hardnesses.length != blockStates.length
                || tools.length != blockStates.length) {
            throw new IllegalArgumentException(
                    shapes.length + " shapes, " + hardnesses.length + " hardnesses and " + tools.length
                            + " tools for " + blockStates.length + " block states");
        }
        if (monsters.length != entityTypes.length) {
            throw new IllegalArgumentException(
                    monsters.length + " monster marks for " + entityTypes.length + " entity types");
        }
    }
}
