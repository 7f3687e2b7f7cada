//! The OpenAI-compatible chat API over HTTP.

mod abilities;
mod pace;
mod settings;
mod shape;
mod stream;
#[cfg(test)]
mod tests;
mod wire;

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime};

use parking_lot::Mutex;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Response};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until, timeout_at};

pub use self::settings::{Limits, Secret, ServerSettings, check_address};

use self::abilities::Abilities;
use self::pace::{Known, Told, Waits, retry_after};
use self::shape::{Holds, Lesson, Shape};
use self::stream::Events;
use self::wire::{Assembly, Bad, beginning, body, refusal_message};
use crate::ledger::Ledger;
use crate::pending::{Asked, Job};
use crate::{Error, Model, Pending, Reply, Request, Spent};

/// Bytes of an answer that are read. A plan has some thousands; what never ends must not fill the memory.
const LONGEST: usize = 4 << 20;
/// Times that a request is sent again after a refusal that may pass, or an answer that broke off.
const RETRIES: u32 = 3;
/// The field of a request's head that says how often in a row the same was sent in vain; there is none in the first try.
/// OpenAI's own clients count so.
const TRIED: &str = "x-stainless-retry-count";
/// Tokens that a model which thought all its answer away gets at least for its thoughts when it is asked again; twice what it
/// had, if that is more.
const MORE_THOUGHTS: u32 = 4096;
/// Bytes of the shortest key that is a secret. Servers of one's own are given shorter ones (`none`, `lm-studio`), which may
/// be a word of what is said.
const SECRET: usize = 16;
/// Bytes of text that a token never has on the average: a server that counts fewer tokens has cut the text.
const BYTES_OF_A_TOKEN: u64 = 8;
/// Bytes of a request below which nothing is concluded from its count of tokens.
const TELLING: u64 = 4000;
/// Tokens that a picture and the frame of a message take at most.
const PICTURE: u64 = 4096;
const FRAME: u64 = 16;

/// A model behind an HTTP address, spoken to on a thread of its own, one request after the other. When it is dropped the
/// thread ends at once; when an answer is no longer wanted its connection is closed.
pub struct Server {
    model: String,
    ledger: Arc<Ledger>,
    known: Arc<Known>,
    kept: Option<Abilities>,
    jobs: mpsc::UnboundedSender<Job>,
    /// Dropped to end the thread, whatever it waits for.
    alive: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts the thread; no connection is made yet.
    ///
    /// # Errors
    /// [`Error::BadAddress`] if the address is no HTTP URL, [`Error::NoPrice`] or [`Error::Ledger`] if what is spent
    /// cannot be counted.
    pub fn start(settings: ServerSettings) -> Result<Server, Error> {
        settings.check()?;
        let ledger = Arc::new(Ledger::open(settings.budget.clone())?);
        let client = client(&settings)?;
        let known = Known::of(&settings.url, settings.at_once);
        let kept = settings.budget.folder.as_deref().map(Abilities::within);
        let endpoint = Endpoint {
            chat: format!("{}/chat/completions", settings.url.trim_end_matches('/')),
            client,
            known: Arc::clone(&known),
            kept: kept.clone(),
            in_vain: Mutex::default(),
            ledger: Arc::clone(&ledger),
            settings: settings.clone(),
        };
        let (jobs, queue) = mpsc::unbounded_channel();
        let (alive, gone) = oneshot::channel();
        let run = move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().thread_name("anima-model-names").build();
            match runtime {
                Ok(runtime) => {
                    runtime.block_on(serve(endpoint, queue, gone));
                    // A look-up of a host's name cannot be broken off; nobody waits for it.
                    runtime.shutdown_background();
                }
                Err(error) => tracing::error!("no runtime for the model thread: {error}"),
            }
        };
        let thread = thread::Builder::new().name("anima-model".into()).spawn(run);
        let thread = thread.map_err(|error| bad(&settings, format!("no thread for it: {error}")))?;
        Ok(Server { model: settings.model, ledger, known, kept, jobs, alive: Some(alive), thread: Some(thread) })
    }

    /// Makes sure that a server is there at all, by a request to no model: any answer will do.
    ///
    /// # Errors
    /// [`Error::NoServer`], [`Error::BadAddress`], or as of the settings.
    pub fn reach(settings: &ServerSettings) -> Result<(), Error> {
        settings.check()?;
        let client = client(settings)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| bad(settings, format!("no runtime for it: {error}")))?;
        let models = format!("{}/models", settings.url.trim_end_matches('/'));
        let answer = runtime.block_on(async { client.get(models).timeout(settings.limits.total).send().await });
        // A look-up of a host's name cannot be broken off; nobody waits for it.
        runtime.shutdown_background();
        match answer {
            Err(error) if error.is_connect() => {
                Err(Error::NoServer { url: settings.url.clone(), cause: chain(&error) })
            }
            _ => Ok(()),
        }
    }

    /// What its model takes, as far as refusals have taught: `takes json_schema, max_tokens, temperature, pictures`. Not to
    /// be called in a game tick, for it may read what is kept on the disk.
    pub fn abilities(&self) -> String {
        self.known.told(&self.model, self.kept.as_ref()).shape.to_string()
    }

    /// Forgets what its model takes, here and on the disk: it is found out anew.
    pub fn forget_abilities(&self) {
        self.known.forget(&self.model, self.kept.as_ref());
    }

    /// What it has spent or reserved so far.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }
}

