//! Planning and walking by turns until a goal is reached.

use anima_body::{Keys, PlayerFlags};
use tracing::debug;

use super::crawl::crawl_to;
use super::manner::Travel;
use super::walker::{Stray, Walker};
use crate::Me;
use crate::me::posture::is_crawling;
use crate::path::conditions::Conditions;
use crate::path::cost::{self, Slope};
use crate::path::goal::Goal;
use crate::path::route::Path;
use crate::path::search::{Search, Status};
use crate::threat::hostile_near;
use anima_intent::{Outcome, Reason};

/// Failed plans in a row after which the agent gives up.
const FAILURES: u32 = 8;
/// Ticks without progress after which the agent gives up: it has not come closer to the goal than ever before.
const PATIENCE: u64 = 1500;

/// How much nearer to the goal than ever before, as an estimated cost, a look at more of the world must end to count as
/// progress.
const NEARER: u32 = 4 * cost::SPRINT;
/// Cost of a cell near hostile mobs, in ticks, at one point of health; it shrinks as health grows.
const DREAD: f32 = 400.0;
/// The most that the way beyond the edge of the known is weighted with, in percent.
const WORST_EDGE: u32 = 2000;

/// Goes to a goal; planning anew when the world is not as it was thought to be, or when more of it has come in sight.
///
/// # Errors
/// [`Reason::Unreachable`] if there is no way over what is known, [`Reason::TookTooLong`] if one plan after the other
/// fails or the patience does not suffice for the next, [`Reason::Died`]; and why a crawling agent cannot stand up.
pub async fn go_to(me: &Me, goal: &Goal, travel: &Travel) -> Outcome {
    let mut travel = travel.clone();
    let mut failures = 0;
    let mut lost = Vec::new();
    // For an agent that digs, every block down counts; for others height comes and goes.
    let slope = if travel.conditions.can_dig { Slope::under_open_ground(10) } else { Slope::OPEN };
    let (mut closest, mut since) = (u32::MAX, me.age());
    let edge_percent = travel.conditions.edge_percent;
    let mut deadline = travel.patience.map(|ticks| me.age() + ticks);
    loop {
        // A path is made for a body that stands.
        if is_crawling(&me.now()) && crawl_to(me, goal).await? {
            return Ok(());
        }
        let plan = plan(me, goal, &travel).await?;
        let (steps, ticks) = (plan.path.steps.len(), plan.path.ticks);
        if deadline.is_some_and(|deadline| me.age() + u64::from(ticks + plan.path.left) > deadline) {
            return Err(Reason::TookTooLong);
        }
        let nodes = plan.nodes;
        debug!(%goal, from = %plan.path.start, to = %plan.path.end(), steps, ticks, nodes, plan.leads_there, "path planned");
        let outcome = Walker::new(me, &plan.path, goal, &travel).follow().await;
        if let Err(stray) = outcome {
            debug!(%goal, at = %me.now().player.pos, ?stray, "path left");
        }
        if me.now().player.is(PlayerFlags::DEAD) {
            return Err(Reason::Died);
        }
        match outcome {
            Ok(()) if plan.leads_there => return Ok(()),
            Ok(()) => {
                failures = 0;
                travel.conditions.looked_from.push(plan.path.end());
                // Each look that came to nothing makes the known way, be it through water or rock, look better than
                // another look: an agent that goes back and forth between views gets nowhere.
                let is_nearer = goal.estimate(me.now().player.feet(), slope) + NEARER < closest;
                let now = travel.conditions.edge_percent;
                let less = (now * 2 / 3).max(edge_percent);
                travel.conditions.edge_percent = if is_nearer { less } else { (now * 3 / 2).min(WORST_EDGE) };
            }
            Err(stray) => {
                // A fight or a flight that interrupted the walk does not count as a failure of the plan.
                failures += u32::from(!matches!(stray, Stray::Interrupted(_)));
                match stray {
                    Stray::Stuck(from, to) => travel.conditions.barred.push((from, to)),
                    // A move at which the agent has gone astray twice is not tried again.
                    Stray::Lost(from, to) if lost.contains(&(from, to)) => travel.conditions.barred.push((from, to)),
                    Stray::Lost(from, to) => lost.push((from, to)),
                    Stray::Interrupted(ticks) => deadline = deadline.map(|deadline| deadline + ticks),
                    Stray::Changed => {}
                }
            }
        }
        let left = goal.estimate(me.now().player.feet(), slope);
        if left < closest {
            (closest, since) = (left, me.age());
        }
        if failures > FAILURES || me.age() > since + PATIENCE {
            return Err(Reason::TookTooLong);
        }
    }
}

