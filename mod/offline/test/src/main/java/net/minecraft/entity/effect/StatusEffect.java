package net.minecraft.entity.effect;

import net.minecraft.registry.Registries;

/** Double. */
public class StatusEffect {
    public static int getRawId(StatusEffect effect) {
        return Registries.STATUS_EFFECT.getRawId(effect);
    }
}
