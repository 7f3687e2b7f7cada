//! What a mind is shown.

use anima_rules::{Biome, Block, EntityKind, ItemStack};

/// The player and surroundings, as far as they are known.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    /// Game ticks since the goal was given.
    pub tick: u64,
    /// Ticks left, if the game has a limit.
    pub ticks_left: Option<u64>,
    /// Everything carried and worn.
    pub carried: Vec<ItemStack>,
    /// Height of the feet.
    pub y: i32,
    /// Whether the sky is open above.
    pub under_sky: bool,
    /// The biome at the feet.
    pub biome: Biome,
    /// Time of day, 0..24000.
    pub day_time: u32,
    /// Half hearts.
    pub health: f32,
    /// Half drumsticks.
    pub food: u8,
    /// Stations (tables, furnaces ...) known to stand close enough to use.
    pub stations: Vec<Block>,
    /// Blocks of interest seen, by block.
    pub blocks: Vec<Known<Block>>,
    /// Mobs seen, by kind.
    pub mobs: Vec<Known<EntityKind>>,
    /// Whether hostile mobs exist in this game.
    pub peaceful: bool,
}

/// What is known of one kind of thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known<T> {
    /// What.
    pub what: T,
    /// How many were seen.
    pub count: u32,
    /// Blocks to the nearest.
    pub nearest: f32,
}
