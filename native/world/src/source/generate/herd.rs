//! Animals that come with a column (`NaturalSpawner.spawnMobsForChunkGeneration`).

use anima_body::{BlockPos, ChunkPos, Column, MIN_Y};
use anima_rules::{Biome, Block, BlockState, EntityKind, StateFlags};
use glam::DVec3;

use super::random::{FeatureRandom, Random};
use crate::source::SavedEntity;

/// A kind with its weight and the size of its herds.
type Herd = (EntityKind, i32, i32, i32);

/// `BiomeDefaultFeatures.farmAnimals`.
const FARM: [Herd; 4] = [
    (EntityKind::SHEEP, 12, 4, 4),
    (EntityKind::PIG, 10, 4, 4),
    (EntityKind::CHICKEN, 10, 4, 4),
    (EntityKind::COW, 8, 4, 4),
];

/// What lives in a biome beside farm animals, whether those do, and the chance of one more herd.
fn herds(biome: Biome) -> (bool, &'static [Herd], f32) {
    use EntityKind as E;
    match biome {
        Biome::PLAINS | Biome::SUNFLOWER_PLAINS => (true, &[(E::HORSE, 5, 2, 6), (E::DONKEY, 1, 1, 3)], 0.1),
        Biome::FOREST => (true, &[(E::WOLF, 5, 4, 4)], 0.1),
        Biome::FLOWER_FOREST => (true, &[(E::RABBIT, 4, 2, 3)], 0.1),
        Biome::BIRCH_FOREST | Biome::OLD_GROWTH_BIRCH_FOREST | Biome::DARK_FOREST | Biome::SWAMP => (true, &[], 0.1),
        Biome::TAIGA | Biome::SNOWY_TAIGA | Biome::OLD_GROWTH_PINE_TAIGA | Biome::OLD_GROWTH_SPRUCE_TAIGA => {
            (true, &[(E::WOLF, 8, 4, 4), (E::RABBIT, 4, 2, 3), (E::FOX, 8, 2, 4)], 0.1)
        }
        Biome::GROVE => (true, &[(E::WOLF, 8, 4, 4), (E::RABBIT, 8, 2, 3), (E::FOX, 8, 2, 4)], 0.1),
        Biome::SAVANNA | Biome::SAVANNA_PLATEAU | Biome::WINDSWEPT_SAVANNA => {
            (true, &[(E::HORSE, 1, 2, 6), (E::DONKEY, 1, 1, 1)], 0.1)
        }
        Biome::JUNGLE | Biome::SPARSE_JUNGLE | Biome::BAMBOO_JUNGLE => (true, &[(E::CHICKEN, 10, 4, 4)], 0.1),
        Biome::WINDSWEPT_HILLS | Biome::WINDSWEPT_GRAVELLY_HILLS | Biome::WINDSWEPT_FOREST => (true, &[], 0.1),
        Biome::MEADOW => (false, &[(E::DONKEY, 1, 1, 2), (E::RABBIT, 2, 2, 6), (E::SHEEP, 2, 2, 4)], 0.1),
        Biome::SNOWY_PLAINS => (false, &[(E::RABBIT, 10, 2, 3)], 0.07),
        Biome::DESERT | Biome::SNOWY_SLOPES => (false, &[(E::RABBIT, 4, 2, 3)], 0.1),
        _ => (false, &[], 0.0),
    }
}

/// The animals of a finished column.
pub fn animals(column: &Column, chunk: ChunkPos, biome: Biome, decoration_seed: i64) -> Vec<SavedEntity> {
    let (farm, others, chance) = herds(biome);
    let farm: &[Herd] = if farm { &FARM } else { &[] };
    let all = farm.iter().chain(others);
    let total: i32 = all.clone().map(|herd| herd.1).sum();
    let mut random = FeatureRandom::new(decoration_seed);
    let mut animals = Vec::new();
    if total == 0 {
        return animals;
    }
    while random.float() < chance {
        let mut pick = random.below(total);
        let herd = all.clone().find(|herd| {
            pick -= herd.1;
            pick < 0
        });
        if let Some((kind, _, least, most)) = herd {
            let count = random.between(*least, *most);
            spawn_herd(column, chunk, (*kind, count, biome), &mut random, &mut animals);
        }
    }
    animals
}

