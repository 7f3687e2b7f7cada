//! Farmland, crops, stems, berries and saplings.

use anima_body::BlockPos;
use anima_rules::footing::Footing;
use anima_rules::{Block, BlockState, Face};
use rand::RngExt;

use super::Sky;
use crate::level::Level;
use crate::level::facts::{Flags, facts};
use crate::level::support::is_water;
use crate::level::update::DIGITS;

/// The same plant, older.
pub(super) fn aged(state: BlockState, by: u8) -> BlockState {
    let age = usize::from(state.number("age").unwrap_or(0) + by);
    DIGITS.get(age).and_then(|age| state.try_with("age", age)).unwrap_or(state)
}

impl Level {
    /// `FarmlandBlock.randomTick`.
    pub(super) fn tick_farmland(&mut self, pos: BlockPos, state: BlockState, sky: Sky) {
        let moisture = state.number("moisture").unwrap_or(0);
        let near_water = {
            let view = self.terrain.view();
            let mut cells = (-4..=4).flat_map(|x| (-4..=4).flat_map(move |z| (0..=1).map(move |y| (x, y, z))));
            cells.any(|(x, y, z)| is_water(view.block_or_wall(pos.offset(x, y, z))))
        };
        if near_water || self.rains_on(pos.up(1), sky.rain) {
            self.set_block(pos, state.with("moisture", "7"));
        } else if moisture > 0 {
            self.set_block(pos, state.with("moisture", DIGITS[usize::from(moisture) - 1]));
        } else {
            let above = facts(self.block(pos.up(1))).footing;
            if !matches!(above, Footing::Crop | Footing::Farmland) {
                self.set_block(pos, Block::DIRT.state());
            }
        }
    }

    /// How well a crop stands, 1..=10 (`CropBlock.getAvailableMoisture`).
    fn fertility(&self, pos: BlockPos, crop: Block) -> f32 {
        let view = self.terrain.view();
        let mut fertility = 1.0;
        for x in -1..=1 {
            for z in -1..=1 {
                let ground = view.block_or_wall(pos.offset(x, -1, z));
                let mut share = 0.0;
                if ground.block() == Block::FARMLAND {
                    share = if ground.number("moisture").unwrap_or(0) > 0 { 3.0 } else { 1.0 };
                }
                fertility += if (x, z) == (0, 0) { share } else { share / 4.0 };
            }
        }
        let same = |x, z| view.block_or_wall(pos.offset(x, 0, z)).block() == crop;
        let along_x = same(-1, 0) || same(1, 0);
        let along_z = same(0, -1) || same(0, 1);
        let crowded = (along_x && along_z) || same(-1, -1) || same(1, -1) || same(1, 1) || same(-1, 1);
        if crowded { fertility / 2.0 } else { fertility }
    }

    fn grows_today(&mut self, pos: BlockPos, crop: Block) -> bool {
        let one_in = (25.0 / self.fertility(pos, crop)) as u32 + 1;
        self.one_in(one_in)
    }

    /// `CropBlock.randomTick`; beetroots and torchflowers miss one of three.
    pub(super) fn tick_crop(&mut self, pos: BlockPos, state: BlockState) {
        let slow = matches!(state.block(), Block::BEETROOTS | Block::TORCHFLOWER_CROP);
        if slow && self.one_in(3) {
            return;
        }
        if self.base_light(pos) >= 9 && self.grows_today(pos, state.block()) {
            let older = aged(state, 1);
            let flower = state.block() == Block::TORCHFLOWER_CROP && older == state;
            self.set_block(pos, if flower { Block::TORCHFLOWER.state() } else { older });
        }
    }

