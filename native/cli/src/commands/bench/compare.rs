//! `anima bench compare`.

use std::path::PathBuf;

use anima_suite::Comparison;
use anyhow::Result;
use clap::ValueHint;

use crate::{SUCCESS, output};

/// Puts two runs side by side, task by task, and tells what chance alone explains.
///
/// Where both played the same games (seed, world and start), these are compared pair by pair. What was set or built
/// otherwise is named first.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of a run.
    #[arg(value_name = "FIRST", value_hint = ValueHint::DirPath)]
    first: PathBuf,

    /// The folder of another run.
    #[arg(value_name = "SECOND", value_hint = ValueHint::DirPath)]
    second: PathBuf,

    /// Print the comparison as one JSON object on one line.
    #[arg(long)]
    json: bool,
}

/// Prints the comparison.
///
/// # Errors
/// If a run's rows cannot be read, or the runs have no task in common.
pub fn run(args: &Args) -> Result<u8> {
    let comparison = Comparison::of_runs(&args.first, &args.second)?;
    match args.json {
        true => output::line(serde_json::to_string(&comparison)?)?,
        false => output::line(comparison.to_string().trim_end())?,
    }
    Ok(SUCCESS)
}
