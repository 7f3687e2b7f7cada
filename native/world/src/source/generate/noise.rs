//! Gradient noise as the game makes it: `ImprovedNoise`, octaves of it, and two sums of octaves.

use super::random::{Positional, Random, Xoroshiro};

/// `ImprovedNoise`: Perlin's noise with a random table and origin.
#[derive(Clone, Debug)]
pub struct Perlin {
    /// Twice over, so that a sum of two indices needs no masking.
    table: [u8; 512],
    origin: [f64; 3],
}

/// `SimplexNoise.GRADIENT`.
const GRADIENTS: [[f64; 3]; 16] = [
    [1.0, 1.0, 0.0],
    [-1.0, 1.0, 0.0],
    [1.0, -1.0, 0.0],
    [-1.0, -1.0, 0.0],
    [1.0, 0.0, 1.0],
    [-1.0, 0.0, 1.0],
    [1.0, 0.0, -1.0],
    [-1.0, 0.0, -1.0],
    [0.0, 1.0, 1.0],
    [0.0, -1.0, 1.0],
    [0.0, 1.0, -1.0],
    [0.0, -1.0, -1.0],
    [1.0, 1.0, 0.0],
    [0.0, -1.0, 1.0],
    [-1.0, 1.0, 0.0],
    [0.0, -1.0, -1.0],
];

#[inline]
fn smooth(x: f64) -> f64 {
    x * x * x * (x * (x * 6.0 - 15.0) + 10.0)
}

/// The value `t` of the way from `a` to `b`.
#[inline]
pub fn lerp(t: f64, a: f64, b: f64) -> f64 {
    a + t * (b - a)
}

/// Maps `from.0..from.1` to `to.0..to.1`, and what lies outside to the nearer end.
pub fn clamped_map(x: f64, from: (f64, f64), to: (f64, f64)) -> f64 {
    lerp(((x - from.0) / (from.1 - from.0)).clamp(0.0, 1.0), to.0, to.1)
}

/// `Mth.map`: the same without bounds.
pub fn map(x: f64, from: (f64, f64), to: (f64, f64)) -> f64 {
    lerp((x - from.0) / (from.1 - from.0), to.0, to.1)
}

/// Cuts an axis into the whole cell and the place in it (`Mth.lfloor`: a call to `floor` costs more).
#[inline]
fn cell(x: f64) -> (i32, f64) {
    let truncated = x as i64;
    let floor = truncated - i64::from(truncated as f64 > x);
    (floor as i32, x - floor as f64)
}

impl Perlin {
    fn new(random: &mut impl Random) -> Perlin {
        let origin = [0; 3].map(|_| random.double() * 256.0);
        let mut table: [u8; 512] = std::array::from_fn(|i| i as u8);
        for i in 0..256 {
            let j = i + random.below(256 - i as i32) as usize;
            table.swap(i, j);
        }
        table.copy_within(0..256, 256);
        Perlin { table, origin }
    }

    #[inline]
    fn at(&self, i: usize) -> usize {
        usize::from(self.table[i & 511])
    }

    #[inline]
    fn corner(&self, hash: usize, x: f64, y: f64, z: f64) -> f64 {
        let gradient = &GRADIENTS[self.at(hash) & 15];
        gradient[0] * x + gradient[1] * y + gradient[2] * z
    }

    /// The noise at a point, about -1..1.
    #[inline]
    pub fn sample(&self, x: f64, y: f64, z: f64) -> f64 {
        let (cell_y, dy) = cell(y + self.origin[1]);
        self.sample_in(x, z, cell_y, dy, dy)
    }

