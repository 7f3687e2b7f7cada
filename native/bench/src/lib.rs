//! The embedded world's games: suites played in it, films, records played again, and the conformance check.
//!
//! A game ([`Setup`], [`play()`]) is a world and an agent, ticked until the agent is done or the limit is reached;
//! the world's own state decides whether it was won. Anything that looks on is a [`Witness`](anima_suite::Witness): the
//! recorder, the [`Film`], a progress view. The bench does not know how an agent thinks.

mod game;
mod guard;
mod land;
mod operator;
mod setup;

mod explore;
mod film;
mod journey;
mod replay;
mod round;

mod kept;
mod series;

pub mod check;

pub use explore::{Explored, Venture, explore};
pub use film::{Film, write_png};
pub use game::play;
pub use journey::page;
pub use land::Land;
pub use operator::lacks;
pub use replay::{Replayed, replay};
pub use round::Round;
pub use series::{Match, Series};
pub use setup::Setup;
