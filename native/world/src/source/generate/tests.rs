use std::path::PathBuf;

use anima_body::{BlockPos, ChunkPos, Column, MAX_Y, MIN_Y, SECTIONS};
use anima_rules::{Block, BlockState, StateFlags};

use super::*;
use crate::source::Save;

/// The blocks of a column in order, and what lives in it.
fn print(loaded: &LoadedColumn) -> (Vec<BlockState>, String) {
    let blocks = (0..SECTIONS).flat_map(|section| (0..4096).map(move |i| (section, i)));
    let blocks = blocks.map(|(section, i)| loaded.column.sections()[section].get(i)).collect();
    (blocks, format!("{:?} {:?}", loaded.entities, loaded.ticks))
}

#[test]
fn a_column_does_not_depend_on_what_was_made_before() {
    let chunks: Vec<ChunkPos> = ChunkPos::new(20, -7).around(2).collect();
    let forwards = Generator::new(7);
    let backwards = Generator::new(7);
    let mut there: Vec<_> = chunks.iter().map(|chunk| print(&forwards.column(*chunk))).collect();
    let back: Vec<_> = chunks.iter().rev().map(|chunk| print(&backwards.column(*chunk))).collect();
    there.reverse();
    for (chunk, (a, b)) in chunks.iter().rev().zip(there.iter().zip(&back)) {
        assert!(a == b, "{chunk:?} differs");
    }
    let alone = Generator::new(7).column(chunks[12]);
    assert!(print(&alone) == back[12], "a column made alone differs");
}

#[test]
fn seeds_differ() {
    let chunk = ChunkPos::new(0, 0);
    assert!(print(&Generator::new(1).column(chunk)) != print(&Generator::new(2).column(chunk)));
}

#[test]
fn a_game_begins_on_open_ground() {
    for seed in 0..6 {
        let generator = Generator::new(seed);
        let spawn = generator.spawn();
        let column = generator.column(spawn.chunk()).column;
        let below = column.block(spawn.down(1));
        assert!(below.flags().contains(StateFlags::FULL_CUBE), "seed {seed}: {below} below {spawn}");
        for y in spawn.y..MAX_Y {
            let above = column.block(BlockPos::new(spawn.x, y, spawn.z));
            assert!(above.collision().is_empty() && above.fluid().is_none(), "seed {seed}: {above} over {spawn}");
        }
    }
}

fn is_part_of_a_tree(state: BlockState) -> bool {
    tree::is_leaf(state.block()) || tree::is_log(state.block())
}

/// Ground, air, water and lava of a column, trees and plants left out.
fn shape(column: &Column, pos: BlockPos) -> u8 {
    let state = column.block(pos);
    let stops = state.flags().contains(StateFlags::BLOCKS_MOTION) && !is_part_of_a_tree(state);
    match state.fluid().map(|fluid| fluid.kind) {
        Some(anima_rules::FluidKind::Water) => 1,
        Some(anima_rules::FluidKind::Lava) => 2,
        None => u8::from(stops) * 3,
    }
}

fn blocks_of(chunk: ChunkPos) -> impl Iterator<Item = BlockPos> {
    (MIN_Y..200).flat_map(move |y| (0..256).map(move |i| chunk.corner(y).offset(i & 15, 0, i >> 4)))
}

/// A save knows its seed: what it holds is what the game made of it.
#[test]
fn the_land_of_a_seed_is_the_games_own() {
    let shared = std::env::var_os("ANIMA_SHARED")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")), PathBuf::from);
    let folder = shared.join("worlds/plains-forest-1194");
    if !folder.exists() {
        eprintln!("skipped: no {}", folder.display());
        return;
    }
    let save = Save::open(&folder).unwrap();
    let generator = Generator::untouched(2_021_995);
    let (mut same, mut all, mut ores_found, mut ores, mut biomes) = (0_u32, 0_u32, 0_u32, 0_u32, 0_u32);
    for chunk in [(-10, -8), (-6, 4), (0, 9), (5, -12), (9, 3), (12, 11)].map(|(x, z)| ChunkPos::new(x, z)) {
        let real = save.column(chunk).unwrap().unwrap().column;
        let ours = generator.column(chunk).column;
        for pos in blocks_of(chunk) {
            all += 1;
            same += u32::from(shape(&real, pos) == shape(&ours, pos));
            biomes += u32::from(real.biome(pos) == ours.biome(pos));
            let ore = real.block(pos).block();
            if matches!(ore, Block::IRON_ORE | Block::COAL_ORE | Block::DIAMOND_ORE | Block::DEEPSLATE_DIAMOND_ORE) {
                ores += 1;
                ores_found += u32::from(ours.block(pos).block() == ore);
            }
        }
    }
    let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole);
    assert!(share(same, all) > 0.998, "{same} of {all} blocks as in the save");
    assert!(share(biomes, all) > 0.999, "{biomes} of {all} biomes as in the save");
    assert!(share(ores_found, ores) > 0.95, "{ores_found} of {ores} ore blocks as in the save");
}

