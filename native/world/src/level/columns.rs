//! Columns that come in and go out.
//!
//! Columns a little way out of reach are let go. Those that play changed are kept aside and come back as
//! they were; the others are read from the source again.

use std::sync::Arc;

use anima_body::{ChunkPos, Column};

use super::Level;
use super::growth::{self, Awake};
use super::height::Heights;
use super::light::Light;
use crate::source::{LoadedColumn, SavedEntity, SavedTick, Source};

/// How much further than the radius columns stay loaded, so that walking to and fro costs nothing.
const SLACK: i32 = 2;

/// What the level keeps of a loaded column beside its blocks.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    pub heights: Heights,
    /// `None` until it or a neighbour is asked for light.
    pub light: Option<Light>,
    /// Whether all light that could reach it has.
    pub light_is_whole: bool,
    /// Sections that hold blocks which give light, a bit each; may tell of some that did.
    pub lamps: u32,
    /// Blocks that a random tick may change, in order of place.
    pub awake: Vec<Awake>,
    /// Whether its water may freeze.
    pub may_freeze: bool,
    /// Whether anything in it differs from what its source gives.
    pub changed: bool,
}

/// A column that play changed, while it is out of reach.
#[derive(Clone, Debug)]
pub(super) struct Shelved {
    column: Arc<Column>,
    chunk: Arc<Chunk>,
}

/// A column that was loaded.
#[derive(Clone, Debug)]
pub struct NewColumn {
    /// Where.
    pub chunk: ChunkPos,
    /// Its entities, the first time that it is loaded.
    pub entities: Vec<SavedEntity>,
}

impl Chunk {
    fn of(column: &Column) -> Chunk {
        let heights = Heights::of(column);
        Chunk {
            light: None,
            light_is_whole: false,
            lamps: Chunk::lamps_of(column),
            awake: growth::awake_in(column),
            may_freeze: growth::may_freeze(column, heights.top()),
            changed: false,
            heights,
        }
    }
}

impl Level {
    /// Loads the columns within `radius` chunks that the source has, and returns the new ones, row by row.
    /// Columns further out than that are let go.
    pub fn load_around(&mut self, center: ChunkPos, radius: i32, source: &Source) -> Vec<NewColumn> {
        if self.loaded_around == Some((center, radius)) {
            return Vec::new();
        }
        self.loaded_around = Some((center, radius));
        for far in self.terrain.chunks() {
            if far.distance(center) > radius + SLACK {
                self.let_go(far);
            }
        }
        self.settle_busy(center, radius + SLACK);
        center.around(radius).filter_map(|chunk| self.load(chunk, source)).collect()
    }

    /// Lets block entities of columns further out wait there, and takes back those of columns that came near.
    fn settle_busy(&mut self, center: ChunkPos, radius: i32) {
        self.busy.extend(self.busy_away.take_near(center, radius, |_| true).flatten());
        let away = &mut self.busy_away;
        self.busy.retain(|pos| {
            let near = pos.chunk().distance(center) <= radius;
            if !near {
                away.entry(pos.chunk()).push(*pos);
            }
            near
        });
    }

    fn let_go(&mut self, chunk: ChunkPos) {
        let (column, kept) = (self.terrain.remove(chunk), self.chunks.remove(&chunk));
        if let (Some(column), Some(mut kept)) = (column, kept)
            && kept.changed
        {
            let lit = Arc::make_mut(&mut kept);
            (lit.light, lit.light_is_whole) = (None, false);
            self.shelf.put(chunk, Shelved { column, chunk: kept });
        }
        self.area = None;
    }

    fn load(&mut self, chunk: ChunkPos, source: &Source) -> Option<NewColumn> {
        if self.terrain.is_loaded(chunk) || self.absent.contains(&chunk) {
            return None;
        }
        if let Some(Shelved { column, chunk: kept }) = self.shelf.take(chunk) {
            self.put_column(chunk, column, kept);
            return Some(NewColumn { chunk, entities: Vec::new() });
        }
        let loaded = match source.column(chunk) {
            Ok(Some(loaded)) => loaded,
            Ok(None) => {
                Arc::make_mut(&mut self.absent).insert(chunk);
                return None;
            }
            Err(unreadable) => {
                self.warnings.push(unreadable.to_string());
                Arc::make_mut(&mut self.absent).insert(chunk);
                return None;
            }
        };
        let LoadedColumn { column, block_entities, mut entities, ticks, warnings } = loaded;
        self.insert(chunk, column);
        if Arc::make_mut(&mut self.visited).insert(chunk) {
            for (pos, entity) in block_entities {
                self.put_block_entity(pos, Some(entity));
            }
            self.warnings.extend(warnings);
            ticks.into_iter().for_each(|tick| self.resume(tick));
        } else {
            // They are in the world already, or what is left of them.
            entities.clear();
        }
        Some(NewColumn { chunk, entities })
    }

