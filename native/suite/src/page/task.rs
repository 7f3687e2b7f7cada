//! What a page says of one task.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anyhow::Result;
use serde::Serialize;

use super::Run;
use super::again::command;
use super::curve::{Curve, thousands};
use super::journey::{Journey, Recorded};
use super::story::{Spent, Story, kind_of};
use crate::{Outcome, Report, Resolved, Row, Why};

/// Lost games of a kind that are told from their records; the others are listed.
const TOLD: usize = 5;
/// Kinds of acts and deaths that are listed.
const LISTED: usize = 8;

/// What a page says of one task.
#[derive(Serialize)]
pub struct Section {
    /// Its place on the page, from 1.
    index: usize,
    name: String,
    goal: String,
    /// Published rates, in words; empty if there are none.
    published: String,
    limit: String,
    n: u64,
    won: u64,
    /// Percent won.
    rate: f64,
    /// The Wilson interval (95 %) in percent.
    low: f64,
    high: f64,
    ticks_p50: String,
    ticks_p95: String,
    deaths: u64,
    curve: Curve,
    /// Why games were lost, the most frequent first.
    reasons: Vec<Reason>,
    /// What the player died of in lost games, and how often.
    died_of: Vec<(String, u64)>,
    /// Where the ticks of lost games went.
    spent: Vec<Share>,
    /// Games that were won, to be played again.
    won_games: Vec<Game>,
    /// A game that was won, where none was lost.
    example: Option<Game>,
    #[serde(skip)]
    example_row: Option<Row>,
}

/// A kind of act, and what it took of the ticks of lost games.
#[derive(Serialize)]
struct Share {
    act: String,
    percent: f64,
    ticks: String,
    begun: u64,
    failed: u64,
}

/// Games that were lost for the same reason.
#[derive(Serialize)]
struct Reason {
    text: String,
    count: usize,
    /// Percent of the games that were lost.
    percent: f64,
    /// What was at work when time ran out, and how often.
    while_at: Vec<(String, u64)>,
    told: Vec<Game>,
    others: Vec<Game>,
    #[serde(skip)]
    rows: Vec<Row>,
}

/// One game.
#[derive(Serialize)]
struct Game {
    seed: i64,
    ticks: String,
    deaths: u32,
    /// Why it was lost; empty if it was not.
    why: String,
    /// Why the act before the last failed, if it did.
    before: String,
    /// What the world shows of the goal.
    parts: Vec<String>,
    carried: String,
    command: String,
    story: Option<Story>,
    /// Why there is none.
    no_story: String,
    journey: Option<Journey>,
    no_journey: String,
}

impl Section {
    /// The section of a task of a run.
    pub fn of(run: &Run, index: usize, name: &str) -> Section {
        let rows: Vec<&Row> = run.rows.iter().filter(|row| row.task == name).collect();
        let owned: Vec<Row> = rows.iter().map(|row| (*row).clone()).collect();
        let published = run.resolved.as_ref().map(Resolved::published).unwrap_or_default();
        let report = Report::of(&rows[0].suite, &owned, &published).tasks.remove(0);
        let rate = |(agent, rate): (&String, &f64)| format!("{agent} {rate} %");
        let is_won = |row: &&&Row| row.end.outcome == Outcome::Success;
        let lost: Vec<&Row> = rows.iter().filter(|row| !is_won(row)).copied().collect();
        let won: Vec<&Row> = rows.iter().filter(is_won).copied().collect();
        let limit = rows.iter().map(|row| row.limit).max().unwrap_or(0);
        let ticks = |ticks: Option<u64>| ticks.map_or_else(|| "-".into(), thousands);
        let stories: Vec<Result<Story>> = lost.iter().map(|row| Story::read(&run.record(row))).collect();
        let died_of = most(stories.iter().flatten().flat_map(|story| story.deaths.clone()));
        let spent = shares(stories.iter().flatten());
        let example_row = won.first().filter(|_| lost.is_empty()).map(|row| (*row).clone());
        Section {
            index: index + 1,
            name: name.to_owned(),
            goal: rows[0].goal.clone(),
            published: report.published.iter().map(rate).collect::<Vec<_>>().join(", "),
            limit: thousands(limit),
            n: report.n,
            won: report.successes,
            rate: percent(report.successes as f64 / report.n.max(1) as f64),
            low: percent(report.wilson.0),
            high: percent(report.wilson.1),
            ticks_p50: ticks(report.ticks_p50),
            ticks_p95: ticks(report.ticks_p95),
            deaths: report.deaths,
            curve: Curve::of(&rows, limit),
            reasons: reasons(run, lost, stories),
            died_of,
            spent,
            won_games: won.iter().map(|row| Game::of(run, row)).collect(),
            example: example_row.as_ref().map(|row| Game::of(run, row)),
            example_row,
        }
    }

    /// The games whose journey may be shown, each with its turn and where it is told: of every reason one comes first, then
    /// another of each. A task that lost none has one that it won, which comes after those that were lost.
    fn shown(&mut self) -> Vec<(Turn, Row, &mut Game)> {
        let mut shown = Vec::new();
        for reason in &mut self.reasons {
            let rows = reason.rows.iter().cloned();
            let told = reason.told.iter_mut().zip(rows).enumerate();
            shown.extend(told.map(|(number, (game, row))| (Turn { number, was_won: false }, row, game)));
        }
        if let (Some(game), Some(row)) = (&mut self.example, &self.example_row) {
            shown.push((Turn { number: 0, was_won: true }, row.clone(), game));
        }
        shown
    }
}

/// When a game comes to be shown.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    number: usize,
    was_won: bool,
}

