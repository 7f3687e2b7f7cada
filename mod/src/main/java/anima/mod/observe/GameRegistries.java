package anima.mod.observe;

import anima.mod.bridge.Registries;
import java.util.Arrays;
import java.util.List;
import net.minecraft.block.Block;
import net.minecraft.block.BlockState;
import net.minecraft.command.argument.BlockArgumentParser;
import net.minecraft.entity.EntityType;
import net.minecraft.entity.SpawnGroup;
import net.minecraft.fluid.Fluid;
import net.minecraft.fluid.FluidState;
import net.minecraft.item.ItemStack;
import net.minecraft.registry.Registry;
import net.minecraft.registry.RegistryKey;
import net.minecraft.registry.tag.TagKey;
import net.minecraft.util.Identifier;
import net.minecraft.util.collection.IndexedIterable;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Direction;
import net.minecraft.util.shape.VoxelShape;
import net.minecraft.world.EmptyBlockView;

/**
 * Lists the names behind the running game's raw ids, and tells when they mean something else.
 *
 * <p>Fabric API numbers the registries anew when a save is read and when a server tells its own numbers, which it does
 * after the join and before the first chunk; then block states follow in the order of their blocks. When the server is
 * left the numbers are those of the start again. Registries have holes afterwards. What tools dig a block is known only
 * in a world, for tags come from the server.
 */
public final class GameRegistries {
    /** Height in blocks of what is stepped on as if nothing were there. */
    private static final double LOW = 2.0 / 16;
    /** Height in blocks of a slab. */
    private static final double HALF = 0.5;
    /** What heights may be off, in blocks. */
    private static final double ROUNDING = 1e-6;
    /** In the order of the TOOL_ constants, from 1. */
    private static final List<String> TOOLS = List.of("iron_pickaxe", "iron_axe", "iron_shovel", "iron_hoe");
    private static final TagKey<Fluid> WATER =
        TagKey.of(RegistryKey.ofRegistry(new Identifier("minecraft", "fluid")), new Identifier("minecraft", "water"));

    private GameRegistries() {
    }

    /** Everything that raw ids are told of; block states are numbered by themselves. */
    public static List<Registry<?>> all() {
        return List.of(
            net.minecraft.registry.Registries.BLOCK, net.minecraft.registry.Registries.ITEM,
            net.minecraft.registry.Registries.ENTITY_TYPE, net.minecraft.registry.Registries.ENCHANTMENT,
            net.minecraft.registry.Registries.STATUS_EFFECT, net.minecraft.registry.Registries.SCREEN_HANDLER);
    }

    /** Reads them all; some ten milliseconds. */
    public static Registries read() {
        IndexedIterable<BlockState> ids = Block.STATE_IDS;
        int states = count(ids);
        String[] blockStates = blank(states);
        byte[] shapes = new byte[states];
        float[] hardnesses = new float[states];
        byte[] tools = new byte[states];
        List<ItemStack> hands = hands();
        for (BlockState state : ids) {
            int id = ids.getRawId(state);
            try {
                shapes[id] = shape(state);
                hardnesses[id] = hardness(state);
                tools[id] = tool(state, hands);
                blockStates[id] = BlockArgumentParser.stringifyBlockState(state);
            } catch (RuntimeException | LinkageError fails) {
                continue; // A block that another mod has broken is like a hole: nothing is known of it but that it is there.
            }
        }
        Registry<EntityType<?>> types = net.minecraft.registry.Registries.ENTITY_TYPE;
        boolean[] monsters = new boolean[count(types)];
        for (EntityType<?> type : types) {
            monsters[types.getRawId(type)] = type.getSpawnGroup() == SpawnGroup.MONSTER;
        }
        return new Registries(
            blockStates, shapes, hardnesses, tools,
            names(net.minecraft.registry.Registries.ITEM),
            names(types), monsters,
            names(net.minecraft.registry.Registries.ENCHANTMENT),
            names(net.minecraft.registry.Registries.STATUS_EFFECT),
            names(net.minecraft.registry.Registries.SCREEN_HANDLER));
    }

    /** A number that is another one when any raw id means something else, or tags say something else of a block. */
    public static long stamp() {
        List<ItemStack> hands = hands();
        IndexedIterable<BlockState> ids = Block.STATE_IDS;
        long stamp = 0;
        for (BlockState state : ids) {
            stamp += mixed(ids.getRawId(state), state) * (1 + tagged(state, hands));
        }
        for (Registry<?> registry : all()) {
            stamp = 31 * stamp + stamp(registry);
        }
        return stamp;
    }

