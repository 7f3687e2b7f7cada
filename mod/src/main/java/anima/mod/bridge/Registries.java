package anima.mod.bridge;

import java.util.Objects;

/**
 * The names behind the running game's raw ids, told once when a session is opened.
 *
 * <p>The place in each array is the raw id. Names have their namespace ({@code minecraft:stone}). Rust translates them
 * to those of 1.19.4 once, so a modded game costs nothing later. What has no counterpart there:
 * <ul>
 * <li>a block state becomes what its shape says, something nobody would dig or walk into by mistake: a whole cube
 * bedrock, another solid shape a barrier, no collision structure void, a liquid lava;</li>
 * <li>an item becomes a barrier item: it fills its slot and is good for nothing;</li>
 * <li>an entity becomes a zombie if it is a monster, else a marker, which nobody minds;</li>
 * <li>an enchantment or effect is left out; a menu cannot be clicked in.</li>
 * </ul>
 * How many were replaced is in the log.
 *
 * @param blockStates each state of {@code Block.STATE_IDS}: the block's name, and its properties if it has any, in any
 *     order, as {@code minecraft:oak_log[axis=y]}
 * @param shapes one of the {@code SHAPE_} constants for each block state; looked at only for states that 1.19.4 does
 *     not have, so that 0 is good for all whose namespace is {@code minecraft}
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
        String[] items,
        String[] entityTypes,
        boolean[] monsters,
        String[] enchantments,
        String[] effects,
        String[] menus) {
    /** Nothing to collide with. */
    public static final byte SHAPE_NONE = 0;
    /** A whole cube. */
    public static final byte SHAPE_CUBE = 1;
    /** Something else to collide with. */
    public static final byte SHAPE_OTHER = 2;
    /** A liquid. */
    public static final byte SHAPE_LIQUID = 3;

    /** Checks that nothing is null and that the arrays that belong together are equally long. */
    public Registries {
        Objects.requireNonNull(blockStates, "blockStates");
        Objects.requireNonNull(shapes, "shapes");
        Objects.requireNonNull(items, "items");
        Objects.requireNonNull(entityTypes, "entityTypes");
        Objects.requireNonNull(monsters, "monsters");
        Objects.requireNonNull(enchantments, "enchantments");
        Objects.requireNonNull(effects, "effects");
        Objects.requireNonNull(menus, "menus");
        if (shapes.length != blockStates.length) {
            throw new IllegalArgumentException(
                    shapes.length + " shapes for " + blockStates.length + " block states");
        }
        if (monsters.length != entityTypes.length) {
            throw new IllegalArgumentException(
                    monsters.length + " monster marks for " + entityTypes.length + " entity types");
        }
    }
}
