//! How a plan is carried out, whatever program made it: one act after the other, to the first that fails.

use std::rc::Rc;

use anima_intent::{Act, Cause, Condition, Ending, Reason};
use anima_rules::techtree::Kind;

use crate::mind::{Mind, Order};
use crate::note::Note;
use crate::past::{Before, Learned, Past, amount};
use crate::plan::{Author, Outlook, Plan, Planned, leads_to};
use crate::policy::effort::{Efforts, until_morning};
use crate::policy::night::is_slept_through;
use crate::policy::setbacks::Setbacks;
use crate::roles::plan::rules;
use crate::roles::select::{select, select_provisions};
use crate::situation::Situation;

/// How far a plan was carried out.
pub(crate) struct Carried {
    /// The acts that did what they were for, in order.
    pub done: Vec<Act>,
    /// Why it was carried out no farther.
    pub end: Halt,
}

/// Why a plan is carried out no farther.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// What it is for holds, nothing of it is left, or the goal is over.
    AtItsEnd,
    /// An act failed; what is known of that is the mind's last failure.
    Failed,
    /// The player has died and gone for what was dropped: what was planned for empty hands is planned anew.
    Fetched,
}

impl Mind {
    /// The situation as a plan for a condition starts from it: what was done of the goal is nothing done of a part of the
    /// way.
    pub(crate) fn now_for(&self, condition: &Condition) -> Rc<Situation> {
        let now = self.now();
        match condition == self.goal() {
            true => now,
            false => Rc::new(Situation { have: Vec::new(), ..(*now).clone() }),
        }
    }

    /// Whether a condition holds: the goal by its judge, part of the way by what is carried or stands at hand.
    pub(crate) fn holds(&self, condition: &Condition) -> bool {
        let now = self.now();
        if condition == self.goal() {
            return now.reached;
        }
        let stands = |items: &[anima_rules::Item]| {
            now.stations.iter().any(|block| block.item().is_some_and(|item| items.contains(&item)))
        };
        let is_at_hand = matches!(condition, Condition::Holds { items, count: 1 } if stands(&items.any_of));
        is_at_hand || Outlook::new(condition, &self.now_for(condition)).holds()
    }

    /// How the goal is over, if it holds or nothing is left to try.
    pub(crate) fn is_over(&self) -> Option<Ending> {
        if self.now().reached {
            return Some(Ending::Reached);
        }
        let past = self.past();
        past.is_spent().then(|| Ending::GivenUp(Cause::InVain { tried: past.setbacks.tried() }))
    }

    /// Carries out a plan to its end, to the first act that fails, or until the condition it is for holds. An act that was
    /// broken off has not failed: it goes on. The rules' plan is over once it works no longer.
    pub(crate) async fn carry_out(&self, goal: &Condition, mut plan: Plan) -> Carried {
        let mut done = Vec::new();
        while self.is_over().is_none() && !self.holds(goal) {
            if self.fetch_what_was_dropped().await {
                return Carried { done, end: Halt::Fetched };
            }
            self.put_in_order(goal, &mut plan);
            let Some(act) = plan.acts.first().map(|planned| planned.act.clone()) else { break };
            if !self.do_act(&plan, 0).await {
                if self.past().interrupted.is_some() {
                    self.drop_needless(goal, &mut plan);
                    continue;
                }
                if self.goes_on_without(&plan) {
                    plan.acts.remove(0);
                    self.show_plan(&plan);
                    continue;
                }
                return Carried { done, end: Halt::Failed };
            }
            plan.take(&act);
            done.push(act);
            if !self.drop_needless(goal, &mut plan) && plan.author == Author::Rules {
                break;
            }
        }
        Carried { done, end: Halt::AtItsEnd }
    }

    /// Whether a plan goes on without its first act, which has just failed: one that was only worth having, of a plan that
    /// the rules check and did not make.
    fn goes_on_without(&self, plan: &Plan) -> bool {
        let is_spare = plan.acts.first().is_some_and(|planned| !planned.needed);
        let died = self.past().last_failure.as_ref().is_some_and(|why| why.reason == Reason::Died);
        is_spare && !died && plan.author != Author::Rules && self.settings().check
    }

    /// Puts the act first that is to be done next: of the rules' plan whichever is best, of another that the rules check what
    /// is worth having for a way down before that.
    fn put_in_order(&self, goal: &Condition, plan: &mut Plan) {
        let (now, past) = (self.now_for(goal), self.past());
        let efforts = Efforts::new(&now, &past.setbacks);
        match plan.author {
            Author::Rules => select(plan, goal, &now, &efforts),
            _ if self.settings().check => select_provisions(plan, goal, &now, &efforts),
            _ => {}
        }
    }

    /// Does an act of a plan, after a night's sleep if it is time for one. Tells whether it did what it was for.
    pub(crate) async fn do_act(&self, plan: &Plan, index: usize) -> bool {
        let Some(planned) = plan.acts.get(index).cloned() else { return false };
        let sleeps = is_slept_through(&planned.act, plan, &self.now(), &self.past().setbacks);
        if sleeps && !self.act(Planned { act: Act::Sleep, needed: false }).await && self.is_over().is_some() {
            return false;
        }
        self.act(planned).await
    }

