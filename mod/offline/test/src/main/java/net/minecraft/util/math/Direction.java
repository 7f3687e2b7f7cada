package net.minecraft.util.math;

import net.minecraft.util.StringIdentifiable;

/** Double. */
public enum Direction implements StringIdentifiable {
    DOWN, UP, NORTH, SOUTH, WEST, EAST;

    public int getId() {
        return ordinal();
    }

    /** Double. */
    public enum Axis implements StringIdentifiable {
        X, Y, Z
    }
}
