//! Why there is no answer, and what to do about it.

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Why a model gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
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
    /// The request is longer than what the model can read.
    #[error("the request is too long for the model at {url} ({message})")]
    ContextTooLong {
        /// Where.
        url: String,
        /// What the server said.
        message: String,
    },
    /// The server counted far fewer tokens than were sent: it has left out the beginning without a word.
    #[error("the model server at {url} read only {tokens} tokens of a request of {bytes} bytes: it cut the rest off")]
    RequestCut {
        /// Where.
        url: String,
        /// Tokens that it counted.
        tokens: u64,
        /// Bytes of text that were sent.
        bytes: u64,
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
    /// The server asks to wait longer than anybody waits here.
    #[error("the model server at {url} wants to be left alone for {} s ({message})", .wait.as_secs())]
    Busy {
        /// Where.
        url: String,
        /// For how long.
        wait: Duration,
        /// What the server said.
        message: String,
    },
    /// The server failed so often that it is not asked for a while.
    #[error("the model server at {url} failed {failures} times in a row and is asked again in {} s", .wait.as_secs())]
    Resting {
        /// Where.
        url: String,
        /// How often in a row.
        failures: u32,
        /// In how long it is asked again.
        wait: Duration,
    },
    /// The model will not answer this.
    #[error("the model at {url} declines to answer ({message})")]
    Declined {
        /// Where.
        url: String,
        /// What it said.
        message: String,
    },
    /// Nothing was said: all the tokens went into thoughts.
    #[error("the model at {url} spent all {tokens} tokens on thoughts and said nothing")]
    OnlyThoughts {
        /// Where.
        url: String,
        /// The longest answer that it was allowed.
        tokens: u32,
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
        what: Cow<'static, str>,
        /// How long.
        limit: Duration,
    },
    /// A call could have passed a cap.
    #[error("a call could pass the cap {cap}: {spent} of {limit} are spent, and it may take {worst}")]
    Capped {
        /// The key of the cap in the settings.
        cap: String,
        /// What is spent or reserved.
        spent: String,
        /// The cap.
        limit: String,
        /// What the call may take at most.
        worst: String,
    },
    /// Money is capped, and nobody said what a token costs.
    #[error("{cap} is set, but not what the model costs")]
    NoPrice {
        /// The key of the cap in the settings.
        cap: String,
    },
    /// What is spent cannot be counted.
    #[error("{path}: {cause}")]
    Ledger {
        /// The file.
        path: String,
        /// What is wrong with it.
        cause: String,
    },
    /// What is asked and answered cannot be written down.
    #[error("{path}: {cause}")]
    Record {
        /// The folder.
        path: String,
        /// Why not.
        cause: String,
    },
    /// A recorded run asks something else now, or more than before.
    #[error("{path}: {cause}")]
    Replay {
        /// The folder or file.
        path: String,
        /// What differs.
        cause: String,
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
    /// Whether the same request may succeed if sent again soon.
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
            Error::UnknownModel { url, .. } if !url.trim_end_matches('/').ends_with("/v1") => {
                "check the address, which usually ends in /v1, or give a model that the server has with --model-name NAME"
            }
            Error::UnknownModel { .. } => "give a model that the server has with --model-name NAME",
            Error::ContextTooLong { .. } | Error::RequestCut { .. } => {
                "let the model read 8192 tokens or more (Ollama: OLLAMA_CONTEXT_LENGTH or num_ctx, llama.cpp: --ctx-size, \
                 vLLM: --max-model-len, LM Studio: Context Length), or name a model that can"
            }
            Error::Refused { status: 429, .. } | Error::Busy { .. } => "wait, or raise the limit of your account",
            Error::Refused { status: 500.., .. } => "look into the server's own log",
            Error::Refused { .. } => {
                "check the address, which usually ends in /v1, the model's name and the server's log"
            }
            Error::Resting { .. } => "look into the server's own log, or wait",
            Error::Declined { .. } => "name another model; this one holds the request for something it should not do",
            Error::OnlyThoughts { .. } => "raise reasoning_tokens under [model], or have the server let it think less",
            Error::NotChat { .. } => "check the address: it should end in /v1 and speak the OpenAI chat API",
            Error::BrokenOff { .. } => "try again; if it stays, look into the server's log or a proxy in between",
            Error::TooSlow { .. } => "use a faster server, or raise first_token_s, idle_s and total_s under [model]",
            Error::Capped { cap, .. } if cap.ends_with("_per_day") => "raise the cap, or wait until the next day (UTC)",
            Error::Capped { cap, .. } if cap.starts_with("calls") => "raise the cap",
            Error::Capped { .. } => "raise the cap: a call needs room for its prompt and its longest answer",
            Error::NoPrice { .. } => {
                "give price_prompt and price_answer under [model], the price of a million tokens; 0 for a server of your own"
            }
            Error::Ledger { .. } => {
                "mend or move it, or name a folder that can be written with spent under [model]; nothing is asked while what is \
                 spent cannot be counted"
            }
            Error::Record { .. } => {
                "name another folder with --model-record, one that can be written and holds no recorded run"
            }
            Error::Replay { .. } => "replay with the settings, the seed and the version that the run was recorded with",
            Error::ScriptEnded { .. } => "add an answer to the script",
            Error::Stopped => "start again",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_fit_the_cap_and_the_address() {
        let capped = |cap: &str| {
            let number = || "1".to_owned();
            Error::Capped { cap: cap.into(), spent: number(), limit: number(), worst: number() }.hint()
        };
        assert!(capped("money_per_day").contains("next day") && !capped("money_per_goal").contains("day"));
        assert!(capped("tokens_per_goal").contains("longest answer") && !capped("calls_per_goal").contains("answer"));
        let unknown =
            |url: &str| Error::UnknownModel { url: url.into(), model: "m".into(), message: String::new() }.hint();
        assert!(unknown("http://host:8000").contains("/v1") && !unknown("http://host:8000/v1/").contains("/v1"));
    }
}
