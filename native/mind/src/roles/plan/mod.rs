//! The plan role: which acts lead to the goal from here?

mod answer;
mod facts;
mod model;
mod prompt;
mod refusal;
pub(crate) mod rules;
mod translate;

use crate::mind::Mind;
use crate::note::Note;
use crate::plan::Plan;
use crate::policy::provision::Provision;
use crate::policy::setbacks::Setbacks;
use crate::roles::explain::Explanation;
use crate::settings::By;
use model::PlanCall;
use rules::Made;

/// A plan, and about how many ticks it takes.
pub(crate) struct Proposal {
    pub plan: Plan,
    pub ticks: f32,
    /// What it gets beside the goal, and why.
    pub provisions: Vec<Provision>,
}

impl Mind {
    /// Makes a plan: the model does if that is its part, it is there and its plan works; else the rules.
    ///
    /// # Errors
    /// Why there is none, in words of the rules.
    pub(crate) async fn plan(
        &self,
        setbacks: &Setbacks,
        last_failure: Option<&Explanation>,
    ) -> Result<Proposal, String> {
        let made = rules::plan(self.goal(), &self.now(), setbacks, true);
        if self.settings().plan == By::Model && self.asks_model() {
            let call = PlanCall { mind: self, setbacks, last_failure, made: made.as_ref().ok() };
            if let Some(advice) = self.ask(&call).await {
                advice.remarks.into_iter().for_each(|remark| self.note(Note::Model(remark)));
                return Ok(Proposal { plan: advice.plan, ticks: advice.ticks, provisions: Vec::new() });
            }
        }
        let Made { plan, ticks, provisions } = made?;
        Ok(Proposal { plan, ticks, provisions })
    }
}
