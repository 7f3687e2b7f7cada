//! The plan role by memory: what has reached the very goal in another game, where it still works from here.

use anima_memory::{Nearness, References};
use serde_json::json;

use super::{Ask, Proposal, answer, translate};
use crate::mind::Mind;
use crate::past::gist;
use crate::plan::{Author, Plan};
use crate::policy::effort::Efforts;
use crate::settings::Settings;

impl Mind {
    /// A plan that has reached the goal in another game, as far as it is still needed: the first that works from here by
    /// the rules and has nothing in it of what failed last. `None` if the memory holds none.
    pub(crate) async fn remembered(&self, ask: &Ask<'_>) -> Option<Proposal> {
        let goal = ask.goal.unwrap_or(self.goal());
        let found = self.look_up(References::new(goal)).await.filter(|found| found.nearness == Nearness::Same)?;
        let (now, checked) = (self.now_for(goal), Settings { check: true, ..self.settings() });
        for reference in found.plans.iter().filter(|reference| !reference.is_demoted) {
            let steps = json!({ "steps": crate::recall::told(&reference.plan) });
            let Ok(read) = answer::read(&steps.to_string()) else { continue };
            let proposal = {
                let past = self.past();
                let Ok(read) = translate::translate(&read.answer, goal, &now, &past.setbacks, checked) else {
                    continue;
                };
                let mut plan = Plan::new(Author::Memory, read.acts, goal, &now);
                plan.drop_needless(goal, &now);
                let failed = ask.last_failure.map(|failure| gist(&failure.act));
                if plan.acts().any(|act| Some(gist(act)) == failed) {
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
