//! What a player's hands do with mobs: feeding, shearing, milking, dyeing (`MobEntity.interactMob`).

use anima_rules::{EntityKind, Item, ItemStack};
use rand::RngExt;

use super::own::dropped;
use super::{Me, eats};
use crate::entity::{Entity, Kind};
use crate::level::Dice;

/// Ticks of love after a meal.
const LOVE: u16 = 600;

/// What using an item on a mob did, and what becomes of the item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Usage {
    /// Nothing: the item may be used otherwise.
    Nothing,
    /// Something, and the item stays as it is.
    Done,
    /// One of the stack is used up.
    UsesUp,
    /// The tool wears by one use.
    Wears,
    /// One of the stack becomes something else.
    Becomes(ItemStack),
    /// One of the stack becomes something else, and the mob is in it.
    Takes(ItemStack),
}

/// Uses what a hand holds on an entity.
pub(crate) fn use_on(
    entity: &mut Entity,
    held: Option<ItemStack>,
    dice: &mut Dice,
    spawned: &mut Vec<Entity>,
) -> Usage {
    let id = entity.id;
    let Kind::Mob(mob) = &mut entity.kind else { return Usage::Nothing };
    if !mob.is_alive() {
        return Usage::Nothing;
    }
    let mut me = Me { id, body: &mut entity.body, mob };
    if let Some(usage) = me.heed_player(held.map(|stack| stack.item), dice) {
        return usage;
    }
    let Some(held) = held else { return Usage::Nothing };
    match (me.mob.kind, held.item) {
        (EntityKind::COW | EntityKind::GOAT | EntityKind::MOOSHROOM, Item::BUCKET) if !me.mob.is_baby() => {
            Usage::Becomes(ItemStack::new(Item::MILK_BUCKET, 1))
        }
        (EntityKind::MOOSHROOM, Item::BOWL) if !me.mob.is_baby() => {
            Usage::Becomes(ItemStack::new(Item::MUSHROOM_STEW, 1))
        }
        (EntityKind::SHEEP, Item::SHEARS) if !me.mob.sheared && !me.mob.is_baby() => {
            me.shear(dice, spawned);
            Usage::Wears
        }
        (EntityKind::MOOSHROOM, Item::SHEARS) if !me.mob.is_baby() => {
            me.shear_mushrooms(dice, spawned);
            Usage::Wears
        }
        // Bucketable.tryBucket
        (fish, Item::WATER_BUCKET) => match bucket_of(fish) {
            Some(bucket) => Usage::Takes(ItemStack::new(bucket, 1)),
            None => Usage::Nothing,
        },
        (EntityKind::SHEEP, dye) if dye.name().ends_with("_dye") => me.dye(dye),
        (kind, item) if eats(kind, item) => me.feed(),
        _ => Usage::Nothing,
    }
}

impl Me<'_> {
    /// `SheepEntity.sheared`
    fn shear(&mut self, dice: &mut Dice, spawned: &mut Vec<Entity>) {
        self.mob.sheared = true;
        let wool = wool(self.mob.variant);
        for _ in 0..dice.random_range(1..=3) {
            let above = self.body.pos + glam::DVec3::new(0.0, 1.0, 0.0);
            let mut entity = dropped(ItemStack::new(wool, 1), above, dice);
            let mut lot = || f64::from(dice.random::<f32>() - dice.random::<f32>()) * 0.1;
            let (x, z) = (lot(), lot());
            entity.body.velocity += glam::DVec3::new(x, f64::from(dice.random::<f32>()) * 0.05, z);
            spawned.push(entity);
        }
    }

    /// What is left is a cow (`MooshroomEntity.sheared`).
    fn shear_mushrooms(&mut self, dice: &mut Dice, spawned: &mut Vec<Entity>) {
        for _ in 0..5 {
            let above = self.body.pos + glam::DVec3::new(0.0, f64::from(1.4_f32), 0.0);
            spawned.push(dropped(ItemStack::new(Item::RED_MUSHROOM, 1), above, dice));
        }
        self.mob.kind = EntityKind::COW;
    }

    fn dye(&mut self, dye: Item) -> Usage {
        let color = (0..16).find(|color| dye.name().strip_suffix("_dye") == wool(*color).name().strip_suffix("_wool"));
        match color {
            Some(color) if color != self.mob.variant && !self.mob.sheared => {
                self.mob.variant = color;
                Usage::UsesUp
            }
            _ => Usage::Nothing,
        }
    }

    /// `AnimalEntity.interactMob`: grown ones fall in love, young ones grow by a tenth of what they lack.
    pub(super) fn feed(&mut self) -> Usage {
        let mob = &mut *self.mob;
        if mob.age == 0 && mob.love_ticks == 0 {
            mob.love_ticks = LOVE;
            Usage::UsesUp
        } else if mob.age < 0 {
            mob.grow((-mob.age / 20) / 10 * 20);
            Usage::UsesUp
        } else {
            Usage::Nothing
        }
    }
}

/// The bucket in which a mob is carried (`Bucketable.getBucketItem`).
fn bucket_of(kind: EntityKind) -> Option<Item> {
    Some(match kind {
        EntityKind::COD => Item::COD_BUCKET,
        EntityKind::SALMON => Item::SALMON_BUCKET,
        EntityKind::PUFFERFISH => Item::PUFFERFISH_BUCKET,
        EntityKind::TROPICAL_FISH => Item::TROPICAL_FISH_BUCKET,
        EntityKind::AXOLOTL => Item::AXOLOTL_BUCKET,
        EntityKind::TADPOLE => Item::TADPOLE_BUCKET,
        _ => return None,
    })
}

/// The wool of a colour, in the order of the dyes.
fn wool(color: u8) -> Item {
    Item::from_id(Item::WHITE_WOOL.id() + u16::from(color.min(15))).expect("sixteen wools follow each other")
}
