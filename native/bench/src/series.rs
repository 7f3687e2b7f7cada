//! Many games at once: the tasks of a suite, each over its seeds.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use anima_model::ServerSettings;
use anyhow::{Context, Result, anyhow};
use crossbeam_channel::unbounded;
use serde::Serialize;

use crate::folder::{RunFolder, write_line};
use crate::suite::game_seed;
use crate::{
    Blueprints, End, Land, Part, Recorder, Report, Row, Scenario, Settings, Setup, Start, Versions, Witness, play,
};

/// Stack of a thread that plays a game, in bytes: as much as a program's first thread has.
const STACK: usize = 8 << 20;

/// A task with everything resolved: what is played for it.
#[derive(Clone, Debug)]
pub struct Match {
    /// The task's name.
    pub task: String,
    /// What the agent is told.
    pub goal: String,
    /// The blueprints that the goal names.
    pub blueprints: Blueprints,
    /// Game ticks it may take.
    pub ticks: u64,
    /// Where it is played.
    pub land: Land,
    /// Feet of the player at the start.
    pub at: Option<[f64; 3]>,
    /// How the operator sets the world at the start.
    pub scenario: Scenario,
    /// Further parts.
    pub then: Vec<Part>,
    /// Published rates of success in percent, by agent.
    pub published: BTreeMap<String, f64>,
    /// What is missing for it to be played: it then counts as lost.
    pub missing: Option<String>,
}

/// All games of a run.
#[derive(Clone, Debug)]
pub struct Series {
    /// The suite's name.
    pub suite: String,
    /// The tasks.
    pub matches: Vec<Match>,
    /// Games per task.
    pub games: u32,
    /// What the seeds of all games count from: see [`game_seed`].
    pub seed_base: i64,
    /// Games played at once; changes nothing in them.
    pub jobs: usize,
    /// Whether each game's record is kept.
    pub records: bool,
    /// How worlds and agents are made.
    pub settings: Settings,
    /// The model that plans, if one does.
    pub model: Option<ServerSettings>,
    /// What made it.
    pub versions: Versions,
}

/// A series as its folder keeps it: what decides the games.
#[derive(Serialize)]
struct Resolved<'a> {
    suite: &'a str,
    games: u32,
    seed_base: i64,
    anima: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<&'a str>,
    task: Vec<ResolvedTask<'a>>,
    settings: &'a Settings,
}

#[derive(Serialize)]
struct ResolvedTask<'a> {
    name: &'a str,
    goal: &'a str,
    ticks: u64,
    world: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Scenario::is_default")]
    scenario: &'a Scenario,
    #[serde(skip_serializing_if = "<[Part]>::is_empty")]
    then: &'a [Part],
}

impl Series {
    /// Games in all.
    pub fn len(&self) -> usize {
        self.matches.len() * self.games as usize
    }

    /// Whether there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Plays all games, writes rows, records, settings and report into a folder, and tells of each game that ends,
    /// in whatever order they do.
    ///
    /// # Errors
    /// If a game cannot begin, or the folder cannot be written. Games that break do not end a series.
    pub fn play(&self, folder: &RunFolder, mut ended: impl FnMut(&Row)) -> Result<(Vec<Row>, Report)> {
        folder.write("settings.toml", &self.resolved()?)?;
        let mut file = folder.rows()?;
        let rows = self.play_all(folder, &mut |row| ended(row), &mut |row| {
            write_line(&mut file, row).with_context(|| format!("writing rows into {}", folder.path().display()))
        })?;
        file.flush().with_context(|| format!("writing rows into {}", folder.path().display()))?;
        let report = Report::of(&self.suite, &rows, &self.published());
        folder.write("report.json", &(serde_json::to_string_pretty(&report)? + "\n"))?;
        Ok((rows, report))
    }

    /// Published rates of success in percent, by task and agent.
    fn published(&self) -> BTreeMap<&str, &BTreeMap<String, f64>> {
        self.matches.iter().map(|task| (task.task.as_str(), &task.published)).collect()
    }

