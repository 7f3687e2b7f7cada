//! `anima memory`.

use std::fs;

use crate::Place;

/// Two episodes as an export has them: a diamond that was not found, bread that was made.
fn lines() -> String {
    let act = |kind: &str, item: &str| {
        format!(r#"{{"kind":"{kind}","object":[{{"item":"{item}","count":1}}],"note":"{kind} 1 {item}"}}"#)
    };
    let episode = |id: u32, goal: &str, act: &str, end: &str, picture: &str| {
        format!(
            r#"{{"id":{id},"episode":{{"origin":{{"run":"first","round":0,"game":0,"number":{id},"task":""}},
            "agent":"own","goal":"{goal}","words":"","circumstances":{{"carried":{{"stick":2}},"worn":[],"held":null,
            "biome":"plains","position":[1,64,2],"under_sky":true,"day_time":100,"health":20.0,"food":20,"blocks":{{}},
            "mobs":{{}}}},"picture":{picture},"plan":[{act}],"executed":[{{"act":{act},"ticks":70{end},"ticks":90,"calls":2,
            "used":[]}}}}"#
        )
        .replace("\n            ", "")
    };
    let failed = r#","failure":{"kind":"not_found","text":"no diamond_ore found"}}],"outcome":{"reached":false,"why":"nothing worked"}"#;
    let first = episode(1, "obtain 1 diamond", &act("mine", "diamond"), failed, "null");
    let reached = r#"}],"outcome":{"reached":true}"#;
    let picture = r#"{"jpeg":"/9j/4A==","embedding":{"by":"x","values":[1.0]}}"#;
    let second = episode(2, "obtain 1 bread", &act("craft", "bread"), reached, picture);
    format!("{{\"anima_memory\":1}}\n{first}\n{second}\n")
}

/// A folder with a memory of two episodes in the user's home.
fn filled() -> Place {
    let place = Place::new();
    place.write("two.jsonl", &lines());
    let called = place.anima(&["memory", "import", "two.jsonl"]);
    assert_eq!(
        (called.code, called.stdout.as_str()),
        (0, "added 2 episodes, 0 forgotten; 0 known\n"),
        "{}",
        called.stderr
    );
    place
}

#[test]
fn episodes_are_listed_shown_and_searched() {
    let place = filled();
    let listed = place.anima(&["memory", "list"]).stdout;
    let [bread, diamond] = listed.lines().collect::<Vec<_>>()[..] else { panic!("{listed}") };
    assert!(bread.contains("2  reached") && bread.contains("obtain 1 bread"), "{listed}");
    assert!(diamond.contains("1  failed") && diamond.contains("2 calls"), "{listed}");
    assert_eq!(place.anima(&["memory", "list", "--goal", "bread"]).stdout.lines().count(), 1);
    assert_eq!(place.anima(&["memory", "list", "--limit", "1"]).stdout.lines().count(), 1);
    let found = place.anima(&["memory", "search", "diamond_ore"]).stdout;
    assert!(found.lines().count() == 1 && found.contains("obtain 1 diamond"), "{found}");
    let none = place.anima(&["memory", "search", "netherite"]);
    assert_eq!((none.code, none.stdout.as_str()), (0, ""));
    let shown = place.anima(&["memory", "show", "1"]).stdout;
    for words in ["failed: nothing worked", "carried: 2 stick", "plains", "mine 1 diamond", "no diamond_ore found"] {
        assert!(shown.contains(words), "{words:?} in {shown}");
    }
    assert_eq!(place.anima(&["memory", "show", "2", "--json"]).json()["goal"], "obtain 1 bread");
    assert_eq!(place.anima(&["memory", "show", "2", "--picture", "seen.jpg"]).code, 0);
    assert_eq!(fs::read(place.path().join("seen.jpg")).unwrap(), [0xff, 0xd8, 0xff, 0xe0]);
    place.anima(&["memory", "show", "1", "--picture", "not.jpg"]).refused(&["episode 1 has no picture"]);
}

#[test]
fn a_summary_is_told_as_one_and_not_as_a_game() {
    let place = Place::new();
    let third = lines().lines().nth(2).expect("two episodes").replace("\"id\":2", "\"id\":3");
    let third =
        third.replace("\"number\":2", "\"number\":0").replace("\"used\":[]", "\"used\":[],\"summary_of\":[1,2]");
    place.write("three.jsonl", &format!("{}{third}\n", lines()));
    let called = place.anima(&["memory", "import", "three.jsonl"]);
    assert_eq!(called.stdout, "added 3 episodes, 0 forgotten; 0 known\n", "{}", called.stderr);
    let listed = place.anima(&["memory", "list"]).stdout;
    let first = listed.lines().next().unwrap_or_default();
    assert!(first.contains("3  summary of episodes 1, 2  obtain 1 bread") && !first.contains("ticks"), "{listed}");
    let shown = place.anima(&["memory", "show", "3"]).stdout;
    assert!(shown.contains("summary of episodes 1, 2\nplanned: craft 1 bread"), "{shown}");
    assert!(!shown.contains("game 0") && !shown.contains("plains") && !shown.contains("reached"), "{shown}");
}

