//! Ores and patches of other rock (`OreFeature`, `OrePlacements` of 1.19.4).

use std::f32::consts::PI;

use anima_body::{BlockPos, MIN_Y};
use anima_rules::{Biome, Block, BlockState, Face};

use super::random::{FeatureRandom, Random};
use super::region::Region;

/// The step `underground_ores` of decoration.
const STEP: i32 = 6;

/// How often a feature is tried in a chunk.
#[derive(Clone, Copy)]
enum Count {
    Times(i32),
    OneIn(f32),
    UpTo(i32),
}

/// At which heights, both ends included.
#[derive(Clone, Copy)]
enum Heights {
    Uniform(i32, i32),
    /// Most in the middle.
    Trapezoid(i32, i32),
}

/// Where a feature is found.
#[derive(Clone, Copy, PartialEq)]
enum Where {
    Everywhere,
    DripstoneCaves,
    OutsideDripstoneCaves,
    Mountains,
    LushCaves,
}

/// A kind of vein.
struct Vein {
    /// Place in the step's list of features, from which its seed comes.
    index: i32,
    block: Block,
    /// What it is in deepslate; `None`: a rock that takes the place of any other.
    deep: Option<Block>,
    size: i32,
    /// Chance that a block is left out because it would be seen.
    hidden: f32,
    count: Count,
    heights: Heights,
    place: Where,
}

const TOP: i32 = 319;

const fn rock(index: i32, block: Block, size: i32, count: Count, low: i32, high: i32) -> Vein {
    let heights = Heights::Uniform(low, high);
    Vein { index, block, deep: None, size, hidden: 0.0, count, heights, place: Where::Everywhere }
}

const fn ore(index: i32, ore: (Block, Block), size: i32, hidden: f32, times: i32, heights: Heights) -> Vein {
    let count = Count::Times(times);
    Vein { index, block: ore.0, deep: Some(ore.1), size, hidden, count, heights, place: Where::Everywhere }
}

const COAL: (Block, Block) = (Block::COAL_ORE, Block::DEEPSLATE_COAL_ORE);
const IRON: (Block, Block) = (Block::IRON_ORE, Block::DEEPSLATE_IRON_ORE);
const GOLD: (Block, Block) = (Block::GOLD_ORE, Block::DEEPSLATE_GOLD_ORE);
const REDSTONE: (Block, Block) = (Block::REDSTONE_ORE, Block::DEEPSLATE_REDSTONE_ORE);
const DIAMOND: (Block, Block) = (Block::DIAMOND_ORE, Block::DEEPSLATE_DIAMOND_ORE);
const LAPIS: (Block, Block) = (Block::LAPIS_ORE, Block::DEEPSLATE_LAPIS_ORE);
const COPPER: (Block, Block) = (Block::COPPER_ORE, Block::DEEPSLATE_COPPER_ORE);
const EMERALD: (Block, Block) = (Block::EMERALD_ORE, Block::DEEPSLATE_EMERALD_ORE);
const INFESTED: (Block, Block) = (Block::INFESTED_STONE, Block::INFESTED_DEEPSLATE);

const VEINS: [Vein; 27] = [
    rock(0, Block::DIRT, 33, Count::Times(7), 0, 160),
    rock(1, Block::GRAVEL, 33, Count::Times(14), MIN_Y, TOP),
    rock(2, Block::GRANITE, 64, Count::OneIn(6.0), 64, 128),
    rock(3, Block::GRANITE, 64, Count::Times(2), 0, 60),
    rock(4, Block::DIORITE, 64, Count::OneIn(6.0), 64, 128),
    rock(5, Block::DIORITE, 64, Count::Times(2), 0, 60),
    rock(6, Block::ANDESITE, 64, Count::OneIn(6.0), 64, 128),
    rock(7, Block::ANDESITE, 64, Count::Times(2), 0, 60),
    rock(8, Block::TUFF, 64, Count::Times(2), MIN_Y, 0),
    ore(9, COAL, 17, 0.0, 30, Heights::Uniform(136, TOP)),
    ore(10, COAL, 17, 0.5, 20, Heights::Trapezoid(0, 192)),
    ore(11, IRON, 9, 0.0, 90, Heights::Trapezoid(80, 384)),
    ore(12, IRON, 9, 0.0, 10, Heights::Trapezoid(-24, 56)),
    ore(13, IRON, 4, 0.0, 10, Heights::Uniform(MIN_Y, 72)),
    ore(14, GOLD, 9, 0.5, 4, Heights::Trapezoid(-64, 32)),
    Vein { count: Count::UpTo(1), ..ore(15, GOLD, 9, 0.5, 0, Heights::Uniform(-64, -48)) },
    ore(16, REDSTONE, 8, 0.0, 4, Heights::Uniform(MIN_Y, 15)),
    ore(17, REDSTONE, 8, 0.0, 8, Heights::Trapezoid(MIN_Y - 32, MIN_Y + 32)),
    ore(18, DIAMOND, 4, 0.5, 7, Heights::Trapezoid(MIN_Y - 80, MIN_Y + 80)),
    Vein { count: Count::OneIn(9.0), ..ore(19, DIAMOND, 12, 0.7, 0, Heights::Trapezoid(MIN_Y - 80, MIN_Y + 80)) },
    ore(20, DIAMOND, 8, 1.0, 4, Heights::Trapezoid(MIN_Y - 80, MIN_Y + 80)),
    ore(21, LAPIS, 7, 0.0, 2, Heights::Trapezoid(-32, 32)),
    ore(22, LAPIS, 7, 1.0, 4, Heights::Uniform(MIN_Y, 64)),
    Vein { place: Where::OutsideDripstoneCaves, ..ore(24, COPPER, 10, 0.0, 16, Heights::Trapezoid(-16, 112)) },
    Vein { place: Where::DripstoneCaves, ..ore(23, COPPER, 20, 0.0, 16, Heights::Trapezoid(-16, 112)) },
    Vein { place: Where::Mountains, ..ore(30, EMERALD, 3, 0.0, 100, Heights::Trapezoid(-16, 480)) },
    Vein { place: Where::Mountains, ..ore(31, INFESTED, 9, 0.0, 14, Heights::Uniform(MIN_Y, 63)) },
];

