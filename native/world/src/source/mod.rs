//! Where terrain comes from: a real save, the generator, or a drawn scene.

use anima_body::{BlockPos, ChunkPos, Column, Slot};
use anima_rules::EntityKind;
use glam::DVec3;

use crate::level::BlockEntity;

/// A column as its source gives it.
#[derive(Clone, Debug, Default)]
pub struct LoadedColumn {
    /// Blocks and biomes.
    pub column: Column,
    /// Furnaces, chests, spawners ... in it.
    pub block_entities: Vec<(BlockPos, BlockEntity)>,
    /// Mobs and things that come with it, the first time it is loaded.
    pub entities: Vec<SavedEntity>,
    /// Block and liquid ticks that are due some ticks after loading.
    pub ticks: Vec<SavedTick>,
    /// What could not be read, naming file and chunk.
    pub warnings: Vec<String>,
}

/// A block or liquid that is about to do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedTick {
    /// Where.
    pub pos: BlockPos,
    /// Ticks from now; past due when negative.
    pub delay: i32,
    /// From -3, which goes first, to 3.
    pub priority: i8,
    /// Whether the liquid there is meant, not the block.
    pub liquid: bool,
}

/// An entity that comes with a column.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedEntity {
    /// What it is.
    pub kind: EntityKind,
    /// Feet centre.
    pub pos: DVec3,
    /// Blocks per tick.
    pub velocity: DVec3,
    /// Degrees.
    pub yaw: f32,
    /// Health, if it lives and the source says.
    pub health: Option<f32>,
    /// Below 0: ticks until grown up; above: until it may breed again. For an item, ticks since it was dropped.
    pub age: i32,
    /// Never despawns.
    pub persistent: bool,
    /// What an item entity is.
    pub item: Slot,
    /// Colour or breed number.
    pub variant: u8,
}

/// Where terrain comes from. A source is immutable and shared: what play changes is kept by the level.
#[derive(Clone, Debug)]
pub enum Source {}

impl Source {
    /// The column at a position; `None` beyond the edge of the known world.
    pub fn column(&self, _chunk: ChunkPos) -> Option<LoadedColumn> {
        match *self {}
    }
}
