package net.minecraft.entity.effect;

/** Double. */
public class StatusEffect {
    private final int rawId;

    public StatusEffect(int rawId) {
        this.rawId = rawId;
    }

    public static int getRawId(StatusEffect effect) {
        return effect.rawId;
    }
}
