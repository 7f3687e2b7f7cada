//! What keys become: the game's client, as far as it stands between a player's keys and its server.
//!
//! [`Hands`] are `MinecraftClient.handleInputEvents` with all that it calls: the keys of a tick become one [`Deed`] after
//! another, each of them what the client sends to its server. [`Legs`] are what `ClientPlayerEntity.tickMovement` makes
//! of the movement keys. A host shows both what they ask for ([`Facts`], [`Stance`]) and carries out what they say: the
//! embedded world in itself, a server for a body that has no client. The crate knows no world, and holds on to nothing of
//! its host between two deeds.

mod deed;
mod digging;
mod hands;
mod legs;
mod presses;

#[cfg(test)]
mod tests;

pub use deed::{ActionResult, Deed, Facts, Hand};
pub use hands::Hands;
pub use legs::{Legs, Stance, Steps};
pub use presses::Presses;
