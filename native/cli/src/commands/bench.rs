//! `anima bench`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Instant, SystemTime};

use anima_bench::{
    Comparison, Land, Machine, Match, Memory, Outcome, Report, Row, RunFacts, RunFolder, Series, Suite, Task, date,
    read_rows,
};
use anyhow::{Context, Result, ensure};
use clap::{Subcommand, ValueHint};

use crate::args::{GameArgs, Meaning};
use crate::progress::{Tally, View};
use crate::{NOT_REACHED, SUCCESS, env, output};

const EXAMPLES: &str = "Examples:
  anima bench run run/suites/first.toml --games 20 --jobs 2
  anima bench run run/suites/first.toml --task diamond --games 100 --seed-base 5000
  anima bench compare records/2026-11-25T10-00-00-first records/2026-11-26T10-00-00-first";

/// Plays suites of games and counts.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Run(Box<Run>),
    Compare(Compare),
}

/// Puts two runs side by side, task by task, and tells what chance alone explains.
///
/// Where both played the same games (seed, world and start), these are compared pair by pair. What was set or built
/// otherwise is named first.
#[derive(clap::Args)]
struct Compare {
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

/// Plays the games of a suite and prints how many were won, with their uncertainty.
///
/// Each run gets a new folder with a row per game, the records, the settings, the versions and the machine; nothing is
/// overwritten. The same games give the same rows and records, however many are played at once.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
struct Run {
    /// The suite, a TOML file.
    #[arg(value_name = "SUITE", value_hint = ValueHint::FilePath)]
    suite: PathBuf,

    /// Play only this task; may be given again.
    #[arg(long = "task", value_name = "NAME")]
    tasks: Vec<String>,

    /// Games per task, in place of the suite's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: Option<u32>,

    /// Games played at once; as many as there are cores if not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Count the seeds of all games from this number, in place of the suite's; those of a task count up from one that its
    /// name decides.
    #[arg(long, value_name = "N", allow_negative_numbers = true, help_heading = "Where")]
    seed_base: Option<i64>,

    #[command(flatten)]
    game: GameArgs,

    /// Make the run's folder in this one.
    #[arg(long, value_name = "DIR", default_value = "records", value_hint = ValueHint::DirPath, help_heading = "Output")]
    out: PathBuf,

    /// Keep no record of each game, only its row.
    #[arg(long, help_heading = "Output")]
    no_records: bool,

    /// Show no progress.
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,

