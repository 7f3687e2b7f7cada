package net.minecraft.entity.damage;

import net.minecraft.entity.Entity;

/** Double. */
public class DamageSource {
    private final Entity attacker;

    public DamageSource(Entity attacker) {
        this.attacker = attacker;
    }

    public Entity getAttacker() {
        return attacker;
    }
}
