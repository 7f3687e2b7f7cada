//! Shift clicks: each handler's own `quickMove`.

use std::ops::Range;

use anima_body::{MenuKind, Slot};
use anima_rules::damage::{Wear, worn_at};
use anima_rules::smelt::{self, Cooker};
use anima_rules::stonecut::cuts;
use anima_rules::tags::ItemTag;
use anima_rules::{Item, ItemStack};

use super::slot::brewing_use;
use super::{Handler, Outcome, Taking};

/// Where a shift click puts things: slots, filled from the last one or from the first.
struct Way {
    slots: Range<u16>,
    from_last: bool,
}

fn up(slots: Range<u16>) -> Option<Way> {
    Some(Way { slots, from_last: false })
}

fn down(slots: Range<u16>) -> Option<Way> {
    Some(Way { slots, from_last: true })
}

impl Handler {
    /// A shift click: moves until nothing more goes.
    pub(super) fn shift(&mut self, slot: u16, creative: bool, outcome: &mut Outcome) {
        while self.may_take(slot, creative) {
            let Some(moved) = self.quick_move(slot, outcome) else { return };
            if self.slot(slot).is_none_or(|there| there.item != moved.item) {
                return;
            }
        }
    }

    /// Moves what is in a slot once. Returns what was there if anything moved.
    fn quick_move(&mut self, slot: u16, outcome: &mut Outcome) -> Slot {
        let before = self.slot(slot)?;
        let left = self.moved(slot, before)?;
        if left.is_some_and(|left| left.count == before.count) {
            return None;
        }
        if self.is_made(slot) {
            // What does not fit is thrown; the whole result was made.
            self.slots[usize::from(slot)] = None;
            self.on_take(slot, before, Taking::Shift { left: left.map_or(0, |left| left.count) }, outcome);
            outcome.dropped.extend(left);
        } else {
            self.set(slot, left);
            if let Some(taken) = before.with_count(before.count - left.map_or(0, |left| left.count)) {
                self.on_take(slot, taken, Taking::Shift { left: 0 }, outcome);
            }
        }
        Some(before)
    }

    /// Puts a stack where a shift click on its slot puts it; `None` if nowhere, else what is left of it.
    fn moved(&mut self, slot: u16, stack: ItemStack) -> Option<Slot> {
        // An enchanting table takes one of a stack.
        if self.kind == MenuKind::Enchanting && slot >= 2 && stack.item != Item::LAPIS_LAZULI {
            if self.slot(0).is_some() {
                return None;
            }
            self.set(0, stack.with_count(1));
            return Some(stack.with_count(stack.count - 1));
        }
        if self.kind == MenuKind::Crafting && slot >= 10 {
            // The grid first; where nothing of it goes, the other part of the inventory.
            let left = self.put(stack, &Way { slots: 1..10, from_last: false });
            if left.is_none_or(|left| left.count < stack.count) {
                return Some(left);
            }
        }
        let way = self.way(slot, &stack)?;
        Some(self.put(stack, &way))
    }

