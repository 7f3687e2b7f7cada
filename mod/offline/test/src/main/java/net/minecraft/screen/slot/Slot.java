package net.minecraft.screen.slot;

import net.minecraft.item.ItemStack;

/** Double. */
public class Slot {
    public ItemStack doubleStack = ItemStack.EMPTY;

    public ItemStack getStack() {
        return doubleStack;
    }
}
