//! Digging a straight tunnel, one block wide and as high as the body.

use anima_body::BlockPos;
use anima_rules::damage::SAFE_FALL;
use anima_rules::{Face, StateFlags};

use super::step::{head, step_to};
use crate::Me;
use crate::hands::dig::{check_can_dig_rock, dig, falls_into};
use crate::hands::window::close_window;
use anima_intent::{Outcome, Reason};

/// Blocks overhead that are looked at, where the roof is open.
const HIGH: i32 = 10;

/// Digs a level tunnel from where we stand, or crawl; ends early where it breaks into a cave.
///
/// # Errors
/// [`Reason::Unreachable`] when liquid, a deep fall or what cannot be dug is ahead; whatever dug so far stays.
pub async fn tunnel(me: &Me, side: Face, length: u32) -> Outcome {
    me.doing(format!("tunnel {}", side.name()), async {
        close_window(me).await?;
        for dug in 0..length {
            check_can_dig_rock(me)?;
            let next = me.now().player.feet() + side.step();
            let (head, beyond) = (head(me, next), next + side.step());
            if dug > 1 && me.is_open(next) && me.is_open(beyond) && me.is_open(head + side.step()) {
                return Ok(());
            }
            clear(me, head, next).await?;
            let goes_on = is_safe(me, beyond).is_ok();
            step_to(me, next, goes_on.then_some(head + side.step())).await?;
        }
        Ok(())
    })
    .await
}

/// Opens the first block of a tunnel, and stays before it.
///
/// # Errors
/// As [`tunnel`].
pub(crate) async fn open(me: &Me, side: Face) -> Outcome {
    check_can_dig_rock(me)?;
    let next = me.now().player.feet() + side.step();
    clear(me, head(me, next), next).await
}

/// Digs what is in two cells, one above the other, and all that falls into them.
pub(crate) async fn clear(me: &Me, high: BlockPos, low: BlockPos) -> Outcome {
    /// Blocks that may come down one after the other.
    const BLOCKS: u32 = 24;
    /// Ticks that each falling block may take.
    const FALLING: u64 = 40;
    for _ in 0..BLOCKS {
        let since = me.age();
        while me.is_open(high) && falls_into(me, high, me.age() - since) {
            if me.age() > since + FALLING {
                return Err(Reason::TookTooLong);
            }
            me.tick().await;
        }
        // There may be lava behind what fell.
        is_safe(me, low)?;
        let Some(filled) = [high, low].into_iter().find(|cell| !me.is_open(*cell)) else { return Ok(()) };
        dig(me, filled).await?;
    }
    Err(Reason::TookTooLong)
}

/// Whether the next stretch may be opened and stepped into.
pub(crate) fn is_safe(me: &Me, next: BlockPos) -> Outcome {
    let unsafe_because = |what: &str| Err(Reason::unreachable(format!("on: {what} ahead")));
    if is_watched(me, next) {
        return unsafe_because("a cave with too strong foes");
    }
    // Where a block fell out of the roof, whatever is above can come down into the tunnel.
    let head = head(me, next);
    let roof = (1..HIGH).map(|n| head.up(n)).find(|pos| !me.is_open(*pos));
    if roof.is_some_and(|pos| me.is_wet(pos)) {
        return unsafe_because("liquid overhead");
    }
    for cell in [next, head] {
        let around = Face::ALL.iter().map(|face| cell.beside(*face)).chain([cell]);
        if let Some(wet) = around.into_iter().find(|pos| me.is_wet(*pos)) {
            return unsafe_because(if me.is_lava(wet) { "lava" } else { "water" });
        }
        match me.known(cell) {
            None => return unsafe_because("the unknown"),
            Some(state) if state.block().hardness() < 0.0 => return unsafe_because(state.block().name()),
            Some(_) => {}
        }
    }
    if lands_safely(me, next, SAFE_FALL as i32 + 1) { Ok(()) } else { unsafe_because("a deep fall or lava") }
}

/// Whether a body that falls from a cell comes down within so many blocks on what carries it, and not into lava.
fn lands_safely(me: &Me, from: BlockPos, blocks: i32) -> bool {
    for depth in 1..=blocks {
        let below = from.down(depth);
        let Some(state) = me.known(below) else { return false };
        if state.flags().contains(StateFlags::HURTS) || me.is_lava(below) {
            return false;
        }
        if !state.flags().contains(StateFlags::NO_COLLISION) {
            return true;
        }
    }
    false
}

/// Whether the next block or the one after it is open in a place where a mob was too strong for us.
fn is_watched(me: &Me, next: BlockPos) -> bool {
    let ahead = next + (next - me.now().player.feet()).with_y(0);
    me.senses().atlas().is_shunned(next) && [next, next.up(1), ahead, ahead.up(1)].iter().any(|pos| me.is_open(*pos))
}
