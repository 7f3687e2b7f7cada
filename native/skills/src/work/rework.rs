//! Blocks that are put down to be worked on, and taken up again: pumpkins carved, logs stripped, powder hardened.

use anima_body::BlockPos;
use anima_intent::{Outcome, Reason};
use anima_rules::techtree::Step;
use anima_rules::{Face, Item, ItemStack};

use super::collect::{Supply, collect, wait_for_drops};
use crate::Me;
use crate::hands::dig::dig;
use crate::hands::place::place_nearby;
use crate::hands::use_on::Using;
use crate::path::goal::Goal;
use crate::walk::travel::travel_sparingly;

/// Blocks around in which what drops is picked up.
const SCATTERED: f64 = 5.0;
/// Ticks for the way back to what was put down.
const PATIENCE: u64 = 400;

/// Puts a step's materials down one by one, uses its tool on each, and takes up what becomes of it.
///
/// # Errors
/// [`Reason::Missing`] names what lacks in the end; else why one could not be put down, worked on or taken up.
pub(crate) async fn rework(me: &Me, step: &Step) -> Outcome {
    let is_tool = |stack: &ItemStack| step.way.tool.is_some_and(|need| need.accepts(stack));
    let what = step.way.tool.map_or_else(String::new, |need| need.to_string());
    let tool = Using { what: &what, is_one: Some(&is_tool), sides: &Face::ALL };
    one_by_one(me, step, async |me, item| {
        let pos = place_nearby(me, item).await?;
        let laid = me.known(pos);
        tool.on(me, pos, |me| me.known(pos) != laid).await?;
        take_up_block(me, pos).await
    })
    .await
}

/// Makes a step's item of its materials one by one, as `make` does of one, until there are as many as it says.
pub(crate) async fn one_by_one(me: &Me, step: &Step, mut make: impl AsyncFnMut(&Me, Item) -> Outcome) -> Outcome {
    let goal = me.now().inventory.count(step.item) + step.count;
    let lack = |me: &Me| goal.saturating_sub(me.now().inventory.count(step.item));
    for (item, count) in &step.materials {
        for _ in 0..*count {
            if lack(me) == 0 {
                return Ok(());
            }
            if me.now().inventory.count(*item) == 0 {
                return Err(Reason::Missing { item: *item, count: 1 });
            }
            make(me, *item).await?;
            me.tick().await;
        }
    }
    match lack(me) {
        0 => Ok(()),
        count => Err(Reason::Missing { item: step.item, count }),
    }
}

/// Breaks a block, from near if the agent was driven off, and picks up what lies about there then.
pub(crate) async fn take_up_block(me: &Me, pos: BlockPos) -> Outcome {
    me.within(PATIENCE, travel_sparingly(me, &Goal::Reach(pos))).await?;
    dig(me, pos).await?;
    wait_for_drops(me, pos).await;
    collect(me, pos, SCATTERED, Supply::Rare, |_| true).await
}

#[cfg(test)]
mod tests {
    use anima_world::{Options, Scene};

    use super::*;
    use crate::testing::{End, Game, flat, held, make, quiet, with};

    /// Makes so many of an item in a scene, in a world of that seed, within so many ticks.
    fn made(scene: &Scene, seed: u64, ticks: u64, item: Item, count: u32) -> End {
        let world = scene.world(Options { seed, day_time: Some(6000), ..quiet() });
        Game::of(world).after(20).play(ticks, async move |me| make(&me, item, count).await)
    }

    #[test]
    fn a_pumpkin_is_carved_with_shears() {
        let scene = flat(&[(Item::SHEARS, 1), (Item::PUMPKIN, 2)]);
        for seed in 0..5 {
            let end = made(&scene, seed, 400, Item::CARVED_PUMPKIN, 2);
            assert_eq!((end.outcome.clone(), held(&end.world, Item::CARVED_PUMPKIN)), (Some(Ok(())), 2), "seed {seed}");
            assert!(held(&end.world, Item::PUMPKIN_SEEDS) >= 4, "seed {seed}");
        }
    }

    #[test]
    fn logs_are_stripped_with_an_axe() {
        let scene = flat(&[(Item::STONE_AXE, 1), (Item::BIRCH_LOG, 3)]);
        for seed in 0..5 {
            let end = made(&scene, seed, 500, Item::STRIPPED_BIRCH_LOG, 3);
            let gained = held(&end.world, Item::STRIPPED_BIRCH_LOG);
            assert_eq!((end.outcome.clone(), gained), (Some(Ok(())), 3), "seed {seed}");
        }
    }

    #[test]
    fn in_a_narrow_tunnel_too() {
        let mut scene = with(Scene::new(), &[(Item::IRON_AXE, 1), (Item::OAK_LOG, 1)]);
        scene.fill([-9, 50, -9], [9, 60, 9], "stone").fill([0, 55, -2], [0, 56, 2], "air").start_at(0.5, 55.0, 0.5);
        let end = made(&scene, 1, 600, Item::STRIPPED_OAK_LOG, 1);
        assert_eq!((end.outcome.clone(), held(&end.world, Item::STRIPPED_OAK_LOG)), (Some(Ok(())), 1));
    }
}