    /** What tags say of a block, as a number: its tool and its liquid. */
    private static int tagged(BlockState state, List<ItemStack> hands) {
        try {
            return tool(state, hands) << Byte.SIZE | liquid(state);
        } catch (RuntimeException | LinkageError fails) {
            return 0; // Nor is it told of.
        }
    }

    /** The sum does not depend on the order in which a registry lists its values, which may be that of before. */
    private static <T> long stamp(Registry<T> registry) {
        long stamp = 0;
        for (T value : registry) {
            stamp += mixed(registry.getRawId(value), value);
        }
        return stamp;
    }

    /** The last steps of SplitMix64, so that numbers that are close together give sums that are not. */
    private static long mixed(int id, Object value) {
        long bits = (long) id << 32 ^ System.identityHashCode(value);
        bits = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ bits >>> 27) * 0x94D049BB133111EBL;
        return bits ^ bits >>> 31;
    }

    /** The names of a registry by raw id; a hole has an empty name. */
    public static <T> String[] names(Registry<T> registry) {
        String[] names = blank(count(registry));
        for (T value : registry) {
            Identifier name = registry.getId(value);
            if (name != null) {
                names[registry.getRawId(value)] = name.toString();
            }
        }
        return names;
    }

    /** How many places an array needs that reaches the largest raw id: more than there are values where there are holes. */
    private static <T> int count(IndexedIterable<T> values) {
        int most = -1;
        for (T value : values) {
            most = Math.max(most, values.getRawId(value));
        }
        return most + 1;
    }

    private static String[] blank(int count) {
        String[] names = new String[count];
        Arrays.fill(names, "");
        return names;
    }

    /** What a block is like to walk into. */
    private static byte shape(BlockState state) {
        if (state.isAir()) {
            return Registries.SHAPE_AIR;
        }
        try {
            VoxelShape shape = state.getCollisionShape(EmptyBlockView.INSTANCE, BlockPos.ORIGIN);
            if (!shape.isEmpty()) {
                return solid(shape.getMin(Direction.Axis.Y), shape.getMax(Direction.Axis.Y));
            }
        } catch (RuntimeException needsItsWorld) {
            return Registries.SHAPE_CUBE;
        }
        if (state.getMaterial().blocksMovement()) {
            return Registries.SHAPE_CUBE; // Its world may make it a wall, as that of a cover that looks like what is beside it.
        }
        return liquid(state);
    }

    /** One of three shapes: water, another liquid, none. */
    private static byte liquid(BlockState state) {
        FluidState liquid = state.getFluidState();
        return liquid.isEmpty() ? Registries.SHAPE_NONE : liquid.isIn(WATER) ? Registries.SHAPE_WATER : Registries.SHAPE_LIQUID;
    }

    /** How broad it is does not count: beside a post nobody passes, so nobody is told that he could. */
    private static byte solid(double low, double high) {
        if (high > 1 + ROUNDING) {
            return Registries.SHAPE_TALL;
        }
        if (high <= LOW + ROUNDING) {
            return Registries.SHAPE_LOW;
        }
        if (high <= HALF + ROUNDING) {
            return Registries.SHAPE_BOTTOM;
        }
        return low >= HALF - ROUNDING ? Registries.SHAPE_TOP : Registries.SHAPE_CUBE;
    }

    private static float hardness(BlockState state) {
        try {
            return state.getHardness(EmptyBlockView.INSTANCE, BlockPos.ORIGIN);
        } catch (RuntimeException needsItsWorld) {
            return -1;
        }
    }

    private static List<ItemStack> hands() {
        return TOOLS.stream().map(name -> new ItemStack(net.minecraft.registry.Registries.ITEM.get(new Identifier("minecraft", name)), 1)).toList();
    }

    private static byte tool(BlockState state, List<ItemStack> hands) {
        int tool = Registries.TOOL_NONE;
        for (int i = 0; i < hands.size() && tool == Registries.TOOL_NONE; i++) {
            tool = hands.get(i).getMiningSpeedMultiplier(state) > 1 ? i + 1 : Registries.TOOL_NONE;
        }
        return (byte) (state.isToolRequired() ? tool + Registries.NEEDS_TOOL : tool);
    }
}
