//! `ScreenHandler.internalOnSlotClick`.

use anima_body::{Click, ClickMode, Inventory, MenuKind, OUTSIDE};
use anima_rules::ItemStack;
use smallvec::SmallVec;

use super::{Handler, Outcome, Taking};

/// A drag in progress.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Drag {
    /// 0 none, 1 slots are added.
    stage: u8,
    /// 0 left, 1 right, 2 middle.
    button: u8,
    /// The slots dragged over, in order.
    slots: SmallVec<[u16; 9]>,
}

/// More than any stack: takes what there is.
const ALL: u8 = u8::MAX;

impl Handler {
    pub(super) fn on_click(&mut self, click: Click, creative: bool, outcome: &mut Outcome) {
        let slot = u16::try_from(click.slot).ok().filter(|slot| *slot < self.kind.slots());
        if self.kind == MenuKind::Lectern || slot.is_none() && click.slot != OUTSIDE {
            return;
        }
        if click.mode == ClickMode::QuickCraft {
            self.drag(slot, click.button, creative, outcome);
            return;
        }
        if self.drag.stage != 0 {
            self.drag = Drag::default();
            return;
        }
        match (click.mode, click.button, slot) {
            (ClickMode::Pickup | ClickMode::QuickMove, button @ (0 | 1), None) => self.throw_cursor(button, outcome),
            (ClickMode::Pickup, button @ (0 | 1), Some(slot)) => self.pick_up(slot, button, creative, outcome),
            (ClickMode::QuickMove, 0 | 1, Some(slot)) => self.shift(slot, creative, outcome),
            (ClickMode::Swap, button @ (0..=8 | 40), Some(slot)) => {
                self.swap(slot, usize::from(button), creative, outcome);
            }
            (ClickMode::Clone, _, Some(slot)) if creative && self.cursor.is_none() => {
                self.cursor = self.slot(slot).map(|stack| ItemStack { count: stack.item.stack_size(), ..stack });
            }
            (ClickMode::Throw, button, Some(slot)) if self.cursor.is_none() => {
                let wanted = if button == 0 { 1 } else { ALL };
                let thrown = self.take_out(slot, wanted, ALL, creative, outcome);
                outcome.dropped.extend(thrown);
                outcome.thrown.extend(thrown);
            }
            (ClickMode::PickupAll, button, Some(slot)) => self.collect(slot, button, creative, outcome),
            _ => {}
        }
    }

    fn throw_cursor(&mut self, button: u8, outcome: &mut Outcome) {
        let Some(stack) = self.cursor else { return };
        let thrown = if button == 0 { stack.count } else { 1 };
        self.cursor = stack.with_count(stack.count - thrown);
        outcome.dropped.extend(stack.with_count(thrown));
        outcome.thrown.extend(stack.with_count(thrown));
    }

    /// A left or right click on a slot.
    fn pick_up(&mut self, slot: u16, button: u8, creative: bool, outcome: &mut Outcome) {
        let left = button == 0;
        match (self.slot(slot), self.cursor) {
            (None, None) => {}
            (None, Some(held)) => self.cursor = self.insert(slot, held, if left { held.count } else { 1 }),
            (Some(_), _) if !self.may_take(slot, creative) => {}
            (Some(there), None) => {
                let wanted = if left { there.count } else { there.count.div_ceil(2) };
                if let Some(taken) = self.take(slot, wanted, ALL, creative) {
                    self.cursor = Some(taken);
                    self.on_take(slot, taken, Taking::Click { wanted }, outcome);
                }
            }
            (Some(there), Some(held)) if self.accepts(slot, &held) => {
                if there.stacks_with(&held) {
                    self.cursor = self.insert(slot, held, if left { held.count } else { 1 });
                } else if held.count <= self.limit_of(slot, &held) {
                    self.cursor = Some(there);
                    self.set(slot, Some(held));
                }
            }
            (Some(there), Some(held)) if there.stacks_with(&held) => {
                if let Some(taken) = self.take(slot, there.count, held.room(), creative) {
                    self.cursor = held.with_count(held.count + taken.count);
                    self.on_take(slot, taken, Taking::Click { wanted: taken.count }, outcome);
                }
            }
            _ => {}
        }
    }

