//! Where games are played.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anima_rules::techtree::Nature;
use anima_world::{Generator, Save, Source};
use anyhow::{Context, Result};

/// Where games are played. Cheap to clone: a save is opened once for all games on it.
#[derive(Clone, Debug)]
pub enum Land {
    /// The generated overworld of each game's own seed.
    Generated,
    /// A real save.
    Save {
        /// The name of its folder.
        name: String,
        /// Its folder.
        folder: PathBuf,
        /// The save.
        save: Arc<Save>,
    },
}

impl Land {
    /// The save in a folder.
    ///
    /// # Errors
    /// If there is no world of 1.18 to 1.19.4 in it.
    pub fn open(folder: &Path) -> Result<Land> {
        let save = Save::open(folder).context("opening the world")?;
        let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let name = whole.file_name().map_or_else(|| save.level().name.clone(), |name| name.to_string_lossy().into());
        Ok(Land::Save { name, folder: whole, save: Arc::new(save) })
    }

    /// The name in records: `generated`, or that of the save's folder.
    pub fn name(&self) -> &str {
        match self {
            Land::Generated => "generated",
            Land::Save { name, .. } => name,
        }
    }

    /// What can occur there at all.
    pub(crate) fn nature(&self) -> Nature {
        match self {
            Land::Generated => Nature::Generated,
            Land::Save { .. } => Nature::Vanilla,
        }
    }

    /// The generator of a game with this seed, if its land is generated.
    pub(crate) fn generator(&self, seed: i64) -> Option<Generator> {
        match self {
            Land::Generated => Some(Generator::new(seed)),
            Land::Save { .. } => None,
        }
    }

    /// The save's folder, if it is a save.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Land::Generated => None,
            Land::Save { folder, .. } => Some(folder),
        }
    }

    /// The terrain of a game with this seed.
    pub(crate) fn source(&self, seed: i64) -> Source {
        match self {
            Land::Generated => Source::Generator(Generator::new(seed)),
            Land::Save { save, .. } => Source::Save(Arc::clone(save)),
        }
    }
}
