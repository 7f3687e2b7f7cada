//! Placing blocks (`BlockItem.place`).

use anima_body::{BlockHit, BlockPos, MAX_Y, MIN_Y};
use anima_hands::{ActionResult, Hand};
use anima_rules::placing::{Placing, gives_way, other_half, placed_state};
use anima_rules::{Aabb, Block, BlockState, FluidKind};
use glam::IVec3;

use super::Player;
use crate::World;

impl World {
    /// Places what a hand holds where the hand points (`BlockItem.place`).
    pub(super) fn place_block(&mut self, hand: Hand, block: Block, hit: BlockHit) -> ActionResult {
        let Some(stack) = self.player.in_hand(hand) else { return ActionResult::Pass };
        let Player { yaw, pitch, .. } = self.player;
        let sneaking = self.player.body.sneaking;
        let aimed = |pos: BlockPos, replaces: bool| {
            let point = hit.point - pos.corner();
            Placing { item: stack.item, face: hit.face, point, replaces, yaw, pitch, sneaking }
        };
        let replaces = self.gives_way(hit.pos, &aimed(hit.pos, true));
        let pos = if replaces { hit.pos } else { hit.pos.beside(hit.face) };
        let place = aimed(pos, replaces);
        if !replaces && !self.gives_way(pos, &place) {
            return ActionResult::Fail;
        }
        if !self.level.terrain().is_loaded(pos.chunk()) || !(MIN_Y..MAX_Y).contains(&pos.y) {
            return ActionResult::Fail;
        }
        let around = |step: IVec3| self.level.block(pos + step);
        let Some(state) = placed_state(block, &place, &around) else { return ActionResult::Fail };
        let state = self.level.fitted(pos, state);
        let half = other_half(state).map(|(step, half)| (pos + step, half));
        if half.is_some_and(|(pos, _)| pos.y >= MAX_Y) || !self.level.can_stay(pos, state) {
            return ActionResult::Fail;
        }
        let boxes: Vec<_> = state.collision().iter().map(|part| part.shifted(pos.corner())).collect();
        let meets = |body: Aabb| boxes.iter().any(|part| part.intersects(&body));
        if meets(self.player.body.bounds()) {
            return ActionResult::Fail;
        }
        let others = self.entities.iter().filter(|entity| !entity.removed && entity.keeps_blocks_out());
        if others.map(|entity| entity.body.bounds()).any(meets) {
            self.refused = Some((pos, state));
            return ActionResult::Fail;
        }
        self.level.set_block(pos, state);
        if let Some((pos, half)) = half {
            let wet = if is_water(self.level.block(pos)) { "true" } else { "false" };
            self.level.set_block(pos, half.try_with("waterlogged", wet).unwrap_or(half));
        }
        self.use_up(hand);
        ActionResult::Success
    }

    /// Whether the block at a position makes room for a new one, which is clicked there if that replaces it.
    fn gives_way(&self, pos: BlockPos, place: &Placing) -> bool {
        let height = place.point.y;
        self.level.terrain().is_loaded(pos.chunk()) && gives_way(self.level.block(pos), place, height, place.replaces)
    }
}

fn is_water(state: BlockState) -> bool {
    state.fluid().is_some_and(|fluid| fluid.kind == FluidKind::Water && fluid.source)
}
