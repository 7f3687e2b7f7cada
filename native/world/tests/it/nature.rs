//! What generated land has and never has, counted.

use std::collections::{BTreeMap, BTreeSet};

use anima_body::{BlockPos, ChunkPos};
use anima_rules::techtree::{Nature, natural_blocks};
use anima_rules::{Biome, Block, Dimension};
use anima_world::Generator;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg32;

/// Seeds over which the columns of a biome are spread.
const SEEDS: i64 = 10;
/// Blocks between two looks for a biome, and how far is looked.
const STEP: usize = 48;
const FAR: i32 = 3_000;

/// Chunks of each surface biome of a seed's land, at most so many, drawn from all that are found.
fn chunks(generator: &Generator, most: usize) -> BTreeMap<Biome, Vec<ChunkPos>> {
    let spawn = generator.spawn();
    let mut found: BTreeMap<Biome, Vec<ChunkPos>> = BTreeMap::new();
    for dz in (-FAR..=FAR).step_by(STEP) {
        for dx in (-FAR..=FAR).step_by(STEP) {
            let pos = BlockPos::new(spawn.x + dx, 0, spawn.z + dz);
            found.entry(generator.biome_at(pos.x, pos.z)).or_default().push(pos.chunk());
        }
    }
    let mut dice = Pcg32::seed_from_u64(generator.seed() as u64);
    for places in found.values_mut() {
        places.shuffle(&mut dice);
        places.truncate(most);
    }
    found
}

/// 2,000 columns of each biome confirm the table both ways; without `ANIMA_LONG` 10 of each, that nothing is found which
/// the table says is never there.
#[test]
fn generated_land_has_what_its_nature_says() {
    let is_long = std::env::var_os("ANIMA_LONG").is_some();
    let columns = if is_long { 2_000 } else { 10 };
    let (mut blocks, mut biomes) = (BTreeSet::new(), BTreeMap::new());
    for seed in 0..SEEDS {
        let generator = Generator::new(90_000 + seed);
        for (biome, places) in chunks(&generator, columns / SEEDS as usize) {
            *biomes.entry(biome).or_insert(0) += places.len();
            for chunk in places {
                let column = generator.column(chunk).column;
                for section in column.sections() {
                    if !section.is_air() {
                        blocks.extend((0..4096).map(|index| section.get(index).block()));
                    }
                }
            }
        }
    }
    for biome in Biome::all().filter(|biome| biome.dimension() == Dimension::Overworld && *biome != Biome::THE_VOID) {
        let is_laid = biomes.contains_key(&biome) || biome.is_cave();
        let is_said = Nature::Generated.has_biome(biome);
        assert!(is_laid == is_said || is_said && !is_long, "{biome}: laid {is_laid}, said {is_said}");
    }
    let never = |block: &Block| !Nature::Generated.has_block(*block);
    let wrong = natural_blocks().filter(|block| never(block) && blocks.contains(block));
    let wrong: Vec<&str> = wrong.map(Block::name).collect();
    assert_eq!(wrong, [""; 0], "generated land has these, which its nature says it never has");
    if is_long {
        println!("columns by biome: {biomes:?}");
        // Where water meets lava these come to be.
        let made = [Block::OBSIDIAN, Block::COBBLESTONE];
        let missing =
            natural_blocks().filter(|block| !never(block) && !blocks.contains(block) && !made.contains(block));
        let missing: Vec<&str> = missing.map(Block::name).collect();
        assert_eq!(missing, [""; 0], "none of these was found, which the nature of generated land says it has");
    }
}
