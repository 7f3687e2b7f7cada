//! What a run of a suite showed.

use std::collections::BTreeMap;
use std::fmt;

use anima_mind::Fought;
use serde::{Deserialize, Serialize};

use crate::statistics::{mean_and_deviation, percentile, wilson};
use crate::{End, Outcome, Rounds, Scenario, ServerBody, Start};

/// Game ticks of a minute.
const TICKS_PER_MINUTE: f64 = 1200.0;

/// One game of a run: a line of `rows.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The suite's name.
    pub suite: String,
    /// The task's name.
    pub task: String,
    /// Which game of the task, from 0.
    pub game: u32,
    /// Its seed.
    pub seed: i64,
    /// The goal in the player's words.
    pub goal: String,
    /// `generated`, or the name of the save.
    pub world: String,
    /// Feet of the player at the start, if they were given.
    pub at: Option<[f64; 3]>,
    /// How the operator set the world at the start.
    #[serde(default, skip_serializing_if = "Scenario::is_default")]
    pub scenario: Scenario,
    /// That the agent got ready for its last part by itself, in rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prepare: Option<Rounds>,
    /// Game ticks it might take.
    pub limit: u64,
    /// What records call the agent.
    pub agent: String,
    /// `fair` or `xray`.
    pub perception: String,
    /// Whether the blocks near by were known unseen.
    pub near_terrain: bool,
    /// Ticks to the server and back.
    #[serde(default)]
    pub latency: u32,
    /// That it was played by a server's body, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server_body: Option<ServerBody>,
    /// What made it easier than survival is.
    pub assists: Vec<String>,
    /// The model that planned; `None` if the rules did.
    pub model: Option<String>,
    /// The commit the program was built from.
    pub commit: Option<String>,
    /// How it ended.
    #[serde(flatten)]
    pub end: End,
}

impl Row {
    /// Whose body played, for a person.
    pub(crate) fn body(&self) -> &'static str {
        match self.server_body {
            None => "a client's",
            Some(_) => "the server's: no client prediction, no latency",
        }
    }

    /// The row of the `game`th game of a task, that began and ended so.
    pub fn of(suite: &str, task: &str, game: u32, start: Start, end: End) -> Row {
        Row {
            suite: suite.to_owned(),
            task: task.to_owned(),
            game,
            seed: start.seed,
            goal: start.goals(),
            world: start.world,
            at: start.at,
            scenario: start.scenario,
            limit: start.prepare.as_ref().map_or(1, |rounds| u64::from(rounds.number))
                * (start.limit + start.then.iter().map(|part| part.ticks).sum::<u64>()),
            prepare: start.prepare,
            agent: start.settings.agent.name,
            perception: start.perception,
            near_terrain: start.near_terrain,
            latency: start.latency,
            server_body: start.server_body,
            assists: start.assists,
            model: start.model,
            commit: start.versions.commit,
            end,
        }
    }
}

/// What a run of a suite showed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The suite's name.
    pub suite: String,
    /// Its tasks, in order.
    pub tasks: Vec<TaskReport>,
}

/// What the games of one task showed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TaskReport {
    /// The task's name.
    pub task: String,
    /// Games played.
    pub n: u64,
    /// Games won.
    pub successes: u64,
    /// The Wilson interval (95 %) of the rate of success.
    pub wilson: (f64, f64),
    /// Published rates of success in percent, by agent; under which rules the suite tells.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub published: BTreeMap<String, f64>,
    /// Mean and standard deviation of the kinds of items held, of agents that gave themselves their goals: what counts then
    /// in place of games won, which are those whose last goal was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kinds: Option<(f64, f64)>,
    /// The rounds of a game that has some, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<RoundReport>,
    /// Median of the ticks of the games that were won.
    pub ticks_p50: Option<u64>,
    /// 95th percentile of the ticks of the games that were won.
    pub ticks_p95: Option<u64>,
    /// Why games were not won, and how often.
    pub reasons: BTreeMap<String, u64>,
    /// Seeds of the games that were not won.
    pub lost_seeds: Vec<i64>,
    /// Deaths in all games together.
    pub deaths: u64,
    /// Requests sent to a model.
    pub model_calls: u64,
    /// Replies that were asked for again.
    pub repairs: u64,
    /// Times the rules planned because the model did not.
    pub fallbacks: u64,
    /// Tokens of requests and answers.
    pub tokens: u64,
    /// Milliseconds until the model's answers were there.
    pub model_ms: u64,
}

