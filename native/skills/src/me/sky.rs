//! Whether the sky is overhead.

use anima_body::{BlockPos, Blocks};
use anima_rules::{BlockState, StateFlags};

use super::now::Now;
use crate::senses::atlas::SEA;
use crate::senses::range::SIGHT;

/// The light of the sky where nothing is above.
const BRIGHTEST: u8 = 15;

/// Whether nothing opaque is above the head: the light of the sky comes down, if only through leaves.
pub(crate) fn is_under_sky(now: &Now) -> bool {
    now.light.sky == BRIGHTEST || now.light.sky > 0 && has_sky(now, now.player.feet())
}

/// Whether the player is up: under the sky, and the sea is not higher.
pub(crate) fn is_up(now: &Now) -> bool {
    now.player.feet().y >= SEA - 1 && is_under_sky(now)
}

/// Whether nothing opaque is known to be above a head there.
pub(crate) fn has_sky(now: &Now, feet: BlockPos) -> bool {
    let known = now.known();
    let is_opaque = |state: BlockState| state.flags().contains(StateFlags::OPAQUE);
    !(2..SIGHT as i32).any(|up| known.block(feet.up(up)).is_some_and(is_opaque))
}
