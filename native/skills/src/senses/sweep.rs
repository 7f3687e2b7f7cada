//! Looking all round: rays every 5 degrees, spread over some ticks.

use std::sync::LazyLock;

use glam::DVec3;

use super::SWEEP_TICKS;

/// Degrees between neighbouring rays.
const SPACING: f64 = 5.0;
/// Sweeps from one spot before it counts as looked at; each is turned a little, so that gaps close.
const SWEEPS_PER_SPOT: u32 = 4;
/// Blocks that the eye must move to make the spot new.
const NEW_SPOT: f64 = 0.7;

/// Sweeps that differ: after so many the first comes again.
const SWEEPS: u32 = 64;

/// The state of looking around.
#[derive(Default)]
pub(super) struct Sweep {
    /// Rays of the running sweep; those before `next` were sent.
    rays: &'static [DVec3],
    next: usize,
    /// Sweeps begun, ever.
    begun: u32,
    /// Where the eye was when the spot was last new, and how many sweeps it has had.
    spot: DVec3,
    sweeps: u32,
}

impl Sweep {
    /// Something changed: the spot is worth another look.
    pub(super) fn stir(&mut self) {
        self.sweeps = 0;
    }

    /// The next share of the sweep: directions to look in.
    pub(super) fn rays(&mut self, eyes: DVec3) -> &'static [DVec3] {
        if eyes.distance_squared(self.spot) > NEW_SPOT * NEW_SPOT {
            self.spot = eyes;
            self.sweeps = 0;
        }
        if self.next >= self.rays.len() {
            if self.sweeps >= SWEEPS_PER_SPOT {
                return &[];
            }
            self.sweeps += 1;
            (self.rays, self.next) = (sweep(self.begun), 0);
            self.begun = self.begun.wrapping_add(1);
        }
        let end = (self.next + self.rays.len().div_ceil(SWEEP_TICKS)).min(self.rays.len());
        let share = &self.rays[self.next..end];
        self.next = end;
        share
    }
}

/// The rays of a sweep.
fn sweep(number: u32) -> &'static [DVec3] {
    static ALL: LazyLock<Vec<Vec<DVec3>>> = LazyLock::new(|| (0..SWEEPS).map(lay_out).collect());
    &ALL[(number % SWEEPS) as usize]
}

/// Lays out a sweep: rings of equal pitch from straight up to straight down, their rays `SPACING` apart on the sphere;
/// in leaps, so that each share of it looks everywhere a little.
fn lay_out(number: u32) -> Vec<DVec3> {
    // Steps of the golden ratio never repeat, so each sweep looks between the rays of those before.
    let turn = (f64::from(number) * 0.618_033_988_749_895).fract();
    let tilt = (f64::from(number) * 0.754_877_666_246_693).fract();
    let pitches = (0..).map(|ring| SPACING * (f64::from(ring) + tilt) - 90.0).take_while(|pitch| *pitch < 90.0);
    let rings = pitches.flat_map(|pitch| {
        let (sin, cos) = pitch.to_radians().sin_cos();
        let count = (360.0 * cos / SPACING).ceil().max(1.0) as u32;
        (0..count).map(move |ray| {
            let yaw = (f64::from(ray) + turn) * 360.0 / f64::from(count);
            let (x, z) = yaw.to_radians().sin_cos();
            DVec3::new(-x * cos, -sin, z * cos)
        })
    });
    let rays: Vec<DVec3> = rings.collect();
    let len = rays.len();
    let leap = (len / 3..).find(|leap| gcd(*leap, len) == 1).unwrap_or(1);
    (0..len).map(|i| rays[i * leap % len]).collect()
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sweep_ends_in_time_and_is_another() {
        let mut sweep = Sweep::default();
        let mut next = || -> Vec<DVec3> { (0..SWEEP_TICKS).flat_map(|_| sweep.rays(DVec3::ONE).to_vec()).collect() };
        let (first, second) = (next(), next());
        assert_eq!(first, super::sweep(0));
        assert_eq!(second, super::sweep(1));
        assert!(second.iter().all(|ray| !first.contains(ray)), "a ray is sent again");
    }

    #[test]
    fn a_sweep_looks_everywhere_within_its_spacing() {
        for rays in [0, 1, SWEEPS - 1].map(super::sweep) {
            for (yaw, pitch) in (0..72).flat_map(|yaw| (-17..18).map(move |pitch| (yaw, pitch))) {
                let (x, z) = f64::from(yaw * 5).to_radians().sin_cos();
                let (y, flat) = f64::from(pitch * 5).to_radians().sin_cos();
                let wanted = DVec3::new(-x * flat, -y, z * flat);
                let best = rays.iter().map(|ray| ray.dot(wanted)).fold(-1.0, f64::max);
                assert!(best.clamp(-1.0, 1.0).acos().to_degrees() <= SPACING, "yaw {yaw} pitch {pitch}");
            }
        }
    }

    #[test]
    fn rests_once_a_spot_is_looked_at() {
        let mut sweep = Sweep::default();
        let looked = (0..100).filter(|_| !sweep.rays(DVec3::ONE).is_empty()).count();
        assert_eq!(looked, SWEEP_TICKS * SWEEPS_PER_SPOT as usize);
        assert!(!sweep.rays(DVec3::ZERO).is_empty(), "a new spot");
    }
}
