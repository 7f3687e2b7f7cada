package net.minecraft.enchantment;

import java.util.Map;
import net.minecraft.item.ItemStack;

/** Double. */
public class EnchantmentHelper {
    public static Map<Enchantment, Integer> get(ItemStack stack) {
        return stack.doubleEnchantments;
    }
}
