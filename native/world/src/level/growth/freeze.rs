//! Ice and snow: what weather and cold make, and light melts (`ServerWorld.tickChunk`).

use anima_body::{BlockPos, Column};
use anima_rules::drops::Breaker;
use anima_rules::{Biome, Block, BlockState, Face, FluidKind};
use rand::RngExt;

use super::{Sky, failures};
use crate::level::facts::facts;
use crate::level::{Level, Surface};

/// The temperature below which water freezes and rain is snow.
const FREEZING: f32 = 0.15;

/// The temperature at a height (`Biome.computeTemperature`; its noise of +-8 blocks is left out).
fn temperature(biome: Biome, y: i32) -> f32 {
    biome.temperature() - (y - 80).max(0) as f32 * 0.05 / 40.0
}

/// Whether water may freeze or snow fall anywhere on a column whose highest surface is at `top`.
pub(in crate::level) fn may_freeze(column: &Column, top: i32) -> bool {
    (0..4).any(|x| {
        (0..4).any(|z| {
            let height = column.highest(4 * x, 4 * z, |state| !state.is_air()).unwrap_or(0).min(top);
            let biome = column.biome(BlockPos::new(4 * x, height, 4 * z));
            temperature(biome, top) < FREEZING
        })
    })
}

impl Level {
    /// Whether rain (not snow) falls on a position (`World.hasRain`).
    pub(crate) fn rains_on(&mut self, pos: BlockPos, raining: bool) -> bool {
        raining
            && self.precipitation(pos) == Some(false)
            && self.sees_sky(pos)
            && pos.y >= self.height(Surface::MotionBlocking, pos.x, pos.z)
    }

    /// What falls at a position when the weather is bad: `Some(true)` snow, `Some(false)` rain, or nothing.
    pub fn precipitation(&self, pos: BlockPos) -> Option<bool> {
        let biome = self.biome(pos);
        biome.has_precipitation().then(|| temperature(biome, pos.y) < FREEZING)
    }

    /// Lets water freeze and snow settle: each column has a chance of one in 16 in a tick.
    pub(super) fn freeze(&mut self, sky: Sky) {
        let mut at = failures(16.0, &mut self.dice) as usize;
        while let Some(chunk) = self.area.as_ref().and_then(|area| area.cold.get(at).copied()) {
            let (x, z) = (self.dice.random_range(0..16), self.dice.random_range(0..16));
            let ground = chunk.corner(0).offset(x, 0, z);
            let top = BlockPos { y: self.height(Surface::MotionBlocking, ground.x, ground.z), ..ground };
            self.freeze_at(top, sky);
            at += 1 + failures(16.0, &mut self.dice) as usize;
        }
    }

    fn freeze_at(&mut self, top: BlockPos, sky: Sky) {
        if temperature(self.biome(top), top.y) >= FREEZING {
            return;
        }
        let water = top.down(1);
        let state = self.block(water);
        let still = state.block() == Block::WATER && state.fluid().is_some_and(|fluid| fluid.source);
        if still && self.block_light(water) < 10 {
            let wet =
                |face: Face| self.block(water.beside(face)).fluid().is_some_and(|fluid| fluid.kind == FluidKind::Water);
            if !Face::HORIZONTAL.into_iter().all(wet) {
                self.set_block(water, Block::ICE.state());
            }
        }
        let snow = Block::SNOW.state();
        if sky.rain
            && self.biome(top).has_precipitation()
            && self.block(top).is_air()
            && self.block_light(top) < 10
            && self.can_stay(top, snow)
        {
            self.set_block(top, snow);
        }
    }

    /// Ice and snow melt by the light of blocks (`IceBlock.randomTick`, `SnowBlock.randomTick`).
    pub(super) fn melt(&mut self, pos: BlockPos, state: BlockState) {
        let ice = state.block() == Block::ICE;
        let bearable = if ice { 11 - facts(state).filter } else { 11 };
        if self.block_light(pos) <= bearable {
            return;
        }
        if ice {
            self.set_block(pos, Block::WATER.state());
        } else {
            self.shatter(pos, Some(Breaker::World));
        }
    }
}

#[cfg(test)]
mod tests {
    use anima_body::{Biomes, ChunkPos, SECTIONS, Weather};

    use super::*;
    use crate::level::Conditions;
    use crate::level::testing::floor;
    use crate::{Difficulty, GameRules};

    #[test]
    fn cold_water_freezes_from_its_edge_and_snow_settles() {
        let mut level = floor();
        for chunk in ChunkPos::new(0, 0).around(2) {
            let mut column = level.terrain().column(chunk).unwrap().clone();
            (0..SECTIONS).for_each(|section| column.set_biomes(section, Biomes::Single(Biome::SNOWY_PLAINS)));
            level.insert(chunk, column);
        }
        for x in 0..8 {
            for z in 0..8 {
                level.put([x, 63, z], "water");
            }
        }
        let rules = GameRules::default();
        let conditions = Conditions {
            player: glam::DVec3::new(8.0, 64.0, 8.0),
            radius: 1,
            day_time: 6000,
            weather: Weather::Rain,
            difficulty: Difficulty::Normal,
            rules: &rules,
        };
        for _ in 0..120_000 {
            level.tick(&conditions);
        }
        let count = |block| {
            (0..16)
                .flat_map(|x| (0..16).map(move |z| (x, z)))
                .filter(|(x, z)| level.name([*x, 63, *z]) == block || level.name([*x, 64, *z]) == block)
                .count()
        };
        assert!(count("ice") > 60, "{} of 64 froze", count("ice"));
        assert!(count("snow") > 180, "snow on {} of 192", count("snow"));
        level.put([12, 64, 12], "glowstone");
        for _ in 0..10_000 {
            level.tick(&conditions);
        }
        assert_ne!(level.name([12, 64, 13]), "snow");
    }
}
