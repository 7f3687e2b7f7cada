package net.minecraft.item;

import java.util.LinkedHashMap;
import java.util.Map;
import net.minecraft.block.BlockState;
import net.minecraft.enchantment.Enchantment;
import net.minecraft.nbt.NbtCompound;

/** Double. */
public final class ItemStack {
    public static final ItemStack EMPTY = new ItemStack(new Item("minecraft:air"), 0);

    private final Item item;
    private int count;
    private int damage;
    public Map<Enchantment, Integer> doubleEnchantments = new LinkedHashMap<>();

    public ItemStack(ItemConvertible item, int count) {
        this.item = (Item) item;
        this.count = count;
    }

    public ItemStack(Item item, int count, int damage) {
        this(item, count);
        this.damage = damage;
    }

    public Item getItem() {
        return item;
    }

    public int getCount() {
        return count;
    }

    public int getDamage() {
        return damage;
    }

    public float getMiningSpeedMultiplier(BlockState state) {
        state.doubleLook("tool");
        String tool = state.doubleNature.tool();
        return !tool.isEmpty() && item.doubleName.endsWith("_" + tool) ? 6 : 1;
    }

    public boolean isEmpty() {
        return count <= 0;
    }

    public NbtCompound getNbt() {
        return doubleEnchantments.isEmpty() ? null : new NbtCompound() {
        };
    }
}
