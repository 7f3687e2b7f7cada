//! Random ticks: what grows, spreads, dries, melts and decays by chance.
//!
//! The game picks three random blocks of each section in each tick, most of which do nothing. Here the
//! blocks that may do something are kept in lists, and hits are drawn from those with the same chance. A
//! block of which its tick found that only a change nearby could let it act falls asleep, and wakes when a
//! block near it changes.

mod crops;
mod freeze;
mod meal;
mod spread;
mod stalks;
mod tree;
mod vines;

use std::sync::Arc;

use anima_body::{BlockPos, ChunkPos, Column, MIN_Y, Section};
use anima_rules::drops::Breaker;
use anima_rules::{Block, BlockState};
use rand::RngExt;

use super::columns::Chunk;
use super::facts::{Flags, facts};
use super::{Conditions, Dice, Level, sky_darkness};

pub(super) use freeze::may_freeze;

/// Blocks in a section: the chance of one pick to hit a given block is one in so many.
const SECTION_BLOCKS: f64 = 4096.0;

/// The columns that tick around the player, and how many blocks are awake in each.
#[derive(Clone, Debug)]
pub(super) struct Area {
    center: ChunkPos,
    radius: i32,
    /// For each column, row by row; none awake in those that are not loaded.
    awake: Vec<u32>,
    /// Columns in which water may freeze and snow may fall.
    cold: Vec<ChunkPos>,
}

impl Area {
    fn chunk(&self, index: usize) -> ChunkPos {
        let side = 2 * self.radius + 1;
        let (x, z) = (index as i32 % side, index as i32 / side);
        ChunkPos::new(self.center.x - self.radius + x, self.center.z - self.radius + z)
    }

    fn index(&self, chunk: ChunkPos) -> Option<usize> {
        let side = 2 * self.radius + 1;
        let (x, z) = (chunk.x - self.center.x + self.radius, chunk.z - self.center.z + self.radius);
        ((0..side).contains(&x) && (0..side).contains(&z)).then_some((z * side + x) as usize)
    }
}

/// What random ticks ask of the world around.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sky {
    /// Light that night and weather take from the sky's.
    pub darkness: u8,
    /// Whether it rains.
    pub rain: bool,
}

/// An awake block: its place in its column (y above the bottom, z and x), and in the lowest bit whether only
/// one in four of its hits counts, which is then known without a look at the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Awake(u32);

impl Awake {
    fn new(place: u32, state: BlockState) -> Awake {
        Awake(place << 1 | u32::from(state.block() == Block::VINE))
    }

    fn place(self) -> u32 {
        self.0 >> 1
    }

    fn counts_one_in_four(self) -> bool {
        self.0 & 1 == 1
    }

    fn pos(self, chunk: ChunkPos) -> BlockPos {
        let at = self.place() as i32;
        chunk.corner(MIN_Y + (at >> 8)).offset(at & 15, 0, at >> 4 & 15)
    }
}

/// The place of a block in its column.
fn place(pos: BlockPos) -> u32 {
    ((pos.y - MIN_Y) << 8 | (pos.z & 15) << 4 | (pos.x & 15)) as u32
}

/// How many trials fail before one succeeds whose chance is one in `one_in`.
fn failures(one_in: f64, dice: &mut Dice) -> u64 {
    let draw: f64 = 1.0 - dice.random::<f64>();
    (draw.ln() / (-1.0 / one_in).ln_1p()) as u64
}

/// The blocks of a column that may do something, in order.
pub(super) fn awake_in(column: &Column) -> Vec<Awake> {
    let mut awake = Vec::new();
    for (index, section) in column.sections().iter().enumerate() {
        let bottom = (index as u32) << 12;
        match section {
            Section::Single(state) if facts(*state).is(Flags::RANDOM) => {
                awake.extend((bottom..bottom + 4096).map(|place| Awake::new(place, *state)));
            }
            Section::Single(_) => {}
            Section::Array(states) => {
                for (row, states) in (bottom..).step_by(16).zip(states.chunks_exact(16)) {
                    // Most rows are all of one rock, or of air.
                    if states.iter().all(|state| *state == states[0]) && !facts(states[0]).is(Flags::RANDOM) {
                        continue;
                    }
                    let random = (row..).zip(states).filter(|(_, state)| facts(**state).is(Flags::RANDOM));
                    awake.extend(random.map(|(place, state)| Awake::new(place, *state)));
                }
            }
        }
    }
    awake
}

