//! Lava lakes, springs, and the sand, clay and gravel of shallow water.

use anima_body::{BlockPos, MIN_Y};
use anima_rules::{Biome, Block, BlockState, Face, StateFlags};

use super::random::{FeatureRandom, Random};
use super::region::Region;

/// Steps of decoration: `lakes`, `underground_ores` (where the disks are), `fluid_springs`.
const LAKES: i32 = 1;
const DISKS: i32 = 6;
const SPRINGS: i32 = 8;

fn column_of(region: &Region, random: &mut FeatureRandom) -> (i32, i32) {
    let corner = region.chunk.corner(0);
    (corner.x + random.below(16), corner.z + random.below(16))
}

fn is_solid(state: BlockState) -> bool {
    state.flags().contains(StateFlags::BLOCKS_MOTION)
}

/// `lake_lava_underground` and `lake_lava_surface`.
pub fn place_lakes(region: &mut Region, decoration_seed: i64) {
    let mut random = FeatureRandom::of_feature(decoration_seed, 0, LAKES);
    if random.float() < 1.0 / 9.0 {
        let (x, z) = column_of(region, &mut random);
        let mut pos = BlockPos::new(x, random.between(0, 319), z);
        // `EnvironmentScan`: down to the first ground, at most 32 blocks.
        let mut steps = 32;
        while steps > 0 && region.block(pos).is_air() {
            pos = pos.down(1);
            steps -= 1;
        }
        if !region.block(pos).is_air() && pos.y <= region.ground_floor(x, z) - 5 {
            lake(region, pos, &mut random);
        }
    }
    let mut random = FeatureRandom::of_feature(decoration_seed, 1, LAKES);
    if random.float() < 1.0 / 200.0 {
        let (x, z) = column_of(region, &mut random);
        let surface = region.ground_surface(x, z);
        lake(region, BlockPos::new(x, surface, z), &mut random);
    }
}

/// The box of a lake: 16x8x16.
fn cell(x: i32, y: i32, z: i32) -> usize {
    ((x * 16 + z) * 8 + y) as usize
}

/// `LakeFeature` with lava.
fn lake(region: &mut Region, pos: BlockPos, random: &mut FeatureRandom) {
    if pos.y <= MIN_Y + 4 {
        return;
    }
    let pos = pos.down(4);
    let mut hollow = [false; 2048];
    for _ in 0..random.below(4) + 4 {
        let (dx, dy, dz) = (random.double() * 6.0 + 3.0, random.double() * 4.0 + 2.0, random.double() * 6.0 + 3.0);
        let cx = random.double() * (16.0 - dx - 2.0) + 1.0 + dx / 2.0;
        let cy = random.double() * (8.0 - dy - 4.0) + 2.0 + dy / 2.0;
        let cz = random.double() * (16.0 - dz - 2.0) + 1.0 + dz / 2.0;
        for x in 1..15 {
            for z in 1..15 {
                for y in 1..7 {
                    let part = |v: i32, center: f64, size: f64| (f64::from(v) - center) / (size / 2.0);
                    let (a, b, c) = (part(x, cx, dx), part(y, cy, dy), part(z, cz, dz));
                    hollow[cell(x, y, z)] |= a * a + b * b + c * c < 1.0;
                }
            }
        }
    }
    let is_hollow = |x: i32, y: i32, z: i32| {
        (0..16).contains(&x) && (0..8).contains(&y) && (0..16).contains(&z) && hollow[cell(x, y, z)]
    };
    let shore: Vec<(i32, i32, i32)> = (0..2048)
        .map(|i| (i / 128, i % 8, i / 8 % 16))
        .filter(|&(x, y, z)| {
            !is_hollow(x, y, z)
                && Face::ALL.into_iter().any(|face| {
                    let step = face.step();
                    is_hollow(x + step.x, y + step.y, z + step.z)
                })
        })
        .collect();
    for &(x, y, z) in &shore {
        let state = region.block(pos.offset(x, y, z));
        let leaks = y < 4 && !is_solid(state) && state.block() != Block::LAVA;
        if leaks || y >= 4 && state.fluid().is_some() {
            return;
        }
    }
    for x in 0..16 {
        for z in 0..16 {
            for y in 0..8 {
                let at = pos.offset(x, y, z);
                if is_hollow(x, y, z) && region.block(at).block() != Block::BEDROCK {
                    region.set(at, if y >= 4 { Block::CAVE_AIR.state() } else { Block::LAVA.state() });
                }
            }
        }
    }
    for (x, y, z) in shore {
        let at = pos.offset(x, y, z);
        if (y < 4 || random.below(2) != 0) && is_solid(region.block(at)) && region.block(at).block() != Block::BEDROCK {
            region.set(at, Block::STONE.state());
        }
    }
}

