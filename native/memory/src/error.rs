//! Why a store could not be used, and what to do about it.

use std::path::PathBuf;

use crate::Id;

/// Why a store could not be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nothing is there.
    #[error("there is no memory at {path}; `anima run --memory`, `anima learn` and `anima memory import` make one")]
    Absent {
        /// Where.
        path: PathBuf,
    },
    /// The file is something else.
    #[error("{path} is no memory of Anima ({cause}); name another file, or move this one away and a new one is made")]
    NoStore {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
    /// A later version of Anima has written it.
    #[error(
        "the memory {path} has version {found}, this Anima knows up to {known}: update Anima, or name another file"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The newest version known here.
        known: i64,
    },
    /// An earlier version has written it, and it may only be read.
    #[error(
        "the memory {path} has version {found} and must become {known}: open it once for writing, as `anima memory import` does"
    )]
    Older {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The version it must have.
        known: i64,
    },
    /// It may only be read.
    #[error("the memory {path} was opened for reading only")]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// There is no such episode.
    #[error("there is no episode {id} in {path}; it has {last}")]
    NoEpisode {
        /// The file.
        path: PathBuf,
        /// The number that was asked for.
        id: Id,
        /// How many there are.
        last: u64,
    },
    /// The episode was forgotten.
    #[error("episode {id} was forgotten: nothing is left of it but its number")]
    Forgotten {
        /// Its number.
        id: Id,
    },
    /// A row cannot be read.
    #[error("episode {id} in {path} is damaged ({cause}); `anima memory forget {id}` removes it")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Its number.
        id: Id,
        /// What is wrong with it.
        cause: String,
    },
    /// A line that is to be imported is none.
    #[error("line {line} is no line of an export ({cause}); nothing was imported")]
    Line {
        /// Which, from 1.
        line: usize,
        /// What is wrong with it.
        cause: String,
    },
    /// Others still read what is to be erased.
    #[error(
        "the memory {path} is being read by another process: what was forgotten is hidden, but not yet erased from the file; end that process and forget it again"
    )]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A picture model cannot be used.
    #[error(
        "the picture model cannot be used: {path} ({cause}); name a model in the ONNX format and ONNX Runtime's library, or none"
    )]
    Model {
        /// The model, or the library that runs it.
        path: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
    /// SQLite failed.
    #[error("the memory {path} cannot be used ({cause}){}", hint(.cause))]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        cause: rusqlite::Error,
    },
    /// Reading or writing beside the store failed.
    #[error("{what}")]
    Io {
        /// What was done.
        what: String,
        /// What the system says.
        #[source]
        cause: std::io::Error,
    },
    /// The thread that answers has ended.
    #[error("the memory was closed before it answered")]
    Stopped,
}

impl Error {
    /// Whether SQLite may not write where the store lies.
    pub(crate) fn is_of_place(&self) -> bool {
        use rusqlite::ErrorCode::{CannotOpen, ReadOnly};
        matches!(self, Error::Sqlite { cause, .. } if matches!(cause.sqlite_error_code(), Some(ReadOnly | CannotOpen)))
    }
}

/// What can be done about a failure of SQLite.
fn hint(cause: &rusqlite::Error) -> &'static str {
    use rusqlite::ErrorCode::{CannotOpen, DatabaseBusy, DatabaseCorrupt, DatabaseLocked, DiskFull, ReadOnly};
    match cause.sqlite_error_code() {
        Some(DatabaseBusy | DatabaseLocked) => ": another process is writing to it; try again",
        Some(DiskFull) => ": free some space",
        Some(ReadOnly | CannotOpen) => ": check that file and folder can be read and written",
        Some(DatabaseCorrupt) => ": it is damaged; `anima memory check` says where, `export` saves what can be read",
        _ => "",
    }
}
