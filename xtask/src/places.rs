//! Where things are built, and in which of two ways.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// How the native libraries are built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// As they are shipped.
    Release,
    /// As `cargo test` builds them, so that what it has built is used again.
    Dev,
}

impl Profile {
    /// The folder of the target directory.
    pub fn folder(self) -> &'static str {
        match self {
            Profile::Release => "release",
            Profile::Dev => "debug",
        }
    }
}

/// Where things are built and where downloads are kept.
pub struct Places {
    /// Cargo's target directory.
    pub target: PathBuf,
    /// Cargo's downloads.
    pub cargo: PathBuf,
    /// Maven's downloads.
    pub maven: PathBuf,
    /// Whether nothing of the machine's own is used.
    pub is_fresh: bool,
}

impl Places {
    /// Where Cargo and Maven have them.
    pub fn usual(root: &Path) -> Places {
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |path| root.join(path));
        let home = std::env::home_dir().unwrap_or_default();
        let cargo = std::env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), PathBuf::from);
        Places { target, cargo, maven: home.join(".m2/repository"), is_fresh: false }
    }

    /// A folder of their own that is empty; only what Cargo is told about registries is taken over.
    pub fn fresh(folder: &Path, usual: &Places) -> Result<Places> {
        let folder = std::path::absolute(folder)?;
        ensure!(
            fs::read_dir(&folder).map_or(true, |mut entries| entries.next().is_none()),
            "{} is not empty; name a folder that is not there yet",
            folder.display()
        );
        let [target, cargo, maven] = ["target", "cargo", "maven"].map(|name| folder.join(name));
        fs::create_dir_all(&cargo).with_context(|| format!("making {}", cargo.display()))?;
        let config = usual.cargo.join("config.toml");
        if config.exists() {
            copy(&config, &cargo.join("config.toml"))?;
        }
        Ok(Places { target, cargo, maven, is_fresh: true })
    }

    /// Bytes that were downloaded so far, for Cargo and for Maven.
    pub fn downloaded(&self) -> [u64; 2] {
        [size(&self.cargo.join("registry/cache")), size(&self.maven)]
    }
}

/// The repository that this program was built in.
pub fn root() -> Result<&'static Path> {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask lies in the repository")
}

/// Copies a file; makes the folder that it goes to.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to).with_context(|| format!("copying {} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Copies a folder with all that is in it.
pub fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from).with_context(|| format!("reading {}", from.display()))? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_tree(&entry.path(), &to)?;
        } else {
            copy(&entry.path(), &to)?;
        }
    }
    Ok(())
}

/// Bytes in a folder; none where it is not there.
fn size(path: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(path) else { return fs::metadata(path).map_or(0, |file| file.len()) };
    entries.flatten().map(|entry| size(&entry.path())).sum()
}
