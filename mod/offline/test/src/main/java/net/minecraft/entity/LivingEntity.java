package net.minecraft.entity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import net.minecraft.entity.damage.DamageSource;
import net.minecraft.entity.effect.StatusEffectInstance;
import net.minecraft.item.ItemStack;

/** Double. */
public abstract class LivingEntity extends Entity {
    public float forwardSpeed;
    public float sidewaysSpeed;
    public int deathTime;
    public int hurtTime;
    public float doubleHealth;
    public boolean doubleJumping;
    public boolean doubleBaby;
    public boolean doubleClimbing;
    public boolean doubleUsingItem;
    public boolean doubleSleeping;
    public ItemStack doubleMainHand = ItemStack.EMPTY;
    public final List<StatusEffectInstance> doubleEffects = new ArrayList<>();

    public float getHealth() {
        return doubleHealth;
    }

    public void setHealth(float health) {
        doubleHealth = Math.max(0, Math.min(20, health));
    }

    public void setJumping(boolean jumping) {
        doubleJumping = jumping;
    }

    /** {@code LivingEntity.computeFallDamage}: the first three blocks are free. */
    @Override
    public void doubleLand(float fallDistance) {
        int damage = (int) Math.ceil(fallDistance - 3);
        if (damage > 0) {
            damage(new DamageSource(null), damage);
        }
    }

    @Override
    public boolean damage(DamageSource source, float amount) {
        if (isDead()) {
            return false;
        }
        setHealth(doubleHealth - amount);
        return true;
    }

    public boolean isDead() {
        return doubleHealth <= 0;
    }

    public boolean isBaby() {
        return doubleBaby;
    }

    public boolean isClimbing() {
        return doubleClimbing;
    }

    public boolean isUsingItem() {
        return doubleUsingItem;
    }

    public boolean isSleeping() {
        return doubleSleeping;
    }

    public void tickMovement() {
    }

    public abstract ItemStack getEquippedStack(EquipmentSlot slot);

    public ItemStack getMainHandStack() {
        return doubleMainHand;
    }

    public Collection<StatusEffectInstance> getStatusEffects() {
        return doubleEffects;
    }

    @Override
    public void onDamaged(DamageSource source) {
        hurtTime = 10;
    }
}