/// What sends the requests.
fn client(settings: &ServerSettings) -> Result<Client, Error> {
    // Another part of the process may have installed one already; either will do.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = Client::builder().connect_timeout(settings.limits.connect).build();
    client.map_err(|error| bad(settings, chain(&error)))
}

fn bad(settings: &ServerSettings, cause: String) -> Error {
    Error::BadAddress { url: settings.url.clone(), cause }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.alive = None;
        if let Some(thread) = self.thread.take() {
            // Its panic was reported when it happened.
            drop(thread.join());
        }
    }
}

impl Model for Server {
    fn ask(&mut self, request: Request) -> Pending {
        let (asked, pending) = Pending::new();
        if self.jobs.send(Job { request, asked }).is_err() {
            return Pending::ready(Err(Error::Stopped), Spent::default());
        }
        pending
    }

    fn name(&self) -> &str {
        &self.model
    }
}

/// Answers one job after the other until the [`Server`] is dropped.
async fn serve(endpoint: Endpoint, mut queue: mpsc::UnboundedReceiver<Job>, gone: oneshot::Receiver<()>) {
    let mut gone = pin!(gone);
    loop {
        let job = tokio::select! {
            _ = &mut gone => return,
            job = queue.recv() => job,
        };
        let Some(Job { request, asked: Asked { answer, unwanted } }) = job else { return };
        let (before, began) = (endpoint.ledger.goal(), Instant::now());
        let reply = tokio::select! {
            _ = &mut gone => return,
            _ = unwanted => continue,
            reply = endpoint.ask(&request) => reply,
        };
        // The asker may have turned away; then nobody wants the answer.
        let millis = began.elapsed().as_millis() as u64;
        let _ = answer.send((reply, Spent { millis, ..endpoint.ledger.goal().since(before) }));
    }
}

struct Endpoint {
    chat: String,
    client: Client,
    known: Arc<Known>,
    /// Where what is found out about servers is kept.
    kept: Option<Abilities>,
    /// The body that was sent last in vain, and how often in a row.
    in_vain: Mutex<(String, u32)>,
    ledger: Arc<Ledger>,
    settings: ServerSettings,
}

/// Why one attempt came to nothing.
struct Failed {
    error: Error,
    refusal: Option<Refusal>,
    /// How long the server wants to be left alone.
    wait: Option<Duration>,
}

/// What a server answers in place of an answer.
struct Refusal {
    /// The HTTP status, or what stands for it inside an answer.
    status: u16,
    /// How its message begins, with no key in it: for errors and logs.
    message: String,
    /// The same to learn from: a key too short to be a secret is left in it, for it may be a part of any word.
    words: String,
}

impl From<Error> for Failed {
    fn from(error: Error) -> Failed {
        Failed { error, refusal: None, wait: None }
    }
}

/// The number of the next request of this process: seeds how long it waits between attempts.
static NEXT: AtomicU64 = AtomicU64::new(0);

