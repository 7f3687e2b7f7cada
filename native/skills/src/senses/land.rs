//! The land that was seen: which biomes lie where, by regions.

use std::collections::BTreeMap;

use anima_body::{BlockPos, ChunkPos};
use anima_rules::Biome;
use glam::DVec2;
use rustc_hash::FxHashMap;

/// Columns along a side of a region.
const SIDE: i32 = 8;
/// Most regions that are remembered; those farthest from the agent are let go of.
const MOST: usize = 2048;

/// The biomes seen in a region.
type Region = Vec<Seen>;

/// What was seen of a biome in a region.
#[derive(Clone, Copy, Debug)]
struct Seen {
    biome: Biome,
    /// Columns whose ground was looked at and is of it.
    columns: u32,
    /// Columns of it that were seen from afar only.
    afar: u32,
    /// The one of all these that was seen last.
    at: ChunkPos,
}

/// A region as it was seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Survey {
    /// Its middle, x and z.
    pub middle: DVec2,
    /// The biome of most of what was seen of it.
    pub biome: Biome,
    /// How much of it was seen, be it from afar, 0 to 1.
    pub seen: f64,
}

impl Survey {
    /// Whether a place is in the region.
    pub(crate) fn contains(&self, place: DVec2) -> bool {
        (place - self.middle).abs().max_element() <= f64::from(8 * SIDE)
    }
}

/// Which biomes lie where, as far as they were seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Land {
    regions: BTreeMap<(i32, i32), Region>,
    /// Columns that were seen from afar and not looked at since. Never iterated unsorted.
    afar: FxHashMap<ChunkPos, Biome>,
    /// Columns of each biome that were seen, those forgotten included.
    columns: BTreeMap<Biome, u32>,
}

/// The region of a column.
pub(crate) fn region_of(chunk: ChunkPos) -> (i32, i32) {
    (chunk.x.div_euclid(SIDE), chunk.z.div_euclid(SIDE))
}

/// So many columns as a share of a region.
fn share(columns: u32) -> f64 {
    (f64::from(columns) / f64::from(SIDE * SIDE)).min(1.0)
}

/// The middle of a region, x and z.
pub(crate) fn middle_of((x, z): (i32, i32)) -> DVec2 {
    (DVec2::new(f64::from(x), f64::from(z)) + 0.5) * f64::from(16 * SIDE)
}

impl Land {
    /// Notes of which biome the ground of a column is that was looked at.
    pub(crate) fn note(&mut self, chunk: ChunkPos, biome: Biome) {
        let before = self.afar.remove(&chunk);
        if before != Some(biome) {
            *self.columns.entry(biome).or_default() += 1;
        }
        if let Some(before) = before
            && let Some(region) = self.regions.get_mut(&region_of(chunk))
            && let Some(seen) = region.iter_mut().find(|seen| seen.biome == before)
        {
            seen.afar = seen.afar.saturating_sub(1);
        }
        self.seen(chunk, biome).columns += 1;
        self.forget(chunk);
    }

    /// Notes of which biome a column is that is seen from afar and was not looked at.
    pub(crate) fn note_afar(&mut self, chunk: ChunkPos, biome: Biome) {
        // Two looks of a tick may meet one column.
        if self.afar.contains_key(&chunk) {
            return;
        }
        self.afar.insert(chunk, biome);
        *self.columns.entry(biome).or_default() += 1;
        self.seen(chunk, biome).afar += 1;
        self.forget(chunk);
    }

    /// The biome of a column that was seen from afar and not looked at since.
    pub(crate) fn afar(&self, chunk: ChunkPos) -> Option<Biome> {
        self.afar.get(&chunk).copied()
    }

    /// What was seen of a biome in the region of a column, which is the last that was seen of it.
    fn seen(&mut self, chunk: ChunkPos, biome: Biome) -> &mut Seen {
        let region = self.regions.entry(region_of(chunk)).or_default();
        let place = region.iter().position(|seen| seen.biome == biome).unwrap_or_else(|| {
            region.push(Seen { biome, columns: 0, afar: 0, at: chunk });
            region.len() - 1
        });
        region[place].at = chunk;
        &mut region[place]
    }

    /// Lets go of the region farthest from a column where there are too many.
    fn forget(&mut self, chunk: ChunkPos) {
        if self.regions.len() > MOST {
            let far = |region: &(i32, i32)| middle_of(*region).distance_squared(middle_of(region_of(chunk)));
            let farthest = self.regions.keys().copied().max_by(|a, b| far(a).total_cmp(&far(b)).then(a.cmp(b)));
            if let Some(gone) = farthest {
                self.regions.remove(&gone);
                self.afar.retain(|chunk, _| region_of(*chunk) != gone);
            }
        }
    }

    /// How much of a region was seen from afar only, each column counted for what its biome is worth, 0 to 1.
    pub(crate) fn afar_of(&self, region: (i32, i32), worth: impl Fn(Biome) -> f64) -> f64 {
        let seen = self.regions.get(&region).into_iter().flatten();
        seen.map(|seen| worth(seen.biome) * share(seen.afar)).sum()
    }

