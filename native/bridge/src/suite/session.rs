//! A run of a suite on a server, from its first order to its last.

mod bodies;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anima_body::Weather;
use anima_rules::Difficulty;
use anima_suite::{Before, Journal, WorldWide};
use anyhow::{Context, Result, ensure};

use super::opening::{self, Opened, Options, Server};
use super::operator;
use super::orders::{Answer, Order};
use super::restore::orders as set_back;
use super::run::Run;
use super::slot::{Slot, Stage};
use crate::Body;

/// What an answer is for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Then {
    /// Nothing.
    Nothing,
    /// The value of a game rule before the run.
    Read(&'static str),
    /// What was to be set for the whole world, which must have been done.
    Set,
    /// What it is set to now: the name, and the result that is wanted.
    Check(String, i64),
    /// What was to be set back.
    SetBack(String),
    /// Whether a game can start at a place.
    Place,
    /// A body has come.
    Joined(usize),
    /// Something that a scenario sets for a slot; whether it may change nothing.
    Operated(usize, bool),
    /// A body has gone.
    Left(usize),
}

/// What comes next.
enum Step {
    /// Something to ask of the server.
    Ask(Order, Then),
    /// Mobs are summoned around the body of a slot.
    Summon(usize),
    /// The game of a slot begins, or its next part.
    Begin(usize),
    /// The world is as it was.
    Restored,
}

/// What a session is at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// What the world is set to is read, to be set back.
    Reads,
    /// Games are played.
    Plays,
    /// Bodies leave, and the world is set back.
    Ends,
    /// Everything is done.
    Over,
}

/// A run on a server. It is asked for one order after the other in every tick, until it has none.
pub struct Session {
    run: Option<Run>,
    phase: Phase,
    steps: VecDeque<Step>,
    asked: Option<(Order, Then)>,
    /// Whether nothing more is asked in this tick.
    waits: bool,
    is_new_tick: bool,
    journal: Journal,
    /// Whether nothing that is to be set back is left, so far as it was tried.
    is_set_back: bool,
    before: Before,
}

impl Session {
    /// Begins a run of the suite that stands in a file, whose text this is. `before` is what the world is set to.
    ///
    /// # Errors
    /// If the suite cannot be played, or the server's settings not written down; then nothing was changed.
    pub fn run(server: &Server, file: &Path, text: &str, options: &Options, before: Before) -> Result<Session> {
        ensure_restored(server)?;
        Session::of(server, opening::begin(server, file, text, options)?, before)
    }

    /// Plays on in the folder of a run.
    ///
    /// # Errors
    /// As [`Session::run`], or if it cannot be played on.
    pub fn resume(server: &Server, name: &str, before: Before) -> Result<Session> {
        ensure_restored(server)?;
        Session::of(server, opening::resume(server, name)?, before)
    }

    /// Sets back what a server that was ended has left behind; nothing if its journal is not there.
    pub fn restore(journal: PathBuf) -> Session {
        let journal = Journal::at(journal);
        let left = journal.read();
        let is_set_back = left.can_be_forgotten();
        let steps = set_back(&left).into_iter().map(|(order, then)| Step::Ask(order, then));
        let steps = steps.chain([Step::Restored]).collect();
        let nothing = Before {
            world: String::new(),
            difficulty: Difficulty::default(),
            time: 0,
            weather: Weather::default(),
            weather_ticks: 0,
            rules: Default::default(),
        };
        Session {
            run: None,
            phase: Phase::Ends,
            steps,
            asked: None,
            waits: false,
            is_new_tick: true,
            journal,
            is_set_back,
            before: nothing,
        }
    }

    fn of(server: &Server, opened: Opened, before: Before) -> Result<Session> {
        let rules = operator::rules(&opened.shared.settings.world.rules);
        let read = |(name, _)| Step::Ask(server_command(format!("gamerule {name}")), Then::Read(name));
        let steps = rules.into_iter().map(read).collect();
        let run = Run::new(opened)?;
        Ok(Session {
            run: Some(run),
            phase: Phase::Reads,
            steps,
            asked: None,
            waits: false,
            is_new_tick: true,
            journal: Journal::at(server.journal.clone()),
            is_set_back: true,
            before,
        })
    }

