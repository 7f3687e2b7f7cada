//! Whole minds: with a chat server over HTTP goals are reached whatever the answers are like, and only acts that were
//! checked are ordered.

mod alone;
mod memory;
mod mutated;
mod prepare;
mod transcripts;

use std::cell::RefCell;
use std::num::NonZeroU32;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anima_body::Frame;
use anima_intent::{Act, Cause, Ending, Reason};
use anima_memory::{ActData, Episode, Executed, Memory, Notebook, Origin};
use anima_mock::{Flaw, Mock};
use anima_model::{
    Budget, Cap, Limits, Message, Model, Pending, Reply, Request, Script, Secret, Server, ServerSettings, Spent,
};
use anima_rules::techtree::{self, Step};
use anima_rules::{Biome, Block, Item, ItemStack};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use serde_json::json;

use crate::carry_out::Halt;
use crate::mind::{think, think_as};
use crate::plan::{Author, Plan, leads_to};
use crate::policy::setbacks::Setbacks;
use crate::roles::plan::rules;
use crate::testing::{Body, at_start, goal, json_block};
use crate::{
    AtCap, By, Counters, Critic, Decision, Done, Explained, Library, Means, Most, Note, Planner, Program, Pursuit,
    Retrieval, Selector, Settings, Situation,
};

fn server(url: String) -> Option<Box<dyn Model>> {
    server_within(url, Cap::default())
}

