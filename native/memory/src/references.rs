//! GITM's references: plans that have reached a goal before.

use anima_intent::Condition;

use crate::Error;
use crate::act::ActData;
use crate::episode::{Episode, Id, Origin, Outcome};
use crate::index::Row;
use crate::view::{Query, View};

/// Asks for plans that have reached a goal: of the very goal; if there are none, of the same goal in another amount; if
/// there are none, of the goals that are most alike.
///
/// A goal's list begins with its summary, if one was made, and goes on with what reached it since. A plan whose users
/// failed several times in a row stands behind the others.
#[derive(Clone, Debug, PartialEq)]
pub struct References {
    /// The goal, in the words of its condition.
    pub goal: String,
    /// How many are kept for a goal; GITM's N.
    pub kept: usize,
    /// Failures in a row after which a plan is demoted.
    pub demoted_after: u32,
    /// How alike another goal must be, 0 to 1.
    pub alike: f32,
}

impl References {
    /// What GITM asks: at most five are kept. A plan is demoted after two failures in a row, and goals count as alike
    /// from 0.5 on; of these the paper says nothing.
    pub fn new(goal: &Condition) -> References {
        References { goal: goal.to_string(), kept: 5, demoted_after: 2, alike: 0.5 }
    }
}

/// Plans that have reached a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundReferences {
    /// How near the goals that they reached are to the one that was asked for.
    pub nearness: Nearness,
    /// The plans, the one to refer to first.
    pub plans: Vec<Reference>,
    /// Whether the list is full, so that its plans are to be put together: see [`FoundReferences::summary`].
    pub is_full: bool,
}

/// How near a goal is to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Nearness {
    /// The same goal.
    Same,
    /// The same but for the amount.
    OtherAmount,
    /// Another goal with words in common.
    Alike,
}

/// A plan that has reached a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// The episode it is from. To be put into [`Episode::used`] by what uses it.
    pub id: Id,
    /// The goal that it reached.
    pub goal: String,
    /// Its acts.
    pub plan: Vec<ActData>,
    /// How many episodes it stands for: 1, or those that a summary puts together.
    pub support: u32,
    /// How often it was used and the goal reached.
    pub reached: u32,
    /// How often it was used and the goal not reached.
    pub failed: u32,
    /// Whether its users failed several times in a row.
    pub is_demoted: bool,
    /// Game ticks that it took.
    pub ticks: u64,
}

impl FoundReferences {
    /// The plan to refer to: the first one, unless even that was demoted.
    pub fn best(&self) -> Option<&Reference> {
        self.plans.first().filter(|reference| !reference.is_demoted)
    }

    /// The episode to be remembered in place of all of these plans, whose general form somebody has found. It stands for
    /// them from then on.
    pub fn summary(&self, general: Vec<ActData>, agent: impl Into<String>, origin: Origin) -> Option<Episode> {
        let first = self.plans.first()?;
        Some(Episode {
            origin,
            agent: agent.into(),
            goal: first.goal.clone(),
            words: String::new(),
            circumstances: Default::default(),
            picture: None,
            plan: general,
            executed: Vec::new(),
            outcome: Outcome::reached(),
            ticks: self.plans.iter().map(|plan| plan.ticks).sum::<u64>() / self.plans.len() as u64,
            calls: 0,
            used: Vec::new(),
            summary_of: self.plans.iter().map(|plan| plan.id).collect(),
        })
    }
}

/// Episodes of a class that are looked through, from the newest on.
const LOOKED_AT: usize = 256;

impl Query for References {
    type Answer = FoundReferences;

    fn answer(self, view: &View<'_>) -> Result<FoundReferences, Error> {
        let same = view.index.exactly(&self.goal).map(|goal| &view.index.goals()[goal as usize].episodes);
        let same = same.map_or(&[][..], |episodes| view.shown(&episodes.reached));
        let kept = self.kept(view, same.iter().copied());
        if !kept.is_empty() {
            let plans = self.read(view, &kept)?;
            // Whoever puts plans together does so with those of one goal.
            let is_full = plans.iter().filter(|plan| !plan.is_demoted).count() >= self.kept;
            return Ok(FoundReferences { nearness: Nearness::Same, plans, is_full });
        }
        let newest = |ids: &[Id]| view.shown(ids).iter().rev().take(LOOKED_AT).copied().collect::<Vec<Id>>();
        let of_class = view.index.same_class(&self.goal).map(|class| newest(&class.episodes.reached));
        let kept = self.kept(view, of_class.unwrap_or_default().into_iter());
        if !kept.is_empty() {
            let plans = self.read(view, &kept)?;
            return Ok(FoundReferences { nearness: Nearness::OtherAmount, plans, is_full: false });
        }
        let alike = view.index.like(&self.goal).into_iter().take_while(|(_, alike)| *alike >= self.alike);
        let mut found = alike.map(|(class, _)| self.kept(view, newest(&class.episodes.reached).into_iter()));
        let kept = found.find(|kept| !kept.is_empty()).unwrap_or_default();
        let plans = self.read(view, &kept)?;
        Ok(FoundReferences { nearness: Nearness::Alike, plans, is_full: false })
    }
}

impl References {
    /// Those of some episodes that are kept, the demoted ones last: what a summary stands for is not, and summaries come
    /// first.
    fn kept(&self, view: &View<'_>, ids: impl Iterator<Item = Id>) -> Vec<Id> {
        let (mut kept, mut demoted) = (Vec::new(), Vec::new());
        let (mut summaries, mut lived) = (Vec::new(), Vec::new());
        for id in ids {
            let Some(row) = view.row(id) else { continue };
            if row.lesson.is_some() && row.summaries.iter().all(|summary| *summary > view.upto) {
                if row.is_summary { &mut summaries } else { &mut lived }.push((id, row));
            }
        }
        for (id, row) in summaries.into_iter().chain(lived) {
            let list = if self.is_demoted(view, row) { &mut demoted } else { &mut kept };
            if list.len() < self.kept {
                list.push(id);
            }
            if kept.len() == self.kept {
                return kept;
            }
        }
        kept.extend(demoted);
        kept.truncate(self.kept);
        kept
    }

    fn is_demoted(&self, view: &View<'_>, row: &Row) -> bool {
        view.uses(row).failed_since >= self.demoted_after
    }

    fn read(&self, view: &View<'_>, ids: &[Id]) -> Result<Vec<Reference>, Error> {
        let mut plans = Vec::new();
        for id in ids {
            let (Some(row), Some(episode)) = (view.row(*id), view.read(*id)?) else { continue };
            let uses = view.uses(row);
            plans.push(Reference {
                id: *id,
                plan: episode.lesson(),
                support: episode.summary_of.len().max(1) as u32,
                reached: uses.reached,
                failed: uses.failed,
                is_demoted: self.is_demoted(view, row),
                ticks: episode.ticks,
                goal: episode.goal,
            });
        }
        Ok(plans)
    }
}
