//! `anima explore`.

use std::fs::File;
use std::io::BufWriter;
use std::time::{Instant, SystemTime};

use anima_bench::{Explored, Film, Round, Venture, explore};
use anima_suite::{Exploration, FACTS, Outcome, Recorder, TICKS, Witness};
use anyhow::{Context, Result};

use super::run as game;
use crate::args::{GameArgs, OneGameArgs};
use crate::{NOT_REACHED, SUCCESS, output};

/// Lets an agent live on its own: it gives itself one goal after the other, each something new.
///
/// The model proposes them where one is configured, else the rules: what was never held or killed, the soonest to be had.
/// Ends with 0 if one of its goals was reached, 1 if none was, 2 if something is wrong with the call or around it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Game ticks that each of its goals may take.
    #[arg(long, value_name = "N", default_value = "6000", value_parser = clap::value_parser!(u64).range(1..=TICKS), help_heading = "How")]
    each: u64,

    #[command(flatten)]
    one: OneGameArgs,
}

const EXAMPLES: &str = "Examples:
  anima explore --ticks 24000 --seed 3
  anima explore --ticks 24000 --memory memory.sqlite --record life.jsonl
  anima explore --agent odyssey --model http://127.0.0.1:8000/v1 --model-name NAME";

/// Lets the agent live, and tells what it did.
///
/// # Errors
/// If it cannot begin, or a file cannot be written.
pub fn run(args: &Args) -> Result<u8> {
    let setup = game::setup_of(&args.game, args.one.seed)?;
    let (begun, clock) = (SystemTime::now(), Instant::now());
    let mut recorder = args.one.record.as_deref().map(|path| game::recorder(path, false)).transpose()?;
    let mut film = args.one.frames.as_deref().map(|folder| Film::new(folder, game::FRAMES_EVERY)).transpose()?;
    let mut witnesses: Vec<&mut dyn Witness> = Vec::new();
    witnesses.extend(recorder.as_mut().map(|recorder: &mut Recorder<BufWriter<File>>| recorder as &mut dyn Witness));
    witnesses.extend(film.as_mut().map(|film| film as &mut dyn Witness));
    let (mut remembered, mut written) = (Ok(()), Ok(()));
    let mut told = |tried: &Venture| {
        // Whatever ends the process, what was over is remembered.
        if remembered.is_ok() {
            remembered = setup.round.as_ref().map(Round::end).transpose().map(drop);
        }
        if written.is_ok() {
            written = line(tried);
        }
    };
    let explored = explore(&setup, Exploration { each: args.each, goals: u32::MAX }, &mut witnesses, &mut told)?;
    written?;
    // What was played is told even if the memory cannot be written.
    show(&setup, &explored, clock)?;
    if let Some((recorder, path)) = recorder.zip(args.one.record.as_deref()) {
        recorder.finish().with_context(|| format!("writing {}", path.display()))?;
        game::facts(&args.game, &setup, begun, clock.elapsed(), &explored.end).write(&path.with_file_name(FACTS))?;
    }
    if let Some(film) = film {
        film.finish()?;
    }
    remembered?;
    Ok(if explored.goals.iter().any(|tried| tried.is_reached) { SUCCESS } else { NOT_REACHED })
}

fn line(tried: &Venture) -> Result<()> {
    let outcome = if tried.is_reached { "reached" } else { "not reached" };
    let why = tried.why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
    output::line(format_args!("{outcome} after {} ticks, {}{why}", tried.ticks, tried.goal))
}

fn show(setup: &anima_bench::Setup, explored: &Explored, clock: Instant) -> Result<()> {
    let end = &explored.end;
    let reached = explored.goals.iter().filter(|tried| tried.is_reached).count();
    if let (Outcome::Error, Some(why)) = (end.outcome, &end.reason) {
        output::line(format_args!("  reason    {why}"))?;
    }
    if let Some(why) = &explored.idle {
        output::line(format_args!("it set itself no other goal: {why}"))?;
    }
    output::line(format_args!("  goals     {reached} of {} reached", explored.goals.len()))?;
    output::line(format_args!("  items     {} kinds held", explored.items.len()))?;
    output::line(format_args!("  distance  {:.0} blocks from the start at the farthest", explored.farthest))?;
    output::line(format_args!(
        "  ticks     {} of {}, in {:.1} s",
        end.ticks,
        setup.ticks,
        clock.elapsed().as_secs_f64()
    ))?;
    output::line(format_args!("  world     {}, seed {}", setup.land.name(), setup.seed))?;
    output::line(format_args!("  deaths    {}", end.deaths))?;
    if setup.model.is_some() {
        output::line(format_args!("  model     {}", super::run::asked(end)))?;
    }
    Ok(())
}
