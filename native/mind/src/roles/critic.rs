//! ODYSSEY's critic: whether a task is done, by the rules where they can tell, or by a model.

use std::collections::BTreeMap;

use anima_intent::Condition;
use serde::Deserialize;
use serde_json::json;

use crate::mind::Mind;
use crate::plan::brings_about;
use crate::roles::library::Run;
use crate::roles::next::Task;
use crate::settings::{By, Critic};
use crate::situation::Situation;

#[derive(Deserialize)]
struct Answer {
    success: bool,
    critique: String,
}

impl Mind {
    /// Judges a task after a try, from what was carried before and what was done.
    ///
    /// # Errors
    /// What to do otherwise.
    pub(crate) async fn criticise(&self, task: &Task, before: &Situation, run: &Run) -> Result<(), String> {
        let failed = || run.failure.clone().unwrap_or_else(|| "what was done does not bring it about".to_owned());
        // The statistics of the game count for the goal alone; what else is not held is judged by its acts.
        let is_done = |condition: &Condition| self.holds(condition) || brings_about(&run.done, condition);
        let by_rules = task.condition.as_ref().map(|condition| if is_done(condition) { Ok(()) } else { Err(failed()) });
        let asks = self.settings().plan == By::Model && self.asks_model();
        match by_rules {
            Some(verdict) if self.settings().odyssey.critic == Critic::Rules || !asks => return verdict,
            None if !asks => return Err(failed()),
            _ => {}
        }
        let told = json!({
            "call": "critic",
            "task": task.to_string(),
            "before": counts(before),
            "after": counts(&self.now()),
            "log": run.log(),
        });
        let verdict = self.question("critic", "success", told, |answer: Answer| Ok(answer)).await;
        match verdict {
            Some(answer) if answer.success => Ok(()),
            Some(answer) => Err(answer.critique),
            None => by_rules.filter(|_| self.rules_stand_in()).unwrap_or_else(|| Err(failed())),
        }
    }
}

fn counts(now: &Situation) -> BTreeMap<&'static str, u32> {
    let mut counts = BTreeMap::new();
    for stack in &now.carried {
        *counts.entry(stack.item.name()).or_default() += u32::from(stack.count);
    }
    counts
}
