//! ODYSSEY (arXiv 2407.15325): a planner proposes one task after the other; an actor takes a skill of the library for it;
//! a critic judges what came of it, and its critique goes into the next try.
//!
//! Where its goal is to get ready for a fight it plans for the long term (section 4, appendix C.2.1): it comments on the last
//! round, lists what to make, and makes it piece by piece. In the fight it orders those it is up against by danger.

use anima_intent::{Cause, Ending};

use crate::mind::Mind;
use crate::roles::next::{Progress, Task};
use crate::settings::{Library, Planner};

/// Tasks proposed for a goal after which it is given up (section 5.3: 160 iterations).
const MOST_TASKS: u32 = 160;

/// Pursues the goal.
pub(crate) async fn odyssey(mind: Mind) -> Ending {
    match mind.preparation() {
        Some(_) => prepare(&mind).await,
        None => pursue(&mind).await,
    }
}

/// Long-term planning: gets ready for a fight.
async fn prepare(mind: &Mind) -> Ending {
    let mut progress = Progress::default();
    // Commentator: what the last round teaches; planner: the list of what to make for this one.
    let pieces = mind.choose_gear().await;
    // In order, each by the inner loop: it is made and, if it is armour or a shield, put on.
    for piece in pieces {
        for verb in ["craft", "equip"] {
            if let Some(ending) = mind.is_over().filter(|ending| *ending != Ending::Reached) {
                return ending;
            }
            let Some(task) = mind.task_for(piece, verb) else { continue };
            if !attempt(mind, &task, &mut progress).await {
                break;
            }
        }
    }
    Ending::Ready
}

/// Dynamic-immediate planning: one next task after the other. A fight with several kinds begins with the order of attack.
async fn pursue(mind: &Mind) -> Ending {
    let mut progress = Progress::default();
    for group in mind.attack_order().await {
        if mind.is_over().is_some() {
            break;
        }
        attempt(mind, &group, &mut progress).await;
    }
    for _ in 0..MOST_TASKS {
        if let Some(ending) = mind.is_over() {
            return ending;
        }
        // Planner: one next task.
        match mind.next_task(&progress).await {
            Ok(task) => attempt(mind, &task, &mut progress).await,
            Err(why) if !mind.asks_model() => return Ending::GivenUp(Cause::Impossible { why }),
            // No task has cost one.
            Err(_) => continue,
        };
    }
    mind.is_over().unwrap_or_else(|| Ending::GivenUp(Cause::InVain { tried: mind.past().setbacks.tried() }))
}

/// The inner loop: tries a task until the critic is content. Tells whether it is.
async fn attempt(mind: &Mind, task: &Task, progress: &mut Progress) -> bool {
    let switches = mind.settings().odyssey;
    // Retriever: the skills that are like it; asked once for a task.
    let candidates = match switches.library {
        Library::Skills => mind.retrieve_skills(task),
        Library::Primitives => Vec::new(),
    };
    // A task that resembles no skill is not tried, where the planner is told nothing of the world (appendix F.3).
    if candidates.is_empty() && (switches.planner, switches.library) == (Planner::Blind, Library::Skills) {
        progress.note(&task.to_string(), false);
        return false;
    }
    let (mut last, mut critique) = (None, None);
    for _ in 0..switches.tries.get() {
        let before = mind.now();
        // Actor: one of them by name; executor: its acts, what it needs first where recursion is on.
        let skill = mind.choose(task, &candidates, last.as_ref(), critique.as_deref()).await;
        let run = mind.run_skill(task, skill.as_ref(), critique.as_deref()).await;
        if mind.is_over().is_some() {
            break;
        }
        // Critic: the rules where they can tell, else the model; or the model always.
        match mind.criticise(task, &before, &run).await {
            Ok(()) => {
                critique = None;
                break;
            }
            Err(words) => (last, critique) = (skill, Some(words)),
        }
    }
    progress.note(&task.to_string(), critique.is_none());
    critique.is_none()
}
