//! `anima learn` that is killed at any moment.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};

use anima_memory::Memory;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use serde_json::Value;

use crate::serve_mock::Serving;
use crate::{Place, files};

/// Rounds that are learnt.
const ROUNDS: u32 = 2;
/// Kills of one store, after which the learning is brought to its end.
const KILLS_OF_A_STORE: u32 = 2;
/// How the run is called whose games are played; its settings follow.
const RUN: &str = "learn four 60 by jarvis with scripted, ";

/// A round of four games, which are played at once.
const SUITE: &str = r#"
analysis = "small"
games = 1
seed_base = 60
[[task]]
name = "log"
goal = "obtain 2 oak_log"
budget = { ticks = 900 }
[[task]]
name = "dirt"
goal = "obtain 3 dirt"
budget = { ticks = 900 }
[[task]]
name = "stick"
goal = "obtain 4 stick"
budget = { ticks = 900 }
[[task]]
name = "table"
goal = "obtain 1 crafting_table"
budget = { ticks = 900 }
"#;

/// Arguments that learn into a store and leave the rounds' folders in another.
fn learn<'a>(store: &'a str, out: &'a str, url: &'a str) -> [&'a str; 18] {
    [
        "learn",
        "four.toml",
        "--config",
        "small.toml",
        "--rounds",
        "2",
        "--jobs",
        "4",
        "--memory",
        store,
        "--out",
        out,
        "--agent",
        "jarvis",
        "--model-name",
        "scripted",
        "--model",
        url,
    ]
}

/// Bytes that the rounds have written into their folders.
fn written(out: &Path) -> u64 {
    files(out).iter().filter_map(|file| Some(fs::metadata(file).ok()?.len())).sum()
}

/// Kills a process once its rounds have written so many bytes and were looked at some more times.
fn kill_at(mut child: Child, out: &Path, bytes: u64, looks: u32) {
    let mut looked = 0;
    while looked <= looks && child.try_wait().expect("it can be asked").is_none() {
        looked += u32::from(written(out) >= bytes);
        std::thread::yield_now();
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
}

/// The games that were over, by the rows that their rounds have written: round and task.
fn finished(out: &Path) -> BTreeSet<(u64, String)> {
    let rows = files(out).into_iter().filter(|file| file.ends_with("rows.jsonl"));
    rows.flat_map(|file| {
        let rows = fs::read_to_string(&file).expect("it can be read");
        let whole = rows.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let games = whole.map(|line| {
            let row: Value = serde_json::from_str(line).expect("a row is JSON");
            let (_, round) = row["suite"].as_str().and_then(|suite| suite.rsplit_once('-')).expect("its round");
            (round.parse().expect("a number"), row["task"].as_str().expect("a name").to_owned())
        });
        games.collect::<Vec<_>>()
    })
    .collect()
}

/// The games whose episodes a store holds, those too that wait for the end of their round. It is looked at in a copy, so
/// that what plays on finds it as the kill has left it.
fn remembered(place: &Place, store: &str, run: &str) -> BTreeSet<(u64, String)> {
    for end in ["", "-wal"] {
        let (from, to) = (place.path().join(format!("{store}{end}")), place.path().join(format!("copy{end}")));
        drop(fs::remove_file(&to));
        if from.exists() {
            fs::copy(from, to).expect("it can be copied");
        }
    }
    let memory = Memory::open(&place.path().join("copy")).expect("the store opens");
    for round in 0..ROUNDS {
        memory.merge_kept(run, round).expect("a round can be merged");
    }
    let mut lines = Vec::new();
    memory.export(&mut lines).expect("it can be exported");
    let lines = String::from_utf8(lines).expect("it is text");
    let episodes = lines.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).expect("a line is JSON"));
    let origin = |line: Value| {
        let origin = &line["episode"]["origin"];
        assert_eq!(origin["run"], run);
        (origin["round"].as_u64().expect("a number"), origin["task"].as_str().expect("a name").to_owned())
    };
    episodes.map(origin).collect()
}

#[test]
fn nothing_is_played_to_learn_where_the_memory_may_only_be_read() {
    let place = Place::new();
    place.write("four.toml", SUITE);
    place.write("read.toml", "[world]\nradius = 2\n[memory]\nread_only = true\n");
    let args = ["learn", "four.toml", "--config", "read.toml", "--memory", "store.sqlite", "--out", "out"];
    place.anima(&args).refused(&["memory.read_only is true", "set it to false", "anima bench run"]);
    assert!(!place.path().join("out").exists() && !place.path().join("store.sqlite").exists());
}

/// A run that is killed loses no game that was over, leaves a sound store, and plays on to the very memory that one has
/// which was never killed.
#[test]
fn a_run_that_learns_loses_nothing_by_a_kill() {
    let kills = if std::env::var_os("ANIMA_LONG").is_some() { 20 } else { 2 };
    let place = Place::new();
    place.write("four.toml", SUITE);
    let model = Serving::start(&place, &["--seed", "5", "--errors", "mixed=0.2"]);
    let export = |store: &str| place.anima(&["memory", "export", "--store", store]).stdout;
    let whole = place.anima(&learn("whole.sqlite", "whole", &model.url));
    assert_eq!(whole.code, 0, "{}", whole.stderr);
    let (expected, bytes) = (export("whole.sqlite"), written(&place.path().join("whole")));
    assert_eq!(expected.lines().count(), 1 + 4 * ROUNDS as usize, "an episode a game: {}{expected}", whole.stdout);
    let first: Value = serde_json::from_str(expected.lines().nth(1).expect("an episode")).expect("a line is JSON");
    let run = first["episode"]["origin"]["run"].as_str().expect("its run");
    assert!(run.starts_with(RUN) && run.len() == RUN.len() + 8, "{run}");
    let mut chance = Pcg32::seed_from_u64(33);
    let (mut over, mut in_the_middle) = (0, 0);
    for number in 0..kills / KILLS_OF_A_STORE {
        let store = format!("killed-{number}.sqlite");
        for kill in 0..KILLS_OF_A_STORE {
            let what = format!("store {number}, kill {kill}");
            let out = format!("killed-{number}-{kill}");
            let mut command = place.command(&learn(&store, &out, &model.url));
            let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it can be started");
            let at = chance.random_range(0..bytes);
            kill_at(child, &place.path().join(&out), at, chance.random_range(0..200));
            // One that was killed before it had made a store has left none.
            if place.path().join(&store).exists() {
                let checked = place.anima(&["memory", "check", "--store", &store]);
                assert_eq!(checked.code, 0, "{what}: {}{}", checked.stdout, checked.stderr);
            }
            let (finished, remembered) = (finished(&place.path().join(&out)), remembered(&place, &store, run));
            let lost: Vec<_> = finished.difference(&remembered).collect();
            assert!(lost.is_empty(), "{what}: {lost:?} of {finished:?} are lost; there are {remembered:?}");
            over += finished.len();
            in_the_middle += u32::from((1..8).contains(&finished.len()));
        }
        let again = place.anima(&learn(&store, &format!("again-{number}"), &model.url));
        assert_eq!(again.code, 0, "{}", again.stderr);
        assert!(export(&store) == expected, "store {number}: what was learnt differs:\n{}\n{expected}", export(&store));
    }
    println!(
        "{kills} kills, {in_the_middle} between the first game's end and the last's: {over} finished games are there"
    );
    assert!(over > 0, "no kill came after a game");
}
