package net.minecraft.world;

import java.util.Locale;
import net.minecraft.util.StringIdentifiable;

/** Double. */
public enum Difficulty implements StringIdentifiable {
    PEACEFUL, EASY, NORMAL, HARD;

    public int getId() {
        return ordinal();
    }

    public String getName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
