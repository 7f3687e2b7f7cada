//! Games, suites of them, their records, and the conformance check.
//!
//! A game ([`Setup`], [`play()`]) is a world and an agent, ticked until the agent is done or the limit is reached;
//! the world's own state decides whether it was won. Anything that looks on is a [`Witness`]: the [`Recorder`], the
//! [`Film`], a progress view. The bench does not know how an agent thinks.

mod settings;
mod setup;

mod end;
mod game;
mod goal;
mod guard;
mod land;
mod witness;

mod film;
mod record;
mod replay;
mod scenario;

mod compare;
mod folder;
mod kept;
mod machine;
mod merge;
mod page;
mod report;
mod rows;
mod series;
mod shard;
mod statistics;
mod suite;

pub mod check;
mod file;

pub use compare::{Comparison, TaskComparison};
pub use end::{End, Held, Outcome, Why, carried};
pub use film::{Film, write_png};
pub use folder::{RunFacts, RunFolder, date};
pub use game::play;
pub use goal::Blueprints;
pub use land::Land;
pub use machine::{Machine, Memory, free_gib};
pub use merge::merge;
pub use page::page;
pub use record::{ActLine, ActState, Entry, Happening, Line, Pressed, Recorder};
pub use replay::{Replayed, replay};
pub use report::{Report, Row, TaskReport};
pub use rows::read_rows;
pub use scenario::{Arena, Carried, OnDeath, Part, Scenario};
pub use series::{Match, Played, Series};
pub use settings::{MOST_LATENCY, Settings, WorldSettings};
pub use setup::{Setup, Start, Versions};
pub use shard::Shard;
pub use statistics::{median, percentile, wilson};
pub use suite::{MOST_TICKS, Suite, TICKS, Task, check_position, game_seed};
pub use witness::Witness;
