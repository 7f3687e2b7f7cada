//! The block store that worlds and agents share.

use std::array;
use std::cell::Cell;
use std::sync::Arc;

use anima_rules::{Biome, Block, BlockState};
use rustc_hash::FxHashMap;

use crate::{BlockPos, ChunkPos};

/// The lowest block of the overworld.
pub const MIN_Y: i32 = -64;
/// One above the highest block of the overworld.
pub const MAX_Y: i32 = 320;
/// Sections in a column.
pub const SECTIONS: usize = 24;

/// 16x16x16 blocks: one state, or a shared array in y-z-x order (index `y << 8 | z << 4 | x`).
#[derive(Clone, Debug)]
pub enum Section {
    /// All blocks alike.
    Single(BlockState),
    /// Each block by itself.
    Array(Arc<[BlockState; 4096]>),
}

/// The biomes of a section in 4x4x4 cells (index `y << 4 | z << 2 | x`).
#[derive(Clone, Debug)]
pub enum Biomes {
    /// All cells alike.
    Single(Biome),
    /// Each cell by itself.
    Array(Arc<[Biome; 64]>),
}

/// 16x16 blocks from [`MIN_Y`] to [`MAX_Y`].
#[derive(Clone, Debug)]
pub struct Column {
    sections: [Section; SECTIONS],
    biomes: [Biomes; SECTIONS],
}

/// The loaded part of a world.
///
/// Cloning is a snapshot: O(1), and what is changed later in either copy is copied first.
#[derive(Clone, Debug, Default)]
pub struct Terrain {
    regions: Arc<FxHashMap<ChunkPos, Arc<Region>>>,
    loaded: usize,
}

/// The loaded columns of 8x8 chunks, row by row: few enough to be copied at a change.
type Region = [Option<Arc<Column>>; 64];

/// The position of a column's region, and its place there.
const fn place(chunk: ChunkPos) -> (ChunkPos, usize) {
    (ChunkPos::new(chunk.x >> 3, chunk.z >> 3), ((chunk.z & 7) << 3 | (chunk.x & 7)) as usize)
}

/// Reads a terrain and remembers the column last read, which makes runs of close reads cheap.
pub struct View<'a> {
    terrain: &'a Terrain,
    last: Cell<Option<(ChunkPos, &'a Column)>>,
}

const fn in_height(y: i32) -> bool {
    y >= MIN_Y && y < MAX_Y
}

const fn section_of(y: i32) -> usize {
    ((y - MIN_Y) >> 4) as usize
}

const fn index(pos: BlockPos) -> usize {
    ((pos.y & 15) << 8 | (pos.z & 15) << 4 | (pos.x & 15)) as usize
}

impl Section {
    /// The state at an index.
    #[inline]
    pub fn get(&self, index: usize) -> BlockState {
        match self {
            Section::Single(state) => *state,
            Section::Array(states) => states[index],
        }
    }

    /// Sets the state at an index and returns the one before.
    pub fn set(&mut self, index: usize, state: BlockState) -> BlockState {
        let before = self.get(index);
        if before != state {
            self.array()[index] = state;
        }
        before
    }

    fn array(&mut self) -> &mut [BlockState; 4096] {
        if let Section::Single(state) = *self {
            *self = Section::Array(Arc::new([state; 4096]));
        }
        match self {
            Section::Array(states) => Arc::make_mut(states),
            Section::Single(_) => unreachable!("made an array above"),
        }
    }

    /// The section of these states, as a single one if they are all alike.
    pub fn from_states(states: Box<[BlockState; 4096]>) -> Section {
        let first = states[0];
        if states.iter().all(|state| *state == first) { Section::Single(first) } else { Section::Array(states.into()) }
    }

    /// Whether every block is air.
    pub fn is_air(&self) -> bool {
        matches!(self, Section::Single(state) if state.is_air())
    }
}

impl Biomes {
    /// The biome at a cell index.
    #[inline]
    pub fn get(&self, index: usize) -> Biome {
        match self {
            Biomes::Single(biome) => *biome,
            Biomes::Array(biomes) => biomes[index],
        }
    }