    /// The regions of which something was seen, the nearest to a place first.
    pub(crate) fn surveys(&self, from: DVec2) -> Vec<Survey> {
        let survey = |(at, region): (&(i32, i32), &Region)| {
            let most = region.iter().max_by_key(|seen| (seen.columns + seen.afar, seen.biome))?;
            let columns: u32 = region.iter().map(|seen| seen.columns + seen.afar).sum();
            Some(Survey { middle: middle_of(*at), biome: most.biome, seen: share(columns) })
        };
        let mut surveys: Vec<Survey> = self.regions.iter().filter_map(survey).collect();
        surveys.sort_by(|a, b| a.middle.distance_squared(from).total_cmp(&b.middle.distance_squared(from)));
        surveys
    }

    /// The nearest column known to be of one of some biomes, of one to each region and biome, and those that `suits`.
    pub(crate) fn nearest(
        &self,
        biomes: &[Biome],
        from: BlockPos,
        suits: impl Fn(ChunkPos) -> bool,
    ) -> Option<ChunkPos> {
        let here = from.chunk();
        let all = self.regions.values().flatten();
        let fit = all.filter(|seen| biomes.contains(&seen.biome) && suits(seen.at));
        fit.map(|seen| seen.at).min_by_key(|chunk| (chunk.distance(here), *chunk))
    }

    /// How many columns of some biomes were ever seen: it changes when more are.
    pub(crate) fn columns_of(&self, biomes: &[Biome]) -> u32 {
        biomes.iter().filter_map(|biome| self.columns.get(biome)).sum()
    }

    /// Bytes held, about.
    pub(super) fn bytes(&self) -> usize {
        let seen: usize = self.regions.values().map(|region| region.len() * size_of::<Seen>()).sum();
        let afar = self.afar.len() * size_of::<(ChunkPos, Biome)>();
        seen + afar + self.regions.len() * size_of::<((i32, i32), Region)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_is_of_the_biome_of_most_of_it() {
        let mut land = Land::default();
        for (x, biome) in [(0, Biome::PLAINS), (1, Biome::FOREST), (2, Biome::FOREST), (9, Biome::DESERT)] {
            land.note(ChunkPos::new(x, -1), biome);
        }
        let surveys = land.surveys(DVec2::new(200.0, -64.0));
        assert_eq!(surveys.iter().map(|survey| survey.biome).collect::<Vec<_>>(), [Biome::DESERT, Biome::FOREST]);
        assert_eq!((surveys[1].middle, surveys[1].seen), (DVec2::new(64.0, -64.0), 3.0 / 64.0));
        let nearest = |biome, suits: &dyn Fn(ChunkPos) -> bool| land.nearest(&[biome], BlockPos::new(0, 64, 0), suits);
        assert_eq!(nearest(Biome::DESERT, &|_| true), Some(ChunkPos::new(9, -1)));
        assert_eq!(nearest(Biome::DESERT, &|_| false), None);
        assert_eq!(nearest(Biome::SWAMP, &|_| true), None);
        assert_eq!(land.columns_of(&[Biome::FOREST, Biome::DESERT, Biome::SWAMP]), 3);
    }

    #[test]
    fn what_was_seen_from_afar_is_yet_to_be_looked_at() {
        let mut land = Land::default();
        let (plains, jungle) = (Biome::PLAINS, Biome::JUNGLE);
        for x in 0..4 {
            land.note_afar(ChunkPos::new(x, 0), if x == 3 { jungle } else { plains });
        }
        land.note(ChunkPos::new(0, 0), plains);
        let is = |biome: Biome| move |other: Biome| f64::from(u8::from(other == biome));
        let survey = land.surveys(DVec2::ZERO)[0];
        assert_eq!((survey.biome, survey.seen), (plains, share(4)));
        assert_eq!((land.afar(ChunkPos::new(0, 0)), land.afar(ChunkPos::new(3, 0))), (None, Some(jungle)));
        assert_eq!((land.afar_of((0, 0), is(jungle)), land.afar_of((0, 0), is(plains))), (share(1), share(2)));
        assert_eq!(land.nearest(&[jungle], BlockPos::new(0, 64, 0), |_| true), Some(ChunkPos::new(3, 0)));
        land.note_afar(ChunkPos::new(3, 0), plains);
        assert_eq!((land.columns_of(&[jungle]), land.columns_of(&[plains])), (1, 3));
        // From nearby it proves to be something else.
        land.note(ChunkPos::new(3, 0), plains);
        assert_eq!((land.afar_of((0, 0), is(jungle)), land.columns_of(&[jungle])), (0.0, 1));
    }

    #[test]
    fn the_land_farthest_off_is_forgotten() {
        let mut land = Land::default();
        for x in 0..MOST as i32 + 10 {
            land.note(ChunkPos::new(x * SIDE, 0), Biome::PLAINS);
        }
        assert_eq!(land.regions.len(), MOST);
        assert!(!land.regions.contains_key(&(0, 0)) && land.regions.contains_key(&(MOST as i32, 0)));
    }
}
