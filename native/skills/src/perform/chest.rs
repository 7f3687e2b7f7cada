//! Storing things in chests, and taking them out again.

use anima_body::BlockPos;
use anima_rules::Item;

use crate::Me;
use crate::senses::atlas::LEAVE_ALONE;
use crate::work::container::{
    carried_chest, deposit as put_into, nearest_chest, put_down_chest, withdraw as take_out_of,
};
use crate::work::room::make_room;
use anima_intent::{Outcome, Reason};

/// Blocks beyond which the agent does not go to a known chest if it carries one.
const FAR: i64 = 64;

/// Puts so many of an item into one chest: the nearest that takes them, or one that is put down for it.
///
/// # Errors
/// [`Reason::Missing`] if too few are carried, or no chest is known or carried; [`Reason::NoPlace`] if all are full.
pub(super) async fn deposit(me: &Me, item: Item, count: u32) -> Outcome {
    let held = me.now().inventory.count(item);
    if held < count {
        return Err(Reason::Missing { item, count: count - held });
    }
    let mut tried: Vec<BlockPos> = Vec::new();
    loop {
        let chest = match nearest(me, &tried) {
            Some(chest) => chest,
            None => match put_down_chest(me).await {
                Err(Reason::Missing { .. }) if !tried.is_empty() => return Err(Reason::no_place("more in the chests")),
                chest => chest?,
            },
        };
        tried.push(chest);
        match put_into(me, chest, item, count).await {
            Ok(stored) if stored == count => return Ok(()),
            // The items are asked for in one chest, so those that were stored where the others did not fit are taken
            // back.
            Ok(stored) => drop(take_out_of(me, chest, item, stored).await?),
            Err(Reason::Died) => return Err(Reason::Died),
            Err(_) => me.senses_mut().atlas_mut().give_up(chest, LEAVE_ALONE),
        }
        me.tick().await;
    }
}

/// Takes so many of an item out of chests in which they were seen, the nearest first.
///
/// # Errors
/// [`Reason::NotFound`] if none were seen in a chest, [`Reason::Missing`] if there were too few,
/// [`Reason::InventoryFull`].
pub(super) async fn withdraw(me: &Me, item: Item, count: u32) -> Outcome {
    let mut left = count;
    let mut tried: Vec<BlockPos> = Vec::new();
    while left > 0 {
        let feet = me.now().player.feet();
        let known: Vec<(BlockPos, u32)> = me.senses().chests().with(item).collect();
        let new = known.into_iter().filter(|(pos, _)| !tried.contains(pos));
        let Some((chest, seen)) = new.min_by_key(|(pos, _)| (pos.distance_squared(feet), *pos)) else {
            let nothing = left == count && tried.is_empty();
            let lack = Reason::Missing { item, count: left };
            return Err(if nothing { Reason::not_found(format!("chest with {item}")) } else { lack });
        };
        tried.push(chest);
        make_room(me, item, left.min(seen)).await?;
        match take_out_of(me, chest, item, left.min(seen)).await {
            Ok(taken) if taken < left.min(seen) && me.senses().chests().with(item).any(|(pos, _)| pos == chest) => {
                return Err(Reason::InventoryFull);
            }
            Ok(taken) => left -= taken,
            Err(Reason::Died) => return Err(Reason::Died),
            Err(reason) if tried.len() > 8 => return Err(reason),
            Err(_) => {}
        }
        me.tick().await;
    }
    Ok(())
}

