//! Plants, one patch at a time.

use anima_body::BlockPos;
use anima_rules::{Block, BlockState, Face, StateFlags};

use super::flora::{FLORA, Flora, Growth, Often};
use super::noise::Noise;
use super::random::{FeatureRandom, Random};
use super::region::Region;
use super::tree::{Tree, grow, is_soil};

/// The step `vegetal_decoration` of decoration.
const STEP: i32 = 9;

/// Grows all that grows in a chunk. `slow` tells thick grass from thin (`Biome.BIOME_INFO_NOISE`).
pub fn grow_plants(region: &mut Region, decoration_seed: i64, slow: &Noise) {
    let biomes = region.surface_biomes();
    for (index, flora) in FLORA.iter().enumerate() {
        if !flora.biomes.iter().any(|biome| biomes.contains(biome)) {
            continue;
        }
        let mut random = FeatureRandom::of_feature(decoration_seed, index as i32, STEP);
        let corner = region.chunk.corner(0);
        for _ in 0..times(flora.often, corner, slow, &mut random) {
            let (x, z) = (corner.x + random.below(16), corner.z + random.below(16));
            grow_one(region, flora, x, z, &mut random);
        }
    }
}

fn times(often: Often, corner: BlockPos, slow: &Noise, random: &mut FeatureRandom) -> i32 {
    match often {
        Often::Times(n) => n,
        Often::OneIn(n) => i32::from(random.one_in(n)),
        Often::AndMaybe(n, chance) => n + i32::from(random.float() < chance),
        Often::ByNoise(below, above, n) => {
            let noise = slow.sample(f64::from(corner.x) / 200.0, 0.0, f64::from(corner.z) / 200.0);
            let times = if noise < -0.8 { below } else { above };
            if random.one_in(n) { times } else { 0 }
        }
    }
}

fn grow_one(region: &mut Region, flora: &Flora, x: i32, z: i32, random: &mut FeatureRandom) {
    let y = match flora.growth {
        Growth::Trees { most_water, .. } => {
            let floor = region.floor(x, z);
            if region.surface(x, z) - floor > most_water {
                return;
            }
            floor
        }
        Growth::DarkForest | Growth::HugeMushroom => region.floor(x, z),
        Growth::Seagrass(_) | Growth::Kelp => region.ground_floor(x, z),
        Growth::Vines => random.between(64, 100),
        _ => region.surface(x, z),
    };
    let pos = BlockPos::new(x, y, z);
    if !flora.biomes.contains(&region.biome(pos)) {
        return;
    }
    match flora.growth {
        Growth::Trees { choices, otherwise, .. } => {
            let chosen = choices.iter().find(|(chance, _)| random.float() < *chance);
            grow(region, chosen.map_or(otherwise, |(_, tree)| *tree), pos, random);
        }
        Growth::DarkForest => dark_forest(region, pos, random),
        Growth::HugeMushroom => {
            let red = random.coin();
            huge_mushroom(region, pos, red, random);
        }
        Growth::Patch { tries, spread, plants } => patch(region, pos, (tries, spread), plants, random),
        Growth::SugarCane => sugar_cane(region, pos, random),
        Growth::Cactus => cactus(region, pos, random),
        Growth::Bamboo { podzol } => bamboo(region, pos, podzol, random),
        Growth::Vines => vine(region, pos),
        Growth::Seagrass(tall) => seagrass(region, pos, tall, random),
        Growth::Kelp => kelp(region, pos, random),
    }
}

/// A step of up to `spread` either way, mostly a short one.
fn stray(spread: i32, random: &mut FeatureRandom) -> i32 {
    random.below(spread + 1) - random.below(spread + 1)
}

/// `RandomPatchFeature`.
fn patch(
    region: &mut Region,
    center: BlockPos,
    (tries, spread): (i32, i32),
    plants: &[(i32, Block)],
    random: &mut FeatureRandom,
) {
    let total: i32 = plants.iter().map(|(weight, _)| weight).sum();
    for _ in 0..tries {
        let pos = center.offset(stray(spread, random), stray(3, random), stray(spread, random));
        if !region.block(pos).is_air() {
            continue;
        }
        let mut pick = if plants.len() > 1 { random.below(total) } else { 0 };
        let chosen = plants.iter().find(|(weight, _)| {
            pick -= weight;
            pick < 0
        });
        if let Some((_, block)) = chosen {
            plant(region, *block, pos);
        }
    }
}

fn is_tall(block: Block) -> bool {
    matches!(
        block,
        Block::TALL_GRASS | Block::LARGE_FERN | Block::SUNFLOWER | Block::LILAC | Block::ROSE_BUSH | Block::PEONY
    )
}