    fn way(&self, slot: u16, stack: &ItemStack) -> Option<Way> {
        let item = stack.item;
        let own = self.kind.own_slots();
        let player = own..own + 36;
        let across = if self.kind.hotbar().contains(&slot) { up(self.kind.main()) } else { up(self.kind.hotbar()) };
        let is_own = slot < own;
        match self.kind {
            MenuKind::Player => match (slot, worn_at(item)) {
                (0, _) => down(9..45),
                (1..9, _) => up(9..45),
                (_, Some(worn @ (Wear::Head | Wear::Chest | Wear::Legs | Wear::Feet)))
                    if self.slot(armor_slot(worn)).is_none() =>
                {
                    up(armor_slot(worn)..armor_slot(worn) + 1)
                }
                (_, Some(Wear::OffHand)) if self.slot(45).is_none() => up(45..46),
                (9..45, _) => across,
                _ => up(9..45),
            },
            MenuKind::Crafting => match slot {
                0 => down(player),
                1..10 => up(player),
                _ => across,
            },
            MenuKind::Furnace | MenuKind::BlastFurnace | MenuKind::Smoker => match slot {
                2 => down(player),
                0 | 1 => up(player),
                _ if smelt::smelted(item, self.cooker()).is_some() => up(0..1),
                _ if smelt::burn_ticks(item).is_some() => up(1..2),
                _ => across,
            },
            MenuKind::Generic9(_) | MenuKind::Generic3x3 | MenuKind::Hopper | MenuKind::ShulkerBox => {
                if is_own {
                    down(player)
                } else {
                    up(0..own)
                }
            }
            MenuKind::Anvil | MenuKind::Smithing => match slot {
                2 => down(player),
                0 | 1 => up(player),
                _ if self.kind == MenuKind::Smithing && item == Item::NETHERITE_INGOT => up(1..2),
                _ => up(0..2),
            },
            MenuKind::Grindstone => match slot {
                2 => down(player),
                0 | 1 => up(player),
                _ if self.slot(0).is_none() || self.slot(1).is_none() => up(0..2),
                _ => across,
            },
            MenuKind::Enchanting => {
                if is_own {
                    down(player)
                } else {
                    down(1..2)
                }
            }
            MenuKind::BrewingStand => {
                if is_own {
                    down(player)
                } else {
                    match brewing_use(item) {
                        // Fuel goes to its slot, and as an ingredient only when that is full.
                        Some(slots) if slots.len() == 2 => {
                            let full = self.slot(4).is_some_and(|there| there.room() == 0);
                            if full { up(3..4) } else { up(4..5) }
                        }
                        Some(slots) if slots.start == 3 || stack.count == 1 => up(slots),
                        _ => across,
                    }
                }
            }
            MenuKind::Loom => match slot {
                3 => down(player),
                0..3 => up(player),
                _ if ItemTag::Banners.contains(item) => up(0..1),
                _ if ItemTag::Dyes.contains(item) => up(1..2),
                _ if item.name().ends_with("_banner_pattern") => up(2..3),
                _ => across,
            },
            MenuKind::Stonecutter => match slot {
                1 => down(player),
                0 => up(player),
                _ if !cuts(item).is_empty() => up(0..1),
                _ => across,
            },
            MenuKind::Cartography => match slot {
                2 => down(player),
                0 | 1 => up(player),
                _ if item == Item::FILLED_MAP => up(0..1),
                _ if matches!(item, Item::PAPER | Item::MAP | Item::GLASS_PANE) => up(1..2),
                _ => across,
            },
            MenuKind::Merchant => match slot {
                2 => down(player),
                0 | 1 => up(player),
                _ => across,
            },
            MenuKind::Beacon => match slot {
                0 => down(player),
                _ if self.slot(0).is_none() && stack.count == 1 && self.accepts(0, stack) => up(0..1),
                _ => across,
            },
            MenuKind::Lectern => None,
        }
    }

    fn cooker(&self) -> Cooker {
        match self.kind {
            MenuKind::BlastFurnace => Cooker::BlastFurnace,
            MenuKind::Smoker => Cooker::Smoker,
            _ => Cooker::Furnace,
        }
    }

    /// Adds a stack to its like, then into the first free slot that takes it, and returns what is left
    /// (`ScreenHandler.insertItem`).
    fn put(&mut self, stack: ItemStack, way: &Way) -> Slot {
        let mut left = stack;
        let order: Vec<u16> = match way.from_last {
            true => way.slots.clone().rev().collect(),
            false => way.slots.clone().collect(),
        };
        let stackable = stack.item.stack_size() > 1 && stack.damage == 0;
        for slot in order.iter().filter(|_| stackable) {
            let Some(there) = self.slot(*slot).filter(|there| there.stacks_with(&left)) else { continue };
            let moved = left.count.min(there.room());
            if moved > 0 {
                self.set(*slot, there.with_count(there.count + moved));
                left.count -= moved;
            }
            if left.count == 0 {
                return None;
            }
        }
        let free = order.into_iter().find(|slot| self.slot(*slot).is_none() && self.accepts(*slot, &left));
        if let Some(slot) = free {
            let moved = left.count.min(self.limit(slot));
            self.set(slot, left.with_count(moved));
            left.count -= moved;
        }
        left.with_count(left.count)
    }
}

fn armor_slot(worn: Wear) -> u16 {
    match worn {
        Wear::Head => 5,
        Wear::Chest => 6,
        Wear::Legs => 7,
        _ => 8,
    }
}
