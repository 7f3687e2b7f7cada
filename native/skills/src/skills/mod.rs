//! The structured actions, one file each.

mod dig;
mod hands;
mod hold;
mod place;
mod window;

pub use dig::dig;
pub use hands::{aim, aim_at_side};
pub use hold::{best_tool, hold, hold_best_tool};
pub use place::{place_at, place_nearby};
pub use window::{close_window, open_block, open_inventory};
