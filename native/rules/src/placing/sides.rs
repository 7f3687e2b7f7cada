//! Sides and turns, seen from the player that places a block.

use crate::Face;
use crate::sine::{cos, radians, sin};

/// All sides, the one most looked at first (`Direction.getEntityFacingOrder`).
pub(super) fn looks(yaw: f32, pitch: f32) -> [Face; 6] {
    let (pitch, yaw) = (radians(pitch), radians(-yaw));
    let (sin_pitch, cos_pitch, sin_yaw, cos_yaw) = (sin(pitch), cos(pitch), sin(yaw), cos(yaw));
    let x_face = if sin_yaw > 0.0 { Face::East } else { Face::West };
    let y_face = if sin_pitch < 0.0 { Face::Up } else { Face::Down };
    let z_face = if cos_yaw > 0.0 { Face::South } else { Face::North };
    let (x, y, z) = (sin_yaw.abs(), sin_pitch.abs(), cos_yaw.abs());
    let (flat_x, flat_z) = (x * cos_pitch, z * cos_pitch);
    let [a, b, c] = if x > z {
        if y > flat_x {
            [y_face, x_face, z_face]
        } else if flat_z > y {
            [x_face, z_face, y_face]
        } else {
            [x_face, y_face, z_face]
        }
    } else if y > flat_z {
        [y_face, z_face, x_face]
    } else if flat_x > y {
        [z_face, x_face, y_face]
    } else {
        [z_face, y_face, x_face]
    };
    [a, b, c, c.opposite(), b.opposite(), a.opposite()]
}

pub(super) fn counter_clockwise(face: Face) -> Face {
    face.clockwise().opposite()
}

pub(super) fn is_horizontal(face: Face) -> bool {
    Face::HORIZONTAL.contains(&face)
}

pub(super) fn axis(face: Face) -> &'static str {
    match face {
        Face::West | Face::East => "x",
        Face::Down | Face::Up => "y",
        Face::North | Face::South => "z",
    }
}

/// One of sixteen turns (`RotationPropertyHelper`).
pub(super) fn rotation(yaw: f32) -> String {
    ((f64::from(yaw) * 16.0 / 360.0 + 0.5).floor() as i64 & 15).to_string()
}
