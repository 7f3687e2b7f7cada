package net.minecraft.registry;

import net.minecraft.util.Identifier;

/** Double. */
public class RegistryKey<T> {
    private final Identifier value;

    private RegistryKey(Identifier value) {
        this.value = value;
    }

    public static <T> RegistryKey<T> doubleOf(Identifier value) {
        return new RegistryKey<>(value);
    }

    public static <T> RegistryKey<Registry<T>> ofRegistry(Identifier value) {
        return new RegistryKey<>(value);
    }

    public Identifier getValue() {
        return value;
    }
}
