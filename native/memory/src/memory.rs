//! A store that is open, and what is recalled from it.

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use anima_body::Frame;

use crate::archive::{Exported, Imported};
use crate::check::Checked;
use crate::embedding::Eye;
use crate::episode::{Episode, Id};
use crate::list::Listed;
use crate::picture::Picture;
use crate::recalling::{Recalling, Worker};
use crate::store::Store;
use crate::{Error, Query, View};

/// The episodes of a store. Cloning gives another handle to the same; when the last is dropped, what was to be remembered
/// is written first.
#[derive(Clone)]
pub struct Memory {
    pub(crate) store: Arc<Store>,
    worker: Arc<Worker>,
}

/// The episodes that were there at one moment: what is added later is not seen by it. Cheap to take and to clone.
#[derive(Clone)]
pub struct Snapshot {
    memory: Memory,
    upto: Id,
}

impl Memory {
    /// Opens a store for reading and writing; makes it, and the folder it is in, if it is not there.
    ///
    /// # Errors
    /// If it is no store, of a later version, or cannot be used; says which and what to do.
    pub fn open(path: &Path) -> Result<Memory, Error> {
        Store::open(path).map(Memory::of)
    }

    /// Opens a store that is there, for reading only.
    ///
    /// # Errors
    /// As [`Memory::open`]; also if nothing is there, or an earlier version that would have to be changed.
    pub fn open_read_only(path: &Path) -> Result<Memory, Error> {
        Store::open_read_only(path).map(Memory::of)
    }

    /// A store in no file, which ends with its last handle.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn open_in_memory() -> Result<Memory, Error> {
        Store::open_in_memory().map(Memory::of)
    }

    fn of(store: Store) -> Memory {
        let store = Arc::new(store);
        Memory { worker: Arc::new(Worker::new(Arc::clone(&store))), store }
    }

    /// Has something else than colour and layout look at pictures from now on: a model. What was seen before is not
    /// compared with what is seen then.
    pub fn look_with(&self, eye: Box<dyn Eye>) {
        *self.store.eye.lock() = eye;
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.store.path
    }

    /// The episodes as they are now.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn snapshot(&self) -> Result<Snapshot, Error> {
        self.store.catch_up()?;
        let upto = self.store.index.read().last();
        Ok(Snapshot { memory: self.clone(), upto })
    }

    /// The episodes as they were when a round of a run began for the first time: one that is played on, as after a kill,
    /// recalls what its games recalled before. What was forgotten since is not recalled.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub fn snapshot_of_round(&self, run: &str, round: u32) -> Result<Snapshot, Error> {
        let now = self.snapshot()?;
        let upto = self.store.round_begins(run, round, now.upto)?;
        Ok(now.as_of(upto))
    }

    /// Asks something of all episodes that are there when its turn comes: after all that was asked and to be remembered
    /// before. Never waits.
    pub fn recall<Q: Query>(&self, query: Q) -> Recalling<Q::Answer> {
        self.worker.ask(move |store| {
            store.catch_up()?;
            answer(store, query, None)
        })
    }

    /// Writes an episode down, with what was seen when it was planned, if that is given. Never waits; the number comes
    /// when it is on the disk.
    pub fn remember(&self, mut episode: Episode, frame: Option<Arc<Frame>>) -> Recalling<Id> {
        self.worker.ask(move |store| {
            see(store, &mut episode, frame);
            let ids = store.append(vec![episode])?;
            Ok(ids[0])
        })
    }

    /// Adds episodes in their order, all or none; returns when they are on the disk. One whose origin is there already is
    /// not added again: its number is given.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn append(&self, episodes: Vec<Episode>) -> Result<Vec<Id>, Error> {
        self.store.append(episodes)
    }

    /// Adds what the games of a round have learnt, in the order of the games, however they were played. Their origins get
    /// the round's number. All or nothing; to be called again for the same round, as by a run that is played on, changes
    /// nothing.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn merge(&self, round: u32, mut episodes: Vec<Episode>) -> Result<Vec<Id>, Error> {
        episodes.iter_mut().for_each(|episode| episode.origin.round = round);
        episodes.sort_by(|a, b| a.origin.cmp(&b.origin));
        self.append(episodes)
    }

    /// Keeps what a finished game of a round has learnt: on the disk, but not recalled until [`Memory::merge_kept`]. Their
    /// origins name the round. To be called again for the same game changes nothing.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn keep(&self, episodes: Vec<Episode>) -> Result<(), Error> {
        self.store.keep(episodes)
    }

    /// The games of a round that have kept something and are not merged yet.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn kept(&self, run: &str, round: u32) -> Result<Vec<u32>, Error> {
        self.store.kept(run, round)
    }

    /// Adds what the games of a round have kept, in the order of the games, all or nothing.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn merge_kept(&self, run: &str, round: u32) -> Result<Vec<Id>, Error> {
        self.store.merge_kept(run, round)
    }

    /// Forgets episodes for good: their text is erased from the file and its journal, their numbers are not given again.
    /// Summaries that were made of them are forgotten with them. The numbers of all that were forgotten. The whole file is
    /// written anew: better many at once than one after the other.
    ///
    /// # Errors
    /// If one never was; if another process still reads what is to be erased.
    pub fn forget(&self, ids: &[Id]) -> Result<Vec<Id>, Error> {
        self.store.forget(ids)
    }

    /// Reads everything and tells what is wrong. The index of words is checked too where the store may be written.
    ///
    /// # Errors
    /// If the file cannot be read at all.
    pub fn check(&self) -> Result<Checked, Error> {
        let mut checked = self.store.check()?;
        if !self.store.is_read_only {
            checked.faults.extend(self.store.check_words()?);
        }
        Ok(checked)
    }

    /// Writes all episodes as lines of JSON, in order; how many. Equal memories give equal bytes.
    ///
    /// # Errors
    /// If one is damaged, or the lines cannot be written.
    pub fn export(&self, to: &mut dyn Write) -> Result<Exported, Error> {
        self.store.export(to)
    }

    /// Adds the episodes of an export that are not there, all or none. Into a memory without any, they get their old
    /// numbers.
    ///
    /// # Errors
    /// Names the line that is none.
    pub fn import(&self, from: &mut dyn BufRead) -> Result<Imported, Error> {
        self.store.import(from)
    }

    /// The newest episodes, the newest first; those with this text in their goal, if one is given.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn list(&self, goal: Option<&str>, limit: u32) -> Result<Vec<Listed>, Error> {
        self.store.list(goal, limit)
    }

    /// The newest episodes that have all words of a text somewhere, whole or as the beginning of one.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn search(&self, text: &str, limit: u32) -> Result<Vec<Listed>, Error> {
        self.store.search(text, limit)
    }

    /// An episode with all that is kept of it.
    ///
    /// # Errors
    /// If there is none with this number, it was forgotten, or it is damaged.
    pub fn show(&self, id: Id) -> Result<Episode, Error> {
        self.store.get(id, true)?.ok_or(Error::Forgotten { id })
    }
}

