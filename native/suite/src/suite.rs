//! Suites: benchmark tasks as files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anima_mind::is_fight;
use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use toml::Spanned;

use crate::ablation::{WrittenCell, WrittenLearning};
use crate::file::slug;
use crate::{Blueprints, Exploration, Part, Rounds, Scenario, Scripted, Settings};

/// Ticks that a game may take when nobody says otherwise: half an hour of play.
pub const TICKS: u64 = 36_000;
/// The longest game anybody may ask for: a year of play.
pub const MOST_TICKS: u64 = 20 * 86_400 * 365;

/// A suite: tasks, and what all of them are played with.
#[derive(Clone, Debug, PartialEq)]
pub struct Suite {
    /// The name of its file, without ending.
    pub name: String,
    /// What it shows, for a reader.
    pub analysis: String,
    /// Games of each task that has no number of its own.
    pub games: u32,
    /// What the seeds of all games count from: see [`game_seed`].
    pub seed_base: i64,
    /// What it sets of the [`Settings`], to be laid over the user's own.
    pub settings: toml::Table,
    /// The tasks, in order.
    pub tasks: Vec<Task>,
}

/// One task of a suite. It is done when the goal's postcondition holds in the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The name in reports.
    pub name: String,
    /// What the agent is told.
    pub goal: String,
    /// The blueprints that the goal names.
    pub blueprints: Blueprints,
    /// Its number of games, where that is not the suite's.
    pub games: Option<u32>,
    /// Game ticks it may take.
    pub ticks: u64,
    /// The folder of the save it is played on; generated terrain when `None`.
    pub save: Option<PathBuf>,
    /// Feet of the player at the start.
    pub at: Option<[f64; 3]>,
    /// How the operator sets the world at the start.
    pub scenario: Scenario,
    /// Further parts.
    pub then: Vec<Part>,
    /// That the agent gets ready for the last part in the first, in rounds; `goal` is then in words for people.
    pub prepare: Option<Rounds>,
    /// Published rates of success in percent, by agent.
    pub published: BTreeMap<String, f64>,
    /// That nobody gives the agent a goal; `goal` is then in words for people.
    pub explore: Option<Exploration>,
    /// What is missing for it to be played: it then counts as lost.
    pub missing: Option<String>,
}

/// A suite as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    analysis: String,
    #[serde(default = "ten")]
    games: Spanned<u32>,
    #[serde(default)]
    seed_base: i64,
    /// Checked here for its keys; laid over the others as it was written.
    #[serde(default, rename = "settings")]
    _settings: Settings,
    #[serde(default)]
    task: Vec<WrittenTask>,
    // What only an ablation has.
    #[serde(default)]
    milestones: Vec<Spanned<String>>,
    scripted: Option<Scripted>,
    learn: Option<Spanned<WrittenLearning>>,
    #[serde(default)]
    cell: Vec<WrittenCell>,
}

