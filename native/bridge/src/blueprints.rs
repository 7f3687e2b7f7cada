//! Where players put their blueprints: `anima/blueprints` in the game's folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anima_intent::Library;

/// The folder of the player's blueprints.
pub(crate) struct Blueprints {
    folder: PathBuf,
}

impl Blueprints {
    /// Those of a game.
    pub fn of_game(game: &Path) -> Blueprints {
        Blueprints { folder: game.join("anima").join("blueprints") }
    }

    /// The names of the files, in order; none if there is no such folder.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".toml")).collect();
        names.sort_unstable();
        names
    }
}

impl Library for Blueprints {
    fn read(&self, name: &str) -> Result<String, String> {
        // What is typed names a file of this folder, never one elsewhere.
        let is_plain = !name.is_empty() && !name.contains(['/', '\\', ':']) && !name.starts_with('.');
        let path = self.folder.join(name);
        let missing = || {
            let names = self.names();
            let there =
                if names.is_empty() { "it is empty".to_owned() } else { format!("there is {}", names.join(", ")) };
            format!("there is no blueprint {name:?} in {}; {there}", self.folder.display())
        };
        if !is_plain {
            return Err(missing());
        }
        match fs::read_to_string(&path) {
            Ok(text) => Ok(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(missing()),
            Err(error) => Err(format!(
                "the blueprint {} cannot be read: {error}; it must be a text file of yours in UTF-8",
                path.display()
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blueprints_are_files_of_one_folder() {
        let game = tempfile::tempdir().expect("a folder");
        let folder = game.path().join("anima/blueprints");
        fs::create_dir_all(&folder).expect("it can be made");
        fs::write(folder.join("hut.toml"), "text").expect("it can be written");
        fs::write(game.path().join("anima/secret.toml"), "no").expect("it can be written");
        let blueprints = Blueprints::of_game(game.path());
        assert_eq!((blueprints.names(), blueprints.read("hut.toml")), (vec!["hut.toml".to_owned()], Ok("text".into())));
        for name in ["../secret.toml", "/etc/passwd", "barn.toml", "..\\secret.toml", "C:hut.toml", ""] {
            let error = blueprints.read(name).expect_err("it is not there");
            assert!(error.contains("there is hut.toml"), "{error}");
        }
        fs::write(folder.join("My Hut.toml"), "text").expect("it can be written");
        assert_eq!(blueprints.read("My Hut.toml"), Ok("text".into()));
        fs::write(folder.join("picture.toml"), [0xff, 0xd8, 0xff]).expect("it can be written");
        let error = blueprints.read("picture.toml").expect_err("it is no text");
        assert!(error.contains("picture.toml cannot be read") && error.contains("UTF-8"), "{error}");
    }
}
