package net.minecraft.block;

import net.minecraft.item.ItemConvertible;
import net.minecraft.util.collection.IdList;
import net.minecraft.util.shape.VoxelShape;

/** Double: the list of all states. */
public class Block extends AbstractBlock implements ItemConvertible {
    public static final IdList<BlockState> STATE_IDS = new IdList<>();

    public static boolean isShapeFullCube(VoxelShape shape) {
        return true;
    }

    public static int getRawIdFromState(BlockState state) {
        return state == null ? 0 : Math.max(STATE_IDS.getRawId(state), 0);
    }
}
