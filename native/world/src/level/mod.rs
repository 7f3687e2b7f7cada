//! Blocks and what they do by themselves: liquids, gravity, growth, light, furnaces.

mod block_entity;
mod columns;
mod facts;
mod fire;
mod fluid;
mod gravity;
mod growth;
mod height;
mod join;
mod light;
mod schedule;
mod sides;
mod spawn;
mod support;
mod update;

use std::collections::BTreeSet;
use std::sync::Arc;

use anima_body::{BlockPos, ChunkPos, MAX_Y, MIN_Y, Slot, Terrain, View, Weather};
use anima_rules::drops::Breaker;
use anima_rules::{Biome, Block, BlockState, Enchantment, Face, StateFlags};
use glam::DVec3;
use rand::SeedableRng;
use rand_pcg::Pcg64;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::shelf::Shelf;
use crate::{Difficulty, GameRules};

pub use block_entity::{BlockEntity, FUEL, Furnace, INPUT, OUTPUT, Spawner};
pub use columns::NewColumn;
pub use height::Surface;
pub use light::sky_darkness;
pub use spawn::Spawn;

use columns::{Chunk, Shelved};
use fluid::Liquid;
use growth::Area;
use schedule::Schedule;

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
    /// How fast fire spreads.
    pub difficulty: Difficulty,
    /// Game rules.
    pub rules: &'a GameRules,
}

/// The blocks of the loaded world, with all that belongs to them. Cloning it forks it.
#[derive(Clone, Debug)]
pub struct Level {
    terrain: Terrain,
    chunks: FxHashMap<ChunkPos, Arc<Chunk>>,
    block_entities: imbl::OrdMap<BlockPos, BlockEntity>,
    /// Block entities within reach that have something to do each tick.
    busy: BTreeSet<BlockPos>,
    /// Those out of reach.
    busy_away: Shelf<Vec<BlockPos>>,
    /// Columns that were loaded before: their entities are in the world already.
    visited: Arc<FxHashSet<ChunkPos>>,
    /// Columns that the source does not have.
    absent: Arc<FxHashSet<ChunkPos>>,
    /// Changed columns that are out of reach.
    shelf: Shelf<Shelved>,
    loaded_around: Option<(ChunkPos, i32)>,
    changes: Vec<(BlockPos, BlockState)>,
    spawns: Vec<Spawn>,
    warnings: Vec<String>,
    /// Ticks that have passed.
    time: u64,
    block_ticks: Schedule<Block>,
    liquid_ticks: Schedule<Liquid>,
    /// Blocks whose neighbour at a side changed, the next one last.
    to_tell: Vec<(BlockPos, Face)>,
    telling: bool,
    /// Whether it rains in this tick.
    raining: bool,
    difficulty: Difficulty,
    /// The columns that tick; `None` when they are to be listed anew.
    area: Option<Area>,
    dice: Dice,
}

