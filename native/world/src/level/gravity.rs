//! Blocks that fall (`FallingBlock`, `ConcretePowderBlock`, `ScaffoldingBlock`).

use anima_body::{BlockPos, MIN_Y, View};
use anima_rules::drops::Breaker;
use anima_rules::footing::scaffold_distance;
use anima_rules::placing::{self, hardened};
use anima_rules::{Block, BlockState, FluidKind, StateFlags};

use super::facts::{Flags, facts};
use super::update::DIGITS;
use super::{Level, Spawn};

/// Ticks between losing the ground and falling.
pub(super) const FALL_DELAY: u64 = 2;

fn is_water(state: BlockState) -> bool {
    state.fluid().is_some_and(|fluid| fluid.kind == FluidKind::Water)
}

/// Whether powder at a position meets water there or at any side but below.
pub(super) fn meets_water(view: &View, pos: BlockPos) -> bool {
    placing::meets_water(&|step| view.block_or_wall(pos + step))
}

impl Level {
    /// `ScaffoldingBlock.scheduledTick`.
    pub(super) fn tick_scaffolding(&mut self, pos: BlockPos, state: BlockState) {
        let view = self.view();
        let distance = scaffold_distance(|step| view.block_or_wall(pos + step));
        let floats = distance > 0 && self.block(pos.down(1)).block() != Block::SCAFFOLDING;
        let new = state.with("distance", DIGITS[usize::from(distance)]);
        let new = new.with("bottom", if floats { "true" } else { "false" });
        if distance < 7 {
            self.set_block(pos, new);
        } else if state.number("distance") == Some(7) {
            self.fall(pos, state);
        } else {
            self.shatter(pos, Some(Breaker::World));
        }
    }

    /// Lets a block fall if nothing is below.
    pub(super) fn fall(&mut self, pos: BlockPos, state: BlockState) {
        if pos.y > MIN_Y && facts(self.block(pos.down(1))).is(Flags::FALLEN_THROUGH) {
            let left = state.fluid().map_or(BlockState::AIR, |_| Block::WATER.state());
            let dry = state.try_with("waterlogged", "false").unwrap_or(state);
            self.set_block(pos, left);
            self.spawns.push(Spawn::FallingBlock { state: dry, pos: pos.floor_center() });
        }
    }

    /// Puts a falling block down in the cell where it landed, or drops it as an item if it cannot stay there
    /// (`FallingBlockEntity.tick`).
    pub fn settle(&mut self, pos: BlockPos, state: BlockState) {
        let there = self.block(pos);
        let in_water = is_water(there);
        let powder = hardened(state);
        let falls_on = facts(self.block(pos.down(1))).is(Flags::FALLEN_THROUGH) && !(powder.is_some() && in_water);
        if !there.flags().contains(StateFlags::REPLACEABLE) || falls_on || !self.can_stay(pos, state) {
            self.drop_loot(pos, state, Breaker::World);
            return;
        }
        let hard = powder.filter(|_| in_water || meets_water(&self.view(), pos));
        let wet = in_water.then(|| state.try_with("waterlogged", "true")).flatten();
        self.set_block(pos, hard.or(wet).unwrap_or(state));
    }
}

#[cfg(test)]
mod tests {
    use crate::level::testing::{floor, state};

    use super::*;

    #[test]
    fn sand_falls_two_ticks_after_it_lost_its_ground() {
        let mut level = floor();
        level.put([0, 64, 0], "stone");
        level.put([0, 65, 0], "sand");
        level.put([0, 66, 0], "gravel");
        level.run(5);
        assert_eq!(level.name([0, 65, 0]), "sand");
        level.put([0, 64, 0], "air");
        level.run(1);
        assert_eq!(level.name([0, 65, 0]), "sand");
        level.run(1);
        assert_eq!(level.name([0, 65, 0]), "air");
        level.run(2);
        let fallen: Vec<Spawn> = level.take_spawns();
        assert_eq!(fallen.len(), 2, "{fallen:?}");
    }

    #[test]
    fn a_fallen_block_stands_or_drops() {
        let mut level = floor();
        let pos = BlockPos::new(0, 64, 0);
        level.settle(pos, state("sand"));
        assert_eq!(level.name([0, 64, 0]), "sand");
        level.put([0, 64, 0], "torch");
        level.settle(pos, state("gravel"));
        assert!(level.dropped().contains("1 "));
        level.put([0, 64, 0], "air");
        level.put([1, 64, 0], "water");
        level.settle(pos, state("white_concrete_powder"));
        assert_eq!(level.name([0, 64, 0]), "white_concrete");
    }

    #[test]
    fn scaffolding_reaches_six_blocks_out_and_falls_with_its_foot() {
        let mut level = floor();
        level.put([0, 64, 0], "scaffolding");
        level.put([0, 65, 0], "scaffolding");
        for x in 1..=7 {
            level.put([x, 65, 0], "scaffolding");
            level.run(10);
        }
        assert_eq!(level.block(BlockPos::new(6, 65, 0)).number("distance"), Some(6));
        assert_eq!(level.name([7, 65, 0]), "air", "the seventh falls");
        level.take_spawns();
        level.put([0, 64, 0], "air");
        level.run(40);
        assert!((0..7).all(|x| level.name([x, 65, 0]) == "air"));
    }

    #[test]
    fn concrete_powder_hardens_when_water_reaches_it() {
        let mut level = floor();
        level.put([2, 64, 0], "red_concrete_powder");
        level.put([0, 64, 0], "water");
        level.run(12);
        assert_eq!([0, 1, 2].map(|x| level.name([x, 64, 0]).to_owned()), ["water", "water", "red_concrete"]);
    }
}
