//! Exports and imports.

use std::io::Cursor;
use std::sync::Arc;

use anima_body::Frame;
use anima_memory::{Exported, Id, Imported, Memory, Outcome};

use crate::{failed, goal, reached};

fn exported(memory: &Memory) -> String {
    let mut bytes = Vec::new();
    let Exported { episodes, forgotten } = memory.export(&mut bytes).expect("it can be written");
    let checked = memory.check().expect("it can be read");
    assert_eq!((episodes, forgotten), (checked.episodes, checked.forgotten));
    String::from_utf8(bytes).expect("it is text")
}

fn imported(memory: &Memory, text: &str) -> Result<Imported, String> {
    memory.import(&mut Cursor::new(text)).map_err(|error| error.to_string())
}

fn filled() -> Memory {
    let memory = Memory::open_in_memory().expect("it can be made");
    let frame = Arc::new(Frame::from_rgb(32, 18, (0..32 * 18 * 3).map(|n| (n * 7) as u8).collect()));
    memory.remember(reached("obtain 1 stone_pickaxe", 0), Some(frame)).finish().expect("it can be written");
    let mut second = failed("obtain 2 iron_ingot", 1);
    second.used = vec![Id(1)];
    second.words = "two \"ingots\", please; 鉄".into();
    second.outcome = Outcome::failed("the player died");
    second.circumstances.health = 0.1;
    memory.append(vec![second, reached("obtain 1 bread", 2), reached("obtain 1 stick", 3)]).expect("it can be written");
    memory.forget(&[Id(3)]).expect("it can be forgotten");
    memory
}

#[test]
fn an_export_that_is_imported_is_exported_again_byte_for_byte() {
    let memory = filled();
    let text = exported(&memory);
    assert_eq!(text.lines().count(), 5, "a head and four episodes, one of them forgotten");
    let copy = Memory::open_in_memory().unwrap();
    assert_eq!(imported(&copy, &text).unwrap(), Imported { added: 3, forgotten: 1, known: 0 });
    assert_eq!(exported(&copy), text);
    assert_eq!(copy.check().unwrap(), memory.check().unwrap());
    // Once more adds nothing, nor does it bring back what was forgotten.
    assert_eq!(imported(&copy, &text).unwrap(), Imported { added: 0, forgotten: 0, known: 4 });
    assert_eq!(exported(&copy), text);
}

#[test]
fn what_is_imported_into_another_memory_gets_the_next_numbers() {
    let text = exported(&filled());
    let other = Memory::open_in_memory().unwrap();
    other.append(vec![reached("obtain 1 torch", 50), reached("obtain 1 bread", 2)]).unwrap();
    // The bread was forgotten there, and is known here: it stays.
    assert_eq!(imported(&other, &text).unwrap(), Imported { added: 3, forgotten: 0, known: 1 });
    assert_eq!(other.show(Id(4)).unwrap().used, [Id(3)]);
    assert_eq!(other.show(Id(2)).unwrap().goal, goal("obtain 1 bread").to_string());
    assert_eq!(other.check().unwrap().faults, [""; 0]);
}

#[test]
fn a_line_that_is_none_is_named_and_nothing_is_imported() {
    let text = exported(&filled());
    let lines: Vec<&str> = text.lines().collect();
    let with = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n")
    };
    let long = format!("{{\"id\":1,\"x\":\"{}\"}}", "y".repeat(5 << 20));
    let no_biome = lines[2].replace("\"plains\"", "\"moon\"");
    for (at, line, says) in [
        (2, "not json", "line 3"),
        (2, "{\"id\":2}", "line 3"),
        (2, no_biome.as_str(), "moon"),
        (3, "{\"id\":3,\"forgotten\":\"zz\"}", "no key"),
        (0, "{\"anima_memory\":9}", "version 9"),
        (4, long.as_str(), "longer than"),
    ] {
        let memory = Memory::open_in_memory().unwrap();
        let error = imported(&memory, &with(at, line)).unwrap_err();
        assert!(error.contains(says) && error.contains("nothing was imported"), "{says}: {error}");
        assert_eq!(memory.snapshot().unwrap().upto(), Id(0));
    }
}

#[test]
fn episodes_are_found_by_any_of_their_words() {
    let memory = filled();
    let found = |text: &str| memory.search(text, 9).unwrap().iter().map(|listed| listed.id.0).collect::<Vec<_>>();
    assert_eq!(found("stone_pickaxe"), [2, 1], "one in its acts, one as its goal");
    assert_eq!(found("INGOTS please"), [2]);
    assert_eq!(found("died"), [2]);
    assert_eq!(found("bread"), [0; 0], "it was forgotten");
    for odd in ["", "\"", "qq AND", "NEAR(", "*", "goal:x", "'; DROP TABLE episodes; --"] {
        assert_eq!(found(odd), [0; 0], "{odd}");
    }
    assert_eq!(memory.list(Some("stick"), 9).unwrap().len(), 1);
    assert_eq!(memory.list(None, 2).unwrap().iter().map(|listed| listed.id.0).collect::<Vec<_>>(), [4, 2]);
}
