//! The chat API: pieces and wholes, numbers of tokens, refusals, and many connections.

use std::thread;

use anima_mock::{Flaw, Mock, Mode, Rates, Settings};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use serde_json::{Value, json};

use crate::client::{Came, asking, get, post};
use crate::mock;

fn pickaxe() -> Value {
    asking(&json!({"call": "plan", "goal": {"any_of": ["iron_pickaxe"], "count": 1}}))
}

fn sent(mock: &Mock, body: &Value) -> Came {
    post(mock.address, body.to_string().as_bytes())
}

/// A request with a field set.
fn with(field: &str, value: Value) -> Value {
    let mut body = pickaxe();
    body[field] = value;
    body
}

#[test]
fn a_stream_says_the_same_as_a_whole_answer() {
    let mock = mock(Settings::default());
    let whole = sent(&mock, &pickaxe());
    assert_eq!((whole.status, whole.json()["object"].as_str()), (200, Some("chat.completion")));
    assert_eq!(whole.json()["choices"][0]["finish_reason"], "stop");
    let usage = whole.json()["usage"].clone();
    assert_eq!(usage["completion_tokens"], json!(whole.text().len().div_ceil(4)));
    assert!(usage["prompt_tokens"].as_u64().is_some_and(|tokens| tokens > 20));
    let mut body = with("stream", json!(true));
    let stream = sent(&mock, &body);
    assert!(stream.head.contains("content-type: text/event-stream") && stream.body.ends_with("data: [DONE]\n\n"));
    assert_eq!(stream.text(), whole.text());
    let events = stream.events();
    assert!(events.len() > 20 && events.iter().all(|event| event.get("usage").is_none()), "{}", events.len());
    assert_eq!(events[0]["choices"][0]["delta"]["role"], "assistant");
    assert_eq!(events[events.len() - 1]["choices"][0]["finish_reason"], "stop");
    body["stream_options"] = json!({"include_usage": true});
    let events = sent(&mock, &body).events();
    let last = &events[events.len() - 1];
    assert_eq!((&last["choices"], &last["usage"]), (&json!([]), &usage));
    assert_eq!(events[3]["usage"], Value::Null);
}

#[test]
fn models_are_listed_and_there_is_nothing_else() {
    let mock = mock(Settings::default());
    let models = get(mock.address, "/v1/models");
    assert_eq!((models.status, &models.json()["data"][0]["id"]), (200, &json!("scripted")));
    assert_eq!(get(mock.address, "/v2/models").status, 404);
    assert_eq!(get(mock.address, "/v1/chat/completions").status, 405);
}

#[test]
fn who_only_asks_whether_anybody_is_there_is_answered() {
    let mock = mock(Settings::default());
    let body = json!({"model": "m", "max_tokens": 16, "messages": [{"role": "user", "content": "Answer: ready"}]});
    assert_eq!(sent(&mock, &body).text(), "ready");
    let mut body = body;
    body["response_format"] = json!({"type": "json_object"});
    assert_eq!(sent(&mock, &body).text(), "{\"ready\":true}");
}

#[test]
fn broken_requests_get_400_with_a_reason() {
    let mock = mock(Settings::default());
    let odd = |field: &str, value: Value| with(field, value).to_string();
    for (body, says) in [
        (String::new(), "no JSON"),
        ("{".to_owned(), "no JSON"),
        ("[]".to_owned(), "no JSON object"),
        ("{\"model\": \"m\"}".to_owned(), "`messages`"),
        (odd("messages", json!([{"role": "user", "content": 7}])), "content"),
        (odd("max_tokens", json!("many")), "`max_tokens`"),
        (odd("response_format", json!({"type": "yaml"})), "`response_format"),
        (asking(&json!({"call": "dance"})).to_string(), "dance"),
        (asking(&json!([])).to_string(), "`call`"),
    ] {
        let came = post(mock.address, body.as_bytes());
        assert_eq!(came.status, 400, "{body}");
        assert!(came.error().contains(says), "{body}: {}", came.error());
    }
    let came = post(mock.address, b"\xff\xfe{}");
    assert_eq!(came.status, 400);
    assert_eq!((mock.log.count("requests"), mock.log.count("refused")), (10, 10));
}

