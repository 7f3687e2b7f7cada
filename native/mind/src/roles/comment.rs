//! ODYSSEY's commentator: what a round of a fight teaches for the next.

use anima_intent::Condition;
use serde::Deserialize;
use serde_json::json;

use crate::mind::Mind;
use crate::roles::gear::{Fought, monsters};
use crate::settings::{By, Commentator, Program};

/// Characters of a model's comment that are kept.
const LONGEST: usize = 400;

#[derive(Deserialize)]
struct Answer {
    critique: String,
}

impl Mind {
    /// The comment on a round: by ODYSSEY's model where the settings say so and it answers, else by the fixed rule of the
    /// released code.
    pub(crate) async fn comment(&self, fight: &Condition, last: &Fought) -> String {
        let settings = self.settings();
        let asks = settings.pursue == Program::Odyssey && settings.odyssey.comment == Commentator::Model;
        if asks && settings.plan == By::Model && self.asks_model() {
            let told = json!({ "call": "comment", "monsters": monsters(fight), "last": last.told() });
            let read = |answer: Answer| match answer.critique.trim() {
                "" => Err(vec!["\"critique\" is empty; say what to make less or more of".to_owned()]),
                critique => Ok(critique.chars().take(LONGEST).collect::<String>()),
            };
            if let Some(critique) = self.question("comment", "critique", told, read).await {
                return critique;
            }
        }
        by_rule(last).to_owned()
    }
}

fn by_rule(last: &Fought) -> &'static str {
    match last.won {
        true => "The last round was won: plan less gear.",
        false => "The last round was lost: plan more gear.",
    }
}
