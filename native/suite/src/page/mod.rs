//! A run as one page for a reader who knows nothing of it: how many games were won, how fast, and why the others were
//! lost.
//!
//! The page is one HTML file that needs nothing else: pictures lie in it, and it runs no script. It is written by a
//! template that escapes all that is filled in.

mod again;
mod curve;
mod journey;
mod story;
mod task;
mod whole;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use minijinja::{Environment, UndefinedBehavior, Value};
use serde::{Deserialize, Serialize};

use crate::compare::Setting;
use crate::folder::{FACTS, record_path};
use crate::report::tasks_of;
use crate::rows::{ROWS, find_rows};
use crate::{Beside, Resolved, Row};
use curve::thousands;
pub use journey::{Journey, Picture, Recorded};
use task::Section;
use whole::Whole;

/// What a reader sees; the template names its fields.
#[derive(Serialize)]
struct Page {
    style: Value,
    suite: String,
    analysis: String,
    /// What is to be known before the figures are read.
    remarks: Vec<String>,
    /// What the games were played with: names and values.
    facts: Vec<(&'static str, String)>,
    /// All tasks together, if there are several.
    whole: Option<Whole>,
    tasks: Vec<Section>,
    /// The name and the text of the file of settings that commands need.
    config: Option<(&'static str, String)>,
}

/// A run's folder as it is found: older ones keep less.
struct Run {
    path: PathBuf,
    rows: Vec<Row>,
    resolved: Option<Resolved>,
    beside: Option<Beside>,
    /// What else is known of the run; nothing if that cannot be read.
    facts: Facts,
    remarks: Vec<String>,
}

/// What a page says of `run.json`. A run that was ended has none, one that was merged neither.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Facts {
    started: Option<String>,
    working_folder: PathBuf,
    saves: Vec<PathBuf>,
}

/// Writes a run as one HTML page. `journeys` tells where games went, so many at most and lost ones first: for each game that
/// it is given one journey, or why there is none.
///
/// # Errors
/// If the folder holds no rows that can be read (names file and line), or `journeys` fails as a whole.
pub fn page(
    run: &Path,
    most: usize,
    journeys: impl FnOnce(&[Recorded]) -> Result<Vec<Result<Journey>>>,
) -> Result<String> {
    let run = Run::read(run)?;
    let names: Vec<String> = tasks_of(&run.rows).into_iter().map(str::to_owned).collect();
    let mut tasks: Vec<Section> =
        names.iter().enumerate().map(|(index, name)| Section::of(&run, index, name)).collect();
    task::show_journeys(&run, &mut tasks, most, journeys)?;
    let config = run.resolved.as_ref().and_then(|resolved| again::config(&resolved.settings));
    let page = Page {
        style: Value::from_safe_string(include_str!("page.css").into()),
        suite: run.rows[0].suite.clone(),
        analysis: run.beside.as_ref().map(|beside| beside.analysis.clone()).unwrap_or_default(),
        facts: run.facts(),
        whole: Whole::of(&run, &names),
        tasks,
        config: config.map(|text| (again::CONFIG, text)),
        remarks: run.remarks,
    };
    let mut templates = Environment::new();
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates.set_trim_blocks(true);
    templates.set_lstrip_blocks(true);
    // The name ends with .html: all that is filled in is escaped.
    templates.add_template("page.html", include_str!("page.html")).context("the template of the page")?;
    templates.get_template("page.html").and_then(|template| template.render(page)).context("writing the page")
}

impl Run {
    fn read(path: &Path) -> Result<Run> {
        let file = path.join(ROWS);
        let found = find_rows(path)?;
        ensure!(
            !found.rows.is_empty(),
            "{} holds no games: the run was ended before its first was over",
            file.display()
        );
        let mut remarks = Vec::new();
        let resolved = Resolved::read(path);
        if let Err(error) = &resolved {
            remarks.push(format!("What the games were set to cannot be read, so commands may lack it: {error:#}."));
        }
        let (resolved, beside) = (resolved.ok(), Beside::read(path).ok());
        let mut rows: Vec<Row> = found.rows.into_iter().map(|(row, _)| row).collect();
        if let Some(resolved) = &resolved {
            let games = resolved.games(beside.as_ref().and_then(|beside| beside.shard));
            // Of a run that was ended they lie as they came.
            rows.sort_by_key(|row| games.of(row).unwrap_or(usize::MAX));
            let all = games.played().count();
            if rows.len() < all {
                remarks.push(format!(
                    "The run is not over: {} of its {all} games were played. The others may have taken longer, so the \
                     figures can mislead.",
                    rows.len()
                ));
            }
        }
        if let Some(shard) = beside.as_ref().and_then(|beside| beside.shard) {
            remarks.push(format!("This is shard {shard} of the run: only these of its games were played here."));
        }
        let facts = fs::read(path.join(FACTS)).ok();
        let facts = facts.and_then(|facts| serde_json::from_slice(&facts).ok()).unwrap_or_default();
        Ok(Run { path: path.to_owned(), rows, resolved, beside, facts, remarks })
    }