#[test]
fn schemas_are_followed_or_refused() {
    let format = |schema: Value| json!({"type": "json_schema", "json_schema": {"name": "plan", "strict": true, "schema": schema}});
    let lean = format(json!({
        "type": "object", "additionalProperties": false, "required": ["steps"],
        "properties": {"steps": {"type": "array", "items": {"type": "object"}}},
    }));
    let body = with("response_format", lean);
    let answer = sent(&mock(Settings::default()), &body).answer();
    assert!(answer.get("thoughts").is_none() && answer["steps"].as_array().is_some_and(|steps| steps.len() > 5));
    let strict = mock(Settings { no_schema: true, ..Settings::default() });
    let came = sent(&strict, &body);
    assert!(came.status == 400 && came.error().contains("json_schema"), "{came:?}");
    assert_eq!(sent(&strict, &with("response_format", json!({"type": "json_object"}))).status, 200);
}

#[test]
fn the_context_and_the_longest_answer_are_limits() {
    let small = mock(Settings { context: Some(200), ..Settings::default() });
    let came = sent(&small, &pickaxe());
    assert!(came.status == 400 && came.error().contains("maximum context length is 200 tokens"), "{came:?}");
    assert_eq!(came.json()["error"]["code"], "context_length_exceeded");
    assert_eq!(sent(&small, &with("max_tokens", json!(50))).status, 200);
    let came = sent(&mock(Settings::default()), &with("max_tokens", json!(10)));
    assert_eq!((came.text().len(), &came.json()["choices"][0]["finish_reason"]), (40, &json!("length")));
    assert_eq!(came.json()["usage"]["completion_tokens"], 10);
}

/// Bodies that ask for different things.
fn bodies(count: usize) -> Vec<String> {
    let goals = ["stone_pickaxe", "furnace", "bread", "bucket", "torch", "chest", "oak_boat", "shield"];
    let body = |index: usize| {
        let goal = json!({"any_of": [goals[index % goals.len()]], "count": 1 + index / goals.len()});
        let mut body = asking(&json!({"call": "plan", "goal": goal}));
        body["stream"] = json!(index.is_multiple_of(2));
        body.to_string()
    };
    (0..count).map(body).collect()
}

#[test]
fn the_same_bytes_get_the_same_answer_on_any_connection() {
    let settings = Settings { skill: 0.8, errors: Rates::mixed(0.5), ..Settings::default() };
    let bodies = bodies(40);
    let (one, other) = (mock(settings.clone()), mock(settings));
    let alone: Vec<Came> = bodies.iter().map(|body| post(one.address, body.as_bytes())).collect();
    thread::scope(|scope| {
        for turn in 0..8 {
            let (bodies, alone, address) = (&bodies, &alone, other.address);
            scope.spawn(move || {
                for step in 0..bodies.len() {
                    let at = (step * 7 + turn * 5) % bodies.len();
                    let came = post(address, bodies[at].as_bytes());
                    // The date of the head is the only thing that may differ.
                    assert_eq!((came.status, &came.body), (alone[at].status, &alone[at].body));
                }
            });
        }
    });
    assert_eq!(other.log.count("plan"), 8 * 40);
    assert_eq!(spoilt(&other), 8 * spoilt(&one));
}

/// How many answers of a server were spoilt.
fn spoilt(mock: &Mock) -> u64 {
    Flaw::ALL.iter().map(|flaw| mock.log.mode(*flaw)).sum()
}

