//! A client that sends bytes and reads what comes back, as it comes.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};

/// What came back.
#[derive(Clone, Debug, PartialEq)]
pub struct Came {
    pub status: u16,
    /// The fields of the head, in small letters.
    pub head: String,
    pub body: String,
    /// Whether it came to its end.
    pub whole: bool,
}

impl Came {
    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The text of the answer: whole, or out of a stream.
    #[track_caller]
    pub fn text(&self) -> String {
        if self.head.contains("text/event-stream") {
            return self.events().iter().filter_map(|event| event["choices"][0]["delta"]["content"].as_str()).collect();
        }
        self.json()["choices"][0]["message"]["content"].as_str().unwrap_or_default().to_owned()
    }

    /// The answer, which is a JSON object.
    #[track_caller]
    pub fn answer(&self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        serde_json::from_str(&self.text()).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The events of a stream.
    #[track_caller]
    pub fn events(&self) -> Vec<Value> {
        let data = self.body.split("\n\n").filter_map(|event| event.strip_prefix("data: "));
        data.filter(|data| *data != "[DONE]")
            .map(|data| serde_json::from_str(data).expect("an event is JSON"))
            .collect()
    }

    /// What an error says.
    #[track_caller]
    pub fn error(&self) -> String {
        self.json()["error"]["message"].as_str().expect("an error says why").to_owned()
    }
}

/// Posts bytes to the chat.
pub fn post(address: SocketAddr, body: &[u8]) -> Came {
    post_with(address, body, "", Duration::from_secs(60))
}

/// The same with further fields of the head, and only so long from one byte to the next.
pub fn post_with(address: SocketAddr, body: &[u8], fields: &str, idle: Duration) -> Came {
    let head = format!(
        "POST /v1/chat/completions HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Connection: close\r\nContent-Length: {}\r\n{fields}\r\n",
        body.len()
    );
    exchange(address, &[head.as_bytes(), body].concat(), idle)
}

/// Gets a path.
pub fn get(address: SocketAddr, path: &str) -> Came {
    let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    exchange(address, head.as_bytes(), Duration::from_secs(60))
}

fn exchange(address: SocketAddr, request: &[u8], idle: Duration) -> Came {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(idle)).expect("a limit can be set");
    stream.write_all(request).expect("the server reads");
    let mut bytes = Vec::new();
    let ended = stream.read_to_end(&mut bytes).is_ok();
    let text = String::from_utf8(bytes).expect("the server writes text");
    let (head, rest) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let head = head.to_lowercase();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let (body, whole) = match head.contains("transfer-encoding: chunked") {
        true => unchunked(rest),
        false => (rest.to_owned(), true),
    };
    Came { status, head, body, whole: whole && ended && status > 0 }
}

/// A body out of its chunks, and whether the last one came.
fn unchunked(mut rest: &str) -> (String, bool) {
    let mut body = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let Ok(size) = usize::from_str_radix(size, 16) else { break };
        if size == 0 {
            return (body, true);
        }
        let Some(chunk) = after.get(..size) else { break };
        body += chunk;
        rest = after.get(size + 2..).unwrap_or_default();
    }
    (body, false)
}

/// A request that asks for this data, its answer whole.
pub fn asking(data: &Value) -> Value {
    let text = format!("Plan for this:\n\n```json\n{data:#}\n```");
    json!({
        "model": "scripted",
        "messages": [
            {"role": "system", "content": "You plan for a player."},
            {"role": "user", "content": text},
        ],
        "max_tokens": 8000,
        "temperature": 0.2,
    })
}

/// The answer to this data.
#[track_caller]
pub fn ask(address: SocketAddr, data: &Value) -> Value {
    post(address, asking(data).to_string().as_bytes()).answer()
}