    /// The biomes of these cells, as a single one if they are all alike.
    pub fn from_cells(cells: [Biome; 64]) -> Biomes {
        if cells.iter().all(|biome| *biome == cells[0]) {
            Biomes::Single(cells[0])
        } else {
            Biomes::Array(Arc::new(cells))
        }
    }
}

impl Default for Column {
    fn default() -> Column {
        Column::empty(Biome::PLAINS)
    }
}

impl Column {
    /// Air everywhere, of one biome.
    pub fn empty(biome: Biome) -> Column {
        Column {
            sections: array::from_fn(|_| Section::Single(BlockState::AIR)),
            biomes: array::from_fn(|_| Biomes::Single(biome)),
        }
    }

    /// The block at these world coordinates, of which only the low four bits of x and z count. Outside the
    /// world's height everything is air.
    #[inline]
    pub fn block(&self, pos: BlockPos) -> BlockState {
        if in_height(pos.y) { self.sections[section_of(pos.y)].get(index(pos)) } else { BlockState::AIR }
    }

    /// Sets a block and returns the one before; outside the world's height nothing happens.
    pub fn set_block(&mut self, pos: BlockPos, state: BlockState) -> BlockState {
        if in_height(pos.y) { self.sections[section_of(pos.y)].set(index(pos), state) } else { state }
    }

    /// The sections from the bottom up.
    pub fn sections(&self) -> &[Section; SECTIONS] {
        &self.sections
    }

    /// Replaces a whole section, counted from the bottom.
    pub fn set_section(&mut self, section: usize, blocks: Section) {
        self.sections[section] = blocks;
    }

    /// The biome at these world coordinates; above and below the world those of its ends.
    pub fn biome(&self, pos: BlockPos) -> Biome {
        let y = pos.y.clamp(MIN_Y, MAX_Y - 1);
        let cell = (y >> 2 & 3) << 4 | (pos.z >> 2 & 3) << 2 | (pos.x >> 2 & 3);
        self.biomes[section_of(y)].get(cell as usize)
    }

    /// The biomes of a section, counted from the bottom.
    pub fn biomes(&self, section: usize) -> &Biomes {
        &self.biomes[section]
    }

    /// Replaces the biomes of a section, counted from the bottom.
    pub fn set_biomes(&mut self, section: usize, biomes: Biomes) {
        self.biomes[section] = biomes;
    }

    /// The height of the highest block of this block column for which `matches` holds.
    pub fn highest(&self, x: i32, z: i32, matches: impl Fn(BlockState) -> bool) -> Option<i32> {
        (0..SECTIONS).rev().find_map(|section| {
            let bottom = MIN_Y + 16 * section as i32;
            match &self.sections[section] {
                Section::Single(state) => matches(*state).then_some(bottom + 15),
                Section::Array(states) => {
                    (bottom..bottom + 16).rev().find(|y| matches(states[index(BlockPos::new(x, *y, z))]))
                }
            }
        })
    }
}

impl Terrain {
    /// The block at a position; `None` where nothing is loaded.
    #[inline]
    pub fn block(&self, pos: BlockPos) -> Option<BlockState> {
        self.column(pos.chunk()).map(|column| column.block(pos))
    }

    /// Sets a block and returns the one before; `None`, and nothing happens, where nothing is loaded.
    pub fn set_block(&mut self, pos: BlockPos, state: BlockState) -> Option<BlockState> {
        if self.block(pos)? == state {
            return Some(state);
        }
        Some(self.column_mut(pos.chunk())?.set_block(pos, state))
    }

    /// The biome at a position; `None` where nothing is loaded.
    pub fn biome(&self, pos: BlockPos) -> Option<Biome> {
        self.column(pos.chunk()).map(|column| column.biome(pos))
    }

    /// A loaded column.
    #[inline]
    pub fn column(&self, chunk: ChunkPos) -> Option<&Column> {
        self.shared_column(chunk).map(Arc::as_ref)
    }

