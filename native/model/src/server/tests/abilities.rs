//! What a server cannot do is found out, kept, and found out anew where it says otherwise.

use std::sync::atomic::Ordering;

use serde_json::json;

use super::*;

#[test]
fn what_a_server_cannot_do_is_found_out_once() {
    let schema_refused = |status: u16, message: &'static str| {
        Fake::start(move |request, _| match request.get("response_format") {
            Some(_) => vec![Piece::Say(refusal(status, message))],
            None => vec![Piece::Say(hello())],
        })
    };
    for (status, message) in [
        (400, "response_format is not supported by this model"),
        (422, "[{'loc': ['body', 'response_format'], 'msg': 'extra fields not permitted'}]"),
        (500, "failed to parse grammar"),
        (500, "Internal Server Error"),
    ] {
        let fake = schema_refused(status, message);
        for _ in 0..3 {
            assert_eq!(text(fake.ask(with_schema())).as_deref(), Ok("hello"), "{message}");
        }
        let kinds = fake.forms();
        // What only breaks may have broken by chance, and is tried once more.
        let again: &[&str] = if message == "Internal Server Error" { &["json_schema"] } else { &[] };
        assert_eq!(kinds, [again, &["json_schema", "json_object", "", "", ""]].concat(), "{message}");
    }
    let fake = Fake::start(|request, _| {
        vec![Piece::Say(if request.get("max_tokens").is_some() {
            refusal(
                400,
                "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            )
        } else if request.get("temperature").is_some() {
            refusal(400, "Unsupported value: 'temperature' does not support 0.0 with this model.")
        } else if request.get("stream_options").is_some() {
            refusal(400, "unknown field: stream_options")
        } else if request["messages"][0]["content"].is_array() {
            refusal(400, "this model does not support image input")
        } else {
            hello()
        })]
    });
    let mut seeing = request();
    seeing.messages[0].pictures.push(Picture([0xff, 0xd8].as_slice().into()));
    assert_eq!(text(fake.ask(seeing.clone())).as_deref(), Ok("hello"));
    assert_eq!(text(fake.ask(seeing)).as_deref(), Ok("hello"));
    assert_eq!(fake.requests().len(), 4 + 1 + 1);
    assert_eq!(fake.requests()[5]["max_completion_tokens"], 10);
    let shown = &fake.requests()[0]["messages"][0]["content"][1]["image_url"]["url"];
    assert_eq!(shown, "data:image/jpeg;base64,/9g=");
}

/// The settings of a process that keeps what it finds out in a folder; what others of this program have found out of the
/// server is forgotten, as a new process has never known it.
fn new_process(fake: &Fake, folder: &std::path::Path) -> ServerSettings {
    Known::forget_server(&fake.url);
    let budget = Budget { folder: Some(folder.to_owned()), ..Budget::default() };
    ServerSettings { budget, ..fake.settings() }
}

#[test]
fn another_process_does_not_ask_for_what_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let fake = Fake::start(|request, _| {
        vec![Piece::Say(match request.get("response_format") {
            Some(_) => refusal(400, "response_format is not supported by this model"),
            None => hello(),
        })]
    });
    for _ in 0..2 {
        assert_eq!(text(ask(new_process(&fake, folder.path()), with_schema())).as_deref(), Ok("hello"));
    }
    assert_eq!(fake.forms(), ["json_schema", "json_object", "", ""]);
    let told = Server::start(new_process(&fake, folder.path())).unwrap().abilities();
    assert_eq!(told, "takes no form of JSON, max_tokens, temperature, pictures, counts of tokens");
    // Another model of the same server is another matter.
    let other = ServerSettings { model: "n".into(), ..new_process(&fake, folder.path()) };
    assert!(ask(other, with_schema()).is_ok());
    assert_eq!(fake.forms()[4..], ["json_schema", "json_object", ""]);
    Server::start(new_process(&fake, folder.path())).unwrap().forget_abilities();
    assert!(ask(new_process(&fake, folder.path()), with_schema()).is_ok());
    assert_eq!(fake.forms()[7..], ["json_schema", "json_object", ""]);
}

