//! What was found out about servers and their models, kept on the disk: another process does not ask again for what is
//! refused.
//!
//! One file beside the days' files of what is spent. It is read when a model is asked for the first time in a process and
//! replaced whole, under a lock, when something is learnt. What cannot be kept or read is found out anew.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::shape::Shape;
use crate::exchange::write_whole;

/// The name of the file.
const FILE: &str = "abilities.json";
/// The name of the file that whoever reads or writes it holds locked.
const LOCK: &str = "abilities.lock";

/// By the address of a server, by the name of a model.
type Servers = BTreeMap<String, BTreeMap<String, Shape>>;

/// The file of a folder.
#[derive(Clone, Debug)]
pub(super) struct Abilities {
    folder: PathBuf,
}

impl Abilities {
    /// What is kept in a folder.
    pub fn within(folder: &Path) -> Abilities {
        Abilities { folder: folder.to_owned() }
    }

    /// What requests to a model look like, if that is kept.
    pub fn of(&self, url: &str, model: &str) -> Option<Shape> {
        self.locked(|servers| servers.get(url)?.get(model).cloned()).flatten()
    }

    /// Keeps what requests to a model look like.
    pub fn keep(&self, url: &str, model: &str, shape: &Shape) {
        self.locked(|servers| {
            servers.entry(url.to_owned()).or_default().insert(model.to_owned(), shape.clone());
        });
    }

    /// Forgets a model.
    pub fn forget(&self, url: &str, model: &str) {
        self.locked(|servers| {
            if let Some(models) = servers.get_mut(url) {
                models.remove(model);
            }
            servers.retain(|_, models| !models.is_empty());
        });
    }

    /// Does something with the file while no other process does; `None`, and a word in the log, if it cannot be had.
    fn locked<T>(&self, what: impl FnOnce(&mut Servers) -> T) -> Option<T> {
        let done = (|| {
            let lock = OpenOptions::new().create(true).append(true).open(self.folder.join(LOCK))?;
            lock.lock()?;
            let before = self.read()?;
            let mut servers = before.clone();
            let told = what(&mut servers);
            if servers != before {
                let text = serde_json::to_string_pretty(&servers).map_err(io::Error::other)?;
                write_whole(&self.folder.join(FILE), &text)?;
            }
            // The lock goes with its file.
            Ok::<T, io::Error>(told)
        })();
        done.inspect_err(|error| {
            let path = self.folder.join(FILE);
            tracing::warn!(
                "{}: {error}; what the model server takes is found out anew in each process",
                path.display()
            );
        })
        .ok()
    }

    fn read(&self) -> io::Result<Servers> {
        let path = self.folder.join(FILE);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Servers::default()),
            text => text?,
        };
        serde_json::from_slice(&text).or_else(|error| {
            let aside = path.with_extension("json.damaged");
            fs::rename(&path, &aside)?;
            tracing::warn!(
                "{} is damaged ({error}) and kept as {}; what model servers take is found out anew",
                path.display(),
                aside.display()
            );
            Ok(Servers::default())
        })
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::server::shape::SchemaMode;

    fn without_schema() -> Shape {
        Shape { schema: SchemaMode::None, ..Shape::default() }
    }

    #[test]
    fn what_is_kept_is_there_for_others_until_it_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = [0, 1].map(|_| Abilities::within(folder.path()));
        assert_eq!(one.of("a", "m"), None);
        one.keep("a", "m", &without_schema());
        other.keep("a", "n", &Shape { temperature: false, ..Shape::default() });
        assert_eq!((other.of("a", "m"), other.of("b", "m")), (Some(without_schema()), None));
        other.forget("a", "m");
        other.forget("b", "m");
        assert_eq!((one.of("a", "m"), one.of("a", "n").is_some()), (None, true));
    }

    #[test]
    fn processes_that_learn_at_once_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let names: Vec<String> = (0..8).map(|number| format!("m{number}")).collect();
        thread::scope(|scope| {
            for name in &names {
                scope.spawn(|| Abilities::within(folder.path()).keep("a", name, &without_schema()));
            }
        });
        let kept = Abilities::within(folder.path());
        assert!(names.iter().all(|name| kept.of("a", name).is_some()));
    }

    #[test]
    fn a_damaged_file_is_kept_aside_and_found_out_anew() {
        for damaged in [&b"{"[..], b"[1]", b"\xff\xfe", b"", br#"{"a":{"m":{"schema":"soft"}}}"#] {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join(FILE), damaged).unwrap();
            let kept = Abilities::within(folder.path());
            assert_eq!(kept.of("a", "m"), None);
            assert_eq!(fs::read(folder.path().join("abilities.json.damaged")).unwrap(), damaged);
            kept.keep("a", "m", &without_schema());
            assert_eq!(kept.of("a", "m"), Some(without_schema()));
        }
        // A file of a later version may say more.
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), br#"{"a":{"m":{"temperature":false,"tools":true}}}"#).unwrap();
        let known = Abilities::within(folder.path()).of("a", "m");
        assert_eq!(known, Some(Shape { temperature: false, ..Shape::default() }));
    }

    #[test]
    fn where_nothing_can_be_kept_nothing_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let kept = Abilities::within(&folder.path().join("absent"));
        kept.keep("a", "m", &without_schema());
        assert_eq!(kept.of("a", "m"), None);
    }
}
