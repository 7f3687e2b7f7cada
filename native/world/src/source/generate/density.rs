//! Where stone is and where air: the land, cheese caves, spaghetti, noodles and pillars
//! (`NoiseRouterData.overworld`), on the corners of 4x8x4 cells.

use super::climate::{Quarter, depth_of, gradient_density, slide};
use super::noise::{Blended, Noise, UprightBlended, UprightNoise};
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
/// How fine the ridges of noodle caves are.
const RIDGES: f64 = 2.666_666_666_666_666_5;

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
        let mut spot = Spot::new(self, x, z);
        let gradient = |y: i32| gradient_density(quarter.factor, depth_of(y) + quarter.offset + quarter.jagged);
        // At the very bottom all is ground, whatever the noises say.
        corners.density[0] = slide(0.0, -64);
        let mut ground_below = None;
        for level in 1..LEVELS {
            let y = -64 + CELL_HEIGHT * level as i32;
            let fy = f64::from(y);
            let land = gradient(y);
            if land < SURELY_AIR {
                corners.density[level] = slide(land, y);
                continue;
            }
            let land = land + spot.base.sample(y);
            let shaped_by_caves = land > NO_CAVES_ABOVE
                || ground_below.unwrap_or_else(|| {
                    let bottom = gradient(-64);
                    bottom < SURELY_AIR || bottom + spot.base.sample(-64) > 0.0
                });
            ground_below = Some(land > 0.0);
            let density = if !shaped_by_caves {
                land
            } else if land < 1.5625 {
                let roughness = spot.roughness(fy);
                land.min(5.0 * spot.entrances(fy, roughness))
            } else {
                spot.underground(land, fy)
            };
            corners.density[level] = slide(density, y);
            if shaped_by_caves && y > -60 {
                corners.noodle[level] = spot.noodle(fy);
            }
        }
        for (level, vein) in corners.vein.iter_mut().enumerate().take(VEIN_LEVELS - 1).skip(1) {
            *vein = spot.vein(f64::from(-64 + CELL_HEIGHT * level as i32));
        }
        corners
    }
}

/// `WeirdScaledSampler`: a noise stretched by how rare its caves are.
struct Stretched<'a> {
    noise: &'a Noise,
    x: f64,
    z: f64,
    /// The noise for the rarity last asked for.
    last: Option<(f64, UprightNoise<'a>)>,
}