/// Sets a plant where it can live; the place is air.
fn plant(region: &mut Region, block: Block, pos: BlockPos) {
    let below = region.block(pos.down(1));
    let ground = below.block();
    let lives = match block {
        Block::BROWN_MUSHROOM | Block::RED_MUSHROOM => {
            matches!(ground, Block::PODZOL | Block::MYCELIUM)
                || below.flags().contains(StateFlags::OPAQUE) && region.surface(pos.x, pos.z) > pos.y
        }
        Block::PUMPKIN | Block::MELON | Block::SWEET_BERRY_BUSH => ground == Block::GRASS_BLOCK,
        Block::DEAD_BUSH => is_soil(ground) || matches!(ground, Block::SAND | Block::RED_SAND),
        Block::LILY_PAD => ground == Block::WATER,
        _ => is_soil(ground),
    };
    if !lives {
        return;
    }
    if is_tall(block) {
        if region.block(pos.up(1)).is_air() {
            region.set(pos, block.with("half", "lower"));
            region.set(pos.up(1), block.with("half", "upper"));
        }
        return;
    }
    let state = match block {
        Block::SWEET_BERRY_BUSH => block.with("age", "3"),
        block => block.state(),
    };
    region.set(pos, state);
}

/// The blocks of columns of cane or cactus: mostly two, up to four.
fn stalk(random: &mut FeatureRandom) -> i32 {
    // `BiasedToBottomInt(1, 3)` for cactus, 2..=4 for cane: see the callers.
    let most = random.below(3) + 1;
    random.below(most)
}

fn sugar_cane(region: &mut Region, center: BlockPos, random: &mut FeatureRandom) {
    for _ in 0..20 {
        let pos = center.offset(stray(4, random), 0, stray(4, random));
        let ground = region.block(pos.down(1)).block();
        let fits = is_soil(ground) || ground == Block::SAND;
        let wet = || Face::HORIZONTAL.into_iter().any(|f| region.block(pos.down(1).beside(f)).block() == Block::WATER);
        if !region.block(pos).is_air() || !fits || !wet() {
            continue;
        }
        for up in 0..2 + stalk(random) {
            if !region.block(pos.up(up)).is_air() {
                break;
            }
            region.set(pos.up(up), Block::SUGAR_CANE.state());
        }
    }
}

fn cactus(region: &mut Region, center: BlockPos, random: &mut FeatureRandom) {
    for _ in 0..10 {
        let pos = center.offset(stray(7, random), stray(3, random), stray(7, random));
        if region.block(pos.down(1)).block() != Block::SAND {
            continue;
        }
        for up in 0..1 + stalk(random) {
            let pos = pos.up(up);
            let clear = |face: Face| !region.block(pos.beside(face)).flags().contains(StateFlags::BLOCKS_MOTION);
            if !region.block(pos).is_air() || !Face::HORIZONTAL.into_iter().all(clear) {
                break;
            }
            region.set(pos, Block::CACTUS.state());
        }
    }
}

/// `BambooFeature`.
fn bamboo(region: &mut Region, pos: BlockPos, podzol: f32, random: &mut FeatureRandom) {
    if !region.block(pos).is_air() || !is_soil(region.block(pos.down(1)).block()) {
        return;
    }
    let height = random.below(12) + 5;
    if random.float() < podzol {
        let radius = random.below(4) + 1;
        for (dx, dz) in disk(radius) {
            let ground = BlockPos::new(pos.x + dx, region.surface(pos.x + dx, pos.z + dz) - 1, pos.z + dz);
            if is_soil(region.block(ground).block()) {
                region.set(ground, Block::PODZOL.state());
            }
        }
    }
    let mut top = 0;
    while top < height && region.block(pos.up(top)).is_air() {
        region.set(pos.up(top), Block::BAMBOO.with("age", "1"));
        top += 1;
    }
    if top >= 3 {
        for (down, leaves, stage) in [(1, "large", "1"), (2, "large", "0"), (3, "small", "0")] {
            let state = Block::BAMBOO.with("age", "1").with("leaves", leaves).with("stage", stage);
            region.set(pos.up(top - down), state);
        }
    }
}

fn disk(radius: i32) -> impl Iterator<Item = (i32, i32)> {
    (-radius..=radius)
        .flat_map(move |dx| (-radius..=radius).map(move |dz| (dx, dz)))
        .filter(move |(dx, dz)| dx * dx + dz * dz <= radius * radius)
}

/// `VinesFeature`.
fn vine(region: &mut Region, pos: BlockPos) {
    if !region.block(pos).is_air() {
        return;
    }
    let holds = |face: &Face| region.block(pos.beside(*face)).flags().contains(StateFlags::FULL_CUBE);
    let sides = [Face::Up, Face::North, Face::South, Face::West, Face::East];
    if let Some(face) = sides.into_iter().find(holds) {
        region.set(pos, Block::VINE.with(face.name(), "true"));
    }
}

