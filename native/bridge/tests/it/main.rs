//! The bridge's Rust side without a JVM: what is told of the embedded world is what the world shows, and the agent
//! behind it plays the same game.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod client;
mod hands;
mod looking;
mod places;
mod play;
mod sections;
mod suite;
mod teller;
