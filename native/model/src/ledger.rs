//! What calls, tokens and money were spent, and that no cap is passed.
//!
//! One file a day (UTC), shared by all processes that name the same folder. A call takes down its worst case, under the
//! file's lock, before it is sent, and what it really took when its answer is there; one that was killed in between
//! stays as reserved. A line that a killed process left unfinished was never followed by a call: it counts nothing.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::Error;

/// Seconds of a day.
const DAY: u64 = 86_400;

/// Calls, tokens and money.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Requests sent, repeated ones too.
    pub calls: u64,
    /// Tokens of requests and answers.
    pub tokens: u64,
    /// In the money of the price.
    pub money: f64,
    /// Milliseconds until the answers were there: of what was asked, not in the books.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub millis: u64,
}

fn is_zero(millis: &u64) -> bool {
    *millis == 0
}

impl Spent {
    /// What was spent since then.
    pub(crate) fn since(self, before: Spent) -> Spent {
        Spent {
            calls: self.calls - before.calls,
            tokens: self.tokens.saturating_sub(before.tokens),
            money: self.money - before.money,
            millis: self.millis - before.millis,
        }
    }

    fn plus(self, other: Spent) -> Spent {
        Spent {
            calls: self.calls + other.calls,
            tokens: self.tokens + other.tokens,
            money: self.money + other.money,
            millis: self.millis + other.millis,
        }
    }
}

/// The most that may be spent; `None` where nothing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cap {
    /// Requests.
    pub calls: Option<u64>,
    /// Tokens.
    pub tokens: Option<u64>,
    /// Money.
    pub money: Option<f64>,
}

impl Cap {
    /// Says which of the caps would be passed; `of` is what they are caps of.
    fn check(&self, of: &str, spent: Spent, worst: Spent) -> Result<(), Error> {
        let after = spent.plus(worst);
        let passed = |what: &str, spent: &dyn fmt::Display, limit: &dyn fmt::Display, worst: &dyn fmt::Display| {
            Err(Error::Capped {
                cap: format!("{what}_per_{of}"),
                spent: spent.to_string(),
                limit: limit.to_string(),
                worst: worst.to_string(),
            })
        };
        if let Some(limit) = self.calls.filter(|limit| after.calls > *limit) {
            return passed("calls", &spent.calls, &limit, &worst.calls);
        }
        if let Some(limit) = self.tokens.filter(|limit| after.tokens > *limit) {
            return passed("tokens", &spent.tokens, &limit, &worst.tokens);
        }
        if let Some(limit) = self.money.filter(|limit| after.money > *limit) {
            return passed("money", &money(spent.money), &money(limit), &money(worst.money));
        }
        Ok(())
    }
}

/// A sum of money for a person: up to six digits behind the point, without the zeros at the end.
pub fn money(sum: f64) -> String {
    // What is given back leaves a trace below zero at times.
    let text = format!("{:.6}", sum.max(0.0));
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What a million tokens cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// Of the request.
    pub prompt: f64,
    /// Of the answer.
    pub answer: f64,
}

impl Price {
    /// The price of so many tokens.
    pub fn of(self, prompt: u64, answer: u64) -> f64 {
        (prompt as f64 * self.prompt + answer as f64 * self.answer) / 1e6
    }
}

/// What may be spent, and where it is counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Budget {
    /// The folder of the days' files; `None` counts in this process alone.
    pub folder: Option<PathBuf>,
    /// For one goal: all that one [`crate::Server`] asks.
    pub per_goal: Cap,
    /// For one day, by all who share the folder.
    pub per_day: Cap,
    /// What a million tokens cost, if somebody said.
    pub price: Option<Price>,
}

impl Budget {
    /// Refuses caps that cannot be kept.
    ///
    /// # Errors
    /// [`Error::NoPrice`].
    pub fn check(&self) -> Result<(), Error> {
        let caps = [("money_per_goal", self.per_goal.money), ("money_per_day", self.per_day.money)];
        match caps.into_iter().find(|(_, money)| money.is_some() && self.price.is_none()) {
            Some((cap, _)) => Err(Error::NoPrice { cap: cap.into() }),
            None => Ok(()),
        }
    }
}

/// A line of a day's file: what a call may take at most, or what it took.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line {
    /// Of the call.
    id: String,
    #[serde(flatten)]
    spent: Spent,
}

