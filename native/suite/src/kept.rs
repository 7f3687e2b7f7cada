//! What a run's folder keeps of its series: enough to play on in it, to put shards together and to report.
//!
//! `settings.toml` holds what decides the games: equal games have equal ones, whichever share of them is played and
//! wherever. `series.json` holds the rest: which share it is, and where saves and model are.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Blueprints, Exploration, Games, Part, Rounds, RunFolder, Scenario, Settings, Shard, Task, Versions};

/// The file of what decides the games.
pub const SETTINGS: &str = "settings.toml";
/// The file of what decides nothing in a game.
pub const SERIES: &str = "series.json";

/// What decides the games of a series.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Resolved {
    /// The suite's name.
    pub suite: String,
    /// Games of each task that has no number of its own.
    pub games: u32,
    /// What the seeds of all games count from: see [`game_seed`](crate::game_seed).
    pub seed_base: i64,
    /// The version of the program that plays.
    pub anima: String,
    /// The commit that it was built from, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The number of the last episode that the games recall, if they have a memory and only recall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recalls: Option<u64>,
    /// The tasks, in order.
    pub task: Vec<ResolvedTask>,
    /// How worlds and agents are made.
    pub settings: Settings,
}

/// What decides the games of a task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ResolvedTask {
    /// The task's name.
    pub name: String,
    /// What the agent is told.
    pub goal: String,
    /// Its number of games, where that is not the suite's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u32>,
    /// Game ticks that it may take, or its first part if it has more.
    pub ticks: u64,
    /// `generated`, or the name of the save.
    pub world: String,
    /// Feet of the player at the start, if they are given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[f64; 3]>,
    /// What is missing for it to be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// That nobody gives the agent a goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explore: Option<Exploration>,
    /// That the agent gets ready for the last part in the first, in rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prepare: Option<Rounds>,
    /// How the operator sets the world at the start.
    #[serde(default, skip_serializing_if = "Scenario::is_default")]
    pub scenario: Scenario,
    /// Further parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Part>,
    /// Published rates of success in percent, by agent.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub published: BTreeMap<String, f64>,
    /// The blueprints that the goal names.
    #[serde(default, skip_serializing_if = "Blueprints::is_empty")]
    pub blueprints: Blueprints,
}

impl ResolvedTask {
    /// The task as a suite has it. Which save it is played on its world's name does not tell.
    pub fn task(&self) -> Task {
        Task {
            name: self.name.clone(),
            goal: self.goal.clone(),
            blueprints: self.blueprints.clone(),
            games: self.games,
            ticks: self.ticks,
            save: None,
            at: self.at,
            scenario: self.scenario.clone(),
            then: self.then.clone(),
            published: self.published.clone(),
            explore: self.explore,
            prepare: self.prepare.clone(),
            missing: self.missing.clone(),
        }
    }
}

impl Resolved {
    /// Reads what decides the games of a run in a folder.
    ///
    /// # Errors
    /// Names the file and the line.
    pub fn read(run: &Path) -> Result<Resolved> {
        let file = run.join(SETTINGS);
        anima_config::parse_toml(&file, &anima_config::read(&file)?)
    }

    /// The same as a folder keeps it.
    ///
    /// # Errors
    /// If a value has no place in TOML.
    pub fn text(&self) -> Result<String> {
        toml::to_string_pretty(self).context("writing the settings of the run")
    }

    /// A short name for the tasks and the settings: which program plays, and where things are on this machine, is not in it.
    pub fn digest(&self) -> String {
        let mut settings = self.settings.clone();
        settings.model.forget_server();
        settings.memory.file.clear();
        let Resolved { games, task, .. } = self;
        let text =
            serde_json::to_vec(&(games, task, settings)).expect("maps have names for keys, and numbers are finite");
        format!("{:x}", md5::compute(text)).chars().take(8).collect()
    }

    /// Published rates of success in percent, by task and agent.
    pub fn published(&self) -> BTreeMap<&str, &BTreeMap<String, f64>> {
        self.task.iter().map(|task| (task.name.as_str(), &task.published)).collect()
    }

    /// The games of a share.
    pub fn games(&self, shard: Option<Shard>) -> Games {
        let of = |task: &ResolvedTask| (task.name.clone(), task.games.unwrap_or(self.games));
        Games { suite: self.suite.clone(), tasks: self.task.iter().map(of).collect(), seed_base: self.seed_base, shard }
    }

    /// Refuses another program than the one with which the run in a folder began.
    ///
    /// # Errors
    /// Names the file and both programs.
    pub fn ensure_played_by(&self, versions: &Versions, run: &Path) -> Result<()> {
        let program = |anima: &str, commit: Option<&str>| {
            format!("anima {anima}{}", commit.map(|commit| format!(" of commit {commit}")).unwrap_or_default())
        };
        let began = program(&self.anima, self.commit.as_deref());
        let here = program(&versions.anima, versions.commit.as_deref());
        ensure!(
            began == here,
            "{}: the run began with {began}, this is {here}; play on with the program that it began with",
            run.join(SETTINGS).display()
        );
        Ok(())
    }
}

