package net.minecraft.entity;

import net.minecraft.item.ItemStack;

/** Double. */
public class ItemEntity extends Entity {
    public ItemStack doubleStack = ItemStack.EMPTY;

    public ItemStack getStack() {
        return doubleStack;
    }
}
