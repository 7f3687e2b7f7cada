//! One life: a body, its senses and memory, and many goals one after another.
//!
//! The only crate that both hosts talk to. [`Life::tick`] never waits: while the mind thinks it asks for a pause, and
//! the host shows it the same observation again until it has decided. What was seen, where stations and chests stand
//! and where the player died last from goal to goal.

mod goal;
mod pictures;
mod situation;
mod status;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use anima_body::{Control, Event, Observation, PlayerFlags, Screen};
use anima_intent::{Act, Cause, Condition, Ending, Goal, Outcome, Progress, Reason, Thing};
use anima_mind::{Counters, Decision, Doings, Done, Fought, Means, Order, Preparation, SubGoal, Wish};
use anima_rules::Block;
use anima_rules::techtree::Nature;
use anima_skills::reflex::{self, Urge};
use anima_skills::{
    Me, Task, close_window, could_sleep, is_under_sky, perform, shelter, stations_at_hand, take_shield,
};

use goal::Pursued;
use pictures::Pictures;
pub use pictures::{Moment, jpeg};
pub(crate) use situation::Grave;
pub use status::{Note, Status};

/// Acts that may end in the tick they began in before the body is given a tick.
const ACTS_PER_TICK: u32 = 4;

/// Ticks for which the surroundings of a death are left alone, and how far they reach, in blocks.
const SHUN: u64 = 6000;
const SHUNNED_AROUND: i64 = 28;

/// Ticks of thought in a world that goes on meanwhile after which it digs in; the way in and out takes as long.
const LONG_THOUGHT: u64 = 100;

/// Ticks that an act may go on beyond its limit, for the skill to come to a good end, before it is broken off: during a
/// reflex its skill is not asked whether it is over.
const OVERTIME: u64 = 150;

/// Ticks for which the statistics that the server was asked for are waited for.
const ANSWER: u64 = 60;
/// Ticks between two questions for the statistics: no more than one a second.
const ASK_EVERY: u64 = 20;

/// Ticks between two looks at whether what is to be made stands at hand already.
const LOOK_EVERY: u64 = 20;

/// Most places that were left with a grave in them which are remembered: a server can name any number.
const GRAVES: usize = 16;

/// What a life is begun with.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// How the body senses and searches.
    pub skills: anima_skills::Settings,
    /// How the mind is made up.
    pub mind: anima_mind::Settings,
    /// What can occur in the world at all.
    pub nature: Nature,
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

/// An act that is being carried out.
struct Work {
    act: Act,
    task: Task<Outcome>,
    /// The tick it began at.
    since: u64,
    /// How many ticks it may take.
    limit: u64,
    /// Stations, chests and beds that are to be made after it, and did not stand at hand when it began.
    to_make: Vec<Block>,
}

/// A thought in a world that goes on meanwhile.
struct Vigil {
    /// The tick it began at.
    since: u64,
    /// Digging in and staying there, once it takes long.
    refuge: Option<Task<()>>,
}

/// One life: a body, its senses and memory, and one goal after another.
pub struct Life {
    settings: Settings,
    me: Me,
    pursued: Option<Pursued>,
    work: Option<Work>,
    /// An act that has ended, and is told once the statistics of it are there.
    done: Option<(Done, u64)>,
    /// The tick at which the statistics were asked for last.
    asked: Option<u64>,
    reflex: Option<(Urge, Task<()>)>,
    /// Whether the agent could have gone to bed when it was looked at last.
    could_sleep: bool,
    /// Whether the mind is thinking and the same observation will come again.
    thinking: bool,
    /// Whether the world stands still meanwhile.
    pausable: bool,
    /// What is done about that where it does not.
    vigil: Option<Vigil>,
    /// Where it is, by the name that [`Life::enter`] was given.
    place: String,
    /// What was dropped on dying last in this place, until it was fetched or is gone.
    grave: Rc<RefCell<Option<Grave>>>,
    /// The same of the places that were left.
    graves: BTreeMap<String, Grave>,
    pictures: Pictures,
    notes: Vec<Note>,
}

impl Life {
    /// A body that has just opened its eyes, without a goal.
    pub fn new(settings: Settings, first: Observation) -> Life {
        let me = Me::new(settings.skills.clone(), first);
        Life {
            settings,
            me,
            pursued: None,
            work: None,
            done: None,
            asked: None,
            reflex: None,
            could_sleep: false,
            thinking: false,
            pausable: true,
            vigil: None,
            place: String::new(),
            grave: Rc::default(),
            graves: BTreeMap::new(),
            pictures: Pictures::default(),
            notes: Vec::new(),
        }
    }

