//! How a run on a server begins, or goes on: what is read before anything is changed.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;
use std::time::SystemTime;

use anima_body::ChunkPos;
use anima_config::{Configured, Layers};
use anima_suite::{
    Beside, Border, FACTS, Games, OnServer, Places, Played, Resolved, ResolvedTask, RunFolder, SERIES, Settings, Suite,
    Task, Versions, groups, places_used,
};
use anyhow::{Context, Result, ensure};

use super::operator::lacks;
use super::slot::Shared;
use crate::settings;

/// Blocks from side to side of what games are played in, at most: farther out what the game and its mods count in floats
/// is no longer exact.
const WIDEST: f64 = 2_000_000.0;

/// What is to be known of the server and its world.
#[derive(Clone, Debug)]
pub struct Server {
    /// The folder of its configuration; `anima.toml` may be in it.
    pub config: PathBuf,
    /// The folder in which runs have theirs.
    pub runs: PathBuf,
    /// The file that keeps what the world was set to.
    pub journal: PathBuf,
    /// The name of the folder of its world.
    pub world: String,
    /// The seed of its world.
    pub seed: i64,
    /// The chunk of its world's spawn.
    pub spawn: ChunkPos,
    /// The border of its world.
    pub border: Border,
}

/// What of a suite is played, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Games of each task, in place of the suite's.
    pub games: Option<u32>,
    /// Bodies that play at once.
    pub at_once: usize,
    /// Whether the server ticks as fast as it can.
    pub warp: bool,
}

/// A run that is about to be played.
pub(super) struct Opened {
    pub shared: Shared,
    pub games: Games,
    pub played: Played,
    /// The games of each group that are left to play, with the group.
    pub groups: Vec<(anima_suite::Group, Vec<usize>)>,
    /// Games of tasks that cannot be played, that have no row yet.
    pub not_played: Vec<usize>,
    /// The places, by where a game stands in the order of play.
    pub places: Places,
    pub order: Vec<usize>,
    pub begun: SystemTime,
}

/// The program that plays.
fn versions() -> Versions {
    Versions {
        anima: env!("CARGO_PKG_VERSION").into(),
        commit: option_env!("ANIMA_COMMIT").map(str::to_owned),
        minecraft: "1.19.4".into(),
    }
}

/// Begins a run of a suite that stands in a file, whose text this is.
///
/// # Errors
/// If suite or settings cannot be used, or no folder can be made; names the file and what to do.
pub(super) fn begin(server: &Server, file: &Path, text: &str, options: &Options) -> Result<Opened> {
    let suite = Suite::parse(file, text)?;
    let mine = server.config.join("anima.toml");
    let files: Vec<PathBuf> = if mine.exists() { vec![mine] } else { Vec::new() };
    let layers = Layers::<Settings>::new().files(&files)?.with(&suite.name, suite.settings.clone());
    let settings = layers.environment()?.settings()?;
    ensure!(
        settings.world.latency == 0,
        "{}: world.latency is {}; the bodies of a server have none, so set it to 0",
        suite.name,
        settings.world.latency
    );
    let versions = versions();
    let resolved = resolved(&suite, &settings, server, options, &versions);
    let on_server = OnServer { at_once: options.at_once, warp: options.warp, world_seed: server.seed };
    let beside = Beside {
        analysis: suite.analysis.clone(),
        records: true,
        model: settings.model.url.clone(),
        server: Some(on_server.clone()),
        ..Beside::default()
    };
    let begun = SystemTime::now();
    let folder = RunFolder::create(&server.runs, &suite.name, begun)?;
    folder.keep(&resolved, &beside)?;
    opened(server, folder, resolved, on_server, settings, versions, begun)
}

/// Plays on in the folder of a run.
///
/// # Errors
/// If it cannot be played on, here or at all; says why.
pub(super) fn resume(server: &Server, name: &str) -> Result<Opened> {
    let path = if name.is_empty() { newest_unfinished(&server.runs)? } else { folder(&server.runs, name)? };
    let (resolved, beside) = (Resolved::read(&path)?, Beside::read(&path)?);
    let versions = versions();
    resolved.ensure_played_by(&versions, &path)?;
    let on_server = beside.server.clone().with_context(|| {
        let path = path.display();
        format!("{path} was not played on a server; play it on with anima bench run --resume {path}")
    })?;
    ensure!(
        on_server.world_seed == server.seed,
        "{} began in a world with the seed {}, this one has {}; play it on in the world in which it began",
        path.display(),
        on_server.world_seed,
        server.seed
    );
    ensure!(
        !is_finished(&path),
        "all games of {} are over; /anima-suite report shows them, /anima-suite run plays new ones",
        path.display()
    );
    let mut settings = resolved.settings.clone();
    settings.model.url.clone_from(&beside.model);
    let folder = RunFolder::open(&path)?;
    opened(server, folder, resolved, on_server, settings, versions, SystemTime::now())
}

