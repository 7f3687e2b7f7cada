//! What passes between an agent and any world.
//!
//! Each tick a world, the real game or the embedded one, shows an [`Observation`] and takes back a
//! [`Control`]: what a person's two hands can do in a twentieth of a second. Nothing above this crate can
//! tell the two worlds apart. It knows no thread, clock, file or Java.

mod control;
mod frame;
mod menu;
mod observation;
mod pos;
mod ray;
mod tally;
mod terrain;

pub use control::{Click, ClickMode, Control, Keys, Look, OUTSIDE, ScreenKey};
pub use frame::Frame;
pub use menu::{Menu, MenuKind, Slot};
pub use observation::{
    ActiveEffect, Effect, Entity, EntityFlags, Event, Inventory, Light, Observation, Player, PlayerFlags, Screen,
    Target, Weather,
};
pub use pos::{BlockPos, ChunkPos};
pub use ray::{BlockHit, Liquids, RayShape, cells_along, raycast};
pub use tally::{Custom, Stat, Tally};
pub use terrain::{Biomes, Blocks, Column, MAX_Y, MIN_Y, SECTIONS, Section, Terrain, View};
