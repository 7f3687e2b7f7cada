package net.minecraft.registry;

import anima.doubles.Names;
import net.minecraft.block.Block;
import net.minecraft.enchantment.Enchantment;
import net.minecraft.entity.EntityType;
import net.minecraft.entity.effect.StatusEffect;
import net.minecraft.item.Item;
import net.minecraft.screen.ScreenHandlerType;

/** Double: filled by {@code anima.doubles.GameData}. */
public class Registries {
    public static final DefaultedRegistry<Block> BLOCK = Names.defaulted("minecraft:air");
    public static final DefaultedRegistry<Item> ITEM = Names.defaulted("minecraft:air");
    public static final DefaultedRegistry<EntityType<?>> ENTITY_TYPE = Names.defaulted("minecraft:pig");
    public static final Registry<Enchantment> ENCHANTMENT = Names.make();
    public static final Registry<StatusEffect> STATUS_EFFECT = Names.make();
    public static final Registry<ScreenHandlerType<?>> SCREEN_HANDLER = Names.make();
}
