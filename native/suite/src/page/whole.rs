//! What a page says of a run of several tasks as a whole.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anima_intent::Cause;
use serde::Serialize;

use super::Run;
use super::story::kind_of;
use super::task::{percent, reason};
use crate::{Outcome, Resolved, Row, Why, wilson};

/// All games of a run together.
#[derive(Serialize)]
pub struct Whole {
    tasks: usize,
    n: u64,
    won: u64,
    /// Percent won.
    rate: f64,
    /// The Wilson interval (95 %) in percent.
    low: f64,
    high: f64,
    /// The mean of each agent's published rates in percent, and of how many of these tasks.
    published: Vec<(String, f64, usize)>,
    /// Lost games that were given up as impossible, and those that were not played: they count in the rate.
    impossible: u64,
    not_played: u64,
    /// Why games were lost, the most frequent first.
    lost: Vec<Lost>,
}

/// Games of whatever task that were lost for the same reason.
#[derive(Serialize)]
struct Lost {
    why: String,
    count: u64,
    /// Percent of the most frequent reason.
    bar: f64,
    /// The tasks: their places on the page, their names and how many games of each.
    tasks: Vec<(usize, String, u64)>,
}

impl Whole {
    /// Sums a run up; `None` where it has one task only, which tells all there is.
    pub fn of(run: &Run, tasks: &[String]) -> Option<Whole> {
        if tasks.len() < 2 {
            return None;
        }
        let (n, rows) = (run.rows.len() as u64, &run.rows);
        let won = rows.iter().filter(|row| row.end.outcome == Outcome::Success).count() as u64;
        let (low, high) = wilson(won, n);
        let lost_by = |is_it: fn(&Why) -> bool| {
            rows.iter().filter(|row| row.end.reason.as_ref().is_some_and(is_it)).count() as u64
        };
        let mut whole = Whole {
            tasks: tasks.len(),
            n,
            won,
            rate: percent(won as f64 / n.max(1) as f64),
            low: percent(low),
            high: percent(high),
            published: published(run, tasks),
            impossible: lost_by(|why| matches!(why, Why::GaveUp { cause: Cause::Impossible { .. } })),
            not_played: lost_by(|why| matches!(why, Why::NotPlayed { .. })),
            lost: Vec::new(),
        };
        let mut lost: BTreeMap<String, BTreeMap<usize, u64>> = BTreeMap::new();
        for row in rows.iter().filter(|row| row.end.outcome != Outcome::Success) {
            let place = tasks.iter().position(|task| *task == row.task).unwrap_or(0);
            *lost.entry(why(row)).or_default().entry(place).or_default() += 1;
        }
        let most = lost.values().map(|of| of.values().sum()).max().unwrap_or(0);
        whole.lost = lost.into_iter().map(|(why, of)| Lost::of(why, &of, tasks, most)).collect();
        whole.lost.sort_by_key(|lost| Reverse(lost.count));
        Some(whole)
    }
}

impl Lost {
    fn of(why: String, of: &BTreeMap<usize, u64>, names: &[String], most: u64) -> Lost {
        let count: u64 = of.values().sum();
        let tasks = of.iter().map(|(place, count)| (place + 1, names[*place].clone(), *count)).collect();
        Lost { why, count, bar: percent(count as f64 / most as f64), tasks }
    }
}

/// Why a game was lost, with what was at work when time ran out.
fn why(row: &Row) -> String {
    match &row.end.reason {
        Some(Why::OutOfTicks { act: Some(act), .. }) => format!("out of ticks while it was to {}", kind_of(act)),
        _ => reason(row),
    }
}

/// The mean of each agent's published rates over these tasks.
fn published(run: &Run, tasks: &[String]) -> Vec<(String, f64, usize)> {
    let all = run.resolved.as_ref().map(Resolved::published).unwrap_or_default();
    let mut rates: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for (agent, rate) in tasks.iter().filter_map(|task| all.get(task.as_str()).copied()).flatten() {
        rates.entry(agent.clone()).or_default().push(*rate);
    }
    let mean = |rates: &[f64]| percent(rates.iter().sum::<f64>() / rates.len() as f64 / 100.0);
    rates.into_iter().map(|(agent, rates)| (agent, mean(&rates), rates.len())).collect()
}
