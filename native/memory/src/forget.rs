//! Forgetting for good: nothing of the text stays in the file or its journal.

use std::collections::BTreeSet;

use rusqlite::{Connection, ErrorCode};

use crate::episode::Id;
use crate::store::{Store, last};
use crate::{Error, row};

impl Store {
    /// Erases episodes, and with them the summaries that were made of them; the numbers of all that were erased, in order.
    /// Those that were forgotten before are erased once more from wherever they may be left.
    pub fn forget(&self, ids: &[Id]) -> Result<Vec<Id>, Error> {
        self.catch_up()?;
        let all = self.read(last)?;
        if let Some(absent) = ids.iter().find(|id| id.0 == 0 || **id > all) {
            return Err(Error::NoEpisode { path: self.path.clone(), id: *absent, last: all.0 });
        }
        let mut doomed: BTreeSet<Id> = BTreeSet::new();
        let mut next: Vec<Id> = ids.to_vec();
        while let Some(id) = next.pop() {
            if doomed.insert(id) {
                next.extend(self.index.read().get(id).into_iter().flat_map(|row| &row.summaries));
            }
        }
        let doomed: Vec<Id> = doomed.into_iter().collect();
        let nothing: Vec<String> = row::COLUMNS.split(", ").map(|column| format!("{column} = NULL")).collect();
        self.change(|connection| {
            let erase = || {
                let sql = format!("UPDATE episodes SET {} WHERE id = ?", nothing.join(", "));
                let mut statement = connection.prepare(&sql)?;
                for id in &doomed {
                    statement.execute([id.0 as i64])?;
                }
                // Words that only they had are gone from the index of words as well.
                connection.execute("INSERT INTO found (found) VALUES ('optimize')", [])?;
                connection.execute("INSERT INTO unerased DEFAULT VALUES", [])
            };
            erase().map_err(|cause| self.fault(cause)).map(drop)
        })?;
        self.catch_up()?;
        self.erase()?;
        Ok(doomed)
    }

    /// Erases what a process that was killed has forgotten but not erased; while another one reads, that is left to the
    /// next.
    pub fn erase_rest(&self) -> Result<(), Error> {
        let has_rest = |connection: &Connection| connection.query_row(REST, [], |row| row.get::<_, bool>(0));
        if !self.read(has_rest)? {
            return Ok(());
        }
        match self.erase() {
            Err(Error::InUse { .. }) => Ok(()),
            erased => erased,
        }
    }

    /// Writes the file anew without what was deleted, and empties its journal.
    fn erase(&self) -> Result<(), Error> {
        let in_use = || Error::InUse { path: self.path.clone() };
        let fault = |cause: rusqlite::Error| match cause.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => in_use(),
            _ => self.fault(cause),
        };
        // Nobody of this process reads meanwhile: what is read is not overwritten.
        self.alone(|connection| {
            let truncate = || {
                let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
                match connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map_err(fault)? {
                    0 => Ok(()),
                    _ => Err(in_use()),
                }
            };
            connection.execute_batch("VACUUM").map_err(fault)?;
            truncate()?;
            connection.execute("DELETE FROM unerased", []).map(drop).map_err(fault)
        })
    }
}

