//! Why there is no answer, and what to do about it.

use std::time::Duration;

/// Why a model gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No connection.
    #[error("no model server answers at {url} ({cause})")]
    NoServer {
        /// Where.
        url: String,
        /// What the network said.
        cause: String,
    },
    /// The address is no URL.
    #[error("{url} is not the address of a model server ({cause})")]
    BadAddress {
        /// What was given.
        url: String,
        /// What is wrong with it.
        cause: String,
    },
    /// 401 or 403.
    #[error("the model server at {url} refuses the key ({message})")]
    KeyRefused {
        /// Where.
        url: String,
        /// What the server said.
        message: String,
    },
    /// 404, or a refusal that names the model.
    #[error("the model server at {url} does not know the model {model:?} ({message})")]
    UnknownModel {
        /// Where.
        url: String,
        /// Which.
        model: String,
        /// What the server said.
        message: String,
    },
    /// Another refusal.
    #[error("the model server at {url} answers {status}: {message}")]
    Refused {
        /// Where.
        url: String,
        /// The HTTP status.
        status: u16,
        /// What the server said.
        message: String,
    },
    /// A page, or any text that is not a chat answer.
    #[error("{url} does not answer as a model server does: {what}")]
    NotChat {
        /// Where.
        url: String,
        /// How the answer begins, or what it lacks.
        what: String,
    },
    /// The answer ended in the middle.
    #[error("the answer of the model server at {url} broke off ({cause})")]
    BrokenOff {
        /// Where.
        url: String,
        /// What the network or the parser said.
        cause: String,
    },
    /// Too slow.
    #[error("the model server at {url} gave {what} within {} s", .limit.as_secs_f64())]
    TooSlow {
        /// Where.
        url: String,
        /// What was waited for.
        what: &'static str,
        /// How long.
        limit: Duration,
    },
    /// A scripted model has no answer left.
    #[error("the script has no answer to request {request}")]
    ScriptEnded {
        /// Counted from 1.
        request: usize,
    },
    /// The thread that speaks to the server is gone.
    #[error("the model thread has stopped")]
    Stopped,
}

impl Error {
    /// Whether the same request may succeed if sent again.
    pub fn is_temporary(&self) -> bool {
        match self {
            Error::Refused { status, .. } => matches!(status, 408 | 409 | 429 | 500..),
            Error::BrokenOff { .. } | Error::TooSlow { .. } => true,
            _ => false,
        }
    }

    /// What the user can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Error::NoServer { .. } => "start the server, or give its address with --model http://HOST:PORT/v1",
            Error::BadAddress { .. } => "give an address like http://127.0.0.1:8000/v1",
            Error::KeyRefused { .. } => "put a valid key into the environment variable ANIMA_MODEL_KEY",
            Error::UnknownModel { .. } => "give a model that the server has with --model-name NAME",
            Error::Refused { status: 429, .. } => "wait, or raise the limit of your account",
            Error::Refused { status: 500.., .. } => "look into the server's own log",
            Error::Refused { .. } => "check the address, the model's name and the server's log",
            Error::NotChat { .. } => "check the address: it should end in /v1 and speak the OpenAI chat API",
            Error::BrokenOff { .. } => "try again; if it stays, look into the server's log or a proxy in between",
            Error::TooSlow { .. } => "use a faster server, or raise first_token_s and total_s under [model]",
            Error::ScriptEnded { .. } => "add an answer to the script",
            Error::Stopped => "start again",
        }
    }
}