/// What a file has beside a suite that is an ablation.
pub(crate) struct Beyond {
    pub milestones: Vec<Spanned<String>>,
    pub scripted: Option<Scripted>,
    pub learn: Option<Spanned<WrittenLearning>>,
    pub cells: Vec<WrittenCell>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenTask {
    name: Spanned<String>,
    goal: Spanned<String>,
    games: Option<Spanned<u32>>,
    #[serde(default)]
    budget: Budget,
    #[serde(default)]
    world: Place,
    scenario: Option<Spanned<Scenario>>,
    #[serde(default)]
    then: Vec<WrittenPart>,
    #[serde(default)]
    published: BTreeMap<String, f64>,
    prepare: Option<Spanned<bool>>,
    rounds: Option<Spanned<u32>>,
    published_minutes: Option<Spanned<Vec<f64>>>,
    explore: Option<Spanned<Exploration>>,
    missing: Option<String>,
}

impl WrittenTask {
    /// That the agent gets ready for the last part by itself, and in how many rounds.
    fn rounds(&self, then: &[Part], place: &impl Fn(usize) -> String) -> Result<Option<Rounds>> {
        let name = self.name.get_ref();
        let prepare = self.prepare.as_ref().filter(|prepare| *prepare.get_ref());
        let Some(prepare) = prepare else {
            let rounds = self.rounds.as_ref().map(|rounds| (rounds.span(), "rounds"));
            let minutes = self.published_minutes.as_ref().map(|minutes| (minutes.span(), "published_minutes"));
            if let Some((span, key)) = rounds.or(minutes) {
                bail!(
                    "{}: {key} of task {name:?} goes with prepare = true; add that or leave it out",
                    place(span.start)
                );
            }
            return Ok(None);
        };
        let fight = then.last().and_then(|part| part.blueprints.meaning(&part.goal).ok());
        ensure!(
            fight.is_some_and(|goal| is_fight(&goal)) && self.explore.is_none(),
            "{}: prepare of task {name:?} needs a fight to get ready for; end the task with a [[task.then]] whose goal is to \
             kill, and nothing else",
            place(prepare.span().start)
        );
        let number = self.rounds.as_ref().map_or(1, |rounds| *rounds.get_ref());
        let at = self.rounds.as_ref().map_or(prepare.span().start, |rounds| rounds.span().start);
        ensure!(
            (1..=Rounds::MOST).contains(&number),
            "{}: rounds of task {name:?} is {number}; it must be 1 to {}",
            place(at),
            Rounds::MOST
        );
        let published_minutes =
            self.published_minutes.as_ref().map(|minutes| minutes.get_ref().clone()).unwrap_or_default();
        ensure!(
            published_minutes.is_empty() || published_minutes.len() == number as usize,
            "{}: published_minutes of task {name:?} has {} numbers; give one for each of its {number} rounds",
            place(at),
            published_minutes.len()
        );
        Ok(Some(Rounds { number, published_minutes }))
    }
}

/// A further part as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPart {
    goal: Spanned<String>,
    #[serde(default)]
    budget: Budget,
    scenario: Option<Spanned<Scenario>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Budget {
    ticks: Option<Spanned<u64>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    save: Option<PathBuf>,
    at: Option<Spanned<[f64; 3]>>,
}

fn ten() -> Spanned<u32> {
    Spanned::new(0..0, 10)
}

impl Suite {
    /// Reads the suite in a file. Saves are looked for from the file's folder.
    ///
    /// # Errors
    /// Names file, line, and key or word.
    pub fn read(path: &Path) -> Result<Suite> {
        Suite::parse(path, &anima_config::read(path)?)
    }

    /// Parses a suite; `path` is where it stands.
    ///
    /// # Errors
    /// Names file, line, and key or word.
    pub fn parse(path: &Path, text: &str) -> Result<Suite> {
        let (suite, beyond) = Suite::parse_with(path, text)?;
        let is_ablation = !beyond.cells.is_empty() || !beyond.milestones.is_empty();
        ensure!(
            !is_ablation && beyond.scripted.is_none() && beyond.learn.is_none(),
            "{} is an ablation; play it with anima bench ablate",
            path.display()
        );
        Ok(suite)
    }

