//! Where a body in the air comes down.

use anima_body::{BlockPos, Blocks};
use glam::DVec3;

use crate::me::forecast::{Ghost, Push};
use crate::me::harm::is_hurt_at;

/// What to hold in the air to come down at a point: drifts there, pushes on or holds back.
pub(super) fn steer(ghost: &Ghost, aim: DVec3, sprint: bool) -> Push {
    let (mut y, mut speed, mut ticks) = (ghost.pos.y, ghost.velocity.y, 0);
    while (y > aim.y || speed > 0.0) && ticks < 80 {
        y += speed;
        speed = (speed - 0.08) * 0.98;
        ticks += 1;
    }
    let drift = (1.0 - 0.91_f64.powi(ticks)) / 0.09;
    let landing = ghost.pos + ghost.velocity * drift;
    let off = DVec3::new(aim.x - landing.x, 0.0, aim.z - landing.z);
    if off.length() < 0.03 {
        return Push::NONE;
    }
    Push::forward(off.normalize(), sprint)
}

/// How a flight ends.
#[derive(Clone, Debug)]
pub(super) struct Flight {
    /// The body that has come to stand, or has come into a liquid or onto a ladder.
    pub end: Ghost,
    /// Blocks fallen before.
    pub fallen: f64,
}

/// Follows a body from a push on through the air until it lands, steering to a point all the while; `None` if it
/// falls for long, or comes to touch what hurts.
pub(super) fn fly(view: &impl Blocks, start: &Ghost, first: Push, aim: DVec3, sprint: bool) -> Option<Flight> {
    let mut ghost = start.clone();
    let is_unhurt = !is_hurt_at(view, ghost.pos);
    ghost.step(view, first);
    let (mut ticks, mut fallen) = (1, ghost.fallen);
    while !ghost.is_held && !ghost.stands(view) {
        if ticks > 60 || is_unhurt && is_hurt_at(view, ghost.pos) {
            return None;
        }
        let push = steer(&ghost, aim, sprint);
        ghost.step(view, push);
        fallen = ghost.fallen.max(fallen);
        ticks += 1;
    }
    Some(Flight { end: ghost, fallen })
}

/// Whether a body at a point overlaps a block column by enough to be carried by it.
pub(super) fn is_carried_by(feet: DVec3, block: BlockPos) -> bool {
    let off = feet - block.floor_center();
    off.x.abs() < 0.75 && off.z.abs() < 0.75
}

#[cfg(test)]
mod tests {
    use anima_world::{Options, Scene};

    use super::*;

    #[test]
    fn no_leap_leads_past_what_hurts() {
        // Up a step with a turn, past a corner where it may burn.
        for (corner, is_safe) in [("air", true), ("soul_fire", false), ("lava", false)] {
            let mut scene = Scene::new();
            scene.fill([0, 60, -2], [16, 63, 8], "stone").fill([0, 64, 1], [16, 64, 8], "stone");
            scene.set([11, 64, 1], "soul_soil").set([11, 65, 1], corner).start_at(10.9, 64.0, 0.5);
            let now = scene.world(Options::default()).observe();
            let start = Ghost { velocity: DVec3::new(0.15, -0.0784, 0.0), on_ground: true, ..Ghost::of(&now.player) };
            let aim = DVec3::new(10.8, 65.0, 2.5);
            let first = Push::forward(DVec3::Z, true).jumping();
            let flight = fly(&now.terrain.view(), &start, first, aim, true);
            assert_eq!(flight.is_some(), is_safe, "past {corner}");
        }
    }
}
