//! A server of this machine says what real ones say, as their documentation and sources have it.

mod abilities;
mod fake;

use std::sync::atomic::Ordering;
use std::time::Instant;

use serde_json::Value;

use self::fake::{Fake, Piece, ask, hello, http, refusal, request, stream, text, whole, with_schema};
use super::*;
use crate::{Budget, Cap, Message, Picture, Price, Role, Schema};

/// Tokens of a request and of its answer.
type Counts = (u64, u64);

/// What streams of six servers look like that say "hello": who, the stream, what it counts.
const STREAMS: [(&str, &str, Option<Counts>); 7] = [
    (
        "OpenAI",
        "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null},\"logprobs\":null,\"finish_reason\":null}],\"usage\":null}\n\n\
         data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"hel\"},\"finish_reason\":null}],\"usage\":null}\n\n\
         data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"lo\"},\"finish_reason\":null}],\"usage\":null}\n\n\
         data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":null}\n\n\
         data: {\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":2,\"total_tokens\":9}}\n\n\
         data: [DONE]\n\n",
        Some((7, 2)),
    ),
    (
        "OpenRouter",
        ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n\
         data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\",\"reasoning\":\"hm\"},\"finish_reason\":null,\"native_finish_reason\":null}]}\n\n\
         data: {\"choices\":[{\"delta\":{\"content\":\"hello\",\"reasoning\":null},\"finish_reason\":\"stop\"}]}\n\n\
         data: {\"choices\":[{\"delta\":{\"content\":\"\"},\"finish_reason\":null}],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":2,\"cost\":0.1}}\n\n\
         data: [DONE]\n\n",
        Some((7, 2)),
    ),
    (
        "vLLM with a reasoning parser",
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n\
         data: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning_content\":\"so they say hi\"}}]}\n\n\
         data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"hello\"},\"finish_reason\":\"stop\",\"stop_reason\":null}]}\n\n\
         data: [DONE]\n\n",
        None,
    ),
    (
        "llama.cpp server",
        "data: {\"choices\":[{\"finish_reason\":null,\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":null}}],\"created\":1}\n\n\
         data: {\"choices\":[{\"finish_reason\":null,\"index\":0,\"delta\":{\"content\":\"hello\"}}]}\n\n\
         data: {\"choices\":[{\"finish_reason\":\"stop\",\"index\":0,\"delta\":{}}],\"usage\":{\"completion_tokens\":2,\"prompt_tokens\":7},\"timings\":{\"prompt_n\":7}}\n\n\
         data: [DONE]\n\n",
        Some((7, 2)),
    ),
    (
        "Ollama",
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"hello\"},\"finish_reason\":null}]}\n\n\
         data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"finish_reason\":\"stop\"}]}\n\n\
         data: [DONE]\n\n",
        None,
    ),
    (
        "LM Studio",
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"hello\"},\"logprobs\":null,\"finish_reason\":null}]}\r\n\r\n\
         data: {\"choices\":[{\"index\":0,\"delta\":{},\"logprobs\":null,\"finish_reason\":\"stop\"}]}\r\n\r\n\
         data: [DONE]\r\n\r\n",
        None,
    ),
    (
        "a stream without its mark of the end",
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"hello\"},\"finish_reason\":\"stop\"}]}\n\n",
        None,
    ),
];

#[test]
fn streams_of_six_servers_are_read() {
    for (who, body, counts) in STREAMS {
        let reply = Fake::saying(stream(body)).ask(request()).expect(who);
        let counted = reply.prompt_tokens.zip(reply.answer_tokens);
        assert_eq!((reply.text.as_str(), reply.cut_off, counted), ("hello", false, counts), "{who}");
    }
}

