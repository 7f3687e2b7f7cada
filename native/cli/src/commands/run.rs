//! `anima run`.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::BufWriter;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use anima_bench::{Film, Land, Round, Setup, play};
use anima_intent::Progress;
use anima_suite::{
    Blueprints, End, FACTS, Held, Machine, Memory, Outcome, Recorder, RunFacts, Scenario, Start, TICKS, Why, Witness,
    date,
};
use anyhow::{Context, Result, ensure};
use serde::Serialize;

use crate::args::{GameArgs, OneGameArgs};
use crate::progress::{Progress as Shown, View};
use crate::{NOT_REACHED, SUCCESS, env, output};

/// Ticks between two pictures: ten seconds of play.
pub(super) const FRAMES_EVERY: u64 = 200;

/// Plays one game: reaches a goal from an empty inventory.
///
/// Ends with 0 if the goal is reached, 1 if it is not, 2 if something is wrong with the call or around it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// What to reach, in plain words: "obtain 3 diamonds", "cook 2 beef", "kill 3 zombies", "wear iron armor",
    /// "go to 100 64 -20", "explore a desert", "plant 5 wheat seeds", "breed 2 chickens", "put 10 cobblestone in a
    /// chest", "build FILE.toml", "sleep", "survive 3 nights"; several joined by "and" or "or".
    #[arg(required = true, value_name = "GOAL")]
    goal: Vec<String>,

    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    one: OneGameArgs,

    /// Keep what the agent saw when the goal began, when an act failed and when the goal ended, as JPEG files in a
    /// folder beside the record.
    #[arg(long, requires = "record", help_heading = "Output")]
    pictures: bool,

    /// Show no progress, but what goes wrong with the model.
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,

    /// Print the result as one JSON object on one line, the last of standard output.
    #[arg(long, help_heading = "Output")]
    json: bool,
}

const EXAMPLES: &str = "Examples:
  anima run \"obtain 1 iron_pickaxe\"
  anima run \"obtain 1 diamond\" --world ../shared/worlds/plains-forest-1194 --at -91.5,87,68.5 --seed 7
  anima run \"get 3 cooked beef\" --difficulty peaceful --rule keepInventory=true --ticks 20000
  anima run \"obtain 1 iron_pickaxe\" --model http://127.0.0.1:8000/v1 --model-name NAME
  anima run \"build hut.toml\"    with in hut.toml, layers from the ground up and what each character is:
      layers = [[\"CCC\", \"C C\", \"C.C\"], [\"CCC\", \"CCC\", \"CCC\"]]
      [legend]
      C = \"cobblestone\"
      \".\" = \"air\"
  anima run \"obtain 1 stone_pickaxe\" --frames frames --record game.jsonl";

/// The result as `--json` prints it.
#[derive(Serialize)]
struct Printed<'a> {
    goal: &'a str,
    outcome: Outcome,
    reason: Option<&'a Why>,
    parts: &'a [Progress],
    evidence: &'a [Held],
    ticks: u64,
    limit: u64,
    seed: i64,
    world: &'a str,
    at: Option<[f64; 3]>,
    perception: &'a str,
    near_terrain: bool,
    latency: u32,
    assists: &'a [String],
    model: Option<&'a str>,
    deaths: u32,
    model_calls: u32,
    repairs: u32,
    fallbacks: u32,
    tokens: u64,
    model_seconds: f64,
    seconds: f64,
}

/// Plays the game and shows how it ended.
///
/// # Errors
/// If it cannot begin, or a file cannot be written.
pub fn run(args: &Args) -> Result<u8> {
    let goal = args.goal.join(" ");
    let blueprints = Blueprints::of(&goal, Path::new(""))?;
    let setup = Setup { goal, blueprints, ..setup_of(&args.game, args.one.seed)? };
    let start = setup.start()?;
    let (begun, clock) = (SystemTime::now(), Instant::now());
    let view = if args.quiet { View::None } else { View::of_stderr() };
    let replay = setup.model.as_ref().and_then(|model| model.replay.clone());
    let mut progress = Shown::new(view).replaying(replay);
    let mut recorder = args.one.record.as_deref().map(|path| recorder(path, args.pictures)).transpose()?;
    let mut film = args.one.frames.as_deref().map(|folder| Film::new(folder, FRAMES_EVERY)).transpose()?;
    let mut witnesses: Vec<&mut dyn Witness> = vec![&mut progress];
    witnesses.extend(recorder.as_mut().map(|recorder| recorder as &mut dyn Witness));
    witnesses.extend(film.as_mut().map(|film| film as &mut dyn Witness));
    let end = play(&setup, &mut witnesses)?;
    let remembered = setup.round.as_ref().map(Round::end).transpose();
    let took = clock.elapsed();
    // What was played is told even if the disk is full, or the memory cannot be written.
    show(args, &start, &end, took)?;
    if let Some(warning) = progress.left_replay() {
        output::remark(warning);
    }
    if let Some((recorder, path)) = recorder.zip(args.one.record.as_deref()) {
        recorder.finish().with_context(|| format!("writing {}", path.display()))?;
        facts(&args.game, &setup, begun, took, &end).write(&path.with_file_name(FACTS))?;
    }
    if let Some(film) = film {
        film.finish()?;
    }
    remembered?;
    Ok(if end.outcome == Outcome::Success { SUCCESS } else { NOT_REACHED })
}

/// A game without a goal as yet, as the command line means it.
///
/// # Errors
/// If the world, the model or the memory cannot be used.
pub(super) fn setup_of(game: &GameArgs, seed: Option<i64>) -> Result<Setup> {
    let meaning = game.meaning(None)?;
    let seed = seed.unwrap_or_else(any_seed);
    // Each time that a game is played it is another episode.
    let run = format!("run {} {seed}", date(SystemTime::now()));
    let round = super::bench::round(&meaning.settings, &run, 0)?;
    Ok(Setup {
        blueprints: Blueprints::default(),
        goal: String::new(),
        seed,
        land: meaning.land.unwrap_or(Land::Generated),
        at: game.at.map(Into::into),
        scenario: game.scenario(&Scenario::default())?,
        then: Vec::new(),
        prepare: None,
        ticks: game.ticks.unwrap_or(TICKS),
        settings: meaning.settings,
        model: meaning.model,
        round,
        versions: env::versions(),
    })
}

/// A seed that nobody chose, short enough to be typed again.
fn any_seed() -> i64 {
    i64::from(RandomState::new().hash_one(0) as u32)
}

pub(super) fn recorder(path: &Path, pictures: bool) -> Result<Recorder<BufWriter<File>>> {
    ensure!(
        path.file_name().is_some_and(|name| name != FACTS),
        "{} is where the facts of the run go; give the record another name",
        path.display()
    );
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("making the folder {}", folder.display()))?;
    }
    let file = File::create(path).with_context(|| format!("writing {}", path.display()))?;
    let recorder = Recorder::new(BufWriter::new(file));
    if !pictures {
        return Ok(recorder);
    }
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = path.with_file_name(format!("{name}-pictures"));
    fs::create_dir_all(&folder).with_context(|| format!("making the folder {}", folder.display()))?;
    Ok(recorder.with_pictures(folder))
}

