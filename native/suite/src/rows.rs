//! The rows of a run, as they lie in its folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, str};

use anyhow::{Context, Result, bail, ensure};

use crate::folder::record_path;
use crate::record::is_whole;
use crate::{Games, Report, Resolved, Row, RunFolder};

/// The file of rows in a run's folder: a line a game.
pub const ROWS: &str = "rows.jsonl";

/// What `rows.jsonl` holds.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The whole rows, each with its line as it was written.
    pub rows: Vec<(Row, String)>,
    /// Whether the last line breaks off: the run was ended while it was written.
    pub is_cut: bool,
}

/// What makes two games the same: task, seed, world and start, these to the bit; on a server its world's seed and the place.
pub(crate) type Key<'a> = (&'a str, i64, &'a str, Option<[u64; 3]>, Option<(i64, [i32; 2])>);

/// What makes a game the same as another.
pub(crate) fn key(row: &Row) -> Key<'_> {
    let on_server = row.server_body.as_ref().map(|body| (body.world_seed, body.place));
    (&row.task, row.seed, &row.world, row.at.map(|at| at.map(f64::to_bits)), on_server)
}

/// The rows of a run, each of another game.
///
/// # Errors
/// If the folder holds no rows that can be read; it names the file and the line.
pub fn read_rows(run: &Path) -> Result<Vec<Row>> {
    let file = run.join(ROWS);
    let found = find_rows(run)?;
    let whole = found.rows.len();
    ensure!(
        !found.is_cut,
        "{}, line {}: this is no row of a game: the run was ended here; play it on with anima bench run --resume {}",
        file.display(),
        whole + 1,
        run.display()
    );
    ensure!(whole > 0, "{} holds no games: the run was ended before its first was over", file.display());
    Ok(found.rows.into_iter().map(|(row, _)| row).collect())
}

/// All rows of a run's folder, also of one that was ended.
///
/// # Errors
/// If there are none, a line that is whole is no row, or a game has two; it names the file and the line.
pub(crate) fn find_rows(run: &Path) -> Result<Found> {
    let file = run.join(ROWS);
    let bytes = fs::read(&file).with_context(|| format!("reading the run's rows in {}", file.display()))?;
    let mut found = Found::default();
    for (index, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let place = || format!("{}, line {}: this is no row of a game", file.display(), index + 1);
        let is_ended = line.ends_with(b"\n");
        let parsed = str::from_utf8(line).context("it is no text").and_then(|text| {
            let text = text.trim_end();
            Ok((serde_json::from_str(text)?, text.to_owned()))
        });
        match parsed {
            Ok(row) => found.rows.push(row),
            // Only the last line has no end.
            Err(_) if !is_ended => found.is_cut = true,
            Err(error) => return Err(error).with_context(place),
        }
    }
    let mut seen = BTreeSet::new();
    for (line, (row, _)) in found.rows.iter().enumerate() {
        if !seen.insert(key(row)) {
            bail!("{}, line {}: task {} has seed {} twice", file.display(), line + 1, row.task, row.seed);
        }
    }
    Ok(found)
}

/// The same, and none where the file of rows was not begun.
///
/// # Errors
/// As [`find_rows`], but for that.
pub(crate) fn find_rows_if_begun(run: &Path) -> Result<Found> {
    if run.join(ROWS).exists() { find_rows(run) } else { Ok(Found::default()) }
}

/// Rows as a file holds them.
pub fn lines<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Result<String> {
    let mut text = String::new();
    for row in rows {
        text += &serde_json::to_string(row).context("writing a row")?;
        text.push('\n');
    }
    Ok(text)
}

/// The games of a run that are over, each with its index.
#[derive(Debug, Default)]
pub struct Played {
    rows: BTreeMap<usize, Row>,
    dropped: usize,
}

impl Played {
    /// How many they are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether none is over.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// How many were found to break off, in their row or in their record, and are to be played anew.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// Their rows, each with its index.
    pub fn rows(&self) -> impl Iterator<Item = (usize, &Row)> {
        self.rows.iter().map(|(game, row)| (*game, row))
    }

    /// Those that are not over, in order.
    pub fn left(&self, games: &Games) -> Vec<usize> {
        games.played().filter(|game| !self.rows.contains_key(game)).collect()
    }
}

/// The rows of a run while it is played.
///
/// Each is written as soon as its game is over, and all of them in order at the end: whatever ends the process, only the
/// games that were being played are lost.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    file: File,
    rows: BTreeMap<usize, Row>,
}

impl RunFolder {
    /// The games that are over in it: those whose row, and record if records are kept, are whole.
    ///
    /// # Errors
    /// If the folder holds other games, or what cannot be read; names file and line.
    pub fn played(&self, games: &Games, records: bool) -> Result<Played> {
        let file = self.path().join(ROWS);
        let found = find_rows_if_begun(self.path())?;
        let mut played = Played { dropped: usize::from(found.is_cut), ..Played::default() };
        for (line, (row, _)) in found.rows.into_iter().enumerate() {
            let game = games.of(&row).with_context(|| format!("{}, line {}", file.display(), line + 1))?;
            let record = record_path(self.path(), &row.task, row.seed);
            match !records || is_whole(&record, &row.end)? {
                true => drop(played.rows.insert(game, row)),
                false => played.dropped += 1,
            }
        }
        Ok(played)
    }

