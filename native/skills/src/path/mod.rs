//! Paths: A* over moves that cost ticks.
//!
//! [`Search`] is budgeted in nodes and resumable, and knows nothing but what it is shown ([`Blocks`](anima_body::Blocks)): a cell never
//! seen is the edge of the known, neither air nor stone. The costs of moves are ticks, so that walking around is
//! weighed against digging through.

pub(crate) mod cell;
mod chart;
pub(crate) mod conditions;
pub(crate) mod cost;
mod flood;
pub(crate) mod goal;
pub(crate) mod moves;
mod queue;
pub(crate) mod route;
pub(crate) mod search;
pub(crate) mod sections;
#[cfg(test)]
mod tests;
mod tree;

pub use conditions::{Conditions, is_filler};
pub use goal::Goal;
pub use route::{Move, Path, Step};
pub use search::{Search, Status};
