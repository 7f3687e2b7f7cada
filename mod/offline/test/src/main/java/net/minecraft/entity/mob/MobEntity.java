package net.minecraft.entity.mob;

import net.minecraft.entity.EquipmentSlot;
import net.minecraft.entity.LivingEntity;
import net.minecraft.entity.Targeter;
import net.minecraft.item.ItemStack;

/** Double. */
public abstract class MobEntity extends LivingEntity implements Targeter {
    public boolean doubleAttacking;

    public boolean isAttacking() {
        return doubleAttacking;
    }

    @Override
    public ItemStack getEquippedStack(EquipmentSlot slot) {
        return ItemStack.EMPTY;
    }
}
