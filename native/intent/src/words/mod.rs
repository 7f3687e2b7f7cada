//! Conditions from plain words: `obtain 3 diamonds`, `kill 3 zombies`, `wear iron armor`, `survive 3 nights`.

mod clause;
mod complete;
mod error;
mod item;
mod names;
mod number;
mod part;
mod place;
mod text;
mod verb;
mod way;

use crate::{Blueprint, Condition};
use clause::clause;
use part::split;
use text::{FILE, is_file, words_of};

pub use complete::complete;
pub use error::{Noun, WordsError};
pub use names::{either, is_mob, like, named_items, near, suggestion};
pub use way::way_line;

/// The longest goal, in bytes.
const LONGEST: usize = 200;
/// Parts of one goal.
const PARTS: usize = 9;

/// Reads the file of a blueprint by the name that was said.
pub trait Library {
    /// The text of the file.
    ///
    /// # Errors
    /// What is wrong with it, with the file's name and what to do.
    fn read(&self, name: &str) -> Result<String, String>;
}

/// No blueprints at all.
pub struct NoLibrary;

impl Library for NoLibrary {
    fn read(&self, name: &str) -> Result<String, String> {
        Err(format!("there is nowhere to read the blueprint {name} from"))
    }
}

impl<F: Fn(&str) -> Result<String, String>> Library for F {
    fn read(&self, name: &str) -> Result<String, String> {
        self(name)
    }
}

impl Condition {
    /// Reads a condition from plain words. Files of blueprints come from `library`.
    ///
    /// # Errors
    /// [`WordsError`] names the word that is not understood, and what can be said.
    pub fn parse(text: &str, library: &dyn Library) -> Result<Condition, WordsError> {
        if text.len() > LONGEST {
            return Err(WordsError::TooLong);
        }
        let plain = text.replace(char::is_control, " ");
        let said = words_of(&plain);
        // The name of a file keeps its case.
        let lower: Vec<String> =
            said.iter().map(|word| if is_file(word) { word.clone() } else { word.to_lowercase() }).collect();
        let words: Vec<&str> = lower.iter().map(String::as_str).collect();
        let library = &Shelf { library, said: &said };
        let mut parts = Vec::new();
        for some in split(&words, &["or"], None, library) {
            let all = split(some.words, &["and", "then"], some.verb, library);
            let all: Result<Vec<Condition>, WordsError> =
                all.into_iter().map(|part| clause(part.words, part.verb, library)).collect();
            parts.push(one_or(all.map_err(WordsError::with_likes)?, Condition::All));
        }
        let condition = one_or(parts, Condition::Any);
        if condition.leaves().len() > PARTS { Err(WordsError::TooManyParts) } else { Ok(condition) }
    }
}

/// The blueprints, and the words as they were said: names keep their case.
struct Shelf<'a> {
    library: &'a dyn Library,
    said: &'a [String],
}

impl Shelf<'_> {
    /// Reads a blueprint by the name of its file, or by that without its end.
    fn blueprint(&self, name: &str) -> Result<Blueprint, WordsError> {
        if is_file(name) {
            let text = self.library.read(name).map_err(WordsError::File)?;
            return Ok(Blueprint::parse(name, &text)?);
        }
        let said = self.said.iter().find(|word| word.to_lowercase() == name).map_or(name, String::as_str);
        self.blueprint(&format!("{said}{FILE}"))
    }
}

fn one_or(mut parts: Vec<Condition>, many: impl Fn(Vec<Condition>) -> Condition) -> Condition {
    if parts.len() == 1 { parts.remove(0) } else { many(parts) }
}

#[cfg(test)]
mod tests;
