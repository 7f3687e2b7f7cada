//! What one game or life recalls from, and what it writes its episodes to.

use std::sync::Arc;

use anima_body::Frame;

use crate::episode::{Episode, Id, Origin};
use crate::memory::{Memory, Snapshot};
use crate::recalling::Recalling;
use crate::{Error, Query};

/// What one game or life recalls from, and what it writes its episodes to. A life learns at once; the games of a round
/// all recall what was known at its begin, and what they write is kept for the end of the round.
pub struct Notebook {
    source: Source,
    origin: Origin,
    /// Episodes that are being written.
    pending: Vec<Recalling<Id>>,
    pages: Vec<Recalling<Episode>>,
}

enum Source {
    Life(Memory),
    Round(Snapshot),
    Reader(Snapshot),
}

impl Notebook {
    /// Of a life that learns at once. `origin` names the run; a life that goes on after a restart has a new name, or goes
    /// on counting.
    pub fn of_life(memory: Memory, origin: Origin) -> Notebook {
        Notebook { source: Source::Life(memory), origin, pending: Vec::new(), pages: Vec::new() }
    }

    /// Of a game of a round. `origin` names run, round, game and task.
    pub fn of_game(snapshot: Snapshot, origin: Origin) -> Notebook {
        Notebook { source: Source::Round(snapshot), origin, pending: Vec::new(), pages: Vec::new() }
    }

    /// Of a game that only recalls: what is written is dropped.
    pub fn of_reader(snapshot: Snapshot) -> Notebook {
        let origin = Origin::default();
        Notebook { source: Source::Reader(snapshot), origin, pending: Vec::new(), pages: Vec::new() }
    }

    /// Whether it is a life's own, which recalls what it has written itself.
    pub fn is_of_life(&self) -> bool {
        matches!(self.source, Source::Life(_))
    }

    /// Where the next episode comes from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Asks something. Never waits.
    pub fn recall<Q: Query>(&self, query: Q) -> Recalling<Q::Answer> {
        match &self.source {
            Source::Life(memory) => memory.recall(query),
            Source::Round(snapshot) | Source::Reader(snapshot) => snapshot.recall(query),
        }
    }

    /// Writes an episode, with what was seen when it was planned; its origin is set here, that of a summary by what it puts
    /// together. Never waits.
    ///
    /// # Errors
    /// If one that was written before could not be.
    pub fn write(&mut self, mut episode: Episode, frame: Option<Arc<Frame>>) -> Result<(), Error> {
        if episode.summary_of.is_empty() {
            episode.origin = self.origin.clone();
            self.origin.number += 1;
        } else {
            // Games of a round that put the same plans together make one summary of them.
            let parts: Vec<String> = episode.summary_of.iter().map(Id::to_string).collect();
            let task = format!("summary of {}", parts.join(", "));
            episode.origin = Origin { game: u32::MAX, number: 0, task, ..self.origin.clone() };
        }
        match &self.source {
            Source::Life(memory) => self.pending.push(memory.remember(episode, frame)),
            Source::Round(snapshot) => self.pages.push(snapshot.complete(episode, frame)),
            Source::Reader(_) => {}
        }
        let mut fault = None;
        self.pending.retain_mut(|pending| match pending.take() {
            None => true,
            Some(written) => {
                fault = fault.take().or(written.err());
                false
            }
        });
        fault.map_or(Ok(()), Err)
    }

    /// Waits for what the game of a round has written so far, and gives it; nothing for a life. Not for ticks.
    ///
    /// # Errors
    /// If something could not be written.
    pub fn take_written(&mut self) -> Result<Vec<Episode>, Error> {
        std::mem::take(&mut self.pages).into_iter().map(Recalling::finish).collect()
    }

    /// Waits until all is written, and gives what the game of a round has written and nobody has taken yet; nothing for a life.
    /// Not for ticks.
    ///
    /// # Errors
    /// If something could not be written.
    pub fn finish(self) -> Result<Vec<Episode>, Error> {
        for pending in self.pending {
            pending.finish()?;
        }
        self.pages.into_iter().map(Recalling::finish).collect()
    }
}