    /// The name of its run's folder.
    pub fn name(&self) -> String {
        self.run.as_ref().map(Run::name).unwrap_or_default()
    }

    /// Whether the server is to tick as fast as it can: where its run asks for it, while all bodies play and no land is
    /// waited for.
    pub fn warps(&self) -> bool {
        let Some(run) = self.run.as_ref().filter(|run| run.shared.on_server.warp) else { return false };
        let looks = self.steps.iter().any(|step| matches!(step, Step::Ask(Order::Look { .. }, _)));
        let mut slots = run.slots.iter().flatten().peekable();
        self.phase == Phase::Plays && !looks && slots.peek().is_some() && slots.all(|slot| slot.stage == Stage::Playing)
    }

    /// What is to be done next in this tick; `None` if nothing is.
    pub fn order(&mut self) -> Option<Order> {
        if std::mem::take(&mut self.waits) {
            self.is_new_tick = true;
            return None;
        }
        if std::mem::take(&mut self.is_new_tick) {
            self.begin_tick();
        }
        loop {
            let step = match self.steps.pop_front() {
                Some(step) => Ok(step),
                None => match self.step() {
                    Ok(true) => continue,
                    Ok(false) => {
                        self.is_new_tick = true;
                        return None;
                    }
                    Err(error) => Err(error),
                },
            };
            let done = step.and_then(|step| match step {
                Step::Ask(order, then) => {
                    self.asked = Some((order.clone(), then));
                    Ok(Some(order))
                }
                Step::Summon(slot) => self.summon(slot).map(|()| None),
                Step::Begin(slot) => self.begin(slot).map(|()| None),
                Step::Restored => self.restored().map(|()| None),
            });
            match done {
                Ok(None) => {}
                Ok(order) => return order,
                Err(error) => self.fail(&error),
            }
        }
    }

    /// What the server answers to the last order.
    pub fn answer(&mut self, answer: Answer) {
        let Some((order, then)) = self.asked.take() else { return };
        if answer == Answer::Later {
            self.steps.push_front(Step::Ask(order, then));
            self.waits = true;
            return;
        }
        if let Err(error) = self.take(order, then, answer) {
            self.fail(&error);
        }
    }

    /// The body of a slot is in the world.
    pub fn joined(&mut self, slot: usize, body: &Rc<RefCell<Body>>) {
        if let Some(slot) = self.slot(slot) {
            slot.body = Some(Rc::clone(body));
        }
    }

    /// The body of a slot is gone, and its agent; its game is broken.
    pub fn lost(&mut self, slot: usize, why: &str) {
        let Some(slot) = self.slot(slot) else { return };
        slot.body = None;
        slot.breaks(why);
    }

    /// Ends the run: games that are played have no row, and are played anew when it is resumed.
    pub fn stop(&mut self) {
        if matches!(self.phase, Phase::Reads | Phase::Plays) {
            self.end("stopped");
        }
    }

    /// How it stands, for a person.
    pub fn status(&self) -> Vec<String> {
        let Some(run) = &self.run else { return vec!["the world is set back".into()] };
        let state = match self.phase {
            Phase::Reads => "is about to begin",
            Phase::Plays => "is played",
            Phase::Ends | Phase::Over => "ends",
        };
        let all = run.games.all().len();
        let mut lines = vec![format!("{} {state}: {} of {all} games are over", run.name(), run.over)];
        if run.over > 0 {
            lines.push(format!("won {} of {}, {:.0} %", run.won, run.over, 100.0 * run.won as f64 / run.over as f64));
        }
        lines.extend(run.slots.iter().flatten().map(Slot::told));
        lines
    }

    fn slot(&mut self, slot: usize) -> Option<&mut Slot> {
        self.run.as_mut()?.slots.get_mut(slot)?.as_mut()
    }

