//! Looking into the dark below the ground: from cave to cave, and over the ground to where one opens.

use anima_body::PlayerFlags;

use super::cave::{best_cave, give_up, look_into, ticks_to_cave};
use super::explore::explore;
use super::ore::{ANYWHERE, Prospect, SHADE};
use super::prospect::prospect;
use super::shore::go_ashore;
use crate::Me;
use crate::hands::dig::check_can_dig_rock;
use crate::me::overhead::is_under_sky;
use anima_intent::{Outcome, Reason};

/// Ticks over open ground after which a cave that is known is gone to: so that one to which no way leads is left behind.
const AWAY: u64 = 100;
/// Ticks between two looks for a cave on the way.
const EVERY: u64 = 20;
/// Ticks of one leg over the ground.
const LEG: u64 = 400;
/// Ticks of digging before the ground is gone over again.
const DIG: u64 = 2000;
/// Height above which no mouth of a cave is expected.
const HIGHEST: i32 = 80;
/// How many times its expected ticks a way may take before it is taken to lead nowhere, and how many more.
const LATE: (f64, u64) = (2.0, 200);

/// Looks into the caves that are known, the one that shows most first, until `found`; where none is known, goes over new
/// ground until one is. An agent with a pickaxe that is below the ground digs on to the next cave, and one that is high
/// up, or has seen none at the surface for a while, digs down to one.
///
/// # Errors
/// [`Reason::TookTooLong`] when `ticks` are spent; [`Reason::Died`]; as [`explore`].
pub(crate) async fn look_into_the_dark(me: &Me, ticks: u64, found: impl Fn(&Me) -> bool) -> Outcome {
    let deadline = me.age() + ticks;
    // Ticks at the surface since the agent dug: in shades, and over ground that showed no cave.
    let mut barren = 0;
    let mut digs_in_vain = false;
    while !found(me) {
        let left = deadline.saturating_sub(me.age());
        if left == 0 {
            return Err(Reason::TookTooLong);
        }
        let y = me.now().player.feet().y;
        let is_below = y < SHADE && !is_under_sky(me);
        let is_due = is_below || barren >= LEG || y > HIGHEST;
        let may_dig = !digs_in_vain && check_can_dig_rock(me).is_ok();
        if is_due && may_dig {
            barren = 0;
            match me.until(&found, prospect(me, &Prospect::of_dark(SHADE), left.min(DIG))).await {
                Some(Err(Reason::Died)) => return Err(Reason::Died),
                Some(Err(reason)) => digs_in_vain = reason != Reason::TookTooLong,
                None | Some(Ok(())) => {}
            }
        } else {
            let since = me.age();
            // A shade may be the mouth of a cave.
            let wanted = Prospect::of_dark(ANYWHERE);
            let look = me.within(left, look_into_the_best(me, &wanted));
            match me.until(&found, look).await {
                Some(Err(Reason::Died)) => return Err(Reason::Died),
                Some(Ok(false)) => match go_over_ground(me, left.min(LEG), &found).await {
                    Err(Reason::Unreachable { .. }) if may_dig => barren = LEG,
                    outcome => {
                        outcome?;
                        digs_in_vain = false;
                    }
                },
                None | Some(_) => {}
            }
            barren += me.age() - since;
        }
        me.tick().await;
    }
    Ok(())
}

/// Goes over new ground until a cave is known, or what is looked for is found.
async fn go_over_ground(me: &Me, ticks: u64, found: impl Fn(&Me) -> bool) -> Outcome {
    let away = me.age() + AWAY;
    let is_due = |me: &Me| me.age() > away && me.age().is_multiple_of(EVERY);
    let over = |me: &Me| found(me) || is_due(me) && ticks_to_cave(me, ANYWHERE).is_some();
    match explore(me, ticks, over).await {
        Err(Reason::TookTooLong) => Ok(()),
        outcome => outcome,
    }
}

/// Has a closer look at the best cave; tells whether there was one.
async fn look_into_the_best(me: &Me, wanted: &Prospect) -> Outcome<bool> {
    if me.now().player.is(PlayerFlags::IN_WATER) {
        // If there is no way ashore, a cave may be a way out.
        drop(go_ashore(me).await);
    }
    let Some(choice) = best_cave(me, wanted).await? else { return Ok(false) };
    let outcome = look_into(me, &choice.cave, (LATE.0 * choice.ticks) as u64 + LATE.1).await;
    if matches!(outcome, Err(Reason::Unreachable { .. } | Reason::TookTooLong)) {
        give_up(me, &choice.rivals);
    }
    outcome.map(|()| true)
}

#[cfg(test)]
mod tests {
    use anima_rules::Item;

    use super::*;
    use crate::testing::{play, rock};

    #[test]
    fn an_agent_that_sees_nothing_but_shades_at_the_surface_digs_down() {
        // Slabs of rock hang over the grass on all sides.
        let mut scene = rock(&[(Item::IRON_PICKAXE, 1)]);
        for (x, z) in [(8, 0), (-8, 0), (0, 8), (0, -8), (24, 24), (-24, -24), (24, -24), (-24, 24)] {
            scene.fill([x - 3, 68, z - 3], [x + 3, 72, z + 3], "stone");
        }
        let (outcome, _) = play(scene.start_at(0.5, 64.0, 0.5), |me| async move {
            let ended = look_into_the_dark(&me, 1600, |me| me.now().player.feet().y < 40).await;
            assert_eq!(ended, Ok(()), "at {}", me.now().player.feet());
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
    }

    #[test]
    fn an_agent_below_the_ground_digs_on_to_the_next_cave() {
        let mut scene = rock(&[(Item::IRON_PICKAXE, 1)]);
        // Stairs lead up to the grass.
        for n in 0..24 {
            scene.fill([n, 40 + n, 0], [n, 43 + n, 0], "air");
        }
        let (outcome, world) = play(scene.start_at(0.5, 40.0, 0.5), |me| async move {
            let ended = look_into_the_dark(&me, 600, |me| me.now().player.feet().y >= SHADE).await;
            assert_eq!(ended, Err(Reason::TookTooLong), "it does not come up");
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
        assert!(world.observe().inventory.count(Item::COBBLESTONE) > 20);
    }
}
