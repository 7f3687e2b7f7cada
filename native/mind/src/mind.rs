//! What a program of pursuing a goal has to hand, and how it is run.

use std::cell::{Cell, OnceCell, RefCell, RefMut};
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use anima_intent::{Act, Cause, Condition, Ending, Outcome, Reserve};
use anima_model::Model;
use anima_rules::Block;
use anima_rules::techtree::{Kind, Step};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::call::{Counters, Line};
use crate::handbook::Handbook;
use crate::note::Note;
use crate::past::Past;
use crate::plan::Plan;
use crate::prompts::Prompts;
use crate::pursue;
use crate::recall::{Book, Draft};
use crate::roles::decompose::{SubGoal, decompose};
use crate::roles::gear::{Fought, Gear, Preparation};
use crate::settings::{Program, Settings};
use crate::situation::Situation;

/// Acts that were done which are kept to be shown.
const SHOWN: usize = 100;

/// What the body is to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// What is to be done.
    pub act: Act,
    /// Counts from 1: how often in a row it is tried without having gained anything, for which the place may be to blame.
    /// From 2 on it means another place: farther off, or a few blocks aside for what is done on the spot.
    pub attempt: u32,
    /// Ticks after which it is to be given up as taking too long: several times what it should take.
    pub limit: u64,
}

/// How an act went.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// Whether it did what it was for, or why not.
    pub outcome: Outcome,
    /// Game ticks it took.
    pub ticks: u64,
}

/// What a pursuit says when it is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// A model is thinking: ask again in the same tick; none may pass.
    Wait,
    /// Carry out an act, and tell how it went.
    Do(Order),
    /// It is over.
    Over(Ending),
}

/// What a mind may use beside its own rules.
pub struct Means {
    /// The model that is asked what the settings leave to one.
    pub model: Option<Box<dyn Model>>,
    /// By which words it is asked.
    pub prompts: Arc<Prompts>,
    /// The pages of advice that a model is shown some of.
    pub handbook: Arc<Handbook>,
    /// What it draws from where it may draw.
    pub seed: u64,
    /// What it recalls from other games, and writes down for them; nothing if it has no memory.
    pub book: Option<Book>,
}

impl Default for Means {
    /// No model, the packed prompts and pages.
    fn default() -> Means {
        Means { model: None, prompts: Prompts::packed(), handbook: Handbook::packed(), seed: 0, book: None }
    }
}

impl From<Option<Box<dyn Model>>> for Means {
    fn from(model: Option<Box<dyn Model>>) -> Means {
        Means { model, ..Means::default() }
    }
}

/// The hands and eyes of a program of pursuing a goal. Cloning gives another handle to the same mind.
#[derive(Clone)]
pub struct Mind {
    inner: Rc<Inner>,
}

/// Waits for something, at most so long; tells whether it has come.
type Wait = Box<dyn FnMut(Duration) -> bool>;

struct Inner {
    goal: Condition,
    /// What it gets ready for, if its goal is to get ready.
    preparation: Option<Preparation>,
    /// With what it gets ready, once it has chosen: its goal from then on.
    gear: OnceCell<Gear>,
    settings: Settings,
    /// Shows the situation as it is now.
    eyes: Box<dyn Fn() -> Situation>,
    /// The situation of this decision, once it was looked at.
    now: RefCell<Option<Rc<Situation>>>,
    order: RefCell<Option<Order>>,
    done: RefCell<Option<Done>>,
    /// The act that the body is at, and the tick it was ordered at.
    acting: RefCell<Option<(Act, u64)>>,
    line: Option<RefCell<Line>>,
    prompts: Arc<Prompts>,
    handbook: Arc<Handbook>,
    rng: RefCell<Pcg64>,
    past: RefCell<Past>,
    book: Option<Book>,
    draft: RefCell<Option<Draft>>,
    /// Waits for what the memory is asked.
    awaited: RefCell<Option<Wait>>,
    thinking: Cell<bool>,
    /// Why the goal ends, whatever its program waits for.
    stopped: RefCell<Option<Cause>>,
    notes: RefCell<Vec<Note>>,
    view: RefCell<View>,
}