    /// Begins to write rows, after those of games that are over.
    ///
    /// # Errors
    /// Names the file.
    pub fn ledger(&self, played: Played) -> Result<Ledger> {
        self.write(ROWS, &lines(played.rows.values())?)?;
        Ok(Ledger { path: self.path().to_owned(), file: self.rows()?, rows: played.rows })
    }
}

impl Ledger {
    /// Writes the row of a game that is over, and gives it back.
    ///
    /// # Errors
    /// Names the folder.
    pub fn add(&mut self, game: usize, row: Row) -> Result<&Row> {
        let written = self.file.write_all(lines([&row])?.as_bytes());
        written.with_context(|| format!("writing rows into {}", self.path.display()))?;
        self.rows.insert(game, row);
        Ok(&self.rows[&game])
    }

    /// Writes all rows in order, and the report of the run. Returns both.
    ///
    /// # Errors
    /// Names the file.
    pub fn close(self, folder: &RunFolder, resolved: &Resolved) -> Result<(Vec<Row>, Report)> {
        drop(self.file);
        let rows: Vec<Row> = self.rows.into_values().collect();
        folder.write(ROWS, &lines(&rows)?)?;
        let report = Report::of(&resolved.suite, &rows, &resolved.published());
        folder.write("report.json", &(serde_json::to_string_pretty(&report)? + "\n"))?;
        Ok((rows, report))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ServerBody;
    use crate::report::tests::row;

    #[test]
    fn rows_that_cannot_be_read_are_named() {
        let run = tempfile::tempdir().unwrap();
        let write = |text: &str| fs::write(run.path().join(ROWS), text).unwrap();
        let error = || format!("{:#}", read_rows(run.path()).unwrap_err());
        assert!(error().contains("reading the run's rows in") && error().contains("rows.jsonl"), "{}", error());
        write("");
        assert!(error().contains("no games"), "{}", error());
        let line = serde_json::to_string(&row("t", 1, 10, None)).unwrap();
        write(&format!("{line}\n{}", &line[..line.len() / 2]));
        assert!(error().contains("line 2") && error().contains("--resume"), "{}", error());
        write(&format!("{}\n{line}\n", &line[..line.len() / 2]));
        assert!(error().contains("line 1"), "{}", error());
        write(&format!("{line}\n{line}\n"));
        assert!(error().contains("seed 1 twice"), "{}", error());
        write(&format!("{line}\n"));
        assert_eq!(read_rows(run.path()).unwrap(), [row("t", 1, 10, None)]);
    }

    #[test]
    fn only_the_last_line_of_a_run_that_was_ended_may_break_off() {
        let run = tempfile::tempdir().unwrap();
        assert!(find_rows_if_begun(run.path()).unwrap().rows.is_empty());
        let lines = [1, 2].map(|seed| serde_json::to_string(&row("t", seed, 10, None)).unwrap());
        let whole = format!("{}\n{}\n", lines[0], lines[1]);
        for end in 0..=whole.len() {
            fs::write(run.path().join(ROWS), &whole[..end]).unwrap();
            let found = find_rows(run.path()).unwrap();
            // A row that lacks only the end of its line is whole.
            let ends = [lines[0].len(), lines[0].len() + 1 + lines[1].len()];
            let rows = ends.iter().filter(|row| **row <= end).count();
            let is_cut = end != 0 && !ends.iter().any(|row| end == *row || end == *row + 1);
            assert_eq!((found.rows.len(), found.is_cut), (rows, is_cut), "{end} bytes");
        }
        fs::write(run.path().join(ROWS), [whole.as_bytes(), &[0; 40]].concat()).unwrap();
        assert!(find_rows(run.path()).unwrap().is_cut, "what a crash of the system leaves");
    }

    #[test]
    fn a_row_tells_of_a_servers_body_and_older_rows_are_read_without() {
        let client = row("t", 1, 10, None);
        let text = serde_json::to_string(&client).unwrap();
        assert!(!text.contains("server_body"), "as before: {text}");
        let body = ServerBody { world_seed: 5, place: [8, 5_016], warp: false };
        let of_server = Row { server_body: Some(body), ..client.clone() };
        let text = serde_json::to_string(&of_server).unwrap();
        assert!(text.contains(r#""server_body":{"world_seed":5,"place":[8,5016],"warp":false}"#), "{text}");
        assert_eq!(serde_json::from_str::<Row>(&text).unwrap(), of_server);
        assert_ne!(key(&client), key(&of_server), "elsewhere it is another game");
    }
}
