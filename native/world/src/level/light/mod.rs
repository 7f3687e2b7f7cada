//! Sky and block light, as the game floods it (`ChunkSkyLightProvider`, `ChunkBlockLightProvider`).
//!
//! A column is lit when light in it or beside it is first asked for; later changes are followed at once.
//! Columns that are not loaded let no light through.

mod flood;

use std::sync::Arc;

use anima_body::{BlockPos, ChunkPos, MAX_Y, MIN_Y, SECTIONS, Weather};
use anima_rules::BlockState;

use super::Level;
use super::columns::Chunk;
use super::facts::facts;
use flood::{BLOCK, Field, SKY};

/// Light of a section; the sky's in the upper four bits, the blocks' in the lower.
#[derive(Clone, Debug)]
enum Section {
    Single(u8),
    Array(Arc<[u8; 4096]>),
}

/// Light of a column.
#[derive(Clone, Debug)]
pub(super) struct Light([Section; SECTIONS]);

impl Light {
    fn dark() -> Light {
        Light(std::array::from_fn(|_| Section::Single(0)))
    }

    /// Both kinds of light at `y` above the bottom of the world and the index of a block in its layer.
    #[inline]
    fn at(&self, y: usize, layer: usize) -> u8 {
        match &self.0[y >> 4] {
            Section::Single(light) => *light,
            Section::Array(lights) => lights[(y & 15) << 8 | layer],
        }
    }
}

impl Section {
    /// The light of each block by itself, to be changed.
    fn array(&mut self) -> &mut [u8; 4096] {
        if let Section::Single(light) = *self {
            *self = Section::Array(Arc::new([light; 4096]));
        }
        match self {
            Section::Array(lights) => Arc::make_mut(lights),
            Section::Single(_) => unreachable!("made an array above"),
        }
    }
}

fn layer(pos: BlockPos) -> usize {
    ((pos.z & 15) << 4 | (pos.x & 15)) as usize
}

impl Level {
    /// Both kinds of light at a position, the sky's in the upper four bits.
    fn light(&mut self, pos: BlockPos) -> u8 {
        if pos.y >= MAX_Y {
            return 15 << 4;
        }
        if pos.y < MIN_Y {
            return 0;
        }
        let at = |chunk: &Chunk| chunk.light.as_ref().map_or(0, |light| light.at((pos.y - MIN_Y) as usize, layer(pos)));
        match self.chunks.get(&pos.chunk()) {
            None => 0,
            Some(chunk) if chunk.light_is_whole => at(chunk),
            Some(_) => {
                self.light_up(pos.chunk());
                self.chunks.get(&pos.chunk()).map_or(0, |chunk| at(chunk))
            }
        }
    }

    /// Lights a column and those beside it, from which light could come.
    fn light_up(&mut self, chunk: ChunkPos) {
        for near in chunk.around(1) {
            if self.chunks.get(&near).is_some_and(|near| near.light.is_none()) {
                if let Some(dark) = self.chunks.get_mut(&near) {
                    Arc::make_mut(dark).light = Some(Light::dark());
                }
                self.field(near, |field| field.light_middle());
            }
        }
        if let Some(chunk) = self.chunks.get_mut(&chunk) {
            Arc::make_mut(chunk).light_is_whole = true;
        }
    }

    /// Works on the light of a column and its eight neighbours.
    fn field(&mut self, middle: ChunkPos, work: impl FnOnce(&mut Field)) {
        let at = |index: usize| ChunkPos::new(middle.x + index as i32 % 3 - 1, middle.z + index as i32 / 3 - 1);
        let around: [ChunkPos; 9] = std::array::from_fn(at);
        let columns = std::array::from_fn(|index| self.terrain.column(around[index]));
        let chunks = self.chunks.get_disjoint_mut(around.each_ref());
        let mut lights = [const { None }; 9];
        let mut lamps = 0;
        for (index, chunk) in chunks.into_iter().enumerate() {
            let Some(chunk) = chunk.filter(|chunk| chunk.light.is_some()) else { continue };
            if around[index] == middle {
                lamps = chunk.lamps;
            }
            lights[index] = Arc::make_mut(chunk).light.as_mut();
        }
        work(&mut Field::new(columns, lights, lamps));
    }

    /// Takes up that a block changed: its light and what it lets through.
    pub(super) fn light_changed(&mut self, pos: BlockPos, before: BlockState, after: BlockState) {
        let (old, new) = (facts(before), facts(after));
        if old.filter == new.filter && old.light == new.light && old.shade == new.shade && new.shade.part == 0 {
            return;
        }
        let chunk = pos.chunk();
        if let Some(chunk) = self.chunks.get_mut(&chunk)
            && new.light > 0
        {
            Arc::make_mut(chunk).lamps |= 1 << ((pos.y - MIN_Y) >> 4);
        }
        if let Some(light) = self.chunks.get(&chunk).and_then(|chunk| chunk.light.as_ref()) {
            let (x, y, z) = (pos.x & 15, pos.y - MIN_Y, pos.z & 15);
            let lets_in_more = new.light > 0 || new.filter < old.filter || old.shade.part != 0;
            if !lets_in_more && light.at(y as usize, layer(pos)) == 0 {
                // It was dark there and stays so.
                return;
            }
            self.field(chunk, |field| {
                field.changed::<SKY>(x, y, z);
                field.changed::<BLOCK>(x, y, z);
            });
        }
    }