    /// Begins to pursue a goal from what was seen last, in place of any other, with some means: a model, if there is one.
    pub fn pursue(&mut self, goal: Goal, means: impl Into<Means>) {
        let means = means.into();
        let eyes = self.begin_goal(&means);
        self.pursued = Some(Pursued::new(goal, means, eyes, &self.settings));
    }

    /// Begins to get ready for a fight, in place of any other goal: with what, it chooses itself. It ends as
    /// [`Ending::Ready`], or after so many ticks.
    pub fn prepare(&mut self, preparation: Preparation, ticks: Option<u64>, means: impl Into<Means>) {
        let means = means.into();
        let eyes = self.begin_goal(&means);
        self.pursued = Some(Pursued::preparing(preparation, ticks, means, eyes, &self.settings));
    }

    /// Drops what it is at for a goal that begins, and opens eyes for it.
    fn begin_goal(&mut self, means: &Means) -> goal::Seen {
        self.abandon("another goal took its place");
        self.drop_work();
        self.asked = None;
        let looks = self.settings.mind.looks_at_pictures(means.model.is_some(), means.book.is_some());
        self.pictures.are_looked_at = self.pictures.may_be_looked_at && looks;
        self.pictures.sight.take();
        self.pictures.want(Moment::GoalBegan);
        (self.me.clone(), Rc::clone(&self.grave), Rc::clone(&self.pictures.sight))
    }

    /// How far it has got ready, while that is its goal and after: the part of a round that is known before its fight.
    pub fn prepared(&self) -> Option<Fought> {
        self.pursued.as_ref().filter(|pursued| pursued.prepares).map(|pursued| pursued.pursuit.prepared())
    }

    /// Begins to think of a goal to give itself, from what was seen last and done so far, with some means.
    pub fn wish(&self, doings: Doings, means: impl Into<Means>) -> Wish {
        let eyes = (self.me.clone(), Rc::clone(&self.grave), Rc::clone(&self.pictures.sight));
        let eyes = goal::eyes(&Condition::Any(Vec::new()), None, eyes, &self.settings);
        Wish::new(self.settings.mind, doings, means, move || eyes.situation())
    }

    /// Gives the goal up without a word; what was lived through for it is remembered.
    pub fn drop_goal(&mut self) {
        self.abandon("it was taken back");
        self.drop_work();
        self.pursued = None;
    }

    /// Has what was lived through for a goal remembered that has not ended and will not.
    fn abandon(&mut self, why: &str) {
        if let Some(pursued) = self.pursued.as_mut().filter(|pursued| pursued.ending.is_none()) {
            pursued.pursuit.abandon(why);
        }
    }

    /// Ends the goal as lost by a death, which the player's own eyes do not tell: a suite may say so.
    pub fn lose(&mut self) {
        self.end(Ending::GivenUp(Cause::Lost));
    }

    /// What it was begun with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How the mind is made up, from the next goal on.
    pub fn set_mind(&mut self, mind: anima_mind::Settings) {
        self.settings.mind = mind;
    }

    /// Whether the game has no hostile mobs, from the next goal on.
    pub fn set_peaceful(&mut self, peaceful: bool) {
        self.settings.peaceful = peaceful;
    }

    /// Whether somebody uses pictures of the moments when a goal begins, an act fails or the goal ends, from now on; else
    /// none is asked for.
    pub fn use_pictures(&mut self, are_used: bool) {
        self.pictures.are_used = are_used;
    }

    /// Whether the mind may look at pictures, from the next goal on; it may unless the host has none, or the player wants none.
    pub fn let_look(&mut self, may_look: bool) {
        self.pictures.may_be_looked_at = may_look;
    }

    /// Whether a picture is wanted of what the player sees in this tick, in which the agent is not asked what to do, as
    /// after the end of its goal. The host shows it to [`Life::watch`].
    pub fn asks_for_picture(&mut self) -> bool {
        let tick = self.me.now().tick;
        self.pictures.asks(tick)
    }

    /// Whether a picture that was asked for has not come yet.
    pub fn awaits_picture(&self) -> bool {
        self.pictures.are_due()
    }

    /// Says by what name [`Life::enter`] knows the place where it is; a life does not know where it was begun.
    pub fn name_place(&mut self, place: &str) {
        self.me.name_place(place);
        place.clone_into(&mut self.place);
    }