impl Endpoint {
    /// Asks once it is its turn, if the server is asked at all.
    async fn ask(&self, request: &Request) -> Result<Reply, Error> {
        let total = self.settings.limits.total;
        let deadline = Instant::now() + total;
        let room = timeout_at(deadline, self.known.room.acquire()).await;
        let _room = room.map_err(|_| self.too_slow("no turn among the requests at one time", total))?;
        if let Some((failures, wait)) = self.known.rests() {
            return Err(Error::Resting { url: self.settings.url.clone(), failures, wait });
        }
        let answer = self.ask_again_and_again(request, deadline).await;
        match &answer {
            Ok(_) => self.known.worked(),
            Err(error) => match error {
                // A server that asks to be left alone for a while neither works nor fails.
                Error::Refused { status: 429, .. } | Error::Busy { .. } => {}
                Error::NoServer { .. } | Error::BrokenOff { .. } | Error::TooSlow { .. } => self.known.failed(),
                Error::Refused { .. } if error.is_temporary() => self.known.failed(),
                // The server has answered, of however little use that is.
                Error::Refused { .. } | Error::KeyRefused { .. } | Error::UnknownModel { .. } => self.known.worked(),
                Error::ContextTooLong { .. } | Error::RequestCut { .. } | Error::Declined { .. } => self.known.worked(),
                Error::OnlyThoughts { .. } | Error::NotChat { .. } => self.known.worked(),
                // The last request was not sent, or what it took cannot be counted: that says nothing of the server.
                Error::Capped { .. } | Error::NoPrice { .. } | Error::Ledger { .. } => {}
                Error::BadAddress { .. } | Error::Resting { .. } | Error::Stopped => {}
                Error::Record { .. } | Error::Replay { .. } | Error::ScriptEnded { .. } => {}
            },
        }
        answer
    }

    /// Asks until there is an answer, a refusal that stays, or the time is up.
    async fn ask_again_and_again(&self, request: &Request, deadline: Instant) -> Result<Reply, Error> {
        let ServerSettings { url, model, reasoning_tokens, .. } = &self.settings;
        let mut waits = Waits::new(NEXT.fetch_add(1, Ordering::Relaxed));
        let (mut retries, mut is_broken) = (0, false);
        // The shape before refusals that named nothing: what was given up for them is kept on the disk once the server has
        // taken the request without it, and tried again later if it never has.
        let mut unproven: Option<Shape> = None;
        // Once the model has thought all its answer away: the tokens that its thoughts may take now, and the error to end
        // with if so many are not to be had.
        let mut more: Option<(u32, Error)> = None;
        loop {
            let Told { mut shape, by_another } = self.known.told(model, self.kept.as_ref());
            let thoughts = more.as_ref().map_or(shape.thoughts.max(*reasoning_tokens), |(thoughts, _)| *thoughts);
            let Failed { error, refusal, wait } = match self.attempt(request, &shape, thoughts, deadline).await {
                Ok(reply) => {
                    // The next request gets as many at once, but no more than one step above what is configured: if they
                    // doubled with every long thought, they would come to exceed what the model can read.
                    let needed = more.map_or(0, |(thoughts, _)| thoughts.min(more_thoughts_than(*reasoning_tokens)));
                    if unproven.is_some() || needed > shape.thoughts {
                        shape.thoughts = shape.thoughts.max(needed);
                        self.known.learn(model, shape, self.kept.as_ref());
                    }
                    return Ok(reply);
                }
                Err(failed) => failed,
            };
            if matches!(error, Error::OnlyThoughts { .. }) && more.is_none() {
                tracing::info!("{error}; asked again with more");
                more = Some((more_thoughts_than(thoughts), error));
                continue;
            }
            if let Some((_, only_thoughts)) = &more {
                // The same request was answered with fewer tokens: so many are refused, or may not be spent.
                let is_too_much = matches!(error, Error::Capped { .. }) || refusal.is_some() && !error.is_temporary();
                if is_too_much {
                    tracing::info!("{error}; not asked again");
                    return Err(only_thoughts.clone());
                }
            } else if let Some(Refusal { status, message, words }) = &refusal {
                let pictures = request.messages.iter().any(|message| !message.pictures.is_empty());
                let before = shape.clone();
                match shape.learn(*status, words, Holds { schema: request.schema.is_some(), pictures }) {
                    Lesson::AskAgain => {
                        tracing::info!("the model server at {url} answers {status}: {message}; asked otherwise");
                        self.known.learn(model, shape, self.kept.as_ref());
                        continue;
                    }
                    Lesson::Unnamed => {
                        tracing::info!("the model server at {url} answers {status}: {message}; asked otherwise");
                        unproven.get_or_insert(before);
                        self.known.learn(model, shape, None);
                        continue;
                    }
                    // It may have failed by chance the first time, and what is only guessed is not kept.
                    Lesson::Guess if !is_broken => is_broken = true,
                    Lesson::Guess => {
                        tracing::info!("the model server at {url} answers {status}: {message}; asked otherwise");
                        self.known.learn(model, shape, None);
                        continue;
                    }
                    Lesson::TooLong => {
                        if shape.context != before.context {
                            self.known.learn(model, shape, self.kept.as_ref());
                        }
                        return Err(self.too_long(message));
                    }
                    Lesson::NoModel => return Err(self.no_model(message)),
                    // It no longer takes what another process has found that it takes.
                    Lesson::Nothing if by_another && matches!(status, 400 | 422) => {
                        tracing::info!("the model server at {url} answers {status}: {message}; found out anew");
                        self.known.forget(model, self.kept.as_ref());
                        continue;
                    }
                    Lesson::Nothing => {
                        if let Some(before) = unproven.take() {
                            self.known.learn(model, before, None);
                        }
                    }
                }
            }
            // Who was too slow once has had the time of several attempts.
            if !error.is_temporary() || matches!(error, Error::TooSlow { .. }) || retries == RETRIES {
                return Err(error);
            }
            retries += 1;
            let until = Instant::now() + waits.next(wait);
            if until >= deadline {
                return Err(match (wait, error) {
                    (Some(wait), Error::Refused { url, message, .. }) => Error::Busy { url, wait, message },
                    (_, error) => error,
                });
            }
            tracing::info!("{error}; asked again");
            sleep_until(until).await;
        }
    }

