//! `cargo xtask suites`: the papers' benchmarks, as data, to the suites of `run/suites`.
//!
//! Goals, starts, limits, numbers of games and rates are the published ones; what stands in where a paper says nothing is
//! told in each suite's `analysis`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// What a game may take where the paper sets no limit: half an hour.
const UNLIMITED: u64 = 36_000;
/// What a fight in ODYSSEY's arena may take, for which no limit is published: five minutes.
const FIGHT: u64 = 6_000;

/// Where the data is, and where the suites go.
#[derive(clap::Args)]
pub struct Args {
    /// The folder of the benchmarks' data.
    #[arg(long, default_value = "../shared/suites")]
    from: PathBuf,
    /// The folder of suites.
    #[arg(long, default_value = "run/suites")]
    to: PathBuf,
}

/// Writes the suites of the four papers.
pub fn run(args: &Args) -> Result<()> {
    for (name, text) in suites(&args.from)? {
        let path = args.to.join(name);
        fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}

/// The suites by the names of their files.
fn suites(from: &Path) -> Result<Vec<(&'static str, String)>> {
    let read = |name: &str| -> Result<Value> {
        let path = from.join(name);
        let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{} is no JSON", path.display()))
    };
    let odyssey = read("odyssey.json")?;
    Ok(vec![
        ("gitm.toml", gitm(&read("gitm-262.json")?)?),
        ("deps.toml", deps(&read("deps-71.json")?)?),
        ("jarvis.toml", jarvis(&read("jarvis-200.json")?)?),
        ("odyssey-basic.toml", odyssey_basic(&odyssey)?),
        ("odyssey-combat.toml", odyssey_combat(&odyssey)?),
        ("odyssey-farming.toml", odyssey_farming(&odyssey)?),
        ("odyssey-exploration.toml", odyssey_exploration(&odyssey)?),
    ])
}

/// A suite that is being written.
struct Suite {
    text: String,
    games: u64,
}

/// A task that is being written.
#[derive(Default)]
struct Task<'a> {
    name: &'a str,
    goal: String,
    /// Its number of games, where that is not the suite's.
    games: Option<u64>,
    ticks: u64,
    scenario: Vec<String>,
    published: Vec<(&'a str, f64)>,
    missing: Option<&'a str>,
    /// Lines that stand at the end as they are.
    rest: String,
}

impl Suite {
    fn new(analysis: &str, games: u64, seed_base: u64, settings: &str) -> Suite {
        let mut text = String::from("# Written by `cargo xtask suites`; do not edit.\n");
        let _ =
            write!(text, "analysis = \"\"\"\n{}\n\"\"\"\ngames = {games}\nseed_base = {seed_base}\n", analysis.trim());
        if !settings.is_empty() {
            let _ = write!(text, "\n[settings.world]\n{settings}\n");
        }
        Suite { text, games }
    }

    fn add(&mut self, task: &Task<'_>) {
        let text = &mut self.text;
        let _ = write!(text, "\n[[task]]\nname = {:?}\ngoal = {:?}\n", task.name, task.goal);
        if let Some(games) = task.games.filter(|games| *games != self.games) {
            let _ = writeln!(text, "games = {games}");
        }
        let _ = writeln!(text, "budget.ticks = {}", task.ticks);
        if !task.scenario.is_empty() {
            let _ = writeln!(text, "scenario = {{ {} }}", task.scenario.join(", "));
        }
        if !task.published.is_empty() {
            let rate = |(agent, rate): &(&str, f64)| format!("{agent:?} = {rate:?}");
            let _ =
                writeln!(text, "published = {{ {} }}", task.published.iter().map(rate).collect::<Vec<_>>().join(", "));
        }
        if let Some(missing) = task.missing {
            let _ = writeln!(text, "missing = {missing:?}");
        }
        text.push_str(&task.rest);
    }
}

fn list<'a>(value: &'a Value, key: &str) -> Result<&'a [Value]> {
    let list = value.pointer(key).and_then(Value::as_array);
    list.map(Vec::as_slice).with_context(|| format!("there is no list {key}"))
}

fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str> {
    value[key].as_str().with_context(|| format!("there is no text {key} in {value}"))
}