    /// Parses a suite that may be an ablation; returns what it has beside.
    ///
    /// # Errors
    /// As [`Suite::parse`].
    pub(crate) fn parse_with(path: &Path, text: &str) -> Result<(Suite, Beyond)> {
        let written: Written = anima_config::parse_toml(path, text)?;
        let place = |at: usize| anima_config::place(path, text, at);
        let number = |games: &Spanned<u32>| -> Result<u32> {
            let fits = (1..=1_000_000).contains(games.get_ref());
            ensure!(fits, "{}: games must be 1 to 1000000", place(games.span().start));
            Ok(*games.get_ref())
        };
        let games = number(&written.games)?;
        ensure!(!written.task.is_empty(), "{}: a suite needs at least one [[task]] with name and goal", path.display());
        let folder = path.parent().unwrap_or(Path::new(""));
        let blueprints =
            |goal: &Spanned<String>| Blueprints::of(goal.get_ref(), folder).with_context(|| place(goal.span().start));
        let limit = |budget: &Budget| -> Result<u64> {
            let Some(ticks) = &budget.ticks else { return Ok(TICKS) };
            let fits = (1..=MOST_TICKS).contains(ticks.get_ref());
            ensure!(fits, "{}: budget.ticks must be 1 to {MOST_TICKS}", place(ticks.span().start));
            Ok(*ticks.get_ref())
        };
        let scenario = |scenario: &Option<Spanned<Scenario>>| -> Result<Scenario> {
            let Some(scenario) = scenario else { return Ok(Scenario::default()) };
            scenario.get_ref().check().with_context(|| place(scenario.span().start))?;
            Ok(scenario.get_ref().clone())
        };
        let part = |part: &WrittenPart| -> Result<Part> {
            let scenario = scenario(&part.scenario)?;
            let at = || place(part.goal.span().start);
            ensure!(
                scenario.biome.is_empty(),
                "{}: a part goes on where the one before it ended, in no other biome",
                at()
            );
            Ok(Part {
                goal: part.goal.get_ref().clone(),
                blueprints: blueprints(&part.goal)?,
                ticks: limit(&part.budget)?,
                scenario,
            })
        };
        let mut names = BTreeSet::new();
        let mut tasks = Vec::new();
        for task in &written.task {
            let name = task.name.get_ref();
            if !names.insert(slug(name)) {
                bail!("{}: the name {name:?} is taken by another task", place(task.name.span().start));
            }
            if let Some(at) = &task.world.at {
                check_position(*at.get_ref()).with_context(|| place(at.span().start))?;
            }
            let missing = task.missing.clone();
            if let Some(explore) = &task.explore {
                let Exploration { each, goals } = *explore.get_ref();
                let fits = (1..=MOST_TICKS).contains(&each) && goals > 0 && task.then.is_empty();
                let at = || place(explore.span().start);
                ensure!(fits, "{}: explore needs each of 1 to {MOST_TICKS} ticks, goals from 1, and no `then`", at());
            }
            let then: Vec<Part> = task.then.iter().map(part).collect::<Result<_>>()?;
            let prepare = task.rounds(&then, &place)?;
            // What cannot be played, or has no goal, is told in words that need not be understood.
            let in_words = missing.is_some() || task.explore.is_some() || prepare.is_some();
            let blueprints =
                |goal: &Spanned<String>| if in_words { Ok(Blueprints::default()) } else { blueprints(goal) };
            tasks.push(Task {
                name: name.clone(),
                goal: task.goal.get_ref().clone(),
                blueprints: blueprints(&task.goal)?,
                games: task.games.as_ref().map(number).transpose()?,
                ticks: limit(&task.budget)?,
                save: task.world.save.as_ref().map(|save| folder.join(save)),
                at: task.world.at.as_ref().map(|at| *at.get_ref()),
                scenario: scenario(&task.scenario)?,
                then,
                prepare,
                published: task.published.clone(),
                explore: task.explore.as_ref().map(|explore| *explore.get_ref()),
                missing,
            });
        }
        let mut whole: toml::Table = anima_config::parse_toml(path, text)?;
        let settings = whole.remove("settings").and_then(|value| value.try_into().ok()).unwrap_or_default();
        let suite = Suite {
            name: path.file_stem().map_or_else(|| "suite".into(), |stem| stem.to_string_lossy().into()),
            analysis: written.analysis.trim().to_owned(),
            games,
            seed_base: written.seed_base,
            settings,
            tasks,
        };
        let Written { milestones, scripted, learn, cell: cells, .. } = written;
        Ok((suite, Beyond { milestones, scripted, learn, cells }))
    }
}

/// The seed of a task's game: games count up from a number that the suite's base and the task's name decide, so that no
/// two tasks of a suite play the same worlds.
pub fn game_seed(seed_base: i64, task: &str, game: u32) -> i64 {
    // FNV-1a, 32 bits.
    let name = task.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    seed_base.wrapping_add(name.into()).wrapping_add(game.into())
}

/// Refuses positions at which no player can be.
///
/// # Errors
/// Names the number.
pub fn check_position([x, y, z]: [f64; 3]) -> Result<()> {
    for (axis, value) in [("x", x), ("z", z)] {
        // `World.isInBuildLimit`: horizontally 30,000,000 blocks each way.
        ensure!(value.abs() < 30_000_000.0, "{axis} is {value}; it must lie within 30 million blocks");
    }
    ensure!((-64.0..320.0).contains(&y), "y is {y}; feet stand between -64 and 320");
    Ok(())
}

#[cfg(test)]
mod tests {
    use anima_rules::Item;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    use super::*;
    use crate::Carried;