    /// Plays all games on `jobs` threads. `keep` gets the rows in order, as soon as those before are there.
    fn play_all(
        &self,
        folder: &RunFolder,
        ended: &mut dyn FnMut(&Row),
        keep: &mut dyn FnMut(&Row) -> Result<()>,
    ) -> Result<Vec<Row>> {
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (done, results) = unbounded();
        let worker = || {
            let done = done.clone();
            while !stop.load(Ordering::Relaxed) {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= self.len() || done.send((index, self.play_one(index, folder))).is_err() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            for job in 0..self.jobs.clamp(1, self.len().max(1)) {
                let thread = thread::Builder::new().name(format!("game-{job}")).stack_size(STACK);
                thread.spawn_scoped(scope, worker).context("starting a thread for games")?;
            }
            let (mut rows, mut early) = (Vec::new(), BTreeMap::new());
            while rows.len() < self.len() {
                let (index, row) = results.recv().map_err(|_| anyhow!("all threads that play games are gone"))?;
                let row = row.inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                ended(&row);
                early.insert(index, row);
                while let Some(row) = early.remove(&rows.len()) {
                    keep(&row).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                    rows.push(row);
                }
            }
            Ok(rows)
        })
    }

    fn play_one(&self, index: usize, folder: &RunFolder) -> Result<Row> {
        let (task, game) = (&self.matches[index / self.games as usize], (index % self.games as usize) as u32);
        let setup = self.setup(task, game);
        let place = || format!("task {}, seed {}", task.task, setup.seed);
        if let Some(missing) = &task.missing {
            return Ok(self.row(task, game, &setup, setup.start_towards(String::new()), End::not_played(missing)));
        }
        let start = setup.start()?;
        let mut recorder = match self.records {
            true => Some(Recorder::new(folder.record(&task.task, setup.seed)?)),
            false => None,
        };
        let mut witnesses: Vec<&mut dyn Witness> = Vec::new();
        witnesses.extend(recorder.as_mut().map(|recorder| recorder as &mut dyn Witness));
        let end = play(&setup, &mut witnesses).with_context(place)?;
        if let Some(recorder) = recorder {
            recorder.finish().context("writing a record").with_context(place)?;
        }
        Ok(self.row(task, game, &setup, start, end))
    }

    fn row(&self, task: &Match, game: u32, setup: &Setup, start: Start, end: End) -> Row {
        Row {
            suite: self.suite.clone(),
            task: task.task.clone(),
            game,
            seed: start.seed,
            goal: setup.goals(),
            world: start.world,
            at: start.at,
            scenario: start.scenario,
            limit: start.limit + setup.then.iter().map(|part| part.ticks).sum::<u64>(),
            agent: start.settings.agent.name,
            perception: start.perception,
            near_terrain: start.near_terrain,
            latency: start.latency,
            assists: start.assists,
            model: start.model,
            commit: start.versions.commit,
            end,
        }
    }

    fn setup(&self, task: &Match, game: u32) -> Setup {
        Setup {
            goal: task.goal.clone(),
            blueprints: task.blueprints.clone(),
            seed: game_seed(self.seed_base, &task.task, game),
            land: task.land.clone(),
            at: task.at.map(Into::into),
            scenario: task.scenario.clone(),
            then: task.then.clone(),
            ticks: task.ticks,
            settings: self.settings.clone(),
            model: self.model.clone(),
            versions: self.versions.clone(),
        }
    }

