//! The OpenAI-compatible chat API over HTTP.

use std::fmt;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::Poll;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::Sender;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Response, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout_at};

use crate::{Error, Model, Pending, Reply, Request};

/// Bytes of an answer that are read. A plan has some thousands; what never ends must not fill the memory.
const LONGEST: usize = 4 << 20;

/// A key that never shows in a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

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
    /// Until the first piece of the answer.
    pub first_token: Duration,
    /// For the whole answer.
    pub total: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connect: Duration::from_secs(5),
            first_token: Duration::from_secs(60),
            total: Duration::from_secs(180),
        }
    }
}

/// Where a model is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerSettings {
    /// The base address, ending in `/v1`.
    pub url: String,
    /// The model's name at that server.
    pub model: String,
    /// The key, if the server wants one.
    pub key: Option<Secret>,
    /// How long it may take.
    pub limits: Limits,
}

/// A model behind an HTTP address, spoken to on a thread of its own. When it is dropped the thread ends at once.
pub struct Server {
    settings: ServerSettings,
    jobs: mpsc::UnboundedSender<Job>,
    /// Dropped to end the thread, whatever it waits for.
    alive: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

struct Job {
    request: Request,
    answer: Sender<Result<Reply, Error>>,
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

impl Server {
    /// Starts the thread; no connection is made yet.
    ///
    /// # Errors
    /// [`Error::BadAddress`] if the address is no HTTP URL.
    pub fn start(settings: ServerSettings) -> Result<Server, Error> {
        check_address(&settings.url)?;
        let bad = |cause: String| Error::BadAddress { url: settings.url.clone(), cause };
        // Another part of the process may have installed one already; either will do.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client =
            Client::builder().connect_timeout(settings.limits.connect).build().map_err(|error| bad(chain(&error)))?;
        let endpoint = Endpoint {
            chat: format!("{}/chat/completions", settings.url.trim_end_matches('/')),
            client,
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
        let thread = thread.map_err(|error| bad(format!("no thread for it: {error}")))?;
        Ok(Server { settings, jobs, alive: Some(alive), thread: Some(thread) })
    }
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
        let (answer, pending) = Pending::new();
        if self.jobs.send(Job { request, answer }).is_err() {
            return Pending::ready(Err(Error::Stopped));
        }
        pending
    }

    fn name(&self) -> &str {
        &self.settings.model
    }
}

/// Answers one job after the other until the [`Server`] is dropped.
async fn serve(endpoint: Endpoint, mut queue: mpsc::UnboundedReceiver<Job>, mut gone: oneshot::Receiver<()>) {
    while let Some(Some(Job { request, answer })) = unless(&mut gone, queue.recv()).await {
        let Some(reply) = unless(&mut gone, endpoint.ask(&request)).await else { return };
        // The asker may have turned away; then nobody wants the answer.
        let _ = answer.send(reply);
    }
}

/// What comes of some work, unless the server is gone first.
async fn unless<T>(gone: &mut oneshot::Receiver<()>, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    poll_fn(|context| match Pin::new(&mut *gone).poll(context) {
        Poll::Ready(_) => Poll::Ready(None),
        Poll::Pending => work.as_mut().poll(context).map(Some),
    })
    .await
}

struct Endpoint {
    chat: String,
    client: Client,
    settings: ServerSettings,
}

#[derive(Deserialize)]
struct Completion {
    #[serde(default)]
    choices: Vec<Choice>,
    usage: Option<Usage>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default, alias = "message")]
    delta: Delta,
    finish_reason: Option<String>,
}

#[derive(Default, Deserialize)]
struct Delta {
    content: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
}