/// A server that a goal may take so much of.
fn server_within(url: String, per_goal: Cap) -> Option<Box<dyn Model>> {
    let second = Duration::from_secs(1);
    let limits = Limits { connect: second, first_token: second, idle: second, total: 2 * second };
    let key = Some(Secret::new("k"));
    let budget = Budget { per_goal, ..Budget::default() };
    let settings = ServerSettings { url, model: "planner".into(), key, limits, budget, ..ServerSettings::default() };
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

/// A scripted model that errs at some rates.
fn mock(errors: &str, seed: u64) -> Mock {
    let errors = errors.parse().expect("rates");
    Mock::start(anima_mock::Settings { errors, seed, ..anima_mock::Settings::default() }).expect("a port")
}

#[test]
fn a_server_that_plans_well_is_asked_once() {
    let mock = mock("", 1);
    for goal in ["1 iron pickaxe", "1 diamond", "cook 2 beef", "3 torches"] {
        let before = mock.log.count("requests") as u32;
        let (end, counters, notes) = play(goal, Settings::default(), mock.url());
        assert_eq!(end, Ending::Reached, "{goal}: {notes:#?}");
        let calls = mock.log.count("requests") as u32 - before;
        let asked = (counters.model_calls, counters.repairs, counters.fallbacks);
        assert_eq!(asked, (calls, 0, 0), "{goal}: {notes:#?}");
        assert!(counters.tokens > 0, "{goal}");
        assert_eq!(calls, 1, "{goal}: {notes:#?}");
        assert!(notes[0].starts_with("plan by the model"), "{notes:#?}");
    }
}

#[test]
fn a_server_that_errs_in_a_third_of_its_answers_costs_repairs_and_fallbacks() {
    let mock = mock("wrong_id=0.1,wrong_order=0.1,truncated=0.1,prose=0.03", 4);
    let mut sum = Counters::default();
    for seed in 0..20 {
        // Each game is another request, for the same one is answered alike.
        let goal = format!("{} torches", seed + 1);
        let (end, counters, notes) = play(&goal, Settings::default(), mock.url());
        assert_eq!(end, Ending::Reached, "{notes:#?}");
        sum.model_calls += counters.model_calls;
        sum.repairs += counters.repairs;
        sum.fallbacks += counters.fallbacks;
    }
    assert_eq!(u64::from(sum.model_calls), mock.log.count("requests"));
    let wrong = [Flaw::WrongId, Flaw::WrongOrder, Flaw::Truncated].map(|flaw| mock.log.mode(flaw)).iter().sum::<u64>();
    assert!(sum.repairs > 0 && u64::from(sum.repairs) <= wrong, "{sum:?} {}", mock.log);
}

#[test]
fn a_server_that_is_always_wrong_leaves_it_to_the_rules() {
    for pursue in PROGRAMS {
        let mock = mock("truncated=1", 2);
        let settings = Settings { pursue, ..Settings::default() };
        let (end, counters, notes) = play("1 stone pickaxe", settings, mock.url());
        assert_eq!(end, Ending::Reached, "{pursue}: {notes:#?}");
        assert!(counters.fallbacks >= 1 && counters.model_calls <= 8, "{pursue}: {counters:?} {notes:#?}");
    }
}

#[test]
fn every_program_reaches_its_goal_with_a_model_that_plans_well() {
    let mock = mock("", 1);
    for pursue in PROGRAMS {
        for goal in ["1 iron pickaxe", "3 torches", "kill 2 zombies", "cook 2 beef", "wear iron boots"] {
            let settings = Settings { pursue, ..Settings::default() };
            let (end, counters, notes) = play(goal, settings, mock.url());
            assert_eq!(end, Ending::Reached, "{pursue}, {goal}: {notes:#?}");
            // The scripted model takes a skill by what it gives, which is not always what the task is.
            let most = if pursue == Program::Odyssey { 2 } else { 0 };
            assert!(counters.fallbacks <= most, "{pursue}, {goal}: {counters:?} {notes:#?}");
        }
    }
}

/// A model that says the same whatever it is asked.
struct Stubborn {
    says: &'static str,
    asked: Arc<AtomicU32>,
}

impl Model for Stubborn {
    fn ask(&mut self, _: Request) -> Pending {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        assert!(asked < 5000, "it is asked for ever");
        Pending::ready(Ok(Reply { text: self.says.into(), ..Reply::default() }), Spent::default())
    }

    fn name(&self) -> &str {
        "stubborn"
    }
}

/// Pursues an iron pickaxe with a model that says always the same: the first act that is ordered, or how it ends, and how
/// often the model was asked.
fn stubborn(settings: Settings, says: &'static str) -> (Decision, u32) {
    let asked = Arc::new(AtomicU32::new(0));
    let model: Box<dyn Model> = Box::new(Stubborn { says, asked: Arc::clone(&asked) });
    let mut pursuit = Pursuit::new(goal("1 iron pickaxe"), settings, Some(model), at_start);
    let decision = (0..10_000).map(|_| pursuit.decide()).find(|decision| *decision != Decision::Wait);
    (decision.expect("it comes to something"), asked.load(Ordering::Relaxed))
}

#[test]
fn what_a_model_took_is_counted() {
    struct Slow;
    impl Model for Slow {
        fn ask(&mut self, _: Request) -> Pending {
            let spent = Spent { calls: 2, tokens: 50, millis: 700, ..Spent::default() };
            Pending::ready(Ok(Reply { text: "none".into(), ..Reply::default() }), spent)
        }

        fn name(&self) -> &str {
            "slow"
        }
    }
    let mut pursuit =
        Pursuit::new(goal("1 stick"), Settings::default(), Some(Box::new(Slow) as Box<dyn Model>), at_start);
    assert!(matches!(pursuit.decide(), Decision::Do(_)), "the rules plan after two wrong answers");
    let expected = Counters { model_calls: 4, repairs: 1, fallbacks: 1, tokens: 100, millis: 1400 };
    assert_eq!(pursuit.counters(), expected);
}

/// ODYSSEY's model proposes only what the goal takes; its skills get the wood for the whole way before they go below.
#[test]
fn what_is_worth_having_is_had_before_the_way_that_it_is_for() {
    let mock = mock("", 3);
    for seed in 0..10 {
        let settings = Settings { pursue: Program::Odyssey, ..Settings::default() };
        let goal = goal("1 iron pickaxe");
        let start = Situation { ticks_left: Some(12_000), ..at_start() };
        let body = Rc::new(RefCell::new(Body::new(start, Pcg64::seed_from_u64(seed), 0.0)));
        body.borrow_mut().pursues(&goal);
        let eyes = Rc::clone(&body);
        let mut pursuit = Pursuit::new(goal, settings, server(mock.url()), move || eyes.borrow().now.clone());
        let mut acts = Vec::new();
        let end = loop {
            match pursuit.decide() {
                Decision::Wait => assert!(pursuit.wait(Duration::from_secs(60)), "all answers are there"),
                Decision::Over(end) => break end,
                Decision::Do(order) => {
                    let done = body.borrow_mut().perform(&order.act);
                    acts.push(order.act.to_string());
                    pursuit.told(done);
                }
            }
        };
        assert_eq!(end, Ending::Reached, "{acts:#?}");
        let below = acts.iter().position(|act| act.contains("raw_iron")).expect("some is mined");
        let wood = acts.iter().rposition(|act| act.starts_with("mine") && act.contains("_log"));
        assert!(wood.expect("some is felled") < below, "{acts:#?}");
    }
}

/// The cobblestone for a furnace is gone once its table stands: the rules are to plan anew, not to try the furnace.
#[test]
fn a_plan_of_the_rules_that_works_no_longer_is_over() {
    let carried = vec![ItemStack::new(Item::OAK_PLANKS, 4), ItemStack::new(Item::COBBLESTONE, 8)];
    let start = Situation { carried, ..at_start() };
    let planned =
        |now: &Situation| rules::plan(&goal("1 furnace"), now, &Setbacks::default(), false).expect("a plan").plan;
    let first = planned(&start).acts().next().expect("an act").clone();
    assert_eq!(first.to_string(), "craft 1 crafting_table from 4 oak_planks");
    let body = Rc::new(RefCell::new(Body::new(start, Pcg64::seed_from_u64(1), 0.0)));
    let eyes = Rc::clone(&body);
    let mut thought = think(
        goal("1 furnace"),
        None,
        move || eyes.borrow().now.clone(),
        async move |mind| mind.carry_out(&goal("1 furnace"), planned(&mind.now())).await,
    );
    let done = body.borrow_mut().perform(&first);
    body.borrow_mut().now.carried.retain(|stack| stack.item != Item::COBBLESTONE);
    thought.pursuit.told(done);
    thought.pursuit.decide();
    let carried = thought.answer.take().expect("nothing more is tried");
    assert!(carried.done == [first] && carried.end == Halt::AtItsEnd);
}

/// A model's plan with a pickaxe to spare after the diamond: where the rules check it that is made before the way down, and
/// done without where it fails.
#[test]
fn what_is_worth_having_comes_before_the_way_down_or_not_at_all() {
    let carried = [(Item::IRON_PICKAXE, 1), (Item::COBBLESTONE, 3), (Item::STICK, 2)];
    let carried = carried.map(|(item, count)| ItemStack::new(item, count)).to_vec();
    let start = Situation { carried, stations: vec![Block::CRAFTING_TABLE], ..at_start() };
    let steps = |items: &[Item]| {
        let step = |item: &Item| techtree::plan(*item, 1, &start.given()).expect("a plan").steps;
        items.iter().flat_map(step).map(Act::Obtain).collect::<Vec<_>>()
    };
    let goal = goal("1 diamond");
    let plan = Plan::new(Author::Model, steps(&[Item::DIAMOND, Item::STONE_PICKAXE]), &goal, &start);
    assert_eq!(plan.acts.iter().map(|planned| planned.needed).collect::<Vec<_>>(), [true, false]);
    let after_a_failure = |check: bool| {
        let (seen, to_do, wanted) = (start.clone(), plan.clone(), goal.clone());
        let settings = Settings { check, ..Settings::default() };
        let mut thought = think_as(
            settings,
            goal.clone(),
            None,
            move || seen.clone(),
            async move |mind| {
                let end = mind.carry_out(&wanted, to_do).await.end;
                let failed = mind.past().last_failure.as_ref().map(|why| why.act.to_string());
                (end, failed)
            },
        );
        thought.pursuit.told(Done { outcome: Err(Reason::TookTooLong), ticks: 5 });
        let next = match thought.pursuit.decide() {
            Decision::Do(order) => Some(order.act.to_string()),
            _ => None,
        };
        (next, thought.answer.take())
    };
    let mine = "mine 1 diamond from deepslate_diamond_ore with iron_pickaxe".to_owned();
    assert_eq!(after_a_failure(true), (Some(mine.clone()), None));
    assert_eq!(after_a_failure(false), (None, Some((Halt::Failed, Some(mine)))), "as it stands in the plan");
}

#[test]
fn deps_gives_up_plans_of_which_no_step_can_be_done() {
    let says = r#"{"steps":[{"rank":1,"kind":"craft","object":{"iron_pickaxe":1},"materials":{"iron_ingot":3,"stick":2},
        "tool":"crafting_table","note":""}]}"#;
    let settings = Settings { pursue: Program::Deps, check: false, ..Settings::default() };
    let (decision, asked) = stubborn(settings, says);
    let Decision::Over(Ending::GivenUp(Cause::Impossible { why })) = decision else { panic!("{decision:?}") };
    assert!(why.contains("no step of the plans can be done") && asked < 100, "{asked} calls: {why}");
}

