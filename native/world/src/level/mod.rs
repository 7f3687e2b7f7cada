//! Blocks and what they do by themselves: liquids, gravity, growth, light, furnaces.

mod block_entity;
mod drops;
mod facts;
mod height;
mod spawn;

use std::collections::BTreeSet;
use std::sync::Arc;

use anima_body::{BlockPos, ChunkPos, Column, MAX_Y, MIN_Y, Slot, Terrain, View, Weather};
use anima_rules::{Biome, Block, BlockState};
use glam::DVec3;
use rand::SeedableRng;
use rand_pcg::Pcg64;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::GameRules;
use crate::source::{SavedEntity, Source};

pub use block_entity::{BlockEntity, Spawner};
pub use height::Surface;
pub use spawn::Spawn;

use height::Heights;

/// The level's source of chance.
pub type Dice = Pcg64;

/// What the level asks of the world around it in a tick.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// Feet of the player: spawners work near it.
    pub player: DVec3,
    /// Chunks around the player that tick.
    pub radius: i32,
    /// Time of day, 0..24000.
    pub day_time: u32,
    /// Rain and thunder.
    pub weather: Weather,
    /// Game rules.
    pub rules: &'a GameRules,
}

/// The blocks of the loaded world, with all that belongs to them. Cloning it forks it.
#[derive(Clone, Debug)]
pub struct Level {
    terrain: Terrain,
    chunks: FxHashMap<ChunkPos, Arc<Chunk>>,
    block_entities: imbl::OrdMap<BlockPos, BlockEntity>,
    /// Block entities that have something to do each tick.
    busy: BTreeSet<BlockPos>,
    /// Columns that were loaded before: their entities are in the world already.
    visited: FxHashSet<ChunkPos>,
    /// Columns that the source does not have.
    absent: FxHashSet<ChunkPos>,
    loaded_around: Option<(ChunkPos, i32)>,
    changes: Vec<(BlockPos, BlockState)>,
    spawns: Vec<Spawn>,
    warnings: Vec<String>,
    dice: Dice,
}

/// What the level keeps of a loaded column beside its blocks.
#[derive(Clone, Debug)]
struct Chunk {
    heights: Heights,
}

/// A column that was loaded in this tick.
#[derive(Clone, Debug)]
pub struct NewColumn {
    /// Where.
    pub chunk: ChunkPos,
    /// Its entities, the first time that it is loaded.
    pub entities: Vec<SavedEntity>,
}

impl Level {
    /// A level with nothing loaded, whose chances follow from `seed`.
    pub fn new(seed: u64) -> Level {
        Level {
            terrain: Terrain::default(),
            chunks: FxHashMap::default(),
            block_entities: imbl::OrdMap::new(),
            busy: BTreeSet::new(),
            visited: FxHashSet::default(),
            absent: FxHashSet::default(),
            loaded_around: None,
            changes: Vec::new(),
            spawns: Vec::new(),
            warnings: Vec::new(),
            dice: Pcg64::seed_from_u64(seed),
        }
    }