/// What was done and is to be done, for people.
#[derive(Default)]
struct View {
    done: Vec<Act>,
    to_do: Vec<Act>,
    /// What is to hold on the way to the goal.
    ahead: Vec<Condition>,
    reached: bool,
}

impl Mind {
    pub(crate) fn new(
        goal: Condition,
        settings: Settings,
        means: Means,
        eyes: impl Fn() -> Situation + 'static,
    ) -> Mind {
        let inner = Inner {
            goal,
            preparation: None,
            gear: OnceCell::new(),
            settings,
            eyes: Box::new(eyes),
            now: RefCell::default(),
            order: RefCell::default(),
            done: RefCell::default(),
            acting: RefCell::default(),
            line: means.model.map(Line::new).map(RefCell::new),
            prompts: means.prompts,
            handbook: means.handbook,
            rng: RefCell::new(Pcg64::seed_from_u64(means.seed)),
            past: RefCell::default(),
            book: means.book,
            draft: RefCell::default(),
            awaited: RefCell::default(),
            thinking: Cell::new(false),
            stopped: RefCell::default(),
            notes: RefCell::default(),
            view: RefCell::default(),
        };
        Mind { inner: Rc::new(inner) }
    }

    /// A mind that is to get ready for a fight.
    fn preparing(
        preparation: Preparation,
        settings: Settings,
        means: Means,
        eyes: impl Fn() -> Situation + 'static,
    ) -> Mind {
        let mut mind = Mind::new(preparation.fight.clone(), settings, means, eyes);
        if let Some(inner) = Rc::get_mut(&mut mind.inner) {
            inner.preparation = Some(preparation);
        }
        mind
    }

    /// What is to be true: of one that gets ready, that it has the gear it chose.
    pub fn goal(&self) -> &Condition {
        self.inner.gear.get().map_or(&self.inner.goal, |gear| &gear.goal)
    }

    /// What it is to get ready for, if that is its goal.
    pub(crate) fn preparation(&self) -> Option<&Preparation> {
        self.inner.preparation.as_ref()
    }

    /// Sets out to get ready with some gear; that is an episode of its own.
    pub(crate) fn get_ready_with(&self, gear: Gear) {
        if self.inner.gear.set(gear).is_ok() {
            self.look_anew();
            self.begin_episode(self.goal());
        }
    }

    /// By what program it pursues its goal, and what answers its questions.
    pub(crate) fn settings(&self) -> Settings {
        self.inner.settings
    }

    /// The situation now, the same throughout a decision.
    pub fn now(&self) -> Rc<Situation> {
        let mut now = self.inner.now.borrow_mut();
        Rc::clone(now.get_or_insert_with(|| {
            let seen = (self.inner.eyes)();
            Rc::new(match self.inner.gear.get() {
                // No judge knows what gear the agent has chosen.
                Some(gear) => gear.judged(seen),
                None => seen,
            })
        }))
    }

    /// Has the body carry out an act, and tells how that went.
    pub(crate) async fn perform(&self, order: Order) -> Done {
        self.inner.acting.replace(Some((order.act.clone(), self.now().tick)));
        self.inner.order.replace(Some(order));
        let done = Arrival { take: || self.inner.done.borrow_mut().take() }.await;
        self.inner.acting.take();
        done
    }

    /// The act that the body is at, and the tick it was ordered at: what it has come to is not told yet.
    pub(crate) fn take_acting(&self) -> Option<(Act, u64)> {
        self.inner.acting.borrow_mut().take()
    }