#[test]
fn the_rules_do_not_plan_where_they_may_not_stand_in() {
    for pursue in PROGRAMS {
        let ordered = |fallback: bool| {
            let settings = Settings { pursue, fallback, ..Settings::default() };
            matches!(stubborn(settings, "I would rather not.").0, Decision::Do(_))
        };
        assert!(ordered(true) && !ordered(false), "{pursue}");
    }
}

/// Without the rules what a model does not answer stays open, in every role.
#[test]
fn no_role_is_played_by_the_rules_where_they_may_not_stand_in() {
    let asked = |fallback: bool| {
        let settings = Settings { fallback, pursue: Program::Gitm, ..Settings::default() };
        let model: Box<dyn Model> = Box::new(Stubborn { says: "I would rather not.", asked: Arc::default() });
        let thought = think_as(settings, goal("1 stone pickaxe"), Some(model), at_start, async |mind| {
            let (sub_goals, queries) = (mind.sub_goals().await, mind.queries().await);
            let made = rules::plan(mind.goal(), &mind.now(), &Setbacks::default(), false).expect("a plan");
            let act = made.plan.acts().next().expect("an act").clone();
            let why = crate::roles::explain::explain(&act, &Reason::TookTooLong, &mind.now(), 1);
            (sub_goals.len(), queries.len(), mind.explain(&why).await.is_some())
        });
        thought.answer.take().expect("it answers at once")
    };
    let (sub_goals, queries, is_explained) = asked(true);
    assert!(sub_goals > 3 && queries > 0 && is_explained);
    assert_eq!(asked(false), (1, 0, false), "the goal itself, and nothing else");
}

