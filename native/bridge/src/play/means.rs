//! What a goal of the player's is begun with: the model, the words it is asked by, what is remembered.

use std::cell::RefCell;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::rc::Rc;

use anima_body::Observation;
use anima_config::MemorySettings;
use anima_memory::{Memory, Notebook, Origin};
use anima_mind::{Book, Handbook, Means, Prompts};

use super::Play;
use crate::console::{Line, Tone};
use crate::settings::Settings;

/// Now, as the name of a folder: that of what a goal's model is asked.
fn moment() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!("goal-{}", now.as_millis())
}

impl Play {
    /// What the mind may use for a goal of the player's.
    pub(super) fn means(&mut self, first: &Observation, settings: &Settings) -> Means {
        let seed = match settings.game.seed {
            0 => i64::from(RandomState::new().hash_one(first.tick) as u32),
            seed => seed,
        };
        let server = anima_config::server(&settings.model, settings.mind)
            .and_then(|server| Ok(server.map(|server| server.within(&moment()).open()).transpose()?));
        let model = server.unwrap_or_else(|error| {
            self.warn(format!("the rules plan, for the model cannot: {error:#}"));
            None
        });
        let prompts = settings.agent.prompts().unwrap_or_else(|error| {
            self.warn(format!("the packed prompts are used, for yours cannot be: {error:#}"));
            Prompts::packed()
        });
        let handbook = settings.agent.handbook().unwrap_or_else(|error| {
            self.warn(format!("only the packed pages of advice are used: {error:#}"));
            Handbook::packed()
        });
        Means { model, prompts, handbook, seed: seed as u64, book: self.book(&settings.memory) }
    }

    /// Tells the player of something that is done without.
    fn warn(&mut self, text: String) {
        tracing::warn!("{text}");
        self.answers.push(Line { tone: Tone::Bad, text });
    }

    /// What the agent recalls from and writes down in, opened at the first goal that has it.
    fn book(&mut self, settings: &MemorySettings) -> Option<Book> {
        let file = &settings.file;
        if self.memory.as_ref().is_none_or(|(open, _)| *open != settings.clone()) {
            self.memory = None;
            if file.is_empty() {
                return None;
            }
            let path = Path::new(file);
            let memory = if settings.read_only { Memory::open_read_only(path) } else { Memory::open(path) };
            let origin = Origin { run: format!("life {}", moment()), ..Origin::default() };
            let book = memory.and_then(|memory| match settings.read_only {
                true => Ok(Notebook::of_game(memory.snapshot()?, origin)),
                false => Ok(Notebook::of_life(memory, origin)),
            });
            match book {
                Ok(book) => self.memory = Some((settings.clone(), Rc::new(RefCell::new(book)))),
                Err(error) => self.warn(format!("nothing is remembered, for the memory cannot be used: {error}")),
            }
        }
        self.memory.as_ref().map(|(_, book)| Rc::clone(book))
    }
}
