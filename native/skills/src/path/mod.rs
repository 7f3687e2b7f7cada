//! Paths: A* over moves that cost ticks, and walking along what it finds.
//!
//! [`Search`] is budgeted in nodes and resumable, and knows nothing but what it is shown ([`Known`]): a cell never
//! seen is the edge of the known, neither air nor stone. The costs of moves are ticks, so that walking around is
//! weighed against digging through.

pub(crate) mod cell;
mod chart;
mod conditions;
mod cost;
mod flood;
mod goal;
mod moves;
mod queue;
mod route;
mod search;
pub(crate) mod sections;
#[cfg(test)]
mod tests;
mod tree;
mod walk;

pub use chart::Known;
pub use conditions::{Conditions, is_filler};
pub use goal::Goal;
pub use route::{Move, Path, Step};
pub use search::{Search, Status};
pub(crate) use walk::way_to;
pub use walk::{Pace, Travel, go_to};
