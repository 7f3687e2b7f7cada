//! The runtime of skills: one `await me.tick()` is one game tick.
//!
//! There is no executor, no wake-up and no clock. The agent calls [`Me::begin`] with the observation of a
//! tick, polls its [`Task`] once, and takes the control that the skill has pressed with [`Me::end`].
//! Keys are pressed for one tick only, so a dropped task releases everything by itself.

use std::cell::{Cell, Ref, RefCell, RefMut};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use anima_body::{BlockPos, Click, Control, Keys, Look, Observation, PlayerFlags, ScreenKey};
use anima_rules::{BlockState, EntityKind, FluidKind, StateFlags};
use glam::DVec3;

use super::blows::Blows;
use super::foothold::{is_firm, keep};
use super::gaze::avert_eyes;
use super::heading::direction;
use super::lag::Lag;
use super::now::Now;
use super::sky::is_up;
use crate::senses::{Perception, Senses};
use anima_intent::{Reason, Reserve};

/// How an agent is allowed to sense and search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What it may know of the world.
    pub perception: Perception,
    /// Whether it knows the blocks within 10 of the eyes unseen, hollows in the rock too. A player sees less.
    pub near_terrain: bool,
    /// Nodes a path search may expand in a tick; the walker waits for the tick that finishes the search.
    pub path_nodes_per_tick: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { perception: Perception::Fair, near_terrain: true, path_nodes_per_tick: 4000 }
    }
}

/// A skill's eyes and hands. Cloning gives another handle to the same body.
#[derive(Clone)]
pub struct Me {
    body: Rc<Body>,
}

struct Body {
    settings: Settings,
    now: RefCell<Rc<Now>>,
    control: RefCell<Control>,
    senses: Rc<RefCell<Senses>>,
    blows: RefCell<Blows>,
    lag: RefCell<Lag>,
    /// Where it is, and what is known of other places, the one left last at the end.
    place: RefCell<String>,
    elsewhere: RefCell<Vec<(String, Senses)>>,
    reserve: RefCell<Reserve>,
    doing: RefCell<Vec<String>>,
    last_keys: Cell<Keys>,
    /// The keys of the tick before the last.
    earlier_keys: Cell<Keys>,
    lets_go: Cell<bool>,
    /// The tick of the world that was begun last.
    begun: Cell<Option<u64>>,
    /// Ticks of the world from the one begun before to that one.
    passed: Cell<u64>,
    spent: Cell<u64>,
    searched: Cell<u64>,
    /// Path searches begun in this tick.
    searches: Cell<u32>,
}

impl Me {
    /// A body that has just opened its eyes.
    pub fn new(settings: Settings, first: Observation) -> Me {
        let senses = Rc::new(RefCell::new(Senses::new(settings.perception, settings.near_terrain)));
        let now = Now::unseen(&senses, first);
        Me {
            body: Rc::new(Body {
                settings,
                now: RefCell::new(Rc::new(now)),
                control: RefCell::default(),
                senses,
                blows: RefCell::default(),
                lag: RefCell::default(),
                place: RefCell::default(),
                elsewhere: RefCell::default(),
                reserve: RefCell::default(),
                doing: RefCell::default(),
                last_keys: Cell::default(),
                earlier_keys: Cell::default(),
                lets_go: Cell::default(),
                begun: Cell::default(),
                passed: Cell::default(),
                spent: Cell::new(0),
                searched: Cell::new(0),
                searches: Cell::new(0),
            }),
        }
    }