impl<'a> Stretched<'a> {
    fn new(noise: &'a Noise, x: f64, z: f64) -> Stretched<'a> {
        Stretched { noise, x, z, last: None }
    }

    fn sample(&mut self, rarity: f64, y: f64) -> f64 {
        let last = self.last.take().filter(|(last, _)| *last == rarity);
        let (_, upright) =
            self.last.insert(last.unwrap_or_else(|| (rarity, self.noise.upright(self.x / rarity, self.z / rarity))));
        rarity * upright.sample(y / rarity).abs()
    }
}

/// The noises of the underground above one spot.
struct Spot<'a> {
    /// 8 times `spaghetti_2d_elevation`, which is the same at all heights.
    elevation: f64,
    base: UprightBlended<'a>,
    entrance: UprightNoise<'a>,
    layer: UprightNoise<'a>,
    cheese: UprightNoise<'a>,
    pillar: UprightNoise<'a>,
    pillar_rareness: UprightNoise<'a>,
    pillar_thickness: UprightNoise<'a>,
    spaghetti_2d: Stretched<'a>,
    spaghetti_2d_modulator: UprightNoise<'a>,
    spaghetti_2d_thickness: UprightNoise<'a>,
    spaghetti_3d: [Stretched<'a>; 2],
    spaghetti_3d_rarity: UprightNoise<'a>,
    spaghetti_3d_thickness: UprightNoise<'a>,
    roughness: UprightNoise<'a>,
    roughness_modulator: UprightNoise<'a>,
    noodle: UprightNoise<'a>,
    noodle_thickness: UprightNoise<'a>,
    noodle_ridges: [UprightNoise<'a>; 2],
    veininess: UprightNoise<'a>,
    veins: [UprightNoise<'a>; 2],
}

impl<'a> Spot<'a> {
    fn new(noises: &'a Densities, block_x: i32, block_z: i32) -> Spot<'a> {
        let (x, z) = (f64::from(block_x), f64::from(block_z));
        let scaled = |noise: &'a Noise, scale: f64| noise.upright(x * scale, z * scale);
        let here = |noise: &'a Noise| noise.upright(x, z);
        let stretched = |noise: &'a Noise| Stretched::new(noise, x, z);
        Spot {
            elevation: 8.0 * noises.spaghetti_2d_elevation.sample(x, 0.0, z),
            base: noises.base.upright(block_x, block_z),
            entrance: scaled(&noises.entrance, 0.75),
            layer: here(&noises.layer),
            cheese: here(&noises.cheese),
            pillar: scaled(&noises.pillar, 25.0),
            pillar_rareness: here(&noises.pillar_rareness),
            pillar_thickness: here(&noises.pillar_thickness),
            spaghetti_2d: stretched(&noises.spaghetti_2d),
            spaghetti_2d_modulator: scaled(&noises.spaghetti_2d_modulator, 2.0),
            spaghetti_2d_thickness: scaled(&noises.spaghetti_2d_thickness, 2.0),
            spaghetti_3d: noises.spaghetti_3d.each_ref().map(stretched),
            spaghetti_3d_rarity: scaled(&noises.spaghetti_3d_rarity, 2.0),
            spaghetti_3d_thickness: here(&noises.spaghetti_3d_thickness),
            roughness: here(&noises.roughness),
            roughness_modulator: here(&noises.roughness_modulator),
            noodle: here(&noises.noodle),
            noodle_thickness: here(&noises.noodle_thickness),
            noodle_ridges: noises.noodle_ridges.each_ref().map(|noise| scaled(noise, RIDGES)),
            veininess: scaled(&noises.veininess, 1.5),
            veins: noises.veins.each_ref().map(|noise| scaled(noise, 4.0)),
        }
    }

    /// `spaghetti_roughness_function`.
    fn roughness(&mut self, y: f64) -> f64 {
        let modulator = unit_to(self.roughness_modulator.sample(y), 0.0, -0.1);
        modulator * (self.roughness.sample(y).abs() - 0.4)
    }

    /// `caves/entrances`.
    fn entrances(&mut self, y: f64, roughness: f64) -> f64 {
        let wide = self.entrance.sample(y * 0.5) + 0.37 + gradient(y, (-10.0, 30.0), (0.3, 0.0));
        let rarity = rarity_3d(self.spaghetti_3d_rarity.sample(y));
        let thickness = unit_to(self.spaghetti_3d_thickness.sample(y), -0.065, -0.088);
        let [a, b] = &mut self.spaghetti_3d;
        let tunnel = a.sample(rarity, y).max(b.sample(rarity, y));
        wide.min((tunnel + thickness).clamp(-1.0, 1.0) + roughness)
    }

    /// `caves/spaghetti_2d`.
    fn spaghetti_2d(&mut self, y: f64) -> f64 {
        let thickness = unit_to(self.spaghetti_2d_thickness.sample(y), -0.6, -1.3);
        let height = (self.elevation + gradient(y, (-64.0, 320.0), (8.0, -40.0))).abs() + thickness;
        let off = height * height * height;
        if off >= 1.0 {
            return 1.0;
        }
        let rarity = rarity_2d(self.spaghetti_2d_modulator.sample(y));
        let tunnel = self.spaghetti_2d.sample(rarity, y) + 0.083 * thickness;
        tunnel.max(off).clamp(-1.0, 1.0)
    }

    /// `caves/pillars`.
    fn pillars(&mut self, y: f64) -> f64 {
        let pillar = self.pillar.sample(y * 0.3);
        let rareness = unit_to(self.pillar_rareness.sample(y), 0.0, -2.0);
        let thickness = unit_to(self.pillar_thickness.sample(y), 0.0, 1.1);
        (pillar * 2.0 + rareness) * thickness * thickness * thickness
    }

    /// `NoiseRouterData.underground`.
    fn underground(&mut self, land: f64, y: f64) -> f64 {
        let roughness = self.roughness(y);
        let layer = self.layer.sample(y * 8.0);
        let cheese = (self.cheese.sample(y / 1.5) + 0.27).clamp(-1.0, 1.0);
        let caves = 4.0 * layer * layer + cheese + (1.5 - 0.64 * land).clamp(0.0, 0.5);
        let caves = caves.min(self.entrances(y, roughness)).min(self.spaghetti_2d(y) + roughness);
        let pillars = self.pillars(y);
        if pillars < 0.03 { caves } else { caves.max(pillars) }
    }

    fn noodle(&mut self, y: f64) -> [f64; 4] {
        let [a, b] = &mut self.noodle_ridges;
        let thickness = unit_to(self.noodle_thickness.sample(y), -0.05, -0.1);
        [self.noodle.sample(y), thickness, a.sample(y * RIDGES), b.sample(y * RIDGES)]
    }

    fn vein(&mut self, y: f64) -> [f64; 3] {
        let [a, b] = &mut self.veins;
        [self.veininess.sample(y * 1.5), a.sample(y * 4.0), b.sample(y * 4.0)]
    }
}
