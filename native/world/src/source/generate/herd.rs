//! Animals that come with a column (`NaturalSpawner.spawnMobsForChunkGeneration`).

use anima_body::{BlockPos, ChunkPos, Column, MIN_Y};
use anima_rules::{Biome, BlockState, EntityKind, StateFlags};
use glam::DVec3;

use super::aquifer::SEA_LEVEL;
use super::random::{FeatureRandom, Random};
use super::tree::{is_leaf, is_log};
use crate::entity::variant_of_new;
use crate::source::SavedEntity;
use crate::spawn::{Entry, creatures, pick, soil};

/// The animals of a finished column.
pub fn animals(column: &Column, chunk: ChunkPos, biome: Biome, decoration_seed: i64) -> Vec<SavedEntity> {
    let (kinds, chance) = creatures(biome);
    let mut random = FeatureRandom::new(decoration_seed);
    let mut animals = Vec::new();
    if kinds.is_empty() {
        return animals;
    }
    while random.float() < chance {
        if let Some(Entry { kind, pack: (least, most), .. }) = pick(kinds, |sum| random.below(sum as i32) as u32) {
            let count = random.between(least as i32, most as i32);
            spawn_herd(column, chunk, (kind, count, biome), &mut random, &mut animals);
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
    let perches = kind == EntityKind::PARROT;
    let stops = |state: BlockState| {
        let flags = state.flags();
        let carries = flags.contains(StateFlags::BLOCKS_MOTION) && (perches || !is_leaf(state.block()));
        carries || state.fluid().is_some()
    };
    let y = column.highest(bx, bz, stops)? + 1;
    let ground = column.block(BlockPos::new(bx, y - 1, bz)).block();
    let fits = soil(kind).contains(&ground) || perches && (is_leaf(ground) || is_log(ground));
    if !fits || y <= MIN_Y + 1 || kind == EntityKind::TURTLE && y >= SEA_LEVEL + 4 {
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
    animal.variant = variant_of_new(kind, biome, |bound| random.below(bound as i32) as u32);
    animal
}
