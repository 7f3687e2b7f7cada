//! `anima world info`.

use crate::{Place, shared};

#[test]
fn a_save_is_told_in_json() {
    let Some(worlds) = shared("worlds") else { return };
    let place = Place::new();
    let called = place.anima(&["world", "info", &worlds.join("plains-forest-1194").to_string_lossy(), "--json"]);
    assert_eq!(called.code, 0, "{}", called.stderr);
    let json = called.json();
    assert_eq!(json["chunks"]["full"], 870);
    assert_eq!(json["ores"]["diamond"]["-64"], 4442);
    assert_eq!(json["entities"]["pig"], 43);
    let plains = json["surface_biomes"]["plains"].as_f64().expect("a share");
    assert!((plains - 0.337).abs() < 0.001, "{plains}");
}

#[test]
fn the_land_of_a_seed_is_told_in_json() {
    let place = Place::new();
    let called = place.anima(&["world", "info", "--seed", "-7", "--radius", "2", "--json"]);
    assert_eq!(called.code, 0, "{}", called.stderr);
    let json = called.json();
    assert_eq!(json["chunks"]["full"], 16);
    for key in ["ores", "surface_biomes", "entities", "densities", "biomes", "trees"] {
        assert!(json[key].is_object(), "no {key} in {json}");
    }
    assert!(json["biomes"]["plains"].is_number());
}

#[test]
fn wrong_calls_name_the_word_and_the_next_step() {
    let place = Place::new();
    let refused = |args: &[&str], words: &[&str]| place.anima(args).refused(words);
    refused(&["world", "info"], &["PATH"]);
    refused(&["world", "info", "nowhere"], &["nowhere", "level.dat"]);
    refused(&["world", "info", "--seed", "1", "--radius", "0"], &["--radius"]);
    refused(&["world", "info", "x", "--seed", "1"], &["--seed"]);
}
