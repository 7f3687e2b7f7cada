//! What a server is to do for a suite, one thing at a time, and what it answers.

use anima_body::{ChunkPos, Weather};

/// Something that the server is to do. A slot is the number of a body among those that play at once.
#[derive(Clone, Debug, PartialEq)]
pub enum Order {
    /// Run a command with the rights of the server: as the body of a slot, or in the overworld.
    Command {
        /// Whose body runs it; `None` for the server.
        slot: Option<usize>,
        /// The command, without a slash.
        line: String,
    },
    /// Say what the difficulty is (`Difficulty.getId`).
    ReadDifficulty,
    /// Set the time of the overworld (`ServerWorld.setTimeOfDay`).
    SetTime(i64),
    /// Set the weather for so many ticks (`ServerWorld.setWeather`).
    SetWeather {
        /// The weather.
        weather: Weather,
        /// Ticks for which it stays so.
        ticks: i32,
    },
    /// Say whether a game can start in a chunk, and on what ground: once the land around is loaded, and kept so until the
    /// order for another place, or [`Order::LetGo`].
    Look {
        /// The chunk.
        chunk: ChunkPos,
        /// The biomes of which it must have one, by their full names; any if there are none.
        biomes: Vec<String>,
    },
    /// Put a body into the world; nothing of an earlier one of that name is left.
    Join {
        /// Its slot, which is free.
        slot: usize,
        /// Its name.
        name: String,
        /// Its feet.
        at: [i32; 3],
    },
    /// The clock of a body's game starts: the land around it is no longer kept loaded for it.
    LetGo {
        /// Its slot.
        slot: usize,
    },
    /// Tell the statistics of a body.
    Count {
        /// Its slot.
        slot: usize,
    },
    /// Take a body out of the world, and all that the server keeps of it.
    Leave {
        /// Its slot.
        slot: usize,
    },
    /// Tell the operator.
    Say(String),
    /// Everything is done: no body and no setting of the suite is left.
    Over,
}

/// What the server answers to an order.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// It was done; the result of a command, or the height of the feet on the ground of a place.
    Done(i64),
    /// It could not be done, and why.
    Failed(String),
    /// It is not done yet: ask again in the next tick.
    Later,
}
