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
        dropped: None,
        peaceful: false,
    }
}

/// The one JSON block of a message.
pub(crate) fn json_block(message: &str) -> serde_json::Value {
    let (_, after) = message.split_once("```json").expect("a block begins");
    let (block, _) = after.split_once("```").expect("and ends");
    serde_json::from_str(block).expect("it is JSON")
}
