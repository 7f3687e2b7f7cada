//! A mind and a chat server over HTTP: goals are reached whatever the answers are like.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use anima_intent::Ending;
use anima_model::{Limits, Secret, Server, ServerSettings};
use rand::SeedableRng;
use rand_pcg::Pcg64;

use crate::testing::chat::{Chat, Spoilt};
use crate::testing::{Body, at_start, goal};
use crate::{Counters, Decision, Note, Pursuit, Situation};

fn server(url: String) -> Server {
    let second = Duration::from_secs(1);
    let limits = Limits { connect: second, first_token: second, total: 2 * second };
    let settings = ServerSettings { url, model: "planner".into(), key: Some(Secret::new("k")), limits };
    Server::start(settings).expect("the address is one")
}

/// Plays a goal whose acts always work as the rules say; returns the end, the counters and the notes.
fn play(text: &str, url: String) -> (Ending, Counters, Vec<String>) {
    let start = Situation { ticks_left: Some(12_000), ..at_start() };
    let body = Rc::new(RefCell::new(Body::new(start, Pcg64::seed_from_u64(1), 0.0)));
    let (goal, eyes) = (goal(text), Rc::clone(&body));
    // What is made of the stations on the way is the model's business, not the line's.
    body.borrow_mut().leaves_stations = false;
    body.borrow_mut().pursues(&goal);
    let mut pursuit = Pursuit::new(goal, Some(Box::new(server(url))), move || eyes.borrow().now.clone());
    let mut notes = Vec::new();
    loop {
        let decision = pursuit.decide();
        notes.extend(pursuit.take_notes().iter().map(Note::to_string));
        match decision {
            Decision::Wait => assert!(pursuit.wait(Duration::from_secs(10)), "the server has limits"),
            Decision::Do(order) => {
                let done = body.borrow_mut().perform(&order.act);
                assert_eq!(done.outcome, Ok(()), "only acts that work are ordered: {}", order.act);
                pursuit.told(done);
            }
            Decision::Over(end) => return (end, pursuit.counters(), notes),
        }
    }
}

#[test]
fn a_server_that_plans_well_is_asked_once() {
    let chat = Chat::start(0, 0.0, 1).expect("a port");
    for goal in ["1 iron pickaxe", "1 diamond", "cook 2 beef", "3 torches"] {
        let before = chat.answers().len() as u32;
        let (end, counters, notes) = play(goal, chat.url());
        assert_eq!(end, Ending::Reached, "{goal}: {notes:#?}");
        let calls = chat.answers().len() as u32 - before;
        assert_eq!(counters, Counters { model_calls: calls, repairs: 0, fallbacks: 0 }, "{goal}: {notes:#?}");
        assert_eq!(calls, 1, "{goal}: {notes:#?}");
        assert!(notes[0].starts_with("plan by the model"), "{notes:#?}");
    }
}

#[test]
fn a_server_that_errs_in_a_third_of_its_answers_costs_repairs_and_fallbacks() {
    let chat = Chat::start(0, 1.0 / 3.0, 4).expect("a port");
    let mut sum = Counters::default();
    for _ in 0..20 {
        let (end, counters, notes) = play("1 iron pickaxe", chat.url());
        assert_eq!(end, Ending::Reached, "{notes:#?}");
        sum.model_calls += counters.model_calls;
        sum.repairs += counters.repairs;
        sum.fallbacks += counters.fallbacks;
    }
    let answers = chat.answers();
    let spoilt = |kinds: &[Spoilt]| answers.iter().flatten().filter(|kind| kinds.contains(kind)).count();
    assert_eq!(sum.model_calls as usize, answers.len());
    assert!(
        sum.repairs > 0
            && sum.repairs as usize
                <= spoilt(&[Spoilt::WrongId, Spoilt::WrongOrder, Spoilt::WrongCount, Spoilt::Truncated]),
        "{sum:?} {answers:?}"
    );
    println!("{sum:?} of {} answers, {} spoilt", answers.len(), answers.iter().flatten().count());
}

#[test]
fn a_server_that_is_always_wrong_leaves_it_to_the_rules() {
    let chat = Chat::start(0, 1.0, 2).expect("a port");
    let (end, counters, notes) = play("1 stone pickaxe", chat.url());
    assert_eq!(end, Ending::Reached);
    assert!(
        counters.model_calls >= 2 && counters.fallbacks >= 1 || counters.model_calls == 1,
        "{counters:?} {notes:#?}"
    );
}

#[test]
fn no_server_is_told_once_and_the_rules_plan() {
    let (end, counters, notes) = play("1 stone pickaxe", "http://127.0.0.1:9/v1".into());
    assert_eq!((end, counters), (Ending::Reached, Counters { model_calls: 1, repairs: 0, fallbacks: 1 }));
    let told = notes.iter().filter(|note| note.contains("no model server answers at http://127.0.0.1:9/v1")).count();
    assert!(told >= 1 && notes.iter().any(|note| note.contains("start the server")), "{notes:#?}");
}
