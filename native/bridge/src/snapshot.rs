//! What the agent saw at the last moment that was worth a picture, and where it was saved.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anima_agent::{Moment, jpeg};
use anima_body::Frame;

/// A picture of the last moment that was worth one.
pub struct Snapshot {
    moment: Moment,
    frame: Arc<Frame>,
    /// Where it is, once it was saved.
    saved: Option<PathBuf>,
}

impl Snapshot {
    /// A picture that has just come.
    pub fn new(moment: Moment, frame: Arc<Frame>) -> Snapshot {
        Snapshot { moment, frame, saved: None }
    }

    /// The moment it shows.
    pub fn moment(&self) -> &Moment {
        &self.moment
    }

    /// Saves it once, among the screenshots of the game's folder, under a name that is free; tells where.
    ///
    /// # Errors
    /// Names the file and what to do.
    pub fn save(&mut self, game: &Path) -> Result<&Path, String> {
        let path = match self.saved.take() {
            Some(path) => path,
            None => write_free(&game.join("screenshots"), &jpeg(&self.frame))?,
        };
        Ok(self.saved.insert(path))
    }
}

/// Writes a file `anima-N.jpg` with the first number that is free.
fn write_free(folder: &Path, bytes: &[u8]) -> Result<PathBuf, String> {
    let fails = |path: &Path, error: std::io::Error| {
        format!("the picture could not be saved as {}: {error}; make the folder writable", path.display())
    };
    fs::create_dir_all(folder).map_err(|error| fails(folder, error))?;
    for number in 1_u32.. {
        let path = folder.join(format!("anima-{number}.jpg"));
        match File::create_new(&path).and_then(|mut file| file.write_all(bytes)) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(fails(&path, error)),
        }
    }
    Err(format!("no name is free in {}; tidy it up", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot() -> Snapshot {
        Snapshot::new(Moment::GoalBegan, Arc::new(Frame::from_rgb(4, 2, vec![90; 24])))
    }

    #[test]
    fn a_picture_is_saved_once_and_over_no_other() {
        let game = tempfile::tempdir().unwrap();
        let (mut one, mut other) = (snapshot(), snapshot());
        let first = one.save(game.path()).unwrap().to_owned();
        assert_eq!(one.save(game.path()).unwrap(), first);
        let second = other.save(game.path()).unwrap();
        assert_eq!(second, game.path().join("screenshots").join("anima-2.jpg"));
        assert!(fs::read(&first).unwrap().starts_with(&[0xff, 0xd8, 0xff]), "a JPEG");
    }

    #[test]
    fn where_nothing_can_be_saved_the_file_is_named() {
        let game = tempfile::tempdir().unwrap();
        fs::write(game.path().join("screenshots"), "a file").unwrap();
        let error = snapshot().save(game.path()).unwrap_err();
        assert!(error.contains("screenshots") && error.contains("writable"), "{error}");
    }
}
