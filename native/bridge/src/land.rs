//! The blocks around the player, as far as an agent can use them and they were told.
//!
//! The client holds far more: at 32 chunks of view some 4,000. What of it is told is asked for here, column by column,
//! the nearest first.

use std::collections::BTreeSet;

use anima_body::{ChunkPos, Column, Terrain};

/// Chunks to every side of the player's that are told: as far as the embedded world is loaded. Rays reach 4.
pub const RADIUS: i32 = 10;
/// Chunks beyond these until a column is let go of, so that going to and fro over a border tells nothing twice.
const SLACK: i32 = 2;
/// Most columns that are told in a tick: what a step over the corner of a chunk brings within the radius.
pub const COLUMNS_PER_TICK: usize = 4 * RADIUS as usize + 1;
/// Chunks to every side of the player's without which nothing begins.
const NEAREST: i32 = 1;
/// Ticks for which those are waited for once the player's own is there: a server may never send them.
const PATIENCE: u64 = 100;

/// The columns around the player.
#[derive(Default)]
pub struct Land {
    terrain: Terrain,
    /// The chunk that the player is in; `None` until it was told.
    center: Option<ChunkPos>,
    /// What is still to be asked for, the nearest last.
    wanted: Vec<ChunkPos>,
    /// Chunks that were asked for and are not there: they are asked for again when they load.
    missing: BTreeSet<ChunkPos>,
    /// How many columns may still be told in this tick.
    left: usize,
    /// The tick at which the player's own chunk was seen to be there.
    since: Option<u64>,
}

impl Land {
    /// The blocks that were told.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// The blocks that were told, to change some; columns are put in by [`Land::tell`].
    pub fn terrain_mut(&mut self) -> &mut Terrain {
        &mut self.terrain
    }

    /// Begins a tick of telling.
    pub fn begin(&mut self) {
        self.left = COLUMNS_PER_TICK;
    }

    /// The player is in this chunk: what is too far from it now is let go of, what came near is wanted.
    pub fn stand_in(&mut self, chunk: ChunkPos) {
        if self.center == Some(chunk) {
            return;
        }
        self.center = Some(chunk);
        self.since = None;
        for far in self.terrain.chunks() {
            if far.distance(chunk) > RADIUS + SLACK {
                self.terrain.remove(far);
            }
        }
        self.missing.retain(|missing| missing.distance(chunk) <= RADIUS + SLACK);
        let known = |other: &ChunkPos| self.terrain.is_loaded(*other) || self.missing.contains(other);
        let stale = std::mem::take(&mut self.wanted);
        self.wanted = chunk.around(RADIUS).filter(|other| !known(other) || stale.contains(other)).collect();
        self.sort();
    }

    fn sort(&mut self) {
        let Some(center) = self.center else { return };
        let away = |chunk: &ChunkPos| {
            let (x, z) = (i64::from(chunk.x - center.x), i64::from(chunk.z - center.z));
            std::cmp::Reverse((chunk.distance(center), x * x + z * z, *chunk))
        };
        self.wanted.sort_by_key(away);
    }

    /// The column that is to be told next; `None` if that is all for this tick. One that does not come is not there.
    pub fn want(&mut self) -> Option<ChunkPos> {
        let chunk = if self.left > 0 { self.wanted.pop()? } else { return None };
        if !self.terrain.is_loaded(chunk) {
            self.missing.insert(chunk);
        }
        Some(chunk)
    }

    /// A column as it is.
    pub fn tell(&mut self, chunk: ChunkPos, column: Column) {
        self.left = self.left.saturating_sub(1);
        self.missing.remove(&chunk);
        self.wanted.retain(|wanted| *wanted != chunk);
        self.terrain.insert(chunk, column);
    }

    /// The client has loaded or replaced a chunk.
    pub fn loaded(&mut self, chunk: ChunkPos) {
        self.missing.remove(&chunk);
        match self.center {
            Some(center) if chunk.distance(center) <= RADIUS => {
                if !self.wanted.contains(&chunk) {
                    self.wanted.push(chunk);
                    self.sort();
                }
            }
            // Near enough to be kept, but not to be asked for: what is known of it is no longer so.
            _ => drop(self.terrain.remove(chunk)),
        }
    }

    /// The client has let go of a chunk.
    pub fn unloaded(&mut self, chunk: ChunkPos) {
        self.terrain.remove(chunk);
        self.wanted.retain(|wanted| *wanted != chunk);
        if self.center.is_some_and(|center| chunk.distance(center) <= RADIUS + SLACK) {
            self.missing.insert(chunk);
        }
    }