fn is_water(state: BlockState) -> bool {
    state.block() == Block::WATER
}

fn is_firm(region: &Region, pos: BlockPos) -> bool {
    region.block(pos).flags().contains(StateFlags::FULL_CUBE) && region.block(pos).block() != Block::MAGMA_BLOCK
}

/// `SeagrassFeature`.
fn seagrass(region: &mut Region, near: BlockPos, tall: f64, random: &mut FeatureRandom) {
    let (x, z) = (near.x + stray(7, random), near.z + stray(7, random));
    let pos = BlockPos::new(x, region.ground_floor(x, z), z);
    if !is_water(region.block(pos)) || !is_firm(region, pos.down(1)) {
        return;
    }
    if random.double() >= tall {
        region.set(pos, Block::SEAGRASS.state());
    } else if is_water(region.block(pos.up(1))) {
        region.set(pos, Block::TALL_SEAGRASS.with("half", "lower"));
        region.set(pos.up(1), Block::TALL_SEAGRASS.with("half", "upper"));
    }
}

/// `KelpFeature`, in stands of its own.
fn kelp(region: &mut Region, pos: BlockPos, random: &mut FeatureRandom) {
    // `NoiseBasedCount` thins kelp by a noise; a chunk-sized pattern does the same.
    let stand = super::random::position_seed(pos.x >> 5, 0, pos.z >> 5) & 7;
    if stand > 3 || random.below(8) > 3 {
        return;
    }
    if !is_water(region.block(pos)) || !is_firm(region, pos.down(1)) {
        return;
    }
    let height = random.below(10) + 1;
    for up in 0..=height {
        let here = pos.up(up);
        if !is_water(region.block(here)) {
            return;
        }
        let open = is_water(region.block(here.up(1)));
        if up == height || !open {
            let age = ["20", "21", "22", "23"][random.below(4) as usize];
            region.set(here, Block::KELP.with("age", age));
            return;
        }
        region.set(here, Block::KELP_PLANT.state());
    }
}

/// `DARK_FOREST_VEGETATION`.
fn dark_forest(region: &mut Region, pos: BlockPos, random: &mut FeatureRandom) {
    if random.float() < 0.025 {
        huge_mushroom(region, pos, false, random);
    } else if random.float() < 0.05 {
        huge_mushroom(region, pos, true, random);
    } else {
        let tree = match () {
            () if random.float() < 0.666_666_7 => Tree::DARK_OAK,
            () if random.float() < 0.2 => Tree::BIRCH,
            () if random.float() < 0.1 => Tree::FANCY_OAK,
            () => Tree::OAK,
        };
        grow(region, tree, pos, random);
    }
}

/// `HugeRedMushroomFeature` and `HugeBrownMushroomFeature`.
fn huge_mushroom(region: &mut Region, pos: BlockPos, red: bool, random: &mut FeatureRandom) {
    let mut height = random.below(3) + 4;
    if random.below(12) == 0 {
        height *= 2;
    }
    if !is_soil(region.block(pos.down(1)).block()) {
        return;
    }
    let radius = if red { 2 } else { 3 };
    for up in 0..=height {
        let wide = if red { i32::from(up >= height - 3) * radius } else { i32::from(up > height - 2) * radius };
        for dx in -wide..=wide {
            for dz in -wide..=wide {
                let state = region.block(pos.offset(dx, up, dz));
                if !state.is_air() && !super::tree::is_leaf(state.block()) {
                    return;
                }
            }
        }
    }
    let block = if red { Block::RED_MUSHROOM_BLOCK } else { Block::BROWN_MUSHROOM_BLOCK };
    let cap = if red { height - 3..=height } else { height..=height };
    for up in cap {
        let wide = if red && up == height { radius - 1 } else { radius };
        for dx in -wide..=wide {
            for dz in -wide..=wide {
                let (edge_x, edge_z) = (dx.abs() == wide, dz.abs() == wide);
                let part_of_cap = if red { up >= height || edge_x != edge_z } else { !edge_x || !edge_z };
                if !part_of_cap {
                    continue;
                }
                let mut state = block.with("down", "false");
                if !red || up < height {
                    for (face, shown) in
                        [("west", dx == -wide), ("east", dx == wide), ("north", dz == -wide), ("south", dz == wide)]
                    {
                        state = state.with(face, if shown { "true" } else { "false" });
                    }
                    state = state.with("up", if !red || up >= height - 1 { "true" } else { "false" });
                }
                if !region.block(pos.offset(dx, up, dz)).flags().contains(StateFlags::OPAQUE) {
                    region.set(pos.offset(dx, up, dz), state);
                }
            }
        }
    }
    for up in 0..height {
        region.set(pos.up(up), Block::MUSHROOM_STEM.with("up", "false").with("down", "false"));
    }
}
