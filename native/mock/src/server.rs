//! The chat API over HTTP: `POST /v1/chat/completions`, in pieces or whole, and `GET /v1/models`.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use axum::routing::{get, post};
use futures_util::stream;
use serde_json::{Value, json};

use crate::dice;
use crate::knowledge::Skill;
use crate::log::Log;
use crate::reply::{Refused, Reply, reply};
use crate::request::{Form, Request};
use crate::settings::{Fault, Mode, Settings};

/// Bytes of a request that are read.
const LONGEST: usize = 16 << 20;
/// Bytes of a piece of a stream, about.
const PIECE: usize = 32;
/// Seconds after which a client may come again that is told 429.
const RETRY_AFTER: u64 = 1;
/// How long a connection on which nothing more comes is held open.
const STALL: Duration = Duration::from_secs(600);
/// The field of a request in which clients count their tries. A try counts as another request for what goes wrong on
/// the way, or the same would go wrong for ever.
const TRY: &str = "x-stainless-retry-count";

/// What all connections share: nothing in it changes but the log.
pub struct Shared {
    pub settings: Settings,
    pub skill: Skill,
    pub log: Log,
}

/// The server's routes.
pub fn routes(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/v1/chat/completions", post(chat))
        .route("/v1/models", get(models))
        .fallback(nothing)
        .layer(DefaultBodyLimit::max(LONGEST))
        .with_state(shared)
}

async fn models() -> Response {
    let model = json!({ "id": "scripted", "object": "model", "created": 0, "owned_by": "anima" });
    whole(StatusCode::OK, &json!({ "object": "list", "data": [model] }))
}

async fn nothing() -> Response {
    error(StatusCode::NOT_FOUND, "there is only /v1/chat/completions and /v1/models", "not_found")
}

async fn chat(State(shared): State<Arc<Shared>>, headers: HeaderMap, body: Bytes) -> Result<Response, Infallible> {
    let tried = headers.get(TRY).map(|value| value.as_bytes().to_vec()).unwrap_or_default();
    // Reckoning a plan takes some time, in which other connections are served.
    let answered = tokio::task::spawn_blocking(move || answered(&shared, &tried, &body)).await;
    Ok(answered.unwrap_or_else(|_| error(StatusCode::INTERNAL_SERVER_ERROR, "the scripted model panicked", "panic")))
}

fn answered(shared: &Shared, tried: &[u8], body: &[u8]) -> Response {
    let Shared { settings, skill, log } = shared;
    log.add("requests");
    let refused = |refused: Refused| {
        log.add("refused");
        error(StatusCode::BAD_REQUEST, &refused.message, refused.code)
    };
    let request = match Request::read(body) {
        Ok(request) => request,
        Err(why) => return refused(why.into()),
    };
    if settings.no_schema && matches!(request.form, Form::Schema(_)) {
        return refused("response_format type json_schema is not supported by this server".to_owned().into());
    }
    let drawn = dice::part(settings.seed, "transport", &[tried, b"\n", body].concat());
    let fault = settings.transport.at(drawn);
    if let Some(fault) = fault {
        log.add(fault.name());
    }
    match fault {
        Some(Fault::TooMany) => {
            let mut response = error(StatusCode::TOO_MANY_REQUESTS, "too many requests", "rate_limit_exceeded");
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER.into());
            return response;
        }
        Some(Fault::Broken) => return error(StatusCode::INTERNAL_SERVER_ERROR, "out of memory", "server_error"),
        _ => {}
    }
    match reply(&request, body, settings, skill, log) {
        Ok(reply) => {
            let id = format!("chatcmpl-{:016x}", dice::number(settings.seed, "id", body));
            response(&id, &request, &reply, fault, settings.slow)
        }
        Err(why) => refused(why),
    }
}

/// What is done next on a connection.
enum Deed {
    Send(String),
    Wait(Duration),
    Break,
}

