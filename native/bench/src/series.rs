//! Many games at once: the tasks of a suite, each over its seeds.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use anima_model::ServerSettings;
use anima_suite::{
    Blueprints, End, Exploration, Games, Part, Played, Recorder, Report, Rounds, Row, RunFolder, Scenario, Settings,
    Shard, Versions, Witness, game_seed,
};
use anyhow::{Context, Result, anyhow};
use crossbeam_channel::unbounded;

use crate::operator::lacks_place;
use crate::{Land, Round, Setup, explore, play};

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
    /// Its number of games, where that is not the series'.
    pub games: Option<u32>,
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
    /// That nobody gives the agent a goal.
    pub explore: Option<Exploration>,
    /// That the agent gets ready for the last part in the first, in rounds.
    pub prepare: Option<Rounds>,
}

/// All games of a run.
#[derive(Clone, Debug)]
pub struct Series {
    /// The suite's name.
    pub suite: String,
    /// What the suite shows, for a reader.
    pub analysis: String,
    /// The tasks.
    pub matches: Vec<Match>,
    /// Games of each task that has no number of its own.
    pub games: u32,
    /// What the seeds of all games count from: see [`game_seed`].
    pub seed_base: i64,
    /// The share of the games that is played; all if `None`.
    pub shard: Option<Shard>,
    /// Games played at once; changes nothing in them.
    pub jobs: usize,
    /// Whether each game's record is kept.
    pub records: bool,
    /// How worlds and agents are made.
    pub settings: Settings,
    /// The model that plans, if one does.
    pub model: Option<ServerSettings>,
    /// The round that its games are of, if its agents remember.
    pub round: Option<Round>,
    /// What made it.
    pub versions: Versions,
}

impl Series {
    /// Games in all.
    pub fn len(&self) -> usize {
        self.games().played().count()
    }

    /// Whether there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The games that it plays.
    pub(crate) fn games(&self) -> Games {
        self.resolved().games(self.shard)
    }

    /// The games that are over in a folder in which this series began: those whose row and record are whole.
    ///
    /// # Errors
    /// If the folder holds other games, or what cannot be read; names file and line.
    pub fn played(&self, folder: &RunFolder) -> Result<Played> {
        folder.played(&self.games(), self.records)
    }

    /// Plays the games that are not over, writes rows, records, settings and report into a folder, and tells of each game
    /// that ends, in whatever order they do. Returns the rows of all games in order.
    ///
    /// # Errors
    /// If a game cannot begin, or the folder cannot be written. Games that break do not end a series.
    pub fn play(&self, folder: &RunFolder, played: Played, mut ended: impl FnMut(&Row)) -> Result<(Vec<Row>, Report)> {
        let resolved = self.resolved();
        folder.keep(&resolved, &self.beside())?;
        let left = played.left(&self.games());
        let mut ledger = folder.ledger(played)?;
        self.play_all(&left, folder, &mut |game, row| {
            ended(ledger.add(game, row)?);
            Ok(())
        })?;
        ledger.close(folder, &resolved)
    }

    /// Plays these games on `jobs` threads. `keep` gets each with its row as soon as it is over.
    fn play_all(
        &self,
        games: &[usize],
        folder: &RunFolder,
        keep: &mut dyn FnMut(usize, Row) -> Result<()>,
    ) -> Result<()> {
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (done, results) = unbounded();
        let worker = || {
            let done = done.clone();
            while !stop.load(Ordering::Relaxed) {
                let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                if done.send((*game, self.play_one(*game, folder))).is_err() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            for job in 0..self.jobs.clamp(1, games.len().max(1)) {
                let thread = thread::Builder::new().name(format!("game-{job}")).stack_size(STACK);
                thread.spawn_scoped(scope, worker).context("starting a thread for games")?;
            }
            for _ in games {
                let (game, row) = results.recv().map_err(|_| anyhow!("all threads that play games are gone"))?;
                let kept = row.and_then(|row| keep(game, row));
                kept.inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
            }
            Ok(())
        })
    }

