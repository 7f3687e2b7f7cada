//! Turns the top of the stone into grass, sand, gravel, snow ... (`SurfaceRuleData.overworld`).

use anima_body::{ChunkPos, MIN_Y};
use anima_rules::{Biome, Block, BlockState};

use super::ground::{Ground, Stuff};
use super::noise::{Noise, lerp, map};
use super::random::{Positional, Random};
use super::window::Window;
use super::zoom::Zoom;

/// The noises and blocks of the surface.
#[derive(Clone, Debug)]
pub struct Surface {
    stuff: Stuff,
    seeds: Positional,
    depth: Noise,
    secondary: Noise,
    swamp: Noise,
    calcite: Noise,
    gravel: Noise,
    powder_snow: Noise,
    packed_ice: Noise,
    ice: Noise,
    zoom: Zoom,
}

/// What a rule may ask about a block (`SurfaceRules.Context`).
struct Context<'a> {
    surface: &'a Surface,
    biome: Biome,
    x: i32,
    y: i32,
    z: i32,
    /// Solid blocks from the last hole above down to this one.
    depth_above: i32,
    /// Whether it is the ceiling of a hole.
    over_hole: bool,
    /// One above the water over it; `None` under air.
    water: Option<i32>,
    /// The noise of the depth of the soil here.
    roughness: f64,
    /// How thick the soil is here.
    soil: i32,
    steep: bool,
}

impl Surface {
    /// The surface of a world.
    pub fn new(seeds: Positional, zoom: Zoom) -> Surface {
        let noise = |name: &str, first: i32, amplitudes: &[f64]| Noise::new(seeds, name, first, amplitudes);
        Surface {
            stuff: Stuff::new(),
            seeds,
            depth: noise("surface", -6, &[1.0, 1.0, 1.0]),
            secondary: noise("surface_secondary", -6, &[1.0, 1.0, 0.0, 1.0]),
            swamp: noise("surface_swamp", -2, &[1.0]),
            calcite: noise("calcite", -9, &[1.0; 4]),
            gravel: noise("gravel", -8, &[1.0; 4]),
            powder_snow: noise("powder_snow", -6, &[1.0; 4]),
            packed_ice: noise("packed_ice", -7, &[1.0; 4]),
            ice: noise("ice", -4, &[1.0; 4]),
            zoom,
        }
    }

    /// Covers the ground of a chunk.
    pub fn cover(&self, chunk: ChunkPos, ground: &mut Ground, window: &mut Window) {
        let tops = ground.tops();
        let mut level = |x: i32, z: i32| f64::from(window.quarter(x >> 2, z >> 2).surface);
        let corner = chunk.corner(0);
        let levels = [
            level(corner.x, corner.z),
            level(corner.x + 16, corner.z),
            level(corner.x, corner.z + 16),
            level(corner.x + 16, corner.z + 16),
        ];
        for i in 0..256 {
            let (dx, dz) = (i & 15, i >> 4);
            let (x, z) = (corner.x + dx as i32, corner.z + dz as i32);
            let (fx, fz) = (f64::from(x), f64::from(z));
            let noise = self.depth.sample(fx, 0.0, fz);
            let soil = (noise * 2.75 + 3.0 + self.seeds.at(x, 0, z).double() * 0.25) as i32;
            let (tx, tz) = (dx as f64 / 16.0, dz as f64 / 16.0);
            let least = lerp(tz, lerp(tx, levels[0], levels[1]), lerp(tx, levels[2], levels[3])).floor() as i32;
            let height = |dx: usize, dz: usize| tops[dz << 4 | dx] + 1;
            // `SteepMaterialCondition`: only towards the south or west, within the chunk.
            let steep = height(dx, (dz + 1).min(15)) >= height(dx, dz.saturating_sub(1)) + 4
                || height(dx.saturating_sub(1), dz) >= height((dx + 1).min(15), dz) + 4;
            let from = tops[i] + 1;
            let context = Context {
                surface: self,
                biome: Biome::PLAINS,
                x,
                y: from,
                z,
                depth_above: 0,
                over_hole: false,
                water: None,
                roughness: noise,
                soil,
                steep,
            };
            self.cover_column(context, (from, least + soil - 8), ground, window);
        }
    }

