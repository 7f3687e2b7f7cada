//! `anima check`: cases made by others, played here.
//!
//! A folder is searched for JSON files; what a file holds is told by its content. Each kind of case has a
//! module with `recognises` and `run`.

mod clicks;
mod digtime;
mod paths;
mod physics;
mod recipes;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::guard;

/// The kinds of cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Movement traces of a player, tick by tick.
    Physics,
    /// Ticks to break a block, by tool and circumstances.
    DigTime,
    /// Crafting recipes.
    Recipes,
    /// Container clicks.
    Clicks,
    /// Path problems, searched and walked.
    Paths,
}

impl Kind {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Physics => "physics traces",
            Kind::DigTime => "dig times",
            Kind::Recipes => "recipes",
            Kind::Clicks => "container clicks",
            Kind::Paths => "path problems",
        }
    }
}

/// How one case ended.
#[derive(Clone, Debug)]
pub struct Case {
    /// The case's own name.
    pub name: String,
    /// The first divergence (tick or cell, expected, got); `None` if the case passed.
    pub divergence: Option<String>,
    /// Ticks to arrive, for a path problem that was walked.
    pub ticks: Option<u64>,
}

/// The cases of one kind.
#[derive(Clone, Debug)]
pub struct Report {
    /// Which kind.
    pub kind: Kind,
    /// Its cases, in the order of files and of cases in a file.
    pub cases: Vec<Case>,
}

/// What was found under a folder.
#[derive(Clone, Debug, Default)]
pub struct Check {
    /// One report per kind that was found, in the order of [`Kind`].
    pub reports: Vec<Report>,
    /// Ticks that another program took for the path problems, by name; `None` where it did not arrive.
    pub peer: BTreeMap<String, Option<u64>>,
    /// JSON files that hold nothing known, each with the reason; any makes the check fail.
    pub not_understood: Vec<String>,
}

/// Plays every case found under a folder.
///
/// # Errors
/// If the folder cannot be read.
pub fn check(dir: &Path) -> Result<Check> {
    let mut check = Check::default();
    for path in json_files(dir)? {
        let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
        let value: Value = match serde_json::from_str(&text) {
            Ok(value) => value,
            Err(error) => {
                check.not_understood.push(format!("{}: not JSON: {error}", path.display()));
                continue;
            }
        };
        if let Some(peer) = paths::peer(&value) {
            check.peer.extend(peer);
            continue;
        }
        match kind_of(&value) {
            Some((kind, run)) => {
                check.add(kind, guard::catch(|| run(&value)).unwrap_or_else(|text| broken(&path, &text)))
            }
            None => check.not_understood.push(format!("{}: no kind of case is laid out so", path.display())),
        }
    }
    check.reports.sort_by_key(|report| report.kind);
    Ok(check)
}

impl Check {
    fn add(&mut self, kind: Kind, cases: Vec<Case>) {
        match self.reports.iter_mut().find(|report| report.kind == kind) {
            Some(report) => report.cases.extend(cases),
            None => self.reports.push(Report { kind, cases }),
        }
    }

    /// Ticks to arrive, ours and the peer's, summed over the path problems at which both arrive.
    pub fn ticks_beside_peer(&self) -> (u64, u64) {
        let paths = self.reports.iter().filter(|report| report.kind == Kind::Paths).flat_map(|report| &report.cases);
        let both = paths.filter_map(|case| Some((case.ticks?, (*self.peer.get(&case.name)?)?)));
        both.fold((0, 0), |sum, ticks| (sum.0 + ticks.0, sum.1 + ticks.1))
    }

    /// Whether every file was understood and every case passed.
    pub fn passed(&self) -> bool {
        self.not_understood.is_empty()
            && self.reports.iter().flat_map(|report| &report.cases).all(|case| case.divergence.is_none())
    }
}

type Recognises = fn(&Value) -> bool;
type Run = fn(&Value) -> Vec<Case>;

/// What a file holds, if it is understood, and how it is played.
fn kind_of(value: &Value) -> Option<(Kind, Run)> {
    let kinds: [(Kind, Recognises, Run); 5] = [
        (Kind::Physics, physics::recognises, physics::run),
        (Kind::DigTime, digtime::recognises, digtime::run),
        (Kind::Recipes, recipes::recognises, recipes::run),
        (Kind::Clicks, clicks::recognises, clicks::run),
        (Kind::Paths, paths::recognises, paths::run),
    ];
    kinds.into_iter().find(|(_, recognises, _)| recognises(value)).map(|(kind, _, run)| (kind, run))
}

/// The one case that stands for a file whose cases brought the program down.
fn broken(path: &Path, text: &str) -> Vec<Case> {
    vec![Case { name: path.display().to_string(), divergence: Some(format!("panic: {text}")), ticks: None }]
}

/// Every JSON file below a folder, in order of path.
fn json_files(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).with_context(|| format!("reading folder {}", dir.display()))? {
        let path = entry.with_context(|| format!("reading folder {}", dir.display()))?.path();
        if path.is_dir() {
            found.extend(json_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of `shared/parity`, if the folder is there (`ANIMA_SHARED`, or beside the repository).
    pub(super) fn published(name: &str) -> Option<Value> {
        let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
        let shared = std::env::var("ANIMA_SHARED").unwrap_or_else(|_| beside.into());
        let path = Path::new(&shared).join("parity").join(name);
        let Ok(text) = fs::read_to_string(&path) else {
            println!("skipped: no {}", path.display());
            return None;
        };
        Some(serde_json::from_str(&text).expect("the shared files are JSON"))
    }
}