    /// Loads a column as it is.
    pub(super) fn insert(&mut self, chunk: ChunkPos, column: Column) {
        let kept = Arc::new(Chunk::of(&column));
        self.put_column(chunk, Arc::new(column), kept);
    }

    fn put_column(&mut self, chunk: ChunkPos, column: Arc<Column>, kept: Arc<Chunk>) {
        self.terrain.insert(chunk, column);
        self.chunks.insert(chunk, kept);
        self.area = None;
        self.light_beside_new(chunk);
    }

    /// Asks for a tick that was to come when its column was saved.
    fn resume(&mut self, tick: SavedTick) {
        let time = self.time + u64::try_from(tick.delay).unwrap_or(0);
        let state = self.block(tick.pos);
        match state.fluid() {
            Some(fluid) if tick.liquid => {
                self.liquid_ticks.add(tick.pos, (fluid.kind, fluid.source), time, tick.priority);
            }
            None if tick.liquid => {}
            _ => self.block_ticks.add(tick.pos, state.block(), time, tick.priority),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use anima_body::{BlockPos, Weather};
    use anima_rules::{Block, Item, ItemStack};

    use super::*;
    use crate::level::{BlockEntity, Conditions, FUEL, INPUT, OUTPUT};
    use crate::source::Save;
    use crate::{Difficulty, GameRules, Scene};

    #[test]
    fn what_was_built_is_there_when_one_comes_back() {
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
        let shared = std::env::var_os("ANIMA_SHARED").map_or(beside, PathBuf::from);
        let Ok(save) = Save::open(&shared.join("worlds/plains-forest-1194")) else {
            eprintln!("skipped: no worlds in {}", shared.display());
            return;
        };
        let source = Source::Save(Arc::new(save));
        let mut level = Level::new(0);
        let (home, away) = (ChunkPos::new(0, 0), ChunkPos::new(8, 0));
        let first = level.load_around(home, 1, &source);
        assert!(first.len() == 9 && level.load_around(home, 1, &source).is_empty());
        let pos = BlockPos::new(5, 120, 5);
        level.set_block(pos, Block::GLOWSTONE.state());
        assert_eq!(level.block_light(pos.up(3)), 12);
        level.load_around(away, 1, &source);
        assert_eq!(level.terrain().len(), 9);
        assert_eq!(level.block(pos).block(), Block::BEDROCK);
        let again = level.load_around(home, 1, &source);
        assert!(again.len() == 9 && again.iter().all(|column| column.entities.is_empty()));
        assert_eq!(level.block(pos).block(), Block::GLOWSTONE);
        assert_eq!(level.block_light(pos.up(3)), 12);
    }

    #[test]
    fn a_furnace_waits_while_its_column_is_away() {
        let mut scene = Scene::loaded(ChunkPos::new(-1, -1), ChunkPos::new(20, 1));
        let pos = BlockPos::new(5, 64, 5);
        scene.set(pos, "furnace");
        let source = Source::from(scene);
        let mut level = Level::new(0);
        level.load_around(pos.chunk(), 1, &source);
        let Some(BlockEntity::Furnace(furnace)) = level.block_entity_mut(pos) else { panic!("no furnace") };
        furnace.set(INPUT, Some(ItemStack::new(Item::RAW_IRON, 8)));
        furnace.set(FUEL, Some(ItemStack::new(Item::COAL, 1)));
        let rules = GameRules::still();
        let mut smelted = |chunk: ChunkPos, ticks: u32| {
            level.load_around(chunk, 1, &source);
            let conditions = Conditions {
                player: chunk.corner(64).center(),
                radius: 1,
                day_time: 6000,
                weather: Weather::Clear,
                difficulty: Difficulty::Normal,
                rules: &rules,
            };
            for _ in 0..ticks {
                level.tick_block_entities(&conditions);
            }
            let Some(BlockEntity::Furnace(furnace)) = level.block_entity(pos) else { panic!("no furnace") };
            (furnace.slots()[OUTPUT].map_or(0, |iron| iron.count), level.busy.len())
        };
        assert_eq!(smelted(ChunkPos::new(0, 0), 450), (2, 1));
        assert_eq!(smelted(ChunkPos::new(10, 0), 450), (2, 0));
        assert_eq!(smelted(ChunkPos::new(3, 0), 450), (2, 1), "it is loaded, and does not tick");
        assert_eq!(smelted(ChunkPos::new(1, 0), 450), (4, 1));
    }
}
