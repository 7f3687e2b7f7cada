package net.minecraft.util.hit;

import net.minecraft.util.math.Vec3d;

/** Double. */
public abstract class HitResult {
    private final Vec3d pos;

    protected HitResult(Vec3d pos) {
        this.pos = pos;
    }

    public Vec3d getPos() {
        return pos;
    }

    public abstract Type getType();

    /** Double. */
    public enum Type {
        MISS, BLOCK, ENTITY
    }
}
