//! `anima bench`, one file for each of its subcommands.

mod ablate;
mod compare;
mod merge;
mod report;
mod run;

use anyhow::Result;
use clap::Subcommand;

pub use run::{Games, reach, recalling, round};

const EXAMPLES: &str = "Examples:
  anima bench run run/suites/first.toml --games 20 --jobs 2
  anima bench run run/suites/first.toml --task diamond --games 100 --seed-base 5000
  anima bench run --resume records/2026-11-25T10-00-00-first
  anima bench run run/suites/first.toml --shard 2/4
  anima bench merge records/A records/B records/C records/D
  anima bench report records/2026-11-25T10-00-00-first
  anima bench compare records/2026-11-25T10-00-00-first records/2026-11-26T10-00-00-first
  anima bench ablate run/ablations/gitm-table3.toml --games 20 --jobs 2";

/// Plays suites of games and counts.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Run(Box<run::Args>),
    Merge(merge::Args),
    Report(report::Args),
    Compare(compare::Args),
    Ablate(Box<ablate::Args>),
}

/// Does what is said with suites and runs.
///
/// # Errors
/// If the suite, its worlds or a run's folder cannot be used, or the folder cannot be written.
pub fn run(args: &Args) -> Result<u8> {
    match &args.what {
        What::Run(args) => run::run(args),
        What::Merge(args) => merge::run(args),
        What::Report(args) => report::run(args),
        What::Compare(args) => compare::run(args),
        What::Ablate(args) => ablate::run(args),
    }
}
