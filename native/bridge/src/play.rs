//! The goals and the state of play: whether the agent, its mind or the human plays.

pub mod explore;
mod means;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use anima_agent::{Life, Note};
#[cfg(feature = "faults")]
use anima_body::Keys;
use anima_body::{Control, Observation};
use anima_config::MemorySettings;
use anima_intent::{Condition, Ending, Goal};
use anima_mind::{Book, Means};
use anima_model::Model;
use anima_rules::techtree::Nature;

use crate::Fault;
use crate::console::{Line, Tone};
use crate::mirror::Mirror;
use crate::settings::Settings;
use crate::snapshot::Snapshot;
use crate::suite::Game;

/// Ticks between two looks at what exactly the agent is at, for the panel.
const NEWS_EVERY: u64 = 10;
/// Most goals that wait.
const QUEUE: usize = 100;
/// Ticks for which the agent goes on looking after its last goal: the next one often follows.
const LINGER: u64 = 200;

/// The state of play: whether the agent, its mind, the human or nobody plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum State {
    /// Nobody: there is no goal.
    #[default]
    Idle = 0,
    /// The agent.
    Acting = 1,
    /// The agent's mind: the world is to stand still.
    Thinking = 2,
    /// The human; the goal waits.
    Yours = 3,
}

/// What the hands do in a tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turn {
    /// The state of play.
    pub state: State,
    /// Keys, look, clicks.
    pub control: Control,
    /// Whether the world is to stand still.
    pub wants_pause: bool,
    /// Whether a picture is wanted.
    pub wants_frame: bool,
    /// Whether there is something new to show.
    pub news: bool,
}

/// How a goal ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(i32)]
pub enum End {
    /// Not at all yet.
    #[default]
    None = 0,
    /// It was reached.
    Reached = 1,
    /// It was given up.
    Failed = 2,
    /// The player stopped it, or left.
    Stopped = 3,
}

/// The end of the last goal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// The goal.
    pub goal: String,
    /// How it ended.
    pub end: End,
    /// Why.
    pub why: String,
    /// How many goals have ended so far.
    pub count: u32,
}

/// What is known of an assignment while it is pursued.
struct Assigned {
    limit: u64,
    /// Until the goal begins.
    means: Option<Means>,
    settings: Rc<Settings>,
    game: Rc<RefCell<Game>>,
    /// Whether the body looks around, and does not begin yet.
    is_held: bool,
}

/// A goal at work.
#[derive(Default)]
struct AtWork {
    /// Whether the world is to stand still for it.
    paused: bool,
    /// Whether it thinks of something for which the world has not stood still to the end.
    awake: bool,
    last_failure: Option<String>,
    last_thought: Option<String>,
}

/// A goal that a suite sets, in place of what a player types: a part of a game, which is looked on.
pub struct Assignment {
    /// What is to be true.
    pub condition: Condition,
    /// Game ticks that it may take.
    pub limit: u64,
    /// What the mind may use for it.
    pub means: Means,
    /// How the agent that pursues it is made.
    pub settings: Rc<Settings>,
    /// The game that it is a part of.
    pub game: Rc<RefCell<Game>>,
}

/// The goals and the state of play.
#[derive(Default)]
pub struct Play {
    queue: VecDeque<Condition>,
    /// The game that the goal at work, or the next one, is a part of.
    game: Option<Assigned>,
    /// What it recalls from and writes down in, and by which settings that was opened.
    memory: Option<(MemorySettings, Book)>,
    /// What is read of files for the next goal.
    reading: Option<means::Reading>,
    /// What it sets out to do where nobody gives it a goal, if it is to.
    exploring: Option<explore::Exploring>,
    /// The body that plays, with all that it knows of every place, from its first goal on.
    life: Option<Life>,
    /// The same, while another plays in a game without a name.
    waiting: Option<Life>,
    /// Where it plays: world and dimension.
    place: String,
    /// Whether the game has no name, so that nobody can tell whether it is come back to.
    is_nameless: bool,
    /// The tick at which the place was entered. Ticks are counted over all places and never anew: so what is known of a
    /// place that is come back to has an age.
    entered: u64,
    /// The tick after the last one played, counted over all places.
    next: u64,
    /// Whether nothing of the place was there to be seen yet.
    is_arriving: bool,
    /// The tick from which on an agent without a goal looks no longer.
    looks_until: u64,
    at_work: Option<AtWork>,
    /// What the agent saw at the last moment that was worth a picture.
    snapshot: Option<Snapshot>,
    yours: bool,
    /// Whether the world cannot be made to stand still.
    unpausable: bool,
    /// Whether the player was told so in this game.
    said_so: bool,
    /// Lines for the player that no command asked for.
    answers: Vec<Line>,
    ended: Ended,
    news: bool,
    /// For tests of what happens then.
    #[cfg(feature = "faults")]
    pub fault: Option<Broken>,
}

