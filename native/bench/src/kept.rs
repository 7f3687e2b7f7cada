//! What a run's folder keeps of a series, and the series that comes back from it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anima_suite::{Beside, Resolved, ResolvedTask, SERIES, SETTINGS, Versions, ensure_kept};
use anyhow::{Context, Result, ensure};

use crate::{Land, Match, Round, Series};

impl Series {
    /// The folders of the saves that it plays on.
    pub fn saves(&self) -> Vec<PathBuf> {
        let folders: BTreeSet<&Path> = self.matches.iter().filter_map(|task| task.land.folder()).collect();
        folders.into_iter().map(Path::to_owned).collect()
    }

    /// A short name for its tasks and settings.
    pub fn digest(&self) -> String {
        self.resolved().digest()
    }

    /// What decides its games.
    pub(crate) fn resolved(&self) -> Resolved {
        let mut settings = self.settings.clone();
        settings.model.url.clear();
        let task = |task: &Match| ResolvedTask {
            name: task.task.clone(),
            goal: task.goal.clone(),
            games: task.games,
            ticks: task.ticks,
            world: task.land.name().to_owned(),
            at: task.at,
            missing: task.missing.clone(),
            explore: task.explore,
            prepare: task.prepare.clone(),
            scenario: task.scenario.clone(),
            then: task.then.clone(),
            published: task.published.clone(),
            blueprints: task.blueprints.clone(),
        };
        Resolved {
            suite: self.suite.clone(),
            games: self.games,
            seed_base: self.seed_base,
            anima: self.versions.anima.clone(),
            commit: self.versions.commit.clone(),
            recalls: self.round.as_ref().and_then(Round::recalls),
            task: self.matches.iter().map(task).collect(),
            settings,
        }
    }

    /// What else is needed to play it on.
    pub(crate) fn beside(&self) -> Beside {
        let folders = self.matches.iter().filter_map(|task| Some((task.task.clone(), task.land.folder()?.to_owned())));
        Beside {
            analysis: self.analysis.clone(),
            shard: self.shard,
            records: self.records,
            saves: folders.collect(),
            model: self.settings.model.url.clone(),
            server: None,
        }
    }

    /// The series of a folder in which it began, to be played on by this program.
    ///
    /// # Errors
    /// If the folder does not keep it, another program played it, or a save or the model cannot be used.
    pub fn kept(run: &Path, versions: Versions, jobs: usize) -> Result<Series> {
        let (resolved, beside) = (Resolved::read(run)?, Beside::read(run)?);
        ensure!(
            beside.server.is_none(),
            "{} was played on a server; play it on there with /anima-suite resume {}",
            run.display(),
            run.file_name().unwrap_or_default().display()
        );
        resolved.ensure_played_by(&versions, run)?;
        let mut lands: BTreeMap<&Path, Land> = BTreeMap::new();
        let mut matches = Vec::new();
        for task in resolved.task {
            let land = match beside.saves.get(&task.name) {
                None => Land::Generated,
                Some(save) => match lands.get(save.as_path()) {
                    Some(land) => land.clone(),
                    None => {
                        let land = Land::open(save).with_context(|| format!("task {}", task.name))?;
                        lands.insert(save, land.clone());
                        land
                    }
                },
            };
            ensure!(
                land.name() == task.world,
                "task {} is played on {} by {}, on {} by {}",
                task.name,
                task.world,
                run.join(SETTINGS).display(),
                land.name(),
                run.join(SERIES).display()
            );
            matches.push(Match {
                task: task.name,
                goal: task.goal,
                games: task.games,
                blueprints: task.blueprints,
                ticks: task.ticks,
                land,
                at: task.at,
                missing: task.missing,
                explore: task.explore,
                prepare: task.prepare,
                scenario: task.scenario,
                then: task.then,
                published: task.published,
            });
        }
        let mut settings = resolved.settings;
        settings.model.url = beside.model;
        Ok(Series {
            suite: resolved.suite,
            analysis: beside.analysis,
            matches,
            games: resolved.games,
            seed_base: resolved.seed_base,
            shard: beside.shard,
            jobs,
            records: beside.records,
            model: anima_config::server(&settings.model, settings.mind)?,
            settings,
            round: None,
            versions,
        })
    }

    /// Refuses a series that is not the one that began in a folder.
    ///
    /// # Errors
    /// Names the file of the folder, and what differs first.
    pub fn ensure_kept(&self, run: &Path) -> Result<()> {
        ensure_kept(run, &self.resolved(), &self.beside())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::SystemTime;

    use anima_memory::Memory;
    use anima_rules::Item;
    use anima_suite::{Blueprints, RunFolder, Shard};

    use super::*;
    use crate::Setup;
    use crate::game::tests::setup;
    use crate::series::tests::series;

    fn kept(series: &Series) -> (tempfile::TempDir, PathBuf) {
        let out = tempfile::tempdir().unwrap();
        let folder = RunFolder::create(out.path(), "small", SystemTime::UNIX_EPOCH).unwrap();
        folder.keep(&series.resolved(), &series.beside()).unwrap();
        let path = folder.path().to_owned();
        (out, path)
    }

    #[test]
    fn a_series_comes_back_as_it_was_kept() {
        let mut series = series(1);
        series.matches[1].scenario.carried = [(Item::TORCH, 70)].into();
        series.matches[1].at = Some([0.1, 70.0, -3.3]);
        series.matches[1].games = Some(8);
        series.settings.world.latency = 4;
        series.settings.mind = serde_json::from_value(serde_json::json!({ "plan": "model" })).unwrap();
        (series.settings.model.name, series.settings.model.url) = ("some".into(), "http://127.0.0.1:9/v1".into());
        (series.shard, series.records, series.analysis) = (Some("2/3".parse().unwrap()), false, "small \"one\"".into());
        series.versions = Versions { commit: Some("c".into()), ..Versions::default() };
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("hut.toml"), "layers = [[\"#\"]]\n[legend]\n\"#\" = \"stone\"").unwrap();
        series.matches[0].goal = "build hut.toml".into();
        series.matches[0].blueprints = Blueprints::of("build hut.toml", folder.path()).unwrap();
        let (_out, run) = kept(&series);
        let back = Series::kept(&run, series.versions.clone(), 5).unwrap();
        assert_eq!(back.resolved().text().unwrap(), series.resolved().text().unwrap());
        assert_eq!((back.jobs, back.shard, back.records), (5, series.shard, false));
        assert_eq!((&back.analysis, &back.settings), (&series.analysis, &series.settings));
        assert_eq!(back.model.map(|model| model.url), Some("http://127.0.0.1:9/v1".to_owned()));
        back_again(&run, &series);
    }

