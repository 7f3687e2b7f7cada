//! How the body is held.

use anima_body::{Observation, PlayerFlags};

/// Whether the body lies where it cannot stand up.
pub(crate) fn is_crawling(now: &Observation) -> bool {
    now.player.is(PlayerFlags::SWIMMING) && !now.player.is(PlayerFlags::IN_WATER)
}
