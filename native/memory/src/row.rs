//! An episode as a row of the store.

use rusqlite::types::Value;
use rusqlite::{Row, params_from_iter};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::embedding::Embedding;
use crate::episode::{Episode, Id, Origin, Outcome};
use crate::picture::Picture;

/// The columns of an episode, in order, after `id` and `key`. The JPEG is the last: the others are read without it.
pub(crate) const COLUMNS: &str = "run, round, game, number, task, agent, goal, words, circumstances, plan, executed, \
     reached, why, ticks, calls, used, summary_of, embedder, embedding, jpeg";

/// What tells episodes of different origins apart, and nothing else of them: it stays when one is forgotten, so that it
/// does not come back by an import, or by a run that is played on.
pub(crate) fn key(origin: &Origin) -> Vec<u8> {
    let mut hash = Sha256::new();
    for text in [&origin.run, &origin.task] {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    for number in [origin.round, origin.game, origin.number] {
        hash.update(number.to_le_bytes());
    }
    hash.finalize()[..16].to_vec()
}

/// Writes an episode as the one with this number.
pub(crate) fn insert(connection: &rusqlite::Connection, id: Id, episode: &Episode) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(&format!(
        "INSERT INTO episodes (id, key, {COLUMNS}) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    ))?;
    statement.execute(params_from_iter(values(id, episode)))?;
    Ok(())
}

fn values(id: Id, episode: &Episode) -> Vec<Value> {
    let Episode { origin, picture, outcome, .. } = episode;
    let text = |text: &str| Value::Text(text.to_owned());
    let number = |number: u64| Value::Integer(i64::try_from(number).unwrap_or(i64::MAX));
    let embedding = picture.as_ref().map(|picture| &picture.embedding);
    let bytes = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect();
    vec![
        number(id.0),
        Value::Blob(key(origin)),
        text(&origin.run),
        number(origin.round.into()),
        number(origin.game.into()),
        number(origin.number.into()),
        text(&origin.task),
        text(&episode.agent),
        text(&episode.goal),
        text(&episode.words),
        json(&episode.circumstances),
        json(&episode.plan),
        json(&episode.executed),
        Value::Integer(outcome.reached.into()),
        text(&outcome.why),
        number(episode.ticks),
        number(episode.calls.into()),
        json(&episode.used),
        json(&episode.summary_of),
        embedding.map_or(Value::Null, |embedding| text(&embedding.by)),
        embedding.map_or(Value::Null, |embedding| Value::Blob(bytes(&embedding.values))),
        picture.as_ref().map_or(Value::Null, |picture| Value::Blob(picture.jpeg.clone())),
    ]
}

fn json(part: &impl Serialize) -> Value {
    Value::Text(serde_json::to_string(part).expect("maps have names for keys, and numbers are finite"))
}

/// Reads the columns of a row, from `first` on; `None` if it was forgotten. Without `jpeg` the picture has no bytes.
///
/// # Errors
/// What cannot be read.
pub(crate) fn read(row: &Row<'_>, first: usize, with_jpeg: bool) -> Result<Option<Episode>, String> {
    let at = |column: usize| first + column;
    let Some(goal) = row.get::<_, Option<String>>(at(6)).map_err(told)? else { return Ok(None) };
    let text = |column: usize| row.get::<_, String>(at(column)).map_err(told);
    let number = |column: usize| row.get::<_, u32>(at(column)).map_err(told);
    let embedder = row.get::<_, Option<String>>(at(17)).map_err(told)?;
    let picture = match embedder {
        Some(by) => {
            let bytes = row.get::<_, Vec<u8>>(at(18)).map_err(told)?;
            let (values, rest) = bytes.as_chunks::<4>();
            if !rest.is_empty() {
                return Err(format!("an embedding of {} bytes", bytes.len()));
            }
            let values = values.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
            let jpeg = if with_jpeg { row.get(at(19)).map_err(told)? } else { Vec::new() };
            Some(Picture { jpeg, embedding: Embedding { by, values } })
        }
        None => None,
    };
    let ticks: i64 = row.get(at(13)).map_err(told)?;
    Ok(Some(Episode {
        origin: Origin { run: text(0)?, round: number(1)?, game: number(2)?, number: number(3)?, task: text(4)? },
        agent: text(5)?,
        goal,
        words: text(7)?,
        circumstances: parsed(row, at(8), "circumstances")?,
        plan: parsed(row, at(9), "plan")?,
        executed: parsed(row, at(10), "executed")?,
        outcome: Outcome { reached: row.get(at(11)).map_err(told)?, why: text(12)? },
        ticks: u64::try_from(ticks).map_err(|_| format!("{ticks} ticks"))?,
        calls: number(14)?,
        used: parsed(row, at(15), "used")?,
        summary_of: parsed(row, at(16), "summary_of")?,
        picture,
    }))
}

fn told(error: rusqlite::Error) -> String {
    error.to_string()
}

fn parsed<T: DeserializeOwned>(row: &Row<'_>, column: usize, name: &str) -> Result<T, String> {
    let text = row.get_ref(column).map_err(told)?.as_str().map_err(|error| format!("{name}: {error}"))?;
    serde_json::from_str(text).map_err(|error| format!("{name}: {error}"))
}
