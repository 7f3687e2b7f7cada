//! Errors: each at its rate and no other, and what each looks like on the wire.

use std::time::{Duration, Instant};

use anima_mock::{Fault, Flaw, Mock, Mode, Rates, Settings};
use serde_json::{Value, json};

use crate::client::{Came, ask, asking, post, post_with};
use crate::mock;

const REQUESTS: u64 = 2000;

/// A question that can be spoilt in every way, by its number.
fn question(number: u64) -> Value {
    json!({
        "call": "plan", "goal": {"any_of": ["stone_pickaxe"], "count": 1}, "inventory": {"items": {"dirt": number}},
        "last_failure": {"step": "mine 4 oak_log from oak_log", "cause": "not_found", "lacks": {}, "times_in_a_row": 1},
    })
}

/// What came of many questions.
fn came(mock: &Mock, count: u64) -> Vec<Came> {
    (0..count).map(|number| post(mock.address, asking(&question(number)).to_string().as_bytes())).collect()
}

/// Whether a count is within four deviations of what a rate gives.
#[track_caller]
fn about(count: u64, rate: f64) {
    let (mean, deviation) = (REQUESTS as f64 * rate, (REQUESTS as f64 * rate * (1.0 - rate)).sqrt());
    assert!((count as f64 - mean).abs() < 4.0 * deviation, "{count} of {REQUESTS} at {rate}");
}

/// The steps of a text, if it is a plan.
fn steps(text: &str) -> Option<Vec<Value>> {
    serde_json::from_str::<Value>(text).ok()?["steps"].as_array().cloned()
}

#[test]
fn every_flaw_happens_at_its_rate() {
    let rates = Rates::mixed(0.9);
    let spoilt = mock(Settings { errors: rates, ..Settings::default() });
    let (bad, good) = (came(&spoilt, REQUESTS), came(&mock(Settings::default()), REQUESTS));
    let each: Vec<u64> = Flaw::ALL.iter().map(|flaw| spoilt.log.mode(*flaw)).collect();
    each.iter().for_each(|count| about(*count, 0.1));
    let differ = bad.iter().zip(&good).filter(|(bad, good)| bad.text() != good.text()).count() as u64;
    assert_eq!(differ, each.iter().sum::<u64>(), "what is counted is what is seen: {each:?}");
    assert_eq!((spoilt.log.count("plan"), spoilt.log.count("unspoilt")), (REQUESTS, 0));
}

#[test]
fn one_flaw_alone_happens_and_no_other() {
    for flaw in Flaw::ALL {
        let mock = mock(Settings { errors: Rates::just(*flaw, 0.5), ..Settings::default() });
        came(&mock, 20);
        let others: u64 = Flaw::ALL.iter().filter(|other| *other != flaw).map(|other| mock.log.mode(*other)).sum();
        assert!((3..=17).contains(&mock.log.mode(*flaw)) && others == 0, "{flaw:?}: {}", mock.log);
    }
}

#[test]
fn what_an_answer_cannot_have_is_spoilt_in_another_way() {
    let mock =
        mock(Settings { errors: "wrong_order=0.5,truncated=0.5".parse().expect("rates"), ..Settings::default() });
    for count in 1..=30 {
        let data = json!({"call": "plan", "goal": {"any_of": ["dirt"], "count": count}});
        let text = post(mock.address, asking(&data).to_string().as_bytes()).text();
        assert_eq!(steps(&text), None, "a plan of one step has no wrong order: {text}");
    }
    assert_eq!(mock.log.mode(Flaw::Truncated), 30);
}

/// A spoilt answer with the right one.
fn spoilt(flaw: Flaw) -> (Came, Came) {
    let (bad, good) =
        (mock(Settings { errors: Rates::just(flaw, 1.0), ..Settings::default() }), mock(Settings::default()));
    let body = asking(&question(1)).to_string();
    (post(bad.address, body.as_bytes()), post(good.address, body.as_bytes()))
}

