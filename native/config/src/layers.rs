//! Configuration in layers: the defaults, files, the environment, the command line; later ones win.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use figment::value::{Dict, Map, Value};
use figment::{Figment, Metadata, Profile, Provider};
use serde::de::DeserializeOwned;

use crate::{DEFAULTS, env, parse_toml, read};

/// Settings that a host reads out of the file.
pub trait Configured: DeserializeOwned {
    /// Refuses values that cannot be worked with.
    ///
    /// # Errors
    /// Names the key, what it may be, and what it is.
    fn check(&self) -> Result<()>;
}

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
pub struct Layers<S> {
    values: Figment,
    kind: PhantomData<S>,
}

impl<S: Configured> Default for Layers<S> {
    fn default() -> Layers<S> {
        Layers::new()
    }
}

impl<S: Configured> Layers<S> {
    /// The defaults that are compiled in.
    pub fn new() -> Layers<S> {
        let values = toml::from_str(DEFAULTS).expect("the defaults are tested");
        Layers { values: Figment::new(), kind: PhantomData }.with("the defaults", values)
    }

    /// Lays files over what is there, one after the other. Each must be sound by itself.
    ///
    /// # Errors
    /// Names file, line and key.
    pub fn files(self, paths: &[PathBuf]) -> Result<Layers<S>> {
        paths.iter().try_fold(self, |layers, path| {
            let text = read(path).context("the configuration")?;
            layers.text(path, &text)
        })
    }

    /// Lays the text of a file over what is there. It must be sound by itself.
    ///
    /// # Errors
    /// Names file, line and key.
    pub fn text(self, path: &Path, text: &str) -> Result<Layers<S>> {
        let settings: S = parse_toml(path, text)?;
        settings.check().with_context(|| path.display().to_string())?;
        Ok(self.with(&path.display().to_string(), parse_toml(path, text)?))
    }

    /// Lays values over what is there that were checked where they came from.
    pub fn with(self, origin: &str, values: toml::Table) -> Layers<S> {
        let values = self.values.merge(Layer { origin: origin.to_owned(), values });
        Layers { values, kind: PhantomData }
    }

    /// Lays the environment over what is there.
    ///
    /// # Errors
    /// If a variable is not text.
    pub fn environment(self) -> Result<Layers<S>> {
        [(env::MODEL_URL, "url"), (env::MODEL_NAME, "name")].into_iter().try_fold(self, |layers, (name, key)| {
            Ok(match env::var(name)? {
                Some(value) => layers.set(name, &["model", key], value),
                None => layers,
            })
        })
    }

    /// Lays one value over what is there.
    pub fn set(self, origin: &str, key: &[&str], value: impl Into<toml::Value>) -> Layers<S> {
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
    pub fn settings(&self) -> Result<S> {
        let settings: S = self.values.extract().map_err(|error| {
            let origin = error.metadata.as_ref().map_or("the settings", |metadata| &metadata.name);
            anyhow!("{origin}: {}: {}", error.path.join("."), error.kind)
        })?;
        settings.check()?;
        Ok(settings)
    }
}