    /// What happened so far. Not to be held while anything is waited for.
    pub(crate) fn past(&self) -> RefMut<'_, Past> {
        self.inner.past.borrow_mut()
    }

    /// By which words a model is asked.
    pub(crate) fn prompts(&self) -> &Prompts {
        &self.inner.prompts
    }

    /// The pages of advice.
    pub(crate) fn handbook(&self) -> &Handbook {
        &self.inner.handbook
    }

    /// A number below `bound`, drawn from the seed.
    pub(crate) fn draw(&self, bound: usize) -> usize {
        self.inner.rng.borrow_mut().random_range(0..bound.max(1))
    }

    /// The line to the model, if one is configured.
    pub(crate) fn line(&self) -> Option<&RefCell<Line>> {
        self.inner.line.as_ref()
    }

    /// Waits for what a model answers; meanwhile the mind is thinking.
    pub(crate) async fn await_model<T>(&self, take: impl FnMut() -> Option<T>) -> T {
        self.inner.thinking.set(true);
        let answer = Arrival { take }.await;
        self.inner.thinking.set(false);
        answer
    }

    /// Ends the goal at a cap on what models may take: what is left of the plan is told. The program goes on no more.
    pub(crate) async fn stop_at_cap(&self, cap: String, spent: String, limit: String, worst: String) -> Infallible {
        let plan = self.inner.view.borrow().to_do.iter().map(Act::to_string).collect();
        self.inner.stopped.replace(Some(Cause::Capped { cap, spent, limit, worst, plan }));
        std::future::pending().await
    }

    /// Why a cap has ended what was thought, if one has.
    pub(crate) fn take_stopped(&self) -> Option<Cause> {
        self.inner.stopped.borrow_mut().take()
    }

    /// Waits for what the memory answers; meanwhile the mind is thinking.
    pub(crate) async fn await_memory<T>(
        &self,
        wait: impl FnMut(Duration) -> bool + 'static,
        take: impl FnMut() -> Option<T>,
    ) -> T {
        self.inner.awaited.replace(Some(Box::new(wait)));
        let answer = self.await_model(take).await;
        self.inner.awaited.take();
        answer
    }

    /// What it recalls from and writes down in.
    pub(crate) fn book(&self) -> Option<&Book> {
        self.inner.book.as_ref()
    }

    /// The episode that is being lived through.
    pub(crate) fn draft(&self) -> RefMut<'_, Option<Draft>> {
        self.inner.draft.borrow_mut()
    }

    /// How often a model was asked so far, and how it did.
    pub(crate) fn counters(&self) -> Counters {
        self.line().map(|line| line.borrow().counters()).unwrap_or_default()
    }

    /// Forgets what was seen for the decision before: it may be another tick's.
    pub(crate) fn look_anew(&self) {
        self.inner.now.replace(None);
    }

    /// Waits until what is thought about can go on, or for at most `limit`. Tells whether it can.
    pub(crate) fn wait(&self, limit: Duration) -> bool {
        if let Some(wait) = self.inner.awaited.borrow_mut().as_mut() {
            return wait(limit);
        }
        !self.inner.thinking.get() || self.line().is_none_or(|line| line.borrow_mut().wait(limit))
    }

    /// What happened since the last call.
    pub(crate) fn take_notes(&self) -> Vec<Note> {
        self.inner.notes.take()
    }

    /// Notes something worth telling.
    pub(crate) fn note(&self, note: Note) {
        self.inner.notes.borrow_mut().push(note);
    }

    /// Shows a plan as what is to be done.
    pub(crate) fn show_plan(&self, plan: &Plan) {
        self.inner.view.borrow_mut().to_do = plan.acts().cloned().collect();
    }

    /// Says what is to hold on the way to the goal: things that are for it are not spent otherwise.
    pub(crate) fn keep_for(&self, ahead: &[Condition]) {
        self.inner.view.borrow_mut().ahead = ahead.to_vec();
    }

    /// Shows an act as done.
    pub(crate) fn show_done(&self, act: &Act) {
        let done = &mut self.inner.view.borrow_mut().done;
        done.push(act.clone());
        if done.len() > SHOWN {
            done.remove(0);
        }
    }
}

/// A future that asks each time it is polled whether something has come.
struct Arrival<F> {
    take: F,
}

