//! A suite played on a server, by bodies that are the server's own.
//!
//! A [`Session`] decides everything: which games, where, by which settings, when each begins and how it ended. The server
//! carries out one [`Order`] after another and answers; what it shows of its bodies they are told as always, and a
//! [`Game`] looks on.

mod game;
mod opening;
mod operator;
mod orders;
mod restore;
mod run;
mod session;
mod slot;

pub use game::Game;
pub use opening::{Options, Server};
pub use operator::difficulty;
pub use orders::{Answer, Order};
pub use run::report;
pub use session::Session;
