//! Fills a chunk with stone, air, liquids and ore veins (`NoiseBasedChunkGenerator.doFill`).

use std::sync::Arc;

use anima_body::{ChunkPos, MIN_Y};
use anima_rules::{Block, BlockState};

use super::aquifer::{Aquifer, Filling};
use super::density::{CELL_HEIGHT, Corners, LEVELS, VEIN_LEVELS};
use super::ground::{Ground, Stuff};
use super::noise::{Noise, clamped_map, lerp};
use super::random::{Positional, Random};
use super::window::Window;

/// What `doFill` needs beside densities and aquifers.
#[derive(Clone, Debug)]
pub struct Filler {
    stuff: Stuff,
    ores: Positional,
    deepslate: Positional,
    bedrock: Positional,
    vein_gap: Noise,
    veins: [Vein; 2],
}

/// `OreVeinifier.VeinType`.
#[derive(Clone, Copy, Debug)]
struct Vein {
    ore: BlockState,
    raw: BlockState,
    filler: BlockState,
    low: i32,
    high: i32,
}

/// The corners of a chunk: 5x5, index `z * 5 + x`.
pub type Grid = [Arc<Corners>; 25];

/// The values at the eight corners of a cell, x fastest, then z, then y.
type Cell = [f64; 8];

/// A height within a cell: for each of its four x the values on its north and on its south side.
type Slice = [[f64; 2]; 4];

#[inline]
fn at_height(cell: &Cell, ty: f64) -> Slice {
    let edge = |i: usize| lerp(ty, cell[i], cell[i + 4]);
    let edges = [edge(0), edge(1), edge(2), edge(3)];
    let sides = |tx: f64| [lerp(tx, edges[0], edges[1]), lerp(tx, edges[2], edges[3])];
    [sides(0.0), sides(0.25), sides(0.5), sides(0.75)]
}

#[inline]
fn within(slice: &Slice, dx: usize, tz: f64) -> f64 {
    lerp(tz, slice[dx][0], slice[dx][1])
}

/// A value at the corners of a cell whose lower corners are those of `level`.
#[inline]
fn cell([a, b, c, d]: [&Corners; 4], level: usize, value: impl Fn(&Corners, usize) -> f64) -> Cell {
    let (low, high) = (level, level + 1);
    [
        value(a, low),
        value(b, low),
        value(c, low),
        value(d, low),
        value(a, high),
        value(b, high),
        value(c, high),
        value(d, high),
    ]
}

/// Within this much of zero both ridges of a noodle cave are: at its thickest, 0.1 over 1.5.
const NOODLE_WIDTH: f64 = 0.0667;
/// The same of an ore vein.
const VEIN_WIDTH: f64 = 0.08;

/// Whether a value comes within `width` of zero somewhere in the cell.
fn comes_near(cell: &Cell, width: f64) -> bool {
    !cell.iter().all(|value| *value > width) && !cell.iter().all(|value| *value < -width)
}

/// `squeeze`.
fn squeeze(density: f64) -> f64 {
    let density = density.clamp(-1.0, 1.0);
    density / 2.0 - density * density * density / 24.0
}

impl Filler {
    /// The filler of a world.
    pub fn new(seeds: Positional) -> Filler {
        let vein = |ore: Block, raw: Block, filler: Block, low, high| Vein {
            ore: ore.state(),
            raw: raw.state(),
            filler: filler.state(),
            low,
            high,
        };
        Filler {
            stuff: Stuff::new(),
            ores: seeds.named("minecraft:ore").fork(),
            deepslate: seeds.named("minecraft:deepslate").fork(),
            bedrock: seeds.named("minecraft:bedrock_floor").fork(),
            vein_gap: Noise::new(seeds, "ore_gap", -5, &[1.0]),
            veins: [
                vein(Block::COPPER_ORE, Block::RAW_COPPER_BLOCK, Block::GRANITE, 0, 50),
                vein(Block::DEEPSLATE_IRON_ORE, Block::RAW_IRON_BLOCK, Block::TUFF, -60, -8),
            ],
        }
    }

    /// The ground of a chunk before surface and caves are carved.
    pub fn fill(&self, chunk: ChunkPos, grid: &Grid, aquifer: &mut Aquifer, window: &mut Window) -> Ground {
        let mut ground = Ground::new();
        for cell_z in 0..4 {
            for cell_x in 0..4 {
                let i = cell_z * 5 + cell_x;
                let spots = [&*grid[i], &*grid[i + 1], &*grid[i + 5], &*grid[i + 6]];
                let corner = chunk.corner(0).offset(cell_x as i32 * 4, 0, cell_z as i32 * 4);
                for level in 0..LEVELS - 1 {
                    self.fill_cell(&mut ground, (corner.x, corner.z), level, spots, aquifer, window);
                }
            }
        }
        ground
    }