/// Finds the way to a goal, which may end where more can be seen, without going it.
///
/// # Errors
/// [`Reason::Unreachable`] and [`Reason::TookTooLong`] as [`go_to`].
pub(crate) async fn way_to(me: &Me, goal: &Goal, travel: &Travel) -> Outcome<Path> {
    Ok(plan(me, goal, travel).await?.path)
}

/// A path, and whether it leads to the goal or only to where more can be seen.
struct Plan {
    path: Path,
    leads_there: bool,
    /// Nodes expanded to find it.
    nodes: u64,
}

/// Searches, over as many ticks as the budget of nodes asks for.
async fn plan(me: &Me, goal: &Goal, travel: &Travel) -> Outcome<Plan> {
    me.begin_search().await;
    let mut conditions = travel.conditions.clone();
    conditions.carry(&me.now());
    if travel.is_wary {
        conditions.shunned.extend(hostile_near(me));
        // A hurt agent would rather dig than be seen.
        conditions.dread = (DREAD / me.now().player.health.max(1.0)) as u32;
    }
    let mut search = Search::new(me.now().player.pos, goal.clone(), conditions);
    loop {
        match search_on(me, &mut search) {
            Status::Running => {
                if me.now().player.flags.intersects(PlayerFlags::IN_WATER | PlayerFlags::IN_LAVA) {
                    me.press(Keys::JUMP);
                }
                me.tick().await;
            }
            Status::Found(path) => return Ok(Plan { path, leads_there: true, nodes: search.expanded() }),
            Status::Partial(path) => return Ok(Plan { path, leads_there: false, nodes: search.expanded() }),
            // An agent that is shut in by water may as well get wet.
            Status::Unreachable if search.shied_at_water() => {
                let conditions = Conditions { can_dig_beside_water: true, ..search.conditions().clone() };
                search = Search::new(me.now().player.pos, goal.clone(), conditions);
            }
            Status::Unreachable => return Err(Reason::unreachable(format!("{goal}"))),
            Status::GivenUp => return Err(Reason::TookTooLong),
        }
    }
}

fn search_on(me: &Me, search: &mut Search) -> Status {
    let now = me.now();
    let before = search.expanded();
    let status = search.run(&now.known(), me.settings().path_nodes_per_tick);
    me.has_searched(search.expanded() - before);
    status
}

#[cfg(test)]
mod tests {
    use anima_body::BlockPos;
    use anima_rules::Item;

    use super::*;
    use crate::path::route::Move;
    use crate::testing::{flat, play, rock};

    #[test]
    fn an_agent_that_searches_and_searches_lets_time_pass() {
        let (outcome, _) = play(&flat(&[]), |me| async move {
            let (goal, travel) = (Goal::Block(BlockPos::new(3, 64, 0)), Travel::default());
            let search = async {
                loop {
                    way_to(&me, &goal, &travel).await?;
                }
            };
            me.within(5, search).await
        });
        assert_eq!(outcome, Err(Reason::TookTooLong));
    }

    #[test]
    fn an_agent_that_is_hurt_digs_around_mobs() {
        // A passage with a zombie behind glass.
        for (health, digs) in [(20.0, false), (3.0, true)] {
            let mut scene = rock(&[(Item::STONE_PICKAXE, 1)]);
            scene
                .fill([0, 39, 0], [24, 39, 2], "bedrock")
                .fill([0, 40, 0], [24, 41, 2], "air")
                .start_at(5.5, 40.0, 0.5);
            scene.fill([11, 40, 1], [13, 41, 2], "glass").fill([12, 40, 2], [12, 41, 2], "air");
            scene.mob("zombie", [12.5, 40.0, 2.5]);
            scene.start.health = health;
            scene.start.food = 10;
            let (outcome, _) = play(&scene, move |me| async move {
                assert_eq!(hostile_near(&me).len(), 1, "the zombie is seen");
                let conditions = Conditions { can_dig: true, ..Conditions::default() };
                let travel = Travel { conditions, is_wary: true, ..Travel::default() };
                let way = way_to(&me, &Goal::Block(BlockPos::new(22, 40, 0)), &travel).await?;
                let dug = way.steps.iter().filter(|step| step.by == Move::Dig).count();
                assert_eq!(dug > 4, digs, "{health} health: {:?}", way.steps);
                Ok(())
            });
            assert_eq!(outcome, Ok(()));
        }
    }
}
