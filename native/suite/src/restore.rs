//! What the worlds of a server were set to before a run: written down before anything is changed, and restored at the end
//! of the run, or when the server starts again after a crash.
//!
//! The [`Journal`] is a small file: a line that says of how many worlds it tells, then a line for each of them, every one
//! with its checksum. It is there from before the first change until after the last one was taken back, so whenever a
//! server ends, what is to be restored is in it. Restoring twice is as good as once.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anima_body::Weather;
use anima_rules::Difficulty;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

/// What is written into the journal's first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    worlds: usize,
}

/// What a world was set to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Before {
    /// The world's name, such as `minecraft:overworld`.
    pub world: String,
    /// Its difficulty.
    pub difficulty: Difficulty,
    /// Its time, which counts on from day to day (`World.getTimeOfDay`).
    pub time: i64,
    /// Its weather.
    pub weather: Weather,
    /// Ticks for which the weather stays so.
    pub weather_ticks: i32,
    /// The game rules that the run changes, as `/gamerule` takes them.
    pub rules: BTreeMap<String, String>,
}

/// What a journal says is to be restored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// The worlds that are to be set back.
    pub worlds: Vec<Before>,
    /// What cannot be restored, for a person: names the file, the line and what is wrong with it.
    pub lost: Vec<String>,
    /// Where a damaged journal was kept.
    pub aside: Option<PathBuf>,
}

impl Left {
    /// Whether all of it was understood, or kept where a person finds it: the journal may go once its worlds are set back.
    pub fn can_be_forgotten(&self) -> bool {
        self.lost.is_empty() || self.aside.is_some()
    }
}

/// The file in which a server keeps what its worlds were set to.
#[derive(Clone, Debug)]
pub struct Journal {
    path: PathBuf,
}

impl Journal {
    /// The journal in a file, whether it is there or not.
    pub fn at(path: PathBuf) -> Journal {
        Journal { path }
    }

    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes down what worlds are set to. When it returns, that is on the disk: now they may be changed.
    ///
    /// # Errors
    /// If a journal is there, for what it tells is not restored yet; or if the file cannot be written.
    pub fn write(&self, worlds: &[Before]) -> Result<()> {
        self.write_by_steps(worlds, &mut || Ok(()))
    }

    /// The same; `step` is called after each step after which a server may end, and ends it there with an error.
    fn write_by_steps(&self, worlds: &[Before], step: &mut dyn FnMut() -> io::Result<()>) -> Result<()> {
        ensure!(
            !self.path.exists(),
            "{} is there: what worlds were set to before another run is not restored yet; start the server again, or set \
             them by hand and delete the file",
            self.path.display()
        );
        let mut text = line(&Head { worlds: worlds.len() })?;
        for world in worlds {
            text += &line(world)?;
        }
        let new = beside(&self.path, "new");
        let mut write = || -> io::Result<()> {
            let mut file = File::create(&new)?;
            step()?;
            file.write_all(text.as_bytes())?;
            step()?;
            file.sync_all()?;
            step()?;
            fs::rename(&new, &self.path)?;
            step()?;
            sync_folder(&self.path)?;
            step()
        };
        write().with_context(|| format!("writing {}", self.path.display()))
    }

