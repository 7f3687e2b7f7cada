//! Axis-aligned boxes: the shapes of blocks and bodies.

use glam::DVec3;

/// An axis-aligned box, in blocks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// The corner with the smallest coordinates.
    pub min: DVec3,
    /// The corner with the largest coordinates.
    pub max: DVec3,
}

impl Aabb {
    /// A whole block at the origin.
    pub const CUBE: Aabb = Aabb { min: DVec3::ZERO, max: DVec3::ONE };

    /// The box between two corners.
    pub const fn new(min: DVec3, max: DVec3) -> Aabb {
        Aabb { min, max }
    }

    /// A box in sixteenths of a block, as the game's shapes are drawn.
    pub const fn sixteenths(x1: f64, y1: f64, z1: f64, x2: f64, y2: f64, z2: f64) -> Aabb {
        Aabb::new(DVec3::new(x1 / 16.0, y1 / 16.0, z1 / 16.0), DVec3::new(x2 / 16.0, y2 / 16.0, z2 / 16.0))
    }

    /// The box of a body of `width` and `height` whose feet centre is at `feet`.
    pub fn of_body(feet: DVec3, width: f64, height: f64) -> Aabb {
        let half = width / 2.0;
        Aabb::new(feet - DVec3::new(half, 0.0, half), feet + DVec3::new(half, height, half))
    }

    /// The same box, moved.
    #[must_use]
    pub fn shifted(self, by: DVec3) -> Aabb {
        Aabb::new(self.min + by, self.max + by)
    }

    /// The box swept along `by`: it holds both the start and the end.
    #[must_use]
    pub fn stretched(self, by: DVec3) -> Aabb {
        Aabb::new(self.min + by.min(DVec3::ZERO), self.max + by.max(DVec3::ZERO))
    }

    /// The box grown by `by` on every side (shrunk if negative).
    #[must_use]
    pub fn grown(self, by: DVec3) -> Aabb {
        Aabb::new(self.min - by, self.max + by)
    }

    /// Whether the insides overlap; touching faces do not.
    pub fn intersects(&self, other: &Aabb) -> bool {
        self.min.cmplt(other.max).all() && self.max.cmpgt(other.min).all()
    }

    /// Whether the point is inside, the lower faces included.
    pub fn contains(&self, point: DVec3) -> bool {
        point.cmpge(self.min).all() && point.cmplt(self.max).all()
    }

    /// The middle of the box.
    pub fn center(&self) -> DVec3 {
        (self.min + self.max) / 2.0
    }

    /// Where the segment `from..to` enters the box: the share of the segment (0..=1) and the axis
    /// (0 x, 1 y, 2 z) whose face is entered. `None` when it misses or starts inside.
    pub fn entry(&self, from: DVec3, to: DVec3) -> Option<(f64, usize)> {
        let delta = to - from;
        let (mut enter, mut leave, mut axis) = (f64::NEG_INFINITY, f64::INFINITY, 0);
        for i in 0..3 {
            if delta[i].abs() < 1e-12 {
                if from[i] <= self.min[i] || from[i] >= self.max[i] {
                    return None;
                }
                continue;
            }
            let (a, b) = ((self.min[i] - from[i]) / delta[i], (self.max[i] - from[i]) / delta[i]);
            let (near, far) = if a < b { (a, b) } else { (b, a) };
            if near > enter {
                (enter, axis) = (near, i);
            }
            leave = leave.min(far);
        }
        (enter < leave && (0.0..=1.0).contains(&enter)).then_some((enter, axis))
    }
}
