//! The game's own statistics of a player, as the server tells them: to the agent that asks, and to a judge.

use std::sync::Arc;

use anima_body::{Stat, Tally};

use crate::Fault;

/// The statistics that were told so far.
#[derive(Clone, Default)]
pub struct Statistics {
    /// As the agent knows them.
    tally: Arc<Tally>,
    /// Whether the agent was told some since the last observation.
    is_new: bool,
    /// As they truly are, where a judge has them told; the agent is told them when it asks.
    judged: Option<Judged>,
}

/// The statistics that a judge has told in every tick.
#[derive(Clone, Default)]
struct Judged {
    tally: Arc<Tally>,
    /// Whether the agent has asked for them since.
    is_asked: bool,
}

impl Statistics {
    /// Takes in what the server has told, by names and in the same order what they are now. A server tells those that have
    /// changed since it was asked last; those of mods are left out.
    ///
    /// # Errors
    /// If there are more of the ones than of the others.
    pub fn tell(&mut self, names: &[String], counts: &[i32]) -> Result<(), Fault> {
        if names.len() != counts.len() {
            let (names, counts) = (names.len(), counts.len());
            return Err(Fault::Argument(format!("{names} names of statistics and {counts} counts")));
        }
        let tally = Arc::make_mut(self.judged.as_mut().map_or(&mut self.tally, |judged| &mut judged.tally));
        for (name, count) in names.iter().zip(counts) {
            if let Some(stat) = Stat::from_name(name) {
                tally.set(stat, u32::try_from(*count).unwrap_or(0));
            }
        }
        match &mut self.judged {
            None => self.is_new = true,
            Some(judged) => {
                if std::mem::take(&mut judged.is_asked) {
                    self.tally = Arc::clone(&judged.tally);
                    self.is_new = true;
                }
            }
        }
        Ok(())
    }

    /// Shows the agent in this tick what it was told.
    pub fn show(&mut self, tick: u64) {
        if std::mem::take(&mut self.is_new) {
            Arc::make_mut(&mut self.tally).told_at = Some(tick);
        }
    }

    /// From now on they are told for a judge, too: the agent learns of them only when it asks.
    pub fn let_judge_count(&mut self) {
        if self.judged.is_none() {
            self.judged = Some(Judged { tally: Arc::clone(&self.tally), is_asked: false });
        }
    }

    /// Whether they are told for a judge.
    pub fn are_counted(&self) -> bool {
        self.judged.is_some()
    }

    /// The agent asks for them.
    pub fn ask(&mut self) {
        if let Some(judged) = &mut self.judged {
            judged.is_asked = true;
        }
    }

    /// As a judge has them: those that were told last, whoever asked.
    pub fn judged(&self) -> &Tally {
        self.judged.as_ref().map_or(&self.tally, |judged| &judged.tally)
    }

    /// As the agent knows them.
    pub fn tally(&self) -> &Arc<Tally> {
        &self.tally
    }

    /// The same in another dimension of the game, whose ticks are others: the server tells no statistics twice.
    pub fn elsewhere(&self) -> Statistics {
        let mut tally = Arc::clone(&self.tally);
        if tally.told_at.is_some() {
            Arc::make_mut(&mut tally).told_at = None;
        }
        Statistics { tally, is_new: false, judged: self.judged.clone() }
    }
}
