//! The tiles of climate around a chunk.

use std::sync::Arc;

use anima_body::ChunkPos;

use super::cache::Cache;
use super::climate::{Climates, Quarter, Tile};

/// Chunks that are looked at on each side of a chunk.
const REACH: i32 = 6;
const WIDTH: usize = 2 * REACH as usize + 1;

/// The climate around one chunk, fetched as needed from the tiles that all chunks share.
pub struct Window<'a> {
    climates: &'a Climates,
    shared: &'a Cache<Tile>,
    center: ChunkPos,
    tiles: [Option<Arc<Tile>>; WIDTH * WIDTH],
}

impl<'a> Window<'a> {
    /// The window around a chunk.
    pub fn new(climates: &'a Climates, shared: &'a Cache<Tile>, center: ChunkPos) -> Window<'a> {
        Window { climates, shared, center, tiles: [const { None }; WIDTH * WIDTH] }
    }

    /// The tile of a chunk within reach.
    pub fn tile(&mut self, chunk: ChunkPos) -> &Tile {
        let (x, z) = (chunk.x - self.center.x + REACH, chunk.z - self.center.z + REACH);
        let slot = &mut self.tiles[x as usize + z as usize * WIDTH];
        slot.get_or_insert_with(|| self.shared.get_or_make(chunk, || self.climates.tile(chunk)))
    }

    /// A quarter column within reach.
    pub fn quarter(&mut self, qx: i32, qz: i32) -> &Quarter {
        let tile = self.tile(ChunkPos::new(qx >> 2, qz >> 2));
        &tile[((qz & 3) << 2 | qx & 3) as usize]
    }
}