    /// Starts a tick: takes the observation, lets go of all keys and looks around.
    ///
    /// Time is the world's ([`Observation::tick`]): a tick that is shown twice has passed once, and one that was not shown
    /// has passed, too.
    pub fn begin(&self, observation: Observation) {
        let passed = self.body.begun.replace(Some(observation.tick));
        let passed = passed.map_or(1, |before| observation.tick.saturating_sub(before));
        self.body.passed.set(passed);
        self.body.spent.set(self.body.spent.get() + passed);
        let now = Now::perceive(&self.body.senses, observation);
        let (before, late) = (self.now(), self.lag());
        let keys = (self.body.last_keys.get(), self.body.earlier_keys.get());
        self.body.blows.borrow_mut().see(&before, &now, keys.0.contains(Keys::ATTACK), late);
        self.body.lag.borrow_mut().see(&before, &now, keys);
        self.body.now.replace(Rc::new(now));
        self.body.control.replace(Control::default());
        self.body.lets_go.set(false);
        self.body.searches.set(0);
        self.note_where_it_stands();
    }

    /// Notes where the body stands, swims or climbs, for the way back.
    fn note_where_it_stands(&self) {
        const HELD: [PlayerFlags; 3] = [PlayerFlags::ON_GROUND, PlayerFlags::IN_WATER, PlayerFlags::CLIMBING];
        let now = self.now();
        let player = &now.player;
        if player.is(PlayerFlags::DEAD) {
            self.senses_mut().trail_mut().lose();
        } else if HELD.into_iter().any(|flag| player.is(flag)) {
            let is_up = is_up(&now);
            self.senses_mut().trail_mut().note(player.feet(), is_up);
        }
    }

    /// Closes the eyes until the next tick: the terrain that was shown last is let go of.
    pub fn rest(&self) {
        let closed = self.now().with_eyes_closed();
        self.body.now.replace(Rc::new(closed));
    }

    /// Says by what name [`Me::enter`] knows the place where it is.
    pub fn name_place(&self, place: &str) {
        self.body.place.replace(place.to_owned());
    }

    /// Comes to another world or dimension, or back to the same after it was left: what is known of it is what was known
    /// then, but for what does not last. What is known of the one before is kept for when the agent comes back.
    pub fn enter(&self, place: &str) {
        /// Places remembered beside the one where the agent is.
        const PLACES: usize = 5;
        let Settings { perception, near_terrain, .. } = self.body.settings;
        let mut before = self.body.senses.replace(Senses::new(perception, near_terrain));
        before.leave();
        let mut elsewhere = self.body.elsewhere.borrow_mut();
        elsewhere.push((self.body.place.replace(place.to_owned()), before));
        if let Some(index) = elsewhere.iter().position(|(name, _)| name == place) {
            let (_, known) = elsewhere.remove(index);
            self.body.senses.replace(known);
        }
        if elsewhere.len() > PLACES {
            elsewhere.remove(0);
        }
    }

    /// Bytes held by what is known of the world, about; the terrain is not counted.
    pub fn bytes(&self) -> usize {
        let elsewhere: usize = self.body.elsewhere.borrow().iter().map(|(_, senses)| senses.bytes()).sum();
        self.body.senses.borrow().bytes() + elsewhere
    }

    /// Ends a tick: what is to be done in it. Keys that would lead off an edge and deep down are changed, unless the
    /// skill has called [`Me::let_go`] in this tick.
    pub fn end(&self) -> Control {
        let mut control = self.body.control.take();
        avert_eyes(&self.now(), &mut control);
        if !self.body.lets_go.get() {
            control.keys = keep(&self.now(), &control);
        }
        self.body.earlier_keys.set(self.body.last_keys.replace(control.keys));
        control
    }

    /// Whether the key was held in the last tick: what only a fresh press does, it will not do now.
    pub fn was_held(&self, key: Keys) -> bool {
        self.body.last_keys.get().contains(key)
    }