impl Endpoint {
    async fn ask(&self, request: &Request) -> Result<Reply, Error> {
        let started = Instant::now();
        let limits = self.settings.limits;
        let first = started + limits.first_token.min(limits.total);
        let sent = timeout_at(first, self.send(request, true)).await;
        let mut response = sent.map_err(|_| self.too_slow("no first token", limits.first_token))??;
        // Some servers cannot hold a model to a schema; they say so, and are asked without one.
        if response.status() == StatusCode::BAD_REQUEST && request.schema.is_some() {
            let sent = timeout_at(first, self.send(request, false)).await;
            response = sent.map_err(|_| self.too_slow("no first token", limits.first_token))??;
        }
        if !response.status().is_success() {
            return Err(self.refusal(response, started + limits.total).await);
        }
        let streamed = content_type(&response).starts_with("text/event-stream");
        let mut body = Vec::new();
        let mut deadline = (first, "no first token", limits.first_token);
        loop {
            let chunk = timeout_at(deadline.0, response.chunk()).await;
            let chunk = chunk.map_err(|_| self.too_slow(deadline.1, deadline.2))?;
            match chunk.map_err(|error| self.broken_off(chain(&error)))? {
                Some(bytes) => body.extend_from_slice(&bytes),
                None => break,
            }
            if body.len() > LONGEST {
                return Err(self.not_chat(format!("the answer is longer than {} MiB", LONGEST >> 20)));
            }
            deadline = (started + limits.total, "no whole answer", limits.total);
        }
        let text = String::from_utf8_lossy(&body);
        if streamed { self.read_stream(&text) } else { self.read_whole(&text) }
    }

