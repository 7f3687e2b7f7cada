//! `anima bench ablate`.

use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use anima_mock::Mock;
use anima_suite::{Ablation, Cell, Learning, Played, Row, RunFolder, Shard, Suite, Table, slug};
use anyhow::{Context, Result, ensure};
use clap::{Arg, ValueHint};

use super::EXAMPLES;
use super::run::{Games, reach, series};
use crate::args::{Meaning, Over};
use crate::commands::learn;
use crate::progress::{Tally, View};
use crate::{SUCCESS, output};

/// Plays a suite with agents that differ in their switches, all on the same seeds, and prints them beside what is published.
///
/// Each cell of the file is an agent. Unless a server is named with --model, scripted models answer which the file fixes: what
/// comes of it are results with a scripted model, never those of a paper. Each cell has a folder of its own, as a run has.
///
/// Where the file has a [learn] table an agent learns first, for as many games as stand there: --games and --task do not
/// shorten that.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, mut_args(hide_what_cells_say))]
pub struct Args {
    /// The ablation, a TOML file such as those in run/ablations.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,

    /// Play only this cell; may be given again.
    #[arg(long = "cell", value_name = "NAME")]
    cells: Vec<String>,

    #[command(flatten)]
    games: Games,

    /// Make the ablation's folder in this one.
    #[arg(long, value_name = "DIR", default_value = "records", value_hint = ValueHint::DirPath, help_heading = "Output")]
    out: PathBuf,

    /// Show no progress.
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,

    /// Print the table as one JSON object on one line.
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Plays the cells and prints the table.
///
/// # Errors
/// If the ablation, its worlds, a port or a folder cannot be used.
pub fn run(args: &Args) -> Result<u8> {
    let mut ablation = Ablation::read(&args.file)?;
    choose(&mut ablation, &args.cells)?;
    let game = &args.games.game;
    for (option, is_given) in [("--agent", game.agent.is_some()), ("--memory", game.memory.is_some())] {
        ensure!(
            !is_given,
            "{option} means nothing here: the cells of {} say which agent plays and what it recalls; --cell NAME plays one of them",
            args.file.display()
        );
    }
    let clock = Instant::now();
    let stage = Stage { args, ablation: &ablation, folder: &args.out, models: Models::of(args, &ablation)? };
    // What cannot be played is refused before there is a folder, and before anything is learnt.
    stage.check()?;
    let folder = RunFolder::create(&args.out, &ablation.suite.name, SystemTime::now())?;
    let stage = Stage { folder: folder.path(), ..stage };
    let memory = stage.learn()?;
    let mut rows = Vec::new();
    for cell in &ablation.cells {
        rows.push(stage.play(cell, memory.as_deref())?);
    }
    let table = Table::of(&ablation, &rows)?;
    let text = format!(
        "{}\n\n{}\n\n{} a cell, the same in each, with {}.\n\n{table}{:.0} s\n",
        std::env::args().collect::<Vec<_>>().join(" "),
        ablation.suite.analysis,
        output::count(rows.first().map_or(0, Vec::len) as u64, "game"),
        stage.models.told(&ablation),
        clock.elapsed().as_secs_f64(),
    );
    folder.write("table.txt", &text)?;
    let json = serde_json::to_string(&table)?;
    folder.write("table.json", &format!("{json}\n"))?;
    output::line(if args.json { &json } else { text.trim_end() })?;
    Ok(SUCCESS)
}

/// Leaves out of the help what the cells of the file say.
fn hide_what_cells_say(arg: Arg) -> Arg {
    let is_said = ["agent", "memory"].contains(&arg.get_id().as_str());
    if is_said { arg.hide(true) } else { arg }
}

/// Leaves only some of the cells, if some are named.
fn choose(ablation: &mut Ablation, names: &[String]) -> Result<()> {
    for name in names {
        let known: Vec<&str> = ablation.cells.iter().map(|cell| cell.name.as_str()).collect();
        ensure!(
            known.contains(&name.as_str()),
            "{} has no cell {name}; it has {}",
            ablation.suite.name,
            known.join(", ")
        );
    }
    if !names.is_empty() {
        ablation.cells.retain(|cell| names.contains(&cell.name));
    }
    Ok(())
}

/// The models that are asked.
enum Models {
    /// The server that was named.
    Named,
    /// Scripted ones, which end with this value.
    Scripted(Vec<Mock>),
}

impl Models {
    fn of(args: &Args, ablation: &Ablation) -> Result<Models> {
        if args.games.game.model.is_some() {
            return Ok(Models::Named);
        }
        let scripted = &ablation.scripted;
        let wrong = |key: &str, why: String| anyhow::anyhow!("{}: scripted.{key}: {why}", args.file.display());
        let settings = anima_mock::Settings {
            skill: scripted.skill,
            errors: scripted.errors.parse().map_err(|why| wrong("errors", why))?,
            transport: scripted.transport.parse().map_err(|why| wrong("transport", why))?,
            ..anima_mock::Settings::default()
        };
        let start = |seed: &u64| Mock::start(anima_mock::Settings { seed: *seed, ..settings.clone() });
        let mocks: std::io::Result<Vec<Mock>> = scripted.seeds.iter().map(start).collect();
        mocks.map(Models::Scripted).context("starting a scripted model")
    }

