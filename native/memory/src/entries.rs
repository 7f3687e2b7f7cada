//! JARVIS-1's multimodal memory: plans that worked, found by what was wanted and by how it looked.

use std::sync::Arc;

use anima_body::Frame;
use anima_intent::Condition;
use rustc_hash::FxHashSet;

use crate::Error;
use crate::act::ActData;
use crate::circumstances::Traits;
use crate::embedding::Embedding;
use crate::episode::{Circumstances, Id};
use crate::index::Row;
use crate::view::{Query, View};

/// How JARVIS-1's memory is asked: the rows of its ablation (Table 4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Nothing is recalled.
    None,
    /// T: by the text of the task alone.
    Text,
    /// T+R: by the text of the task and of the sub-goals that lead to it.
    Reasoning,
    /// M+R: as T+R, and among what the text finds what looked most alike comes first; where there are no pictures, what
    /// was carried, biome, height and time of day stand for the look.
    #[default]
    Multimodal,
}

/// Asks for plans that worked.
#[derive(Clone, Debug)]
pub struct Entries {
    /// The task first, then its sub-goals as somebody has reasoned backwards to them; in the words of their conditions.
    /// [`Mode::Text`] takes the task alone.
    pub goals: Vec<String>,
    /// How to ask.
    pub mode: Mode,
    /// How things are now.
    pub circumstances: Circumstances,
    /// What is seen now.
    pub sight: Sight,
    /// How many plans for each goal.
    pub each: usize,
    /// How alike the text of another goal must be, 0 to 1.
    pub alike: f32,
    /// For each goal, at most so many classes of goals that are alike are looked through.
    pub classes: usize,
    /// Of how many plans that worked, the first ones, at most; `None` for all (its Figure 6: what a larger memory is worth).
    pub size: Option<u32>,
}

/// What is seen.
#[derive(Clone, Debug, Default)]
pub enum Sight {
    /// There is no picture.
    #[default]
    None,
    /// A frame, looked at as those that are remembered.
    Frame(Arc<Frame>),
    /// What a model made of a frame, or what was made of it before.
    Embedding(Embedding),
}

impl Entries {
    /// Asks for one plan for each goal. Our texts are alike by the words that they share, so the threshold is 0.5, not
    /// the 0.8 of CLIP's.
    pub fn new<'a>(goals: impl IntoIterator<Item = &'a Condition>, circumstances: Circumstances) -> Entries {
        Entries {
            goals: goals.into_iter().map(Condition::to_string).collect(),
            mode: Mode::default(),
            circumstances,
            sight: Sight::None,
            each: 1,
            alike: 0.5,
            classes: 10,
            size: None,
        }
    }
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FoundEntries {
    /// Plans that worked: those for the first goal first, the best first. None twice.
    pub entries: Vec<Entry>,
}

/// A plan that worked.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Which of the goals it was found for, from 0.
    pub asked: usize,
    /// The episode. To be put into [`Episode::used`](crate::Episode::used) by what uses it.
    pub id: Id,
    /// The goal that it reached.
    pub goal: String,
    /// How things were when it was planned.
    pub circumstances: Circumstances,
    /// Its acts.
    pub plan: Vec<ActData>,
    /// Game ticks that it took.
    pub ticks: u64,
    /// How alike the goals' texts are, 0 to 1.
    pub text: f32,
    /// How alike it looked: by pictures -1 to 1; without them by circumstances, 0 to 1.
    pub look: f32,
    /// What it was ordered by.
    pub score: f32,
}

/// Episodes of each class of goals that are looked through, from the newest on.
const LOOKED_AT: usize = 256;
/// How much less alike a text may be than the one that is most alike: among these the look decides.
const BAND: f32 = 0.1;
/// What another amount leaves of the likeness of two texts.
const OTHER_AMOUNT: f32 = 0.95;

/// A plan that may be what is looked for.
struct Candidate<'a> {
    id: Id,
    row: &'a Row,
    text: f32,
    look: f32,
    score: f32,
}

impl Query for Entries {
    type Answer = FoundEntries;

