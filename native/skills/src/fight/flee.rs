//! Getting away.

use anima_body::{BlockPos, Entity, PlayerFlags};

use super::footwork::run_from;
use crate::Me;
use crate::path::goal::Goal;
use crate::threat::{is_lit, shoots, threats};
use crate::walk::travel::walk;
use anima_intent::{Outcome, Reason};

/// Ticks for one flight.
const PATIENCE: u64 = 240;
/// Blocks from a foe at which the flight ends.
const AWAY: f64 = 14.0;

/// Gets away from what threatens us, out of its sight if it shoots.
///
/// # Errors
/// [`Reason::Unreachable`] when there is nowhere to run, [`Reason::TookTooLong`], [`Reason::Died`].
pub(crate) async fn flee(me: &Me) -> Outcome {
    let deadline = me.age() + PATIENCE;
    let mut vain = 0;
    while me.age() < deadline {
        let now = me.now();
        if now.player.is(PlayerFlags::DEAD) {
            return Err(Reason::Died);
        }
        let foes = threats(me);
        let Some(nearest) = foes.first() else { return Ok(()) };
        let close = |foe: &Entity| foe.pos.distance(now.player.pos);
        if close(nearest) < 6.0 {
            if !run_from(me, &foes) {
                vain += 1;
                if vain > 3 {
                    return Err(Reason::unreachable("a safe place"));
                }
            }
            me.tick().await;
            continue;
        }
        let from = foes.iter().map(|foe| BlockPos::containing(foe.pos)).collect();
        let goal = Goal::Away { from, distance: AWAY as i32 + 6 };
        let tick = me.age();
        let is_over = move |me: &Me| {
            let now = me.now();
            let foes = threats(me);
            // A way that leads past a foe is no way out.
            let at_grips = |foe: &Entity| foe.pos.distance(now.player.pos) < if is_lit(foe) { 7.0 } else { 4.5 };
            let is_over = foes.iter().any(at_grips) || (foes.is_empty() && me.age() > tick + 20) || me.age() > deadline;
            is_over && now.player.flags.intersects(PlayerFlags::ON_GROUND | PlayerFlags::IN_WATER)
        };
        match me.until(is_over, walk(me, &goal)).await {
            Some(Err(Reason::Died)) => return Err(Reason::Died),
            Some(Err(_)) => {
                return Err(Reason::unreachable("a safe place"));
            }
            Some(Ok(())) if foes.iter().any(shoots) => return Ok(()),
            _ => {}
        }
        if me.age() == tick {
            me.tick().await;
        }
    }
    Err(Reason::TookTooLong)
}
