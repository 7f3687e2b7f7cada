//! One run out of the shards that several machines played.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, bail, ensure};

use crate::folder::record_path;
use crate::kept::{SERIES, SETTINGS, difference, read_toml};
use crate::record::is_whole;
use crate::rows::{ROWS, find_rows_if_begun};
use crate::{Beside, Games, Report, Resolved, Row, RunFolder, Why};

/// Puts the shards of one series together into a new folder below `out`, named by date and suite: its rows, records,
/// settings and report are those of one run that played all games.
///
/// # Errors
/// If they are not the shards of one series, a game was played twice or not at all, a row or record breaks off, or the
/// folder cannot be written. Names the folder, the file and what differs or is missing.
pub fn merge(shards: &[PathBuf], out: &Path, now: SystemTime) -> Result<(RunFolder, Report)> {
    let mut parts: Vec<Part> = shards.iter().map(|run| Part::read(run)).collect::<Result<_>>()?;
    let (first, others) = parts.split_first().context("there are no shards; give the folders of all of them")?;
    for part in others {
        first.ensure_same(part)?;
    }
    for part in &mut parts {
        part.read_rows()?;
    }
    let first = &parts[0];
    let games = first.resolved.games(None);
    let rows = put_together(&parts, &games)?;
    let folder = RunFolder::create(out, &first.resolved.suite, now)?;
    if first.beside.records {
        for (part, row, _) in &rows {
            part.copy_record(row, folder.path())?;
        }
    }
    folder.write(SETTINGS, &anima_config::read(&first.path.join(SETTINGS))?)?;
    folder.write(SERIES, &(serde_json::to_string_pretty(&Beside { shard: None, ..first.beside.clone() })? + "\n"))?;
    folder.write(ROWS, &rows.iter().map(|(_, _, line)| format!("{line}\n")).collect::<String>())?;
    let rows: Vec<Row> = rows.into_iter().map(|(_, row, _)| row.clone()).collect();
    let report = Report::of(&first.resolved.suite, &rows, &first.resolved.published());
    folder.write("report.json", &(serde_json::to_string_pretty(&report)? + "\n"))?;
    Ok((folder, report))
}

/// The folder of a shard.
struct Part {
    path: PathBuf,
    resolved: Resolved,
    beside: Beside,
    /// The rows and their lines, by game.
    rows: BTreeMap<usize, (Row, String)>,
}

impl Part {
    fn read(run: &Path) -> Result<Part> {
        let (resolved, beside) = (Resolved::read(run)?, Beside::read(run)?);
        Ok(Part { path: run.to_owned(), resolved, beside, rows: BTreeMap::new() })
    }

    /// Reads the rows, which must be those of all its games.
    fn read_rows(&mut self) -> Result<()> {
        let (run, file) = (&self.path, self.path.join(ROWS));
        let games = self.resolved.games(self.beside.shard);
        for (line, (row, text)) in find_rows_if_begun(run)?.rows.into_iter().enumerate() {
            let game = games.of(&row).with_context(|| format!("{}, line {}", file.display(), line + 1))?;
            let record = record_path(run, &row.task, row.seed);
            ensure!(
                !self.beside.records || is_whole(&record, &row.end)?,
                "{} is not the whole record of the game in {}, line {}; play it again with anima bench run --resume {}",
                record.display(),
                file.display(),
                line + 1,
                run.display()
            );
            self.rows.insert(game, (row, text));
        }
        let (have, all) = (self.rows.len(), games.played().count());
        ensure!(
            have == all,
            "{} holds {have} of its {all} games: the run was ended or goes on; play it on with anima bench run --resume {}",
            file.display(),
            run.display()
        );
        Ok(())
    }

    /// Refuses a shard of another series.
    fn ensure_same(&self, other: &Part) -> Result<()> {
        let files = [&self.path, &other.path].map(|run| run.join(SETTINGS));
        if let Some(differs) = difference(&read_toml(&files[0])?, &read_toml(&files[1])?) {
            bail!(
                "{} is of another series than {}: {} is {} there, {} here",
                files[1].display(),
                files[0].display(),
                differs.what,
                differs.second,
                differs.first
            );
        }
        ensure!(
            self.beside.records == other.beside.records,
            "{} says that records are {}kept, {} does not: play both with or both without --no-records",
            self.path.join(SERIES).display(),
            if self.beside.records { "" } else { "not " },
            other.path.join(SERIES).display()
        );
        Ok(())
    }

    /// What is played in it, for a person.
    fn share(&self) -> String {
        self.beside.shard.map_or_else(|| "all games".into(), |shard| format!("shard {shard}"))
    }

