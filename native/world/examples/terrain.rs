//! Draws generated terrain and measures it:
//! `cargo run --release -p anima-world --example terrain -- map SEED CHUNKS FILE.png`,
//! `... cut SEED FILE.png`, `... biomes SEED FILE.png`, `... time SEED`, `... survey SEED RADIUS`,
//! `... distances FIRST_SEED COUNT`.

#![allow(clippy::disallowed_methods, reason = "it measures wall time")]

use std::error::Error;
use std::time::Instant;

use anima_body::{BlockPos, ChunkPos, MIN_Y, Terrain};
use anima_rules::{Block, BlockState, StateFlags};
use anima_world::Generator;
use image::{Rgb, RgbImage};

/// A flat colour for a block.
fn color(state: BlockState) -> [u8; 3] {
    let name = state.block().name();
    match name {
        "water" | "seagrass" | "tall_seagrass" | "kelp" | "kelp_plant" => [50, 90, 200],
        "lava" => [255, 110, 0],
        "grass_block" | "grass" | "fern" | "tall_grass" | "large_fern" => [100, 160, 70],
        "oak_leaves" => [45, 105, 30],
        "birch_leaves" => [110, 150, 70],
        "spruce_leaves" => [40, 80, 55],
        "dark_oak_leaves" => [25, 70, 15],
        "jungle_leaves" | "bamboo" | "vine" => [30, 140, 20],
        "acacia_leaves" => [140, 150, 40],
        "sand" | "sandstone" => [220, 210, 150],
        "gravel" => [135, 125, 125],
        "dirt" | "coarse_dirt" | "rooted_dirt" => [130, 95, 65],
        "podzol" => [95, 65, 30],
        "mycelium" => [110, 95, 110],
        "snow" | "snow_block" | "powder_snow" => [245, 250, 255],
        "ice" | "packed_ice" => [160, 190, 250],
        "stone" => [125, 125, 125],
        "granite" => [150, 105, 85],
        "diorite" => [190, 190, 190],
        "andesite" => [135, 135, 140],
        "deepslate" => [75, 75, 80],
        "tuff" => [105, 105, 95],
        "bedrock" => [30, 30, 30],
        "clay" => [160, 165, 180],
        "calcite" => [225, 225, 220],
        "moss_block" => [90, 110, 40],
        "dripstone_block" | "pointed_dripstone" => [130, 105, 90],
        "lily_pad" => [20, 110, 40],
        _ if name.contains("coal") => [20, 20, 20],
        _ if name.contains("iron") => [215, 175, 145],
        _ if name.contains("gold") => [250, 230, 60],
        _ if name.contains("diamond") => [80, 240, 230],
        _ if name.contains("redstone") => [230, 20, 20],
        _ if name.contains("lapis") => [30, 60, 200],
        _ if name.contains("copper") => [200, 115, 70],
        _ if name.contains("emerald") => [20, 220, 80],
        _ if name.contains("mushroom_block") => [180, 60, 50],
        _ if name.ends_with("_log") => [90, 70, 40],
        "air" | "cave_air" => [150, 200, 255],
        _ => [230, 90, 200],
    }
}

fn shade(color: [u8; 3], by: f64) -> Rgb<u8> {
    Rgb(color.map(|part| (f64::from(part) * by).clamp(0.0, 255.0) as u8))
}

fn load(generator: &Generator, middle: ChunkPos, chunks: i32) -> Terrain {
    let mut terrain = Terrain::default();
    for z in middle.z - chunks..middle.z + chunks {
        for x in middle.x - chunks..middle.x + chunks {
            let chunk = ChunkPos::new(x, z);
            terrain.insert(chunk, generator.column(chunk).column);
        }
    }
    terrain
}

fn map(generator: &Generator, chunks: i32, file: &str) -> Result<(), Box<dyn Error>> {
    let spawn = generator.spawn();
    let terrain = load(generator, spawn.chunk(), chunks);
    let size = chunks * 32;
    let corner = ChunkPos::new(spawn.chunk().x - chunks, spawn.chunk().z - chunks).corner(0);
    let top = |x: i32, z: i32| -> Option<(i32, BlockState)> {
        let pos = BlockPos::new(x, 0, z);
        let y = terrain.column(pos.chunk())?.highest(x, z, |state| !state.is_air())?;
        Some((y, terrain.block(BlockPos::new(x, y, z))?))
    };
    let picture = RgbImage::from_fn(size as u32, size as u32, |px, pz| {
        let (x, z) = (corner.x + px as i32, corner.z + pz as i32);
        let Some((y, state)) = top(x, z) else { return Rgb([0; 3]) };
        let slope = top(x - 1, z - 1).map_or(0, |(other, _)| y - other);
        let mut light = 0.75 + f64::from(y - 63) / 250.0 + 0.06 * f64::from(slope.clamp(-4, 4));
        if state.block() == Block::WATER {
            let bed = (MIN_Y..y).rev().find(|y| {
                terrain.block(BlockPos::new(x, *y, z)).is_some_and(|s| s.flags().contains(StateFlags::BLOCKS_MOTION))
            });
            light = 1.0 - f64::from((y - bed.unwrap_or(y)).min(40)) / 60.0;
        }
        let here = (x - spawn.x).abs() + (z - spawn.z).abs() < 4;
        if here { Rgb([255, 0, 0]) } else { shade(color(state), light) }
    });
    picture.save(file)?;
    Ok(())
}