/// The nearest chest that is known; one that is far only if none is carried.
fn nearest(me: &Me, tried: &[BlockPos]) -> Option<BlockPos> {
    let chest = nearest_chest(me, tried)?;
    let is_near = chest.distance_squared(me.now().player.feet()) <= FAR * FAR;
    (is_near || carried_chest(me).is_none()).then_some(chest)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use anima_body::{ChunkPos, MenuKind};
    use anima_intent::{Act, Condition, Judge, NoLibrary};
    use anima_rules::{BlockState, ItemStack};
    use anima_world::Scene;

    use super::*;
    use crate::hands::dig::dig;
    use crate::hands::window::{close_window, open_block};
    use crate::path::goal::Goal;
    use crate::testing::{Game, Trial, flat, held, play};
    use crate::walk::travel::travel;

    fn done(scene: &Scene, act: Act) -> Trial {
        Game::by_day(scene).perform(2000, act, None)
    }

    #[test]
    fn exactly_so_many_are_stored() {
        let mut scene = flat(&[(Item::COBBLESTONE, 64), (Item::COBBLESTONE, 30), (Item::DIRT, 9)]);
        scene.set([9, 64, 3], "chest");
        for count in [10, 64, 70, 94] {
            let trial = done(&scene, Act::Deposit { item: Item::COBBLESTONE, count });
            trial.succeeds();
            assert_eq!((held(&trial.world, Item::COBBLESTONE), held(&trial.world, Item::DIRT)), (94 - count, 9));
        }
    }

    #[test]
    fn a_carried_chest_is_put_down_where_none_has_room() {
        let mut scene = flat(&[(Item::COBBLESTONE, 20), (Item::CHEST, 1)]);
        done(&scene, Act::Deposit { item: Item::COBBLESTONE, count: 10 }).succeeds();
        scene.set([6, 64, 3], "barrel").stock([6, 64, 3], &[ItemStack::new(Item::DIRT, 64); 27]);
        done(&scene, Act::Deposit { item: Item::COBBLESTONE, count: 10 }).succeeds();
        let none = done(&flat(&[(Item::DIRT, 1)]), Act::Deposit { item: Item::DIRT, count: 1 }).outcome;
        assert_eq!(none, Some(Err(Reason::Missing { item: Item::CHEST, count: 1 })));
    }

    #[test]
    fn an_agent_takes_out_of_a_chest_again_what_it_has_no_room_for_the_rest_of() {
        let mut scene = flat(&[(Item::COBBLESTONE, 20)]);
        let (near, far) = ([4, 64, 3], [12, 64, 3]);
        let mut full = [ItemStack::new(Item::DIRT, 64); 27];
        full[5] = ItemStack::new(Item::COBBLESTONE, 60);
        scene.set(near, "chest").stock(near, &full).set(far, "chest").stock(far, &[full[5]]);
        let trial = done(&scene, Act::Deposit { item: Item::COBBLESTONE, count: 10 });
        trial.succeeds();
        assert_eq!(held(&trial.world, Item::COBBLESTONE), 10);
    }

    #[test]
    fn a_known_chest_is_gone_to_however_far_it_is_unless_one_is_carried() {
        let [near, far] = [[80, 64, 0], [-300, 64, 0]].map(BlockPos::from);
        let stored = |chest: BlockPos, items: &[(Item, u8)]| {
            let mut scene = Scene::loaded(ChunkPos::new(-20, -1), ChunkPos::new(6, 1));
            scene.fill([-320, 63, -16], [111, 63, 31], "stone").set(chest, "chest").start_at(0.5, 64.0, 0.5);
            for (item, count) in items {
                scene.give(ItemStack::new(*item, *count));
            }
            let (outcome, world) = play(&scene, move |me| async move {
                let beside = me.within(2000, travel(&me, &Goal::Near { pos: chest, range: 3 })).await;
                beside
                    .and(me.within(2000, travel(&me, &Goal::Near { pos: BlockPos::new(0, 64, 0), range: 3 })).await)?;
                deposit(&me, Item::DIRT, 1).await
            });
            assert_eq!(outcome, Ok(()));
            world.observe().player.feet().distance_squared(chest) < 64
        };
        let dirt = (Item::DIRT, 1);
        assert!(stored(near, &[dirt]) && stored(far, &[dirt]));
        assert!(!stored(near, &[dirt, (Item::CHEST, 1)]));
    }

    #[test]
    fn a_double_chest_is_tried_once() {
        let mut scene = flat(&[]);
        scene.set([0, 64, 4], "chest[facing=north,type=left]").set([1, 64, 4], "chest[facing=north,type=right]");
        let (outcome, _) = play(&scene, |me| async move {
            me.wait(20).await;
            let chest = nearest_chest(&me, &[]).expect("it is in sight");
            assert_eq!(nearest_chest(&me, &[chest]), None);
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
    }

    #[test]
    fn what_was_seen_in_chests_is_taken_out_of_them() {
        let mut scene = flat(&[(Item::DIRT, 2)]);
        scene.set([4, 64, 3], "chest").stock([4, 64, 3], &[ItemStack::new(Item::COAL, 40)]);
        scene.set([-9, 64, 3], "barrel").stock([-9, 64, 3], &[ItemStack::new(Item::COAL, 9)]);
        let unseen = done(&scene, Act::Withdraw { item: Item::COAL, count: 1 }).outcome;
        assert!(matches!(unseen, Some(Err(Reason::NotFound(_)))), "{unseen:?}");
        for (count, expected) in [(7, Ok(())), (45, Ok(())), (60, Err(Reason::Missing { item: Item::COAL, count: 11 }))]
        {
            let (outcome, world) = play(&scene, async move |me| {
                // The agent learns what chests hold by opening them, here to put something in.
                for chest in [[4, 64, 3], [-9, 64, 3]] {
                    put_into(&me, chest.into(), Item::DIRT, 1).await?;
                }
                withdraw(&me, Item::COAL, count).await
            });
            assert_eq!((held(&world, Item::COAL), &outcome), (count.min(49), &expected));
        }
    }

    #[test]
    fn what_a_chest_holds_is_known_once_it_was_opened() {
        let (chest, double) = (BlockPos::new(2, 64, 0), [BlockPos::new(0, 64, 2), BlockPos::new(1, 64, 2)]);
        let mut scene = Scene::flat();
        scene.set(chest, "chest").stock(chest, &[ItemStack::new(Item::COAL, 5), ItemStack::new(Item::COAL, 60)]);
        scene.set(double[0], "chest[facing=north,type=left]").set(double[1], "chest[facing=north,type=right]");
        scene.stock(double[1], &[ItemStack::new(Item::DIRT, 7)]);
        let (outcome, _) = play(&scene, move |me| async move {
            let known = |item: Item| me.senses().chests().with(item).collect::<Vec<_>>();
            assert!(known(Item::COAL).is_empty(), "it was not looked into");
            open_block(&me, chest, MenuKind::Generic9(3)).await?;
            me.tick().await;
            assert_eq!(known(Item::COAL), [(chest, 65)]);
            for half in double {
                open_block(&me, half, MenuKind::Generic9(6)).await?;
                me.tick().await;
            }
            assert_eq!(known(Item::DIRT), [(double[0], 7)], "it is one chest");
            close_window(&me).await
        });
        assert_eq!(outcome, Ok(()));
    }

    #[test]
    fn a_chest_of_two_blocks_is_one_to_the_judge() {
        let halves = [BlockPos::new(0, 64, 2), BlockPos::new(1, 64, 2)];
        let mut scene = flat(&[(Item::DIRT, 20), (Item::IRON_AXE, 1)]);
        for (half, kind) in halves.into_iter().zip(["left", "right"]) {
            scene.set(half, &format!("chest[facing=north,type={kind}]"));
        }
        let condition = Condition::parse("put 64 dirt in a chest", &NoLibrary).expect("a condition");
        let (outcome, _) = play(&scene, move |me| async move {
            let judge = RefCell::new(Judge::new(&condition, &me.now()));
            let judged = |me: &Me| {
                judge.borrow_mut().see(&me.now(), &me.now().known());
                false
            };
            let over = "nothing stops it";
            me.until(judged, put_into(&me, halves[0], Item::DIRT, 10)).await.expect(over)?;
            assert_eq!(judge.borrow().have(0), 10);
            me.until(judged, put_into(&me, halves[1], Item::DIRT, 10)).await.expect(over)?;
            assert_eq!(judge.borrow().have(0), 20);
            judge.borrow_mut().go("home", "elsewhere");
            judge.borrow_mut().see(&me.now(), &|_: BlockPos| Some(BlockState::AIR));
            assert_eq!(judge.borrow().have(0), 20, "it stands at home");
            judge.borrow_mut().go("elsewhere", "home");
            me.until(judged, take_out_of(&me, halves[1], Item::DIRT, 15)).await.expect(over)?;
            assert_eq!(judge.borrow().have(0), 5, "the other half shows the same");
            me.until(judged, dig(&me, halves[1])).await.expect(over)?;
            me.until(judged, me.wait(20)).await;
            assert_eq!(judge.borrow().have(0), 0, "what is in the other half was not seen yet");
            me.until(judged, put_into(&me, halves[0], Item::DIRT, 1)).await.expect(over)?;
            assert_eq!(judge.borrow().have(0), 1, "the right half was the first");
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
    }
}
