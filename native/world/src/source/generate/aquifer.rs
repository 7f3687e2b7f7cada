//! What fills the holes in the ground: air, water or lava (`Aquifer.NoiseBasedAquifer`).
//!
//! The underground is cut into cells of 16x12x16 blocks with a random centre each. A centre has a liquid and a
//! level; a block takes those of the nearest, and where two differ a wall of stone stands between.

use anima_body::ChunkPos;

use super::climate::depth_of;
use super::noise::{Noise, clamped_map, map};
use super::random::{Positional, Random};
use super::window::Window;

/// Sea level: the first block of air above the sea.
pub const SEA_LEVEL: i32 = 63;
/// Below it everything open is lava.
pub const LAVA_LEVEL: i32 = -54;
const DRY: i32 = -32_512;

/// What fills a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    /// Stone: it is no hole.
    Stone,
    /// Air.
    Air,
    /// Water.
    Water,
    /// Lava.
    Lava,
}

/// The noises of liquids.
#[derive(Clone, Debug)]
pub struct Aquifers {
    barrier: Noise,
    floodedness: Noise,
    spread: Noise,
    lava: Noise,
    centers: Positional,
}

/// A centre's liquid: below `level` there is `liquid`, above it air.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Status {
    level: i32,
    lava: bool,
}

#[derive(Clone, Copy, Debug)]
struct Center {
    x: i32,
    y: i32,
    z: i32,
    status: Option<Status>,
}

const ROWS: usize = 34;
const LOWEST_ROW: i32 = -7;

/// The aquifer of one chunk.
pub struct Aquifer<'a> {
    noises: &'a Aquifers,
    chunk: ChunkPos,
    /// Centres of 3x3 cells for each row of cells upwards.
    centers: Vec<[Center; 9]>,
    /// For each row, with the rows beside it: the one status of all its centres, or the highest level.
    rows: [Option<Row>; ROWS],
    /// Highest ground for which a centre may be asked: above it by some way all is as the sea is.
    highest_ground: i32,
}

#[derive(Clone, Copy)]
struct Row {
    uniform: Option<Status>,
    highest: i32,
}

/// `SURFACE_SAMPLING_OFFSETS_IN_CHUNKS`.
const SURFACE_SAMPLES: [(i32, i32); 13] =
    [(0, 0), (-2, -1), (-1, -1), (0, -1), (1, -1), (-3, 0), (-2, 0), (-1, 0), (1, 0), (-2, 1), (-1, 1), (0, 1), (1, 1)];

impl Status {
    fn at(self, y: i32) -> Filling {
        match (y < self.level, self.lava) {
            (false, _) => Filling::Air,
            (true, true) => Filling::Lava,
            (true, false) => Filling::Water,
        }
    }
}

/// The sea, or the lava at the bottom of the world (`createFluidPicker`).
fn sea(y: i32) -> Status {
    if y < LAVA_LEVEL { Status { level: LAVA_LEVEL, lava: true } } else { Status { level: SEA_LEVEL, lava: false } }
}

impl Aquifers {
    /// The aquifers of a world.
    pub fn new(seeds: Positional) -> Aquifers {
        let one = |name: &str, first: i32| Noise::new(seeds, name, first, &[1.0]);
        Aquifers {
            barrier: one("aquifer_barrier", -3),
            floodedness: one("aquifer_fluid_level_floodedness", -7),
            spread: one("aquifer_fluid_level_spread", -5),
            lava: one("aquifer_lava", -1),
            centers: seeds.named("minecraft:aquifer").fork(),
        }
    }
}

fn similarity(near: i32, far: i32) -> f64 {
    1.0 - f64::from((far - near).abs()) / 25.0
}