/// What is to break in the next tick.
#[cfg(feature = "faults")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// The agent makes a mistake.
    Panics,
    /// The mind never answers.
    Hangs,
    /// The agent holds these keys and does nothing else: all but the agent is measured.
    Holds(Keys),
}

impl Play {
    /// Plays one tick, counted from when the place was entered.
    ///
    /// # Errors
    /// If the player was never told.
    pub fn tick(&mut self, mirror: &mut Mirror, place_tick: u64, settings: &Settings) -> Result<Turn, Fault> {
        let tick = self.entered.saturating_add(place_tick);
        let stands_still = tick < self.next;
        self.next = self.next.max(tick.saturating_add(1));
        let before = self.state();
        let assigned = self.game.as_ref().map(|assigned| Rc::clone(&assigned.settings));
        let turn = self.act(mirror, tick, stands_still, assigned.as_deref().unwrap_or(settings))?;
        if turn.control.statistics {
            mirror.statistics_mut().ask();
        }
        if self.state() != State::Idle {
            self.looks_until = tick.saturating_add(1 + LINGER);
        }
        if self.state() != before || tick.is_multiple_of(NEWS_EVERY) {
            self.news = true;
        }
        // In ticks that a reflex takes while the mind thinks, keys are held.
        let state = if turn.state == State::Acting { State::Acting } else { self.state() };
        Ok(Turn { state, news: self.news, ..turn })
    }

    fn act(&mut self, mirror: &mut Mirror, tick: u64, stands_still: bool, settings: &Settings) -> Result<Turn, Fault> {
        #[cfg(feature = "faults")]
        match self.fault {
            Some(Broken::Panics) => {
                self.fault = None;
                panic!("broken on purpose");
            }
            Some(Broken::Hangs) if self.state() != State::Yours => {
                if let Some(at_work) = &mut self.at_work {
                    at_work.awake |= self.unpausable;
                    at_work.paused = !at_work.awake;
                    return Ok(Turn { wants_pause: at_work.paused, ..Turn::default() });
                }
            }
            Some(Broken::Holds(keys)) if self.at_work.is_some() => {
                mirror.observe(tick)?;
                let control = Control { keys, ..Control::default() };
                return Ok(Turn { state: State::Acting, control, ..Turn::default() });
            }
            _ => {}
        }
        mirror.told_player()?;
        self.is_arriving &= !mirror.is_ready(tick);
        if self.is_arriving || !mirror.looks() || self.game.as_ref().is_some_and(|game| game.is_held) {
            return Ok(Turn::default());
        }
        if !self.yours
            && self.state() != State::Idle
            && let Some(why) = mirror.refusal()
        {
            self.refuse(why);
            return Ok(Turn::default());
        }
        if !self.yours && self.at_work.is_none() && !self.is_free() && !mirror.is_ready(tick) {
            return Ok(Turn::default());
        }
        if self.yours || (self.at_work.is_none() && self.is_free()) {
            let seen = mirror.observe(tick)?;
            return Ok(self.watch(seen));
        }
        if self.at_work.is_none() {
            // What was before is not part of the goal.
            mirror.drop_events();
        }
        if stands_still {
            // It has seen this tick already; what happens meanwhile waits for the next. A tick is played once, also where
            // the world stands still without the agent's asking.
            let thinks = self.at_work.as_ref().is_some_and(|at_work| at_work.paused);
            return Ok(if thinks { self.play(None, settings) } else { Turn::default() });
        }
        let seen = mirror.observe(tick)?;
        if let Some(Assigned { game, .. }) = &self.game
            && !game.borrow_mut().sees(&seen, mirror.statistics().judged())
        {
            self.end(End::Stopped, "the game is over".into());
            return Ok(Turn::default());
        }
        if self.at_work.is_none() {
            self.begin(&seen, mirror.is_peaceful(), settings);
        }
        Ok(self.play(Some(seen), settings))
    }

