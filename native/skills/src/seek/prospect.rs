//! Looking for ore: caves and tunnels, weighed by what they show per tick.
//!
//! Walking along a cave shows some three new blocks of rock a tick; a tunnel of one by two shows one in seven
//! ticks, one that is crawled through hardly more, but it gets twice as far. So a cave within reach is looked at first,
//! and tunnels lead from cave to cave at the height where the ore is.

use anima_body::PlayerFlags;
use anima_rules::Face;

use super::cave::{HURT, PATIENCE, best_cave, give_up, look_into};
use super::course::Course;
use super::ore::Prospect;
use super::shore::go_ashore;
use crate::Me;
use crate::work::mine::can_mine;
use anima_intent::{Outcome, Reason};

/// How many times its expected ticks a way may take before it is taken to lead nowhere.
const LATE: f64 = 3.0;
/// Ticks that a way may take beyond that.
const LOST: u64 = 300;
/// Blocks that a tunnel may be too high or too low.
const LEVEL: i32 = 3;

/// Looks for ore under the ground until some is seen.
///
/// # Errors
/// [`Reason::TookTooLong`] when `ticks` are spent, [`Reason::Unreachable`] when no way on is left,
/// [`Reason::NeedsTool`] when the last pickaxe is gone, [`Reason::Died`].
pub async fn prospect(me: &Me, wanted: &Prospect, ticks: u64) -> Outcome {
    let deadline = me.age() + ticks;
    let found = |me: &Me| can_mine(me, &wanted.blocks);
    let mut stuck = 0;
    let mut course = Course::default();
    while !found(me) {
        if me.age() >= deadline {
            return Err(Reason::TookTooLong);
        }
        let (from, since) = (me.now().player.feet(), me.age());
        let look = me.within(2 * PATIENCE, next_look(me, wanted, &mut course));
        match me.until(found, look).await {
            None => return Ok(()),
            Some(Err(reason @ (Reason::Died | Reason::NeedsTool(_)))) => return Err(reason),
            Some(_) => {}
        }
        stuck = if me.now().player.feet() == from { stuck + 1 } else { 0 };
        if stuck > 8 {
            return Err(Reason::unreachable("new rock"));
        }
        // A call that took no tick ends here; after one that took some, the button stays down, so that digging goes on.
        if me.age() == since {
            me.tick().await;
        }
    }
    Ok(())
}

/// Has a closer look at the best cave, or digs on.
async fn next_look(me: &Me, wanted: &Prospect, course: &mut Course) -> Outcome {
    if me.now().player.is(PlayerFlags::IN_WATER) {
        // The agent does not dig from the water; if there is no way ashore, a cave may be a way out.
        drop(go_ashore(me).await);
    }
    let now = me.now();
    // A hurt agent keeps out of caves and digs on, in whichever direction it can.
    let is_fit = now.player.health >= HURT || now.player.is(PlayerFlags::IN_WATER);
    let directions = if is_fit { 0 } else { Face::HORIZONTAL.len() };
    for _ in 0..directions {
        match dig_further(me, wanted, course).await {
            Ok(()) => return Ok(()),
            Err(reason @ (Reason::Died | Reason::NeedsTool(_))) => return Err(reason),
            Err(_) => {}
        }
    }
    if let Some(choice) = best_cave(me, wanted).await? {
        let outcome = look_into(me, &choice.cave, (LATE * choice.ticks) as u64 + LOST).await;
        if matches!(outcome, Err(Reason::Unreachable { .. } | Reason::TookTooLong)) {
            give_up(me, &choice.rivals);
        }
        return outcome;
    }
    dig_further(me, wanted, course).await
}

/// Digs to the height of tunnels, or on at it.
async fn dig_further(me: &Me, wanted: &Prospect, course: &mut Course) -> Outcome {
    let feet = me.now().player.feet();
    let y = wanted.tunnel_y(feet.y);
    if (feet.y - y).abs() > LEVEL {
        return course.go_to_height(me, y).await;
    }
    course.dig_on(me).await
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use anima_rules::{Item, ItemStack};
    use anima_world::Scene;

    use super::*;
    use crate::testing::play;

    #[test]
    fn shafts_and_tunnels_are_dug_without_a_break() {
        // With an iron pickaxe deepslate takes 15 ticks, after 5 of pause and one to begin.
        const BLOCK: u64 = 21;
        let mut scene = Scene::new();
        scene.fill([-40, 30, -40], [40, 90, 40], "deepslate").fill([0, 79, 0], [0, 80, 0], "air");
        scene.give(ItemStack::new(Item::IRON_PICKAXE, 1)).give(ItemStack::new(Item::OAK_TRAPDOOR, 1));
        scene.start_at(0.5, 79.0, 0.5);
        let (outcome, _) = play(&scene, |me| async move {
            let mut since = BTreeMap::new();
            let far = |me: &Me| {
                let feet = me.now().player.feet();
                let blocks = 79 - feet.y + feet.x.abs().max(feet.z.abs());
                since.entry(blocks).or_insert(me.age());
                blocks >= 64
            };
            assert_eq!(me.until(far, prospect(&me, &Prospect::iron(), 5000)).await, None);
            let took = |from: i32, to: i32| since[&to] - since[&from];
            assert!(took(2, 26) <= 24 * BLOCK + 4, "a shaft of 24 blocks in {} ticks", took(2, 26));
            assert!(took(40, 64) <= 24 * BLOCK + 4, "24 blocks of a low tunnel in {} ticks", took(40, 64));
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
    }

    #[test]
    fn an_agent_that_is_hurt_goes_into_no_cave() {
        // A hall that is as good to look at as any.
        let mut scene = Scene::new();
        scene.fill([-40, 30, -20], [40, 60, 44], "stone").fill([-3, 44, -3], [3, 47, 40], "air");
        scene.give(ItemStack::new(Item::IRON_PICKAXE, 1)).start_at(0.5, 44.0, 0.5);
        for (health, looks) in [(20.0, true), (HURT - 1.0, false)] {
            scene.start.health = health;
            scene.start.food = 10;
            let (outcome, _) = play(&scene, move |me| async move {
                let wanted = Prospect::iron();
                drop(next_look(&me, &wanted, &mut Course::default()).await);
                let digs = me.now().inventory.count(Item::COBBLESTONE) > 0;
                assert_eq!(digs, !looks, "at {}", me.now().player.feet());
                Ok(())
            });
            assert_eq!(outcome, Ok(()));
        }
    }

    #[test]
    fn an_agent_that_is_hurt_digs_in_another_direction_where_one_is_barred() {
        // The same hall; before it, where the tunnel led, there is a chasm.
        let mut scene = Scene::new();
        scene.fill([-40, 30, -20], [40, 60, 44], "stone").fill([-3, 44, -1], [3, 47, 40], "air");
        scene.fill([-3, 31, -8], [3, 47, -2], "air").give(ItemStack::new(Item::IRON_PICKAXE, 1));
        scene.start_at(0.5, 44.0, 0.5);
        (scene.start.health, scene.start.food) = (HURT - 1.0, 10);
        let (outcome, world) =
            play(&scene, |me| async move { next_look(&me, &Prospect::iron(), &mut Course::along(Face::North)).await });
        assert_eq!(outcome, Ok(()));
        let seen = world.observe();
        assert!(seen.inventory.count(Item::COBBLESTONE) > 0, "at {}", seen.player.pos);
    }
}
