//! The 3x3 chunks in which one chunk's decoration may write.

use std::sync::Arc;

use anima_body::{BlockPos, ChunkPos, Column, MAX_Y, MIN_Y};
use anima_rules::{Biome, BlockState, StateFlags};

use super::window::Window;
use super::zoom::Zoom;

/// The finished ground of a chunk.
#[derive(Debug)]
pub struct Base {
    /// Its blocks and biomes.
    pub column: Column,
    /// One above the highest block that is not air (`WORLD_SURFACE_WG`), index `z << 4 | x`.
    pub surface: [i16; 256],
    /// One above the highest block that stops motion (`OCEAN_FLOOR_WG`).
    pub floor: [i16; 256],
}

/// A block that decoration changed outside its own chunk.
#[derive(Clone, Copy, Debug)]
pub struct Spill {
    /// Where.
    pub pos: BlockPos,
    /// What the decoration saw there.
    pub was: BlockState,
    /// What it put there.
    pub now: BlockState,
}

/// A chunk after its own decoration.
#[derive(Debug)]
pub struct Decorated {
    /// Its blocks.
    pub column: Column,
    /// What it changed in the chunks around it, in order.
    pub spills: Vec<Spill>,
    /// Where springs begin to flow.
    pub springs: Vec<BlockPos>,
}

/// The ground around one chunk while it is decorated.
///
/// Each chunk is decorated as if its neighbours were bare, so the result does not depend on which comes first.
pub struct Region<'a> {
    /// The chunk that is decorated.
    pub chunk: ChunkPos,
    /// The greatest [`Region::ground_floor`] of all.
    pub highest_floor: i32,
    bases: [Arc<Base>; 9],
    columns: [Column; 9],
    spills: Vec<Spill>,
    window: Window<'a>,
    zoom: Zoom,
}

fn slot(x: i32, z: i32) -> usize {
    ((z & 15) << 4 | x & 15) as usize
}

impl<'a> Region<'a> {
    /// The region around a chunk; grounds row by row from the north-west.
    pub fn new(chunk: ChunkPos, bases: [Arc<Base>; 9], window: Window<'a>, zoom: Zoom) -> Region<'a> {
        let columns = std::array::from_fn(|i| bases[i].column.clone());
        let floors = bases.iter().flat_map(|base| base.floor);
        let highest_floor = floors.max().map_or(MIN_Y, i32::from);
        Region { chunk, highest_floor, bases, columns, spills: Vec::new(), window, zoom }
    }

    /// The middle column, and what went elsewhere.
    pub fn finish(self, springs: Vec<BlockPos>) -> Decorated {
        let [_, _, _, _, column, ..] = self.columns;
        Decorated { column, spills: self.spills, springs }
    }

    #[inline]
    fn which(&self, x: i32, z: i32) -> Option<usize> {
        let (dx, dz) = ((x >> 4) - self.chunk.x + 1, (z >> 4) - self.chunk.z + 1);
        ((0..3).contains(&dx) && (0..3).contains(&dz)).then_some((dz * 3 + dx) as usize)
    }

    /// The block at a position; air outside the region, which decoration does not reach.
    #[inline]
    pub fn block(&self, pos: BlockPos) -> BlockState {
        self.which(pos.x, pos.z).map_or(BlockState::AIR, |i| self.columns[i].block(pos))
    }

    /// Sets a block within the region and the world's height.
    pub fn set(&mut self, pos: BlockPos, now: BlockState) {
        let Some(i) = self.which(pos.x, pos.z) else { return };
        if !(MIN_Y..MAX_Y).contains(&pos.y) {
            return;
        }
        let was = self.columns[i].set_block(pos, now);
        if i != 4 && was != now {
            self.spills.push(Spill { pos, was, now });
        }
    }

    /// One above the highest block that was not air before decoration.
    pub fn ground_surface(&self, x: i32, z: i32) -> i32 {
        self.which(x, z).map_or(MIN_Y, |i| self.bases[i].surface[slot(x, z)].into())
    }

    /// One above the highest block that stopped motion before decoration.
    pub fn ground_floor(&self, x: i32, z: i32) -> i32 {
        self.which(x, z).map_or(MIN_Y, |i| self.bases[i].floor[slot(x, z)].into())
    }

    fn above_highest(&self, x: i32, z: i32, matches: impl Fn(BlockState) -> bool) -> i32 {
        let column = self.which(x, z).map(|i| &self.columns[i]);
        column.and_then(|column| column.highest(x, z, matches)).map_or(MIN_Y, |y| y + 1)
    }

    /// One above the highest block that is not air now (`WORLD_SURFACE`).
    pub fn surface(&self, x: i32, z: i32) -> i32 {
        self.above_highest(x, z, |state| !state.is_air())
    }

    /// One above the highest block that stops motion now (`OCEAN_FLOOR`).
    pub fn floor(&self, x: i32, z: i32) -> i32 {
        self.above_highest(x, z, |state| state.flags().contains(StateFlags::BLOCKS_MOTION))
    }

    /// The biome of a block.
    pub fn biome(&mut self, pos: BlockPos) -> Biome {
        self.zoom.biome(&mut self.window, pos.x, pos.y, pos.z)
    }

    /// The biomes at the surface of the chunk and of those around it.
    pub fn surface_biomes(&mut self) -> Vec<Biome> {
        let mut biomes = Vec::new();
        for chunk in self.chunk.around(1) {
            for quarter in self.window.tile(chunk) {
                if !biomes.contains(&quarter.biome) {
                    biomes.push(quarter.biome);
                }
            }
        }
        biomes
    }
}