    /// Tells the light that a column came in at a position.
    pub(super) fn light_beside_new(&mut self, chunk: ChunkPos) {
        for near in chunk.around(1) {
            if let Some(near) = self.chunks.get_mut(&near).filter(|near| near.light_is_whole) {
                Arc::make_mut(near).light_is_whole = false;
            }
        }
    }

    /// Whether the sky is straight above, with nothing but what light passes freely in between
    /// (`World.isSkyVisible`).
    pub fn sees_sky(&mut self, pos: BlockPos) -> bool {
        self.sky_light(pos) == 15
    }

    /// Both kinds of light as a client shows them. `&mut` because light is computed when first asked for.
    pub fn light_shown(&mut self, pos: BlockPos) -> anima_body::Light {
        let light = self.light(pos);
        anima_body::Light { sky: light >> 4, block: light & 15 }
    }

    /// Light from the sky at noon, 0..=15. `&mut` because light is computed when first asked for.
    pub fn sky_light(&mut self, pos: BlockPos) -> u8 {
        self.light(pos) >> 4
    }

    /// Light from blocks, 0..=15.
    pub fn block_light(&mut self, pos: BlockPos) -> u8 {
        self.light(pos) & 15
    }

    /// Light as spawning and growth see it: the brighter of the blocks' and the sky's, darkened by night and
    /// weather (`World.getLightLevel`).
    pub fn brightness(&mut self, pos: BlockPos, day_time: u32, weather: Weather) -> u8 {
        self.brightness_under(pos, sky_darkness(day_time, weather))
    }

    /// The brighter of the blocks' light and the sky's, of which `darkness` is taken.
    pub fn brightness_under(&mut self, pos: BlockPos, darkness: u8) -> u8 {
        let light = self.light(pos);
        (light & 15).max((light >> 4).saturating_sub(darkness))
    }
}

impl Chunk {
    /// The sections that hold blocks which give light, a bit each.
    pub(super) fn lamps_of(column: &anima_body::Column) -> u32 {
        let sections = column.sections().iter().enumerate();
        sections.fold(0, |lamps, (index, section)| {
            let lit = match section {
                anima_body::Section::Single(state) => facts(*state).light > 0,
                anima_body::Section::Array(states) => states.iter().any(|state| facts(*state).light > 0),
            };
            lamps | u32::from(lit) << index
        })
    }
}

/// How much of the sky's light night and weather take, 0..=11 (`World.calculateAmbientDarkness`).
pub fn sky_darkness(day_time: u32, weather: Weather) -> u8 {
    let day = f64::from(day_time) / anima_rules::DAY as f64 - 0.25;
    let day = day - day.floor();
    let angle = (day * 2.0 + 0.5 - (day * std::f64::consts::PI).cos() / 2.0) / 3.0;
    let sun = 0.5 + 2.0 * (angle * std::f64::consts::TAU).cos().clamp(-0.25, 0.25);
    let dimmed = 1.0 - 5.0 / 16.0;
    let clouds = match weather {
        Weather::Clear => 1.0,
        Weather::Rain => dimmed,
        Weather::Thunder => dimmed * dimmed,
    };
    ((1.0 - sun * clouds) * 11.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn night_takes_eleven_of_the_skys_light() {
        assert_eq!(sky_darkness(6000, Weather::Clear), 0);
        assert_eq!(sky_darkness(18000, Weather::Clear), 11);
        assert_eq!(sky_darkness(6000, Weather::Rain), 3);
        assert_eq!(sky_darkness(6000, Weather::Thunder), 5);
    }

    #[test]
    fn light_follows_what_is_built() {
        use crate::level::testing::floor;
        let mut level = floor();
        let light = |level: &mut Level, x| level.block_light(BlockPos::new(x, 64, 0));
        assert_eq!((light(&mut level, 0), level.sky_light(BlockPos::new(0, 64, 0))), (0, 15));
        level.put([0, 64, 0], "torch");
        assert_eq!([0, 1, 5, 14].map(|x| light(&mut level, x)), [14, 13, 9, 0]);
        level.put([1, 64, 0], "stone");
        assert_eq!([1, 2].map(|x| light(&mut level, x)), [0, 10], "it goes around");
        level.put([0, 64, 0], "air");
        assert_eq!([0, 1, 2].map(|x| light(&mut level, x)), [0, 0, 0]);
    }

    /// Lighting step by step gives what lighting anew gives.
    #[test]
    fn changes_in_any_order_end_in_the_same_light() {
        use crate::level::testing::floor;
        use rand::{RngExt, SeedableRng};
        let blocks = ["stone", "air", "torch", "glowstone", "oak_leaves", "water", "oak_slab", "glass", "air"];
        for seed in 0..8 {
            let mut dice = rand_pcg::Pcg32::seed_from_u64(seed);
            let mut level = floor();
            level.light(BlockPos::new(0, 64, 0));
            for _ in 0..300 {
                let pos = [dice.random_range(8..24), dice.random_range(60..72), dice.random_range(8..24)];
                level.put(pos, blocks[dice.random_range(0..blocks.len())]);
                if dice.random_ratio(1, 10) {
                    level.light(pos.into());
                }
            }
            let mut anew = floor();
            for chunk in ChunkPos::new(0, 0).around(2) {
                anew.insert(chunk, level.terrain().column(chunk).unwrap().clone());
            }
            for y in 55..76 {
                for z in 0..32 {
                    for x in 0..32 {
                        let pos = BlockPos::new(x, y, z);
                        assert_eq!(level.light(pos), anew.light(pos), "seed {seed} at {pos}");
                    }
                }
            }
        }
    }
}
