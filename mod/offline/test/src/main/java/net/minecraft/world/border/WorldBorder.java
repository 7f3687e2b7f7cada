package net.minecraft.world.border;

/** Double: that of a world for which nobody has set one. */
public class WorldBorder {
    public double getCenterX() {
        return 0;
    }

    public double getCenterZ() {
        return 0;
    }

    public double getSize() {
        return 59_999_968;
    }
}
