//! Where stone is and where air: the land, cheese caves, spaghetti, noodles and pillars
//! (`NoiseRouterData.overworld`), on the corners of 4x8x4 cells.

use super::climate::{Quarter, depth_of, gradient_density, slide};
use super::noise::{Blended, Noise};
use super::random::Positional;

/// Corners from the bottom of the world to its top.
pub const LEVELS: usize = 49;
/// Blocks between two corners, upwards.
pub const CELL_HEIGHT: i32 = 8;
/// Corners from y -64 to 56, between which ore veins lie.
pub const VEIN_LEVELS: usize = 16;
/// Below this height of the land's own gradient no noise makes ground.
const SURELY_AIR: f64 = -0.9;
/// Above the ground by so much density, caves no longer shape the ground.
const NO_CAVES_ABOVE: f64 = -0.6;

/// The densities on the corners above one spot.
#[derive(Clone, Debug)]
pub struct Corners {
    /// Positive in the ground.
    pub density: [f64; LEVELS],
    /// Noodle caves: switch (negative: none), thickness, and two ridges.
    pub noodle: [[f64; 4]; LEVELS],
    /// Ore veins: kind and strength, and two ridges.
    pub vein: [[f64; 3]; VEIN_LEVELS],
}

/// The noises of the underground.
#[derive(Clone, Debug)]
pub struct Densities {
    base: Blended,
    entrance: Noise,
    layer: Noise,
    cheese: Noise,
    pillar: Noise,
    pillar_rareness: Noise,
    pillar_thickness: Noise,
    spaghetti_2d: Noise,
    spaghetti_2d_elevation: Noise,
    spaghetti_2d_modulator: Noise,
    spaghetti_2d_thickness: Noise,
    spaghetti_3d: [Noise; 2],
    spaghetti_3d_rarity: Noise,
    spaghetti_3d_thickness: Noise,
    roughness: Noise,
    roughness_modulator: Noise,
    noodle: Noise,
    noodle_thickness: Noise,
    noodle_ridges: [Noise; 2],
    veininess: Noise,
    veins: [Noise; 2],
}

/// `mapFromUnitTo`: maps -1..1 to `low..high`.
fn unit_to(noise: f64, low: f64, high: f64) -> f64 {
    (low + high) / 2.0 + (high - low) / 2.0 * noise
}

/// `y_clamped_gradient`.
fn gradient(y: f64, from: (f64, f64), to: (f64, f64)) -> f64 {
    super::noise::clamped_map(y, from, to)
}

/// `getSphaghettiRarity2D`.
fn rarity_2d(noise: f64) -> f64 {
    match noise {
        n if n < -0.75 => 0.5,
        n if n < -0.5 => 0.75,
        n if n < 0.5 => 1.0,
        n if n < 0.75 => 2.0,
        _ => 3.0,
    }
}

/// `getSpaghettiRarity3D`.
fn rarity_3d(noise: f64) -> f64 {
    match noise {
        n if n < -0.5 => 0.75,
        n if n < 0.0 => 1.0,
        n if n < 0.5 => 1.5,
        _ => 2.0,
    }
}

/// `WeirdScaledSampler`: a noise stretched by how rare its caves are here.
fn stretched(noise: &Noise, rarity: f64, x: f64, y: f64, z: f64) -> f64 {
    rarity * noise.sample(x / rarity, y / rarity, z / rarity).abs()
}

impl Densities {
    /// The densities of a world.
    pub fn new(seeds: Positional) -> Densities {
        let noise = |name: &str, first: i32, amplitudes: &[f64]| Noise::new(seeds, name, first, amplitudes);
        let one = |name: &str, first: i32| noise(name, first, &[1.0]);
        Densities {
            base: Blended::new(seeds),
            entrance: noise("cave_entrance", -7, &[0.4, 0.5, 1.0]),
            layer: one("cave_layer", -8),
            cheese: noise("cave_cheese", -8, &[0.5, 1.0, 2.0, 1.0, 2.0, 1.0, 0.0, 2.0, 0.0]),
            pillar: noise("pillar", -7, &[1.0, 1.0]),
            pillar_rareness: one("pillar_rareness", -8),
            pillar_thickness: one("pillar_thickness", -8),
            spaghetti_2d: one("spaghetti_2d", -7),
            spaghetti_2d_elevation: one("spaghetti_2d_elevation", -8),
            spaghetti_2d_modulator: one("spaghetti_2d_modulator", -11),
            spaghetti_2d_thickness: one("spaghetti_2d_thickness", -11),
            spaghetti_3d: [one("spaghetti_3d_1", -7), one("spaghetti_3d_2", -7)],
            spaghetti_3d_rarity: one("spaghetti_3d_rarity", -11),
            spaghetti_3d_thickness: one("spaghetti_3d_thickness", -8),
            roughness: one("spaghetti_roughness", -5),
            roughness_modulator: one("spaghetti_roughness_modulator", -8),
            noodle: one("noodle", -8),
            noodle_thickness: one("noodle_thickness", -8),
            noodle_ridges: [one("noodle_ridge_a", -7), one("noodle_ridge_b", -7)],
            veininess: one("ore_veininess", -8),
            veins: [one("ore_vein_a", -7), one("ore_vein_b", -7)],
        }
    }