/// `disk_sand`, `disk_clay` and `disk_gravel`.
pub fn place_disks(region: &mut Region, decoration_seed: i64) {
    let kinds = [
        (Block::SAND, 3, 2, 6, 2, [Block::DIRT, Block::GRASS_BLOCK]),
        (Block::CLAY, 1, 2, 3, 1, [Block::DIRT, Block::CLAY]),
        (Block::GRAVEL, 1, 2, 5, 2, [Block::DIRT, Block::GRASS_BLOCK]),
    ];
    for (i, (block, times, low, high, depth, targets)) in kinds.into_iter().enumerate() {
        let mut random = FeatureRandom::of_feature(decoration_seed, 26 + i as i32, DISKS);
        for _ in 0..times {
            let (x, z) = column_of(region, &mut random);
            let pos = BlockPos::new(x, region.ground_floor(x, z), z);
            if region.block(pos).block() != Block::WATER {
                continue;
            }
            if region.biome(pos) == Biome::SWAMP && block != Block::CLAY {
                continue;
            }
            let radius = random.between(low, high);
            for dx in -radius..=radius {
                for dz in -radius..=radius {
                    if dx * dx + dz * dz > radius * radius {
                        continue;
                    }
                    for dy in -depth..=depth {
                        let at = pos.offset(dx, dy, dz);
                        if targets.contains(&region.block(at).block()) {
                            region.set(at, block.state());
                        }
                    }
                }
            }
        }
    }
}

/// `spring_water` and `spring_lava`. Returns where liquid begins to flow.
pub fn place_springs(region: &mut Region, decoration_seed: i64) -> Vec<BlockPos> {
    let mut springs = Vec::new();
    for (index, block, times) in [(0, Block::WATER, 25), (1, Block::LAVA, 20)] {
        let mut random = FeatureRandom::of_feature(decoration_seed, index, SPRINGS);
        for _ in 0..times {
            let (x, z) = column_of(region, &mut random);
            let y = if block == Block::WATER {
                random.between(MIN_Y, 192)
            } else {
                // `VeryBiasedToBottomHeight` from the bottom to 8 below the top.
                let high = random.between(MIN_Y + 8, 311);
                let middle = random.between(MIN_Y, high - 1);
                random.between(MIN_Y, middle + 7)
            };
            let pos = BlockPos::new(x, y, z);
            if is_spring(region, pos) {
                region.set(pos, block.state());
                springs.push(pos);
            }
        }
    }
    springs
}

fn holds_spring(block: Block) -> bool {
    matches!(
        block,
        Block::STONE
            | Block::GRANITE
            | Block::DIORITE
            | Block::ANDESITE
            | Block::DEEPSLATE
            | Block::TUFF
            | Block::CALCITE
            | Block::DIRT
            | Block::SNOW_BLOCK
            | Block::POWDER_SNOW
            | Block::PACKED_ICE
    )
}

/// `SpringFeature`: rock above, below and on all sides but one, which is open.
fn is_spring(region: &Region, pos: BlockPos) -> bool {
    let rock = |pos: BlockPos| holds_spring(region.block(pos).block());
    if !rock(pos.up(1)) || !rock(pos.down(1)) || !(region.block(pos).is_air() || rock(pos)) {
        return false;
    }
    let sides = Face::HORIZONTAL.map(|face| pos.beside(face));
    let rocks = sides.iter().filter(|side| rock(**side)).count();
    let holes = sides.iter().filter(|side| region.block(**side).is_air()).count();
    rocks == 3 && holes == 1
}