    /// What all games were played with, as far as it is the same in all.
    fn facts(&self) -> Vec<(&'static str, String)> {
        let mut settings: Vec<Setting> = vec![
            ("Agent", |row| row.agent.clone()),
            ("Planned by", |row| row.model.clone().unwrap_or_else(|| "the game's rules".into())),
            ("Perception", |row| {
                let near = if row.near_terrain { ", terrain within 10 blocks known" } else { "" };
                format!("{}{near}", row.perception)
            }),
            ("Latency", |row| format!("{} ticks", row.latency)),
            ("Made easier by", |row| if row.assists.is_empty() { "nothing".into() } else { row.assists.join(", ") }),
            ("World", |row| row.world.clone()),
        ];
        if self.rows.iter().any(|row| row.server_body.is_some()) {
            settings.push(("Body", |row| row.body().into()));
            settings.push(("Server", |row| {
                row.server_body.as_ref().map_or_else(String::new, |body| {
                    let speed = if body.warp { "as fast as it could go" } else { "at its usual speed" };
                    format!("world seed {}, {speed}", body.world_seed)
                })
            }));
        }
        let mut facts = vec![
            ("Games", thousands(self.rows.len() as u64)),
            ("Ticks played", thousands(self.rows.iter().map(|row| row.end.ticks).sum())),
        ];
        for (name, value) in settings {
            let mut values: Vec<String> = self.rows.iter().map(value).collect();
            values.sort();
            values.dedup();
            facts.push((name, values.join("; ")));
        }
        let anima = self.resolved.as_ref().map(|resolved| format!("{} ", resolved.anima)).unwrap_or_default();
        let commit =
            self.rows[0].commit.as_ref().map_or("commit not known".into(), |commit| format!("commit {commit}"));
        facts.extend(
            self.facts.started.as_ref().map(|started| ("Begun (UTC)", started.replace('T', " ").replace('Z', ""))),
        );
        facts.push(("Anima", format!("{anima}({commit})")));
        facts
    }

    fn record(&self, row: &Row) -> PathBuf {
        record_path(&self.path, &row.task, row.seed)
    }

    /// The folder of the save that a game was played on, if it is known.
    fn save(&self, row: &Row) -> Option<PathBuf> {
        let kept = self.beside.as_ref().and_then(|beside| beside.saves.get(&row.task)).cloned();
        // Runs of older versions keep only which saves there were.
        let is_named = |save: &&PathBuf| save.file_name().is_some_and(|name| name.to_string_lossy() == row.world);
        kept.or_else(|| self.facts.saves.iter().find(is_named).map(|save| self.facts.working_folder.join(save)))
    }
}

#[cfg(test)]
mod tests;
