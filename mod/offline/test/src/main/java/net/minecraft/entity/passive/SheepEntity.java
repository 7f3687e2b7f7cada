package net.minecraft.entity.passive;

import net.minecraft.util.DyeColor;

/** Double. */
public class SheepEntity extends AnimalEntity {
    public boolean doubleSheared;
    public int doubleColour;

    public boolean isSheared() {
        return doubleSheared;
    }

    public DyeColor getColor() {
        return DyeColor.values()[doubleColour];
    }
}