/// The player may break off what is done as often as he likes: it goes on, and nobody is asked anew.
#[test]
fn what_is_broken_off_goes_on_whatever_the_program() {
    let mock = mock("", 1);
    for pursue in PROGRAMS {
        let settings = Settings { pursue, ..Settings::default() };
        let body = Rc::new(RefCell::new(Body::new(at_start(), Pcg64::seed_from_u64(1), 0.0)));
        let mut pursuit =
            Pursuit::new(goal("1 iron pickaxe"), settings, server(mock.url()), move || body.borrow().now.clone());
        let mut next = || loop {
            match pursuit.decide() {
                Decision::Wait => assert!(pursuit.wait(Duration::from_secs(10)), "the server has limits"),
                Decision::Do(order) => {
                    let calls = pursuit.counters().model_calls;
                    pursuit.told(Done { outcome: Err(Reason::Interrupted("the player".into())), ticks: 3 });
                    break (order, calls);
                }
                Decision::Over(end) => panic!("{pursue}: {end:?}"),
            }
        };
        let first = next();
        for _ in 0..70 {
            let again = next();
            // Our own makes its plan anew, for what was seen meanwhile may make another one cheaper.
            let is_same = if pursue == Program::Own { again.0 == first.0 } else { again == first };
            assert!(is_same, "{pursue}: {first:?} {again:?}");
        }
    }
}