#[test]
fn trees_stand_whole_across_borders() {
    // A forest: every leaf is within reach of a trunk, whichever chunk it grew from.
    let generator = Generator::untouched(2_021_995);
    let middle = ChunkPos::new(-5, 4);
    let columns: Vec<(ChunkPos, Column)> =
        middle.around(1).map(|chunk| (chunk, generator.column(chunk).column)).collect();
    let block = |pos: BlockPos| {
        columns.iter().find(|(chunk, _)| *chunk == pos.chunk()).map_or(BlockState::AIR, |(_, column)| column.block(pos))
    };
    let (mut leaves, mut lost) = (0, 0);
    for pos in blocks_of(middle).filter(|pos| tree::is_leaf(block(*pos).block())) {
        leaves += 1;
        let near = |reach: i32| {
            (-reach..=reach).any(|dx| {
                (-reach..=reach)
                    .any(|dy| (-reach..=reach).any(|dz| tree::is_log(block(pos.offset(dx, dy, dz)).block())))
            })
        };
        lost += i32::from(!near(6));
    }
    assert!(leaves > 100, "{leaves} leaves in a forest");
    assert_eq!(lost, 0, "of {leaves} leaves");
}

#[test]
fn any_seed_and_any_place_has_a_floor_and_a_sky() {
    let far = 1_800_000;
    for (seed, x, z) in [(i64::MIN, 0, 0), (i64::MAX, far, -far), (-1, -far, far), (0, -70_000, 3), (12, 1, far)] {
        let column = Generator::untouched(seed).column(ChunkPos::new(x, z)).column;
        let corner = ChunkPos::new(x, z).corner(0);
        for (dx, dz) in [(0, 0), (15, 0), (7, 9), (15, 15)] {
            let at = |y| column.block(BlockPos::new(corner.x + dx, y, corner.z + dz));
            assert_eq!(at(MIN_Y).block(), Block::BEDROCK, "seed {seed} chunk {x} {z}");
            assert!(at(MAX_Y - 1).is_air() && !at(MIN_Y + 5).is_air(), "seed {seed} chunk {x} {z}");
        }
    }
}

#[test]
fn every_promised_biome_and_tree_is_within_reach() {
    let generator = Generator::new(4);
    let spawn = generator.spawn();
    let (biomes, trees) = (generator.nearest_biomes(spawn), generator.nearest_trees(spawn));
    for name in ["plains", "forest", "birch_forest", "dark_forest", "taiga", "savanna", "jungle", "swamp", "desert"] {
        assert!(biomes.get(name).is_some_and(|distance| *distance <= 3_000.0), "{name}: {biomes:?}");
    }
    for name in ["oak", "birch", "spruce", "jungle", "acacia", "dark_oak"] {
        assert!(trees.get(name).is_some_and(|distance| *distance <= 3_000.0), "{name}: {trees:?}");
    }
}

#[test]
fn a_rare_biome_is_found_as_far_as_locate_looks() {
    let land = Generator::new(3_955_615_934);
    let place = land.place_in(&[anima_rules::Biome::FLOWER_FOREST]).expect("a place");
    let way = place - land.spawn();
    let away = way.x.abs().max(way.z.abs());
    assert!((3000..=Generator::LOCATED + 16).contains(&away), "{away}");
    assert_eq!(land.place_in(&[anima_rules::Biome::THE_END]), None);
}

#[test]
fn animals_stand_on_the_ground_in_herds() {
    let generator = Generator::untouched(2_021_995);
    let mut kinds = std::collections::BTreeMap::new();
    for chunk in ChunkPos::new(-5, 4).around(5) {
        let loaded = generator.column(chunk);
        for animal in &loaded.entities {
            *kinds.entry(animal.kind.name()).or_insert(0) += 1;
            let feet = BlockPos::containing(animal.pos);
            assert_eq!(feet.chunk(), chunk, "{animal:?}");
            assert!(loaded.column.block(feet).collision().is_empty(), "{animal:?} in a block");
        }
    }
    // One chunk in ten has a herd of about four.
    let all: i32 = kinds.values().sum();
    assert!((15..120).contains(&all) && kinds.len() >= 3, "{kinds:?} in 121 chunks");
}

/// Mean densities of real worlds (`ore-density-bins.tsv`), of bins that hardly differ between worlds.
#[test]
fn ores_are_as_dense_as_in_real_worlds() {
    let survey = Generator::untouched(2_021_995).survey(5);
    for (ore, bin, mean) in [
        ("diamond", -64, 1.58),
        ("diamond", -48, 1.22),
        ("redstone", -64, 4.76),
        ("gold", -32, 1.82),
        ("lapis", 0, 1.45),
        ("iron", 0, 5.95),
        ("iron", 16, 5.57),
        ("coal", 16, 4.75),
        ("coal", 48, 10.46),
    ] {
        let found = survey.densities[ore][&bin];
        assert!((0.75 * mean..1.25 * mean).contains(&found), "{ore} at {bin}: {found}, in real worlds {mean}");
    }
    assert_eq!(survey.summary.chunks["full"], 100);
}

#[test]
fn biomes_lie_in_the_climates_that_the_rules_give_them() {
    use anima_rules::Biome;
    use anima_rules::climate::{Axis, climates};

    let (mut all, mut fit) = (0, 0);
    for seed in 0..20 {
        let generator = Generator::new(seed);
        for n in 0..500 {
            let climate = generator.0.climates.climate(n * 331 - 80_000, n * 577 - 90_000);
            let biome: Biome = climate.surface_biome();
            let at = [climate.temperature, climate.humidity, climate.continents, climate.erosion].map(f64::from);
            let is_in = Axis::ALL.iter().zip(at);
            let fits = climates(biome).iter().any(|climate| {
                is_in.clone().all(|(axis, at)| {
                    let (low, high) = climate.range(*axis);
                    (low..=high).contains(&at.clamp(-0.99, 0.99))
                })
            });
            all += 1;
            fit += i32::from(fits);
        }
    }
    assert!(100 * fit >= 90 * all, "{fit} of {all}");
}
