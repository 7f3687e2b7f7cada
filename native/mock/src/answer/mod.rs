//! The answers, one call a file.

mod check;
mod choose;
mod comment;
mod critic;
mod explain;
mod gear;
mod goal;
mod guess;
mod next;
mod order;
mod plan;
mod queries;
mod reckon;
mod summary;
mod wanted;

use serde_json::Value;

use crate::knowledge::{Known, Skill};
use crate::request::Asked;
use crate::scene::Scene;

/// A question with all that is known for it.
pub struct Question<'a> {
    /// What is asked.
    pub asked: &'a Asked,
    /// What is known.
    pub known: Known<'a>,
    /// What is told of the player.
    pub scene: Scene,
    /// Whether the last failure is heeded.
    pub heeds: bool,
}

impl Question<'_> {
    /// A part of the data by its name.
    pub fn data(&self, name: &str) -> &Value {
        &self.asked.data[name]
    }

    /// A list of the data.
    pub fn list(&self, name: &str) -> impl Iterator<Item = &Value> {
        self.data(name).as_array().into_iter().flatten()
    }

    /// Thoughts as they are said in an answer: without eyes, where a picture came along.
    pub fn thoughts(&self, text: &str) -> String {
        match self.asked.pictures {
            true => format!("I cannot see pictures and go by the words alone. {text}"),
            false => text.to_owned(),
        }
    }
}

/// The answer to a question, without a flaw; of who heeds the last failure or does not.
///
/// # Errors
/// What of the question is missing.
pub fn answer(asked: &Asked, skill: &Skill, heeds: bool) -> Result<Value, String> {
    let question = Question { asked, known: Known::of(asked, skill), scene: Scene::of(&asked.data), heeds };
    match asked.call.as_str() {
        "plan" => plan::answer(&question),
        "goal" => goal::answer(&question),
        "summary" => summary::answer(&question),
        "explain" => explain::answer(&question),
        "queries" => queries::answer(&question),
        "check" => check::answer(&question),
        "next" => next::answer(&question),
        "choose" => choose::answer(&question),
        "critic" => critic::answer(&question),
        "gear" => gear::answer(&question),
        "order" => order::answer(&question),
        "comment" => comment::answer(&question),
        other => Err(format!("there is no call {:?}", other.chars().take(40).collect::<String>())),
    }
}
