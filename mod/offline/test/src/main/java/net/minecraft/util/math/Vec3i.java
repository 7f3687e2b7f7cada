package net.minecraft.util.math;

/** Double. */
public class Vec3i implements Comparable<Vec3i> {
    private final int x;
    private final int y;
    private final int z;

    public Vec3i(int x, int y, int z) {
        this.x = x;
        this.y = y;
        this.z = z;
    }

    public int getX() {
        return x;
    }

    public int getY() {
        return y;
    }

    public int getZ() {
        return z;
    }

    @Override
    public int compareTo(Vec3i other) {
        return y != other.y ? y - other.y : z != other.z ? z - other.z : x - other.x;
    }
}
