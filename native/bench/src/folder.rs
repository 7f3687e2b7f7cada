//! Where a run of a suite is kept: a folder of its own, which nothing overwrites.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result};
use serde::Serialize;

use crate::file::slug;
use crate::{Machine, Memory, Versions};

/// A new folder for a run.
///
/// `rows.jsonl` (a line a game), `report.json`, `settings.toml` and the records under `records/` say the same for
/// the same games; wall time, machine, paths and date stand in `run.json`.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
}

/// What is true of one run only: when, where and how fast. Kept beside records, never in them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunFacts {
    /// The command line.
    pub command: Vec<String>,
    /// When it began, in UTC.
    pub started: String,
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
                Ok(()) => return Ok(RunFolder { path }),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error).with_context(|| format!("making the folder {}", path.display())),
            }
        }
        unreachable!("the names never end")
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a whole file into it.
    ///
    /// # Errors
    /// Names the file.
    pub fn write(&self, name: &str, text: &str) -> Result<()> {
        let path = self.path.join(name);
        fs::write(&path, text).with_context(|| format!("writing {}", path.display()))
    }

    /// Begins the record of a game.
    ///
    /// # Errors
    /// Names the file.
    pub(crate) fn record(&self, task: &str, seed: i64) -> Result<BufWriter<File>> {
        let folder = self.path.join("records").join(slug(task));
        fs::create_dir_all(&folder).with_context(|| format!("making the folder {}", folder.display()))?;
        self.begin(&folder.join(format!("{seed}.jsonl")))
    }

    /// Begins the file of rows.
    ///
    /// # Errors
    /// Names the file.
    pub(crate) fn rows(&self) -> Result<BufWriter<File>> {
        self.begin(&self.path.join("rows.jsonl"))
    }

    fn begin(&self, path: &Path) -> Result<BufWriter<File>> {
        let file = File::create_new(path).with_context(|| format!("writing {}", path.display()))?;
        Ok(BufWriter::new(file))
    }
}

/// Writes a value as one line.
pub(crate) fn write_line(writer: &mut impl Write, value: &impl Serialize) -> std::io::Result<()> {
    serde_json::to_writer(&mut *writer, value)?;
    writer.write_all(b"\n")
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
}