#[test]
fn whole_answers_are_read() {
    for (who, body) in [
        (
            "OpenAI",
            r#"{"choices":[{"index":0,"message":{"role":"assistant","content":"hello","refusal":null},"finish_reason":"stop"}]}"#,
        ),
        (
            "DeepSeek on vLLM",
            r#"{"choices":[{"message":{"reasoning_content":"hm","content":"hello"},"finish_reason":"stop"}]}"#,
        ),
        (
            "OpenRouter",
            r#"{"choices":[{"message":{"reasoning":"hm","content":"hello"},"finish_reason":"stop"}],"usage":null}"#,
        ),
        (
            "a gateway that sends both names of thoughts",
            r#"{"choices":[{"message":{"reasoning":"hm","reasoning_content":null,"content":"hello"},"finish_reason":"stop"}]}"#,
        ),
        (
            "parts",
            r#"{"choices":[{"message":{"content":[{"type":"text","text":"hel"},{"type":"text","text":"lo"}]},"finish_reason":"stop"}]}"#,
        ),
    ] {
        assert_eq!(text(Fake::saying(whole(body)).ask(request())).as_deref(), Ok("hello"), "{who}");
    }
    let cut = r#"{"choices":[{"message":{"content":"hel"},"finish_reason":"length"}]}"#;
    assert!(Fake::saying(whole(cut)).ask(request()).unwrap().cut_off);
}

