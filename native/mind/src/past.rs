//! What happened so far, as far as it matters for what comes.

use std::collections::BTreeMap;

use anima_intent::{Act, Reason};
use anima_rules::ItemStack;
use anima_rules::techtree::Stock;
use serde::Serialize;
use serde_json::{Value, json};

use crate::mind::Done;
use crate::policy::deaths::Deaths;
use crate::policy::setbacks::Setbacks;
use crate::roles::explain::{Explanation, explain};
use crate::situation::Situation;

/// Failures in a row, nothing gained in between, after which a goal is given up.
const PATIENCE: u32 = 60;
/// Acts of a whole goal after which it is given up: more than any plan has, deaths and failures included.
const MOST_ACTS: u32 = 3000;

/// What happened so far.
#[derive(Default)]
pub(crate) struct Past {
    pub setbacks: Setbacks,
    pub deaths: Deaths,
    pub last_failure: Option<Explanation>,
    /// The gist of the last act, if it was not let to its end.
    pub interrupted: Option<String>,
    failures_in_a_row: u32,
    pub acts_begun: u32,
    /// Programs of ODYSSEY's library, or in their place, that were run.
    pub programs_run: u32,
    /// The gist of the plan that was told last.
    pub told: Vec<String>,
    /// What was wrong with the last answer to a call, by its name.
    wrong_answers: BTreeMap<&'static str, WrongAnswer>,
}

/// What was wrong with an answer of a model.
#[derive(Serialize)]
struct WrongAnswer {
    problems: Vec<String>,
    times_in_a_row: u32,
}

/// What an act that was let to its end has come to.
pub(crate) enum Learned {
    /// It did what it was for.
    Well,
    /// It was broken off, which is no failure.
    Interrupted,
    /// It failed.
    Failed(Explanation),
}

/// What there was before an act.
pub(crate) struct Before {
    /// How many of the act's item were carried, or things in all for what is fetched.
    held: u32,
    have: Vec<u32>,
}

impl Before {
    pub(crate) fn of(act: &Act, now: &Situation) -> Before {
        let held = match act {
            Act::Obtain(step) => now.carries(step.item),
            Act::Withdraw { item, .. } => now.carries(*item),
            _ => amount(&now.carried),
        };
        Before { held, have: now.have.clone() }
    }
}

impl Past {
    /// Whether nothing more is to be tried.
    pub(crate) fn is_spent(&self) -> bool {
        self.failures_in_a_row >= PATIENCE || self.acts_begun >= MOST_ACTS
    }

    /// Notes what was wrong with an answer to a call; nothing if it works.
    pub(crate) fn note_answer(&mut self, call: &'static str, problems: Vec<String>) {
        if problems.is_empty() {
            self.wrong_answers.remove(call);
            return;
        }
        let times_in_a_row = 1 + self.wrong_answers.get(call).map_or(0, |before| before.times_in_a_row);
        self.wrong_answers.insert(call, WrongAnswer { problems, times_in_a_row });
    }

    /// What was wrong with the last answer to a call; nothing if it worked.
    pub(crate) fn problems(&self, call: &str) -> Vec<String> {
        self.wrong_answers.get(call).map(|answer| answer.problems.clone()).unwrap_or_default()
    }

    /// What was wrong with the last answer to a call, as a model is told; null if nothing was.
    pub(crate) fn last_answer(&self, call: &str) -> Value {
        json!(self.wrong_answers.get(call))
    }

    /// The number of the next attempt at an act, from 1. One that was interrupted goes on where it was, and so does one
    /// that died or that lacked something for once; any other that failed is tried in another place.
    pub(crate) fn attempt(&self, act: &Act) -> u32 {
        let goes_on = self.interrupted.as_ref() == Some(&gist(act));
        1 + if goes_on { 0 } else { self.setbacks.failures_of_place(act) }
    }