impl<T, F: FnMut() -> Option<T>> Future for Arrival<F> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<T> {
        // Nothing in it is pinned.
        let this = self.get_mut();
        (this.take)().map_or(Poll::Pending, Poll::Ready)
    }
}

impl<F> Unpin for Arrival<F> {}

/// A goal that is being pursued by one of the programs.
pub struct Pursuit {
    mind: Mind,
    program: Pin<Box<dyn Future<Output = Ending>>>,
    ended: Option<Ending>,
}

/// The program by which a mind pursues its goal.
fn program(mind: &Mind) -> Pin<Box<dyn Future<Output = Ending>>> {
    match mind.settings().pursue {
        Program::Own => Box::pin(pursue::own(mind.clone())),
        Program::Gitm => Box::pin(pursue::gitm(mind.clone())),
        Program::Deps => Box::pin(pursue::deps(mind.clone())),
        Program::Jarvis => Box::pin(pursue::jarvis(mind.clone())),
        Program::Odyssey => Box::pin(pursue::odyssey(mind.clone())),
    }
}

impl Pursuit {
    /// Begins to pursue a goal with some means. `eyes` shows the situation whenever the program looks.
    pub fn new(
        goal: Condition,
        settings: Settings,
        means: impl Into<Means>,
        eyes: impl Fn() -> Situation + 'static,
    ) -> Pursuit {
        let mind = Mind::new(goal, settings, means.into(), eyes);
        mind.begin_episode(mind.goal());
        let program = program(&mind);
        Pursuit { mind, program, ended: None }
    }

    /// Begins to get ready for a fight, with gear of the mind's own choice; it ends as [`Ending::Ready`].
    pub fn prepare(
        preparation: Preparation,
        settings: Settings,
        means: impl Into<Means>,
        eyes: impl Fn() -> Situation + 'static,
    ) -> Pursuit {
        let mind = Mind::preparing(preparation, settings, means.into(), eyes);
        let program = match settings.pursue {
            Program::Odyssey => program(&mind),
            _ => Box::pin(pursue::prepare(mind.clone(), program(&mind))),
        };
        Pursuit { mind, program, ended: None }
    }

    /// How far it has got ready: the part of a round that is known before its fight.
    pub fn prepared(&self) -> Fought {
        self.mind.look_anew();
        let (now, past) = (self.mind.now(), self.mind.past());
        let plan = self.mind.inner.gear.get().map(|gear| gear.pieces.clone()).unwrap_or_default();
        let tasks = match self.mind.settings().pursue {
            Program::Odyssey => past.programs_run,
            _ => past.acts_begun,
        };
        Fought { plan, gear: Gear::had(&now), ticks: now.tick, tasks, won: false, health: 0.0 }
    }

    /// What is to be done next. To be asked at the start, when an act has ended (after [`Pursuit::told`]), and again
    /// in the same tick for as long as it says [`Decision::Wait`].
    pub fn decide(&mut self) -> Decision {
        if let Some(ended) = &self.ended {
            return Decision::Over(ended.clone());
        }
        self.mind.look_anew();
        let polled = self.program.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        match self.mind.take_stopped().map_or(polled, |cause| Poll::Ready(Ending::GivenUp(cause))) {
            Poll::Ready(ending) => {
                self.mind.inner.view.borrow_mut().reached = ending == Ending::Reached;
                self.ended = Some(ending.clone());
                Decision::Over(ending)
            }
            Poll::Pending => match self.mind.inner.order.borrow_mut().take() {
                Some(order) => Decision::Do(order),
                None => Decision::Wait,
            },
        }
    }

    /// Tells how the goal has ended, whoever has said so: what was lived through is remembered. To be called once.
    pub fn conclude(&mut self, ending: &Ending) {
        self.mind.look_anew();
        self.mind.conclude(ending);
    }

    /// Tells that the goal is pursued no more though it has not ended, and why: what was lived through is remembered. To be
    /// called in place of [`Pursuit::conclude`].
    pub fn abandon(&mut self, why: &str) {
        self.mind.look_anew();
        self.mind.abandon(why);
    }

