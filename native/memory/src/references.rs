//! GITM's references: plans that have reached a goal before.

use anima_intent::Condition;

use crate::Error;
use crate::act::ActData;
use crate::episode::{Episode, Id, Origin, Outcome};
use crate::index::{Class, Row};
use crate::view::{Query, View};

/// Asks for plans that have reached a goal: of the very goal; if there are none, of the same goal in another amount; if
/// there are none, of the goals that are most alike. Demoted plans alone count as none, unless nothing else is found.
///
/// A goal's list begins with its summary, if one was made, and goes on with what reached it since. A plan whose users
/// failed several times in a row is demoted: it stands behind the others, and if it is a summary, the plans that it was made
/// of count again.
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
    /// Whether the list is full, so that its plans are to be put together: see [`FoundReferences::summary`]. Plans of a
    /// demoted summary are put together again only with a majority of newer ones: alone they would give the same summary.
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
        let goal = view.index.exactly(&self.goal);
        let of_class = |class: &Class| {
            let newest = view.shown(&class.episodes.reached).iter().rev().take(LOOKED_AT).copied();
            self.kept(view, newest.filter(|id| view.row(*id).is_some_and(|row| Some(row.goal) != goal)))
        };
        let same = goal.into_iter().map(|goal| {
            let reached = view.shown(&view.index.goals()[goal as usize].episodes.reached);
            (Nearness::Same, self.kept(view, reached.iter().copied()))
        });
        let other_amounts = view.index.same_class(&self.goal).into_iter();
        let other_amounts = other_amounts.map(|class| (Nearness::OtherAmount, of_class(class)));
        let alike = std::iter::once_with(|| view.index.like(&self.goal)).flatten();
        let alike = alike.take_while(|(_, alike)| *alike >= self.alike);
        let alike = alike.map(|(class, _)| (Nearness::Alike, of_class(class)));
        // No list is made that is farther than the first with a plan to refer to.
        let mut demoted = None;
        for (nearness, kept) in same.chain(other_amounts).chain(alike) {
            if kept.iter().any(|id| view.row(*id).is_some_and(|row| !self.is_demoted(view, row))) {
                return self.found(view, nearness, &kept);
            }
            if !kept.is_empty() {
                demoted.get_or_insert((nearness, kept));
            }
        }
        let (nearness, kept) = demoted.unwrap_or((Nearness::Alike, Vec::new()));
        self.found(view, nearness, &kept)
    }
}

impl References {
    /// Those of some episodes that are kept: summaries first, then the others, then those that count again because what
    /// put them together is demoted, and the demoted ones last. What a summary stands for is not kept.
    fn kept(&self, view: &View<'_>, ids: impl Iterator<Item = Id>) -> Vec<Id> {
        let (mut kept, mut demoted) = (Vec::new(), Vec::new());
        let (mut new, mut again): ([Vec<_>; 2], [Vec<_>; 2]) = Default::default();
        for id in ids {
            let Some(row) = view.row(id).filter(|row| row.lesson.is_some()) else { continue };
            if !self.is_stood_for(view, row) {
                let of_them = if is_put_together(view, row) { &mut again } else { &mut new };
                of_them[usize::from(!row.is_summary)].push((id, row));
            }
        }
        for (id, row) in new.into_iter().chain(again).flatten() {
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

    /// Whether a summary stands for an episode: one that is not demoted, or that such a one stands for in turn.
    fn is_stood_for(&self, view: &View<'_>, row: &Row) -> bool {
        // A summary has a later number than what it puts together, so this comes to an end.
        let mut summaries = row.summaries.iter().filter_map(|summary| view.row(*summary));
        summaries.any(|summary| !self.is_demoted(view, summary) || self.is_stood_for(view, summary))
    }

    /// The answer whose plans are these.
    fn found(&self, view: &View<'_>, nearness: Nearness, kept: &[Id]) -> Result<FoundReferences, Error> {
        let plans = self.read(view, kept)?;
        let is_again = |plan: &&Reference| view.row(plan.id).is_some_and(|row| is_put_together(view, row));
        let (again, new): (Vec<_>, Vec<_>) = plans.iter().filter(|plan| !plan.is_demoted).partition(is_again);
        // Whoever puts plans together does so with those of one goal.
        let is_full = nearness == Nearness::Same && again.len() + new.len() >= self.kept && again.len() < new.len();
        Ok(FoundReferences { nearness, plans, is_full })
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

/// Whether a summary has put an episode together with others, demoted or not.
fn is_put_together(view: &View<'_>, row: &Row) -> bool {
    row.summaries.iter().any(|summary| view.row(*summary).is_some())
}
