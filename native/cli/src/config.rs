//! The settings of `anima`, in layers.

use anima_suite::Settings;

/// The layers of the settings of `anima`.
pub type Layers = anima_config::Layers<Settings>;

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use anima_config::DEFAULTS;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    use super::*;

    fn samples(kind: &str) -> Vec<PathBuf> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sample-configs").join(kind);
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let files: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
        assert!(files.len() > 2, "too few samples that are {kind}");
        files
    }

    #[test]
    fn valid_samples_are_taken() {
        for path in samples("valid") {
            let settings = Layers::new().files(std::slice::from_ref(&path)).and_then(|layers| layers.settings());
            assert!(settings.is_ok(), "{}: {:#}", path.display(), settings.unwrap_err());
        }
    }

    #[test]
    fn every_preset_is_taken_and_has_a_name_of_its_own() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../run/agents");
        let files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        let name = |path: &PathBuf| {
            let settings = Layers::new().files(std::slice::from_ref(path)).and_then(|layers| layers.settings());
            settings.unwrap_or_else(|why| panic!("{}: {why:#}", path.display())).agent.name
        };
        let mut names: Vec<String> = files.iter().map(name).chain([Settings::default().agent.name]).collect();
        names.sort();
        names.dedup();
        assert!(files.len() >= 3 && names.len() == files.len() + 1, "{names:?}");
    }

    /// The first line of an invalid sample lists the words that its error must hold.
    #[test]
    fn invalid_samples_are_refused_with_their_words() {
        for path in samples("invalid") {
            let first = fs::read_to_string(&path).unwrap().lines().next().unwrap_or_default().to_owned();
            let words = first.strip_prefix("# says: ").unwrap_or_else(|| panic!("{} tells no words", path.display()));
            let error = Layers::new().files(std::slice::from_ref(&path)).err().map(|error| format!("{error:#}"));
            let error = error.unwrap_or_else(|| panic!("{} is taken", path.display()));
            let file = path.file_name().unwrap().to_string_lossy();
            for word in words.split(", ").chain([file.as_ref()]) {
                assert!(error.contains(word), "{error:?} does not say {word:?}");
            }
        }
    }

    #[test]
    fn later_layers_win_and_wrong_values_name_their_layer() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sample-configs/valid/model.toml");
        let layers = || Layers::new().files(std::slice::from_ref(&path)).unwrap();
        let settings = layers().set("--model", &["model", "url"], "http://other/v1").settings().unwrap();
        assert_eq!((settings.model.url.as_str(), settings.model.name.as_str()), ("http://other/v1", "some-model"));
        assert_eq!(settings.world, Settings::default().world);
        let wrong = layers().set("--rule", &["world", "rules", "keepInventory"], 3).settings().unwrap_err().to_string();
        assert!(wrong.contains("--rule") && wrong.contains("world.rules.keepInventory"), "{wrong}");
    }

    /// Bar 9: a damaged configuration is refused with its file named, or is still one; it never panics.
    #[test]
    fn damaged_files_never_panic() {
        let mut refused = 0;
        for seed in 0..1000 {
            let mut dice = Pcg32::seed_from_u64(seed);
            let mut text = DEFAULTS.as_bytes().to_vec();
            for _ in 0..dice.random_range(1..6) {
                let at = dice.random_range(0..text.len());
                match dice.random_range(0..3) {
                    0 => text[at] = dice.random(),
                    1 => text.insert(at, b"\"[]={}.\n1-e"[dice.random_range(0..11)]),
                    _ => text.truncate(at + 1),
                }
            }
            if let Err(error) = Layers::new().text(Path::new("some.toml"), &String::from_utf8_lossy(&text)) {
                refused += 1;
                assert!(error.to_string().contains("some.toml"), "{error}");
            }
        }
        assert!(refused > 300, "only {refused} of 1000 were refused");
    }
}
