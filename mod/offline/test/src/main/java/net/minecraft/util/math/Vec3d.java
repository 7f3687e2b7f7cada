package net.minecraft.util.math;

/** Double. */
public class Vec3d implements Position {
    public final double x;
    public final double y;
    public final double z;

    public Vec3d(double x, double y, double z) {
        this.x = x;
        this.y = y;
        this.z = z;
    }

    public Vec3d add(double x, double y, double z) {
        return new Vec3d(this.x + x, this.y + y, this.z + z);
    }

    public Vec3d multiply(double by) {
        return new Vec3d(x * by, y * by, z * by);
    }

    public double squaredDistanceTo(Vec3d other) {
        return (other.x - x) * (other.x - x) + (other.y - y) * (other.y - y) + (other.z - z) * (other.z - z);
    }
}