    /// Looks on while the human plays, and for the picture of a goal's end. Without a goal there is nothing else to see.
    fn watch(&mut self, seen: Observation) -> Turn {
        let Some(life) = self.life.as_mut().filter(|life| self.at_work.is_some() || life.awaits_picture()) else {
            return Turn::default();
        };
        life.watch(seen);
        let wants_frame = life.asks_for_picture();
        let notes = life.take_notes();
        self.hear(notes);
        Turn { wants_frame, ..Turn::default() }
    }

    /// Takes in what happened: for `why`, and for the log.
    fn hear(&mut self, notes: Vec<Note>) {
        for note in notes {
            if let Some(Assigned { game, .. }) = &self.game {
                game.borrow_mut().hears(&note);
            }
            match (note, &mut self.at_work) {
                (Note::Picture { moment, frame }, _) => self.snapshot = Some(Snapshot::new(moment, frame)),
                (note, Some(at_work)) => at_work.hear(note),
                (_, None) => {}
            }
        }
    }

    /// What the agent saw at the last moment that was worth a picture.
    pub fn snapshot(&mut self) -> Option<&mut Snapshot> {
        self.snapshot.as_mut()
    }

    /// Whether nothing is to be done: no goal waits, and it is to give itself none.
    fn is_free(&self) -> bool {
        self.queue.is_empty() && self.exploring.is_none()
    }

    /// Begins the next goal, and a life if there is none yet.
    fn begin(&mut self, first: &Observation, peaceful: bool, settings: &Settings) {
        if self.queue.is_empty() {
            return self.wish(first, peaceful, settings);
        }
        let assigned = self.game.as_mut().and_then(|game| Some((game.limit, game.means.take()?)));
        let limit = if self.is_next_its_own() { explore::TICKS } else { settings.game.limit_ticks };
        let Some((limit, means)) = assigned.or_else(|| Some((limit, self.means(first, settings)?))) else {
            return;
        };
        let Some(condition) = self.queue.pop_front() else { return };
        let seed = means.seed as i64;
        tracing::info!(
            "goal: {condition}, seed {seed}, {}",
            means.model.as_ref().map_or("planned by the rules", |model| model.name())
        );
        let pictures = settings.game.pictures && self.game.is_none();
        let life = self.living(first, peaceful, settings);
        // A server's body has no eyes but its senses.
        life.use_pictures(pictures);
        life.let_look(pictures);
        life.pursue(Goal { condition, ticks: Some(limit).filter(|limit| *limit > 0) }, means);
        self.snapshot = None;
        self.at_work = Some(AtWork::default());
        self.ended.end = End::None;
        self.news = true;
    }

    /// The life that plays, which has seen the tick: the one that there is, if it is made as it is set now, or a new one.
    fn living(&mut self, first: &Observation, peaceful: bool, settings: &Settings) -> &mut Life {
        // An agent that is set otherwise now is another one: what was known by other senses is not known to it.
        self.life.take_if(|life| life.settings().skills != settings.agent.skills());
        match &mut self.life {
            Some(life) => {
                life.set_peaceful(peaceful);
                life.set_mind(settings.mind);
                life.watch(first.clone());
            }
            None => {
                let made = anima_agent::Settings {
                    skills: settings.agent.skills(),
                    mind: settings.mind,
                    nature: Nature::Vanilla,
                    peaceful,
                };
                let mut life = Life::new(made, first.clone());
                life.name_place(&self.place);
                self.life = Some(life);
            }
        }
        self.life.as_mut().expect("it was just made")
    }

