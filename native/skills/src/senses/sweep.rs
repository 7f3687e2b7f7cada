//! Looking all round: rays every 5 degrees, spread over some ticks.

use glam::DVec3;
use once_cell::sync::OnceCell;

/// Ticks over which a sweep is spread at most.
pub(crate) const SWEEP_TICKS: usize = 13;
/// Degrees between neighbouring rays.
const SPACING: f64 = 5.0;
/// Sweeps from one spot before it counts as looked at; each is turned a little, so that gaps close.
const SWEEPS_PER_SPOT: u32 = 4;
/// Blocks that the eye must move to make the spot new.
const NEW_SPOT: f64 = 0.7;

/// Sweeps that differ, after which the first comes again: laid out once, they cost no sines in a tick.
const SWEEPS: usize = 64;

/// The state of looking around.
#[derive(Default)]
pub(super) struct Sweep {
    /// Rays of the running sweep; those before `next` were sent.
    rays: &'static [DVec3],
    next: usize,
    /// The number of the sweep that is begun next.
    number: usize,
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
            (self.rays, self.next) = (rays_of(self.number), 0);
            self.number = (self.number + 1) % SWEEPS;
        }
        let end = (self.next + self.rays.len().div_ceil(SWEEP_TICKS)).min(self.rays.len());
        let share = &self.rays[self.next..end];
        self.next = end;
        share
    }

    /// Whether the spot is looked at, until the eye moves or something changes.
    #[cfg(test)]
    pub(super) fn is_at_rest(&self) -> bool {
        self.next >= self.rays.len() && self.sweeps >= SWEEPS_PER_SPOT
    }
}

/// The rays of a sweep, which are laid out when it first comes.
fn rays_of(number: usize) -> &'static [DVec3] {
    static ALL: [OnceCell<Vec<DVec3>>; SWEEPS] = [const { OnceCell::new() }; SWEEPS];
    ALL[number].get_or_init(|| lay_out(number))
}

/// Lays out a sweep: rings of equal pitch from straight up to straight down, their rays `SPACING` apart on the sphere;
/// in leaps, so that each share of it looks everywhere a little.
fn lay_out(number: usize) -> Vec<DVec3> {
    /// The golden ratio, inverted. A few steps of this in a row lie far apart, so each sweep looks between the rays of
    /// those before.
    const GOLDEN: f64 = 0.618_033_988_749_895;
    /// The plastic number, inverted, with the same property for the other angle.
    const PLASTIC: f64 = 0.754_877_666_246_693;
    let turn = (number as f64 * GOLDEN).fract();
    let tilt = (number as f64 * PLASTIC).fract();
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
    let leap = ((len as f64 * GOLDEN) as usize..).find(|leap| gcd(*leap, len) == 1).unwrap_or(1);
    (0..len).map(|i| rays[i * leap % len]).collect()
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The angle from the worst of many directions to the ray nearest to it, in degrees.
    fn widest_gap(rays: &[DVec3]) -> f64 {
        gaps(rays).into_iter().fold(0.0, f64::max)
    }

    fn gaps(rays: &[DVec3]) -> Vec<f64> {
        let directions = (0..72).flat_map(|yaw| (-17..18).map(move |pitch| (yaw, pitch)));
        let gap = |(yaw, pitch): (i32, i32)| {
            let (x, z) = f64::from(yaw * 5).to_radians().sin_cos();
            let (y, flat) = f64::from(pitch * 5).to_radians().sin_cos();
            let wanted = DVec3::new(-x * flat, -y, z * flat);
            let best = rays.iter().map(|ray| ray.dot(wanted)).fold(-1.0, f64::max);
            best.clamp(-1.0, 1.0).acos().to_degrees()
        };
        directions.map(gap).collect()
    }

    #[test]
    fn a_sweep_ends_in_time_and_the_next_look_between_its_rays() {
        let mut sweep = Sweep::default();
        let mut next = || -> Vec<DVec3> {
            sweep.stir();
            (0..SWEEP_TICKS).flat_map(|_| sweep.rays(DVec3::ONE).to_vec()).collect()
        };
        let all: Vec<Vec<DVec3>> = (0..=SWEEPS).map(|_| next()).collect();
        assert_eq!(all[SWEEPS], all[0]);
        for number in [0, 1, 2, 30, SWEEPS - 3] {
            assert_eq!(all[number], rays_of(number));
            // Half the diagonal of a square of rays.
            assert!(widest_gap(&all[number]) < 0.71 * SPACING, "sweep {number}");
            assert!(widest_gap(&all[number..][..4].concat()) < 0.6 * SPACING, "four sweeps from {number}");
        }
    }

    #[test]
    fn each_share_of_a_sweep_looks_everywhere_a_little() {
        /// Degrees beyond which a ray shows nothing of what lies in a direction.
        const FAR: f64 = 15.0;
        for rays in [0, 1, 2, SWEEPS - 1].map(rays_of) {
            for share in rays.chunks(rays.len().div_ceil(SWEEP_TICKS)).take(SWEEP_TICKS - 1) {
                let gaps = gaps(share);
                let near = gaps.iter().filter(|gap| **gap < FAR).count() as f64 / gaps.len() as f64;
                assert!(near > 0.85, "a share looks at {near} of the sphere");
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
