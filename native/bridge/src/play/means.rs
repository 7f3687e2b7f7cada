//! What a goal of the player's is begun with: the model, the words it is asked by, what is remembered.
//!
//! Files are read, and a store is opened, on a thread of their own: the goal begins in the first tick in which they are
//! there. A model is opened on a thread of its own, too.

use std::cell::RefCell;
use std::hash::{BuildHasher, RandomState};
use std::rc::Rc;
use std::sync::Arc;
use std::thread;

use anima_body::Observation;
use anima_config::{AgentSettings, MemorySettings};
use anima_memory::{Error, Memory, Notebook, Origin, Snapshot};
use anima_mind::{Book, Handbook, Means, Prompts};
use anima_model::{Apart, Model};
use crossbeam_channel::{Receiver, TryRecvError, bounded};

use super::Play;
use crate::console::{Line, Tone};
use crate::settings::Settings;

/// Now, as the name of a folder: that of what a goal's model is asked.
fn moment() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!("goal-{}", now.as_millis())
}

/// What a goal takes of files.
pub(super) struct Files {
    prompts: anyhow::Result<Arc<Prompts>>,
    handbook: anyhow::Result<Arc<Handbook>>,
    /// What is remembered, if that was to be opened.
    memory: Option<Result<Store, Error>>,
}

/// A store that was opened.
enum Store {
    /// One that is written to.
    Written(Memory),
    /// One that is only recalled from.
    Read(Snapshot),
}

/// Files on their way.
pub(super) struct Reading {
    files: Receiver<Files>,
    /// Of which settings they are.
    settings: (AgentSettings, MemorySettings),
}

impl Files {
    /// Reads them, as long as that takes.
    fn read(agent: &AgentSettings, memory: Option<&MemorySettings>) -> Files {
        let open = |settings: &MemorySettings| {
            let memory = anima_config::memory(settings, !settings.read_only)?;
            Ok(if settings.read_only { Store::Read(memory.snapshot()?) } else { Store::Written(memory) })
        };
        Files { prompts: agent.prompts(), handbook: agent.handbook(), memory: memory.map(open) }
    }
}

impl Play {
    /// What the mind may use for a goal of the player's; `None` while files are read for it.
    pub(super) fn means(&mut self, first: &Observation, settings: &Settings) -> Option<Means> {
        let Files { prompts, handbook, memory } = self.files(settings)?;
        let seed = match settings.game.seed {
            0 => i64::from(RandomState::new().hash_one(first.tick) as u32),
            seed => seed,
        };
        let model = anima_config::server(&settings.model, settings.mind)
            .and_then(|server| Ok(server.map(|server| Apart::start(server.within(&moment()))).transpose()?))
            .unwrap_or_else(|error| {
                self.warn(format!("the rules plan, for the model cannot: {error:#}"));
                None
            })
            .map(|model| Box::new(model) as Box<dyn Model>);
        let prompts = prompts.unwrap_or_else(|error| {
            self.warn(format!("the packed prompts are used, for yours cannot be: {error:#}"));
            Prompts::packed()
        });
        let handbook = handbook.unwrap_or_else(|error| {
            self.warn(format!("only the packed pages of advice are used: {error:#}"));
            Handbook::packed()
        });
        let book = self.book(&settings.memory, memory);
        Some(Means { model, prompts, handbook, seed: seed as u64, book })
    }

    /// Tells the player of something that is done without.
    pub(super) fn warn(&mut self, text: String) {
        tracing::warn!("{text}");
        self.answers.push(Line { tone: Tone::Bad, text });
    }

    /// What the goal takes of files, once it has been read; where there is nothing to read that is at once.
    fn files(&mut self, settings: &Settings) -> Option<Files> {
        let (agent, memory) = (&settings.agent, &settings.memory);
        let is_open = self.memory.as_ref().is_some_and(|(open, _)| open == memory);
        if !is_open {
            // Nobody writes in what is no longer set.
            self.memory = None;
        }
        let to_open = Some(memory).filter(|memory| !is_open && !memory.file.is_empty());
        if to_open.is_none() && agent.prompts.is_empty() && agent.handbook.is_empty() {
            return Some(Files::read(agent, None));
        }
        let current = (agent.clone(), memory.clone());
        let reading = self.reading.take().filter(|reading| reading.settings == current);
        let reading = reading.unwrap_or_else(|| {
            let (done, files) = bounded(1);
            let (agent, to_open) = (agent.clone(), to_open.cloned());
            let read = move || drop(done.send(Files::read(&agent, to_open.as_ref())));
            // Where no thread can be had the channel is closed, and they are read here.
            drop(thread::Builder::new().name("anima-files".into()).spawn(read));
            Reading { files, settings: current }
        });
        match reading.files.try_recv() {
            Ok(files) => Some(files),
            Err(TryRecvError::Empty) => {
                self.reading = Some(reading);
                None
            }
            Err(TryRecvError::Disconnected) => Some(Files::read(agent, to_open)),
        }
    }

    /// What the agent recalls from and writes down in, from the first goal on that has it.
    fn book(&mut self, settings: &MemorySettings, opened: Option<Result<Store, Error>>) -> Option<Book> {
        let origin = || Origin { run: format!("life {}", moment()), ..Origin::default() };
        match opened {
            Some(Ok(store)) => {
                let book = match store {
                    Store::Written(memory) => Notebook::of_life(memory, origin()),
                    Store::Read(snapshot) => Notebook::of_reader(snapshot),
                };
                self.memory = Some((settings.clone(), Rc::new(RefCell::new(book))));
            }
            Some(Err(error)) => self.warn(format!("nothing is remembered, for the memory cannot be used: {error}")),
            None => {}
        }
        self.memory.as_ref().map(|(_, book)| Rc::clone(book))
    }
}
