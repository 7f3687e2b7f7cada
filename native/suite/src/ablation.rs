//! Ablations: a suite that agents play which differ in their switches, on the same seeds.
//!
//! An ablation is the file of a suite with a `[[cell]]` for each agent, beside it what is published of each. What answers
//! as a model is fixed in the file (`[scripted]`), and so is what is learnt before the first game (`[learn]`).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anima_rules::Item;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::file::slug;
use crate::suite::Beyond;
use crate::{Settings, Suite};

/// An ablation: one suite, and the agents that play it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ablation {
    /// What all cells play.
    pub suite: Suite,
    /// Items whose first being carried counts as a task of its own, where the one task has several.
    pub milestones: Vec<String>,
    /// The models that are asked where nobody names a server.
    pub scripted: Scripted,
    /// What is learnt before.
    pub learn: Option<Learning>,
    /// The agents, in the order of the paper's table.
    pub cells: Vec<Cell>,
}

/// The scripted models of an ablation: game `i` of a task asks the `i`th of them, counted round and round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scripted {
    /// The share of the ways that each knows by itself.
    pub skill: f64,
    /// How often answers are wrong, as `anima serve-mock --errors` has it.
    pub errors: String,
    /// How often an answer does not come as it should, as `--transport` has it.
    pub transport: String,
    /// The seed of each: which ways it knows follows from it.
    pub seeds: Vec<u64>,
}

impl Default for Scripted {
    fn default() -> Scripted {
        Scripted { skill: 1.0, errors: String::new(), transport: String::new(), seeds: vec![1] }
    }
}

/// What is learnt before the first game, into a memory that only the cells recall from which say so.
#[derive(Clone, Debug, PartialEq)]
pub struct Learning {
    /// The agent that learns.
    pub agent: String,
    /// The suite that is played for it, its goals as they stand there.
    pub suite: PathBuf,
    /// Rounds: what is learnt in one is known in the next.
    pub rounds: u32,
    /// Games of each task in a round.
    pub games: u32,
    /// What the seeds count from, far from those of the ablation.
    pub seed_base: i64,
    /// What it sets of the settings.
    pub settings: toml::Table,
}

/// One agent of an ablation.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Its name in the table.
    pub name: String,
    /// The preset that it begins from (`run/agents`).
    pub agent: String,
    /// What it sets of the settings, over those of the whole ablation.
    pub settings: toml::Table,
    /// Whether it recalls what was learnt before.
    pub recalls: bool,
    /// What is published of it, in percent by task or milestone, or in kinds of items of an exploration.
    pub published: BTreeMap<String, f64>,
}

/// What is learnt before, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrittenLearning {
    agent: String,
    suite: PathBuf,
    #[serde(default = "one")]
    rounds: u32,
    #[serde(default = "one")]
    games: u32,
    seed_base: i64,
    #[serde(default)]
    settings: toml::Table,
}

/// A cell as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WrittenCell {
    name: Spanned<String>,
    agent: String,
    settings: Option<Spanned<toml::Table>>,
    #[serde(default)]
    recalls: bool,
    #[serde(default)]
    published: BTreeMap<String, Spanned<f64>>,
}

fn one() -> u32 {
    1
}

/// Refuses keys that no settings have.
fn check_settings(table: &toml::Table) -> Result<()> {
    let settings: Settings = table.clone().try_into()?;
    drop(settings);
    Ok(())
}

impl Ablation {
    /// Reads the ablation in a file.
    ///
    /// # Errors
    /// Names file, line, and key or word.
    pub fn read(path: &Path) -> Result<Ablation> {
        Ablation::parse(path, &anima_config::read(path)?)
    }

