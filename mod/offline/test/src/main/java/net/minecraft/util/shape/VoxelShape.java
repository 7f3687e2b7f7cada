package net.minecraft.util.shape;

import net.minecraft.util.math.Direction;

/** Double: a whole cube. */
public abstract class VoxelShape {
    public boolean isEmpty() {
        return false;
    }

    public double getMin(Direction.Axis axis) {
        return 0;
    }

    public double getMax(Direction.Axis axis) {
        return 1;
    }
}
