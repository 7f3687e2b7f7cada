//! Containers and their slot numbers.

use std::ops::Range;

use anima_rules::ItemStack;
use smallvec::SmallVec;

/// A slot's content.
pub type Slot = Option<ItemStack>;

/// The kinds of containers of 1.19.4. Own slots come first, then the player's 27, then the hot bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum MenuKind {
    /// 0 result, 1-4 grid, 5-8 head chest legs feet, 9-35, 36-44 hot bar, 45 off hand.
    Player,
    /// 0 result, 1-9 grid row by row.
    Crafting,
    /// 0 input, 1 fuel, 2 output; properties: fuel left, fuel total, progress, progress total.
    Furnace,
    BlastFurnace,
    Smoker,
    /// A chest or other nine-wide container of 1 to 6 rows.
    Generic9(u8),
    /// Dispenser and dropper.
    Generic3x3,
    Hopper,
    ShulkerBox,
    /// 0 left, 1 right, 2 result; property: cost in levels.
    Anvil,
    /// 0 and 1 inputs, 2 result.
    Grindstone,
    /// 0 item, 1 lapis.
    Enchanting,
    /// 0-2 bottles, 3 ingredient, 4 blaze powder.
    BrewingStand,
    /// 0 banner, 1 dye, 2 pattern, 3 result.
    Loom,
    /// 0 input, 1 result.
    Stonecutter,
    /// 0 map, 1 paper or pane, 2 result.
    Cartography,
    /// 0 base, 1 addition, 2 result (`minecraft:legacy_smithing`, the one of 1.19.4).
    Smithing,
    /// 0 and 1 payment, 2 result.
    Merchant,
    /// 0 payment.
    Beacon,
    /// 0 book, and nothing of the player.
    Lectern,
}

