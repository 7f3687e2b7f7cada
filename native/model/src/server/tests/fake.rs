//! A chat server of this machine that says what it is told to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use serde_json::{Value, json};

use super::*;

/// A piece of what the server says.
pub(super) enum Piece {
    Say(String),
    Wait(Duration),
}

/// A server that answers as a function of the request and its number says.
pub(super) struct Fake {
    pub(super) url: String,
    pub(super) log: Arc<Log>,
}

#[derive(Default)]
pub(super) struct Log {
    pub(super) requests: Mutex<Vec<Value>>,
    pub(super) heads: Mutex<Vec<String>>,
    pub(super) at_work: AtomicUsize,
    pub(super) most_at_work: AtomicUsize,
    pub(super) hung_up: AtomicUsize,
}

impl Fake {
    pub(super) fn start(answer: impl Fn(&Value, usize) -> Vec<Piece> + Send + Sync + 'static) -> Fake {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let log = Arc::new(Log::default());
        let (kept, answer) = (Arc::clone(&log), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, answer) = (Arc::clone(&kept), Arc::clone(&answer));
                thread::spawn(move || serve_one(stream, &log, &*answer));
            }
        });
        Fake { url, log }
    }

    /// Says the same to all.
    pub(super) fn saying(text: impl Into<String>) -> Fake {
        let text = text.into();
        Fake::start(move |_, _| vec![Piece::Say(text.clone())])
    }

    /// Says one thing after the other; the last again and again.
    pub(super) fn saying_each(texts: &[String]) -> Fake {
        let texts = texts.to_vec();
        Fake::start(move |_, n| vec![Piece::Say(texts[n.min(texts.len() - 1)].clone())])
    }

    pub(super) fn requests(&self) -> Vec<Value> {
        self.log.requests.lock().clone()
    }

    /// How each request asked for its form to be held; empty if not at all.
    pub(super) fn forms(&self) -> Vec<String> {
        let of = |request: &Value| request["response_format"]["type"].as_str().unwrap_or_default().to_owned();
        self.requests().iter().map(of).collect()
    }

    /// How often each request said that it was sent before.
    pub(super) fn tries(&self) -> Vec<u32> {
        let of = |head: &String| {
            let line = head.lines().find_map(|line| line.strip_prefix("x-stainless-retry-count: "));
            line.map_or(0, |times| times.parse().expect("a number"))
        };
        self.log.heads.lock().iter().map(of).collect()
    }

    pub(super) fn settings(&self) -> ServerSettings {
        let limits = Limits {
            connect: Duration::from_secs(2),
            first_token: Duration::from_secs(2),
            idle: Duration::from_secs(2),
            total: Duration::from_secs(20),
        };
        let key = Some(Secret::new("hush-hush"));
        ServerSettings { url: self.url.clone(), model: "m".into(), key, limits, ..ServerSettings::default() }
    }

    pub(super) fn ask(&self, request: Request) -> Result<Reply, Error> {
        ask(self.settings(), request)
    }
}

fn serve_one(stream: TcpStream, log: &Log, answer: &dyn Fn(&Value, usize) -> Vec<Piece>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap();
        }
        head.push_str(&line);
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let request: Value = serde_json::from_slice(&body).unwrap();
    let number = {
        let mut requests = log.requests.lock();
        requests.push(request.clone());
        log.heads.lock().push(head);
        requests.len() - 1
    };
    let at_work = log.at_work.fetch_add(1, Ordering::SeqCst) + 1;
    log.most_at_work.fetch_max(at_work, Ordering::SeqCst);
    let mut stream = stream;
    for piece in answer(&request, number) {
        match piece {
            Piece::Say(text) => drop(stream.write_all(text.as_bytes())),
            Piece::Wait(time) => {
                stream.set_read_timeout(Some(time)).unwrap();
                if matches!(reader.read(&mut [0]), Ok(0)) {
                    log.hung_up.fetch_add(1, Ordering::SeqCst);
                    break;
                }
            }
        }
    }
    log.at_work.fetch_sub(1, Ordering::SeqCst);
}

pub(super) fn http(status: u16, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status} .\r\nconnection: close\r\n{headers}\r\n{body}")
}

pub(super) fn whole(body: &str) -> String {
    http(200, "content-type: application/json\r\n", body)
}

pub(super) fn stream(body: &str) -> String {
    http(200, "content-type: text/event-stream; charset=utf-8\r\n", body)
}

pub(super) fn refusal(status: u16, message: &str) -> String {
    http(status, "content-type: application/json\r\n", &json!({ "error": { "message": message } }).to_string())
}

pub(super) fn hello() -> String {
    whole(
        r#"{"choices":[{"message":{"role":"assistant","content":"hello"},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":1}}"#,
    )
}

pub(super) fn request() -> Request {
    Request { messages: vec![Message::new(Role::User, "hi")], schema: None, max_tokens: 10, temperature: 0.0 }
}

pub(super) fn with_schema() -> Request {
    Request { schema: Some(Schema { name: "s".into(), schema: json!({ "type": "object" }) }), ..request() }
}

pub(super) fn ask(settings: ServerSettings, request: Request) -> Result<Reply, Error> {
    let mut server = Server::start(settings)?;
    let mut pending = server.ask(request);
    assert!(pending.wait(Duration::from_secs(60)), "an answer or an error, always");
    pending.take().unwrap()
}

pub(super) fn text(answer: Result<Reply, Error>) -> Result<String, Error> {
    answer.map(|reply| reply.text)
}
