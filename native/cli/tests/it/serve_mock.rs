use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use crate::Place;

/// A server that is ended with the test.
pub(crate) struct Serving {
    child: Child,
    /// Its address.
    pub url: String,
}

impl Serving {
    pub(crate) fn start(place: &Place, options: &[&str]) -> Serving {
        let args = [&["serve-mock", "--port", "0"], options].concat();
        let mut child = place.command(&args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let mut url = String::new();
        let output = child.stdout.take().expect("its output is piped");
        BufReader::new(output).read_line(&mut url).expect("it prints its address");
        Serving { child, url: url.trim().to_owned() }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }
}

#[test]
fn an_agent_plays_with_a_scripted_model() {
    let place = Place::new();
    let model = Serving::start(&place, &["--seed", "3"]);
    assert!(model.url.starts_with("http://127.0.0.1:") && model.url.ends_with("/v1"), "{}", model.url);
    let args = ["run", "obtain 2 oak_log", "--seed", "3", "--config", "small.toml", "--json", "--model", &model.url];
    let called = place.anima(&[&args[..], &["--model-name", "scripted"]].concat());
    assert_eq!(called.code, 0, "{}{}", called.stdout, called.stderr);
    let result = called.json();
    let [calls, repairs, fallbacks] = ["model_calls", "repairs", "fallbacks"].map(|name| result[name].as_u64());
    assert!(calls > Some(0) && (repairs, fallbacks) == (Some(0), Some(0)), "{result}");
}

#[test]
fn what_is_wrong_is_named() {
    let place = Place::new();
    place.anima(&["serve-mock", "--errors", "typos=0.1"]).refused(&["typos", "wrong_id", "mixed"]);
    place.anima(&["serve-mock", "--transport", "drop=3"]).refused(&["3 is no rate"]);
    place.anima(&["serve-mock", "--skill", "2"]).refused(&["0 to 1"]);
    let taken = Serving::start(&place, &[]);
    let port = taken.url.trim_end_matches("/v1").rsplit(':').next().expect("a port").to_owned();
    place.anima(&["serve-mock", "--port", &port]).refused(&["port", "--port"]);
}