    #[inline]
    fn sample_in(&self, x: f64, z: f64, cell_y: i32, y: f64, fade_y: f64) -> f64 {
        let (cell_x, x) = cell(x + self.origin[0]);
        let (cell_z, z) = cell(z + self.origin[2]);
        let (cx, cy, cz) = ((cell_x & 255) as usize, (cell_y & 255) as usize, (cell_z & 255) as usize);
        let (west, east) = (self.at(cx) + cy, self.at(cx + 1) + cy);
        let (w0, w1) = (self.at(west) + cz, self.at(west + 1) + cz);
        let (e0, e1) = (self.at(east) + cz, self.at(east + 1) + cz);
        let (tx, ty, tz) = (smooth(x), smooth(fade_y), smooth(z));
        let north = lerp(
            ty,
            lerp(tx, self.corner(w0, x, y, z), self.corner(e0, x - 1.0, y, z)),
            lerp(tx, self.corner(w1, x, y - 1.0, z), self.corner(e1, x - 1.0, y - 1.0, z)),
        );
        let south = lerp(
            ty,
            lerp(tx, self.corner(w0 + 1, x, y, z - 1.0), self.corner(e0 + 1, x - 1.0, y, z - 1.0)),
            lerp(tx, self.corner(w1 + 1, x, y - 1.0, z - 1.0), self.corner(e1 + 1, x - 1.0, y - 1.0, z - 1.0)),
        );
        lerp(tz, north, south)
    }
}

/// A noise along the upright line at one x and z, which keeps what is the same at all heights, and what is the same
/// in one cell of the noise.
#[derive(Clone, Debug)]
struct Upright<'a> {
    perlin: &'a Perlin,
    /// Hashes of the cell's west and east.
    sides: [usize; 2],
    cell_z: usize,
    /// Place in the cell, and the weights of its east and south.
    x: f64,
    z: f64,
    tx: f64,
    tz: f64,
    /// The cell that the gradients are of.
    cell_y: Option<i32>,
    /// Its corners in the west and in the east: the lower and the upper in the north, then those in the south.
    west: Side,
    east: Side,
}

/// What x adds at the corners of one side of a cell, the gradients along y, and what z adds.
type Side = [[f64; 4]; 3];

/// The values at the corners of a side, which lie `low` under the height and, the upper ones, `high`.
#[inline]
fn values([from_x, along_y, from_z]: &Side, low: f64, high: f64) -> [f64; 4] {
    let heights = [low, high, low, high];
    let mut values = [0.0; 4];
    for i in 0..4 {
        values[i] = from_x[i] + along_y[i] * heights[i] + from_z[i];
    }
    values
}

