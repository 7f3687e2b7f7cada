//! `anima run`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::thread;

use serde_json::{Value, json};

use crate::serve_mock::Serving;
use crate::{Place, files, shared};

const SMALL: [&str; 4] = ["--config", "small.toml", "--ticks", "60"];

fn run<'a>(rest: &[&'a str]) -> Vec<&'a str> {
    [&["run"], rest, &SMALL].concat()
}

#[test]
fn the_result_is_one_line_of_json() {
    let place = Place::new();
    let called = place.anima(&run(&["obtain 1 diamond", "--seed", "7", "--json"]));
    let json = called.json();
    let keys = ["goal", "outcome", "reason", "ticks", "seed", "world", "perception", "deaths"];
    for key in keys.iter().chain(&["model_calls", "repairs", "fallbacks"]) {
        assert!(json.get(key).is_some(), "no {key} in {json}");
    }
    assert_eq!(json["goal"], "obtain 1 diamond");
    assert_eq!((json["seed"].as_i64(), json["perception"].as_str()), (Some(7), Some("fair")));
    assert_eq!(json["world"], "generated");
    assert_ne!(json["outcome"], "success", "nobody has a diamond after three seconds");
    assert_eq!(json["reason"]["why"], "out_of_ticks");
    assert_eq!(called.code, 1);
    assert_eq!(called.stdout.lines().count(), 1);
}

#[test]
fn a_seed_is_chosen_and_shown() {
    let place = Place::new();
    let called = place.anima(&run(&["get 9 diamonds", "--json"]));
    let seed = called.json()["seed"].as_i64().expect("a seed");
    assert!(called.stderr.contains(&format!("seed {seed}")), "{}", called.stderr);
    let other = place.anima(&run(&["get 9 diamonds", "--json"])).json()["seed"].as_i64();
    assert_ne!(other, Some(seed));
}

#[test]
fn quiet_is_quiet_and_progress_goes_to_standard_error() {
    let place = Place::new();
    let quiet = place.anima(&run(&["get 9 diamonds", "--seed", "-3", "--quiet"]));
    assert_eq!(quiet.stderr, "");
    assert!(quiet.stdout.contains("seed -3") && quiet.stdout.contains("reason"), "{}", quiet.stdout);
    let loud = place.anima(&run(&["get 9 diamonds", "--seed=-3"]));
    assert!(loud.stderr.contains("obtain 9 diamond"), "{}", loud.stderr);
}

#[test]
fn a_reader_who_goes_away_ends_nothing() {
    let place = Place::new();
    let code = place.anima_unheard(&run(&["get 1 log", "--seed", "11", "--record", "r.jsonl"]));
    let record = place.read("r.jsonl");
    let end: Value = serde_json::from_str(record.lines().last().unwrap_or_default()).expect("the end");
    assert_ne!(end["outcome"], "error", "{end}");
    assert_eq!(code, Some(i32::from(end["outcome"] != "success")));
    assert_eq!(place.anima_unheard(&["doctor"]), Some(0));
    assert_eq!(place.anima_unheard(&["completions", "bash"]), Some(0));
}

#[test]
fn the_same_seed_gives_the_same_record() {
    let place = Place::new();
    for name in ["one.jsonl", "deep/er/two.jsonl"] {
        place.anima(&run(&["get 1 log", "--seed", "11", "--record", name]));
    }
    let record = place.read("one.jsonl");
    assert_eq!(record, place.read("deep/er/two.jsonl"));
    let lines: Vec<Value> = record.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    assert!(lines.iter().all(|line| line["tick"].is_u64()));
    assert_eq!((lines[0]["type"].as_str(), lines[0]["seed"].as_i64()), (Some("start"), Some(11)));
    let end = lines.last().expect("there are lines");
    assert_eq!(end["type"], "end");
    let controls = lines.iter().filter(|line| line["type"] == "control").count() as u64;
    assert_eq!(end["ticks"].as_u64(), Some(controls), "one control a tick");
    for word in [&*place.path().to_string_lossy(), "seconds", "cpu", "small.toml"] {
        assert!(!record.contains(word), "{word} does not belong into a record");
    }
    let facts: Value = serde_json::from_str(&place.read("deep/er/run.json")).expect("the facts are JSON");
    assert!(facts["started"].is_string() && facts["machine"]["cores"].is_u64() && facts["seconds"].is_number());
}

