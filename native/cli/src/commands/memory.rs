//! `anima memory`.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::PathBuf;

use anima_memory::{Episode, Error, Id, Listed, Memory};
use anyhow::{Context, Result, bail, ensure};
use clap::{Subcommand, ValueHint};

use crate::{NOT_REACHED, SUCCESS, output};

const EXAMPLES: &str = "Examples:
  anima memory list --goal diamond
  anima memory show 12 --picture seen.jpg
  anima memory search \"iron pickaxe\"
  anima memory export memory.jsonl
  anima memory import memory.jsonl --store other.sqlite
  anima memory forget 3 4 5
  anima memory check";

/// Looks into what agents remember, and changes it.
///
/// Every episode has a number: the goal, how things were, what was planned and done, what came of it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    what: What,

    /// The file; `.anima/memory.sqlite` in your home if not given.
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    store: Option<PathBuf>,
}

#[derive(Subcommand)]
enum What {
    List(List),
    Show(Show),
    Search(Search),
    Forget(Forget),
    Export(Export),
    Import(Import),
    /// Reads everything and tells what is wrong.
    Check,
}

/// Lists episodes, the newest first.
#[derive(clap::Args)]
struct List {
    /// Only those that have this text in their goal.
    #[arg(long, value_name = "TEXT")]
    goal: Option<String>,

    /// How many at most.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
}

/// Shows all that is kept of an episode.
#[derive(clap::Args)]
struct Show {
    /// Its number.
    #[arg(value_name = "NUMBER")]
    id: u64,

    /// Write what was seen into a JPEG file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    picture: Option<PathBuf>,

    /// Print one JSON object on one line, as an export has it.
    #[arg(long)]
    json: bool,
}

/// Finds episodes that have all words of a text in goal, task, acts or outcome, the newest first.
#[derive(clap::Args)]
struct Search {
    /// The words, or the beginnings of words.
    #[arg(value_name = "TEXT", required = true)]
    words: Vec<String>,

    /// How many at most.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
}

/// Forgets episodes for good: nothing is left in the file but their numbers.
///
/// What was put together of them is forgotten with them. It cannot be undone; an import does not bring them back.
#[derive(clap::Args)]
struct Forget {
    /// Their numbers.
    #[arg(value_name = "NUMBER", required = true)]
    ids: Vec<u64>,
}

/// Writes all episodes as lines of JSON.
#[derive(clap::Args)]
struct Export {
    /// The file, which must not be there yet; standard output if not given.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
}

/// Adds the episodes of an export that are not there yet; makes the memory if there is none.
#[derive(clap::Args)]
struct Import {
    /// The file.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
}

/// Does it.
///
/// # Errors
/// If there is no memory, or it cannot be used; says what to do.
pub fn run(args: &Args) -> Result<u8> {
    let path = match &args.store {
        Some(path) => path.clone(),
        None => std::env::home_dir()
            .context("no home folder is known; name the memory with --store FILE")?
            .join(".anima/memory.sqlite"),
    };
    let is_there = path.exists();
    if !is_there && !matches!(args.what, What::Import(_)) {
        bail!("{}, --store names another", Error::Absent { path });
    }
    match &args.what {
        What::List(list) => print(&Memory::open_read_only(&path)?.list(list.goal.as_deref(), list.limit)?)?,
        What::Search(search) => {
            print(&Memory::open_read_only(&path)?.search(&search.words.join(" "), search.limit)?)?;
        }
        What::Show(show) => self::show(&Memory::open_read_only(&path)?.show(Id(show.id))?, show)?,
        What::Forget(forget) => {
            let ids: Vec<Id> = forget.ids.iter().copied().map(Id).collect();
            output::line(format_args!("forgotten: {}", joined(&Memory::open(&path)?.forget(&ids)?)))?;
        }
        What::Export(export) => self::export(&Memory::open_read_only(&path)?, export)?,
        What::Import(import) => {
            let file = File::open(&import.file).with_context(|| format!("opening {}", import.file.display()))?;
            let done = Memory::open(&path)?.import(&mut BufReader::new(file));
            if done.is_err() && !is_there {
                // Nothing was imported: the memory that was made for it is empty.
                let _ = fs::remove_file(&path);
            }
            let done = done.with_context(|| format!("importing {}", import.file.display()))?;
            output::line(format_args!("added {}; {} known", counted(done.added, done.forgotten), done.known))?;
        }
        What::Check => {
            let memory = Memory::open(&path).or_else(|why| {
                let memory = Memory::open_read_only(&path)?;
                output::remark(format_args!("the index of words is not checked: {why}"));
                Ok::<_, Error>(memory)
            });
            return check(&memory?);
        }
    }
    Ok(SUCCESS)
}

