//! What an ablation showed: its cells beside each other and beside what is published.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use anyhow::Result;
use serde::Serialize;

use crate::compare::SIGNIFICANT;
use crate::statistics::{mean_difference, paired_difference, sign_test};
use crate::{Ablation, Comparison, Outcome, Report, Row};

/// The name of all tasks together.
const ALL: &str = "all tasks";

/// The cells of an ablation beside each other, measure by measure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// The ablation's name.
    pub name: String,
    /// What it measures: those of its tasks that were played and all of them together, or the milestones of its one task.
    pub measures: Vec<Measure>,
}

/// One task or milestone over all cells.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measure {
    /// Its name.
    pub name: String,
    /// The cells, in the order of the file.
    pub cells: Vec<Standing>,
    /// What the pairs of cells say of the published order.
    pub order: Order,
}

/// How a cell did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The cell's name.
    pub cell: String,
    /// Games.
    pub n: u64,
    /// Games won.
    pub won: u64,
    /// The Wilson interval (95 %) of the rate.
    pub wilson: (f64, f64),
    /// Mean and deviation of the kinds of items held, where an agent without a goal explores: what counts then, in place of
    /// games won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kinds: Option<(f64, f64)>,
    /// What is published, in percent or in kinds.
    pub published: Option<f64>,
    /// Requests to a model, by mean.
    pub calls: f64,
    /// Requests by mean in the games that both this cell and the first won: of this one, of the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls_of_both: Option<[f64; 2]>,
    /// How it differs from the first cell.
    pub to_first: Option<Difference>,
}

/// The difference of two cells over the same games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// Games that only the other cell won, and only this one; of explorers those in which it held more kinds.
    pub won_only: [u64; 2],
    /// The difference of the rates, or of the kinds held by mean, and its interval (95 %).
    pub rate: (f64, f64, f64),
    /// How likely chance alone makes one at least as large (McNemar's exact test).
    pub p: f64,
}

impl Difference {
    /// The difference of two cells in the kinds of items held, game by game; `None` if the task is no exploration.
    fn of_kinds(task: &str, cells: [&[Row]; 2]) -> Option<Difference> {
        let [first, second] = cells.map(|rows| -> BTreeMap<i64, u32> {
            let of_task = rows.iter().filter(|row| row.task == task);
            of_task.filter_map(|row| Some((row.seed, row.end.kinds?))).collect()
        });
        let more: Vec<f64> =
            first.iter().filter_map(|(seed, kinds)| Some(f64::from(*second.get(seed)?) - f64::from(*kinds))).collect();
        let rate = mean_difference(&more)?;
        let count = |test: fn(&f64) -> bool| more.iter().filter(|more| test(more)).count() as u64;
        let won_only = [count(|more| *more < 0.0), count(|more| *more > 0.0)];
        Some(Difference { won_only, rate, p: sign_test(won_only[0], won_only[1]) })
    }

    /// Whether it is more than chance explains.
    pub fn is_decided(&self) -> bool {
        self.p < SIGNIFICANT
    }
}

/// What the pairs of cells say of the published order: of pairs of which different rates are published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Order {
    /// Pairs.
    pub pairs: u64,
    /// Pairs of which the same cell is the better one here, and of them those that are decided.
    pub same: [u64; 2],
    /// Pairs of which the other cell is the better one here, and of them those that are decided.
    pub reverse: [u64; 2],
}