    fn fill_cell(
        &self,
        ground: &mut Ground,
        (x0, z0): (i32, i32),
        level: usize,
        spots: [&Corners; 4],
        aquifer: &mut Aquifer,
        window: &mut Window,
    ) {
        let y0 = MIN_Y + CELL_HEIGHT * level as i32;
        let density = cell(spots, level, |corners, level| corners.density[level]);
        let open = density.iter().all(|d| *d < 0.0);
        if open && aquifer.is_air_from(window, y0) {
            return;
        }
        let noodle = |which: usize| cell(spots, level, |corners, level| corners.noodle[level][which]);
        let vein = |which: usize| cell(spots, level, |corners, level| corners.vein[level][which]);
        let switch = noodle(0);
        let noodles = switch
            .iter()
            .any(|s| *s >= 0.0)
            .then(|| [switch, noodle(1), noodle(2), noodle(3)])
            .filter(|[_, _, a, b]| comes_near(a, NOODLE_WIDTH) && comes_near(b, NOODLE_WIDTH));
        let closed = noodles.is_none() && density.iter().all(|d| *d > 0.0);
        let veins =
            (level + 1 < VEIN_LEVELS && !open).then(|| [vein(0), vein(1), vein(2)]).filter(|[strength, a, b]| {
                strength.iter().any(|s| s.abs() >= 0.4) && comes_near(a, VEIN_WIDTH) && comes_near(b, VEIN_WIDTH)
            });
        if closed && veins.is_none() {
            let whole = match y0 {
                8.. => Some(self.stuff.stone),
                -56..0 => Some(self.stuff.deepslate),
                _ => None,
            };
            if let Some(rock) = whole {
                ground.fill_cell((x0, y0, z0), rock);
                return;
            }
        }
        for dy in 0..CELL_HEIGHT {
            let (y, ty) = (y0 + dy, f64::from(dy) / 8.0);
            let density = at_height(&density, ty);
            let noodles = noodles.as_ref().map(|noodles| noodles.each_ref().map(|cell| at_height(cell, ty)));
            let veins = veins.as_ref().map(|veins| veins.each_ref().map(|cell| at_height(cell, ty)));
            for dz in 0..4 {
                let (z, tz) = (z0 + dz, f64::from(dz) / 4.0);
                for dx in 0..4 {
                    let (x, dx) = (x0 + dx, dx as usize);
                    let filling = if closed {
                        Filling::Stone
                    } else {
                        let mut value = squeeze(0.64 * within(&density, dx, tz));
                        if let Some([switch, thickness, a, b]) = &noodles
                            && within(switch, dx, tz) >= 0.0
                        {
                            let ridge = within(a, dx, tz).abs().max(within(b, dx, tz).abs());
                            value = value.min(within(thickness, dx, tz) + 1.5 * ridge);
                        }
                        aquifer.fill(window, x, y, z, value)
                    };
                    let state = match filling {
                        Filling::Air => continue,
                        Filling::Water => self.stuff.water,
                        Filling::Lava => self.stuff.lava,
                        Filling::Stone => {
                            let vein = veins.as_ref().and_then(|[strength, a, b]| {
                                let ridge = within(a, dx, tz).abs().max(within(b, dx, tz).abs());
                                self.vein((x, y, z), within(strength, dx, tz), ridge - 0.08)
                            });
                            vein.unwrap_or_else(|| self.rock(x, y, z))
                        }
                    };
                    ground.set(x, y, z, state);
                }
            }
        }
    }

    /// Stone, deepslate or bedrock (`verticalGradient`).
    fn rock(&self, x: i32, y: i32, z: i32) -> BlockState {
        let chance = |seeds: Positional, above: f32| seeds.at(x, y, z).float() < above;
        match y {
            8.. => self.stuff.stone,
            1..8 => {
                let deep = chance(self.deepslate, (8 - y) as f32 / 8.0);
                if deep { self.stuff.deepslate } else { self.stuff.stone }
            }
            -59..1 => self.stuff.deepslate,
            _ => {
                let floor = y <= MIN_Y || chance(self.bedrock, (MIN_Y + 5 - y) as f32 / 5.0);
                if floor { self.stuff.bedrock } else { self.stuff.deepslate }
            }
        }
    }

    /// `OreVeinifier`: what lies in a large vein here.
    fn vein(&self, (x, y, z): (i32, i32, i32), kind: f64, ridge: f64) -> Option<BlockState> {
        let vein = &self.veins[usize::from(kind <= 0.0)];
        let strength = kind.abs();
        let inside = (vein.high - y).min(y - vein.low);
        if inside < 0 || strength + clamped_map(f64::from(inside), (0.0, 20.0), (-0.2, 0.0)) < f64::from(0.4_f32) {
            return None;
        }
        let mut random = self.ores.at(x, y, z);
        if random.float() > 0.7 || ridge >= 0.0 {
            return None;
        }
        let richness = clamped_map(strength, (f64::from(0.4_f32), f64::from(0.6_f32)), (0.1, 0.3));
        let rich = f64::from(random.float()) < richness;
        let gap = || self.vein_gap.sample(f64::from(x), f64::from(y), f64::from(z));
        if rich && gap() > f64::from(-0.3_f32) {
            return Some(if random.float() < 0.02 { vein.raw } else { vein.ore });
        }
        Some(vein.filler)
    }
}
