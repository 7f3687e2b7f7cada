package net.minecraft.util.hit;

import net.minecraft.util.math.BlockPos;
import net.minecraft.util.math.Direction;
import net.minecraft.util.math.Vec3d;

/** Double. */
public class BlockHitResult extends HitResult {
    private final Type doubleType;
    private final Direction side;
    private final BlockPos blockPos;

    private BlockHitResult(Type type, Vec3d pos, Direction side, BlockPos blockPos) {
        super(pos);
        this.doubleType = type;
        this.side = side;
        this.blockPos = blockPos;
    }

    public BlockHitResult(Vec3d pos, Direction side, BlockPos blockPos, boolean insideBlock) {
        this(Type.BLOCK, pos, side, blockPos);
    }

    public static BlockHitResult doubleOf(Type type, Vec3d pos, Direction side, BlockPos blockPos) {
        return new BlockHitResult(type, pos, side, blockPos);
    }

    public static BlockHitResult createMissed(Vec3d pos, Direction side, BlockPos blockPos) {
        return new BlockHitResult(Type.MISS, pos, side, blockPos);
    }

    public BlockPos getBlockPos() {
        return blockPos;
    }

    public Direction getSide() {
        return side;
    }

    @Override
    public Type getType() {
        return doubleType;
    }
}
