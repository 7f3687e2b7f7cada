//! How a store is made, and brought up to date.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::Error;

/// `Anim` in ASCII: tells our stores from other programs' databases.
const APPLICATION: i64 = 0x416e_696d;
/// What leads from each version to the next. Never changed once it was in use; a later one is added.
const STEPS: [&str; 3] = [include_str!("schema/1.sql"), include_str!("schema/2.sql"), include_str!("schema/3.sql")];
/// The version that is written here.
pub(crate) const VERSION: i64 = STEPS.len() as i64;

/// The version of a store; 0 if it is new and empty.
///
/// # Errors
/// If it is no store of ours, or a later Anima wrote it.
pub(crate) fn version(connection: &Connection, path: &Path) -> Result<i64, Error> {
    let fault = |cause: rusqlite::Error| match cause.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase | rusqlite::ErrorCode::DatabaseCorrupt) => {
            Error::NoStore { path: path.to_owned(), cause: cause.to_string() }
        }
        _ => Error::Sqlite { path: path.to_owned(), cause },
    };
    let ask = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map_err(fault);
    let (application, version) = (ask("PRAGMA application_id")?, ask("PRAGMA user_version")?);
    let tables = ask("SELECT count(*) FROM sqlite_schema")?;
    match (application, version) {
        (0, 0) if tables == 0 => Ok(0),
        (APPLICATION, found) if found > VERSION => Err(Error::Newer { path: path.to_owned(), found, known: VERSION }),
        (APPLICATION, found) => Ok(found),
        _ => Err(Error::NoStore { path: path.to_owned(), cause: "it is the database of another program".into() }),
    }
}

/// Brings a store to this version, all at once or not at all.
///
/// # Errors
/// As [`version`], or if it cannot be written.
pub(crate) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), Error> {
    migrate_to(connection, path, VERSION)
}

/// Brings a store to a version.
pub(crate) fn migrate_to(connection: &mut Connection, path: &Path, to: i64) -> Result<(), Error> {
    if version(connection, path)? >= to {
        return Ok(());
    }
    let fault = |cause| Error::Sqlite { path: path.to_owned(), cause };
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fault)?;
    // Another process may have been faster.
    let from = version(&transaction, path)?;
    for step in &STEPS[from as usize..(to.max(from)) as usize] {
        transaction.execute_batch(step).map_err(fault)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION).map_err(fault)?;
    transaction.pragma_update(None, "user_version", to.max(from)).map_err(fault)?;
    transaction.commit().map_err(fault)
}

#[cfg(test)]
mod tests {
    use anima_intent::{Condition, NoLibrary};

    use super::*;
    use crate::{Episode, Id, Memory, Origin, row};

    #[test]
    fn a_store_of_the_first_version_is_brought_up_to_date() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memory.sqlite");
        let goal = Condition::parse("obtain 1 diamond", &NoLibrary).unwrap();
        let episode = Episode::new(&goal, "own", Origin::default());
        let mut old = Connection::open(&path).unwrap();
        migrate_to(&mut old, &path, 1).unwrap();
        row::insert(&old, Id(1), &episode).unwrap();
        old.execute("INSERT INTO episodes (id, key) VALUES (2, x'00')", []).unwrap();
        drop(old);
        let error = Memory::open_read_only(&path).err().expect("it would have to be changed").to_string();
        assert!(error.contains("version 1") && error.contains("open it once for writing"), "{error}");
        let memory = Memory::open(&path).unwrap();
        assert_eq!(memory.show(Id(1)).unwrap(), episode);
        assert_eq!(memory.search("diamond", 9).unwrap().len(), 1);
        assert_eq!(memory.check().unwrap().faults, [""; 0]);
        drop(memory);
        assert_eq!(version(&Connection::open(&path).unwrap(), &path).unwrap(), VERSION);
    }
}
