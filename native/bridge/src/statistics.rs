//! The game's own statistics of a player, as the server tells them: to the agent that asks, and to a judge.

use std::sync::Arc;

use anima_body::{Stat, Tally};

use crate::Fault;

/// Most bytes that the statistics take up which were told, as the agent knows them and as a judge does. Of those that
/// 1.19.4 has, some 7,600, there is room for each; others are not kept.
pub const STATISTICS_BYTES: usize = 2 * (size_of::<Tally>() + 8192 * size_of::<(Stat, u32)>());

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

    /// Bytes that they take up; at most [`STATISTICS_BYTES`].
    pub fn bytes(&self) -> usize {
        self.tally.bytes() + self.judged.as_ref().map_or(0, |judged| judged.tally.bytes())
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

#[cfg(test)]
mod tests {
    use anima_body::Custom;
    use anima_rules::{Block, EntityKind, Item};

    use super::*;

    /// Every statistic of 1.19.4, as the game spells it.
    fn all() -> Vec<String> {
        let items = || Item::all().map(Item::name);
        let kinds = || EntityKind::all().map(EntityKind::name);
        let of = |kind: &'static str, values: Vec<&'static str>| {
            values.into_iter().map(move |value| format!("minecraft.{kind}:minecraft.{value}"))
        };
        let by_item = ["crafted", "used", "broken", "picked_up", "dropped"].map(|kind| of(kind, items().collect()));
        of("mined", Block::all().map(Block::name).collect())
            .chain(by_item.into_iter().flatten())
            .chain(["killed", "killed_by"].map(|kind| of(kind, kinds().collect())).into_iter().flatten())
            .chain(of("custom", Custom::ALL.iter().map(|custom| custom.name()).collect()))
            .collect()
    }

    #[test]
    fn a_server_that_tells_all_that_there_is_and_more_fills_no_more_than_there_is_room_for() {
        let (all, mut statistics) = (all(), Statistics::default());
        statistics.let_judge_count();
        for round in 1..4 {
            for (part, names) in all.chunks(1000).enumerate() {
                let odd = |number: usize| format!("minecraft.mined:mod.ore_{round}_{part}_{number}");
                let names: Vec<String> = names.iter().cloned().chain((0..1000).map(odd)).collect();
                statistics.ask();
                statistics.tell(&names, &vec![round; names.len()]).unwrap();
                assert!(statistics.bytes() <= STATISTICS_BYTES, "{}", statistics.bytes());
            }
        }
        assert_eq!(statistics.tally().iter().count(), all.len(), "and each of the game's own is kept");
        assert!(2 * statistics.bytes() > STATISTICS_BYTES, "the bound is not far from what there is");
    }
}
