//! A writer that is killed at any moment loses nothing that it had finished.

use std::collections::BTreeMap;
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;

use anima_body::Frame;
use anima_memory::{Episode, Error, Id, Memory, Origin};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::{failed, reached};

/// Names the store to a process that is to write.
const STORE: &str = "ANIMA_TEST_STORE";
/// Kills of one store, after which another is begun.
const KILLS_OF_A_STORE: u32 = 20;

/// The episode of a number, in the same words in every process.
fn recorded(number: u32) -> Episode {
    let words = ["obtain 1 stone_pickaxe", "obtain 1 bread", "obtain 2 iron_ingot"][number as usize % 3];
    let mut episode = if number % 4 == 3 { failed(words, number) } else { reached(words, number) };
    episode.words = format!("episode {number}");
    episode.circumstances.position = [number as i32, 64, 0];
    episode
}

/// The writer: not a test, but what is killed.
#[test]
fn writer() {
    let Some(path) = env::var_os(STORE) else { return };
    let memory = Memory::open(Path::new(&path)).unwrap();
    let tell = |what: String| writeln!(std::io::stderr(), "{what}").unwrap();
    let frame = Arc::new(Frame::from_rgb(64, 36, (0..64 * 36 * 3_u32).map(|n| (n * 31 / 8) as u8).collect()));
    let first = memory.snapshot().unwrap().upto().0 as u32;
    for number in first.. {
        let mut episode = recorded(number);
        match number % 5 {
            // A round of two games, and an episode with a picture, one alone, two at once.
            0 => {
                episode.origin.round = 1 + number;
                memory.keep(vec![episode]).unwrap();
                tell(format!("kept {number}"));
                let ids = memory.merge_kept("test", 1 + number).unwrap();
                tell(format!("done {number} {}", ids[0]));
            }
            1 => {
                let id = memory.remember(episode, Some(Arc::clone(&frame))).finish().unwrap();
                tell(format!("done {number} {id}"));
            }
            _ => {
                let id = memory.append(vec![episode]).unwrap()[0];
                tell(format!("done {number} {id}"));
            }
        }
        if number % 11 == 10 {
            memory.forget(&[Id(u64::from(number) - 3)]).unwrap();
            tell(format!("forgotten {}", number - 3));
        }
    }
}

/// What a writer said that it had finished before it was killed: episodes by number, and numbers that were forgotten.
#[derive(Default)]
struct Finished {
    done: BTreeMap<Id, u32>,
    forgotten: Vec<Id>,
}

/// Lets a writer work until it has told of so many things, and for some moments more, and kills it.
fn write_and_kill(path: &Path, lines: usize, moments: u32, finished: &mut Finished) {
    let this = env::current_exe().expect("this program is a file");
    let mut writer = Command::new(this)
        .args(["--exact", "killed::writer", "--nocapture"])
        .env(STORE, path)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it can be started again");
    let mut told = BufReader::new(writer.stderr.take().expect("it is piped"));
    let mut text = Vec::new();
    for _ in 0..lines {
        assert_ne!(told.read_until(b'\n', &mut text).expect("it can be read"), 0, "{}", String::from_utf8_lossy(&text));
    }
    for _ in 0..moments {
        thread::yield_now();
    }
    writer.kill().expect("it can be killed");
    writer.wait().expect("it ends");
    std::io::Read::read_to_end(&mut told, &mut text).expect("it can be read");
    let text = String::from_utf8(text).expect("it writes text");
    // What was said to the end of the line was finished.
    for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| words[at].parse::<u64>().unwrap_or_else(|_| panic!("{text}"));
        match words[0] {
            "done" => {
                finished.done.insert(Id(number(2)), number(1) as u32);
            }
            "forgotten" => finished.forgotten.push(Id(number(1))),
            "kept" => {}
            _ => panic!("{text}"),
        }
    }
}

#[test]
fn nothing_that_was_finished_is_lost_by_a_kill() {
    let kills = if env::var_os("ANIMA_LONG").is_some() { 980 } else { 20 };
    let mut chance = Pcg64::seed_from_u64(33);
    let (mut told, mut forgotten, mut most) = (0, 0, 0);
    for store in 0..kills / KILLS_OF_A_STORE {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memory.sqlite");
        let mut finished = Finished::default();
        for kill in 0..KILLS_OF_A_STORE {
            // Some before the store is even made.
            let lines = chance.random_range(0..16);
            write_and_kill(&path, lines, chance.random_range(0..3000), &mut finished);
            let memory = Memory::open(&path).unwrap();
            let what = format!("store {store}, kill {kill}");
            let checked = memory.check().unwrap();
            assert_eq!(checked.faults, [""; 0], "{what}");
            // Between being kept and being merged an episode waits; what merges its round finds it there.
            let last = memory.snapshot().unwrap().upto().0;
            for round in 0..=last as u32 + 1 {
                memory.merge_kept("test", round).unwrap();
            }
            for (id, number) in &finished.done {
                match memory.show(*id) {
                    Ok(episode) => {
                        let mut expected = recorded(*number);
                        let Origin { round, .. } = episode.origin;
                        (expected.origin.round, expected.picture) = (round, episode.picture.clone());
                        assert_eq!(episode, expected, "{what}");
                        assert_eq!(episode.picture.is_some(), number % 5 == 1, "{what}");
                    }
                    Err(Error::Forgotten { .. }) => assert_eq!(number % 11, 6, "{what}: {id} was not to be forgotten"),
                    Err(error) => panic!("{what}: {error}"),
                }
            }
            for id in &finished.forgotten {
                assert!(matches!(memory.show(*id), Err(Error::Forgotten { .. })), "{what}: {id} is back");
            }
            most = most.max(last);
        }
        (told, forgotten) = (told + finished.done.len(), forgotten + finished.forgotten.len());
    }
    println!(
        "{kills} kills: {told} finished episodes are there, {forgotten} forgotten ones are not; {most} in a store at most"
    );
    assert!(told > kills as usize, "the writers have hardly written");
}