    /// Comes to another world or dimension, or back to the same after it was left, by a name of its own: what the agent
    /// knows of it is what it knew when it left. The act at work is broken off, for it was done with what is elsewhere;
    /// the goal goes on, and all that was done for it counts.
    pub fn enter(&mut self, place: &str) {
        self.interrupt("a change of the world");
        if let Some(pursued) = &self.pursued {
            pursued.go(&self.place, place);
        }
        self.me.enter(place);
        let left = std::mem::replace(&mut self.place, place.to_owned());
        if let Some(grave) = self.grave.take() {
            self.graves.insert(left, grave);
        }
        while self.graves.len() > GRAVES {
            self.graves.pop_first();
        }
        self.grave.replace(self.graves.remove(place));
    }

    /// Bytes held by what the agent knows of the world, about; the terrain is not counted.
    pub fn bytes(&self) -> usize {
        self.me.bytes()
    }

    /// Whether the world stands still when asked to; it does until told otherwise.
    pub fn set_pausable(&mut self, pausable: bool) {
        self.pausable = pausable;
    }

    /// Plays one tick. Where the world cannot be paused, what outranks the goal is done while the mind thinks. Without
    /// a goal nothing is pressed.
    pub fn tick(&mut self, observation: Observation) -> Turn {
        if !self.is_pursuing() {
            self.watch(observation);
            return Turn::default();
        }
        // While it thinks the same tick is shown again. A world that has not stood still all the same is looked at.
        if !self.is_paused() || observation.tick > self.me.now().tick {
            self.begin_tick(observation);
        }
        self.think()
    }

    /// Goes on thinking in a tick that was shown already.
    pub fn think(&mut self) -> Turn {
        if !self.is_pursuing() {
            return Turn::default();
        }
        self.act();
        if self.is_paused() {
            return Turn { pause: true, ..Turn::default() };
        }
        let mut control = self.me.end();
        control.statistics = self.asks_for_statistics();
        Turn { control, pause: false, wants_frame: self.asks_for_picture() }
    }

    /// Looks on while somebody else plays: the senses keep up, nothing is pressed.
    pub fn watch(&mut self, observation: Observation) {
        self.begin_tick(observation);
        self.me.end();
    }

    /// Closes the eyes until the next tick: the terrain that was shown last is let go of, what was seen of it is known.
    pub fn rest(&mut self) {
        self.me.rest();
    }

    /// Takes in what is seen in a tick.
    fn begin_tick(&mut self, observation: Observation) {
        let before = self.me.now();
        self.notes.extend(self.pictures.come(observation.frame.as_ref()));
        self.me.begin(observation);
        let now = self.me.now();
        if let Some(pursued) = &self.pursued {
            pursued.see(&now);
        }
        self.note_deaths(&before, &now);
    }

    /// Presses what is to be pressed in this tick.
    fn act(&mut self) {
        let now = self.me.now();
        match self.pursued.as_ref().and_then(|pursued| pursued.is_decided(now.tick)) {
            Some(ending @ Ending::GivenUp(_)) => return self.end(ending),
            _ if now.player.is(PlayerFlags::DEAD) => return self.me.respawn(),
            Some(ending) => return self.end(ending),
            None => {}
        }
        if self
            .work
            .as_ref()
            .is_some_and(|work| now.tick > work.since.saturating_add(work.limit).saturating_add(OVERTIME))
        {
            self.finish(Err(Reason::TookTooLong));
        }
        self.notice_what_was_to_be_made();
        self.notice_bedtime();
        if !self.is_paused() && self.follow_reflex() {
            return;
        }
        for _ in 0..ACTS_PER_TICK {
            if self.waits_for_statistics() {
                return;
            }
            if self.work.is_none() && (self.pictures.hold_the_mind() || !self.decide()) {
                return self.keep_safe();
            }
            let Some(work) = &mut self.work else { return };
            let Some(outcome) = work.task.poll() else { return };
            self.finish(outcome);
        }
    }

    /// Breaks the act off when a station, a chest or a bed stands at hand that was to be made: the mind may plan without.
    fn notice_what_was_to_be_made(&mut self) {
        let Some(work) = self.work.as_ref().filter(|work| !work.to_make.is_empty()) else { return };
        let spent = self.me.now().tick.saturating_sub(work.since);
        if !spent.is_multiple_of(LOOK_EVERY) || !self.me.stands_firm() {
            return;
        }
        let at_hand = stations_at_hand(&self.me);
        if let Some(block) = work.to_make.iter().find(|block| at_hand.contains(block)) {
            let what = format!("the sight of a {block}");
            self.finish(Err(Reason::Interrupted(Thing::Named(what.into()))));
        }
    }

