//! What the land of a seed holds, in numbers.

use std::collections::BTreeMap;

use anima_body::{BlockPos, ChunkPos, Column, MIN_Y, SECTIONS, Section};
use anima_rules::{Biome, Block, BlockState, StateFlags};
use serde::Serialize;

use super::Generator;
use crate::source::{LoadedColumn, Summary};

/// What the land around the spawn of a seed holds; names without namespace.
#[derive(Clone, Debug, Serialize)]
pub struct Survey {
    /// The seed.
    pub seed: i64,
    /// How often the weather was turned to bring every promised biome near; 0 is the game's own weather.
    pub weather_turn: u32,
    /// Where a player begins.
    pub spawn: BlockPos,
    /// Chunks, ores, surface biomes and entities, as of a save.
    #[serde(flatten)]
    pub summary: Summary,
    /// Ores per 1,000 blocks of stone and ore by the lower end of their 16-block bin, and the shares of `air`,
    /// `water` and `lava` among the blocks below the topmost ground. A bin with little stone is left out.
    pub densities: BTreeMap<String, BTreeMap<i32, f64>>,
    /// Blocks of stone and ore in each bin: what ores are counted against.
    pub stone: BTreeMap<i32, u64>,
    /// Blocks below the topmost ground in each bin: what the shares are of.
    pub underground: BTreeMap<i32, u64>,
    /// Blocks from the spawn to the nearest of each biome, out to 3,000; `mountains` is the nearest that is any.
    pub biomes: BTreeMap<String, f64>,
    /// Blocks from the spawn to the nearest tree of each species.
    pub trees: BTreeMap<String, f64>,
}

/// Blocks of a 16-block bin, by what they count as.
#[derive(Clone, Debug, Default)]
struct Bin {
    stone: u64,
    ores: BTreeMap<&'static str, u64>,
    underground: u64,
    air: u64,
    water: u64,
    lava: u64,
}

/// What `ore-density.tsv` calls stone-like.
fn is_stone_like(block: Block) -> bool {
    matches!(
        block,
        Block::STONE
            | Block::DEEPSLATE
            | Block::GRANITE
            | Block::DIORITE
            | Block::ANDESITE
            | Block::TUFF
            | Block::CALCITE
            | Block::DRIPSTONE_BLOCK
            | Block::INFESTED_STONE
            | Block::INFESTED_DEEPSLATE
            | Block::RAW_IRON_BLOCK
            | Block::RAW_COPPER_BLOCK
    )
}

/// The ore a block is, stone and deepslate alike.
fn ore_name(block: Block) -> Option<&'static str> {
    let ore = block.name().strip_suffix("_ore")?;
    Some(ore.strip_prefix("deepslate_").unwrap_or(ore))
}

/// Ground: what stops motion and is no part of a tree.
fn is_ground(state: BlockState) -> bool {
    let name = state.block().name();
    state.flags().contains(StateFlags::BLOCKS_MOTION)
        && !name.ends_with("leaves")
        && !name.ends_with("_log")
        && !name.contains("mushroom")
        && !matches!(state.block(), Block::BAMBOO | Block::CACTUS | Block::PUMPKIN | Block::MELON | Block::COCOA)
}

#[derive(Clone, Copy, Default)]
struct Facts {
    stone: bool,
    ore: Option<&'static str>,
    air: bool,
    water: bool,
    lava: bool,
}

fn count(column: &Column, bins: &mut [Bin]) {
    let mut tops = [MIN_Y; 256];
    for (i, top) in tops.iter_mut().enumerate() {
        *top = column.highest(i as i32 & 15, i as i32 >> 4, is_ground).unwrap_or(MIN_Y);
    }
    // Runs of the same state are common; what it counts as is worked out once for each run.
    let mut last = BlockState::AIR;
    let mut facts = Facts { air: true, ..Facts::default() };
    for (section, bin) in bins.iter_mut().enumerate() {
        let bottom = MIN_Y + 16 * section as i32;
        let blocks = &column.sections()[section];
        if matches!(blocks, Section::Single(state) if state.is_air()) && tops.iter().all(|top| *top <= bottom) {
            continue;
        }
        for i in 0..4096 {
            let state = blocks.get(i);
            if state != last {
                let block = state.block();
                let fluid = state.fluid().map(|fluid| fluid.kind);
                facts = Facts {
                    stone: is_stone_like(block),
                    ore: ore_name(block),
                    air: state.is_air(),
                    water: fluid == Some(anima_rules::FluidKind::Water),
                    lava: block == Block::LAVA,
                };
                last = state;
            }
            bin.stone += u64::from(facts.stone || facts.ore.is_some());
            if let Some(ore) = facts.ore {
                *bin.ores.entry(ore).or_default() += 1;
            }
            if bottom + (i as i32 >> 8) < tops[i & 255] {
                bin.underground += 1;
                bin.air += u64::from(facts.air);
                bin.water += u64::from(facts.water);
                bin.lava += u64::from(facts.lava);
            }
        }
    }
}

