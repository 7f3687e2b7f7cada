//! ODYSSEY's progress: what was achieved and what was tried in vain, for proposing what comes next.

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
        let (run, agent) = (number(&self.run), number(&self.agent));
        let counts = |id: &Id| {
            view.row(*id).is_some_and(|row| {
                let fits = |wanted: Option<Option<u32>>, is: u32| wanted.is_none_or(|wanted| wanted == Some(is));
                !row.is_summary && fits(run, row.run) && fits(agent, row.agent)
            })
        };
        let mut found = FoundProgress::default();
        for goal in view.index.goals() {
            let (mut times, mut last) = ([0_u32; 2], Id(0));
            for (times, ids) in times.iter_mut().zip([&goal.episodes.reached, &goal.episodes.failed]) {
                for id in view.shown(ids).iter().filter(|id| counts(id)) {
                    (*times, last) = (*times + 1, last.max(*id));
                }
            }
            let [reached, failed] = times;
            let pursued = Pursued { goal: goal.text.clone(), reached, failed, last, why: String::new() };
            match (reached, failed) {
                (0, 0) => {}
                (0, _) => found.failed.push(pursued),
                _ => found.reached.push(pursued),
            }
        }
        (found.all_reached, found.all_failed) = (found.reached.len(), found.failed.len());
        for list in [&mut found.reached, &mut found.failed] {
            list.sort_by_key(|pursued| pursued.last);
            list.drain(..list.len().saturating_sub(self.limit));
        }
        for pursued in &mut found.failed {
            pursued.why = view.read(pursued.last)?.map(|episode| episode.outcome.why).unwrap_or_default();
        }
        Ok(found)
    }
}