fn spawn_herd(
    column: &Column,
    chunk: ChunkPos,
    (kind, count, biome): (EntityKind, i32, Biome),
    random: &mut FeatureRandom,
    animals: &mut Vec<SavedEntity>,
) {
    let start = (random.below(16), random.below(16));
    let (mut x, mut z) = start;
    for nth in 0..count {
        for _ in 0..4 {
            let spot = standing_place(column, chunk, kind, x, z);
            let stray = |random: &mut FeatureRandom| random.below(5) - random.below(5);
            if let Some(pos) = spot {
                animals.push(animal(kind, pos, nth, biome, random));
            }
            x += stray(random);
            z += stray(random);
            while !(0..16).contains(&x) || !(0..16).contains(&z) {
                x = start.0 + stray(random);
                z = start.1 + stray(random);
            }
            if spot.is_some() {
                break;
            }
        }
    }
}

/// Where an animal of this kind may stand in a block column (`Animal.checkAnimalSpawnRules`).
fn standing_place(column: &Column, chunk: ChunkPos, kind: EntityKind, x: i32, z: i32) -> Option<DVec3> {
    let corner = chunk.corner(0);
    let (bx, bz) = (corner.x + x, corner.z + z);
    let stops = |state: BlockState| {
        let flags = state.flags();
        flags.contains(StateFlags::BLOCKS_MOTION) && !super::tree::is_leaf(state.block()) || state.fluid().is_some()
    };
    let y = column.highest(bx, bz, stops)? + 1;
    let ground = column.block(BlockPos::new(bx, y - 1, bz)).block();
    let fits = ground == Block::GRASS_BLOCK
        || kind == EntityKind::RABBIT && matches!(ground, Block::SAND | Block::SNOW_BLOCK)
        || matches!(kind, EntityKind::WOLF | EntityKind::FOX) && matches!(ground, Block::SNOW_BLOCK | Block::PODZOL);
    if !fits || y <= MIN_Y + 1 {
        return None;
    }
    // The box stays within the column and clear of blocks.
    let half = kind.width();
    let clamp = |v: i32, low: i32| f64::from(v).clamp(f64::from(low) + half, f64::from(low + 16) - half);
    let pos = DVec3::new(clamp(bx, corner.x), f64::from(y), clamp(bz, corner.z));
    let reach = kind.width() / 2.0;
    let span = |v: f64| (v - reach).floor() as i32..=(v + reach).floor() as i32;
    let top = y + kind.height().ceil() as i32 - 1;
    let clear = span(pos.x)
        .all(|x| span(pos.z).all(|z| (y..=top).all(|y| column.block(BlockPos::new(x, y, z)).collision().is_empty())));
    clear.then_some(pos)
}

fn animal(kind: EntityKind, pos: DVec3, nth: i32, biome: Biome, random: &mut FeatureRandom) -> SavedEntity {
    let mut animal = SavedEntity::new(kind, pos);
    animal.yaw = random.float() * 360.0;
    // `AgeableMob.finalizeSpawn`: the first of a herd is grown up.
    if nth > 0 && random.float() <= 0.05 {
        animal.age = -24_000;
    }
    animal.variant = match kind {
        EntityKind::SHEEP => wool(random),
        EntityKind::RABBIT => fur(biome, random),
        _ => 0,
    };
    animal
}

/// `Sheep.getRandomSheepColor`: dye ids.
fn wool(random: &mut FeatureRandom) -> u8 {
    const WHITE: u8 = 0;
    const PINK: u8 = 6;
    const GRAY: u8 = 7;
    const LIGHT_GRAY: u8 = 8;
    const BROWN: u8 = 12;
    const BLACK: u8 = 15;
    match random.below(100) {
        0..5 => BLACK,
        5..10 => GRAY,
        10..15 => LIGHT_GRAY,
        15..18 => BROWN,
        _ if random.one_in(500) => PINK,
        _ => WHITE,
    }
}

/// `Rabbit.getRandomRabbitVariant`.
fn fur(biome: Biome, random: &mut FeatureRandom) -> u8 {
    const BROWN: u8 = 0;
    const WHITE: u8 = 1;
    const BLACK: u8 = 2;
    const WHITE_SPLOTCHED: u8 = 3;
    const GOLD: u8 = 4;
    const SALT: u8 = 5;
    let roll = random.below(100);
    match biome {
        Biome::SNOWY_PLAINS | Biome::SNOWY_SLOPES | Biome::GROVE | Biome::SNOWY_TAIGA => {
            if roll < 80 {
                WHITE
            } else {
                WHITE_SPLOTCHED
            }
        }
        Biome::DESERT => GOLD,
        _ if roll < 50 => BROWN,
        _ if roll < 90 => SALT,
        _ => BLACK,
    }
}