    fn play_one(&self, game: usize, folder: &RunFolder) -> Result<Row> {
        let number = game as u32;
        let (task, game) = self.games().at(game);
        let task = &self.matches[task];
        let round = self.round.as_ref().map(|round| round.of_game(&task.task, number));
        let setup = Setup { round, ..self.setup(task, game) };
        let place = || format!("task {}, seed {}", task.task, setup.seed);
        if let Some(missing) = task.missing.clone().or_else(|| lacks_place(&setup.scenario, &setup.land, setup.seed)) {
            let start = setup.start_towards(String::new());
            return Ok(Row::of(&self.suite, &task.task, game, start, End::not_played(&missing)));
        }
        let mut recorder = match self.records {
            true => Some(Recorder::new(folder.record(&task.task, setup.seed)?)),
            false => None,
        };
        let mut witnesses: Vec<&mut dyn Witness> = Vec::new();
        witnesses.extend(recorder.as_mut().map(|recorder| recorder as &mut dyn Witness));
        let (start, end) = match task.explore {
            None => (setup.start()?, play(&setup, &mut witnesses).with_context(place)?),
            Some(exploration) => {
                let explored = explore(&setup, exploration, &mut witnesses, &mut |_| ()).with_context(place)?;
                (setup.start_towards(String::new()), explored.end)
            }
        };
        if let Some(recorder) = recorder {
            recorder.finish().context("writing a record").with_context(place)?;
        }
        Ok(Row::of(&self.suite, &task.task, game, start, end))
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
            prepare: task.prepare.clone(),
            ticks: task.ticks,
            settings: self.settings.clone(),
            model: self.model.clone().map(|model| model.within(&format!("{}-{game}", task.task))),
            round: None,
            versions: self.versions.clone(),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::fs;
    use std::path::Path;
    use std::time::SystemTime;

    use anima_rules::{Biome, Item};
    use anima_suite::{Carried, Entry, Line, Outcome, ROWS, Start, lines, merge, record_path};

    use super::*;

    pub(crate) fn series(jobs: usize) -> Series {
        let mut settings = Settings::default();
        settings.world.radius = 2;
        let task = |task: &str, goal: &str| Match {
            scenario: Scenario::default(),
            then: Vec::new(),
            published: BTreeMap::new(),
            missing: None,
            explore: None,
            prepare: None,
            task: task.into(),
            goal: goal.into(),
            games: None,
            blueprints: Blueprints::default(),
            ticks: 100,
            land: Land::Generated,
            at: None,
        };
        Series {
            suite: "small".into(),
            analysis: String::new(),
            matches: vec![task("A log", "get 1 log"), task("dirt", "get 2 dirt")],
            games: 3,
            seed_base: 40,
            shard: None,
            jobs,
            records: true,
            settings,
            model: None,
            round: None,
            versions: Versions::default(),
        }
    }

    /// All files below a folder that must not differ from run to run, in order.
    pub(crate) fn files(folder: &Path) -> Vec<(String, String)> {
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
            let (rows, report) = series(jobs).play(&folder, Played::default(), |_| over += 1).unwrap();
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
        assert_eq!(names[6..], ["lock", "report.json", "rows.jsonl", "series.json", "settings.toml"]);
        assert_eq!(runs[0], runs[1]);
    }

    /// Plays one short game; its row, and the start that stands in its record.
    fn short_game(mut series: Series) -> (Row, Start) {
        series.matches.truncate(1);
        (series.matches[0].ticks, series.games) = (5, 1);
        let out = tempfile::tempdir().unwrap();
        let folder = RunFolder::create(out.path(), "small", SystemTime::UNIX_EPOCH).unwrap();
        let (mut rows, _) = series.play(&folder, Played::default(), |_| {}).unwrap();
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
    fn what_cannot_be_played_is_lost_and_published_rates_stand_beside_ours() {
        let mut series = series(1);
        (series.games, series.matches[0].ticks) = (1, 5);
        series.matches[0].published = BTreeMap::from([("DEPS".to_owned(), 80.0)]);
        series.matches[1].missing = Some("no skill for it".to_owned());
        series.matches[1].goal = "as many things as possible".to_owned();
        let out = tempfile::tempdir().unwrap();
        let folder = RunFolder::create(out.path(), "small", SystemTime::UNIX_EPOCH).unwrap();
        let (rows, report) = series.play(&folder, Played::default(), |_| {}).unwrap();
        assert_eq!(report.tasks[0].published, series.matches[0].published);
        assert_eq!((rows[1].end.outcome, rows[1].end.ticks), (Outcome::Failure, 0));
        assert_eq!(report.tasks[1].reasons, BTreeMap::from([("not played: no skill for it".to_owned(), 1)]));
        let records =
            files(folder.path()).into_iter().filter(|(name, _)| name.ends_with("jsonl") && name != "rows.jsonl");
        assert_eq!(records.count(), 1, "only what was played has a record");
    }

    #[test]
    fn a_game_whose_land_has_no_such_start_is_lost_and_the_others_are_played() {
        let mut series = series(1);
        (series.games, series.matches[1].ticks) = (1, 5);
        series.matches[0].scenario.biome = vec![Biome::THE_END];
        let out = tempfile::tempdir().unwrap();
        let folder = RunFolder::create(out.path(), "small", SystemTime::UNIX_EPOCH).unwrap();
        let (rows, report) = series.play(&folder, Played::default(), |_| {}).unwrap();
        assert_eq!((rows.len(), rows[0].end.outcome), (2, Outcome::Failure));
        let (why, _) = report.tasks[0].reasons.first_key_value().unwrap();
        assert!(why.starts_with("not played: seed") && why.contains("the_end"), "{why}");
        assert_eq!(series.played(&folder).unwrap().len(), 2, "nothing is left to be played");
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
        let error = format!("{:#}", series.play(&folder, Played::default(), |_| {}).unwrap_err());
        assert!(error.contains("nothing_at_all") || error.contains("nothing at all"), "{error}");
    }

    /// A run that was ended, whatever it left behind, is played on to the files of one that was not.
    #[test]
    fn only_what_is_not_whole_is_played_again() {
        let out = tempfile::tempdir().unwrap();
        let mut series = series(2);
        series.matches.iter_mut().for_each(|task| task.ticks = 20);
        let folder = RunFolder::create(out.path(), "small", SystemTime::UNIX_EPOCH).unwrap();
        let (rows, _) = series.play(&folder, Played::default(), |_| {}).unwrap();
        let (path, whole) = (folder.path().to_owned(), files(folder.path()));
        let lines: Vec<String> = fs::read_to_string(path.join(ROWS)).unwrap().lines().map(str::to_owned).collect();
        let record = |game: usize| record_path(&path, &rows[game].task, rows[game].seed);
        // As jobs ended: the fourth game before the first. The second's row breaks off, the fifth's record.
        let left = format!("{}\n{}\n{}\n{}", lines[3], lines[0], lines[4], &lines[1][..40]);
        fs::write(path.join(ROWS), left).unwrap();
        fs::remove_file(path.join("report.json")).unwrap();
        fs::remove_file(record(2)).unwrap();
        for game in [1, 4] {
            let text = fs::read(record(game)).unwrap();
            fs::write(record(game), &text[..text.len() - 30]).unwrap();
        }
        let played = series.played(&folder).unwrap();
        assert_eq!((played.len(), played.dropped()), (2, 2));
        let mut again = Vec::new();
        let (all, _) = series.play(&folder, played, |row| again.push((row.task.clone(), row.game))).unwrap();
        again.sort();
        let game = |task: &str, game| (task.to_owned(), game);
        assert_eq!(again, [game("A log", 1), game("A log", 2), game("dirt", 1), game("dirt", 2)]);
        assert_eq!((all, files(&path)), (rows, whole.clone()));
        let played = series.played(&folder).unwrap();
        assert_eq!((played.len(), played.dropped()), (6, 0));
        series.play(&folder, played, |row| panic!("{} is played twice", row.seed)).unwrap();
        assert_eq!(files(&path), whole);
    }

    #[test]
    fn a_folder_with_other_games_is_not_played_on() {
        let out = tempfile::tempdir().unwrap();
        let folder = RunFolder::create(out.path(), "small", SystemTime::UNIX_EPOCH).unwrap();
        let (row, _) = short_game(series(1));
        let other = Row { task: "mud".into(), ..row };
        folder.write(ROWS, &lines([&other]).unwrap()).unwrap();
        let error = format!("{:#}", series(1).played(&folder).unwrap_err());
        assert!(error.contains("rows.jsonl, line 1") && error.contains("no task mud"), "{error}");
    }

    #[test]
    fn shards_give_the_files_of_one_run() {
        let out = tempfile::tempdir().unwrap();
        let played = |shard: Option<&str>| {
            let mut series = series(2);
            series.shard = shard.map(|shard| shard.parse().unwrap());
            series.matches.iter_mut().for_each(|task| task.ticks = 10);
            let folder = RunFolder::create(out.path(), "small", SystemTime::UNIX_EPOCH).unwrap();
            let (rows, _) = series.play(&folder, Played::default(), |_| {}).unwrap();
            (folder.path().to_owned(), rows.len())
        };
        let (one, games) = played(None);
        let (shards, counts): (Vec<_>, Vec<_>) =
            ["3/4", "1/4", "4/4", "2/4"].map(|shard| played(Some(shard))).into_iter().unzip();
        assert_eq!((games, counts), (6, vec![1, 2, 1, 2]));
        let (merged, report) = merge(&shards, out.path(), SystemTime::UNIX_EPOCH).unwrap();
        assert_eq!(files(merged.path()), files(&one));
        assert_eq!(report.tasks.iter().map(|task| task.n).sum::<u64>(), 6);
    }
}
