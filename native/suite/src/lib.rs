//! What both hosts need of a benchmark: suites and their tasks, records, statistics.
//!
//! A [`Suite`] is a file of tasks; a [`Scenario`] says as data what an operator sets for one. A game begins as a [`Start`]
//! tells and ends with an [`End`], which a judge of the world alone decides; a [`Recorder`] writes it down, a [`Row`] sums it
//! up. A [`RunFolder`] keeps the rows of a run so that it can be played on, put together from shards ([`merge`]), compared
//! ([`Comparison`]) and told ([`Report`], [`page`]); an [`Ablation`] is a suite that agents play which differ in their switches,
//! and a [`Table`] tells what came of it. Nothing here knows in which world a game is played.

mod ablation;
mod compare;
mod end;
mod file;
mod folder;
mod goal;
mod groups;
mod kept;
mod machine;
mod merge;
mod page;
mod places;
mod record;
mod report;
mod restore;
mod rows;
mod scenario;
mod settings;
mod shard;
mod start;
mod statistics;
mod suite;
mod table;
mod used;
mod witness;

pub use ablation::{Ablation, Cell, Learning, Scripted};
pub use compare::{Comparison, TaskComparison};
pub use end::{Counted, End, Held, Outcome, Pressings, Why, carried};
pub use file::slug;
pub use folder::{FACTS, RunFacts, RunFolder, date, record_path};
pub use goal::Blueprints;
pub use groups::{Group, WorldWide, groups};
pub use kept::{Beside, OnServer, Resolved, ResolvedTask, SERIES, SETTINGS, ensure_kept};
pub use machine::{Machine, Memory, free_gib};
pub use merge::merge;
pub use page::{Journey, Picture, Recorded, page};
pub use places::{APART, Border, Candidate, Places};
pub use record::{ActLine, ActState, Entry, Happening, Line, Pressed, Recorder};
pub use report::{Report, RoundReport, Row, TaskReport};
pub use restore::{Before, Journal, Left};
pub use rows::{Ledger, Played, ROWS, lines, read_rows};
pub use scenario::{Arena, Carried, Exploration, OnDeath, Part, Rounds, Scenario};
pub use settings::{MOST_LATENCY, Settings, WorldSettings};
pub use shard::{Games, Shard};
pub use start::{ServerBody, Start, Versions};
pub use statistics::{median, percentile, wilson};
pub use suite::{MOST_TICKS, Suite, TICKS, Task, check_position, game_seed};
pub use table::{Measure, Standing, Table};
pub use used::places_used;
pub use witness::Witness;
