//! How a mind is made up: by what program it pursues a goal, and what answers its questions: the rules or a model.

use serde::{Deserialize, Serialize};

/// How a mind is made up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// The program by which a goal is pursued.
    pub pursue: Program,
    /// What makes the plans: the rules or a model.
    pub plan: By,
}

impl Settings {
    /// Whether there is a question that is left to a model.
    pub fn asks_model(self) -> bool {
        self.plan == By::Model
    }
}

/// A program by which a goal is pursued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Program {
    /// Our own: plan, act, learn what failed, plan anew.
    #[default]
    Own,
}

/// What answers a question of a mind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// The rules, which need no model and ask none.
    Rules,
    /// The model where one is configured; the rules where there is none, or where its answers do not work.
    #[default]
    Model,
}
