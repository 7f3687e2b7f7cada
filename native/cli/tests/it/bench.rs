//! `anima bench run` and `anima bench compare`.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::run::dead_url;
use crate::{Place, shared};

/// A small suite of two tasks, so many games each, and a folder with it.
pub(crate) fn place_with_suite(games: u32) -> Place {
    let place = Place::new();
    let task =
        |name: &str, goal: &str| format!("[[task]]\nname = \"{name}\"\ngoal = \"{goal}\"\nbudget = {{ ticks = 40 }}\n");
    let head = format!("analysis = \"small\"\ngames = {games}\nseed_base = 30\n");
    place.write("small-suite.toml", &[head, task("a log", "get 1 log"), task("dirt", "get 1 dirt")].join("\n"));
    place
}

fn place() -> Place {
    place_with_suite(2)
}

/// Arguments that play the small suite.
pub(crate) fn bench<'a>(rest: &[&'a str]) -> Vec<&'a str> {
    [&["bench", "run", "small-suite.toml", "--config", "small.toml"], rest].concat()
}

/// The folders of runs below a folder, in order of name.
fn runs(place: &Place, out: &str) -> Vec<PathBuf> {
    let mut runs: Vec<_> = fs::read_dir(place.path().join(out))
        .expect("there are runs")
        .map(|entry| entry.expect("listed").path())
        .collect();
    runs.sort();
    runs
}

#[test]
fn the_command_line_stands_over_a_tasks_own_number_of_games() {
    let place = place();
    let text = fs::read_to_string(place.path().join("small-suite.toml")).expect("it is there");
    place.write("small-suite.toml", &text.replacen("goal = \"get 1 log\"\n", "goal = \"get 1 log\"\ngames = 3\n", 1));
    let played = |rest: &[&str]| -> Vec<u64> {
        let called = place.anima(&[&bench(&["--json", "--quiet", "--ticks", "5", "--no-records"]), rest].concat());
        assert_eq!(called.code, 0, "{}", called.stderr);
        let json = called.json();
        json["tasks"].as_array().expect("tasks").iter().map(|task| task["n"].as_u64().expect("a number")).collect()
    };
    assert_eq!(played(&[]), [3, 2]);
    assert_eq!(played(&["--games", "1"]), [1, 1]);
}

#[test]
fn the_report_is_one_line_of_json() {
    let place = place();
    let called = place.anima(&bench(&["--json", "--jobs", "2", "--games", "3", "--seed-base", "70", "--ticks", "20"]));
    assert_eq!(called.code, 0, "{}", called.stderr);
    let json = called.json();
    assert_eq!(json["suite"], "small-suite");
    let tasks = json["tasks"].as_array().expect("tasks");
    assert_eq!(tasks.len(), 2);
    for task in tasks {
        for key in ["task", "n", "successes", "wilson", "ticks_p50", "ticks_p95", "reasons"] {
            assert!(task.get(key).is_some(), "no {key} in {task}");
        }
        assert_eq!(task["n"], 3);
        assert_eq!(task["wilson"].as_array().map(Vec::len), Some(2));
    }
    let run = &runs(&place, "records")[0];
    let rows = place.read(run.join("rows.jsonl"));
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).expect("a row is JSON")).collect();
    let seeds: Vec<_> = rows.iter().map(|row| row["seed"].as_i64().expect("a seed")).collect();
    let first = |task| anima_suite::game_seed(70, task, 0);
    let (log, dirt) = (first("a log"), first("dirt"));
    assert_eq!(seeds, [log, log + 1, log + 2, dirt, dirt + 1, dirt + 2]);
    assert!(rows.iter().all(|row| row["limit"] == 20 && row["perception"] == "fair"));
}

#[test]
fn two_runs_are_compared_and_what_is_no_run_is_named() {
    let place = place();
    place.anima(&bench(&["--quiet", "--no-records"]));
    place.anima(&bench(&["--quiet", "--no-records", "--latency", "2"]));
    let runs: Vec<String> = runs(&place, "records").iter().map(|run| run.display().to_string()).collect();
    let called = place.anima(&["bench", "compare", &runs[0], &runs[1]]);
    assert_eq!((called.code, called.stderr.as_str()), (0, ""));
    assert!(called.stdout.contains("latency differs: 0 | 2"), "{}", called.stdout);
    assert!(called.stdout.contains("the same 2 games"), "{}", called.stdout);
    let json = place.anima(&["bench", "compare", "--json", &runs[0], &runs[0]]).json();
    assert_eq!((json["tasks"][0]["p"].as_f64(), &json["differs"]), (Some(1.0), &serde_json::json!([])));
    let called = place.anima(&["bench", "compare", &runs[0], "records"]);
    assert_eq!(called.code, 2, "{}", called.stderr);
    assert!(called.stderr.contains("rows.jsonl") && called.stderr.contains("next: "), "{}", called.stderr);
}

