//! The rooms of the crate build on each other in one order, and no file imports one that imports it.

use std::fs;
use std::path::Path;

use crate::imports::{Graph, Sources, circle, graph};

/// The rooms, which are folders or single files, in their order: each may import those before it.
const ROOMS: [&str; 14] = [
    "path", "senses", "me", "hands", "threat", "walk", "refuge", "fight", "work", "seek", "obtain", "reflex",
    "perform", "ensure",
];

/// The place of a file's room in their order; `None` for `lib.rs`, which only lists them.
fn rank(file: &str) -> Option<usize> {
    let room = file.split('/').next().unwrap_or(file).trim_end_matches(".rs");
    let rank = ROOMS.iter().position(|other| *other == room);
    assert!(rank.is_some() || file == "lib.rs", "{file} is in none of the rooms {ROOMS:?}");
    rank
}

fn read(folder: &Path, below: &str, sources: &mut Sources) {
    for entry in fs::read_dir(folder).expect("the source is there") {
        let entry = entry.expect("the source can be listed");
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            read(&entry.path(), &format!("{name}/"), sources);
        } else {
            sources.insert(name, fs::read_to_string(entry.path()).expect("the source can be read"));
        }
    }
}

/// What the files of this crate import.
fn of_this_crate() -> Graph {
    let mut sources = Sources::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut sources);
    graph(&sources)
}

fn of(files: &[(&str, &str)]) -> Graph {
    graph(&files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect())
}

#[test]
fn no_file_imports_one_that_imports_it() {
    let graph = of_this_crate();
    assert!(graph.len() > 60, "only {} files were found", graph.len());
    if let Some(circle) = circle(&graph) {
        panic!("files import each other in a circle: {}", circle.join(" -> "));
    }
}

#[test]
fn a_room_imports_only_those_before_it() {
    let graph = of_this_crate();
    let imports = graph.iter().flat_map(|(file, others)| others.iter().map(move |other| (file, other)));
    let upward: Vec<_> = imports.filter(|(file, other)| rank(file).is_some() && rank(file) < rank(other)).collect();
    assert!(upward.is_empty(), "files import from rooms above their own: {upward:?}");
    let downward = graph.values().flatten().filter(|file| *file == "lib.rs").count();
    assert_eq!(downward, 0, "lib.rs defines nothing that a file could import");
}

#[test]
fn the_search_for_paths_imports_nothing_but_itself() {
    let graph = of_this_crate();
    let search = graph.iter().filter(|(file, _)| file.starts_with("path/"));
    let outside: Vec<_> = search
        .flat_map(|(file, others)| others.iter().filter(|other| !other.starts_with("path/")).map(move |o| (file, o)))
        .collect();
    assert!(outside.is_empty(), "{outside:?}");
}

#[test]
fn a_circle_is_found_through_a_name_that_is_exported_again() {
    let lib = ("lib.rs", "mod eye; mod hand; mod arm; pub use hand::grasp;");
    let hand = ("hand/mod.rs", "mod finger; pub use finger::grasp;");
    let eye = ("eye.rs", "use crate::arm::reach; pub fn look() { reach() }");
    let arm = ("arm.rs", "pub fn reach() { debug!(\"{}\", crate::grasp()) }");
    let calls = ("hand/finger.rs", "pub fn grasp() { super::super::eye::look() }");
    let harmless = ("hand/finger.rs", "pub fn grasp() {} #[cfg(test)] mod tests { use crate::eye::look; }");
    let found = circle(&of(&[lib, eye, arm, hand, calls])).expect("there is one");
    assert_eq!(found.join(" -> "), "arm.rs -> hand/finger.rs -> eye.rs -> arm.rs");
    assert_eq!(circle(&of(&[lib, eye, arm, hand, harmless])), None);
}

#[test]
fn imports_are_followed_to_the_file_that_defines_the_name() {
    let lib = ("lib.rs", "mod eye; mod hand;");
    let hand = ("hand/mod.rs", "pub(in crate::hand) mod finger; mod thumb; pub use thumb::{self as big, press};");
    let finger = ("hand/finger.rs", "pub struct Nail;");
    let thumb = ("hand/thumb.rs", "pub fn press() {} pub fn bend() {}");
    let check = |eye: &str, files: &[&str]| {
        let graph = of(&[lib, hand, finger, thumb, ("eye.rs", eye)]);
        assert_eq!(graph["eye.rs"].iter().collect::<Vec<_>>(), files, "{eye}");
    };
    check("use crate::hand::press;", &["hand/thumb.rs"]);
    check("use crate::hand::big::bend;", &["hand/thumb.rs"]);
    check("use crate::hand; fn look(nail: hand::finger::Nail) {}", &["hand/finger.rs", "hand/mod.rs"]);
    check("fn look() { matches!(x, crate::hand::finger::Nail) }", &["hand/finger.rs"]);
    check("use std::fmt; fn look() -> fmt::Result { Self::blink() }", &[]);
}