/// What was played is told and recorded; the memory stays as it was.
#[test]
fn a_memory_that_may_only_be_read_is_not_written() {
    let place = Place::new();
    let export = || place.anima(&["memory", "export", "--store", "store.sqlite"]).stdout;
    let args = ["get 9 diamonds", "--seed", "7", "--memory", "store.sqlite", "--record", "r.jsonl", "--json"];
    assert_eq!(place.anima(&run(&args)).code, 1);
    let before = export();
    assert_eq!(before.lines().count(), 2, "an episode: {before}");
    place.write("small.toml", "[world]\nradius = 2\n[memory]\nread_only = true\n");
    for file in ["r.jsonl", "run.json"] {
        std::fs::remove_file(place.path().join(file)).expect("it was written");
    }
    let called = place.anima(&run(&args));
    assert_eq!((called.code, called.json()["reason"]["why"].as_str()), (1, Some("out_of_ticks")), "{}", called.stderr);
    let record = place.read("r.jsonl");
    let end: Value = serde_json::from_str(record.lines().last().unwrap_or_default()).expect("the end");
    assert_eq!(end["type"], "end");
    assert!(place.read("run.json").contains("started"));
    assert_eq!(export(), before);
}

#[test]
fn frames_are_pictures_and_a_map() {
    let place = Place::new();
    place.anima(&run(&["get 1 log", "--seed", "5", "--frames", "pictures"]));
    let png = |name: &str| {
        let bytes = std::fs::read(place.path().join("pictures").join(name)).expect("a picture is there");
        assert!(bytes.starts_with(b"\x89PNG"), "{name} is a PNG");
    };
    png("000000.png");
    png("map.png");
}

#[test]
fn pictures_lie_beside_the_record_and_are_named_in_it() {
    let place = Place::new();
    let pictures = |record: &str| -> Vec<Value> {
        let lines = record.lines().map(|line| serde_json::from_str(line).expect("a line is JSON"));
        lines.filter(|line: &Value| line["event"] == "picture").collect()
    };
    place.anima(&run(&["get 1 log", "--seed", "5", "--record", "with.jsonl", "--pictures"]));
    let named = pictures(&place.read("with.jsonl"));
    assert!(named.len() >= 2, "of the begin and of the end: {named:?}");
    for line in &named {
        let file = place.path().join("with-pictures").join(line["file"].as_str().expect("a name"));
        let bytes = std::fs::read(&file).expect("the picture is there");
        assert!(bytes.starts_with(b"\xff\xd8"), "{} is a JPEG", file.display());
    }
    assert_eq!(std::fs::read_dir(place.path().join("with-pictures")).expect("a folder").count(), named.len());
    place.anima(&run(&["get 1 log", "--seed", "5", "--record", "without.jsonl"]));
    assert!(pictures(&place.read("without.jsonl")).is_empty() && !place.path().join("without-pictures").exists());
}

