//! The log: into `logs/anima.log`, and from `info` up into the game's own.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Once, Weak};
use std::time::SystemTime;

use parking_lot::Mutex;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_appender::non_blocking::{NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

/// Bytes of a log file before the next one is begun.
const SIZE: u64 = 4 << 20;
/// How many old files are kept beside the newest.
const KEPT: u32 = 4;
/// How many clients may write logs in one folder at the same time.
const CLIENTS: u32 = 16;
/// Lines that wait for the game's log; older ones are dropped.
const WAITING: usize = 1000;

/// The open log of one session. When it is dropped all lines are written.
pub struct Log {
    sink: Arc<Sink>,
    _writer: Option<WorkerGuard>,
    problem: Option<String>,
}

struct Sink {
    file: Option<Mutex<NonBlocking>>,
    lines: Mutex<VecDeque<String>>,
}

/// Where lines go: to every open session, for the model's thread belongs to none in particular.
static SINKS: Mutex<Vec<Weak<Sink>>> = Mutex::new(Vec::new());

impl Log {
    /// Opens the log in the game's folder. Where it cannot be written only the game's log gets the lines.
    pub fn open(game: &Path) -> Log {
        let opened = LogFile::open(&game.join("logs"));
        let (file, guard, problem) = match opened {
            Ok(file) => {
                let (writer, guard) = NonBlockingBuilder::default().thread_name("anima-log").finish(file);
                (Some(Mutex::new(writer)), Some(guard), None)
            }
            Err(error) => (None, None, Some(format!("no log in {}: {error}", game.join("logs").display()))),
        };
        let sink = Arc::new(Sink { file, lines: Mutex::default() });
        SINKS.lock().push(Arc::downgrade(&sink));
        listen();
        Log { sink, _writer: guard, problem }
    }

    /// Why there is no log file, if there is none.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Takes the lines for the game's log, each with its level as first letter.
    pub fn take(&self) -> Vec<String> {
        self.sink.lines.lock().drain(..).collect()
    }

    /// Whether lines wait for the game's log.
    pub fn is_waiting(&self) -> bool {
        !self.sink.lines.lock().is_empty()
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        SINKS.lock().retain(|sink| sink.upgrade().is_some_and(|sink| !Arc::ptr_eq(&sink, &self.sink)));
    }
}

/// Makes every `tracing` event of ours a line, once in the process.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Another library of the process may have been first; then its lines are its own affair.
        drop(tracing_subscriber::registry().with(Lines).try_init());
    });
}

struct Lines;

impl<S: Subscriber> Layer<S> for Lines {
    fn enabled(&self, metadata: &tracing::Metadata<'_>, _: Context<'_, S>) -> bool {
        metadata.target().starts_with("anima") && *metadata.level() <= Level::DEBUG
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut text = Text::default();
        event.record(&mut text);
        let level = *event.metadata().level();
        let text = text.0;
        let line = format!("{} {level:5} {text}\n", stamp(SystemTime::now()));
        let sinks: Vec<Arc<Sink>> = SINKS.lock().iter().filter_map(Weak::upgrade).collect();
        for sink in sinks {
            if let Some(file) = &sink.file {
                // The writer's thread takes it from here; a full disk must not stop the game.
                drop(file.lock().write_all(line.as_bytes()));
            }
            if level <= Level::INFO {
                let mut lines = sink.lines.lock();
                if lines.len() >= WAITING {
                    lines.pop_front();
                }
                let letter = &level.as_str()[..1];
                lines.push_back(format!("{letter}{text}"));
            }
        }
    }
}

/// The message and then the other fields.
#[derive(Default)]
struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        let written = match field.name() {
            "message" => write!(self.0, "{value:?}"),
            name => write!(self.0, " {name}={value:?}"),
        };
        written.expect("writing to a string does not fail");
    }
}

/// `2026-11-21 16:44:28.123`, in UTC.
fn stamp(now: SystemTime) -> String {
    let since = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let (seconds, millis) = (since.as_secs(), since.subsec_millis());
    let (year, month, day) = date_of((seconds / 86_400) as i64);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}.{millis:03}")
}

