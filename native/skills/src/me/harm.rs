//! What hurts a body that touches it.

use anima_body::{BlockPos, Blocks};
use glam::DVec3;

use crate::path::cell::Cell;

/// Half a body's width, and a little more.
pub(crate) const SIDE: f64 = 0.32;

/// Whether a body at a point touches something that hurts: lava, fire, a cactus.
pub(crate) fn is_hurt_at(view: &impl Blocks, feet: DVec3) -> bool {
    corners(feet, SIDE).into_iter().any(|(x, z)| {
        [0.01, 1.0, 1.79]
            .into_iter()
            .any(|up| Cell::of(view.block_or_wall(BlockPos::containing(DVec3::new(x, feet.y + up, z)))).hurts())
    })
}

/// The four corners, seen from above, of a body that reaches so far to every side of its feet.
pub(crate) fn corners(feet: DVec3, side: f64) -> [(f64, f64); 4] {
    [
        (feet.x - side, feet.z - side),
        (feet.x + side, feet.z - side),
        (feet.x - side, feet.z + side),
        (feet.x + side, feet.z + side),
    ]
}