/// A refusal that names nothing may be about anything: only what helped is kept for others.
#[test]
fn what_is_refused_without_a_name_is_kept_once_it_helped() {
    let folder = tempfile::tempdir().unwrap();
    let fake = Fake::start(|request, _| {
        vec![Piece::Say(match request.get("response_format") {
            Some(_) => refusal(400, "bad request"),
            None => hello(),
        })]
    });
    for _ in 0..2 {
        assert_eq!(text(ask(new_process(&fake, folder.path()), with_schema())).as_deref(), Ok("hello"));
    }
    assert_eq!(fake.forms(), ["json_schema", "json_object", "", ""]);
    let other = tempfile::tempdir().unwrap();
    let fake = Fake::saying_each(&[refusal(400, "no"), refusal(400, "no"), refusal(400, "no"), hello(), hello()]);
    assert!(ask(new_process(&fake, other.path()), with_schema()).is_err());
    assert_eq!(fake.forms(), ["json_schema", "json_object", ""]);
    // It was about something else, and the schema is sent again: by this process, and by another.
    let again = ServerSettings {
        budget: Budget { folder: Some(other.path().to_owned()), ..Budget::default() },
        ..fake.settings()
    };
    assert!(ask(again, with_schema()).is_ok());
    assert!(ask(new_process(&fake, other.path()), with_schema()).is_ok());
    assert_eq!(fake.forms()[3..], ["json_schema", "json_schema"]);
}

#[test]
fn a_server_that_says_otherwise_is_found_out_anew() {
    let folder = tempfile::tempdir().unwrap();
    let is_new = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let newer = Arc::clone(&is_new);
    // Its older version knows max_completion_tokens alone, its newer one max_tokens alone.
    let fake = Fake::start(move |request, _| {
        let refused = if newer.load(Ordering::SeqCst) { "max_completion_tokens" } else { "max_tokens" };
        vec![Piece::Say(match request.get(refused) {
            Some(_) => refusal(400, "use 'max_completion_tokens' or 'max_tokens', whichever I know"),
            None => hello(),
        })]
    });
    assert!(ask(new_process(&fake, folder.path()), request()).is_ok());
    is_new.store(true, Ordering::SeqCst);
    assert!(ask(new_process(&fake, folder.path()), request()).is_ok());
    let fields: Vec<bool> = fake.requests().iter().map(|request| request.get("max_tokens").is_some()).collect();
    assert_eq!(fields, [true, false, false, true]);
    assert!(ask(new_process(&fake, folder.path()), request()).is_ok());
    assert_eq!(fake.requests().len(), 5, "and that is known to the next");
    // A refusal of what nobody has found out is one.
    let fake = Fake::saying(refusal(400, "no"));
    assert!(ask(new_process(&fake, folder.path()), request()).is_err());
    assert_eq!(fake.requests().len(), 1);
}

#[test]
fn what_breaks_by_chance_teaches_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let broken = refusal(500, "out of memory");
    let fake = Fake::saying_each(&[broken.clone(), hello()]);
    assert_eq!(text(ask(new_process(&fake, folder.path()), with_schema())).as_deref(), Ok("hello"));
    assert_eq!((fake.forms(), fake.tries()), (vec!["json_schema".to_owned(); 2], vec![0, 1]));
    // What breaks twice in a row is asked otherwise here, but the next process finds out for itself.
    let fake = Fake::saying_each(&[broken.clone(), broken, hello()]);
    for _ in 0..2 {
        assert_eq!(text(ask(new_process(&fake, folder.path()), with_schema())).as_deref(), Ok("hello"));
    }
    assert_eq!(fake.forms(), ["json_schema", "json_schema", "json_object", "json_schema"]);
}

/// A local server takes any key, and a short one is a part of many words.
#[test]
fn a_key_that_is_a_part_of_a_word_does_not_change_what_is_learnt() {
    let message =
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    let inside = whole(&json!({ "error": { "message": message, "code": 400 } }).to_string());
    for refused in [refusal(400, message), inside] {
        for key in ["x", "token", "max_completion"] {
            let refused = refused.clone();
            let fake = Fake::start(move |request, _| {
                vec![Piece::Say(if request.get("max_tokens").is_some() { refused.clone() } else { hello() })]
            });
            let settings = ServerSettings { key: Some(Secret::new(key)), ..fake.settings() };
            assert_eq!(text(ask(settings, with_schema())).as_deref(), Ok("hello"), "{key}");
            assert_eq!(fake.forms(), ["json_schema", "json_schema"], "{key}");
            assert_eq!(fake.requests()[1]["max_completion_tokens"], 10, "{key}");
        }
    }
}
