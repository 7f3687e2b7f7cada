//! What a window makes of its inputs, and what taking it uses up.

use anima_body::MenuKind;
use anima_rules::enchant::{forged, ground, ground_power};
use anima_rules::recipe::{match_grid, remainder};
use anima_rules::stonecut::{cuts, smithed};
use anima_rules::{Item, ItemStack};

use super::{Handler, Outcome};

/// How a stack is taken out of a slot, which changes what the game counts as crafted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taking {
    /// To the cursor, or to the ground: so much was asked for, of which a result comes whole.
    Click { wanted: u8 },
    /// By a number key.
    Swap,
    /// By a shift click, after which so much of it found no room.
    Shift { left: u8 },
}

impl Handler {
    /// Whether the window shows a result that follows from its inputs.
    pub(super) fn makes_results(&self) -> bool {
        use MenuKind::*;
        matches!(self.kind, Player | Crafting | Anvil | Grindstone | Stonecutter | Smithing)
    }

    /// Whether what the slot shows exists only once it is taken.
    pub(super) fn is_made(&self, slot: u16) -> bool {
        self.makes_results() && Some(slot) == self.kind.result()
    }

    /// Brings the result, or the offers, up to date with the inputs.
    pub fn refresh(&mut self) {
        if self.kind == MenuKind::Enchanting {
            self.make_offers();
        }
        let Some(slot) = self.kind.result().filter(|_| self.makes_results()) else { return };
        if self.is_client && self.kind.grid().is_some() {
            return;
        }
        let input = |index: u16| self.slot(index);
        let result = match self.kind {
            MenuKind::Anvil => {
                self.forged = input(0).zip(input(1)).and_then(|(left, right)| forged(left, right));
                self.forged.map(|forged| forged.result)
            }
            MenuKind::Grindstone => ground(input(0), input(1)),
            MenuKind::Smithing => input(0).zip(input(1)).and_then(|(base, addition)| smithed(&base, addition.item)),
            MenuKind::Stonecutter => {
                // Another stone has other buttons.
                self.choice = self.choice.filter(|(item, _)| input(0).is_some_and(|stack| stack.item == *item));
                self.choice
                    .and_then(|(item, button)| cuts(item).get(usize::from(button)))
                    .map(|(item, count)| ItemStack::new(*item, *count))
            }
            _ => self.kind.grid().and_then(|(cells, width)| {
                let grid = &self.slots[usize::from(cells.start)..usize::from(cells.end)];
                if grid.iter().all(Option::is_none) { None } else { match_grid(grid, usize::from(width)) }
            }),
        };
        self.slots[usize::from(slot)] = result;
    }

    /// What taking a stack out of a slot brings about (`Slot.onTakeItem`).
    pub(super) fn on_take(&mut self, slot: u16, taken: ItemStack, how: Taking, outcome: &mut Outcome) {
        let furnace = matches!(self.kind, MenuKind::Furnace | MenuKind::BlastFurnace | MenuKind::Smoker);
        outcome.emptied_furnace |= furnace && slot == 2;
        if Some(slot) == self.kind.result() {
            outcome.crafted.extend(taken.with_count(self.crafted(taken.count, how)));
        }
        if !self.is_made(slot) {
            return;
        }
        outcome.made.push(taken);
        match self.kind {
            MenuKind::Anvil => {
                let Some(forged) = self.forged else { return };
                outcome.spent_levels += forged.levels;
                outcome.used_anvil = true;
                self.levels = self.levels.saturating_sub(forged.levels);
                self.use_up(0, u8::MAX, outcome);
                self.use_up(1, forged.used, outcome);
            }
            MenuKind::Grindstone => {
                let inputs = [self.slot(0), self.slot(1)];
                outcome.ground_power += inputs.iter().flatten().map(ground_power).sum::<u32>();
                self.use_up(0, u8::MAX, outcome);
                self.use_up(1, u8::MAX, outcome);
            }
            MenuKind::Smithing => {
                self.use_up(0, 1, outcome);
                self.use_up(1, 1, outcome);
            }
            MenuKind::Stonecutter => self.use_up(0, 1, outcome),
            _ => self.craft(outcome),
        }
        self.refresh();
    }

    /// How many of a result the game counts as crafted.
    fn crafted(&self, taken: u8, how: Taking) -> u8 {
        match (self.kind, how) {
            // CraftingResultSlot.takeStack, onTake and onCrafted
            (MenuKind::Player | MenuKind::Crafting, Taking::Click { wanted }) => wanted.min(taken),
            (MenuKind::Player | MenuKind::Crafting, Taking::Swap) => taken,
            (MenuKind::Player | MenuKind::Crafting, Taking::Shift { left }) => taken - left,
            // FurnaceOutputSlot.takeStack and onCrafted; it has no onTake, which a number key calls.
            (MenuKind::Furnace | MenuKind::BlastFurnace | MenuKind::Smoker, Taking::Swap) => 0,
            (MenuKind::Furnace | MenuKind::BlastFurnace | MenuKind::Smoker, _) => taken,
            // The result slot's onTakeItem in StonecutterScreenHandler, and LegacySmithingScreenHandler.onTakeOutput: a
            // shift click shows them the stack that it has already moved away.
            (MenuKind::Stonecutter | MenuKind::Smithing, Taking::Shift { left }) => left,
            (MenuKind::Stonecutter | MenuKind::Smithing, _) => taken,
            _ => 0,
        }
    }

    /// Uses up to `count` of an input.
    fn use_up(&mut self, slot: u16, count: u8, outcome: &mut Outcome) {
        let Some(there) = self.slot(slot) else { return };
        let count = count.min(there.count);
        outcome.used.extend(there.with_count(count));
        self.slots[usize::from(slot)] = there.with_count(there.count - count);
    }

    /// Uses up one item of each filled cell; what is left of it stays there, or goes to the player
    /// (`CraftingResultSlot.onTakeItem`).
    fn craft(&mut self, outcome: &mut Outcome) {
        let Some((cells, _)) = self.kind.grid() else { return };
        // What is left is told by the grid as it was, before the first cell is used up.
        let left: Vec<Option<Item>> =
            cells.clone().map(|cell| self.slot(cell).and_then(|stack| remainder(stack.item))).collect();
        for (cell, left) in cells.zip(left) {
            if self.slot(cell).is_none() {
                continue;
            }
            self.use_up(cell, 1, outcome);
            let Some(left) = left.map(|item| ItemStack::new(item, 1)) else { continue };
            outcome.made.push(left);
            match self.slot(cell) {
                None => self.slots[usize::from(cell)] = Some(left),
                Some(there) if there.stacks_with(&left) && there.room() > 0 => {
                    self.slots[usize::from(cell)] = there.with_count(there.count + 1);
                }
                Some(_) => self.give(left, outcome),
            }
        }
    }
}
