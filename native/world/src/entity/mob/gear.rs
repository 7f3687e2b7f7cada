//! What a mob wears and holds.

use anima_body::Slot;
use anima_rules::damage::armor;
use anima_rules::{EntityKind, Item, ItemStack};
use rand::RngExt;

use crate::Difficulty;
use crate::level::Dice;

/// The chance that a piece falls when its wearer is killed.
const DROP_CHANCE: f32 = 0.085;

/// What a mob wears and holds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Gear {
    pub hand: Slot,
    /// Feet, legs, chest, head.
    pub worn: [Slot; 4],
}

impl Gear {
    pub fn head(&self) -> Slot {
        self.worn[3]
    }

    pub fn holds(&self, item: Item) -> bool {
        self.hand.is_some_and(|stack| stack.item == item)
    }

    /// Armour points and toughness of what it wears.
    pub fn armor(&self) -> (f32, f32) {
        let pieces = self.worn.iter().flatten().map(|piece| armor(piece.item));
        pieces.fold((0.0, 0.0), |(points, toughness), (more, tougher)| (points + more, toughness + tougher))
    }

    /// Wears the helmet by a tick of sun; whether there is one (`damage`, then `sendEquipmentBreakStatus`).
    pub fn shade(&mut self, dice: &mut Dice) -> bool {
        let Some(helmet) = &mut self.worn[3] else { return false };
        if let Some(durability) = helmet.item.durability() {
            helmet.damage += dice.random_range(0..2);
            if helmet.damage >= durability {
                self.worn[3] = None;
            }
        }
        true
    }

    /// What a new mob comes with (`initEquipment`); `clamped` is the region's difficulty from 0 to 1.
    pub fn of_new(kind: EntityKind, difficulty: Difficulty, clamped: f32, dice: &mut Dice) -> Gear {
        use EntityKind as E;
        let mut gear = Gear::default();
        let piece = |item| Some(ItemStack::new(item, 1));
        match kind {
            E::ZOMBIE | E::HUSK | E::ZOMBIE_VILLAGER => {
                gear.put_on(difficulty, clamped, dice);
                let armed = if difficulty == Difficulty::Hard { 0.05 } else { 0.01 };
                if dice.random::<f32>() < armed {
                    gear.hand = piece(if dice.random_range(0..3) == 0 { Item::IRON_SWORD } else { Item::IRON_SHOVEL });
                }
            }
            E::SKELETON | E::STRAY => {
                gear.put_on(difficulty, clamped, dice);
                gear.hand = piece(Item::BOW);
            }
            E::WITHER_SKELETON => gear.hand = piece(Item::STONE_SWORD),
            E::DROWNED if dice.random::<f32>() > 0.9 => {
                gear.hand = piece(if dice.random_range(0..16) < 10 { Item::TRIDENT } else { Item::FISHING_ROD });
            }
            E::PILLAGER => gear.hand = piece(Item::CROSSBOW),
            E::VINDICATOR => gear.hand = piece(Item::IRON_AXE),
            _ => {}
        }
        gear
    }

    /// Armour, the better the harder the region (`MobEntity.initEquipment`).
    fn put_on(&mut self, difficulty: Difficulty, clamped: f32, dice: &mut Dice) {
        if dice.random::<f32>() >= 0.15 * clamped {
            return;
        }
        let mut tier = dice.random_range(0..2);
        tier += (0..3).filter(|_| dice.random::<f32>() < 0.095).count();
        let stop = if difficulty == Difficulty::Hard { 0.1 } else { 0.25 };
        for slot in 0..4 {
            if slot > 0 && dice.random::<f32>() < stop {
                break;
            }
            self.worn[slot] = armour_of(tier, slot).map(|item| ItemStack::new(item, 1));
        }
    }

    /// What falls of it when it is killed, worn as it is found (`MobEntity.dropEquipment`).
    pub fn drops(&self, by_player: bool, looting: u8, dice: &mut Dice) -> Vec<ItemStack> {
        let mut drops = Vec::new();
        for piece in [self.hand].iter().chain(&self.worn).flatten() {
            let chance = DROP_CHANCE + 0.01 * f32::from(looting);
            if by_player && dice.random::<f32>() < chance {
                drops.push(worn_down(*piece, dice));
            }
        }
        drops
    }
}

fn worn_down(piece: ItemStack, dice: &mut Dice) -> ItemStack {
    let Some(durability) = piece.item.durability() else { return piece };
    let most = dice.random_range(0..u32::from(durability).saturating_sub(3).max(1)) + 1;
    let left = dice.random_range(0..most) as u16;
    ItemStack { damage: durability.saturating_sub(left).min(durability - 1), ..piece }
}

/// The piece of a tier for a slot, feet first (`MobEntity.getEquipmentForSlot`).
fn armour_of(tier: usize, slot: usize) -> Option<Item> {
    use Item as I;
    let pieces = [
        [I::LEATHER_BOOTS, I::GOLDEN_BOOTS, I::CHAINMAIL_BOOTS, I::IRON_BOOTS, I::DIAMOND_BOOTS],
        [I::LEATHER_LEGGINGS, I::GOLDEN_LEGGINGS, I::CHAINMAIL_LEGGINGS, I::IRON_LEGGINGS, I::DIAMOND_LEGGINGS],
        [
            I::LEATHER_CHESTPLATE,
            I::GOLDEN_CHESTPLATE,
            I::CHAINMAIL_CHESTPLATE,
            I::IRON_CHESTPLATE,
            I::DIAMOND_CHESTPLATE,
        ],
        [I::LEATHER_HELMET, I::GOLDEN_HELMET, I::CHAINMAIL_HELMET, I::IRON_HELMET, I::DIAMOND_HELMET],
    ];
    pieces[slot].get(tier).copied()
}

#[cfg(test)]
mod tests {
    use anima_rules::damage::{Wear, worn_at};
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn armour_is_for_its_slot_and_rare() {
        let mut dice = Dice::seed_from_u64(1);
        let mut armoured = 0;
        for _ in 0..10_000 {
            let gear = Gear::of_new(EntityKind::ZOMBIE, Difficulty::Hard, 1.0, &mut dice);
            for (slot, wear) in [Wear::Feet, Wear::Legs, Wear::Chest, Wear::Head].into_iter().enumerate() {
                assert!(gear.worn[slot].is_none_or(|piece| worn_at(piece.item) == Some(wear)));
            }
            armoured += u32::from(gear.worn[0].is_some());
        }
        assert!((1300..1700).contains(&armoured), "{armoured} of 10,000");
        let none = Gear::of_new(EntityKind::ZOMBIE, Difficulty::Normal, 0.0, &mut dice);
        assert_eq!(none.worn, [None; 4]);
    }
}
