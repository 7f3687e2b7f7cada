//! The use key with an item in hand (`Item.use`): eating, buckets, armour.

use anima_body::{BlockHit, BlockPos, Effect, Inventory, Liquids, RayShape, raycast};
use anima_rules::damage::{Wear, worn_at};
use anima_rules::food::{self, Aftermath};
use anima_rules::{Block, BlockState, FluidKind, Item, ItemStack, StateFlags};
use rand::RngExt;

use super::hands::Used;
use super::sight::look_vector;
use super::{Hand, Player, Using};
use crate::World;

/// How far buckets reach (`Item.raycast`).
const BUCKET_REACH: f64 = 5.0;
/// Ticks to drink milk.
const DRINK_TICKS: u32 = 32;

impl World {
    /// Uses what a hand holds, not on anything.
    pub(super) fn use_item(&mut self, hand: Hand) -> Used {
        let Some(stack) = self.player.in_hand(hand) else { return Used::No };
        match stack.item {
            Item::BUCKET => self.scoop(hand),
            Item::WATER_BUCKET => self.pour(hand, FluidKind::Water),
            Item::LAVA_BUCKET => self.pour(hand, FluidKind::Lava),
            Item::MILK_BUCKET => self.start_using(hand, DRINK_TICKS),
            Item::BOW => {
                if self.arrows().is_none() {
                    return Used::Failed;
                }
                self.start_using(hand, super::bow::DRAW_TICKS)
            }
            Item::SHIELD => self.start_using(hand, super::bow::DRAW_TICKS),
            item if item.food().is_some() => {
                if !self.player.hunger.can_eat(item) {
                    return Used::Failed;
                }
                self.start_using(hand, u32::from(food::eating_ticks(item).unwrap_or(32)))
            }
            item => match worn_at(item).and_then(worn_slot) {
                Some(slot) => self.put_on(hand, slot),
                None => Used::No,
            },
        }
    }

    fn start_using(&mut self, hand: Hand, ticks: u32) -> Used {
        self.player.using = Some(Using { hand, left: ticks, total: ticks });
        Used::Yes
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
        if stack.item == Item::MILK_BUCKET {
            self.player.effects.clear();
            self.player.absorption = 0.0;
            self.exchange(hand, ItemStack::new(Item::BUCKET, 1));
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
    fn put_on(&mut self, hand: Hand, slot: usize) -> Used {
        let held = self.player.hand_slot(hand);
        let slots = &mut self.player.inventory.slots;
        match (slots[held], slots[slot]) {
            (Some(one), None) if one.count > 1 => {
                slots[slot] = one.with_count(1);
                slots[held] = one.with_count(one.count - 1);
            }
            (Some(one), Some(_)) if one.count > 1 => return Used::Failed,
            _ => slots.swap(held, slot),
        }
        Used::Yes
    }

    fn ray(&self, liquids: Liquids) -> Option<BlockHit> {
        let Player { yaw, pitch, .. } = self.player;
        let eyes = self.player.body.eyes();
        let to = eyes + look_vector(yaw, pitch) * BUCKET_REACH;
        raycast(&self.level.view(), eyes, to, RayShape::Outline, liquids)
    }

    /// An empty bucket takes a source (`BucketItem.use`).
    fn scoop(&mut self, hand: Hand) -> Used {
        let Some(hit) = self.ray(Liquids::Sources) else { return Used::No };
        let state = self.level.block(hit.pos);
        let source = state.fluid().filter(|fluid| fluid.source).map(|fluid| fluid.kind);
        let (left, full) = match (state.block(), source) {
            (Block::POWDER_SNOW, _) => (BlockState::AIR, Item::POWDER_SNOW_BUCKET),
            (Block::WATER | Block::BUBBLE_COLUMN, Some(_)) => (BlockState::AIR, Item::WATER_BUCKET),
            (Block::LAVA, Some(_)) => (BlockState::AIR, Item::LAVA_BUCKET),
            (_, Some(_)) if state.is("waterlogged") => (state.with("waterlogged", "false"), Item::WATER_BUCKET),
            _ => return Used::Failed,
        };
        self.level.set_block(hit.pos, left);
        self.exchange(hand, ItemStack::new(full, 1));
        Used::Yes
    }

    /// A full bucket pours out where it points, or beside it (`BucketItem.placeFluid`).
    fn pour(&mut self, hand: Hand, liquid: FluidKind) -> Used {
        let Some(hit) = self.ray(Liquids::Pass) else { return Used::No };
        let beside = hit.pos.beside(hit.face);
        let fillable = self.level.block(hit.pos).property("waterlogged").is_some();
        let first = if fillable && liquid == FluidKind::Water { hit.pos } else { beside };
        if !(self.pour_into(first, liquid) || self.pour_into(beside, liquid)) {
            return Used::Failed;
        }
        let slot = self.player.hand_slot(hand);
        self.player.inventory.slots[slot] = Some(ItemStack::new(Item::BUCKET, 1));
        Used::Yes
    }

    fn pour_into(&mut self, pos: BlockPos, liquid: FluidKind) -> bool {
        let state = self.level.block(pos);
        if !self.level.terrain().is_loaded(pos.chunk()) {
            return false;
        }
        if liquid == FluidKind::Water && state.property("waterlogged").is_some() {
            let dry = state.property("waterlogged") == Some("false") && state.property("type") != Some("double");
            if dry {
                self.level.set_block(pos, state.with("waterlogged", "true"));
                return true;
            }
        }
        // `canBucketPlace`: replaceable, or of a material that is not solid.
        let washes =
            state.flags().contains(StateFlags::REPLACEABLE) || !state.flags().contains(StateFlags::BLOCKS_MOTION);
        if !washes || state.block() == Block::COBWEB {
            return false;
        }
        if !state.is_air() && !matches!(state.block(), Block::WATER | Block::LAVA) {
            self.level.break_block(pos, None, true);
        }
        let source = match liquid {
            FluidKind::Water => Block::WATER,
            FluidKind::Lava => Block::LAVA,
        };
        self.level.set_block(pos, source.state());
        true
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
