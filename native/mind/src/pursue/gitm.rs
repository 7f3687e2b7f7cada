//! GITM, Ghost in the Minecraft (arXiv 2305.17144): a goal is taken apart into a tree of sub-goals; a planner reaches them
//! one after the other, children first, by structured actions with feedback; what worked is kept as text.

use anima_intent::{Cause, Condition, Ending};
use anima_memory::Outcome;

use crate::carry_out::Halt;
use crate::mind::Mind;
use crate::roles::plan::Ask;

/// How often the goal is taken apart anew from what is carried before it is given up, where there is feedback. The paper
/// does not do this.
const AGAIN: u32 = 3;

/// Pursues the goal.
pub(crate) async fn gitm(mind: Mind) -> Ending {
    let mut why = None;
    let again = if mind.settings().gitm.feedback { AGAIN } else { 0 };
    for _ in 0..=again {
        why = None;
        let sub_goals = decompose(&mind).await;
        // Nothing of what any of them is for is spent otherwise.
        mind.keep_for(&sub_goals);
        for sub_goal in sub_goals {
            if let Err(reason) = achieve(&mind, &sub_goal).await {
                why = reason;
                break;
            }
        }
        if let Some(ending) = mind.is_over() {
            return ending;
        }
    }
    match why {
        Some(why) => Ending::GivenUp(Cause::Impossible { why }),
        None => Ending::GivenUp(Cause::InVain { tried: mind.past().setbacks.tried() }),
    }
}

/// The sub-goals in the order in which they are reached, the goal itself last.
async fn decompose(mind: &Mind) -> Vec<Condition> {
    if mind.settings().gitm.decompose { mind.sub_goals().await } else { vec![mind.goal().clone()] }
}

/// Reaches one sub-goal by as many plans as it takes, up to a limit; each is carried out to its first failure, which the
/// next one is told.
async fn achieve(mind: &Mind, sub_goal: &Condition) -> Result<(), Option<String>> {
    let switches = mind.settings().gitm;
    if mind.holds(sub_goal) {
        return Ok(());
    }
    mind.begin_episode(sub_goal);
    let references = if switches.memory { mind.recall_reference(sub_goal).await } else { Vec::new() };
    // What has reached the very sub-goal before is tried first; the paper asks with it as a reference.
    let mut recalled = if switches.memory && switches.spare_plans && mind.asks_model() {
        mind.remembered(&Ask::of(sub_goal)).await
    } else {
        None
    };
    let (mut done, mut failure) = (Vec::new(), None);
    for _ in 0..switches.queries.get() {
        if mind.holds(sub_goal) || mind.is_over().is_some() {
            break;
        }
        let ask = Ask { references: &references, done: &done, last_failure: failure.as_ref(), ..Ask::of(sub_goal) };
        let planned = match recalled.take() {
            Some(proposal) => Ok(proposal),
            None => mind.plan(&ask).await,
        };
        let plan = match planned {
            Ok(proposal) => {
                mind.tell(&proposal, failure.as_ref());
                proposal.plan
            }
            Err(why) if !mind.asks_model() => {
                mind.end_episode(Outcome::failed(&why));
                return Err(Some(why));
            }
            // An answer that is no plan has cost a query; the next one is told what was wrong with it.
            Err(_) if switches.feedback => continue,
            Err(_) => break,
        };
        let carried = mind.carry_out(sub_goal, plan).await;
        done.extend(carried.done);
        failure = mind.past().last_failure.clone();
        if !switches.feedback && carried.end != Halt::Fetched {
            break;
        }
    }
    let is_reached = mind.holds(sub_goal);
    if is_reached {
        mind.end_episode(Outcome::reached());
        return Ok(());
    }
    mind.end_episode(Outcome::failed("no plan of as many as may be asked for reached it"));
    Err(None)
}
