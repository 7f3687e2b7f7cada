package net.minecraft.util;

/** Double. */
public class Util {
    public static long getMeasuringTimeMs() {
        return System.nanoTime() / 1_000_000;
    }
}
