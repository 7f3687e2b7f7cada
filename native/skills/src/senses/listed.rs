//! Where blocks of one kind were seen, by chunk: those near by are found without a look at all the others.

use std::collections::{BTreeMap, BTreeSet};

use anima_body::{BlockPos, ChunkPos};

/// Where blocks of one kind were seen.
#[derive(Default)]
pub(crate) struct Places {
    chunks: BTreeMap<ChunkPos, BTreeSet<BlockPos>>,
    count: usize,
}

/// The places in one chunk.
pub(crate) struct InChunk<'a> {
    /// Blocks along x and along z from the place asked about to the chunk.
    pub gap: (i32, i32),
    /// The places.
    pub places: &'a BTreeSet<BlockPos>,
}

impl Places {
    /// Notes a place.
    pub fn insert(&mut self, pos: BlockPos) {
        self.count += usize::from(self.chunks.entry(pos.chunk()).or_default().insert(pos));
    }

    /// Forgets a place.
    pub fn remove(&mut self, pos: BlockPos) {
        let Some(places) = self.chunks.get_mut(&pos.chunk()) else { return };
        self.count -= usize::from(places.remove(&pos));
        if places.is_empty() {
            self.chunks.remove(&pos.chunk());
        }
    }

    /// Forgets the places in a section of 16x16x16 blocks.
    pub fn forget(&mut self, [x, y, z]: [i32; 3]) {
        let chunk = ChunkPos::new(x, z);
        let Some(places) = self.chunks.get_mut(&chunk) else { return };
        let before = places.len();
        places.retain(|pos| pos.y >> 4 != y);
        self.count -= before - places.len();
        if places.is_empty() {
            self.chunks.remove(&chunk);
        }
    }

    /// The places in a section of 16x16x16 blocks.
    pub fn in_section(&self, [x, y, z]: [i32; 3]) -> impl Iterator<Item = BlockPos> + '_ {
        let chunk = self.chunks.get(&ChunkPos::new(x, z));
        chunk.into_iter().flatten().copied().filter(move |pos| pos.y >> 4 == y)
    }

    /// Whether a place is noted.
    pub fn contains(&self, pos: BlockPos) -> bool {
        self.chunks.get(&pos.chunk()).is_some_and(|places| places.contains(&pos))
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// All places, by chunk.
    pub fn iter(&self) -> impl Iterator<Item = BlockPos> + '_ {
        self.chunks.values().flatten().copied()
    }

    /// The places in the chunks that come within so many blocks of a place along x and z.
    pub fn near(&self, center: BlockPos, reach: i32) -> impl Iterator<Item = InChunk<'_>> {
        let (west, east) = (center.x.saturating_sub(reach) >> 4, center.x.saturating_add(reach) >> 4);
        let columns = ChunkPos::new(west, i32::MIN)..=ChunkPos::new(east, i32::MAX);
        let near = self.chunks.range(columns).map(move |(chunk, places)| {
            let gap = |at: i32, from: i32| (at * 16 - from).max(from - (at * 16 + 15)).max(0);
            InChunk { gap: (gap(chunk.x, center.x), gap(chunk.z, center.z)), places }
        });
        near.filter(move |near| near.gap.1 <= reach)
    }

    /// The nearest places that are fit, the nearest first, at most so many.
    pub fn nearest(&self, from: BlockPos, most: usize, is_fit: impl Fn(BlockPos) -> bool) -> Vec<BlockPos> {
        /// Blocks along x and z within which it is looked first.
        const CLOSE: i32 = 48;
        /// How much farther it is looked next.
        const FARTHER: i32 = 4;
        let mut reach = CLOSE;
        loop {
            let near: Vec<InChunk<'_>> = self.near(from, reach).collect();
            let is_all = near.len() == self.chunks.len();
            let places = near.into_iter().flat_map(|near| near.places.iter().copied());
            let mut found: Vec<BlockPos> = places.filter(|pos| is_fit(*pos)).collect();
            found.sort_by_key(|pos| (pos.distance_squared(from), *pos));
            found.truncate(most);
            // A place that is not among them is farther away than the reach.
            let is_nearest = |last: &BlockPos| last.distance_squared(from) <= i64::from(reach).pow(2);
            if is_all || found.len() == most && found.last().is_none_or(is_nearest) {
                return found;
            }
            reach = reach.saturating_mul(FARTHER);
        }
    }

    /// Bytes held, about.
    pub fn bytes(&self) -> usize {
        /// Bytes of a map's entry beside what is in it.
        const ENTRY: usize = 16;
        let chunk = size_of::<(ChunkPos, BTreeSet<BlockPos>)>() + ENTRY;
        self.chunks.len() * chunk + self.count * (size_of::<BlockPos>() + ENTRY)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pos() -> impl Strategy<Value = BlockPos> {
        (-80..80, -64..100, -80..80).prop_map(|(x, y, z)| BlockPos::new(x, y, z))
    }

    proptest! {
        #[test]
        fn the_nearest_are_those_that_a_look_at_all_finds(
            all in prop::collection::vec((-900..900, -64..100, -80..80), 0..60),
            from in pos(),
            most in 1..5_usize,
        ) {
            let all: BTreeSet<BlockPos> = all.into_iter().map(|(x, y, z)| BlockPos::new(x, y, z)).collect();
            let mut places = Places::default();
            all.iter().for_each(|pos| places.insert(*pos));
            let is_fit = |pos: BlockPos| pos.x % 3 != 0;
            let mut expected: Vec<BlockPos> = all.into_iter().filter(|pos| is_fit(*pos)).collect();
            expected.sort_by_key(|pos| (pos.distance_squared(from), *pos));
            expected.truncate(most);
            prop_assert_eq!(places.nearest(from, most, is_fit), expected);
        }

        #[test]
        fn near_by_is_all_that_is_near(
            seen in prop::collection::btree_set(pos(), 0..200),
            lost in prop::collection::vec(pos(), 0..50),
            center in pos(),
            reach in 0..60,
        ) {
            let (mut places, mut left) = (Places::default(), seen.clone());
            seen.iter().for_each(|pos| places.insert(*pos));
            for pos in &lost {
                let section = [pos.x >> 4, pos.y >> 4, pos.z >> 4];
                places.forget(section);
                left.retain(|pos| [pos.x >> 4, pos.y >> 4, pos.z >> 4] != section);
            }
            for pos in left.iter().copied().step_by(3).collect::<Vec<_>>() {
                places.remove(pos);
                left.remove(&pos);
            }
            prop_assert_eq!(places.len(), left.len());
            prop_assert_eq!(places.iter().collect::<BTreeSet<_>>(), left.clone());
            let flat = |pos: &BlockPos| ((pos.x - center.x).abs(), (pos.z - center.z).abs());
            let found: BTreeSet<BlockPos> = places.near(center, reach).flat_map(|near| {
                let no_nearer = |pos: &&BlockPos| flat(pos).0 >= near.gap.0 && flat(pos).1 >= near.gap.1;
                assert!(near.places.iter().all(|pos| no_nearer(&pos)));
                near.places.iter().copied()
            }).collect();
            let near = |pos: &&BlockPos| flat(pos).0.max(flat(pos).1) <= reach;
            prop_assert!(left.iter().filter(near).all(|pos| found.contains(pos)));
        }
    }
}