/// Year, month and day of a day counted from 1970-01-01, by the rule that the year begins in March.
fn date_of(day: i64) -> (i64, i64, i64) {
    let day = day + 719_468;
    let era = day.div_euclid(146_097);
    let of_era = day.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let in_year = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(in_year <= 2), in_year, of_year - (153 * month + 2) / 5 + 1)
}

/// A log file that begins anew when it has grown, and keeps some of the old ones: `anima.log`, `anima.1.log` ...
struct LogFile {
    path: PathBuf,
    file: File,
    size: u64,
    /// Held for as long as the log is open, so that another client takes another name.
    _lock: File,
}

impl LogFile {
    /// Opens the first log of a folder that no other client writes.
    fn open(folder: &Path) -> io::Result<LogFile> {
        fs::create_dir_all(folder)?;
        for client in 1..=CLIENTS {
            let stem = if client == 1 { "anima".to_owned() } else { format!("anima-{client}") };
            let lock = OpenOptions::new()
                .create(true)
                .truncate(false)
                .write(true)
                .open(folder.join(format!(".{stem}.lock")))?;
            match lock.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => continue,
                Err(TryLockError::Error(error)) => return Err(error),
            }
            let path = folder.join(format!("{stem}.log"));
            rotate(&path)?;
            let file = OpenOptions::new().create(true).append(true).open(&path)?;
            return Ok(LogFile { size: file.metadata()?.len(), path, file, _lock: lock });
        }
        Err(io::Error::other(format!("{CLIENTS} other clients write logs there")))
    }
}

/// Makes room for a new file by renaming the old ones.
fn rotate(path: &Path) -> io::Result<()> {
    let numbered = |number: u32| match number {
        0 => path.to_owned(),
        number => path.with_extension(format!("{number}.log")),
    };
    for number in (0..KEPT).rev() {
        let from = numbered(number);
        if from.exists() {
            fs::rename(from, numbered(number + 1))?;
        }
    }
    Ok(())
}

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.size >= SIZE {
            // If the old file cannot be moved away it goes on growing, which is better than no log.
            if rotate(&self.path).is_ok() {
                self.file = OpenOptions::new().create(true).append(true).open(&self.path)?;
            }
            self.size = 0;
        }
        let written = self.file.write(bytes)?;
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn stamps_are_dates() {
        let stamp = |seconds: u64| stamp(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(stamp(0), "1970-01-01 00:00:00.000");
        assert_eq!(stamp(951_782_400), "2000-02-29 00:00:00.000");
        assert_eq!(stamp(1_795_279_468), "2026-11-21 16:44:28.000");
    }

    #[test]
    fn lines_reach_the_file_and_the_game() {
        let folder = tempfile::tempdir().unwrap();
        let log = Log::open(folder.path());
        tracing::info!(tick = 7, "said so");
        tracing::debug!("whispered so");
        assert!(log.is_waiting());
        assert!(log.take().iter().any(|line| line == "Isaid so tick=7"));
        drop(log);
        let text = fs::read_to_string(folder.path().join("logs/anima.log")).unwrap();
        assert!(text.contains("INFO  said so tick=7\n") && text.contains("DEBUG whispered so\n"), "{text}");
    }

    #[test]
    fn two_clients_write_two_logs_and_old_ones_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let logs = folder.path().join("logs");
        let mut first = LogFile::open(&logs).unwrap();
        let second = LogFile::open(&logs).unwrap();
        assert!(first.path.ends_with("anima.log") && second.path.ends_with("anima-2.log"));
        first.size = SIZE;
        first.write_all(b"new\n").unwrap();
        assert_eq!(fs::read_to_string(logs.join("anima.log")).unwrap(), "new\n");
        assert!(logs.join("anima.1.log").exists());
        drop(first);
        let again = LogFile::open(&logs).unwrap();
        assert!(again.path.ends_with("anima.log"));
        for _ in 0..10 {
            rotate(&again.path).unwrap();
            fs::write(&again.path, "x").unwrap();
        }
        assert!(!logs.join(format!("anima.{}.log", KEPT + 1)).exists());
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_a_problem_told() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("logs"), "a file").unwrap();
        let log = Log::open(folder.path());
        assert!(log.problem().is_some_and(|text| text.contains("logs")));
    }
}
