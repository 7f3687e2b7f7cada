//! The game's sine: a table of 65,536 floats (1.19.4 `MathHelper`).

use std::f64::consts::PI;

use once_cell::sync::Lazy;

static TABLE: Lazy<Box<[f32]>> =
    Lazy::new(|| (0..65536u32).map(|i| (f64::from(i) * PI * 2.0 / 65536.0).sin() as f32).collect());

/// The sine of an angle in radians, as the game rounds it.
pub fn sin(radians: f32) -> f32 {
    TABLE[((radians * 10430.378) as i32 & 65535) as usize]
}

/// The cosine of an angle in radians, as the game rounds it.
pub fn cos(radians: f32) -> f32 {
    TABLE[((radians * 10430.378 + 16384.0) as i32 & 65535) as usize]
}

/// The game's degrees to radians.
pub fn radians(degrees: f32) -> f32 {
    degrees * (std::f32::consts::PI / 180.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_angles_are_nearly_exact_and_others_are_steps() {
        for (degrees, s, c) in [(0.0, 0.0, 1.0), (90.0, 1.0, 0.0), (180.0, 0.0, -1.0), (-90.0, -1.0, 0.0)] {
            assert!((sin(radians(degrees)) - s).abs() < 2e-4 && (cos(radians(degrees)) - c).abs() < 2e-4);
        }
        assert_eq!(sin(0.5), sin(0.50001), "one step of the table is a ten-thousandth of a radian");
    }
}