/// What a round showed in all games of a task.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundReport {
    /// Games in which it was played.
    pub n: u64,
    /// Games in which it was won.
    pub won: u64,
    /// Minutes of getting ready, by mean, over those that were won.
    pub minutes: Option<f64>,
    /// Tasks of getting ready, by mean, over those that were won.
    pub tasks: Option<f64>,
    /// Half hearts left, by mean, over those that were won.
    pub health: Option<f64>,
    /// The minutes that are published.
    pub published_minutes: Option<f64>,
}

impl RoundReport {
    /// Each round of some games of a task.
    fn all(rows: &[&Row]) -> Vec<RoundReport> {
        let number = rows.iter().map(|row| row.end.rounds.len()).max().unwrap_or(0);
        let published =
            rows.iter().find_map(|row| row.prepare.as_ref()).map(|rounds| rounds.published_minutes.as_slice());
        let of = |round: usize| {
            let fought: Vec<&Fought> = rows.iter().filter_map(|row| row.end.rounds.get(round)).collect();
            let won = || fought.iter().filter(|round| round.won);
            let mean = |of: fn(&Fought) -> f64| match won().count() {
                0 => None,
                count => Some(won().map(|round| of(round)).sum::<f64>() / count as f64),
            };
            RoundReport {
                n: fought.len() as u64,
                won: won().count() as u64,
                minutes: mean(|round| round.ticks as f64 / TICKS_PER_MINUTE),
                tasks: mean(|round| round.tasks.into()),
                health: mean(|round| round.health.into()),
                published_minutes: published.and_then(|minutes| minutes.get(round).copied()),
            }
        };
        (0..number).map(of).collect()
    }
}

impl Report {
    /// Reports rows by task, in the order in which tasks first come, beside published rates.
    pub fn of(suite: &str, rows: &[Row], published: &BTreeMap<&str, &BTreeMap<String, f64>>) -> Report {
        let task = |name: &str| {
            let of_task: Vec<&Row> = rows.iter().filter(|row| row.task == name).collect();
            let published = published.get(name).map(|rates| (*rates).clone()).unwrap_or_default();
            TaskReport { published, ..TaskReport::of(name, &of_task) }
        };
        Report { suite: suite.to_owned(), tasks: tasks_of(rows).into_iter().map(task).collect() }
    }
}

/// The names of tasks, in the order in which they first come.
pub(crate) fn tasks_of(rows: &[Row]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.task.as_str()) {
            names.push(&row.task);
        }
    }
    names
}