#[test]
fn nothing_that_is_sent_makes_it_panic() {
    const REQUESTS: usize = 10_000;
    const CALLS: [&str; 13] = [
        "plan", "goal", "summary", "explain", "queries", "check", "next", "choose", "critic", "gear", "order",
        "comment", "none",
    ];
    let step = json!({"rank": 1, "kind": "craft", "object": [{"item": "stick", "count": 4}],
        "materials": [{"item": "oak_planks", "count": 2}], "tool": "crafting_table", "note": ""});
    let whole = |call: &str| {
        json!({
            "call": call, "goal": {"any_of": ["stone_pickaxe"], "count": 2, "in_words": "kill 3 zombie",
                "parts": [{"part": "plant 2 wheat_seeds", "done": 1}, {"part": "sleep", "done": 0}]},
            "inventory": {"items": {"oak_log": 5, "stone_axe": 1}, "uses_left_of_worn_tools": {"stone_axe": 3}},
            "state": {"stations_at_hand": ["furnace"], "blocks_seen": [{"what": "coal_ore", "blocks_away": 5.5}]},
            "facts": {"how_to_get": {"stick": ["craft 4 from 2 any planks"]}, "worth_having_too": [
                {"any_of": "any log", "count": 3}]},
            "last_failure": {"step": "mine 3 raw_iron from iron_ore", "cause": "not_found", "lacks": {"stick": 2},
                "times_in_a_row": 2, "reason": "3 stick missing"},
            "references": [{"goal": "1 stick", "steps": [step]}], "sequences": [[step], [step]], "steps": [step],
            "explanation": "get 3 coal first", "sentences": ["I see a cow"], "object": "bread", "count": 2,
            "knowledge": ["craft from 3 wheat at crafting_table"], "depth": 3, "completed": ["mine 1 dirt"],
            "failed": ["craft 1 bed"], "verbs": ["mine"], "task": "craft 1 furnace", "candidates": [
                {"program": "a", "does": "b", "needs": {"dirt": 1}, "gives": {"furnace": 1}, "ready": true}],
            "monsters": [{"object": "zombie", "count": 2}, {"object": "cow", "count": 1}], "comment": "plan less gear",
            "last": null, "critique": "no", "before": {"dirt": 1}, "after": {"dirt": 2}, "log": "x",
        })
    };
    let mock = mock(Settings { errors: Rates::mixed(0.5), skill: 0.7, ..Settings::default() });
    let texts: Vec<String> = CALLS.iter().map(|call| asking(&whole(call)).to_string()).collect();
    thread::scope(|scope| {
        for worker in 0..4u64 {
            let (texts, mock, whole) = (&texts, &mock, &whole);
            scope.spawn(move || {
                let mut dice = Pcg64::seed_from_u64(worker);
                for turn in 0..REQUESTS / 4 {
                    let call = turn % CALLS.len();
                    // Either bytes of the request are changed, or values of its data.
                    let bytes = if turn.is_multiple_of(2) {
                        let mut bytes = texts[call].clone().into_bytes();
                        for _ in 0..dice.random_range(1..6) {
                            let at = dice.random_range(0..bytes.len());
                            match dice.random_range(0..3) {
                                0 => bytes[at] = dice.random_range(32..127),
                                1 => drop(bytes.remove(at)),
                                _ => bytes.insert(at, dice.random_range(0..=255)),
                            }
                        }
                        bytes
                    } else {
                        let mut data = whole(CALLS[call]);
                        for _ in 0..dice.random_range(1..6) {
                            mutate(&mut data, &mut dice);
                        }
                        if let Some(fields) = data.as_object_mut() {
                            fields.insert("call".into(), CALLS[call].into());
                        }
                        asking(&data).to_string().into_bytes()
                    };
                    let came = post(mock.address, &bytes);
                    assert!([200, 400].contains(&came.status), "{came:?} for {}", String::from_utf8_lossy(&bytes));
                    assert!(came.status == 200 || !came.error().is_empty());
                }
            });
        }
    });
    assert_eq!(mock.log.count("requests"), REQUESTS as u64);
    let refused = mock.log.count("refused");
    assert!((1000..8000).contains(&refused), "{refused}");
}

/// Puts something odd somewhere into a value.
fn mutate(value: &mut Value, dice: &mut Pcg64) {
    let odd = |dice: &mut Pcg64| match dice.random_range(0..10) {
        0 => Value::Null,
        1 => json!(-1),
        2 => json!(u64::MAX),
        3 => json!(1e300),
        4 => json!([]),
        5 => json!({}),
        6 => json!("\u{1F40C} or \"\\ ``` ('"),
        7 => json!("x".repeat(3000)),
        8 => json!(["diamond_pickaxe", 7]),
        _ => json!(2304),
    };
    match value {
        Value::Object(fields) if !fields.is_empty() && dice.random_bool(0.9) => {
            let at = dice.random_range(0..fields.len());
            let inner = fields.values_mut().nth(at).expect("it is within");
            mutate(inner, dice);
        }
        Value::Array(list) if !list.is_empty() && dice.random_bool(0.9) => {
            let at = dice.random_range(0..list.len());
            mutate(&mut list[at], dice);
        }
        other => *other = odd(dice),
    }
}