    /// Lets the agent play; without an observation it goes on thinking.
    fn play(&mut self, seen: Option<Observation>, settings: &Settings) -> Turn {
        let (Some(life), Some(at_work)) = (&mut self.life, &mut self.at_work) else { return Turn::default() };
        // A pause that was refused, or that the watchdog ended, is not asked for again for the same thought.
        at_work.awake = life.is_thinking() && (at_work.awake || self.unpausable);
        life.set_pausable(!self.unpausable && !at_work.awake && settings.game.pause);
        let turn = match seen {
            Some(seen) => life.tick(seen),
            None => life.think(),
        };
        at_work.paused = turn.pause;
        if let Some(Assigned { game, .. }) = &self.game
            && !turn.pause
            && life.ending().is_none()
        {
            game.borrow_mut().does(life, &turn.control);
        }
        let is_idle = turn.control.is_idle();
        let (notes, ending, is_thinking) = (life.take_notes(), life.ending().cloned(), life.is_thinking());
        self.news |= !notes.is_empty();
        self.hear(notes);
        match ending {
            Some(Ending::Reached | Ending::Ready) => {
                self.end(End::Reached, String::new());
                return Turn { wants_frame: turn.wants_frame, ..Turn::default() };
            }
            Some(Ending::GivenUp(cause)) => {
                self.end(End::Failed, cause.to_string());
                return Turn { wants_frame: turn.wants_frame, ..Turn::default() };
            }
            None => {}
        }
        if is_thinking && self.unpausable && !self.said_so {
            self.said_so = true;
            let text =
                "this world goes on while the agent thinks; it stands and defends itself, and digs in if it takes long";
            self.answers.push(Line { tone: Tone::Plain, text: text.into() });
        }
        let state = if is_thinking && is_idle { State::Thinking } else { State::Acting };
        Turn { state, control: turn.control, wants_pause: turn.pause, wants_frame: turn.wants_frame, news: false }
    }

    /// Ends the goal at work.
    fn end(&mut self, end: End, why: String) {
        self.news = true;
        if let Some(Assigned { game, .. }) = self.game.take() {
            let life = self.life.as_ref().filter(|_| self.at_work.is_some());
            game.borrow_mut().rests(life, &why);
        }
        if self.at_work.take().is_none() {
            return;
        }
        let Some(life) = &mut self.life else { return };
        let goal = life.goal().map(ToString::to_string).unwrap_or_default();
        life.drop_goal();
        match end {
            End::Reached => tracing::info!("reached: {goal}"),
            End::Stopped => tracing::info!("stopped: {goal}"),
            _ => tracing::warn!("given up: {goal}: {why}"),
        }
        self.ended = Ended { goal, end, why, count: self.ended.count + 1 };
        self.explored(end);
        if self.is_free() {
            self.yours = false;
        }
    }

    /// Gives up the goal at work, or else the next one, and forgets those that wait: none of them can be played.
    fn refuse(&mut self, why: String) {
        self.exploring = None;
        if self.at_work.is_some() {
            self.end(End::Failed, why);
        } else if let Some(goal) = self.queue.pop_front().map(|goal| goal.to_string()) {
            tracing::warn!("refused: {goal}: {why}");
            self.ended = Ended { goal, end: End::Failed, why, count: self.ended.count + 1 };
            self.news = true;
        }
        self.queue.clear();
    }

    /// Another game is entered: its goals are none, its world is believed to stand still when asked to. What is known of
    /// its world is what was known when it was left; a world without a name is new each time.
    pub fn enter_game(&mut self, world: &str, dimension: &str) {
        self.leave_game("another world was entered");
        self.is_nameless = world.is_empty();
        if self.is_nameless {
            self.waiting = self.life.take();
        }
        (self.unpausable, self.said_so) = (false, false);
        self.enter(world, dimension);
    }