    /// Takes in how the act that was ordered last has ended.
    pub fn told(&mut self, done: Done) {
        self.mind.inner.done.replace(Some(done));
    }

    /// Waits until a model has answered, or for at most `limit`. Tells whether [`Pursuit::decide`] can decide.
    pub fn wait(&mut self, limit: Duration) -> bool {
        self.mind.wait(limit)
    }

    /// The acts done and to do, each with whether it is done.
    pub fn plan(&self) -> Vec<(String, bool)> {
        let view = self.mind.inner.view.borrow();
        let done = view.done.iter().map(|act| (act.to_string(), true));
        done.chain(view.to_do.iter().map(|act| (act.to_string(), false))).collect()
    }

    /// The blocks that are to be made to be stood up: stations, chests, beds. The act at work is left out, wherever it
    /// stands in the plan, and so is the station that it works at, which it may stand up itself.
    pub fn to_make(&self, at_work: &Act) -> Vec<Block> {
        let view = self.mind.inner.view.borrow();
        let worked_at = at_work.step().and_then(Step::station);
        let others = view.to_do.iter().filter(|act| *act != at_work).filter_map(Act::step);
        let steps = others.filter(|step| matches!(step.way.kind, Kind::Craft(_)));
        steps.filter_map(|step| step.item.block()).filter(|block| Some(*block) != worked_at).collect()
    }

    /// The acts that are to be done.
    #[cfg(test)]
    pub(crate) fn planned(&self) -> Vec<Act> {
        self.mind.inner.view.borrow().to_do.clone()
    }

    /// What the goal, what is to hold on the way, and the rest of the plan need of the things carried.
    pub fn reserve(&self) -> Reserve {
        let view = self.mind.inner.view.borrow();
        let all = view.ahead.iter().filter(|part| *part != self.mind.goal()).chain([self.mind.goal()]);
        Reserve::of(&Condition::All(all.cloned().collect()), &view.to_do)
    }

    /// The goal with its sub-goals.
    pub fn tree(&self) -> SubGoal {
        let view = self.mind.inner.view.borrow();
        let acts = view.done.iter().map(|act| (act, true)).chain(view.to_do.iter().map(|act| (act, false)));
        decompose(self.mind.goal(), acts, view.reached)
    }

    /// What happened since the last call.
    pub fn take_notes(&mut self) -> Vec<Note> {
        self.mind.take_notes()
    }

    /// How often a model was asked, and how it did.
    pub fn counters(&self) -> Counters {
        self.mind.counters()
    }
}

/// A thought of a test: what it came to, and the pursuit that it was thought in.
#[cfg(test)]
pub(crate) struct Thought<T> {
    pub answer: Rc<RefCell<Option<T>>>,
    pub pursuit: Pursuit,
}

/// Has a mind think once, in place of a program.
#[cfg(test)]
pub(crate) fn think<T: 'static>(
    goal: Condition,
    model: Option<Box<dyn Model>>,
    eyes: impl Fn() -> Situation + 'static,
    thought: impl AsyncFnOnce(Mind) -> T + 'static,
) -> Thought<T> {
    think_as(Settings::default(), goal, model, eyes, thought)
}

/// The same of a mind that is made up otherwise.
#[cfg(test)]
pub(crate) fn think_as<T: 'static>(
    settings: Settings,
    goal: Condition,
    model: Option<Box<dyn Model>>,
    eyes: impl Fn() -> Situation + 'static,
    thought: impl AsyncFnOnce(Mind) -> T + 'static,
) -> Thought<T> {
    let answer = Rc::new(RefCell::new(None));
    let mut pursuit = Pursuit::new(goal, settings, model, eyes);
    let (slot, mind) = (Rc::clone(&answer), pursuit.mind.clone());
    pursuit.program = Box::pin(async move {
        let answer = thought(mind).await;
        slot.replace(Some(answer));
        Ending::Reached
    });
    pursuit.decide();
    Thought { answer, pursuit }
}
