//! Minds whose rules neither check plans nor stand in: what they ask next after what did not work.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use anima_body::BlockPos;
use anima_intent::Reason;
use anima_memory::{Episode, Memory, Notebook, Origin};
use anima_model::{Error, Model, Reply, Script};
use anima_rules::{Item, ItemStack};
use rand::SeedableRng;
use rand_pcg::Pcg64;

use super::transcripts::{Listening, Transcript};
use crate::situation::Dropped;
use crate::testing::{Body, at_start, goal};
use crate::{Decision, Doings, Done, Means, NoGoal, Planner, Program, Pursuit, Retrieval, Settings, Situation, Wish};

const LOGS: &str = r#"{"rank":1,"kind":"mine","object":{"oak_log":2},"materials":{},"tool":null,"note":""}"#;
const TABLE: &str =
    r#"{"rank":2,"kind":"craft","object":{"crafting_table":1},"materials":{"oak_planks":4},"tool":null,"note":""}"#;

fn plan(steps: &[&str]) -> Result<Reply, Error> {
    text(&format!("{{\"steps\":[{}]}}", steps.join(",")))
}

fn text(text: &str) -> Result<Reply, Error> {
    Ok(Reply { text: text.into(), ..Reply::default() })
}

fn alone(pursue: Program) -> Settings {
    Settings { pursue, check: false, fallback: false, ..Settings::default() }
}

/// What a model that answers so was asked on the way to a crafting table, and what was done, while all acts come to the same.
fn asked(
    settings: Settings,
    now: Situation,
    answers: Vec<Result<Reply, Error>>,
    comes_to: Option<Reason>,
) -> Transcript {
    asked_for("1 crafting table", settings, now, answers, comes_to)
}

/// The same on the way to another goal.
fn asked_for(
    wanted: &str,
    settings: Settings,
    now: Situation,
    answers: Vec<Result<Reply, Error>>,
    comes_to: Option<Reason>,
) -> Transcript {
    let heard = Arc::<Mutex<Transcript>>::default();
    let model = Listening { model: Box::new(Script::new(answers)), heard: Arc::clone(&heard) };
    let model: Option<Box<dyn Model>> = Some(Box::new(model));
    let mut pursuit = Pursuit::new(goal(wanted), settings, model, move || now.clone());
    for _ in 0..6 {
        let Decision::Do(order) = pursuit.decide() else { break };
        heard.lock().expect("nobody panicked").acts.push(order.act.to_string());
        let outcome = comes_to.clone().map_or(Ok(()), Err);
        pursuit.told(Done { outcome, ticks: 20 });
    }
    heard.lock().expect("nobody panicked").clone()
}

#[test]
fn what_was_wrong_with_an_answer_is_told_with_the_next_question() {
    let declined = || Err(Error::Declined { url: "http://there/v1".into(), message: "no".into() });
    for (wrong, told) in [(text("none"), "no JSON object"), (declined(), "it was no answer")] {
        for program in [Program::Gitm, Program::Deps, Program::Jarvis] {
            let mut settings = alone(program);
            (settings.gitm.decompose, settings.jarvis.retrieval) = (false, Retrieval::None);
            let heard = asked(settings, at_start(), vec![wrong.clone(), wrong.clone(), plan(&[LOGS])], None);
            // The first question is asked once more before it has failed.
            let third = &heard.requests[2];
            assert!(third.contains("\"last_answer\": {") && third.contains(told), "{program}: {third}");
            assert!(heard.requests[0].contains("\"last_answer\": null"), "{program}");
        }
    }
}

#[test]
fn the_step_that_is_none_is_told_once_what_came_before_it_is_done() {
    let ingot = LOGS.replace("oak_log", "iron_ingot").replace("\"rank\":1", "\"rank\":2");
    let mut settings = alone(Program::Gitm);
    settings.gitm.decompose = false;
    let heard = asked(settings, at_start(), vec![plan(&[LOGS, &ingot]), plan(&[LOGS])], Some(Reason::TookTooLong));
    assert!(heard.acts[0].starts_with("mine 2 oak_log"), "{:?}", heard.acts);
    assert!(heard.requests[1].contains("step 2: one cannot mine iron_ingot"), "{}", heard.requests[1]);
}

