//! The plan role: which acts lead to the goal from here?

mod answer;
mod facts;
mod memory;
mod model;
mod refusal;
pub(crate) mod rules;
mod translate;

use anima_intent::{Act, Condition};
use anima_memory::ActData;

use crate::call::Call;
use crate::mind::Mind;
use crate::note::Note;
use crate::past::gist;
use crate::plan::Plan;
use crate::policy::provision::Provision;
use crate::roles::explain::{Advice, Explanation};
use crate::settings::By;
pub(crate) use answer::{MAX_STEPS, kinds};
pub(crate) use facts::{facts, ways_told};
use model::PlanCall;
use rules::Made;

/// What a plan is asked for with; what is left out is not shown to a model.
#[derive(Clone, Default)]
pub(crate) struct Ask<'a> {
    /// What is to hold at its end; the mind's whole goal if nothing else.
    pub goal: Option<&'a Condition>,
    pub last_failure: Option<&'a Explanation>,
    /// What a model said of that failure.
    pub advice: Option<&'a Advice>,
    /// What was done for this goal so far.
    pub done: &'a [Act],
    /// Plans that worked in other games.
    pub references: &'a [Reference],
    /// What the player sees, in sentences.
    pub sentences: &'a [String],
}

/// A plan that worked in another game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reference {
    /// What it was for, in words.
    pub goal: String,
    pub steps: Vec<ActData>,
}

impl<'a> Ask<'a> {
    /// A question for a plan that leads to a goal.
    pub(crate) fn of(goal: &'a Condition) -> Ask<'a> {
        Ask { goal: Some(goal), ..Ask::default() }
    }
}

/// A plan, and about how many ticks it takes.
pub(crate) struct Proposal {
    pub plan: Plan,
    pub ticks: f32,
    /// What it gets beside the goal, and why.
    pub provisions: Vec<Provision>,
}

impl From<Made> for Proposal {
    fn from(Made { plan, ticks, provisions }: Made) -> Proposal {
        Proposal { plan, ticks, provisions }
    }
}

impl Mind {
    /// Makes a plan: the model does if that is its part, it is there and its plan works; else the rules, if they may
    /// stand in for it.
    ///
    /// # Errors
    /// Why there is none, in words of the rules.
    pub(crate) async fn plan(&self, ask: &Ask<'_>) -> Result<Proposal, String> {
        let settings = self.settings();
        let goal = ask.goal.unwrap_or(self.goal());
        let made = rules::plan(goal, &self.now_for(goal), &self.past().setbacks, true);
        if settings.plan == By::Model && self.asks_model() {
            let call = PlanCall { mind: self, goal, ask, made: made.as_ref().ok() };
            if let Some(made) = self.ask(&call).await {
                self.past().note_answer(call.name(), made.cut.into_iter().collect());
                made.remarks.into_iter().for_each(|remark| self.note(Note::Model(remark)));
                return Ok(Proposal { plan: made.plan, ticks: made.ticks, provisions: Vec::new() });
            }
        }
        if !self.rules_stand_in() {
            return Err(self.why_not("the model's plan does not work"));
        }
        made.map(Proposal::from)
    }

    /// The rules' plan.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn plan_by_rules(&self, goal: &Condition) -> Result<Proposal, String> {
        rules::plan(goal, &self.now_for(goal), &self.past().setbacks, true).map(Proposal::from)
    }

    /// Makes a plan and tells it if it is news.
    ///
    /// # Errors
    /// As [`Mind::plan`].
    pub(crate) async fn plan_and_tell(&self, ask: &Ask<'_>) -> Result<Plan, String> {
        let proposal = self.plan(ask).await?;
        self.tell(&proposal, ask.last_failure);
        Ok(proposal.plan)
    }

    /// Tells a plan if it is news, and shows it as what is to be done.
    pub(crate) fn tell(&self, proposal: &Proposal, last_failure: Option<&Explanation>) {
        let Proposal { plan, ticks, provisions } = proposal;
        let mut gist: Vec<String> = plan.acts().map(gist).collect();
        gist.sort_unstable();
        if self.past().told != gist {
            self.past().told = gist;
            let why = last_failure.map(Explanation::to_string).unwrap_or_default();
            let steps = plan.acts().map(Act::to_string).collect();
            self.note(Note::Planned { author: plan.author, why, steps, ticks: *ticks as u64 });
            provisions.iter().map(Provision::note).for_each(|note| self.note(note));
        }
        self.show_plan(plan);
        self.episode_plan(plan);
    }
}