    /// What is to be restored; nothing if there is no journal. What is damaged in it is told and kept aside, and never in
    /// the way of the rest.
    pub fn read(&self) -> Left {
        let bytes = match fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Left::default(),
            Err(error) => {
                let lost = format!("{} cannot be read, so nothing in it is restored: {error}", self.path.display());
                return Left { lost: vec![lost], ..Left::default() };
            }
        };
        let mut left = self.parse(&bytes);
        if !left.lost.is_empty() {
            match self.keep_aside(&bytes) {
                Ok(aside) => left.aside = Some(aside),
                Err(error) => left.lost.push(format!("{error:#}")),
            }
        }
        left
    }

    fn parse(&self, bytes: &[u8]) -> Left {
        let mut left = Left::default();
        let mut lines = bytes.split(|byte| *byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty());
        let wrong = |index: usize, what: &str, error: &str| {
            format!("{}, line {}: {what}: {error}", self.path.display(), index + 1)
        };
        let head = match lines.next() {
            Some((index, line)) => parse::<Head>(line).map_err(|error| {
                wrong(index, "of how many worlds it tells cannot be read, so some may not be restored", &error)
            }),
            None => Err(wrong(0, "nothing is restored", "it is empty")),
        };
        let mut told = 0;
        for (index, line) in lines {
            told += 1;
            match parse::<Before>(line) {
                Ok(world) => left.worlds.push(world),
                Err(error) => left.lost.push(wrong(index, "what a world was set to is not restored", &error)),
            }
        }
        match head {
            Ok(Head { worlds }) if worlds > told => left.lost.push(wrong(
                told,
                "it breaks off",
                &format!("{} of {worlds} worlds are missing and not restored", worlds - told),
            )),
            Ok(_) => {}
            Err(lost) => left.lost.insert(0, lost),
        }
        left
    }

    /// Copies a damaged journal to where nothing overwrites it; one that was copied before is not copied again.
    fn keep_aside(&self, bytes: &[u8]) -> Result<PathBuf> {
        let names = (1..).map(|n| if n == 1 { "damaged".to_owned() } else { format!("damaged-{n}") });
        for path in names.map(|name| beside(&self.path, &name)) {
            match fs::read(&path) {
                Ok(kept) if kept == bytes => return Ok(path),
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    let written = fs::write(&path, bytes);
                    return written.map(|()| path.clone()).with_context(|| format!("keeping it as {}", path.display()));
                }
                Err(error) => return Err(error).with_context(|| format!("keeping it as {}", path.display())),
            }
        }
        unreachable!("the names never end")
    }

    /// All is restored: the journal goes.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub fn done(&self) -> Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).with_context(|| format!("removing {}", self.path.display()))
            }
            _ => sync_folder(&self.path).with_context(|| format!("removing {}", self.path.display())),
        }
    }
}

/// A value as a line: its checksum (MD5) and JSON.
fn line(value: &impl Serialize) -> Result<String> {
    let text = serde_json::to_string(value).context("writing what worlds are set to")?;
    Ok(format!("{:x} {text}\n", md5::compute(&text)))
}

/// The value of a line, or what is wrong with it.
fn parse<T: for<'a> Deserialize<'a>>(line: &[u8]) -> Result<T, String> {
    let text = str::from_utf8(line).map_err(|_| "it is no text")?;
    let (sum, text) = text.split_once(' ').ok_or("it breaks off")?;
    if format!("{:x}", md5::compute(text)) != sum {
        return Err("its checksum is wrong: it was changed or breaks off".into());
    }
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// A file with another ending beside one.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    path.with_file_name(name)
}

