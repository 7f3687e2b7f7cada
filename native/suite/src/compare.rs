//! Two runs side by side: what changed, and whether chance explains it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use anyhow::{Result, ensure};
use serde::Serialize;
use serde_json::Value;

use crate::kept::{Difference, SETTINGS, differences};
use crate::report::tasks_of;
use crate::rows::{Key, key, read_rows};
use crate::statistics::{fisher, median, percentile, sign_test, wilson};
use crate::{Outcome, Resolved, Row};

/// Below this a difference is called significant.
pub(crate) const SIGNIFICANT: f64 = 0.05;
/// Settings of which rows tell.
const TOLD_BY_ROWS: [&str; 4] = ["/agent/name", "/agent/perception", "/agent/near_terrain", "/world/latency"];
/// The value of what is not set.
const NONE: &str = "none";

/// Two runs side by side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The tasks that both played, in the order of the first run.
    pub tasks: Vec<TaskComparison>,
    /// Tasks that only the first played, and only the second.
    pub only: [Vec<String>; 2],
    /// What was set or built otherwise: its name, and its values in the first and in the second run.
    pub differs: Vec<(String, String, String)>,
}

/// The games of one task in two runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TaskComparison {
    /// The task's name.
    pub task: String,
    /// Games played, in each run.
    pub n: [u64; 2],
    /// Games won, in each run.
    pub won: [u64; 2],
    /// The Wilson intervals (95 %) of the rates of success.
    pub wilson: [(f64, f64); 2],
    /// Games that both played: the same seed and start in the same world.
    pub pairs: u64,
    /// Pairs that only the first run won, and only the second.
    pub won_only: [u64; 2],
    /// How likely chance alone makes a difference at least this large between the rates: by the sign test over pairs
    /// (McNemar's exact test) where both runs played the same games, and by Fisher's exact test elsewhere.
    pub p: f64,
    /// Median of the ticks of games that were won, in each run.
    pub ticks_p50: [Option<u64>; 2],
    /// Median over the pairs that both won of the second run's ticks as a share of the first's.
    pub ticks_ratio: Option<f64>,
    /// How likely chance alone makes one run the faster one in so many of these pairs, by the sign test.
    pub ticks_p: Option<f64>,
}

impl Comparison {
    /// Compares the runs in two folders.
    ///
    /// # Errors
    /// If their rows cannot be read, or no task is in both.
    pub fn of_runs(first: &Path, second: &Path) -> Result<Comparison> {
        let mut both = Comparison::of(&read_rows(first)?, &read_rows(second)?)?;
        let files = [first, second].map(|run| run.join(SETTINGS));
        // Runs of older versions have none.
        if files.iter().all(|file| file.exists()) {
            both.tell_settings([Resolved::read(first)?, Resolved::read(second)?])?;
        }
        Ok(both)
    }

    /// Adds what no row tells of the settings: those of mind, memory and world, and the later parts of tasks.
    fn tell_settings(&mut self, runs: [Resolved; 2]) -> Result<()> {
        let [first, second] = runs.map(|run| {
            let mut told = serde_json::to_value(&run.settings)?;
            for key in TOLD_BY_ROWS {
                if let Some(value) = told.pointer_mut(key) {
                    *value = Value::Null;
                }
            }
            for task in run.task.iter().filter(|task| self.tasks.iter().any(|both| both.task == task.name)) {
                told[format!("task {}", task.name)] = serde_json::to_value((&task.then, &task.blueprints))?;
            }
            anyhow::Ok(told)
        });
        let differs = differences(&first?, &second?);
        self.differs.extend(differs.into_iter().map(|Difference { what, first, second }| (what, first, second)));
        Ok(())
    }

    /// Compares the rows of two runs.
    ///
    /// # Errors
    /// If no task is in both.
    pub fn of(first: &[Row], second: &[Row]) -> Result<Comparison> {
        let names = [first, second].map(tasks_of);
        let without = |which: usize| {
            names[which].iter().filter(|name| !names[1 - which].contains(name)).map(|name| (*name).to_owned()).collect()
        };
        let only: [Vec<String>; 2] = [without(0), without(1)];
        let both: Vec<&str> = names[0].iter().filter(|name| names[1].contains(name)).copied().collect();
        ensure!(
            !both.is_empty(),
            "the runs have no task in common: the first has {}, the second {}",
            names[0].join(", "),
            names[1].join(", ")
        );
        let differs = differences_of_rows([first, second], &both);
        let tasks = both.iter().map(|name| TaskComparison::of(name, [first, second])).collect();
        Ok(Comparison { tasks, only, differs })
    }
}