impl Level {
    /// A level with nothing loaded, whose chances follow from `seed`.
    pub fn new(seed: u64) -> Level {
        Level {
            terrain: Terrain::default(),
            chunks: FxHashMap::default(),
            block_entities: imbl::OrdMap::new(),
            busy: BTreeSet::new(),
            busy_away: Shelf::default(),
            visited: Arc::default(),
            absent: Arc::default(),
            shelf: Shelf::default(),
            loaded_around: None,
            changes: Vec::new(),
            spawns: Vec::new(),
            warnings: Vec::new(),
            time: 0,
            block_ticks: Schedule::new(),
            liquid_ticks: Schedule::new(),
            to_tell: Vec::new(),
            telling: false,
            raining: false,
            difficulty: Difficulty::default(),
            area: None,
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

    /// Sets a block and returns the one before, as `World.setBlockState` with its usual flags: the change is
    /// recorded, light and heights follow, neighbours are told. Where nothing is loaded nothing happens.
    pub fn set_block(&mut self, pos: BlockPos, state: BlockState) -> BlockState {
        let Some(before) = self.terrain.set_block(pos, state) else { return Block::BEDROCK.state() };
        if before == state || !(MIN_Y..MAX_Y).contains(&pos.y) {
            return before;
        }
        self.changes.push((pos, state));
        if let (Some(chunk), Some(column)) = (self.chunks.get_mut(&pos.chunk()), self.terrain.column(pos.chunk())) {
            let chunk = Arc::make_mut(chunk);
            chunk.changed = true;
            chunk.heights.block_set(column, pos.into(), state);
        }
        self.light_changed(pos, before, state);
        self.wake_near(pos, state);
        if before.block() != state.block() {
            self.put_block_entity(pos, BlockEntity::of(state.block()));
        }
        self.block_added(pos, state);
        self.tell_neighbours(pos);
        before
    }

    /// The state that a block takes when it is placed among these neighbours: fences connect, stairs turn
    /// corners, halves of chests find each other (`Block.postProcessState`).
    pub fn fitted(&self, pos: BlockPos, state: BlockState) -> BlockState {
        join::fitted(&self.view(), pos, state)
    }

    pub(crate) fn put_block_entity(&mut self, pos: BlockPos, entity: Option<BlockEntity>) {
        match entity {
            Some(entity) => {
                if entity.ticks() {
                    self.busy.insert(pos);
                }
                self.block_entities.insert(pos, entity);
            }
            None => {
                if let Some(entity) = self.block_entities.remove(&pos) {
                    self.busy.remove(&pos);
                    for stack in entity.contents().iter().flatten() {
                        self.spawns.extend(Spawn::scattered(*stack, pos, &mut self.dice));
                    }
                }
            }
        }
    }

    /// Breaks a block as a player with `tool` in the hand does: it leaves air, its own water or, being ice,
    /// water; it drops its loot and experience if `drop`. Returns what was there.
    pub fn break_block(&mut self, pos: BlockPos, tool: Slot, drop: bool) -> BlockState {
        let state = self.shatter(pos, drop.then_some(Breaker::Player(tool)));
        let silk = tool.is_some_and(|tool| tool.level(Enchantment::SilkTouch) > 0);
        if drop && state.block() == Block::ICE && !silk {
            let below = self.block(pos.down(1));
            if below.flags().contains(StateFlags::BLOCKS_MOTION) || below.fluid().is_some() {
                self.set_block(pos, Block::WATER.state());
            }
        }
        state
    }

    /// Breaks a block by an explosion of this power.
    pub fn blow_up(&mut self, pos: BlockPos, power: f32) -> BlockState {
        self.shatter(pos, Some(Breaker::Explosion(power)))
    }

    /// What a block holds beyond its state.
    pub fn block_entity(&self, pos: BlockPos) -> Option<&BlockEntity> {
        self.block_entities.get(&pos)
    }

    /// What a block holds beyond its state, to be changed.
    pub fn block_entity_mut(&mut self, pos: BlockPos) -> Option<&mut BlockEntity> {
        if !self.block_entities.contains_key(&pos) {
            // A source may give the block alone.
            self.put_block_entity(pos, Some(BlockEntity::of(self.block(pos).block())?));
        }
        self.block_entities.get_mut(&pos)
    }

    /// Takes what came out of the blocks since the last call, in order.
    pub fn take_spawns(&mut self) -> Vec<Spawn> {
        std::mem::take(&mut self.spawns)
    }

    /// The block changes since they were last taken, in order.
    pub fn changes(&self) -> &[(BlockPos, BlockState)] {
        &self.changes
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

    /// Lets time pass for the blocks: scheduled ticks, then random ticks, in the columns around the player.
    pub fn tick(&mut self, conditions: &Conditions) {
        self.time += 1;
        self.raining = conditions.weather != Weather::Clear;
        self.difficulty = conditions.difficulty;
        let here = BlockPos::containing(conditions.player).chunk();
        let ticks =
            |terrain: &Terrain, chunk: ChunkPos| chunk.distance(here) <= conditions.radius && terrain.is_loaded(chunk);
        self.settle_area(here, conditions.radius);
        for (pos, block) in self.block_ticks.take_due(self.time, |chunk| ticks(&self.terrain, chunk)) {
            self.tick_block(pos, block);
        }
        for (pos, liquid) in self.liquid_ticks.take_due(self.time, |chunk| ticks(&self.terrain, chunk)) {
            self.tick_liquid(pos, liquid);
        }
        self.random_ticks(conditions);
    }

    /// Lets time pass for furnaces and spawners; the game does this after its entities.
    pub fn tick_block_entities(&mut self, conditions: &Conditions) {
        let here = BlockPos::containing(conditions.player).chunk();
        let mut turned = Vec::new();
        for pos in self.busy.iter().filter(|pos| pos.chunk().distance(here) <= conditions.radius) {
            // An idle one is only looked at: changing a shared map copies a part of it.
            if self.block_entities.get(pos).is_none_or(|entity| entity.is_idle(*pos, conditions.player)) {
                continue;
            }
            let Some(entity) = self.block_entities.get_mut(pos) else { continue };
            match (entity.tick(*pos, conditions.player, &mut self.dice), entity) {
                (true, BlockEntity::Spawner(_)) => self.spawns.push(Spawn::Spawner(*pos)),
                (true, BlockEntity::Furnace(furnace)) => turned.push((*pos, furnace.is_lit())),
                _ => {}
            }
        }
        for (pos, lit) in turned {
            if let Some(state) = self.block(pos).try_with("lit", if lit { "true" } else { "false" }) {
                self.set_block(pos, state);
            }
        }
    }

    /// Gives a spawner its next delay.
    pub fn rest_spawner(&mut self, pos: BlockPos) {
        if let Some(BlockEntity::Spawner(spawner)) = self.block_entities.get_mut(&pos) {
            spawner.rest(&mut self.dice);
        }
    }
}

#[cfg(test)]
mod testing;
