//! `anima bench ablate`.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::{Place, files};

/// Two agents, one of which recalls what was learnt; a suite to learn from.
fn place() -> Place {
    let place = Place::new();
    place.write(
        "teach.toml",
        "[[task]]\nname = \"log\"\ngoal = \"obtain 1 oak_log\"\nbudget.ticks = 200\n\
         [[task]]\nname = \"dirt\"\ngoal = \"obtain 1 dirt\"\nbudget.ticks = 200\n",
    );
    place.write(
        "two.toml",
        r#"
analysis = "with a scripted model"
games = 4
seed_base = 60
milestones = ["dirt", "stick"]
[settings.mind]
check = false
fallback = false
[scripted]
skill = 0.9
seeds = [1, 2]
[learn]
agent = "gitm"
suite = "teach.toml"
seed_base = 5000
[[task]]
name = "sticks"
goal = "obtain 1 stick and obtain 1 dirt"
budget.ticks = 400
[[cell]]
name = "plain"
agent = "gitm"
settings.mind.gitm.memory = false
published = { dirt = 50.0, stick = 10.0 }
[[cell]]
name = "with memory"
agent = "gitm"
recalls = true
published = { dirt = 90.0, stick = 10.0 }
"#,
    );
    place
}

fn rows(place: &Place) -> Vec<Value> {
    let rows = files(place.path()).into_iter().filter(|file| file.ends_with("rows.jsonl"));
    rows.flat_map(|file| {
        let text = place.read(&file);
        text.lines().map(|line| serde_json::from_str(line).expect("a row is JSON")).collect::<Vec<Value>>()
    })
    .collect()
}

#[test]
fn cells_play_the_same_games_and_stand_beside_what_is_published() {
    let place = place();
    let called = place.anima(&["bench", "ablate", "two.toml", "--config", "small.toml", "--quiet", "--no-records"]);
    assert_eq!(called.code, 0, "{}{}", called.stdout, called.stderr);
    assert!(!called.stderr.contains("has no model"), "a scripted one answers: {}", called.stderr);
    for part in [
        "4 games a cell, the same in each, with 2 scripted models that each know 0.9 of all ways, errors none",
        "published: plain < with memory",
        "published: plain = with memory",
        "pairs: 0,",
    ] {
        assert!(called.stdout.contains(part), "{part} in {}", called.stdout);
    }
    let rows = rows(&place);
    let seeds = |cell: &str| -> BTreeSet<i64> {
        let of_cell = rows.iter().filter(|row| row["suite"] == format!("two-{cell}"));
        of_cell.map(|row| row["seed"].as_i64().expect("a seed")).collect()
    };
    assert_eq!((seeds("plain").len(), seeds("plain")), (4, seeds("with-memory")));
    assert!(rows.iter().any(|row| row["first_held"]["dirt"].is_u64()), "{rows:?}");
    assert_eq!(rows.iter().filter(|row| row["suite"] == "teach-round-0").count(), 2, "it was learnt before");
    let records = place.path().join("records");
    let folder = std::fs::read_dir(&records).expect("it was made").flatten().next().expect("the ablation's").path();
    let folder = folder.to_string_lossy().into_owned();
    place.anima(&["bench", "report", &folder]).refused(&["the folder of an ablation", "two-plain", "two-with-memory"]);
    // A task that is named is one of the ablation's; all goals are learnt.
    let chosen = ["--json", "--games", "2", "--task", "sticks"];
    let json =
        place.anima(&[&["bench", "ablate", "two.toml", "--config", "small.toml", "--quiet"], &chosen[..]].concat());
    let table = json.json();
    assert_eq!(table["measures"][0]["cells"][1]["n"], 2, "{table}");
    assert_eq!(table["measures"].as_array().map(Vec::len), Some(2));
}

#[test]
fn what_is_wrong_is_named() {
    let place = place();
    let text = place.read("two.toml");
    place.anima(&["bench", "ablate", "two.toml", "--cell", "other"]).refused(&["other", "plain, with memory"]);
    place.anima(&["bench", "run", "two.toml"]).refused(&["two.toml", "anima bench ablate"]);
    place.write("bad.toml", &text.replace("skill = 0.9", "skill = 0.9\nerrors = \"typos=1\""));
    place.anima(&["bench", "ablate", "bad.toml"]).refused(&["scripted.errors", "typos"]);
    place.write("bad.toml", &text.replace("agent = \"gitm\"\nrecalls", "agent = \"gtim\"\nrecalls"));
    place.anima(&["bench", "ablate", "bad.toml", "--quiet"]).refused(&["gtim", "gitm"]);
    // Nothing is learnt and no folder is made for what is refused.
    place.anima(&["bench", "ablate", "two.toml", "--task", "nosuch"]).refused(&["has no task nosuch", "sticks"]);
    place.anima(&["bench", "ablate", "two.toml", "--agent", "own"]).refused(&["--agent", "the cells of two.toml say"]);
    place.anima(&["bench", "ablate", "two.toml", "--memory", "x"]).refused(&["--memory", "the cells of two.toml say"]);
    assert!(!place.path().join("records").exists(), "a folder was made");
    let help = place.anima(&["bench", "ablate", "--help"]).stdout;
    assert!(!help.contains("--agent") && help.contains("--model") && help.contains("[learn]"), "{help}");
}