    /// What answers, in words.
    fn told(&self, ablation: &Ablation) -> String {
        let scripted = &ablation.scripted;
        match self {
            Models::Named => "the model that was named".to_owned(),
            Models::Scripted(mocks) => format!(
                "{} scripted models that each know {} of all ways, errors {}, transport {}",
                mocks.len(),
                scripted.skill,
                or_none(&scripted.errors),
                or_none(&scripted.transport)
            ),
        }
    }

    /// The addresses, each with the share of the games whose agents ask it.
    fn shares(&self) -> Result<Vec<(Option<String>, Option<Shard>)>> {
        match self {
            Models::Named => Ok(vec![(None, None)]),
            Models::Scripted(mocks) => {
                let share = |(index, mock): (usize, &Mock)| {
                    Ok((Some(mock.url()), Some(Shard::new(index as u32 + 1, mocks.len() as u32)?)))
                };
                mocks.iter().enumerate().map(share).collect()
            }
        }
    }
}

fn or_none(rates: &str) -> &str {
    if rates.is_empty() { "none" } else { rates }
}

/// Where and with what the cells are played.
struct Stage<'a> {
    args: &'a Args,
    ablation: &'a Ablation,
    folder: &'a Path,
    models: Models,
}

impl Stage<'_> {
    /// Refuses cells, tasks and a suite to learn from that cannot be played.
    fn check(&self) -> Result<()> {
        let shares = self.models.shares()?;
        let url = shares.first().and_then(|(url, _)| url.as_deref());
        for cell in &self.ablation.cells {
            let named = || format!("cell {}", cell.name);
            let meaning = self.meaning(&cell.agent, &cell.settings, url, None).with_context(named)?;
            let series = series(&self.args.games, &self.ablation.suite, meaning)?;
            if matches!(self.models, Models::Named) {
                reach(&series)?;
            }
        }
        if let Some(learning) = self.learning() {
            let meaning = self.meaning(&learning.agent, &learning.settings, url, None).context("[learn]")?;
            series(&self.args.games.of_every_task(), &Suite::read(&learning.suite)?, meaning)?;
        }
        Ok(())
    }

    /// What is learnt before, if a cell that is played recalls it.
    fn learning(&self) -> Option<&Learning> {
        self.ablation.learn.as_ref().filter(|_| self.ablation.cells.iter().any(|cell| cell.recalls))
    }

    /// The settings of a cell that asks a model at this address, over those of the whole ablation.
    fn meaning(&self, agent: &str, own: &toml::Table, url: Option<&str>, memory: Option<&Path>) -> Result<Meaning> {
        let name = self.args.file.display().to_string();
        let mut over = vec![Over::File(name.clone(), self.ablation.suite.settings.clone())];
        over.push(Over::File(name, own.clone()));
        if let Some(url) = url {
            let spent = self.folder.join("spent").display().to_string();
            let values = [("url", url), ("name", "scripted"), ("spent", spent.as_str())];
            let scripted =
                |(key, value): (&'static str, &str)| Over::Last("the scripted model", ["model", key], value.into());
            over.extend(values.map(scripted));
        }
        if let Some(memory) = memory {
            over.push(Over::Last("what was learnt", ["memory", "file"], memory.display().to_string()));
        }
        self.args.games.game.meaning_of(Some(agent), &over)
    }

    /// Learns what the cells recall; returns where that is.
    fn learn(&self) -> Result<Option<PathBuf>> {
        let Some(learning) = self.learning() else { return Ok(None) };
        let memory = self.folder.join("memory.sqlite");
        let suite = Suite::read(&learning.suite)?;
        let out = self.folder.join("learning");
        // The models take turns, a round each.
        for (round, (url, _)) in (0..learning.rounds).zip(self.models.shares()?.iter().cycle()) {
            let meaning = self.meaning(&learning.agent, &learning.settings, url.as_deref(), Some(&memory))?;
            let mut series = series(&self.args.games.of_every_task(), &suite, meaning)?;
            (series.games, series.seed_base) = (learning.games, learning.seed_base);
            series.matches.iter_mut().for_each(|task| task.games = None);
            output::remark(learn::play_round(&series, round, &out, self.view())?);
        }
        Ok(Some(memory))
    }

    /// Plays a cell; returns its rows in order.
    fn play(&self, cell: &Cell, memory: Option<&Path>) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        for (url, shard) in self.models.shares()? {
            let recalled = memory.filter(|_| cell.recalls);
            let meaning = self.meaning(&cell.agent, &cell.settings, url.as_deref(), recalled)?;
            let mut series = series(&self.args.games, &self.ablation.suite, meaning)?;
            series.round = super::recalling(&series.settings, None)?;
            (series.shard, series.suite) = (shard, format!("{}-{}", series.suite, slug(&cell.name)));
            if series.is_empty() {
                continue;
            }
            let folder = RunFolder::create(self.folder, &series.suite, SystemTime::now())?;
            let mut tally = Tally::new(self.view(), series.len());
            let (played, _) = series.play(&folder, Played::default(), |row| tally.add(row))?;
            tally.finish(folder.path());
            rows.extend(played);
        }
        rows.sort_by(|a, b| (&a.task, a.game).cmp(&(&b.task, b.game)));
        Ok(rows)
    }

    fn view(&self) -> View {
        if self.args.quiet { View::None } else { View::of_stderr() }
    }
}