impl Table {
    /// Sets the cells beside each other; `rows` are those of each cell, in the order of the file.
    ///
    /// # Errors
    /// If cells have no game in common.
    pub fn of(ablation: &Ablation, rows: &[Vec<Row>]) -> Result<Table> {
        let mut told: Vec<Vec<Row>> = rows.iter().map(|rows| by_milestones(rows, &ablation.milestones)).collect();
        let mut measures: Vec<String> = match ablation.milestones.is_empty() {
            true => ablation.suite.tasks.iter().map(|task| task.name.clone()).collect(),
            false => ablation.milestones.clone(),
        };
        let played: BTreeSet<&str> = rows.iter().flatten().map(|row| row.task.as_str()).collect();
        if played.len() > 1 {
            let all = |row: &Row| Row { task: ALL.to_owned(), ..row.clone() };
            told.iter_mut().for_each(|rows| rows.extend(rows.iter().map(all).collect::<Vec<_>>()));
            measures.push(ALL.to_owned());
        }
        let mut pairs = BTreeMap::new();
        for first in 0..told.len() {
            for second in first + 1..told.len() {
                pairs.insert((first, second), Comparison::of(&told[first], &told[second])?);
            }
        }
        let reports: Vec<Report> =
            told.iter().map(|rows| Report::of(&ablation.suite.name, rows, &BTreeMap::new())).collect();
        let measure = |name: &String| {
            let difference = |first: usize, second: usize| {
                if let Some(of_kinds) = Difference::of_kinds(name, [&told[first], &told[second]]) {
                    return Some(of_kinds);
                }
                let of_pair = pairs.get(&(first, second))?.tasks.iter().find(|task| task.task == *name)?;
                let rate = paired_difference(of_pair.won_only, of_pair.pairs);
                Some(Difference { won_only: of_pair.won_only, rate, p: of_pair.p })
            };
            let standing = |(index, cell): (usize, &crate::Cell)| {
                let report = reports[index].tasks.iter().find(|task| task.task == *name)?;
                Some(Standing {
                    cell: cell.name.clone(),
                    n: report.n,
                    won: report.successes,
                    wilson: report.wilson,
                    kinds: report.kinds,
                    published: cell.published.get(name).copied(),
                    calls: report.model_calls as f64 / report.n.max(1) as f64,
                    calls_of_both: if index == 0 { None } else { calls_of_both(name, [&told[index], &told[0]]) },
                    to_first: if index == 0 { None } else { difference(0, index) },
                })
            };
            let cells: Vec<Standing> = ablation.cells.iter().enumerate().filter_map(standing).collect();
            let mut order = Order::default();
            for first in 0..cells.len() {
                for second in first + 1..cells.len() {
                    if let Some(difference) = difference(first, second) {
                        order.note(&cells[first], &cells[second], &difference);
                    }
                }
            }
            Measure { name: name.clone(), cells, order }
        };
        let played = measures.iter().map(measure).filter(|measure| !measure.cells.is_empty());
        Ok(Table { name: ablation.suite.name.clone(), measures: played.collect() })
    }
}

impl Order {
    fn note(&mut self, first: &Standing, second: &Standing, difference: &Difference) {
        let (Some(one), Some(other)) = (first.published, second.published) else { return };
        if one == other {
            return;
        }
        self.pairs += 1;
        let decided = u64::from(difference.is_decided());
        let [only_first, only_second] = difference.won_only;
        let (same, reverse) = if one < other { (only_second, only_first) } else { (only_first, only_second) };
        let side = match same.cmp(&reverse) {
            std::cmp::Ordering::Greater => &mut self.same,
            std::cmp::Ordering::Less => &mut self.reverse,
            std::cmp::Ordering::Equal => return,
        };
        side[0] += 1;
        side[1] += decided;
    }
}

/// Requests by mean of two cells in the games of a task that both won; `None` where there are none, or nobody was asked.
fn calls_of_both(task: &str, cells: [&[Row]; 2]) -> Option<[f64; 2]> {
    let [this, first] = cells.map(|rows| -> BTreeMap<(&str, i64), u32> {
        let won = rows.iter().filter(|row| row.task == task && row.end.outcome == Outcome::Success);
        won.map(|row| ((row.goal.as_str(), row.seed), row.end.model_calls)).collect()
    });
    let pairs: Vec<(u32, u32)> = this.iter().filter_map(|(game, calls)| Some((*calls, *first.get(game)?))).collect();
    let mean =
        |of: fn(&(u32, u32)) -> u32| pairs.iter().map(|pair| f64::from(of(pair))).sum::<f64>() / pairs.len() as f64;
    let calls = [mean(|pair| pair.0), mean(|pair| pair.1)];
    (calls[1] > 0.0).then_some(calls)
}

