package net.minecraft.util.shape;

/** Double: a whole cube. */
public abstract class VoxelShape {
    public boolean isEmpty() {
        return false;
    }
}
