//! The file: rows that are only added, and erased when they are to be forgotten.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, RwLock};
use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior, params};

use crate::embedding::{ColourAndLayout, Eye};
use crate::episode::{Episode, Id};
use crate::index::Index;
use crate::{Error, row, schema};

/// How long another process that writes is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// A store that is open.
pub(crate) struct Store {
    pub path: PathBuf,
    pub is_read_only: bool,
    /// The same as the writer for a store that is in no file. It is closed before it: the last connection that closes
    /// puts the journal into the file, which one that only reads cannot.
    reader: Arc<Mutex<Connection>>,
    writer: Arc<Mutex<Connection>>,
    pub index: RwLock<Index>,
    /// What looks at pictures.
    pub eye: Mutex<Box<dyn Eye>>,
}

impl Store {
    pub fn open(path: &Path) -> Result<Store, Error> {
        if path.is_dir() {
            return Err(Error::NoStore { path: path.to_owned(), cause: "it is a folder".into() });
        }
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            let what = || format!("the folder {} cannot be made", folder.display());
            fs::create_dir_all(folder).map_err(|cause| Error::Io { what: what(), cause })?;
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut writer = connect(path, flags)?;
        // Before anything is written: what is no store of ours stays as it is.
        schema::version(&writer, path)?;
        let fault = |cause| Error::Sqlite { path: path.to_owned(), cause };
        writer.pragma_update(None, "journal_mode", "wal").map_err(fault)?;
        settle(&writer).map_err(fault)?;
        schema::migrate(&mut writer, path)?;
        let reader = connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        let store = Store::of(path, false, Arc::new(Mutex::new(writer)), Arc::new(Mutex::new(reader)));
        store.erase_rest()?;
        Ok(store)
    }

