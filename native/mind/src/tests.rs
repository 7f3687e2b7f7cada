//! Whole minds: with a chat server over HTTP goals are reached whatever the answers are like, and only acts that were
//! checked are ordered.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use anima_intent::{Act, Ending};
use anima_model::{Limits, Model, Script, Secret, Server, ServerSettings};
use anima_rules::techtree::{Planner, Step};
use anima_rules::{Block, Item, ItemStack};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use serde_json::{Value, json};

use crate::plan::leads_to;
use crate::testing::chat::{Chat, Spoilt, written};
use crate::testing::{Body, at_start, goal};
use crate::{By, Counters, Decision, Note, Program, Pursuit, Settings, Situation};

fn server(url: String) -> Option<Box<dyn Model>> {
    let second = Duration::from_secs(1);
    let limits = Limits { connect: second, first_token: second, idle: second, total: 2 * second };
    let key = Some(Secret::new("k"));
    let settings = ServerSettings { url, model: "planner".into(), key, limits, ..ServerSettings::default() };
    Some(Box::new(Server::start(settings).expect("the address is one")))
}

/// Plays a goal whose acts always work as the rules say; returns the end, the counters and the notes.
fn play(text: &str, settings: Settings, url: String) -> (Ending, Counters, Vec<String>) {
    let start = Situation { ticks_left: Some(12_000), ..at_start() };
    let body = Rc::new(RefCell::new(Body::new(start, Pcg64::seed_from_u64(1), 0.0)));
    let (goal, eyes) = (goal(text), Rc::clone(&body));
    // What is made of the stations on the way is the model's business, not the line's.
    body.borrow_mut().leaves_stations = false;
    body.borrow_mut().pursues(&goal);
    let mut pursuit = Pursuit::new(goal, settings, server(url), move || eyes.borrow().now.clone());
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
        let (end, counters, notes) = play(goal, Settings::default(), chat.url());
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
        let (end, counters, notes) = play("1 iron pickaxe", Settings::default(), chat.url());
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
    let (end, counters, notes) = play("1 stone pickaxe", Settings::default(), chat.url());
    assert_eq!(end, Ending::Reached);
    assert!(
        counters.model_calls >= 2 && counters.fallbacks >= 1 || counters.model_calls == 1,
        "{counters:?} {notes:#?}"
    );
}

#[test]
fn a_mind_whose_rules_plan_asks_no_model() {
    let chat = Chat::start(0, 0.0, 1).expect("a port");
    let settings = Settings { plan: By::Rules, ..Settings::default() };
    let (end, counters, _) = play("1 stone pickaxe", settings, chat.url());
    assert_eq!((end, counters, chat.answers().len()), (Ending::Reached, Counters::default(), 0));
}

const PROGRAMS: [Program; 5] = [Program::Own, Program::Gitm, Program::Deps, Program::Jarvis, Program::Odyssey];

/// Plays a goal by a program without a model in which a part of the acts fails; tells whether it was reached and how many
/// acts it took.
fn by_rules(text: &str, settings: Settings, mishap: f64, seed: u64) -> (bool, u32) {
    let start = Situation { ticks_left: Some(36_000), ..at_start() };
    let body = Rc::new(RefCell::new(Body::new(start, Pcg64::seed_from_u64(seed), mishap)));
    let (goal, eyes) = (goal(text), Rc::clone(&body));
    body.borrow_mut().pursues(&goal);
    let mut pursuit = Pursuit::new(goal, settings, None, move || eyes.borrow().now.clone());
    let mut acts = 0;
    loop {
        match pursuit.decide() {
            Decision::Wait => panic!("nobody thinks"),
            Decision::Do(order) => {
                acts += 1;
                let done = body.borrow_mut().perform(&order.act);
                pursuit.told(done);
            }
            Decision::Over(end) => return (end == Ending::Reached, acts),
        }
    }
}

#[test]
fn every_program_reaches_goals_of_every_kind_by_the_rules() {
    for pursue in PROGRAMS {
        let settings = Settings { pursue, plan: By::Rules, ..Settings::default() };
        for text in [
            "1 iron pickaxe",
            "3 torches",
            "cook 2 beef",
            "kill 2 zombies",
            "wear iron boots",
            "plant 2 oak saplings",
            "put 10 cobblestone in a chest",
            "sleep",
            "explore a desert",
            "1 shield and 4 glass",
        ] {
            let (is_reached, acts) = by_rules(text, settings, 0.0, 1);
            assert!(is_reached && acts < 60, "{pursue}: {text}, {acts} acts");
        }
    }
}

#[test]
fn every_program_gets_over_mishaps() {
    for pursue in PROGRAMS {
        let settings = Settings { pursue, plan: By::Rules, ..Settings::default() };
        let reached = (0..40).filter(|seed| by_rules("1 iron pickaxe", settings, 0.25, *seed).0).count();
        assert!(reached >= 38, "{pursue}: {reached} of 40");
    }
}

#[test]
fn no_server_is_told_once_and_the_rules_plan() {
    let (end, counters, notes) = play("1 stone pickaxe", Settings::default(), "http://127.0.0.1:9/v1".into());
    assert_eq!((end, counters), (Ending::Reached, Counters { model_calls: 1, repairs: 0, fallbacks: 1 }));
    let told = notes.iter().filter(|note| note.contains("no model server answers at http://127.0.0.1:9/v1")).count();
    assert!(told >= 1 && notes.iter().any(|note| note.contains("start the server")), "{notes:#?}");
}

