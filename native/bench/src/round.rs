//! Games that recall the same and learn together.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use anima_memory::{Id, Memory, Notebook, Origin, Snapshot};
use anima_mind::Book;
use anyhow::{Result, ensure};

/// A round of games: all recall what was known at its begin, and what they learn is known at its end. How many of them are
/// played at once, and in which order they end, changes nothing.
#[derive(Clone)]
pub struct Round {
    memory: Memory,
    snapshot: Snapshot,
    origin: Origin,
    learns: bool,
}

impl fmt::Debug for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Round").field("origin", &self.origin).field("learns", &self.learns).finish_non_exhaustive()
    }
}

impl Round {
    /// Begins the round of a run with this number, or plays on in one that began: its games write down what they live
    /// through.
    ///
    /// # Errors
    /// If the memory cannot be read.
    pub fn begin(memory: Memory, run: &str, number: u32) -> Result<Round> {
        let origin = Origin { run: run.to_owned(), round: number, ..Origin::default() };
        let snapshot = memory.snapshot_of_round(run, number)?;
        Ok(Round { snapshot, memory, origin, learns: true })
    }

    /// A round whose games only recall: what is known now or, where the run began earlier, the episodes up to the number
    /// that it recalled then.
    ///
    /// # Errors
    /// If the memory cannot be read, or has not as many episodes.
    pub fn recalling(memory: Memory, upto: Option<u64>) -> Result<Round> {
        let now = memory.snapshot()?;
        let (known, upto) = (now.upto().0, upto.unwrap_or(now.upto().0));
        ensure!(
            upto <= known,
            "the run recalls {upto} episodes of {}, which has {known}; give it the memory with which it began (memory.file)",
            memory.path().display()
        );
        Ok(Round { snapshot: now.as_of(Id(upto)), memory, origin: Origin::default(), learns: false })
    }

    /// The number of the last episode that its games may recall, if that stays the same over the whole run.
    pub(crate) fn recalls(&self) -> Option<u64> {
        (!self.learns).then(|| self.snapshot.upto().0)
    }

    /// The same round as a game of it knows it: the game has a number of its own in the round.
    pub fn of_game(&self, task: &str, game: u32) -> Round {
        let origin = Origin { task: task.to_owned(), game, ..self.origin.clone() };
        Round { origin, ..self.clone() }
    }

    /// The book of a game.
    pub(crate) fn book(&self) -> Book {
        Rc::new(RefCell::new(match self.learns {
            true => Notebook::of_game(self.snapshot.clone(), self.origin.clone()),
            false => Notebook::of_reader(self.snapshot.clone()),
        }))
    }

    /// Keeps what a game that goes on has written so far.
    pub(crate) fn keep_so_far(&self, book: &Book) -> Result<()> {
        let episodes = book.borrow_mut().take_written()?;
        if self.learns {
            self.memory.keep(episodes)?;
        }
        Ok(())
    }

    /// Keeps what a game has written, on the disk, until the round ends.
    pub(crate) fn keep(&self, book: Book) -> Result<()> {
        let Some(book) = Rc::into_inner(book) else { return Ok(()) };
        let episodes = book.into_inner().finish()?;
        if self.learns {
            self.memory.keep(episodes)?;
        }
        Ok(())
    }

    /// Ends the round: what its games have kept is remembered in the order of their numbers. Returns how many episodes are
    /// new: those of a round that was merged before are known, and one whose games only recall has none and writes nothing.
    /// One life that is a round by itself may end it as often as it likes: it recalls what was known at its begin all the
    /// same.
    ///
    /// # Errors
    /// If the memory cannot be written.
    pub fn end(&self) -> Result<usize> {
        if !self.learns {
            return Ok(0);
        }
        let known = self.memory.snapshot()?.upto();
        let merged = self.memory.merge_kept(&self.origin.run, self.origin.round)?;
        Ok(merged.into_iter().filter(|id| *id > known).count())
    }
}

#[cfg(test)]
mod tests {
    use anima_intent::{Condition, NoLibrary};
    use anima_memory::Episode;

    use super::*;

    #[test]
    fn a_round_that_only_recalls_writes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memory.sqlite");
        let goal = Condition::parse("obtain 1 stick", &NoLibrary).unwrap();
        let episode = |number: u32| Episode::new(&goal, "rules", Origin { number, ..Origin::default() });
        let learning = Memory::open(&path).unwrap();
        learning.append(vec![episode(0)]).unwrap();
        // Of games without a run: they wait for somebody else.
        learning.keep(vec![episode(1)]).unwrap();
        for memory in [Memory::open_read_only(&path).unwrap(), learning.clone()] {
            let round = Round::recalling(memory, None).unwrap();
            let book = round.book();
            book.borrow_mut().write(episode(2), None).unwrap();
            round.keep_so_far(&book).unwrap();
            round.keep(book).unwrap();
            assert_eq!(round.end().unwrap(), 0);
        }
        assert_eq!((learning.snapshot().unwrap().upto(), learning.check().unwrap().waiting), (Id(1), 1));
    }
}