/// Adds where at most so many games went, as the host tells: of each task one before a second of any. A game that cannot be
/// shown says why.
///
/// # Errors
/// If the host cannot tell of any.
pub fn show_journeys(
    run: &Run,
    tasks: &mut [Section],
    most: usize,
    journeys: impl FnOnce(&[Recorded]) -> Result<Vec<Result<Journey>>>,
) -> Result<()> {
    let mut shown: Vec<(Turn, Row, &mut Game)> = tasks.iter_mut().flat_map(Section::shown).collect();
    // What is not recorded cannot be played again, as each game says.
    shown.retain(|(_, row, _)| run.record(row).is_file());
    shown.sort_by(|a, b| a.0.cmp(&b.0));
    shown.truncate(most);
    let recorded = |row: &Row| Recorded { row: row.clone(), record: run.record(row), save: run.save(row) };
    let games: Vec<Recorded> = shown.iter().map(|(_, row, _)| recorded(row)).collect();
    for ((.., game), journey) in shown.into_iter().zip(journeys(&games)?) {
        match journey {
            Ok(journey) => game.journey = Some(journey),
            Err(error) => game.no_journey = format!("No map: {error:#}."),
        }
    }
    Ok(())
}

/// The games that were lost by their reason, the most frequent first.
fn reasons(run: &Run, lost: Vec<&Row>, stories: Vec<Result<Story>>) -> Vec<Reason> {
    let all = lost.len();
    let mut groups: BTreeMap<String, Vec<(&Row, Result<Story>)>> = BTreeMap::new();
    for (row, story) in lost.into_iter().zip(stories) {
        groups.entry(reason(row)).or_default().push((row, story));
    }
    let group = |(text, games): (String, Vec<(&Row, Result<Story>)>)| {
        let act = |row: &Row| match &row.end.reason {
            Some(Why::OutOfTicks { act: Some(act), .. }) => Some(kind_of(act)),
            _ => None,
        };
        let count = games.len();
        let while_at = most(games.iter().filter_map(|(row, _)| act(row)));
        let rows = games.iter().map(|(row, _)| (*row).clone()).collect();
        let mut told: Vec<Game> = games.into_iter().map(|(row, story)| Game::told(run, row, story)).collect();
        let others = told.split_off(TOLD.min(told.len()));
        Reason { text, count, percent: percent(count as f64 / all as f64), while_at, told, others, rows }
    };
    let mut reasons: Vec<Reason> = groups.into_iter().map(group).collect();
    reasons.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.text.cmp(&b.text)));
    reasons
}

/// Why a game was lost, as reasons are grouped: not by the act that was at work when time ran out.
pub(super) fn reason(row: &Row) -> String {
    match &row.end.reason {
        Some(Why::OutOfTicks { .. }) => "out of ticks".into(),
        Some(why) => why.kind(),
        None => row.end.outcome.name().replace('_', " "),
    }
}

/// What came most often, and how often.
fn most(of: impl Iterator<Item = String>) -> Vec<(String, u64)> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for one in of {
        *counts.entry(one).or_default() += 1;
    }
    let mut counts: Vec<(String, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    counts.truncate(LISTED);
    counts
}

/// Where the ticks of games went, by kind of act.
fn shares<'a>(stories: impl Iterator<Item = &'a Story>) -> Vec<Share> {
    let mut spent: BTreeMap<&str, Spent> = BTreeMap::new();
    for (act, took) in stories.flat_map(|story| &story.spent) {
        let all = spent.entry(act).or_default();
        (all.ticks, all.begun, all.failed) = (all.ticks + took.ticks, all.begun + took.begun, all.failed + took.failed);
    }
    let all: u64 = spent.values().map(|spent| spent.ticks).sum();
    let mut spent: Vec<(&str, Spent)> = spent.into_iter().collect();
    spent.sort_by_key(|(_, spent)| Reverse(spent.ticks));
    let share = |(act, spent): (&str, Spent)| Share {
        act: act.to_owned(),
        percent: percent(spent.ticks as f64 / all.max(1) as f64),
        ticks: thousands(spent.ticks),
        begun: spent.begun,
        failed: spent.failed,
    };
    spent.into_iter().filter(|(_, spent)| spent.ticks > 0).take(LISTED).map(share).collect()
}

/// A share in percent, to a tenth.
pub(super) fn percent(share: f64) -> f64 {
    (1000.0 * share).round() / 10.0
}

impl Game {
    fn of(run: &Run, row: &Row) -> Game {
        let before = match &row.end.reason {
            Some(Why::OutOfTicks { failed: Some(failed), .. }) => failed.to_string(),
            _ => String::new(),
        };
        let carried: Vec<String> = row.end.inventory.iter().map(|(item, count)| format!("{count} {item}")).collect();
        Game {
            seed: row.seed,
            ticks: thousands(row.end.ticks),
            deaths: row.end.deaths,
            why: row.end.reason.as_ref().map(ToString::to_string).unwrap_or_default(),
            before,
            parts: row.end.parts.iter().map(ToString::to_string).collect(),
            carried: if carried.is_empty() { "nothing".into() } else { carried.join(", ") },
            command: command(row, run.resolved.as_ref(), run.save(row).as_deref()),
            story: None,
            no_story: String::new(),
            journey: None,
            no_journey: String::new(),
        }
    }

    /// The same with what its record tells.
    fn told(run: &Run, row: &Row, story: Result<Story>) -> Game {
        let is_recorded = run.record(row).is_file();
        let (story, no_story) = match story {
            Ok(story) => (Some(story), String::new()),
            Err(_) if !is_recorded => (None, "No record of it was kept, so its acts are not known.".into()),
            Err(error) => (None, format!("Its record cannot be read: {error:#}.")),
        };
        Game { story, no_story, ..Game::of(run, row) }
    }
}
