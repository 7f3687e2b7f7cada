//! `anima bench run`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use anima_bench::{Land, Match, Round, Series, lacks};
use anima_model::Server;
use anima_suite::{
    FACTS, Machine, Memory, Outcome, Report, Resolved, Row, RunFacts, RunFolder, Settings, Shard, Suite, Task, date,
};
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::{Arg, ValueHint};

use super::EXAMPLES;
use crate::args::{GameArgs, Meaning};
use crate::progress::{Tally, View};
use crate::{NOT_REACHED, SUCCESS, env, output};

/// Plays the games of a suite and prints how many were won, with their uncertainty.
///
/// Each run gets a new folder with a row per game, the records, the settings, the versions and the machine; nothing is
/// overwritten. The same games give the same rows and records, however many are played at once. A run that was ended is
/// played on with --resume.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, mut_args(of_a_run))]
pub struct Args {
    /// The suite, a TOML file.
    #[arg(value_name = "SUITE", value_hint = ValueHint::FilePath, required_unless_present = "resume")]
    suite: Option<PathBuf>,

    #[command(flatten)]
    games: Games,

    /// Play only the Ith of N shares of the games, each as large as the others; `anima bench merge` makes one run of all.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Play on in the folder of a run that was ended: all that began there is kept, only what is not over is played. A suite
    /// and options that are given too must be those it began with.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    resume: Option<PathBuf>,

    /// Make the run's folder in this one; with --resume none is made.
    #[arg(long, value_name = "DIR", default_value = "records", value_hint = ValueHint::DirPath, help_heading = "Output")]
    out: PathBuf,

    /// Show no progress.
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,

    /// Print the report as one JSON object on one line, the last of standard output.
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Which games are played, and how.
#[derive(Clone, clap::Args)]
pub struct Games {
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
    pub game: GameArgs,

    /// Keep no record of each game, only its row.
    #[arg(long, help_heading = "Output")]
    no_records: bool,
}

impl Games {
    /// The same of every task of a suite, whichever were named.
    pub fn of_every_task(&self) -> Games {
        Games { tasks: Vec::new(), ..self.clone() }
    }

    /// What is played of a suite.
    ///
    /// # Errors
    /// If the suite or its worlds cannot be used.
    pub fn series(&self, suite: &Path, learns: bool) -> Result<Series> {
        let read = Suite::read(suite)?;
        let meaning = self.game.meaning(Some((&suite.display().to_string(), &read.settings)))?;
        let mut series = series(self, &read, meaning)?;
        series.round = if learns { None } else { recalling(&series.settings, None)? };
        Ok(series)
    }
}

/// Makes sure that the model of a series can be asked: games that the rules play in its place would count as its own.
///
/// # Errors
/// If no server answers; says what to do.
pub fn reach(series: &Series) -> Result<()> {
    // What was written down, or is kept, needs no server.
    let model = series.model.as_ref().filter(|model| model.replay.is_none() && model.cache.is_none());
    model.map_or(Ok(()), |model| Server::reach(model).map_err(|error| anyhow!("{error}; {}", error.hint())))
}

/// The round of a run that remembers, with this number; `None` if it has no memory.
///
/// # Errors
/// If the memory cannot be used; says what to do.
pub fn round(settings: &Settings, run: &str, number: u32) -> Result<Option<Round>> {
    if settings.memory.file.is_empty() || settings.memory.read_only {
        return recalling(settings, None);
    }
    Round::begin(anima_config::memory(&settings.memory, true)?, run, number).map(Some)
}

/// A round whose games only recall, those of a run that began earlier the episodes up to this one; `None` if there is no
/// memory.
///
/// # Errors
/// If the memory cannot be used; says what to do.
pub fn recalling(settings: &Settings, upto: Option<u64>) -> Result<Option<Round>> {
    if settings.memory.file.is_empty() {
        return Ok(None);
    }
    Round::recalling(anima_config::memory(&settings.memory, false)?, upto).map(Some)
}

/// Options that say which games are played mean nothing without the suite; these do. A memory is only recalled from.
fn of_a_run(arg: Arg) -> Arg {
    const WITHOUT: [&str; 5] = ["suite", "resume", "jobs", "quiet", "json"];
    let arg = match arg.get_id().as_str() {
        "memory" => arg.help(
            "Let the agent recall from this file, which must be there, what it lived through in other games; nothing is written \
             down in it. `anima learn` is for learning",
        ),
        _ => arg,
    };
    if WITHOUT.contains(&arg.get_id().as_str()) { arg } else { arg.requires("suite") }
}

/// Plays the suite, or plays on, and prints the report.
///
/// # Errors
/// If the suite, its worlds or the folder cannot be used.
pub fn run(args: &Args) -> Result<u8> {
    let typed = args.suite.as_deref().map(|suite| args.games.series(suite, false)).transpose()?;
    let typed = typed.map(|series| Series { shard: args.shard, ..series });
    typed.as_ref().map_or(Ok(()), reach)?;
    let (begun, clock) = (SystemTime::now(), Instant::now());
    let (series, folder) = match (typed, &args.resume) {
        (Some(series), None) => {
            let folder = RunFolder::create(&args.out, &series.suite, begun)?;
            (series, folder)
        }
        (typed, Some(path)) => {
            let folder = RunFolder::open(path)?;
            let series = match typed {
                Some(series) => series.ensure_kept(path).map(|()| series)?,
                None => {
                    let mut series = Series::kept(path, env::versions(), jobs(&args.games))?;
                    reach(&series)?;
                    series.round = recalling(&series.settings, Resolved::read(path)?.recalls)?;
                    series
                }
            };
            (series, folder)
        }
        (None, None) => bail!("no suite is given; give a TOML file such as run/suites/first.toml"),
    };
    let view = if args.quiet { View::None } else { View::of_stderr() };
    let played = series.played(&folder)?;
    let (resumed, left) = (played.len(), series.len() - played.len());
    if args.resume.is_some() && view != View::None {
        output::remark(format_args!("{} over, {left} left to play", output::count(resumed as u64, "game")));
    }
    let mut tally = Tally::new(view, left);
    let (mut memory, mut over) = (Memory::default(), 0);
    let mut ticks = 0;
    let (rows, report) = series.play(&folder, played, |row| {
        over += 1;
        ticks += row.end.ticks;
        memory.note(over, left);
        tally.add(row);
    })?;
    tally.finish(folder.path());
    let took = clock.elapsed().as_secs_f64();
    let facts = RunFacts {
        command: std::env::args().collect(),
        started: date(begun),
        resumed,
        seconds: took,
        ticks_per_second: ticks as f64 / took,
        jobs: series.jobs,
        working_folder: std::env::current_dir().unwrap_or_default(),
        saves: series.saves(),
        versions: series.versions.clone(),
        machine: Machine::here(),
        memory,
    };
    let text = text(&facts, &series.analysis, &report);
    // Where nothing was left to play, what is said of the run that played it stays.
    if left > 0 || !folder.path().join("report.txt").exists() {
        facts.write(&folder.path().join(FACTS))?;
        folder.write("report.txt", &text)?;
    }
    match args.json {
        true => output::line(serde_json::to_string(&report)?)?,
        false => output::line(text.trim_end())?,
    }
    let broken = |row: &Row| row.end.outcome == Outcome::Error;
    Ok(if rows.iter().any(broken) { NOT_REACHED } else { SUCCESS })
}

fn jobs(args: &Games) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, Into::into);
    args.jobs.map_or(cores, usize::from)
}

