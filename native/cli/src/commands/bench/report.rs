//! `anima bench report`.

use std::fs;
use std::path::PathBuf;

use anima_bench::page;
use anyhow::{Context, Result};
use clap::ValueHint;

use crate::{SUCCESS, output};

/// Writes a run as one HTML page: how many games were won, how soon, where they went, and why the others were lost.
///
/// The page needs no network and no other file. Maps come from playing records again.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of a run; one that is not over will do.
    #[arg(value_name = "RUN", value_hint = ValueHint::DirPath)]
    run: PathBuf,

    /// The page; report.html in the run's folder if not given.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: Option<PathBuf>,

    /// Games that are played again to show where they went, those that were lost first.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(..=1000))]
    maps: u16,
}

/// Writes the page and says where it is.
///
/// # Errors
/// If the run's rows cannot be read, or the page cannot be written.
pub fn run(args: &Args) -> Result<u8> {
    let jobs = std::thread::available_parallelism().map_or(1, Into::into);
    let text = page(&args.run, args.maps.into(), jobs)?;
    let file = args.out.clone().unwrap_or_else(|| args.run.join("report.html"));
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(|| format!("making the folder {}", folder.display()))?;
    }
    fs::write(&file, text).with_context(|| format!("writing {}", file.display()))?;
    output::line(file.display())?;
    Ok(SUCCESS)
}
