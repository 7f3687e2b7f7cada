//! Directions: how the head turns to look along one, and which keys lead there.

use anima_body::Keys;
use glam::DVec3;

/// Yaw and pitch, in degrees, of a direction.
pub(crate) fn direction(delta: DVec3) -> (f32, f32) {
    let pitch = (-delta.y).atan2(delta.x.hypot(delta.z)).to_degrees();
    (yaw_toward(delta), pitch as f32)
}

/// The yaw, in degrees, that looks in a direction.
pub(crate) fn yaw_toward(toward: DVec3) -> f32 {
    (-toward.x).atan2(toward.z).to_degrees() as f32
}

/// Where walking keys lead a body that faces `yaw`, in degrees: a unit vector, or nothing.
pub(crate) fn toward(keys: Keys, yaw: f32) -> DVec3 {
    let (sin, cos) = f64::from(yaw).to_radians().sin_cos();
    let amount =
        |one: Keys, other: Keys| f64::from(u8::from(keys.contains(one))) - f64::from(u8::from(keys.contains(other)));
    let forward = DVec3::new(-sin, 0.0, cos) * amount(Keys::FORWARD, Keys::BACK);
    let right = DVec3::new(-cos, 0.0, -sin) * amount(Keys::RIGHT, Keys::LEFT);
    (forward + right).normalize_or_zero()
}

/// The walking keys that lead a body that faces `yaw`, in degrees, nearest to a direction.
pub(crate) fn keys_toward(yaw: f32, toward: DVec3) -> Keys {
    if toward.x.abs() + toward.z.abs() < 1e-6 {
        return Keys::empty();
    }
    let wanted = (-toward.x).atan2(toward.z).to_degrees();
    let turn = (wanted - f64::from(yaw)).rem_euclid(360.0);
    // Eight directions, clockwise from straight ahead: a larger yaw is farther to the right.
    match ((turn + 22.5) / 45.0) as usize % 8 {
        0 => Keys::FORWARD,
        1 => Keys::FORWARD | Keys::RIGHT,
        2 => Keys::RIGHT,
        3 => Keys::BACK | Keys::RIGHT,
        4 => Keys::BACK,
        5 => Keys::BACK | Keys::LEFT,
        6 => Keys::LEFT,
        _ => Keys::FORWARD | Keys::LEFT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_lead_where_they_should() {
        // Yaw 0 looks south (+z); west (-x) is to the right.
        assert_eq!(keys_toward(0.0, DVec3::Z), Keys::FORWARD);
        assert_eq!(keys_toward(0.0, DVec3::NEG_X), Keys::RIGHT);
        assert_eq!(keys_toward(0.0, DVec3::X), Keys::LEFT);
        assert_eq!(keys_toward(90.0, DVec3::NEG_X), Keys::FORWARD);
        assert_eq!(keys_toward(180.0, DVec3::Z), Keys::BACK);
        assert_eq!(keys_toward(45.0, DVec3::Z), Keys::FORWARD | Keys::LEFT);
        assert_eq!(keys_toward(0.0, DVec3::ZERO), Keys::empty());
        assert_eq!(yaw_toward(DVec3::NEG_X), 90.0);
    }
}
