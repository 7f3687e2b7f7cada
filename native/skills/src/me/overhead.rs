//! What is overhead: the sky, a ledge, or the ground.

use anima_body::{BlockPos, MAX_Y, Observation, PlayerFlags};
use anima_rules::{Face, StateFlags};

use super::runtime::Me;
use crate::senses::atlas::SEA;

/// Blocks that a ledge juts out at most.
const LEDGE: i32 = 4;
/// Blocks below the sea down to which dry ground under the sky may be a shore.
const SHORE: i32 = 4;

/// Whether there is more than a ledge overhead, or we stand in a hole: dry, deeper than the sea is high, where land was
/// seen above it.
pub(crate) fn is_below_ground(me: &Me) -> bool {
    let now = me.now();
    let feet = now.player.feet();
    let beside = Face::HORIZONTAL.map(|face| feet + face.step() * LEDGE);
    if beside.into_iter().chain([feet]).all(|pos| !has_sky(&now, pos)) {
        return true;
    }
    let is_dry = !now.player.is(PlayerFlags::IN_WATER);
    let senses = me.senses();
    let mut grounds = feet.chunk().around(2).filter_map(|chunk| senses.atlas().ground(chunk));
    is_dry && feet.y < SEA - SHORE && grounds.any(|ground| ground.land > 0)
}

/// Whether nothing opaque is above the head.
pub fn is_under_sky(me: &Me) -> bool {
    has_sky(&me.now(), me.now().player.feet())
}

/// Whether nothing opaque is above a head there. What is loaded is asked: the light tells a player as much.
fn has_sky(now: &Observation, feet: BlockPos) -> bool {
    let view = now.terrain.view();
    let opaque = |y: i32| view.block_or_wall(BlockPos::new(feet.x, y, feet.z)).flags().contains(StateFlags::OPAQUE);
    !(feet.y + 2..MAX_Y).any(opaque)
}
