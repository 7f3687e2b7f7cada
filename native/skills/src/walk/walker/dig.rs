//! Steps that dig.

use anima_body::{BlockPos, Blocks, Inventory, Keys, Liquids, PlayerFlags, RayShape, raycast};
use anima_rules::{BlockState, Face, ItemStack, StateFlags};
use glam::DVec3;

use super::clearance::cell;
use super::{Stray, Walker};
use crate::hands::aim::aim;
use crate::hands::dig::falls_into;
use crate::hands::hold::{best_tool, hold_slot};
use crate::me::forecast::{Ghost, Push};
use crate::me::heading::{keys_toward, yaw_toward};
use crate::path::cell::Cell;
use crate::path::conditions::is_filler;
use crate::path::route::Move;

impl Walker<'_> {
    /// Brings what the next step needs from the back of the inventory into the hot bar.
    pub(super) async fn prepare_hands(&mut self) {
        let by = self.steps[self.next].by;
        let to_dig = match by {
            Move::Dig | Move::DigDown | Move::Pillar => {
                let view = self.now.known();
                self.next_to_dig(&view, self.next).map(|pos| view.block_or_wall(pos))
            }
            _ => None,
        };
        let slot = match (to_dig, by) {
            (Some(state), _) => best_tool(&self.now.inventory, state),
            (None, Move::Bridge | Move::Pillar) => {
                let is_spare = |stack: &ItemStack| is_filler(stack.item) && self.me.spare(stack.item) > 0;
                let any = || self.now.inventory.find(|stack| is_filler(stack.item));
                self.now.inventory.find(is_spare).or_else(any)
            }
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
    pub(super) fn next_to_dig(&self, view: &impl Blocks, step: usize) -> Option<BlockPos> {
        self.to_dig(step).into_iter().find(|pos| is_filled(view.block_or_wall(*pos)))
    }

    /// Looks at a block and holds the attack button with the right tool in hand; false if it cannot be pointed at.
    pub(super) fn strike(&mut self, view: &impl Blocks, pos: BlockPos) -> Result<bool, Stray> {
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
    fn in_the_way(&self, view: &impl Blocks, pos: BlockPos) -> Option<(BlockPos, DVec3)> {
        let eyes = self.now.player.eyes();
        let hit = raycast(view, eyes, pos.center(), RayShape::Outline, Liquids::Pass)?;
        let is_plant = hit.state.flags().contains(StateFlags::NO_COLLISION) && hit.state.block().hardness() >= 0.0;
        (hit.pos != pos && is_plant).then(|| (hit.pos, eyes + (hit.point - eyes) * 1.01))
    }

    /// The direction in which the body looks after this tick's turn of the head.
    pub(super) fn yaw(&self) -> f32 {
        self.now.player.yaw + self.me.pressed().look.yaw
    }

    /// One tick of digging a way free and going into it.
    pub(super) fn dig(&mut self, view: &impl Blocks) -> Result<(), Stray> {
        let Some(pos) = self.next_to_dig(view, self.next) else {
            let highest = self.to_dig(self.next).into_iter().next();
            let is_unsettled = |pos| falls_into(self.me, pos, self.me.age() - self.struck);
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
    fn enter_dug(&mut self, view: &impl Blocks) -> Result<(), Stray> {
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

    /// One tick of digging straight down, from the middle of the block; a body that drifts off in a current goes on
    /// digging.
    pub(super) fn dig_down(&mut self, view: &impl Blocks) -> Result<(), Stray> {
        /// Blocks off the middle beyond which the body first walks to the middle.
        const FAR: f64 = 0.4;
        /// Blocks off the middle beyond which the body moves to the middle while it digs: nearer, it falls into the
        /// hole.
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
}

/// Whether a state must be dug before a body can be in its cell.
fn is_filled(state: BlockState) -> bool {
    let cell = Cell::of(state);
    !cell.is_free() && !cell.is_liquid()
}

#[cfg(test)]
mod tests {
    use anima_rules::Item;
    use anima_world::Scene;

    use super::*;
    use crate::path::goal::Goal;
    use crate::testing::play;
    use crate::walk::travel::travel;

    #[test]
    fn what_is_overhead_is_dug_with_the_pickaxe_from_the_back_of_the_inventory() {
        /// Ticks for a block of deepslate and a jump onto what is put down, about; by hand the block alone takes 300.
        const BLOCK: u64 = 60;
        let mut scene = Scene::new();
        scene.fill([-4, 30, -4], [4, 60, 4], "bedrock").fill([0, 42, 0], [0, 52, 0], "deepslate");
        scene.fill([0, 40, 0], [0, 41, 0], "air").start_at(0.5, 40.0, 0.5);
        // Not one slot of the hot bar is free.
        (0..9).for_each(|slot| {
            scene.put(slot, Some(ItemStack::new(Item::COBBLESTONE, 64)));
        });
        scene.put(20, Some(ItemStack::new(Item::STONE_PICKAXE, 1)));
        let (outcome, _) = play(&scene, |me| async move {
            let since = me.age();
            assert_eq!(travel(&me, &Goal::Y(48)).await, Ok(()), "at {}", me.now().player.feet());
            let took = me.age() - since;
            assert!(took < 8 * BLOCK, "8 blocks up in {took} ticks");
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
    }
}
