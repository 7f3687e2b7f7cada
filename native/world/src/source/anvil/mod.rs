//! Real saves: Anvil worlds of 1.18 to 1.19.4.
//!
//! A save is opened fast and read column by column when asked. What is damaged or unknown is left out with
//! a warning that names file and chunk; the rest loads.

mod block_entity;
mod chunk;
#[cfg(test)]
mod damaged;
mod entities;
mod level_dat;
mod nbt;
mod region;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anima_body::ChunkPos;

use super::{LoadedColumn, Summary, Unreadable};
use block_entity::Notes;
use chunk::Chunk;

pub use level_dat::LevelDat;

/// A saved world on disk.
#[derive(Debug)]
pub struct Save {
    folder: PathBuf,
    level: LevelDat,
}

/// Why a folder cannot be opened as a save.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// There is no world in the folder.
    #[error("{} is no Minecraft world: it has no {missing}; give the folder that holds level.dat and region/", path.display())]
    NoWorld {
        /// The folder.
        path: PathBuf,
        /// The file or folder that it lacks.
        missing: &'static str,
    },
    /// `level.dat` cannot be used.
    #[error("{} {problem}; level.dat_old beside it, or a backup, may be whole", path.display())]
    LevelDat {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
}

impl Save {
    /// Opens the world in a folder.
    pub fn open(folder: &Path) -> Result<Save, SaveError> {
        let missing = |missing| SaveError::NoWorld { path: folder.to_owned(), missing };
        let path = folder.join("level.dat");
        if !path.is_file() {
            return Err(missing("level.dat"));
        }
        if !folder.join("region").is_dir() {
            return Err(missing("region folder"));
        }
        Ok(Save { folder: folder.to_owned(), level: LevelDat::read(&path)? })
    }

    /// What it says about itself.
    pub fn level(&self) -> &LevelDat {
        &self.level
    }

    /// Reads a column with its entities; `None` where the game had not finished one.
    pub fn column(&self, chunk: ChunkPos) -> Result<Option<LoadedColumn>, Unreadable> {
        match self.read_terrain(chunk)? {
            Some(Chunk::Full(mut column)) => {
                self.read_entities(chunk, &mut column);
                Ok(Some(*column))
            }
            _ => Ok(None),
        }
    }

    fn read_terrain(&self, chunk: ChunkPos) -> Result<Option<Chunk>, Unreadable> {
        let path = region::path_of(&self.folder.join("region"), chunk);
        if !path.is_file() {
            return Ok(None);
        }
        let place = self.place(&path, chunk);
        let unreadable = |problem: String| Unreadable(format!("{place} {problem}; it is left out"));
        let Some(bytes) = region::read_chunk(&path, chunk).map_err(|error| unreadable(error.to_string()))? else {
            return Ok(None);
        };
        let root = nbt::read(&bytes).map_err(|error| unreadable(format!("is damaged: {error}")))?;
        let mut notes = Notes::default();
        let mut read = chunk::read(&root, chunk, &mut notes).map_err(unreadable)?;
        if let Chunk::Full(column) = &mut read {
            column.warnings.extend(notes.located(&place));
        }
        Ok(Some(read))
    }

    fn read_entities(&self, chunk: ChunkPos, column: &mut LoadedColumn) {
        let path = region::path_of(&self.folder.join("entities"), chunk);
        if !path.is_file() {
            return;
        }
        let place = self.place(&path, chunk);
        let bytes = match region::read_chunk(&path, chunk) {
            Ok(None) => return,
            Ok(Some(bytes)) => bytes,
            Err(error) => return column.warnings.push(format!("{place} {error}; its entities are left out")),
        };
        match nbt::read(&bytes) {
            Ok(root) => {
                let mut notes = Notes::default();
                column.entities = entities::read(&root, chunk, &mut notes);
                column.warnings.extend(notes.located(&place));
            }
            Err(error) => column.warnings.push(format!("{place} is damaged: {error}; its entities are left out")),
        }
    }

    fn place(&self, path: &Path, chunk: ChunkPos) -> String {
        let path = path.strip_prefix(&self.folder).unwrap_or(path);
        format!("{} chunk {} {}", path.display(), chunk.x, chunk.z)
    }