    fn copy_record(&self, row: &Row, to: &Path) -> Result<()> {
        let (from, to) = (record_path(&self.path, &row.task, row.seed), record_path(to, &row.task, row.seed));
        if matches!(row.end.reason, Some(Why::NotPlayed { .. })) && !from.exists() {
            return Ok(());
        }
        let folder = to.parent().unwrap_or(&to);
        fs::create_dir_all(folder).with_context(|| format!("making the folder {}", folder.display()))?;
        fs::copy(&from, &to).with_context(|| format!("copying {} to {}", from.display(), to.display()))?;
        Ok(())
    }
}

/// The rows of all games in order, each with the shard that it is from.
fn put_together<'a>(parts: &'a [Part], games: &Games) -> Result<Vec<(&'a Part, &'a Row, &'a str)>> {
    let mut by_game: BTreeMap<usize, (&Part, &Row, &str)> = BTreeMap::new();
    for part in parts {
        for (game, (row, line)) in &part.rows {
            if let Some((other, ..)) = by_game.insert(*game, (part, row, line)) {
                bail!(
                    "{} and {} both played {}: the first is {}, the second {}; give each game once",
                    other.path.join(ROWS).display(),
                    part.path.join(ROWS).display(),
                    games.name(*game),
                    other.share(),
                    part.share()
                );
            }
        }
    }
    let missing: Vec<usize> = games.all().filter(|game| !by_game.contains_key(game)).collect();
    if let Some(game) = missing.first() {
        bail!(
            "{} of {} games are missing, the first of them {}{}",
            missing.len(),
            games.all().len(),
            games.name(*game),
            missing_shards(parts)
        );
    }
    Ok(by_game.into_values().collect())
}

