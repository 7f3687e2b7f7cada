//! What is shown while games are played, on standard error.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anima_agent::{Life, Note, Status};
use anima_body::{Control, Event, Observation};
use anima_suite::{End, Outcome, Row, Start, Witness, carried};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output;

/// Between two looks at the clock, in ticks.
const GLANCE: u64 = 8;
/// Between two updates of the live view.
const LIVE: Duration = Duration::from_millis(100);
/// Between two plain lines that only say how far it is.
const PLAIN: Duration = Duration::from_secs(5);
/// Ticks between two looks at what the inventory has gained and lost.
const LEDGER: u64 = 20;
/// Warnings that are shown one by one.
const WARNINGS: usize = 5;
/// Steps of the plan that are shown.
const ACTS: usize = 12;

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Not at all.
    None,
    /// Line by line.
    Plain,
    /// A view that is drawn anew in place.
    Live,
}

impl View {
    /// What standard error can show.
    pub fn of_stderr() -> View {
        if std::io::stderr().is_terminal() { View::Live } else { View::Plain }
    }
}

/// Shows one game: the plan, the step at work, ticks, health, and what the inventory gains and loses.
pub struct Progress {
    view: View,
    bar: ProgressBar,
    clock: Instant,
    shown: Instant,
    limit: u64,
    tick: u64,
    body: String,
    carried: BTreeMap<String, u32>,
    warnings: usize,
    /// The folder of the recorded run whose answers are given again.
    replay: Option<PathBuf>,
    has_left_replay: bool,
}

impl Progress {
    /// A view that shows nothing yet.
    pub fn new(view: View) -> Progress {
        let now = Instant::now();
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let carried = BTreeMap::new();
        let (body, replay) = (String::new(), None);
        let (limit, tick, warnings) = (0, 0, 0);
        Progress {
            view,
            bar,
            clock: now,
            shown: now,
            limit,
            tick,
            body,
            carried,
            warnings,
            replay,
            has_left_replay: false,
        }
    }

    /// The same of a game whose model answers as it did in the run that is recorded in a folder, if one is given.
    pub fn replaying(self, replay: Option<PathBuf>) -> Progress {
        Progress { replay, ..self }
    }

    /// What to tell at the end of a game that is not the recorded one: something else was asked than there.
    pub fn left_replay(&self) -> Option<String> {
        let folder = self.replay.as_ref().filter(|_| self.has_left_replay)?.display();
        Some(format!(
            "warning: this is not the game that {folder} holds: something else was asked, and the model answered no more"
        ))
    }

    /// Says something that stays.
    fn say(&self, text: &str) {
        match self.view {
            View::None => {}
            View::Plain => output::remark(format_args!("[{:>6}] {text}", self.tick)),
            View::Live => self.bar.println(format!("[{:>6}] {text}", self.tick)),
        }
    }

    /// Shows where it is, if it is time to.
    fn glance(&mut self, life: &Life) {
        let pause = if self.view == View::Live { LIVE } else { PLAIN };
        if self.view == View::None || self.shown.elapsed() < pause {
            return;
        }
        self.shown = Instant::now();
        let status = life.status();
        match self.view {
            View::None => {}
            View::Plain => {
                let doing = if status.thinking { "thinking" } else { status.act.as_deref().unwrap_or("between acts") };
                self.say(&format!("{}, {doing}", self.how_far()));
            }
            View::Live => {
                self.bar.set_position(self.tick);
                self.bar.set_message(format!("{}\n  {}", tree(&status), self.how_far()));
            }
        }
    }

    fn how_far(&self) -> String {
        let speed = self.tick as f64 / self.clock.elapsed().as_secs_f64().max(1e-3);
        format!("{} of {} ticks, {speed:.0} ticks/s, {}", self.tick, self.limit, self.body)
    }

    /// Says what the inventory has gained and lost.
    fn say_changes(&mut self, seen: &Observation) {
        let now = carried(&seen.inventory);
        let changes = changes(&self.carried, &now);
        if !changes.is_empty() {
            self.say(&changes);
        }
        self.carried = now;
    }
}

impl Witness for Progress {
    fn begins(&mut self, start: &Start) {
        self.clock = Instant::now();
        self.limit = start.limit;
        let by = start.model.as_ref().map(|model| format!(", planned by {model}")).unwrap_or_default();
        if self.view == View::Live {
            let style = ProgressStyle::with_template("{msg}\n  {bar:40} {percent}%")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            self.bar = ProgressBar::new(start.limit).with_style(style);
        }
        self.say(&format!(
            "{}, world {}, seed {}, {} ticks, perception {}{by}",
            start.wanted, start.world, start.seed, start.limit, start.perception
        ));
    }

    fn sees(&mut self, seen: &Observation) {
        self.tick = seen.tick;
        if self.view == View::None {
            return;
        }
        for event in seen.events.iter() {
            if let Event::Died { message } = event {
                self.say(&format!("died: {message}"));
            }
        }
        if seen.tick.is_multiple_of(LEDGER) {
            self.body =
                format!("health {:.0}, food {}, y {:.0}", seen.player.health, seen.player.food, seen.player.pos.y);
            self.say_changes(seen);
        }
    }

    fn is_warned(&mut self, warning: &str) {
        self.warnings += 1;
        if self.warnings <= WARNINGS {
            self.say(&format!("warning: {warning}"));
        }
    }

    fn waits(&mut self, life: &Life) {
        self.glance(life);
    }