    /// Sends the request once, in a shape, and reads the answer.
    async fn attempt(
        &self,
        request: &Request,
        shape: &Shape,
        thoughts: u32,
        deadline: Instant,
    ) -> Result<Reply, Failed> {
        let longest = request.max_tokens.saturating_add(thoughts);
        let bytes = text_bytes(request);
        let reserved = self.ledger.reserve(worst_prompt(request, bytes), longest.into(), SystemTime::now())?;
        let answer = self.answer(body(&self.settings.model, request, shape, longest).to_string(), deadline).await;
        if let Err(Failed { error: Error::NoServer { .. }, .. }) = &answer {
            self.ledger.release(&reserved)?;
        }
        let mut answer = answer?;
        let Reply { prompt_tokens, answer_tokens, .. } = answer.reply;
        if let (Some(prompt), Some(answer)) = (prompt_tokens, answer_tokens) {
            self.ledger.settle(&reserved, prompt, answer)?;
        }
        let url = || self.settings.url.clone();
        if let Some(tokens) = prompt_tokens.filter(|tokens| *tokens > 0)
            && bytes >= TELLING
            && tokens * BYTES_OF_A_TOKEN < bytes
        {
            return Err(Error::RequestCut { url: url(), tokens, bytes }.into());
        }
        self.hide_key(&mut answer.reply.text);
        self.hide_key(&mut answer.refusal);
        let Assembly { reply, thought, refusal, .. } = &answer;
        if reply.text.trim().is_empty() {
            let declined = answer.finish.as_deref() == Some("content_filter");
            return Err(if !refusal.trim().is_empty() || declined {
                let message = if declined { "its content filter" } else { refusal };
                Error::Declined { url: url(), message: beginning(message) }
            } else if answer.is_cut_off() {
                Error::OnlyThoughts { url: url(), tokens: longest }
            } else if *thought {
                self.not_chat("it thought, and said nothing".into())
            } else {
                self.not_chat("the answer holds no text (no choices[0].message.content)".into())
            }
            .into());
        }
        Ok(Reply { cut_off: answer.is_cut_off(), ..answer.reply })
    }

    /// The answer to a body; one that came to nothing is counted.
    async fn answer(&self, body: String, deadline: Instant) -> Result<Assembly, Failed> {
        let tried = Some(&*self.in_vain.lock()).filter(|(before, _)| *before == body).map_or(0, |(_, times)| *times);
        let answer = self.answer_to(body.clone(), tried, deadline).await;
        *self.in_vain.lock() = if answer.is_ok() { Default::default() } else { (body, tried + 1) };
        answer
    }

