//! Tunnels and ravines that are cut after the surface is laid (`CaveWorldCarver`, `CanyonWorldCarver`).
//!
//! A carver starts in one column of a few and may reach 8 columns away. Its bends are its own, so the round
//! holes it cuts are found once for each starting column and shared by all columns they touch.

use std::f32::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

use anima_body::{ChunkPos, MIN_Y};
use anima_rules::{Block, BlockState};

use super::aquifer::{Aquifer, Filling};
use super::cache::Cache;
use super::ground::{Ground, Stuff};
use super::random::{Legacy, Random};
use super::surface::Surface;
use super::window::Window;

/// Columns from which a carver may reach a column.
const REACH: i32 = 8;
/// `(range * 2 - 1) * 16`: the most steps of a tunnel, one block each.
const LENGTH: i32 = 112;
/// `lava_level`: `above_bottom 8`.
const LAVA_BELOW: i32 = MIN_Y + 8;
/// Blocks in the height of the world, for the widths of a ravine.
const HEIGHT: usize = 384;

/// All that starts in one column.
#[derive(Debug, Default)]
pub struct Carvings {
    tunnels: Vec<Tunnel>,
}

#[derive(Debug)]
struct Tunnel {
    shape: Shape,
    /// Least and greatest x and z that any hole reaches.
    bounds: [f64; 4],
    holes: Vec<Hole>,
}

#[derive(Clone, Debug)]
enum Shape {
    /// Flat floor, at this part of the radius below the middle.
    Cave { floor: f64 },
    /// For each height the square of how much narrower it is there.
    Ravine { widths: Arc<Vec<f32>> },
}

#[derive(Clone, Copy, Debug)]
struct Hole {
    x: f64,
    y: f64,
    z: f64,
    radius: f64,
    height: f64,
}

/// A cave carver's settings (`ConfiguredCarver`).
struct Caves {
    salt: i64,
    chance: f32,
    highest: i32,
}

const CAVES: [Caves; 2] = [Caves { salt: 0, chance: 0.15, highest: 180 }, Caves { salt: 1, chance: 0.07, highest: 47 }];
const RAVINE_SALT: i64 = 2;
const RAVINE_CHANCE: f32 = 0.01;

/// The way a tunnel goes.
#[derive(Clone, Copy)]
struct Heading {
    x: f64,
    y: f64,
    z: f64,
    yaw: f32,
    pitch: f32,
}

/// The size of a tunnel.
#[derive(Clone, Copy)]
struct Bore {
    radius_factor: f64,
    height_factor: f64,
    thickness: f32,
    floor: f64,
}

impl Tunnel {
    fn new(shape: Shape) -> Tunnel {
        Tunnel { shape, bounds: [f64::MAX, f64::MIN, f64::MAX, f64::MIN], holes: Vec::new() }
    }

    fn add(&mut self, hole: Hole) {
        let [west, east, north, south] = &mut self.bounds;
        *west = west.min(hole.x - hole.radius);
        *east = east.max(hole.x + hole.radius);
        *north = north.min(hole.z - hole.radius);
        *south = south.max(hole.z + hole.radius);
        self.holes.push(hole);
    }
}

impl Carvings {
    /// All that starts in a column of the world with this seed.
    pub fn starting_in(seed: i64, chunk: ChunkPos) -> Carvings {
        let mut carvings = Carvings::default();
        for caves in CAVES {
            let mut random = Legacy::of_large_feature(seed.wrapping_add(caves.salt), chunk.x, chunk.z);
            if random.float() <= caves.chance {
                carvings.caves(&caves, chunk, &mut random);
            }
        }
        let mut random = Legacy::of_large_feature(seed.wrapping_add(RAVINE_SALT), chunk.x, chunk.z);
        if random.float() <= RAVINE_CHANCE {
            carvings.ravine(chunk, &mut random);
        }
        carvings.tunnels.retain(|tunnel| !tunnel.holes.is_empty());
        carvings
    }

    fn caves(&mut self, caves: &Caves, chunk: ChunkPos, random: &mut Legacy) {
        let most = random.below(15) + 1;
        let most = random.below(most) + 1;
        for _ in 0..random.below(most) {
            let x = f64::from((chunk.x << 4) + random.below(16));
            let y = f64::from(random.between(MIN_Y + 8, caves.highest));
            let z = f64::from((chunk.z << 4) + random.below(16));
            let radius_factor = f64::from(random.float_between(0.7, 1.4));
            let height_factor = f64::from(random.float_between(0.8, 1.3));
            let floor = f64::from(random.float_between(-1.0, -0.4));
            let mut tunnels = 1;
            if random.below(4) == 0 {
                let flatness = f64::from(random.float_between(0.1, 0.9));
                let radius = 1.5 + f64::from(FRAC_PI_2.sin() * (1.0 + random.float() * 6.0));
                let mut room = Tunnel::new(Shape::Cave { floor });
                room.add(Hole { x: x + 1.0, y, z, radius, height: radius * flatness });
                self.tunnels.push(room);
                tunnels += random.below(4);
            }
            for _ in 0..tunnels {
                let yaw = random.float() * PI * 2.0;
                let pitch = (random.float() - 0.5) / 4.0;
                let mut thickness = random.float() * 2.0 + random.float();
                if random.below(10) == 0 {
                    thickness *= random.float() * random.float() * 3.0 + 1.0;
                }
                let end = LENGTH - random.below(LENGTH / 4);
                let bore = Bore { radius_factor, height_factor, thickness, floor };
                self.tunnel(random.long(), Heading { x, y, z, yaw, pitch }, bore, 0, end);
            }
        }
    }