impl<'a> Upright<'a> {
    fn new(perlin: &'a Perlin, x: f64, z: f64) -> Upright<'a> {
        let (cell_x, x) = cell(x + perlin.origin[0]);
        let (cell_z, z) = cell(z + perlin.origin[2]);
        let cx = (cell_x & 255) as usize;
        Upright {
            perlin,
            sides: [perlin.at(cx), perlin.at(cx + 1)],
            cell_z: (cell_z & 255) as usize,
            x,
            z,
            tx: smooth(x),
            tz: smooth(z),
            cell_y: None,
            west: [[0.0; 4]; 3],
            east: [[0.0; 4]; 3],
        }
    }

    /// [`Perlin::sample`].
    #[inline]
    fn sample(&mut self, y: f64) -> f64 {
        let (cell_y, dy) = cell(y + self.perlin.origin[1]);
        self.sample_in(cell_y, dy, dy)
    }

    /// `noise(x, y, z, yScale, yMax)`: the gradients are taken at heights rounded down to multiples of `step`.
    #[inline]
    fn sample_stepped(&mut self, y: f64, step: f64, limit: f64) -> f64 {
        let (cell_y, dy) = cell(y + self.perlin.origin[1]);
        let height = if limit >= 0.0 && limit < dy { limit } else { dy };
        let rounded = f64::from(cell(height / step + f64::from(1.0e-7_f32)).0) * step;
        self.sample_in(cell_y, dy - rounded, dy)
    }

    #[inline]
    fn sample_in(&mut self, cell_y: i32, y: f64, fade_y: f64) -> f64 {
        if self.cell_y != Some(cell_y) {
            self.enter(cell_y);
        }
        let (ty, low, high) = (smooth(fade_y), y, y - 1.0);
        let (west, east) = (values(&self.west, low, high), values(&self.east, low, high));
        let mut edges = [0.0; 4];
        for i in 0..4 {
            edges[i] = lerp(self.tx, west[i], east[i]);
        }
        lerp(self.tz, lerp(ty, edges[0], edges[1]), lerp(ty, edges[2], edges[3]))
    }

    /// Looks up the gradients of another cell.
    fn enter(&mut self, cell_y: i32) {
        self.cell_y = Some(cell_y);
        let cy = (cell_y & 255) as usize;
        let (x, z) = (self.x, self.z);
        for (side, hash, x) in [(&mut self.west, self.sides[0], x), (&mut self.east, self.sides[1], x - 1.0)] {
            let low = self.perlin.at(hash + cy) + self.cell_z;
            let high = self.perlin.at(hash + cy + 1) + self.cell_z;
            for (i, (hash, z)) in [(low, z), (high, z), (low + 1, z - 1.0), (high + 1, z - 1.0)].into_iter().enumerate()
            {
                let gradient = &GRADIENTS[self.perlin.at(hash) & 15];
                (side[0][i], side[1][i], side[2][i]) = (gradient[0] * x, gradient[1], gradient[2] * z);
            }
        }
    }
}

/// Keeps coordinates small enough for a cell number (`PerlinNoise.wrap`).
#[inline]
pub fn wrap(x: f64) -> f64 {
    const PERIOD: f64 = 33_554_432.0;
    if x.abs() < PERIOD / 2.0 { x } else { x - (x / PERIOD + 0.5).floor() * PERIOD }
}

/// `NormalNoise`: two sums of octaves, added a little out of step, scaled to one deviation.
#[derive(Clone, Debug)]
pub struct Noise {
    octaves: Vec<Octave>,
}

#[derive(Clone, Debug)]
struct Octave {
    perlin: Perlin,
    frequency: f64,
    amplitude: f64,
}

/// How the second sum of a `NormalNoise` is stretched.
const INPUT_FACTOR: f64 = 1.018_126_888_217_522_7;

impl Noise {
    /// The noise of a name: its first octave and the amplitudes from there up (`NoiseParameters`).
    pub fn new(seeds: Positional, name: &str, first_octave: i32, amplitudes: &[f64]) -> Noise {
        let mut random = seeds.named(&format!("minecraft:{name}"));
        let used = |i: &usize| amplitudes[*i] != 0.0;
        let low = (0..amplitudes.len()).find(used).unwrap_or(0);
        let high = (0..amplitudes.len()).rev().find(used).unwrap_or(0);
        let deviation = 0.1 * (1.0 + 1.0 / ((high - low) as f64 + 1.0));
        let scale = 1.0 / 6.0 / deviation;
        let count = amplitudes.len() as i32;
        let lowest_amplitude = f64::from(1 << (count - 1)) / f64::from((1 << count) - 1);
        let mut octaves = Vec::new();
        for stretch in [1.0, INPUT_FACTOR] {
            let seeds = Xoroshiro::fork(&mut random);
            for (i, amplitude) in amplitudes.iter().enumerate().filter(|(_, amplitude)| **amplitude != 0.0) {
                let octave = first_octave + i as i32;
                octaves.push(Octave {
                    perlin: Perlin::new(&mut seeds.named(&format!("octave_{octave}"))),
                    frequency: 2.0_f64.powi(octave) * stretch,
                    amplitude: amplitude * lowest_amplitude / 2.0_f64.powi(i as i32) * scale,
                });
            }
        }
        Noise { octaves }
    }

    /// The noise at a point.
    pub fn sample(&self, x: f64, y: f64, z: f64) -> f64 {
        self.octaves
            .iter()
            .map(|octave| {
                let f = octave.frequency;
                octave.amplitude * octave.perlin.sample(wrap(x * f), wrap(y * f), wrap(z * f))
            })
            .sum()
    }

    /// The noise above and below a spot.
    pub fn upright(&self, x: f64, z: f64) -> UprightNoise<'_> {
        let uprights = self.octaves.iter().map(|octave| {
            let f = octave.frequency;
            (octave, Upright::new(&octave.perlin, wrap(x * f), wrap(z * f)))
        });
        UprightNoise { octaves: uprights.collect() }
    }
}

