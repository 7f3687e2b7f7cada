//! Where a run of a suite is kept: a folder of its own, which nothing overwrites.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, bail, ensure};
use serde::Serialize;

use crate::file::slug;
use crate::rows::ROWS;
use crate::{Beside, Machine, Memory, Versions};

/// The file whose lock says that a process plays in the folder. The system lets go of it when the process ends, however
/// it does.
const LOCK: &str = "lock";

/// The folder of a run, in which nobody else plays meanwhile.
///
/// `rows.jsonl` (a line a game), `report.json`, `settings.toml` and the records under `records/` say the same for
/// the same games; wall time, machine, paths and date stand in `run.json`, what else is needed to play on in
/// `series.json`.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    /// Locked as long as it is open.
    _lock: File,
}

/// The file of what is true of one run only: the last that a run writes.
pub const FACTS: &str = "run.json";

/// What is true of one run only: when, where and how fast. Kept beside records, never in them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunFacts {
    /// The command line.
    pub command: Vec<String>,
    /// When it began, in UTC.
    pub started: String,
    /// Games that were over when it began, played by a process that was ended; what is said of time and memory is of the
    /// others.
    pub resumed: usize,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Game ticks in a second, all games together.
    pub ticks_per_second: f64,
    /// Games played at once.
    pub jobs: usize,
    /// The folder it was called in.
    pub working_folder: PathBuf,
    /// Folders of the saves that were played on.
    pub saves: Vec<PathBuf>,
    /// Which program played.
    pub versions: Versions,
    /// On what.
    pub machine: Machine,
    /// What it took of memory.
    pub memory: Memory,
}

impl RunFacts {
    /// Writes the facts into a file.
    ///
    /// # Errors
    /// Names the file.
    pub fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self).context("writing the facts of the run")?;
        fs::write(path, text + "\n").with_context(|| format!("writing {}", path.display()))
    }
}

/// A time as reports show it, in UTC.
pub fn date(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(time).to_string()
}

impl RunFolder {
    /// Makes a folder named by date and suite below `out`, and never one that is there.
    ///
    /// # Errors
    /// If no folder can be made there.
    pub fn create(out: &Path, suite: &str, started: SystemTime) -> Result<RunFolder> {
        fs::create_dir_all(out).with_context(|| format!("making the folder {}", out.display()))?;
        let name = format!("{}-{}", date(started).trim_end_matches('Z').replace(':', "-"), slug(suite));
        let names = (1..).map(|n| if n == 1 { name.clone() } else { format!("{name}-{n}") });
        for name in names {
            let path = out.join(name);
            match fs::create_dir(&path) {
                Ok(()) => return RunFolder::locked(path),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error).with_context(|| format!("making the folder {}", path.display())),
            }
        }
        unreachable!("the names never end")
    }

    /// The folder of a run that began, to play on in it.
    ///
    /// # Errors
    /// If it is not there, no run began in it, or another process plays in it.
    pub fn open(path: &Path) -> Result<RunFolder> {
        ensure!(path.is_dir(), "there is no folder {}; give that of a run, such as records/DATE-SUITE", path.display());
        // Where nothing is played on nothing is written either, not even the lock.
        Beside::read(path)?;
        RunFolder::locked(path.to_owned())
    }

    fn locked(path: PathBuf) -> Result<RunFolder> {
        let file = path.join(LOCK);
        let named = || format!("locking {}", file.display());
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(&file).with_context(named)?;
        match lock.try_lock() {
            Ok(()) => Ok(RunFolder { path, _lock: lock }),
            Err(TryLockError::WouldBlock) => bail!(
                "another process plays in {} ({LOCK} is locked); wait until it has ended, or end it first",
                path.display()
            ),
            Err(TryLockError::Error(error)) => Err(error).with_context(named),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a whole file into it; whoever is ended meanwhile leaves the file as it was.
    ///
    /// # Errors
    /// Names the file.
    pub fn write(&self, name: &str, text: &str) -> Result<()> {
        let (path, new) = (self.path.join(name), self.path.join(format!("{name}.new")));
        let written = fs::write(&new, text).and_then(|()| fs::rename(&new, &path));
        written.with_context(|| format!("writing {}", path.display()))
    }

    /// Begins the record of a game, in place of one that breaks off.
    ///
    /// # Errors
    /// Names the file.
    pub fn record(&self, task: &str, seed: i64) -> Result<BufWriter<File>> {
        let path = record_path(&self.path, task, seed);
        let folder = path.parent().unwrap_or(&self.path);
        fs::create_dir_all(folder).with_context(|| format!("making the folder {}", folder.display()))?;
        Ok(BufWriter::new(File::create(&path).with_context(|| format!("writing {}", path.display()))?))
    }

    /// The file of rows, to write more of them at its end.
    ///
    /// # Errors
    /// Names the file.
    pub(crate) fn rows(&self) -> Result<File> {
        let path = self.path.join(ROWS);
        let file = OpenOptions::new().append(true).create(true).open(&path);
        file.with_context(|| format!("writing {}", path.display()))
    }
}

/// Where the record of a game lies in a run's folder.
pub fn record_path(run: &Path, task: &str, seed: i64) -> PathBuf {
    run.join("records").join(slug(task)).join(format!("{seed}.jsonl"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_runs_at_once_get_two_folders() {
        let out = tempfile::tempdir().unwrap();
        let started = SystemTime::UNIX_EPOCH;
        let names: Vec<_> = (0..3)
            .map(|_| {
                let folder = RunFolder::create(out.path(), "first", started).unwrap();
                folder.path().file_name().unwrap().to_string_lossy().into_owned()
            })
            .collect();
        assert_eq!(names, ["1970-01-01T00-00-00-first", "1970-01-01T00-00-00-first-2", "1970-01-01T00-00-00-first-3"]);
    }

    #[test]
    fn one_process_at_a_time_plays_in_a_folder() {
        let out = tempfile::tempdir().unwrap();
        let first = RunFolder::create(out.path(), "first", SystemTime::UNIX_EPOCH).unwrap();
        let path = first.path().to_owned();
        first.write("series.json", &serde_json::to_string(&Beside::default()).unwrap()).unwrap();
        let error = RunFolder::open(&path).unwrap_err().to_string();
        assert!(error.contains("another process plays in") && error.contains("1970-01-01"), "{error}");
        drop(first);
        assert!(RunFolder::open(&path).is_ok());
        let error = RunFolder::open(&out.path().join("none")).unwrap_err().to_string();
        assert!(error.contains("no folder") && error.contains("none"), "{error}");
        let error = RunFolder::open(out.path()).unwrap_err().to_string();
        assert!(error.contains("series.json is not there"), "{error}");
        assert_eq!(fs::read_dir(out.path()).unwrap().count(), 1, "nothing is written where no run began");
    }

    #[test]
    fn a_file_is_written_whole_or_not_at_all() {
        let out = tempfile::tempdir().unwrap();
        let folder = RunFolder::create(out.path(), "first", SystemTime::UNIX_EPOCH).unwrap();
        folder.write("report.json", "{}").unwrap();
        // What a process that was ended left behind is in nobody's way.
        fs::write(folder.path().join("report.json.new"), "{\"suite\": \"a much longer te").unwrap();
        folder.write("report.json", "[]").unwrap();
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!((names.len(), fs::read_to_string(folder.path().join("report.json")).unwrap()), (2, "[]".into()));
    }
}
