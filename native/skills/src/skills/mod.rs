//! The structured actions, one file each.

mod collect;
mod craft;
mod dig;
mod eat;
mod explore;
mod fight;
mod hands;
mod hold;
mod hunt;
mod mine;
mod place;
mod prospect;
mod smelt;
mod station;
mod travel;
mod window;

pub use collect::collect;
pub use craft::craft;
pub use dig::dig;
pub use eat::{best_meal, eat};
pub use explore::explore;
pub use fight::fight;
pub(crate) use fight::{gap, run_from};
pub use hands::{aim, aim_at_side};
pub(crate) use hold::hold_slot;
pub use hold::{best_tool, hold, hold_best_tool};
pub use hunt::hunt;
pub use mine::mine;
pub use place::{place_at, place_nearby};
pub use prospect::{Prospect, prospect};
pub use smelt::smelt;
pub use station::{Station, leave_station, reach_station};
pub(crate) use travel::is_hostile;
pub use travel::{travel, walk};
pub use window::{close_window, open_block, open_inventory};