/// A model that answers one plan and then nothing that works: it is asked again after a failure, not after each act of the
/// rules.
#[test]
fn where_the_rules_stand_in_they_plan_to_the_next_failure() {
    let asked = Arc::new(AtomicU32::new(0));
    let model: Box<dyn Model> = Box::new(Stubborn { says: "I would rather not.", asked: Arc::clone(&asked) });
    let body = Rc::new(RefCell::new(Body::new(at_start(), Pcg64::seed_from_u64(1), 0.0)));
    let eyes = Rc::clone(&body);
    let wanted = goal("1 iron pickaxe");
    body.borrow_mut().pursues(&wanted);
    let mut pursuit = Pursuit::new(wanted, Settings::default(), Some(model), move || eyes.borrow().now.clone());
    for number in 0..8 {
        let Decision::Do(order) = pursuit.decide() else { panic!("there is much to do") };
        let done = match number {
            5 => Done { outcome: Err(Reason::TookTooLong), ticks: 100 },
            _ => body.borrow_mut().perform(&order.act),
        };
        pursuit.told(done);
        let calls = asked.load(Ordering::Relaxed);
        assert_eq!(calls, if number > 5 { 4 } else { 2 }, "after {} acts", number + 1);
    }
}

/// Pursues a goal whose acts all fail, with a model that may be asked so often; how it ends.
fn failing(settings: Settings, url: String, calls: u64) -> Ending {
    let body = Rc::new(RefCell::new(Body::new(at_start(), Pcg64::seed_from_u64(1), 0.0)));
    let model = server_within(url, Cap { calls: Some(calls), ..Cap::default() });
    let mut pursuit = Pursuit::new(goal("1 iron pickaxe"), settings, model, move || body.borrow().now.clone());
    loop {
        match pursuit.decide() {
            Decision::Wait => assert!(pursuit.wait(Duration::from_secs(10)), "the server has limits"),
            Decision::Do(_) => pursuit.told(Done { outcome: Err(Reason::TookTooLong), ticks: 100 }),
            Decision::Over(end) => {
                assert_eq!(pursuit.decide(), Decision::Over(end.clone()), "it stays over");
                return end;
            }
        }
    }
}

#[test]
fn at_a_cap_the_goal_ends_where_it_is_to_and_tells_what_was_left_of_the_plan() {
    let mock = mock("", 1);
    let stop = Settings { at_cap: AtCap::Stop, ..Settings::default() };
    let Ending::GivenUp(cause) = failing(stop, mock.url(), 1) else { panic!("nothing works") };
    let Cause::Capped { cap, spent, limit, worst, plan } = &cause else { panic!("{cause}") };
    assert_eq!([cap, spent, limit, worst].map(String::as_str), ["calls_per_goal", "1", "1", "1"]);
    assert!(plan.len() > 5 && plan.iter().any(|act| act.starts_with("craft 1 iron_pickaxe")), "{plan:?}");
    let says = "a call of the model could pass the cap model.calls_per_goal: 1 of 1 are spent, and it may take 1; left of the plan: ";
    assert!(cause.to_string().starts_with(says), "{cause}");
    assert!(matches!(failing(Settings::default(), mock.url(), 1), Ending::GivenUp(Cause::InVain { .. })));
    for pursue in PROGRAMS {
        let end = failing(Settings { pursue, ..stop }, mock.url(), 0);
        assert!(matches!(&end, Ending::GivenUp(Cause::Capped { plan, .. }) if plan.is_empty()), "{pursue}: {end:?}");
    }
    assert_eq!(mock.log.count("requests"), 2, "what could pass a cap is not sent");
}