    fn hears(&mut self, note: &Note) {
        match note {
            Note::Planned(acts) => self.say(&format!("plan: {}", acts.join("; "))),
            Note::ActStarted(act) => self.say(act),
            Note::ActEnded { act, failure: None, ticks } => self.say(&format!("done: {act} ({ticks} ticks)")),
            Note::ActEnded { act, failure: Some(why), ticks } => {
                self.say(&format!("failed: {act} ({ticks} ticks): {why}"));
            }
            Note::Reflex(text) => self.say(text),
            Note::Model(text) => {
                // Whatever is wrong with a recorded run names its file.
                let is_named = |folder: &PathBuf| text.contains(&folder.join("").display().to_string());
                self.has_left_replay |= self.replay.as_ref().is_some_and(is_named);
                match self.view {
                    // That a model does not do what it was asked for is no matter of progress.
                    View::None => output::remark(format_args!("model: {text}")),
                    _ => self.say(&format!("model: {text}")),
                }
            }
            Note::Thought(text) => self.say(text),
            Note::Died(_) | Note::Picture { .. } => {}
        }
    }

    fn does(&mut self, life: &Life, _control: &Control) {
        if self.tick.is_multiple_of(GLANCE) {
            self.glance(life);
        }
    }

    fn ends(&mut self, _end: &End) {
        if self.warnings > WARNINGS {
            self.say(&format!("{} more warnings; anima world info shows those of a save", self.warnings - WARNINGS));
        }
        self.bar.finish_and_clear();
    }
}

/// The goal and its plan, as a tree: what is done, what is at work, what is to come.
fn tree(status: &Status) -> String {
    let at = status.acts.iter().position(|(_, done)| !done).unwrap_or(status.acts.len());
    // Of a long plan, what is around the act at work.
    let first = at.saturating_sub(ACTS / 2).min(status.acts.len().saturating_sub(ACTS));
    let mut lines = vec![status.goal.clone()];
    for (index, (act, done)) in status.acts.iter().enumerate().skip(first).take(ACTS) {
        let mark = if *done {
            "+"
        } else if index == at {
            ">"
        } else {
            "-"
        };
        lines.push(format!("  {mark} {act}"));
        if index == at && !status.doing.is_empty() {
            lines.push(format!("      {}", status.doing.join(" > ")));
        }
    }
    if status.thinking {
        lines.push("  ... thinking".into());
    }
    lines.join("\n")
}

/// What was gained and lost, such as `+3 oak_log, -1 stick`.
fn changes(before: &BTreeMap<String, u32>, now: &BTreeMap<String, u32>) -> String {
    let count = |counts: &BTreeMap<String, u32>, name: &str| i64::from(counts.get(name).copied().unwrap_or(0));
    let mut names: Vec<&String> = before.keys().chain(now.keys()).collect();
    names.sort();
    names.dedup();
    let change = |name: &&String| count(now, name) - count(before, name);
    let changed: Vec<String> =
        names.iter().filter(|name| change(name) != 0).map(|name| format!("{:+} {name}", change(name))).collect();
    changed.join(", ")
}

/// Shows many games: how many are over and how they went.
pub struct Tally {
    view: View,
    bar: ProgressBar,
    won: usize,
    over: usize,
    of: usize,
}

impl Tally {
    /// A tally of so many games.
    pub fn new(view: View, of: usize) -> Tally {
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {msg}, {eta} left");
        let bar = match view {
            View::Live => {
                ProgressBar::new(of as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            }
            _ => ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
        };
        bar.enable_steady_tick(Duration::from_secs(1));
        Tally { view, bar, won: 0, over: 0, of }
    }

    /// A game is over.
    pub fn add(&mut self, row: &Row) {
        self.over += 1;
        self.won += usize::from(row.end.outcome == Outcome::Success);
        let how = row.end.reason.as_ref().map_or_else(|| "won".to_owned(), ToString::to_string);
        let line = format!("{} seed {}: {how} ({} ticks)", row.task, row.seed, row.end.ticks);
        match self.view {
            View::None => {}
            View::Plain => output::remark(format_args!("[{}/{}] {line}", self.over, self.of)),
            View::Live => {
                if row.end.outcome != Outcome::Success {
                    self.bar.println(line);
                }
                self.bar.set_message(format!("{} won", self.won));
                self.bar.inc(1);
            }
        }
    }

    /// All are over; says where they are kept.
    pub fn finish(&self, folder: &Path) {
        self.bar.finish_and_clear();
        if self.view != View::None {
            output::remark(format_args!("kept in {}", folder.display()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_gains_and_losses() {
        let counts = |pairs: &[(&str, u32)]| pairs.iter().map(|(name, n)| ((*name).to_owned(), *n)).collect();
        let (before, now) = (counts(&[("stick", 4), ("coal", 1)]), counts(&[("stick", 2), ("coal", 1), ("torch", 8)]));
        assert_eq!(changes(&before, &now), "-2 stick, +8 torch");
        assert_eq!(changes(&now, &now), "");
    }

    #[test]
    fn a_long_plan_shows_what_is_around_the_act_at_work() {
        let acts: Vec<_> = (0..40).map(|n| (format!("act {n}"), n < 20)).collect();
        let status =
            Status { goal: "obtain 1 x".into(), acts, doing: vec!["a".into(), "b".into()], ..Status::default() };
        let tree = tree(&status);
        assert!(tree.contains("+ act 19\n  > act 20\n      a > b\n  - act 21"), "{tree}");
        assert!(!tree.contains("act 3\n") && tree.lines().count() == ACTS + 2);
    }
}
