//! `anima check`.

use crate::{Place, shared};

const RECIPE: &str = r#"{"recipes":{"stick":[{"count":4,"table":false,"shape":[["oak_planks"],["oak_planks"]]}]}}"#;

#[test]
fn all_passed_is_0_and_a_divergence_is_1() {
    let place = Place::new();
    std::fs::create_dir_all(place.path().join("cases/deep")).expect("a folder can be made");
    place.write("cases/deep/named-as-nobody-would.json", RECIPE);
    let called = place.anima(&["check", "cases"]);
    assert_eq!(called.code, 0, "{}{}", called.stdout, called.stderr);
    assert!(called.stdout.contains("recipes: 1 of 1 passed"), "{}", called.stdout);
    place.write("cases/wrong.json", &RECIPE.replace('4', "5"));
    let called = place.anima(&["check", "cases"]);
    assert_eq!(called.code, 1);
    assert!(called.stdout.contains("1 of 2 passed") && called.stdout.contains("FAILED stick"), "{}", called.stdout);
}

#[test]
fn a_file_that_is_not_understood_is_named_and_fails() {
    let place = Place::new();
    std::fs::create_dir_all(place.path().join("cases")).expect("a folder can be made");
    place.write("cases/good.json", RECIPE);
    place.write("cases/odd.json", "{\"what\": 1}");
    place.write("cases/broken.json", "{\"recipes\": ");
    place.write("cases/README.md", "not a case");
    let called = place.anima(&["check", "cases"]);
    assert_eq!(called.code, 1);
    let odd: Vec<_> = called.stdout.lines().filter(|line| line.starts_with("not understood")).collect();
    assert!(odd.len() == 2 && odd[0].contains("broken.json") && odd[1].contains("odd.json"), "{}", called.stdout);
}

#[test]
fn nothing_to_check_is_an_error() {
    let place = Place::new();
    place.anima(&["check", "nowhere"]).refused(&["nowhere"]);
    place.anima(&["check", "."]).refused(&["no cases"]);
    place.anima(&["check"]).refused(&["DIR"]);
}

#[test]
fn published_recipes_and_dig_times_pass() {
    let Some(parity) = shared("parity") else { return };
    let place = Place::new();
    std::fs::create_dir_all(place.path().join("cases")).expect("a folder can be made");
    for name in ["recipes.json", "digtime.json"] {
        std::fs::copy(parity.join(name), place.path().join("cases").join(name)).expect("a file can be copied");
    }
    let called = place.anima(&["check", "cases"]);
    assert_eq!(called.code, 0, "{}", called.stdout);
}
