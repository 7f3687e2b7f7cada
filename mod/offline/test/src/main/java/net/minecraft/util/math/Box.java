package net.minecraft.util.math;

/** Double: nobody looks how large it is. */
public class Box {
    public Box expand(double x, double y, double z) {
        return this;
    }

    public Box stretch(Vec3d scale) {
        return this;
    }
}