#[test]
fn what_is_exported_can_be_imported_elsewhere() {
    let place = filled();
    let called = place.anima(&["memory", "export", "all.jsonl"]);
    assert_eq!((called.code, called.stdout.as_str()), (0, "2 episodes, 0 forgotten in all.jsonl\n"));
    assert_eq!(place.anima(&["memory", "export"]).stdout, place.read("all.jsonl"));
    place.anima(&["memory", "export", "all.jsonl"]).refused(&["all.jsonl", "name another file"]);
    let called = place.anima(&["memory", "import", "all.jsonl", "--store", "other/one.sqlite"]);
    assert_eq!(called.code, 0, "{}", called.stderr);
    assert_eq!(place.anima(&["memory", "export", "--store", "other/one.sqlite"]).stdout, place.read("all.jsonl"));
    assert_eq!(place.anima_unheard(&["memory", "export"]), Some(0));
}

#[test]
fn what_is_forgotten_is_gone_and_the_rest_is_sound() {
    let place = filled();
    let called = place.anima(&["memory", "forget", "1"]);
    assert_eq!((called.code, called.stdout.as_str()), (0, "forgotten: 1\n"), "{}", called.stderr);
    let store = fs::read(place.path().join(".anima/memory.sqlite")).unwrap();
    assert!(!store.windows(11).any(|bytes| bytes == b"diamond_ore"), "it is still in the file");
    place.anima(&["memory", "show", "1"]).refused(&["episode 1 was forgotten"]);
    assert_eq!(place.anima(&["memory", "check"]).stdout, "1 episode, 1 forgotten\n");
    assert_eq!(place.anima(&["memory", "import", "two.jsonl"]).stdout, "added 0 episodes, 0 forgotten; 2 known\n");
    // What is left is told alike wherever it goes.
    assert_eq!(place.anima(&["memory", "export", "rest.jsonl"]).stdout, "1 episode, 1 forgotten in rest.jsonl\n");
    let called = place.anima(&["memory", "import", "rest.jsonl", "--store", "other.sqlite"]);
    assert_eq!(called.stdout, "added 1 episode, 1 forgotten; 0 known\n");
}

#[test]
fn what_is_not_there_is_named_with_what_to_do() {
    let place = Place::new();
    for what in [&["list"][..], &["show", "1"], &["search", "x"], &["forget", "1"], &["export"], &["check"]] {
        place.anima(&[&["memory"], what].concat()).refused(&["no memory at", "memory.sqlite", "--store"]);
    }
    assert!(!place.path().join(".anima").exists(), "looking makes nothing");
    place.anima(&["memory", "import", "absent.jsonl"]).refused(&["absent.jsonl", "nothing is there"]);
    place
        .anima(&["memory", "list", "--store", "small.toml"])
        .refused(&["small.toml is no memory", "name another file"]);
    place
        .anima(&["memory", "import", "small.toml", "--store", "new.sqlite"])
        .refused(&["line 1", "nothing was imported"]);
    assert!(!place.path().join("new.sqlite").exists(), "no empty memory is left");
    let place = filled();
    place.anima(&["memory", "show", "7"]).refused(&["no episode 7", "it has 2"]);
    place.anima(&["memory", "forget", "2", "7"]).refused(&["no episode 7"]);
    assert_eq!(place.anima(&["memory", "check"]).stdout, "2 episodes, 0 forgotten\n", "nothing was forgotten");
}

#[test]
fn a_damaged_memory_is_told_of() {
    let place = filled();
    let path = place.path().join(".anima/memory.sqlite");
    let mut bytes = fs::read(&path).unwrap();
    let at = bytes.windows(16).position(|bytes| bytes == b"obtain 1 diamond").expect("the goal is in the file");
    // Back to where the JSON of the circumstances begins.
    let json = at + bytes[at..].windows(9).position(|bytes| bytes == b"{\"carried").expect("they follow");
    bytes[json] = b'[';
    fs::write(&path, bytes).unwrap();
    let called = place.anima(&["memory", "check"]);
    assert_eq!(called.code, 1, "{}", called.stderr);
    assert!(called.stdout.contains("episode 1 cannot be read"), "{}", called.stdout);
    place.anima(&["memory", "show", "1"]).refused(&["episode 1", "damaged", "anima memory forget 1"]);
    assert_eq!(place.anima(&["memory", "forget", "1"]).code, 0);
    assert_eq!(place.anima(&["memory", "check"]).stdout, "1 episode, 1 forgotten\n");
}