    /// A number key, or the swap-hands key, over a slot; `index` is the player's slot.
    fn swap(&mut self, slot: u16, index: usize, creative: bool, outcome: &mut Outcome) {
        debug_assert!(index < 9 || index == Inventory::OFF_HAND);
        match (self.player_slot(index), self.slot(slot)) {
            (None, None) => {}
            (None, Some(there)) => {
                if self.may_take(slot, creative) {
                    *self.player_slot_mut(index) = Some(there);
                    self.set(slot, None);
                    self.on_take(slot, there, Taking::Swap, outcome);
                }
            }
            (Some(held), there) => {
                if !self.accepts(slot, &held) || there.is_some() && !self.may_take(slot, creative) {
                    return;
                }
                let limit = self.limit_of(slot, &held);
                if held.count > limit {
                    *self.player_slot_mut(index) = held.with_count(held.count - limit);
                    self.set(slot, held.with_count(limit));
                } else {
                    *self.player_slot_mut(index) = there;
                    self.set(slot, Some(held));
                }
                let Some(there) = there else { return };
                self.on_take(slot, there, Taking::Swap, outcome);
                if held.count > limit {
                    let fallen = outcome.dropped.len();
                    self.give(there, outcome);
                    outcome.thrown.extend(outcome.dropped.get(fallen).copied());
                }
            }
        }
    }

    /// A double click: like items come to the cursor, from stacks that are not full first.
    fn collect(&mut self, slot: u16, button: u8, creative: bool, outcome: &mut Outcome) {
        let Some(mut held) = self.cursor else { return };
        if self.slot(slot).is_some() && self.may_take(slot, creative) {
            return;
        }
        let mut order: Vec<u16> = (0..self.kind.slots()).collect();
        if button != 0 {
            order.reverse();
        }
        for full_too in [false, true] {
            for slot in &order {
                let Some(there) = self.slot(*slot) else { continue };
                let like = there.stacks_with(&held) && there.count <= there.item.stack_size();
                let full = there.count == there.item.stack_size();
                if held.room() == 0 || !like || full && !full_too || self.is_made(*slot) {
                    continue;
                }
                if let Some(taken) = self.take_out(*slot, there.count, held.room(), creative, outcome) {
                    held.count += taken.count;
                    self.cursor = Some(held);
                }
            }
        }
    }

    /// One stage of a drag: 0 start, 1 a slot, 2 the end.
    fn drag(&mut self, slot: Option<u16>, button: u8, creative: bool, outcome: &mut Outcome) {
        let before = self.drag.stage;
        let stage = button & 3;
        let continues = before == stage || before == 1 && stage == 2;
        let Some(held) = self.cursor.filter(|_| continues) else {
            self.drag = Drag::default();
            return;
        };
        match (stage, slot) {
            (0, _) => {
                let button = button >> 2 & 3;
                let allowed = button < 2 || button == 2 && creative;
                self.drag = Drag { stage: u8::from(allowed), button, slots: SmallVec::new() };
            }
            (1, Some(slot)) => {
                let enough = self.drag.button == 2 || usize::from(held.count) > self.drag.slots.len();
                if enough && self.takes_share(slot, &held) && !self.drag.slots.contains(&slot) {
                    self.drag.slots.push(slot);
                }
            }
            (2, _) => {
                let drag = std::mem::take(&mut self.drag);
                match drag.slots[..] {
                    [] => {}
                    [one] => self.pick_up_after_drag(one, drag.button, creative, outcome),
                    _ => self.share_out(held, &drag),
                }
            }
            (1, None) => {}
            _ => self.drag = Drag::default(),
        }
    }

    /// A drag over one slot is a click there.
    fn pick_up_after_drag(&mut self, slot: u16, button: u8, creative: bool, outcome: &mut Outcome) {
        if button < 2 {
            self.pick_up(slot, button, creative, outcome);
        }
    }

    fn takes_share(&self, slot: u16, held: &ItemStack) -> bool {
        let free = self.slot(slot).is_none_or(|there| there.stacks_with(held));
        free && self.accepts(slot, held)
    }

    /// Divides the cursor over the slots of a drag: evenly, one each, or a full stack each in creative mode.
    fn share_out(&mut self, held: ItemStack, drag: &Drag) {
        let slots = drag.slots.len() as u8;
        let share = match drag.button {
            0 => held.count / slots,
            1 => 1,
            _ => held.item.stack_size(),
        };
        let mut left = i32::from(held.count);
        for slot in &drag.slots {
            if !self.takes_share(*slot, &held) || drag.button != 2 && held.count < slots {
                continue;
            }
            let have = self.slot(*slot).map_or(0, |there| there.count);
            let count = (share + have).min(self.limit_of(*slot, &held));
            left -= i32::from(count) - i32::from(have);
            self.set(*slot, held.with_count(count));
        }
        self.cursor = held.with_count(left.clamp(0, i32::from(held.count)) as u8);
    }
}