/// A setting: its name, and its value in a row.
pub(crate) type Setting = (&'static str, fn(&Row) -> String);

/// What two runs may have set or built otherwise. Goals and limits are a task's, and are told with it.
const OF_ROWS: [Setting; 14] = [
    ("goal", |row| format!("{}: {}", row.task, row.goal)),
    ("limit", |row| format!("{}: {}", row.task, row.limit)),
    ("scenario", |row| match row.scenario.is_default() {
        true => NONE.into(),
        false => format!("{}: {}", row.task, serde_json::to_string(&row.scenario).unwrap_or_default()),
    }),
    ("agent", |row| row.agent.clone()),
    ("perception", |row| row.perception.clone()),
    ("near terrain", |row| row.near_terrain.to_string()),
    ("latency", |row| row.latency.to_string()),
    ("body", |row| row.body().into()),
    ("world seed", |row| row.server_body.as_ref().map_or_else(|| NONE.into(), |body| body.world_seed.to_string())),
    ("warp", |row| row.server_body.as_ref().is_some_and(|body| body.warp).to_string()),
    ("while the mind thinks", |row| match row.end.thinking_ticks {
        0 => "the world stands still".into(),
        _ => "the world goes on".into(),
    }),
    ("assists", |row| if row.assists.is_empty() { NONE.into() } else { row.assists.join(" ") }),
    ("model", |row| row.model.clone().unwrap_or_else(|| NONE.into())),
    ("commit", |row| row.commit.clone().unwrap_or_else(|| NONE.into())),
];

/// Settings of some tasks that are not the same in two runs.
fn differences_of_rows(runs: [&[Row]; 2], tasks: &[&str]) -> Vec<(String, String, String)> {
    let mut differs = Vec::new();
    for (name, value) in OF_ROWS {
        let counts = |row: &&Row| tasks.contains(&row.task.as_str());
        let [first, second] = runs.map(|rows| rows.iter().filter(counts).map(value).collect::<BTreeSet<String>>());
        if first != second {
            // Of what is the same in both nothing is said.
            let text = |of: &BTreeSet<String>, other: &BTreeSet<String>| {
                let rest: Vec<&str> = of.difference(other).map(String::as_str).collect();
                if rest.is_empty() { "only what the other has".into() } else { rest.join("; ") }
            };
            differs.push((name.to_owned(), text(&first, &second), text(&second, &first)));
        }
    }
    differs
}

impl TaskComparison {
    fn of(name: &str, runs: [&[Row]; 2]) -> TaskComparison {
        let games = runs.map(|rows| -> BTreeMap<Key<'_>, &Row> {
            rows.iter().filter(|row| row.task == name).map(|row| (key(row), row)).collect()
        });
        let is_won = |row: &Row| row.end.outcome == Outcome::Success;
        let n = [0, 1].map(|run| games[run].len() as u64);
        let ticks = [0, 1].map(|run| -> Vec<u64> {
            games[run].values().filter(|row| is_won(row)).map(|row| row.end.ticks).collect()
        });
        let won = [0, 1].map(|run| ticks[run].len() as u64);
        let pairs: Vec<(&Row, &Row)> =
            games[0].iter().filter_map(|(key, row)| Some((*row, *games[1].get(key)?))).collect();
        let count = |test: &dyn Fn(&Row, &Row) -> bool| pairs.iter().filter(|(a, b)| test(a, b)).count() as u64;
        let won_only = [count(&|a, b| is_won(a) && !is_won(b)), count(&|a, b| !is_won(a) && is_won(b))];
        let both: Vec<(u64, u64)> = pairs
            .iter()
            .filter(|(a, b)| is_won(a) && is_won(b))
            .map(|(a, b)| (a.end.ticks.max(1), b.end.ticks.max(1)))
            .collect();
        let ratios = both.iter().map(|(a, b)| *b as f64 / *a as f64).collect();
        let faster = both.iter().filter(|(a, b)| b < a).count() as u64;
        let slower = both.iter().filter(|(a, b)| b > a).count() as u64;
        let is_paired = n == [pairs.len() as u64; 2];
        TaskComparison {
            task: name.to_owned(),
            n,
            won,
            wilson: [0, 1].map(|run| wilson(won[run], n[run])),
            pairs: pairs.len() as u64,
            won_only,
            p: if is_paired { sign_test(won_only[0], won_only[1]) } else { fisher(won, n) },
            ticks_p50: [0, 1].map(|run| percentile(&ticks[run], 0.5)),
            ticks_ratio: median(ratios),
            ticks_p: (!both.is_empty()).then(|| sign_test(faster, slower)),
        }
    }

    fn is_paired(&self) -> bool {
        self.n == [self.pairs; 2]
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, first, second) in &self.differs {
            writeln!(f, "{name} differs: {first} | {second}")?;
        }
        for (which, names) in ["first", "second"].iter().zip(&self.only) {
            if !names.is_empty() {
                writeln!(f, "only in the {which} run: {}", names.join(", "))?;
            }
        }
        let width = self.tasks.iter().map(|task| task.task.len()).max().unwrap_or(0).max(4);
        writeln!(f, "{:width$}  {:26}  {:26}  {:12}  ticks p50 of the won", "task", "first", "second", "p")?;
        for task in &self.tasks {
            let rate = |run: usize| {
                let (low, high) = task.wilson[run];
                format!("{}/{} ({:.1} - {:.1} %)", task.won[run], task.n[run], 100.0 * low, 100.0 * high)
            };
            let mark = |p: f64| if p < SIGNIFICANT { " *" } else { "" };
            let p = format!("{:.3}{}", task.p, mark(task.p));
            let ticks = |run: usize| task.ticks_p50[run].map_or_else(|| "-".into(), |ticks| ticks.to_string());
            writeln!(f, "{:width$}  {:26}  {:26}  {p:12}  {} | {}", task.task, rate(0), rate(1), ticks(0), ticks(1))?;
            if task.is_paired() {
                let [first, second] = task.won_only;
                writeln!(
                    f,
                    "{:width$}  the same {} games: {first} won by the first only, {second} by the second only",
                    "", task.pairs
                )?;
            } else {
                writeln!(
                    f,
                    "{:width$}  {} games are the same: the rates are compared as of two samples",
                    "", task.pairs
                )?;
            }
            if let (Some(ratio), Some(p)) = (task.ticks_ratio, task.ticks_p) {
                writeln!(
                    f,
                    "{:width$}  of games that both won the second took {ratio:.3} of the ticks, by median (p {p:.3}{})",
                    "",
                    mark(p)
                )?;
            }
        }
        writeln!(
            f,
            "p: how likely chance alone makes such a difference; * below {SIGNIFICANT}. One task in twenty has it by chance."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::row;
    use crate::{Report, end::Why};

    fn games(seeds: std::ops::Range<i64>, ticks: u64, lost: &[i64]) -> Vec<Row> {
        let why = |seed| lost.contains(&seed).then_some(Why::OutOfTicks { act: None, failed: None });
        seeds.map(|seed| row("t", seed, ticks + seed as u64, why(seed))).collect()
    }

    #[test]
    fn the_same_games_are_compared_pair_by_pair() {
        let first = games(0..20, 100, &[0, 1, 2, 3, 4, 5]);
        let second = games(0..20, 80, &[6]);
        let both = Comparison::of(&first, &second).unwrap();
        let [task] = &both.tasks[..] else { panic!("one task") };
        assert_eq!((task.n, task.won, task.pairs, task.won_only), ([20, 20], [14, 19], 20, [1, 6]));
        // Of 7 coins at most one shows the rarer side: 2 x 8 / 128.
        assert!((task.p - 0.125).abs() < 1e-12, "{}", task.p);
        assert!(task.ticks_ratio.is_some_and(|ratio| (0.8..0.85).contains(&ratio)), "{task:?}");
        assert!(task.ticks_p.is_some_and(|p| (p - 2.0 / 8192.0).abs() < 1e-12), "all 13 are faster: {task:?}");
        let text = both.to_string();
        assert!(text.contains("1 won by the first only, 6 by the second only"), "{text}");
        assert_eq!(Report::of("s", &first, &BTreeMap::new()).tasks[0].successes, task.won[0]);
    }

    #[test]
    fn each_task_is_compared_by_its_own_games() {
        let other = |rows: Vec<Row>| rows.into_iter().map(|row| Row { task: "u".into(), ..row }).collect::<Vec<_>>();
        let first = [games(0..4, 100, &[1]), other(games(0..6, 50, &[]))].concat();
        let second = [games(0..4, 100, &[]), other(games(0..6, 50, &[2, 3]))].concat();
        let both = Comparison::of(&first, &second).unwrap();
        let told: Vec<_> = both.tasks.iter().map(|task| (task.task.as_str(), task.n, task.won_only)).collect();
        assert_eq!(told, [("t", [4, 4], [0, 1]), ("u", [6, 6], [2, 0])]);
    }

    #[test]
    fn other_games_are_compared_as_two_samples() {
        let both = Comparison::of(&games(0..10, 100, &[1, 2]), &games(10..16, 100, &[10, 11, 12, 13, 14])).unwrap();
        assert_eq!((both.tasks[0].pairs, both.tasks[0].ticks_ratio), (0, None));
        assert!((both.tasks[0].p - 0.034_965_034_965).abs() < 1e-9, "{}", both.tasks[0].p);
        assert!(both.to_string().contains("0.035 *"), "{both}");
    }

    #[test]
    fn what_differs_is_told_and_what_is_missing_too() {
        let first = games(0..3, 100, &[]);
        let mut second = first.clone();
        second.iter_mut().for_each(|row| row.latency = 6);
        second.push(row("u", 1, 10, None));
        let both = Comparison::of(&first, &second).unwrap();
        assert_eq!(both.differs, [("latency".to_owned(), "0".to_owned(), "6".to_owned())]);
        assert_eq!(both.only, [vec![], vec!["u".to_owned()]]);
        assert!((both.tasks[0].p - 1.0).abs() < 1e-12);
        let error = Comparison::of(&first, &second[3..]).unwrap_err().to_string();
        assert!(error.contains("the first has t, the second u"), "{error}");
    }

    #[test]
    fn what_no_row_tells_of_the_settings_is_told() {
        let out = tempfile::tempdir().unwrap();
        let run = |name: &str, change: fn(&mut Resolved)| {
            let mut resolved = crate::kept::tests::resolved();
            change(&mut resolved);
            let folder = crate::RunFolder::create(&out.path().join(name), "small", std::time::UNIX_EPOCH).unwrap();
            folder.keep(&resolved, &crate::Beside::default()).unwrap();
            folder.write(crate::ROWS, &crate::rows::lines(&[row("dirt", 1, 10, None)]).unwrap()).unwrap();
            folder.path().to_owned()
        };
        let first = run("first", |_| {});
        let told = |second: &Path| Comparison::of_runs(&first, second).unwrap().differs;
        assert_eq!(told(&run("same", |_| {})), []);
        let second = run("second", |run| {
            run.settings.mind.fallback = !run.settings.mind.fallback;
            run.settings.world.rules.keep_inventory = true;
            run.settings.world.latency = 3;
            run.task[0].ticks = 7;
        });
        let names = |told: Vec<(String, String, String)>| told.into_iter().map(|(what, ..)| what).collect::<Vec<_>>();
        assert_eq!(names(told(&second)), ["mind.fallback", "world.rules.keepInventory"], "latency stands in the rows");
        let part = run("part", |run| {
            let then = "goal = \"get stick\"\nticks = 5\nscenario = { time = 13000 }";
            run.task[1].then = vec![toml::from_str(then).unwrap()];
        });
        let told = names(told(&part));
        assert!(told.iter().all(|what| what.starts_with("task dirt.")) && !told.is_empty(), "{told:?}");
        std::fs::remove_file(second.join(SETTINGS)).unwrap();
        assert_eq!(Comparison::of_runs(&first, &second).unwrap().differs, [], "of an older version");
    }

    #[test]
    fn whether_the_world_stood_still_is_a_difference() {
        let first = games(0..3, 100, &[]);
        let mut second = first.clone();
        second[1].end.thinking_ticks = 7;
        let both = Comparison::of(&first, &second).unwrap();
        assert_eq!(both.differs[0].0, "while the mind thinks");
        assert_eq!(both.differs[0].2, "the world goes on");
    }

    #[test]
    fn a_servers_body_is_a_difference_and_its_games_are_others() {
        let first = games(0..3, 100, &[]);
        let body = |x| Some(crate::ServerBody { world_seed: 9, place: [x, 0], warp: true });
        let on_server = |x| first.iter().map(|row| Row { server_body: body(x), ..row.clone() }).collect::<Vec<_>>();
        let both = Comparison::of(&first, &on_server(8)).unwrap();
        let told: Vec<&str> = both.differs.iter().map(|(name, ..)| name.as_str()).collect();
        assert_eq!((told, both.tasks[0].pairs), (vec!["body", "world seed", "warp"], 0));
        let both = Comparison::of(&on_server(8), &on_server(8)).unwrap();
        assert_eq!((both.differs, both.tasks[0].pairs), (vec![], 3));
        assert_eq!(Comparison::of(&on_server(8), &on_server(6_008)).unwrap().tasks[0].pairs, 0, "of other places");
    }
}
