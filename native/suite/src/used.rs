//! Which places of a server's worlds games have started at: no other game starts near them, whatever run it is of.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use anima_body::ChunkPos;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::RunFolder;

/// The file of places in a run's folder: a line for each game that began, whether it is over or not.
const PLACES: &str = "places.jsonl";

/// A place that a game has started at.
#[derive(Serialize, Deserialize)]
struct Used {
    world_seed: i64,
    chunk: [i32; 2],
}

impl RunFolder {
    /// Writes down that a game starts in a chunk of the world with this seed.
    ///
    /// # Errors
    /// Names the file.
    pub fn use_place(&self, world_seed: i64, chunk: ChunkPos) -> Result<()> {
        let path = self.path().join(PLACES);
        let line = serde_json::to_string(&Used { world_seed, chunk: [chunk.x, chunk.z] })? + "\n";
        let file = OpenOptions::new().append(true).create(true).open(&path);
        file.and_then(|mut file| file.write_all(line.as_bytes())).with_context(|| format!("writing {}", path.display()))
    }
}

/// The chunks of the world with this seed in which games of any run have started.
///
/// # Errors
/// If a folder or a file cannot be read, or a line is none; names it.
pub fn places_used(runs: &Path, world_seed: i64) -> Result<Vec<ChunkPos>> {
    let entries = match fs::read_dir(runs) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(|| format!("reading the folder {}", runs.display()))?,
    };
    let mut used = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| format!("reading the folder {}", runs.display()))?.path().join(PLACES);
        let text = match fs::read_to_string(&path) {
            // Other files may lie beside the folders of runs.
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => continue,
            text => text.with_context(|| format!("reading {}", path.display()))?,
        };
        // The last line has no end where the server ended as it was written, before the game began.
        for (index, line) in text.split_inclusive('\n').filter(|line| line.ends_with('\n')).enumerate() {
            let place = || format!("{}, line {}: this is no place of a game", path.display(), index + 1);
            let Used { world_seed: of, chunk: [x, z] } = serde_json::from_str(line).with_context(place)?;
            if of == world_seed {
                used.push(ChunkPos { x, z });
            }
        }
    }
    Ok(used)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn places_of_all_runs_in_a_world_are_known() {
        let runs = tempfile::tempdir().unwrap();
        assert_eq!(places_used(&runs.path().join("none"), 1).unwrap(), []);
        fs::write(runs.path().join("notes.txt"), "mine").unwrap();
        let run = || RunFolder::create(runs.path(), "s", SystemTime::UNIX_EPOCH).unwrap();
        let (one, other) = (run(), run());
        one.use_place(1, ChunkPos { x: 3, z: -4 }).unwrap();
        one.use_place(2, ChunkPos { x: 5, z: 6 }).unwrap();
        other.use_place(1, ChunkPos { x: 7, z: 8 }).unwrap();
        let mut used = places_used(runs.path(), 1).unwrap();
        used.sort();
        assert_eq!(used, [ChunkPos { x: 3, z: -4 }, ChunkPos { x: 7, z: 8 }]);
        let file = one.path().join(PLACES);
        fs::write(&file, "{\"world_seed\":1,\"chunk\":[9,9]}\n{\"world_se").unwrap();
        assert_eq!(
            places_used(runs.path(), 1).unwrap().len(),
            2,
            "a line that breaks off is of a game that never began"
        );
        fs::write(&file, "nothing\n").unwrap();
        let error = format!("{:#}", places_used(runs.path(), 1).unwrap_err());
        assert!(error.contains("places.jsonl, line 1"), "{error}");
    }
}
