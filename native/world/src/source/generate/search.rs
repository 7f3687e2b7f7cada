//! Where a world begins, and how far it is to each biome and tree.

use std::collections::BTreeMap;
use std::f32::consts::TAU;

use anima_body::{BlockPos, ChunkPos, MIN_Y};
use anima_rules::{Biome, Block, StateFlags};

use super::biome::Climate;
use super::climate::Climates;
use super::flora::SPECIES;
use super::tree::{is_leaf, is_log};
use super::{Generator, Inner};

/// How far biomes and trees are looked for, in blocks.
pub const FAR: i32 = 3_000;
/// Blocks between two looks: rivers and beaches are seldom narrower.
const STEP: i32 = 16;

/// `OverworldBiomeBuilder.spawnTarget`: how far a climate is from the inland that players begin in, squared. Any
/// weather will do; but a biome that is not friendly counts as far as anything can be.
fn unfitness(climate: &Climate) -> i64 {
    let away = |value: f32, low: f32, high: f32| ((low - value).max(value - high).max(0.0) * 10_000.0) as i64;
    let square = |value: i64| value * value;
    let inland = square(away(climate.continents, -0.11, 1.0));
    let erosion = square(away(climate.erosion, -1.0, 1.0));
    let off_river = away(climate.weirdness, -1.0, -0.16).min(away(climate.weirdness, 0.16, 1.0));
    let friendly = if FRIENDLY.contains(&climate.surface_biome()) { 0 } else { square(10_000) };
    inland + erosion + square(off_river) + friendly
}

/// Biomes in which players begin (`BiomeSource` of 1.17 and before: the forests, plains, taigas and jungles).
const FRIENDLY: [Biome; 12] = [
    Biome::FOREST,
    Biome::FLOWER_FOREST,
    Biome::BIRCH_FOREST,
    Biome::OLD_GROWTH_BIRCH_FOREST,
    Biome::DARK_FOREST,
    Biome::PLAINS,
    Biome::SUNFLOWER_PLAINS,
    Biome::TAIGA,
    Biome::OLD_GROWTH_PINE_TAIGA,
    Biome::OLD_GROWTH_SPRUCE_TAIGA,
    Biome::JUNGLE,
    Biome::SPARSE_JUNGLE,
];

/// Biomes that every world has near its spawn and that depend on the weather.
const PROMISED: [Biome; 10] = [
    Biome::PLAINS,
    Biome::FOREST,
    Biome::BIRCH_FOREST,
    Biome::DARK_FOREST,
    Biome::TAIGA,
    Biome::SAVANNA,
    Biome::JUNGLE,
    Biome::SWAMP,
    Biome::DESERT,
    Biome::OCEAN,
];

/// The first turn of the weather under which every promised biome is well within [`FAR`] of the spawn; the best of
/// many if none is so good.
pub(super) fn first_turn_with_every_biome(land: &Climates) -> u32 {
    /// Blocks between two looks, and how far is within reach wherever near the area's middle the spawn is.
    const STEP: usize = 48;
    const NEAR: i32 = FAR - 200;
    /// Hardly a seed needs ten.
    const MOST: u32 = 64;
    let missing = |turn: u32| {
        let climates = land.clone().turned(turn);
        let (x, z) = spawn_area(&climates);
        let offsets = || (-NEAR..=NEAR).step_by(STEP);
        let around = offsets().flat_map(|dz| offsets().map(move |dx| (dx, dz)));
        let mut missing = PROMISED.to_vec();
        for (dx, dz) in around.filter(|(dx, dz)| dx * dx + dz * dz <= NEAR * NEAR) {
            let biome = climates.climate((x + dx) >> 2, (z + dz) >> 2).surface_biome();
            missing.retain(|promised| *promised != biome);
            if missing.is_empty() {
                break;
            }
        }
        missing.len()
    };
    let mut best = (usize::MAX, 0);
    for turn in 0..MOST {
        best = best.min((missing(turn), turn));
        if best.0 == 0 {
            break;
        }
    }
    best.1
}

/// `Climate.SpawnFinder`: looks for inland climate around the origin.
fn spawn_area(climates: &Climates) -> (i32, i32) {
    let fitness = |x: i32, z: i32| {
        let far = f64::from(x).powi(2) + f64::from(z).powi(2);
        let penalty = (10_000.0_f64.powi(2) * (far / 2500.0_f64.powi(2)).powi(2)) as i64;
        penalty + unfitness(&climates.climate(x >> 2, z >> 2))
    };
    let mut best = (fitness(0, 0), 0, 0);
    for (limit, step) in [(2048.0, 512.0), (512.0, 32.0)] {
        let (_, from_x, from_z) = best;
        let (mut angle, mut radius) = (0.0_f32, step);
        while radius <= limit {
            let x = from_x + (angle.sin() * radius) as i32;
            let z = from_z + (angle.cos() * radius) as i32;
            let found = (fitness(x, z), x, z);
            if found.0 < best.0 {
                best = found;
            }
            angle += step / radius;
            if angle > TAU {
                angle = 0.0;
                radius += step;
            }
        }
    }
    (best.1, best.2)
}

impl Inner {
    /// Where a player first stands: feet on open ground (`MinecraftServer.setInitialSpawn`).
    pub(super) fn spawn(&self) -> BlockPos {
        let (x, z) = spawn_area(&self.climates);
        let middle = ChunkPos::new(x >> 4, z >> 4);
        let mut chunks: Vec<ChunkPos> = middle.around(16).collect();
        chunks.sort_by_key(|chunk| (chunk.distance(middle), chunk.x, chunk.z));
        let found = chunks.into_iter().find_map(|chunk| self.standing_place(chunk));
        found.unwrap_or_else(|| {
            // An ocean world at the origin: on the water, as the game does.
            BlockPos::new(x, super::aquifer::SEA_LEVEL, z)
        })
    }

