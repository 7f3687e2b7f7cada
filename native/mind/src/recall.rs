//! What a mind remembers of other games, and what it leaves for them: one episode for each goal that it pursued.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use anima_body::Frame;
use anima_intent::{Act, Condition, Ending, Outcome};
use anima_memory::{
    ActData, Circumstances, Durations, Entries, Episode, Executed, Id, Mode, Nearness, Notebook, Origin, Query,
    References, Sight, Sighted,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::data;
use crate::mind::Mind;
use crate::note::Note;
use crate::plan::Plan;
use crate::roles::plan::Reference;
use crate::settings::{By, Retrieval};
use crate::situation::Situation;
use crate::wood;

/// Game ticks that are one of the steps in which DEPS counts how long something takes: a second.
const TICKS_PER_STEP: u32 = 20;

/// A book that lives and goals share.
pub type Book = Rc<RefCell<Notebook>>;

/// An episode that is being lived through.
pub(crate) struct Draft {
    goal: Condition,
    circumstances: Circumstances,
    first_tick: u64,
    first_call: u32,
    plan: Vec<ActData>,
    /// What was seen when it was planned.
    sight: Option<Arc<Frame>>,
    executed: Vec<Executed>,
    used: Vec<Id>,
}

/// How a situation is remembered.
fn circumstances(now: &Situation) -> Circumstances {
    let mut carried = BTreeMap::new();
    for stack in &now.carried {
        *carried.entry(stack.item).or_default() += u32::from(stack.count);
    }
    fn sighted<T: Copy + Ord>(known: &[crate::Known<T>]) -> BTreeMap<T, Sighted> {
        known.iter().map(|seen| (seen.what, Sighted { count: seen.count, nearest: seen.nearest })).collect()
    }
    Circumstances {
        carried,
        worn: now.worn.clone(),
        held: now.held,
        biome: now.biome,
        position: [now.x, now.y, now.z],
        under_sky: now.under_sky,
        day_time: now.day_time,
        health: now.health,
        food: now.food,
        blocks: sighted(&now.blocks),
        mobs: sighted(&now.mobs),
    }
}

/// A plan as a model is shown it.
pub(crate) fn told(plan: &[ActData]) -> Value {
    let step = |(index, act): (usize, &ActData)| {
        json!({
            "rank": index + 1,
            "kind": act.kind,
            "object": act.object,
            "materials": act.materials,
            "tool": act.tool,
            "y": null,
            "note": "",
        })
    };
    plan.iter().enumerate().map(step).collect()
}

#[derive(Deserialize)]
struct Summary {
    steps: Vec<ActData>,
}

impl Mind {
    /// Asks the memory something. `None` if there is none, or it cannot be read.
    pub(crate) async fn look_up<Q: Query>(&self, query: Q) -> Option<Q::Answer> {
        let recalling = Rc::new(RefCell::new(self.book()?.borrow().recall(query)));
        let waiting = Rc::clone(&recalling);
        let wait = move |limit| waiting.borrow_mut().wait(limit);
        match self.await_memory(wait, || recalling.borrow_mut().take()).await {
            Ok(answer) => Some(answer),
            Err(error) => {
                self.note(Note::Memory(error.to_string()));
                None
            }
        }
    }

    /// Begins an episode: what is done from now on is done for this goal.
    pub(crate) fn begin_episode(&self, goal: &Condition) {
        if self.book().is_none() {
            return;
        }
        let now = self.now();
        let draft = Draft {
            goal: goal.clone(),
            circumstances: circumstances(&now),
            first_tick: now.tick,
            first_call: self.counters().model_calls,
            plan: Vec::new(),
            sight: None,
            executed: Vec::new(),
            used: Vec::new(),
        };
        self.draft().replace(draft);
    }

    /// Notes the plan that is carried out, if it is the episode's first.
    pub(crate) fn episode_plan(&self, plan: &Plan) {
        if let Some(draft) = self.draft().as_mut().filter(|draft| draft.plan.is_empty()) {
            draft.plan = plan.acts().map(ActData::from).collect();
            draft.sight = self.now().sight.clone();
        }
    }

    /// Notes how an act went.
    pub(crate) fn episode_act(&self, act: &Act, outcome: &Outcome, ticks: u64) {
        if let Some(draft) = self.draft().as_mut() {
            draft.executed.push(Executed::new(act, outcome, ticks));
        }
    }

    /// Ends the episode and has it written down, whatever has come of it.
    pub(crate) fn end_episode(&self, outcome: anima_memory::Outcome) {
        let (Some(book), Some(draft)) = (self.book(), self.draft().take()) else { return };
        let mut episode = Episode::new(&draft.goal, self.settings().pursue.to_string(), Origin::default());
        episode.circumstances = draft.circumstances;
        episode.plan = draft.plan;
        episode.executed = draft.executed;
        episode.outcome = outcome;
        episode.ticks = self.now().tick - draft.first_tick;
        episode.calls = self.counters().model_calls - draft.first_call;
        episode.used = draft.used;
        if let Err(error) = book.borrow_mut().write(episode, draft.sight) {
            self.note(Note::Memory(error.to_string()));
        }
    }

    /// Ends the episode as the goal has ended; a part of the way that was not over counts as what is true of it.
    pub(crate) fn conclude(&self, ending: &Ending) {
        // The act that has reached the goal is mostly not over in the tick in which the goal holds, and nobody tells of it.
        if *ending == Ending::Reached
            && let Some((act, since)) = self.take_acting().filter(|(act, _)| !matches!(act, Act::Fetch { .. }))
        {
            let ticks = self.now().tick.saturating_sub(since);
            self.episode_act(&act, &Ok(()), ticks);
        }
        self.close_episode(match ending {
            Ending::Ready if self.now().reached => anima_memory::Outcome::reached(),
            ending => ending.into(),
        });
    }

    /// Ends the episode of a goal that somebody has taken back: of the plans that were recalled for it that says nothing.
    pub(crate) fn abandon(&self, why: &str) {
        let is_begun = self.draft().as_mut().is_some_and(|draft| {
            draft.used.clear();
            !draft.executed.is_empty()
        });
        if !is_begun {
            // Nothing was lived through.
            self.draft().take();
            return;
        }
        self.close_episode(anima_memory::Outcome::failed(why));
    }

    fn close_episode(&self, of_goal: anima_memory::Outcome) {
        let part = self.draft().as_ref().map(|draft| draft.goal.clone()).filter(|part| part != self.goal());
        self.end_episode(match part {
            None => of_goal,
            Some(part) if self.holds(&part) => anima_memory::Outcome::reached(),
            Some(_) => anima_memory::Outcome::failed("the goal ended before"),
        });
    }

    /// Notes that an episode was made use of: what comes of this one tells how good it is.
    pub(crate) fn uses(&self, id: Id) {
        if let Some(draft) = self.draft().as_mut().filter(|draft| !draft.used.contains(&id)) {
            draft.used.push(id);
        }
    }

    /// GITM's reference for a goal: the first of the plans that reached it, the general one once there are five; with the wood
    /// of the trees that are here.
    pub(crate) async fn recall_reference(&self, goal: &Condition) -> Vec<Reference> {
        let Some(found) = self.look_up(References::new(goal)).await else { return Vec::new() };
        if found.is_full {
            let sequences: Vec<Value> = found.plans.iter().map(|reference| told(&reference.plan)).collect();
            if let Some(general) = self.summarise(goal, sequences).await
                && let Some(episode) =
                    found.summary(general.clone(), self.settings().pursue.to_string(), Origin::default())
                && let Some(book) = self.book()
            {
                if let Err(error) = book.borrow_mut().write(episode, None) {
                    self.note(Note::Memory(error.to_string()));
                }
                return vec![Reference { goal: goal.to_string(), steps: general }];
            }
        }
        let Some(best) = found.best() else { return Vec::new() };
        self.uses(best.id);
        vec![Reference { goal: best.goal.clone(), steps: wood::of_tree(&best.plan, self.wood_of_here(), goal) }]
    }

    /// One general sequence of several, by the model.
    async fn summarise(&self, goal: &Condition, sequences: Vec<Value>) -> Option<Vec<ActData>> {
        if self.settings().plan == By::Rules {
            return None;
        }
        let asked = json!({
            "call": "summary",
            "goal": data::goal(goal, &self.now()),
            "sequences": sequences,
        });
        let read = |summary: Summary| match summary.steps.is_empty() {
            true => Err(vec!["\"steps\" is empty".to_owned()]),
            false => Ok(summary.steps),
        };
        self.question("summary", "steps", asked, read).await
    }

    /// Whether a plan is remembered that has reached the very goal.
    pub(crate) async fn remembers_goal(&self) -> bool {
        let found = self.look_up(References::new(self.goal())).await;
        found.is_some_and(|found| found.nearness == Nearness::Same && found.best().is_some())
    }

    /// JARVIS-1's references for the goal and for what it needs on the way, with the wood of the trees that are here.
    pub(crate) async fn recall(&self, queries: &[Condition], retrieval: Retrieval) -> Vec<Reference> {
        let mode = match retrieval {
            Retrieval::None => return Vec::new(),
            Retrieval::Text => Mode::Text,
            Retrieval::Reasoning => Mode::Reasoning,
            Retrieval::Multimodal => Mode::Multimodal,
        };
        let goals: Vec<&Condition> = std::iter::once(self.goal()).chain(queries).collect();
        let now = self.now();
        let sight = now.sight.clone().map_or(Sight::None, Sight::Frame);
        let size = self.settings().jarvis.memory_size.0;
        let entries = Entries { mode, sight, size, ..Entries::new(goals, circumstances(&now)) };
        let Some(found) = self.look_up(entries).await else { return Vec::new() };
        found.entries.iter().for_each(|entry| self.uses(entry.id));
        let wood = self.wood_of_here();
        let here = |plan: &[ActData]| wood::of_tree(plan, wood, self.goal());
        found.entries.into_iter().map(|entry| Reference { steps: here(&entry.plan), goal: entry.goal }).collect()
    }

    /// DEPS's horizons: the game ticks that the acts of a plan have taken in other games, by the class of the act.
    pub(crate) async fn horizons(&self, plan: &Plan) -> BTreeMap<String, f32> {
        let mut horizons = BTreeMap::new();
        if self.book().is_none() {
            return horizons;
        }
        let here = circumstances(&self.now());
        let classes: Vec<String> = plan.acts().map(|act| ActData::from(act).class()).collect();
        for class in classes {
            if horizons.contains_key(&class) {
                continue;
            }
            let query =
                Durations { class: class.clone(), circumstances: Some(here.clone()), ticks_per_step: TICKS_PER_STEP };
            if let Some(steps) = self.look_up(query).await.and_then(|found| found.expected()) {
                horizons.insert(class, steps * TICKS_PER_STEP as f32);
            }
        }
        horizons
    }
}
