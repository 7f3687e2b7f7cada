package net.minecraft.entity.player;

import net.minecraft.inventory.Inventory;
import net.minecraft.item.ItemStack;
import net.minecraft.util.Nameable;
import net.minecraft.util.collection.DefaultedList;

/** Double. */
public class PlayerInventory implements Inventory, Nameable {
    public final DefaultedList<ItemStack> main = DefaultedList.doubleOf(36, ItemStack.EMPTY);
    public final DefaultedList<ItemStack> armor = DefaultedList.doubleOf(4, ItemStack.EMPTY);
    public final DefaultedList<ItemStack> offHand = DefaultedList.doubleOf(1, ItemStack.EMPTY);
    public int selectedSlot;
}
