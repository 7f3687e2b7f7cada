//! `anima check`: cases made by others, played here.
//!
//! A folder is searched for JSON files; what a file holds is told by its content. Each kind of case has a
//! module with `recognises` and `run`.

mod clicks;
mod digtime;
mod paths;
mod physics;
mod recipes;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

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

/// What a file holds, if it is understood.
fn kind_of(value: &Value) -> Option<Kind> {
    if physics::recognises(value) {
        Some(Kind::Physics)
    } else if digtime::recognises(value) {
        Some(Kind::DigTime)
    } else if recipes::recognises(value) {
        Some(Kind::Recipes)
    } else if clicks::recognises(value) {
        Some(Kind::Clicks)
    } else if paths::recognises(value) {
        Some(Kind::Paths)
    } else {
        None
    }
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