    /// The chunks that the save has data for, finished or not, in order of position.
    pub fn chunks(&self) -> (Vec<ChunkPos>, Vec<String>) {
        let (mut chunks, mut warnings) = (Vec::new(), Vec::new());
        let folder = self.folder.join("region");
        match fs::read_dir(&folder) {
            Ok(files) => {
                for path in files.flatten().map(|file| file.path()) {
                    match region::chunks(&path) {
                        Ok(found) => chunks.extend(found),
                        Err(error) => warnings.push(format!("{} {error}; it is left out", path.display())),
                    }
                }
            }
            Err(error) => warnings.push(format!("{} cannot be read: {error}", folder.display())),
        }
        chunks.sort_unstable();
        warnings.sort_unstable();
        (chunks, warnings)
    }

    /// Reads the whole save and tells what it holds.
    pub fn summary(&self) -> (Summary, Vec<String>) {
        let mut summary = Summary::default();
        let mut statuses = BTreeMap::new();
        let (chunks, mut warnings) = self.chunks();
        for chunk in chunks {
            let status = match self.read_terrain(chunk) {
                Ok(None) => continue,
                Ok(Some(Chunk::Unfinished(status))) => status,
                Ok(Some(Chunk::Full(mut column))) => {
                    self.read_entities(chunk, &mut column);
                    warnings.append(&mut column.warnings);
                    summary.add(&column);
                    "full".to_owned()
                }
                Err(Unreadable(problem)) => {
                    warnings.push(problem);
                    continue;
                }
            };
            *statuses.entry(status).or_default() += 1;
        }
        summary.chunks = statuses;
        (summary, warnings)
    }
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::sync::Arc;

    use super::*;
    use crate::Source;
    use crate::level::Level;

    /// The saves handed to all of us, or `None` (and a word about it) where they are not.
    fn worlds() -> Option<PathBuf> {
        let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
        let worlds = env::var_os("ANIMA_SHARED").map_or(beside, PathBuf::from).join("worlds");
        if worlds.is_dir() {
            return Some(worlds);
        }
        eprintln!("skipped: {} is not here", worlds.display());
        None
    }

    /// The part of the worlds' README about one of them.
    fn facts(worlds: &Path, name: &str) -> String {
        let readme = fs::read_to_string(worlds.join("README.md")).unwrap();
        let start = readme.find(&format!("## {name}")).unwrap();
        readme[start + 3..].split("\n## ").next().unwrap().to_owned()
    }

