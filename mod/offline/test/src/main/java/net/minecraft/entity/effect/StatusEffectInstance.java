package net.minecraft.entity.effect;

/** Double. */
public class StatusEffectInstance implements Comparable<StatusEffectInstance> {
    private final StatusEffect type;
    private final int amplifier;
    private final int duration;

    public StatusEffectInstance(StatusEffect type, int amplifier, int duration) {
        this.type = type;
        this.amplifier = amplifier;
        this.duration = duration;
    }

    public StatusEffect getEffectType() {
        return type;
    }

    public int getAmplifier() {
        return amplifier;
    }

    public int getDuration() {
        return duration;
    }

    @Override
    public int compareTo(StatusEffectInstance other) {
        return Integer.compare(duration, other.duration);
    }
}