#[test]
fn gitm_without_feedback_asks_for_one_plan() {
    let mut settings = alone(Program::Gitm);
    (settings.gitm.decompose, settings.gitm.feedback) = (false, false);
    let heard = asked(settings, at_start(), vec![text("none"), text("none"), plan(&[LOGS])], None);
    assert_eq!((heard.requests.len(), heard.acts.len()), (2, 0), "a repair is no second plan");
}

#[test]
fn deps_describes_what_a_plan_lacks_of_which_nothing_can_begin() {
    let mut settings = alone(Program::Deps);
    settings.deps.explain = false;
    let heard = asked(settings, at_start(), vec![plan(&[TABLE]), plan(&[LOGS])], None);
    assert!(heard.requests[0].contains("\"last_failure\": null"), "{}", heard.requests[0]);
    let (_, failure) = heard.requests[1].split_once("\"last_failure\": {").expect("it is described");
    assert!(failure.contains("craft 1 crafting_table") && failure.contains("oak_planks"), "{failure}");
}

#[test]
fn odyssey_goes_on_after_an_answer_that_is_no_task() {
    let next = r#"{"reasoning":"","verb":"mine","object":"oak_log","count":1}"#;
    let choice = r#"{"reasoning":"","program":"mineWoodLog"}"#;
    let answers = vec![text("none"), text("none"), text(next), text(choice)];
    let heard = asked(alone(Program::Odyssey), at_start(), answers, Some(Reason::TookTooLong));
    assert!(heard.requests[2].contains("no JSON object"), "{}", heard.requests[2]);
    assert!(!heard.acts.is_empty(), "a task is done");
}

/// What the rules know of a lack is no part of the critique.
#[test]
fn odysseys_critique_says_no_more_than_the_game_did() {
    let next = r#"{"reasoning":"","verb":"craft","object":"crafting_table","count":1}"#;
    let choice = r#"{"reasoning":"","program":"craftCraftingTable"}"#;
    let told = |check: bool| {
        let settings = Settings { check, fallback: check, ..alone(Program::Odyssey) };
        let mut settings = Settings { pursue: Program::Odyssey, ..settings };
        settings.odyssey.recursion = false;
        let answers = vec![text(next), text(choice), text(choice), text(choice), text(choice)];
        let heard = asked(settings, at_start(), answers, Some(Reason::TookTooLong));
        let again = heard.requests.into_iter().find(|request| request.contains("\"critique\": \""));
        again.expect("it is asked again")
    };
    let advice = "get that first";
    assert!(told(true).contains(advice), "{}", told(true));
    assert!(!told(false).contains(advice), "{}", told(false));
}

#[test]
fn fetching_that_was_broken_off_costs_no_call() {
    let items = vec![ItemStack::new(Item::DIAMOND, 1)];
    let dropped = Dropped { pos: BlockPos::new(20, 70, 0), items, away: 20.0, lasts: 5000, guards: 0 };
    let now = Situation { dropped: Some(dropped), ..at_start() };
    let interrupted = || Some(Reason::Interrupted("the player".into()));
    for program in [Program::Gitm, Program::Deps, Program::Jarvis] {
        let mut settings = Settings { pursue: program, ..Settings::default() };
        (settings.gitm.decompose, settings.jarvis.retrieval) = (false, Retrieval::None);
        // The rules plan in the place of a model whose answers do not work.
        let answers = (0..20).map(|_| text("none")).collect();
        let heard = asked_for("1 diamond", settings, now.clone(), answers, interrupted());
        assert!(heard.acts.len() == 6 && heard.acts.iter().all(|act| act.starts_with("fetch")), "{:?}", heard.acts);
        assert_eq!(heard.requests.len(), 2, "{program}: a plan, and its repair");
    }
}

