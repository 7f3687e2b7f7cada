//! What a query looks at.

use crate::Error;
use crate::episode::{Episode, Id};
use crate::index::{Index, Row, up_to};
use crate::store::Store;

/// A question to a memory. The same question to the same episodes has the same answer.
pub trait Query: Send + 'static {
    /// What it is answered with.
    type Answer: Send + 'static;

    /// The answer, of the episodes that a view shows.
    ///
    /// # Errors
    /// If an episode cannot be read.
    fn answer(self, view: &View<'_>) -> Result<Self::Answer, Error>;
}

/// The episodes up to one of them.
pub struct View<'a> {
    pub(crate) store: &'a Store,
    pub(crate) index: &'a Index,
    pub(crate) upto: Id,
}

impl<'a> View<'a> {
    /// Those of some episodes that it shows, in order.
    pub(crate) fn shown<'b>(&self, ids: &'b [Id]) -> &'b [Id] {
        up_to(ids, self.upto)
    }

    /// What is known of an episode.
    pub(crate) fn row(&self, id: Id) -> Option<&'a Row> {
        if id <= self.upto { self.index.get(id) } else { None }
    }

    /// How often a plan was used, with the goal reached and not reached.
    pub(crate) fn uses(&self, row: &Row) -> Uses {
        let mut uses = Uses::default();
        for (_, reached) in row.uses.iter().take_while(|(user, _)| *user <= self.upto) {
            if *reached {
                (uses.reached, uses.failed_since) = (uses.reached + 1, 0);
            } else {
                (uses.failed, uses.failed_since) = (uses.failed + 1, uses.failed_since + 1);
            }
        }
        uses
    }

    /// Reads an episode, without the bytes of its picture; `None` if another process has forgotten it just now.
    pub(crate) fn read(&self, id: Id) -> Result<Option<Episode>, Error> {
        self.store.get(id, false)
    }
}

/// How often a plan was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Uses {
    pub reached: u32,
    pub failed: u32,
    /// In a row, at the end.
    pub failed_since: u32,
}
