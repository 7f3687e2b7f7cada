//! The native side of the mod: what the game shows becomes an observation, and what the agent does becomes keys.
//!
//! [`natives`] is the border to Java, and the only place with unsafe code. Behind it a [`Session`] owns what was told of
//! the world so far ([`mirror`]), the goals and who plays ([`play`]), the settings, the log and the command line.

#![deny(unsafe_code)]

pub mod entities;
pub mod happened;
pub mod land;
pub mod mirror;
pub mod mode;
pub mod picture;
pub mod plain;
pub mod play;
pub mod registries;
pub mod sections;
pub mod session;
pub mod stand_in;

mod blueprints;
pub mod console;
pub mod settings;

mod fault;
mod log;
mod snapshot;

#[expect(unsafe_code, reason = "the JVM boundary")]
pub mod natives;

use anima_config::env::MODEL_KEY;

pub use fault::Fault;
pub use session::Session;
