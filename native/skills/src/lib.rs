//! From intentions to keys: senses, paths and structured actions.
//!
//! A skill is a straight-line `async fn` over [`Me`]; one `await me.tick()` is one game tick. Skills never
//! ask a model and never know which world they are in. A skill that cannot do what it is for fails with a
//! [`Reason`].
//!
//! The rooms stand in the order in which they build on each other: a room knows those before it, never one after it.

pub mod path;
mod senses;

mod me;

mod hands;
mod threat;

mod walk;

mod refuge;

mod fight;

mod work;

mod seek;

mod obtain;

pub mod reflex;

mod perform;

mod ensure;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use anima_intent::{Outcome, Reason};
pub use ensure::{Recursion, ensure};
pub use fight::duel::fight;
pub use hands::aim::{aim, aim_at_side};
pub use hands::dig::dig;
pub use hands::eat::{best_meal, eat};
pub use hands::equip::take_shield;
pub use hands::hold::{best_tool, hold};
pub use hands::place::{place_at, place_nearby};
pub use hands::window::{close_window, open_block, open_inventory};
pub use me::now::{Known, Now};
pub use me::overhead::is_under_sky;
pub use me::runtime::{Me, Settings, Task};
pub use perform::{could_sleep, perform, to_lay};
pub use refuge::shelter::shelter;
pub use seek::explore::explore;
pub use seek::ore::Prospect;
pub use seek::prospect::prospect;
pub use seek::shore::{go_ashore, go_inland};
pub use seek::surface::go_up;
pub use senses::atlas::{Atlas, Ground, SeenEntity};
pub use senses::hollows::{Frontier, Hollows};
pub use senses::memory::Memory;
pub use senses::{Perception, Senses};
pub use threat::hostile_mobs_near;
pub use walk::go_to::go_to;
pub use walk::manner::Travel;
pub use walk::shaft::dig_down;
pub use walk::travel::{travel, travel_sparingly};
pub use walk::tunnel::tunnel;
pub use work::apply::{apply_to_mob, fill, knows_liquid};
pub use work::collect::{Supply, collect, fetch};
pub use work::container::{deposit, withdraw};
pub use work::hunt::{hunt, knows_mob};
pub use work::mine::{can_mine, mine};
pub use work::station::{Station, leave_station, reach_station, stations_at_hand};
