//! Difficulty and game rules: what is set for a whole world, and changes how it plays.

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
