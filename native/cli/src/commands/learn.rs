//! `anima learn`.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anima_bench::Series;
use anima_suite::{Outcome, Played, RunFolder};
use anyhow::{Context, Result, ensure};
use clap::ValueHint;

use super::bench;
use crate::progress::{Tally, View};
use crate::{SUCCESS, output};

/// Plays the games of a suite in rounds, and lets the agent remember them.
///
/// All games of a round recall what was known at its begin; what they live through is known in the next. How many are played
/// at once changes nothing. To be called again with the same options, as after it was ended, plays the same games again, which
/// recall what they recalled then, and remembers each once.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The suite, a TOML file.
    #[arg(value_name = "SUITE", value_hint = ValueHint::FilePath)]
    suite: PathBuf,

    /// Rounds that are played, each in worlds of its own.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,

    #[command(flatten)]
    games: bench::Games,

    /// Make the folders of the rounds in this one.
    #[arg(long, value_name = "DIR", default_value = "records", value_hint = ValueHint::DirPath, help_heading = "Output")]
    out: PathBuf,

    /// Show no progress.
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

const EXAMPLES: &str = "Examples:
  anima learn run/suites/first.toml --memory memory.sqlite --rounds 5 --games 1
  anima learn run/suites/mixed.toml --memory memory.sqlite --agent gitm --model URL --model-name NAME
  anima bench run run/suites/first.toml --memory memory.sqlite --games 20";

/// Seeds between two rounds.
const APART: i64 = 1_000_000;

/// Plays the rounds and tells what was learnt.
///
/// # Errors
/// If the suite, its worlds, the memory or a folder cannot be used.
pub fn run(args: &Args) -> Result<u8> {
    let first = args.games.series(&args.suite, true)?;
    ensure!(
        !first.settings.memory.file.is_empty(),
        "nothing says where the agent remembers; name a file with --memory FILE"
    );
    bench::reach(&first)?;
    let view = if args.quiet { View::None } else { View::of_stderr() };
    for number in 0..args.rounds {
        output::line(play_round(&first, number, &args.out, view)?)?;
    }
    Ok(SUCCESS)
}

/// Plays one round of what is learnt, into a folder below `out`; tells what came of it.
///
/// # Errors
/// If the memory may only be read, or it or the folder cannot be used.
pub fn play_round(first: &Series, number: u32, out: &Path, view: View) -> Result<String> {
    ensure!(
        !first.settings.memory.read_only,
        "memory.read_only is true, so nothing can be learnt; set it to false, or play without learning with `anima bench run`"
    );
    let mut series = first.clone();
    series.seed_base += APART * i64::from(number);
    series.suite = format!("{}-round-{number}", first.suite);
    series.round = bench::round(&series.settings, &run_name(first), number)?;
    let folder = RunFolder::create(out, &series.suite, SystemTime::now())?;
    let mut tally = Tally::new(view, series.len());
    let (rows, _) = series.play(&folder, Played::default(), |row| tally.add(row))?;
    tally.finish(folder.path());
    let round = series.round.as_ref().context("a memory was named")?;
    let learnt = round.end()?;
    let won = rows.iter().filter(|row| row.end.outcome == Outcome::Success).count();
    let calls: u64 = rows.iter().map(|row| u64::from(row.end.model_calls)).sum();
    let games = output::count(rows.len() as u64, "game");
    let (calls, learnt) = (output::count(calls, "call"), output::count(learnt as u64, "episode"));
    Ok(format!("round {number}: {won} of {games} won, {calls} of a model, {learnt} learnt"))
}

/// The name of a run of games that learn: those that are the same have the same, so that none is remembered twice, and other
/// settings give another.
fn run_name(series: &Series) -> String {
    let model = series.model.as_ref().map(|model| format!(" with {}", model.model)).unwrap_or_default();
    let agent = &series.settings.agent.name;
    format!("learn {} {} by {agent}{model}, {}", series.suite, series.seed_base, series.digest())
}
