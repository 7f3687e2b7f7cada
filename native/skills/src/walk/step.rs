//! Single steps, without a path: into the next block, to the middle of one.

use anima_body::{BlockPos, Keys, PlayerFlags, Target};

use crate::Me;
use crate::me::heading::yaw_toward;
use crate::me::posture::is_crawling;
use anima_intent::{Outcome, Reason};

/// Ticks to walk one block, or to the middle of it.
const PATIENCE: u32 = 30;

/// Stands in the middle of the block, so that the shaft is one block wide.
pub(crate) async fn center(me: &Me) {
    for _ in 0..PATIENCE {
        let now = me.now();
        let off = now.player.feet().floor_center() - now.player.pos;
        if off.x.abs() < 0.15 && off.z.abs() < 0.15 {
            return;
        }
        me.turn_to(yaw_toward(off), 60.0);
        me.press(Keys::FORWARD | Keys::SNEAK);
        me.tick().await;
    }
}

/// Walks into the next block. The button is held down on the block to be dug after that, so that the pause between two
/// blocks passes on the way.
pub(crate) async fn step_to(me: &Me, next: BlockPos, ahead: Option<BlockPos>) -> Outcome {
    for _ in 0..PATIENCE {
        let now = me.now();
        let off = next.floor_center() - now.player.pos;
        let at = (now.player.feet().x, now.player.feet().z) == (next.x, next.z);
        if at && off.x.abs().max(off.z.abs()) < 0.35 && now.player.is(PlayerFlags::ON_GROUND) {
            return Ok(());
        }
        me.turn_to(yaw_toward(off), if ahead.is_some() { 0.0 } else { 20.0 });
        me.press(Keys::FORWARD);
        if let Target::Block(hit) = now.target
            && ahead == Some(hit.pos)
        {
            me.press(Keys::ATTACK);
        }
        if !me.is_open(next) || !me.is_open(head(me, next)) {
            return Ok(());
        }
        me.tick().await;
    }
    Err(Reason::TookTooLong)
}

/// Where the head comes when the feet are in a cell.
pub(crate) fn head(me: &Me, feet: BlockPos) -> BlockPos {
    if is_crawling(&me.now()) { feet } else { feet.up(1) }
}