    /// The value of a row `| key | value |`.
    fn row<'a>(facts: &'a str, key: &str) -> &'a str {
        let line = facts.lines().find(|line| line.starts_with(&format!("| {key}"))).unwrap();
        line.split('|').nth(2).unwrap().trim()
    }

    fn counted(list: &str) -> BTreeMap<String, u32> {
        let pairs = list.split(',').map(|pair| pair.trim().rsplit_once(' ').unwrap());
        pairs.map(|(name, count)| (name.to_owned(), count.parse().unwrap())).collect()
    }

    #[test]
    fn the_saves_hold_what_their_readme_says() {
        let Some(worlds) = worlds() else { return };
        for name in ["plains-forest-1194", "taiga-forest-1181"] {
            let facts = facts(&worlds, name);
            let (summary, warnings) = Save::open(&worlds.join(name)).unwrap().summary();
            let unexpected: Vec<_> = warnings.iter().filter(|text| !text.contains("nobody has looked at")).collect();
            assert!(unexpected.is_empty(), "{unexpected:?}");
            assert_eq!(summary.chunks, counted(row(&facts, "chunks by status")), "{name} chunks");

            let entities = row(&facts, "saved entities").replace("animals etc.:", "").replace("other:", "");
            let entities = entities.replace("hostile:", "").replace(';', ",");
            assert_eq!(summary.entities, counted(&entities), "{name} entities");

            let columns: u32 = summary.surface_biomes.values().sum();
            let shares: Vec<(String, String)> = row(&facts, "surface biomes")
                .split(',')
                .map(|pair| pair.trim().rsplit_once(' ').unwrap())
                .map(|(biome, share)| (biome.to_owned(), share.to_owned()))
                .collect();
            assert_eq!(summary.surface_biomes.len(), shares.len());
            for (biome, share) in shares {
                let ours = 100.0 * f64::from(summary.surface_biomes[&biome]) / f64::from(columns);
                assert_eq!(format!("{ours:.1}%"), share, "{name} {biome}");
            }

            let table: Vec<Vec<&str>> = facts
                .lines()
                .skip_while(|line| !line.starts_with("| ore | total"))
                .take_while(|line| line.starts_with('|'))
                .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
                .collect();
            assert!(table.len() == 10);
            for ore in &table[2..] {
                for (bin, count) in table[0][2..].iter().zip(&ore[2..]) {
                    let low: i32 = bin.split("..").next().unwrap().parse().unwrap();
                    let ours = summary.ores.get(ore[0]).and_then(|bins| bins.get(&low)).copied().unwrap_or(0);
                    assert_eq!(ours, count.parse::<u32>().unwrap(), "{name} {} {bin}", ore[0]);
                }
                let total: u32 = summary.ores.get(ore[0]).map_or(0, |bins| bins.values().sum());
                assert_eq!(total, ore[1].parse::<u32>().unwrap(), "{name} {}", ore[0]);
            }
        }
    }

    #[test]
    fn what_a_player_put_into_a_chest_is_there() {
        let Some(worlds) = worlds() else { return };
        let save = Save::open(&worlds.join("plains-forest-1194")).unwrap();
        assert_eq!(save.level().spawn, anima_body::BlockPos::new(0, 81, 0));
        let column = save.column(ChunkPos::new(0, 0)).unwrap().unwrap();
        let chest = anima_body::BlockPos::new(3, 83, 13);
        let (_, chest) = column.block_entities.iter().find(|(pos, _)| *pos == chest).unwrap();
        assert_eq!(chest.contents().iter().flatten().count(), 3);
    }

    /// Every light that the game saved is the light that we compute.
    #[test]
    fn light_is_the_games() {
        let Some(worlds) = worlds() else { return };
        for name in ["plains-forest-1194", "taiga-forest-1181"] {
            let save = Arc::new(Save::open(&worlds.join(name)).unwrap());
            let source = Source::Save(Arc::clone(&save));
            let mut level = Level::new(0);
            let middle = ChunkPos::new(-4, 4);
            level.load_around(middle, 7, &source);
            let (mut same, mut other) = (0, Vec::new());
            for chunk in middle.around(5) {
                let path = region::path_of(&save.folder.join("region"), chunk);
                let bytes = region::read_chunk(&path, chunk).unwrap().unwrap();
                let root = nbt::read(&bytes).unwrap();
                if !root.is("isLightOn") {
                    continue;
                }
                for section in root.compounds("sections") {
                    let y = section.int::<i32>("Y").unwrap();
                    if !(-4..20).contains(&y) {
                        continue;
                    }
                    for (kind, name) in ["SkyLight", "BlockLight"].into_iter().enumerate() {
                        let Some(nbt::Tag::Bytes(saved)) = section.get(name) else { continue };
                        for at in 0..4096 {
                            let saved = saved[at / 2] >> (4 * (at % 2)) & 15;
                            let pos = chunk.corner(16 * y).offset(at as i32 & 15, at as i32 >> 8, at as i32 >> 4 & 15);
                            let ours = if kind == 0 { level.sky_light(pos) } else { level.block_light(pos) };
                            if saved == ours {
                                same += 1;
                            } else {
                                other.push(format!("{name} {pos}: game {saved} ours {ours} in {}", level.block(pos)));
                            }
                        }
                    }
                }
            }
            println!("{name}: {same} the same, {} others: {:#?}", other.len(), &other[..other.len().min(20)]);
            assert!(same > 1_000_000 && other.len() * 10_000 < same, "{name}: {} of {same} differ", other.len());
        }
    }

    #[test]
    fn says_what_is_wrong_with_a_folder() {
        let error = Save::open(Path::new("/nowhere")).unwrap_err().to_string();
        assert!(error.contains("no level.dat"), "{error}");
    }
}