pub(super) fn facts(game: &GameArgs, setup: &Setup, begun: SystemTime, took: Duration, end: &End) -> RunFacts {
    RunFacts {
        command: std::env::args().collect(),
        started: date(begun),
        resumed: 0,
        seconds: took.as_secs_f64(),
        ticks_per_second: end.ticks as f64 / took.as_secs_f64(),
        jobs: 1,
        working_folder: std::env::current_dir().unwrap_or_default(),
        saves: game.world.iter().cloned().collect(),
        versions: setup.versions.clone(),
        machine: Machine::here(),
        memory: Memory::of_one_game(),
    }
}

fn show(args: &Args, start: &Start, end: &End, took: Duration) -> Result<()> {
    let seconds = took.as_secs_f64();
    if args.json {
        let result = Printed {
            goal: &start.goal,
            outcome: end.outcome,
            reason: end.reason.as_ref(),
            parts: &end.parts,
            evidence: &end.evidence,
            ticks: end.ticks,
            limit: start.limit,
            seed: start.seed,
            world: &start.world,
            at: start.at,
            perception: &start.perception,
            near_terrain: start.near_terrain,
            latency: start.latency,
            assists: &start.assists,
            model: start.model.as_deref(),
            deaths: end.deaths,
            model_calls: end.model_calls,
            repairs: end.repairs,
            fallbacks: end.fallbacks,
            tokens: end.tokens,
            model_seconds: end.model_ms as f64 / 1e3,
            seconds: (seconds * 1e3).round() / 1e3,
        };
        output::line(serde_json::to_string(&result)?)?;
        return Ok(());
    }
    output::line(format_args!("{}: {}", end.outcome.name().replace('_', " "), start.wanted))?;
    if let Some(reason) = &end.reason {
        output::line(format_args!("  reason    {reason}"))?;
    }
    for part in end.parts.iter().filter(|part| end.parts.len() > 1 || part.want > 1 || part.have < part.want) {
        output::line(format_args!("  part      {part}"))?;
    }
    for held in &end.evidence {
        output::line(format_args!("  evidence  inventory slot {}: {} {}", held.slot, held.count, held.item))?;
    }
    if end.outcome == Outcome::OutOfTicks {
        output::line("  next      give it more time with --ticks N")?;
    }
    let play = humane(Duration::from_millis(end.ticks * 50));
    output::line(format_args!("  ticks     {} of {} ({play} of play)", end.ticks, start.limit))?;
    output::line(format_args!("  time      {} ({:.0} ticks/s)", humane(took), end.ticks as f64 / seconds.max(1e-9)))?;
    let assists = match start.assists.is_empty() {
        true => String::new(),
        false => format!(", made easier by {}", start.assists.join(", ")),
    };
    let near = if start.near_terrain { ", near terrain known" } else { "" };
    let far = if start.latency > 0 { format!(", latency {} ticks", start.latency) } else { String::new() };
    output::line(format_args!(
        "  world     {}, seed {}, perception {}{near}{far}{assists}",
        start.world, start.seed, start.perception
    ))?;
    output::line(format_args!("  deaths    {}", end.deaths))?;
    if let Some(model) = &start.model {
        output::line(format_args!("  model     {model}: {}", asked(end)))?;
    }
    Ok(())
}

/// How often a model was asked and what that took, for a person.
pub(super) fn asked(end: &End) -> String {
    let (calls, repairs, fallbacks, tokens) = (end.model_calls, end.repairs, end.fallbacks, end.tokens);
    let took = humane(Duration::from_millis(end.model_ms));
    let told = [(calls, "call"), (repairs, "repair"), (fallbacks, "fallback")];
    let told = told.map(|(number, thing)| output::count(number.into(), thing)).join(", ");
    format!("{told}; {} in {took}", output::count(tokens, "token"))
}

/// A duration for a person.
fn humane(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..60 => format!("{:.1} s", duration.as_secs_f64()),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}