impl TaskReport {
    fn of(name: &str, rows: &[&Row]) -> TaskReport {
        let won = |row: &&&Row| row.end.outcome == Outcome::Success;
        let ticks: Vec<u64> = rows.iter().filter(won).map(|row| row.end.ticks).collect();
        let (n, successes) = (rows.len() as u64, ticks.len() as u64);
        let kinds: Vec<f64> = rows.iter().filter_map(|row| row.end.kinds).map(f64::from).collect();
        let mut reasons = BTreeMap::new();
        for row in rows {
            if let Some(why) = &row.end.reason {
                *reasons.entry(why.kind()).or_default() += 1;
            }
        }
        let sum = |of: fn(&End) -> u64| rows.iter().map(|row| of(&row.end)).sum();
        TaskReport {
            task: name.to_owned(),
            n,
            successes,
            wilson: wilson(successes, n),
            published: BTreeMap::new(),
            kinds: mean_and_deviation(&kinds),
            rounds: RoundReport::all(rows),
            ticks_p50: percentile(&ticks, 0.5),
            ticks_p95: percentile(&ticks, 0.95),
            reasons,
            lost_seeds: rows.iter().filter(|row| !won(row)).map(|row| row.seed).collect(),
            deaths: sum(|end| end.deaths.into()),
            model_calls: sum(|end| end.model_calls.into()),
            repairs: sum(|end| end.repairs.into()),
            fallbacks: sum(|end| end.fallbacks.into()),
            tokens: sum(|end| end.tokens),
            model_ms: sum(|end| end.model_ms),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.tasks.iter().map(|task| task.task.len()).max().unwrap_or(0).max(4);
        writeln!(f, "{:width$}  success          95 % interval    ticks p50  p95 (of the won)", "task")?;
        for task in &self.tasks {
            let percent = |share: f64| 100.0 * share;
            let rate = if task.n == 0 { 0.0 } else { task.successes as f64 / task.n as f64 };
            let won = format!("{}/{} ({:.0} %)", task.successes, task.n, percent(rate));
            let interval = format!("{:.1} - {:.1} %", percent(task.wilson.0), percent(task.wilson.1));
            let ticks = |ticks: Option<u64>| ticks.map_or_else(|| "-".into(), |ticks| ticks.to_string());
            let (p50, p95) = (ticks(task.ticks_p50), ticks(task.ticks_p95));
            match task.kinds {
                Some((mean, deviation)) => {
                    let games = task.n - task.reasons.get("panic").copied().unwrap_or(0);
                    writeln!(
                        f,
                        "{:width$}  {mean:.1} +- {deviation:.1} kinds of items held, {games} games",
                        task.task
                    )?;
                    continue;
                }
                None => writeln!(f, "{:width$}  {won:15}  {interval:15}  {p50:>9}  {p95}", task.task)?,
            }
            if !task.published.is_empty() {
                let rates = task.published.iter().map(|(agent, rate)| format!("{agent} {rate} %"));
                writeln!(f, "{:width$}        published: {}", "", rates.collect::<Vec<_>>().join(", "))?;
            }
            for (round, number) in task.rounds.iter().zip(1..) {
                let told = |mean: Option<f64>| mean.map_or_else(|| "-".into(), |mean| format!("{mean:.1}"));
                let published = round.published_minutes.map(|minutes| format!(" (published {minutes})"));
                let RoundReport { n, won, .. } = round;
                writeln!(
                    f,
                    "{:width$}        round {number}: {won}/{n} won; of these ready in {} minutes{}, {} tasks, {} health left",
                    "",
                    told(round.minutes),
                    published.unwrap_or_default(),
                    told(round.tasks),
                    told(round.health),
                )?;
            }
            for (reason, count) in &task.reasons {
                writeln!(f, "{:width$}  {count:>5} x {reason}", "")?;
            }
            if task.deaths > 0 {
                writeln!(f, "{:width$}  {:>5} deaths", "", task.deaths)?;
            }
            if task.model_calls > 0 {
                let (calls, repairs, fallbacks) = (task.model_calls, task.repairs, task.fallbacks);
                let why = if fallbacks > 0 { " to the rules: why is in the records' `model` events" } else { "" };
                let (tokens, seconds) = (task.tokens, task.model_ms as f64 / 1e3);
                writeln!(
                    f,
                    "{:width$}  {calls:>5} model calls ({tokens} tokens, {seconds:.1} s), {repairs} repairs, {fallbacks} fallbacks{why}",
                    ""
                )?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use anima_intent::{Cause, ReasonKind, Tried};

    use super::*;
    use crate::end::Why;

    pub(crate) fn row(task: &str, seed: i64, ticks: u64, why: Option<Why>) -> Row {
        let mut end = End::before_it_began(String::new());
        end.ticks = ticks;
        end.outcome = if why.is_some() { Outcome::Failure } else { Outcome::Success };
        end.reason = why;
        Row {
            suite: "s".into(),
            task: task.into(),
            game: 0,
            seed,
            goal: "get stick".into(),
            world: "generated".into(),
            at: None,
            scenario: Scenario::default(),
            prepare: None,
            limit: 100,
            agent: "anima".into(),
            perception: "fair".into(),
            near_terrain: true,
            latency: 0,
            server_body: None,
            assists: Vec::new(),
            model: None,
            commit: None,
            end,
        }
    }

    #[test]
    fn counts_by_task_and_by_kind_of_reason() {
        let in_vain = |what: &str| {
            let tried = Tried { what: what.into(), failed: vec![(ReasonKind::NotFound, 3)] };
            Some(Why::GaveUp { cause: Cause::InVain { tried: vec![tried] } })
        };
        let rows = [
            row("b", 1, 10, None),
            row("b", 2, 30, None),
            row("b", 3, 99, in_vain("mine oak_log")),
            row("b", 4, 98, in_vain("mine coal_ore")),
            row("a", 1, 100, Some(Why::OutOfTicks { act: Some("mine dirt".into()), failed: None })),
        ];
        let rates = BTreeMap::from([("DEPS".to_owned(), 83.3)]);
        let report = Report::of("s", &rows, &BTreeMap::from([("b", &rates)]));
        let [b, a] = &report.tasks[..] else { panic!("two tasks") };
        assert_eq!((b.task.as_str(), b.n, b.successes, b.ticks_p50, b.ticks_p95), ("b", 4, 2, Some(10), Some(30)));
        assert_eq!(b.reasons, BTreeMap::from([("nothing worked".to_owned(), 2)]));
        assert_eq!(b.lost_seeds, [3, 4]);
        assert_eq!((a.successes, a.ticks_p50, a.wilson.0), (0, None, 0.0));
        let text = report.to_string();
        assert!(text.contains("published: DEPS 83.3 %"), "{text}");
        assert!(text.contains("2/4 (50 %)") && text.contains("2 x nothing worked"), "{text}");
        let mut by_model = rows;
        (by_model[0].end.model_calls, by_model[0].end.fallbacks) = (3, 1);
        (by_model[0].end.tokens, by_model[0].end.model_ms) = (900, 1500);
        let text = Report::of("s", &by_model, &BTreeMap::new()).to_string();
        assert!(text.contains("3 model calls (900 tokens, 1.5 s), 0 repairs, 1 fallbacks to the rules: why"), "{text}");
        let json = serde_json::to_value(&report).unwrap();
        assert_eq!(json["tasks"][0]["wilson"].as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn rounds_stand_beside_the_published_minutes() {
        let game = |seed: i64, rounds: &[(u64, bool, f32)]| {
            let mut row = row("duel", seed, 500, None);
            let of = |(ticks, won, health): &(u64, bool, f32)| Fought {
                ticks: *ticks,
                won: *won,
                health: *health,
                tasks: 4,
                ..Fought::default()
            };
            row.end.rounds = rounds.iter().map(of).collect();
            row.prepare = Some(Rounds { number: 2, published_minutes: vec![12.7, 3.4] });
            row
        };
        // A game that broke has fewer.
        let rows = [game(1, &[(12_000, true, 12.0), (600, false, 0.0)]), game(2, &[(6000, true, 16.0)])];
        let report = Report::of("s", &rows, &BTreeMap::new());
        let [first, second] = &report.tasks[0].rounds[..] else { panic!("two rounds") };
        assert_eq!((first.n, first.won, first.minutes, first.health), (2, 2, Some(7.5), Some(14.0)));
        assert_eq!((second.n, second.won, second.minutes), (1, 0, None));
        let text = report.to_string();
        let told = "round 1: 2/2 won; of these ready in 7.5 minutes (published 12.7), 4.0 tasks, 14.0 health left";
        assert!(text.contains(told) && text.contains("round 2: 0/1 won; of these ready in - minutes"), "{text}");
        let line = serde_json::to_string(&rows[0]).unwrap();
        assert_eq!(serde_json::from_str::<Row>(&line).unwrap(), rows[0]);
    }
}
