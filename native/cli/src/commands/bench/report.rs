//! `anima bench report`.

use std::fs;
use std::path::{Path, PathBuf};

use anima_bench::page;
use anima_suite::ROWS;
use anyhow::{Context, Result, ensure};
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
    let runs = runs_in(&args.run);
    ensure!(
        runs.is_empty() || args.run.join(ROWS).exists(),
        "{} is the folder of an ablation, or another that holds runs; give the folder of one of them: {}",
        args.run.display(),
        runs.join(", ")
    );
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

/// The names of the runs in a folder, as an ablation has one or more for each cell.
fn runs_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let runs = entries.filter(|entry| entry.path().join(ROWS).exists());
    let mut names: Vec<String> = runs.map(|run| run.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