    fn cover_column(&self, mut context: Context, (from, least): (i32, i32), ground: &mut Ground, window: &mut Window) {
        let (x, z) = (context.x, context.z);
        for y in (least.max(MIN_Y + 1)..=from).rev() {
            let state = ground.at(x, y, z);
            if state == BlockState::AIR {
                context.depth_above = 0;
                context.water = None;
                continue;
            }
            if self.stuff.is_liquid(state) {
                context.water.get_or_insert(y + 1);
                continue;
            }
            context.depth_above += 1;
            // Deep down only sandstone is laid.
            let deep = context.depth_above > 1 + context.soil;
            if state != self.stuff.stone || deep && !context.is_sandy() {
                continue;
            }
            context.y = y;
            context.over_hole = !self.stuff.is_solid(ground.at(x, y - 1, z));
            context.biome = self.zoom.biome(window, x, y, z);
            if let Some(state) = context.rule() {
                ground.set(x, y, z, state);
            }
        }
    }

    /// What a carver lays on dirt that lost its grass (`SurfaceSystem.topMaterial`).
    pub fn top_material(&self, window: &mut Window, (x, y, z): (i32, i32, i32), wet: bool) -> Option<BlockState> {
        let noise = self.depth.sample(f64::from(x), 0.0, f64::from(z));
        let soil = (noise * 2.75 + 3.0 + self.seeds.at(x, 0, z).double() * 0.25) as i32;
        let biome = self.zoom.biome(window, x, y, z);
        let water = wet.then_some(y + 1);
        let context = Context {
            surface: self,
            biome,
            x,
            y,
            z,
            depth_above: 1,
            over_hole: false,
            water,
            roughness: noise,
            soil,
            steep: false,
        };
        context.rule()
    }
}