/// What the rules would leave out as needless is done where nobody checks.
#[test]
fn a_plan_that_nobody_checks_is_done_as_it_was_written() {
    let carried = vec![ItemStack::new(Item::OAK_PLANKS, 8)];
    let start = Situation { carried, ticks_left: Some(12_000), ..at_start() };
    let body = Rc::new(RefCell::new(Body::new(start, Pcg64::seed_from_u64(1), 0.0)));
    let stick = TABLE.replace("crafting_table\":1", "stick\":4").replace("\"oak_planks\":4", "\"oak_planks\":2");
    let (table, stick) = (TABLE.replace("\"rank\":2", "\"rank\":0"), stick.replace("\"rank\":2", "\"rank\":3"));
    let mut settings = alone(Program::Gitm);
    settings.gitm.decompose = false;
    let model: Option<Box<dyn Model>> = Some(Box::new(Script::new([plan(&[&table, LOGS, &stick])])));
    let (wanted, eyes) = (goal("4 sticks"), Rc::clone(&body));
    body.borrow_mut().pursues(&wanted);
    let mut pursuit = Pursuit::new(wanted, settings, model, move || eyes.borrow().now.clone());
    let mut acts = Vec::new();
    while let Decision::Do(order) = pursuit.decide() {
        acts.push(order.act.word());
        let done = body.borrow_mut().perform(&order.act);
        pursuit.told(done);
    }
    assert_eq!(acts, ["craft", "mine", "craft"]);
}

#[test]
fn own_asks_anew_where_no_rules_stand_in_and_gives_up_in_the_end() {
    let good = plan(&[LOGS]);
    let mut answers: Vec<_> = (0..6).map(|_| text("I do not know.")).collect();
    answers.push(good);
    let heard = asked(alone(Program::Own), at_start(), answers, None);
    assert_eq!(
        (heard.requests.len(), heard.acts.first().map(String::as_str)),
        (8, Some("mine 2 oak_log from oak_log"))
    );
    assert!(heard.requests[2].contains("\"last_answer\": {"), "{}", heard.requests[2]);
    let heard = asked(alone(Program::Own), at_start(), (0..90).map(|_| text("I do not know.")).collect(), None);
    assert_eq!((heard.requests.len(), heard.acts.len()), (10, 0), "five times, each once more");
}