/// Clay under lush caves.
const CLAY: Vein = Vein { place: Where::LushCaves, ..rock(32, Block::CLAY, 33, Count::Times(46), MIN_Y, 256) };

fn is_mountain(biome: Biome) -> bool {
    matches!(
        biome,
        Biome::MEADOW
            | Biome::GROVE
            | Biome::SNOWY_SLOPES
            | Biome::JAGGED_PEAKS
            | Biome::FROZEN_PEAKS
            | Biome::STONY_PEAKS
            | Biome::WINDSWEPT_HILLS
            | Biome::WINDSWEPT_GRAVELLY_HILLS
            | Biome::WINDSWEPT_FOREST
    )
}

impl Heights {
    fn sample(self, random: &mut impl Random) -> i32 {
        match self {
            Heights::Uniform(low, high) => random.between(low, high),
            Heights::Trapezoid(low, high) => {
                let half = (high - low) / 2;
                low + random.between(0, high - low - half) + random.between(0, half)
            }
        }
    }
}

/// States that veins are put into.
struct Rocks {
    stone: [BlockState; 4],
    deep: [BlockState; 2],
}

/// Places all veins of a chunk.
pub fn place_ores(region: &mut Region, decoration_seed: i64) {
    let rocks = Rocks {
        stone: [Block::STONE, Block::GRANITE, Block::DIORITE, Block::ANDESITE].map(Block::state),
        deep: [Block::DEEPSLATE, Block::TUFF].map(Block::state),
    };
    let mountains = region.surface_biomes().into_iter().any(is_mountain);
    for vein in VEINS.iter().chain([&CLAY]) {
        if vein.place == Where::Mountains && !mountains {
            continue;
        }
        place_all(region, vein, &rocks, &mut FeatureRandom::of_feature(decoration_seed, vein.index, STEP));
    }
}

fn place_all(region: &mut Region, vein: &Vein, rocks: &Rocks, random: &mut FeatureRandom) {
    let times = match vein.count {
        Count::Times(times) => times,
        Count::OneIn(chance) => i32::from(random.float() < 1.0 / chance),
        Count::UpTo(most) => random.between(0, most),
    };
    let corner = region.chunk.corner(0);
    for _ in 0..times {
        let (x, z) = (corner.x + random.below(16), corner.z + random.below(16));
        let pos = BlockPos::new(x, vein.heights.sample(random), z);
        let biome_fits = match vein.place {
            Where::Everywhere => true,
            Where::DripstoneCaves => region.biome(pos) == Biome::DRIPSTONE_CAVES,
            Where::OutsideDripstoneCaves => region.biome(pos) != Biome::DRIPSTONE_CAVES,
            Where::LushCaves => region.biome(pos) == Biome::LUSH_CAVES,
            Where::Mountains => is_mountain(region.biome(pos)),
        };
        if biome_fits {
            place(region, vein, rocks, pos, random);
        }
    }
}

/// A ball of a vein.
#[derive(Clone, Copy, Default)]
struct Ball {
    x: f64,
    y: f64,
    z: f64,
    radius: f64,
}

