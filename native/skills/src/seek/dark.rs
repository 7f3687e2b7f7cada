//! Looking into the dark below the ground: from cave to cave, and over the ground to where one opens.

use anima_body::PlayerFlags;

use super::cave::{best_cave, give_up, look_into, ticks_to_cave};
use super::explore::explore;
use super::ore::Prospect;
use super::prospect::prospect;
use super::shore::go_ashore;
use crate::Me;
use crate::hands::dig::check_can_dig_rock;
use anima_intent::{Outcome, Reason};

/// Ticks over open ground after which a cave that is known is gone to: so that one to which no way leads is left behind.
const AWAY: u64 = 100;
/// Ticks between two looks for a cave on the way.
const EVERY: u64 = 20;
/// Ticks of one leg over the ground.
const LEG: u64 = 1200;
/// Ticks of digging before the ground is gone over again.
const DIG: u64 = 2000;
/// Height above which no mouth of a cave is expected.
const HIGHEST: i32 = 80;
/// How many times its expected ticks a way may take before it is taken to lead nowhere, and how many more.
const LATE: (f64, u64) = (2.0, 200);

/// Looks into the caves that are known, the one that shows most first, until `found`; where none is known, goes over new
/// ground until one is. High up, and where the ground shows none, an agent with a pickaxe digs down to others.
///
/// # Errors
/// [`Reason::TookTooLong`] when `ticks` are spent; [`Reason::Died`]; as [`explore`].
pub(crate) async fn look_into_the_dark(me: &Me, ticks: u64, found: impl Fn(&Me) -> bool) -> Outcome {
    let deadline = me.age() + ticks;
    let wanted = Prospect::of_dark();
    // Ticks over ground that showed no cave, since one was looked into.
    let mut barren = 0;
    let mut digs_in_vain = false;
    while !found(me) {
        let left = deadline.saturating_sub(me.age());
        if left == 0 {
            return Err(Reason::TookTooLong);
        }
        let look = me.within(left, look_into_the_best(me, &wanted));
        let has_looked = match me.until(&found, look).await {
            None => return Ok(()),
            Some(Err(Reason::Died)) => return Err(Reason::Died),
            Some(Err(_)) => true,
            Some(Ok(has_looked)) => has_looked,
        };
        let digs = barren >= LEG || me.now().player.feet().y > HIGHEST;
        if has_looked {
            barren = 0;
        } else if digs && !digs_in_vain && check_can_dig_rock(me).is_ok() {
            barren = 0;
            match me.until(&found, prospect(me, &wanted, left.min(DIG))).await {
                Some(Err(Reason::Died)) => return Err(Reason::Died),
                Some(Err(reason)) => digs_in_vain = reason != Reason::TookTooLong,
                None | Some(Ok(())) => {}
            }
        } else {
            let since = me.age();
            let away = me.age() + AWAY;
            let is_due = |me: &Me| me.age() > away && me.age().is_multiple_of(EVERY);
            let over = |me: &Me| found(me) || is_due(me) && ticks_to_cave(me).is_some();
            match explore(me, left.min(LEG), over).await {
                Ok(()) | Err(Reason::TookTooLong) => {}
                outcome => outcome?,
            }
            barren += me.age() - since;
            digs_in_vain = false;
        }
        me.tick().await;
    }
    Ok(())
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