/// The ores whose densities are told, also where there are none.
const ORES: [&str; 8] = ["coal", "copper", "iron", "gold", "redstone", "lapis", "diamond", "emerald"];

/// Stone in a bin, for each column, below which it tells nothing (200,000 in 400 columns, as in the shared tables).
const LEAST_STONE: u64 = 500;

fn densities(bins: &[Bin], columns: u64) -> BTreeMap<String, BTreeMap<i32, f64>> {
    let mut densities: BTreeMap<String, BTreeMap<i32, f64>> = BTreeMap::new();
    for (i, bin) in bins.iter().enumerate().filter(|(_, bin)| bin.stone >= LEAST_STONE * columns) {
        let bottom = MIN_Y + 16 * i as i32;
        let mut add = |name: &str, part: u64, whole: u64, scale: f64| {
            if whole > 0 {
                densities.entry(name.to_owned()).or_default().insert(bottom, scale * part as f64 / whole as f64);
            }
        };
        for ore in ORES {
            add(ore, bin.ores.get(ore).copied().unwrap_or(0), bin.stone, 1000.0);
        }
        add("air", bin.air, bin.underground, 1.0);
        add("water", bin.water, bin.underground, 1.0);
        add("lava", bin.lava, bin.underground, 1.0);
    }
    densities
}

/// What people call mountains.
fn is_mountain(biome: &str) -> bool {
    ["jagged_peaks", "frozen_peaks", "stony_peaks", "snowy_slopes", "meadow", "grove"].contains(&biome)
        || ["windswept_hills", "windswept_gravelly_hills", "windswept_forest"].contains(&biome)
}

impl Generator {
    /// Surveys the `2 * radius` chunks each way around the spawn, and the biomes and trees out to 3,000 blocks.
    pub fn survey(&self, radius: i32) -> Survey {
        let spawn = self.spawn();
        let mut summary = Summary::default();
        let mut bins = vec![Bin::default(); SECTIONS];
        let middle = spawn.chunk();
        for z in middle.z - radius..middle.z + radius {
            for x in middle.x - radius..middle.x + radius {
                let loaded: LoadedColumn = self.column(ChunkPos::new(x, z));
                summary.add(&loaded);
                *summary.chunks.entry("full".to_owned()).or_default() += 1;
                count(&loaded.column, &mut bins);
            }
        }
        let mut biomes: BTreeMap<String, f64> =
            self.nearest_biomes(spawn).into_iter().map(|(name, distance)| (name.to_owned(), distance)).collect();
        let mountains = biomes.iter().filter(|(name, _)| is_mountain(name)).map(|(_, d)| *d).min_by(f64::total_cmp);
        biomes.extend(mountains.map(|distance| ("mountains".to_owned(), distance)));
        let trees = self.nearest_trees(spawn).into_iter().map(|(name, distance)| (name.to_owned(), distance)).collect();
        let by_bin = |count: fn(&Bin) -> u64| {
            bins.iter().enumerate().map(|(i, bin)| (MIN_Y + 16 * i as i32, count(bin))).collect()
        };
        Survey {
            seed: self.seed(),
            weather_turn: self.weather_turn(),
            spawn,
            summary,
            densities: densities(&bins, 4 * u64::from(radius.unsigned_abs()).pow(2)),
            stone: by_bin(|bin| bin.stone),
            underground: by_bin(|bin| bin.underground),
            biomes,
            trees,
        }
    }

    /// The biome at the surface of a block column, without its neighbours' pull on the borders.
    pub fn biome_at(&self, x: i32, z: i32) -> Biome {
        self.0.climates.climate(x >> 2, z >> 2).surface_biome()
    }

    /// Blocks from a place to the nearest of each surface biome, out to 3,000.
    pub fn nearest_biomes(&self, from: BlockPos) -> BTreeMap<&'static str, f64> {
        self.0.nearest_biomes(from)
    }

    /// Blocks from a place to the nearest tree of each species, out to 3,000.
    pub fn nearest_trees(&self, from: BlockPos) -> BTreeMap<&'static str, f64> {
        self.0.nearest_trees(from)
    }
}