    /// Parses an ablation; `path` is where it stands.
    ///
    /// # Errors
    /// Names file, line, and key or word.
    pub fn parse(path: &Path, text: &str) -> Result<Ablation> {
        let (suite, Beyond { milestones, scripted, learn, cells: written }) = Suite::parse_with(path, text)?;
        let place = |at: usize| anima_config::place(path, text, at);
        ensure!(
            written.len() >= 2,
            "{}: an ablation needs two [[cell]]s at least, each with name and agent",
            path.display()
        );
        ensure!(
            milestones.is_empty() || suite.tasks.len() == 1,
            "{}: milestones are those of one task, and there are {}",
            path.display(),
            suite.tasks.len()
        );
        for milestone in &milestones {
            let name = milestone.get_ref();
            ensure!(Item::from_name(name).is_some(), "{}: there is no item {name:?}", place(milestone.span().start));
        }
        let milestones: Vec<String> = milestones.into_iter().map(Spanned::into_inner).collect();
        let scripted = scripted.unwrap_or_default();
        ensure!(!scripted.seeds.is_empty(), "{}: scripted.seeds names no model", path.display());
        let learn = learn.map(|learn| {
            let at = learn.span().start;
            let learn = learn.into_inner();
            check_settings(&learn.settings).with_context(|| place(at))?;
            ensure!(learn.rounds > 0 && learn.games > 0, "{}: rounds and games begin at 1", place(at));
            let WrittenLearning { agent, suite, rounds, games, seed_base, settings } = learn;
            let suite = path.parent().unwrap_or(Path::new("")).join(suite);
            Ok::<_, anyhow::Error>(Learning { agent, suite, rounds, games, seed_base, settings })
        });
        let learn = learn.transpose()?;
        let measured: BTreeSet<&str> = match milestones.is_empty() {
            true => suite.tasks.iter().map(|task| task.name.as_str()).collect(),
            false => milestones.iter().map(String::as_str).collect(),
        };
        let (mut names, mut cells) = (BTreeSet::new(), Vec::new());
        for cell in written {
            let at = cell.name.span().start;
            let name = cell.name.into_inner();
            ensure!(names.insert(slug(&name)), "{}: the name {name:?} is taken by another cell", place(at));
            ensure!(!cell.recalls || learn.is_some(), "{}: nothing is learnt that it could recall", place(at));
            let settings_at = cell.settings.as_ref().map_or(at, |settings| settings.span().start);
            let settings = cell.settings.map(Spanned::into_inner).unwrap_or_default();
            check_settings(&settings).with_context(|| place(settings_at))?;
            for (task, rate) in &cell.published {
                let known = || measured.iter().copied().collect::<Vec<_>>().join(", ");
                let at = place(rate.span().start);
                ensure!(measured.contains(task.as_str()), "{at}: {task:?} is not measured; these are: {}", known());
                ensure!((0.0..=100.0).contains(rate.get_ref()), "{at}: a rate is 0 to 100 percent, and so are kinds");
            }
            let published = cell.published.into_iter().map(|(task, rate)| (task, rate.into_inner())).collect();
            cells.push(Cell { name, agent: cell.agent, settings, recalls: cell.recalls, published });
        }
        Ok(Ablation { suite, milestones, scripted, learn, cells })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"
games = 4
milestones = ["stick", "diamond"]
[settings.mind]
check = false
[scripted]
skill = 0.5
errors = "mixed=0.3"
seeds = [3, 4]
[learn]
agent = "gitm"
suite = "../suites/first.toml"
seed_base = 5
[[task]]
name = "whole"
goal = "obtain 1 diamond"
[[cell]]
name = "plain"
agent = "gitm"
settings.mind.gitm = { decompose = false }
published = { stick = 57.5 }
[[cell]]
name = "all"
agent = "gitm"
recalls = true
"#;

    fn parse(text: &str) -> Result<Ablation> {
        Ablation::parse(Path::new("here/small.toml"), text)
    }

    #[test]
    fn an_ablation_is_a_suite_with_cells() {
        let ablation = parse(SMALL).unwrap();
        assert_eq!((ablation.suite.games, ablation.scripted.skill, ablation.cells.len()), (4, 0.5, 2));
        assert_eq!(
            ablation.learn.as_ref().map(|learn| learn.suite.as_path()),
            Some(Path::new("here/../suites/first.toml"))
        );
        assert_eq!(ablation.cells[0].published, BTreeMap::from([("stick".to_owned(), 57.5)]));
        assert!(ablation.cells[1].recalls && ablation.cells[1].published.is_empty());
        let as_suite = format!("{:#}", Suite::parse(Path::new("small.toml"), SMALL).unwrap_err());
        assert!(as_suite.contains("anima bench ablate"), "{as_suite}");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let refused = |from: &str, to: &str, words: &[&str]| {
            let error = format!("{:#}", parse(&SMALL.replace(from, to)).unwrap_err());
            for word in words.iter().chain(&["small.toml"]) {
                assert!(error.contains(word), "{error:?} does not name {word:?}");
            }
        };
        refused("\"stick\", ", "\"stikc\", ", &["line 3", "stikc"]);
        refused("published = { stick", "published = { stone", &["line 21", "stone", "diamond, stick"]);
        refused("57.5", "157.5", &["line 21", "0 to 100"]);
        refused("decompose = false", "decomposes = false", &["line 20", "decomposes"]);
        refused("name = \"all\"", "name = \"Plain\"", &["line 23", "taken"]);
        refused("seeds = [3, 4]", "seeds = []", &["scripted.seeds"]);
        refused("recalls = true", "recall = true", &["line 25", "recall"]);
        let without = SMALL.replace("[learn]\nagent = \"gitm\"\nsuite = \"../suites/first.toml\"\nseed_base = 5\n", "");
        assert!(format!("{:#}", parse(&without).unwrap_err()).contains("nothing is learnt"));
        let one = SMALL.split("[[cell]]\nname = \"all\"").next().unwrap();
        assert!(format!("{:#}", parse(one).unwrap_err()).contains("two [[cell]]s"));
    }

    #[test]
    fn the_ablations_that_ship_are_sound() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../run/ablations");
        let mut found = 0;
        for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
            let ablation = Ablation::read(&file).unwrap_or_else(|error| panic!("{error:#}"));
            let of_all: Settings = ablation.suite.settings.clone().try_into().unwrap();
            // Where it is put beside what is published the rules help nobody.
            let is_published = ablation.cells.iter().any(|cell| !cell.published.is_empty());
            let is_alone = !of_all.mind.check && !of_all.mind.fallback;
            assert!(!is_published || is_alone, "{}: the rules stand in", file.display());
            let words: Vec<&str> = ablation.suite.analysis.split_whitespace().collect();
            assert!(words.join(" ").to_lowercase().contains("with a scripted model"), "{}", file.display());
            if let Some(learn) = &ablation.learn {
                let learnt = Suite::read(&learn.suite).unwrap_or_else(|error| panic!("{error:#}"));
                assert!(learnt.tasks.len() > 1, "{}", file.display());
            }
            found += 1;
        }
        assert!(found >= 9, "{found} ablations");
    }
}
