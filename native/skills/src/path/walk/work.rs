//! Steps that change the world: digging, bridges, pillars, doors.

use anima_body::{BlockPos, Inventory, Keys, Liquids, PlayerFlags, RayShape, View, raycast};
use anima_rules::{BlockState, Face, StateFlags};
use glam::DVec3;

use super::clearance::cell;
use super::walker::{Stray, Walker};
use crate::me::forecast::{Ghost, Push};
use crate::me::heading::{keys_toward, yaw_toward};
use crate::path::cell::{BLOCK, Side};
use crate::path::moves::{Crossing, crossing};
use crate::path::{Move, is_filler};
use crate::skills::{aim, aim_at_side, best_tool, falls_into, hold_slot, opens};

/// Ticks until a door that was used is used again.
const DOOR_PAUSE: u64 = 6;

impl Walker<'_> {
    /// Brings what the next step needs from the back of the inventory into the hot bar.
    pub(super) async fn prepare_hands(&mut self) {
        let slot = match self.steps[self.next].by {
            Move::Dig | Move::DigDown => {
                let view = self.now.terrain.view();
                let state =
                    self.to_dig(self.next).into_iter().map(|pos| view.block_or_wall(pos)).find(|s| is_filled(*s));
                state.and_then(|state| best_tool(&self.now.inventory, state))
            }
            Move::Bridge | Move::Pillar => self.now.inventory.find(|stack| is_filler(stack.item)),
            _ => None,
        };
        if let Some(slot) = slot.filter(|slot| (9..Inventory::MAIN).contains(slot)) {
            // A failure shows in the step itself: it will not get done.
            let _ = hold_slot(self.me, slot).await;
            self.now = self.me.now();
        }
    }

    /// The cells that a step that digs has to make free, the highest first.
    fn to_dig(&self, step: usize) -> Vec<BlockPos> {
        let (from, to) = (self.from(step), self.steps[step].to);
        match (self.steps[step].by, to.y - from.y) {
            (Move::DigDown, down) => (1..=-down).map(|depth| from.down(depth)).collect(),
            (Move::Pillar, _) => vec![from.up(2)],
            (_, 1) => vec![from.up(2), to.up(1), to],
            (_, -1) => vec![to.up(2), to.up(1), to],
            _ => vec![to.up(1), to],
        }
    }

    /// The first of a step's cells that is still filled.
    fn next_to_dig(&self, view: &View<'_>, step: usize) -> Option<BlockPos> {
        self.to_dig(step).into_iter().find(|pos| is_filled(view.block_or_wall(*pos)))
    }

    /// Looks at a block and holds the attack button with the right tool in hand; false if it cannot be pointed at.
    fn strike(&mut self, view: &View<'_>, pos: BlockPos) -> Result<bool, Stray> {
        for beside in [Face::Up, Face::North, Face::South, Face::West, Face::East] {
            if cell(view, pos.beside(beside)).is_lava() {
                return Err(Stray::Changed);
            }
        }
        let (pos, point) = match aim(&self.now, pos) {
            Some(point) => (pos, point),
            None => match self.in_the_way(view, pos) {
                Some(plant) => plant,
                None => return Ok(false),
            },
        };
        self.me.look_at(point);
        self.me.press(Keys::ATTACK);
        self.struck = self.me.age();
        self.allow_time();
        let tool = best_tool(&self.now.inventory, view.block_or_wall(pos));
        if let Some(slot) = tool.filter(|slot| *slot < 9 && *slot != usize::from(self.now.inventory.selected)) {
            self.me.hotbar(slot as u8);
        }
        Ok(true)
    }

    /// Grass, lichen and the like that hides a block: what the cross-hair meets on the way to it but no body does.
    fn in_the_way(&self, view: &View<'_>, pos: BlockPos) -> Option<(BlockPos, DVec3)> {
        let eyes = self.now.player.eyes();
        let hit = raycast(view, eyes, pos.center(), RayShape::Outline, Liquids::Pass)?;
        let is_plant = hit.state.flags().contains(StateFlags::NO_COLLISION) && hit.state.block().hardness() >= 0.0;
        (hit.pos != pos && is_plant).then(|| (hit.pos, eyes + (hit.point - eyes) * 1.01))
    }

    /// The direction in which the body looks after this tick's turn of the head.
    fn yaw(&self) -> f32 {
        self.now.player.yaw + self.me.pressed().look.yaw
    }

    /// One tick of digging a way free and going into it.
    pub(super) fn dig(&mut self, view: &View<'_>) -> Result<(), Stray> {
        let Some(pos) = self.next_to_dig(view, self.next) else {
            let highest = self.to_dig(self.next).into_iter().next();
            let is_unsettled = |pos| falls_into(&self.now, pos, self.me.age() - self.struck);
            return if highest.is_some_and(is_unsettled) { Ok(()) } else { self.enter_dug(view) };
        };
        let struck = self.strike(view, pos)?;
        let player = &self.now.player;
        // Come close enough, but do not lean into what is not dug yet.
        let to = self.steps[self.next].to.floor_center();
        let from = self.from(self.next).floor_center();
        let stand = if struck { from + (to - from).with_y(0.0) * 0.15 } else { from };
        let toward = (stand - player.pos).with_y(0.0);
        let is_wet = player.is(PlayerFlags::IN_WATER);
        if is_wet && !cell(view, self.from(self.next).down(1)).is_solid() {
            self.me.press(Keys::JUMP);
        }
        if toward.length() > 0.15 && (is_wet || player.is(PlayerFlags::ON_GROUND)) {
            if !struck {
                self.me.turn_to(yaw_toward(toward), 0.0);
            }
            self.me.press(keys_toward(self.yaw(), toward));
        }
        Ok(())
    }

    /// A step whose cells are free is taken on foot; on the level the next one is dug on the way.
    fn enter_dug(&mut self, view: &View<'_>) -> Result<(), Stray> {
        let (from, to) = (self.from(self.next), self.steps[self.next].to);
        let rise = to.y - from.y;
        let after = self.steps.get(self.next + 1).filter(|step| step.by == Move::Dig && step.to.y == to.y);
        let ghost = Ghost::of(&self.now.player);
        if rise == 0 && after.is_some() && ghost.on_ground {
            let following = self.next_to_dig(view, self.next + 1);
            if let Some(pos) = following
                && self.strike(view, pos)?
            {
                let toward = (to.floor_center() - ghost.pos).with_y(0.0);
                self.me.press(keys_toward(self.yaw(), toward));
                return Ok(());
            }
        }
        self.steps[self.next].by = match rise {
            1 => Move::Jump,
            0 => Move::Walk,
            _ => Move::Fall,
        };
        self.on_foot(view)
    }

    /// One tick of digging straight down, from the middle of the block: who drifts off in a current digs on meanwhile.
    pub(super) fn dig_down(&mut self, view: &View<'_>) -> Result<(), Stray> {
        /// Blocks off the middle at which one comes there first, and at which one falls into the hole.
        const FAR: f64 = 0.4;
        const NEAR: f64 = 0.2;
        let player = &self.now.player;
        let center = self.from(self.next).floor_center();
        let off = (center - player.pos).with_y(0.0);
        if !player.is(PlayerFlags::ON_GROUND) {
            return Ok(());
        }
        if off.length() > FAR {
            self.press(Push::run(player.pos, center, false));
            return Ok(());
        }
        if let Some(pos) = self.next_to_dig(view, self.next) {
            self.strike(view, pos)?;
        }
        if off.length() > NEAR {
            self.me.press(keys_toward(self.yaw(), off));
        }
        Ok(())
    }

    /// One tick of placing a block ahead and going onto it.
    pub(super) fn bridge(&mut self, view: &View<'_>) -> Result<(), Stray> {
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
                self.me.press(Keys::USE);
            }
            None => self.me.turn_to(yaw_toward(-ahead), 60.0),
        }
        if toward.length() > 0.05 {
            self.me.press(keys_toward(self.yaw(), toward));
        }
        Ok(())
    }

    /// One tick of going up by jumping and placing a block underfoot.
    pub(super) fn pillar(&mut self, view: &View<'_>) -> Result<(), Stray> {
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
            // Who sneaks places a block even onto what using would open; a click counts with the keys of the tick before.
            self.me.press(Keys::SNEAK);
        }
        if on_ground && !is_filled {
            self.me.press(Keys::JUMP);
        } else if !is_filled && pos.y >= from.corner().y + 1.0 {
            self.me.press(Keys::USE);
        }
        Ok(())
    }

    /// Takes a block to place into the hand; it is in the hot bar (see [`Walker::prepare_hands`]).
    fn hold_filler(&self) -> Result<(), Stray> {
        let slots = &self.now.inventory.slots[..9];
        let slot = slots.iter().position(|slot| slot.is_some_and(|stack| is_filler(stack.item)));
        let slot = slot.ok_or(Stray::Changed)?;
        if slot != usize::from(self.now.inventory.selected) {
            self.me.hotbar(slot as u8);
        }
        Ok(())
    }

    /// One tick of going through a door or gate.
    pub(super) fn open(&mut self, view: &View<'_>) -> Result<(), Stray> {
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

/// Whether a state must be dug before a body can be in its cell.
fn is_filled(state: BlockState) -> bool {
    let cell = crate::path::cell::Cell::of(state);
    !cell.is_free() && !cell.is_liquid()
}
