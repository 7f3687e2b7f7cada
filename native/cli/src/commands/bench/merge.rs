//! `anima bench merge`.

use std::path::PathBuf;
use std::time::SystemTime;

use anima_suite::merge;
use anyhow::Result;
use clap::ValueHint;

use crate::{SUCCESS, output};

/// Puts the shards of a run together: the rows, records, settings and report of one run that played all games.
///
/// All shards of one series are wanted, each played whole; what does not belong together is refused and named. The new
/// folder is one for compare and report.
#[derive(clap::Args)]
pub struct Args {
    /// The folders of the shards, in any order.
    #[arg(required = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    shards: Vec<PathBuf>,

    /// Make the new folder in this one.
    #[arg(long, value_name = "DIR", default_value = "records", value_hint = ValueHint::DirPath)]
    out: PathBuf,

    /// Print the report as one JSON object on one line, the last of standard output.
    #[arg(long)]
    json: bool,
}

/// Writes the folder and prints its report.
///
/// # Errors
/// If the shards are not those of one series, or the folder cannot be written.
pub fn run(args: &Args) -> Result<u8> {
    let (folder, report) = merge(&args.shards, &args.out, SystemTime::now())?;
    folder.write("report.txt", &report.to_string())?;
    match args.json {
        true => output::line(serde_json::to_string(&report)?)?,
        false => output::line(report.to_string().trim_end())?,
    }
    output::remark(format_args!("kept in {}", folder.path().display()));
    Ok(SUCCESS)
}
