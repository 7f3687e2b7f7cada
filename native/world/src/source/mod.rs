//! Where terrain comes from: a real save, the generator, or a drawn scene.

mod anvil;
mod generate;
mod scene;
mod summary;

use std::sync::Arc;

use anima_body::{BlockPos, ChunkPos, Column, Slot, Weather};
use anima_rules::{BlockState, EntityKind};
use glam::DVec3;

use crate::level::BlockEntity;

pub use anvil::{LevelDat, Save, SaveError};
pub(crate) use generate::tree;
pub use generate::{Generator, Survey};
pub use scene::{Scene, Start};
pub use summary::Summary;

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
    /// A sheep without its wool.
    pub sheared: bool,
    /// What a falling block is.
    pub block: Option<BlockState>,
}

impl SavedEntity {
    /// A grown, healthy, still one.
    pub fn new(kind: EntityKind, pos: DVec3) -> SavedEntity {
        SavedEntity {
            kind,
            pos,
            velocity: DVec3::ZERO,
            yaw: 0.0,
            health: None,
            age: 0,
            persistent: false,
            item: None,
            variant: 0,
            sheared: false,
            block: None,
        }
    }
}

/// A column that is there but cannot be read: file, chunk and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(pub String);

/// Where terrain comes from. A source is immutable and shared: what play changes is kept by the level.
#[derive(Clone, Debug)]
pub enum Source {
    /// A real save.
    Save(Arc<Save>),
    /// The overworld of a seed.
    Generator(Generator),
    /// A drawn scene.
    Scene(Arc<Scene>),
}

impl From<Generator> for Source {
    fn from(generator: Generator) -> Source {
        Source::Generator(generator)
    }
}

impl From<Scene> for Source {
    fn from(scene: Scene) -> Source {
        Source::Scene(Arc::new(scene))
    }
}

impl From<Save> for Source {
    fn from(save: Save) -> Source {
        Source::Save(Arc::new(save))
    }
}

/// Where and when a world begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Beginning {
    /// Where the player appears.
    pub pos: DVec3,
    /// Just there; else on the ground near it.
    pub is_exact: bool,
    /// Time of day, 0..24000.
    pub day_time: u32,
    /// Rain and thunder.
    pub weather: Weather,
}

impl Source {
    /// Where and when a world of this source begins.
    pub(crate) fn start(&self) -> Beginning {
        match self {
            Source::Save(save) => Beginning {
                pos: save.level().spawn.floor_center(),
                is_exact: false,
                day_time: save.level().day_time,
                weather: save.level().weather,
            },
            Source::Generator(generator) => Beginning {
                pos: generator.spawn().floor_center(),
                is_exact: false,
                day_time: 0,
                weather: Weather::Clear,
            },
            Source::Scene(scene) => {
                Beginning { pos: scene.start.pos, is_exact: true, day_time: 0, weather: Weather::Clear }
            }
        }
    }

    /// The column at a position; `None` beyond the edge of the known world.
    pub fn column(&self, chunk: ChunkPos) -> Result<Option<LoadedColumn>, Unreadable> {
        match self {
            Source::Save(save) => save.column(chunk),
            Source::Generator(generator) => Ok(Some(generator.column(chunk))),
            Source::Scene(scene) => Ok(scene.column(chunk)),
        }
    }
}