    /// Breaks the act off when the time comes to go to bed for an agent in the open that carries one: the mind has it sleep
    /// first where that is worth it.
    fn notice_bedtime(&mut self) {
        if !self.me.stands_firm() {
            return;
        }
        let could = std::mem::replace(&mut self.could_sleep, could_sleep(&self.me));
        let comes = self.could_sleep && !could && is_under_sky(&self.me);
        if comes && self.work.as_ref().is_some_and(|work| !matches!(work.act, Act::Sleep | Act::Wait { .. })) {
            self.finish(Err(Reason::Interrupted(Thing::Named("the night".into()))));
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
                // One that was asked for before may open late.
                let opens = |me: &Me| me.now().screen == Screen::Container;
                loop {
                    if me.now().screen != Screen::None {
                        // With a window open no key moves the body.
                        drop(close_window(&me).await);
                    }
                    if me.until(opens, reflex::follow(&me, todo.clone())).await.is_some() {
                        break;
                    }
                }
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
        let Some(pursued) = &mut self.pursued else { return false };
        let decision = pursued.pursuit.decide();
        self.thinking = decision == Decision::Wait;
        if !self.thinking {
            self.vigil = None;
        }
        self.notes.extend(pursued.pursuit.take_notes().into_iter().map(Note::from));
        match decision {
            Decision::Wait => false,
            Decision::Over(ending) => {
                self.end(ending);
                false
            }
            Decision::Do(order) => {
                self.start(order);
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
            self.notes.push(Note::ActStarted("dig in while thinking".into()));
            let me = self.me.clone();
            vigil.refuge = Some(Task::new(async move {
                drop(close_window(&me).await);
                drop(shelter(&me, u64::MAX / 2).await);
                // Where there is no place for a shelter the agent stands, and defends itself.
                loop {
                    me.tick().await;
                }
            }));
        }
        if let Some(refuge) = &mut vigil.refuge {
            refuge.poll();
        }
    }

    fn start(&mut self, Order { act, attempt, limit }: Order) {
        self.notes.push(Note::ActStarted(act.to_string()));
        let reserve = self.pursued.as_ref().map(|pursued| pursued.pursuit.reserve());
        self.me.keep_for_goal(reserve.unwrap_or_default());
        let (me, todo) = (self.me.clone(), act.clone());
        let task = Task::new(async move {
            // With a window left open no key moves the body.
            close_window(&me).await?;
            // A shield that cannot be taken up now is done without.
            drop(take_shield(&me).await);
            let skill = me.within(limit, perform(&me, &todo, attempt));
            me.doing(&todo, skill).await
        });
        let mut to_make = self.pursued.as_ref().map(|pursued| pursued.pursuit.to_make(&act)).unwrap_or_default();
        if !to_make.is_empty() {
            let at_hand = stations_at_hand(&self.me);
            to_make.retain(|block| !at_hand.contains(block));
        }
        self.work = Some(Work { act, task, since: self.me.now().tick, limit, to_make });
    }

    /// Takes in how the act at work ended.
    fn finish(&mut self, outcome: Outcome) {
        let Some(Work { act, since, .. }) = self.work.take() else { return };
        // An agent that was interrupted on the way goes on when it may.
        if matches!(act, Act::Fetch { .. }) && !matches!(outcome, Err(Reason::Died | Reason::Interrupted(_))) {
            self.grave.take();
        }
        let ticks = self.me.now().tick - since;
        if let Err(why) = &outcome {
            self.pictures.want(Moment::ActFailed { act: act.to_string(), why: why.clone() });
        }
        self.notes.push(Note::ActEnded { act: act.to_string(), failure: outcome.clone().err(), ticks });
        self.done = Some((Done { outcome, ticks }, self.me.now().tick));
    }

    /// Whether statistics are waited for: those of the goal's begin, or those that show what came of an act that has
    /// ended. If these are there, or nothing asks for them, the mind is told.
    fn waits_for_statistics(&mut self) -> bool {
        let Some(pursued) = &mut self.pursued else { return false };
        let now = self.me.now();
        if self.work.is_none() && pursued.lacks_beginning(now.tick, ANSWER) {
            return true;
        }
        let Some((_, ended)) = &self.done else { return false };
        let is_told = now.tally.told_at.is_some_and(|tick| tick > *ended);
        if pursued.waits_for_tally() && !is_told && now.tick <= ended + ANSWER {
            return true;
        }
        if let Some((done, _)) = self.done.take() {
            pursued.pursuit.told(done);
        }
        false
    }

    /// Whether the statistics are to be asked for in this tick: at the beginning of a goal that is judged by them, and
    /// then once a second as long as they may still change the verdict.
    fn asks_for_statistics(&mut self) -> bool {
        let now = self.me.now().tick;
        let due = self.asked.is_none_or(|asked| now >= asked + ASK_EVERY);
        let asks = due && self.pursued.as_ref().is_some_and(Pursued::waits_for_tally);
        if asks {
            self.asked = Some(now);
        }
        asks
    }

    /// A death ends whatever was being done.
    fn note_deaths(&mut self, before: &Observation, now: &Observation) {
        for event in now.events.iter() {
            let Event::Died { message } = event else { continue };
            if let Some(pursued) = &mut self.pursued {
                pursued.deaths += 1;
            }
            self.notes.push(Note::Died(message.clone()));
            self.reflex = None;
            self.vigil = None;
            self.finish(Err(Reason::Died));
            self.me.senses_mut().atlas_mut().shun(before.player.feet(), SHUNNED_AROUND, SHUN);
            if let Some(grave) = Grave::of(&self.me, before, now.tick) {
                self.grave.replace(Some(grave));
            }
        }
    }

    fn end(&mut self, ending: Ending) {
        self.drop_work();
        if let Some(pursued) = &mut self.pursued {
            pursued.pursuit.conclude(&ending);
            pursued.ending = Some(ending);
            self.pictures.are_looked_at = false;
            self.pictures.want(Moment::GoalEnded);
        }
    }

    fn drop_work(&mut self) {
        self.thinking = false;
        self.work = None;
        self.done = None;
        self.reflex = None;
        self.vigil = None;
    }

    /// Drops what it is at, for somebody else takes the keys. The goal stays, and the next tick decides anew.
    pub fn interrupt(&mut self, by: &str) {
        self.thinking = false;
        self.reflex = None;
        self.vigil = None;
        self.finish(Err(Reason::Interrupted(Thing::Named(by.to_owned().into()))));
    }

    /// Whether there is a goal that has not ended.
    fn is_pursuing(&self) -> bool {
        self.pursued.as_ref().is_some_and(|pursued| pursued.ending.is_none())
    }

    /// Whether the world is to stand still, so that the next observation is not looked at.
    fn is_paused(&self) -> bool {
        self.thinking && self.pausable
    }

    /// Whether the mind is thinking.
    pub fn is_thinking(&self) -> bool {
        self.thinking
    }

    /// The goal with its sub-goals; `None` if none was given.
    pub fn tree(&self) -> Option<SubGoal> {
        self.pursued.as_ref().map(|pursued| pursued.pursuit.tree())
    }

    /// Waits until the mind has decided, or for at most `limit`. Tells whether it has.
    pub fn wait(&mut self, limit: Duration) -> bool {
        self.pursued.as_mut().is_none_or(|pursued| pursued.pursuit.wait(limit))
    }

    /// How the last goal ended, once it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.pursued.as_ref()?.ending.as_ref()
    }

    /// The goal that was given last.
    pub fn goal(&self) -> Option<&Goal> {
        self.pursued.as_ref().map(|pursued| &pursued.goal)
    }

    /// How much of each part of the goal is done.
    pub fn progress(&self) -> Vec<Progress> {
        self.pursued.as_ref().map(Pursued::progress).unwrap_or_default()
    }

    /// What it is at; nothing without a goal.
    pub fn status(&self) -> Status {
        let Some(pursued) = &self.pursued else { return Status::default() };
        Status {
            goal: match pursued.prepares {
                true => format!("get ready to {}", pursued.goal),
                false => pursued.goal.to_string(),
            },
            acts: pursued.pursuit.plan(),
            act: self.work.as_ref().map(|work| work.act.to_string()),
            doing: self.me.doing_now(),
            thinking: self.thinking,
            counters: pursued.pursuit.counters(),
            deaths: pursued.deaths,
        }
    }

    /// How often a model was asked for this goal, and how it did.
    pub fn counters(&self) -> Counters {
        self.pursued.as_ref().map(|pursued| pursued.pursuit.counters()).unwrap_or_default()
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