#[test]
fn a_far_server_is_in_the_record_and_makes_it_another_game() {
    let place = Place::new();
    // How far the server is by the record, and the keys that were pressed.
    let played = |name: &str, latency: &str| {
        // Long enough for the first answer of the server to matter.
        let call =
            ["run", "get 1 log", "--seed", "5", "--ticks", "200", "--quiet", "--record", name, "--latency", latency];
        place.anima(&call);
        let record = place.read(name);
        let mut lines = record.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line is JSON"));
        let start = lines.next().expect("a start");
        let controls: Vec<Value> = lines.filter(|line| line["type"] == "control").collect();
        (start["latency"].as_i64(), start["settings"]["world"]["latency"].as_i64(), controls)
    };
    let (near, far) = (played("near.jsonl", "0"), played("far.jsonl", "6"));
    assert_eq!((far.0, far.1), (Some(6), Some(6)));
    assert_eq!(near.1, Some(0));
    assert!(!far.2.is_empty() && near.2 != far.2, "what is seen late is answered late");
}

#[test]
fn options_are_written_into_the_record() {
    let place = Place::new();
    let options = ["--difficulty", "peaceful", "--rule", "keepInventory=true", "--perception", "xray"];
    let rest = [&["get 1 log", "--seed", "5", "--record", "r.jsonl"], &options[..]].concat();
    place.anima(&run(&rest));
    let start: Value = serde_json::from_str(place.read("r.jsonl").lines().next().unwrap_or_default()).expect("JSON");
    assert_eq!(start["perception"], "xray");
    assert_eq!(start["assists"], serde_json::json!(["xray", "peaceful", "keepInventory"]));
    assert_eq!(start["settings"]["world"]["rules"]["keepInventory"], true);
    assert_eq!(start["limit"], 60);
}

#[test]
fn a_start_may_begin_with_a_minus_either_way() {
    let Some(worlds) = shared("worlds") else { return };
    let place = Place::new();
    let world = worlds.join("plains-forest-1194");
    let world = world.to_string_lossy();
    for at in [&["--at", "-91.5,87,68.5"][..], &["--at=-91.5,87,68.5"]] {
        let rest = [&["get 9 diamonds", "--json", "--world", &world], at].concat();
        let json = place.anima(&run(&rest)).json();
        assert_eq!(json["at"], serde_json::json!([-91.5, 87.0, 68.5]));
        assert_eq!(json["world"], "plains-forest-1194");
    }
    let beyond = run(&["get 9 diamonds", "--world", &world, "--at", "5000,80,5000"]);
    place.anima(&beyond).refused(&["no terrain at 5000", "plains-forest-1194", "--at"]);
}

#[test]
fn wrong_calls_name_the_word_and_the_next_step() {
    let place = Place::new();
    place.write("bad.toml", "[agent]\nperceptoin = \"fair\"\n");
    place.write("binary.toml", "x");
    std::fs::write(place.path().join("binary.toml"), [0xff, 0xfe, 0x00]).expect("a file can be written");
    let refused = |args: &[&str], words: &[&str]| place.anima(args).refused(words);
    refused(&["run"], &["GOAL"]);
    refused(&["run", ""], &["empty"]);
    refused(&["run", "obtain 1 diamnod"], &["diamnod", "did you mean diamond"]);
    refused(&["run", "kill the dragon"], &["kill"]);
    refused(&["run", "obtain -5 sticks"], &["-5"]);
    refused(&["run", "get stick", "--ticks", "0"], &["--ticks", "0"]);
    refused(&["run", "get stick", "--ticks", "many"], &["--ticks", "many"]);
    refused(&["run", "get stick", "--seed", "x7"], &["--seed", "x7"]);
    refused(&["run", "get stick", "--at", "1,2"], &["--at", "1,2", "three numbers"]);
    refused(&["run", "get stick", "--at", "--json"], &["--at", "--json"]);
    refused(&["run", "get stick", "--rule", "keepInv=true"], &["keepInv", "keepInventory"]);
    refused(&["run", "get stick", "--difficulty", "medium"], &["medium", "peaceful"]);
    refused(&["run", "get stick", "--perception", "wallhack"], &["wallhack", "xray"]);
    refused(&["run", "get stick", "--frobnicate"], &["--frobnicate"]);
    refused(&["run", "get stick", "--config", "bad.toml"], &["bad.toml line 2", "perceptoin", "perception"]);
    refused(&["run", "get stick", "--config", "none.toml"], &["none.toml", "next:"]);
    refused(&["run", "get stick", "--config", "binary.toml"], &["binary.toml"]);
    refused(&["run", "get stick", "--world", "."], &["level.dat"]);
    refused(&["run", "get stick", "--model", "localhost:8000", "--model-name", "m"], &["localhost:8000", "http://"]);
    refused(&["run", "get stick", "--model", "http://127.0.0.1:9/v1"], &["--model-name"]);
    refused(&["run", "get stick", "--model-name", "m"], &["--model URL"]);
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../run/agents/rules.toml");
    let asked = ["run", "get stick", "--config", rules, "--model", "http://127.0.0.1:9/v1", "--model-name", "m"];
    refused(&asked, &["--model", "mind.plan"]);
    refused(&["run", "get stick", "--record", "run.json"], &["run.json", "another name"]);
    refused(&["run", "get stick", "--record", "bad.toml/x/y.jsonl"], &["bad.toml"]);
    refused(&["fly"], &["fly"]);
}

