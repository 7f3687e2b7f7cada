//! The rows of a run, as they lie in its folder.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, str};

use anyhow::{Context, Result, bail, ensure};

use crate::Row;

/// The file of rows in a run's folder: a line a game.
pub(crate) const ROWS: &str = "rows.jsonl";

/// What `rows.jsonl` holds.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The whole rows, each with its line as it was written.
    pub rows: Vec<(Row, String)>,
    /// Whether the last line breaks off: the run was ended while it was written.
    pub is_cut: bool,
}

/// What makes two games the same: task, seed, world and start, these to the bit.
pub(crate) type Key<'a> = (&'a str, i64, &'a str, Option<[u64; 3]>);

/// What makes a game the same as another.
pub(crate) fn key(row: &Row) -> Key<'_> {
    (&row.task, row.seed, &row.world, row.at.map(|at| at.map(f64::to_bits)))
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
pub(crate) fn lines<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Result<String> {
    let mut text = String::new();
    for row in rows {
        text += &serde_json::to_string(row).context("writing a row")?;
        text.push('\n');
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
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
}