    const FIRST: &str = include_str!("../../../run/suites/first.toml");
    const SAVES: &str = include_str!("../../../run/suites/saves.toml");
    const MIXED: &str = include_str!("../../../run/suites/mixed.toml");

    fn parse(text: &str) -> Result<Suite> {
        Suite::parse(Path::new("here/some.toml"), text)
    }

    #[track_caller]
    fn refused(text: &str, words: &[&str]) {
        let error = format!("{:#}", parse(text).unwrap_err());
        for word in words.iter().chain(&["some.toml"]) {
            assert!(error.contains(word), "{error:?} does not name {word:?}");
        }
    }

    #[test]
    fn the_suites_that_ship_are_sound() {
        let first = parse(FIRST).unwrap();
        let budgets: Vec<_> = first.tasks.iter().map(|task| (task.goal.as_str(), task.ticks)).collect();
        let ladder = ["wooden_pickaxe", "stone_pickaxe", "iron_pickaxe", "diamond"];
        for (task, item) in budgets.iter().zip(ladder) {
            assert_eq!(*task, (format!("obtain 1 {item}").as_str(), 12_000));
        }
        assert_eq!(budgets[4], ("obtain 1 diamond", 36_000));
        assert_eq!(parse(SAVES).unwrap().tasks.len(), 12);
        let mixed = parse(MIXED).unwrap();
        assert_eq!(mixed.tasks.len() as u32 * mixed.games, 200, "bar 8 asks for two hundred");
    }

    #[test]
    fn the_papers_suites_are_whole() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../run/suites");
        let sizes = [
            ("gitm", 262, 0),
            ("deps", 71, 0),
            ("jarvis", 148, 0),
            ("odyssey-basic", 5, 0),
            ("odyssey-combat", 15, 0),
            ("odyssey-farming", 10, 3),
            ("odyssey-exploration", 1, 0),
        ];
        for (name, tasks, missing) in sizes {
            let suite = Suite::read(&folder.join(name).with_extension("toml")).unwrap();
            let not_yet = suite.tasks.iter().filter(|task| task.missing.is_some()).count();
            assert_eq!((suite.tasks.len(), not_yet), (tasks, missing), "{name}");
            // What was published of exploring is no rate of success; it stands in the analysis.
            let rated = |task: &&Task| task.missing.is_none() && task.explore.is_none() && task.prepare.is_none();
            let unrated = suite.tasks.iter().filter(rated).filter(|task| task.published.is_empty()).count();
            // Table 21 of DEPS rates 69 of its 71 tasks.
            assert_eq!(unrated, if name == "deps" { 2 } else { 0 }, "{name} has its published rates");
            let colours = suite.tasks.iter().filter(|task| task.goal == "obtain 1 wool" || task.goal == "obtain 1 bed");
            for task in colours {
                let meant = anima_intent::named_items(task.goal.trim_start_matches("obtain 1 "));
                assert_eq!(meant.map(|items| items.len()), Some(16), "{}", task.goal);
            }
            // Of fights in rounds minutes are published.
            for rounds in suite.tasks.iter().filter_map(|task| task.prepare.as_ref()) {
                assert_eq!((rounds.number, rounds.published_minutes.len()), (3, 3), "{name}");
            }
            for game in 0..suite.tasks.iter().filter_map(|task| task.games).fold(suite.games, u32::max) {
                let seeds: BTreeSet<i64> =
                    suite.tasks.iter().map(|task| game_seed(suite.seed_base, &task.name, game)).collect();
                assert_eq!(seeds.len(), suite.tasks.len(), "{name}: no two tasks share a seed");
            }
        }
    }

