//! Coming back up.

use std::cell::Cell;

use anima_body::{BlockPos, PlayerFlags};

use crate::Me;
use crate::me::overhead::is_below_ground;
use crate::me::sky::is_up;
use crate::path::goal::Goal;
use crate::senses::atlas::SEA;
use crate::walk::manner::{Travel, manner, over_known_ground};
use crate::walk::travel::travel_by;
use crate::work::footing::{gather_footing, has_but_hands};
use anima_intent::{Outcome, Reason};

/// Blocks climbed before the way is looked for anew.
const LEG: i32 = 16;
/// Ticks for one leg.
const PATIENCE: u64 = 1200;
/// Ticks for one leg of an agent that has only its hands.
const PATIENCE_BY_HAND: u64 = 600;
/// Ticks for each block that such an agent then climbs by stairs: three blocks of deepslate take 915, and it may have
/// to go back to where it got highest.
const PATIENCE_BY_STAIRS: u64 = 1500;

/// Goes up until the sky is open above and the sea not higher: by the way it came where that is shorter, else by caves,
/// stairs dug and pillars; where no dry way leads on, through the water above. An agent that has only its hands looks for
/// a way to walk, and digs stairs where it got highest if it finds none.
///
/// # Errors
/// [`Reason::Unreachable`] if no way up is found; as [`travel_by`].
pub async fn go_up(me: &Me) -> Outcome {
    me.doing("go up", async {
        let top = Cell::new(me.now().player.feet().y);
        let is_there = |me: &Me| {
            let now = me.now();
            if now.player.is(PlayerFlags::ON_GROUND) {
                top.set(top.get().max(now.player.feet().y));
            }
            is_up(&now)
        };
        if is_back_shorter(me)
            && let Err(Reason::Died) = go_back(me, is_there).await
        {
            return Err(Reason::Died);
        }
        if !is_there(me) {
            gather_footing(me, SEA - me.now().player.feet().y).await;
        }
        let (mut by_stairs, mut from_here, mut gets_wet) = (false, false, false);
        while !is_there(me) {
            let by_hand = has_but_hands(me);
            by_stairs &= by_hand;
            let (y, patience, manner) = match by_stairs {
                true => (top.get() + 1, PATIENCE_BY_STAIRS, over_known_ground(me)),
                false => {
                    (leg_up(me.now().player.feet().y), if by_hand { PATIENCE_BY_HAND } else { PATIENCE }, manner(me))
                }
            };
            let mut manner = Travel { patience: (!by_hand).then_some(patience), ..manner };
            manner.conditions.can_dig_beside_water = gets_wet;
            let goal = Goal::Y(y);
            let leg = me.within(patience, travel_by(me, manner, &goal));
            match me.until(is_there, leg).await {
                None => return Ok(()),
                Some(Ok(())) => (from_here, gets_wet) = (false, false),
                Some(Err(Reason::Died)) => return Err(Reason::Died),
                Some(Err(_)) if !by_hand && !gets_wet => gets_wet = true,
                Some(Err(reason)) if !by_hand => return Err(reason),
                Some(Err(_)) if !by_stairs => by_stairs = true,
                Some(Err(_)) if !from_here => {
                    // No known way leads to where the agent got highest.
                    from_here = true;
                    top.set(me.now().player.feet().y);
                }
                Some(Err(reason)) => return Err(reason),
            }
            me.tick().await;
        }
        Ok(())
    })
    .await
}

/// About how many ticks the way up takes an agent that is below the sea.
pub(crate) fn ticks_up(me: &Me) -> u64 {
    if is_below_ground(me) { (up_anew(me) * (SEA - me.now().player.feet().y)).max(0) as u64 } else { 0 }
}

/// Ticks for a block up that is dug and built: by hand two of stone take 300.
fn up_anew(me: &Me) -> i32 {
    if has_but_hands(me) { 300 } else { 25 }
}

/// The height to which a leg leads from a height: from below the sea no higher than it, where the water may be open.
fn leg_up(y: i32) -> i32 {
    let leg = y + LEG;
    if y < SEA - 1 { leg.min(SEA - 1) } else { leg }
}

/// Whether the way that the agent came by is shorter than one that is dug and built anew.
fn is_back_shorter(me: &Me) -> bool {
    /// Ticks for a block of the way, and for one up on it.
    const ALONG: i32 = 5;
    const UP_ALONG: i32 = 10;
    let feet = me.now().player.feet();
    let (ticks, top) = me.senses().trail().back().fold((0, feet), |(ticks, from), to| {
        let way = to - from;
        (ticks + ALONG * way.x.abs().max(way.z.abs()) + UP_ALONG * way.y.max(0), to)
    });
    // The ground may be higher than where the agent went in.
    top != feet && ticks < up_anew(me) * (top.y.max(SEA) - feet.y).max(LEG)
}

