//! A model whose answers are given beforehand.

use std::collections::VecDeque;

use crate::{Error, Model, Pending, Reply, Request, Spent};

/// Gives prepared answers in order and refuses what comes after.
#[derive(Debug, Default)]
pub struct Script {
    answers: VecDeque<Result<Reply, Error>>,
    requests: Vec<Request>,
}

impl Script {
    /// A script of answers.
    pub fn new(answers: impl IntoIterator<Item = Result<Reply, Error>>) -> Script {
        Script { answers: answers.into_iter().collect(), requests: Vec::new() }
    }

    /// A script of texts.
    pub fn of_texts<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Script {
        Script::new(texts.into_iter().map(|text| Ok(Reply { text: text.into(), ..Reply::default() })))
    }

    /// The requests so far.
    pub fn requests(&self) -> &[Request] {
        &self.requests
    }
}

impl Model for Script {
    fn ask(&mut self, request: Request) -> Pending {
        self.requests.push(request);
        let ended = Err(Error::ScriptEnded { request: self.requests.len() });
        let answer = self.answers.pop_front().unwrap_or(ended);
        Pending::ready(answer, Spent { calls: 1, ..Spent::default() })
    }

    fn name(&self) -> &str {
        "script"
    }
}