    /// `createTunnel`.
    fn tunnel(&mut self, seed: i64, mut heading: Heading, bore: Bore, start: i32, end: i32) {
        let mut random = Legacy::new(seed);
        let fork_at = random.below(end / 2) + end / 4;
        let level = random.below(6) == 0;
        let (mut turn, mut tilt) = (0.0_f32, 0.0_f32);
        let mut tunnel = Tunnel::new(Shape::Cave { floor: bore.floor });
        for step in start..end {
            let radius = 1.5 + f64::from((PI * step as f32 / end as f32).sin() * bore.thickness);
            let forward = heading.pitch.cos();
            heading.x += f64::from(heading.yaw.cos() * forward);
            heading.y += f64::from(heading.pitch.sin());
            heading.z += f64::from(heading.yaw.sin() * forward);
            heading.pitch *= if level { 0.92 } else { 0.7 };
            heading.pitch += tilt * 0.1;
            heading.yaw += turn * 0.1;
            tilt *= 0.9;
            turn *= 0.75;
            tilt += (random.float() - random.float()) * random.float() * 2.0;
            turn += (random.float() - random.float()) * random.float() * 4.0;
            if step == fork_at && bore.thickness > 1.0 {
                for side in [-FRAC_PI_2, FRAC_PI_2] {
                    let seed = random.long();
                    let bore = Bore { thickness: random.float() * 0.5 + 0.5, ..bore };
                    let heading = Heading { yaw: heading.yaw + side, pitch: heading.pitch / 3.0, ..heading };
                    self.tunnel(seed, heading, bore, step, end);
                }
                break;
            }
            if random.below(4) != 0 {
                tunnel.add(Hole {
                    x: heading.x,
                    y: heading.y,
                    z: heading.z,
                    radius: radius * bore.radius_factor,
                    height: radius * bore.height_factor,
                });
            }
        }
        self.tunnels.push(tunnel);
    }

    /// `CanyonWorldCarver.carve`.
    fn ravine(&mut self, chunk: ChunkPos, random: &mut Legacy) {
        let x = f64::from((chunk.x << 4) + random.below(16));
        let y = f64::from(random.between(10, 67));
        let z = f64::from((chunk.z << 4) + random.below(16));
        let yaw = random.float() * PI * 2.0;
        let pitch = random.float_between(-0.125, 0.125);
        let thickness = random.float() * 4.0 + random.float() * 2.0;
        let end = (LENGTH as f32 * random.float_between(0.75, 1.0)) as i32;
        let mut random = Legacy::new(random.long());
        let widths = Arc::new(ravine_widths(&mut random));
        let mut tunnel = Tunnel::new(Shape::Ravine { widths });
        let mut heading = Heading { x, y, z, yaw, pitch };
        let (mut turn, mut tilt) = (0.0_f32, 0.0_f32);
        for step in 0..end {
            let size = 1.5 + f64::from((step as f32 * PI / end as f32).sin() * thickness);
            let radius = size * f64::from(random.float_between(0.75, 1.0));
            let height = size * 3.0 * f64::from(random.float_between(0.75, 1.0));
            let forward = heading.pitch.cos();
            heading.x += f64::from(heading.yaw.cos() * forward);
            heading.y += f64::from(heading.pitch.sin());
            heading.z += f64::from(heading.yaw.sin() * forward);
            heading.pitch *= 0.7;
            heading.pitch += tilt * 0.05;
            heading.yaw += turn * 0.05;
            tilt *= 0.8;
            turn *= 0.5;
            tilt += (random.float() - random.float()) * random.float() * 2.0;
            turn += (random.float() - random.float()) * random.float() * 4.0;
            if random.below(4) != 0 {
                tunnel.add(Hole { x: heading.x, y: heading.y, z: heading.z, radius, height });
            }
        }
        self.tunnels.push(tunnel);
    }
}

/// `initWidthFactors`, with `width_smoothness` 3.
fn ravine_widths(random: &mut Legacy) -> Vec<f32> {
    let mut width = 1.0;
    (0..HEIGHT)
        .map(|level| {
            if level == 0 || random.below(3) == 0 {
                width = 1.0 + random.float() * random.float();
            }
            width * width
        })
        .collect()
}

/// What cutting needs to know.
pub struct Carver<'a, 'w> {
    /// The world's seed.
    pub seed: i64,
    /// Carvings by the column they start in.
    pub shared: &'a Cache<Carvings>,
    /// What fills the holes.
    pub aquifer: &'a mut Aquifer<'w>,
    /// What lies on the ground.
    pub surface: &'a Surface,
    /// Climate around the column.
    pub window: &'a mut Window<'w>,
}