/// Where no server listens.
pub fn dead_url() -> String {
    let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port").port();
    format!("http://127.0.0.1:{port}/v1")
}

#[test]
fn an_agent_that_is_quiet_still_hears_that_no_model_answers() {
    let (place, url) = (Place::new(), dead_url());
    let called = place.anima(&run(&["get 1 log", "--seed", "5", "--quiet", "--model", &url, "--model-name", "m"]));
    assert_eq!(called.stderr.lines().count(), 1, "{}", called.stderr);
    assert!(called.stderr.contains("the rules plan") && called.stderr.contains(&url), "{}", called.stderr);
    assert!(called.stdout.contains("1 fallback;"), "{}", called.stdout);
}

/// A server that answers the first of so many requests with a plan, others with prose; how often it was asked.
fn chat_server(answers: u32) -> (String, thread::JoinHandle<u32>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}/v1", listener.local_addr().expect("it is bound"));
    let serve = move || {
        let mut asked = 0;
        for stream in listener.incoming().flatten().take(answers as usize) {
            let mut reader = BufReader::new(&stream);
            let mut length = 0;
            loop {
                let mut line = String::new();
                reader.read_line(&mut line).expect("a line of a request");
                if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().expect("a length");
                }
                if line.trim().is_empty() {
                    break;
                }
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body).expect("a body");
            asked += 1;
            let step = |rank: u32, kind: &str, item: &str, count: u32, from: &str| {
                let materials = if from.is_empty() { json!([]) } else { json!([{ "item": from, "count": 1 }]) };
                let object = json!([{ "item": item, "count": count }]);
                json!({ "rank": rank, "kind": kind, "object": object, "materials": materials, "tool": null, "note": "" })
            };
            let plan =
                json!({ "steps": [step(1, "mine", "oak_log", 1, ""), step(2, "craft", "oak_planks", 4, "oak_log")] });
            let text = if asked == 1 { plan.to_string() } else { "I would rather not.".to_owned() };
            let message = json!({ "role": "assistant", "content": text });
            let usage = json!({ "prompt_tokens": 1500, "completion_tokens": 60 });
            let body =
                json!({ "choices": [{ "message": message, "finish_reason": "stop" }], "usage": usage }).to_string();
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n";
            (&stream).write_all(format!("{head}{body}").as_bytes()).expect("somebody reads");
        }
        asked
    };
    (url, thread::spawn(serve))
}