impl<'a> Aquifer<'a> {
    /// The aquifer of a chunk.
    pub fn new(noises: &'a Aquifers, chunk: ChunkPos, window: &mut Window) -> Aquifer<'a> {
        let mut highest_ground = i32::MIN;
        for z in -3..=3 {
            for x in -5..=3 {
                for quarter in window.tile(ChunkPos::new(chunk.x + x, chunk.z + z)) {
                    if quarter.surface != i32::MAX {
                        highest_ground = highest_ground.max(quarter.surface);
                    }
                }
            }
        }
        let center = |row: usize, i: usize| {
            let (cx, cy, cz) = (chunk.x - 1 + i as i32 % 3, LOWEST_ROW + row as i32, chunk.z - 1 + i as i32 / 3);
            let mut random = noises.centers.at(cx, cy, cz);
            let x = cx * 16 + random.below(10);
            let y = cy * 12 + random.below(9);
            Center { x, y, z: cz * 16 + random.below(10), status: None }
        };
        let centers = (0..ROWS).map(|row| std::array::from_fn(|i| center(row, i))).collect();
        Aquifer { noises, chunk, centers, rows: [None; ROWS], highest_ground }
    }

    /// What fills a block of the chunk whose density is this (`computeSubstance`).
    pub fn fill(&mut self, window: &mut Window, x: i32, y: i32, z: i32, density: f64) -> Filling {
        if density > 0.0 {
            return Filling::Stone;
        }
        if y < LAVA_LEVEL {
            return Filling::Lava;
        }
        let row = (y + 1).div_euclid(12) - LOWEST_ROW;
        if row + 1 >= ROWS as i32 {
            return sea(y).at(y);
        }
        let summary = self.row(window, row as usize);
        match summary.uniform {
            Some(status) => return status.at(y),
            // So far above every level no wall stands.
            None if y > summary.highest + 8 => return Filling::Air,
            None => {}
        }
        let [(near, first), (mid, second), (far, third)] = self.nearest(row as usize, x, y, z);
        let first = self.status(window, first);
        let filling = first.at(y);
        let wall = similarity(near, mid);
        if wall <= 0.0 || (filling == Filling::Water && y - 1 < LAVA_LEVEL) {
            return filling;
        }
        let mut barrier = None;
        let second = self.status(window, second);
        if density + wall * self.pressure(&mut barrier, (x, y, z), first, second) > 0.0 {
            return Filling::Stone;
        }
        let third = self.status(window, third);
        let other_wall = similarity(near, far);
        if other_wall > 0.0 && density + wall * other_wall * self.pressure(&mut barrier, (x, y, z), first, third) > 0.0
        {
            return Filling::Stone;
        }
        let last_wall = similarity(mid, far);
        if last_wall > 0.0 && density + wall * last_wall * self.pressure(&mut barrier, (x, y, z), second, third) > 0.0 {
            return Filling::Stone;
        }
        filling
    }

    /// Whether every hole in the eight blocks from this height up is full of air.
    pub fn is_air_from(&mut self, window: &mut Window, y: i32) -> bool {
        if y < LAVA_LEVEL {
            return false;
        }
        [y, y + 7].into_iter().all(|at| {
            let row = (at + 1).div_euclid(12) - LOWEST_ROW;
            if row + 1 >= ROWS as i32 {
                return y >= SEA_LEVEL;
            }
            let row = self.row(window, row as usize);
            y > row.highest + 8 || row.uniform.is_some_and(|status| y >= status.level)
        })
    }

    /// The three nearest centres with their squared distances.
    fn nearest(&self, row: usize, x: i32, y: i32, z: i32) -> [(i32, (usize, usize)); 3] {
        let first_x = ((x - 5) >> 4) - (self.chunk.x - 1);
        let first_z = ((z - 5) >> 4) - (self.chunk.z - 1);
        let mut best = [(i32::MAX, (0, 0)); 3];
        for dx in 0..2 {
            for row in row - 1..=row + 1 {
                for dz in 0..2 {
                    let i = ((first_z + dz) * 3 + first_x + dx) as usize;
                    let center = &self.centers[row][i];
                    let (ex, ey, ez) = (center.x - x, center.y - y, center.z - z);
                    let found = (ex * ex + ey * ey + ez * ez, (row, i));
                    if best[0].0 >= found.0 {
                        best = [found, best[0], best[1]];
                    } else if best[1].0 >= found.0 {
                        best = [best[0], found, best[1]];
                    } else if best[2].0 >= found.0 {
                        best[2] = found;
                    }
                }
            }
        }
        best
    }

    /// What the centres of a row and of the rows beside it have in common.
    fn row(&mut self, window: &mut Window, row: usize) -> Row {
        if let Some(known) = self.rows[row] {
            return known;
        }
        let mut uniform = None;
        let mut same = true;
        let mut highest = i32::MIN;
        for near in row - 1..=row + 1 {
            for i in 0..9 {
                let status = self.status(window, (near, i));
                highest = highest.max(status.level);
                match uniform {
                    None => uniform = Some(status),
                    Some(first) => same &= first == status,
                }
            }
        }
        let known = Row { uniform: uniform.filter(|_| same), highest };
        self.rows[row] = Some(known);
        known
    }

    fn status(&mut self, window: &mut Window, (row, i): (usize, usize)) -> Status {
        let center = self.centers[row][i];
        if let Some(status) = center.status {
            return status;
        }
        let status = if center.y - 12 > self.highest_ground + 8 {
            sea(center.y)
        } else {
            self.compute(window, center.x, center.y, center.z)
        };
        self.centers[row][i].status = Some(status);
        status
    }

    /// `computeFluid`.
    fn compute(&self, window: &mut Window, x: i32, y: i32, z: i32) -> Status {
        let sea_here = sea(y);
        let (above, below) = (y + 12, y - 12);
        let mut lowest = i32::MAX;
        let mut under_sea = false;
        for (i, (cx, cz)) in SURFACE_SAMPLES.into_iter().enumerate() {
            let here = i == 0;
            let surface = window.quarter((x + cx * 16) >> 2, (z + cz * 16) >> 2).surface;
            let ground = surface.saturating_add(8);
            if here && below > ground {
                return sea_here;
            }
            let pokes_out = above > ground;
            if pokes_out || here {
                let there = sea(ground);
                if there.at(ground) != Filling::Air {
                    under_sea |= here;
                    if pokes_out {
                        return there;
                    }
                }
            }
            lowest = lowest.min(surface);
        }
        let level = self.level(window, (x, y, z), sea_here, lowest, under_sea);
        Status { level, lava: self.is_lava((x, y, z), sea_here, level) }
    }

    /// `computeSurfaceLevel`.
    fn level(&self, window: &mut Window, (x, y, z): (i32, i32, i32), sea: Status, ground: i32, under_sea: bool) -> i32 {
        let quarter = window.quarter(x >> 2, z >> 2);
        let deep_dark = quarter.climate.erosion < -0.225 && depth_of(y) + quarter.offset > f64::from(0.9_f32);
        if deep_dark {
            return DRY;
        }
        let depth = ground.saturating_add(8).saturating_sub(y);
        let near_sea = if under_sea { clamped_map(f64::from(depth), (0.0, 64.0), (1.0, 0.0)) } else { 0.0 };
        let (fx, fy, fz) = (f64::from(x), f64::from(y), f64::from(z));
        let flooded = self.noises.floodedness.sample(fx, fy * 0.67, fz).clamp(-1.0, 1.0);
        if flooded > map(near_sea, (1.0, 0.0), (-0.3, 0.8)) {
            return sea.level;
        }
        if flooded <= map(near_sea, (1.0, 0.0), (-0.8, 0.4)) {
            return DRY;
        }
        // `computeRandomizedFluidSurfaceLevel`.
        let (cx, cy, cz) = (x.div_euclid(16), y.div_euclid(40), z.div_euclid(16));
        let spread = self.noises.spread.sample(f64::from(cx), f64::from(cy) * 0.714_285_714_285_714_3, f64::from(cz));
        let step = (spread * 10.0 / 3.0).floor() as i32 * 3;
        ground.min(cy * 40 + 20 + step)
    }

    /// `computeFluidType`.
    fn is_lava(&self, (x, y, z): (i32, i32, i32), sea: Status, level: i32) -> bool {
        if level <= -10 && level != DRY && !sea.lava {
            let (cx, cy, cz) = (x.div_euclid(64), y.div_euclid(40), z.div_euclid(64));
            if self.noises.lava.sample(f64::from(cx), f64::from(cy), f64::from(cz)).abs() > 0.3 {
                return true;
            }
        }
        sea.lava
    }

    /// `calculatePressure`: how much stone stands between two liquids.
    fn pressure(&self, barrier: &mut Option<f64>, (x, y, z): (i32, i32, i32), a: Status, b: Status) -> f64 {
        if matches!((a.at(y), b.at(y)), (Filling::Lava, Filling::Water) | (Filling::Water, Filling::Lava)) {
            return 2.0;
        }
        let apart = (a.level - b.level).abs();
        if apart == 0 {
            return 0.0;
        }
        let middle = 0.5 * f64::from(a.level + b.level);
        let above = f64::from(y) + 0.5 - middle;
        let inside = f64::from(apart) / 2.0 - above.abs();
        let force = if above > 0.0 {
            if inside > 0.0 { inside / 1.5 } else { inside / 2.5 }
        } else {
            let inside = 3.0 + inside;
            if inside > 0.0 { inside / 3.0 } else { inside / 10.0 }
        };
        let noise = if (-2.0..=2.0).contains(&force) {
            *barrier.get_or_insert_with(|| self.noises.barrier.sample(f64::from(x), f64::from(y) * 0.5, f64::from(z)))
        } else {
            0.0
        };
        2.0 * (noise + force)
    }
}