/// The rows of one task as rows of its milestones: each is won in the tick in which its item was first carried.
fn by_milestones(rows: &[Row], milestones: &[String]) -> Vec<Row> {
    if milestones.is_empty() {
        return rows.to_vec();
    }
    let of = |row: &Row| -> Vec<Row> {
        let as_one = |milestone: &String| {
            let mut row = row.clone();
            row.task.clone_from(milestone);
            match row.end.first_held.get(milestone) {
                Some(tick) => (row.end.outcome, row.end.reason, row.end.ticks) = (Outcome::Success, None, *tick),
                None if row.end.outcome == Outcome::Success => row.end.outcome = Outcome::Failure,
                None => {}
            }
            row
        };
        milestones.iter().map(as_one).collect()
    };
    rows.iter().flat_map(of).collect()
}

/// Names in the order of some numbers, those of equal numbers side by side.
fn ranked<'a>(names: impl Iterator<Item = (&'a str, f64)>) -> String {
    let mut all: Vec<(&str, f64)> = names.collect();
    all.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut text = String::new();
    for (index, (name, number)) in all.iter().enumerate() {
        if index > 0 {
            text += if all[index - 1].1 == *number { " = " } else { " < " };
        }
        text += name;
    }
    text
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.measures.iter().flat_map(|measure| measure.cells.iter().map(|cell| cell.cell.len()));
        let width = names.max().unwrap_or(0).max(4);
        for measure in &self.measures {
            writeln!(f, "{}", measure.name)?;
            writeln!(
                f,
                "  {:width$}  {:15}  {:15}  {:>9}  {:>5}  to the first (95 %), games won by it only : by the first only, p",
                "cell", "won", "95 % interval", "published", "calls"
            )?;
            for cell in &measure.cells {
                let rate = 100.0 * cell.won as f64 / cell.n.max(1) as f64;
                let (won, interval) = match cell.kinds {
                    None => (
                        format!("{}/{} ({rate:.0} %)", cell.won, cell.n),
                        format!("{:.1} - {:.1} %", 100.0 * cell.wilson.0, 100.0 * cell.wilson.1),
                    ),
                    Some((mean, deviation)) => (format!("{mean:.1} kinds"), format!("+- {deviation:.1}, n {}", cell.n)),
                };
                let unit = if cell.kinds.is_some() { "" } else { " %" };
                let published = cell.published.map_or_else(|| "-".into(), |rate| format!("{rate}{unit}"));
                let mut difference =
                    cell.to_first.as_ref().map(|first| first.told(cell.kinds.is_some())).unwrap_or_default();
                // Beside a published rate it is the rate that counts.
                if let Some([this, first]) = cell.calls_of_both.filter(|_| cell.published.is_none()) {
                    let share = 100.0 * this / first;
                    difference += &format!("; where both won {this:.1} : {first:.1} calls, {share:.0} %");
                }
                writeln!(
                    f,
                    "  {:width$}  {won:15}  {interval:15}  {published:>9}  {:>5.1}  {difference}",
                    cell.cell, cell.calls
                )?;
            }
            measure.tell_order(f)?;
        }
        writeln!(
            f,
            "calls: requests to the model in a game, by mean. p: how likely chance alone makes such a difference; decided below {SIGNIFICANT}."
        )
    }
}

impl Difference {
    fn told(&self, in_kinds: bool) -> String {
        let (rate, low, high) = self.rate;
        let [first, this] = self.won_only;
        let decided = if self.is_decided() { "decided" } else { "not decided" };
        let games = format!("{this} : {first}, p {:.3} {decided}", self.p);
        match in_kinds {
            true => format!("{rate:+.1} ({low:+.1} to {high:+.1}) kinds, {games}"),
            false => {
                let [rate, low, high] = [rate, low, high].map(|share| 100.0 * share);
                format!("{rate:+.0} ({low:+.0} to {high:+.0}) points, {games}")
            }
        }
    }
}

