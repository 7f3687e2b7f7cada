package net.minecraft.entity.player;

/** Double. */
public class HungerManager {
    public int doubleFood = 20;
    public float doubleSaturation = 5;

    public int getFoodLevel() {
        return doubleFood;
    }

    public float getSaturationLevel() {
        return doubleSaturation;
    }
}