#[test]
fn every_failure_says_what_and_what_next() {
    let page = "<!doctype html><html><body>nginx</body></html>";
    for (answer, says) in [
        (http(200, "content-type: text/html\r\n", page), "begins with"),
        (whole(&hello()[..40]), "begins with"),
        (whole(r#"{"choices":[]}"#), "no text"),
        (http(401, "", r#"{"error":{"message":"bad key"}}"#), "refuses the key (bad key)"),
        (http(401, "", "no such key: hush-hush!"), "(no such key: <secret>!)"),
        (http(404, "", r#"{"error":"model m not found"}"#), "does not know the model"),
        (http(404, "", "nope"), "there is no"),
        (http(400, "", &"long ".repeat(LONGEST)), "answers 400: long long"),
        (whole(&format!("{{{}", " ".repeat(LONGEST))), "longer than 4 MiB"),
        (
            whole(r#"{"choices":[{"message":{"content":null,"refusal":"I can't"},"finish_reason":"stop"}]}"#),
            "declines to answer (I can't)",
        ),
        (whole(r#"{"choices":[{"message":{"content":""},"finish_reason":"content_filter"}]}"#), "its content filter"),
        (
            whole(r#"{"choices":[{"message":{"content":"","reasoning":"hm"},"finish_reason":"stop"}]}"#),
            "it thought, and said nothing",
        ),
    ] {
        let error = Fake::saying(answer).ask(request()).unwrap_err();
        assert!(error.to_string().contains(says), "{error} should say {says:?}");
        assert!(!error.hint().is_empty() && !format!("{error:?}").contains("hush"));
    }
}

#[test]
fn no_server_and_no_address() {
    let at =
        |url: &str| ask(ServerSettings { url: url.into(), ..Fake::saying(hello()).settings() }, request()).unwrap_err();
    assert!(matches!(at("http://127.0.0.1:1/v1"), Error::NoServer { .. }));
    let fake = Fake::saying(hello());
    assert_eq!(Server::reach(&fake.settings()), Ok(()));
    let settings = ServerSettings { url: "http://127.0.0.1:1/v1".into(), ..fake.settings() };
    assert!(matches!(Server::reach(&settings), Err(Error::NoServer { .. })));
    let mut server = Server::start(settings).expect("a server that is down may come up");
    let mut pending = server.ask(request());
    pending.wait(Duration::from_secs(60));
    assert!(matches!(pending.take(), Some(Err(Error::NoServer { .. }))));
    let Spent { calls, tokens, .. } = server.ledger().goal();
    assert_eq!((calls, tokens), (0, 0), "what was never sent costs nothing");
    assert!(matches!(at("localhost:8000"), Error::BadAddress { .. }));
}

#[test]
fn what_keeps_a_connection_alive_is_no_token() {
    let second = Duration::from_millis(600);
    let pings = |first: &str| {
        let first = first.to_owned();
        Fake::start(move |_, _| {
            let pings =
                (0..40).flat_map(|_| [Piece::Say(": ping\n\n".into()), Piece::Wait(Duration::from_millis(100))]);
            [Piece::Say(stream(&first))].into_iter().chain(pings).collect()
        })
    };
    let limits = |fake: &Fake, total| Limits { first_token: second, idle: second, total, ..fake.settings().limits };
    for (first, total, says) in [
        (
            "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n",
            3,
            "no first token within 0.6 s",
        ),
        ("data: {\"choices\":[{\"delta\":{\"content\":\"h\"}}]}\n\n", 3, "no further token within 0.6 s"),
    ] {
        let fake = pings(first);
        let limits = limits(&fake, Duration::from_secs(total));
        let error = ask(ServerSettings { limits, ..fake.settings() }, request()).unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
        assert_eq!(fake.requests().len(), 1, "who was too slow is not asked again");
    }
    let slow = Fake::start(|_, _| {
        let word = "data: {\"choices\":[{\"delta\":{\"content\":\"h\"}}]}\n\n";
        let words = (0..40).flat_map(|_| [Piece::Say(word.into()), Piece::Wait(Duration::from_millis(100))]);
        [Piece::Say(stream(""))].into_iter().chain(words).collect()
    });
    let limits = Limits { total: second, ..slow.settings().limits };
    let error = ask(ServerSettings { limits, ..slow.settings() }, request()).unwrap_err();
    assert!(error.to_string().contains("no whole answer within 0.6 s"), "{error}");
}

#[test]
fn the_time_until_an_answer_is_there_is_told_with_what_it_took() {
    let answer = whole(r#"{"choices":[{"message":{"content":"hello"}}]}"#);
    let fake = Fake::start(move |_, _| vec![Piece::Wait(Duration::from_millis(120)), Piece::Say(answer.clone())]);
    let mut server = Server::start(fake.settings()).unwrap();
    let mut pending = server.ask(request());
    assert!(pending.wait(Duration::from_secs(60)) && pending.spent().millis >= 100, "{:?}", pending.spent());
    assert_eq!(server.ledger().goal().millis, 0, "no cap is on time");
}

#[test]
fn what_may_pass_is_asked_again() {
    let half = stream("data: {\"choices\":[{\"delta\":{\"content\":\"hel\"}}]}\n\n");
    let inside = stream(
        "data: {\"choices\":[{\"delta\":{\"content\":\"hel\"}}]}\n\ndata: {\"error\":{\"code\":502,\"message\":\"gone\"}}\n\n",
    );
    for first in
        [refusal(429, "slow down"), refusal(503, "loading model"), refusal(408, ""), refusal(409, ""), half, inside]
    {
        let fake = Fake::saying_each(&[first.clone(), hello()]);
        assert_eq!(text(fake.ask(request())).as_deref(), Ok("hello"), "{first}");
        assert_eq!(fake.requests().len(), 2);
    }
    let fake = Fake::saying(refusal(503, "never"));
    assert!(matches!(fake.ask(request()), Err(Error::Refused { status: 503, .. })));
    assert_eq!(fake.requests().len(), 1 + RETRIES as usize);
    for stays in [400, 401, 402, 403, 422] {
        let fake = Fake::saying(refusal(stays, "no"));
        fake.ask(request()).unwrap_err();
        assert_eq!(fake.requests().len(), 1, "{stays}");
    }
}

#[test]
fn a_server_that_says_when_is_asked_then() {
    let later = http(429, "retry-after: 2\r\n", "later");
    let fake = Fake::saying_each(&[later, hello()]);
    let started = Instant::now();
    assert_eq!(text(fake.ask(request())).as_deref(), Ok("hello"));
    assert!(started.elapsed() >= Duration::from_secs(2));
    let fake = Fake::saying(http(429, "retry-after: 3600\r\n", "later"));
    let started = Instant::now();
    let error = fake.ask(request()).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("the model server at {} wants to be left alone for 3600 s (later)", fake.url)
    );
    assert!(started.elapsed() < Duration::from_secs(10), "nobody waits for that");
}

#[test]
fn a_server_that_fails_again_and_again_is_left_alone_by_all() {
    let fake = Fake::saying(stream(""));
    let quick = || {
        let limits = Limits { total: Duration::from_millis(200), ..fake.settings().limits };
        ask(ServerSettings { limits, ..fake.settings() }, request()).unwrap_err()
    };
    for _ in 0..5 {
        assert!(matches!(quick(), Error::BrokenOff { .. } | Error::TooSlow { .. }));
    }
    let before = fake.requests().len();
    let error = quick();
    assert!(matches!(error, Error::Resting { failures: 5, .. }), "{error}");
    assert_eq!(fake.requests().len(), before);
}

/// A request that fails here, before it is sent, neither counts as a failure of the server nor ends its row of failures.
#[test]
fn an_agent_that_may_not_ask_says_nothing_of_the_server() {
    let fake = Fake::saying(stream(""));
    let limits = Limits { total: Duration::from_millis(200), ..fake.settings().limits };
    let started = |budget: Budget| Server::start(ServerSettings { limits, budget, ..fake.settings() }).unwrap();
    let asked = |mut server: Server| {
        let mut pending = server.ask(request());
        assert!(pending.wait(Duration::from_secs(60)));
        pending.take().unwrap().unwrap_err()
    };
    let breaks = || {
        let error = asked(started(Budget::default()));
        assert!(matches!(error, Error::BrokenOff { .. } | Error::TooSlow { .. }), "{error}");
    };
    (0..4).for_each(|_| breaks());
    let per_goal = Cap { calls: Some(0), ..Cap::default() };
    let error = asked(started(Budget { per_goal, ..Budget::default() }));
    assert!(matches!(error, Error::Capped { .. }), "{error}");
    let folder = tempfile::tempdir().unwrap();
    let books = folder.path().join("books");
    let server = started(Budget { folder: Some(books.clone()), ..Budget::default() });
    std::fs::remove_dir_all(&books).unwrap();
    std::fs::write(&books, "no folder").unwrap();
    let error = asked(server);
    assert!(matches!(error, Error::Ledger { .. }), "{error}");
    breaks();
    let error = asked(started(Budget::default()));
    assert!(matches!(error, Error::Resting { failures: 5, .. }), "{error}");
}

/// An answer is one even if it is of no use: a server that gives it is not down.
#[test]
fn a_server_whose_answers_are_of_no_use_is_asked_on() {
    let empty = whole(r#"{"choices":[{"message":{"content":""},"finish_reason":"length"}]}"#);
    let fake = Fake::start(move |_, number| {
        vec![Piece::Say(if [4, 5].contains(&number) { empty.clone() } else { stream("") })]
    });
    let asked = |number: u32| {
        let total = if number == 4 { Duration::from_secs(20) } else { Duration::from_millis(200) };
        let limits = Limits { total, ..fake.settings().limits };
        ask(ServerSettings { limits, ..fake.settings() }, request()).unwrap_err()
    };
    let errors: Vec<Error> = (0..9).map(asked).collect();
    assert!(matches!(errors[4], Error::OnlyThoughts { .. }), "{}", errors[4]);
    assert!(!errors.iter().any(|error| matches!(error, Error::Resting { .. })), "{errors:?}");
    assert_eq!(fake.requests().len(), 10);
}

#[test]
fn each_try_of_the_same_says_how_often_it_was_sent_in_vain() {
    let fake = Fake::start(|_, number| match number {
        0..=4 => vec![Piece::Say(refusal(503, "loading"))],
        _ => vec![Piece::Say(hello())],
    });
    let mut server = Server::start(fake.settings()).unwrap();
    let mut asked = |request: Request| {
        let mut pending = server.ask(request);
        pending.wait(Duration::from_secs(60));
        pending.take().unwrap()
    };
    assert!(asked(request()).is_err());
    assert!(asked(request()).is_ok(), "asked for again by somebody else, it goes on from there");
    assert!(asked(request()).is_ok());
    assert!(asked(Request { max_tokens: 11, ..request() }).is_ok());
    assert_eq!(fake.tries(), [0, 1, 2, 3, 4, 5, 0, 0]);
}

#[test]
fn a_request_that_is_too_long_is_said_to_be_so() {
    for (who, status, message) in [
        (
            "OpenAI",
            400,
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length of the messages.",
        ),
        ("vLLM", 400, "This model's maximum context length is 4096 tokens. However, you requested 9001 tokens."),
        ("llama.cpp", 400, "the request exceeds the available context size, try increasing it"),
        ("LM Studio", 400, "Trying to keep the first 9001 tokens when the context length is only 4096"),
        ("OpenRouter", 400, "This endpoint's maximum context length is 8192 tokens."),
    ] {
        let error = Fake::saying(refusal(status, message)).ask(with_schema()).unwrap_err();
        assert!(matches!(error, Error::ContextTooLong { .. }), "{who}: {error}");
        assert!(error.hint().contains("--max-model-len"));
    }
    // Ollama drops the beginning of what is too long, and counts what is left.
    let counted = |tokens: u64| {
        whole(&format!(
            r#"{{"choices":[{{"message":{{"content":"hello"}},"finish_reason":"stop"}}],"usage":{{"prompt_tokens":{tokens},"completion_tokens":1}}}}"#
        ))
    };
    let long = Request { messages: vec![Message::new(Role::User, "word ".repeat(8000))], ..request() };
    let error = Fake::saying(counted(2048)).ask(long.clone()).unwrap_err();
    assert!(matches!(error, Error::RequestCut { tokens: 2048, bytes: 40_000, .. }), "{error}");
    assert!(error.hint().contains("OLLAMA_CONTEXT_LENGTH"));
    for tokens in [0, 8001] {
        assert_eq!(text(Fake::saying(counted(tokens)).ask(long.clone())).as_deref(), Ok("hello"));
    }
}

#[test]
fn a_model_that_thinks_all_its_answer_away_gets_more_once() {
    let empty = whole(
        r#"{"choices":[{"message":{"content":"","reasoning_content":"hm"},"finish_reason":"length"}],"usage":{"prompt_tokens":7,"completion_tokens":10}}"#,
    );
    let fake = Fake::saying_each(&[empty.clone(), hello()]);
    for _ in 0..2 {
        assert_eq!(text(fake.ask(request())).as_deref(), Ok("hello"));
    }
    let lengths: Vec<Value> = fake.requests().iter().map(|request| request["max_tokens"].clone()).collect();
    assert_eq!(lengths, [10, 10 + MORE_THOUGHTS, 10 + MORE_THOUGHTS].map(Value::from));
    let fake = Fake::saying(empty);
    let error = fake.ask(request()).unwrap_err();
    assert_eq!(
        (error, fake.requests().len()),
        (Error::OnlyThoughts { url: fake.url.clone(), tokens: 10 + MORE_THOUGHTS }, 2)
    );
    let fake = Fake::saying(hello());
    ask(ServerSettings { reasoning_tokens: 2000, ..fake.settings() }, request()).unwrap();
    assert_eq!(fake.requests()[0]["max_tokens"], 2010);
}

/// However much is configured, it may be too little for a request. What is kept for the next one stays bounded.
#[test]
fn a_model_that_may_think_much_gets_more_once_too() {
    let empty = whole(r#"{"choices":[{"message":{"content":""},"finish_reason":"length"}]}"#);
    let asked = |fake: &Fake, reasoning_tokens: u32| {
        text(ask(ServerSettings { reasoning_tokens, ..fake.settings() }, request()))
    };
    let lengths = |fake: &Fake| fake.requests().iter().map(|request| request["max_tokens"].clone()).collect::<Vec<_>>();
    let answers = [&empty, &hello(), &hello(), &empty, &hello(), &hello()].map(Clone::clone);
    for (configured, expected) in [
        (0, [10, 4106, 4106, 4106, 8202, 4106]),
        (MORE_THOUGHTS, [4106, 8202, 8202, 8202, 16_394, 8202]),
        (5000, [5010, 10_010, 10_010, 10_010, 20_010, 10_010]),
    ] {
        let fake = Fake::saying_each(&answers);
        for _ in 0..4 {
            assert_eq!(asked(&fake, configured).as_deref(), Ok("hello"), "{configured}");
        }
        assert_eq!(lengths(&fake), expected.map(Value::from), "{configured}");
    }
    let fake = Fake::saying(empty);
    for _ in 0..2 {
        let error = asked(&fake, 5000).unwrap_err();
        assert_eq!(error, Error::OnlyThoughts { url: fake.url.clone(), tokens: 10_010 });
    }
    assert_eq!(lengths(&fake), [5010, 10_010, 5010, 10_010].map(Value::from), "what has not helped is not kept");
}

/// The server or a cap may not allow more tokens. The error is then that of the first answer, and nothing is learnt.
#[test]
fn a_model_that_may_not_think_more_has_only_thought() {
    let empty = whole(
        r#"{"choices":[{"message":{"content":""},"finish_reason":"length"}],"usage":{"prompt_tokens":7,"completion_tokens":10}}"#,
    );
    for message in [
        "max_tokens is too large: 10010. This model supports at most 8192 completion tokens",
        "This model's maximum context length is 8192 tokens. However, you requested 10037 tokens.",
    ] {
        let empty = empty.clone();
        let fake = Fake::start(move |request, number| {
            let is_too_much = request["max_tokens"].as_u64().is_some_and(|most| most > 8192);
            vec![Piece::Say(match number {
                _ if is_too_much => refusal(400, message),
                0 => empty.clone(),
                _ => hello(),
            })]
        });
        let settings = || ServerSettings { reasoning_tokens: 5000, ..fake.settings() };
        let error = ask(settings(), with_schema()).unwrap_err();
        assert_eq!(error, Error::OnlyThoughts { url: fake.url.clone(), tokens: 5010 }, "{message}");
        assert_eq!(text(ask(settings(), with_schema())).as_deref(), Ok("hello"));
        assert_eq!(fake.forms(), ["json_schema"; 3], "{message}");
    }
    let fake = Fake::saying(empty);
    let budget = Budget { per_goal: Cap { tokens: Some(4000), ..Cap::default() }, ..Budget::default() };
    let error = ask(ServerSettings { budget, ..fake.settings() }, request()).unwrap_err();
    assert_eq!(error, Error::OnlyThoughts { url: fake.url.clone(), tokens: 10 });
    assert_eq!(fake.requests().len(), 1);
}

#[test]
fn an_answer_that_nobody_wants_is_not_waited_for() {
    let fake = Fake::start(|_, number| match number {
        0 => vec![Piece::Wait(Duration::from_secs(3600))],
        _ => vec![Piece::Say(hello())],
    });
    let hour = Duration::from_secs(3600);
    let limits = Limits { connect: hour, first_token: hour, idle: hour, total: hour };
    let mut server = Server::start(ServerSettings { limits, ..fake.settings() }).unwrap();
    let pending = server.ask(request());
    while fake.requests().is_empty() {
        thread::sleep(Duration::from_millis(5));
    }
    drop(pending);
    let mut next = server.ask(request());
    assert!(next.wait(Duration::from_secs(60)));
    assert_eq!(text(next.take().unwrap()).as_deref(), Ok("hello"));
    while fake.log.hung_up.load(Ordering::SeqCst) == 0 {
        thread::sleep(Duration::from_millis(5));
    }
    // The reserved call of the one that was broken off counts whole.
    let Spent { calls, tokens, .. } = server.ledger().goal();
    assert_eq!((calls, tokens), (2, (2 + 16 + 10) + 8));
}

#[test]
fn a_server_that_is_dropped_asks_no_longer() {
    let fake = Fake::start(|_, _| vec![Piece::Wait(Duration::from_secs(3600))]);
    let hour = Duration::from_secs(3600);
    let limits = Limits { connect: hour, first_token: hour, idle: hour, total: hour };
    let mut server = Server::start(ServerSettings { limits, ..fake.settings() }).unwrap();
    let mut pending = server.ask(request());
    drop(server);
    assert!(matches!(pending.take(), Some(Err(Error::Stopped))));
}

#[test]
fn no_more_than_so_many_are_asked_at_once() {
    let fake = Fake::start(|_, _| vec![Piece::Wait(Duration::from_millis(100)), Piece::Say(hello())]);
    let settings = || ServerSettings { at_once: 2, ..fake.settings() };
    let agents: Vec<_> = (0..8)
        .map(|_| {
            let settings = settings();
            thread::spawn(move || ask(settings, request()).unwrap())
        })
        .collect();
    agents.into_iter().for_each(|agent| assert_eq!(agent.join().unwrap().text, "hello"));
    assert_eq!(fake.log.most_at_work.load(Ordering::SeqCst), 2);
}

#[test]
fn no_cap_is_passed() {
    let fake = Fake::saying(hello());
    let with = |budget: Budget| Server::start(ServerSettings { budget, ..fake.settings() });
    let asked = |server: &mut Server| {
        let mut pending = server.ask(request());
        pending.wait(Duration::from_secs(60));
        pending.take().unwrap()
    };
    let per_goal = Cap { calls: Some(2), ..Cap::default() };
    let mut server = with(Budget { per_goal, ..Budget::default() }).unwrap();
    assert!(asked(&mut server).is_ok() && asked(&mut server).is_ok());
    let error = asked(&mut server).unwrap_err();
    assert_eq!(error.to_string(), "a call could pass the cap calls_per_goal: 2 of 2 are spent, and it may take 1");
    assert_eq!(fake.requests().len(), 2);
    // A request may take 28 tokens and takes 8.
    let per_goal = Cap { tokens: Some(40), ..Cap::default() };
    let mut server = with(Budget { per_goal, ..Budget::default() }).unwrap();
    assert!(asked(&mut server).is_ok() && asked(&mut server).is_ok());
    assert!(matches!(asked(&mut server), Err(Error::Capped { .. })));
    let per_day = Cap { money: Some(1.0), ..Cap::default() };
    let error = with(Budget { per_day, ..Budget::default() }).map(drop).unwrap_err();
    assert_eq!(error.to_string(), "money_per_day is set, but not what the model costs");
    assert!(error.hint().contains("price_prompt"));
    let price = Some(Price { prompt: 1e6, answer: 1e6 });
    let mut server =
        with(Budget { per_day: Cap { money: Some(30.0), ..Cap::default() }, price, ..Budget::default() }).unwrap();
    assert!(asked(&mut server).is_ok());
    assert!(matches!(asked(&mut server), Err(Error::Capped { .. })));
}

#[test]
fn the_key_is_sent_and_never_shows() {
    let fake = Fake::saying(hello());
    fake.ask(request()).unwrap();
    assert!(fake.log.heads.lock()[0].contains("Bearer hush-hush"));
    assert!(!format!("{:?}", fake.settings()).contains("hush"));
}
