//! `anima explore`.

use crate::Place;
use crate::serve_mock::Serving;

#[test]
fn a_life_tells_each_goal_and_what_came_of_all() {
    let place = Place::new();
    let args = ["explore", "--seed", "3", "--ticks", "600", "--config", "small.toml", "--record", "life.jsonl"];
    let called = place.anima(&args);
    assert_eq!(called.code, 0, "{}{}", called.stdout, called.stderr);
    let goals = called.stdout.lines().filter(|line| line.contains("reached after")).count();
    assert!(called.stdout.contains(&format!(" of {goals} reached")), "{}", called.stdout);
    assert!(called.stdout.contains("kinds held") && called.stdout.contains("seed 3"), "{}", called.stdout);
    let parts = place.read("life.jsonl").lines().filter(|line| line.contains("\"part\"")).count();
    assert_eq!(parts + 1, goals, "the record holds every goal: the first in its start, each other as a part");
    let again = place.anima(&args);
    let goals =
        |text: &str| text.lines().take_while(|line| !line.starts_with(' ')).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(goals(&called.stdout), goals(&again.stdout), "the same seed, the same life");
}

#[test]
fn a_life_whose_memory_may_only_be_read_is_told_and_recorded() {
    let place = Place::new();
    let export = || place.anima(&["memory", "export", "--store", "store.sqlite"]).stdout;
    let args = ["explore", "--seed", "3", "--ticks", "600", "--config", "small.toml", "--memory", "store.sqlite"];
    let called = place.anima(&args);
    assert_eq!(called.code, 0, "{}{}", called.stdout, called.stderr);
    let before = export();
    assert!(before.lines().count() > 1, "{before}");
    place.write("small.toml", "[world]\nradius = 2\n[memory]\nread_only = true\n");
    let called = place.anima(&[&args[..], &["--record", "life.jsonl"]].concat());
    assert!(called.code < 2, "{}", called.stderr);
    assert!(called.stdout.contains("reached after") && called.stdout.contains("kinds held"), "{}", called.stdout);
    assert!(place.read("life.jsonl").lines().last().is_some_and(|line| line.contains("\"end\"")));
    assert!(place.read("run.json").contains("started"));
    assert_eq!(export(), before);
}

#[test]
fn a_proposal_that_is_refused_is_a_goal_that_came_to_nothing() {
    let place = Place::new();
    let model = Serving::start(&place, &["--skill", "1", "--errors", "wrong_id=1"]);
    let out = |text: &str| text.lines().filter(|line| line.contains("what the model proposed does not work")).count();
    let alone = "[world]\nradius = 2\n[mind]\ncheck = false\nfallback = false\n";
    place.write("alone.toml", alone);
    let args = ["explore", "--seed", "3", "--ticks", "600", "--config", "alone.toml", "--agent", "odyssey"];
    let called = place.anima(&[&args[..], &["--model", &model.url, "--model-name", "scripted"]].concat());
    assert_eq!(
        out(&called.stdout),
        80 + 1,
        "80 in a row, and why it is at its end: {}{}",
        called.stdout,
        called.stderr
    );
}

#[test]
fn a_proposal_in_whose_place_the_rules_propose_is_told_with_the_next_question() {
    let place = Place::new();
    let model = Serving::start(&place, &["--skill", "1", "--errors", "wrong_id=1"]);
    let args = ["explore", "--seed", "3", "--ticks", "300", "--config", "small.toml", "--agent", "odyssey"];
    let model = ["--model", &model.url, "--model-name", "scripted", "--model-record", "asked"];
    let called = place.anima(&[&args[..], &model].concat());
    let asked = |wish: &str| place.read(format!("asked/{wish}/00001.json"));
    let is_told = |wish: &str| asked(wish).contains(r#"last_answer\": {"#);
    assert!(!is_told("wish-1") && is_told("wish-2"), "{}{}", called.stdout, called.stderr);
}

#[test]
fn what_is_wrong_is_said_before_the_first_tick() {
    let place = Place::new();
    let called = place.anima(&["explore", "--each", "0"]);
    assert!(called.code == 2 && called.stderr.contains("--each"), "{}", called.stderr);
}