impl Chunk {
    fn awake_at(&self, place: u32) -> Result<usize, usize> {
        self.awake.binary_search_by_key(&place, |awake| awake.place())
    }
}

impl Level {
    /// The columns that tick, listed anew when the player moved to another one or columns came in.
    pub(super) fn settle_area(&mut self, center: ChunkPos, radius: i32) {
        if self.area.as_ref().is_some_and(|area| (area.center, area.radius) == (center, radius)) {
            return;
        }
        let kept = |chunk: ChunkPos| self.chunks.get(&chunk);
        let awake = center.around(radius).map(|chunk| kept(chunk).map_or(0, |kept| kept.awake.len() as u32)).collect();
        let cold = center.around(radius).filter(|chunk| kept(*chunk).is_some_and(|kept| kept.may_freeze)).collect();
        self.area = Some(Area { center, radius, awake, cold });
        let is_loaded = |chunk: ChunkPos| self.chunks.contains_key(&chunk);
        self.block_ticks.release(self.time, center, radius, is_loaded);
        self.liquid_ticks.release(self.time, center, radius, is_loaded);
    }

    /// Wakes a block of this state, or lets it sleep.
    fn set_awake(&mut self, pos: BlockPos, wake: Option<BlockState>) {
        let (chunk, place) = (pos.chunk(), place(pos));
        let Some(kept) = self.chunks.get_mut(&chunk) else { return };
        match (kept.awake_at(place), wake.map(|state| Awake::new(place, state))) {
            (Ok(at), Some(awake)) if kept.awake[at] == awake => return,
            (Err(_), None) => return,
            (Ok(at), Some(awake)) => Arc::make_mut(kept).awake[at] = awake,
            (Err(at), Some(awake)) => Arc::make_mut(kept).awake.insert(at, awake),
            (Ok(at), None) => {
                Arc::make_mut(kept).awake.remove(at);
            }
        }
        if let Some(area) = &mut self.area
            && let Some(at) = area.index(chunk)
        {
            area.awake[at] = kept.awake.len() as u32;
        }
    }

    /// Wakes a block.
    pub(super) fn wake(&mut self, pos: BlockPos) {
        self.set_awake(pos, Some(self.block(pos)));
    }

    /// Lets a block sleep that finds nothing to do within `reach` blocks around, if all of that is loaded:
    /// columns that come in wake nobody.
    pub(super) fn let_sleep(&mut self, pos: BlockPos, reach: i32) {
        let corners = [(-reach, -reach), (-reach, reach), (reach, -reach), (reach, reach)];
        let mut chunks = corners.into_iter().map(|(x, z)| pos.offset(x, 0, z).chunk());
        if chunks.all(|chunk| chunk == pos.chunk() || self.chunks.contains_key(&chunk)) {
            self.set_awake(pos, None);
        }
    }

    /// Takes up that a block changed: it is awake if it may do something, and those near it are.
    pub(super) fn wake_near(&mut self, pos: BlockPos, state: BlockState) {
        self.set_awake(pos, facts(state).is(Flags::RANDOM).then_some(state));
        if facts(state).is(Flags::BURNS) {
            self.wake_lava(pos);
        }
        // The reach of the spread of grass, which is the widest of those that sleep, lava aside.
        let mut near: smallvec::SmallVec<[BlockPos; 8]> = smallvec::SmallVec::new();
        let view = self.terrain.view();
        for x in -1..=1 {
            for z in -1..=1 {
                for y in -2..=3 {
                    let pos = pos.offset(x, y, z);
                    if view.block(pos).is_some_and(|state| facts(state).is(Flags::SLEEPS)) {
                        near.push(pos);
                    }
                }
            }
        }
        for pos in near {
            self.wake(pos);
        }
    }

    /// Draws the hits of this tick and runs them.
    pub(super) fn random_ticks(&mut self, conditions: &Conditions) {
        let Some(area) = &self.area else { return };
        let picks = u64::from(conditions.rules.random_tick_speed);
        let mut hits: smallvec::SmallVec<[BlockPos; 64]> = smallvec::SmallVec::new();
        let mut next = failures(SECTION_BLOCKS, &mut self.dice);
        for (index, awake) in area.awake.iter().enumerate() {
            let trials = u64::from(*awake) * picks;
            while next < trials {
                let chunk = area.chunk(index);
                let awake = self.chunks[&chunk].awake[(next / picks) as usize];
                if !awake.counts_one_in_four() || self.dice.random_ratio(1, 4) {
                    hits.push(awake.pos(chunk));
                }
                next += 1 + failures(SECTION_BLOCKS, &mut self.dice);
            }
            next -= trials;
        }
        let sky = Sky { darkness: sky_darkness(conditions.day_time, conditions.weather), rain: self.raining };
        for pos in hits {
            self.random_tick(pos, sky);
        }
        self.freeze(sky);
    }