fn print(listed: &[Listed]) -> Result<()> {
    for Listed { id, goal, agent, run, reached, ticks, calls, summary_of } in listed {
        let outcome = if *reached { "reached" } else { "failed" };
        let what = match summary_of.is_empty() {
            true => format!("{outcome:7} {ticks:>7} ticks {calls:>3} calls"),
            false => summary(summary_of),
        };
        output::line(format_args!("{:>6}  {what}  {goal}  ({agent}, {run})", id.to_string()))?;
    }
    if listed.is_empty() {
        output::remark("no episode is like that");
    }
    Ok(())
}

/// What an episode is that puts others together.
fn summary(of: &[Id]) -> String {
    format!("summary of episodes {}", joined(of))
}

fn joined(ids: &[Id]) -> String {
    ids.iter().map(Id::to_string).collect::<Vec<_>>().join(", ")
}

/// How many episodes, and how many of which only the number is left.
fn counted(episodes: u64, forgotten: u64) -> String {
    format!("{}, {forgotten} forgotten", output::count(episodes, "episode"))
}

fn show(episode: &Episode, show: &Show) -> Result<()> {
    if let Some(file) = &show.picture {
        let picture = episode.picture.as_ref().with_context(|| format!("episode {} has no picture", show.id))?;
        fs::write(file, &picture.jpeg).with_context(|| format!("writing {}", file.display()))?;
    }
    if show.json {
        return output::line(serde_json::to_string(episode)?);
    }
    let Episode { origin, circumstances: around, outcome, .. } = episode;
    let game = if episode.is_summary() { String::new() } else { format!(" game {}", origin.game) };
    output::line(format_args!("{} ({}, {}{game})", episode.goal, episode.agent, origin.run))?;
    if !episode.words.is_empty() {
        output::line(format_args!("in words: {}", episode.words))?;
    }
    if episode.is_summary() {
        output::line(summary(&episode.summary_of))?;
    } else {
        let result = if outcome.reached { "reached".to_owned() } else { format!("failed: {}", outcome.why) };
        let calls = output::count(episode.calls.into(), "call");
        output::line(format_args!("{result}; {}, {calls}", output::count(episode.ticks, "tick")))?;
        let [x, y, z] = around.position;
        let carried: Vec<String> = around.carried.iter().map(|(item, count)| format!("{count} {item}")).collect();
        let carried = if carried.is_empty() { "nothing".into() } else { carried.join(", ") };
        output::line(format_args!("at {x} {y} {z}, {}, time {}; carried: {carried}", around.biome, around.day_time))?;
    }
    for act in &episode.plan {
        output::line(format_args!("planned: {act}"))?;
    }
    for done in &episode.executed {
        let how = done.failure.as_ref().map_or_else(String::new, |failure| format!(", failed: {}", failure.text));
        output::line(format_args!("done: {} ({}{how})", done.act, output::count(done.ticks, "tick")))?;
    }
    if !episode.used.is_empty() {
        output::line(format_args!("by the example of: {}", joined(&episode.used)))?;
    }
    Ok(())
}

fn export(memory: &Memory, export: &Export) -> Result<()> {
    let Some(path) = &export.file else {
        // A reader that goes away, as `head` does, is no failure.
        return match memory.export(&mut io::stdout().lock()) {
            Err(Error::Io { cause, .. }) if cause.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            done => Ok(done.map(drop)?),
        };
    };
    ensure!(!path.exists(), "{} is there already; name another file", path.display());
    let wrote = || format!("writing {}", path.display());
    let mut file = BufWriter::new(File::create_new(path).with_context(wrote)?);
    let done = memory.export(&mut file)?;
    file.flush().with_context(wrote)?;
    output::line(format_args!("{} in {}", counted(done.episodes, done.forgotten), path.display()))
}

fn check(memory: &Memory) -> Result<u8> {
    let checked = memory.check()?;
    for fault in &checked.faults {
        output::line(fault)?;
    }
    let waiting =
        if checked.waiting > 0 { format!(", {} waiting for their round", checked.waiting) } else { String::new() };
    output::line(format_args!("{}{waiting}", counted(checked.episodes, checked.forgotten)))?;
    Ok(if checked.faults.is_empty() { SUCCESS } else { NOT_REACHED })
}