    /// Print the report as one JSON object on one line, the last of standard output.
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Does what is said with suites and runs.
///
/// # Errors
/// If the suite, its worlds or a run's rows cannot be used, or the folder cannot be written.
pub fn run(args: &Args) -> Result<u8> {
    match &args.what {
        What::Run(args) => play(args),
        What::Compare(args) => compare(args),
    }
}

fn compare(args: &Compare) -> Result<u8> {
    let comparison = Comparison::of(&read_rows(&args.first)?, &read_rows(&args.second)?)?;
    match args.json {
        true => output::line(serde_json::to_string(&comparison)?)?,
        false => output::line(comparison.to_string().trim_end())?,
    }
    Ok(SUCCESS)
}

/// Plays the suite and prints the report.
fn play(args: &Run) -> Result<u8> {
    let suite = Suite::read(&args.suite)?;
    let meaning = args.game.meaning(Some((&args.suite.display().to_string(), &suite.settings)))?;
    let series = series(args, &suite, meaning)?;
    let (begun, clock) = (SystemTime::now(), Instant::now());
    let folder = RunFolder::create(&args.out, &series.suite, begun)?;
    let mut tally = Tally::new(if args.quiet { View::None } else { View::of_stderr() }, series.len());
    let (mut memory, mut over) = (Memory::default(), 0);
    let (rows, report) = series.play(&folder, |row| {
        over += 1;
        memory.note(over, series.len());
        tally.add(row);
    })?;
    tally.finish(folder.path());
    let took = clock.elapsed().as_secs_f64();
    let facts = RunFacts {
        command: std::env::args().collect(),
        started: date(begun),
        seconds: took,
        ticks_per_second: rows.iter().map(|row| row.end.ticks).sum::<u64>() as f64 / took,
        jobs: series.jobs,
        working_folder: std::env::current_dir().unwrap_or_default(),
        saves: saves(args, &suite),
        versions: series.versions.clone(),
        machine: Machine::here(),
        memory,
    };
    facts.write(&folder.path().join("run.json"))?;
    let text = text(&facts, &suite, &report);
    folder.write("report.txt", &text)?;
    match args.json {
        true => output::line(serde_json::to_string(&report)?)?,
        false => output::line(text.trim_end())?,
    }
    let broken = |row: &Row| row.end.outcome == Outcome::Error;
    Ok(if rows.iter().any(broken) { NOT_REACHED } else { SUCCESS })
}

/// What is played: the suite with what the command line says otherwise.
fn series(args: &Run, suite: &Suite, meaning: Meaning) -> Result<Series> {
    for name in &args.tasks {
        let names: Vec<&str> = suite.tasks.iter().map(|task| task.name.as_str()).collect();
        ensure!(names.contains(&name.as_str()), "{} has no task {name}; it has {}", suite.name, names.join(", "));
    }
    let mut opened: BTreeMap<PathBuf, Land> = BTreeMap::new();
    let mut land = |task: &Task| -> Result<Land> {
        Ok(match (&meaning.land, &task.save) {
            (Some(land), _) => land.clone(),
            (None, None) => Land::Generated,
            (None, Some(folder)) => match opened.get(folder) {
                Some(land) => land.clone(),
                None => {
                    let land = Land::open(folder).with_context(|| format!("task {}", task.name))?;
                    opened.insert(folder.clone(), land.clone());
                    land
                }
            },
        })
    };
    let chosen = suite.tasks.iter().filter(|task| args.tasks.is_empty() || args.tasks.contains(&task.name));
    let matches: Result<Vec<Match>> = chosen
        .map(|task| {
            // A start belongs to its world: another world does not have it.
            let of_suite = if meaning.land.is_some() { None } else { task.at };
            Ok(Match {
                task: task.name.clone(),
                goal: task.goal.clone(),
                blueprints: task.blueprints.clone(),
                ticks: args.game.ticks.unwrap_or(task.ticks),
                land: land(task)?,
                at: args.game.at.or(of_suite),
                scenario: args.game.scenario(&task.scenario)?,
                then: task.then.clone(),
                published: task.published.clone(),
                missing: task.missing.clone(),
            })
        })
        .collect();
    let cores = std::thread::available_parallelism().map_or(1, Into::into);
    Ok(Series {
        suite: suite.name.clone(),
        matches: matches?,
        games: args.games.unwrap_or(suite.games),
        seed_base: args.seed_base.unwrap_or(suite.seed_base),
        jobs: args.jobs.map_or(cores, usize::from),
        records: !args.no_records,
        settings: meaning.settings,
        model: meaning.model,
        versions: env::versions(),
    })
}

fn saves(args: &Run, suite: &Suite) -> Vec<PathBuf> {
    match &args.game.world {
        Some(folder) => vec![folder.clone()],
        None => {
            let mut folders: Vec<_> = suite.tasks.iter().filter_map(|task| task.save.clone()).collect();
            folders.sort();
            folders.dedup();
            folders
        }
    }
}

fn text(facts: &RunFacts, suite: &Suite, report: &Report) -> String {
    format!(
        "{}\n\n{}\n\n{report}\n{} jobs, {:.0} s, {:.0} ticks/s together, on {} ({} cores)\n\
         memory: at most {} MiB in the first half of the games, {} MiB in the second\n",
        facts.command.join(" "),
        suite.analysis,
        facts.jobs,
        facts.seconds,
        facts.ticks_per_second,
        facts.machine.cpu,
        facts.machine.cores,
        facts.memory.first_half_mib,
        facts.memory.second_half_mib,
    )
}