    /// Another dimension of the same game: the goal at work goes on there, with what is known of it.
    pub fn enter_dimension(&mut self, world: &str, dimension: &str) {
        self.enter(world, dimension);
    }

    /// Comes to a place. Its ticks follow those that were played elsewhere.
    fn enter(&mut self, world: &str, dimension: &str) {
        self.place = format!("{world}/{dimension}");
        self.entered = self.next;
        self.arrive();
        self.looks_until = 0;
        if let Some(life) = &mut self.life {
            life.enter(&self.place);
        }
    }

    /// Nothing of the place is there to be seen yet: the goal waits until the blocks around the player are.
    pub fn arrive(&mut self) {
        self.is_arriving = true;
        if let Some(at_work) = &mut self.at_work {
            at_work.paused = false;
        }
    }

    /// The game is left: its goals are dropped, and what is known of it unless it has a name.
    pub fn leave_game(&mut self, why: &str) {
        self.stop(why);
        self.rest();
        if std::mem::take(&mut self.is_nameless) {
            self.life = self.waiting.take();
        }
    }

    /// Whether the agent looks around: for its goals, those that wait for the human too, and a while after the last.
    pub fn looks(&self) -> bool {
        self.state() != State::Idle || self.next < self.looks_until
    }

    /// Closes the agent's eyes until it looks again. What it knows it keeps.
    pub fn rest(&mut self) {
        if let Some(life) = self.life.as_mut().filter(|_| self.at_work.is_none()) {
            life.rest();
        }
    }

    /// Whether the next goal, or the one at work, waits for the land around to be there.
    pub fn waits_for_land(&self) -> bool {
        !self.yours && (self.is_arriving || self.at_work.is_none()) && self.state() != State::Idle
    }

    /// Whether the world can be made to stand still.
    pub fn set_pausable(&mut self, pausable: bool) {
        self.unpausable = !pausable;
    }

    /// Lines for the player that no command asked for.
    pub fn take_answers(&mut self) -> Vec<Line> {
        std::mem::take(&mut self.answers)
    }

    /// The state of play.
    pub fn state(&self) -> State {
        let is_thinking = self.life.as_ref().is_some_and(Life::is_thinking);
        match &self.at_work {
            None if self.is_free() => State::Idle,
            _ if self.yours => State::Yours,
            None if self.queue.is_empty() => State::Thinking,
            Some(at_work) if at_work.paused || is_thinking => State::Thinking,
            _ => State::Acting,
        }
    }

    /// Queues a goal. The human gives it back with that.
    ///
    /// # Errors
    /// If too many wait already.
    pub fn add(&mut self, goal: Condition) -> Result<(), String> {
        if self.queue.len() >= QUEUE {
            return Err(format!("{QUEUE} goals wait already"));
        }
        self.queue.push_back(goal);
        (self.yours, self.news) = (false, true);
        Ok(())
    }

    /// Pursues a goal in place of all others.
    pub fn replace(&mut self, goal: Condition) {
        self.stop("another goal took its place");
        self.queue.push_back(goal);
        self.news = true;
    }

    /// Pursues a goal of a suite's game in place of all others; it looks around, and begins when it is let go.
    pub fn assign(&mut self, assignment: Assignment) {
        self.stop("a game begins");
        let Assignment { condition, limit, means, settings, game } = assignment;
        self.queue.push_back(condition);
        self.game = Some(Assigned { limit, means: Some(means), settings, game, is_held: true });
        self.news = true;
    }

    /// Lets the goal that is assigned begin.
    pub fn let_go(&mut self) {
        if let Some(game) = &mut self.game {
            game.is_held = false;
        }
    }

    /// Whether enough of the land around was told for a goal to begin.
    pub fn has_arrived(&self) -> bool {
        !self.is_arriving
    }

    /// Ends the goal at work and forgets those that wait. Tells whether there was any.
    pub fn stop(&mut self, why: &str) -> bool {
        let was_idle = self.state() == State::Idle;
        self.queue.clear();
        self.exploring = None;
        self.end(End::Stopped, why.to_owned());
        self.yours = false;
        !was_idle
    }