/// What is to be known of a series beside what decides its games.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Beside {
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
    /// That it is played on a server, and how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<OnServer>,
}

/// How a series is played on a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnServer {
    /// Bodies that play at once.
    pub at_once: usize,
    /// Whether the server ticks as fast as it can.
    pub warp: bool,
    /// The seed of the server's world.
    pub world_seed: i64,
}

impl Beside {
    /// Reads what else a run's folder keeps of its series.
    ///
    /// # Errors
    /// Names the file, and says what to do where it is not there.
    pub fn read(run: &Path) -> Result<Beside> {
        let file = run.join(SERIES);
        let text = match fs::read_to_string(&file) {
            Err(error) if error.kind() == ErrorKind::NotFound => bail!(
                "{} is not there: the run was ended before its first game began, or played by an older anima; play it \
                 anew",
                file.display()
            ),
            text => text.with_context(|| format!("reading {}", file.display()))?,
        };
        serde_json::from_str(&text).with_context(|| format!("{} is not what a run keeps of its series", file.display()))
    }
}

impl RunFolder {
    /// Keeps what decides the games of a run and what else is needed to play on.
    ///
    /// # Errors
    /// Names the file that cannot be written.
    pub fn keep(&self, resolved: &Resolved, beside: &Beside) -> Result<()> {
        self.write(SETTINGS, &resolved.text()?)?;
        // The last one: a folder that has it can be played on.
        self.write(SERIES, &(serde_json::to_string_pretty(beside)? + "\n"))
    }
}

/// Refuses a series that is not the one that began in a folder.
///
/// # Errors
/// Names the file of the folder, and what differs first.
pub fn ensure_kept(run: &Path, resolved: &Resolved, ours: &Beside) -> Result<()> {
    let file = run.join(SETTINGS);
    let beside = Beside::read(run)?;
    let differs = |what: &str, kept: String, typed: String| {
        format!(
            "{what} is {kept} in {}, {typed} by the command; give --resume alone to play on as it began",
            file.display()
        )
    };
    if let Some(Difference { what, first, second }) =
        difference(&read_toml(&file)?, &parse_toml(&file, &resolved.text()?)?)
    {
        bail!(differs(&what, first, second));
    }
    let shard = |shard: Option<Shard>| shard.map_or("all games".into(), |shard| shard.to_string());
    ensure!(beside.shard == ours.shard, differs("shard", shard(beside.shard), shard(ours.shard)));
    let records = |records: bool| if records { "kept" } else { "not kept" }.to_owned();
    ensure!(beside.records == ours.records, differs("records", records(beside.records), records(ours.records)));
    Ok(())
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
    differences(first, second).into_iter().next()
}

/// All differences between two values.
pub(crate) fn differences(first: &Value, second: &Value) -> Vec<Difference> {
    let inner = |key: String, first: Option<&Value>, second: Option<&Value>| {
        let all = differences(first.unwrap_or(&Value::Null), second.unwrap_or(&Value::Null));
        all.into_iter().map(move |inner| {
            let what = if inner.what.is_empty() { key.clone() } else { format!("{key}.{}", inner.what) };
            Difference { what, ..inner }
        })
    };
    match (first, second) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            keys.flat_map(|key| inner(key.clone(), a.get(key), b.get(key))).collect()
        }
        (Value::Array(a), Value::Array(b)) => (0..a.len().max(b.len()))
            .flat_map(|index| inner((index + 1).to_string(), a.get(index), b.get(index)))
            .collect(),
        (a, b) if a == b => Vec::new(),
        (a, b) => vec![Difference { what: String::new(), first: shown(a), second: shown(b) }],
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
pub(crate) mod tests {
    use super::*;

    /// Two tasks of three games each.
    pub(crate) fn resolved() -> Resolved {
        let mut settings = Settings::default();
        settings.world.radius = 2;
        let task = |name: &str, goal: &str| ResolvedTask {
            name: name.into(),
            goal: goal.into(),
            games: None,
            ticks: 100,
            world: "generated".into(),
            at: None,
            explore: None,
            prepare: None,
            missing: None,
            scenario: Scenario::default(),
            then: Vec::new(),
            published: BTreeMap::new(),
            blueprints: Blueprints::default(),
        };
        Resolved {
            suite: "small".into(),
            games: 3,
            seed_base: 40,
            anima: String::new(),
            commit: None,
            recalls: None,
            task: vec![task("A log", "get 1 log"), task("dirt", "get 2 dirt")],
            settings,
        }
    }
}
