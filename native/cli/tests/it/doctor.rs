//! `anima doctor`.

use crate::Place;

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