    #[test]
    fn no_two_games_of_a_suite_play_the_same_seed() {
        for suite in [FIRST, SAVES, MIXED].map(|text| parse(text).unwrap()) {
            let games =
                |task: &Task| (0..1000).map(|game| game_seed(suite.seed_base, &task.name, game)).collect::<Vec<_>>();
            let seeds: BTreeSet<i64> = suite.tasks.iter().flat_map(games).collect();
            assert_eq!(seeds.len(), 1000 * suite.tasks.len(), "{}", suite.name);
        }
        assert_eq!(game_seed(7, "diamond", 3) - game_seed(5, "diamond", 1), 4);
        assert_eq!(game_seed(i64::MAX, "", u32::MAX), game_seed(i64::MIN, "", u32::MAX - 1), "it wraps");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        refused("games = 3", &["[[task]]"]);
        refused("gmaes = 3\n", &["line 1", "gmaes", "games"]);
        refused("games = \"x\"", &["line 1", "games"]);
        refused("games = 0", &["line 1", "games"]);
        refused("[[task]]\nname = \"a\"\ngoal = \"get stick\"\ngames = 0\n", &["line 4", "games must be 1"]);
        refused("[[task]]\nname = \"a\"\ngoal = \"get\"\n", &["line 3", "alone"]);
        refused("[[task]]\nname = \"a\"\ngoal = \"get 1 diamnod\"\n", &["line 3", "diamnod", "diamond"]);
        refused("[[task]]\nname = \"a\"\n", &["goal"]);
        let task = |rest: &str| format!("[[task]]\nname = \"a\"\ngoal = \"get stick\"\n{rest}\n");
        refused(&task("budget = { tics = 5 }"), &["line 4", "tics", "ticks"]);
        refused(&task("budget.ticks = 0"), &["line 4", "budget.ticks"]);
        refused(&task("world.at = [1, 2000, 3]"), &["line 4", "y is 2000"]);
        refused(&task(&task("")), &["line 5", "taken"]);
        refused(&format!("[settings.world]\ndificulty = \"hard\"\n{}", task("")), &["line 2", "dificulty"]);
        refused(&format!("[settings.world.rules]\nkeepInv = true\n{}", task("")), &["line 2", "keepInv"]);
    }

