//! Coming back up.

use std::cell::Cell;

use anima_body::PlayerFlags;

use crate::Me;
use crate::me::overhead::is_under_sky;
use crate::path::goal::Goal;
use crate::senses::atlas::SEA;
use crate::walk::manner::{manner, over_known_ground};
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

/// Goes up until the sky is open above and the sea not higher, by caves, stairs dug and pillars. An agent that has only
/// its hands looks for a way to walk, and digs stairs where it got highest if it finds none.
///
/// # Errors
/// [`Reason::Unreachable`] if no way up is found; as [`travel_by`].
pub async fn go_up(me: &Me) -> Outcome {
    me.doing("go up", async {
        if !is_up(me) {
            gather_footing(me, SEA - me.now().player.feet().y).await;
        }
        let top = Cell::new(me.now().player.feet().y);
        let is_there = |me: &Me| {
            let now = me.now();
            if now.player.is(PlayerFlags::ON_GROUND) {
                top.set(top.get().max(now.player.feet().y));
            }
            is_up(me)
        };
        let (mut by_stairs, mut from_here) = (false, false);
        while !is_there(me) {
            let by_hand = has_but_hands(me);
            by_stairs &= by_hand;
            let (y, patience, manner) = match by_stairs {
                true => (top.get() + 1, PATIENCE_BY_STAIRS, over_known_ground(me)),
                false => {
                    (me.now().player.feet().y + LEG, if by_hand { PATIENCE_BY_HAND } else { PATIENCE }, manner(me))
                }
            };
            let goal = Goal::Y(y);
            let leg = me.within(patience, travel_by(me, manner, &goal));
            match me.until(is_there, leg).await {
                None => return Ok(()),
                Some(Ok(())) => from_here = false,
                Some(Err(reason)) if !by_hand || reason == Reason::Died => return Err(reason),
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

fn is_up(me: &Me) -> bool {
    is_under_sky(me) && me.now().player.feet().y >= SEA - 1
}