/// An agent that is let alone again, or after it was given goals, knows what it has done in this life.
#[test]
fn what_is_remembered_of_the_same_life_is_nothing_new() {
    let memory = Memory::open_in_memory().expect("a memory");
    let origin = |run: &str| Origin { run: run.into(), ..Origin::default() };
    let mut torches = Episode::new(&goal("4 torch"), "odyssey", origin("this life"));
    torches.outcome = anima_memory::Outcome::reached();
    memory.append(vec![torches]).expect("it is written");
    let torch = || text(r#"{"reasoning":"","verb":"craft","object":"torch","count":1}"#);
    let wished = |book: Notebook| {
        let book = Some(Rc::new(RefCell::new(book)));
        let model: Option<Box<dyn Model>> = Some(Box::new(Script::new([torch(), torch()])));
        let settings = Settings { fallback: false, ..Settings::default() };
        let mut wish = Wish::new(settings, Doings::default(), Means { book, ..Means::from(model) }, at_start);
        for _ in 0..10_000 {
            match wish.decide() {
                Some(wished) => return wished.map(|proposed| proposed.goal),
                None => drop(wish.wait(std::time::Duration::from_secs(10))),
            }
        }
        panic!("a script answers at once");
    };
    let of_life = |run: &str| wished(Notebook::of_life(memory.clone(), origin(run)));
    assert_eq!(of_life("another life"), Ok(goal("1 torch")));
    // The games of a run are lives of their own.
    let snapshot = memory.snapshot().expect("a snapshot");
    assert_eq!(wished(Notebook::of_game(snapshot, origin("this life"))), Ok(goal("1 torch")));
    let Err(NoGoal::Refused(refused)) = of_life("this life") else { panic!("torches were made") };
    assert!(refused.to_string().contains("was completed before"), "{refused}");
}

#[test]
fn a_proposal_that_was_refused_is_told_with_the_next_question() {
    let answer = |object: &str| text(&format!(r#"{{"reasoning":"","verb":"mine","object":"{object}","count":1}}"#));
    let asked_as = |settings: Settings, doings: &Doings, object: &str| {
        let heard = Arc::<Mutex<Transcript>>::default();
        let script = Script::new([answer(object), answer(object)]);
        let model = Listening { model: Box::new(script), heard: Arc::clone(&heard) };
        let model: Option<Box<dyn Model>> = Some(Box::new(model));
        let mut wish = Wish::new(settings, doings.clone(), Means::from(model), at_start);
        let wished = (0..10_000).find_map(|_| wish.decide()).expect("a script answers at once");
        let request = heard.lock().expect("nobody panicked").requests[0].clone();
        (wished, request)
    };
    let asked = |doings: &Doings, object: &str| asked_as(alone(Program::Odyssey), doings, object);
    let mut doings = Doings::default();
    let (wished, first) = asked(&doings, "blaze_rod");
    let Err(NoGoal::Refused(refused)) = wished else { panic!("{wished:?}") };
    assert_eq!(refused.task(), Some("obtain blaze_rod"));
    assert!(first.contains("\"last_answer\": null") && first.contains("\"failed\": []"), "{first}");
    doings.refused(refused);
    let (wished, second) = asked(&doings, "oak_log");
    assert!(second.contains("\"last_answer\": {") && second.contains("\"obtain blaze_rod\""), "{second}");
    let proposed = wished.expect("a log can be had");
    doings.told_next(proposed.refused);
    doings.note(&proposed.goal, true);
    let (_, third) = asked(&doings, "oak_log");
    assert!(third.contains("\"last_answer\": null"), "{third}");
    // The rules propose in its place: what it said is no goal that failed.
    let asked = |doings: &Doings| asked_as(Settings::default(), doings, "blaze_rod");
    let mut doings = Doings::default();
    let (wished, first) = asked(&doings);
    let proposed = wished.expect("the rules propose");
    assert!(proposed.refused.is_some() && first.contains("\"last_answer\": null"), "{proposed:?} {first}");
    doings.told_next(proposed.refused);
    doings.note(&proposed.goal, true);
    let (_, second) = asked(&doings);
    assert!(second.contains("\"last_answer\": {") && second.contains("\"failed\": []"), "{second}");
}

/// An agent that passes a furnace need not make one; but one that smelts in its furnace is not to stop at the sight of it.
#[test]
fn what_an_act_works_at_is_not_looked_for_meanwhile() {
    let furnace = r#"{"rank":2,"kind":"craft","object":{"furnace":1},"materials":{"cobblestone":8},"tool":"crafting_table","note":""}"#;
    let smelt = r#"{"rank":1,"kind":"smelt","object":{"iron_ingot":1},"materials":{"raw_iron":1,"coal":1},"tool":"furnace","note":""}"#;
    let carried = [Item::RAW_IRON, Item::COAL, Item::FURNACE, Item::CRAFTING_TABLE].map(|item| ItemStack::new(item, 1));
    let carried = carried.into_iter().chain([ItemStack::new(Item::COBBLESTONE, 20)]).collect();
    let now = Situation { carried, ..at_start() };
    let to_make = |acts: &[&str], at_work: usize| {
        let script: Option<Box<dyn Model>> = Some(Box::new(Script::new([plan(acts)])));
        let now = now.clone();
        let mut pursuit = Pursuit::new(goal("5 furnaces"), alone(Program::Own), script, move || now.clone());
        assert!(matches!(pursuit.decide(), Decision::Do(_)));
        pursuit.to_make(&pursuit.planned()[at_work])
    };
    assert_eq!(to_make(&[LOGS, furnace], 0), [anima_rules::Block::FURNACE]);
    assert_eq!(to_make(&[smelt, furnace], 0), []);
    // Not every mind begins with what its plan names first.
    assert_eq!(to_make(&[LOGS, furnace, smelt], 2), []);
}

#[test]
fn odyssey_tries_no_task_that_resembles_no_skill_where_its_planner_is_told_nothing() {
    let proposal = || text(r#"{"reasoning":"","verb":"craft","object":"composter","count":1}"#);
    let second = |planner: Planner| {
        let mut settings = alone(Program::Odyssey);
        settings.odyssey.planner = planner;
        asked_for("1 composter", settings, at_start(), vec![proposal(), proposal(), proposal()], None).requests[1]
            .clone()
    };
    let blind = second(Planner::Blind);
    assert!(blind.contains("\"call\": \"next\"") && blind.contains("\"craft 1 composter\""), "{blind}");
    assert!(!second(Planner::Full).contains("\"call\": \"next\""));
}