impl Carver<'_, '_> {
    /// Cuts all that reaches a column.
    pub fn carve(&mut self, chunk: ChunkPos, ground: &mut Ground) {
        let stuff = Stuff::new();
        let corner = chunk.corner(0);
        let (west, north) = (f64::from(corner.x), f64::from(corner.z));
        let mut cut = Cut { stuff, done: vec![0; HEIGHT * 256 / 64], hard: hard_blocks() };
        for dx in -REACH..=REACH {
            for dz in -REACH..=REACH {
                let start = ChunkPos::new(chunk.x + dx, chunk.z + dz);
                let carvings = self.shared.get_or_make(start, || Carvings::starting_in(self.seed, start));
                for tunnel in &carvings.tunnels {
                    let [left, right, up, down] = tunnel.bounds;
                    if right < west || left > west + 16.0 || down < north || up > north + 16.0 {
                        continue;
                    }
                    for hole in &tunnel.holes {
                        self.cut(chunk, ground, &mut cut, &tunnel.shape, hole);
                    }
                }
            }
        }
    }

    /// `carveEllipsoid`.
    fn cut(&mut self, chunk: ChunkPos, ground: &mut Ground, cut: &mut Cut, shape: &Shape, hole: &Hole) {
        let corner = chunk.corner(0);
        let span = |center: f64, origin: i32| {
            let low = ((center - hole.radius).floor() as i32 - origin - 1).max(0);
            let high = ((center + hole.radius).floor() as i32 - origin).min(15);
            (low, high)
        };
        let ((x0, x1), (z0, z1)) = (span(hole.x, corner.x), span(hole.z, corner.z));
        if x0 > x1 || z0 > z1 {
            return;
        }
        let bottom = ((hole.y - hole.height).floor() as i32 - 1).max(MIN_Y + 1);
        let top = ((hole.y + hole.height).floor() as i32 + 1).min(MIN_Y + HEIGHT as i32 - 1 - 7);
        for x in x0..=x1 {
            let x = corner.x + x;
            let rx = (f64::from(x) + 0.5 - hole.x) / hole.radius;
            for z in z0..=z1 {
                let z = corner.z + z;
                let rz = (f64::from(z) + 0.5 - hole.z) / hole.radius;
                if rx * rx + rz * rz >= 1.0 {
                    continue;
                }
                let mut grass = false;
                for y in (bottom + 1..=top).rev() {
                    let ry = (f64::from(y) - 0.5 - hole.y) / hole.height;
                    let outside = match shape {
                        Shape::Cave { floor } => ry <= *floor || rx * rx + ry * ry + rz * rz >= 1.0,
                        Shape::Ravine { widths } => {
                            let width = f64::from(widths[(y - MIN_Y - 1) as usize]);
                            (rx * rx + rz * rz) * width + ry * ry / 6.0 >= 1.0
                        }
                    };
                    if !outside && cut.begin(x, y, z) {
                        self.cut_block(ground, cut, (x, y, z), &mut grass);
                    }
                }
            }
        }
    }

    /// `carveBlock`.
    fn cut_block(&mut self, ground: &mut Ground, cut: &Cut, (x, y, z): (i32, i32, i32), grass: &mut bool) {
        let state = ground.at(x, y, z);
        if state == BlockState::AIR || state == cut.stuff.lava || cut.hard.contains(&state) {
            return;
        }
        *grass |= state == cut.stuff.grass_block || state.block() == Block::MYCELIUM;
        let filling = if y <= LAVA_BELOW { Filling::Lava } else { self.aquifer.fill(self.window, x, y, z, 0.0) };
        let filled = match filling {
            Filling::Stone => return,
            Filling::Air => BlockState::AIR,
            Filling::Water => cut.stuff.water,
            Filling::Lava => cut.stuff.lava,
        };
        ground.set(x, y, z, filled);
        if *grass && ground.at(x, y - 1, z) == cut.stuff.dirt {
            let wet = filling == Filling::Water;
            if let Some(top) = self.surface.top_material(self.window, (x, y - 1, z), wet) {
                ground.set(x, y - 1, z, top);
            }
        }
    }
}

struct Cut {
    stuff: Stuff,
    /// One bit for each block that a carver has come to.
    done: Vec<u64>,
    hard: [BlockState; 4],
}

/// What carvers leave: all that generation lays before them but for `overworld_carver_replaceables`.
fn hard_blocks() -> [BlockState; 4] {
    [Block::BEDROCK, Block::ICE, Block::SNOW_BLOCK, Block::POWDER_SNOW].map(Block::state)
}

impl Cut {
    /// Whether no carver has come to the block before.
    fn begin(&mut self, x: i32, y: i32, z: i32) -> bool {
        let bit = super::ground::index(x, y, z);
        let fresh = self.done[bit >> 6] & 1 << (bit & 63) == 0;
        self.done[bit >> 6] |= 1 << (bit & 63);
        fresh
    }
}