fn number(value: &Value, key: &str) -> Result<u64> {
    value[key].as_u64().with_context(|| format!("there is no number {key} in {value}"))
}

fn plain(id: &str) -> &str {
    id.trim_start_matches("minecraft:")
}

/// `obtain 1 a or 1 b`, of every item that counts; `wear` for what is to be worn.
fn goal(task: &Value) -> Result<String> {
    let ids = list(task, "/any_of")?.iter().map(|id| id.as_str().map(plain).context("an id is text"));
    let ids: Vec<&str> = ids.collect::<Result<_>>()?;
    ensure!(!ids.is_empty(), "nothing counts as success in {task}");
    // Of all sixteen colours the goal names the family.
    let ids = match ids[0].strip_prefix("white_") {
        Some(family) if ids.len() == 16 => vec![family],
        _ => ids,
    };
    Ok(match task["goal"].as_str() {
        Some("equip") => format!("wear {}", ids.join(" or wear ")),
        _ => format!("obtain 1 {}", ids.join(" or 1 ")),
    })
}

/// Rates in percent by agent, those that were measured.
fn rates<'a>(rates: &'a Value) -> Vec<(&'a str, f64)> {
    let measured = |(agent, rate): (&'a String, &'a Value)| Some((agent.as_str(), rate.as_f64()?));
    rates.as_object().into_iter().flatten().filter_map(measured).collect()
}

/// Rates in percent from games won of games played.
fn rates_of_runs(results: &Value) -> Vec<(&str, f64)> {
    let rate = |won: &Value| Some((1000.0 * won["successes"].as_f64()? / won["runs"].as_f64()?).round() / 10.0);
    let results = results.as_object().into_iter().flatten();
    results.filter_map(|(agent, won)| Some((agent.as_str(), rate(won)?))).collect()
}

fn gitm(data: &Value) -> Result<String> {
    let analysis = "
GITM's technology tree (arXiv 2305.17144, Table 4): all 262 items of the overworld, each from nothing. Published by
Minecraft 1.11.2 names; here each by all items of 1.19.4 that count.
Published settings that are not these: Minecraft 1.11.2; breaking at 100 times the speed and hits of 100 times the strength;
no table or furnace need be placed; no limit of time, for which 36,000 ticks stand in; no structures.
Games: 20 an item, and 50, 100, then 200 where at most one was won; of each item the fewest that its rate allows.
'baselines' are the best rates that Figure 5 draws over GITM's, read off the chart.";
    let mut suite = Suite::new(analysis, 20, 10_000_000, "");
    for item in list(data, "/items")? {
        let rate = item["success_pct"].as_f64().context("a rate is a number")?;
        let games = Some(gitm_games(rate, list(data, "/environment/games_per_item/schedule")?)?);
        let mut published = vec![("GITM", rate)];
        published.extend(rates(&item["baseline_pct_fig5"]));
        let name = text(item, "name")?;
        suite.add(&Task { name, goal: goal(item)?, games, ticks: UNLIMITED, published, ..Task::default() });
    }
    Ok(suite.text)
}

/// The games that GITM played of an item with that rate, in percent: the first of the published numbers of which the rate
/// is a whole number of games, and more than one, after which it stopped; or the last.
fn gitm_games(rate: f64, schedule: &[Value]) -> Result<u64> {
    let numbers: Vec<u64> =
        schedule.iter().map(|number| number.as_u64().context("a number of games")).collect::<Result<_>>()?;
    let won = |games: u64| rate * games as f64 / 100.0;
    let is_it = |games: &&u64| won(**games) > 1.5 && (won(**games) - won(**games).round()).abs() < 1e-6;
    let last = numbers.last().context("there are no numbers of games")?;
    Ok(*numbers.iter().find(is_it).unwrap_or(last))
}

/// The most games that one agent played.
fn most_runs(results: &Value) -> Option<u64> {
    results.as_object().into_iter().flatten().filter_map(|(_, result)| result["runs"].as_u64()).max()
}

