//! JARVIS-1's self-check: a plan is gone through before it is carried out.

use anima_memory::ActData;
use serde::Deserialize;
use serde_json::json;

use crate::data;
use crate::mind::Mind;
use crate::plan::Plan;
use crate::recall;
use crate::roles::explain::Advice;
use crate::settings::By;

/// What a model finds on going through a plan.
#[derive(Deserialize)]
struct Checked {
    #[serde(default)]
    first_problem: Option<u32>,
    #[serde(default)]
    problem: Option<String>,
}

impl Mind {
    /// What is wrong with a plan, if something is. A plan that the rules have run needs no further look; where they are told
    /// not to ([`crate::Settings::check`]), a model goes through it.
    pub(crate) async fn check(&self, plan: &Plan) -> Option<Advice> {
        if self.settings().check || self.settings().plan == By::Rules {
            return None;
        }
        let now = self.now();
        let told = json!({
            "call": "check",
            "goal": data::goal(self.goal(), &now),
            "inventory": data::inventory(&now),
            "state": data::state(&now),
            "steps": recall::told(&plan.acts().map(ActData::from).collect::<Vec<_>>()),
        });
        let read = |checked: Checked| match (checked.first_problem, checked.problem) {
            (None, _) => Ok(None),
            (Some(rank), Some(problem)) => Ok(Some(format!("step {rank}: {problem}"))),
            (Some(_), None) => Err(vec!["\"problem\" must say what is lacking".to_owned()]),
        };
        self.question("check", "first_problem", told, read).await.flatten().map(Advice::of_words)
    }
}
