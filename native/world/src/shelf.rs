//! What belongs to columns out of reach.

use std::ops::RangeInclusive;

use anima_body::ChunkPos;

/// Things kept with their columns while nothing happens there. They cost nothing in a tick, and a clone shares them.
#[derive(Clone, Debug)]
pub(crate) struct Shelf<T>(imbl::OrdMap<ChunkPos, T>);

impl<T> Default for Shelf<T> {
    fn default() -> Shelf<T> {
        Shelf(imbl::OrdMap::new())
    }
}

impl<T: Clone> Shelf<T> {
    /// What is kept for a column.
    pub(crate) fn get(&self, chunk: ChunkPos) -> Option<&T> {
        self.0.get(&chunk)
    }

    /// Keeps something for a column, in place of what was there.
    pub(crate) fn put(&mut self, chunk: ChunkPos, thing: T) {
        self.0.insert(chunk, thing);
    }

    /// What is kept for a column, to be added to.
    pub(crate) fn entry(&mut self, chunk: ChunkPos) -> &mut T
    where
        T: Default,
    {
        self.0.entry(chunk).or_default()
    }

    /// Gives back what is kept for a column.
    pub(crate) fn take(&mut self, chunk: ChunkPos) -> Option<T> {
        self.0.remove(&chunk)
    }

    /// Gives back what is kept for the columns within `radius` chunks for which `wanted` holds, in order of position.
    pub(crate) fn take_near(
        &mut self,
        center: ChunkPos,
        radius: i32,
        wanted: impl Fn(ChunkPos) -> bool,
    ) -> impl Iterator<Item = T> {
        let row = |x: i32| -> RangeInclusive<ChunkPos> {
            ChunkPos::new(x, center.z.saturating_sub(radius))..=ChunkPos::new(x, center.z.saturating_add(radius))
        };
        let rows = center.x.saturating_sub(radius)..=center.x.saturating_add(radius);
        let near: Vec<ChunkPos> = if self.0.is_empty() {
            Vec::new()
        } else {
            rows.flat_map(|x| self.0.range(row(x)).map(|(chunk, _)| *chunk)).filter(|chunk| wanted(*chunk)).collect()
        };
        near.into_iter().filter_map(|chunk| self.0.remove(&chunk))
    }

    /// Changes or forgets what is kept for each column.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&mut T) -> bool) {
        let all = std::mem::take(&mut self.0);
        self.0 = all.into_iter().filter_map(|(chunk, mut thing)| keep(&mut thing).then_some((chunk, thing))).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_get_back_what_is_theirs() {
        let mut shelf: Shelf<Vec<i32>> = Shelf::default();
        for (x, z) in [(5, 0), (-3, 2), (2, 2), (2, -2), (0, 3), (1, 1)] {
            shelf.entry(ChunkPos::new(x, z)).extend([x, z]);
        }
        let fork = shelf.clone();
        let not = ChunkPos::new(1, 1);
        let near: Vec<Vec<i32>> = shelf.take_near(ChunkPos::new(0, 0), 2, |chunk| chunk != not).collect();
        assert_eq!(near, [[2, -2], [2, 2]]);
        assert_eq!((shelf.take(ChunkPos::new(2, 2)), shelf.get(not)), (None, Some(&vec![1, 1])));
        shelf.retain(|kept| kept[0] > 0);
        assert_eq!((shelf.0.len(), fork.0.len()), (2, 6));
    }
}