    /// The corners above the north-west block of a quarter column.
    pub fn corners(&self, quarter: &Quarter, x: i32, z: i32) -> Corners {
        let mut corners =
            Corners { density: [-1.0; LEVELS], noodle: [[-1.0, 0.0, 0.0, 0.0]; LEVELS], vein: [[0.0; 3]; VEIN_LEVELS] };
        let (fx, fz) = (f64::from(x), f64::from(z));
        let elevation = 8.0 * self.spaghetti_2d_elevation.sample(fx, 0.0, fz);
        let mut ground_below = true;
        for level in 0..LEVELS {
            let y = -64 + CELL_HEIGHT * level as i32;
            let fy = f64::from(y);
            let land = gradient_density(quarter.factor, depth_of(y) + quarter.offset + quarter.jagged);
            if land < SURELY_AIR {
                corners.density[level] = slide(land, y);
                continue;
            }
            let land = land + self.base.sample(x, y, z);
            let shaped_by_caves = land > NO_CAVES_ABOVE || ground_below;
            ground_below = land > 0.0;
            let density = if !shaped_by_caves {
                land
            } else if land < 1.5625 {
                land.min(5.0 * self.entrances(fx, fy, fz, self.roughness(fx, fy, fz)))
            } else {
                self.underground(land, elevation, fx, fy, fz)
            };
            corners.density[level] = slide(density, y);
            if shaped_by_caves && y > -60 {
                corners.noodle[level] = self.noodle(fx, fy, fz);
            }
        }
        for (level, vein) in corners.vein.iter_mut().enumerate().take(VEIN_LEVELS - 1).skip(1) {
            *vein = self.vein(fx, f64::from(-64 + CELL_HEIGHT * level as i32), fz);
        }
        corners
    }

    /// `spaghetti_roughness_function`.
    fn roughness(&self, x: f64, y: f64, z: f64) -> f64 {
        let modulator = unit_to(self.roughness_modulator.sample(x, y, z), 0.0, -0.1);
        modulator * (self.roughness.sample(x, y, z).abs() - 0.4)
    }

    /// `caves/entrances`.
    fn entrances(&self, x: f64, y: f64, z: f64, roughness: f64) -> f64 {
        let wide = self.entrance.sample(x * 0.75, y * 0.5, z * 0.75) + 0.37 + gradient(y, (-10.0, 30.0), (0.3, 0.0));
        let rarity = rarity_3d(self.spaghetti_3d_rarity.sample(x * 2.0, y, z * 2.0));
        let thickness = unit_to(self.spaghetti_3d_thickness.sample(x, y, z), -0.065, -0.088);
        let [a, b] = &self.spaghetti_3d;
        let tunnel = stretched(a, rarity, x, y, z).max(stretched(b, rarity, x, y, z));
        wide.min((tunnel + thickness).clamp(-1.0, 1.0) + roughness)
    }

    /// `caves/spaghetti_2d`.
    fn spaghetti_2d(&self, elevation: f64, x: f64, y: f64, z: f64) -> f64 {
        let thickness = unit_to(self.spaghetti_2d_thickness.sample(x * 2.0, y, z * 2.0), -0.6, -1.3);
        let rarity = rarity_2d(self.spaghetti_2d_modulator.sample(x * 2.0, y, z * 2.0));
        let tunnel = stretched(&self.spaghetti_2d, rarity, x, y, z) + 0.083 * thickness;
        let height = (elevation + gradient(y, (-64.0, 320.0), (8.0, -40.0))).abs() + thickness;
        tunnel.max(height * height * height).clamp(-1.0, 1.0)
    }

    /// `caves/pillars`.
    fn pillars(&self, x: f64, y: f64, z: f64) -> f64 {
        let pillar = self.pillar.sample(x * 25.0, y * 0.3, z * 25.0);
        let rareness = unit_to(self.pillar_rareness.sample(x, y, z), 0.0, -2.0);
        let thickness = unit_to(self.pillar_thickness.sample(x, y, z), 0.0, 1.1);
        (pillar * 2.0 + rareness) * thickness * thickness * thickness
    }

    /// `NoiseRouterData.underground`.
    fn underground(&self, land: f64, elevation: f64, x: f64, y: f64, z: f64) -> f64 {
        let roughness = self.roughness(x, y, z);
        let layer = self.layer.sample(x, y * 8.0, z);
        let cheese = (self.cheese.sample(x, y / 1.5, z) + 0.27).clamp(-1.0, 1.0);
        let caves = 4.0 * layer * layer + cheese + (1.5 - 0.64 * land).clamp(0.0, 0.5);
        let caves =
            caves.min(self.entrances(x, y, z, roughness)).min(self.spaghetti_2d(elevation, x, y, z) + roughness);
        let pillars = self.pillars(x, y, z);
        if pillars < 0.03 { caves } else { caves.max(pillars) }
    }

    fn noodle(&self, x: f64, y: f64, z: f64) -> [f64; 4] {
        let switch = self.noodle.sample(x, y, z);
        let thickness = unit_to(self.noodle_thickness.sample(x, y, z), -0.05, -0.1);
        let [a, b] = [0, 1].map(|i| {
            const SCALE: f64 = 2.666_666_666_666_666_5;
            self.noodle_ridges[i].sample(x * SCALE, y * SCALE, z * SCALE)
        });
        [switch, thickness, a, b]
    }

    fn vein(&self, x: f64, y: f64, z: f64) -> [f64; 3] {
        let [a, b] = [0, 1].map(|i| self.veins[i].sample(x * 4.0, y * 4.0, z * 4.0));
        [self.veininess.sample(x * 1.5, y * 1.5, z * 1.5), a, b]
    }
}
