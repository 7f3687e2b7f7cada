//! Difficulty and game rules.

use glam::DVec3;
use serde::{Deserialize, Serialize};

/// The four difficulties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Difficulty {
    Peaceful,
    Easy,
    #[default]
    Normal,
    Hard,
}

/// The game rules that change play, with vanilla defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRules {
    /// Whether death keeps what is carried.
    pub keep_inventory: bool,
    /// Whether time of day goes on.
    pub do_daylight_cycle: bool,
    /// Whether weather changes.
    pub do_weather_cycle: bool,
    /// Whether mobs spawn by themselves.
    pub do_mob_spawning: bool,
    /// Whether mobs and their explosions change blocks.
    pub mob_griefing: bool,
    /// Random block ticks per section and tick.
    pub random_tick_speed: u32,
    /// Whether health comes back from food.
    pub natural_regeneration: bool,
}

impl Default for GameRules {
    fn default() -> GameRules {
        GameRules {
            keep_inventory: false,
            do_daylight_cycle: true,
            do_weather_cycle: true,
            do_mob_spawning: true,
            mob_griefing: true,
            random_tick_speed: 3,
            natural_regeneration: true,
        }
    }
}

impl GameRules {
    /// Those of a world in which nothing comes, grows or changes by itself: for tests and checks.
    pub fn still() -> GameRules {
        GameRules {
            do_daylight_cycle: false,
            do_weather_cycle: false,
            do_mob_spawning: false,
            random_tick_speed: 0,
            ..GameRules::default()
        }
    }
}

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
