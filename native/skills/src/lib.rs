//! From intentions to keys: senses, paths and structured actions.
//!
//! A skill is a straight-line `async fn` over [`Me`]; one `await me.tick()` is one game tick. Skills never
//! ask a model and never know which world they are in. A skill that cannot do what it is for fails with a
//! [`Reason`].

mod me;
pub mod path;
mod reason;
pub mod reflex;
mod senses;
mod skills;
#[cfg(test)]
mod testing;

pub use me::runtime::{Me, Settings, Task};
pub use reason::{Outcome, Reason};
pub(crate) use senses::SEA;
pub use senses::{Atlas, Frontier, Ground, Hollows, Memory, Perception, SeenEntity, Senses, Walkable};
pub use skills::*;