/// Goes back by the way that the agent came by, until it is there.
///
/// # Errors
/// [`Reason::Died`], or why two legs in a row lead nowhere.
async fn go_back(me: &Me, is_there: impl Fn(&Me) -> bool) -> Outcome {
    /// Points of the way in one leg.
    const POINTS: usize = 3;
    /// Ticks for one leg: by hand a block of cobblestone that closed a shaft takes 200.
    const PATIENCE: u64 = 600;
    let way: Vec<BlockPos> = me.senses().trail().back().collect();
    me.doing("go back by the way it came", async {
        let mut has_failed = false;
        for pos in way.chunks(POINTS).filter_map(|leg| leg.last().copied()) {
            let goal = Goal::Near { pos, range: 1 };
            let leg = me.within(PATIENCE, travel_by(me, manner(me), &goal));
            match me.until(&is_there, leg).await {
                None => break,
                Some(Ok(())) => has_failed = false,
                Some(Err(reason)) if has_failed || reason == Reason::Died => return Err(reason),
                // What is blocked there may not be farther on.
                Some(Err(_)) => has_failed = true,
            }
        }
        Ok(())
    })
    .await
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    use anima_rules::{Item, ItemStack};
    use anima_world::Scene;

    use super::*;
    use crate::testing::{play, rock};
    use crate::walk::travel::walk;

    /// Rock in which stairs lead down to a tunnel that winds for 120 blocks to a dead end.
    fn mine() -> (Scene, BlockPos) {
        let mut scene = Scene::flat();
        scene.fill([-10, 30, -40], [50, 62, 45], "stone").start_at(0.5, 64.0, 0.5);
        for n in 0..=24 {
            scene.fill([n, 64 - n, 0], [n, 66 - n, 0], "air");
        }
        scene.fill([24, 40, 0], [24, 41, 40], "air").fill([24, 40, 40], [44, 41, 40], "air");
        scene.fill([44, 40, -20], [44, 41, 40], "air");
        (scene, BlockPos::new(44, 40, -20))
    }

    #[test]
    fn an_agent_with_but_its_hands_goes_back_by_the_way_it_came() {
        let (scene, end) = mine();
        let (outcome, world) = play(&scene, move |me| async move {
            for pos in [[24, 40, 0], [24, 40, 40], [44, 40, 40]].map(BlockPos::from).into_iter().chain([end]) {
                travel_by(&me, manner(&me), &Goal::Near { pos, range: 0 }).await?;
            }
            let ways = RefCell::new(BTreeSet::new());
            let note = |me: &Me| {
                ways.borrow_mut().extend(me.doing_now().get(1).cloned());
                false
            };
            assert_eq!(me.until(note, me.within(2000, go_up(&me))).await, Some(Ok(())));
            assert_eq!(ways.into_inner(), BTreeSet::from(["go back by the way it came".to_owned()]));
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
        assert!(world.observe().player.feet().y >= SEA - 1);
    }

    #[test]
    fn the_way_back_is_taken_while_it_is_shorter_than_a_new_one() {
        // From the foot of the stairs it is, from the end of the tunnel with a pickaxe it is not.
        for (item, expected) in [(Item::IRON_PICKAXE, [true, false]), (Item::STICK, [true, true])] {
            let (mut scene, end) = mine();
            scene.give(ItemStack::new(item, 1));
            let (outcome, _) = play(&scene, move |me| async move {
                assert!(!is_back_shorter(&me), "it is up");
                travel_by(&me, manner(&me), &Goal::Near { pos: BlockPos::new(24, 40, 0), range: 0 }).await?;
                let at_the_stairs = is_back_shorter(&me);
                for pos in [[24, 40, 40], [44, 40, 40]].map(BlockPos::from).into_iter().chain([end]) {
                    walk(&me, &Goal::Near { pos, range: 0 }).await?;
                }
                assert_eq!([at_the_stairs, is_back_shorter(&me)], expected, "{item}");
                Ok(())
            });
            assert_eq!(outcome, Ok(()), "{item}");
        }
    }

    #[test]
    fn the_way_up_through_rock_is_a_shaft() {
        let mut scene = rock(&[(Item::STONE_PICKAXE, 1), (Item::COBBLESTONE, 64)]);
        scene.fill([-1, 32, -1], [1, 33, 1], "air").start_at(0.5, 32.0, 0.5);
        let (outcome, world) = play(&scene, |me| async move { go_up(&me).await });
        assert_eq!(outcome, Ok(()));
        // Stairs take 50 ticks for each of the 29 blocks.
        assert!(world.ticks() < 29 * 30, "{}", world.ticks());
    }

    #[test]
    fn a_leg_from_below_the_sea_ends_at_its_surface() {
        assert_eq!([20, 58, 70].map(leg_up), [20 + LEG, SEA - 1, 70 + LEG]);
    }

    #[test]
    fn an_agent_below_a_lake_comes_up_through_the_water() {
        let mut scene = rock(&[(Item::STONE_PICKAXE, 1), (Item::COBBLESTONE, 64)]);
        scene.fill([-38, 46, -38], [38, 62, 38], "water").fill([-38, 63, -38], [38, 63, 38], "air");
        scene.fill([-1, 32, -1], [1, 33, 1], "air").start_at(0.5, 32.0, 0.5);
        let (outcome, world) = play(&scene, |me| async move { go_up(&me).await });
        assert_eq!(outcome, Ok(()));
        assert!(world.ticks() < 1900, "{}", world.ticks());
    }
}
