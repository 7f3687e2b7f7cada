//! What is overhead: a ledge, or the ground.

use anima_body::PlayerFlags;
use anima_rules::Face;

use super::runtime::Me;
use super::sky::{self, has_sky};
use crate::senses::atlas::SEA;

/// Blocks that a ledge juts out at most.
const LEDGE: i32 = 4;
/// Blocks below the sea down to which dry ground under the sky may be a shore.
pub(crate) const SHORE: i32 = 4;

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

/// Whether nothing opaque is above the head: the light of the sky comes down, if only through leaves.
pub fn is_under_sky(me: &Me) -> bool {
    sky::is_under_sky(&me.now())
}

#[cfg(test)]
mod tests {
    use anima_world::{Options, Scene};

    use super::*;
    use crate::Settings;

    #[test]
    fn an_agent_is_told_by_the_light_whether_it_is_under_the_sky() {
        let is_out = |scene: &mut Scene| {
            let now = scene.start_at(0.5, 64.0, 0.5).world(Options::default()).observe();
            is_under_sky(&Me::new(Settings::default(), now))
        };
        assert!(is_out(&mut Scene::flat()));
        // So far up it is not seen.
        assert!(is_out(Scene::flat().set([0, 200, 0], "stone")), "light comes from beside it");
        assert!(!is_out(Scene::flat().fill([-48, 200, -48], [63, 200, 63], "stone")), "it is dark");
        assert!(!is_out(Scene::flat().fill([-2, 67, -2], [2, 67, 2], "stone")), "it is a roof that is known");
    }
}
