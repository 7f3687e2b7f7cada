package net.minecraft.registry.tag;

import net.minecraft.registry.Registry;
import net.minecraft.registry.RegistryKey;
import net.minecraft.util.Identifier;

/** Double. */
public record TagKey<T>(Identifier doubleId) {
    public static <T> TagKey<T> of(RegistryKey<? extends Registry<T>> registry, Identifier id) {
        return new TagKey<>(id);
    }
}
