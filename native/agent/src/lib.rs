//! One agent: a mind and a body, ticked.
//!
//! The only crate that both hosts talk to. [`Agent::tick`] never waits: while the mind thinks it asks for a
//! pause, and the host shows it the same observation again until it has decided.

mod perform;
mod situation;
mod status;
#[cfg(test)]
mod tests;

use std::time::Duration;

use anima_body::{BlockPos, Control, Event, Observation, PlayerFlags, Screen};
use anima_mind::{Counters, Decision, Failure, Goal, Mind, StepResult, SubGoal};
use anima_model::Model;
use anima_rules::ItemStack;
use anima_skills::reflex::{self, Urge};
use anima_skills::{Me, Outcome, Reason, Task, close_window, fetch, hostile_mobs_near, shelter, take_shield};

pub use perform::perform;
pub use status::{Note, Status};

/// Steps that may end in the tick they began in before the body is given a tick.
const STEPS_PER_TICK: u32 = 4;

/// Ticks for which the surroundings of a death are left alone, and how far they reach, in blocks.
const SHUN: u64 = 6000;
const SHUNNED_AROUND: i64 = 28;

/// Ticks of thought in a world that goes on meanwhile after which it digs in; the way in and out takes as long.
const LONG_THOUGHT: u64 = 100;

/// What an agent is made with.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// How the body senses and searches.
    pub skills: anima_skills::Settings,
    /// Game ticks the goal may take, if there is a limit.
    pub ticks: Option<u64>,
    /// Whether the game has no hostile mobs.
    pub peaceful: bool,
}

/// What an agent does in a tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turn {
    /// Keys, look, clicks.
    pub control: Control,
    /// The mind is thinking: do not advance the world, show the same observation again.
    pub pause: bool,
    /// A frame is wanted with the next observation.
    pub wants_frame: bool,
}

/// How a goal ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Whether the goal is reached: the inventory holds what was asked for.
    pub reached: bool,
    /// Why not, in words.
    pub reason: Option<String>,
}

/// Something that is being carried out.
struct Work {
    name: String,
    fetches: bool,
    task: Task<Outcome>,
    /// The tick it began at.
    since: u64,
}

/// A thought in a world that goes on meanwhile.
struct Vigil {
    /// The tick it began at.
    since: u64,
    /// Digging in and staying there, once it takes long.
    refuge: Option<Task<()>>,
}

/// One agent with one goal.
pub struct Agent {
    goal: Goal,
    settings: Settings,
    me: Me,
    mind: Mind,
    work: Option<Work>,
    reflex: Option<(Urge, Task<()>)>,
    /// The tick of the first observation.
    first_tick: u64,
    /// Whether the mind is thinking and the same observation will come again.
    thinking: bool,
    /// Whether the world stands still meanwhile.
    pausable: bool,
    /// What is done about that where it does not.
    vigil: Option<Vigil>,
    deaths: u32,
    /// What was dropped on dying last, until it was fetched or is gone.
    grave: Option<Grave>,
    ending: Option<Ending>,
    notes: Vec<Note>,
}

/// Where the player died, and what lies there.
pub(crate) struct Grave {
    pos: BlockPos,
    items: Vec<ItemStack>,
    tick: u64,
    /// Hostile mobs that were about.
    guards: u32,
}

impl Agent {
    /// An agent that is about to pursue a goal; the rules plan, or a model if there is one.
    pub fn new(goal: Goal, settings: Settings, model: Option<Box<dyn Model>>, first: Observation) -> Agent {
        let first_tick = first.tick;
        let mind = Mind::new(goal.clone(), model);
        let me = Me::new(settings.skills.clone(), first);
        Agent {
            goal,
            settings,
            me,
            mind,
            work: None,
            reflex: None,
            first_tick,
            thinking: false,
            pausable: true,
            vigil: None,
            deaths: 0,
            grave: None,
            ending: None,
            notes: Vec::new(),
        }
    }

    /// Whether the world stands still when asked to; it does until told otherwise.
    pub fn set_pausable(&mut self, pausable: bool) {
        self.pausable = pausable;
    }

    /// Plays one tick. Where the world cannot be paused, what outranks the goal is done while the mind thinks.
    pub fn tick(&mut self, observation: Observation) -> Turn {
        if self.ending.is_some() {
            return Turn::default();
        }
        if !self.is_paused() {
            let before = self.me.now();
            self.me.begin(observation);
            self.note_deaths(&before);
        }
        self.think()
    }

