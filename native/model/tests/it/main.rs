//! The key of a model server shows nowhere, whatever the server says and however much is logged.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use anima_model::{Budget, Cap, Limits, Message, Reply, Request, Role, Secret, ServerSettings};
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::{Layer, registry};

const KEY: &str = "sk-0123456789abcdef-very-secret";

/// Whether a text quotes the key, or the beginning of one that was cut off.
fn quotes(text: &str) -> bool {
    text.contains(&KEY[..12]) || text.contains("very-secret")
}

/// All that was logged, by whichever library, down to the finest level.
static LOGGED: Mutex<String> = Mutex::new(String::new());

fn logged() -> MutexGuard<'static, String> {
    LOGGED.lock().expect("nobody panics while writing")
}

struct Everything;

impl<S: tracing::Subscriber> Layer<S> for Everything {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        writeln!(logged(), "{event:?}").expect("a text can be written to");
    }

    fn on_new_span(&self, span: &tracing::span::Attributes<'_>, _: &tracing::span::Id, _: Context<'_, S>) {
        writeln!(logged(), "{span:?}").expect("a text can be written to");
    }
}

/// A server that quotes the key which it is sent in what it says.
fn quoting(say: impl Fn(&str) -> String + Send + 'static) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let url = format!("http://{}/v1", listener.local_addr().expect("it is bound"));
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut reader = BufReader::new(stream.try_clone().expect("another handle"));
            let (mut key, mut length) = (String::new(), 0);
            loop {
                let mut line = String::new();
                if reader.read_line(&mut line).unwrap_or(0) <= 2 {
                    break;
                }
                let (name, value) = line.split_once(':').unwrap_or_default();
                match name.to_lowercase().as_str() {
                    "authorization" => key = value.trim().trim_start_matches("Bearer ").to_owned(),
                    "content-length" => length = value.trim().parse().expect("a number"),
                    _ => {}
                }
            }
            reader.read_exact(&mut vec![0; length]).expect("the body");
            assert_eq!(key, KEY, "it is sent");
            drop(stream.write_all(say(&key).as_bytes()));
        }
    });
    url
}

fn http(status: u16, kind: &str, body: &str) -> String {
    format!("HTTP/1.1 {status} .\r\nconnection: close\r\ncontent-type: {kind}\r\n\r\n{body}")
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let inside = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    inside.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn the_key_shows_nowhere() {
    tracing::subscriber::set_global_default(registry().with(Everything)).expect("this program has no other");
    let json = "application/json";
    let message = |key: &str| format!(r#"{{"error":{{"message":"no such key: {key}","param":"{key}"}}}}"#);
    // What is told of it ends within the key.
    let long = |key: &str| format!("{} {key}", "long ".repeat(54));
    let piece = |key: &str| format!("data: {{\"choices\":[{{\"delta\":{{\"content\":\"{key}\"}}}}]}}\n\n");
    type Say = Box<dyn Fn(&str) -> String + Send>;
    let says: Vec<(&str, Say)> = vec![
        ("a refusal of the key", Box::new(move |key| http(401, json, &message(key)))),
        ("a refusal", Box::new(move |key| http(400, json, &message(key)))),
        ("no such model", Box::new(move |key| http(404, json, &format!("model {key} not found")))),
        ("too long", Box::new(move |key| http(400, json, &format!("{key}: context length is 8192 tokens")))),
        ("a breakdown", Box::new(move |key| http(503, "text/plain", key))),
        ("a page", Box::new(move |key| http(200, "text/html", &format!("<p>{key}</p>")))),
        ("an error inside", Box::new(move |key| http(200, json, &message(key)))),
        ("a long refusal", Box::new(move |key| http(400, json, &message(&long(key))))),
        ("a long breakdown", Box::new(move |key| http(503, "text/plain", &long(key)))),
        ("a long page", Box::new(move |key| http(200, "text/html", &long(key)))),
        ("a long error inside", Box::new(move |key| http(200, json, &message(&long(key))))),
        ("no chat", Box::new(move |key| http(200, json, &format!(r#"{{"choices":"{key}"}}"#)))),
        (
            "a refusal to answer",
            Box::new(move |key| http(200, json, &format!(r#"{{"choices":[{{"message":{{"refusal":"{key}"}}}}]}}"#))),
        ),
        (
            "an answer",
            Box::new(move |key| http(200, json, &format!(r#"{{"choices":[{{"message":{{"content":"{key}"}}}}]}}"#))),
        ),
        ("a stream", Box::new(move |key| http(200, "text/event-stream", &format!("{}data: [DONE]\n\n", piece(key))))),
        ("a stream that breaks off", Box::new(move |key| http(200, "text/event-stream", &piece(key)))),
        ("nonsense", Box::new(str::to_owned)),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let mut answers = 0;
    for (number, (what, say)) in says.into_iter().enumerate() {
        let within = |name: &str| Some(folder.path().join(format!("{name}-{number}")));
        let second = Duration::from_secs(1);
        let settings = ServerSettings {
            url: quoting(say),
            model: "m".into(),
            key: Some(Secret::new(KEY)),
            limits: Limits { connect: second, first_token: second, idle: second, total: second },
            budget: Budget { folder: within("spent"), per_day: Cap::default(), ..Budget::default() },
            cache: within("cache"),
            record: within("record"),
            ..ServerSettings::default()
        };
        let shown = format!("{settings:?}");
        let mut model = settings.open().expect("it can be asked");
        let asks = Message::new(Role::User, "hi");
        let mut pending = model.ask(Request { messages: vec![asks], schema: None, max_tokens: 9, temperature: 0.0 });
        assert!(pending.wait(Duration::from_secs(60)), "{what}");
        let told = match pending.take().expect("it has come") {
            Ok(Reply { text, .. }) => {
                answers += 1;
                text
            }
            Err(error) => format!("{error} {error:?} {}", error.hint()),
        };
        drop(model);
        for text in [shown, told] {
            assert!(!quotes(&text), "{what}: {text}");
        }
    }
    assert_eq!(answers, 2, "the answer and the stream are answers");
    let files = files(folder.path());
    assert!(files.len() > 30, "{files:?}");
    for file in files {
        let text = fs::read(&file).expect("it can be read");
        assert!(!quotes(&String::from_utf8_lossy(&text)), "{}", file.display());
    }
    let logged = logged();
    assert!(logged.contains("asked again") && logged.contains("hyper"), "it was listened to: {logged}");
    assert!(!quotes(&logged), "{logged}");
}