impl MenuKind {
    /// The registry name, without namespace (`player` for the inventory, which has none).
    pub fn name(self) -> &'static str {
        match self {
            MenuKind::Player => "player",
            MenuKind::Crafting => "crafting",
            MenuKind::Furnace => "furnace",
            MenuKind::BlastFurnace => "blast_furnace",
            MenuKind::Smoker => "smoker",
            MenuKind::Generic9(rows) => match rows {
                1 => "generic_9x1",
                2 => "generic_9x2",
                3 => "generic_9x3",
                4 => "generic_9x4",
                5 => "generic_9x5",
                _ => "generic_9x6",
            },
            MenuKind::Generic3x3 => "generic_3x3",
            MenuKind::Hopper => "hopper",
            MenuKind::ShulkerBox => "shulker_box",
            MenuKind::Anvil => "anvil",
            MenuKind::Grindstone => "grindstone",
            MenuKind::Enchanting => "enchantment",
            MenuKind::BrewingStand => "brewing_stand",
            MenuKind::Loom => "loom",
            MenuKind::Stonecutter => "stonecutter",
            MenuKind::Cartography => "cartography_table",
            MenuKind::Smithing => "legacy_smithing",
            MenuKind::Merchant => "merchant",
            MenuKind::Beacon => "beacon",
            MenuKind::Lectern => "lectern",
        }
    }

    /// Every kind.
    pub fn all() -> impl Iterator<Item = MenuKind> {
        use MenuKind::*;
        [Player, Crafting, Furnace, BlastFurnace, Smoker, Generic3x3, Hopper, ShulkerBox, Anvil, Grindstone]
            .into_iter()
            .chain([Enchanting, BrewingStand, Loom, Stonecutter, Cartography, Smithing, Merchant, Beacon, Lectern])
            .chain((1..=6).map(Generic9))
    }

    /// The kind with this registry name, with or without `minecraft:`.
    pub fn from_name(name: &str) -> Option<MenuKind> {
        let name = name.strip_prefix("minecraft:").unwrap_or(name);
        MenuKind::all().find(|kind| kind.name() == name)
    }

    /// How many slots are the container's own; for the inventory result, grid and armour.
    pub fn own_slots(self) -> u16 {
        match self {
            MenuKind::Player => 9,
            MenuKind::Crafting => 10,
            MenuKind::Generic9(rows) => 9 * u16::from(rows),
            MenuKind::Generic3x3 => 9,
            MenuKind::Hopper | MenuKind::BrewingStand => 5,
            MenuKind::ShulkerBox => 27,
            MenuKind::Loom => 4,
            MenuKind::Enchanting | MenuKind::Stonecutter => 2,
            MenuKind::Beacon | MenuKind::Lectern => 1,
            MenuKind::Furnace
            | MenuKind::BlastFurnace
            | MenuKind::Smoker
            | MenuKind::Anvil
            | MenuKind::Grindstone
            | MenuKind::Cartography
            | MenuKind::Smithing
            | MenuKind::Merchant => 3,
        }
    }

    /// All slots.
    pub fn slots(self) -> u16 {
        match self {
            MenuKind::Player => 46,
            MenuKind::Lectern => 1,
            _ => self.own_slots() + 36,
        }
    }

    /// The player's 27 main slots.
    pub fn main(self) -> Range<u16> {
        match self {
            MenuKind::Lectern => 1..1,
            _ => self.own_slots()..self.own_slots() + 27,
        }
    }

    /// The player's 9 hot bar slots.
    pub fn hotbar(self) -> Range<u16> {
        match self {
            MenuKind::Lectern => 1..1,
            _ => self.own_slots() + 27..self.own_slots() + 36,
        }
    }

    /// The slot that makes something out of the others, if there is one.
    pub fn result(self) -> Option<u16> {
        match self {
            MenuKind::Player | MenuKind::Crafting => Some(0),
            MenuKind::Furnace | MenuKind::BlastFurnace | MenuKind::Smoker => Some(2),
            MenuKind::Anvil
            | MenuKind::Grindstone
            | MenuKind::Cartography
            | MenuKind::Smithing
            | MenuKind::Merchant => Some(2),
            MenuKind::Loom => Some(3),
            MenuKind::Stonecutter => Some(1),
            _ => None,
        }
    }

    /// The crafting grid: its slots and its width.
    pub fn grid(self) -> Option<(Range<u16>, u16)> {
        match self {
            MenuKind::Player => Some((1..5, 2)),
            MenuKind::Crafting => Some((1..10, 3)),
            _ => None,
        }
    }

    /// The slot that shows a slot of the player's inventory (numbered as [`crate::Inventory`] numbers them).
    pub fn slot_of_inventory(self, inventory: usize) -> Option<u16> {
        match (self, inventory) {
            (MenuKind::Lectern, _) => None,
            (_, 0..=8) => Some(self.hotbar().start + inventory as u16),
            (_, 9..=35) => Some(self.main().start + inventory as u16 - 9),
            (MenuKind::Player, 36..=39) => Some(8 - (inventory as u16 - 36)),
            (MenuKind::Player, 40) => Some(45),
            _ => None,
        }
    }

    /// The slot of the player's inventory that a slot shows.
    pub fn inventory_of_slot(self, slot: u16) -> Option<usize> {
        if self.hotbar().contains(&slot) {
            Some(usize::from(slot - self.hotbar().start))
        } else if self.main().contains(&slot) {
            Some(usize::from(slot - self.main().start) + 9)
        } else {
            match (self, slot) {
                (MenuKind::Player, 5..=8) => Some(36 + usize::from(8 - slot)),
                (MenuKind::Player, 45) => Some(40),
                _ => None,
            }
        }
    }
}

/// The open container as the player sees it; the player's own when no other is open.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    /// What it is.
    pub kind: MenuKind,
    /// Every slot, [`MenuKind::slots`] of them.
    pub slots: Vec<Slot>,
    /// What the mouse holds.
    pub cursor: Slot,
    /// The numbers the server sends for it (furnace progress, costs ...).
    pub properties: SmallVec<[i16; 4]>,
}

impl Menu {
    /// An empty container.
    pub fn empty(kind: MenuKind) -> Menu {
        Menu { kind, slots: vec![None; usize::from(kind.slots())], cursor: None, properties: SmallVec::new() }
    }

    /// What a slot holds.
    pub fn slot(&self, slot: u16) -> Slot {
        self.slots.get(usize::from(slot)).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inventory_slots_map_both_ways() {
        for kind in MenuKind::all() {
            assert_eq!(MenuKind::from_name(kind.name()), Some(kind));
            for slot in 0..kind.slots() {
                if let Some(inventory) = kind.inventory_of_slot(slot) {
                    assert_eq!(kind.slot_of_inventory(inventory), Some(slot), "{kind:?} {slot}");
                }
            }
        }
        assert_eq!(MenuKind::Player.slot_of_inventory(39), Some(5), "the head comes first in the window");
    }
}