fn deps(data: &Value) -> Result<String> {
    let analysis = "
DEPS (arXiv 2302.01560, Tables 9 to 16 and 21): the 71 tasks that Table 21 rates or the released list has, from nothing, with
twice the time that people took on average.
Published settings that are not these: MineDojo, Minecraft 1.11.2, other biomes; keys and mouse by a learned controller;
Table 1 lists an axe as given where the text says that every task starts with nothing, as here; the text gives MT7 6,000
steps, as here, and the released code 9,000.";
    let mut suite = Suite::new(analysis, 30, 20_000_000, "");
    for task in list(data, "/tasks")?.iter().filter(|task| task["core71"] == true) {
        let (name, ticks) = (text(task, "object")?, number(task, "max_steps")?);
        suite.add(&Task { name, goal: goal(task)?, ticks, published: rates(&task["success_pct"]), ..Task::default() });
    }
    Ok(suite.text)
}

fn jarvis(data: &Value) -> Result<String> {
    let analysis = "
JARVIS-1 (arXiv 2311.05997, Tables 7 to 16): the 147 tasks with published rates, and the diamond pickaxe with 60 minutes.
As published: peaceful, always day, night vision, what is carried is kept on death, the named biome, an iron axe for all
groups but Wood. Games: of each task as many as its rate is of; 30 where only that at least 30 were is published.
Published settings that are not these: Minecraft 1.16.5; crafting and smelting without a window; pictures and a learned
controller; several biomes of a task by turns, here the nearest. Ores that 1.16.5 drops as blocks count as raw metal, too.";
    let settings = "difficulty = \"peaceful\"\nrules = { keepInventory = true, doDaylightCycle = false }";
    let mut suite = Suite::new(analysis, 30, 30_000_000, settings);
    let mut names: Vec<String> = Vec::new();
    for task in list(data, "/tasks")? {
        let item = text(task, "task")?;
        // Two tasks of two groups have one name.
        let name = if names.iter().any(|known| known == item) {
            format!("{item} ({})", text(task, "group")?)
        } else {
            item.to_owned()
        };
        let rate = task["success_rate"].as_f64().context("a rate is a number")?;
        let published = vec![("JARVIS-1", (1e4 * rate).round() / 100.0)];
        let (ticks, scenario) = (number(task, "max_steps")?, jarvis_start(task)?);
        suite.add(&Task {
            name: &name,
            goal: goal(task)?,
            ticks,
            // Of one task the table tells a rate of no games.
            games: task["eval_count"].as_u64().filter(|games| *games > 0),
            scenario: scenario.clone(),
            published,
            ..Task::default()
        });
        if name == "diamond_pickaxe" {
            let long = &data["diamond_pickaxe"];
            let rate = |agent: &str| long[agent]["60min_pct"].as_f64().context("a rate of 60 minutes");
            let published = vec![("JARVIS-1", rate("JARVIS-1")?), ("VPT-RL", rate("VPT-RL")?)];
            let ticks = number(long, "steps_60min")?;
            let name = "diamond_pickaxe in 60 minutes";
            suite.add(&Task { name, goal: goal(task)?, ticks, scenario, published, ..Task::default() });
        }
        names.push(name);
    }
    Ok(suite.text)
}

fn jarvis_start(task: &Value) -> Result<Vec<String>> {
    let biomes = list(task, "/biome")?.iter().map(|biome| biome.as_str().context("a biome is text"));
    let biomes: Vec<&str> = biomes.collect::<Result<_>>()?;
    let ids: Vec<String> = biomes.iter().map(|biome| format!("{:?}", biome.to_lowercase().replace(' ', "_"))).collect();
    let mut scenario =
        vec![format!("biome = [{}]", ids.join(", ")), "time = 6000".into(), "effects = { night_vision = 1 }".into()];
    let carried = task["initial_inventory"].as_object().into_iter().flatten();
    let carried: Vec<String> = carried.map(|(id, count)| format!("{} = {count}", plain(id))).collect();
    if !carried.is_empty() {
        scenario.push(format!("carried = {{ {} }}", carried.join(", ")));
    }
    Ok(scenario)
}

