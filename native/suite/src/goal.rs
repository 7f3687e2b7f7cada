//! Goals as they are typed, with the files of blueprints that they name.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anima_intent::{Condition, Library};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// Letters of a goal that are shown with what is wrong with it.
const SHOWN: usize = 200;

/// Blueprints by the names under which goals know them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Blueprints(BTreeMap<String, String>);

impl Blueprints {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads those that a goal names, from files below a folder or anywhere.
    ///
    /// # Errors
    /// If the goal is none; the error names the word, or the file and its line.
    pub fn of(goal: &str, folder: &Path) -> Result<Blueprints> {
        let files = std::cell::RefCell::new(BTreeMap::new());
        let read = |name: &str| {
            let path = folder.join(name);
            let text = fs::read_to_string(&path)
                .map_err(|error| format!("the blueprint {}: {error}; name a TOML file of layers", path.display()))?;
            files.borrow_mut().insert(name.to_owned(), text.clone());
            Ok(text)
        };
        parse(goal, &read)?;
        Ok(Blueprints(files.into_inner()))
    }

    /// What a goal means.
    ///
    /// # Errors
    /// If it is none; the error names the word.
    pub fn meaning(&self, goal: &str) -> Result<Condition> {
        parse(goal, &|name: &str| self.0.get(name).cloned().ok_or_else(|| format!("the blueprint {name} was not read")))
    }
}

fn parse(goal: &str, library: &dyn Library) -> Result<Condition> {
    Condition::parse(goal, library).with_context(|| match goal.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("the goal \"{} ...\"", &goal[..end]),
        None => format!("the goal \"{goal}\""),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blueprints_are_files_of_any_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let hut = "layers = [[\"#\"]]\n[legend]\n\"#\" = \"stone\"";
        fs::create_dir(folder.path().join("Old Plans")).expect("it can be made");
        fs::write(folder.path().join("Old Plans/My Hut.toml"), hut).expect("it can be written");
        fs::write(folder.path().join("Open.toml"), hut.replace("stone", "oak_door[open=true]"))
            .expect("it can be written");
        let goal = "build Old Plans/My Hut.toml and get 3 dirt";
        let blueprints = Blueprints::of(goal, folder.path()).expect("it is there");
        let meaning = blueprints.meaning(goal).expect("it was read");
        assert_eq!(meaning.to_string(), "build Old Plans/My Hut.toml and obtain 3 dirt");
        let error = |goal: &str| format!("{:#}", Blueprints::of(goal, folder.path()).expect_err("it is wrong"));
        let open = error("build Open.toml");
        assert!(open.contains("Open.toml, line 3: oak_door is put down with open=false"), "{open}");
        let missing = error("build Barn.toml");
        assert!(missing.contains("Barn.toml") && missing.contains("name a TOML file"), "{missing}");
    }
}