    /// Takes in that no act of a plan could be begun: the first of them has failed, for what it lacks.
    pub(crate) fn could_not_begin(&mut self, act: &Act, now: &Situation) {
        let lack = act.simulate(&mut Stock::of(&now.given()));
        let reason = lack.err().map_or_else(|| Reason::unexpected("it could not be begun"), |lack| Reason::from(&lack));
        let times = match &self.last_failure {
            Some(last) if last.act == *act && last.reason == reason => last.times + 1,
            _ => 1,
        };
        self.last_failure = Some(explain(act, &reason, now, times));
    }

    /// Takes in how an act went.
    pub(crate) fn learn(&mut self, act: &Act, before: &Before, done: Done, now: &Situation) -> Learned {
        self.acts_begun += 1;
        // An act that was not let to its end has not failed.
        self.interrupted = matches!(done.outcome, Err(Reason::Interrupted(_))).then(|| gist(act));
        if self.interrupted.is_some() {
            return Learned::Interrupted;
        }
        let gained = has_gained(act, before, now, done.outcome.is_ok());
        if gained {
            self.setbacks.gained(act);
            self.failures_in_a_row = 0;
        }
        let reason = match done.outcome {
            Ok(()) if gained => {
                self.last_failure = None;
                return Learned::Well;
            }
            Ok(()) => Reason::unexpected(match act.step() {
                Some(step) => format!("there is no more {} than before", step.item),
                None => "nothing came of it".to_owned(),
            }),
            Err(reason) => reason,
        };
        self.failures_in_a_row += 1;
        let times = self.setbacks.note(act, &reason, now.tick);
        let why = explain(act, &reason, now, times);
        self.last_failure = Some(why.clone());
        self.told.clear();
        Learned::Failed(why)
    }
}

/// Whether an act has brought something about.
fn has_gained(act: &Act, before: &Before, now: &Situation, went_well: bool) -> bool {
    match act {
        Act::Obtain(step) => {
            let stands = now.stations.iter().any(|block| block.name() == step.item.name());
            // Enchanting takes one and gives one.
            let same = step.materials.iter().any(|(item, _)| *item == step.item);
            now.carries(step.item) > before.held || stands || (same && went_well)
        }
        Act::Withdraw { item, .. } => now.carries(*item) > before.held,
        _ => went_well || now.have.iter().zip(&before.have).any(|(now, before)| now > before),
    }
}

/// What an act is about, amounts aside.
pub(crate) fn gist(act: &Act) -> String {
    match act {
        Act::Obtain(step) => format!("{} {} {:?}", step.kind(), step.item, step.block()),
        act => act.to_string(),
    }
}

/// Pieces of everything together.
pub(crate) fn amount(stacks: &[ItemStack]) -> u32 {
    stacks.iter().map(|stack| u32::from(stack.count)).sum()
}

#[cfg(test)]
mod tests {
    use anima_rules::Item;

    use super::*;
    use crate::testing::at_start;

    #[test]
    fn what_was_wrong_with_an_answer_is_told_until_one_works() {
        let mut past = Past::default();
        assert!(past.last_answer("plan").is_null());
        for times in 1..3 {
            past.note_answer("plan", vec!["step 2: no".into()]);
            assert_eq!(past.last_answer("plan"), json!({ "problems": ["step 2: no"], "times_in_a_row": times }));
        }
        assert!(past.last_answer("next").is_null(), "that is another question");
        past.note_answer("plan", Vec::new());
        assert!(past.last_answer("plan").is_null());
    }

    #[test]
    fn only_the_act_that_was_broken_off_goes_on_where_it_was() {
        let (now, mut past) = (at_start(), Past::default());
        let wait = |ticks| Act::Wait { ticks };
        past.setbacks.note(&wait(1), &Reason::Unexpected("it went wrong".into()), now.tick);
        past.setbacks.note(&wait(2), &Reason::Unexpected("it went wrong".into()), now.tick);
        past.interrupted = Some(gist(&wait(1)));
        assert_eq!([past.attempt(&wait(1)), past.attempt(&wait(2))], [1, 2]);
        let lacking = Reason::Missing { item: Item::STICK, count: 2 };
        let attempts = [(); 2].map(|()| {
            past.setbacks.note(&wait(3), &lacking, now.tick);
            past.attempt(&wait(3))
        });
        assert_eq!(attempts, [1, 2], "elsewhere it lacks the same");
    }
}
