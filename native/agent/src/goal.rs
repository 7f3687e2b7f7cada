//! A goal at work: its judge, its program, its deadline.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use anima_body::Frame;
use anima_intent::{Cause, Condition, Ending, Goal, Judge, Progress, Verdict};
use anima_mind::{Means, Preparation, Pursuit};
use anima_skills::{Me, Now};

use crate::Settings;
use crate::situation::{Eyes, Grave};

/// What eyes see by: the body, what it dropped on dying, and its last picture.
pub(crate) type Seen = (Me, Rc<RefCell<Option<Grave>>>, Rc<RefCell<Option<Arc<Frame>>>>);

/// Eyes for a goal that begins now.
pub(crate) fn eyes(goal: &Condition, ticks: Option<u64>, (me, grave, sight): Seen, settings: &Settings) -> Eyes {
    let now = me.now();
    Eyes {
        judge: Rc::new(RefCell::new(Judge::new(goal, &now))),
        me,
        grave,
        sight,
        first_tick: now.tick,
        ticks,
        nature: settings.nature,
        peaceful: settings.peaceful,
    }
}

/// A goal at work, or one that has ended.
pub(crate) struct Pursued {
    /// What is wanted, or what is got ready for.
    pub goal: Goal,
    /// Whether it only gets ready for that: no judge decides then, and nothing of it counts.
    pub prepares: bool,
    pub pursuit: Pursuit,
    judge: Rc<RefCell<Judge>>,
    first_tick: u64,
    pub deaths: u32,
    pub ending: Option<Ending>,
}

impl Pursued {
    pub fn new(goal: Goal, means: Means, seen: Seen, settings: &Settings) -> Pursued {
        let eyes = eyes(&goal.condition, goal.ticks, seen, settings);
        let (judge, first_tick) = (Rc::clone(&eyes.judge), eyes.first_tick);
        let pursuit = Pursuit::new(goal.condition.clone(), settings.mind, means, move || eyes.situation());
        Pursued { goal, prepares: false, pursuit, judge, first_tick, deaths: 0, ending: None }
    }

    /// A goal of getting ready for a fight.
    pub fn preparing(
        preparation: Preparation,
        ticks: Option<u64>,
        means: Means,
        seen: Seen,
        settings: &Settings,
    ) -> Pursued {
        let goal = Goal { condition: preparation.fight.clone(), ticks };
        let eyes = eyes(&Condition::Any(Vec::new()), ticks, seen, settings);
        let (judge, first_tick) = (Rc::clone(&eyes.judge), eyes.first_tick);
        let pursuit = Pursuit::prepare(preparation, settings.mind, means, move || eyes.situation());
        Pursued { goal, prepares: true, pursuit, judge, first_tick, deaths: 0, ending: None }
    }

    /// Shows a tick to the judge.
    pub fn see(&self, now: &Now) {
        if self.ending.is_none() {
            self.judge.borrow_mut().see(now, &now.known());
        }
    }

    /// Tells the judge that the player has gone from one world or dimension to another.
    pub fn go(&self, from: &str, to: &str) {
        self.judge.borrow_mut().go(from, to);
    }

    /// Whether the statistics of the goal's begin are still waited for: what is done before they come is not counted.
    pub fn lacks_beginning(&self, tick: u64, patience: u64) -> bool {
        tick <= self.first_tick + patience && self.judge.borrow().lacks_beginning()
    }

    /// How the goal has ended, by the judge or because its deadline has passed.
    pub fn is_decided(&self, tick: u64) -> Option<Ending> {
        let is_late = self.goal.ticks.is_some_and(|ticks| tick >= self.first_tick + ticks);
        match self.judge.borrow().verdict() {
            _ if self.prepares => is_late.then_some(Ending::GivenUp(Cause::OutOfTicks)),
            Verdict::Reached => Some(Ending::Reached),
            Verdict::Lost => Some(Ending::GivenUp(Cause::Lost)),
            Verdict::Open if is_late => Some(Ending::GivenUp(Cause::OutOfTicks)),
            Verdict::Open => None,
        }
    }

    /// Whether newer statistics could change the verdict.
    pub fn waits_for_tally(&self) -> bool {
        self.ending.is_none() && self.judge.borrow().waits_for_tally()
    }

    /// How much of each part is done.
    pub fn progress(&self) -> Vec<Progress> {
        self.judge.borrow().progress()
    }
}