/// What is played: the tasks of a suite with what the command line says otherwise.
pub fn series(args: &Games, suite: &Suite, meaning: Meaning) -> Result<Series> {
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
            let scenario = args.game.scenario(&task.scenario)?;
            let scenarios = || std::iter::once(&task.scenario).chain(task.then.iter().map(|part| &part.scenario));
            let missing = task.missing.clone().or_else(|| scenarios().find_map(lacks));
            Ok(Match {
                task: task.name.clone(),
                goal: task.goal.clone(),
                games: task.games.filter(|_| args.games.is_none()),
                blueprints: task.blueprints.clone(),
                ticks: args.game.ticks.unwrap_or(task.ticks),
                land: land(task)?,
                at: args.game.at.or(of_suite),
                scenario,
                then: task.then.clone(),
                published: task.published.clone(),
                missing,
                explore: task.explore,
                prepare: task.prepare.clone(),
            })
        })
        .collect();
    Ok(Series {
        suite: suite.name.clone(),
        analysis: suite.analysis.clone(),
        matches: matches?,
        games: args.games.unwrap_or(suite.games),
        seed_base: args.seed_base.unwrap_or(suite.seed_base),
        shard: None,
        jobs: jobs(args),
        records: !args.no_records,
        settings: meaning.settings,
        model: meaning.model,
        round: None,
        versions: env::versions(),
    })
}

fn text(facts: &RunFacts, analysis: &str, report: &Report) -> String {
    let resumed = match facts.resumed {
        0 => String::new(),
        games => {
            format!("\nresumed: {} played before; what follows is of the others", output::count(games as u64, "game"))
        }
    };
    format!(
        "{}\n\n{}\n\n{report}{resumed}\n{}, {:.0} s, {:.0} ticks/s together, on {} ({} cores)\n\
         memory: at most {} MiB in the first half of the games, {} MiB in the second\n",
        facts.command.join(" "),
        analysis,
        output::count(facts.jobs as u64, "job"),
        facts.seconds,
        facts.ticks_per_second,
        facts.machine.cpu,
        facts.machine.cores,
        facts.memory.first_half_mib,
        facts.memory.second_half_mib,
    )
}
