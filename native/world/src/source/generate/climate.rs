//! The climate and the shape of the land by quarter columns (4x4 blocks), in cached tiles of a chunk.

use anima_body::ChunkPos;
use anima_rules::Biome;

use super::biome::{Climate, SURFACE_DEPTH};
use super::noise::Noise;
use super::random::Positional;
use super::spline::{Shape, Spline, peaks_and_valleys};

/// What a 4x4 quarter of a column is like.
#[derive(Clone, Copy, Debug)]
pub struct Quarter {
    /// Its climate.
    pub climate: Climate,
    /// The biome at its surface.
    pub biome: Biome,
    /// Height of the land as the splines have it.
    pub offset: f64,
    /// How steeply density falls with height.
    pub factor: f64,
    /// What single peaks add to the height.
    pub jagged: f64,
    /// About where the ground is (`preliminarySurfaceLevel`): a multiple of 8.
    pub surface: i32,
}

/// The quarters of a chunk, index `z << 2 | x`.
pub type Tile = [Quarter; 16];

/// The noises of climate and land.
#[derive(Clone, Debug)]
pub struct Climates {
    temperature: Noise,
    humidity: Noise,
    continents: Noise,
    erosion: Noise,
    ridge: Noise,
    shift: Noise,
    jagged: Noise,
    offset: Spline,
    factor: Spline,
    jaggedness: Spline,
    /// Which weather lies over the land.
    pub turn: u32,
}

/// Quarter columns between the weather of one turn and of the next: far more than one climate spans.
const WEATHER_APART: f64 = 40_000.0;

/// `y_clamped_gradient(-64, 320, 1.5, -1.5)`: the depth of a height, less the offset of the land.
pub fn depth_of(y: i32) -> f64 {
    1.5 - 3.0 * f64::from(y + 64) / 384.0
}

/// `noiseGradientDensity`: density at a depth below the land, negative above it.
pub fn gradient_density(factor: f64, depth: f64) -> f64 {
    let density = depth * factor;
    4.0 * if density > 0.0 { density } else { density / 4.0 }
}

/// `slideOverworld`: pulls density to air under the ceiling of the world and to stone over its floor.
pub fn slide(density: f64, y: i32) -> f64 {
    let y = f64::from(y);
    let top = (1.0 - (y - 240.0) / 16.0).clamp(0.0, 1.0);
    let bottom = ((y + 64.0) / 24.0).clamp(0.0, 1.0);
    let density = -0.078_125 + (density + 0.078_125) * top;
    0.117_187_5 + (density - 0.117_187_5) * bottom
}

impl Climates {
    /// The climates of a world.
    pub fn new(seeds: Positional) -> Climates {
        let noise = |name: &str, first: i32, amplitudes: &[f64]| Noise::new(seeds, name, first, amplitudes);
        Climates {
            temperature: noise("temperature", -10, &[1.5, 0.0, 1.0, 0.0, 0.0, 0.0]),
            humidity: noise("vegetation", -8, &[1.0, 1.0, 0.0, 0.0, 0.0, 0.0]),
            continents: noise("continentalness", -9, &[1.0, 1.0, 2.0, 2.0, 2.0, 1.0, 1.0, 1.0, 1.0]),
            erosion: noise("erosion", -9, &[1.0, 1.0, 0.0, 1.0, 1.0]),
            ridge: noise("ridge", -7, &[1.0, 2.0, 1.0, 0.0, 0.0, 0.0]),
            shift: noise("offset", -3, &[1.0, 1.0, 1.0, 0.0]),
            jagged: noise("jagged", -16, &[1.0; 16]),
            offset: Spline::offset(),
            factor: Spline::factor(),
            jaggedness: Spline::jaggedness(),
            turn: 0,
        }
    }

    /// The same land under other weather.
    pub fn turned(self, turn: u32) -> Climates {
        Climates { turn, ..self }
    }

    /// Where the noises are read for a quarter: blurred, at a quarter of the scale.
    fn shifted(&self, qx: i32, qz: i32) -> (f64, f64) {
        let (x, z) = (f64::from(qx), f64::from(qz));
        (x + 4.0 * self.shift.sample(x, 0.0, z), z + 4.0 * self.shift.sample(z, x, 0.0))
    }

    /// The climate of a quarter column.
    pub fn climate(&self, qx: i32, qz: i32) -> Climate {
        let (x, z) = self.shifted(qx, qz);
        let at = |noise: &Noise| noise.sample(x, 0.0, z) as f32;
        let (temperature, humidity) = self.weather(x, z);
        let (continents, erosion, weirdness) = (at(&self.continents), at(&self.erosion), at(&self.ridge));
        Climate { temperature, humidity, continents, erosion, weirdness }
    }

    fn weather(&self, x: f64, z: f64) -> (f32, f32) {
        let x = x + f64::from(self.turn) * WEATHER_APART;
        (self.temperature.sample(x, 0.0, z) as f32, self.humidity.sample(x, 0.0, z) as f32)
    }

    /// All about a quarter column.
    pub fn quarter(&self, qx: i32, qz: i32) -> Quarter {
        let climate = self.climate(qx, qz);
        let shape = Shape {
            continents: climate.continents,
            erosion: climate.erosion,
            weirdness: climate.weirdness,
            ridges: peaks_and_valleys(climate.weirdness),
        };
        let offset = f64::from(self.offset.at(&shape)) - f64::from(0.503_75_f32);
        let factor = f64::from(self.factor.at(&shape));
        let jaggedness = f64::from(self.jaggedness.at(&shape));
        let jagged = if jaggedness == 0.0 {
            0.0
        } else {
            let noise = self.jagged.sample(f64::from(qx * 4) * 1500.0, 0.0, f64::from(qz * 4) * 1500.0);
            jaggedness * if noise > 0.0 { noise } else { noise / 2.0 }
        };
        Quarter {
            climate,
            biome: climate.surface_biome(),
            offset,
            factor,
            jagged,
            surface: preliminary_surface(offset, factor),
        }
    }

    /// The quarters of a chunk.
    pub fn tile(&self, chunk: ChunkPos) -> Tile {
        std::array::from_fn(|i| self.quarter((chunk.x << 2) + (i as i32 & 3), (chunk.z << 2) + (i as i32 >> 2)))
    }
}

/// `NoiseChunk.computePreliminarySurfaceLevel`: the highest multiple of 8 that is surely ground.
fn preliminary_surface(offset: f64, factor: f64) -> i32 {
    let dense = |y: i32| {
        let density = (gradient_density(factor, depth_of(y) + offset) - 0.703_125).clamp(-64.0, 64.0);
        slide(density, y) > 0.390_625
    };
    (0..=48).rev().map(|level| -64 + 8 * level).find(|y| dense(*y)).unwrap_or(i32::MAX)
}

impl Quarter {
    /// The biome at a height in this quarter.
    pub fn biome_at(&self, y: i32) -> Biome {
        self.climate.biome_at_depth(self.biome, self.depth(y))
    }

    /// Whether a height is so far up that the biome there and above it is that of the surface.
    #[inline]
    pub fn is_surface(&self, y: i32) -> bool {
        self.depth(y) < SURFACE_DEPTH
    }

    fn depth(&self, y: i32) -> f32 {
        (depth_of(y) + self.offset) as f32
    }
}