    /// A random tick hits a block (`Block.randomTick`).
    pub(super) fn random_tick(&mut self, pos: BlockPos, sky: Sky) {
        let state = self.block(pos);
        match state.block() {
            Block::GRASS_BLOCK | Block::MYCELIUM => self.tick_grass(pos, state, sky),
            Block::FARMLAND => self.tick_farmland(pos, state, sky),
            Block::WHEAT | Block::CARROTS | Block::POTATOES | Block::BEETROOTS | Block::TORCHFLOWER_CROP => {
                self.tick_crop(pos, state);
            }
            Block::MELON_STEM | Block::PUMPKIN_STEM => self.tick_stem(pos, state),
            Block::SWEET_BERRY_BUSH => self.tick_berries(pos, state),
            Block::COCOA => self.age_with_chance(pos, state, 5),
            Block::NETHER_WART => self.age_with_chance(pos, state, 10),
            Block::SUGAR_CANE | Block::CACTUS => self.tick_cane(pos, state),
            Block::BAMBOO | Block::BAMBOO_SAPLING => self.tick_bamboo(pos, state),
            Block::KELP | Block::CAVE_VINES | Block::WEEPING_VINES | Block::TWISTING_VINES => {
                self.tick_tip(pos, state);
            }
            Block::VINE => self.tick_vine(pos, state),
            Block::BROWN_MUSHROOM | Block::RED_MUSHROOM => self.tick_mushroom(pos, state),
            Block::ICE | Block::SNOW => self.melt(pos, state),
            Block::LAVA => self.tick_lava(pos),
            Block::REDSTONE_ORE | Block::DEEPSLATE_REDSTONE_ORE => {
                self.set_block(pos, state.with("lit", "false"));
            }
            _ if facts(state).is(Flags::LEAVES) => {
                // Only leaves too far from any log are hit (`LeavesBlock.hasRandomTicks`).
                self.shatter(pos, Some(Breaker::World));
            }
            _ if tree::is_sapling(state.block()) => self.tick_sapling(pos, state, sky),
            _ => {}
        }
    }

    /// Whether a chance of one in `n` came up.
    pub(super) fn one_in(&mut self, n: u32) -> bool {
        self.dice.random_ratio(1, n)
    }

    /// Base light for growing things: the sky's is not darkened by night (`getBaseLightLevel` with 0).
    fn base_light(&mut self, pos: BlockPos) -> u8 {
        self.brightness_under(pos, 0)
    }
}

/// Whether a random tick may do something to a state, and whether it sleeps when there is nothing to do.
pub(super) fn ticks_randomly(state: BlockState) -> (bool, bool) {
    let age_below = |most: u8| state.number("age").is_some_and(|age| age < most);
    let block = state.block();
    match block {
        Block::GRASS_BLOCK | Block::MYCELIUM | Block::SUGAR_CANE | Block::CACTUS | Block::BAMBOO => (true, true),
        Block::KELP | Block::CAVE_VINES | Block::WEEPING_VINES | Block::TWISTING_VINES => (age_below(25), true),
        Block::FARMLAND
        | Block::VINE
        | Block::BROWN_MUSHROOM
        | Block::RED_MUSHROOM
        | Block::ICE
        | Block::SNOW
        | Block::LAVA
        | Block::BAMBOO_SAPLING => (true, false),
        Block::WHEAT | Block::CARROTS | Block::POTATOES => (age_below(7), false),
        Block::MELON_STEM | Block::PUMPKIN_STEM => (true, false),
        Block::BEETROOTS | Block::SWEET_BERRY_BUSH | Block::NETHER_WART => (age_below(3), false),
        Block::TORCHFLOWER_CROP => (true, false),
        Block::COCOA => (age_below(2), false),
        Block::REDSTONE_ORE | Block::DEEPSLATE_REDSTONE_ORE => (state.is("lit"), false),
        _ if block.name().ends_with("_leaves") => {
            (state.number("distance") == Some(7) && !state.is("persistent"), false)
        }
        _ => (tree::is_sapling(block), false),
    }
}
