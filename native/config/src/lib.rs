//! What a person may set: one TOML file for both hosts, laid in layers over the defaults.
//!
//! The command line and the mod read the same `anima.toml`; each [`Configured`] type says which of its sections it
//! knows. What [`Layers`] hold is parsed once into typed settings and passed down.

pub mod env;

mod file;
mod layers;
mod model;
mod sections;

pub use file::{parse_toml, place, read};
pub use layers::{Configured, Layers};
pub use model::server;
pub use sections::{AgentSettings, GameSettings, HudCorner, LookSteps, MindSettings, ModelSettings};

/// The defaults, as a file that a person can read.
pub const DEFAULTS: &str = include_str!("../../../run/anima.toml");