#[test]
fn each_run_has_its_own_folder_with_everything_in_it() {
    let place = place();
    for _ in 0..2 {
        let called = place.anima(&bench(&["--out", "kept", "--quiet"]));
        assert_eq!((called.code, called.stderr.as_str()), (0, ""));
        assert!(called.stdout.contains("small-suite.toml") && called.stdout.contains("95 % interval"));
    }
    let runs = runs(&place, "kept");
    assert_eq!(runs.len(), 2);
    let record =
        |folder: &str, task, game| format!("records/{folder}/{}.jsonl", anima_suite::game_seed(30, task, game));
    let records = [record("a-log", "a log", 0), record("dirt", "dirt", 1)];
    for run in &runs {
        for name in ["report.txt", "run.json"] {
            assert!(run.join(name).is_file(), "no {name}");
        }
    }
    for name in ["rows.jsonl", "report.json", "settings.toml", "series.json", &records[0], &records[1]] {
        assert_eq!(place.read(runs[0].join(name)), place.read(runs[1].join(name)), "{name}");
    }
    let settings: toml::Table =
        toml::from_str(&place.read(runs[0].join("settings.toml"))).expect("the settings are TOML");
    assert_eq!(settings["settings"]["world"]["radius"].as_integer(), Some(2));
    let facts: Value = serde_json::from_str(&place.read(runs[0].join("run.json"))).expect("the facts are JSON");
    assert!(facts["machine"]["cpu"].is_string() && facts["versions"]["minecraft"] == "1.19.4");
}

#[test]
fn tasks_can_be_chosen_and_saves_be_played() {
    let place = place();
    let json = place.anima(&bench(&["--json", "--task", "dirt", "--no-records"])).json();
    assert_eq!(json["tasks"].as_array().map(Vec::len), Some(1));
    assert!(!runs(&place, "records")[0].join("records").exists());
    let Some(worlds) = shared("worlds") else { return };
    let world = worlds.join("taiga-forest-1181");
    let world = world.to_string_lossy();
    let on_save = ["--task", "dirt", "--games", "1", "--out", "save", "--world", &world, "--at", "-59.5,67,45.5"];
    assert_eq!(place.anima(&bench(&on_save)).code, 0);
    let row: Value = serde_json::from_str(&place.read(runs(&place, "save")[0].join("rows.jsonl"))).expect("one row");
    assert_eq!((&row["world"], &row["at"][0]), (&"taiga-forest-1181".into(), &(-59.5).into()));
}

/// Its games would be the rules', and count as the model's.
#[test]
fn no_game_begins_where_no_server_answers() {
    let (place, url) = (place(), dead_url());
    let model = ["--model", url.as_str(), "--model-name", "m"];
    let words = ["no model server answers at http://127.0.0.1:", "start the server"];
    place.anima(&bench(&model)).refused(&words);
    let learn = ["learn", "small-suite.toml", "--config", "small.toml", "--memory", "memory.sqlite"];
    place.anima(&[&learn, &model[..]].concat()).refused(&words);
    assert!(!place.path().join("records").exists(), "there is nothing to be resumed");
}

#[test]
fn wrong_calls_name_the_word_and_the_next_step() {
    let place = place();
    place.write("bad.toml", "games = 1\n[[task]]\nname = \"x\"\ngaol = \"get stick\"\n");
    place.write("goal.toml", "[[task]]\nname = \"x\"\ngoal = \"get 1 stikc\"\n");
    place.write("save.toml", "[[task]]\nname = \"x\"\ngoal = \"get 1 stick\"\nworld = { save = \"none\" }\n");
    let refused = |args: &[&str], words: &[&str]| place.anima(args).refused(words);
    refused(&["bench", "run"], &["SUITE"]);
    refused(&["bench", "run", "none.toml"], &["none.toml", "next:"]);
    refused(&["bench", "run", "bad.toml"], &["bad.toml line 4", "gaol", "goal"]);
    refused(&["bench", "run", "goal.toml"], &["goal.toml line 3", "stikc", "stick"]);
    refused(&["bench", "run", "save.toml"], &["none", "level.dat"]);
    refused(&bench(&["--task", "mud"]), &["mud", "a log, dirt"]);
    refused(&bench(&["--games", "0"]), &["--games"]);
    refused(&bench(&["--jobs", "0"]), &["--jobs"]);
    // What is only recalled from must be there.
    let absent = place.anima(&bench(&["--memory", "absent.sqlite"]));
    absent.refused(&["no memory at absent.sqlite", "anima learn"]);
    assert!(!absent.stderr.contains("--store"), "{}", absent.stderr);
    let help = place.anima(&["bench", "run", "--help"]).stdout;
    assert!(help.contains("must be there") && !help.contains("it is made if it is not there"), "{help}");
    refused(&bench(&["--out", "small.toml"]), &["small.toml"]);
}
