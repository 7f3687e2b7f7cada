//! DEPS, Describe, Explain, Plan and Select (arXiv 2302.01560): a plan for the whole task; of its steps that are ready a
//! selector takes the one that is reached soonest; a failure is described and explained, and the plan is made anew.

use anima_intent::{Act, Cause, Ending};

use crate::mind::Mind;
use crate::plan::{Author, Plan};
use crate::roles::plan::Ask;

/// Plans in a row of which no step is even begun after which a task is given up, whatever the switches say.
const MOST_IDLE: u32 = 20;

/// Pursues the goal.
pub(crate) async fn deps(mind: Mind) -> Ending {
    let switches = mind.settings().deps;
    let goal = mind.goal().clone();
    let mut done: Vec<Act> = Vec::new();
    let mut plan = match plan(&mind, &done).await {
        Ok(plan) => plan,
        Err(ending) => return ending,
    };
    let (mut rounds, mut idle) = (0, 0);
    // What the acts of the plan took in other games, asked again when the plan is another.
    let mut horizons = None;
    loop {
        if let Some(ending) = mind.is_over() {
            return ending;
        }
        let fetched = mind.fetch_what_was_dropped().await;
        if horizons.is_none() {
            horizons = Some(mind.horizons(&plan).await);
        }
        // Select: of the steps whose materials and tool are there, the one with the nearest horizon.
        let ready = horizons.as_ref().and_then(|known| mind.select_ready(&plan, &goal, switches.selector, known));
        let selected = ready.filter(|_| !fetched);
        if let Some(index) = selected {
            let act = plan.acts[index].act.clone();
            idle = 0;
            if mind.do_act(&plan, index).await {
                plan.take(&act);
                mind.drop_needless(&goal, &mut plan);
                done.push(act);
                horizons = None;
                continue;
            }
            if mind.past().interrupted.is_some() {
                // What was not let to its end has not failed.
                continue;
            }
        }
        if let Some(ending) = mind.is_over() {
            return ending;
        }
        // A step failed, or none can be done: describe, explain, plan anew.
        if !fetched {
            if switches.rounds.0.is_some_and(|most| rounds >= most) {
                return Ending::GivenUp(Cause::InVain { tried: mind.past().setbacks.tried() });
            }
            rounds += 1;
            idle += 1;
        }
        if let Some(first) = plan.acts.first().filter(|_| selected.is_none() && !fetched) {
            mind.past().could_not_begin(&first.act, &mind.now());
        }
        if idle > MOST_IDLE {
            let why = "no step of the plans can be done".to_owned();
            return Ending::GivenUp(Cause::Impossible { why });
        }
        horizons = None;
        plan = match self::plan(&mind, &done).await {
            Ok(plan) => plan,
            Err(ending) => return ending,
        };
    }
}

/// Describe, explain, plan: a plan from here, told what failed and why; one without a step where none came that works.
///
/// # Errors
/// How the task ends, where no plan is asked for any more.
async fn plan(mind: &Mind, done: &[Act]) -> Result<Plan, Ending> {
    let switches = mind.settings().deps;
    let failure = mind.past().last_failure.clone();
    let explained = match &failure {
        Some(failure) if switches.explain => mind.explain(failure).await,
        _ => None,
    };
    let described = failure.as_ref().filter(|_| switches.describe);
    let done = if switches.describe { done } else { &[] };
    let ask = Ask { done, last_failure: described, advice: explained.as_ref(), ..Ask::of(mind.goal()) };
    match mind.plan_and_tell(&ask).await {
        Ok(plan) => Ok(plan),
        Err(why) if !mind.asks_model() => Err(Ending::GivenUp(Cause::Impossible { why })),
        Err(_) => Ok(Plan { author: Author::Model, acts: Vec::new() }),
    }
}