/// What all of ODYSSEY's tasks are played with.
const ODYSSEY: &str = "difficulty = \"peaceful\"\nrules = { keepInventory = true, doDaylightCycle = false }";
/// Settings that ODYSSEY published and that are not these.
const ODYSSEY_DIFFERS: &str = "
As published: Minecraft 1.19.4, peaceful (but for the arena), always the same time of day, what is carried is kept on death.
Published settings that are not these: skills that see through walls; after every step tables and furnaces are given back, a
lost iron pickaxe is replaced, and a stuck player is set elsewhere; a player that dies comes back within 32 blocks.";

fn odyssey_basic(data: &Value) -> Result<String> {
    let analysis =
        format!("ODYSSEY's sub-goals (arXiv 2407.15325, Tables 2 and 3), ten minutes each.{ODYSSEY_DIFFERS}");
    let mut suite = Suite::new(&analysis, 120, 40_000_000, ODYSSEY);
    for task in list(data, "/basic_programmatic/tasks")? {
        let published = rates(&task["table_3_success_pct_10min"]);
        suite.add(&Task { name: text(task, "task")?, goal: goal(task)?, ticks: 12_000, published, ..Task::default() });
    }
    Ok(suite.text)
}

fn odyssey_combat(data: &Value) -> Result<String> {
    let analysis = format!(
        "ODYSSEY's long-term planning by fights (arXiv 2407.15325, Table 4, Figure 4): 20 minutes to make swords and armour in
peace, then the fight in a closed arena at difficulty easy, which a death loses.{ODYSSEY_DIFFERS}
There a model says what to make for each fight; here the suite does for fights of one round, the same for all: an iron sword,
a shield and iron armour. In fights of three rounds the agent says it anew in each, in another world and with nothing; the last
round decides whether the game is won. The published minutes of rounds are means over those that were won.
The arena is of sea lanterns, 10 high, 31 wide, at 100; mobs come 5 to 10 blocks away. A fight may take {FIGHT} ticks, for no
limit is published."
    );
    let rules = list(data, "/single_round_long_term/scenarios")?;
    let mut suite = Suite::new(&analysis, 8, 50_000_000, ODYSSEY);
    let gear = "obtain 1 iron_sword and wear shield and wear iron_helmet and wear iron_chestplate and wear iron_leggings and \
                wear iron_boots";
    for task in rules.iter().filter(|task| task["monsters"].is_array()) {
        let (mut mobs, mut goals) = (Vec::new(), Vec::new());
        for monster in list(task, "/monsters")? {
            let (kind, count) = (plain(text(monster, "type")?), number(monster, "count")?);
            mobs.push(format!("{kind} = {count}"));
            goals.push(format!("kill {count} {kind}"));
        }
        let rest = arena(&goals.join(" and "), &mobs.join(", "));
        let published = rates_of_runs(&task["results"]);
        suite.add(&Task {
            name: text(task, "task")?,
            games: most_runs(&task["results"]),
            goal: gear.into(),
            ticks: 24_000,
            published,
            rest,
            ..Task::default()
        });
    }
    let several = &data["multi_round_long_term"];
    let number = number(several, "rounds")?;
    for (kind, rounds) in several["time_min_per_round"].as_object().into_iter().flatten() {
        let minutes = list(rounds, "")?.iter().map(|round| round["mean"].as_f64().context("a mean is a number"));
        let minutes: Vec<f64> = minutes.collect::<Result<_>>()?;
        let rounds = format!("prepare = true\nrounds = {number}\npublished_minutes = {minutes:?}\n");
        let name = format!("{kind} in {number} rounds");
        suite.add(&Task {
            name: &name,
            goal: format!("get ready to kill 1 {kind}"),
            games: several["runs"].as_u64(),
            ticks: 24_000,
            rest: rounds + &arena(&format!("kill 1 {kind}"), &format!("{kind} = 1")),
            ..Task::default()
        });
    }
    Ok(suite.text)
}

/// The part that is a fight in ODYSSEY's arena.
fn arena(goal: &str, mobs: &str) -> String {
    format!(
        "\n[[task.then]]\ngoal = {goal:?}\nbudget.ticks = {FIGHT}\nscenario = {{ difficulty = \"easy\", on_death = \"lose\", \
         mobs = {{ {mobs} }}, mobs_away = 5, arena = {{ radius = 15, height = 10, y = 100 }} }}\n"
    )
}

