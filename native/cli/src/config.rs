//! Configuration in layers: the defaults, files, the environment, the command line; later ones win.

use std::path::{Path, PathBuf};

use anima_bench::{DEFAULTS, ModelSettings, Settings};
use anima_model::{Secret, Server, ServerSettings};
use anyhow::{Context, Result, ensure};
use figment::value::{Dict, Map, Value};
use figment::{Figment, Metadata, Profile, Provider};

use crate::env;

/// Values of one origin.
struct Layer {
    origin: String,
    values: toml::Table,
}

impl Provider for Layer {
    fn metadata(&self) -> Metadata {
        Metadata::named(self.origin.clone())
    }

    fn data(&self) -> figment::Result<Map<Profile, Dict>> {
        let values = Value::serialize(&self.values)?;
        Ok(Profile::Default.collect(values.into_dict().unwrap_or_default()))
    }
}

/// The layers so far.
pub struct Layers(Figment);

impl Layers {
    /// The defaults that are compiled in.
    pub fn new() -> Layers {
        let values = toml::from_str(DEFAULTS).expect("the defaults are tested");
        Layers(Figment::new()).with("the defaults", values)
    }

    /// Lays files over what is there, one after the other. Each must be sound by itself.
    ///
    /// # Errors
    /// Names file, line and key.
    pub fn files(self, paths: &[PathBuf]) -> Result<Layers> {
        paths.iter().try_fold(self, |layers, path| {
            let text = anima_bench::read(path).context("the configuration")?;
            let values = parse(path, &text)?;
            Ok(layers.with(&path.display().to_string(), values))
        })
    }

    /// Lays values over what is there that were checked where they came from.
    pub fn with(self, origin: &str, values: toml::Table) -> Layers {
        Layers(self.0.merge(Layer { origin: origin.to_owned(), values }))
    }

    /// Lays the environment over what is there.
    ///
    /// # Errors
    /// If a variable is not text.
    pub fn environment(self) -> Result<Layers> {
        [(env::MODEL_URL, "url"), (env::MODEL_NAME, "name")].into_iter().try_fold(self, |layers, (name, key)| {
            Ok(match env::var(name)? {
                Some(value) => layers.set(name, &["model", key], value),
                None => layers,
            })
        })
    }

    /// Lays one value over what is there.
    pub fn set(self, origin: &str, key: &[&str], value: impl Into<toml::Value>) -> Layers {
        let mut value = value.into();
        for part in key.iter().rev() {
            value = toml::Value::Table(toml::Table::from_iter([((*part).to_owned(), value)]));
        }
        let toml::Value::Table(values) = value else { return self };
        self.with(origin, values)
    }

    /// What all layers say together.
    ///
    /// # Errors
    /// Names the key and the layer whose value cannot be.
    pub fn settings(&self) -> Result<Settings> {
        let settings: Settings = self.0.extract().map_err(|error| {
            let origin = error.metadata.as_ref().map_or("the settings", |metadata| &metadata.name);
            anyhow::anyhow!("{origin}: {}: {}", error.path.join("."), error.kind)
        })?;
        settings.check()?;
        Ok(settings)
    }
}

/// Parses a file of settings, for its values as they are written.
///
/// # Errors
/// Names file, line and key.
fn parse(path: &Path, text: &str) -> Result<toml::Table> {
    let settings: Settings = anima_bench::parse_toml(path, text)?;
    settings.check().with_context(|| path.display().to_string())?;
    anima_bench::parse_toml(path, text)
}

/// The model server that the settings name, if they name one.
///
/// # Errors
/// If the address is none, or no model is named.
pub fn model(settings: &ModelSettings) -> Result<Option<ServerSettings>> {
    if settings.url.is_empty() {
        return Ok(None);
    }
    ensure!(
        !settings.name.is_empty(),
        "no model is named for {}; give the name it has at that server with --model-name NAME",
        settings.url
    );
    let server = ServerSettings {
        url: settings.url.clone(),
        model: settings.name.clone(),
        key: env::var(env::MODEL_KEY)?.map(Secret::new),
        limits: settings.limits(),
    };
    // Only to hear of a wrong address before a world is made; no connection is opened.
    Server::start(server.clone()).context("the model")?;
    Ok(Some(server))
}

#[cfg(test)]
mod tests {
    use std::fs;

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
            if let Err(error) = parse(Path::new("some.toml"), &String::from_utf8_lossy(&text)) {
                refused += 1;
                assert!(error.to_string().contains("some.toml"), "{error}");
            }
        }
        assert!(refused > 300, "only {refused} of 1000 were refused");
    }
}