#[test]
fn flaws_are_what_they_are_called() {
    let of = |flaw: Flaw| {
        let (bad, good) = spoilt(flaw);
        (steps(&bad.text()).expect("it is a plan"), steps(&good.text()).expect("it is a plan"))
    };
    let ids = |steps: &[Value]| {
        let text = Value::from(steps.to_vec()).to_string();
        let ids = text.split("\"item\":\"").skip(1).filter_map(|rest| rest.split('"').next());
        ids.map(str::to_owned).collect::<Vec<_>>()
    };
    let (bad, good) = of(Flaw::WrongId);
    let odd = ids(&bad).into_iter().filter(|id| anima_rules::Item::from_name(id).is_none()).count();
    assert_eq!((odd, ids(&bad).len()), (1, ids(&good).len()));
    let tools = |steps: &[Value]| steps.iter().filter(|step| step["tool"].is_string()).count();
    let (bad, good) = of(Flaw::MissingTool);
    assert!(bad.len() == good.len() - 1 || tools(&bad) == tools(&good) - 1);
    let (bad, good) = of(Flaw::WrongAmount);
    assert_eq!(bad.iter().zip(&good).filter(|(bad, good)| bad != good).count(), 1);
    let (bad, _) = of(Flaw::WrongOrder);
    let ranks: Vec<u64> = bad.iter().filter_map(|step| step["rank"].as_u64()).collect();
    assert!(ranks.is_sorted_by(|a, b| a > b) && ranks.len() > 5, "{ranks:?}");
    let (bad, good) = of(Flaw::InventedAction);
    assert_eq!(bad.iter().zip(&good).filter(|(bad, good)| bad["kind"] != good["kind"]).count(), 1);
    let (bad, good) = of(Flaw::SameAgain);
    assert_eq!((&bad[0]["object"][0]["item"], &good[0]["object"][0]["item"]), (&json!("oak_log"), &json!("birch_log")));
    let (bad, good) = spoilt(Flaw::Prose);
    assert!(bad.text().contains(&good.text()) && !bad.text().starts_with('{'));
    let (bad, good) = spoilt(Flaw::Truncated);
    assert!(good.text().starts_with(&bad.text()) && bad.text().len() == good.text().len() / 2);
    assert_eq!(bad.json()["choices"][0]["finish_reason"], "length");
    let (bad, _) = spoilt(Flaw::Refusal);
    assert!(bad.text().contains("can't help"));
}

#[test]
fn a_refusal_has_its_own_field_where_a_schema_is_asked_for() {
    let mock = mock(Settings { errors: Rates::just(Flaw::Refusal, 1.0), ..Settings::default() });
    let mut body = asking(&question(1));
    body["response_format"] = json!({"type": "json_schema", "json_schema": {"name": "plan", "schema": {}}});
    let message = post(mock.address, body.to_string().as_bytes()).json()["choices"][0]["message"].clone();
    assert!(message["content"].is_null() && message["refusal"].as_str().is_some_and(|text| text.contains("can't")));
    body["stream"] = json!(true);
    let events = post(mock.address, body.to_string().as_bytes()).events();
    let said: String = events.iter().filter_map(|event| event["choices"][0]["delta"]["refusal"].as_str()).collect();
    assert!(said.contains("can't help"), "{events:?}");
}

#[test]
fn a_repair_draws_anew_and_is_taught_by_what_it_quotes() {
    let mock = mock(Settings { errors: Rates::just(Flaw::Truncated, 0.5), ..Settings::default() });
    let repaired = |number: u64| {
        let mut body = asking(&question(number));
        let more =
            [json!({"role": "assistant", "content": "?"}), json!({"role": "user", "content": "- it breaks off"})];
        body["messages"].as_array_mut().expect("a list").extend(more);
        body.to_string()
    };
    let is_right = |body: String| steps(&post(mock.address, body.as_bytes()).text()).is_some();
    let pairs: Vec<(bool, bool)> =
        (0..100).map(|n| (is_right(asking(&question(n)).to_string()), is_right(repaired(n)))).collect();
    for pair in [(true, true), (true, false), (false, true), (false, false)] {
        let count = pairs.iter().filter(|known| **known == pair).count();
        assert!((10..40).contains(&count), "{pair:?} {count}");
    }
    assert_eq!((mock.log.count("plan"), mock.log.count("plan repair")), (200, 100));
    let none = crate::mock(Settings { skill: 0.0, ..Settings::default() });
    let mut body = asking(&json!({"call": "plan", "goal": {"any_of": ["stick"], "count": 1},
        "inventory": {"items": {"oak_planks": 2}}}));
    let says = "It does not work:\n\n- step 1: one cannot mine stick; ways to get it: craft 4 from 2 any planks";
    let more = [json!({"role": "assistant", "content": "?"}), json!({"role": "user", "content": says})];
    body["messages"].as_array_mut().expect("a list").extend(more);
    let answer = post(none.address, body.to_string().as_bytes()).answer();
    assert_eq!((&answer["steps"][0]["kind"], answer["steps"].as_array().map(Vec::len)), (&json!("craft"), Some(1)));
}

