package net.minecraft.util;

/** Double: sixteen colours. */
public enum DyeColor {
    double0, double1, double2, double3, double4, double5, double6, double7, double8, double9, double10, double11, double12,
    double13, double14, double15;

    public int getId() {
        return ordinal();
    }
}
