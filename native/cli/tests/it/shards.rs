//! `anima bench run` in shards and after a kill, `anima bench merge` and `anima bench report`.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

use crate::Place;
use crate::bench::{bench, place_with_suite};

fn place() -> Place {
    place_with_suite(3)
}

/// The one folder below another.
fn only(folder: &Path) -> PathBuf {
    let folders: Vec<_> =
        fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("listed").path()).collect();
    assert_eq!(folders.len(), 1, "{folders:?}");
    folders[0].clone()
}

/// All files below a folder but those that tell when and where a run was, with what is in them.
fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut left = vec![folder.to_owned()];
    while let Some(next) = left.pop() {
        for entry in fs::read_dir(next).expect("it is there") {
            let path = entry.expect("listed").path();
            let name = path.strip_prefix(folder).expect("it lies below").to_owned();
            if path.is_dir() {
                left.push(path);
            } else if !["run.json", "report.txt"].iter().any(|other| name == Path::new(other)) {
                found.push((name, fs::read_to_string(&path).expect("it is text")));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn shards_that_are_merged_are_one_run() {
    let place = place();
    assert_eq!(place.anima(&bench(&["--out", "one", "--quiet"])).code, 0);
    let mut shards = Vec::new();
    for shard in ["2/4", "4/4", "1/4", "3/4"] {
        let out = format!("shard-{}", &shard[..1]);
        let called = place.anima(&bench(&["--shard", shard, "--out", &out, "--quiet"]));
        assert_eq!(called.code, 0, "{}", called.stderr);
        shards.push(only(&place.path().join(out)).display().to_string());
    }
    let shards: Vec<&str> = shards.iter().map(String::as_str).collect();
    let merge = |shards: &[&str]| place.anima(&[&["bench", "merge", "--out", "merged"], shards].concat());
    merge(&shards[..3]).refused(&["1 of 6 games are missing", "--shard 3/4"]);
    merge(&[shards[0], shards[1], shards[1]]).refused(&["both played task dirt", "shard 4/4"]);
    let called = merge(&shards);
    assert_eq!(called.code, 0, "{}", called.stderr);
    let (one, merged) = (only(&place.path().join("one")), only(&place.path().join("merged")));
    assert_eq!(files(&merged), files(&one));
    let kept: Vec<_> = files(&one).into_iter().map(|(name, _)| name.display().to_string()).collect();
    assert_eq!(kept.len(), 6 + 5, "rows, report, settings, series, lock and a record each: {kept:?}");
    let again = place.anima(&["bench", "run", "--resume", &merged.display().to_string(), "--json"]);
    assert!(again.stderr.contains("6 games over, 0 left"), "{}", again.stderr);
    assert_eq!((again.json()["tasks"][0]["n"].as_u64(), files(&merged)), (Some(3), files(&one)));

    // Another seed base is another series.
    place.anima(&bench(&["--shard", "3/4", "--seed-base", "31", "--out", "other", "--quiet"]));
    let other = only(&place.path().join("other")).display().to_string();
    merge(&[&shards[..3], &[&other]].concat()).refused(&[&other, "settings.toml", "seed_base is 31 there, 30 here"]);
}

/// A process that plays, and whose words go into a file, so that it never waits for a reader.
fn playing(place: &Place, args: &[&str], words: &Path) -> Child {
    let file = File::create(words).expect("a file can be written");
    place.command(args).stdout(Stdio::null()).stderr(file).spawn().expect("the program can be started")
}

/// Bytes of rows and records that a run has written.
fn written(run: &Path) -> u64 {
    let size = |path: &Path| fs::metadata(path).map_or(0, |file| file.len());
    let inside = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    };
    let records =
        inside(&run.join("records")).iter().flat_map(|task| inside(task)).map(|file| size(&file)).sum::<u64>();
    size(&run.join("rows.jsonl")) + records
}

/// Kills a process once its run has written so many bytes and was looked at some more times; whether it was over before.
fn kill_at(child: &mut Child, run: &Path, bytes: u64, looks: u32) -> bool {
    let mut looked = 0;
    let is_over = loop {
        if child.try_wait().expect("it can be asked").is_some() {
            break true;
        }
        looked += u32::from(written(run) >= bytes);
        if looked > looks {
            break false;
        }
        std::thread::yield_now();
    };
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    is_over
}

/// Bar: a run that is killed at twenty points and played on each time is one that was not, and no game of it was
/// played again once it was over. A point is so many bytes on the disk, and some more looks at it.
#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    const KILLS: usize = 20;
    const GAMES: usize = 4;
    let place = place();
    assert_eq!(place.anima(&bench(&["--games", "2", "--out", "one", "--quiet"])).code, 0);
    let one = only(&place.path().join("one"));
    let (whole, bytes) = (files(&one), written(&one));
    let mut dice = Pcg32::seed_from_u64(5);
    let words = place.path().join("words.txt");
    let (mut kills, mut cut) = (0, 0);
    while kills < KILLS {
        // One run, killed and played on until it is over.
        let out = place.path().join(format!("killed-{kills}"));
        let out_name = out.display().to_string();
        let begin = || {
            let child = playing(&place, &bench(&["--games", "2", "--jobs", "2", "--out", &out_name]), &words);
            while fs::read_dir(&out).map_or(0, Iterator::count) == 0 {
                std::thread::yield_now();
            }
            (child, only(&out))
        };
        let (mut child, mut run) = begin();
        let mut over = BTreeSet::new();
        loop {
            let left = bytes.saturating_sub(written(&run));
            let (until, looks) = (bytes - left + dice.random_range(0..=left / 3), dice.random_range(0..300));
            let is_over = kill_at(&mut child, &run, until, looks);
            let said = fs::read_to_string(&words).expect("its words are kept");
            for game in said.lines().filter_map(|line| line.strip_prefix('[')?.split_once("] ")).map(|(_, game)| game) {
                let game = game.split(": ").next().unwrap_or(game);
                assert!(over.insert(game.to_owned()), "{game} is played twice");
            }
            if is_over {
                assert!(said.contains("kept in"), "{said}");
                break;
            }
            kills += 1;
            let rows = fs::read_to_string(run.join("rows.jsonl")).unwrap_or_default();
            assert!(rows.lines().count() >= over.len(), "a game that was said to be over is lost: {over:?} {rows}");
            if !run.join("series.json").exists() {
                // It never began.
                assert_eq!(rows, "");
                fs::remove_dir_all(&run).expect("it can be removed");
                (child, run) = begin();
                continue;
            }
            let records = files(&run).into_iter().filter(|(name, _)| name.starts_with("records"));
            cut += records.filter(|(_, record)| !record.contains("\"type\":\"end\"")).count();
            // The last game may be over without having been said to be: its row is what counts.
            over.extend(rows.lines().map(|row| {
                let row: serde_json::Value = serde_json::from_str(row).expect("a row is written at once");
                format!("{} seed {}", row["task"].as_str().expect("a task"), row["seed"])
            }));
            let again = ["bench", "run", "--resume", &run.display().to_string(), "--jobs", ["1", "2"][kills % 2]];
            child = playing(&place, &again, &words);
        }
        assert_eq!(over.len(), GAMES, "{over:?}");
        assert_eq!(files(&run), whole);
    }
    assert!(cut > 0, "no record broke off: this tries nothing");
}

#[test]
fn two_processes_never_play_in_one_folder_and_resuming_takes_what_was_typed() {
    let place = place();
    let mut child = playing(&place, &bench(&["--games", "1000"]), &place.path().join("words.txt"));
    let out = place.path().join("records");
    while !fs::read_dir(&out).into_iter().flatten().flatten().any(|run| run.path().join("series.json").exists()) {
        std::thread::yield_now();
    }
    let run = only(&out).display().to_string();
    let refused = |args: &[&str], words: &[&str]| place.anima(args).refused(words);
    refused(&["bench", "run", "--resume", &run], &["another process plays in", &run, "next", "wait"][..2]);
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    let resume = |rest: &[&str]| {
        [&bench(&["--resume", run.as_str()])[..], rest].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let refused = |args: Vec<String>, words: &[&str]| {
        place.anima(&args.iter().map(String::as_str).collect::<Vec<_>>()).refused(words);
    };
    refused(resume(&[]), &["games is 1000 in", "settings.toml", "3 by the command", "--resume alone"]);
    refused(resume(&["--games", "1000", "--shard", "1/2"]), &["shard is all games in", "1/2 by the command"]);
    refused(resume(&["--games", "1000", "--latency", "2"]), &["settings.world.latency is 0 in", "2 by"]);
    refused(["bench", "run", "--resume", &run, "--games", "5"].map(str::to_owned).into(), &["SUITE"]);
    refused(["bench", "run", "--resume", "small-suite.toml"].map(str::to_owned).into(), &["small-suite.toml"]);
    refused(
        ["bench", "run", "--shard", "5/4", "small-suite.toml"].map(str::to_owned).into(),
        &["--shard", "no shard 5/4"],
    );
    // What is not there is made by nobody.
    refused(["bench", "run", "--resume", "none"].map(str::to_owned).into(), &["none"]);
    assert!(!place.path().join("none").exists());
    let series = Path::new(&run).join("series.json");
    fs::remove_file(&series).expect("it can be removed");
    refused(["bench", "run", "--resume", &run].map(str::to_owned).into(), &["series.json", "play it anew"]);
}

/// The page's commands play the very games again.
#[test]
fn a_report_is_one_page_with_commands_that_play_its_games() {
    let place = place();
    assert_eq!(place.anima(&bench(&["--games", "1", "--ticks", "30", "--quiet"])).code, 0);
    let run = only(&place.path().join("records"));
    let called = place.anima(&["bench", "report", &run.display().to_string(), "--out", "deep/page.html"]);
    assert_eq!((called.code, called.stdout.trim()), (0, "deep/page.html"), "{}", called.stderr);
    let page = place.read("deep/page.html").replace("&quot;", "\"").replace("&#x2f;", "/");
    let command = page.split("<code>").filter_map(|rest| rest.split_once("</code>")).map(|(code, _)| code);
    let command = command.into_iter().find(|code| code.starts_with("anima run \"get 1 log\"")).expect("a command");
    let settings = page.split_once("<pre>").and_then(|(_, rest)| rest.split_once("</pre>")).expect("settings").0;
    place.write("settings-of-the-run.toml", settings);
    let rest = command.strip_prefix("anima run \"get 1 log\" ").expect("the goal");
    let args: Vec<&str> =
        ["run", "get 1 log"].into_iter().chain(rest.split(' ')).chain(["--record", "again.jsonl"]).collect();
    assert_eq!(place.anima(&args).code, 1, "30 ticks are too few");
    let seed = args[3];
    let record = place.read(run.join(format!("records/a-log/{seed}.jsonl")));
    assert_eq!(place.read("again.jsonl"), record);
    place.anima(&["bench", "report", "none"]).refused(&["none", "rows.jsonl"]);
    let called = place.anima(&["bench", "report", &run.display().to_string(), "--maps", "0"]);
    assert!(called.stdout.trim().ends_with("report.html"), "{}", called.stdout);
    assert!(!place.read(run.join("report.html")).contains("data:image"));
}