    /// Presses what is to be pressed in this tick.
    fn act(&mut self) {
        let now = self.me.now();
        if now.player.is(PlayerFlags::DEAD) {
            return self.me.respawn();
        }
        if self.goal.is_reached(now.inventory.slots.iter().flatten()) {
            return self.end(true, None);
        }
        if !self.is_paused() && self.follow_reflex() {
            return;
        }
        for _ in 0..STEPS_PER_TICK {
            if self.work.is_none() && !self.decide() {
                return self.keep_safe();
            }
            let Some(work) = &mut self.work else { return };
            let Some(outcome) = work.task.poll() else { return };
            self.finish(outcome);
        }
    }

    /// Does what outranks the goal, if something does. Tells whether it took the tick.
    fn follow_reflex(&mut self) -> bool {
        let pressing = reflex::urge(&self.me);
        let outranked = match (&self.reflex, &pressing) {
            (None, Some(_)) => true,
            (Some((current, _)), Some(other)) => other.outranks(current),
            _ => false,
        };
        if outranked && let Some(urge) = pressing {
            self.notes.push(Note::Reflex(urge.to_string()));
            let (me, todo) = (self.me.clone(), urge.clone());
            let task = Task::new(async move {
                if me.now().screen != Screen::None {
                    // With a window open no key moves the body.
                    drop(close_window(&me).await);
                }
                reflex::follow(&me, todo).await;
            });
            self.reflex = Some((urge, task));
        }
        let Some((_, task)) = &mut self.reflex else { return false };
        if task.poll().is_none() {
            return true;
        }
        self.reflex = None;
        false
    }

    /// Asks the mind what to do and starts it. False if there is nothing to do in this tick.
    fn decide(&mut self) -> bool {
        let situation = situation::of(&self.me, &self.settings, self.first_tick, self.grave.as_ref());
        let decision = self.mind.decide(&situation);
        self.thinking = matches!(decision, Decision::Wait);
        if !self.thinking {
            self.vigil = None;
        }
        self.notes.extend(self.mind.take_notes().into_iter().map(Note::from));
        match decision {
            Decision::Wait => false,
            Decision::Reached => {
                self.end(true, None);
                false
            }
            Decision::GiveUp(reason) => {
                self.end(false, Some(reason));
                false
            }
            Decision::Do { step, attempt, limit } => {
                let (me, todo) = (self.me.clone(), step.clone());
                let skill = async move { me.within(limit, perform(&me, &todo, attempt)).await };
                self.start(step.to_string(), false, skill);
                true
            }
            Decision::Fetch { limit } => {
                let (me, pos) = (self.me.clone(), self.grave.as_ref().map(|grave| grave.pos));
                let skill = async move { me.within(limit, fetch(&me, pos)).await };
                self.start("fetch what was dropped".into(), true, skill);
                true
            }
        }
    }

    /// Digs in where a thought takes long and the world does not stand still for it.
    fn keep_safe(&mut self) {
        if !self.thinking || self.pausable {
            self.vigil = None;
            return;
        }
        let now = self.me.now().tick;
        let vigil = self.vigil.get_or_insert_with(|| Vigil { since: now, refuge: None });
        if vigil.refuge.is_none() && now - vigil.since >= LONG_THOUGHT {
            self.notes.push(Note::StepStarted("dig in while thinking".into()));
            let me = self.me.clone();
            vigil.refuge = Some(Task::new(async move {
                drop(close_window(&me).await);
                drop(shelter(&me, u64::MAX / 2).await);
                // There is no place for a shelter: it stands, and defends itself.
                loop {
                    me.tick().await;
                }
            }));
        }
        if let Some(refuge) = &mut vigil.refuge {
            refuge.poll();
        }
    }

    fn start(&mut self, name: String, fetches: bool, skill: impl Future<Output = Outcome> + 'static) {
        self.notes.push(Note::StepStarted(name.clone()));
        let (me, label) = (self.me.clone(), name.clone());
        let task = Task::new(async move {
            // With a window left open no key moves the body.
            close_window(&me).await?;
            // Who cannot take it up now goes without.
            drop(take_shield(&me).await);
            me.doing(label, skill).await
        });
        self.work = Some(Work { name, fetches, task, since: self.me.now().tick });
    }

