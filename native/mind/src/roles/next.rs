//! ODYSSEY's planner: the one next task.

use std::fmt;

use anima_intent::{Condition, NoLibrary};
use anima_rules::{EntityKind, Item};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::data;
use crate::mind::Mind;
use crate::policy::effort::Efforts;
use crate::roles::plan::{facts, rules};
use crate::settings::{By, Planner};
use crate::wood;

/// What a task may be.
pub(crate) const VERBS: [&str; 13] = [
    "mine", "craft", "smelt", "cook", "collect", "kill", "equip", "plant", "breed", "place", "explore", "deposit",
    "sleep",
];
/// Tasks that were completed or failed which are told: the last ones.
pub(crate) const TOLD: usize = 20;
/// Failures of one task after which it is not proposed again.
pub(crate) const TOO_OFTEN: usize = 3;

/// A task: what is to be true at its end, in words and as it is judged.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Task {
    pub verb: String,
    pub object: String,
    pub count: u32,
    /// What is to hold at its end; `None` if only the model can tell.
    pub condition: Option<Condition>,
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.verb, self.count, self.object)
    }
}

/// Tasks that were completed and that failed, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Progress {
    completed: Vec<String>,
    failed: Vec<String>,
}

impl Progress {
    pub(crate) fn note(&mut self, task: &str, is_completed: bool) {
        if is_completed { &mut self.completed } else { &mut self.failed }.push(task.to_owned());
    }

    /// Tells a model the last ones.
    pub(crate) fn tell(&self, told: &mut Value) {
        let last = |list: &[String]| list[list.len().saturating_sub(TOLD)..].to_vec();
        told["completed"] = last(&self.completed).into();
        told["failed"] = last(&self.failed).into();
    }

    /// Whether a task was completed or has failed.
    pub(crate) fn knows(&self, task: &str) -> bool {
        self.completed.iter().chain(&self.failed).any(|known| known == task)
    }

    /// Whether a task was completed.
    pub(crate) fn completes(&self, task: &str) -> bool {
        self.completed.iter().any(|completed| completed == task)
    }

    /// Whether a task has failed too often to be tried again.
    pub(crate) fn fails(&self, task: &str) -> bool {
        self.failed.iter().filter(|failed| *failed == task).count() >= TOO_OFTEN
    }
}

/// A task as a model writes it.
#[derive(Deserialize)]
pub(crate) struct Answer {
    pub verb: String,
    pub object: String,
    pub count: u32,
}

impl Mind {
    /// The next task towards the goal: the model's where it answers, else the first act of the rules' plan.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) async fn next_task(&self, progress: &Progress) -> Result<Task, String> {
        if self.settings().plan == By::Model && self.asks_model() {
            let now = self.now();
            let mut told = json!({ "call": "next", "goal": data::goal(self.goal(), &now), "verbs": VERBS });
            told["last_answer"] = self.past().last_answer("next");
            progress.tell(&mut told);
            if self.settings().knowledge {
                // How things are got, and what is worth having before a way on which it cannot be had.
                let past = self.past();
                let made = rules::plan(self.goal(), &now, &past.setbacks, true).ok();
                told["facts"] = facts(self.goal(), made.as_ref(), &Efforts::new(&now, &past.setbacks));
            }
            if self.settings().odyssey.planner == Planner::Full {
                told["inventory"] = data::inventory(&now);
                told["state"] = data::state(&now);
                told["last_failure"] =
                    self.past().last_failure.as_ref().map(|failure| data::failure(failure, self.settings())).into();
            }
            let read = |answer: Answer| {
                let task = self.task(&answer.verb, &answer.object, answer.count).map_err(|problem| vec![problem])?;
                match progress.fails(&task.to_string()) {
                    true => Err(vec![format!("{task} has failed {TOO_OFTEN} times; propose another task")]),
                    false => Ok(task),
                }
            };
            if let Some(task) = self.question("next", "verb", told, read).await {
                self.past().note_answer("next", Vec::new());
                return Ok(task);
            }
        }
        if !self.rules_stand_in() {
            return Err(self.why_not("the model proposes no task that works"));
        }
        self.next_by_rules()
    }

    fn next_by_rules(&self) -> Result<Task, String> {
        let (now, past) = (self.now(), self.past());
        let made = rules::plan(self.goal(), &now, &past.setbacks, false)?;
        let first = made.plan.acts().next().ok_or("nothing is left to do")?;
        Ok(match first.step() {
            Some(step) => Task {
                verb: step.kind().to_owned(),
                object: step.item.name().to_owned(),
                count: step.count,
                condition: Some(Condition::holds(step.item, now.carries(step.item) + step.count)),
            },
            None => {
                let (verb, object) = (first.word().to_owned(), first.to_string());
                Task { verb, object, count: 1, condition: Some(self.goal().clone()) }
            }
        })
    }

    /// A task that was proposed in words.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn task(&self, verb: &str, object: &str, count: u32) -> Result<Task, String> {
        if !VERBS.contains(&verb) {
            return Err(format!("\"verb\" must be one of {}", VERBS.join(", ")));
        }
        let plain = object.strip_prefix("minecraft:").unwrap_or(object);
        let count = count.clamp(1, 64);
        // What a mob drops is named where the mob is meant, at times.
        let is_drop = || EntityKind::from_name(plain).is_none() && Item::from_name(plain).is_some();
        let words = match verb {
            "kill" if is_drop() => format!("{count} {plain}"),
            "kill" | "plant" | "breed" | "place" => format!("{verb} {count} {plain}"),
            "equip" => format!("wear {plain}"),
            "explore" => format!("explore {plain}"),
            "sleep" => "sleep".to_owned(),
            "deposit" => format!("put {count} {plain} in a chest"),
            _ => format!("{count} {plain}"),
        };
        let condition = Condition::parse(&words, &NoLibrary).map_err(|error| format!("{verb} {plain}: {error}"))?;
        // What is proposed is to be had beside what is carried.
        let condition = match condition {
            Condition::Holds { items, count } => {
                let have: u32 = items.any_of.iter().map(|item| self.now().carries(*item)).sum();
                match items.any_of[..] {
                    [item] => wood::so_many(item, count + wood::carried(item, &self.now(), self.goal()), self.goal()),
                    _ => Condition::Holds { items, count: count + have },
                }
            }
            other => other,
        };
        Ok(Task { verb: verb.to_owned(), object: plain.to_owned(), count, condition: Some(condition) })
    }
}
