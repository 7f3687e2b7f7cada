//! JARVIS-1 (arXiv 2311.05997): plans that worked are recalled by what the task needs on the way and by what is seen; the
//! plan is checked before it is carried out; a failure is explained, and the plan is made anew with fresh memories.

use anima_intent::{Act, Cause, Ending};

use crate::mind::Mind;
use crate::plan::Plan;
use crate::roles::plan::Ask;
use crate::settings::Retrieval;

/// How often a plan is checked and mended before it is carried out.
const CHECKS: u32 = 3;
/// Plans that do not even work on paper after which a task is given up.
const MOST_WRONG: u32 = 60;

/// Pursues the goal.
pub(crate) async fn jarvis(mind: Mind) -> Ending {
    let goal = mind.goal().clone();
    let (mut done, mut wrong): (Vec<Act>, u32) = (Vec::new(), 0);
    loop {
        if let Some(ending) = mind.is_over() {
            return ending;
        }
        let plan = match plan(&mind, &done).await {
            Ok(plan) => plan,
            Err(why) if !mind.asks_model() => return Ending::GivenUp(Cause::Impossible { why }),
            Err(_) if wrong >= MOST_WRONG => {
                return Ending::GivenUp(Cause::InVain { tried: mind.past().setbacks.tried() });
            }
            Err(_) => {
                wrong += 1;
                continue;
            }
        };
        if plan.acts.is_empty() {
            let why = format!("nothing is left to do for \"{goal}\", and it does not hold");
            return Ending::GivenUp(Cause::Impossible { why });
        }
        let carried = mind.carry_out(&goal, plan).await;
        done.extend(carried.done);
    }
}

/// A plan from here: by what is seen, by what is remembered, by why the last one failed; gone through before it is taken.
async fn plan(mind: &Mind, done: &[Act]) -> Result<Plan, String> {
    let switches = mind.settings().jarvis;
    let sentences = mind.describe();
    let reasons = matches!(switches.retrieval, Retrieval::Reasoning | Retrieval::Multimodal);
    let queries = match reasons && !(switches.spare_queries && mind.remembers_goal().await) {
        true => mind.queries().await,
        false => Vec::new(),
    };
    let references = mind.recall(&queries, switches.retrieval).await;
    let failure = mind.past().last_failure.clone();
    let explained = match &failure {
        Some(failure) if switches.self_explain => mind.explain(failure).await,
        _ => None,
    };
    let ask = Ask {
        references: &references,
        sentences: &sentences,
        done,
        last_failure: failure.as_ref(),
        advice: explained.as_ref(),
        ..Ask::of(mind.goal())
    };
    let mut plan = mind.plan_and_tell(&ask).await?;
    if switches.self_check {
        for _ in 0..CHECKS {
            let Some(problem) = mind.check(&plan).await else { break };
            plan = mind.plan_and_tell(&Ask { advice: Some(&problem), ..ask.clone() }).await?;
        }
    }
    Ok(plan)
}