    /// Counts the ticks that bodies wait, and asks for the statistics by which games are judged.
    fn begin_tick(&mut self) {
        let Some(run) = self.run.as_mut().filter(|_| self.phase == Phase::Plays) else { return };
        for (number, slot) in run.slots.iter_mut().enumerate() {
            let Some(slot) = slot else { continue };
            slot.waited += 1;
            if slot.stage == Stage::Playing && slot.is_counted() {
                self.steps.push_back(Step::Ask(Order::Count { slot: number }, Then::Nothing));
            }
        }
    }

    /// Goes on where nothing is left to do. Tells whether there is something again.
    fn step(&mut self) -> Result<bool> {
        match self.phase {
            Phase::Reads => {
                self.journal.write(std::slice::from_ref(&self.before))?;
                self.phase = Phase::Plays;
                Ok(true)
            }
            Phase::Plays => self.play(),
            Phase::Ends => {
                self.phase = Phase::Over;
                self.ask(Order::Over, Then::Nothing);
                Ok(true)
            }
            Phase::Over => Ok(false),
        }
    }

    fn ask(&mut self, order: Order, then: Then) {
        self.steps.push_back(Step::Ask(order, then));
    }

    /// Takes in an answer.
    fn take(&mut self, order: Order, then: Then, answer: Answer) -> Result<()> {
        let done = match &answer {
            Answer::Done(number) => Ok(*number),
            Answer::Failed(why) => Err(why.clone()),
            Answer::Later => return Ok(()),
        };
        match then {
            Then::Nothing => {}
            Then::Read(rule) => {
                let result = done.map_err(anyhow::Error::msg);
                let result = result.with_context(|| format!("the game rule {rule} cannot be read"))?;
                self.before.rules.insert(rule.to_owned(), operator::rule_value(rule, result));
            }
            Then::Set => {
                done.map_err(anyhow::Error::msg).with_context(|| format!("the server does not set it: {order:?}"))?;
            }
            Then::Check(what, wanted) => {
                let is = done.map_err(anyhow::Error::msg).with_context(|| format!("{what} cannot be read"))?;
                ensure!(is == wanted, "{what} was set to {wanted} and is {is}: another mod or data pack holds it");
            }
            Then::SetBack(what) => {
                if let Err(why) = done {
                    self.is_set_back = false;
                    self.ask(Order::Say(format!("{what} could not be set back: {why}")), Then::Nothing);
                }
            }
            Then::Place => {
                if let Err(why) = &done {
                    tracing::debug!("suite: no place for a game: {why}");
                }
                self.placed(done.ok())?;
            }
            Then::Joined(slot) => self.settle(slot, done)?,
            Then::Operated(slot, may_be_idle) => {
                let (Err(why), false) = (done, may_be_idle) else { return Ok(()) };
                let Order::Command { line, .. } = order else { return Ok(()) };
                if let Some(slot) = self.slot(slot) {
                    slot.lacks.get_or_insert(format!("the server refuses /{line}: {why}"));
                }
            }
            Then::Left(slot) => {
                if let Some(run) = &mut self.run {
                    run.slots[slot] = None;
                }
            }
        }
        Ok(())
    }

    /// Something is wrong with the run: it ends, and the operator is told.
    fn fail(&mut self, error: &anyhow::Error) {
        let text = format!("{error:#}");
        tracing::error!("suite: {text}");
        match self.phase {
            Phase::Ends | Phase::Over => {
                self.ask(Order::Say(text), Then::Nothing);
                if self.phase == Phase::Over {
                    self.ask(Order::Over, Then::Nothing);
                }
            }
            _ => {
                self.steps.clear();
                self.ask(Order::Say(format!("the suite ends: {text}")), Then::Nothing);
                self.end("ended");
            }
        }
    }

