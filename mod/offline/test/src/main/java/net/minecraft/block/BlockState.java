package net.minecraft.block;

import net.minecraft.fluid.FluidState;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.shape.VoxelShape;
import net.minecraft.world.BlockView;

/** Double: a name with its properties; a whole cube. */
public class BlockState extends AbstractBlock.AbstractBlockState {
    public final String doubleName;

    public BlockState(String name) {
        doubleName = name;
    }

    @Override
    public FluidState getFluidState() {
        return new FluidState();
    }

    @Override
    public VoxelShape getCollisionShape(BlockView world, BlockPos pos) {
        return new VoxelShape() {
        };
    }
}
