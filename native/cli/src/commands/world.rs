//! `anima world`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anima_world::{Generator, Save, Summary};
use anyhow::{Context, Result};
use clap::{Subcommand, ValueHint};

use crate::{SUCCESS, output};

const EXAMPLES: &str = "Examples:
  anima world info ../shared/worlds/plains-forest-1194
  anima world info --seed 7 --radius 10 --json";

/// Tells about worlds.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Info(Info),
}

/// Tells what a save or the generated land of a seed holds: chunks, ores, biomes, entities.
///
/// Of a save the whole is read; of a seed, the chunks around the spawn, and how far the nearest of each biome and tree is.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
struct Info {
    /// The folder of a save: the one that holds level.dat.
    #[arg(value_name = "PATH", value_hint = ValueHint::DirPath, required_unless_present = "seed")]
    path: Option<PathBuf>,

    /// Tell of the generated land of a seed instead.
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "path")]
    seed: Option<i64>,

    /// Chunks each way around the spawn that are counted.
    #[arg(long, value_name = "CHUNKS", default_value_t = 10, conflicts_with = "path",
          value_parser = clap::value_parser!(u16).range(1..=128))]
    radius: u16,

    /// Print one JSON object on one line.
    #[arg(long)]
    json: bool,
}

/// Reads the world and prints what it holds; warnings go to standard error.
///
/// # Errors
/// If there is no world that can be read.
pub fn run(args: &Args) -> Result<u8> {
    let What::Info(info) = &args.what;
    match (&info.path, info.seed) {
        (Some(path), _) => of_save(&Save::open(path).context("opening the world")?, info.json)?,
        (None, seed) => of_seed(seed.unwrap_or_default(), info)?,
    }
    Ok(SUCCESS)
}

fn of_save(save: &Save, json: bool) -> Result<()> {
    let (summary, warnings) = save.summary();
    for warning in warnings {
        output::remark(format_args!("warning: {warning}"));
    }
    if json {
        output::line(serde_json::to_string(&summary)?)?;
        return Ok(());
    }
    let level = save.level();
    output::line(format_args!(
        "{}, saved by {}, spawn {}, time of day {}",
        level.name, level.version, level.spawn, level.day_time
    ))?;
    print(&summary)
}

fn of_seed(seed: i64, info: &Info) -> Result<()> {
    let survey = Generator::new(seed).survey(info.radius.into());
    if info.json {
        output::line(serde_json::to_string(&survey)?)?;
        return Ok(());
    }
    output::line(format_args!("seed {seed}, spawn {}", survey.spawn))?;
    print(&survey.summary)?;
    for (what, nearest) in [("biome", &survey.biomes), ("tree", &survey.trees)] {
        output::line(format_args!("blocks to the nearest {what}:"))?;
        for (name, distance) in nearest {
            output::line(format_args!("  {name:32} {distance:>8.0}"))?;
        }
    }
    Ok(())
}

fn print(summary: &Summary) -> Result<()> {
    let counts = |counts: &BTreeMap<String, u32>| {
        let pairs: Vec<String> = counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
        if pairs.is_empty() { "none".to_owned() } else { pairs.join(", ") }
    };
    output::line(format_args!("chunks: {}", counts(&summary.chunks)))?;
    output::line(format_args!("entities: {}", counts(&summary.entities)))?;
    let columns: u32 = summary.surface_biomes.values().sum();
    let mut biomes: Vec<_> = summary.surface_biomes.iter().collect();
    biomes.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    output::line("biomes at the surface:")?;
    for (name, count) in biomes {
        output::line(format_args!("  {name:32} {:>7.1} %", 100.0 * f64::from(*count) / f64::from(columns.max(1))))?;
    }
    output::line("ores by the lowest height of 16 blocks:")?;
    for (ore, bins) in &summary.ores {
        let total: u32 = bins.values().sum();
        let bins: Vec<String> = bins.iter().map(|(low, count)| format!("{low}: {count}")).collect();
        output::line(format_args!("  {ore:10} {total:>8}   {}", bins.join(", ")))?;
    }
    Ok(())
}