    /// Takes all bodies out and sets the world back.
    fn end(&mut self, how: &str) {
        // What the operator is to be told is told.
        self.steps.retain(|step| matches!(step, Step::Ask(Order::Say(_), _)));
        let was_changed = self.phase != Phase::Reads;
        self.phase = Phase::Ends;
        if let Some(run) = &mut self.run {
            for (number, slot) in run.slots.iter_mut().enumerate() {
                let Some(slot) = slot else { continue };
                drop(slot.take_game());
                if slot.stage != Stage::Outside {
                    self.steps.push_back(Step::Ask(Order::Leave { slot: number }, Then::Left(number)));
                }
            }
            let text = format!(
                "{} is {how}: {} of {} games are over; play on with /anima-suite resume {}",
                run.name(),
                run.over,
                run.games.all().len(),
                run.name()
            );
            self.steps.push_back(Step::Ask(Order::Say(text), Then::Nothing));
        }
        if was_changed {
            self.set_back();
        }
    }

    fn set_back(&mut self) {
        let left = self.journal.read();
        self.is_set_back = left.can_be_forgotten();
        let orders = set_back(&left);
        self.steps.extend(orders.into_iter().map(|(order, then)| Step::Ask(order, then)));
        self.steps.push_back(Step::Restored);
    }

    fn restored(&mut self) -> Result<()> {
        if self.is_set_back {
            return self.journal.done();
        }
        let text = format!(
            "not all was set back, so {} is kept: the next start of the server tries again; or set it by hand and delete the \
             file",
            self.journal.path().display()
        );
        self.ask(Order::Say(text), Then::Nothing);
        Ok(())
    }

    /// Plays on with the group that is played.
    fn play(&mut self) -> Result<bool> {
        if self.take_in()? {
            return Ok(true);
        }
        let Some(run) = &mut self.run else { return Ok(false) };
        let Some((group, games)) = run.groups.front() else {
            self.finish()?;
            return Ok(true);
        };
        let (group, is_empty) = (group.clone(), games.is_empty());
        if !run.is_set {
            run.is_set = true;
            self.set_group(&group.parts[0]);
            return Ok(true);
        }
        let is_idle = run.slots.iter().all(Option::is_none);
        if is_empty && is_idle {
            run.groups.pop_front();
            run.is_set = false;
            return Ok(true);
        }
        run.has_joined &= !is_idle;
        let together = if group.is_shared() { run.slots.len() } else { 1 };
        let taken = run.slots.iter().flatten().count();
        let may_fill = group.is_steady() || !run.has_joined;
        if may_fill && !is_empty && taken < together {
            return self.look_for_a_place();
        }
        if self.join_all() {
            return Ok(true);
        }
        self.operate_settled(&group)
    }

    /// Sets the difficulty, and looks whether it is.
    fn set_difficulty(&mut self, difficulty: Difficulty) {
        // The game calls it a failure to set a difficulty that is set.
        self.ask(server_command(format!("difficulty {}", operator::name(difficulty))), Then::Nothing);
        self.ask(Order::ReadDifficulty, Then::Check("the difficulty".into(), difficulty as i64));
    }

    /// Sets what a group sets for the whole world, and looks whether it is.
    fn set_group(&mut self, of: &WorldWide) {
        self.set_difficulty(of.difficulty);
        for (name, value) in operator::rules(&of.rules) {
            let result = value.parse().unwrap_or(i64::from(value == "true"));
            self.ask(server_command(format!("gamerule {name} {value}")), Then::Set);
            self.ask(server_command(format!("gamerule {name}")), Then::Check(format!("the game rule {name}"), result));
        }
    }

    /// All games are over.
    fn finish(&mut self) -> Result<()> {
        let Some(run) = &mut self.run else { return Ok(()) };
        let text = run.close()?;
        self.phase = Phase::Ends;
        self.ask(Order::Say(text), Then::Nothing);
        self.set_back();
        Ok(())
    }
}

fn server_command(line: String) -> Order {
    Order::Command { slot: None, line }
}

/// Refuses to begin where a server that was ended has left a journal.
fn ensure_restored(server: &Server) -> Result<()> {
    ensure!(
        !server.journal.exists(),
        "{} is there: what the world was set to before another run is not restored yet; start the server again, or set it by \
         hand and delete the file",
        server.journal.display()
    );
    Ok(())
}
