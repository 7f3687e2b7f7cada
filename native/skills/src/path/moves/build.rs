//! Over and up on blocks that the agent places.

use super::{Column, Crossing, Expansion, Hold, crossing};
use crate::path::cell::{BLOCK, Side};
use crate::path::cost;
use crate::path::route::Move;
use anima_body::Blocks;

impl<K: Blocks> Expansion<'_, K> {
    /// Every move that places a block, but for those that dig as well.
    pub(super) fn build(&mut self, beside: &[Column; 4]) {
        if self.hold != Hold::Ground || self.height != 0 {
            return;
        }
        for (side, next) in Side::ALL.into_iter().zip(beside) {
            self.bridge(side, next);
        }
        if self.here.over.is_free() && self.has_free_feet() {
            self.pillar(0);
        }
    }

    fn has_block(&mut self) -> bool {
        let has = u32::from(self.placed) < self.tree.conditions.blocks;
        self.tree.ran_out_of_blocks |= !has;
        has
    }

    /// One block ahead, over nothing or a liquid: a block is placed against the one underfoot.
    fn bridge(&mut self, side: Side, next: &Column) {
        if !next.is_free() || !next.below.is_replaceable() || next.below.is_unknown() {
            return;
        }
        let has_something_to_place_against = self.placed_underfoot() || self.here.below.top() == BLOCK;
        if has_something_to_place_against
            && crossing(self.here.feet, next.feet, side) == Crossing::Open
            && crossing(self.here.head, next.head, side) == Crossing::Open
            && self.has_block()
        {
            let cost = self.pace() + cost::BRIDGE + self.tree.block_price;
            self.go_building(next.pos, cost, Move::Bridge, 1, true);
        }
    }

    /// Whether nothing is in the cell of the feet, so that a block can be placed there: it is free, or a whole block
    /// that the way dug, since it leads here.
    pub(super) fn has_free_feet(&self) -> bool {
        self.here.feet.is_free() || self.here.feet.is_solid()
    }

    /// One block up: a jump, and a block placed below.
    pub(super) fn pillar(&mut self, dug: u32) {
        let stands_on_cube = self.placed_underfoot() || self.here.below.top() == BLOCK;
        if stands_on_cube && !self.here.feet.is_slow() && self.has_block() {
            let cost = cost::PILLAR + dug + self.tree.block_price;
            self.go_building(self.here.pos.up(1), cost, Move::Pillar, 1, true);
        }
    }
}