    /// What is to be done in this tick, so far.
    pub fn pressed(&self) -> Ref<'_, Control> {
        self.body.control.borrow()
    }

    /// What is perceived in this tick.
    pub fn now(&self) -> Rc<Now> {
        Rc::clone(&self.body.now.borrow())
    }

    /// Whether something holds the body, so that an act that is broken off now leaves it where it stands.
    pub fn stands_firm(&self) -> bool {
        is_firm(&self.now())
    }

    /// Lets the tick pass with what has been pressed in it.
    pub async fn tick(&self) {
        NextTick { passed: false }.await;
    }

    /// One turn for each of so many ticks of the world from now on, for a loop that waits for the world and lets one tick
    /// pass in every turn. Ticks that the agent was not shown are over, too; those that a reflex took are not counted.
    ///
    /// Work of the hands is limited by the turns that it gets, `for _ in 0..ticks`: while the agent is not asked, nothing
    /// is done.
    pub(crate) fn for_ticks(&self, ticks: u32) -> impl Iterator<Item = ()> {
        let mut left = u64::from(ticks);
        let mut is_first = true;
        std::iter::from_fn(move || {
            if !std::mem::take(&mut is_first) {
                left = left.saturating_sub(self.body.passed.get());
            }
            (left > 0).then_some(())
        })
    }

    /// Lets some ticks pass with no key pressed.
    pub async fn wait(&self, ticks: u32) {
        for () in self.for_ticks(ticks) {
            self.tick().await;
        }
    }

    /// Lets up to so many ticks pass until something holds, which may be so at once; tells whether it does.
    pub(crate) async fn holds_within(&self, ticks: u32, holds: impl Fn(&Me) -> bool) -> bool {
        for () in self.for_ticks(ticks) {
            if holds(self) {
                return true;
            }
            self.tick().await;
        }
        holds(self)
    }

    /// Ticks by which the server's answers come later at most than those of a server at hand, as felt lately.
    pub(crate) fn lag(&self) -> u32 {
        self.body.lag.borrow().ticks()
    }

    /// Lets so many ticks pass with no key pressed, which is what it takes where the server is at hand, and more until its
    /// answer shows: as many at most as its answers come late.
    pub(crate) async fn wait_for_answer(&self, ticks: u32, shows: impl Fn(&Me) -> bool) {
        self.wait(ticks).await;
        self.holds_within(self.lag(), shows).await;
    }

    /// Lets ticks pass, at least one, until the server's answer shows: so many at most if the server is at hand, and as
    /// many more as its answers come late. Tells whether it shows.
    pub(crate) async fn is_answered_within(&self, ticks: u32, holds: impl Fn(&Me) -> bool) -> bool {
        for () in self.for_ticks(ticks + self.lag()) {
            self.tick().await;
            if holds(self) {
                return true;
            }
        }
        false
    }

    /// Ticks of the world that this body has lived.
    pub fn age(&self) -> u64 {
        self.body.spent.get()
    }

    /// Mobs of a kind that this body has killed, as far as it has seen that: they fell right after a blow of its own.
    pub fn slain(&self, kind: EntityKind) -> u32 {
        self.body.blows.borrow().slain(kind)
    }

    /// Nodes that path searches have expanded in this life.
    pub fn searched(&self) -> u64 {
        self.body.searched.get()
    }

    /// Notes that a path search begins. After many searches in one tick it lets the tick pass, so that a loop of
    /// searches that fail at once cannot hang the agent.
    pub(crate) async fn begin_search(&self) {
        /// Searches that may begin in a tick.
        const MOST: u32 = 200;
        if self.body.searches.get() >= MOST {
            self.tick().await;
        }
        self.body.searches.set(self.body.searches.get() + 1);
    }

    /// Notes that a path search has expanded nodes.
    pub(crate) fn has_searched(&self, nodes: u64) {
        self.body.searched.set(self.body.searched.get() + nodes);
    }

    /// What is known of the world. Do not hold it across a tick.
    pub fn senses(&self) -> Ref<'_, Senses> {
        self.body.senses.borrow()
    }

    /// What is known of the world, to note something in it. Do not hold it across a tick.
    pub fn senses_mut(&self) -> RefMut<'_, Senses> {
        self.body.senses.borrow_mut()
    }

    /// What the goal reserves of the things carried.
    pub(super) fn reserve(&self) -> Ref<'_, Reserve> {
        self.body.reserve.borrow()
    }

    /// The same, to be changed.
    pub(super) fn reserve_mut(&self) -> RefMut<'_, Reserve> {
        self.body.reserve.borrow_mut()
    }

    /// How it is allowed to sense and search.
    pub fn settings(&self) -> &Settings {
        &self.body.settings
    }

    /// The block at a position as far as it is known for walking; `None` if it is neither near, nor was so lately, nor
    /// was seen.
    pub fn known(&self, pos: BlockPos) -> Option<BlockState> {
        self.body.now.borrow().block(pos)
    }

    /// Whether a cell is known to hold nothing that a body meets; there may be liquid.
    pub(crate) fn is_free(&self, pos: BlockPos) -> bool {
        self.known(pos).is_some_and(|state| state.flags().contains(StateFlags::NO_COLLISION))
    }

    /// Whether a cell is known to be free, and dry.
    pub(crate) fn is_open(&self, pos: BlockPos) -> bool {
        self.is_free(pos) && self.known(pos).is_some_and(|state| state.fluid().is_none())
    }

    /// Whether a cell is known to hold a full cube, which carries a body and stops an arrow.
    pub(crate) fn is_full(&self, pos: BlockPos) -> bool {
        self.known(pos).is_some_and(|state| state.flags().contains(StateFlags::FULL_CUBE))
    }

    /// Whether a cell is known to hold water or lava.
    pub(crate) fn is_wet(&self, pos: BlockPos) -> bool {
        self.known(pos).is_some_and(|state| state.fluid().is_some())
    }

    /// Whether a cell is known to hold lava.
    pub(crate) fn is_lava(&self, pos: BlockPos) -> bool {
        self.known(pos).and_then(|state| state.fluid()).is_some_and(|fluid| fluid.kind == FluidKind::Lava)
    }

    /// Whether a cell is known to hold sand, gravel or the like, which falls when nothing is below.
    pub(crate) fn is_loose(&self, pos: BlockPos) -> bool {
        self.known(pos).is_some_and(|state| state.flags().contains(StateFlags::FALLS))
    }

    /// Holds keys during this tick.
    pub fn press(&self, keys: Keys) {
        self.body.control.borrow_mut().keys |= keys;
    }

    /// Lets the keys of this tick lead over an edge, or on through the air: it is known where that ends.
    pub(crate) fn let_go(&self) {
        self.body.lets_go.set(true);
    }

    /// Turns the head in this tick so that it looks in a direction, in degrees.
    pub fn turn_to(&self, yaw: f32, pitch: f32) {
        let now = self.now();
        let turn = (yaw - now.player.yaw + 180.0).rem_euclid(360.0) - 180.0;
        let look = Look { yaw: turn, pitch: pitch.clamp(-90.0, 90.0) - now.player.pitch };
        self.body.control.borrow_mut().look = look;
    }

    /// Turns the head in this tick so that the cross-hair points at a point.
    pub fn look_at(&self, point: DVec3) {
        let (yaw, pitch) = direction(point - self.now().player.eyes());
        self.turn_to(yaw, pitch);
    }

    /// Presses a hot bar key, 0..=8.
    pub fn hotbar(&self, slot: u8) {
        self.body.control.borrow_mut().hotbar = Some(slot);
    }

    /// Clicks in the open container.
    pub fn click(&self, click: Click) {
        self.body.control.borrow_mut().click = Some(click);
    }

    /// Presses a button of the open container.
    pub fn button(&self, button: u8) {
        self.body.control.borrow_mut().button = Some(button);
    }

    /// Opens the inventory or closes the window.
    pub fn screen(&self, key: ScreenKey) {
        self.body.control.borrow_mut().screen = Some(key);
    }

    /// Presses the respawn button.
    pub fn respawn(&self) {
        self.body.control.borrow_mut().respawn = true;
    }

    /// Takes over a whole control made elsewhere (a walker's, say), beside what is already pressed.
    pub fn apply(&self, control: Control) {
        let mut mine = self.body.control.borrow_mut();
        let keys = mine.keys | control.keys;
        *mine = Control { keys, ..control };
    }

    /// Runs a skill under a name, which shows in [`Me::doing_now`] while it runs.
    ///
    /// The skill is boxed, as in the two below: skills call skills, and where each held the next one whole a tick took
    /// most of the megabyte of stack that a thread of the game has.
    pub fn doing<T>(&self, what: impl fmt::Display, skill: impl Future<Output = T>) -> impl Future<Output = T> {
        let (what, skill) = (what.to_string(), Box::pin(skill));
        async move {
            let _label = Label::put(self.body.clone(), what);
            skill.await
        }
    }

    /// The skills at work, outermost first.
    pub fn doing_now(&self) -> Vec<String> {
        self.body.doing.borrow().clone()
    }

    /// Runs a skill for at most `ticks` game ticks.
    ///
    /// # Errors
    /// [`Reason::TookTooLong`] when the ticks are spent, or the skill's own reason.
    pub fn within<T>(
        &self,
        ticks: u64,
        skill: impl Future<Output = Result<T, Reason>>,
    ) -> impl Future<Output = Result<T, Reason>> {
        let skill = Box::pin(skill);
        async move {
            let deadline = self.age().saturating_add(ticks);
            self.until(move |me| me.age() > deadline, skill).await.unwrap_or(Err(Reason::TookTooLong))
        }
    }

    /// Runs a skill until it ends or until `stop` holds at the start of a tick (then `None`). A leap or a fall is
    /// carried on to its end first: a body whose keys are released in the air comes down somewhere else. A body that is
    /// in the air longer than any leap is not waited for: it floats, or stands on something that the agent does not
    /// know to carry it.
    pub fn until<T>(
        &self,
        stop: impl FnMut(&Me) -> bool,
        skill: impl Future<Output = T>,
    ) -> impl Future<Output = Option<T>> {
        Until { me: self.clone(), stop, skill: Box::pin(skill), aloft_since: None }
    }
}