    async fn answer_to(&self, body: String, tried: u32, deadline: Instant) -> Result<Assembly, Failed> {
        let limits = self.settings.limits;
        let first = (Instant::now() + limits.first_token).min(deadline);
        let sent = timeout_at(first, self.send(body, tried)).await;
        let response = sent.map_err(|_| self.too_slow("no first token", limits.first_token))??;
        if !response.status().is_success() {
            return Err(self.refusal(response, deadline).await);
        }
        let streamed = content_type(&response).starts_with("text/event-stream");
        let mut reading =
            Reading { endpoint: self, response, until: (first, "no first token", limits.first_token), read: 0 };
        if streamed { reading.stream(deadline).await } else { reading.whole(deadline).await }
    }

    async fn send(&self, body: String, tried: u32) -> Result<Response, Error> {
        let mut call = self.client.post(&self.chat).header(CONTENT_TYPE, "application/json").body(body);
        if tried > 0 {
            call = call.header(TRIED, tried);
        }
        if let Some(Secret(key)) = &self.settings.key {
            call = call.bearer_auth(key);
        }
        call.send().await.map_err(|error| {
            let url = self.settings.url.clone();
            if error.is_timeout() && error.is_connect() {
                self.too_slow("no connection", self.settings.limits.connect)
            } else if error.is_connect() {
                Error::NoServer { url, cause: chain(&error) }
            } else {
                self.broken_off(chain(&error))
            }
        })
    }

    async fn refusal(&self, mut response: Response, deadline: Instant) -> Failed {
        let status = response.status().as_u16();
        let wait = retry_after(response.headers(), SystemTime::now());
        let mut body = Vec::new();
        while let Ok(Ok(Some(bytes))) = timeout_at(deadline, response.chunk()).await {
            body.extend_from_slice(&bytes);
            if body.len() > LONGEST {
                break;
            }
        }
        let refusal = self.understood(status, &refusal_message(&String::from_utf8_lossy(&body)));
        let (url, message) = (self.settings.url.clone(), refusal.message.clone());
        let error = match status {
            401 | 403 => Error::KeyRefused { url, message },
            404 => Error::NotChat { url, what: format!("there is no {} ({message})", self.chat) },
            _ => Error::Refused { url, status, message },
        };
        Failed { error, refusal: Some(refusal), wait }
    }

    /// A refusal, by what the server said: all of it, for the key is no longer found in what was cut off within it.
    fn understood(&self, status: u16, said: &str) -> Refusal {
        let mut words = said.to_owned();
        self.hide_key(&mut words);
        Refusal { status, message: beginning(&self.without_key(said)), words: beginning(&words) }
    }

    fn no_model(&self, message: &str) -> Error {
        let ServerSettings { url, model, .. } = self.settings.clone();
        Error::UnknownModel { url, model, message: message.to_owned() }
    }

    fn too_long(&self, message: &str) -> Error {
        Error::ContextTooLong { url: self.settings.url.clone(), message: message.to_owned() }
    }

    /// What a server said, which may quote the key that it was sent, as it is shown: whatever the key, it is left out.
    fn without_key(&self, text: &str) -> String {
        match &self.settings.key {
            Some(Secret(key)) if !key.is_empty() => text.replace(key, "<secret>"),
            _ => text.to_owned(),
        }
    }

    /// Takes a key that is a secret out of what a model said, for that is recorded, and of a refusal that is learnt from.
    fn hide_key(&self, said: &mut String) {
        if self.settings.key.as_ref().is_some_and(|Secret(key)| key.len() >= SECRET && said.contains(key)) {
            *said = self.without_key(said);
        }
    }

    fn too_slow(&self, what: &'static str, limit: Duration) -> Error {
        Error::TooSlow { url: self.settings.url.clone(), what: what.into(), limit }
    }

    fn broken_off(&self, cause: String) -> Error {
        Error::BrokenOff { url: self.settings.url.clone(), cause: self.without_key(&cause) }
    }

    fn not_chat(&self, what: String) -> Error {
        Error::NotChat { url: self.settings.url.clone(), what: self.without_key(&what) }
    }
}

