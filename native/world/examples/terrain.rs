//! Draws generated terrain and measures it:
//! `cargo run --release -p anima-world --example terrain -- map SEED CHUNKS FILE.png`,
//! `... cut SEED FILE.png`, `... biomes SEED FILE.png`, `... time SEED`, `... survey SEED RADIUS`,
//! `... distances FIRST_SEED COUNT`, `... turns FIRST_SEED COUNT`, `... view SEED BIOME FILE.png`, `... caves SAVE SEED`,
//! `... caves FIRST_SEED COUNT`.

#![allow(clippy::disallowed_methods, reason = "it measures wall time")]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;
use std::time::Instant;

use anima_body::{BlockPos, ChunkPos, Frame, MIN_Y, Terrain};
use anima_render::{Camera, Mark};
use anima_rules::{BlockState, Face, StateFlags};
use anima_world::{Generator, Save};
use glam::DVec3;
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

fn save(frame: &Frame, file: &str) -> Result<(), Box<dyn Error>> {
    let (width, height) = (frame.width(), frame.height());
    let picture = RgbImage::from_raw(width, height, frame.rgb().to_vec()).ok_or("a frame has all its pixels")?;
    picture.save(file)?;
    Ok(())
}

fn map(generator: &Generator, chunks: i32, file: &str) -> Result<(), Box<dyn Error>> {
    let spawn = generator.spawn();
    let terrain = load(generator, spawn.chunk(), chunks);
    let (frame, _) = anima_render::map(&terrain, &[Mark::Spot(spawn, [255, 0, 0])]).ok_or("nothing is loaded")?;
    save(&frame, file)
}

/// A look over the nearest place with a biome.
fn view(generator: &Generator, biome: &str, file: &str) -> Result<(), Box<dyn Error>> {
    let spawn = generator.spawn();
    let spots = (0..3000).step_by(24).flat_map(|far| {
        (0..32).map(move |turn| {
            let angle = f64::from(turn) * std::f64::consts::TAU / 32.0;
            (spawn.x + (angle.cos() * f64::from(far)) as i32, spawn.z + (angle.sin() * f64::from(far)) as i32)
        })
    });
    let is_there = |x: i32, z: i32| generator.biome_at(x, z).name() == biome;
    let inside = |(x, z): &(i32, i32)| [-40, 0, 40].iter().all(|d| is_there(x + d, *z) && is_there(*x, z + d));
    let wide = spots.clone().find(inside).or_else(|| spots.clone().find(|(x, z)| is_there(*x, *z)));
    let (x, z) = wide.ok_or("no such biome within 3,000 blocks")?;
    let pos = BlockPos::new(x, 0, z);
    let terrain = load(generator, pos.chunk(), 7);
    let ground = terrain.column(pos.chunk()).and_then(|column| column.highest(x, z, |state| !state.is_air()));
    let eye = pos.corner() + DVec3::new(0.5, f64::from(ground.unwrap_or(70)) + 14.0, 0.5);
    let camera = Camera { eye, yaw: 40.0, pitch: 22.0, day_time: 5000, distance: 110.0 };
    println!("{biome} at {eye}");
    save(&anima_render::first_person(&terrain, &[], camera, 960, 540), file)
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
    let generator = Generator::new(seed);
    for (name, x) in [("first", 0), ("beside them", 21), ("far away", 1000)] {
        let start = Instant::now();
        let chunks: Vec<ChunkPos> = ChunkPos::new(x, 0).around(10).collect();
        for chunk in &chunks {
            generator.column(*chunk);
        }
        let each = start.elapsed().as_secs_f64() * 1000.0 / chunks.len() as f64;
        println!("{name}: {each:.3} ms for each of {} columns", chunks.len());
    }
}

/// Ores that a cave shows, and mouths of caves.
#[derive(Default)]
struct Caves {
    /// Ore blocks and those beside air, by ore and 16-block bin.
    ores: BTreeMap<(&'static str, i32), (u64, u64)>,
    /// Covered air cells beside air under the open sky.
    mouths: u64,
    columns: u64,
}

impl Caves {
    fn add(&mut self, terrain: &Terrain, chunk: ChunkPos) {
        let view = terrain.view();
        let air = |pos: BlockPos| view.block(pos).is_some_and(BlockState::is_air);
        let corner = chunk.corner(0);
        let ground = |x: i32, z: i32| {
            let column = view.column(BlockPos::new(x, 0, z).chunk())?;
            column.highest(x, z, |state| {
                let name = state.block().name();
                state.flags().contains(StateFlags::BLOCKS_MOTION) && !name.ends_with("leaves") && !name.ends_with("log")
            })
        };
        self.columns += 1;
        for (x, z) in (0..256).map(|i| (corner.x + (i & 15), corner.z + (i >> 4))) {
            let Some(top) = ground(x, z) else { continue };
            for y in MIN_Y..=top {
                let pos = BlockPos::new(x, y, z);
                let Some(state) = view.block(pos) else { continue };
                if let Some(ore) = state.block().name().strip_suffix("_ore") {
                    let ore = ore.strip_prefix("deepslate_").unwrap_or(ore);
                    let seen = Face::ALL.into_iter().any(|face| air(pos.beside(face)));
                    let count = self.ores.entry((ore, y.div_euclid(16) * 16)).or_default();
                    count.0 += 1;
                    count.1 += u64::from(seen);
                }
                let open = |face: Face| {
                    let beside = pos.beside(face);
                    air(beside) && ground(beside.x, beside.z).is_some_and(|top| top < y)
                };
                self.mouths += u64::from(state.is_air() && Face::HORIZONTAL.into_iter().any(open));
            }
        }
    }