    pub fn open_read_only(path: &Path) -> Result<Store, Error> {
        if !path.exists() {
            return Err(Error::Absent { path: path.to_owned() });
        }
        if path.is_dir() {
            return Err(Error::NoStore { path: path.to_owned(), cause: "it is a folder".into() });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = connect(path, flags)?;
        let mut version = schema::version(&connection, path);
        if version.as_ref().is_err_and(Error::is_of_place) && !beside(path, "-wal").exists() {
            // Here not even the files can be made that readers and writers share. What another user writes into it meanwhile
            // is not seen.
            connection = connect(&immutable(path), flags | OpenFlags::SQLITE_OPEN_URI)?;
            version = schema::version(&connection, path);
        }
        match version? {
            0 => Err(Error::NoStore { path: path.to_owned(), cause: "it is empty".into() }),
            found if found < schema::VERSION => {
                Err(Error::Older { path: path.to_owned(), found, known: schema::VERSION })
            }
            _ => {
                let connection = Arc::new(Mutex::new(connection));
                Ok(Store::of(path, true, Arc::clone(&connection), connection))
            }
        }
    }

    pub fn open_in_memory() -> Result<Store, Error> {
        let path = Path::new(":memory:");
        let fault = |cause| Error::Sqlite { path: path.to_owned(), cause };
        let mut connection = Connection::open_in_memory().map_err(fault)?;
        settle(&connection).map_err(fault)?;
        schema::migrate(&mut connection, path)?;
        let connection = Arc::new(Mutex::new(connection));
        Ok(Store::of(path, false, Arc::clone(&connection), connection))
    }

    fn of(path: &Path, is_read_only: bool, writer: Arc<Mutex<Connection>>, reader: Arc<Mutex<Connection>>) -> Store {
        Store {
            path: path.to_owned(),
            is_read_only,
            writer,
            reader,
            index: RwLock::default(),
            eye: Mutex::new(Box::new(ColourAndLayout)),
        }
    }

    /// Does something with the connection that only reads.
    pub fn read<T>(&self, with: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Error> {
        with(&self.reader.lock()).map_err(|cause| self.fault(cause))
    }

    /// Changes something, all of it or nothing.
    pub fn change<T>(&self, with: impl FnOnce(&Connection) -> Result<T, Error>) -> Result<T, Error> {
        self.check_writable()?;
        let mut writer = self.writer.lock();
        let behavior = TransactionBehavior::Immediate;
        let transaction = writer.transaction_with_behavior(behavior).map_err(|cause| self.fault(cause))?;
        let done = with(&transaction)?;
        transaction.commit().map_err(|cause| self.fault(cause))?;
        Ok(done)
    }

    /// Does something with the connection that writes while nobody else of this process reads.
    pub fn alone<T>(&self, with: impl FnOnce(&Connection) -> Result<T, Error>) -> Result<T, Error> {
        self.check_writable()?;
        let writer = self.writer.lock();
        let _reader = (!Arc::ptr_eq(&self.writer, &self.reader)).then(|| self.reader.lock());
        with(&writer)
    }

    fn check_writable(&self) -> Result<(), Error> {
        if self.is_read_only { Err(Error::ReadOnly { path: self.path.clone() }) } else { Ok(()) }
    }

    pub fn fault(&self, cause: rusqlite::Error) -> Error {
        Error::Sqlite { path: self.path.clone(), cause }
    }

    /// Adds episodes in their order. One whose origin is there already is not added again: its number is given.
    pub fn append(&self, episodes: Vec<Episode>) -> Result<Vec<Id>, Error> {
        let episodes: Vec<Episode> = episodes.into_iter().map(Episode::bounded).collect();
        self.change(|connection| {
            let add = |episode: &Episode| add(connection, episode);
            episodes.iter().map(add).collect::<rusqlite::Result<Vec<Id>>>().map_err(|cause| self.fault(cause))
        })
    }

    /// Takes into the index what was added and forgotten since, by whatever process.
    pub fn catch_up(&self) -> Result<(), Error> {
        // The index is locked before the connection, here as in every query.
        let (known, gone) = {
            let index = self.index.read();
            (index.last(), index.forgotten())
        };
        if self.read(|connection| Ok(last(connection)? == known && forgotten(connection, known)?.len() == gone))? {
            return Ok(());
        }
        let mut index = self.index.write();
        let reader = self.reader.lock();
        let fault = |cause| self.fault(cause);
        for id in forgotten(&reader, index.last()).map_err(fault)? {
            index.forget(id);
        }
        let sql = format!("SELECT id, {} FROM episodes WHERE id > ? ORDER BY id", row::COLUMNS);
        let mut statement = reader.prepare_cached(&sql).map_err(fault)?;
        let mut rows = statement.query([index.last().0 as i64]).map_err(fault)?;
        while let Some(row) = rows.next().map_err(fault)? {
            let number = id(row.get(0).map_err(fault)?);
            // What is damaged or missing is not recalled; `check` tells of it.
            while index.last().0 + 1 < number.0 {
                index.push_damaged();
            }
            match row::read(row, 1, false) {
                Ok(Some(episode)) => index.push(&episode),
                Ok(None) => index.push_forgotten(),
                Err(_) => index.push_damaged(),
            }
        }
        Ok(())
    }

    /// An episode, its picture with or without its bytes; `None` if it was forgotten.
    pub fn get(&self, id: Id, with_jpeg: bool) -> Result<Option<Episode>, Error> {
        let read = self.read(|connection| {
            let mut statement =
                connection.prepare_cached(&format!("SELECT {} FROM episodes WHERE id = ?", row::COLUMNS))?;
            statement.query_row([id.0 as i64], |row| Ok(row::read(row, 0, with_jpeg))).optional()
        })?;
        match read {
            None => {
                let last = self.read(last)?.0;
                Err(Error::NoEpisode { path: self.path.clone(), id, last })
            }
            Some(Ok(episode)) => Ok(episode),
            Some(Err(cause)) => Err(Error::Damaged { path: self.path.clone(), id, cause }),
        }
    }
}

/// The number of the last episode; 0 if there is none.
pub(crate) fn last(connection: &Connection) -> rusqlite::Result<Id> {
    let last = connection.prepare_cached("SELECT max(id) FROM episodes")?.query_row([], |row| row.get(0));
    last.map(|last: Option<i64>| id(last.unwrap_or_default()))
}

/// The episodes up to one that were forgotten.
fn forgotten(connection: &Connection, upto: Id) -> rusqlite::Result<Vec<Id>> {
    let mut statement = connection.prepare_cached("SELECT id FROM episodes WHERE goal IS NULL AND id <= ?")?;
    let ids = statement.query_map([upto.0 as i64], |row| row.get(0))?;
    ids.map(|number| number.map(id)).collect()
}

/// Adds an episode at the end, if its origin is new; its number.
pub(crate) fn add(connection: &Connection, episode: &Episode) -> rusqlite::Result<Id> {
    if let Some(known) = with_key(connection, &row::key(&episode.origin))? {
        return Ok(known);
    }
    let next = Id(last(connection)?.0 + 1);
    row::insert(connection, next, episode)?;
    Ok(next)
}

/// The episode of an origin.
pub(crate) fn with_key(connection: &Connection, key: &[u8]) -> rusqlite::Result<Option<Id>> {
    let mut statement = connection.prepare_cached("SELECT id FROM episodes WHERE key = ?")?;
    statement.query_row(params![key], |row| row.get(0)).optional().map(|found| found.map(id))
}

/// A number as SQLite has it.
pub(crate) fn id(number: i64) -> Id {
    Id(number.max(0) as u64)
}

/// A file of SQLite's beside a store.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// The address by which a store is read as it is, with no file beside it.
fn immutable(path: &Path) -> PathBuf {
    let name = path.display().to_string().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{name}?immutable=1").into()
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, Error> {
    let connection = Connection::open_with_flags(path, flags);
    let connection = connection.and_then(|connection| {
        connection.busy_timeout(PATIENCE)?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(connection)
    });
    connection.map_err(|cause| Error::Sqlite { path: path.to_owned(), cause })
}

/// What holds for every connection that writes: what is committed is on the disk, what is deleted is overwritten, and
/// nothing is laid down elsewhere in between.
fn settle(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "secure_delete", "on")?;
    connection.pragma_update(None, "temp_store", "memory")
}
