//! What the tests of several modules start from.

use anima_rules::Biome;

use crate::situation::Situation;

/// A morning in a forest with nothing.
pub(crate) fn at_start() -> Situation {
    Situation {
        tick: 0,
        ticks_left: None,
        carried: Vec::new(),
        y: 70,
        under_sky: true,
        biome: Biome::FOREST,
        day_time: 0,
        health: 20.0,
        food: 20,
        stations: Vec::new(),
        blocks: Vec::new(),
        mobs: Vec::new(),
        peaceful: false,
    }
}