    fn answer(self, view: &View<'_>) -> Result<FoundEntries, Error> {
        let goals = match self.mode {
            Mode::None => &[],
            Mode::Text => &self.goals[..self.goals.len().min(1)],
            _ => &self.goals[..],
        };
        let view = &View { upto: self.size.map_or(view.upto, |size| upto(view, size)), ..*view };
        let here = Traits::of(&self.circumstances);
        let seen = match (&self.sight, self.mode) {
            (_, Mode::None | Mode::Text | Mode::Reasoning) | (Sight::None, _) => None,
            (Sight::Frame(frame), _) => Some(view.store.eye.lock().look(frame)?),
            (Sight::Embedding(embedding), _) => Some(embedding.clone()),
        };
        let (mut found, mut plans) = (FoundEntries::default(), FxHashSet::default());
        for (asked, goal) in goals.iter().enumerate() {
            let mut candidates = self.candidates(view, goal, &here, seen.as_ref());
            candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then(b.id.cmp(&a.id)));
            let mut left = self.each;
            for candidate in candidates {
                if left == 0 {
                    break;
                }
                // A plan that is the same as one before it tells nothing new.
                let Some(lesson) = candidate.row.lesson else { continue };
                if !plans.insert(lesson) {
                    continue;
                }
                let Some(episode) = view.read(candidate.id)? else { continue };
                left -= 1;
                found.entries.push(Entry {
                    asked,
                    id: candidate.id,
                    plan: episode.lesson(),
                    goal: episode.goal,
                    circumstances: episode.circumstances,
                    ticks: episode.ticks,
                    text: candidate.text,
                    look: candidate.look,
                    score: candidate.score,
                });
            }
        }
        Ok(found)
    }
}

/// The last episode of a memory in which so many plans have worked.
fn upto(view: &View<'_>, plans: u32) -> Id {
    let works = |id: &Id| view.row(*id).is_some_and(|row| row.reached && !row.is_summary);
    let next = (1..=view.upto.0).map(Id).filter(works).nth(plans as usize);
    next.map_or(view.upto, |next| Id(next.0 - 1))
}

impl Entries {
    fn candidates<'a>(
        &self,
        view: &View<'a>,
        goal: &str,
        here: &Traits,
        seen: Option<&Embedding>,
    ) -> Vec<Candidate<'a>> {
        let exactly = view.index.exactly(goal);
        let classes = view.index.like(goal).into_iter().take_while(|(_, alike)| *alike >= self.alike);
        let mut most = None;
        let mut candidates = Vec::new();
        let mut add = |id: &Id, alike: f32| {
            let Some(row) = view.row(*id).filter(|row| !row.is_summary) else { return };
            let text = if Some(row.goal) == exactly { alike } else { alike * OTHER_AMOUNT };
            let (look, score) = self.score(view, row, text, here, seen);
            candidates.push(Candidate { id: *id, row, text, look, score });
        };
        let with_any = classes.map(|(class, alike)| (view.shown(&class.episodes.reached), alike));
        for (shown, alike) in with_any.filter(|(shown, _)| !shown.is_empty()).take(self.classes) {
            if alike + BAND < *most.get_or_insert(alike) {
                break;
            }
            shown.iter().rev().take(LOOKED_AT).for_each(|id| add(id, alike));
        }
        // Those of the very goal may be older than the newest of its class.
        let same = exactly.map(|goal| view.shown(&view.index.goals()[goal as usize].episodes.reached));
        let known: FxHashSet<Id> = candidates.iter().map(|candidate| candidate.id).collect();
        let older = same.into_iter().flatten().rev().take(LOOKED_AT).filter(|id| !known.contains(*id));
        for id in older {
            let Some(row) = view.row(*id).filter(|row| !row.is_summary) else { continue };
            let (look, score) = self.score(view, row, 1.0, here, seen);
            candidates.push(Candidate { id: *id, row, text: 1.0, look, score });
        }
        candidates
    }

    /// How alike an episode looked, and what it is ordered by.
    fn score(&self, view: &View<'_>, row: &Row, text: f32, here: &Traits, seen: Option<&Embedding>) -> (f32, f32) {
        let state = here.similarity(&row.traits);
        let look = seen.and_then(|seen| view.index.sight(row, seen)).unwrap_or(state);
        let score = match self.mode {
            Mode::None | Mode::Text | Mode::Reasoning => text,
            Mode::Multimodal => look,
        };
        (look, score)
    }
}