fn odyssey_farming(data: &Value) -> Result<String> {
    let analysis = format!(
        "ODYSSEY's dynamic-immediate planning (arXiv 2407.15325, Table 5): eight tasks of farming, half an hour each, five games;
and cook meat and animal husbandry of Table 4.{ODYSSEY_DIFFERS}
There skills make nothing by themselves that they lack; here plans do."
    );
    let mut suite = Suite::new(&analysis, 5, 60_000_000, ODYSSEY);
    for task in list(data, "/dynamic_immediate/tasks")? {
        let (name, ticks) = (text(task, "task")?, UNLIMITED);
        let published = rates_of_runs(&task["results"]);
        let is_held = task["success"]["type"] == "inventory";
        let (goal, missing) = match is_held {
            true => (goal(&task["success"])?, None),
            false => (text(task, "goal")?.to_owned(), Some("no goal says that a block is to be tilled")),
        };
        suite.add(&Task { name, goal, ticks, published, missing, ..Task::default() });
    }
    for task in list(data, "/single_round_long_term/scenarios")?.iter().filter(|task| !task["monsters"].is_array()) {
        let published = rates_of_runs(&task["results"]);
        let missing = Some("the paper and its code do not say when it is done");
        let name = format!("{} (long-term)", text(task, "task")?);
        let goal = text(task, "task")?.to_owned();
        let games = most_runs(&task["results"]);
        suite.add(&Task { name: &name, goal, games, ticks: UNLIMITED, published, missing, ..Task::default() });
    }
    Ok(suite.text)
}

fn odyssey_exploration(data: &Value) -> Result<String> {
    let mut analysis = String::from(
        "ODYSSEY's autonomous exploration (arXiv 2407.15325, Figure 5): no goal, as many different items as can be had in 80
rounds of planning. Published distinct items, by agent, three runs each:\n",
    );
    for agent in list(data, "/autonomous_exploration/results")? {
        let (mean, std) = (&agent["distinct_items"]["mean"], &agent["distinct_items"]["std"]);
        let _ = writeln!(analysis, "{}: {mean} +- {std}", text(agent, "agent")?);
    }
    analysis.push_str(ODYSSEY_DIFFERS.trim());
    let mut suite = Suite::new(&analysis, 3, 70_000_000, ODYSSEY);
    let goal = "as many different items as possible".to_owned();
    let rest = "explore = { each = 6000, goals = 80 }\n".to_owned();
    suite.add(&Task { name: "exploration", goal, ticks: UNLIMITED, rest, ..Task::default() });
    Ok(suite.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands in `run/suites` is what the tool writes.
    #[test]
    fn the_suites_are_those_of_the_data() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let from = root.join("../shared/suites");
        if !from.is_dir() {
            eprintln!("SKIPPED: no data of the benchmarks beside the project");
            return;
        }
        for (name, text) in suites(&from).expect("the data is whole") {
            let path = root.join("run/suites").join(name);
            let kept = fs::read_to_string(&path).unwrap_or_default();
            assert!(kept == text, "{name} is not what `cargo xtask suites` writes; run it");
        }
    }

    #[test]
    fn the_number_of_games_follows_from_the_rate() {
        let schedule = serde_json::json!([20, 50, 100, 200]);
        let schedule = schedule.as_array().expect("a list");
        let games =
            [100.0, 10.0, 6.0, 4.0, 3.0, 2.0, 1.0, 0.5].map(|rate| gitm_games(rate, schedule).expect("a number"));
        assert_eq!(games, [20, 20, 50, 50, 100, 100, 200, 200]);
        assert!(gitm_games(10.0, &[]).is_err());
    }

    #[test]
    fn a_goal_names_every_item_that_counts() {
        let task = serde_json::json!({ "any_of": ["minecraft:oak_log", "minecraft:birch_log"] });
        assert_eq!(goal(&task).expect("a goal"), "obtain 1 oak_log or 1 birch_log");
        let worn = serde_json::json!({ "any_of": ["minecraft:iron_boots"], "goal": "equip" });
        assert_eq!(goal(&worn).expect("a goal"), "wear iron_boots");
        assert!(goal(&serde_json::json!({ "any_of": [] })).is_err());
    }
}
