//! Walking: a path carried out with keys, tick by tick.
//!
//! [`go_to`] plans and walks by turns until the goal is reached. Each kind of step knows which keys carry it out in a
//! tick and when it has failed; whatever fails leads to a new plan, without the move that failed.

mod clearance;
mod foot;
mod forecast;
mod steer;
mod walker;
mod wet;
mod work;

use anima_body::{BlockPos, PlayerFlags};

use super::{Conditions, Goal, Path, Search, Status};
use crate::{Me, Outcome, Reason};
use walker::{Stray, Walker};

/// How fast to go, and how much food that may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Never sprints.
    Walk,
    /// Sprints, and jumps only where the way asks for it.
    #[default]
    Sprint,
    /// Sprints and jumps along wherever that is faster: a fifth faster, for twice the food.
    Bound,
}

/// How to travel.
#[derive(Clone, Debug)]
pub struct Travel {
    /// How fast.
    pub pace: Pace,
    /// What is allowed and what is to be avoided. What is carried is filled in anew for each search.
    pub conditions: Conditions,
}

impl Default for Travel {
    /// A sprint on foot, digging and placing nothing.
    fn default() -> Travel {
        Travel { pace: Pace::Sprint, conditions: Conditions::default() }
    }
}

/// Plans that may fail one after the other, without coming closer, before it is given up.
const TRIES: usize = 8;

/// Goes to a goal; planning anew when the world is not as it was thought to be, or when more of it has come in sight.
///
/// # Errors
/// [`Reason::Unreachable`] if there is no way over what is known, [`Reason::TookTooLong`] if one plan after the other
/// fails, [`Reason::Died`].
pub async fn go_to(me: &Me, goal: &Goal, travel: &Travel) -> Outcome {
    let mut travel = travel.clone();
    let mut failures = 0;
    let mut closest = u32::MAX;
    loop {
        let plan = plan(me, goal, &travel).await?;
        let outcome = Walker::new(me, &plan.path, goal, &travel).follow().await;
        if me.now().player.is(PlayerFlags::DEAD) {
            return Err(Reason::Died);
        }
        match outcome {
            Ok(()) if plan.leads_there => return Ok(()),
            Ok(()) => {}
            Err(Stray::Stuck(from, to)) => travel.conditions.barred.push((from, to)),
            Err(Stray::Lost | Stray::Changed) => {}
        }
        let left = goal.estimate(me.now().player.feet());
        failures = if left < closest { 0 } else { failures + 1 };
        closest = closest.min(left);
        if failures > TRIES {
            return Err(Reason::TookTooLong);
        }
    }
}

/// A path, and whether it leads to the goal or only to where more can be seen.
struct Plan {
    path: Path,
    leads_there: bool,
}

/// Searches, over as many ticks as the budget of nodes asks for.
async fn plan(me: &Me, goal: &Goal, travel: &Travel) -> Outcome<Plan> {
    let mut conditions = travel.conditions.clone();
    conditions.carry(&me.now());
    conditions.can_sprint &= travel.pace != Pace::Walk;
    let mut search = Search::new(me.now().player.pos, goal.clone(), conditions);
    loop {
        match search_on(me, &mut search) {
            Status::Running => me.tick().await,
            Status::Found(path) => return Ok(Plan { path, leads_there: true }),
            Status::Partial(path) if !path.steps.is_empty() => return Ok(Plan { path, leads_there: false }),
            Status::Partial(_) | Status::Unreachable => return Err(Reason::Unreachable(format!("{goal}"))),
        }
    }
}

fn search_on(me: &Me, search: &mut Search) -> Status {
    let senses = me.senses();
    let walkable = senses.walkable();
    search.run(&|pos: BlockPos| walkable.block(pos), me.settings().path_nodes_per_tick)
}
