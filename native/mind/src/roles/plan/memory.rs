//! The plan role by memory: what has reached the very goal in another game, where it still works from here.

use anima_memory::{Nearness, References};
use serde_json::json;

use super::{Ask, Proposal, answer, translate};
use crate::mind::Mind;
use crate::plan::{Author, Plan};
use crate::policy::effort::Efforts;
use crate::settings::Settings;
use crate::wood;

/// Failures of an act in a row after which a plan with it is no longer taken.
const TRIED: u32 = 3;

impl Mind {
    /// A plan that has reached the goal in another game, as far as it is still needed: the first that works from here by
    /// the rules and has nothing in it that failed several times in a row. Wood is that of the trees that are here. `None` if
    /// the memory holds none.
    pub(crate) async fn remembered(&self, ask: &Ask<'_>) -> Option<Proposal> {
        let goal = ask.goal.unwrap_or(self.goal());
        let found = self.look_up(References::new(goal)).await.filter(|found| found.nearness == Nearness::Same)?;
        let (now, checked) = (self.now_for(goal), Settings { check: true, ..self.settings() });
        let wood = self.wood_of_here();
        for reference in found.plans.iter().filter(|reference| !reference.is_demoted) {
            let plan = wood::of_tree(&reference.plan, wood, goal);
            let steps = json!({ "steps": crate::recall::told(&plan) });
            let Ok(read) = answer::read(&steps.to_string()) else { continue };
            let proposal = {
                let past = self.past();
                let Ok(steps) = translate::translate(&read.answer, goal, &now, &past.setbacks, checked) else {
                    continue;
                };
                let mut plan = Plan::new(Author::Memory, steps.acts, goal, &now);
                plan.drop_needless(goal, &now);
                // What was looked for in vain may be found farther off; what never works is left to the model.
                if plan.acts().any(|act| past.setbacks.failures(act) >= TRIED) {
                    continue;
                }
                let ticks = Efforts::new(&now, &past.setbacks).of_acts(plan.acts());
                Proposal { plan, ticks, provisions: Vec::new() }
            };
            self.uses(reference.id);
            return Some(proposal);
        }
        None
    }
}
