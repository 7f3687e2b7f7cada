//! Where a model is served, and within what limits it is asked.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use super::Server;
use crate::ledger::Budget;
use crate::{Cached, Error, Model, Recording, Replay};

/// A key that never shows in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub(super) String);

impl Secret {
    /// Hides a key.
    pub fn new(key: impl Into<String>) -> Secret {
        Secret(key.into())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<secret>")
    }
}

/// How long a server may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For the connection.
    pub connect: Duration,
    /// Until the first token of an answer, or of the thoughts before it. What only keeps the connection alive is none.
    pub first_token: Duration,
    /// From one token to the next.
    pub idle: Duration,
    /// For the whole answer, the attempts and waits before it included.
    pub total: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connect: Duration::from_secs(5),
            first_token: Duration::from_secs(60),
            idle: Duration::from_secs(30),
            total: Duration::from_secs(180),
        }
    }
}

/// Where a model is served.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerSettings {
    /// The base address, ending in `/v1`.
    pub url: String,
    /// The model's name at that server.
    pub model: String,
    /// The key, if the server wants one.
    pub key: Option<Secret>,
    /// How long it may take.
    pub limits: Limits,
    /// Tokens for what the model thinks, on top of the longest answer of each request.
    pub reasoning_tokens: u32,
    /// Requests to this server at one time, by all agents of this process.
    pub at_once: usize,
    /// What may be spent.
    pub budget: Budget,
    /// The folder where answers are kept, so that the same is asked once only.
    pub cache: Option<PathBuf>,
    /// The folder into which requests and answers are written.
    pub record: Option<PathBuf>,
    /// The folder that answers in the server's place: what was recorded there.
    pub replay: Option<PathBuf>,
}

impl Default for ServerSettings {
    fn default() -> ServerSettings {
        ServerSettings {
            url: String::new(),
            model: String::new(),
            key: None,
            limits: Limits::default(),
            reasoning_tokens: 0,
            at_once: 4,
            budget: Budget::default(),
            cache: None,
            record: None,
            replay: None,
        }
    }
}

impl ServerSettings {
    /// Refuses what cannot be asked. No thread is started and nothing is connected.
    ///
    /// # Errors
    /// [`Error::BadAddress`], or [`Error::NoPrice`].
    pub fn check(&self) -> Result<(), Error> {
        if self.replay.is_some() {
            return Ok(());
        }
        check_address(&self.url)?;
        self.budget.check()
    }

    /// The same for a part of a run, whose exchanges have a folder of their own.
    #[must_use]
    pub fn within(mut self, part: &str) -> ServerSettings {
        for folder in [&mut self.record, &mut self.replay].into_iter().flatten() {
            folder.push(part);
        }
        self
    }

    /// The model: a server, or what a recorded run answered; its answers kept or written down as the settings say.
    ///
    /// # Errors
    /// As of [`Server::start`], or [`Error::Record`] or [`Error::Replay`].
    pub fn open(self) -> Result<Box<dyn Model>, Error> {
        let (cache, record) = (self.cache.clone(), self.record.clone());
        let mut model: Box<dyn Model> = match &self.replay {
            Some(folder) => Box::new(Replay::open(folder)?),
            None => Box::new(Server::start(self)?),
        };
        if let Some(folder) = cache {
            model = Box::new(Cached::new(model, folder));
        }
        match record {
            Some(folder) => Ok(Box::new(Recording::new(model, folder)?)),
            None => Ok(model),
        }
    }
}

/// Refuses what is no address of a server. Nothing is connected.
///
/// # Errors
/// [`Error::BadAddress`] says why.
pub fn check_address(url: &str) -> Result<(), Error> {
    let bad = |cause: String| Error::BadAddress { url: url.to_owned(), cause };
    let parsed = reqwest::Url::parse(url).map_err(|error| bad(error.to_string()))?;
    if !matches!(parsed.scheme(), "http" | "https") {
        return Err(bad(format!("{} is not http or https", parsed.scheme())));
    }
    Ok(())
}
