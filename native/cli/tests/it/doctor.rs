//! `anima doctor`.

use crate::Place;
use crate::serve_mock::Serving;

#[test]
fn tells_what_works_and_what_to_do_about_the_rest() {
    let place = Place::new();
    let called = place.anima(&["doctor"]);
    assert_eq!(called.code, 0, "{}", called.stdout);
    for word in ["game data", "1.19.4", "cores", "ANIMA_MODEL_KEY", "JDK"] {
        assert!(called.stdout.contains(word), "{:?} does not say {word:?}", called.stdout);
    }
}

#[test]
fn what_the_settings_name_is_looked_at() {
    let place = Place::new();
    place.write("notes.sqlite", "these are my notes, and they are long enough to be mistaken for something else");
    std::fs::create_dir(place.path().join("mine")).expect("a folder can be made");
    place.write("mine/plan.md", "no prompt");
    place.write(
        "wrong.toml",
        "[memory]\nfile = \"notes.sqlite\"\n[agent]\nprompts = \"mine\"\nhandbook = \"nowhere\"\n",
    );
    let called = place.anima(&["doctor", "--config", "wrong.toml"]);
    assert_eq!(called.code, 2, "{}", called.stdout);
    for words in ["notes.sqlite is no memory", "agent.prompts", "plan.md", "agent.handbook", "nowhere"] {
        assert!(called.stdout.contains(words), "{words}: {}", called.stdout);
    }
    place.write("new.toml", "[memory]\nfile = \"new.sqlite\"\n");
    let called = place.anima(&["doctor", "--config", "new.toml"]);
    assert!(called.code == 0 && called.stdout.contains("new.sqlite is not there yet"), "{}", called.stdout);
    assert!(!place.path().join("new.sqlite").exists(), "a doctor makes nothing");
}

#[test]
fn a_model_server_that_is_not_there_is_found_out() {
    let place = Place::new();
    // A port that was free a moment ago: nobody listens there.
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let url = format!("http://127.0.0.1:{}/v1", port.expect("a free port").port());
    let variables = [("ANIMA_MODEL_URL", url.as_str()), ("ANIMA_MODEL_NAME", "m"), ("ANIMA_MODEL_KEY", "secret-key")];
    let called = place.anima_with(&["doctor"], &variables);
    assert_eq!(called.code, 2);
    assert!(called.stdout.contains("FAIL") && called.stdout.contains("start the server"), "{}", called.stdout);
    assert!(called.stdout.contains("a key is set") && !called.stdout.contains("secret-key"));
}

/// A model that is reached is told of with what it takes and what it may take.
#[test]
fn a_model_that_is_reached_is_told_of_with_its_abilities_and_caps() {
    let place = Place::new();
    let said = |model: &Serving, rest: &[&str]| {
        let variables = [("ANIMA_MODEL_URL", model.url.as_str()), ("ANIMA_MODEL_NAME", "m")];
        let called = place.anima_with(&[&["doctor"], rest].concat(), &variables);
        assert_eq!(called.code, 0, "{}", called.stdout);
        called.stdout
    };
    let model = Serving::start(&place, &[]);
    let told = said(&model, &[]);
    for words in [
        &model.url,
        "takes json_schema, max_tokens, temperature, pictures, counts of tokens",
        "no cap is set; today (UTC) 2 calls",
        "no price is known, counted in",
        ".anima/spent",
        "calls_per_day",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let plain = Serving::start(&place, &["--no-schema"]);
    place.write(
        "caps.toml",
        "[model]\nprice_prompt = 10\nprice_answer = 10\nmoney_per_day = 20\ncalls_per_goal = 40\n[mind]\nat_cap = \"stop\"\n",
    );
    let told = said(&plain, &["--config", "caps.toml"]);
    for words in ["takes json_object, max_tokens", "calls_per_goal 40, money_per_day 0.", " of 20, then the goal ends"]
    {
        assert!(told.contains(words), "{words}: {told}");
    }
    // A doctor has no goal: what one may take does not keep it from asking with a picture.
    place.write("one.toml", "[model]\ncalls_per_goal = 1\n");
    let told = said(&model, &["--config", "one.toml"]);
    assert!(told.contains("calls_per_goal 1") && !told.contains("it fails"), "{told}");
    let kept = place.read(".anima/spent/abilities.json");
    assert!(kept.contains(&plain.url) && kept.contains("json_object"), "another process knows it: {kept}");
}
