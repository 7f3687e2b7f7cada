package anima.mod.observe;

import java.util.Map;
import net.minecraft.enchantment.Enchantment;
import net.minecraft.enchantment.EnchantmentHelper;
import net.minecraft.item.ItemStack;
import net.minecraft.registry.Registries;

/** Item stacks as the native side takes them, see {@code anima.mod.bridge}. */
final class Stacks {
    private Stacks() {
    }

    static int item(ItemStack stack) {
        return Registries.ITEM.getRawId(stack.getItem());
    }

    static int count(ItemStack stack) {
        return stack.isEmpty() ? 0 : stack.getCount();
    }

    /** Pairs of raw id and level, also of an enchanted book; null for none. */
    static int[] enchantments(ItemStack stack) {
        if (stack.isEmpty() || stack.getNbt() == null) {
            return null;
        }
        Map<Enchantment, Integer> levels = EnchantmentHelper.get(stack);
        if (levels.isEmpty()) {
            return null;
        }
        int[] pairs = new int[2 * levels.size()];
        int at = 0;
        for (Map.Entry<Enchantment, Integer> level : levels.entrySet()) {
            pairs[at++] = Registries.ENCHANTMENT.getRawId(level.getKey());
            pairs[at++] = level.getValue();
        }
        return pairs;
    }

    /** Remembers what was told of one slot, to tell only what changes. */
    static final class Told {
        private ItemStack stack;
        private Object item;
        private int count;
        private int damage;

        /** Whether the stack differs from what was told; it then counts as told. */
        boolean changes(ItemStack now) {
            Object itemNow = now.getItem();
            int countNow = Stacks.count(now);
            int damageNow = countNow == 0 ? 0 : now.getDamage();
            // What the server sends is a new object, so enchantments cannot change behind an old one.
            boolean same = now == this.stack && itemNow == this.item && countNow == this.count && damageNow == this.damage
                || this.stack != null && countNow == 0 && this.count == 0;
            this.stack = now;
            this.item = itemNow;
            this.count = countNow;
            this.damage = damageNow;
            return !same;
        }
    }
}