/// What a model was asked and answered is written down, and given again with no connection: the record is the same.
#[test]
fn a_recorded_run_is_replayed_byte_by_byte() {
    let (place, (url, _server)) = (Place::new(), chat_server(20));
    let rest = ["get 4 oak planks", "--seed", "5", "--record", "a.jsonl", "--model", &url];
    let more = ["--model-name", "m", "--model-record", "asked"];
    let first = place.anima(&run(&[&rest[..], &more[..]].concat()));
    let asked = std::fs::read_dir(place.path().join("asked/goal-1")).expect("it was asked").count();
    assert!(asked > 0, "{} {}", first.stdout, first.stderr);
    let spent = files(&place.path().join(".anima/spent"));
    let days = spent.iter().filter(|file| file.extension().is_some_and(|end| end == "jsonl"));
    assert_eq!(days.count(), 1, "{spent:?}");
    let again = ["get 4 oak planks", "--seed", "5", "--record", "b.jsonl", "--model-replay", "asked"];
    let second = place.anima(&run(&again));
    assert_eq!(second.code, first.code, "{}", second.stderr);
    assert!(place.read("a.jsonl") == place.read("b.jsonl"), "the records differ");
    assert!(place.read("a.jsonl").contains("\"model\":\"m\""));
    let other = ["get 1 oak log", "--seed", "5", "--model-replay", "asked"];
    let told = place.anima(&run(&other)).stderr;
    assert!(told.contains("00001.json: something else is asked now"), "{told}");
    let last = told.lines().last().unwrap_or_default();
    assert!(last.contains("warning: this is not the game that asked holds"), "{told}");
    assert!(!second.stderr.contains("warning: this is not"), "{}", second.stderr);
    // What is recorded is not written over.
    let twice = place.anima(&run(&[&rest[..], &more[..]].concat())).stderr;
    assert!(twice.contains("name another folder with --model-record") && !twice.contains("replay with"), "{twice}");
    place.anima(&["run", "get stick", "--model-replay", "nowhere"]).refused(&["nowhere", "model.replay"]);
}

#[test]
fn a_published_agent_without_a_model_says_that_the_rules_answer() {
    let place = Place::new();
    place.write("small.toml", "[world]\nradius = 2\n");
    let said = |agent: &str| {
        let args = ["run", "get 1 dirt", "--seed", "5", "--ticks", "1", "--config", "small.toml", "--agent", agent];
        place.anima(&args).stderr.contains("has no model: the rules answer")
    };
    assert_eq!(["gitm", "odyssey", "own", "rules"].map(said), [true, true, false, false]);
}

/// A goal that ends at a cap tells the cap and what was left of its plan, where a person looks and in the record.
#[test]
fn a_goal_that_ends_at_a_cap_says_so() {
    let place = Place::new();
    let model = Serving::start(&place, &[]);
    place.write("stop.toml", "[world]\nradius = 2\n[model]\ncalls_per_goal = 1\n[mind]\nat_cap = \"stop\"\n");
    let args =
        ["run", "get 4 sticks", "--seed", "5", "--config", "stop.toml", "--agent", "gitm", "--record", "r.jsonl"];
    let called = place.anima(&[&args[..], &["--model-name", "scripted", "--model", &model.url]].concat());
    let says = "a call of the model could pass the cap model.calls_per_goal: 1 of 1 are spent, and it may take 1";
    assert!(called.code == 1 && called.stdout.contains(says), "{}{}", called.stdout, called.stderr);
    let record = place.read("r.jsonl");
    let end: Value = serde_json::from_str(record.lines().last().unwrap_or_default()).expect("a line is JSON");
    let cause = &end["reason"]["cause"];
    assert_eq!((&cause["cause"], &cause["cap"]), (&json!("capped"), &json!("calls_per_goal")), "{end}");
    assert!(cause["plan"].is_array(), "{end}");
}

