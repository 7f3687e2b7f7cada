//! What a run's folder keeps of its series: enough to play on in it, to put shards together and to report.
//!
//! `settings.toml` holds what decides the games: equal games have equal ones, whichever share of them is played and
//! wherever. `series.json` holds the rest: which share it is, and where saves and model are.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::shard::Games;
use crate::{Blueprints, Land, Match, Part, RunFolder, Scenario, Series, Settings, Shard, Versions};

/// The file of what decides the games.
pub(crate) const SETTINGS: &str = "settings.toml";
/// The file of what decides nothing in a game.
pub(crate) const SERIES: &str = "series.json";

/// What decides the games of a series.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Resolved {
    pub suite: String,
    pub games: u32,
    pub seed_base: i64,
    pub anima: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    pub task: Vec<ResolvedTask>,
    pub settings: Settings,
}

/// What decides the games of a task.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ResolvedTask {
    pub name: String,
    pub goal: String,
    pub ticks: u64,
    /// `generated`, or the name of the save.
    pub world: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[f64; 3]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    #[serde(default, skip_serializing_if = "Scenario::is_default")]
    pub scenario: Scenario,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Part>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub published: BTreeMap<String, f64>,
    #[serde(default, skip_serializing_if = "Blueprints::is_empty")]
    pub blueprints: Blueprints,
}

impl Resolved {
    /// Published rates of success in percent, by task and agent.
    pub fn published(&self) -> BTreeMap<&str, &BTreeMap<String, f64>> {
        self.task.iter().map(|task| (task.name.as_str(), &task.published)).collect()
    }

    /// The games of a share.
    pub fn games(&self, shard: Option<Shard>) -> Games {
        Games {
            suite: self.suite.clone(),
            tasks: self.task.iter().map(|task| task.name.clone()).collect(),
            per_task: self.games,
            seed_base: self.seed_base,
            shard,
        }
    }
}

/// What is to be known of a series beside what decides its games.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Beside {
    /// What the suite shows, for a reader.
    pub analysis: String,
    /// The share of the games that is played; `None` if all are.
    pub shard: Option<Shard>,
    /// Whether each game's record is kept.
    pub records: bool,
    /// The folders of the saves that are played on, by task.
    pub saves: BTreeMap<String, PathBuf>,
    /// Where the model is served; empty if the rules plan. That changes nothing in a game.
    pub model: String,
}

impl Series {
    /// Writes what decides the games and what else is needed to play on into the folder.
    pub(crate) fn keep(&self, folder: &RunFolder) -> Result<()> {
        folder.write(SETTINGS, &self.resolved()?)?;
        let folders = self.matches.iter().filter_map(|task| Some((task.task.clone(), task.land.folder()?.to_owned())));
        let beside = Beside {
            analysis: self.analysis.clone(),
            shard: self.shard,
            records: self.records,
            saves: folders.collect(),
            model: self.settings.model.url.clone(),
        };
        // The last one: a folder that has it can be played on.
        folder.write(SERIES, &(serde_json::to_string_pretty(&beside)? + "\n"))
    }

    /// The folders of the saves that it plays on.
    pub fn saves(&self) -> Vec<PathBuf> {
        let folders: BTreeSet<&Path> = self.matches.iter().filter_map(|task| task.land.folder()).collect();
        folders.into_iter().map(Path::to_owned).collect()
    }

    /// What decides its games, as the folder keeps it.
    pub(crate) fn resolved(&self) -> Result<String> {
        let mut settings = self.settings.clone();
        settings.model.url.clear();
        let task = |task: &Match| ResolvedTask {
            name: task.task.clone(),
            goal: task.goal.clone(),
            ticks: task.ticks,
            world: task.land.name().to_owned(),
            at: task.at,
            missing: task.missing.clone(),
            scenario: task.scenario.clone(),
            then: task.then.clone(),
            published: task.published.clone(),
            blueprints: task.blueprints.clone(),
        };
        let resolved = Resolved {
            suite: self.suite.clone(),
            games: self.games,
            seed_base: self.seed_base,
            anima: self.versions.anima.clone(),
            commit: self.versions.commit.clone(),
            task: self.matches.iter().map(task).collect(),
            settings,
        };
        toml::to_string_pretty(&resolved).context("writing the settings of the run")
    }

