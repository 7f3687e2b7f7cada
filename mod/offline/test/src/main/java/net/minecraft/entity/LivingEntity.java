package net.minecraft.entity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import net.minecraft.entity.damage.DamageSource;
import net.minecraft.entity.effect.StatusEffectInstance;
import net.minecraft.item.ItemStack;

/** Double. */
public abstract class LivingEntity extends Entity {
    public int deathTime;
    public int hurtTime;
    public float doubleHealth;
    public boolean doubleBaby;
    public boolean doubleClimbing;
    public boolean doubleUsingItem;
    public ItemStack doubleMainHand = ItemStack.EMPTY;
    public final List<StatusEffectInstance> doubleEffects = new ArrayList<>();

    public float getHealth() {
        return doubleHealth;
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