fn cut(generator: &Generator, file: &str) -> Result<(), Box<dyn Error>> {
    let spawn = generator.spawn();
    let mut terrain = Terrain::default();
    for x in -20..20 {
        let chunk = ChunkPos::new(spawn.chunk().x + x, spawn.chunk().z);
        terrain.insert(chunk, generator.column(chunk).column);
    }
    let picture = RgbImage::from_fn(640 * 2, 200 * 2, |px, py| {
        let x = (spawn.chunk().x << 4) - 320 + px as i32 / 2;
        let y = 135 - py as i32 / 2;
        let state = terrain.block(BlockPos::new(x, y, spawn.z)).unwrap_or(BlockState::AIR);
        let under = terrain
            .column(BlockPos::new(x, y, spawn.z).chunk())
            .and_then(|column| column.highest(x, spawn.z, |s| s.flags().contains(StateFlags::BLOCKS_MOTION)))
            .is_some_and(|top| top > y);
        if state.is_air() && under { Rgb([10, 10, 25]) } else { shade(color(state), 1.0) }
    });
    picture.save(file)?;
    Ok(())
}

fn biomes(generator: &Generator, file: &str) -> Result<(), Box<dyn Error>> {
    let spawn = generator.spawn();
    let picture = RgbImage::from_fn(750, 750, |px, pz| {
        let biome = generator.biome_at(spawn.x - 3000 + 8 * px as i32, spawn.z - 3000 + 8 * pz as i32);
        Rgb(match biome.name() {
            name if name.contains("ocean") => [20, 40, 140],
            name if name.contains("river") => [60, 100, 240],
            name if name.contains("beach") => [250, 230, 150],
            name if name.contains("stony_shore") => [120, 120, 120],
            "desert" => [240, 200, 80],
            name if name.contains("savanna") => [190, 180, 90],
            name if name.contains("jungle") => [40, 160, 0],
            "swamp" => [60, 80, 50],
            "dark_forest" => [30, 70, 20],
            name if name.contains("birch") => [110, 170, 90],
            name if name.contains("snowy") || name.contains("frozen") || name.contains("jagged") => [240, 240, 255],
            name if name.contains("taiga") || name == "grove" => [20, 100, 90],
            name if name.contains("forest") => [30, 120, 40],
            name if name.contains("windswept") || name.contains("peaks") => [140, 140, 150],
            "meadow" => [130, 200, 130],
            "mushroom_fields" => [200, 80, 220],
            _ => [150, 210, 90],
        })
    });
    picture.save(file)?;
    Ok(())
}

fn time(seed: i64) {
    let mut total = 0.0;
    for (name, offset) in [("cold", 0), ("next to it", 20), ("far", 1000)] {
        let generator = Generator::new(seed);
        if offset == 20 {
            for chunk in ChunkPos::new(0, 0).around(10) {
                generator.column(chunk);
            }
        }
        let start = Instant::now();
        let mut columns = 0;
        for chunk in ChunkPos::new(offset, 0).around(10) {
            generator.column(chunk);
            columns += 1;
        }
        total = start.elapsed().as_secs_f64() * 1000.0 / f64::from(columns);
        println!("{name}: {total:.3} ms per column over {columns}");
    }
    let _ = total;
}

/// The biomes that must be near every spawn.
const LISTED: [&str; 13] = [
    "plains",
    "forest",
    "birch_forest",
    "dark_forest",
    "taiga",
    "savanna",
    "jungle",
    "swamp",
    "desert",
    "river",
    "beach",
    "ocean",
    "mountains",
];

fn distances(first: i64, count: i64) {
    let mut worst = [0.0_f64; LISTED.len()];
    let mut missing = [0; LISTED.len()];
    for seed in first..first + count {
        let generator = Generator::new(seed);
        let mut nearest = generator.nearest_biomes(generator.spawn());
        let mountains = ["jagged_peaks", "frozen_peaks", "stony_peaks", "snowy_slopes", "windswept_hills", "meadow"];
        let distance = mountains.iter().filter_map(|name| nearest.get(name)).copied().min_by(f64::total_cmp);
        nearest.extend(distance.map(|distance| ("mountains", distance)));
        for (i, name) in LISTED.into_iter().enumerate() {
            match nearest.get(name) {
                Some(distance) => worst[i] = worst[i].max(*distance),
                None => missing[i] += 1,
            }
        }
    }
    for (i, name) in LISTED.into_iter().enumerate() {
        println!("{name:14} farthest {:6.0}  missing {} of {count}", worst[i], missing[i]);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["map", seed, chunks, file] => map(&Generator::new(seed.parse()?), chunks.parse()?, file)?,
        ["cut", seed, file] => cut(&Generator::new(seed.parse()?), file)?,
        ["biomes", seed, file] => biomes(&Generator::new(seed.parse()?), file)?,
        ["time", seed] => time(seed.parse()?),
        ["survey", seed, radius] => {
            println!("{}", serde_json::to_string(&Generator::new(seed.parse()?).survey(radius.parse()?))?);
        }
        ["distances", first, count] => distances(first.parse()?, count.parse()?),
        _ => println!("map SEED CHUNKS FILE | cut SEED FILE | biomes SEED FILE | time SEED | survey SEED RADIUS"),
    }
    Ok(())
}