    /// The human plays. Tells whether that is news.
    pub fn hand_over(&mut self) -> bool {
        if self.yours || self.state() == State::Idle {
            return false;
        }
        if let (Some(life), Some(at_work)) = (&mut self.life, &mut self.at_work) {
            life.interrupt("the player");
            at_work.paused = false;
            let notes = life.take_notes();
            self.hear(notes);
        }
        tracing::info!("the player plays");
        (self.yours, self.news) = (true, true);
        true
    }

    /// The agent goes on. Tells whether that is news.
    pub fn resume(&mut self) -> bool {
        let is_news = self.state() == State::Yours;
        if is_news {
            tracing::info!("the agent plays");
            (self.yours, self.news) = (false, true);
        }
        is_news
    }

    /// The agent has made a mistake: it is dropped, and all goals with it.
    pub fn break_off(&mut self, what: &str) {
        let life = self.life.take();
        self.at_work = None;
        if let Some(Assigned { game, .. }) = self.game.take() {
            game.borrow_mut().rests(None, &format!("panic: {what}"));
        }
        let goal = life.as_ref().and_then(Life::goal).map(ToString::to_string).unwrap_or_default();
        // What panicked may panic again on its way out; then it is left where it is.
        if let Err(payload) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(life))) {
            std::mem::forget(payload);
        }
        let why = format!("a mistake of ours: {what}; logs/anima.log has more");
        self.ended = Ended { goal, end: End::Failed, why, count: self.ended.count + 1 };
        self.queue.clear();
        self.exploring = None;
        (self.yours, self.news) = (false, true);
    }

    /// How the last goal ended.
    pub fn ended(&self) -> &Ended {
        &self.ended
    }

    /// The goals that wait.
    pub fn queue(&self) -> impl Iterator<Item = &Condition> {
        self.queue.iter()
    }

    /// The goal at work.
    pub fn goal(&self) -> Option<&Condition> {
        self.at_work.as_ref()?;
        self.life.as_ref().and_then(Life::goal).map(|goal| &goal.condition)
    }

    /// What the agent is at; taken as seen.
    pub fn status(&mut self) -> Option<anima_agent::Status> {
        self.news = false;
        self.at_work.as_ref()?;
        self.life.as_ref().map(Life::status)
    }

    /// The goal with its sub-goals, line by line, and what went wrong last.
    pub fn why(&self) -> Option<Why> {
        let at_work = self.at_work.as_ref()?;
        let tree = self.life.as_ref()?.tree()?.to_string().lines().map(str::to_owned).collect();
        Some(Why { tree, failure: at_work.last_failure.clone(), thought: at_work.last_thought.clone() })
    }
}

/// Why the agent does what it does.
pub struct Why {
    /// The goal with its sub-goals, line by line.
    pub tree: Vec<String>,
    /// The last act that failed, and why.
    pub failure: Option<String>,
    /// What the mind thought of it.
    pub thought: Option<String>,
}

impl AtWork {
    fn hear(&mut self, note: Note) {
        match note {
            Note::Planned(steps) => tracing::info!("plan: {}", steps.join(", ")),
            Note::Model(text) => tracing::warn!("model: {text}"),
            Note::Thought(text) => {
                tracing::debug!("thought: {text}");
                self.last_thought = Some(text);
            }
            Note::ActStarted(act) => tracing::info!("act: {act}"),
            Note::ActEnded { act, failure: Some(failure), ticks } => {
                tracing::info!("failed after {ticks} ticks: {act}: {failure}");
                self.last_failure = Some(format!("{act}: {failure}"));
            }
            Note::ActEnded { act, failure: None, ticks } => tracing::debug!("done after {ticks} ticks: {act}"),
            Note::Reflex(urge) => tracing::debug!("reflex: {urge}"),
            Note::Died(message) => tracing::warn!("died: {message}"),
            Note::Picture { .. } => {}
        }
    }
}
