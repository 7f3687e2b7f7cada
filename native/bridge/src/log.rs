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

use crate::plain::plain;

/// Bytes of a log file before the next one is begun.
const SIZE: u64 = 4 << 20;
/// How many old files are kept beside the newest.
const KEPT: u32 = 4;
/// How many clients may write logs in one folder at the same time.
const CLIENTS: u32 = 16;
/// Most bytes of lines that wait for the game's log; the oldest are dropped.
const WAITING_BYTES: usize = 256 << 10;
/// Most lines that wait for the disk, and so some 4 MiB; the newest are dropped.
const WAITING_LINES: usize = 1024;
/// Characters of a line that are kept.
const LONGEST: usize = 4000;
/// Characters of each call that led to a panic, and how many of these lines are kept.
const CALL: usize = 300;
const CALLS: usize = 400;

/// The field that holds what led to a panic: the only thing that takes more than a line.
const CALLS_FIELD: &str = "calls";

/// The open log of one host. When it is dropped all lines are written.
pub struct Log {
    sink: Arc<Sink>,
    _writer: Option<WorkerGuard>,
    problem: Option<String>,
}

struct Sink {
    file: Option<Mutex<ToFile>>,
    lines: Mutex<Waiting>,
}

/// Lines on the way to the file.
struct ToFile {
    writer: NonBlocking,
    /// How many were dropped, as far as was said.
    dropped: usize,
}

impl ToFile {
    /// The writer's thread takes it from here; a full disk must not stop the game.
    fn write(&mut self, lines: &str) {
        let dropped = self.writer.error_counter().dropped_lines();
        if dropped > self.dropped && self.writer.write_all(too_many(dropped - self.dropped).as_bytes()).is_ok() {
            // The note of it may have been dropped, too; then it is counted, and said the next time.
            self.dropped = dropped;
        }
        drop(self.writer.write_all(lines.as_bytes()));
    }
}

/// Says that lines are missing.
fn too_many(count: usize) -> String {
    format!("{} WARN  {count} lines are missing here: more came than could be written\n", stamp(SystemTime::now()))
}

/// Lines that wait for the game's log, each with its level as first letter.
#[derive(Default)]
struct Waiting {
    lines: VecDeque<String>,
    bytes: usize,
    dropped: usize,
}

impl Waiting {
    fn push(&mut self, line: String) {
        self.bytes += size_of::<String>() + line.len();
        self.lines.push_back(line);
        while self.bytes > WAITING_BYTES
            && let Some(oldest) = self.lines.pop_front()
        {
            self.bytes -= size_of::<String>() + oldest.len();
            self.dropped += 1;
        }
    }

    fn take(&mut self) -> Vec<String> {
        let Waiting { lines, dropped, .. } = std::mem::take(self);
        let missing = (dropped > 0).then(|| format!("W{dropped} lines are missing here: they are in logs/anima.log"));
        missing.into_iter().chain(lines).collect()
    }
}

/// Where lines go: to every open host, for the model's thread belongs to none in particular.
static SINKS: Mutex<Vec<Weak<Sink>>> = Mutex::new(Vec::new());

impl Log {
    /// Opens the log in the game's folder. Where it cannot be written only the game's log gets the lines.
    pub fn open(game: &Path) -> Log {
        let opened = LogFile::open(&game.join("logs"));
        let (file, guard, problem) = match opened {
            Ok(file) => {
                let builder = NonBlockingBuilder::default().thread_name("anima-log");
                let (writer, guard) = builder.buffered_lines_limit(WAITING_LINES).finish(file);
                (Some(Mutex::new(ToFile { writer, dropped: 0 })), Some(guard), None)
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
        self.sink.lines.lock().take()
    }

    /// Whether lines wait for the game's log.
    pub fn is_waiting(&self) -> bool {
        !self.sink.lines.lock().lines.is_empty()
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
        // Whatever is in it, an event is one line.
        let line = plain(&text.line, LONGEST);
        let mut lines = format!("{} {level:5} {line}\n", stamp(SystemTime::now()));
        for call in text.calls.lines().take(CALLS) {
            writeln!(lines, "    | {}", plain(call, CALL)).expect("writing to a string does not fail");
        }
        let sinks: Vec<Arc<Sink>> = SINKS.lock().iter().filter_map(Weak::upgrade).collect();
        for sink in sinks {
            if let Some(file) = &sink.file {
                file.lock().write(&lines);
            }
            if level <= Level::INFO {
                let letter = &level.as_str()[..1];
                sink.lines.lock().push(format!("{letter}{line}"));
            }
        }
    }
}

/// What an event says.
#[derive(Default)]
struct Text {
    /// The message and then the other fields.
    line: String,
    /// What led to a panic, a line for each call.
    calls: String,
}

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        let written = match field.name() {
            "message" => write!(self.line, "{value:?}"),
            CALLS_FIELD => write!(self.calls, "{value:?}"),
            name => write!(self.line, " {name}={value:?}"),
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
    fn no_text_in_it_forges_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let log = Log::open(folder.path());
        let forged = "2026-11-26 00:00:00.000 ERROR all is lost";
        let evil = format!("Anna fell\r\n{forged}\u{2028}{forged}\u{85}\u{202e}{}", "x".repeat(100_000));
        tracing::warn!(killer = %evil, "died of: {evil}");
        tracing::error!(calls = %format!("one\ntwo\r{forged}\n{forged}"), "panic: {evil}");
        let game = log.take();
        assert!(game.iter().all(|line| !line.contains(['\n', '\r', '\u{2028}'])), "{game:?}");
        drop(log);
        let text = fs::read_to_string(folder.path().join("logs/anima.log")).unwrap();
        let of_test: Vec<&str> =
            text.split(['\n', '\r', '\u{2028}', '\u{85}']).filter(|line| line.contains("lost")).collect();
        assert!(of_test.len() == 4 && of_test.iter().all(|line| !line.starts_with(forged)), "{of_test:#?}");
        assert!(of_test.iter().all(|line| line.len() < LONGEST + 100 && !line.contains('\u{202e}')));
        assert!(text.contains("\n    | one\n    | two 2026"), "{text}");
    }

    #[test]
    fn what_waits_for_the_games_log_has_a_bound() {
        let mut waiting = Waiting::default();
        for number in 0..20_000 {
            waiting.push(format!("I{number} {}", "x".repeat(number % 300)));
            assert!(waiting.bytes <= WAITING_BYTES);
        }
        let taken = waiting.take();
        let kept = taken.len() - 1;
        assert_eq!(taken[0], format!("W{} lines are missing here: they are in logs/anima.log", 20_000 - kept));
        assert!(kept > 1000 && taken[kept].starts_with("I19999 "), "{kept}");
        assert!(waiting.take().is_empty());
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
