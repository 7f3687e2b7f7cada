//! The native side of the mod: what the game shows becomes an observation, and what the agent does becomes keys.
//!
//! [`natives`] is the border to Java, and the only place with unsafe code. Behind it a [`Host`] owns what all agents of
//! a process share (ids, settings, log), and a [`Body`] one agent: what was told to it ([`mirror`]), the goals and who plays
//! ([`play`]), its hands and legs where it has no client ([`grip`]), the command line. The blocks of a world ([`land`]) are told once for all bodies in it.

#![deny(unsafe_code)]

pub mod body;
pub mod entities;
pub mod grip;
pub mod happened;
pub mod host;
pub mod land;
pub mod mirror;
pub mod mode;
pub mod picture;
pub mod plain;
pub mod play;
pub mod registries;
pub mod sections;
pub mod stand_in;
pub mod statistics;
pub mod suite;

mod blueprints;
pub mod console;
pub mod settings;

mod fault;
mod log;
mod snapshot;

#[expect(unsafe_code, reason = "the JVM boundary")]
pub mod natives;

use anima_config::env::MODEL_KEY;

pub use body::Body;
pub use fault::Fault;
pub use host::Host;
