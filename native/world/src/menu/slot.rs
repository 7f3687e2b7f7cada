//! What slots take, how much of it, and how it is taken out again.

use anima_body::{MenuKind, Slot};
use anima_rules::damage::{Wear, worn_at};
use anima_rules::smelt::burn_ticks;
use anima_rules::tags::ItemTag;
use anima_rules::{Item, ItemStack};

use super::{Handler, Outcome, Taking};

impl Handler {
    /// Whether a slot takes an item (`Slot.canInsert`).
    pub(super) fn accepts(&self, slot: u16, stack: &ItemStack) -> bool {
        let item = stack.item;
        if slot >= self.kind.own_slots() {
            return true;
        }
        if Some(slot) == self.kind.result() {
            return false;
        }
        match (self.kind, slot) {
            (MenuKind::Player, 5) => worn_at(item) == Some(Wear::Head),
            (MenuKind::Player, 6) => worn_at(item) == Some(Wear::Chest),
            (MenuKind::Player, 7) => worn_at(item) == Some(Wear::Legs),
            (MenuKind::Player, 8) => worn_at(item) == Some(Wear::Feet),
            (MenuKind::Furnace | MenuKind::BlastFurnace | MenuKind::Smoker, 1) => {
                burn_ticks(item).is_some() || item == Item::BUCKET
            }
            // Item.canBeNested
            (MenuKind::ShulkerBox, _) => !ItemTag::ShulkerBoxes.contains(item),
            (MenuKind::Grindstone, _) => {
                item.durability().is_some() || item == Item::ENCHANTED_BOOK || !stack.enchantments.is_empty()
            }
            (MenuKind::Enchanting, 1) => item == Item::LAPIS_LAZULI,
            (MenuKind::BrewingStand, 0..=2) => is_bottle(item),
            (MenuKind::BrewingStand, 3) => is_brewed(item),
            (MenuKind::BrewingStand, _) => item == Item::BLAZE_POWDER,
            (MenuKind::Loom, 0) => ItemTag::Banners.contains(item),
            (MenuKind::Loom, 1) => ItemTag::Dyes.contains(item),
            (MenuKind::Loom, _) => item.name().ends_with("_banner_pattern"),
            (MenuKind::Cartography, 0) => item == Item::FILLED_MAP,
            (MenuKind::Cartography, _) => matches!(item, Item::PAPER | Item::MAP | Item::GLASS_PANE),
            (MenuKind::Beacon, _) => is_beacon_payment(item),
            (MenuKind::Lectern, _) => false,
            _ => true,
        }
    }

    /// How much of any item a slot holds at most (`Slot.getMaxItemCount()`).
    pub(super) fn limit(&self, slot: u16) -> u8 {
        match (self.kind, slot) {
            (MenuKind::Player, 5..=8)
            | (MenuKind::Enchanting | MenuKind::Beacon, 0)
            | (MenuKind::BrewingStand, 0..=2) => 1,
            _ => 64,
        }
    }

    /// How much of this item a slot holds at most (`Slot.getMaxItemCount(ItemStack)`).
    pub(super) fn limit_of(&self, slot: u16, stack: &ItemStack) -> u8 {
        let furnace = matches!(self.kind, MenuKind::Furnace | MenuKind::BlastFurnace | MenuKind::Smoker);
        if furnace && slot == 1 && stack.item == Item::BUCKET {
            return 1;
        }
        self.limit(slot).min(stack.item.stack_size())
    }

    /// Whether what is in the slot may be taken (`Slot.canTakeItems`).
    pub(super) fn may_take(&self, slot: u16, creative: bool) -> bool {
        let levels = self.forged.map_or(0, |forged| forged.levels);
        self.kind != MenuKind::Anvil || slot != 2 || levels > 0 && (creative || self.levels >= levels)
    }

    /// Takes `wanted` out of a slot, but no more than `room`; all or nothing where nothing can be put back
    /// (`Slot.tryTakeStackRange`). A result comes whole.
    pub(super) fn take(&mut self, slot: u16, wanted: u8, room: u8, creative: bool) -> Slot {
        let there = self.slot(slot)?;
        if !self.may_take(slot, creative) || !self.accepts(slot, &there) && room < there.count {
            return None;
        }
        let count = if self.is_made(slot) { there.count } else { wanted.min(room).min(there.count) };
        let taken = there.with_count(count)?;
        self.set(slot, there.with_count(there.count - count));
        Some(taken)
    }

    /// Takes out of a slot and does what taking it brings about (`Slot.takeStackRange`).
    pub(super) fn take_out(&mut self, slot: u16, wanted: u8, room: u8, creative: bool, outcome: &mut Outcome) -> Slot {
        let taken = self.take(slot, wanted, room, creative)?;
        self.on_take(slot, taken, Taking::Click { wanted }, outcome);
        Some(taken)
    }

    /// Puts up to `count` of a stack into a slot and returns what is left (`Slot.insertStack`).
    pub(super) fn insert(&mut self, slot: u16, stack: ItemStack, count: u8) -> Slot {
        if !self.accepts(slot, &stack) {
            return Some(stack);
        }
        let there = self.slot(slot);
        let have = there.map_or(0, |stack| stack.count);
        let moved = count.min(stack.count).min(self.limit_of(slot, &stack).saturating_sub(have));
        if there.is_none_or(|there| there.stacks_with(&stack)) && moved > 0 {
            self.set(slot, stack.with_count(have + moved));
            return stack.with_count(stack.count - moved);
        }
        Some(stack)
    }
}

fn is_bottle(item: Item) -> bool {
    matches!(item, Item::POTION | Item::SPLASH_POTION | Item::LINGERING_POTION | Item::GLASS_BOTTLE)
}

/// What goes into a potion (`BrewingRecipeRegistry.isValidIngredient`).
fn is_brewed(item: Item) -> bool {
    matches!(
        item,
        Item::NETHER_WART
            | Item::REDSTONE
            | Item::GLOWSTONE_DUST
            | Item::FERMENTED_SPIDER_EYE
            | Item::GUNPOWDER
            | Item::DRAGON_BREATH
            | Item::SUGAR
            | Item::RABBIT_FOOT
            | Item::GLISTERING_MELON_SLICE
            | Item::SPIDER_EYE
            | Item::PUFFERFISH
            | Item::MAGMA_CREAM
            | Item::GOLDEN_CARROT
            | Item::BLAZE_POWDER
            | Item::GHAST_TEAR
            | Item::TURTLE_HELMET
            | Item::PHANTOM_MEMBRANE
    )
}

fn is_beacon_payment(item: Item) -> bool {
    matches!(item, Item::NETHERITE_INGOT | Item::EMERALD | Item::DIAMOND | Item::GOLD_INGOT | Item::IRON_INGOT)
}

/// What a shift click may do with an item, for the handlers that look at it.
pub(super) fn brewing_use(item: Item) -> Option<std::ops::Range<u16>> {
    match item {
        Item::BLAZE_POWDER => Some(3..5),
        _ if is_brewed(item) => Some(3..4),
        _ if is_bottle(item) => Some(0..3),
        _ => None,
    }
}
