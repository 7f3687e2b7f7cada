//! The only way to a model: asks, reads the answer, has a wrong one repaired once, and counts.

use std::ops::Add;
use std::time::Duration;

use anima_model::{Error, Message, Model, Pending, Reply, Request, Spent};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::mind::Mind;
use crate::note::Note;
use crate::prompts::Prompts;
use crate::reply;
use crate::settings::{AtCap, By};

/// Times in a row without an answer that works after which the model is not asked again.
const PATIENCE: u32 = 4;

/// How often a model was asked, and how it did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Requests sent, repeated ones too.
    pub model_calls: u32,
    /// Replies that were wrong and asked for again with the error quoted.
    pub repairs: u32,
    /// Times the rules answered because the model did not.
    pub fallbacks: u32,
    /// Tokens of requests and answers.
    pub tokens: u64,
    /// Milliseconds until its answers were there.
    pub millis: u64,
}

impl Add for Counters {
    type Output = Counters;

    fn add(self, other: Counters) -> Counters {
        Counters {
            model_calls: self.model_calls + other.model_calls,
            repairs: self.repairs + other.repairs,
            fallbacks: self.fallbacks + other.fallbacks,
            tokens: self.tokens + other.tokens,
            millis: self.millis + other.millis,
        }
    }
}

/// The line to a model.
pub(crate) struct Line {
    model: Box<dyn Model>,
    pending: Option<Pending>,
    failures_in_a_row: u32,
    /// Why nothing was said at all to what was asked last, if so.
    silence: Option<String>,
    counters: Counters,
}

impl Line {
    pub fn new(model: Box<dyn Model>) -> Line {
        Line { model, pending: None, failures_in_a_row: 0, silence: None, counters: Counters::default() }
    }

    /// Whether the model is still asked at all.
    pub fn is_open(&self) -> bool {
        self.failures_in_a_row < PATIENCE
    }

    /// Waits until an answer has arrived, or for at most `limit`. Tells whether nothing is awaited any more.
    pub fn wait(&mut self, limit: Duration) -> bool {
        self.pending.as_mut().is_none_or(|pending| pending.wait(limit))
    }

    fn send(&mut self, request: Request) {
        self.pending = Some(self.model.ask(request));
    }

    fn take(&mut self) -> Option<Result<Reply, Error>> {
        let pending = self.pending.as_mut()?;
        let answer = pending.take()?;
        let Spent { calls, tokens, millis, .. } = pending.spent();
        let took = Counters { model_calls: calls as u32, tokens, millis, ..Counters::default() };
        self.counters = self.counters + took;
        self.pending = None;
        Some(answer)
    }

    /// How often the model was asked so far, and how it did.
    pub fn counters(&self) -> Counters {
        let awaited = u32::from(self.pending.is_some());
        Counters { model_calls: self.counters.model_calls + awaited, ..self.counters }
    }
}

/// One kind of call: how it is asked, how an answer is read, and how a wrong one is asked for again.
pub(crate) trait Call {
    /// What an answer is read into.
    type Answer;

    /// The call's name, as its prompt has it.
    fn name(&self) -> &'static str;

    /// The messages that ask.
    fn messages(&self) -> Vec<Message>;

    /// The request with some messages: schema, length, temperature.
    fn request(&self, messages: Vec<Message>) -> Request;

    /// Reads and checks an answer.
    ///
    /// # Errors
    /// What is wrong with it, one problem a line, for the model to read.
    fn read(&self, reply: &Reply) -> Result<Self::Answer, Vec<String>>;

    /// The message that names what was wrong.
    fn repair(&self, problems: &[String]) -> Message;
}

impl Mind {
    /// Whether a model is there to be asked.
    pub(crate) fn asks_model(&self) -> bool {
        self.line().is_some_and(|line| line.borrow().is_open())
    }

    /// Whether the rules answer where no model does: none is configured, none is to be asked, or the settings say so.
    pub(crate) fn rules_stand_in(&self) -> bool {
        let settings = self.settings();
        settings.plan == By::Rules || settings.fallback || self.line().is_none()
    }

    /// Why the model's part is not done where no rules stand in: why it said nothing, or `wrong`.
    pub(crate) fn why_not(&self, wrong: &str) -> String {
        self.line().and_then(|line| line.borrow().silence.clone()).unwrap_or_else(|| wrong.to_owned())
    }