impl Measure {
    fn tell_order(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let published = || self.cells.iter().filter_map(|cell| Some((cell, cell.published?)));
        if published().count() < 2 {
            return writeln!(f, "  no order of these cells is published");
        }
        let Order { pairs, same, reverse } = self.order;
        writeln!(f, "  published: {}", ranked(published().map(|(cell, rate)| (cell.cell.as_str(), rate))))?;
        let here = |cell: &Standing| cell.kinds.map_or(cell.won as f64, |(mean, _)| mean);
        writeln!(f, "  here:      {}", ranked(published().map(|(cell, _)| (cell.cell.as_str(), here(cell)))))?;
        writeln!(
            f,
            "  pairs: {pairs}, in the published order {} ({} decided), in the other {} ({} decided), equal {}",
            same[0],
            same[1],
            reverse[0],
            reverse[1],
            pairs - same[0] - reverse[0]
        )
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::end::Why;
    use crate::report::tests::row;

    const CELLS: &str = r#"
milestones = ["stick", "diamond"]
[[task]]
name = "whole"
goal = "obtain 1 diamond"
[[cell]]
name = "plain"
agent = "gitm"
published = { stick = 50.0, diamond = 10.0 }
[[cell]]
name = "more"
agent = "gitm"
published = { stick = 90.0, diamond = 40.0 }
[[cell]]
name = "all"
agent = "gitm"
published = { stick = 90.0, diamond = 60.0 }
"#;

    /// Ten games, of which the first so many had a stick and the first so many a diamond.
    fn games(sticks: i64, diamonds: i64) -> Vec<Row> {
        let game = |seed: i64| {
            let why = (seed >= diamonds).then_some(Why::OutOfTicks { act: None, failed: None });
            let mut row = row("whole", seed, 500, why);
            row.end.model_calls = 3;
            for (item, first) in [("stick", sticks), ("diamond", diamonds)] {
                if seed < first {
                    row.end.first_held.insert(item.into(), 40);
                }
            }
            row
        };
        (0..10).map(game).collect()
    }

    #[test]
    fn several_tasks_are_told_together_too() {
        let text = CELLS.replace("milestones = [\"stick\", \"diamond\"]", "").replace("stick = ", "whole = ");
        let text = text.replace(", diamond = 10.0", "").replace(", diamond = 40.0", "").replace(", diamond = 60.0", "");
        let text = format!("{text}[[task]]\nname = \"other\"\ngoal = \"obtain 1 stick\"\n");
        let ablation = Ablation::parse(Path::new("small.toml"), &text).unwrap();
        let both = |whole: i64, other: i64| {
            let other = games(0, other).into_iter().map(|row| Row { task: "other".into(), seed: row.seed + 50, ..row });
            [games(0, whole), other.collect()].concat()
        };
        let table = Table::of(&ablation, &[both(3, 4), both(5, 9), both(5, 9)]).unwrap();
        let told: Vec<_> = table.measures.iter().map(|of| (of.name.as_str(), of.cells[1].n, of.cells[1].won)).collect();
        assert_eq!(told, [("whole", 10, 5), ("other", 10, 9), ("all tasks", 20, 14)]);
        // A task that was left out is not told of.
        let table = Table::of(&ablation, &[games(0, 3), games(0, 5), games(0, 5)]).unwrap();
        let told: Vec<_> = table.measures.iter().map(|of| of.name.as_str()).collect();
        assert_eq!(told, ["whole"], "all tasks are one");
    }

    #[test]
    fn calls_are_compared_over_the_games_that_both_won() {
        let text = "[[task]]\nname = \"whole\"\ngoal = \"obtain 1 diamond\"\n[[cell]]\nname = \"a\"\nagent = \"gitm\"\n\
                    [[cell]]\nname = \"b\"\nagent = \"own\"\n";
        let ablation = Ablation::parse(Path::new("small.toml"), text).unwrap();
        let asked = |diamonds: i64, calls: fn(i64) -> u32| -> Vec<Row> {
            let mut rows = games(0, diamonds);
            rows.iter_mut().for_each(|row| row.end.model_calls = calls(row.seed));
            rows
        };
        // Game 2 is won by the second alone, and game 3 by nobody.
        let table = Table::of(&ablation, &[asked(2, |_| 4), asked(3, |seed| if seed < 2 { 1 } else { 50 })]).unwrap();
        assert_eq!(table.measures[0].cells[1].calls_of_both, Some([1.0, 4.0]));
        assert!(table.to_string().contains("where both won 1.0 : 4.0 calls, 25 %"), "{table}");
        let none = Table::of(&ablation, &[asked(0, |_| 4), asked(3, |_| 1)]).unwrap();
        assert_eq!(none.measures[0].cells[1].calls_of_both, None);
    }

    #[test]
    fn explorers_are_compared_by_what_they_held() {
        let text = r#"
[[task]]
name = "whole"
goal = "as much as possible"
explore = { each = 100, goals = 5 }
[[cell]]
name = "blind"
agent = "odyssey"
published = { whole = 5.7 }
[[cell]]
name = "both"
agent = "odyssey"
published = { whole = 36.7 }
"#;
        let ablation = Ablation::parse(Path::new("small.toml"), text).unwrap();
        let held = |kinds: fn(i64) -> u32| -> Vec<Row> {
            let mut rows = games(0, 0);
            rows.iter_mut().for_each(|row| row.end.kinds = Some(kinds(row.seed)));
            rows
        };
        let table = Table::of(&ablation, &[held(|_| 4), held(|seed| 8 + seed as u32 % 3)]).unwrap();
        let [measure] = &table.measures[..] else { panic!("one task") };
        let difference = measure.cells[1].to_first.as_ref().expect("it is compared");
        assert!((difference.rate.0 - 4.9).abs() < 1e-9 && difference.is_decided(), "{difference:?}");
        assert_eq!((difference.won_only, measure.order.same), ([0, 10], [1, 1]));
        let text = table.to_string();
        assert!(text.contains("8.9 kinds") && text.contains("10 : 0, p 0.002 decided"), "{text}");
    }

    #[test]
    fn cells_stand_beside_each_other_and_beside_what_is_published() {
        let ablation = Ablation::parse(Path::new("small.toml"), CELLS).unwrap();
        let table = Table::of(&ablation, &[games(2, 0), games(9, 4), games(9, 2)]).unwrap();
        let [stick, diamond] = &table.measures[..] else { panic!("two milestones") };
        let won = |measure: &Measure| measure.cells.iter().map(|cell| cell.won).collect::<Vec<_>>();
        assert_eq!((won(stick), won(diamond)), (vec![2, 9, 9], vec![0, 4, 2]));
        let to_first = stick.cells[1].to_first.as_ref().expect("it is compared");
        // Of seven coins all show the same side: 2 / 128.
        assert_eq!(to_first.won_only, [0, 7]);
        assert!((to_first.p - 2.0 / 128.0).abs() < 1e-12 && to_first.is_decided(), "{to_first:?}");
        assert!((to_first.rate.0 - 0.7).abs() < 1e-12 && to_first.rate.1 > 0.2, "{to_first:?}");
        // Of equal published rates nothing is said.
        assert_eq!(stick.order, Order { pairs: 2, same: [2, 2], reverse: [0, 0] });
        assert_eq!(diamond.order, Order { pairs: 3, same: [2, 0], reverse: [1, 0] });
        let text = table.to_string();
        for part in [
            "published: plain < more = all",
            "here:      plain < all < more",
            "pairs: 3, in the published order 2 (0 decided), in the other 1 (0 decided), equal 0",
            "9/10 (90 %)",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
