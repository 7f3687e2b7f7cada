//! Grass, mycelium and mushrooms.

use anima_body::{BlockPos, View};
use anima_rules::{Block, BlockState, Face};
use rand::RngExt;

use super::Sky;
use crate::level::Level;
use crate::level::facts::facts;
use crate::level::sides::closed_to_light;
use crate::level::support::is_water;

/// Whether grass lives under what is above it (`SpreadableBlock.canSurvive`).
fn lives(grass: BlockState, above: BlockState) -> bool {
    if above.block() == Block::SNOW && above.number("layers") == Some(1) {
        return true;
    }
    if above.fluid().is_some_and(|fluid| fluid.amount == 8) {
        return false;
    }
    facts(above).filter < 15 && !closed_to_light(grass, Face::Up, above)
}

/// Whether grass can spread to a block (`SpreadableBlock.canSpread`).
fn takes(view: &View, pos: BlockPos, grass: BlockState) -> bool {
    if view.block_or_wall(pos).block() != Block::DIRT {
        return false;
    }
    let above = view.block_or_wall(pos.up(1));
    lives(grass, above) && !is_water(above)
}

/// Whether grass could spread anywhere, light aside.
fn could_spread(view: &View, pos: BlockPos, grass: BlockState) -> bool {
    (-1..=1).any(|x| (-1..=1).any(|z| (-3..=1).any(|y| takes(view, pos.offset(x, y, z), grass))))
}

impl Level {
    /// `SpreadableBlock.randomTick`.
    pub(super) fn tick_grass(&mut self, pos: BlockPos, state: BlockState, sky: Sky) {
        let view = self.terrain.view();
        if !lives(state, view.block_or_wall(pos.up(1))) {
            self.set_block(pos, Block::DIRT.state());
            return;
        }
        if !could_spread(&view, pos, state) {
            self.set_awake(pos, false);
            return;
        }
        if self.brightness_under(pos.up(1), sky.darkness) < 9 {
            return;
        }
        for _ in 0..4 {
            let [x, y, z] = [3, 5, 3].map(|range| self.dice.random_range(0..range));
            let to = pos.offset(x - 1, y - 3, z - 1);
            if takes(&self.view(), to, state) {
                let snowy = self.block(to.up(1)).block() == Block::SNOW;
                self.set_block(to, state.block().with("snowy", if snowy { "true" } else { "false" }));
            }
        }
    }

    /// `MushroomPlantBlock.randomTick`.
    pub(super) fn tick_mushroom(&mut self, pos: BlockPos, state: BlockState) {
        if !self.one_in(25) {
            return;
        }
        let view = self.terrain.view();
        let mut near = 0;
        for x in -4..=4 {
            for z in -4..=4 {
                near += (-1..=1).filter(|y| view.block_or_wall(pos.offset(x, *y, z)).block() == state.block()).count();
            }
        }
        if near >= 5 {
            return;
        }
        let mut from = pos;
        let mut to = self.mushroom_step(from);
        for _ in 0..4 {
            if self.block(to).is_air() && self.can_stay(to, state) {
                from = to;
            }
            to = self.mushroom_step(from);
        }
        if self.block(to).is_air() && self.can_stay(to, state) {
            self.set_block(to, state);
        }
    }

    fn mushroom_step(&mut self, pos: BlockPos) -> BlockPos {
        let [x, up, down, z] = [3, 2, 2, 3].map(|range| self.dice.random_range(0..range));
        pos.offset(x - 1, up - down, z - 1)
    }
}
