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
}
