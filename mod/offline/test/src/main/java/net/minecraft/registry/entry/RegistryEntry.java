package net.minecraft.registry.entry;

import java.util.Optional;
import net.minecraft.registry.RegistryKey;

/** Double. */
public interface RegistryEntry<T> {
    Optional<RegistryKey<T>> getKey();
}