    /// The series of a folder in which it began, to be played on by this program.
    ///
    /// # Errors
    /// If the folder does not keep it, another program played it, or a save or the model cannot be used.
    pub fn kept(run: &Path, versions: Versions, jobs: usize) -> Result<Series> {
        let (resolved, beside) = (read_settings(run)?, read_beside(run)?);
        let program = |anima: &str, commit: Option<&str>| {
            format!("anima {anima}{}", commit.map(|commit| format!(" of commit {commit}")).unwrap_or_default())
        };
        let began = program(&resolved.anima, resolved.commit.as_deref());
        let here = program(&versions.anima, versions.commit.as_deref());
        ensure!(
            began == here,
            "{}: the run began with {began}, this is {here}; play on with the program that it began with",
            run.join(SETTINGS).display()
        );
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
                blueprints: task.blueprints,
                ticks: task.ticks,
                land,
                at: task.at,
                missing: task.missing,
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
            versions,
        })
    }

    /// Refuses a series that is not the one that began in a folder.
    ///
    /// # Errors
    /// Names the file of the folder, and what differs first.
    pub fn ensure_kept(&self, run: &Path) -> Result<()> {
        let (file, ours) = (run.join(SETTINGS), self.resolved()?);
        let beside = read_beside(run)?;
        let differs = |what: &str, kept: String, typed: String| {
            format!(
                "{what} is {kept} in {}, {typed} by the command; give --resume alone to play on as it began",
                file.display()
            )
        };
        if let Some(Difference { what, first, second }) = difference(&read_toml(&file)?, &parse_toml(&file, &ours)?) {
            bail!(differs(&what, first, second));
        }
        let shard = |shard: Option<Shard>| shard.map_or("all games".into(), |shard| shard.to_string());
        ensure!(beside.shard == self.shard, differs("shard", shard(beside.shard), shard(self.shard)));
        let records = |records: bool| if records { "kept" } else { "not kept" }.to_owned();
        ensure!(beside.records == self.records, differs("records", records(beside.records), records(self.records)));
        Ok(())
    }
}

/// What decides the games of a run.
pub(crate) fn read_settings(run: &Path) -> Result<Resolved> {
    let file = run.join(SETTINGS);
    anima_config::parse_toml(&file, &anima_config::read(&file)?)
}

/// What else a run's folder keeps of its series.
pub(crate) fn read_beside(run: &Path) -> Result<Beside> {
    let file = run.join(SERIES);
    let text = match fs::read_to_string(&file) {
        Err(error) if error.kind() == ErrorKind::NotFound => bail!(
            "{} is not there: the run was ended before its first game began, or played by an older anima; play it anew",
            file.display()
        ),
        text => text.with_context(|| format!("reading {}", file.display()))?,
    };
    serde_json::from_str(&text).with_context(|| format!("{} is not what a run keeps of its series", file.display()))
}

/// A file of settings as plain values.
pub(crate) fn read_toml(file: &Path) -> Result<Value> {
    parse_toml(file, &anima_config::read(file)?)
}

fn parse_toml(file: &Path, text: &str) -> Result<Value> {
    Ok(serde_json::to_value(anima_config::parse_toml::<toml::Table>(file, text)?)?)
}

/// Where two values differ first.
#[derive(Debug, PartialEq)]
pub(crate) struct Difference {
    /// The key, as in `settings.world.radius`.
    pub what: String,
    /// What it is in the first.
    pub first: String,
    /// What it is in the second.
    pub second: String,
}

/// The first difference between two values, if there is one.
pub(crate) fn difference(first: &Value, second: &Value) -> Option<Difference> {
    let inner = |key: String, first: Option<&Value>, second: Option<&Value>| -> Option<Difference> {
        let inner = difference(first.unwrap_or(&Value::Null), second.unwrap_or(&Value::Null))?;
        let what = if inner.what.is_empty() { key } else { format!("{key}.{}", inner.what) };
        Some(Difference { what, ..inner })
    };
    match (first, second) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            keys.into_iter().find_map(|key| inner(key.clone(), a.get(key), b.get(key)))
        }
        (Value::Array(a), Value::Array(b)) => {
            (0..a.len().max(b.len())).find_map(|index| inner((index + 1).to_string(), a.get(index), b.get(index)))
        }
        (a, b) if a == b => None,
        (a, b) => Some(Difference { what: String::new(), first: shown(a), second: shown(b) }),
    }
}

/// A value for a person.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "not set".into(),
        Value::String(text) => format!("{text:?}"),
        Value::Object(_) | Value::Array(_) => "set".into(),
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use anima_rules::Item;

    use super::*;
    use crate::series::tests::series;

    fn kept(series: &Series) -> (tempfile::TempDir, PathBuf) {
        let out = tempfile::tempdir().unwrap();
        let folder = RunFolder::create(out.path(), "small", SystemTime::UNIX_EPOCH).unwrap();
        series.keep(&folder).unwrap();
        let path = folder.path().to_owned();
        (out, path)
    }

    #[test]
    fn a_series_comes_back_as_it_was_kept() {
        let mut series = series(1);
        series.matches[1].scenario.carried = [(Item::TORCH, 70)].into();
        series.matches[1].at = Some([0.1, 70.0, -3.3]);
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
        assert_eq!(back.resolved().unwrap(), series.resolved().unwrap());
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
        refused(|series| series.seed_base = 0, &["seed_base is 40"]);
        refused(|series| series.settings.world.radius = 3, &["settings.world.radius is 2 in", "3 by the command"]);
        refused(|series| series.matches[1].ticks = 7, &["task.2.ticks is 100 in", "7 by"]);
        refused(|series| drop(series.matches.pop()), &["task.2 is set in", "not set by"]);
        refused(|series| series.shard = Shard::new(1, 2).ok(), &["shard is all games in", "1/2 by the command"]);
        refused(|series| series.records = false, &["records is kept in", "not kept by"]);
        refused(|series| series.versions.commit = Some("abc".into()), &["commit is not set in", "\"abc\" by"]);
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
