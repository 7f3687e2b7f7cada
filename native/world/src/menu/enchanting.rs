//! Enchanting tables (`EnchantmentScreenHandler`).

use anima_body::MenuKind;
use anima_rules::enchant::{is_enchantable, table_enchantments, table_levels};
use anima_rules::{Enchantment, Item, ItemStack};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use super::Handler;

/// What a button of an enchanting table offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// The levels one must have; 0 for no offer.
    pub levels: u32,
    /// One of the enchantments that it gives, with its level.
    pub hint: Option<(Enchantment, u8)>,
}

impl Handler {
    fn dice(&self, button: usize) -> Pcg32 {
        Pcg32::seed_from_u64(self.enchanting_seed.wrapping_add(button as u64))
    }

    /// Draws what the three buttons offer for the item in the table.
    pub(super) fn make_offers(&mut self) {
        let item = self.slot(0).filter(is_enchantable).map(|stack| (stack, self.shelves, self.enchanting_seed));
        if item == self.offered_for {
            return;
        }
        self.offered_for = item;
        self.offers = [Offer::default(); 3];
        let Some((stack, shelves, _)) = item else { return };
        let levels = table_levels(shelves, &mut self.dice(0));
        for (button, levels) in levels.into_iter().enumerate().filter(|(_, levels)| *levels > 0) {
            let mut dice = self.dice(button);
            let given = table_enchantments(stack.item, levels, &mut dice);
            if !given.is_empty() {
                let hint = Some(given[dice.random_range(0..given.len())]);
                self.offers[button] = Offer { levels, hint };
            }
        }
    }

    /// Presses a button of an enchanting table. Returns the levels it took, or `None` if it did nothing: too few
    /// levels, too little lapis, or nothing offered.
    pub fn enchant(&mut self, button: u8) -> Option<u32> {
        if self.kind != MenuKind::Enchanting {
            return None;
        }
        self.refresh();
        let cost = button + 1;
        let Offer { levels, .. } = *self.offers.get(usize::from(button)).filter(|offer| offer.levels > 0)?;
        let lapis = self.slot(1).filter(|stack| stack.item == Item::LAPIS_LAZULI && stack.count >= cost)?;
        let stack = self.slot(0).filter(|_| self.levels >= levels && self.levels >= u32::from(cost))?;
        let given = table_enchantments(stack.item, levels, &mut self.dice(usize::from(button)));
        let item = if stack.item == Item::BOOK { Item::ENCHANTED_BOOK } else { stack.item };
        let enchantments = given.iter().fold(stack.enchantments, |set, (one, level)| set.with(*one, *level));
        self.slots[0] = Some(ItemStack { item, enchantments, ..stack });
        self.slots[1] = lapis.with_count(lapis.count - cost);
        self.levels -= u32::from(cost);
        self.refresh();
        Some(cost.into())
    }
}
