//! Going to a place that may be far beyond what is known.

use anima_body::BlockPos;

use crate::Me;
use crate::path::goal::Goal;
use crate::seek::course::dig_down_to;
use crate::walk::manner::over_known_ground;
use crate::walk::travel::{travel, travel_by};
use crate::work::footing::gather_earth;
use anima_intent::{Outcome, Reason};

/// Blocks off, seen from above, from which the way also leads to the height: the way over the ground takes less time
/// than a tunnel that begins far off.
const FOOT_OF_IT: f64 = 16.0;
/// Ways in a row that may end no nearer before the place is taken to be out of reach.
const VAIN: u32 = 3;
/// Blocks by which a way must end nearer than any before it to count.
const NEARER: f64 = 8.0;
/// Blocks down to a place from which on it is dug down to where no known way leads there.
const DEEP: i32 = 8;
/// Ticks of looking for a way where none leads over known ground.
const LOOKING: u64 = 1500;

/// Goes to where the feet are within two blocks of a place, at its height if there is one: first over the ground to the
/// foot of it. An agent that lacks blocks to climb with gathers earth; one that is far above digs down.
///
/// # Errors
/// [`Reason::Unreachable`] if one way after the other ends no nearer, [`Reason::Died`].
pub(crate) async fn go_there(me: &Me, x: i32, y: Option<i32>, z: i32) -> Outcome {
    if away(me, x, z) > FOOT_OF_IT {
        let is_there = |me: &Me| y.is_some() && away(me, x, z) <= FOOT_OF_IT;
        go_over_ground(me, (x, z), is_there).await?;
    }
    match y {
        Some(y) => go_to_height(me, BlockPos::new(x, y, z)).await,
        None => go_over_ground(me, (x, z), |_| false).await,
    }
}

/// Goes to a block column or one beside it, since a body cannot stand on what may grow there, or until `is_there`: way
/// after way as long as they lead nearer.
async fn go_over_ground(me: &Me, (x, z): (i32, i32), is_there: impl Fn(&Me) -> bool) -> Outcome {
    let around = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)];
    let goal = Goal::Any(around.map(|(east, south)| Goal::Xz { x: x + east, z: z + south }).to_vec());
    let (mut closest, mut vain) = (away(me, x, z), 0);
    while vain < VAIN {
        match me.until(&is_there, travel(me, &goal)).await {
            None | Some(Ok(())) => return Ok(()),
            Some(Err(Reason::Died)) => return Err(Reason::Died),
            Some(Err(_)) => {}
        }
        let now = away(me, x, z);
        vain = if now + NEARER < closest { 0 } else { vain + 1 };
        closest = closest.min(now);
        me.wait(10).await;
    }
    Err(Reason::unreachable(format!("x {x} z {z}")))
}

/// Goes to a place that is near, seen from above: over what is known, with earth to climb with, by ways that are to be
/// found yet.
async fn go_to_height(me: &Me, pos: BlockPos) -> Outcome {
    let goal = Goal::Near { pos, range: 1 };
    let climb = pos.y - me.now().player.feet().y;
    for tries in 0..2 {
        match travel_by(me, over_known_ground(me), &goal).await {
            Ok(()) => return Ok(()),
            Err(Reason::Died) => return Err(Reason::Died),
            Err(_) if tries == 0 && climb < -DEEP => {
                if let Err(reason @ (Reason::Died | Reason::NeedsTool(_))) = dig_down_to(me, pos.y).await {
                    return Err(reason);
                }
            }
            Err(_) if tries == 0 && gather_earth(me, climb).await => {}
            Err(_) => break,
        }
    }
    match me.within(LOOKING, travel(me, &goal)).await {
        Ok(()) => Ok(()),
        Err(Reason::Died) => Err(Reason::Died),
        Err(_) => Err(Reason::unreachable(pos)),
    }
}

/// Blocks to a column, seen from above.
fn away(me: &Me, x: i32, z: i32) -> f64 {
    let pos = me.now().player.pos;
    (f64::from(x) + 0.5 - pos.x).hypot(f64::from(z) + 0.5 - pos.z)
}

#[cfg(test)]
mod tests {
    use anima_intent::Act;
    use anima_rules::Item;

    use super::*;
    use crate::testing::{Game, flat, land, rock};

    fn go(x: i32, y: Option<i32>, z: i32) -> Act {
        Act::GoTo { x, y, z }
    }

    #[test]
    fn a_place_is_gone_to_over_land_up_and_down() {
        Game::by_day(&flat(&[])).perform(1000, go(30, None, -20), None).succeeds();
        Game::by_day(&flat(&[])).perform(1000, go(30, Some(64), -20), None).succeeds();
        let pickaxe = [(Item::STONE_PICKAXE, 1)];
        Game::by_day(&rock(&pickaxe)).perform(3000, go(12, Some(50), 4), None).succeeds();
        Game::by_day(&flat(&[(Item::DIRT, 20)])).perform(1000, go(6, Some(76), 4), None).succeeds();
        Game::by_day(&flat(&[])).perform(4000, go(6, Some(80), 4), None).succeeds();
        let start = land(3, 7);
        let home = start.start.pos.as_ivec3();
        Game::by_day(&start).perform(4000, go(home.x + 80, None, home.z - 60), None).succeeds();
    }

    #[test]
    fn a_place_deep_in_the_rock_is_dug_down_to() {
        let mut scene = land(3, 7);
        let home = scene.start.pos.as_ivec3();
        scene
            .give(anima_rules::ItemStack::new(Item::IRON_PICKAXE, 1))
            .give(anima_rules::ItemStack::new(Item::COBBLESTONE, 16));
        Game::by_day(&scene).perform(6000, go(home.x + 6, Some(-40), home.z + 6), None).succeeds();
    }

    #[test]
    fn an_agent_without_a_pickaxe_says_that_the_way_down_takes_one() {
        let trial = Game::by_day(&rock(&[])).perform(3000, go(12, Some(40), 4), None);
        assert!(matches!(trial.outcome, Some(Err(Reason::NeedsTool(_)))), "{:?}", trial.outcome);
    }

    #[test]
    fn what_cannot_be_reached_is_said_in_bounded_time() {
        let mut scene = flat(&[]);
        scene.fill([8, 60, 8], [16, 72, 16], "bedrock").fill([12, 64, 12], [12, 65, 12], "air");
        let trial = Game::by_day(&scene).perform(4000, go(12, Some(64), 12), None);
        assert!(matches!(trial.outcome, Some(Err(Reason::Unreachable { .. }))), "{:?}", trial.outcome);
    }
}