    /// Where a player can stand in one of some biomes, as near to the spawn as there is one within [`Generator::LOCATED`].
    pub(super) fn place_in(&self, biomes: &[Biome]) -> Option<BlockPos> {
        let spawn = self.spawn();
        let is_one = |x: i32, z: i32| biomes.contains(&self.climates.climate(x >> 2, z >> 2).surface_biome());
        (0..=Generator::LOCATED / STEP).find_map(|ring| {
            let side = || -ring..=ring;
            let points = side().flat_map(|dz| side().map(move |dx| (dx, dz)));
            let mut points: Vec<_> = points.filter(|(dx, dz)| dx.abs().max(dz.abs()) == ring).collect();
            points.sort_by_key(|(dx, dz)| (dx * dx + dz * dz, *dx, *dz));
            let here = points.into_iter().map(|(dx, dz)| spawn.offset(dx * STEP, 0, dz * STEP));
            here.filter(|pos| is_one(pos.x, pos.z))
                .filter_map(|pos| self.standing_place(pos.chunk()))
                .find(|pos| is_one(pos.x, pos.z))
        })
    }

    /// `PlayerRespawnLogic.getSpawnPosInChunk`, on the ground rather than on a tree.
    fn standing_place(&self, chunk: ChunkPos) -> Option<BlockPos> {
        let column = self.column(chunk).column;
        let corner = chunk.corner(0);
        (0..256).find_map(|i| {
            let (x, z) = (corner.x + (i >> 4), corner.z + (i & 15));
            let top = column.highest(x, z, |s| s.flags().contains(StateFlags::BLOCKS_MOTION) || s.fluid().is_some())?;
            let state = column.block(BlockPos::new(x, top, z));
            let stands = state.flags().contains(StateFlags::FULL_CUBE) && state.fluid().is_none();
            let tree = is_leaf(state.block()) || is_log(state.block());
            (stands && !tree && top > MIN_Y).then(|| BlockPos::new(x, top + 1, z))
        })
    }

    /// Distance in blocks from a place to the nearest of each surface biome within [`FAR`].
    pub(super) fn nearest_biomes(&self, from: BlockPos) -> BTreeMap<&'static str, f64> {
        let mut nearest = BTreeMap::new();
        for (biome, points) in self.biomes_around(from) {
            if let Some((distance, _)) = points.first() {
                nearest.insert(biome.name(), f64::from(*distance).sqrt());
            }
        }
        nearest
    }

    /// For each surface biome within [`FAR`] the places it is at, with squared distances, nearest first.
    fn biomes_around(&self, from: BlockPos) -> Vec<(Biome, Vec<(i32, BlockPos)>)> {
        let mut found: Vec<(Biome, Vec<(i32, BlockPos)>)> = Vec::new();
        for dz in (-FAR..=FAR).step_by(STEP as usize) {
            for dx in (-FAR..=FAR).step_by(STEP as usize) {
                let distance = dx * dx + dz * dz;
                if distance > FAR * FAR {
                    continue;
                }
                let pos = from.offset(dx, 0, dz);
                let biome = self.climates.climate(pos.x >> 2, pos.z >> 2).surface_biome();
                match found.iter_mut().find(|(known, _)| *known == biome) {
                    Some((_, points)) => points.push((distance, pos)),
                    None => found.push((biome, vec![(distance, pos)])),
                }
            }
        }
        found.sort_by_key(|(biome, _)| biome.id());
        for (_, points) in &mut found {
            points.sort_by_key(|(distance, pos)| (*distance, pos.x, pos.z));
        }
        found
    }

    /// Distance in blocks to the nearest tree of each species that is found in the nearest columns where its
    /// biomes are. Columns are made for this, few where biomes are large.
    pub(super) fn nearest_trees(&self, from: BlockPos) -> BTreeMap<&'static str, f64> {
        /// Columns that are looked through for a species.
        const PATIENCE: usize = 200;
        let around = self.biomes_around(from);
        let mut nearest = BTreeMap::new();
        for (species, log, biomes) in SPECIES {
            let mut places: Vec<(i32, ChunkPos)> = around
                .iter()
                .filter(|(biome, _)| biomes.contains(biome))
                .flat_map(|(_, points)| points.iter().map(|(distance, pos)| (*distance, pos.chunk())))
                .collect();
            places.sort_unstable();
            places.dedup_by_key(|(_, chunk)| *chunk);
            let found = places.into_iter().take(PATIENCE).find_map(|(_, chunk)| self.tree_in(chunk, log, from));
            if let Some(distance) = found {
                nearest.insert(species, distance);
            }
        }
        nearest
    }

    /// Distance to the nearest log of a kind in a column.
    fn tree_in(&self, chunk: ChunkPos, log: Block, from: BlockPos) -> Option<f64> {
        let column = self.column(chunk).column;
        let corner = chunk.corner(0);
        let near = (0..256).filter_map(|i| {
            let (x, z) = (corner.x + (i & 15), corner.z + (i >> 4));
            column.highest(x, z, |state| state.block() == log)?;
            let (dx, dz) = (f64::from(x - from.x), f64::from(z - from.z));
            Some(dx.hypot(dz))
        });
        near.min_by(f64::total_cmp)
    }
}
