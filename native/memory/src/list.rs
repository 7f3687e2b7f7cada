//! Episodes for people: listed and searched.

use rusqlite::{Params, Row};

use crate::Error;
use crate::episode::Id;
use crate::store::{Store, id};

/// An episode in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its number.
    pub id: Id,
    /// What was to be true.
    pub goal: String,
    /// The agent.
    pub agent: String,
    /// The run, or the life.
    pub run: String,
    /// Whether the goal was reached.
    pub reached: bool,
    /// Game ticks that it took.
    pub ticks: u64,
    /// Calls of a model that it took.
    pub calls: u32,
    /// Empty for what was lived; for a summary, the episodes whose plans it puts together.
    pub summary_of: Vec<Id>,
}

const COLUMNS: &str = "id, goal, agent, run, reached, ticks, calls, summary_of";

impl Store {
    /// The newest episodes, the newest first, of those that have this word in their goal if one is given.
    pub fn list(&self, goal: Option<&str>, limit: u32) -> Result<Vec<Listed>, Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM episodes WHERE goal IS NOT NULL AND (?1 IS NULL OR instr(goal, ?1) > 0) \
             ORDER BY id DESC LIMIT ?2"
        );
        self.listed(&sql, (goal, limit))
    }

    /// The newest episodes that have all words of a text somewhere, the newest first.
    pub fn search(&self, text: &str, limit: u32) -> Result<Vec<Listed>, Error> {
        let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        // A word may be the beginning of one; in quotes none is a word of the query language.
        let query: Vec<String> = words.map(|word| format!("\"{word}\" *")).collect();
        if query.is_empty() {
            return Ok(Vec::new());
        }
        let sql = format!(
            "SELECT {COLUMNS} FROM episodes WHERE id IN (SELECT rowid FROM found WHERE found MATCH ?1) \
             AND goal IS NOT NULL ORDER BY id DESC LIMIT ?2"
        );
        self.listed(&sql, (query.join(" AND "), limit))
    }

    fn listed(&self, sql: &str, with: impl Params) -> Result<Vec<Listed>, Error> {
        let read = |row: &Row<'_>| {
            Ok(Listed {
                id: id(row.get(0)?),
                goal: row.get(1)?,
                agent: row.get(2)?,
                run: row.get(3)?,
                reached: row.get(4)?,
                ticks: row.get::<_, i64>(5)?.max(0) as u64,
                calls: row.get(6)?,
                // What is damaged is listed all the same; `check` tells of it.
                summary_of: serde_json::from_str(&row.get::<_, String>(7)?).unwrap_or_default(),
            })
        };
        self.read(|connection| connection.prepare(sql)?.query_map(with, read)?.collect())
    }
}