    fn resolved(&self) -> Result<String> {
        let resolved = Resolved {
            suite: &self.suite,
            games: self.games,
            seed_base: self.seed_base,
            anima: &self.versions.anima,
            commit: self.versions.commit.as_deref(),
            task: self
                .matches
                .iter()
                .map(|task| ResolvedTask {
                    name: &task.task,
                    goal: &task.goal,
                    ticks: task.ticks,
                    world: task.land.name(),
                    at: task.at,
                    scenario: &task.scenario,
                    then: &task.then,
                })
                .collect(),
            settings: &self.settings,
        };
        toml::to_string_pretty(&resolved).context("writing the settings of the run")
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::time::SystemTime;

    use anima_rules::Item;

    use super::*;
    use crate::Carried;
    use crate::record::{Entry, Line};

    fn series(jobs: usize) -> Series {
        let mut settings = Settings::default();
        settings.world.radius = 2;
        let task = |task: &str, goal: &str| Match {
            scenario: Scenario::default(),
            then: Vec::new(),
            published: BTreeMap::new(),
            missing: None,
            task: task.into(),
            goal: goal.into(),
            blueprints: Blueprints::default(),
            ticks: 100,
            land: Land::Generated,
            at: None,
        };
        Series {
            suite: "small".into(),
            matches: vec![task("A log", "get 1 log"), task("dirt", "get 2 dirt")],
            games: 3,
            seed_base: 40,
            jobs,
            records: true,
            settings,
            model: None,
            versions: Versions::default(),
        }
    }

    /// All files below a folder that must not differ from run to run, in order.
    fn files(folder: &Path) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                found.extend(files(&entry));
            } else {
                found.push((entry.file_name().unwrap().to_string_lossy().into(), fs::read_to_string(&entry).unwrap()));
            }
        }
        found.sort();
        found
    }

    /// Bar 6: how many games are played at once changes no byte.
    #[test]
    fn the_same_games_give_the_same_files() {
        let out = tempfile::tempdir().unwrap();
        let runs = [1, 3].map(|jobs| {
            let folder = RunFolder::create(out.path(), "small", SystemTime::UNIX_EPOCH).unwrap();
            let mut over = 0;
            let (rows, report) = series(jobs).play(&folder, |_| over += 1).unwrap();
            assert_eq!((over, rows.len(), report.tasks.len()), (6, 6, 2));
            let seeds: Vec<_> = rows.iter().map(|row| (row.task.as_str(), row.seed)).collect();
            let of = |task, game| (task, game_seed(40, task, game));
            assert_eq!(seeds[1..4], [of("A log", 1), of("A log", 2), of("dirt", 0)]);
            files(folder.path())
        });
        let names: Vec<_> = runs[0].iter().map(|(name, _)| name.as_str()).collect();
        let mut records: Vec<_> = ["A log", "dirt"]
            .iter()
            .flat_map(|task| (0..3).map(|game| format!("{}.jsonl", game_seed(40, task, game))))
            .collect();
        records.sort();
        assert_eq!(names[..6], records);
        assert_eq!(names[6..], ["report.json", "rows.jsonl", "settings.toml"]);
        assert_eq!(runs[0], runs[1]);
    }

    /// Plays one short game; its row, and the start that stands in its record.
    fn short_game(mut series: Series) -> (Row, Start) {
        series.matches.truncate(1);
        (series.matches[0].ticks, series.games) = (5, 1);
        let out = tempfile::tempdir().unwrap();
        let folder = RunFolder::create(out.path(), "small", SystemTime::UNIX_EPOCH).unwrap();
        let (mut rows, _) = series.play(&folder, |_| {}).unwrap();
        let (_, record) =
            files(folder.path()).into_iter().find(|(name, _)| name.ends_with("jsonl") && name != "rows.jsonl").unwrap();
        let first: Line = serde_json::from_str(record.lines().next().unwrap()).unwrap();
        let Entry::Start(start) = first.entry else { panic!("{first:?}") };
        (rows.remove(0), *start)
    }

    #[test]
    fn an_agent_carries_at_the_start_what_its_task_gives_it_and_the_record_says_so() {
        let mut series = series(1);
        series.matches[0].scenario.carried = Carried::from([(Item::TORCH, 70)]);
        let (row, start) = short_game(series);
        assert_eq!(row.end.inventory.get("torch"), Some(&70));
        assert_eq!(start.scenario.carried, Carried::from([(Item::TORCH, 70)]));
        assert_eq!(
            (start.assists, row.assists),
            (vec!["starts with items".to_owned()], vec!["starts with items".into()])
        );
    }

    #[test]
    fn the_record_says_whether_an_agent_knows_the_terrain_near_by() {
        for near_terrain in [true, false] {
            let mut series = series(1);
            series.settings.agent.near_terrain = near_terrain;
            let (row, start) = short_game(series);
            assert_eq!((row.near_terrain, start.near_terrain), (near_terrain, near_terrain));
        }
    }

    #[test]
    fn the_record_says_how_far_the_server_is() {
        for latency in [0, 6] {
            let mut series = series(1);
            series.settings.world.latency = latency;
            let (row, start) = short_game(series);
            assert_eq!((row.latency, start.latency, start.settings.world.latency), (latency, latency, latency));
        }
    }

    #[test]
    fn a_game_that_cannot_begin_ends_the_series() {
        let out = tempfile::tempdir().unwrap();
        let folder = RunFolder::create(out.path(), "small", SystemTime::UNIX_EPOCH).unwrap();
        let mut series = series(2);
        series.matches[1].goal = "get 1 nothing_at_all".into();
        let error = format!("{:#}", series.play(&folder, |_| {}).unwrap_err());
        assert!(error.contains("nothing_at_all") || error.contains("nothing at all"), "{error}");
    }
}
