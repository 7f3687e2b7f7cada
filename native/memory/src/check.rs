//! Whether a store is sound.

use crate::Error;
use crate::episode::{Episode, Id};
use crate::row;
use crate::store::{Store, id};

/// What a check has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Episodes that can be recalled.
    pub episodes: u64,
    /// Episodes of which only the number is left.
    pub forgotten: u64,
    /// Episodes of finished games whose round is not merged yet.
    pub waiting: u64,
    /// Everything that is wrong, a sentence each; at most a hundred.
    pub faults: Vec<String>,
}

/// Faults that are told of.
const MOST_FAULTS: usize = 100;

impl Store {
    /// Reads everything: the file is whole, every row can be read and is within its bounds, numbers have no gaps, every
    /// word can be found.
    pub fn check(&self) -> Result<Checked, Error> {
        self.read(|connection| {
            let mut checked = Checked::default();
            let mut integrity = connection.prepare("PRAGMA integrity_check")?;
            let told = integrity.query_map([], |row| row.get::<_, String>(0))?;
            for text in told {
                let text = text?;
                if text != "ok" {
                    checked.faults.push(format!("the file is damaged: {text}"));
                }
            }
            let sql = format!("SELECT id, key, {} FROM episodes ORDER BY id", row::COLUMNS);
            let mut statement = connection.prepare(&sql)?;
            let mut rows = statement.query([])?;
            let mut next = 1;
            while let Some(found) = rows.next()? {
                let number = id(found.get(0)?);
                if number.0 != next {
                    checked.faults.push(format!("the numbers {next} to {} are missing", number.0.saturating_sub(1)));
                }
                next = number.0 + 1;
                match row::read(found, 2, true) {
                    Ok(None) => checked.forgotten += 1,
                    Ok(Some(episode)) => {
                        checked.episodes += 1;
                        let key: Vec<u8> = found.get(1)?;
                        let wrong = wrong_with(number, &episode, &key);
                        checked.faults.extend(wrong.map(|wrong| format!("episode {number}: {wrong}")));
                    }
                    Err(cause) => checked.faults.push(format!("episode {number} cannot be read: {cause}")),
                }
            }
            let mut statement = connection.prepare("SELECT episode FROM waiting")?;
            for text in statement.query_map([], |row| row.get::<_, String>(0))? {
                checked.waiting += 1;
                if let Err(error) = serde_json::from_str::<Episode>(&text?) {
                    checked.faults.push(format!("an episode that waits for its round cannot be read: {error}"));
                }
            }
            checked.faults.truncate(MOST_FAULTS);
            Ok(checked)
        })
    }

    /// What is wrong with the index of words, which only a connection that may write can tell.
    pub fn check_words(&self) -> Result<Option<String>, Error> {
        self.alone(|connection| {
            match connection.execute("INSERT INTO found (found, rank) VALUES ('integrity-check', 1)", []) {
                Ok(_) => Ok(None),
                Err(cause) if cause.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseCorrupt) => {
                    Ok(Some(format!("the index of words does not fit the episodes: {cause}")))
                }
                Err(cause) => Err(self.fault(cause)),
            }
        })
    }
}

fn wrong_with(id: Id, episode: &Episode, key: &[u8]) -> Option<String> {
    if key != row::key(&episode.origin) {
        return Some("its key is that of another origin".into());
    }
    if let Some(later) = episode.used.iter().chain(&episode.summary_of).find(|used| **used >= id) {
        return Some(format!("it refers to {later}, which is not before it"));
    }
    (episode.clone().bounded() != *episode).then(|| "a text or list is longer than a store takes".into())
}