    /// What is no other series is taken: how many games are played at once, and where the model is served.
    fn back_again(run: &Path, series: &Series) {
        let mut moved = series.clone();
        moved.jobs += 1;
        moved.settings.model.url = "http://127.0.0.1:10/v1".into();
        moved.ensure_kept(run).unwrap();
    }

    #[test]
    fn another_series_is_refused_with_what_differs() {
        let first = series(1);
        let (_out, run) = kept(&first);
        let refused = |change: fn(&mut Series), words: &[&str]| {
            let mut other = first.clone();
            change(&mut other);
            let error = other.ensure_kept(&run).unwrap_err().to_string();
            for word in words.iter().chain(&["settings.toml", "--resume alone"]) {
                assert!(error.contains(word), "{error:?} does not say {word:?}");
            }
        };
        refused(|series| series.suite = "large".into(), &["suite is \"small\" in", "\"large\" by the command"]);
        refused(|series| series.games = 4, &["games is 3 in", "4 by the command"]);
        refused(|series| series.matches[0].games = Some(4), &["task.1.games is not set in", "4 by the command"]);
        refused(|series| series.seed_base = 0, &["seed_base is 40"]);
        refused(|series| series.settings.world.radius = 3, &["settings.world.radius is 2 in", "3 by the command"]);
        refused(|series| series.matches[1].ticks = 7, &["task.2.ticks is 100 in", "7 by"]);
        refused(|series| drop(series.matches.pop()), &["task.2 is set in", "not set by"]);
        refused(|series| series.shard = Shard::new(1, 2).ok(), &["shard is all games in", "1/2 by the command"]);
        refused(|series| series.records = false, &["records is kept in", "not kept by"]);
        refused(|series| series.versions.commit = Some("abc".into()), &["commit is not set in", "\"abc\" by"]);
    }

    /// A run that is played on, and every shard of it, recalls what it recalled at its begin.
    #[test]
    fn what_is_recalled_stays_the_same_however_much_is_learnt_meanwhile() {
        let memory = Memory::open_in_memory().unwrap();
        let learn = |game: u32| {
            let round = Round::begin(memory.clone(), "other", game).unwrap();
            let setup = Setup { ticks: 2, round: Some(round.of_game("task", game)), ..setup("obtain 1 diamond") };
            crate::play(&setup, &mut []).unwrap();
            assert_eq!(round.end().unwrap(), 1);
        };
        learn(0);
        let mut series = series(1);
        series.round = Some(Round::recalling(memory.clone(), None).unwrap());
        let (_out, run) = kept(&series);
        learn(1);
        let recalls = Resolved::read(&run).unwrap().recalls;
        assert_eq!(recalls, Some(1));
        series.round = Some(Round::recalling(memory.clone(), None).unwrap());
        let error = series.ensure_kept(&run).unwrap_err().to_string();
        assert!(error.contains("recalls is 1 in") && error.contains("2 by the command"), "{error}");
        series.round = Some(Round::recalling(memory.clone(), recalls).unwrap());
        series.ensure_kept(&run).unwrap();
        let error = Round::recalling(memory, Some(3)).unwrap_err().to_string();
        assert!(error.contains("recalls 3 episodes") && error.contains("which has 2"), "{error}");
        let learning = Round::begin(Memory::open_in_memory().unwrap(), "run", 0).unwrap();
        assert_eq!(Series { round: Some(learning), ..series }.resolved().recalls, None, "each round has its own");
    }

    #[test]
    fn what_a_folder_does_not_keep_is_named() {
        let series = series(1);
        let (_out, run) = kept(&series);
        let error = |versions: Versions| format!("{:#}", Series::kept(&run, versions, 1).unwrap_err());
        let newer = error(Versions { anima: "9.9.9".into(), commit: Some("abc".into()), ..Versions::default() });
        assert!(newer.contains("this is anima 9.9.9 of commit abc") && newer.contains("settings.toml"), "{newer}");
        let text = fs::read_to_string(run.join(SETTINGS)).unwrap();
        fs::write(run.join(SETTINGS), text.replacen("\"generated\"", "\"elsewhere\"", 1)).unwrap();
        assert!(error(Versions::default()).contains("task A log is played on elsewhere"));
        fs::write(run.join(SETTINGS), "suite = ").unwrap();
        assert!(error(Versions::default()).contains("settings.toml"), "{}", error(Versions::default()));
        fs::write(run.join(SETTINGS), text).unwrap();
        fs::write(run.join(SERIES), "{").unwrap();
        assert!(error(Versions::default()).contains("series.json is not what a run keeps"));
        fs::remove_file(run.join(SERIES)).unwrap();
        assert!(error(Versions::default()).contains("series.json is not there"));
    }
}