#[test]
fn a_mind_whose_rules_plan_asks_no_model() {
    let mock = mock("", 1);
    let settings = Settings { plan: By::Rules, ..Settings::default() };
    let (end, counters, _) = play("1 stone pickaxe", settings, mock.url());
    assert_eq!((end, counters, mock.log.count("requests")), (Ending::Reached, Counters::default(), 0));
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
    assert_eq!((end, counters.model_calls, counters.fallbacks), (Ending::Reached, 0, 1), "nothing was sent");
    let told = notes.iter().filter(|note| note.contains("no model server answers at http://127.0.0.1:9/v1")).count();
    assert!(told >= 1 && notes.iter().any(|note| note.contains("start the server")), "{notes:#?}");
    let alone = Settings { fallback: false, ..Settings::default() };
    let (end, _, notes) = play("1 stone pickaxe", alone, "http://127.0.0.1:9/v1".into());
    let Ending::GivenUp(Cause::Impossible { why }) = end else { panic!("{end:?}") };
    assert!(why.starts_with("no model server answers at http://127.0.0.1:9/v1"), "{why}");
    assert!(!notes.iter().any(|note| note.contains("the rules plan")), "{notes:#?}");
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
    ordered_as(Settings::default(), text, start, model, rng, mishap)
}

/// The same by a mind that is made up otherwise.
fn ordered_as(
    settings: Settings,
    text: &str,
    start: Situation,
    model: Option<Box<dyn Model>>,
    rng: Pcg64,
    mishap: f64,
) -> Vec<Act> {
    let body = Rc::new(RefCell::new(Body::new(start, rng, mishap)));
    let (goal, eyes) = (goal(text), Rc::clone(&body));
    body.borrow_mut().leaves_stations = model.is_none();
    body.borrow_mut().pursues(&goal);
    let mut pursuit = Pursuit::new(goal.clone(), settings, model, move || eyes.borrow().now.clone());
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
fn the_acts_of_a_model_are_ordered_as_it_wrote_them_or_what_takes_least_first() {
    let (mut most, mut other_orders) = (0, 0);
    for seed in 0..160 {
        let mut rng = Pcg64::seed_from_u64(seed);
        let mut start = drawn_start(&mut rng);
        // Materials of one kind only: what a model may choose is drawn below.
        start.carried.retain(|stack| stack.item != Item::BIRCH_PLANKS);
        let items = [Item::IRON_PICKAXE, Item::TORCH, Item::BUCKET, Item::SHIELD, Item::FURNACE];
        let item = *items.choose(&mut rng).expect("there are some");
        let goals = [(item, 1 + start.carries(item))];
        let text = format!("{} {item}", goals[0].1);
        let steps = techtree::Planner::typical().plan(&goals, &start.given()).expect("a plan").steps;
        let steps = shuffled(steps, &start, &mut rng);
        let written: Vec<ActData> = steps.iter().map(|step| ActData::from(&Act::Obtain(step.clone()))).collect();
        let acts_as = |select: bool| {
            let script = Script::of_texts([json!({ "steps": crate::recall::told(&written) }).to_string()]);
            let mut settings = Settings::default();
            settings.own.select = select;
            ordered_as(settings, &text, start.clone(), Some(Box::new(script)), rng.clone(), 0.0)
        };
        let acts = acts_as(false);
        let told = |step: &Step| (step.way.kind.word(), step.item, step.count, step.materials.clone(), step.fuel);
        let needed = |step: &Step| step.way.tool.and(step.tool);
        let acts: Vec<Step> = acts.iter().filter_map(Act::step).cloned().collect();
        let expected: Vec<_> = steps.iter().map(|step| (told(step), needed(step))).collect();
        let done: Vec<_> = acts.iter().map(|step| (told(step), needed(step))).collect();
        assert_eq!(done, expected, "seed {seed}: {text}");
        // In another order that works, as `ordered` looks at, the same is done.
        let sorted = |acts: &[Step]| {
            let mut lines: Vec<String> = acts.iter().map(|step| format!("{:?}", told(step))).collect();
            lines.sort_unstable();
            lines
        };
        let selected: Vec<Step> = acts_as(true).iter().filter_map(Act::step).cloned().collect();
        assert_eq!(sorted(&selected), sorted(&acts), "seed {seed}: {text}");
        other_orders += usize::from(selected.iter().map(told).ne(acts.iter().map(told)));
        most = most.max(done.len());
    }
    assert!(most >= 10, "{most} acts at most");
    assert!(other_orders >= 10, "{other_orders} in another order");
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

/// What a player, a sign, a book or an item's name may say to lead an agent astray.
fn attacks() -> impl Iterator<Item = &'static str> {
    include_str!("testing/attacks.txt").lines().filter(|line| !line.trim().is_empty())
}

/// The corpus of attacks changes no request but for the one field in which the game's words stand, and no goal.
#[test]
fn words_of_the_game_stay_data() {
    assert!(attacks().count() >= 60);
    let harmless = asked_after("a stone");
    for attack in attacks() {
        let attack = attack.replace("\\n", "\n").replace("\\u001b", "\u{1b}");
        let asked = asked_after(&attack);
        assert_eq!(asked.len(), harmless.len(), "{attack:?}");
        for (asked, plain) in asked.iter().zip(&harmless) {
            assert_eq!(asked[0], plain[0], "the standing text: {attack:?}");
            assert_eq!(asked[1].matches("```").count(), 2, "{attack:?} gets out of its fence");
            let (mut data, mut known) = (json_block(&asked[1]), json_block(&plain[1]));
            for data in [&mut data, &mut known] {
                if let Some(failure) = data["last_failure"].as_object_mut() {
                    let reason = failure.remove("reason").expect("a reason");
                    assert!(reason.as_str().is_some_and(|text| text.chars().count() <= 200), "{attack:?}");
                }
                data.as_object_mut().expect("a map").remove("explanation");
            }
            assert_eq!(data, known, "{attack:?} changes the data");
        }
    }
}

/// System and user message of what is asked in a game in which an act fails for a reason with these words.
fn asked_after(words: &str) -> Vec<[String; 2]> {
    let plan = r#"{"thoughts":"","steps":[{"rank":1,"kind":"mine","object":[{"item":"oak_log","count":1}],"materials":[],"tool":null,"y":null,"note":""}]}"#;
    let heard = Arc::new(Mutex::new(Vec::new()));
    struct Noting(Script, Arc<Mutex<Vec<[String; 2]>>>);
    impl Model for Noting {
        fn ask(&mut self, request: Request) -> Pending {
            let text = |index: usize| request.messages[index].content.clone();
            self.1.lock().expect("nobody panicked").push([text(0), text(1)]);
            self.0.ask(request)
        }

        fn name(&self) -> &str {
            "script"
        }
    }
    let model = Noting(Script::of_texts([plan; 4]), Arc::clone(&heard));
    let settings = Settings { pursue: Program::Deps, ..Settings::default() };
    let goal = goal("1 oak log");
    let mut pursuit = Pursuit::new(goal.clone(), settings, Some(Box::new(model) as Box<dyn Model>), at_start);
    for _ in 0..2 {
        let Decision::Do(order) = pursuit.decide() else { panic!("a script answers at once") };
        assert_eq!(order.act.to_string(), "mine 1 oak_log from oak_log");
        let outcome = Err(Reason::not_found(words.to_owned()));
        pursuit.told(Done { outcome, ticks: 5 });
    }
    heard.lock().expect("nobody panicked").clone()
}