/// Takes its name off the list of skills at work when the skill ends, however it ends.
struct Label {
    body: Rc<Body>,
    depth: usize,
}

impl Label {
    fn put(body: Rc<Body>, what: String) -> Label {
        let depth = body.doing.borrow().len();
        body.doing.borrow_mut().push(what);
        Label { body, depth }
    }
}

impl Drop for Label {
    fn drop(&mut self) {
        self.body.doing.borrow_mut().truncate(self.depth);
    }
}

struct NextTick {
    passed: bool,
}

impl Future for NextTick {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.passed {
            return Poll::Ready(());
        }
        self.passed = true;
        Poll::Pending
    }
}

/// Ticks in the air after which the agent no longer waits for the ground: every leap and every fall takes less.
const LONGEST_FALL: u64 = 100;

struct Until<S, F: Future> {
    me: Me,
    stop: S,
    skill: Pin<Box<F>>,
    /// Since when nothing is known to hold the body.
    aloft_since: Option<u64>,
}

impl<S: FnMut(&Me) -> bool, F: Future> Future for Until<S, F> {
    type Output = Option<F::Output>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        // The future is boxed, so moving `Until` moves nothing that the skill borrows.
        let this = &mut *self;
        let age = this.me.age();
        let is_firm = is_firm(&this.me.now());
        let since = *this.aloft_since.get_or_insert(age);
        if is_firm {
            this.aloft_since = None;
        }
        if (is_firm || age - since > LONGEST_FALL) && (this.stop)(&this.me) {
            return Poll::Ready(None);
        }
        this.skill.as_mut().poll(context).map(Some)
    }
}

