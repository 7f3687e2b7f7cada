//! The embedded world behind Java natives, for a double of the game's client. Only for tests.
//!
//! [`client`] is a world as its client sees it, [`apart`] as a server has it for a player without a client; [`packet`] writes what the game's server sends; [`names`] are the
//! registries of 1.19.4; [`sequence`] plays what the real game is to repeat; [`natives`] hand all that to
//! `java/anima/host/EmbeddedWorld.java`.

#![deny(unsafe_code)]

pub mod apart;
pub mod client;
pub mod names;
pub mod packet;
pub mod sequence;

#[expect(unsafe_code, reason = "the JVM boundary")]
pub mod natives;