impl Snapshot {
    /// Puts what was seen into an episode, as it is kept. Never waits.
    pub(crate) fn complete(&self, mut episode: Episode, frame: Option<Arc<Frame>>) -> Recalling<Episode> {
        self.memory.worker.ask(move |store| {
            see(store, &mut episode, frame);
            Ok(episode)
        })
    }

    /// The episodes up to this number, or all of these if there are no more.
    #[must_use]
    pub fn as_of(self, upto: Id) -> Snapshot {
        Snapshot { upto: upto.min(self.upto), ..self }
    }

    /// The number of its last episode; 0 if it has none.
    pub fn upto(&self) -> Id {
        self.upto
    }

    /// Asks something of its episodes. Never waits. What was forgotten meanwhile is not recalled.
    pub fn recall<Q: Query>(&self, query: Q) -> Recalling<Q::Answer> {
        let upto = self.upto;
        self.memory.worker.ask(move |store| answer(store, query, Some(upto)))
    }
}

/// Puts what was seen into an episode. An eye that fails loses no episode: colour and layout can always be told.
fn see(store: &Store, episode: &mut Episode, frame: Option<Arc<Frame>>) {
    if let Some(frame) = frame {
        let seen = store.eye.lock().look(&frame);
        episode.picture = Some(seen.map_or_else(|_| Picture::of(&frame), |seen| Picture::with(&frame, seen)));
    }
}

fn answer<Q: Query>(store: &Store, query: Q, upto: Option<Id>) -> Result<Q::Answer, Error> {
    let index = store.index.read();
    let upto = upto.unwrap_or_else(|| index.last());
    query.answer(&View { store, index: &index, upto })
}

#[cfg(test)]
impl Memory {
    /// Waits for no other process.
    pub(crate) fn impatient(&self) {
        let wait = |connection: &rusqlite::Connection| connection.busy_timeout(std::time::Duration::ZERO);
        self.store.alone(|connection| wait(connection).map_err(|cause| self.store.fault(cause))).unwrap();
    }
}