/// A call that was taken down before it is sent.
#[derive(Clone, Debug)]
pub struct Reserved {
    id: String,
    day: u64,
    worst: Spent,
}

/// The days' files of a folder.
#[derive(Debug)]
struct Books {
    folder: Option<PathBuf>,
    state: Mutex<Day>,
}

/// What is known of a day.
#[derive(Debug, Default)]
struct Day {
    /// Days since 1970.
    day: u64,
    /// Bytes of its file that were read.
    read: u64,
    calls: BTreeMap<String, Spent>,
    sum: Spent,
}

impl Day {
    fn take(&mut self, line: Line) {
        let before = self.calls.insert(line.id, line.spent).unwrap_or_default();
        self.sum = Spent {
            calls: self.sum.calls + line.spent.calls - before.calls,
            tokens: self.sum.tokens + line.spent.tokens - before.tokens,
            money: self.sum.money + line.spent.money - before.money,
            ..self.sum
        };
    }
}

/// Counts what one goal spends, and keeps its caps and those of the day.
#[derive(Debug)]
pub struct Ledger {
    budget: Budget,
    books: Arc<Books>,
    goal: Mutex<Spent>,
}

/// The number of the next call of this process.
static NEXT: AtomicU64 = AtomicU64::new(1);

impl Ledger {
    /// Opens the books of a budget.
    ///
    /// # Errors
    /// [`Error::NoPrice`], or [`Error::Ledger`] if the folder cannot be made.
    pub fn open(budget: Budget) -> Result<Ledger, Error> {
        budget.check()?;
        if let Some(folder) = &budget.folder {
            std::fs::create_dir_all(folder).map_err(|error| unusable(folder, &error))?;
        }
        let books = Books { folder: budget.folder.clone(), state: Mutex::default() };
        Ok(Ledger { budget, books: Arc::new(books), goal: Mutex::default() })
    }

    /// What the goal has spent or reserved.
    pub fn goal(&self) -> Spent {
        *self.goal.lock()
    }

    /// What the day of `now` has spent or reserved.
    ///
    /// # Errors
    /// [`Error::Ledger`].
    pub fn day(&self, now: SystemTime) -> Result<Spent, Error> {
        self.books.at(day_of(now), |day, _| Ok(day.sum))
    }

    /// What a call costs.
    fn cost(&self, prompt: u64, answer: u64) -> Spent {
        let money = self.budget.price.map_or(0.0, |price| price.of(prompt, answer));
        Spent { calls: 1, tokens: prompt + answer, money, millis: 0 }
    }