/// The folder of a run, by its name; of the newest where none is given.
///
/// # Errors
/// If there is none of that name, or none at all.
pub(crate) fn folder(runs: &Path, name: &str) -> Result<PathBuf> {
    if name.is_empty() {
        // Their names begin with the date.
        return all_runs(runs).max().with_context(|| format!("there is no run in {} yet", runs.display()));
    }
    let path = runs.join(name);
    let is_name =
        Path::new(name).components().eq([Component::Normal(name.as_ref())]) && !name.contains(['/', '\\', ':']);
    ensure!(is_name && path.is_dir(), "there is no run {name} in {}; the folders there are the runs", runs.display());
    Ok(path)
}

fn all_runs(runs: &Path) -> impl Iterator<Item = PathBuf> {
    let folders = fs::read_dir(runs).into_iter().flatten().flatten().map(|entry| entry.path());
    folders.filter(|path| path.join(SERIES).exists())
}

fn newest_unfinished(runs: &Path) -> Result<PathBuf> {
    let newest = all_runs(runs).filter(|run| !is_finished(run)).max();
    newest.with_context(|| format!("no run in {} was stopped or ended before its end", runs.display()))
}

/// Whether a run was played to its end: its facts are the last that it writes.
fn is_finished(run: &Path) -> bool {
    run.join(FACTS).exists()
}

fn resolved(suite: &Suite, settings: &Settings, server: &Server, options: &Options, versions: &Versions) -> Resolved {
    let task = |task: &Task| ResolvedTask {
        name: task.name.clone(),
        goal: task.goal.clone(),
        games: task.games.filter(|_| options.games.is_none()),
        ticks: task.ticks,
        world: server.world.clone(),
        at: None,
        explore: task.explore,
        prepare: task.prepare.clone(),
        missing: task.missing.clone().or_else(|| lacks(task)),
        scenario: task.scenario.clone(),
        then: task.then.clone(),
        published: task.published.clone(),
        blueprints: task.blueprints.clone(),
    };
    let mut settings = settings.clone();
    settings.model.url.clear();
    Resolved {
        suite: suite.name.clone(),
        games: options.games.unwrap_or(suite.games),
        seed_base: suite.seed_base,
        anima: versions.anima.clone(),
        commit: versions.commit.clone(),
        recalls: None,
        task: suite.tasks.iter().map(task).collect(),
        settings,
    }
}

fn opened(
    server: &Server,
    folder: RunFolder,
    resolved: Resolved,
    on_server: OnServer,
    settings: Settings,
    versions: Versions,
    begun: SystemTime,
) -> Result<Opened> {
    settings.check()?;
    let games = resolved.games(None);
    let played = folder.played(&games, true)?;
    let tasks: Vec<Task> = resolved.task.iter().map(ResolvedTask::task).collect();
    let left = played.left(&games);
    let of_group = |group: &anima_suite::Group, among: &[usize]| -> Vec<usize> {
        among.iter().copied().filter(|game| group.tasks.contains(&games.at(*game).0)).collect()
    };
    let all: Vec<usize> = games.all().collect();
    let groups = groups(&tasks, &settings);
    // Places are found in the order of play, that of a run that nothing has ended.
    let order: Vec<usize> = groups.iter().flat_map(|group| of_group(group, &all)).collect();
    let named = order.iter().map(|game| {
        let (task, number) = games.at(*game);
        (games.tasks[task].0.clone(), number)
    });
    let border = Border { size: server.border.size.min(WIDEST), ..server.border };
    let mut places = Places::new(server.seed, server.spawn, border, named)?;
    for (game, row) in played.rows() {
        let place = row.server_body.as_ref().map(|body| body.place.map(|at| at.div_euclid(16)));
        if let (Some([x, z]), Some(at)) = (place, order.iter().position(|other| *other == game)) {
            places.keep(at, ChunkPos { x, z });
        }
    }
    for place in places_used(&server.runs, server.seed)? {
        places.use_up(place);
    }
    let not_played = left.iter().copied().filter(|game| tasks[games.at(*game).0].missing.is_some()).collect();
    let groups = groups.into_iter().map(|group| {
        let games = of_group(&group, &left);
        (group, games)
    });
    let groups = groups.filter(|(_, games)| !games.is_empty()).collect();
    let of_agents = Rc::new(settings::Settings::from(&settings));
    let shared = Shared { folder, resolved, on_server, settings, of_agents, versions };
    Ok(Opened { shared, games, played, groups, not_played, places, order, begun })
}
