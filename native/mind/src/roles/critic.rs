//! ODYSSEY's critic: whether a task is done, by the rules where they can tell.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::json;

use crate::mind::Mind;
use crate::plan::brings_about;
use crate::roles::library::Run;
use crate::roles::next::Task;
use crate::settings::By;
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
        match &task.condition {
            // The statistics of the game count for the goal alone; what else is not held is judged by its acts.
            Some(condition) if self.holds(condition) || brings_about(&run.done, condition) => return Ok(()),
            Some(_) => return Err(failed()),
            _ if self.settings().plan == By::Rules => return Err(failed()),
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
            None => Err(failed()),
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