impl Context<'_> {
    fn noise(&self, noise: &Noise) -> f64 {
        noise.sample(f64::from(self.x), 0.0, f64::from(self.z))
    }

    fn noise_in(&self, noise: &Noise, low: f64, high: f64) -> bool {
        (low..=high).contains(&self.noise(noise))
    }

    /// `surfaceNoiseAbove`.
    fn rough_above(&self, limit: f64) -> bool {
        self.roughness >= limit / 8.25
    }

    fn on_floor(&self) -> bool {
        self.depth_above <= 1
    }

    fn under_floor(&self) -> bool {
        self.depth_above <= 1 + self.soil
    }

    fn deep_under_floor(&self, range: f64) -> bool {
        let secondary = map(self.noise(&self.surface.secondary), (-1.0, 1.0), (0.0, range)) as i32;
        self.depth_above <= 1 + self.soil + secondary
    }

    /// `waterBlockCheck(0, 0)`: no water above.
    fn is_dry(&self) -> bool {
        self.water.is_none_or(|water| self.y >= water)
    }

    fn grass_or_dirt(&self) -> BlockState {
        if self.is_dry() { self.surface.stuff.grass_block } else { self.surface.stuff.dirt }
    }

    fn gravel(&self) -> BlockState {
        if self.over_hole { Block::STONE.state() } else { Block::GRAVEL.state() }
    }

    fn sand(&self) -> BlockState {
        if self.over_hole { Block::SANDSTONE.state() } else { Block::SAND.state() }
    }

    fn is_sandy(&self) -> bool {
        matches!(self.biome, Biome::WARM_OCEAN | Biome::BEACH | Biome::SNOWY_BEACH | Biome::DESERT)
    }

    /// What this block turns into.
    fn rule(&self) -> Option<BlockState> {
        if self.on_floor() && self.biome == Biome::SWAMP && self.y == 62 && self.noise(&self.surface.swamp) >= 0.0 {
            return Some(self.surface.stuff.water);
        }
        // `waterBlockCheck(-1, 0)`, which no ground under water passes.
        if self.on_floor() && self.is_dry() {
            return Some(self.floor());
        }
        // `waterStartCheck(-6, -1)`: the top of this ground is not deep under water.
        if self.water.is_none_or(|water| self.y + self.depth_above >= water - 6 - self.soil) {
            if self.under_floor() {
                return Some(self.below_floor());
            }
            let sandstone = if self.biome == Biome::DESERT {
                self.deep_under_floor(30.0)
            } else {
                self.is_sandy() && self.deep_under_floor(6.0)
            };
            if sandstone {
                return Some(Block::SANDSTONE.state());
            }
        }
        if !self.on_floor() {
            return None;
        }
        Some(match self.biome {
            Biome::FROZEN_PEAKS | Biome::JAGGED_PEAKS => Block::STONE.state(),
            Biome::WARM_OCEAN | Biome::LUKEWARM_OCEAN | Biome::DEEP_LUKEWARM_OCEAN => self.sand(),
            _ => self.gravel(),
        })
    }

    /// What floor and the soil below it share.
    fn bare_ground(&self) -> Option<BlockState> {
        let surface = self.surface;
        Some(match self.biome {
            Biome::STONY_PEAKS if self.noise_in(&surface.calcite, -0.0125, 0.0125) => Block::CALCITE.state(),
            Biome::STONY_SHORE if self.noise_in(&surface.gravel, -0.05, 0.05) => self.gravel(),
            Biome::STONY_PEAKS | Biome::STONY_SHORE | Biome::DRIPSTONE_CAVES => surface.stuff.stone,
            Biome::WINDSWEPT_HILLS if self.rough_above(1.0) => surface.stuff.stone,
            _ if self.is_sandy() => self.sand(),
            _ => return None,
        })
    }

    fn gravelly_hills(&self, soil: BlockState) -> BlockState {
        match () {
            () if self.rough_above(2.0) => self.gravel(),
            () if self.rough_above(1.0) => self.surface.stuff.stone,
            () if self.rough_above(-1.0) => soil,
            () => self.gravel(),
        }
    }

    fn floor(&self) -> BlockState {
        let surface = self.surface;
        let stone = surface.stuff.stone;
        let powder = || self.noise_in(&surface.powder_snow, 0.35, 0.6) && self.is_dry();
        let snow = Block::SNOW_BLOCK.state();
        match self.biome {
            Biome::FROZEN_PEAKS if self.steep || self.noise_in(&surface.packed_ice, 0.0, 0.2) => {
                Block::PACKED_ICE.state()
            }
            Biome::FROZEN_PEAKS if self.noise_in(&surface.ice, 0.0, 0.025) => Block::ICE.state(),
            Biome::SNOWY_SLOPES | Biome::JAGGED_PEAKS if self.steep => stone,
            Biome::SNOWY_SLOPES | Biome::GROVE if powder() => Block::POWDER_SNOW.state(),
            Biome::FROZEN_PEAKS | Biome::SNOWY_SLOPES | Biome::JAGGED_PEAKS | Biome::GROVE if self.is_dry() => snow,
            Biome::WINDSWEPT_SAVANNA if self.rough_above(1.75) => stone,
            Biome::WINDSWEPT_SAVANNA if self.rough_above(-0.5) => Block::COARSE_DIRT.state(),
            Biome::WINDSWEPT_GRAVELLY_HILLS => self.gravelly_hills(self.grass_or_dirt()),
            Biome::OLD_GROWTH_PINE_TAIGA | Biome::OLD_GROWTH_SPRUCE_TAIGA if self.rough_above(1.75) => {
                Block::COARSE_DIRT.state()
            }
            Biome::OLD_GROWTH_PINE_TAIGA | Biome::OLD_GROWTH_SPRUCE_TAIGA if self.rough_above(-0.95) => {
                Block::PODZOL.state()
            }
            Biome::MUSHROOM_FIELDS => Block::MYCELIUM.state(),
            _ => self.bare_ground().unwrap_or_else(|| self.grass_or_dirt()),
        }
    }

    fn below_floor(&self) -> BlockState {
        let surface = self.surface;
        let stone = surface.stuff.stone;
        let powder = || self.noise_in(&surface.powder_snow, 0.45, 0.58) && self.is_dry();
        match self.biome {
            Biome::FROZEN_PEAKS if self.steep || self.noise_in(&surface.packed_ice, -0.5, 0.2) => {
                Block::PACKED_ICE.state()
            }
            Biome::FROZEN_PEAKS if self.noise_in(&surface.ice, -0.0625, 0.025) => Block::ICE.state(),
            Biome::SNOWY_SLOPES if self.steep => stone,
            Biome::JAGGED_PEAKS => stone,
            Biome::SNOWY_SLOPES | Biome::GROVE if powder() => Block::POWDER_SNOW.state(),
            Biome::FROZEN_PEAKS | Biome::SNOWY_SLOPES if self.is_dry() => Block::SNOW_BLOCK.state(),
            Biome::WINDSWEPT_SAVANNA if self.rough_above(1.75) => stone,
            Biome::WINDSWEPT_GRAVELLY_HILLS => self.gravelly_hills(surface.stuff.dirt),
            _ => self.bare_ground().unwrap_or(surface.stuff.dirt),
        }
    }
}