    /// Does an act. Tells whether it did what it was for.
    async fn act(&self, planned: Planned) -> bool {
        let order = self.order(planned);
        let (act, before) = (order.act.clone(), Before::of(&order.act, &self.now()));
        let done = self.perform(order).await;
        self.episode_act(&act, &done.outcome, done.ticks);
        let learned = self.past().learn(&act, &before, done, &self.now());
        match learned {
            Learned::Well => self.show_done(&act),
            Learned::Interrupted => return false,
            Learned::Failed(why) => {
                self.note(Note::Failed(why));
                return false;
            }
        }
        true
    }

    /// An act as the body is told of it, with how long it may take.
    fn order(&self, Planned { act, needed }: Planned) -> Order {
        let (now, past) = (self.now(), self.past());
        let spare = if needed { u64::MAX } else { self.ticks_to_spare(&past) };
        let limit = limit(&act, needed, &now, &past.setbacks).min(spare);
        Order { attempt: past.attempt(&act), act, limit }
    }

    /// Ticks that what is only worth having may take, so that enough of the game is left for the goal.
    fn ticks_to_spare(&self, past: &Past) -> u64 {
        /// Kept beside what the plan may take at the least.
        const MARGIN: f32 = 300.0;
        /// What is at hand takes less.
        const LEAST: f32 = 300.0;
        let now = self.now();
        let Some(left) = now.ticks_left else { return u64::MAX };
        let needed = rules::plan(self.goal(), &now, &past.setbacks, false).map_or(0.0, |made| made.ticks);
        (left as f32 - rules::ROOM * needed - MARGIN).max(LEAST) as u64
    }

    /// Goes for what was dropped on dying, if that takes less than getting it anew. Tells whether it did.
    pub(crate) async fn fetch_what_was_dropped(&self) -> bool {
        let Some(mut order) = self.worth_fetching() else { return false };
        let (limit, before) = (order.limit, amount(&self.now().carried));
        let done = loop {
            self.past().acts_begun += 1;
            let done = self.perform(order).await;
            if !matches!(done.outcome, Err(Reason::Interrupted(_))) || self.is_over().is_some() {
                break done;
            }
            match self.worth_fetching() {
                Some(again) => order = again,
                None => break done,
            }
        };
        if let Err(Reason::Interrupted(_)) = done.outcome {
            return true;
        }
        let now = self.now();
        self.note(if amount(&now.carried) > before {
            Note::Fetched
        } else {
            self.past().deaths.fetching_failed(now.tick + limit);
            let nothing = || "nothing lies there any more".to_owned();
            Note::NotFetched(done.outcome.err().map_or_else(nothing, |reason| reason.to_string()))
        });
        true
    }

    fn worth_fetching(&self) -> Option<Order> {
        let (now, past) = (self.now(), self.past());
        let left =
            |now: &Situation| rules::plan(self.goal(), now, &past.setbacks, true).map_or(f32::MAX, |made| made.ticks);
        let limit = past.deaths.worth_fetching(&now, left)?;
        let pos = now.dropped.as_ref()?.pos;
        Some(Order { act: Act::Fetch { pos }, attempt: 1, limit })
    }

    /// Drops what became needless of a plan that goes on, if the rest still leads to its goal. Tells whether it does.
    pub(crate) fn drop_needless(&self, goal: &Condition, plan: &mut Plan) -> bool {
        if !self.settings().check && plan.author == Author::Model {
            // Nobody looks at it.
            self.show_plan(plan);
            return true;
        }
        let now = self.now_for(goal);
        if leads_to(plan.acts(), goal, &now).is_err() {
            return false;
        }
        let dropped = plan.prune(goal, &now);
        if !dropped.is_empty() {
            self.note(Note::Needless(dropped.iter().map(Act::to_string).collect()));
        }
        self.show_plan(plan);
        true
    }
}

/// Ticks that an act may take at most.
pub(crate) fn limit(act: &Act, needed: bool, now: &Situation, setbacks: &Setbacks) -> u64 {
    const LONGEST: f32 = 12_000.0;
    const SHORTEST: f32 = 2400.0;
    /// Ticks that a wait for the night or the morning may take longer than it should.
    const LATE: u64 = 1200;
    let ticks = Efforts::new(now, setbacks).of_act(act);
    match act {
        Act::Obtain(step) => {
            // What is only worth having is not worth a long search.
            let (times, shortest) = if needed || step.place().first == 0.0 { (5.0, SHORTEST) } else { (2.0, 1000.0) };
            // Growing things takes its time whatever one does.
            let waits = matches!(step.way.kind, Kind::Grow(_) | Kind::Interact(..));
            let longest = if waits { f32::MAX } else { LONGEST };
            (times * ticks).clamp(shortest, longest.max(2.0 * step.ticks)) as u64
        }
        Act::Sleep => u64::from(until_morning(now.day_time)) + LATE,
        Act::Wait { ticks } => ticks + LATE,
        _ => (5.0 * ticks).clamp(SHORTEST, LONGEST.max(2.0 * ticks)) as u64,
    }
}