fn response(id: &str, request: &Request, reply: &Reply, fault: Option<Fault>, slow: Duration) -> Response {
    let mut pieces = if request.stream { events(id, request, reply) } else { vec![completion(id, request, reply)] };
    if !request.stream && fault.is_none() {
        return with_type(Response::new(Body::from(pieces.remove(0))), "application/json");
    }
    if !request.stream {
        pieces = chunks(&pieces[0]).map(str::to_owned).collect();
    }
    let mut deeds = VecDeque::new();
    if fault == Some(Fault::SlowFirstToken) {
        if request.stream {
            deeds.push_back(Deed::Send(": still thinking\n\n".into()));
        }
        deeds.push_back(Deed::Wait(slow));
    }
    let end = match fault {
        Some(Fault::Stall | Fault::Drop) => pieces.len() / 2,
        _ => pieces.len(),
    };
    deeds.extend(pieces.into_iter().take(end).map(Deed::Send));
    match fault {
        Some(Fault::Stall) => deeds.extend([Deed::Wait(STALL), Deed::Break]),
        Some(Fault::Drop) => deeds.push_back(Deed::Break),
        _ => {}
    }
    let sent = stream::unfold(deeds, |mut deeds| async move {
        loop {
            match deeds.pop_front()? {
                Deed::Send(text) => return Some((Ok(Bytes::from(text)), deeds)),
                Deed::Wait(time) => tokio::time::sleep(time).await,
                Deed::Break => return Some((Err(io::Error::from(io::ErrorKind::ConnectionAborted)), VecDeque::new())),
            }
        }
    });
    let kind = if request.stream { "text/event-stream" } else { "application/json" };
    with_type(Response::new(Body::from_stream(sent)), kind)
}

/// Why an answer ended.
fn finish(reply: &Reply) -> &'static str {
    if reply.said.cut { "length" } else { "stop" }
}

fn usage(reply: &Reply) -> Value {
    let (asked, said) = (reply.asked_tokens, reply.said_tokens);
    json!({ "prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said })
}

/// Whether the refusal stands in a field of its own, as it does where the answer is held to a schema.
fn refuses_apart(request: &Request, reply: &Reply) -> bool {
    reply.said.refuses && matches!(request.form, Form::Schema(_))
}

/// The whole answer.
fn completion(id: &str, request: &Request, reply: &Reply) -> String {
    let text = &reply.said.text;
    let message = match refuses_apart(request, reply) {
        true => json!({ "role": "assistant", "content": null, "refusal": text }),
        false => json!({ "role": "assistant", "content": text, "refusal": null }),
    };
    let choice = json!({ "index": 0, "message": message, "finish_reason": finish(reply) });
    json!({
        "id": id, "object": "chat.completion", "created": 0, "model": request.model,
        "choices": [choice], "usage": usage(reply),
    })
    .to_string()
}

/// The events of a stream.
fn events(id: &str, request: &Request, reply: &Reply) -> Vec<String> {
    let chunk = |choices: Value, usage: Value| {
        let mut chunk = json!({
            "id": id, "object": "chat.completion.chunk", "created": 0, "model": request.model, "choices": choices,
        });
        if request.usage {
            chunk["usage"] = usage;
        }
        format!("data: {chunk}\n\n")
    };
    let delta = |delta: Value, finish: Value| {
        chunk(json!([{ "index": 0, "delta": delta, "finish_reason": finish }]), Value::Null)
    };
    let field = if refuses_apart(request, reply) { "refusal" } else { "content" };
    let mut events = vec![delta(json!({ "role": "assistant", "content": "" }), Value::Null)];
    events.extend(chunks(&reply.said.text).map(|piece| delta(json!({ field: piece }), Value::Null)));
    events.push(delta(json!({}), finish(reply).into()));
    if request.usage {
        events.push(chunk(json!([]), usage(reply)));
    }
    events.push("data: [DONE]\n\n".into());
    events
}

/// A text in pieces.
fn chunks(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = (PIECE.min(rest.len())..=rest.len()).find(|at| rest.is_char_boundary(*at))?;
        let (piece, after) = rest.split_at(end);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

fn error(status: StatusCode, message: &str, code: &str) -> Response {
    let kind = if status.is_client_error() { "invalid_request_error" } else { "server_error" };
    whole(status, &json!({ "error": { "message": message, "type": kind, "param": null, "code": code } }))
}

fn whole(status: StatusCode, body: &Value) -> Response {
    let mut response = with_type(Response::new(Body::from(body.to_string())), "application/json");
    *response.status_mut() = status;
    response
}

fn with_type(mut response: Response, kind: &'static str) -> Response {
    response.headers_mut().insert(header::CONTENT_TYPE, header::HeaderValue::from_static(kind));
    response
}
