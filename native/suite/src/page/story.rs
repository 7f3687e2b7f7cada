//! What a record tells of a game for a reader: the acts, what happened, and how it came to its end.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anima_mind::Fought;
use anyhow::{Context, Result};
use serde::Serialize;

use crate::record::{ActLine, ActState, Entry, Happening, Line};

/// Acts and events that are told of the end of a game.
const LAST: usize = 10;

/// What a record tells.
#[derive(Debug, Default, Serialize)]
pub struct Story {
    /// The last acts, the last one at the end.
    pub acts: Vec<Told>,
    /// What happened last.
    pub events: Vec<Told>,
    /// What was planned last, and not begun when the game ended.
    pub ahead: Vec<String>,
    /// Each death: what the game said.
    #[serde(skip)]
    pub deaths: Vec<String>,
    /// Ticks that each kind of act took, and how often it failed.
    #[serde(skip)]
    pub spent: BTreeMap<String, Spent>,
}

/// What a kind of act took in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Ticks.
    pub ticks: u64,
    /// Times that it was begun.
    pub begun: u64,
    /// Times that it failed.
    pub failed: u64,
}

/// Something that is told, once for all times that it happened in a row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Told {
    /// The tick at which it began.
    pub tick: u64,
    /// In words.
    pub text: String,
    /// `done`, `failed`, `open` (at the end of the game), `bad` or nothing, for its looks.
    pub kind: &'static str,
    /// Why it failed, how long it took.
    pub detail: String,
    /// How often in a row.
    pub times: u64,
}

impl Story {
    /// Reads the record in a file.
    ///
    /// # Errors
    /// Names the file and the line.
    pub fn read(path: &Path) -> Result<Story> {
        let text = fs::read_to_string(path).with_context(|| format!("reading the record {}", path.display()))?;
        let mut teller = Teller::default();
        for (index, line) in text.lines().enumerate() {
            // Most of a record, and nothing that is told.
            if line.contains(r#""type":"control""#) {
                continue;
            }
            let line: Line =
                serde_json::from_str(line).with_context(|| format!("{}, line {}", path.display(), index + 1))?;
            teller.take(line);
        }
        Ok(teller.end())
    }
}

#[derive(Default)]
struct Teller {
    story: Story,
    plan: Vec<String>,
    /// The act that was begun and has not ended, and when.
    open: Option<(u64, String)>,
    tick: u64,
}

impl Teller {
    fn take(&mut self, line: Line) {
        self.tick = line.tick;
        match line.entry {
            Entry::Act(act) => self.act(line.tick, act),
            Entry::Event(happening) => self.event(line.tick, happening),
            Entry::Part { goal } => self.part(line.tick, &goal),
            Entry::Round(round) => self.round(line.tick, &round),
            Entry::Start(_) | Entry::Control(_) | Entry::End(_) => {}
        }
    }

    /// The operator set the world anew: what the plan held is past.
    fn part(&mut self, tick: u64, goal: &str) {
        self.plan.clear();
        self.open = None;
        let text = format!("the next part began: {goal}");
        tell(&mut self.story.events, Told { tick, text, kind: "", detail: String::new(), times: 1 });
    }

    /// A round is over: what follows has its own ticks.
    fn round(&mut self, tick: u64, round: &Fought) {
        let result = if round.won { "won" } else { "lost" };
        let text = format!("a round was {result}, {} health left; got ready in {} ticks", round.health, round.ticks);
        let kind = if round.won { "" } else { "bad" };
        tell(&mut self.story.events, Told { tick, text, kind, detail: String::new(), times: 1 });
    }

    fn act(&mut self, tick: u64, line: ActLine) {
        let spent = self.story.spent.entry(kind_of(&line.act)).or_default();
        if line.state == ActState::Started {
            spent.begun += 1;
            if let Some(at) = self.plan.iter().position(|act| *act == line.act) {
                self.plan.drain(..=at);
            }
            self.open = Some((tick, line.act));
            return;
        }
        let ticks = line.ticks.unwrap_or(0);
        spent.ticks += ticks;
        spent.failed += u64::from(line.state == ActState::Failed);
        let (kind, detail) = match &line.failure {
            Some(why) => ("failed", format!("failed: {why}, after {ticks} ticks")),
            None => ("done", format!("done in {ticks} ticks")),
        };
        let begun = self.open.take().map_or(tick, |(begun, _)| begun);
        tell(&mut self.story.acts, Told { tick: begun, text: line.act, kind, detail, times: 1 });
    }