const GOALS: [&str; 8] = [
    "1 iron pickaxe",
    "3 torches",
    "cook 2 beef",
    "1 bucket",
    "2 chests",
    "20 cobblestone",
    "wear iron boots",
    "1 shield and 4 glass",
];

/// A start with some things carried.
fn drawn_start(rng: &mut Pcg64) -> Situation {
    let things = [
        (Item::OAK_PLANKS, 12),
        (Item::BIRCH_PLANKS, 12),
        (Item::STICK, 8),
        (Item::COBBLESTONE, 30),
        (Item::RAW_IRON, 6),
        (Item::COAL, 5),
        (Item::FURNACE, 3),
        (Item::STONE_PICKAXE, 1),
        (Item::IRON_PICKAXE, 1),
        (Item::WOODEN_AXE, 1),
    ];
    let mut carried = Vec::new();
    for (item, most) in things {
        if rng.random_bool(0.4) {
            carried.push(ItemStack::new(item, rng.random_range(1..=most)));
        }
    }
    let stations = if rng.random_bool(0.5) { vec![Block::CRAFTING_TABLE] } else { Vec::new() };
    Situation { carried, stations, ..at_start() }
}

/// Plays a goal, with or without a model, and returns the acts in the order in which they were ordered. Each of them is
/// the first of a plan of which the exact check says that it leads to the goal.
fn ordered(text: &str, start: Situation, model: Option<Box<dyn Model>>, rng: Pcg64, mishap: f64) -> Vec<Act> {
    let body = Rc::new(RefCell::new(Body::new(start, rng, mishap)));
    let (goal, eyes) = (goal(text), Rc::clone(&body));
    body.borrow_mut().leaves_stations = model.is_none();
    body.borrow_mut().pursues(&goal);
    let mut pursuit = Pursuit::new(goal.clone(), Settings::default(), model, move || eyes.borrow().now.clone());
    let mut acts = Vec::new();
    loop {
        match pursuit.decide() {
            Decision::Wait => assert!(pursuit.wait(Duration::from_secs(10)), "a script answers at once"),
            Decision::Over(_) => return acts,
            Decision::Do(order) if matches!(order.act, Act::Fetch { .. }) => {
                let done = body.borrow_mut().perform(&order.act);
                pursuit.told(done);
            }
            Decision::Do(order) => {
                let plan = pursuit.planned();
                assert_eq!(plan.first(), Some(&order.act), "{text}");
                assert_eq!(leads_to(&plan, &goal, &body.borrow().now), Ok(()), "{text}: {}", order.act);
                let done = body.borrow_mut().perform(&order.act);
                acts.push(order.act);
                pursuit.told(done);
            }
        }
    }
}

#[test]
fn every_act_that_is_ordered_is_the_first_of_a_plan_that_was_checked() {
    for seed in 0..160 {
        let mut rng = Pcg64::seed_from_u64(seed);
        let start = drawn_start(&mut rng);
        let mishap = if rng.random_bool(0.5) { 0.2 } else { 0.0 };
        ordered(GOALS[seed as usize % GOALS.len()], start, None, rng, mishap);
    }
}

#[test]
fn the_acts_of_a_model_are_ordered_as_it_wrote_them() {
    let mut most = 0;
    for seed in 0..160 {
        let mut rng = Pcg64::seed_from_u64(seed);
        let mut start = drawn_start(&mut rng);
        // Materials of one kind only: what a model may choose is drawn below.
        start.carried.retain(|stack| stack.item != Item::BIRCH_PLANKS);
        let items = [Item::IRON_PICKAXE, Item::TORCH, Item::BUCKET, Item::SHIELD, Item::FURNACE];
        let item = *items.choose(&mut rng).expect("there are some");
        let goals = [(item, 1 + start.carries(item))];
        let text = format!("{} {item}", goals[0].1);
        let steps = Planner::typical().plan(&goals, &start.given()).expect("a plan").steps;
        let steps = shuffled(steps, &start, &mut rng);
        let written: Vec<Value> = steps.iter().enumerate().map(|(index, step)| written(index + 1, step)).collect();
        let script = Script::of_texts([json!({ "steps": written }).to_string()]);
        let acts = ordered(&text, start, Some(Box::new(script)), rng, 0.0);
        let told = |step: &Step| (step.way.kind.word(), step.item, step.count, step.materials.clone(), step.fuel);
        let needed = |step: &Step| step.way.tool.and(step.tool);
        let acts: Vec<Step> = acts.iter().filter_map(Act::step).cloned().collect();
        let expected: Vec<_> = steps.iter().map(|step| (told(step), needed(step))).collect();
        let done: Vec<_> = acts.iter().map(|step| (told(step), needed(step))).collect();
        assert_eq!(done, expected, "seed {seed}: {text}");
        most = most.max(done.len());
    }
    assert!(most >= 10, "{most} acts at most");
}

/// The steps in another order that works.
fn shuffled(steps: Vec<Step>, start: &Situation, rng: &mut Pcg64) -> Vec<Step> {
    let mut stock = anima_rules::techtree::Stock::of(&start.given());
    let (mut left, mut order) = (steps, Vec::new());
    while !left.is_empty() {
        let ready: Vec<usize> = (0..left.len()).filter(|index| stock.clone().perform(&left[*index]).is_ok()).collect();
        let step = left.remove(*ready.choose(rng).expect("the plan works"));
        stock.perform(&step).expect("it was tried");
        order.push(step);
    }
    order
}
