//! The use key with an item in hand (`Item.use`): eating, drinking, armour.

use anima_body::{Effect, Inventory, Stat};
use anima_hands::{ActionResult, Hand};
use anima_rules::damage::{Wear, worn_at};
use anima_rules::food::{self, Aftermath};
use anima_rules::{FluidKind, Item, ItemStack};
use rand::RngExt;

use super::{Player, Using};
use crate::World;
use crate::entity::Hook;

/// Ticks to drink milk or a potion.
const DRINK_TICKS: u32 = 32;

impl World {
    /// Uses what a hand holds, not on anything.
    pub(super) fn use_item(&mut self, hand: Hand) -> ActionResult {
        let Some(stack) = self.player.in_hand(hand) else { return ActionResult::Pass };
        match stack.item {
            Item::BUCKET => self.scoop(hand),
            Item::WATER_BUCKET => self.pour(hand, FluidKind::Water),
            Item::LAVA_BUCKET => self.pour(hand, FluidKind::Lava),
            Item::GLASS_BOTTLE => self.fill_bottle(hand),
            Item::MILK_BUCKET | Item::POTION => self.start_using(hand, DRINK_TICKS),
            Item::BOW => {
                if self.arrows().is_none() {
                    return ActionResult::Fail;
                }
                self.start_using(hand, super::bow::DRAW_TICKS)
            }
            Item::FISHING_ROD => self.fish(hand, stack),
            Item::SHIELD => self.start_using(hand, super::bow::DRAW_TICKS),
            item if item.food().is_some() => {
                if !self.player.hunger.can_eat(item) {
                    return ActionResult::Fail;
                }
                self.start_using(hand, u32::from(food::eating_ticks(item).unwrap_or(32)))
            }
            item => match worn_at(item).and_then(worn_slot) {
                Some(slot) => self.put_on(hand, slot),
                None => ActionResult::Pass,
            },
        }
    }

    /// A rod casts its hook, or draws it in (`FishingRodItem.use`).
    fn fish(&mut self, hand: Hand, rod: ItemStack) -> ActionResult {
        match self.entities.reel_in(&mut self.player, &self.level, &mut self.dice) {
            Some(wear) => {
                let slot = self.player.hand_slot(hand);
                self.player.wear(slot, wear, &mut self.dice);
            }
            None => {
                let hook = Hook::cast(&self.player, rod, &mut self.dice);
                self.entities.add(hook);
                self.player.count(Stat::Used(rod.item), 1);
            }
        }
        ActionResult::Success
    }

    fn start_using(&mut self, hand: Hand, ticks: u32) -> ActionResult {
        self.player.using = Some(Using { hand, left: ticks, total: ticks });
        ActionResult::Consume
    }

    /// The use key is let go with an item in use (`LivingEntity.stopUsingItem`).
    pub(super) fn release_item(&mut self) {
        let Some(using) = self.player.using.take() else { return };
        if self.player.in_hand(using.hand).is_some_and(|stack| stack.item == Item::BOW) {
            self.shoot(using);
        }
    }

    /// An item in use is done: it is eaten or drunk (`LivingEntity.consumeItem`).
    pub(crate) fn finish_using(&mut self, hand: Hand) {
        let Some(stack) = self.player.in_hand(hand) else { return };
        // MilkBucketItem.finishUsing, PotionItem.finishUsing, PlayerEntity.eatFood; HoneyBottleItem.finishUsing counts
        // what is eaten once more.
        self.player.count(Stat::Used(stack.item), if stack.item == Item::HONEY_BOTTLE { 2 } else { 1 });
        if stack.item == Item::MILK_BUCKET {
            self.player.effects.clear();
            self.player.absorption = 0.0;
            self.exchange(hand, ItemStack::new(Item::BUCKET, 1));
            return;
        }
        if stack.item == Item::POTION {
            // What is in a potion is not told apart: it is water.
            self.exchange(hand, ItemStack::new(Item::GLASS_BOTTLE, 1));
            return;
        }
        self.player.hunger.eat(stack.item);
        for (aftermath, amplifier, ticks, chance) in food::after_effects(stack.item) {
            if self.dice.random::<f32>() < *chance {
                self.player.add_effect(effect_of(*aftermath), *amplifier, *ticks);
            }
        }
        if stack.item == Item::HONEY_BOTTLE {
            self.player.effects.retain(|active| active.effect != Effect::Poison);
        }
        match food::leftover(stack.item) {
            Some(left) => self.exchange(hand, ItemStack::new(left, 1)),
            None => self.use_up(hand),
        }
    }

    /// Puts armour on, in exchange for what is worn there (`Equipment.equipAndSwap`).
    fn put_on(&mut self, hand: Hand, slot: usize) -> ActionResult {
        let held = self.player.hand_slot(hand);
        let slots = &mut self.player.inventory.slots;
        let changes = slots[held] != slots[slot];
        let item = slots[held].map(|stack| stack.item);
        match (slots[held], slots[slot]) {
            (Some(one), None) if one.count > 1 => {
                slots[slot] = one.with_count(1);
                slots[held] = one.with_count(one.count - 1);
            }
            (Some(one), Some(_)) if one.count > 1 => return ActionResult::Fail,
            _ => slots.swap(held, slot),
        }
        if let Some(item) = item.filter(|_| changes) {
            self.player.count(Stat::Used(item), 1);
        }
        ActionResult::Success
    }
}

impl Player {
    /// Goes on using an item; the hand when it is done (`LivingEntity.tickActiveItemStack`).
    pub(crate) fn use_on(&mut self) -> Option<Hand> {
        let using = self.using.as_mut()?;
        using.left = using.left.saturating_sub(1);
        let Using { hand, left, .. } = *using;
        match self.in_hand(hand) {
            None => {
                self.using = None;
                None
            }
            Some(stack) if left == 0 && !matches!(stack.item, Item::BOW | Item::SHIELD) => {
                self.using = None;
                Some(hand)
            }
            Some(_) => None,
        }
    }
}

fn worn_slot(wear: Wear) -> Option<usize> {
    Some(match wear {
        Wear::Feet => Inventory::FEET,
        Wear::Legs => Inventory::FEET + 1,
        Wear::Chest => Inventory::FEET + 2,
        Wear::Head => Inventory::FEET + 3,
        Wear::OffHand => return None,
    })
}

fn effect_of(aftermath: Aftermath) -> Effect {
    match aftermath {
        Aftermath::Hunger => Effect::Hunger,
        Aftermath::Poison => Effect::Poison,
        Aftermath::Nausea => Effect::Nausea,
        Aftermath::Regeneration => Effect::Regeneration,
        Aftermath::Absorption => Effect::Absorption,
        Aftermath::Resistance => Effect::Resistance,
        Aftermath::FireResistance => Effect::FireResistance,
    }
}