    /// Asks the model; a wrong or broken answer is asked for once more. `None` if none works, or nobody is there.
    pub(crate) async fn ask<C: Call>(&self, call: &C) -> Option<C::Answer> {
        let line = self.line().filter(|line| line.borrow().is_open())?;
        let mut messages = call.messages();
        let mut again = false;
        loop {
            line.borrow_mut().send(call.request(messages.clone()));
            let answer = self.await_model(|| line.borrow_mut().take()).await;
            line.borrow_mut().silence = answer.as_ref().err().map(|error| told(&error.to_string()));
            let (why, problems, next) = match answer {
                Ok(reply) => match call.read(&reply) {
                    Ok(answer) => {
                        line.borrow_mut().failures_in_a_row = 0;
                        return Some(answer);
                    }
                    Err(problems) => {
                        line.borrow_mut().counters.repairs += u32::from(!again);
                        let why = format!("the answer does not work: {}", problems.join("; "));
                        let next = Prompts::again(&messages, &reply.text, call.repair(&problems));
                        (why, problems, Some(next))
                    }
                },
                Err(Error::Capped { cap, spent, limit, worst }) if self.settings().at_cap == AtCap::Stop => {
                    match self.stop_at_cap(cap, spent, limit, worst).await {}
                }
                Err(error) => {
                    if is_hopeless(&error) {
                        line.borrow_mut().failures_in_a_row = PATIENCE;
                    }
                    let same = is_worth_repeating(&error).then(|| messages.clone());
                    // A model that said nothing of use is told so with the next question, or it may say the same again.
                    let is_silent = matches!(error, Error::NotChat { .. } | Error::Declined { .. });
                    let problems = if is_silent { vec!["it was no answer".to_owned()] } else { Vec::new() };
                    (format!("{error}; {}", error.hint()), problems, same)
                }
            };
            match next.filter(|_| !again) {
                Some(next) => {
                    self.note(Note::Model(told(&why)));
                    (messages, again) = (next, true);
                }
                None => {
                    let for_good = {
                        let mut line = line.borrow_mut();
                        // Where nobody stands in for it, it is asked on.
                        line.failures_in_a_row += u32::from(self.settings().fallback);
                        line.counters.fallbacks += 1;
                        !line.is_open()
                    };
                    if !problems.is_empty() {
                        self.past().note_answer(call.name(), problems);
                    }
                    self.note(Note::Fallback { why: told(&why), for_good, by_rules: self.rules_stand_in() });
                    return None;
                }
            }
        }
    }
}

/// A call whose answer is read into a type and looked over.
struct Question<'a, T, F> {
    mind: &'a Mind,
    call: &'static str,
    /// A field that the answer must have.
    field: &'static str,
    data: Value,
    look_over: F,
    answer: std::marker::PhantomData<T>,
}

impl<T: DeserializeOwned, A, F: Fn(T) -> Result<A, Vec<String>>> Call for Question<'_, T, F> {
    type Answer = A;

    fn name(&self) -> &'static str {
        self.call
    }

    fn messages(&self) -> Vec<Message> {
        self.mind.prompts().messages(self.call, &self.data)
    }

    fn request(&self, messages: Vec<Message>) -> Request {
        /// Tokens of an answer: lists of some ten things.
        const MAX_TOKENS: u32 = 1000;
        self.mind.prompts().request(self.call, messages, MAX_TOKENS, 0.0)
    }

    fn read(&self, reply: &Reply) -> Result<A, Vec<String>> {
        (self.look_over)(reply::read(reply, self.field)?)
    }

    fn repair(&self, problems: &[String]) -> Message {
        self.mind.prompts().repair(self.call, problems)
    }
}

impl Mind {
    /// Asks the model by one of the prompts; `look_over` says what is wrong with an answer. `None` if none works, or nobody
    /// is there.
    pub(crate) async fn question<T: DeserializeOwned, A>(
        &self,
        call: &'static str,
        field: &'static str,
        data: Value,
        look_over: impl Fn(T) -> Result<A, Vec<String>>,
    ) -> Option<A> {
        self.ask(&Question { mind: self, call, field, data, look_over, answer: std::marker::PhantomData }).await
    }
}

/// Whether asking again cannot help before somebody has changed something.
fn is_hopeless(error: &Error) -> bool {
    match error {
        Error::NoServer { .. } | Error::BadAddress { .. } | Error::KeyRefused { .. } | Error::UnknownModel { .. } => {
            true
        }
        Error::RequestCut { .. } | Error::Capped { .. } | Error::NoPrice { .. } => true,
        Error::Ledger { .. }
        | Error::Record { .. }
        | Error::Replay { .. }
        | Error::ScriptEnded { .. }
        | Error::Stopped => true,
        Error::Refused { .. } => !error.is_temporary(),
        // The model said nothing, a proxy sent a page, or the server is asked again at the next plan.
        Error::NotChat { .. } | Error::BrokenOff { .. } | Error::TooSlow { .. } | Error::Declined { .. } => false,
        Error::OnlyThoughts { .. } | Error::ContextTooLong { .. } | Error::Busy { .. } | Error::Resting { .. } => false,
    }
}

/// Whether the same request may be answered if it is sent again at once.
fn is_worth_repeating(error: &Error) -> bool {
    matches!(error, Error::NotChat { .. } | Error::Declined { .. }) || error.is_temporary()
}

/// What went wrong, as one line of a note: it may quote what the model or the server said.
pub(crate) fn told(why: &str) -> String {
    /// Characters of a note; a problem for the model is longer at times.
    const LONGEST: usize = 1000;
    why.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST).collect()
}
