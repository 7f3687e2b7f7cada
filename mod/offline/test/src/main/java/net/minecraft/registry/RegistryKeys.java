package net.minecraft.registry;

import net.minecraft.util.Identifier;
import net.minecraft.world.biome.Biome;

/** Double. */
public class RegistryKeys {
    public static final RegistryKey<Registry<Biome>> BIOME = RegistryKey.doubleOf(new Identifier("minecraft", "worldgen/biome"));
}