    /// A loaded column, to be changed.
    pub fn column_mut(&mut self, chunk: ChunkPos) -> Option<&mut Column> {
        let (region, at) = place(chunk);
        let region = Arc::make_mut(&mut self.regions).get_mut(&region)?;
        Arc::make_mut(region)[at].as_mut().map(Arc::make_mut)
    }

    /// The loaded columns within `radius` chunks of a place, shared with this terrain.
    pub fn around(&self, center: ChunkPos, radius: i32) -> Terrain {
        let mut part = Terrain::default();
        for chunk in center.around(radius) {
            if let Some(column) = self.shared_column(chunk) {
                part.insert(chunk, Arc::clone(column));
            }
        }
        part
    }

    #[inline]
    fn shared_column(&self, chunk: ChunkPos) -> Option<&Arc<Column>> {
        let (region, at) = place(chunk);
        self.regions.get(&region)?[at].as_ref()
    }

    /// Loads a column, in place of any before.
    pub fn insert(&mut self, chunk: ChunkPos, column: impl Into<Arc<Column>>) {
        let (region, at) = place(chunk);
        let regions = Arc::make_mut(&mut self.regions);
        let region = regions.entry(region).or_insert_with(|| Arc::new([const { None }; 64]));
        let before = Arc::make_mut(region)[at].replace(column.into());
        self.loaded += usize::from(before.is_none());
    }

    /// Unloads a column.
    pub fn remove(&mut self, chunk: ChunkPos) -> Option<Arc<Column>> {
        let (at_region, at) = place(chunk);
        let regions = Arc::make_mut(&mut self.regions);
        let region = regions.get_mut(&at_region)?;
        let column = Arc::make_mut(region)[at].take()?;
        if region.iter().all(Option::is_none) {
            regions.remove(&at_region);
        }
        self.loaded -= 1;
        Some(column)
    }

    /// Whether a column is loaded.
    #[inline]
    pub fn is_loaded(&self, chunk: ChunkPos) -> bool {
        self.column(chunk).is_some()
    }

    /// Loaded columns, in order of position.
    pub fn chunks(&self) -> Vec<ChunkPos> {
        let columns = |(region, columns): (&ChunkPos, &Arc<Region>)| -> Vec<ChunkPos> {
            let loaded = columns.iter().enumerate().filter(|(_, column)| column.is_some());
            let chunk = |at: usize| ChunkPos::new(region.x << 3 | at as i32 & 7, region.z << 3 | at as i32 >> 3);
            loaded.map(|(at, _)| chunk(at)).collect()
        };
        let mut chunks: Vec<ChunkPos> = self.regions.iter().flat_map(columns).collect();
        chunks.sort_unstable();
        chunks
    }

    /// How many columns are loaded.
    pub fn len(&self) -> usize {
        self.loaded
    }

    /// Whether nothing is loaded.
    pub fn is_empty(&self) -> bool {
        self.loaded == 0
    }

    /// A reader for runs of close reads.
    pub fn view(&self) -> View<'_> {
        View { terrain: self, last: Cell::new(None) }
    }
}

/// Blocks that can be looked up: those that are loaded, or of these the known ones.
pub trait Blocks {
    /// The block at a position; `None` where none is known.
    fn block(&self, pos: BlockPos) -> Option<BlockState>;

    /// The block at a position, bedrock where none is known: the edge of the known world is a wall.
    #[inline]
    fn block_or_wall(&self, pos: BlockPos) -> BlockState {
        self.block(pos).unwrap_or_else(|| Block::BEDROCK.state())
    }
}

impl<F: Fn(BlockPos) -> Option<BlockState>> Blocks for F {
    #[inline]
    fn block(&self, pos: BlockPos) -> Option<BlockState> {
        self(pos)
    }
}

impl Blocks for View<'_> {
    #[inline]
    fn block(&self, pos: BlockPos) -> Option<BlockState> {
        View::block(self, pos)
    }
}

