//! The embedded world: Minecraft 1.19.4 survival, played with the same keys.
//!
//! A [`World`] shows an `Observation` and takes a `Control` once a tick. It is deterministic: the same
//! source, options, seed and controls give the same world, tick for tick. It reads no clock and knows nothing of the
//! agent or human that plays in it. Cloning it forks it.

mod apart;
mod delay;
mod entity;
mod explosion;
mod harm;
pub mod level;
pub mod menu;
mod operator;
mod options;
mod physics;
mod player;
mod shelf;
mod sky;
mod source;
mod spawn;
mod world;

pub use anima_hands::Presses;
pub use anima_rules::{Difficulty, GameRules};
pub use delay::DelayLine;
pub use options::Options;
pub use source::{
    Generator, LevelDat, LoadedColumn, Save, SaveError, SavedEntity, SavedTick, Scene, Source, Start, Summary, Survey,
    Unreadable,
};
pub use world::{Motion, Moving, World};