    /// Takes down what a call may take at most, if no cap can be passed by it.
    ///
    /// # Errors
    /// [`Error::Capped`], or [`Error::Ledger`].
    pub fn reserve(&self, prompt: u64, answer: u64, now: SystemTime) -> Result<Reserved, Error> {
        let worst = self.cost(prompt, answer);
        let mut goal = self.goal.lock();
        self.budget.per_goal.check("goal", *goal, worst)?;
        let started = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let id = format!("{}-{}-{started:x}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let reserved = Reserved { id, day: day_of(now), worst };
        self.books.at(reserved.day, |day, mut file| {
            self.budget.per_day.check("day", day.sum, worst)?;
            // Only what is on the disk before the call is sent counts after a crash of the machine.
            if let Some((file, path)) = &mut file {
                day.write(Some((file, path)), Line { id: reserved.id.clone(), spent: worst })?;
                return file.sync_data().map_err(|error| unusable(path, &error));
            }
            day.write(None, Line { id: reserved.id.clone(), spent: worst })
        })?;
        *goal = goal.plus(worst);
        Ok(reserved)
    }

    /// Takes down what a call really took. Counts that the server did not tell stay as reserved.
    ///
    /// # Errors
    /// [`Error::Ledger`].
    pub fn settle(&self, reserved: &Reserved, prompt: u64, answer: u64) -> Result<(), Error> {
        self.took(reserved, self.cost(prompt, answer))
    }

    /// Takes down that a call was never sent: there was no connection to send it over.
    ///
    /// # Errors
    /// [`Error::Ledger`].
    pub fn release(&self, reserved: &Reserved) -> Result<(), Error> {
        self.took(reserved, Spent::default())
    }

    fn took(&self, reserved: &Reserved, took: Spent) -> Result<(), Error> {
        let mut goal = self.goal.lock();
        let line = Line { id: reserved.id.clone(), spent: took };
        self.books.at(reserved.day, |day, file| day.write(file, line))?;
        *goal = Spent {
            calls: goal.calls - reserved.worst.calls + took.calls,
            tokens: goal.tokens - reserved.worst.tokens + took.tokens,
            money: goal.money - reserved.worst.money + took.money,
            ..*goal
        };
        Ok(())
    }
}

impl Books {
    /// Does something with a day as all processes have left it, while none of them changes it.
    fn at<T>(
        &self,
        day: u64,
        what: impl FnOnce(&mut Day, Option<(&mut File, &Path)>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut state = self.state.lock();
        if state.day != day {
            *state = Day { day, ..Day::default() };
        }
        let Some(folder) = &self.folder else { return what(&mut state, None) };
        let path = folder.join(format!("{}.jsonl", date(day)));
        let bad = |error: std::io::Error| unusable(&path, &error);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(bad)?;
        file.lock().map_err(bad)?;
        file.seek(SeekFrom::Start(state.read)).map_err(bad)?;
        let mut new = Vec::new();
        file.read_to_end(&mut new).map_err(bad)?;
        state.read_lines(&new, &mut file, &path)?;
        what(&mut state, Some((&mut file, &path)))
        // The lock goes with the file.
    }
}

impl Day {
    /// Takes in what others have written. A last line without its end is one that was never finished.
    fn read_lines(&mut self, new: &[u8], file: &mut File, path: &Path) -> Result<(), Error> {
        for line in new.split_inclusive(|byte| *byte == b'\n') {
            if !line.ends_with(b"\n") {
                // Nothing may be written behind it as part of the same line.
                file.write_all(b"\n").map_err(|error| unusable(path, &error))?;
                self.read += line.len() as u64 + 1;
                break;
            }
            self.read += line.len() as u64;
            if let Ok(line) = serde_json::from_slice::<Line>(line) {
                self.take(line);
            }
        }
        Ok(())
    }

    fn write(&mut self, file: Option<(&mut File, &Path)>, line: Line) -> Result<(), Error> {
        if let Some((file, path)) = file {
            let mut text = serde_json::to_string(&line).map_err(|error| unusable(path, &error))?;
            text.push('\n');
            file.write_all(text.as_bytes()).map_err(|error| unusable(path, &error))?;
            self.read += text.len() as u64;
        }
        self.take(line);
        Ok(())
    }
}

fn unusable(path: &Path, cause: &dyn fmt::Display) -> Error {
    Error::Ledger { path: path.display().to_string(), cause: cause.to_string() }
}

fn day_of(now: SystemTime) -> u64 {
    now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / DAY
}

/// A day as a date.
fn date(day: u64) -> String {
    let text = humantime::format_rfc3339_seconds(UNIX_EPOCH + std::time::Duration::from_secs(day * DAY)).to_string();
    text.chars().take("2026-11-26".len()).collect()
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    fn at(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(seconds)
    }

    fn budget(folder: &Path, tokens_per_day: u64) -> Budget {
        let per_day = Cap { tokens: Some(tokens_per_day), ..Cap::default() };
        Budget {
            folder: Some(folder.to_owned()),
            per_day,
            price: Some(Price { prompt: 2.0, answer: 10.0 }),
            ..Budget::default()
        }
    }

    #[test]
    fn a_call_counts_as_reserved_until_it_is_settled() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = Ledger::open(budget(folder.path(), 1_000_000)).unwrap();
        let reserved = ledger.reserve(1000, 100, at(10)).unwrap();
        assert_eq!(ledger.goal(), Spent { calls: 1, tokens: 1100, money: 0.003, millis: 0 });
        ledger.settle(&reserved, 500, 0).unwrap();
        assert_eq!(ledger.goal().tokens, 500);
        let other = Ledger::open(budget(folder.path(), 1_000_000)).unwrap();
        assert_eq!((other.day(at(20)).unwrap().tokens, other.goal().tokens), (500, 0));
        let reserved = other.reserve(1, 1, at(20)).unwrap();
        assert_eq!(ledger.day(at(20)).unwrap(), Spent { calls: 2, tokens: 502, money: 0.001 + 0.000012, millis: 0 });
        other.release(&reserved).unwrap();
        let Spent { calls, tokens, .. } = ledger.day(at(20)).unwrap();
        assert_eq!(
            [(calls, tokens), (other.goal().calls, other.goal().tokens)],
            [(1, 500), (0, 0)],
            "it was never sent"
        );
    }