    fn event(&mut self, tick: u64, happening: Happening) {
        let mut say = |kind, text: String| {
            tell(&mut self.story.events, Told { tick, text, kind, detail: String::new(), times: 1 });
        };
        match happening {
            Happening::Planned { acts } => {
                say("", format!("planned: {}", acts.first().map_or("nothing", String::as_str)));
                self.plan = acts;
            }
            Happening::Reflex { text } => say("", text),
            Happening::Model { text } => say("", format!("model: {text}")),
            Happening::PickedUp { item, .. } => say("", format!("picked up {item}")),
            Happening::Hurt { amount } => say("bad", format!("hurt by {amount}")),
            Happening::Died { message } => {
                say("bad", format!("died: {message}"));
                self.story.deaths.push(message);
            }
            Happening::Respawned => say("", "respawned".into()),
            Happening::Broke { item } => say("bad", format!("{item} broke")),
            Happening::Picture { .. } => {}
        }
    }

    fn end(self) -> Story {
        let mut story = self.story;
        if let Some((tick, act)) = self.open {
            let ticks = self.tick.saturating_sub(tick);
            story.spent.entry(kind_of(&act)).or_default().ticks += ticks;
            let detail = format!("at work for {ticks} ticks when the game ended");
            tell(&mut story.acts, Told { tick, text: act, kind: "open", detail, times: 1 });
        }
        for told in [&mut story.acts, &mut story.events] {
            told.drain(..told.len().saturating_sub(LAST));
        }
        story.ahead = self.plan;
        story
    }
}

/// Adds what happened, or counts it if it is the same again. The ticks of an act that fails again and again may differ.
fn tell(told: &mut Vec<Told>, next: Told) {
    match told.last_mut() {
        Some(last) if last.text == next.text && last.kind == next.kind => {
            last.times += 1;
            last.detail = next.detail;
        }
        _ => told.push(next),
    }
}

/// The kind of an act: its words without numbers, so that `mine 3 oak_log` is the same as `mine 5 oak_log`.
pub fn kind_of(act: &str) -> String {
    let is_number = |word: &str| word.trim_matches(|c: char| "-,.()".contains(c)).parse::<f64>().is_ok();
    act.split_whitespace().filter(|word| !is_number(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use anima_intent::Reason;

    use super::*;

    #[test]
    fn a_record_is_told_from_its_end() {
        let act = |tick, act: &str, state, failure: Option<Reason>| Line {
            tick,
            entry: Entry::Act(ActLine {
                act: act.into(),
                state,
                ticks: (state != ActState::Started).then_some(30),
                failure,
            }),
        };
        let event = |tick, happening| Line { tick, entry: Entry::Event(happening) };
        let mut lines = vec![event(
            0,
            Happening::Planned { acts: ["mine 3 oak_log", "craft 4 oak_planks", "sleep"].map(str::to_owned).into() },
        )];
        for tick in 1..4 {
            let failure = Some(Reason::TookTooLong);
            lines.push(act(100 * tick, "mine 3 oak_log", ActState::Started, None));
            lines.push(act(100 * tick + 30, "mine 3 oak_log", ActState::Failed, failure));
        }
        for tick in 0..15 {
            lines.push(event(500 + tick, Happening::PickedUp { item: format!("item{}", tick / 2), count: 1 }));
        }
        lines.push(event(600, Happening::Died { message: "Player was slain by Zombie".into() }));
        lines.push(act(700, "craft 4 oak_planks", ActState::Started, None));
        lines.push(event(750, Happening::Hurt { amount: 2.0 }));
        let file = tempfile::NamedTempFile::new().unwrap();
        let text: String = lines.iter().map(|line| serde_json::to_string(line).unwrap() + "\n").collect();
        fs::write(file.path(), &text).unwrap();
        let story = Story::read(file.path()).unwrap();
        let acts: Vec<_> = story.acts.iter().map(|act| (act.tick, act.text.as_str(), act.kind, act.times)).collect();
        assert_eq!(acts, [(100, "mine 3 oak_log", "failed", 3), (700, "craft 4 oak_planks", "open", 1)]);
        assert!(story.acts[0].detail.contains("after 30 ticks") && story.acts[1].detail.contains("50 ticks"));
        assert_eq!(story.ahead, ["sleep"]);
        assert_eq!(story.deaths, ["Player was slain by Zombie"]);
        let last = &story.events[story.events.len() - 2..];
        assert_eq!((last[0].kind, last[1].text.as_str(), story.events.len()), ("bad", "hurt by 2", LAST));
        assert_eq!((story.events[0].text.as_str(), story.events[0].times), ("picked up item0", 2));
        assert_eq!(story.spent["mine oak_log"], Spent { ticks: 90, begun: 3, failed: 3 });
        assert_eq!(story.spent["craft oak_planks"], Spent { ticks: 50, begun: 1, failed: 0 });
        fs::write(file.path(), &text[..text.len() - 20]).unwrap();
        let error = format!("{:#}", Story::read(file.path()).unwrap_err());
        assert!(error.contains(&format!("line {}", lines.len())), "{error}");
    }
}