    /// `StemBlock.randomTick`.
    pub(super) fn tick_stem(&mut self, pos: BlockPos, state: BlockState) {
        if self.base_light(pos) < 9 || !self.grows_today(pos, state.block()) {
            return;
        }
        if state.number("age") != Some(7) {
            self.set_block(pos, aged(state, 1));
            return;
        }
        let (fruit, attached) = match state.block() {
            Block::MELON_STEM => (Block::MELON, Block::ATTACHED_MELON_STEM),
            _ => (Block::PUMPKIN, Block::ATTACHED_PUMPKIN_STEM),
        };
        let face = Face::HORIZONTAL[self.dice.random_range(0..4)];
        let beside = pos.beside(face);
        let ground = self.block(beside.down(1));
        let bears = facts(ground).is(Flags::DIRT) || ground.block() == Block::FARMLAND;
        if self.block(beside).is_air() && bears {
            self.set_block(beside, fruit.state());
            self.set_block(pos, attached.with("facing", face.name()));
        }
    }

    /// `SweetBerryBushBlock.randomTick`.
    pub(super) fn tick_berries(&mut self, pos: BlockPos, state: BlockState) {
        if self.one_in(5) && self.base_light(pos.up(1)) >= 9 {
            self.set_block(pos, aged(state, 1));
        }
    }

    /// Cocoa and nether wart ask for nothing but time.
    pub(super) fn age_with_chance(&mut self, pos: BlockPos, state: BlockState, one_in: u32) {
        if self.one_in(one_in) {
            self.set_block(pos, aged(state, 1));
        }
    }

    /// `SaplingBlock.randomTick`.
    pub(super) fn tick_sapling(&mut self, pos: BlockPos, state: BlockState, sky: Sky) {
        if self.brightness_under(pos.up(1), sky.darkness) >= 9 && self.one_in(7) {
            self.grow_sapling(pos, state);
        }
    }

    /// A sapling gets ready, and the second time grows to a tree if there is room (`SaplingBlock.generate`).
    pub(super) fn grow_sapling(&mut self, pos: BlockPos, state: BlockState) {
        if state.number("stage") == Some(0) {
            self.set_block(pos, state.with("stage", "1"));
            return;
        }
        self.grow_tree(pos, state);
    }
}

#[cfg(test)]
mod tests {
    use crate::level::Level;
    use crate::level::testing::floor;

    #[test]
    fn wheat_ripens_on_wet_farmland_under_the_sky() {
        let ticks = |wet: bool| {
            let mut level = floor();
            for x in 0..9 {
                for z in 0..9 {
                    level.put([x, 63, z], if wet && (x, z) == (4, 4) { "water" } else { "farmland[moisture=7]" });
                    if (x, z) != (4, 4) {
                        level.put([x, 64, z], "wheat");
                    }
                }
            }
            let ripe = |level: &Level| {
                let cells = (0..9).flat_map(|x| (0..9).map(move |z| [x, 64, z]));
                cells.filter(|pos| level.block((*pos).into()).number("age") == Some(7)).count()
            };
            let mut ticks = 0;
            while ripe(&level) < 40 && ticks < 400_000 {
                level.run_with(100, 3);
                ticks += 100;
            }
            ticks
        };
        // In the middle of a wet field of one crop fertility is 5, so one of 6 hits counts: 7 stages take
        // 7 * 6 * 1365 = 57,000 ticks on average.
        let (wet, dry) = (ticks(true), ticks(false));
        assert!((35_000..75_000).contains(&wet), "half of the field was ripe after {wet} ticks");
        // Dry, it is 2.5, and one of 11 counts.
        assert!(dry * 2 > wet * 3, "dry land took {dry}");
    }

    #[test]
    fn nothing_grows_in_the_dark() {
        let mut level = floor();
        level.put([0, 63, 0], "farmland[moisture=7]");
        level.put([0, 64, 0], "melon_stem");
        for (x, y, z) in [(1, 64, 0), (-1, 64, 0), (0, 64, 1), (0, 64, -1), (0, 65, 0)] {
            level.put([x, y, z], "stone");
        }
        level.run_with(40_000, 30);
        assert_eq!(level.block([0, 64, 0].into()).number("age"), Some(0));
    }
}