/// Waits until the disk has the names of a file's folder. Only where a folder can be opened; elsewhere the system sees to it.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn world(name: &str, difficulty: Difficulty) -> Before {
        Before {
            world: name.into(),
            difficulty,
            time: 1_234_567,
            weather: Weather::Rain,
            weather_ticks: 700,
            rules: [("keepInventory".to_owned(), "false".to_owned()), ("randomTickSpeed".into(), "3".into())].into(),
        }
    }

    /// As an operator with a liking for night has set them.
    fn settings() -> Vec<Before> {
        vec![world("minecraft:overworld", Difficulty::Hard), world("minecraft:the_nether", Difficulty::Easy)]
    }

    fn of_run(world: &Before) -> Before {
        Before { time: 6_000, weather: Weather::Clear, difficulty: Difficulty::Peaceful, ..world.clone() }
    }

    /// Ends the server after so many steps.
    struct Kill(usize);

    impl Kill {
        fn step(&mut self) -> io::Result<()> {
            match self.0.checked_sub(1) {
                Some(left) => self.0 = left,
                None => return Err(io::Error::other("killed")),
            }
            Ok(())
        }
    }

    /// Sets worlds back as the journal says, one after the other.
    fn restore(journal: &Journal, server: &mut [Before], kill: &mut Kill) -> Result<()> {
        for world in journal.read().worlds {
            kill.step()?;
            let place = server.iter_mut().find(|here| here.world == world.world).context("the world")?;
            *place = world;
        }
        kill.step()?;
        journal.done()?;
        kill.step()?;
        Ok(())
    }

    /// A run on a server that ends after so many steps.
    fn run(journal: &Journal, server: &mut [Before], kill: &mut Kill) -> Result<()> {
        journal.write_by_steps(server, &mut || kill.step())?;
        for world in server.iter_mut() {
            *world = of_run(world);
            kill.step()?;
        }
        restore(journal, server, kill)
    }

    #[test]
    fn whenever_a_server_ends_all_is_restored_at_the_next_start() {
        let mut steps = 0;
        loop {
            let folder = tempfile::tempdir().unwrap();
            let journal = Journal::at(folder.path().join("restore"));
            let mut server = settings();
            let is_over = run(&journal, &mut server, &mut Kill(steps)).is_ok();
            // Servers end while they restore, too.
            for again in 0..4 {
                let _ = restore(&journal, &mut server, &mut Kill(again));
            }
            assert!(journal.read().lost.is_empty());
            assert_eq!(server, settings(), "ended after {steps} steps");
            run(&journal, &mut server, &mut Kill(usize::MAX)).expect("another run can begin");
            assert_eq!(server, settings());
            if is_over {
                break;
            }
            steps += 1;
        }
        assert_eq!(steps, 11, "5 to write it, 2 worlds to change, 2 to restore, 2 at the end");
    }

    #[test]
    fn a_journal_that_was_never_whole_says_nothing_and_is_in_nobodys_way() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::at(folder.path().join("restore"));
        journal.write(&settings()).unwrap();
        let text = fs::read(folder.path().join("restore")).unwrap();
        journal.done().unwrap();
        for end in 0..text.len() {
            fs::write(folder.path().join("restore.new"), &text[..end]).unwrap();
            assert_eq!(journal.read(), Left::default(), "no world was changed yet");
            journal.write(&settings()).unwrap();
            assert_eq!(journal.read().worlds, settings());
            journal.done().unwrap();
        }
    }

    #[test]
    fn what_is_damaged_is_told_and_kept_and_the_rest_is_restored() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("restore");
        let journal = Journal::at(path.clone());
        journal.write(&settings()).unwrap();
        let text = fs::read(&path).unwrap();
        let mut damaged: Vec<Vec<u8>> = (0..text.len() - 1).map(|end| text[..end].to_vec()).collect();
        damaged.extend((0..text.len() - 1).map(|at| {
            let mut text = text.clone();
            text[at] ^= 1;
            text
        }));
        for bytes in damaged {
            fs::write(&path, &bytes).unwrap();
            let left = journal.read();
            assert!(left.worlds.iter().all(|world| settings().contains(world)), "{left:?}");
            let told = left.lost.join("\n");
            assert!(told.contains("restore, line "), "{told}");
            assert!(told.contains("restored"), "{told}");
            let aside = left.aside.clone().expect("it is kept");
            assert_eq!(fs::read(&aside).unwrap(), bytes);
            assert_eq!(journal.read(), left, "it is kept once");
            fs::remove_file(aside).unwrap();
            journal.done().unwrap();
            assert_eq!(journal.read(), Left::default());
        }
        let mut text = text;
        let second = text.iter().position(|byte| *byte == b'\n').unwrap() + 40;
        text[second] ^= 4;
        fs::write(&path, &text).unwrap();
        let left = journal.read();
        assert_eq!(left.worlds, settings()[1..], "the other world's line is whole");
        assert!(left.lost[0].contains("restore, line 2: what a world was set to is not restored"), "{:?}", left.lost);
    }

    #[test]
    fn damaged_journals_do_not_overwrite_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("restore");
        let journal = Journal::at(path.clone());
        for text in ["one", "two"] {
            fs::write(&path, text).unwrap();
            let aside = journal.read().aside.unwrap();
            assert_eq!(fs::read_to_string(aside).unwrap(), text);
            journal.done().unwrap();
        }
        assert_eq!(fs::read_to_string(folder.path().join("restore.damaged")).unwrap(), "one");
    }

    #[test]
    fn a_journal_that_is_there_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::at(folder.path().join("restore"));
        journal.write(&settings()).unwrap();
        let error = journal.write(&[]).unwrap_err().to_string();
        assert!(error.contains("restore is there") && error.contains("start the server again"), "{error}");
        assert_eq!(journal.read().worlds, settings());
        let nowhere = Journal::at(folder.path().join("none").join("restore"));
        assert!(format!("{:#}", nowhere.write(&[]).unwrap_err()).contains("none"));
        assert_eq!(nowhere.read(), Left::default());
        let unreadable = Journal::at(folder.path().to_owned());
        assert!(unreadable.read().lost[0].contains("cannot be read"), "a folder is no journal");
    }
}
