//! Looking all round: rays every 5 degrees, spread over some ticks.

use glam::DVec3;

use super::SWEEP_TICKS;

/// Degrees between neighbouring rays.
const SPACING: f64 = 5.0;
/// Sweeps from one spot before it counts as looked at; each is turned a little, so that gaps close.
const SWEEPS_PER_SPOT: u32 = 4;
/// Blocks that the eye must move to make the spot new.
const NEW_SPOT: f64 = 0.7;

/// Rays of equal pitch.
struct Ring {
    /// The number of its first ray in the sweep.
    first: usize,
    /// How many rays there are.
    count: f64,
    sin: f64,
    cos: f64,
}

/// The state of looking around.
#[derive(Default)]
pub(super) struct Sweep {
    /// The rings of the running sweep, from straight up to straight down.
    rings: Vec<Ring>,
    /// How far each ring is turned, as a share of the gap between two rays.
    turn: f64,
    /// Rays of the running sweep; those before `next` were sent.
    len: usize,
    next: usize,
    /// Rays are sent in leaps of so many, mixed, so that each tick looks everywhere a little.
    stride: usize,
    /// Sweeps begun, ever; turns each a little against the last.
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
    pub(super) fn rays(&mut self, eyes: DVec3) -> Vec<DVec3> {
        if eyes.distance_squared(self.spot) > NEW_SPOT * NEW_SPOT {
            self.spot = eyes;
            self.sweeps = 0;
        }
        if self.next >= self.len {
            if self.sweeps >= SWEEPS_PER_SPOT {
                return Vec::new();
            }
            self.sweeps += 1;
            self.begin();
        }
        let end = (self.next + self.len.div_ceil(SWEEP_TICKS)).min(self.len);
        let rays = (self.next..end).map(|i| self.ray(i * self.stride % self.len)).collect();
        self.next = end;
        rays
    }

    /// Lays out a sweep: rings of equal pitch, their rays `SPACING` apart on the sphere.
    fn begin(&mut self) {
        // Steps of the golden ratio never repeat, so each sweep looks between the rays of those before.
        self.turn = (f64::from(self.begun) * 0.618_033_988_749_895).fract();
        let tilt = (f64::from(self.begun) * 0.754_877_666_246_693).fract();
        self.begun = self.begun.wrapping_add(1);
        self.rings.clear();
        (self.len, self.next) = (0, 0);
        let mut pitch = -90.0 + SPACING * tilt;
        while pitch < 90.0 {
            let (sin, cos) = pitch.to_radians().sin_cos();
            let count = (360.0 * cos / SPACING).ceil().max(1.0);
            self.rings.push(Ring { first: self.len, count, sin, cos });
            self.len += count as usize;
            pitch += SPACING;
        }
        let len = self.len;
        self.stride = (0..).map(|i| len / 3 + i).find(|stride| gcd(*stride, len) == 1).unwrap_or(1);
    }

    /// The direction of a ray of the running sweep.
    fn ray(&self, number: usize) -> DVec3 {
        let ring = &self.rings[self.rings.partition_point(|ring| ring.first <= number) - 1];
        let yaw = ((number - ring.first) as f64 + self.turn) * 360.0 / ring.count;
        let (x, z) = yaw.to_radians().sin_cos();
        DVec3::new(-x * ring.cos, -ring.sin, z * ring.cos)
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_looks_everywhere_within_its_spacing_and_ends_in_time() {
        let mut sweep = Sweep::default();
        let rays: Vec<DVec3> = (0..SWEEP_TICKS).flat_map(|_| sweep.rays(DVec3::ONE)).collect();
        assert_eq!(sweep.next, sweep.len, "finished within {SWEEP_TICKS} ticks");
        for yaw in 0..72 {
            for pitch in -17..18 {
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
