//! Bone meal from a composter.

use anima_body::BlockPos;
use anima_intent::{Outcome, Reason};
use anima_rules::techtree::Step;
use anima_rules::{Block, Face, Item, ItemStack};

use super::collect::{Supply, collect_drops};
use super::station::{leave_station, reach_station};
use crate::Me;
use crate::hands::use_on::Using;

/// Level at which a composter is full of bone meal (`ComposterBlock`).
const READY: u8 = 8;
/// Level from which it gets there by itself.
const FULL: u8 = 7;
/// Ticks in which it does (`ComposterBlock.addToComposter`).
const RIPENS: u32 = 20;

/// Throws a step's materials into a composter, which is known or carried, until it has given as much bone meal as the
/// step says.
///
/// # Errors
/// [`Reason::Missing`] when the materials are used up before, or no composter is there; else why it could not be used.
pub(crate) async fn compost(me: &Me, step: &Step) -> Outcome {
    me.doing(format!("compost for {} {}", step.count, step.item), async {
        let goal = me.now().inventory.count(step.item) + step.count;
        let station = reach_station(me, Block::COMPOSTER).await?;
        let mut left = step.materials.clone();
        let outcome = loop {
            if me.now().inventory.count(step.item) >= goal {
                break Ok(());
            }
            match level(me, station.pos) {
                None => break Err(Reason::not_found(Block::COMPOSTER)),
                Some(READY) => {
                    if let Err(reason) = take_out(me, station.pos).await {
                        break Err(reason);
                    }
                }
                Some(FULL) => me.wait_for_answer(RIPENS + 2, |me| level(me, station.pos) != Some(FULL)).await,
                Some(_) => match throw_in(me, step, station.pos, &mut left).await {
                    Ok(()) => {}
                    reason => break reason,
                },
            }
            me.tick().await;
        };
        leave_station(me, station).await?;
        outcome
    })
    .await
}

/// How full the composter at a position is; `None` if none is there.
fn level(me: &Me, pos: BlockPos) -> Option<u8> {
    me.known(pos).filter(|state| state.block() == Block::COMPOSTER)?.number("level")
}

/// Throws in one of what is left of the materials.
async fn throw_in(me: &Me, step: &Step, pos: BlockPos, left: &mut Vec<(Item, u32)>) -> Outcome {
    let carried = |item: Item| me.now().inventory.count(item);
    left.retain(|(item, count)| *count > 0 && carried(*item) > 0);
    let Some((item, count)) = left.first_mut() else {
        let item = step.materials.first().map_or(step.item, |(item, _)| *item);
        return Err(Reason::Missing { item, count: 1 });
    };
    let (item, before) = (*item, carried(*item));
    *count -= 1;
    let is_one = |stack: &ItemStack| stack.item == item;
    let thrown = Using { what: item.name(), is_one: Some(&is_one), sides: &Face::ALL };
    thrown.on(me, pos, |me| me.now().inventory.count(item) < before).await
}

/// Takes the bone meal out.
async fn take_out(me: &Me, pos: BlockPos) -> Outcome {
    let hand = Using { what: "the hand", is_one: None, sides: &Face::ALL };
    hand.on(me, pos, |me| level(me, pos) != Some(READY)).await?;
    collect_drops(me, pos, Supply::Rare, |_| true).await
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::ways;
    use anima_world::{Options, Scene};

    use super::*;
    use crate::obtain::obtain;
    use crate::testing::{End, Game, flat, held, quiet};

    fn composts(scene: &Scene, seed: u64, ticks: u64, count: u32, materials: &[(Item, u32)]) -> End {
        let way = ways(Item::BONE_MEAL).iter().find(|way| way.station == Some(Block::COMPOSTER)).expect("a way");
        let materials = materials.to_vec();
        let step =
            Step { way, item: Item::BONE_MEAL, count, times: count, materials, fuel: None, tool: None, ticks: 0.0 };
        let world = scene.world(Options { seed, day_time: Some(6000), ..quiet() });
        Game::of(world).after(20).play(ticks, async move |me| {
            let outcome = obtain(&me, &step, 1).await;
            me.wait(20).await;
            outcome
        })
    }

    #[test]
    fn seeds_and_leaves_become_bone_meal() {
        let scene = flat(&[(Item::COMPOSTER, 1), (Item::WHEAT_SEEDS, 30), (Item::OAK_LEAVES, 60)]);
        for seed in 0..5 {
            let end = composts(&scene, seed, 600, 2, &[(Item::WHEAT_SEEDS, 30), (Item::OAK_LEAVES, 60)]);
            assert_eq!((end.outcome.clone(), held(&end.world, Item::BONE_MEAL)), (Some(Ok(())), 2), "seed {seed}");
            assert_eq!(held(&end.world, Item::COMPOSTER), 1, "it is taken along");
        }
    }

    #[test]
    fn only_what_was_planned_is_thrown_in() {
        let mut scene = flat(&[(Item::WHEAT_SEEDS, 4), (Item::OAK_SAPLING, 9)]);
        scene.set([6, 64, 3], "composter");
        let end = composts(&scene, 1, 400, 1, &[(Item::WHEAT_SEEDS, 4)]);
        assert_eq!(end.outcome, Some(Err(Reason::Missing { item: Item::WHEAT_SEEDS, count: 1 })));
        assert_eq!((held(&end.world, Item::WHEAT_SEEDS), held(&end.world, Item::OAK_SAPLING)), (0, 9));
    }
}
