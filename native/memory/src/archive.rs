//! A store as lines of JSON, to be read, kept or carried elsewhere.

use std::collections::BTreeMap;
use std::io::{BufRead, Read, Write};

use rusqlite::params;
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::episode::{Episode, Id};
use crate::row;
use crate::store::{Store, add, id, last, with_key};

/// The version of the lines.
const FORMAT: u32 = 1;
/// Bytes of a line at most.
const LONGEST_LINE: u64 = 4 << 20;

/// A line of an export.
#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Line {
    /// The first: what this is.
    Head { anima_memory: u32 },
    /// An episode.
    Episode { id: Id, episode: Box<Episode> },
    /// One that was forgotten, with what keeps it from coming back.
    Forgotten { id: Id, forgotten: String },
}

/// What an export has written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Episodes.
    pub episodes: u64,
    /// Episodes of which only the number is left.
    pub forgotten: u64,
}

/// What an import has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Episodes that were added.
    pub added: u64,
    /// Episodes that were added of which only the number is left.
    pub forgotten: u64,
    /// Episodes that were there already, or were forgotten here.
    pub known: u64,
}

impl Store {
    /// Writes all episodes, one a line, in order; how many. Equal stores give equal bytes.
    pub fn export(&self, to: &mut dyn Write) -> Result<Exported, Error> {
        let wrote = |cause| Error::Io { what: "the export cannot be written".into(), cause };
        let mut write = |line: &Line| {
            let text = serde_json::to_string(line).expect("maps have names for keys, and numbers are finite");
            writeln!(to, "{text}").map_err(wrote)
        };
        write(&Line::Head { anima_memory: FORMAT })?;
        let all = self.read(last)?;
        let mut done = Exported::default();
        // One read for each, so that whoever writes or erases meanwhile does not wait for a slow disk or pipe.
        for number in 1..=all.0 {
            let id = Id(number);
            let line = match self.get(id, true) {
                Ok(Some(episode)) => {
                    done.episodes += 1;
                    Line::Episode { id, episode: Box::new(episode) }
                }
                Ok(None) => {
                    done.forgotten += 1;
                    Line::Forgotten { id, forgotten: hex(&self.key_of(id)?) }
                }
                Err(Error::NoEpisode { .. }) => continue,
                Err(error) => return Err(error),
            };
            write(&line)?;
        }
        to.flush().map_err(wrote)?;
        Ok(done)
    }

    fn key_of(&self, id: Id) -> Result<Vec<u8>, Error> {
        self.read(|connection| {
            connection.query_row("SELECT key FROM episodes WHERE id = ?", [id.0 as i64], |row| row.get(0))
        })
    }

    /// Adds the episodes of an export that are not there, all or none. They get the next numbers, and what refers to them
    /// refers to these.
    pub fn import(&self, from: &mut dyn BufRead) -> Result<Imported, Error> {
        self.change(|connection| {
            let fault = |cause| self.fault(cause);
            let (mut done, mut numbers) = (Imported::default(), BTreeMap::new());
            let mut text = String::new();
            for line in 1.. {
                let wrong = |cause: String| Error::Line { line, cause };
                text.clear();
                let read = from.take(LONGEST_LINE).read_line(&mut text).map_err(|error| wrong(error.to_string()))?;
                if read == 0 {
                    break;
                }
                if read as u64 == LONGEST_LINE && !text.ends_with('\n') {
                    return Err(wrong(format!("it is longer than {LONGEST_LINE} bytes")));
                }
                if text.trim().is_empty() {
                    continue;
                }
                let parsed: Line = serde_json::from_str(&text).map_err(|error| wrong(why(&text, &error)))?;
                let (old, key) = match &parsed {
                    Line::Head { anima_memory: FORMAT } => continue,
                    Line::Head { anima_memory } => {
                        return Err(wrong(format!("it is of version {anima_memory}, this Anima knows {FORMAT}")));
                    }
                    Line::Episode { id, episode } => (*id, row::key(&episode.clone().bounded().origin)),
                    Line::Forgotten { id, forgotten } => {
                        (*id, unhex(forgotten).ok_or_else(|| wrong("\"forgotten\" is no key".into()))?)
                    }
                };
                if let Some(known) = with_key(connection, &key).map_err(fault)? {
                    numbers.insert(old, known);
                    done.known += 1;
                    continue;
                }
                let new = match parsed {
                    Line::Episode { episode, .. } => {
                        let mut episode = episode.bounded();
                        for list in [&mut episode.used, &mut episode.summary_of] {
                            *list = list.iter().filter_map(|old| numbers.get(old).copied()).collect();
                        }
                        done.added += 1;
                        add(connection, &episode).map_err(fault)?
                    }
                    _ => {
                        let new = last(connection).map_err(fault)?.0 as i64 + 1;
                        let sql = "INSERT INTO episodes (id, key) VALUES (?, ?)";
                        connection.execute(sql, params![new, key]).map_err(fault)?;
                        done.forgotten += 1;
                        id(new)
                    }
                };
                numbers.insert(old, new);
            }
            Ok(done)
        })
    }
}

/// What is wrong with a line: an enum of shapes only says that none fits.
fn why(text: &str, error: &serde_json::Error) -> String {
    #[derive(Deserialize)]
    struct Shape {
        #[serde(rename = "id")]
        _id: Id,
        #[serde(rename = "episode")]
        _episode: Episode,
    }
    match serde_json::from_str::<serde_json::Value>(text) {
        Err(error) => error.to_string(),
        Ok(_) => {
            serde_json::from_str::<Shape>(text).err().unwrap_or_else(|| serde::de::Error::custom(error)).to_string()
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect();
    let (pairs, rest) = digits.as_deref()?.as_chunks::<2>();
    (pairs.len() == 16 && rest.is_empty()).then(|| pairs.iter().map(|[high, low]| high << 4 | low).collect())
}
