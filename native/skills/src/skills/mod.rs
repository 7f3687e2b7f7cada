//! The structured actions, one file each.

mod craft;
mod dig;
mod hands;
mod hold;
mod place;
mod smelt;
mod station;
mod window;

pub use craft::craft;
pub use dig::dig;
pub use hands::{aim, aim_at_side};
pub(crate) use hold::hold_slot;
pub use hold::{best_tool, hold, hold_best_tool};
pub use place::{place_at, place_nearby};
pub use smelt::smelt;
pub use station::{Station, leave_station, reach_station};
pub use window::{close_window, open_block, open_inventory};