impl<'a> View<'a> {
    /// The block at a position; `None` where nothing is loaded.
    #[inline]
    pub fn block(&self, pos: BlockPos) -> Option<BlockState> {
        self.column(pos.chunk()).map(|column| column.block(pos))
    }

    /// The block at a position, bedrock where nothing is loaded.
    #[inline]
    pub fn block_or_wall(&self, pos: BlockPos) -> BlockState {
        Blocks::block_or_wall(self, pos)
    }

    /// A loaded column.
    #[inline]
    pub fn column(&self, chunk: ChunkPos) -> Option<&'a Column> {
        match self.last.get() {
            Some((last, column)) if last == chunk => Some(column),
            _ => {
                let column = self.terrain.column(chunk)?;
                self.last.set(Some((chunk, column)));
                Some(column)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terrain() -> Terrain {
        let mut terrain = Terrain::default();
        for chunk in ChunkPos::new(0, 0).around(1) {
            terrain.insert(chunk, Column::default());
        }
        terrain
    }

    #[test]
    fn what_is_kept_of_a_terrain_stays_as_it_was() {
        let (mut terrain, here) = (terrain(), BlockPos::new(20, 64, 3));
        let part = terrain.around(ChunkPos::new(2, 0), 1);
        assert_eq!(part.chunks(), [-1, 0, 1].map(|z| ChunkPos::new(1, z)));
        terrain.set_block(here, Block::STONE.state());
        assert_eq!((part.block(here), part.block(BlockPos::new(0, 64, 0))), (Some(BlockState::AIR), None));
    }

    #[test]
    fn a_snapshot_keeps_what_it_saw() {
        let mut terrain = terrain();
        let pos = BlockPos::new(-3, 70, 12);
        terrain.set_block(pos, Block::STONE.state());
        let before = terrain.clone();
        assert_eq!(terrain.set_block(pos, Block::DIRT.state()), Some(Block::STONE.state()));
        assert_eq!(before.block(pos), Some(Block::STONE.state()));
        assert_eq!(terrain.view().block(pos), Some(Block::DIRT.state()));
        assert_eq!(terrain.block(pos.up(1)), Some(BlockState::AIR));
    }

    #[test]
    fn what_is_not_loaded_is_not_air() {
        let mut terrain = terrain();
        let far = BlockPos::new(1000, 70, 0);
        assert_eq!(terrain.block(far), None);
        assert_eq!(terrain.set_block(far, Block::STONE.state()), None);
        assert_eq!(terrain.block(BlockPos::new(0, 400, 0)), Some(BlockState::AIR));
    }

    #[test]
    fn columns_come_and_go() {
        let mut terrain = Terrain::default();
        let mut all: Vec<ChunkPos> = ChunkPos::new(-1, 7).around(9).collect();
        for chunk in all.iter().chain(&all) {
            terrain.insert(*chunk, Column::default());
        }
        all.sort_unstable();
        assert_eq!((terrain.chunks(), terrain.len()), (all.clone(), 361));
        let before = terrain.clone();
        assert!(all.iter().all(|chunk| terrain.is_loaded(*chunk) && terrain.remove(*chunk).is_some()));
        assert!(all.iter().all(|chunk| terrain.remove(*chunk).is_none()));
        assert!(terrain.is_empty() && terrain.regions.is_empty() && terrain.chunks().is_empty());
        assert_eq!(before.len(), 361);
    }

    #[test]
    fn highest_looks_from_the_top() {
        let mut terrain = terrain();
        terrain.set_block(BlockPos::new(1, -64, 2), Block::BEDROCK.state());
        terrain.set_block(BlockPos::new(1, 63, 2), Block::DIRT.state());
        let column = terrain.column(ChunkPos::new(0, 0)).unwrap();
        assert_eq!(column.highest(1, 2, |state| !state.is_air()), Some(63));
        assert_eq!(column.highest(1, 2, |state| state.block() == Block::BEDROCK), Some(-64));
        assert_eq!(column.highest(2, 2, |state| !state.is_air()), None);
    }
}
