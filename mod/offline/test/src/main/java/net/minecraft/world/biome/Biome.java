package net.minecraft.world.biome;

/** Double. */
public final class Biome {
    public Biome() {
    }
}