    fn print(&self, name: &str) {
        println!("{name}: {} columns, {:.2} mouth cells each", self.columns, self.mouths as f64 / self.columns as f64);
        for ((ore, bin), (all, seen)) in &self.ores {
            if ["diamond", "iron", "coal"].contains(ore) && *all > 100 {
                let share = 1000.0 * *seen as f64 / *all as f64;
                let each = *seen as f64 / self.columns as f64;
                println!("  {ore:8} {bin:4}: {share:5.0} of 1000 seen, {each:.3} a column");
            }
        }
    }
}

/// Compares what caves show in a save, in the same land as generated, and in generated worlds.
fn caves(folder: &str, seed: i64) -> Result<(), Box<dyn Error>> {
    let saved = Save::open(Path::new(folder))?;
    let (chunks, _) = saved.chunks();
    let generator = Generator::new(seed);
    let (mut real, mut ours) = (Terrain::default(), Terrain::default());
    for chunk in &chunks {
        if let Ok(Some(loaded)) = saved.column(*chunk) {
            real.insert(*chunk, loaded.column);
            ours.insert(*chunk, generator.column(*chunk).column);
        }
    }
    for (name, terrain) in [("saved", &real), ("the same generated", &ours)] {
        let mut found = Caves::default();
        for chunk in &chunks {
            found.add(terrain, *chunk);
        }
        found.print(name);
    }
    let count = |terrain: &Terrain| {
        let mut counts: BTreeMap<&'static str, u64> = BTreeMap::new();
        for chunk in terrain.chunks() {
            let sections = terrain.column(chunk).map(|column| column.sections().iter()).into_iter().flatten();
            for section in sections.filter(|section| !section.is_air()) {
                for i in 0..4096 {
                    *counts.entry(section.get(i).block().name()).or_default() += 1;
                }
            }
        }
        counts
    };
    let (there, here) = (count(&real), count(&ours));
    println!("{:32} {:>9} {:>9}", "block", "saved", "generated");
    let names: BTreeSet<&str> = there.keys().chain(here.keys()).copied().collect();
    for name in names {
        println!("{name:32} {:9} {:9}", there.get(name).unwrap_or(&0), here.get(name).unwrap_or(&0));
    }
    Ok(())
}

fn caves_of_seeds(first: i64, count: i64) {
    let mut found = Caves::default();
    for seed in first..first + count {
        let generator = Generator::new(seed);
        let middle = generator.spawn().chunk();
        let terrain = load(&generator, middle, 10);
        for chunk in terrain.chunks() {
            found.add(&terrain, chunk);
        }
    }
    found.print("generated");
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
    let mut spawning = 0.0;
    let mut spawns: BTreeMap<&str, u32> = BTreeMap::new();
    let mut trees: Vec<i32> = Vec::new();
    for seed in first..first + count {
        let start = Instant::now();
        let generator = Generator::new(seed);
        let spawn = generator.spawn();
        spawning += start.elapsed().as_secs_f64();
        *spawns.entry(generator.biome_at(spawn.x, spawn.z).name()).or_default() += 1;
        let tree = generator.nearest_trees(spawn).into_values().min_by(f64::total_cmp);
        trees.push(tree.map_or(i32::MAX, |distance| distance as i32));
        let mut nearest = generator.nearest_biomes(spawn);
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
    println!("{:.1} ms for each spawn", 1000.0 * spawning / count as f64);
    println!("spawns in {spawns:?}");
    trees.sort_unstable();
    println!("nearest trees from {trees:?}");
    for (i, name) in LISTED.into_iter().enumerate() {
        println!("{name:14} farthest {:6.0}  missing {} of {count}", worst[i], missing[i]);
    }
}

/// How many seeds have the game's own weather, and how often that of the others is turned.
fn turns(first: i64, count: i64) {
    let mut turns: BTreeMap<u32, u32> = BTreeMap::new();
    for seed in first..first + count {
        *turns.entry(Generator::new(seed).weather_turn()).or_default() += 1;
    }
    println!("seeds by turns of the weather: {turns:?}");
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["map", seed, chunks, file] => map(&Generator::new(seed.parse()?), chunks.parse()?, file)?,
        ["view", seed, biome, file] => view(&Generator::new(seed.parse()?), biome, file)?,
        ["caves", folder, seed] if folder.parse::<i64>().is_err() => caves(folder, seed.parse()?)?,
        ["caves", first, count] => caves_of_seeds(first.parse()?, count.parse()?),
        ["cut", seed, file] => cut(&Generator::new(seed.parse()?), file)?,
        ["biomes", seed, file] => biomes(&Generator::new(seed.parse()?), file)?,
        ["time", seed] => time(seed.parse()?),
        ["survey", seed, radius] => {
            println!("{}", serde_json::to_string(&Generator::new(seed.parse()?).survey(radius.parse()?))?);
        }
        ["turns", first, count] => turns(first.parse()?, count.parse()?),
        ["distances", first, count] => distances(first.parse()?, count.parse()?),
        _ => println!("what to do stands at the top of the example's source"),
    }
    Ok(())
}