    /// Whether there is enough for an agent to begin, at a tick of the world: the player's own chunk, those beside it,
    /// and of the rest what the client has. It is not waited for without end.
    pub fn is_ready(&mut self, tick: u64) -> bool {
        let Some(center) = self.center.filter(|center| self.terrain.is_loaded(*center)) else { return false };
        let waited = tick.saturating_sub(*self.since.get_or_insert(tick));
        let is_whole = self.wanted.is_empty() && center.around(NEAREST).all(|chunk| self.terrain.is_loaded(chunk));
        is_whole || waited >= PATIENCE
    }

    /// What is waited for, in words.
    pub fn lack(&self) -> String {
        let near = |center: ChunkPos| center.around(NEAREST).filter(|chunk| self.terrain.is_loaded(*chunk)).count();
        let near = self.center.map_or(0, near);
        let all = (2 * NEAREST + 1).pow(2);
        format!("waits for the land around: {near} of the nearest {all} chunks are here")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: ChunkPos = ChunkPos::new(5, -3);

    /// Asks as a client of so many chunks of view does in a tick; tells how many columns came.
    fn fill(land: &mut Land, center: ChunkPos, view: i32) -> usize {
        land.begin();
        land.stand_in(center);
        let mut told = 0;
        while let Some(chunk) = land.want() {
            if chunk.distance(center) <= view {
                land.tell(chunk, Column::default());
                told += 1;
            }
        }
        told
    }

    #[test]
    fn what_is_near_is_asked_for_over_some_ticks_the_nearest_first() {
        let mut land = Land::default();
        let mut ticks = 0;
        while fill(&mut land, HERE, 32) > 0 {
            ticks += 1;
            let far = land.terrain.chunks().iter().map(|chunk| chunk.distance(HERE)).max().unwrap();
            let inside = (2 * far as usize - 1).pow(2);
            assert!(land.terrain.len() <= ticks * COLUMNS_PER_TICK && land.terrain.len() >= inside, "in rings");
            assert_eq!(land.is_ready(0), land.terrain.len() == 441, "when all is in");
        }
        assert_eq!((ticks, land.terrain.len()), (11, 441));
        // A step, also over a corner, is told in its tick; what is far is let go of, and not before.
        for (x, z, kept) in [(1, 0, 441 + 21), (2, 1, 441 + 21 + 41), (9, 9, 441 + 98)] {
            let there = ChunkPos::new(HERE.x + x, HERE.z + z);
            fill(&mut land, there, 32);
            if x < 9 {
                assert!(land.is_ready(1), "{x} {z}");
            }
            assert!(land.terrain.chunks().iter().all(|chunk| chunk.distance(there) <= RADIUS + SLACK));
            while fill(&mut land, there, 32) > 0 {}
            assert!(there.around(RADIUS).all(|chunk| land.terrain.is_loaded(chunk)));
            assert!(land.terrain.len() <= kept, "{x} {z}: {}", land.terrain.len());
        }
    }

    #[test]
    fn a_client_that_sees_less_is_asked_for_no_more_until_it_loads_more() {
        let mut land = Land::default();
        while !land.wanted.is_empty() || land.center.is_none() {
            fill(&mut land, HERE, 3);
        }
        assert_eq!(land.terrain.len(), 49);
        assert!(land.is_ready(0));
        land.begin();
        assert_eq!(land.want(), None);
        let near = ChunkPos::new(HERE.x, HERE.z + 4);
        land.loaded(near);
        land.loaded(ChunkPos::new(HERE.x, HERE.z + 11));
        assert_eq!((land.want(), land.want()), (Some(near), None));
        land.tell(near, Column::default());
        land.loaded(near);
        assert_eq!((land.want(), land.terrain.is_loaded(near)), (Some(near), true), "replaced, and known till then");
        land.unloaded(near);
        assert!(!land.terrain.is_loaded(near) && land.want().is_none());
    }

    #[test]
    fn the_nearest_are_waited_for_and_not_without_end() {
        let mut land = Land::default();
        assert!(!land.is_ready(0), "nobody is anywhere");
        fill(&mut land, HERE, -1);
        assert!(!land.is_ready(1000), "the player's own chunk is not there");
        assert_eq!(land.lack(), "waits for the land around: 0 of the nearest 9 chunks are here");
        while fill(&mut land, HERE, 0) > 0 || !land.wanted.is_empty() {}
        land.loaded(HERE);
        fill(&mut land, HERE, 0);
        assert!(!land.is_ready(1000));
        assert_eq!(land.lack(), "waits for the land around: 1 of the nearest 9 chunks are here");
        assert!(!land.is_ready(1000 + PATIENCE - 1));
        assert!(land.is_ready(1000 + PATIENCE), "they may never come");
    }
}
