package net.minecraft.world;

import net.minecraft.util.StringIdentifiable;

/** Double: in the order of the ids. */
public enum GameMode implements StringIdentifiable {
    SURVIVAL,
    CREATIVE,
    ADVENTURE,
    SPECTATOR;

    public int getId() {
        return ordinal();
    }
}