    #[test]
    fn each_day_has_its_own_file_and_caps() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = Ledger::open(budget(folder.path(), 100)).unwrap();
        ledger.reserve(60, 0, at(DAY - 1)).unwrap();
        let error = ledger.reserve(60, 0, at(DAY - 1)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a call could pass the cap tokens_per_day: 60 of 100 are spent, and it may take 60"
        );
        ledger.reserve(60, 0, at(DAY)).unwrap();
        let mut names: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["1970-01-01.jsonl", "1970-01-02.jsonl"]);
    }

    #[test]
    fn a_line_that_a_killed_process_left_unfinished_counts_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = Ledger::open(budget(folder.path(), 1000)).unwrap();
        ledger.reserve(10, 0, at(1)).unwrap();
        let path = folder.path().join("1970-01-01.jsonl");
        let whole = std::fs::read(&path).unwrap();
        for cut in 0..whole.len() {
            std::fs::write(&path, [&whole[..], &whole[..cut]].concat()).unwrap();
            let ledger = Ledger::open(budget(folder.path(), 1000)).unwrap();
            ledger.reserve(20, 0, at(1)).unwrap();
            let again = Ledger::open(budget(folder.path(), 1000)).unwrap();
            assert_eq!((ledger.day(at(1)).unwrap().tokens, again.day(at(1)).unwrap().tokens), (30, 30), "{cut}");
        }
    }

    /// 200 workloads of 8 games at once that share a folder: each answers, is broken off or takes less than it might.
    #[test]
    fn no_workload_passes_a_cap() {
        for seed in 0..200 {
            let folder = tempfile::tempdir().unwrap();
            let mut dice = Pcg64::seed_from_u64(seed);
            let (per_day, per_goal) = (dice.random_range(100..3000), dice.random_range(50..800));
            let games: Vec<_> = (0..8u64)
                .map(|game| {
                    let budget = Budget {
                        per_goal: Cap { tokens: Some(per_goal), calls: Some(20), money: None },
                        ..budget(folder.path(), per_day)
                    };
                    thread::spawn(move || {
                        let ledger = Ledger::open(budget).unwrap();
                        let mut dice = Pcg64::seed_from_u64(seed * 8 + game);
                        for _ in 0..12 {
                            let (prompt, answer) = (dice.random_range(1..100), dice.random_range(1..50));
                            let Ok(reserved) = ledger.reserve(prompt, answer, at(5)) else { continue };
                            if dice.random_bool(0.7) {
                                let took = (dice.random_range(0..=prompt), dice.random_range(0..=answer));
                                ledger.settle(&reserved, took.0, took.1).unwrap();
                            }
                        }
                        assert!(ledger.goal().tokens <= per_goal && ledger.goal().calls <= 20);
                        ledger.goal()
                    })
                })
                .collect();
            let spent: u64 = games.into_iter().map(|game| game.join().unwrap().tokens).sum();
            let day = Ledger::open(budget(folder.path(), per_day)).unwrap().day(at(5)).unwrap();
            assert_eq!(day.tokens, spent);
            assert!(spent <= per_day, "{spent} of {per_day}");
        }
    }

    #[test]
    fn money_is_told_in_few_digits() {
        assert_eq!([-1e-17, 0.0, 0.002, 20.0, 0.000_858_299_999_9].map(money), ["0", "0", "0.002", "20", "0.000858"]);
        let per_goal = Cap { money: Some(0.003), ..Cap::default() };
        let price = Some(Price { prompt: 1.1, answer: 2.2 });
        let ledger = Ledger::open(Budget { per_goal, price, ..Budget::default() }).unwrap();
        ledger.reserve(1000, 100, at(1)).unwrap();
        let error = ledger.reserve(2000, 0, at(1)).unwrap_err().to_string();
        assert!(error.ends_with("0.00132 of 0.003 are spent, and it may take 0.0022"), "{error}");
    }

    #[test]
    fn a_folder_that_cannot_be_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let error = Ledger::open(budget(&file.join("in"), 1)).unwrap_err();
        assert!(error.to_string().starts_with(&format!("{}", file.join("in").display())), "{error}");
        assert!(error.hint().contains("spent under [model]"), "{}", error.hint());
    }
}