/// An answer that is being read.
struct Reading<'a> {
    endpoint: &'a Endpoint,
    response: Response,
    /// When something has to have come, what would be missing then, and within how long.
    until: (Instant, &'static str, Duration),
    /// Bytes read so far.
    read: usize,
}

impl Reading<'_> {
    /// The next bytes; `None` at the end.
    async fn bytes(&mut self) -> Result<Option<Vec<u8>>, Error> {
        let (until, what, limit) = self.until;
        let chunk = timeout_at(until, self.response.chunk()).await;
        let chunk = chunk.map_err(|_| self.endpoint.too_slow(what, limit))?;
        let bytes = chunk.map_err(|error| self.endpoint.broken_off(chain(&error)))?;
        self.read += bytes.as_ref().map_or(0, |bytes| bytes.len());
        if self.read > LONGEST {
            return Err(self.endpoint.not_chat(format!("the answer is longer than {} MiB", LONGEST >> 20)));
        }
        Ok(bytes.map(|bytes| bytes.to_vec()))
    }

    /// Something of the answer has come: the next has to come soon, and all by the deadline.
    fn goes_on(&mut self, deadline: Instant) {
        let Limits { idle, total, .. } = self.endpoint.settings.limits;
        let next = Instant::now() + idle;
        self.until =
            if next < deadline { (next, "no further token", idle) } else { (deadline, "no whole answer", total) };
    }

    async fn stream(&mut self, deadline: Instant) -> Result<Assembly, Failed> {
        let (mut events, mut answer) = (Events::default(), Assembly::default());
        let mut done = false;
        while !done {
            let bytes = self.bytes().await?;
            let said = match &bytes {
                Some(bytes) => events.push(bytes),
                None => events.end().into_iter().collect(),
            };
            for data in said {
                if data == "[DONE]" {
                    done = true;
                    break;
                }
                if answer.take(&data).map_err(|bad| self.bad(bad, true))? {
                    self.goes_on(deadline);
                }
            }
            if bytes.is_none() {
                break;
            }
        }
        if !done && answer.finish.is_none() {
            return Err(self.endpoint.broken_off("the stream ended without its end mark".into()).into());
        }
        Ok(answer)
    }

    async fn whole(&mut self, deadline: Instant) -> Result<Assembly, Failed> {
        let mut body = Vec::new();
        while let Some(bytes) = self.bytes().await? {
            body.extend(bytes);
            self.goes_on(deadline);
        }
        let text = String::from_utf8_lossy(&body);
        let text = text.trim_start();
        if !text.starts_with('{') {
            let text = beginning(&self.endpoint.without_key(text));
            return Err(self.endpoint.not_chat(format!("the answer begins with {text:?}")).into());
        }
        let mut answer = Assembly::default();
        answer.take(text).map_err(|bad| self.bad(bad, false))?;
        Ok(answer)
    }

    fn bad(&self, bad: Bad, streamed: bool) -> Failed {
        match bad {
            Bad::Told(told) => {
                let refusal = self.endpoint.understood(told.status, &told.message);
                let (url, message) = (self.endpoint.settings.url.clone(), refusal.message.clone());
                let error = Error::Refused { url, status: told.status, message };
                Failed { error, refusal: Some(refusal), wait: None }
            }
            Bad::Json(cause, is_eof) if streamed || is_eof => self.endpoint.broken_off(cause).into(),
            Bad::Json(cause, _) => self.endpoint.not_chat(cause).into(),
        }
    }
}

/// Tokens for the thoughts of a model that had so many for them, and needed more.
fn more_thoughts_than(thoughts: u32) -> u32 {
    thoughts.saturating_mul(2).max(MORE_THOUGHTS)
}

/// Bytes of the text of a request.
fn text_bytes(request: &Request) -> u64 {
    request.messages.iter().map(|message| message.content.len() as u64).sum()
}

/// Tokens that a request takes at most: no token is shorter than a byte.
fn worst_prompt(request: &Request, bytes: u64) -> u64 {
    let schema = request.schema.as_ref().map_or(0, |schema| schema.schema.to_string().len() as u64);
    let parts = request.messages.iter().map(|message| FRAME + PICTURE * message.pictures.len() as u64);
    bytes + schema + parts.sum::<u64>()
}

fn content_type(response: &Response) -> &str {
    response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// An error with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let cause = error.to_string();
        if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
        source = error.source();
    }
    text
}
