package net.minecraft.util;

/** Double. */
public class WorldSavePath {
    public static final WorldSavePath ROOT = new WorldSavePath(".");

    /** From the save's folder. */
    public final String doublePath;

    private WorldSavePath(String path) {
        doublePath = path;
    }
}
