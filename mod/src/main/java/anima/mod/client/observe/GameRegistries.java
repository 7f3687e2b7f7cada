package anima.mod.client.observe;

import anima.mod.bridge.Registries;
import net.minecraft.block.Block;
import net.minecraft.block.BlockState;
import net.minecraft.command.argument.BlockArgumentParser;
import net.minecraft.entity.EntityType;
import net.minecraft.entity.SpawnGroup;
import net.minecraft.entity.effect.StatusEffect;
import net.minecraft.registry.Registry;
import net.minecraft.util.Identifier;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.shape.VoxelShape;
import net.minecraft.world.EmptyBlockView;

/** Lists the names behind the running game's raw ids. */
public final class GameRegistries {
    private GameRegistries() {
    }

    /** Reads them all; some ten milliseconds, once. */
    public static Registries read() {
        int states = Block.STATE_IDS.size();
        String[] blockStates = new String[states];
        byte[] shapes = new byte[states];
        for (int id = 0; id < states; id++) {
            BlockState state = Block.STATE_IDS.get(id);
            blockStates[id] = BlockArgumentParser.stringifyBlockState(state);
            shapes[id] = blockStates[id].startsWith("minecraft:") ? Registries.SHAPE_NONE : shape(state);
        }
        Registry<EntityType<?>> types = net.minecraft.registry.Registries.ENTITY_TYPE;
        boolean[] monsters = new boolean[types.size()];
        for (int id = 0; id < monsters.length; id++) {
            monsters[id] = types.get(id).getSpawnGroup() == SpawnGroup.MONSTER;
        }
        return new Registries(
            blockStates, shapes,
            names(net.minecraft.registry.Registries.ITEM),
            names(types), monsters,
            names(net.minecraft.registry.Registries.ENCHANTMENT),
            effects(),
            names(net.minecraft.registry.Registries.SCREEN_HANDLER));
    }

    /** The names of a registry by raw id. */
    static <T> String[] names(Registry<T> registry) {
        String[] names = new String[registry.size()];
        for (int id = 0; id < names.length; id++) {
            Identifier name = registry.getId(registry.get(id));
            names[id] = name == null ? "" : name.toString();
        }
        return names;
    }

    /** Effects are numbered by themselves, from 1. */
    private static String[] effects() {
        int most = 0;
        for (StatusEffect effect : net.minecraft.registry.Registries.STATUS_EFFECT) {
            most = Math.max(most, StatusEffect.getRawId(effect));
        }
        String[] names = new String[most + 1];
        for (StatusEffect effect : net.minecraft.registry.Registries.STATUS_EFFECT) {
            names[StatusEffect.getRawId(effect)] = net.minecraft.registry.Registries.STATUS_EFFECT.getId(effect).toString();
        }
        return names;
    }

    /** What a block of another mod is like to walk into. */
    private static byte shape(BlockState state) {
        if (!state.getFluidState().isEmpty()) {
            return Registries.SHAPE_LIQUID;
        }
        try {
            VoxelShape shape = state.getCollisionShape(EmptyBlockView.INSTANCE, BlockPos.ORIGIN);
            return shape.isEmpty() ? Registries.SHAPE_NONE : Block.isShapeFullCube(shape) ? Registries.SHAPE_CUBE : Registries.SHAPE_OTHER;
        } catch (RuntimeException needsItsWorld) {
            return Registries.SHAPE_OTHER;
        }
    }
}