    #[test]
    fn an_agent_gets_ready_for_a_fight_and_for_nothing_else() {
        let task = |keys: &str, then: &str| {
            let then = if then.is_empty() { String::new() } else { format!("[[task.then]]\ngoal = {then:?}\n") };
            format!("[[task]]\nname = \"duel\"\ngoal = \"be as strong as it takes\"\n{keys}\n{then}")
        };
        let fight = "kill 1 zombie and kill 2 spiders";
        let read = |keys: &str| parse(&task(keys, fight)).unwrap().tasks[0].prepare.clone();
        assert_eq!(read("prepare = true"), Some(Rounds { number: 1, published_minutes: Vec::new() }));
        let three = read("prepare = true\nrounds = 3\npublished_minutes = [12.5, 9, 3]");
        assert_eq!(three, Some(Rounds { number: 3, published_minutes: vec![12.5, 9.0, 3.0] }));
        for rounds in ["0", "101"] {
            let keys = format!("prepare = true\nrounds = {rounds}");
            refused(&task(&keys, fight), &["line 5", "duel", "rounds", rounds, "1 to 100"]);
        }
        for then in ["", "obtain 1 stick", "kill 1 zombie and obtain 1 rotten_flesh"] {
            refused(&task("prepare = true", then), &["line 4", "duel", "prepare", "[[task.then]]"]);
        }
        refused(
            &task("prepare = true\nrounds = 3\npublished_minutes = [1]", fight),
            &["line 5", "duel", "published_minutes", "3 rounds"],
        );
        let alone = "[[task]]\nname = \"duel\"\ngoal = \"get stick\"\n";
        for key in ["rounds = 3", "published_minutes = [1]"] {
            let word = key.split(' ').next().unwrap();
            refused(&format!("{alone}{key}\n"), &["line 4", "duel", word, "prepare = true"]);
        }
        assert_eq!(Rounds::seed(7, 1), 7);
        let seeds: BTreeSet<i64> =
            (1..=Rounds::MOST).flat_map(|round| [7, 8].map(|game| Rounds::seed(game, round))).collect();
        assert_eq!(seeds.len(), 2 * Rounds::MOST as usize);
    }

    #[test]
    fn a_task_may_have_its_own_number_of_games() {
        let task = |name: &str, rest: &str| format!("[[task]]\nname = {name:?}\ngoal = \"get stick\"\n{rest}\n");
        let suite = parse(&format!("games = 4\n{}{}", task("a", ""), task("b", "games = 7"))).unwrap();
        assert_eq!((suite.games, suite.tasks[0].games, suite.tasks[1].games), (4, None, Some(7)));
    }

    #[test]
    fn saves_are_found_from_the_suites_folder() {
        let suite = parse("[[task]]\nname = \"a\"\ngoal = \"get stick\"\nworld = { save = \"../w\", at = [1, 70, 2] }");
        let task = &suite.unwrap().tasks[0];
        assert_eq!((task.save.as_deref(), task.at), (Some(Path::new("here/../w")), Some([1.0, 70.0, 2.0])));
    }

    #[test]
    fn what_an_agent_carries_at_the_start_stands_in_the_suite() {
        let task =
            |carried: &str| format!("[[task]]\nname = \"a\"\ngoal = \"get stick\"\nscenario.carried = {carried}\n");
        let suite = parse(&task("{ torch = 70, stone_axe = 1 }")).unwrap();
        assert_eq!(suite.tasks[0].scenario.carried, Carried::from([(Item::TORCH, 70), (Item::STONE_AXE, 1)]));
        refused(&task("{ stone_axe = 37 }"), &["line 4", "36"]);
        refused(&task("{ stone_ax = 1 }"), &["line 4", "stone_ax"]);
    }

    /// Bar 9: a damaged suite is refused with its file named, or is still a suite; it never panics.
    #[test]
    fn damaged_suites_never_panic() {
        let mut refused = 0;
        for seed in 0..1000 {
            let mut dice = Pcg32::seed_from_u64(seed);
            let mut text = FIRST.as_bytes().to_vec();
            for _ in 0..dice.random_range(1..6) {
                let at = dice.random_range(0..text.len().max(1));
                match dice.random_range(0..4) {
                    0 => text.get_mut(at).into_iter().for_each(|byte| *byte = dice.random()),
                    1 => drop(text.drain(at.min(text.len())..(at + 1).min(text.len()))),
                    2 => text.insert(at.min(text.len()), b"\"[]={}.\n1-e"[dice.random_range(0..11)]),
                    _ => text.truncate(at),
                }
            }
            if let Err(error) = parse(&String::from_utf8_lossy(&text)) {
                refused += 1;
                assert!(error.to_string().contains("some.toml"), "{error}");
            }
        }
        assert!(refused > 500, "only {refused} of 1000 were refused");
    }
}