#[test]
fn every_fault_happens_at_its_rate() {
    let transport = "slow_first_token=0.2,429=0.2,500=0.2,drop=0.2".parse().expect("rates");
    let mock = mock(Settings { transport, slow: Duration::from_millis(1), ..Settings::default() });
    let all = came(&mock, REQUESTS);
    let count = |fits: &dyn Fn(&Came) -> bool| all.iter().filter(|came| fits(came)).count() as u64;
    for (fault, seen) in [
        (Fault::TooMany, count(&|came| came.status == 429)),
        (Fault::Broken, count(&|came| came.status == 500)),
        (Fault::Drop, count(&|came| !came.whole)),
        (Fault::SlowFirstToken, mock.log.mode(Fault::SlowFirstToken)),
    ] {
        assert_eq!(mock.log.mode(fault), seen, "{fault:?} is counted as often as it is seen");
        about(seen, 0.2);
    }
    assert_eq!(mock.log.mode(Fault::Stall), 0);
}

#[test]
fn faults_are_what_they_are_called() {
    let of = |fault: Fault, stream: bool, idle: u64| {
        let slow = Duration::from_millis(300);
        let mock = mock(Settings { transport: Rates::just(fault, 1.0), slow, ..Settings::default() });
        let mut body = asking(&question(1));
        body["stream"] = json!(stream);
        let start = Instant::now();
        (post_with(mock.address, body.to_string().as_bytes(), "", Duration::from_millis(idle)), start.elapsed())
    };
    let (came, _) = of(Fault::TooMany, true, 60_000);
    assert!(came.status == 429 && came.head.contains("retry-after: 1") && !came.error().is_empty());
    let (came, _) = of(Fault::Broken, true, 60_000);
    assert!(came.status == 500 && !came.error().is_empty());
    for stream in [true, false] {
        let (came, took) = of(Fault::SlowFirstToken, stream, 60_000);
        assert!(came.whole && took >= Duration::from_millis(300), "{took:?}");
        assert!(steps(&came.text()).is_some());
        let (came, took) = of(Fault::Drop, stream, 60_000);
        assert!(!came.whole && came.status == 200 && took < Duration::from_secs(30), "{took:?}");
        assert!(!came.body.is_empty() && !came.body.contains("[DONE]"));
        let (came, took) = of(Fault::Stall, stream, 700);
        assert!(!came.whole && !came.body.is_empty() && took >= Duration::from_millis(700), "{took:?}");
    }
}

#[test]
fn another_try_meets_another_fault() {
    let mock = mock(Settings { transport: Rates::just(Fault::Broken, 0.5), ..Settings::default() });
    let tried = |number: u64, tries: u32| {
        let body = asking(&question(number)).to_string();
        let fields = format!("X-Stainless-Retry-Count: {tries}\r\n");
        post_with(mock.address, body.as_bytes(), &fields, Duration::from_secs(60)).status
    };
    let ends_well = |number: &u64| (0..20).any(|tries| tried(*number, tries) == 200);
    assert_eq!((0..50).filter(ends_well).count(), 50);
    assert_eq!(tried(1, 3), tried(1, 3));
}

#[test]
fn it_ends_with_its_value_even_while_it_stalls() {
    let mock = mock(Settings { transport: Rates::just(Fault::Stall, 1.0), ..Settings::default() });
    let address = mock.address;
    let body = asking(&question(1)).to_string();
    let waiting = std::thread::spawn(move || post(address, body.as_bytes()));
    while mock.log.count("requests") == 0 {
        std::thread::yield_now();
    }
    let start = Instant::now();
    drop(mock);
    assert!(!waiting.join().expect("it ends").whole);
    assert!(start.elapsed() < Duration::from_secs(10));
    assert!(std::net::TcpStream::connect(address).is_err(), "nobody listens any more");
    ask(crate::mock(Settings::default()).address, &question(1));
}