    /// The loaded blocks; a clone is a snapshot.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// A reader for runs of close reads.
    pub fn view(&self) -> View<'_> {
        self.terrain.view()
    }

    /// The block at a position; bedrock where nothing is loaded, for the edge of the known world is a wall.
    pub fn block(&self, pos: BlockPos) -> BlockState {
        self.terrain.block(pos).unwrap_or_else(|| Block::BEDROCK.state())
    }

    /// The biome at a position.
    pub fn biome(&self, pos: BlockPos) -> Biome {
        self.terrain.biome(pos).unwrap_or(Biome::PLAINS)
    }

    /// Loads the columns within `radius` chunks that the source has, and returns the new ones, row by row.
    pub fn load_around(&mut self, center: ChunkPos, radius: i32, source: &Source) -> Vec<NewColumn> {
        if self.loaded_around == Some((center, radius)) {
            return Vec::new();
        }
        self.loaded_around = Some((center, radius));
        center.around(radius).filter_map(|chunk| self.load(chunk, source)).collect()
    }

    fn load(&mut self, chunk: ChunkPos, source: &Source) -> Option<NewColumn> {
        if self.terrain.is_loaded(chunk) {
            return None;
        }
        if self.absent.contains(&chunk) {
            return None;
        }
        let loaded = match source.column(chunk) {
            Ok(Some(loaded)) => loaded,
            Ok(None) => {
                self.absent.insert(chunk);
                return None;
            }
            Err(unreadable) => {
                self.warnings.push(unreadable.to_string());
                self.absent.insert(chunk);
                return None;
            }
        };
        self.insert(chunk, loaded.column);
        let first = self.visited.insert(chunk);
        if first {
            for (pos, entity) in loaded.block_entities {
                self.put_block_entity(pos, Some(entity));
            }
            self.warnings.extend(loaded.warnings);
        }
        Some(NewColumn { chunk, entities: if first { loaded.entities } else { Vec::new() } })
    }

    fn insert(&mut self, chunk: ChunkPos, column: Column) {
        self.chunks.insert(chunk, Arc::new(Chunk { heights: Heights::of(&column) }));
        self.terrain.insert(chunk, column);
    }

    /// Sets a block and returns the one before, as `World.setBlockState` with its usual flags: the change is
    /// recorded, light and heights follow, neighbours are told. Where nothing is loaded nothing happens.
    pub fn set_block(&mut self, pos: BlockPos, state: BlockState) -> BlockState {
        let Some(before) = self.terrain.set_block(pos, state) else { return Block::BEDROCK.state() };
        if before == state || !(MIN_Y..MAX_Y).contains(&pos.y) {
            return before;
        }
        self.changes.push((pos, state));
        if let (Some(chunk), Some(column)) = (self.chunks.get_mut(&pos.chunk()), self.terrain.column(pos.chunk())) {
            Arc::make_mut(chunk).heights.block_set(column, pos.into(), state);
        }
        if before.block() != state.block() {
            self.put_block_entity(pos, BlockEntity::of(state.block()));
        }
        before
    }

    fn put_block_entity(&mut self, pos: BlockPos, entity: Option<BlockEntity>) {
        match entity {
            Some(entity) => {
                if entity.ticks() {
                    self.busy.insert(pos);
                }
                self.block_entities.insert(pos, entity);
            }
            None => {
                if self.block_entities.remove(&pos).is_some() {
                    self.busy.remove(&pos);
                }
            }
        }
    }

    /// Breaks a block: it leaves air or its own water, and drops what `tool` makes it drop if `drop`.
    /// Returns what was there (`World.breakBlock`).
    pub fn break_block(&mut self, pos: BlockPos, tool: Slot, drop: bool) -> BlockState {
        let state = self.block(pos);
        if state.is_air() {
            return state;
        }
        if drop {
            for stack in drops::drops(state, tool, &mut self.dice) {
                self.spawns.push(Spawn::popped(stack, pos, &mut self.dice));
            }
        }
        let left = state.fluid().map_or(BlockState::AIR, |_| Block::WATER.state());
        self.set_block(pos, left);
        state
    }

    /// What a block holds beyond its state.
    pub fn block_entity(&self, pos: BlockPos) -> Option<&BlockEntity> {
        self.block_entities.get(&pos)
    }

    /// What a block holds beyond its state, to be changed.
    pub fn block_entity_mut(&mut self, pos: BlockPos) -> Option<&mut BlockEntity> {
        self.block_entities.get_mut(&pos)
    }

    /// Takes what came out of the blocks since the last call, in order.
    pub fn take_spawns(&mut self) -> Vec<Spawn> {
        std::mem::take(&mut self.spawns)
    }

    /// Takes the block changes since the last call, in order.
    pub fn take_changes(&mut self) -> Vec<(BlockPos, BlockState)> {
        std::mem::take(&mut self.changes)
    }

    /// Takes what could not be read of the columns loaded since the last call.
    pub fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// One above the highest block of this block column that counts; the bottom of the world where nothing
    /// is loaded.
    pub fn height(&self, surface: Surface, x: i32, z: i32) -> i32 {
        let chunk = self.chunks.get(&BlockPos::new(x, 0, z).chunk());
        chunk.map_or(MIN_Y, |chunk| chunk.heights.at(surface, x, z))
    }

    /// Whether the sky is straight above, with nothing but what light passes freely in between.
    pub fn sees_sky(&mut self, pos: BlockPos) -> bool {
        self.sky_light(pos) == 15
    }

    /// Light from the sky at noon, 0..=15. `&mut` because light is computed when first asked.
    pub fn sky_light(&mut self, pos: BlockPos) -> u8 {
        if pos.y >= self.height(Surface::MotionBlocking, pos.x, pos.z) { 15 } else { 0 }
    }

    /// Light from blocks, 0..=15.
    pub fn block_light(&mut self, pos: BlockPos) -> u8 {
        self.block(pos).light_emitted()
    }

    /// Light as spawning and growth see it: the brighter of the blocks' and the sky's, darkened by night and
    /// weather.
    pub fn brightness(&mut self, pos: BlockPos, day_time: u32, weather: Weather) -> u8 {
        self.block_light(pos).max(self.sky_light(pos).saturating_sub(sky_darkness(day_time, weather)))
    }

    /// Lets time pass for the blocks: scheduled ticks, then random ticks, in the columns around the player.
    pub fn tick(&mut self, conditions: &Conditions) {
        let _ = conditions;
    }

    /// Lets time pass for furnaces and spawners; the game does this after its entities.
    pub fn tick_block_entities(&mut self, conditions: &Conditions) {
        let here = BlockPos::containing(conditions.player).chunk();
        for pos in self.busy.iter().filter(|pos| pos.chunk().distance(here) <= conditions.radius) {
            if let Some(BlockEntity::Spawner(spawner)) = self.block_entities.get_mut(pos)
                && spawner.tick(*pos, conditions.player, &mut self.dice)
            {
                self.spawns.push(Spawn::Spawner(*pos));
            }
        }
    }

    /// Puts a falling block down in the cell where it landed, or drops it as an item if it cannot stay there.
    pub fn settle(&mut self, pos: BlockPos, state: BlockState) {
        self.set_block(pos, state);
    }

    /// Gives a spawner its next delay.
    pub fn rest_spawner(&mut self, pos: BlockPos) {
        if let Some(BlockEntity::Spawner(spawner)) = self.block_entities.get_mut(&pos) {
            spawner.rest(&mut self.dice);
        }
    }

    /// Uses bone meal on a block; whether it did anything (and the meal is used up).
    pub fn bone_meal(&mut self, pos: BlockPos) -> bool {
        let _ = pos;
        false
    }
}

/// How much of the sky's light night and weather take, 0..=11 (`World.calculateAmbientDarkness`).
pub fn sky_darkness(day_time: u32, weather: Weather) -> u8 {
    let day = f64::from(day_time) / 24000.0 - 0.25;
    let day = day - day.floor();
    let angle = (day * 2.0 + 0.5 - (day * std::f64::consts::PI).cos() / 2.0) / 3.0;
    let sun = 0.5 + 2.0 * (angle * std::f64::consts::TAU).cos().clamp(-0.25, 0.25);
    let dimmed = 1.0 - 5.0 / 16.0;
    let clouds = match weather {
        Weather::Clear => 1.0,
        Weather::Rain => dimmed,
        Weather::Thunder => dimmed * dimmed,
    };
    ((1.0 - sun * clouds) * 11.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn night_takes_eleven_of_the_skys_light() {
        assert_eq!(sky_darkness(6000, Weather::Clear), 0);
        assert_eq!(sky_darkness(18000, Weather::Clear), 11);
        assert_eq!(sky_darkness(6000, Weather::Rain), 3);
        assert_eq!(sky_darkness(6000, Weather::Thunder), 5);
    }
}
