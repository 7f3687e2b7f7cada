//! Daylight.

use glam::{DVec3, Vec3};

/// What the sky gives at a time of day.
pub(crate) struct Sky {
    /// 0 at midnight, 1 at noon.
    pub day: f32,
    zenith: Vec3,
    horizon: Vec3,
}

impl Sky {
    /// The sky at a time of day, 0..24000 (0 sunrise, 12000 sunset).
    pub(crate) fn at(day_time: u32) -> Sky {
        let angle = (f64::from(day_time) / anima_rules::DAY as f64) * std::f64::consts::TAU;
        let day = ((angle.sin() + 0.25) * 1.6).clamp(0.0, 1.0) as f32;
        let dusk = (1.0 - (angle.sin().abs() * 3.0).min(1.0)) as f32;
        let zenith = Vec3::new(0.02, 0.03, 0.08).lerp(Vec3::new(0.42, 0.62, 1.0), day);
        let horizon = Vec3::new(0.05, 0.06, 0.12).lerp(Vec3::new(0.75, 0.85, 1.0), day);
        Sky { day, zenith, horizon: horizon.lerp(Vec3::new(0.95, 0.55, 0.3), dusk * 0.5) }
    }

    /// The colour of the sky in a direction.
    pub(crate) fn colour(&self, direction: DVec3) -> Vec3 {
        let up = direction.y.max(0.0).sqrt() as f32;
        self.horizon.lerp(self.zenith, up)
    }

    /// What distance fades into.
    pub(crate) fn haze(&self) -> Vec3 {
        self.horizon
    }

    /// Light on what lies under the open sky.
    pub(crate) fn outdoors(&self) -> Vec3 {
        Vec3::new(0.16, 0.18, 0.28).lerp(Vec3::ONE, self.day)
    }

    /// Light on what lies under a roof or the ground: enough to see by, whatever the hour.
    pub(crate) fn indoors(&self) -> Vec3 {
        Vec3::new(0.46, 0.46, 0.5)
    }
}
