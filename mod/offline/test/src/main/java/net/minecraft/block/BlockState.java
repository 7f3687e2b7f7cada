package net.minecraft.block;

import net.minecraft.entity.player.PlayerEntity;
import net.minecraft.fluid.FluidState;
import net.minecraft.server.network.ServerPlayerEntity;
import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Direction;
import net.minecraft.util.shape.VoxelShape;
import net.minecraft.world.BlockView;

/** Double: a name with its properties, and what the state is like. */
public class BlockState extends AbstractBlock.AbstractBlockState {
    public final String doubleName;
    public Nature doubleNature = Nature.CUBE;
    /** Whether it is made of what blocks movement although nothing collides with it where its world is not known. */
    public boolean doubleBlocksMovement;
    /** What fails when it is looked at without its world; empty if nothing does. */
    public String doubleFails = "";

    /**
     * What it is like to walk into and to dig: the heights between which it collides, equal if it does not; the tool that
     * digs it, as a part of the item's name; the name of its liquid's tag.
     */
    public record Nature(double low, double high, float hardness, String tool, boolean needsTool, String liquid) {
        public static final Nature CUBE = new Nature(0, 1, 1, "", false, "");
    }

    public BlockState(String name) {
        doubleName = name;
    }

    /** Fails as a block of another mod may, which looks for what is not there. */
    public void doubleLook(String what) {
        if (doubleFails.equals(what)) {
            throw new NullPointerException("the block asks for its world");
        }
    }

    @Override
    public Material getMaterial() {
        return Material.doubleOf(doubleBlocksMovement || !isAir() && doubleNature.low != doubleNature.high);
    }

    @Override
    public boolean isAir() {
        return doubleName.matches("minecraft:(air|cave_air|void_air)");
    }

    @Override
    public float getHardness(BlockView world, BlockPos pos) {
        doubleLook("hardness");
        return doubleNature.hardness;
    }

    /** The embedded world's, where it plays; else what a test says. */
    @Override
    public float calcBlockBreakingDelta(PlayerEntity player, BlockView world, BlockPos pos) {
        if (!(player instanceof ServerPlayerEntity digs)) {
            return 0;
        }
        return digs.doubleGame != null ? digs.doubleGame.breakingDelta(pos) : digs.doubleBreakingDelta;
    }

    @Override
    public boolean isToolRequired() {
        return doubleNature.needsTool;
    }

    @Override
    public FluidState getFluidState() {
        doubleLook("fluid");
        return FluidState.doubleOf(doubleNature.liquid);
    }

    @Override
    public VoxelShape getCollisionShape(BlockView world, BlockPos pos) {
        doubleLook("shape");
        return new VoxelShape() {
            @Override
            public boolean isEmpty() {
                return isAir() || doubleNature.low == doubleNature.high;
            }

            @Override
            public double getMin(Direction.Axis axis) {
                return axis == Direction.Axis.Y ? doubleNature.low : 0;
            }

            @Override
            public double getMax(Direction.Axis axis) {
                return axis == Direction.Axis.Y ? doubleNature.high : 1;
            }
        };
    }
}
