//! What is known of a run while it is played, and what it writes down.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anima_suite::{
    End, FACTS, Games, Group, Ledger, Machine, Memory, Outcome, Places, Row, RunFacts, ServerBody, date, page,
};
use anyhow::{Context, Result};

use super::opening::{self, Opened};
use super::slot::{Shared, Slot};

/// The run that is played.
pub(super) struct Run {
    pub shared: Shared,
    pub games: Games,
    /// The group that is played is the first.
    pub groups: VecDeque<(Group, VecDeque<usize>)>,
    /// Whether what the group sets for the whole world was set.
    pub is_set: bool,
    /// Whether bodies have come that all begin together.
    pub has_joined: bool,
    pub places: Places,
    pub order: Vec<usize>,
    pub slots: Vec<Option<Slot>>,
    /// Until the run is over.
    pub ledger: Option<Ledger>,
    pub over: usize,
    pub won: usize,
    pub resumed: usize,
    pub memory: Memory,
    pub ticks: u64,
    pub facts: RunFacts,
    pub clock: Instant,
}

impl Run {
    pub fn new(opened: Opened) -> Result<Run> {
        let Opened { shared, games, played, groups, not_played, places, order, begun } = opened;
        let resumed = played.len();
        let won = played.rows().filter(|(_, row)| row.end.outcome == Outcome::Success).count();
        let ledger = shared.folder.ledger(played)?;
        let facts = RunFacts {
            command: vec![
                "/anima-suite".into(),
                if resumed > 0 { "resume" } else { "run" }.into(),
                shared.resolved.suite.clone(),
            ],
            started: date(begun),
            resumed,
            seconds: 0.0,
            ticks_per_second: 0.0,
            jobs: shared.on_server.at_once,
            working_folder: std::env::current_dir().unwrap_or_default(),
            saves: Vec::new(),
            versions: shared.versions.clone(),
            machine: Machine::here(),
            memory: Memory::default(),
        };
        let at_once = shared.on_server.at_once;
        let mut run = Run {
            shared,
            games,
            groups: groups.into_iter().map(|(group, games)| (group, games.into())).collect(),
            is_set: false,
            has_joined: false,
            places,
            order,
            slots: (0..at_once).map(|_| None).collect(),
            ledger: Some(ledger),
            over: resumed,
            won,
            resumed,
            memory: Memory::default(),
            ticks: 0,
            facts,
            clock: Instant::now(),
        };
        for number in not_played {
            let (task, of_task) = run.games.at(number);
            let task = run.shared.resolved.task[task].clone();
            let start = run.shared.start(&task, of_task, String::new(), None);
            let end = End::not_played(task.missing.as_deref().unwrap_or_default());
            let row = run.shared.row(&task, of_task, start, end);
            run.add(number, row)?;
        }
        Ok(run)
    }

    pub fn name(&self) -> String {
        self.shared.folder.path().file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    /// Writes down how the game of a slot ended.
    pub fn note(&mut self, number: usize) -> Result<()> {
        let Some(slot) = self.slots[number].as_mut() else { return Ok(()) };
        let game = slot.take_game()?;
        let (index, task, of_task) = (slot.number, slot.task.clone(), slot.of_task);
        let (start, end) = match slot.lacks.take() {
            Some(lacks) => game.finish_as(End::not_played(&lacks))?,
            None => game.finish()?,
        };
        self.ticks += end.ticks;
        let row = self.shared.row(&task, of_task, start, end);
        self.add(index, row)
    }

    pub fn add(&mut self, number: usize, row: Row) -> Result<()> {
        let name = self.name();
        self.over += 1;
        self.won += usize::from(row.end.outcome == Outcome::Success);
        self.memory.note(self.over - self.resumed, self.games.all().len() - self.resumed);
        let why = row.end.reason.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
        let place = row
            .server_body
            .as_ref()
            .map_or_else(String::new, |ServerBody { place: [x, z], .. }| format!(" around {x} {z}"));
        tracing::info!(
            "suite {name}: task {}, game {}{place}: {} after {} ticks{why}",
            row.task,
            row.game,
            row.end.outcome.name(),
            row.end.ticks
        );
        self.ledger.as_mut().context("the run is over")?.add(number, row)?;
        Ok(())
    }

    /// Writes rows in order, report and facts. Returns what the operator is told.
    pub fn close(&mut self) -> Result<String> {
        let name = self.name();
        if let Some(ledger) = self.ledger.take() {
            ledger.close(&self.shared.folder, &self.shared.resolved)?;
        }
        let seconds = self.clock.elapsed().as_secs_f64();
        let facts = RunFacts {
            seconds,
            ticks_per_second: self.ticks as f64 / seconds.max(f64::MIN_POSITIVE),
            memory: self.memory,
            ..self.facts.clone()
        };
        facts.write(&self.shared.folder.path().join(FACTS))?;
        Ok(format!(
            "{name} is over: {} of {} games were won; /anima-suite report {name} writes the page",
            self.won, self.over
        ))
    }
}

/// Writes a run of a server as one page, in its folder. Returns its path.
///
/// # Errors
/// If there is no such run, or it has no rows yet.
pub fn report(runs: &Path, name: &str) -> Result<PathBuf> {
    let run = opening::folder(runs, name)?;
    let text =
        page(&run, 0, |games| Ok(games.iter().map(|_| Err(anyhow::anyhow!("it is played on a server"))).collect()))?;
    let path = run.join("report.html");
    fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
    Ok(path)
}
