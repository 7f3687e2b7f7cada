//! Games that learn into one memory in rounds: what a finished game has learnt is kept at once, and recalled when the
//! round is over.

use rusqlite::params;

use crate::Error;
use crate::episode::{Episode, Id};
use crate::store::{Store, add, id};

impl Store {
    /// The last episode that was known when a round began; that of now if it has not begun before, which is then noted.
    pub fn round_begins(&self, run: &str, round: u32, now: Id) -> Result<Id, Error> {
        self.change(|connection| {
            let begin = || {
                let sql = "INSERT OR IGNORE INTO rounds (run, round, upto) VALUES (?, ?, ?)";
                connection.execute(sql, params![run, round, now.0 as i64])?;
                let sql = "SELECT upto FROM rounds WHERE run = ? AND round = ?";
                connection.query_row(sql, params![run, round], |row| row.get(0)).map(id)
            };
            begin().map_err(|cause| self.fault(cause))
        })
    }

    /// Keeps what a finished game has learnt until its round is merged. What is there already, by its origin, stays.
    pub fn keep(&self, episodes: Vec<Episode>) -> Result<(), Error> {
        let episodes: Vec<Episode> = episodes.into_iter().map(Episode::bounded).collect();
        self.change(|connection| {
            let keep = |episode: &Episode| {
                let sql =
                    "INSERT OR IGNORE INTO waiting (run, round, game, number, task, episode) VALUES (?, ?, ?, ?, ?, ?)";
                let origin = &episode.origin;
                let text = serde_json::to_string(episode).expect("maps have names for keys, and numbers are finite");
                connection.prepare_cached(sql)?.execute(params![
                    origin.run,
                    origin.round,
                    origin.game,
                    origin.number,
                    origin.task,
                    text
                ])
            };
            episodes.iter().try_for_each(|episode| keep(episode).map(drop)).map_err(|cause| self.fault(cause))
        })
    }

    /// Adds what the games of a round have kept, in the order of the games.
    pub fn merge_kept(&self, run: &str, round: u32) -> Result<Vec<Id>, Error> {
        self.change(|connection| {
            let merge = || {
                let sql = "SELECT episode FROM waiting WHERE run = ? AND round = ? ORDER BY game, number, task";
                let mut statement = connection.prepare(sql)?;
                let texts = statement.query_map(params![run, round], |row| row.get::<_, String>(0))?;
                let mut ids = Vec::new();
                for text in texts {
                    // What this very table wrote; if a disk has damaged it, `check` has told of it.
                    if let Ok(episode) = serde_json::from_str::<Episode>(&text?) {
                        ids.push(add(connection, &episode)?);
                    }
                }
                connection.execute("DELETE FROM waiting WHERE run = ? AND round = ?", params![run, round])?;
                Ok(ids)
            };
            merge().map_err(|cause| self.fault(cause))
        })
    }

    /// Which games of a round have kept something.
    pub fn kept(&self, run: &str, round: u32) -> Result<Vec<u32>, Error> {
        self.read(|connection| {
            let sql = "SELECT DISTINCT game FROM waiting WHERE run = ? AND round = ? ORDER BY game";
            connection.prepare(sql)?.query_map(params![run, round], |row| row.get(0))?.collect()
        })
    }
}
