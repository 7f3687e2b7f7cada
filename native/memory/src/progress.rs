//! ODYSSEY's progress: what was achieved and what was tried in vain, for proposing what comes next.

use rustc_hash::FxHashMap;

use crate::Error;
use crate::episode::Id;
use crate::view::{Query, View};

/// Asks what was done so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// Of one run or life only.
    pub run: Option<String>,
    /// Of one agent only.
    pub agent: Option<String>,
    /// The most goals to tell of, each: those pursued last.
    pub limit: usize,
}

/// What was done so far, each list by when a goal was pursued last, the latest last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FoundProgress {
    /// Goals that were reached at least once.
    pub reached: Vec<Pursued>,
    /// Goals that were never reached.
    pub failed: Vec<Pursued>,
    /// How many different goals were reached, those not told of too.
    pub all_reached: usize,
    /// How many different goals were only tried, those not told of too.
    pub all_failed: usize,
}

/// A goal that was pursued.
#[derive(Clone, Debug, PartialEq)]
pub struct Pursued {
    /// In the words of its condition.
    pub goal: String,
    /// How often it was reached.
    pub reached: u32,
    /// How often it was not.
    pub failed: u32,
    /// The last episode.
    pub last: Id,
    /// Why it was not reached the last time that it was not, for those never reached.
    pub why: String,
}

impl Query for Progress {
    type Answer = FoundProgress;

    fn answer(self, view: &View<'_>) -> Result<FoundProgress, Error> {
        // A name that does not occur is nobody's.
        let number = |name: &Option<String>| name.as_ref().map(|name| view.index.named(name));
        let agent = number(&self.agent);
        let (of_run, all) = match number(&self.run) {
            Some(run) => (run.map_or(&[][..], |run| view.shown(view.index.of_run(run))), 0),
            None => (&[][..], view.upto.0),
        };
        let mut goals: FxHashMap<u32, ([u32; 2], Id)> = FxHashMap::default();
        for id in of_run.iter().copied().chain((1..=all).map(Id)) {
            let Some(row) = view.row(id).filter(|row| !row.is_summary) else { continue };
            if agent.is_none_or(|agent| agent == Some(row.agent)) {
                let (times, last) = goals.entry(row.goal).or_insert(([0; 2], id));
                times[usize::from(row.reached)] += 1;
                *last = id;
            }
        }
        let mut found = FoundProgress::default();
        for (goal, ([failed, reached], last)) in goals {
            let goal = view.index.goals()[goal as usize].text.clone();
            let list = if reached > 0 { &mut found.reached } else { &mut found.failed };
            list.push(Pursued { goal, reached, failed, last, why: String::new() });
        }
        (found.all_reached, found.all_failed) = (found.reached.len(), found.failed.len());
        for list in [&mut found.reached, &mut found.failed] {
            // No two goals have the same last episode.
            list.sort_by_key(|pursued| pursued.last);
            list.drain(..list.len().saturating_sub(self.limit));
        }
        for pursued in &mut found.failed {
            pursued.why = view.read(pursued.last)?.map(|episode| episode.outcome.why).unwrap_or_default();
        }
        Ok(found)
    }
}
