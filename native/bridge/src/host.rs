//! What all agents of a process share: what a `Host` of Java owns.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::Fault;
use crate::blueprints::Blueprints;
use crate::land::Land;
use crate::log::Log;
use crate::registries::{Names, Registries, biomes};
use crate::sections::Height;
use crate::settings::SettingsFile;

/// The running game's ids, the settings and the log.
pub struct Host {
    pub(crate) registries: Rc<Registries>,
    /// The settings.
    pub settings: SettingsFile,
    pub(crate) game: PathBuf,
    pub(crate) log: Log,
}

impl Host {
    /// Opens settings and log.
    pub fn open(config: &Path, game: &Path, names: &Names) -> Rc<RefCell<Host>> {
        let log = Log::open(game);
        let settings = SettingsFile::open(config);
        tracing::info!("Anima {}", env!("CARGO_PKG_VERSION"));
        for problem in [log.problem(), settings.problem()].into_iter().flatten() {
            tracing::warn!("{problem}");
        }
        let registries = Rc::new(Registries::new(names));
        Rc::new(RefCell::new(Host { registries, settings, game: game.to_owned(), log }))
    }

    /// The running game has other registries now, or numbers them anew. What was told of worlds by the old numbers is
    /// forgotten, and has to be told again; goals at work wait for it.
    pub fn tell_registries(&mut self, names: &Names) {
        let registries = Rc::new(Registries::new(names));
        tracing::info!("the game has {} block states and {} items", names.block_states.len(), names.items.len());
        if !registries.replaced().is_none() {
            tracing::warn!("replaced {}", registries.replaced());
        }
        self.registries = registries;
    }

    /// The land of a world or dimension of which nothing was told yet.
    ///
    /// # Errors
    /// If its height cannot be.
    pub fn land(&self, bottom_y: i32, height: i32, biome_names: &[String]) -> Result<Rc<RefCell<Land>>, Fault> {
        let height = Height::new(bottom_y, height)?;
        Ok(Rc::new(RefCell::new(Land::new(Rc::clone(&self.registries), biomes(biome_names), height))))
    }

    /// The player's blueprints.
    pub(crate) fn blueprints(&self) -> Blueprints {
        Blueprints::of_game(&self.game)
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        tracing::info!("closed");
    }
}