/// A [`Noise`] along the upright line at one x and z.
#[derive(Clone, Debug)]
pub struct UprightNoise<'a> {
    octaves: Vec<(&'a Octave, Upright<'a>)>,
}

impl UprightNoise<'_> {
    /// The noise at a height.
    #[inline]
    pub fn sample(&mut self, y: f64) -> f64 {
        let octaves = self.octaves.iter_mut();
        octaves.map(|(octave, upright)| octave.amplitude * upright.sample(wrap(y * octave.frequency))).sum()
    }
}

/// `BlendedNoise`: the roughness of the land, blended from two sums of 16 octaves by a third of 8.
#[derive(Clone, Debug)]
pub struct Blended {
    low: Vec<Perlin>,
    high: Vec<Perlin>,
    blend: Vec<Perlin>,
}

impl Blended {
    /// Scales of `old_blended_noise` in the overworld: horizontal 0.25, vertical 0.125.
    const XZ: f64 = 684.412 * 0.25;
    const Y: f64 = 684.412 * 0.125;
    const XZ_FACTOR: f64 = 80.0;
    const Y_FACTOR: f64 = 160.0;
    const SMEAR: f64 = 8.0;

    /// The noise named `terrain`. Octaves are drawn from the finest down, none by name: the legacy way.
    pub fn new(seeds: Positional) -> Blended {
        let mut random = seeds.named("minecraft:terrain");
        let mut octaves = |n: usize| (0..n).map(|_| Perlin::new(&mut random)).collect();
        Blended { low: octaves(16), high: octaves(16), blend: octaves(8) }
    }

    /// The noise above and below a block.
    pub fn upright(&self, x: i32, z: i32) -> UprightBlended<'_> {
        let (dx, dz) = (f64::from(x) * Self::XZ, f64::from(z) * Self::XZ);
        fn octaves(octaves: &[Perlin], x: f64, z: f64) -> Vec<Upright<'_>> {
            let scaled = octaves.iter().zip(scales());
            scaled.map(|(perlin, scale)| Upright::new(perlin, wrap(x * scale), wrap(z * scale))).collect()
        }
        UprightBlended {
            low: octaves(&self.low, dx, dz),
            high: octaves(&self.high, dx, dz),
            blend: octaves(&self.blend, dx / Self::XZ_FACTOR, dz / Self::XZ_FACTOR),
        }
    }
}

/// The scales of octaves from the finest up.
fn scales() -> impl Iterator<Item = f64> {
    std::iter::successors(Some(1.0), |scale| Some(scale * 0.5))
}

/// A [`Blended`] noise along the upright line at one x and z.
#[derive(Clone, Debug)]
pub struct UprightBlended<'a> {
    low: Vec<Upright<'a>>,
    high: Vec<Upright<'a>>,
    blend: Vec<Upright<'a>>,
}

impl UprightBlended<'_> {
    /// The noise at a height.
    pub fn sample(&mut self, y: i32) -> f64 {
        let dy = f64::from(y) * Blended::Y;
        let by = dy / Blended::Y_FACTOR;
        let smear = Blended::Y * Blended::SMEAR;
        let sum = |octaves: &mut [Upright], y: f64, step: f64| {
            let mut sum = 0.0;
            for (octave, scale) in octaves.iter_mut().zip(scales()) {
                sum += octave.sample_stepped(wrap(y * scale), step * scale, y * scale) / scale;
            }
            sum
        };
        let t = (sum(&mut self.blend, by, smear / Blended::Y_FACTOR) / 10.0 + 1.0) / 2.0;
        let low = if t < 1.0 { sum(&mut self.low, dy, smear) / 512.0 } else { 0.0 };
        let high = if t > 0.0 { sum(&mut self.high, dy, smear) / 512.0 } else { 0.0 };
        lerp(t.clamp(0.0, 1.0), low, high) / 128.0
    }
}
