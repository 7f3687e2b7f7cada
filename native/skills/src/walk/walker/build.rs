//! Steps over what is placed, and through doors.

use anima_body::{BlockPos, Blocks, Keys, PlayerFlags};
use glam::DVec3;

use super::clearance::cell;
use super::{Stray, Walker};
use crate::hands::aim::{aim, aim_at_side};
use crate::hands::place::opens;
use crate::me::forecast::{Ghost, Push};
use crate::me::heading::{keys_toward, yaw_toward};
use crate::path::cell::{BLOCK, Side};
use crate::path::conditions::is_filler;
use crate::path::moves::{Crossing, crossing};
use crate::path::route::Move;

/// Ticks until a door that was used is used again.
const DOOR_PAUSE: u64 = 6;

impl Walker<'_> {
    /// One tick of placing a block ahead and going onto it.
    pub(super) fn bridge(&mut self, view: &impl Blocks) -> Result<(), Stray> {
        let (from, to) = (self.from(self.next), self.steps[self.next].to);
        if cell(view, to.down(1)).top() == BLOCK {
            self.steps[self.next].by = Move::Walk;
            return self.on_foot(view);
        }
        self.hold_filler()?;
        let (dx, dz) = (to.x - from.x, to.z - from.z);
        let ahead = DVec3::new(f64::from(dx), 0.0, f64::from(dz));
        let out = self.now.player.pos - from.floor_center();
        // Walk along the middle line, out over the edge.
        let toward = (from.floor_center() + ahead * 0.75 - self.now.player.pos).with_y(0.0);
        let support = from.down(1);
        let face = support.face_towards(to.down(1));
        let is_past_edge = out.dot(ahead) > 0.51;
        let spot = face.filter(|_| is_past_edge).and_then(|face| aim_at_side(&self.now, support, face));
        let ghost = Ghost::of(&self.now.player);
        let mut after = ghost.clone();
        after.step(view, Push { ahead: false, ..Push::forward(toward.normalize_or_zero(), false) });
        if is_past_edge || !after.is_supported(view) {
            self.me.press(Keys::SNEAK);
        }
        match spot {
            Some(point) => {
                self.me.look_at(point);
                self.put_footing(to.down(1));
            }
            None => self.me.turn_to(yaw_toward(-ahead), 60.0),
        }
        if toward.length() > 0.05 {
            self.me.press(keys_toward(self.yaw(), toward));
        }
        Ok(())
    }

    /// One tick of going up by jumping and placing a block underfoot.
    pub(super) fn pillar(&mut self, view: &impl Blocks) -> Result<(), Stray> {
        let from = self.from(self.next);
        let player = &self.now.player;
        let (on_ground, pos) = (player.is(PlayerFlags::ON_GROUND), player.pos);
        if let Some(overhead) = self.next_to_dig(view, self.next) {
            self.strike(view, overhead)?;
            return Ok(());
        }
        self.hold_filler()?;
        let off = (from.floor_center() - pos).with_y(0.0);
        let drift = player.velocity.with_y(0.0).length();
        if on_ground && (off.length() > 0.25 || drift > 0.05) {
            let push = Push::run(pos, from.floor_center(), false);
            self.press(if off.length() > 0.15 { push } else { Push::NONE });
            return Ok(());
        }
        self.me.turn_to(player.yaw, 90.0);
        let is_filled = cell(view, from).top() == BLOCK;
        if opens(view.block_or_wall(from.down(1))) {
            // A sneaking player places a block even against one that a click would open; a click counts with the keys
            // of the tick before.
            self.me.press(Keys::SNEAK);
        }
        if on_ground && !is_filled {
            self.me.press(Keys::JUMP);
        } else if !is_filled && pos.y >= from.corner().y + 1.0 {
            self.put_footing(from);
        }
        Ok(())
    }

    /// Places the block in hand into a cell, to walk on it.
    fn put_footing(&self, cell: BlockPos) {
        self.me.senses_mut().sites_mut().note_footing(cell, self.now.tick);
        self.me.press(Keys::USE);
    }

    /// Takes a block to place into the hand; it is in the hot bar (see [`Walker::prepare_hands`]).
    fn hold_filler(&self) -> Result<(), Stray> {
        let slots = self.now.inventory.slots[..9].iter().enumerate();
        let fillers = slots.filter_map(|(slot, stack)| Some((slot, stack.filter(|stack| is_filler(stack.item))?)));
        // What the goal reserves comes last.
        let best = fillers.min_by_key(|(slot, stack)| (self.me.spare(stack.item) == 0, *slot));
        let (slot, _) = best.ok_or(Stray::Changed)?;
        if slot != usize::from(self.now.inventory.selected) {
            self.me.hotbar(slot as u8);
        }
        Ok(())
    }

    /// One tick of going through a door or gate.
    pub(super) fn open(&mut self, view: &impl Blocks) -> Result<(), Stray> {
        let (from, to) = (self.from(self.next), self.steps[self.next].to);
        let side = Side::ALL.into_iter().find(|side| side.step() == (to.x - from.x, to.z - from.z));
        let Some(side) = side else { return self.on_foot(view) };
        let closed = [(from, to), (from.up(1), to.up(1))].into_iter().find_map(|(from, to)| {
            let (near, far) = (cell(view, from), cell(view, to));
            match crossing(near, far, side) {
                Crossing::Swings if far.swings() => Some(to),
                Crossing::Swings => Some(from),
                _ => None,
            }
        });
        let Some(door) = closed else { return self.on_foot(view) };
        match aim(&self.now, door) {
            Some(point) => {
                self.me.look_at(point);
                if self.me.age() >= self.hands_free {
                    self.me.press(Keys::USE);
                    self.hands_free = self.me.age() + DOOR_PAUSE;
                }
                Ok(())
            }
            None => self.on_foot(view),
        }
    }
}