impl<S, F: Future> Unpin for Until<S, F> {}

/// A skill that is being carried out. Dropping it is how it is cancelled.
pub struct Task<T> {
    future: Pin<Box<dyn Future<Output = T>>>,
}

impl<T> Task<T> {
    /// A skill, not yet started.
    pub fn new(skill: impl Future<Output = T> + 'static) -> Task<T> {
        Task { future: Box::pin(skill) }
    }

    /// Carries it on by one tick; its result once it has ended. Must not be polled after that.
    pub fn poll(&mut self) -> Option<T> {
        match self.future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(result) => Some(result),
            Poll::Pending => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::testing::flat;

    /// Shows a body these ticks of the world, one after the other, while it carries out a skill; tells at which of them the
    /// skill ended, counted from 0.
    fn ends_at<T: 'static, F: Future<Output = T> + 'static>(
        ticks: &[u64],
        skill: impl FnOnce(Me) -> F,
    ) -> Option<usize> {
        let first = flat(&[]).world(anima_world::Options::default()).observe();
        let me = Me::new(Settings::default(), first.clone());
        let mut task = Task::new(skill(me.clone()));
        ticks.iter().position(|tick| {
            me.begin(Observation { tick: *tick, ..first.clone() });
            let is_over = task.poll().is_some();
            me.end();
            is_over
        })
    }

    /// The way back of a body that was under the sky, then here, held by this alone.
    fn way_back(there: PlayerFlags) -> Vec<BlockPos> {
        let first = flat(&[]).world(anima_world::Options::default()).observe();
        let me = Me::new(Settings::default(), first.clone());
        me.begin(first.clone());
        let mut next = first.clone();
        (next.player.pos, next.player.flags) = (first.player.pos - DVec3::Y * 6.0, there);
        next.light.sky = 0;
        me.begin(next);
        me.senses().trail().back().collect()
    }

    #[test]
    fn the_way_back_leads_from_where_the_body_was_held_and_ends_with_a_death() {
        let top = flat(&[]).world(anima_world::Options::default()).observe().player.feet();
        for held in [PlayerFlags::ON_GROUND, PlayerFlags::IN_WATER, PlayerFlags::CLIMBING] {
            assert_eq!(way_back(held), [top.down(6), top], "{held:?}");
        }
        assert_eq!(way_back(PlayerFlags::empty()), [top], "in the air");
        assert_eq!(way_back(PlayerFlags::ON_GROUND | PlayerFlags::DEAD), []);
    }

    /// A skill that only waits, by its name.
    type Wait = (&'static str, fn(Me) -> Pin<Box<dyn Future<Output = ()>>>);

    /// Every way to let 20 ticks pass.
    const WAITS: [Wait; 4] = [
        ("wait", |me| Box::pin(async move { me.wait(20).await })),
        ("answer", |me| Box::pin(async move { assert!(!me.is_answered_within(20, |_| false).await) })),
        ("hold", |me| Box::pin(async move { assert!(!me.holds_within(20, |_| false).await) })),
        ("limit", |me| {
            Box::pin(async move {
                let forever = async {
                    loop {
                        me.tick().await;
                    }
                };
                drop::<Result<(), Reason>>(me.within(19, forever).await);
            })
        }),
    ];

    #[test]
    fn waits_and_limits_are_those_of_the_world_however_often_it_is_shown() {
        for (name, wait) in WAITS {
            let shown = |ticks: &[u64]| ends_at(ticks, wait);
            let each: Vec<u64> = (7..40).collect();
            assert_eq!(shown(&each), Some(20), "{name}");
            let twice: Vec<u64> = (7..40).flat_map(|tick| [tick, tick]).collect();
            assert_eq!(shown(&twice), Some(40), "{name}: a tick that is shown again has not passed again");
            assert_eq!(shown(&[7, 8, 9, 27, 28]), Some(3), "{name}: nor is one lost that was not shown");
            assert_eq!(shown(&[7, 8, 3, 4, 500]), Some(4), "{name}: and none is given back");
        }
    }

    #[test]
    fn what_came_while_nobody_looked_is_an_answer() {
        let heard = Rc::new(RefCell::new(Vec::new()));
        let hears = Rc::clone(&heard);
        ends_at(&[0, 1, 500], async move |me| {
            let come = |me: &Me| me.now().tick == 500;
            let is_answered = me.is_answered_within(20, come).await;
            hears.borrow_mut().push(is_answered);
        });
        assert_eq!(*heard.borrow(), [true]);
    }
}
