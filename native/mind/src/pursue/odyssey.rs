//! ODYSSEY (arXiv 2407.15325): a planner proposes one task after the other; an actor takes a skill of the library for it;
//! a critic judges what came of it, and its critique goes into the next try.

use anima_intent::{Cause, Ending};

use crate::mind::Mind;
use crate::roles::next::Progress;
use crate::settings::{Library, Planner};

/// Tasks proposed for a goal after which it is given up (section 5.3: 160 iterations).
const MOST_TASKS: u32 = 160;

/// Pursues the goal.
pub(crate) async fn odyssey(mind: Mind) -> Ending {
    let switches = mind.settings().odyssey;
    let mut progress = Progress::default();
    for _ in 0..MOST_TASKS {
        if let Some(ending) = mind.is_over() {
            return ending;
        }
        // Planner: one next task.
        let task = match mind.next_task(&progress).await {
            Ok(task) => task,
            Err(why) if !mind.asks_model() => return Ending::GivenUp(Cause::Impossible { why }),
            // No task has cost one.
            Err(_) => continue,
        };
        // Retriever: the skills that are like it; asked once for a task.
        let candidates = match switches.library {
            Library::Skills => mind.retrieve_skills(&task),
            Library::Primitives => Vec::new(),
        };
        // A task that resembles no skill is not tried, where the planner is told nothing of the world (appendix F.3).
        if candidates.is_empty() && (switches.planner, switches.library) == (Planner::Blind, Library::Skills) {
            progress.note(&task.to_string(), false);
            continue;
        }
        let (mut last, mut critique) = (None, None);
        for _ in 0..switches.tries.get() {
            let before = mind.now();
            // Actor: one of them by name; executor: its acts, what it needs first where recursion is on.
            let skill = mind.choose(&task, &candidates, last.as_ref(), critique.as_deref()).await;
            let run = mind.run_skill(&task, skill.as_ref(), critique.as_deref()).await;
            if mind.is_over().is_some() {
                break;
            }
            // Critic: the rules where they can tell, else the model; or the model always.
            match mind.criticise(&task, &before, &run).await {
                Ok(()) => {
                    critique = None;
                    break;
                }
                Err(words) => (last, critique) = (skill, Some(words)),
            }
        }
        progress.note(&task.to_string(), critique.is_none());
    }
    mind.is_over().unwrap_or_else(|| Ending::GivenUp(Cause::InVain { tried: mind.past().setbacks.tried() }))
}
