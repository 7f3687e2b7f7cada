//! What a world is made with.

use anima_rules::{Difficulty, GameRules};
use glam::DVec3;

/// What a world is made with, beside its terrain.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Seed of everything random in play (a generator has its own).
    pub seed: u64,
    /// Difficulty.
    pub difficulty: Difficulty,
    /// Game rules.
    pub rules: GameRules,
    /// Chunks around the player that are loaded and ticked.
    pub radius: i32,
    /// Time of day at the start, 0..24000; a save's own time when `None`.
    pub day_time: Option<u32>,
    /// Feet of the player at the start, and after death if there is ground; the source's own place when `None`.
    pub start: Option<DVec3>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seed: 0,
            difficulty: Difficulty::Normal,
            rules: GameRules::default(),
            radius: 10,
            day_time: None,
            start: None,
        }
    }
}