/// The key never shows, wherever the program writes, whether the model answers, errs or is not there.
#[test]
fn the_key_stays_secret() {
    const KEY: &str = "sk-0123456789abcdef-very-secret";
    let place = Place::new();
    let model = Serving::start(&place, &["--errors", "mixed=0.4", "--transport", "429=0.2,500=0.2,drop=0.2"]);
    let variables = [("ANIMA_MODEL_KEY", KEY), ("RUST_LOG", "trace"), ("ANIMA_MODEL_NAME", "scripted")];
    let mut said = String::new();
    let mut call = |args: &[&str]| {
        let called = place.anima_with(args, &variables);
        assert!(!called.stderr.contains("panicked"), "{}", called.stderr);
        said += &called.stdout;
        said += &called.stderr;
    };
    let server = ["--agent", "gitm", "--memory", "m.sqlite", "--model", &model.url];
    let kept = ["--record", "r/r.jsonl", "--pictures", "--model-record", "asked", "--model-cache", "cache"];
    call(&run(&[&["get 4 sticks", "--seed", "5", "--json"], &server[..], &kept].concat()));
    call(&run(&["get 1 log", "--seed", "5", "--record", "dead.jsonl", "--model", &dead_url()]));
    place.write(
        "few.toml",
        "analysis = \"few\"\ngames = 1\n[[task]]\nname = \"a\"\ngoal = \"get 1 log\"\nbudget = { ticks = 60 }\n",
    );
    call(&[&["learn", "few.toml", "--config", "small.toml"], &server[..]].concat());
    call(&[&["bench", "run", "few.toml", "--config", "small.toml", "--out", "bench"], &server[..]].concat());
    call(&["memory", "export", "all.jsonl", "--store", "m.sqlite"]);
    place.write("model.toml", &format!("[model]\nurl = {:?}\n", model.url));
    call(&["doctor", "--config", "model.toml"]);
    assert!(said.contains("a key is set"), "{said}");
    let files = files(place.path());
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    for part in
        ["r.jsonl", "run.json", "asked", "cache", "m.sqlite", "rows.jsonl", "settings.toml", "all.jsonl", "spent"]
    {
        assert!(names.iter().any(|name| name.contains(part)), "{part} is written: {names:#?}");
    }
    for (name, bytes) in files.iter().map(|file| (file, std::fs::read(file).expect("it can be read"))) {
        assert!(!bytes.windows(KEY.len()).any(|part| part == KEY.as_bytes()), "the key is in {}", name.display());
    }
    assert!(!said.contains("very-secret"), "{said}");
}

/// Bar 9: damaged goals end in an error that names a word, or are goals; the program never panics.
#[test]
fn damaged_goals_never_panic() {
    use rand::{RngExt, SeedableRng};
    let goals = ["obtain 3 diamonds", "get iron pickaxe", "cook 2 beef", "10 oak logs", "smelt one stack of sand"];
    let mut refused = 0;
    for seed in 0..1000 {
        let mut dice = rand_pcg::Pcg32::seed_from_u64(seed);
        let mut text: Vec<char> = goals[dice.random_range(0..goals.len())].chars().collect();
        for _ in 0..dice.random_range(1..5) {
            let at = dice.random_range(0..=text.len());
            match dice.random_range(0..4) {
                0 => text.insert(at, dice.random::<char>()),
                1 => text.truncate(at),
                2 => text.insert(at, ['-', '9', ' ', '_', '\0', 'é'][dice.random_range(0..6)]),
                _ if at < text.len() => drop(text.remove(at)),
                _ => {}
            }
        }
        let text: String = text.into_iter().collect();
        if let Err(error) = anima_intent::Condition::parse(&text, &anima_intent::NoLibrary) {
            refused += 1;
            let error = error.to_string();
            // An item's name is shown with spaces, whatever stood between its words; so are control characters.
            let words = text.to_lowercase().replace(char::is_control, " ");
            let words = format!("{words} {}", words.replace(['_', '-'], " "));
            let said = |word: &str| error.contains(word.trim_matches(['.', ',', '!', '"']));
            let names = words.split_whitespace().any(said);
            assert!(names || error.contains("empty"), "{error:?} names no word of {text:?}");
        }
    }
    assert!(refused > 300, "only {refused} of 1000 were refused");
}
