//! The embedded world behind Java natives, for a double of the game's client. Only for tests.
//!
//! [`packet`] writes what the game's server sends; [`names`] are the registries of 1.19.4.

pub mod names;
pub mod packet;
