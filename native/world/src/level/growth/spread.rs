//! Grass, mycelium and mushrooms.

use std::array;

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
    facts(above).filter < 15
        && above.fluid().is_none_or(|fluid| fluid.amount != 8)
        && !closed_to_light(grass, Face::Up, above)
}

/// Whether grass can spread to a block with this one above it (`SpreadableBlock.canSpread`).
fn takes(block: BlockState, above: BlockState, grass: BlockState) -> bool {
    block.block() == Block::DIRT && lives(grass, above) && !is_water(above)
}

/// Whether grass could spread anywhere, light aside.
fn could_spread(view: &View, pos: BlockPos, grass: BlockState) -> bool {
    // All cells are read before any is looked at: they lie far apart, and so memory gives them at the same time.
    let stack = |index: usize| -> Option<[BlockState; 6]> {
        let foot = pos.offset(index as i32 / 3 - 1, -3, index as i32 % 3 - 1);
        let column = view.column(foot.chunk())?;
        Some(array::from_fn(|up| column.block(foot.up(up as i32))))
    };
    let stacks: [_; 9] = array::from_fn(stack);
    stacks.iter().flatten().any(|stack| stack.array_windows().any(|[block, above]| takes(*block, *above, grass)))
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
            self.let_sleep(pos, 1);
            return;
        }
        if self.brightness_under(pos.up(1), sky.darkness) < 9 {
            return;
        }
        for _ in 0..4 {
            let [x, y, z] = [3, 5, 3].map(|range| self.dice.random_range(0..range));
            let to = pos.offset(x - 1, y - 3, z - 1);
            if takes(self.block(to), self.block(to.up(1)), state) {
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

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    use super::*;
    use crate::level::growth::place;
    use crate::level::testing::floor;

    fn count(level: &Level, name: &str) -> usize {
        let cells = (0..16).flat_map(|x| (60..70).flat_map(move |y| (0..16).map(move |z| [x, y, z])));
        cells.filter(|pos| level.name(*pos) == name).count()
    }

    #[test]
    fn grass_covers_dirt_in_the_light_and_dies_under_stone() {
        let mut level = floor();
        for x in 0..16 {
            for z in 0..16 {
                level.put([x, 63, z], "dirt");
            }
        }
        level.put([8, 63, 8], "grass_block");
        level.run_with(60_000, 3);
        assert_eq!(count(&level, "grass_block"), 256);
        level.put([4, 64, 4], "stone");
        level.run_with(15_000, 3);
        assert_eq!(level.name([4, 63, 4]), "dirt");
    }

    /// Blocks fall asleep only where nothing can happen, whatever is built around them.
    #[test]
    fn whatever_sleeps_could_do_nothing() {
        let blocks = ["air", "dirt", "grass_block", "stone", "air", "water", "oak_slab", "glass", "sugar_cane", "sand"];
        for seed in 0..4 {
            let mut dice = Pcg32::seed_from_u64(seed);
            let mut level = floor();
            for _ in 0..60 {
                for _ in 0..30 {
                    let pos = [dice.random_range(0..16), dice.random_range(60..70), dice.random_range(0..16)];
                    level.put(pos, blocks[dice.random_range(0..blocks.len())]);
                }
                level.run_with(20, 60);
            }
            let cells = (0..16).flat_map(|x| (60..70).flat_map(move |y| (0..16).map(move |z| BlockPos::new(x, y, z))));
            let mut asleep = 0;
            for pos in cells {
                let awake = level.chunks[&pos.chunk()].awake_at(place(pos)).is_ok();
                let state = level.block(pos);
                if state.block() == Block::GRASS_BLOCK && !awake {
                    asleep += 1;
                    let view = level.view();
                    assert!(lives(state, view.block_or_wall(pos.up(1))), "seed {seed}: grass at {pos} should die");
                    assert!(!could_spread(&view, pos, state), "seed {seed}: grass at {pos} could spread");
                }
            }
            assert!(asleep > 5, "{asleep} asleep");
        }
    }

    /// Each block is hit three times in 4096 ticks on average, as by three picks in each section.
    #[test]
    fn hits_come_as_often_as_in_the_game() {
        let mut level = floor();
        // An age of sugar cane needs one hit: 16 of them a block.
        let mut canes = Vec::new();
        for x in (0..16).step_by(2) {
            for z in 0..16 {
                level.put([x + 1, 63, z], "water");
                level.put([x, 63, z], "sand");
                level.put([x, 64, z], "sugar_cane");
                canes.push(BlockPos::new(x, 64, z));
            }
        }
        let ticks = 13_653; // 10 hits on average.
        level.run_with(ticks, 3);
        let hits: u32 = canes.iter().map(|pos| u32::from(level.block(*pos).number("age").unwrap_or(0))).sum();
        // The few beyond 15 wrap around to the next block of cane, which has grown.
        let grown = canes.iter().filter(|pos| level.name([pos.x, 65, pos.z]) == "sugar_cane").count() as u32;
        let mean = f64::from(hits + 16 * grown) / canes.len() as f64;
        assert!((9.2..10.8).contains(&mean), "{mean} hits a block");
    }
}
