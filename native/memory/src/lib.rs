//! Episodes in one SQLite file, and the views that minds recall from.
//!
//! An [`Episode`] is one pursuit of a goal: what was wanted, how things were, what was planned and done, what came of it.
//! Episodes are only added, numbered from 1; one that is forgotten leaves its number and nothing else.
//!
//! | Query | Tells | For |
//! | --- | --- | --- |
//! | [`References`] | plans that have reached a goal, at most five, put together when they are more, demoted after failures | GITM |
//! | [`Durations`] | how many steps something takes, in 16 classes | DEPS |
//! | [`Entries`] | plans that worked for a task and its sub-goals, by text and by look | JARVIS-1 |
//! | [`Progress`] | what was achieved, what was tried in vain | ODYSSEY |
//!
//! Recalling waits as a model call does: [`Memory::recall`] and [`Snapshot::recall`] give a [`Recalling`] to poll, which a
//! thread of the memory answers. The games of a round recall from one [`Snapshot`], and what they have learnt is merged in
//! their order: how many are played at once changes nothing. The same question to the same episodes has the same answer;
//! where two are equally good, the newer comes first.

mod act;
mod archive;
mod check;
mod circumstances;
mod durations;
mod embedding;
mod entries;
mod episode;
mod error;
mod forget;
mod index;
mod list;
mod memory;
mod notebook;
#[cfg(feature = "onnx")]
mod onnx;
mod picture;
mod progress;
mod recalling;
mod references;
mod rounds;
mod row;
mod schema;
mod store;
mod view;
mod words;

pub use act::{ActData, Amount};
pub use archive::{Exported, Imported};
pub use check::Checked;
pub use durations::{CLASSES, Durations, FoundDurations, middle, step_class};
pub use embedding::{Embedding, Eye};
pub use entries::{Entries, Entry, FoundEntries, Mode, Sight};
pub use episode::{
    Circumstances, Episode, Executed, Failure, Id, LONGEST, MOST_ACTS, MOST_KINDS, MOST_USED, Origin, Outcome, Sighted,
};
pub use error::Error;
pub use list::Listed;
pub use memory::{Memory, Snapshot};
pub use notebook::Notebook;
#[cfg(feature = "onnx")]
pub use onnx::Onnx;
pub use picture::{Picture, small_jpeg};
pub use progress::{FoundProgress, Progress, Pursued};
pub use recalling::Recalling;
pub use references::{FoundReferences, Nearness, Reference, References};
pub use view::{Query, View};
pub use words::class_of;
