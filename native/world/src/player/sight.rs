//! What the cross-hair is on (`GameRenderer.updateTargetedEntity`).

use anima_body::{Liquids, RayShape, Target, View, raycast};
use anima_rules::Aabb;
use glam::DVec3;

use super::Player;
use crate::entity::Entities;
use crate::physics::{cos, radians, sin};

/// How far hands reach blocks, in survival.
pub(super) const BLOCK_REACH: f64 = 4.5;
/// How far a blow reaches.
const ENTITY_REACH: f64 = 3.0;

/// The way a head looks (`Entity.getRotationVector`).
pub(crate) fn look_vector(yaw: f32, pitch: f32) -> DVec3 {
    let (pitch, yaw) = (radians(pitch), radians(-yaw));
    let (cos_yaw, sin_yaw, cos_pitch, sin_pitch) = (cos(yaw), sin(yaw), cos(pitch), sin(pitch));
    DVec3::new(f64::from(sin_yaw * cos_pitch), f64::from(-sin_pitch), f64::from(cos_yaw * cos_pitch))
}

/// Where a segment enters a box, as a share of it; 0 when it starts inside.
pub(crate) fn entered(bounds: &Aabb, from: DVec3, to: DVec3) -> Option<f64> {
    if bounds.contains(from) { Some(0.0) } else { bounds.entry(from, to).map(|(share, _)| share) }
}

impl Player {
    /// What the cross-hair is on, within reach.
    pub(crate) fn target(&self, view: &View<'_>, entities: &Entities) -> Target {
        let pointed_at = entities.iter().filter(|entity| !entity.removed && entity.can_be_pointed_at());
        self.target_among(view, pointed_at.map(|entity| (entity.id, entity.body.pos, entity.body.bounds())))
    }

    /// What the cross-hair is on among bodies: their ids, feet and boxes.
    pub(crate) fn target_among(&self, view: &View<'_>, bodies: impl Iterator<Item = (u32, DVec3, Aabb)>) -> Target {
        let eyes = self.body.eyes();
        let to = eyes + look_vector(self.yaw, self.pitch) * BLOCK_REACH;
        let block = raycast(view, eyes, to, RayShape::Outline, Liquids::Pass);
        let nearest = bodies
            .filter(|(_, pos, _)| pos.distance_squared(eyes) < 64.0)
            .filter_map(|(id, _, bounds)| Some((entered(&bounds, eyes, to)?, id)))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        let block_distance = block.map_or(BLOCK_REACH, |hit| hit.point.distance(eyes));
        match nearest {
            Some((share, id)) if share * BLOCK_REACH < block_distance => {
                if share * BLOCK_REACH > ENTITY_REACH {
                    Target::Nothing
                } else {
                    Target::Entity(id)
                }
            }
            _ => block.map_or(Target::Nothing, Target::Block),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_along_the_compass() {
        for (yaw, pitch, way) in [
            (0.0, 0.0, [0.0, 0.0, 1.0]),
            (90.0, 0.0, [-1.0, 0.0, 0.0]),
            (180.0, 0.0, [0.0, 0.0, -1.0]),
            (0.0, 90.0, [0.0, -1.0, 0.0]),
        ] {
            assert!(look_vector(yaw, pitch).distance(way.into()) < 1e-3, "{yaw} {pitch}");
        }
    }
}