/// `OreFeature.place`: balls along a line, the thickest in its middle.
fn place(region: &mut Region, vein: &Vein, rocks: &Rocks, pos: BlockPos, random: &mut FeatureRandom) {
    let size = vein.size as f32;
    let angle = random.float() * PI;
    let reach = size / 8.0;
    let margin = ((size / 16.0 * 2.0 + 1.0) / 2.0).ceil() as i32;
    let (ex, ez) = (f64::from(angle.sin() * reach), f64::from(angle.cos() * reach));
    let (px, pz) = (f64::from(pos.x), f64::from(pos.z));
    let (from_y, to_y) = (pos.y + random.below(3) - 2, pos.y + random.below(3) - 2);
    let half = reach.ceil() as i32 + margin;
    let low = pos.y - 2 - margin;
    let under_ground = low <= region.highest_floor
        && (0..=2 * half)
            .any(|dx| (0..=2 * half).any(|dz| low <= region.ground_floor(pos.x - half + dx, pos.z - half + dz)));
    if !under_ground {
        return;
    }
    let mut balls = [Ball::default(); 64];
    let balls = &mut balls[..vein.size as usize];
    for (i, ball) in balls.iter_mut().enumerate() {
        let part = i as f32 / size;
        let t = f64::from(part);
        let thickness = random.double() * f64::from(size) / 16.0;
        *ball = Ball {
            x: px + ex - 2.0 * ex * t,
            y: f64::from(from_y) + f64::from(to_y - from_y) * t,
            z: pz + ez - 2.0 * ez * t,
            radius: (f64::from((PI * part).sin() + 1.0) * thickness + 1.0) / 2.0,
        };
    }
    drop_swallowed(balls);
    let (x0, y0, z0) = (pos.x - half, low, pos.z - half);
    // One bit for each block of the vein's box that was tried, in rows along z: a block is tried once.
    let mut tried = [[0_u32; 32]; 16];
    for ball in balls.iter().filter(|ball| ball.radius > 0.0) {
        let range = |center: f64, least: i32| {
            let first = ((center - ball.radius).floor() as i32).max(least);
            (first, ((center + ball.radius).floor() as i32).max(first))
        };
        let ((x1, x2), (y1, y2), (z1, z2)) = (range(ball.x, x0), range(ball.y, y0), range(ball.z, z0));
        let part = |block: i32, center: f64| {
            let part = (f64::from(block) + 0.5 - center) / ball.radius;
            part * part
        };
        // The squares along y and z, which are asked for with every x.
        let (mut along_y, mut along_z) = ([1.0; 16], [1.0; 16]);
        for (y, square) in (y1..=y2).zip(&mut along_y) {
            *square = part(y, ball.y);
        }
        for (z, square) in (z1..=z2).zip(&mut along_z) {
            *square = part(z, ball.z);
        }
        let along_z = &along_z[..along_z.len().min((z2 - z1) as usize + 1)];
        for x in x1..=x2 {
            let from_x = part(x, ball.x);
            for (y, from_y) in (y1..=y2).zip(&along_y) {
                let from_xy = from_x + from_y;
                if from_xy >= 1.0 {
                    continue;
                }
                let within = |row, (i, from_z): (usize, &f64)| row | u32::from(from_xy + from_z < 1.0) << i;
                let row = along_z.iter().enumerate().fold(0, within) << (z1 - z0);
                let tried = &mut tried[(y - y0) as usize & 15][(x - x0) as usize & 31];
                let mut fresh = row & !*tried;
                *tried |= row;
                while fresh != 0 {
                    put(region, vein, rocks, BlockPos::new(x, y, z0 + fresh.trailing_zeros() as i32), random);
                    fresh &= fresh - 1;
                }
            }
        }
    }
}

/// Drops the balls that lie within another.
fn drop_swallowed(balls: &mut [Ball]) {
    for i in 0..balls.len() - 1 {
        for j in i + 1..balls.len() {
            let (a, b) = (balls[i], balls[j]);
            if a.radius <= 0.0 {
                break;
            }
            if b.radius <= 0.0 {
                continue;
            }
            let (dx, dy, dz, dr) = (a.x - b.x, a.y - b.y, a.z - b.z, a.radius - b.radius);
            if dr * dr > dx * dx + dy * dy + dz * dz {
                balls[if dr > 0.0 { j } else { i }].radius = -1.0;
            }
        }
    }
}

fn put(region: &mut Region, vein: &Vein, rocks: &Rocks, pos: BlockPos, random: &mut FeatureRandom) {
    let state = region.block(pos);
    let block = if rocks.stone.contains(&state) {
        vein.block
    } else if rocks.deep.contains(&state) {
        vein.deep.unwrap_or(vein.block)
    } else {
        return;
    };
    let shy = match vein.hidden {
        h if h <= 0.0 => false,
        h if h >= 1.0 => true,
        h => random.float() < h,
    };
    if shy && Face::ALL.into_iter().any(|face| region.block(pos.beside(face)) == BlockState::AIR) {
        return;
    }
    region.set(pos, block.state());
}