    /// Tells the mind how the work ended.
    fn finish(&mut self, outcome: Outcome) {
        let Some(Work { name, fetches, since, .. }) = self.work.take() else { return };
        if fetches && !matches!(outcome, Err(Reason::Died)) {
            self.grave = None;
        }
        let failure = outcome.err().map(|reason| failure(&reason));
        let ticks = self.me.now().tick - since;
        let text = failure.as_ref().map(|failure| failure.text.clone());
        self.notes.push(Note::StepEnded { step: name, failure: text, ticks });
        self.mind.told(StepResult { failure, ticks });
    }

    /// A death ends whatever was being done.
    fn note_deaths(&mut self, before: &Observation) {
        let now = self.me.now();
        for event in now.events.iter() {
            if let Event::Died { message } = event {
                self.deaths += 1;
                self.notes.push(Note::Died(message.clone()));
                self.reflex = None;
                self.vigil = None;
                self.finish(Err(Reason::Died));
                self.me.senses_mut().atlas_mut().shun(before.player.feet(), SHUNNED_AROUND, SHUN);
                let items: Vec<ItemStack> = before.inventory.slots.iter().flatten().copied().collect();
                if !items.is_empty() {
                    let pos = before.player.feet();
                    let guards = hostile_mobs_near(&self.me, pos);
                    self.grave = Some(Grave { pos, items, tick: now.tick, guards });
                }
            }
        }
    }

    fn end(&mut self, reached: bool, reason: Option<String>) {
        self.thinking = false;
        self.work = None;
        self.reflex = None;
        self.vigil = None;
        self.ending = Some(Ending { reached, reason });
    }

    /// Goes on thinking in a tick that was shown already.
    pub fn think(&mut self) -> Turn {
        if self.ending.is_some() {
            return Turn::default();
        }
        self.act();
        if self.is_paused() {
            return Turn { pause: true, ..Turn::default() };
        }
        Turn { control: self.me.end(), ..Turn::default() }
    }

    /// Looks on while somebody else plays: the senses keep up, nothing is pressed.
    pub fn watch(&mut self, observation: Observation) {
        if self.ending.is_none() {
            let before = self.me.now();
            self.me.begin(observation);
            self.note_deaths(&before);
            self.me.end();
        }
    }

    /// Drops what it is at, for somebody else takes the keys. The goal stays, and the next tick decides anew.
    pub fn interrupt(&mut self, by: &str) {
        self.thinking = false;
        self.reflex = None;
        self.vigil = None;
        // The mind is not told: a step that was not let to its end has not failed.
        if let Some(Work { name, since, .. }) = self.work.take() {
            let failure = Some(Reason::Interrupted(by.to_owned()).to_string());
            let ticks = self.me.now().tick - since;
            self.notes.push(Note::StepEnded { step: name, failure, ticks });
        }
    }

    /// Whether the world is to stand still, so that the next observation is not looked at.
    fn is_paused(&self) -> bool {
        self.thinking && self.pausable
    }

    /// Whether the mind is thinking.
    pub fn is_thinking(&self) -> bool {
        self.thinking
    }

    /// The goal with its sub-goals.
    pub fn tree(&self) -> SubGoal {
        self.mind.tree()
    }

    /// Waits until the mind has decided, or for at most `limit`. Tells whether it has.
    pub fn wait(&mut self, limit: Duration) -> bool {
        self.mind.wait(limit)
    }

    /// How the goal ended, once it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// What it is at.
    pub fn status(&self) -> Status {
        Status {
            goal: self.goal.to_string(),
            steps: self.mind.plan(),
            step: self.work.as_ref().map(|work| work.name.clone()),
            doing: self.me.doing_now(),
            thinking: self.thinking,
            counters: self.mind.counters(),
            deaths: self.deaths,
        }
    }

    /// How often a model was asked, and how it did.
    pub fn counters(&self) -> Counters {
        self.mind.counters()
    }

    /// Nodes that its path searches have expanded so far; tells ticks with a search from those without.
    pub fn searched(&self) -> u64 {
        self.me.searched()
    }

    /// What happened since the last call, for the record.
    pub fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }
}

/// A reason as the mind is told it.
fn failure(reason: &Reason) -> Failure {
    let missing = match reason {
        Reason::Missing { item, count } => Some((*item, *count)),
        _ => None,
    };
    Failure { kind: reason.kind(), text: reason.to_string(), missing }
}