    async fn send(&self, request: &Request, with_schema: bool) -> Result<Response, Error> {
        let mut body = json!({
            "model": self.settings.model,
            "messages": request.messages,
            "max_tokens": request.max_tokens,
            "temperature": request.temperature,
            "stream": true,
        });
        if let Some(schema) = request.schema.as_ref().filter(|_| with_schema) {
            body["response_format"] = json!({
                "type": "json_schema",
                "json_schema": { "name": schema.name, "schema": schema.schema },
            });
        }
        let mut call = self.client.post(&self.chat).json(&body);
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

    async fn refusal(&self, mut response: Response, deadline: Instant) -> Error {
        let status = response.status().as_u16();
        let mut body = Vec::new();
        while let Ok(Ok(Some(bytes))) = timeout_at(deadline, response.chunk()).await {
            body.extend_from_slice(&bytes);
            if body.len() > LONGEST {
                break;
            }
        }
        let message = server_message(&self.without_key(&String::from_utf8_lossy(&body)));
        let url = self.settings.url.clone();
        let model = self.settings.model.clone();
        match status {
            401 | 403 => Error::KeyRefused { url, message },
            404 if message.to_lowercase().contains("model") => Error::UnknownModel { url, model, message },
            404 => Error::NotChat { url, what: format!("there is no {} ({message})", self.chat) },
            400 | 422 if message.to_lowercase().contains("model") => Error::UnknownModel { url, model, message },
            _ => Error::Refused { url, status, message },
        }
    }

    fn read_whole(&self, text: &str) -> Result<Reply, Error> {
        let trimmed = text.trim_start();
        if !trimmed.starts_with('{') {
            return Err(self.not_chat(format!("the answer begins with {:?}", beginning(trimmed))));
        }
        let completion: Completion = serde_json::from_str(trimmed).map_err(|error| {
            if error.is_eof() { self.broken_off(error.to_string()) } else { self.not_chat(error.to_string()) }
        })?;
        self.reply([completion])
    }

    fn read_stream(&self, text: &str) -> Result<Reply, Error> {
        let mut pieces = Vec::new();
        let mut done = false;
        for line in text.lines() {
            let Some(data) = line.strip_prefix("data:").map(str::trim) else { continue };
            if data == "[DONE]" {
                done = true;
                break;
            }
            let piece: Completion = serde_json::from_str(data).map_err(|error| self.broken_off(error.to_string()))?;
            done |= piece.choices.iter().any(|choice| choice.finish_reason.is_some());
            pieces.push(piece);
        }
        if !done {
            return Err(self.broken_off("the stream ended without its end mark".into()));
        }
        self.reply(pieces)
    }

    fn reply(&self, pieces: impl IntoIterator<Item = Completion>) -> Result<Reply, Error> {
        let mut reply = Reply::default();
        for piece in pieces {
            if let Some(error) = piece.error {
                return Err(Error::Refused {
                    url: self.settings.url.clone(),
                    status: 500,
                    message: server_message(&self.without_key(&json!({ "error": error }).to_string())),
                });
            }
            if let Some(usage) = piece.usage {
                reply.prompt_tokens = usage.prompt_tokens.or(reply.prompt_tokens);
                reply.answer_tokens = usage.completion_tokens.or(reply.answer_tokens);
            }
            if let Some(choice) = piece.choices.into_iter().next() {
                reply.text.push_str(choice.delta.content.as_deref().unwrap_or_default());
                reply.cut_off |= choice.finish_reason.as_deref() == Some("length");
            }
        }
        if reply.text.trim().is_empty() {
            return Err(self.not_chat("the answer holds no text (no choices[0].message.content)".into()));
        }
        Ok(reply)
    }

    /// What a server said, which may quote the key that it was sent.
    fn without_key(&self, text: &str) -> String {
        match &self.settings.key {
            Some(Secret(key)) if !key.is_empty() => text.replace(key, "<secret>"),
            _ => text.to_owned(),
        }
    }

    fn too_slow(&self, what: &'static str, limit: Duration) -> Error {
        Error::TooSlow { url: self.settings.url.clone(), what, limit }
    }

    fn broken_off(&self, cause: String) -> Error {
        Error::BrokenOff { url: self.settings.url.clone(), cause }
    }

    fn not_chat(&self, what: String) -> Error {
        Error::NotChat { url: self.settings.url.clone(), what }
    }
}

fn content_type(response: &Response) -> &str {
    response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// The message in an error answer, or how it begins.
fn server_message(text: &str) -> String {
    let value: Option<Value> = serde_json::from_str(text).ok();
    let message = value.as_ref().and_then(|value| {
        let error = value.get("error").unwrap_or(value);
        error.get("message").or_else(|| error.get("detail")).unwrap_or(error).as_str()
    });
    beginning(message.unwrap_or(text))
}

fn beginning(text: &str) -> String {
    const LONGEST: usize = 200;
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        None => line,
        Some((at, _)) => format!("{}...", &line[..at]),
    }
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

#[cfg(test)]
mod tests {
    use wiremock::matchers::{body_partial_json, header, method, path};
    use wiremock::{Mock, MockServer, ResponseTemplate};

    use super::*;
    use crate::{Message, Role, Schema};

    const ANSWER: &str = r#"{"choices":[{"message":{"content":"hello"},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":1}}"#;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
    }

    fn settings(url: String) -> ServerSettings {
        let limits = Limits {
            connect: Duration::from_secs(2),
            first_token: Duration::from_millis(300),
            total: Duration::from_secs(2),
        };
        ServerSettings { url, model: "m".into(), key: Some(Secret::new("hush-hush")), limits }
    }

    fn request() -> Request {
        Request { messages: vec![Message::new(Role::User, "hi")], schema: None, max_tokens: 10, temperature: 0.0 }
    }

    fn ask(url: String, request: Request) -> Result<Reply, Error> {
        let mut server = Server::start(settings(url))?;
        let mut pending = server.ask(request);
        assert!(pending.wait(Duration::from_secs(10)), "an answer or an error, always");
        pending.take().unwrap()
    }

    /// Asks a server that answers so.
    fn answered(template: ResponseTemplate) -> Result<Reply, Error> {
        let runtime = runtime();
        let server = runtime.block_on(async {
            let server = MockServer::start().await;
            Mock::given(method("POST")).and(path("/v1/chat/completions")).respond_with(template).mount(&server).await;
            server
        });
        std::thread::spawn(move || ask(format!("{}/v1", server.uri()), request())).join().unwrap()
    }

    fn text(body: &str, mime: &str) -> ResponseTemplate {
        ResponseTemplate::new(200).set_body_raw(body, mime)
    }

    #[test]
    fn reads_whole_and_streamed_answers() {
        let whole = answered(text(ANSWER, "application/json")).unwrap();
        assert_eq!((whole.text.as_str(), whole.prompt_tokens), ("hello", Some(7)));
        let stream = "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\"}}]}\n\n\
                      data: {\"choices\":[{\"delta\":{\"content\":\"hel\"}}]}\n\n\
                      data: {\"choices\":[{\"delta\":{\"content\":\"lo\"},\"finish_reason\":\"length\"}]}\n\ndata: [DONE]\n";
        let streamed = answered(text(stream, "text/event-stream")).unwrap();
        assert_eq!((streamed.text.as_str(), streamed.cut_off), ("hello", true));
    }

    #[test]
    fn every_failure_says_what_and_what_next() {
        let page = "<!doctype html><html><body>nginx</body></html>";
        let json = "application/json";
        let cases = [
            (text(page, "text/html"), "begins with"),
            (text(&ANSWER[..40], json), "broke off"),
            (text("{\"choices\":[]}", json), "no text"),
            (text("data: {\"choices\":[{\"del", "text/event-stream"), "broke off"),
            (
                ResponseTemplate::new(401).set_body_string(r#"{"error":{"message":"bad key"}}"#),
                "refuses the key (bad key)",
            ),
            (ResponseTemplate::new(404).set_body_string(r#"{"error":"model m not found"}"#), "does not know the model"),
            (ResponseTemplate::new(404).set_body_string("nope"), "there is no"),
            (ResponseTemplate::new(500).set_body_string("boom"), "answers 500: boom"),
            (text(ANSWER, json).set_delay(Duration::from_secs(5)), "no first token within 0.3 s"),
            (text(&format!("{{{}", " ".repeat(LONGEST)), json), "longer than 4 MiB"),
            (ResponseTemplate::new(400).set_body_string("long ".repeat(LONGEST)), "answers 400: long long"),
            (ResponseTemplate::new(401).set_body_string("no such key: hush-hush!"), "(no such key: <secret>!)"),
        ];
        for (template, says) in cases {
            let error = answered(template).unwrap_err();
            assert!(error.to_string().contains(says), "{error} should say {says:?}");
            assert!(!error.hint().is_empty());
        }
    }

    /// Would take an hour if the thread were waited for.
    #[test]
    fn a_server_that_is_dropped_asks_no_longer() {
        let hour = Duration::from_secs(3600);
        let runtime = runtime();
        let mock = runtime.block_on(async {
            let mock = MockServer::start().await;
            let slow = text(ANSWER, "application/json").set_delay(hour);
            Mock::given(method("POST")).respond_with(slow).mount(&mock).await;
            mock
        });
        let limits = Limits { connect: hour, first_token: hour, total: hour };
        let mut server = Server::start(ServerSettings { limits, ..settings(format!("{}/v1", mock.uri())) }).unwrap();
        let mut pending = server.ask(request());
        drop(server);
        assert!(matches!(pending.take(), Some(Err(Error::Stopped))));
    }

    #[test]
    fn no_server_and_no_address() {
        let error = ask("http://127.0.0.1:1/v1".into(), request()).unwrap_err();
        assert!(matches!(error, Error::NoServer { .. }), "{error}");
        let error = ask("localhost:8000".into(), request()).unwrap_err();
        assert!(matches!(error, Error::BadAddress { .. }), "{error}");
    }

    #[test]
    fn sends_the_key_and_drops_a_schema_that_is_refused() {
        let runtime = runtime();
        let server = runtime.block_on(async {
            let server = MockServer::start().await;
            let chat = || Mock::given(method("POST")).and(path("/v1/chat/completions"));
            chat()
                .and(body_partial_json(json!({ "response_format": { "type": "json_schema" } })))
                .respond_with(ResponseTemplate::new(400).set_body_string("no response_format here"))
                .mount(&server)
                .await;
            chat()
                .and(header("authorization", "Bearer hush-hush"))
                .and(body_partial_json(json!({ "model": "m", "messages": [{ "role": "user", "content": "hi" }] })))
                .respond_with(ResponseTemplate::new(200).set_body_raw(ANSWER, "application/json"))
                .mount(&server)
                .await;
            server
        });
        let schema = Some(Schema { name: "s".into(), schema: json!({ "type": "object" }) });
        let url = format!("{}/v1", server.uri());
        let reply = std::thread::spawn(move || ask(url, Request { schema, ..request() })).join().unwrap();
        assert_eq!(reply.map(|reply| reply.text), Ok("hello".into()));
        assert!(!format!("{:?}", settings("x".into())).contains("hush"), "the key never shows");
    }
}
