//! What a person may set: one TOML file for both hosts, laid in layers over the defaults.
//!
//! The command line and the mod read the same `anima.toml`; each [`Configured`] type says which of its sections it
//! knows. What [`Layers`] hold is parsed once into typed settings and passed down.

pub mod env;

mod file;
mod layers;
mod memory;
mod model;
mod sections;

pub use file::{parse_toml, place, read};
pub use layers::{Configured, Layers};
pub use memory::memory;
pub use model::server;
pub use sections::{
    AgentSettings, AtCap, GameSettings, HudCorner, LookSteps, MemorySettings, MindSettings, ModelSettings,
};

macro_rules! agents {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../../../run/agents/", $name, ".toml")))),*]
    };
}

/// The agents that are there by name, each a file laid over the defaults: our own with a model and by the rules alone, one
/// that sees through walls, and the four published ones.
pub const AGENTS: [(&str, &str); 7] = agents!["own", "rules", "gitm", "deps", "jarvis", "odyssey", "xray"];

/// The defaults, as a file that a person can read.
pub const DEFAULTS: &str = include_str!("../../../run/anima.toml");