/// Whether something is left to be erased.
const REST: &str = "SELECT EXISTS (SELECT 1 FROM unerased)";

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use anima_intent::{Condition, NoLibrary};

    use super::*;
    use crate::{ActData, Amount, Episode, Memory, Origin, Outcome, References};

    /// Whether any file of a folder holds some bytes.
    fn holds(folder: &Path, bytes: &str) -> Vec<String> {
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let with = files.filter(|file| {
            let all = fs::read(file).unwrap();
            all.windows(bytes.len()).any(|window| window.eq_ignore_ascii_case(bytes.as_bytes()))
        });
        with.map(|file| file.file_name().unwrap().to_string_lossy().into_owned()).collect()
    }

    fn told(number: u32, words: &str) -> Episode {
        let goal = Condition::parse("obtain 1 stick", &NoLibrary).unwrap();
        let origin = Origin { run: format!("run-{words}"), number, task: words.into(), ..Origin::default() };
        let mut episode = Episode::new(&goal, "a", origin);
        episode.words = words.to_owned();
        let note = format!("{words} {}", "and so on ".repeat(20));
        let act = ActData { kind: "mine".into(), object: vec![Amount::new("stick", 1)], note, ..ActData::default() };
        episode.executed = vec![crate::Executed { act, ticks: 9, failure: None }];
        episode.outcome = Outcome { reached: true, why: words.to_owned() };
        episode
    }

    #[test]
    fn nothing_of_what_is_forgotten_stays_in_any_file() {
        let folder = tempfile::tempdir().unwrap();
        let memory = Memory::open(&folder.path().join("memory.sqlite")).unwrap();
        // So many that they fill pages, which are split and filled again.
        for number in 0..300 {
            memory.append(vec![told(number, if number % 3 == 1 { "Xyzzyquux" } else { "Plughfoo" })]).unwrap();
        }
        assert!(!holds(folder.path(), "xyzzyquux").is_empty(), "it is there before");
        let doomed: Vec<Id> = (0..300).filter(|number| number % 3 == 1).map(|number| Id(number + 1)).collect();
        assert_eq!(memory.forget(&doomed).unwrap(), doomed);
        assert_eq!(holds(folder.path(), "xyzzyquux"), [""; 0], "with the store still open");
        assert!(!holds(folder.path(), "plughfoo").is_empty(), "the rest is left");
        for id in doomed {
            assert!(matches!(memory.show(id), Err(Error::Forgotten { .. })));
        }
        assert_eq!(memory.search("xyzzyquux", 9).unwrap(), []);
        assert_eq!(memory.search("plughfoo", 999).unwrap().len(), 200);
        assert_eq!(memory.check().unwrap().faults, [""; 0]);
        drop(memory);
        assert_eq!(holds(folder.path(), "xyzzyquux"), [""; 0], "with the store closed");
    }

    #[test]
    fn a_number_is_not_given_again_and_what_was_forgotten_does_not_come_back() {
        let memory = Memory::open_in_memory().unwrap();
        memory.append(vec![told(0, "one"), told(1, "two")]).unwrap();
        memory.forget(&[Id(2)]).unwrap();
        assert_eq!(memory.append(vec![told(1, "two"), told(2, "three")]).unwrap(), [Id(2), Id(3)]);
        assert!(matches!(memory.show(Id(2)), Err(Error::Forgotten { .. })));
        let error = memory.forget(&[Id(4)]).unwrap_err().to_string();
        assert!(error.contains("no episode 4"), "{error}");
    }

    #[test]
    fn what_was_made_of_it_is_forgotten_with_it() {
        let memory = Memory::open_in_memory().unwrap();
        memory.append((0..5).map(|number| told(number, "one")).collect()).unwrap();
        let goal = Condition::parse("obtain 1 stick", &NoLibrary).unwrap();
        let ask = || memory.recall(References::new(&goal)).finish().unwrap();
        let general = vec![ActData { kind: "mine".into(), note: "one".into(), ..ActData::default() }];
        let summary = ask().summary(general, "a", Origin { run: "summaries".into(), ..Origin::default() });
        memory.append(summary.into_iter().collect()).unwrap();
        assert_eq!(ask().plans.iter().map(|plan| plan.id.0).collect::<Vec<_>>(), [6]);
        let before = memory.snapshot().unwrap();
        assert_eq!(memory.forget(&[Id(2)]).unwrap(), [Id(2), Id(6)]);
        assert_eq!(ask().plans.iter().map(|plan| plan.id.0).collect::<Vec<_>>(), [1, 3, 4, 5]);
        let seen = before.recall(References::new(&goal)).finish().unwrap();
        assert_eq!(seen.plans.len(), 4, "an earlier snapshot does not show it either");
    }

    #[test]
    fn what_another_process_forgets_is_not_recalled_here() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memory.sqlite");
        let (here, there) = (Memory::open(&path).unwrap(), Memory::open(&path).unwrap());
        there.append(vec![told(0, "one"), told(1, "one")]).unwrap();
        let goal = Condition::parse("obtain 1 stick", &NoLibrary).unwrap();
        let ask = || here.recall(References::new(&goal)).finish().unwrap().plans.len();
        assert_eq!(ask(), 2);
        there.forget(&[Id(1)]).unwrap();
        assert_eq!(ask(), 1);
    }

    #[test]
    fn a_reader_elsewhere_is_named_and_forgetting_again_erases() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memory.sqlite");
        let memory = Memory::open(&path).unwrap();
        memory.append(vec![told(0, "xyzzyquux")]).unwrap();
        let reader = rusqlite::Connection::open(&path).unwrap();
        reader.execute_batch("BEGIN; SELECT count(*) FROM episodes").unwrap();
        memory.impatient();
        let error = memory.forget(&[Id(1)]).unwrap_err();
        assert!(matches!(error, Error::InUse { .. }), "{error}");
        assert!(matches!(memory.show(Id(1)), Err(Error::Forgotten { .. })));
        reader.execute_batch("COMMIT").unwrap();
        memory.forget(&[Id(1)]).unwrap();
        assert_eq!(holds(folder.path(), "xyzzyquux"), [""; 0]);
    }
}