/// Which shards are missing, where all are shares of the same number.
fn missing_shards(parts: &[Part]) -> String {
    let counts: BTreeSet<u32> = parts.iter().filter_map(|part| part.beside.shard).map(|shard| shard.of()).collect();
    let [of] = counts.into_iter().collect::<Vec<_>>()[..] else { return String::new() };
    let have: BTreeSet<u32> = parts.iter().filter_map(|part| part.beside.shard).map(|shard| shard.index()).collect();
    let missing: Vec<String> =
        (1..=of).filter(|index| !have.contains(index)).map(|index| format!("{index}/{of}")).collect();
    format!("; play them with --shard {} and give these folders too", missing.join(", --shard "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::tests::resolved;
    use crate::report::tests::row;
    use crate::rows::lines;
    use crate::{End, game_seed};

    /// The folder of a shard as if it had been played; no records are kept.
    fn part(out: &Path, shard: &str, change: fn(&mut Resolved)) -> PathBuf {
        part_with(out, Beside { shard: shard.parse().ok(), ..Beside::default() }, change)
    }

    fn part_with(out: &Path, beside: Beside, change: fn(&mut Resolved)) -> PathBuf {
        let mut resolved = resolved();
        change(&mut resolved);
        let folder = RunFolder::create(out, "small", SystemTime::UNIX_EPOCH).unwrap();
        folder.keep(&resolved, &beside).unwrap();
        let games = resolved.games(beside.shard);
        let rows: Vec<Row> = games
            .played()
            .map(|game| {
                let (task, game) = games.at(game);
                let (task, _) = &games.tasks[task];
                Row { game, ..row(task, game_seed(resolved.seed_base, task, game), 10, None) }
            })
            .collect();
        folder.write(ROWS, &lines(&rows).unwrap()).unwrap();
        folder.path().to_owned()
    }

    fn unchanged(_: &mut Resolved) {}

    #[track_caller]
    fn refused(parts: &[PathBuf], words: &[&str]) {
        let out = tempfile::tempdir().unwrap();
        let error = format!("{:#}", merge(parts, out.path(), SystemTime::UNIX_EPOCH).unwrap_err());
        for word in words {
            assert!(error.contains(word), "{error:?} does not say {word:?}");
        }
        assert_eq!(fs::read_dir(out.path()).unwrap().count(), 0, "nothing is written");
    }

    #[test]
    fn shards_of_other_series_are_refused() {
        let out = tempfile::tempdir().unwrap();
        let first = part(out.path(), "1/2", unchanged);
        let other = |change: fn(&mut Resolved), words: &[&str]| {
            let second = part(out.path(), "2/2", change);
            let named = [&first, &second].map(|run| run.join(SETTINGS).display().to_string());
            let words: Vec<&str> = words.iter().copied().chain(named.iter().map(String::as_str)).collect();
            refused(&[first.clone(), second], &words);
        };
        other(|run| run.suite = "large".into(), &["suite is \"large\" there, \"small\""]);
        other(|run| run.games = 5, &["games is 5 there, 3 here"]);
        other(|run| run.task[1].games = Some(5), &["task.2.games is 5 there, not set here"]);
        other(|run| run.seed_base = 0, &["seed_base is 0 there, 40"]);
        other(|run| run.settings.world.latency = 3, &["settings.world.latency is 3 there, 0"]);
        other(|run| run.commit = Some("abc".into()), &["commit is \"abc\" there, not set"]);
        other(|run| run.task[0].goal = "get 2 log".into(), &["task.1.goal is \"get 2 log\" there"]);
    }

    #[test]
    fn games_played_twice_or_not_at_all_are_refused() {
        let out = tempfile::tempdir().unwrap();
        let [first, second, half] = ["1/3", "2/3", "2/2"].map(|shard| part(out.path(), shard, unchanged));
        let whole = part(out.path(), "", unchanged);
        let seed = |task, game| format!("task {task}, seed {}", game_seed(40, task, game));
        refused(&[first.clone(), first.clone()], &["both played", &seed("A log", 0), "shard 1/3"]);
        refused(&[second.clone(), half], &["both played", &seed("A log", 1), "is shard 2/3, the second shard 2/2"]);
        refused(&[whole.clone(), first.clone()], &["both played", "is all games, the second shard 1/3"]);
        refused(&[first, second], &["2 of 6 games are missing", &seed("A log", 2), "--shard 3/3"]);
        assert!(merge(&[whole], out.path(), SystemTime::UNIX_EPOCH).is_ok());
        refused(&[], &["no shards"]);
    }

    #[test]
    fn what_is_not_whole_is_named() {
        let out = tempfile::tempdir().unwrap();
        let [first, second] = ["1/2", "2/2"].map(|shard| part(out.path(), shard, unchanged));
        let parts = [first.clone(), second.clone()];
        let text = fs::read_to_string(second.join(ROWS)).unwrap();
        fs::write(second.join(ROWS), &text[..text.len() - 9]).unwrap();
        let file = second.join(ROWS).display().to_string();
        refused(&parts, &[&file, "holds 2 of its 3 games", "--resume"]);
        fs::write(second.join(ROWS), fs::read_to_string(first.join(ROWS)).unwrap()).unwrap();
        refused(&parts, &[&file, "line 1", "not one of shard 2/2"]);
        fs::remove_file(second.join(SERIES)).unwrap();
        refused(&parts, &[&second.join(SERIES).display().to_string(), "is not there"]);
        let recorded = ["1/2", "2/2"].map(|shard| {
            let beside = Beside { shard: shard.parse().ok(), records: true, ..Beside::default() };
            part_with(out.path(), beside, unchanged)
        });
        let record = record_path(&recorded[0], "A log", game_seed(40, "A log", 0)).display().to_string();
        refused(&recorded, &[&record, "is not the whole record", "line 1", "--resume"]);
        let [_, recorded] = recorded;
        refused(&[first, recorded], &["series.json", "records are not kept", "--no-records"]);
        refused(&[out.path().join("none")], &["none", "settings.toml"]);
    }

    #[test]
    fn tasks_that_cannot_be_played_have_no_record_and_are_put_together_all_the_same() {
        let out = tempfile::tempdir().unwrap();
        let shards = ["1/2", "2/2"].map(|shard| {
            let beside = Beside { shard: shard.parse().ok(), records: true, ..Beside::default() };
            let path = part_with(out.path(), beside, unchanged);
            let rows = find_rows_if_begun(&path).unwrap().rows.into_iter();
            let not_played: Vec<Row> = rows.map(|(row, _)| Row { end: End::not_played("no skill"), ..row }).collect();
            fs::write(path.join(ROWS), lines(&not_played).unwrap()).unwrap();
            path
        });
        let (folder, report) = merge(&shards, out.path(), SystemTime::UNIX_EPOCH).unwrap();
        assert_eq!(report.tasks.iter().map(|task| (task.n, task.successes)).collect::<Vec<_>>(), [(3, 0), (3, 0)]);
        let games = Resolved::read(folder.path()).unwrap().games(None);
        let played = folder.played(&games, true).unwrap();
        assert_eq!((played.len(), played.dropped()), (6, 0), "none is to be played anew");
    }

    #[test]
    fn shards_of_tasks_with_their_own_numbers_of_games_are_put_together() {
        let out = tempfile::tempdir().unwrap();
        let shards = |of: u32| -> Vec<PathBuf> {
            let shard = |index| format!("{index}/{of}");
            (1..=of).map(|index| part(out.path(), &shard(index), |run| run.task[0].games = Some(7))).collect()
        };
        let (folder, report) = merge(&shards(3), out.path(), SystemTime::UNIX_EPOCH).unwrap();
        assert_eq!(
            report.tasks.iter().map(|task| (task.task.as_str(), task.n)).collect::<Vec<_>>(),
            [("A log", 7), ("dirt", 3)]
        );
        let again = Resolved::read(folder.path()).unwrap();
        assert_eq!(again.games(None).all().len(), 10);
        assert_eq!(folder.played(&again.games(None), false).unwrap().len(), 10, "it can be played on");
        refused(
            &shards(3)[..2],
            &["3 of 10 games are missing", &format!("task A log, seed {}", game_seed(40, "A log", 2))],
        );
    }
}
