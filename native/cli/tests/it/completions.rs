//! `anima completions`, help and version.

use crate::Place;

#[test]
fn completions_know_the_subcommands() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let called = place.anima(&["completions", shell]);
        assert_eq!(called.code, 0);
        assert!(called.stdout.contains("doctor") && called.stdout.contains("perception"), "{shell}");
    }
    place.anima(&["completions", "tcsh"]).refused(&["tcsh", "bash"]);
}

#[test]
fn help_has_examples() {
    let place = Place::new();
    let commands = [&["run"][..], &["check"], &["doctor"], &["completions"]];
    let nested = [&["bench"][..], &["bench", "run"], &["world"], &["world", "info"]];
    for command in commands.into_iter().chain(nested) {
        let called = place.anima(&[command, &["--help"]].concat());
        assert_eq!(called.code, 0);
        assert!(called.stdout.contains("Examples:\n  anima "), "{command:?}: {}", called.stdout);
    }
    let called = place.anima(&["--help"]);
    assert!(called.stdout.contains("ANIMA_MODEL_KEY"));
}

#[test]
fn the_version_is_that_of_the_workspace() {
    let cargo = include_str!("../../../../Cargo.toml");
    let version = cargo.lines().find_map(|line| line.strip_prefix("version = ")).expect("the workspace has a version");
    let called = Place::new().anima(&["--version"]);
    assert_eq!(called.stdout, format!("anima {}\n", version.trim_matches('"')));
}
