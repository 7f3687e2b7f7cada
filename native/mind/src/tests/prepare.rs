//! Getting ready for a fight, round after round.

use anima_rules::EntityKind;

use super::transcripts::Listening;
use super::*;
use crate::{Commentator, Fought, Preparation};

/// The iron set of a first round, in the order of the rules and of the scripted model.
const IRON: [Item; 6] =
    [Item::IRON_SWORD, Item::SHIELD, Item::IRON_CHESTPLATE, Item::IRON_LEGGINGS, Item::IRON_HELMET, Item::IRON_BOOTS];

/// A round that was fought with all that was planned.
pub(super) fn fought(plan: &[Item], won: bool) -> Option<Fought> {
    let health = if won { 14.0 } else { 0.0 };
    Some(Fought { plan: plan.to_vec(), gear: plan.to_vec(), ticks: 9000, tasks: 8, won, health })
}

/// Gets ready after a round in a world in which all acts work: how it ended, what was got ready, what was asked of the model,
/// and how many answers were asked for again.
pub(super) fn prepare(
    settings: Settings,
    last: Option<Fought>,
    model: Option<Box<dyn Model>>,
) -> (Ending, Fought, Vec<String>, u32) {
    let heard: Arc<Mutex<super::transcripts::Transcript>> = Arc::default();
    let listening = |model| Box::new(Listening { model, heard: Arc::clone(&heard) }) as Box<dyn Model>;
    let start = Situation { ticks_left: Some(24_000), peaceful: true, ..at_start() };
    let body = Rc::new(RefCell::new(Body::new(start, Pcg64::seed_from_u64(1), 0.0)));
    let eyes = Rc::clone(&body);
    let preparation = Preparation { fight: goal("kill 2 zombies and kill 1 skeleton"), last };
    let mut pursuit = Pursuit::prepare(preparation, settings, model.map(listening), move || eyes.borrow().now.clone());
    for _ in 0..2000 {
        match pursuit.decide() {
            Decision::Wait => assert!(pursuit.wait(Duration::from_secs(10)), "the server has limits"),
            Decision::Do(order) => {
                let done = body.borrow_mut().perform(&order.act);
                pursuit.told(done);
            }
            Decision::Over(end) => {
                let requests = heard.lock().expect("nobody panicked").requests.clone();
                return (end, pursuit.prepared(), requests, pursuit.counters().repairs);
            }
        }
    }
    panic!("it never ends")
}

fn of(pursue: Program) -> Settings {
    Settings { pursue, ..Settings::default() }
}

fn scripted(answers: &[&str]) -> Option<Box<dyn Model>> {
    Some(Box::new(Script::of_texts(answers.iter().copied())))
}

#[test]
fn every_program_gets_ready_by_the_rules_or_by_the_models_list() {
    for pursue in PROGRAMS {
        let (end, ready, ..) = prepare(of(pursue), None, None);
        assert_eq!((end, ready.plan.as_slice()), (Ending::Ready, IRON.as_slice()), "{pursue}");
        assert_eq!(ready.gear.len(), IRON.len(), "{pursue}: {:?}", ready.gear);
        assert!(ready.tasks > 0 && ready.ticks > 0 && !ready.won, "{pursue}: {ready:?}");
        let mock = mock("", 1);
        let (end, ready, ..) = prepare(of(pursue), fought(&IRON[..3], true), server(mock.url()));
        assert_eq!((end, ready.plan.as_slice()), (Ending::Ready, &IRON[..2]), "{pursue}: the model trims");
        assert_eq!(ready.gear, IRON[..2], "{pursue}");
    }
}

#[test]
fn the_model_is_told_of_the_last_round_and_of_the_fight() {
    let answer = r#"{"reasoning": "", "subgoals": [{"object": "stone_sword"}]}"#;
    let (end, ready, requests, _) = prepare(of(Program::Odyssey), fought(&IRON[..2], true), scripted(&[answer]));
    assert_eq!((end, ready.plan, ready.gear), (Ending::Ready, vec![Item::STONE_SWORD], vec![Item::STONE_SWORD]));
    let told = json_block(&requests[0]);
    let zombies = json!([{ "object": "zombie", "count": 2 }, { "object": "skeleton", "count": 1 }]);
    assert_eq!((&told["call"], &told["monsters"]), (&json!("gear"), &zombies));
    assert_eq!(told["last"]["obtained"], json!(["iron_sword", "shield"]));
    assert_eq!((&told["last"]["won"], &told["last"]["health"]), (&json!(true), &json!(14.0)));
    assert!(told["comment"].as_str().is_some_and(|comment| comment.contains("less gear")), "{told}");
}

#[test]
fn a_list_that_does_not_work_is_repaired_or_left_to_the_rules() {
    let list = |pieces: &[&str]| json!({ "subgoals": pieces.iter().map(|piece| json!({ "object": piece })).collect::<Vec<_>>() });
    let right = list(&["iron_sword", "minecraft:shield"]).to_string();
    for wrong in [
        list(&[]),
        list(&["iron_sword", "stone_sword"]),
        list(&["iron_sword", "iron_boots", "diamond_boots"]),
        list(&["shield", "shield"]),
        list(&["golden_sword"]),
        list(&["sword_iron"]),
    ] {
        let wrong = wrong.to_string();
        let (_, ready, requests, repairs) = prepare(of(Program::Odyssey), None, scripted(&[&wrong, &right]));
        assert_eq!((ready.plan, repairs), (IRON[..2].to_vec(), 1), "{wrong}");
        assert!(requests[1].contains(&wrong), "the answer is quoted");
        let (_, ready, ..) = prepare(of(Program::Odyssey), None, scripted(&[&wrong, &wrong]));
        assert_eq!(ready.plan, IRON, "{wrong}: the rules list");
        let alone = Settings { fallback: false, ..of(Program::Odyssey) };
        let (end, ready, ..) = prepare(alone, None, scripted(&[&wrong, &wrong]));
        assert_eq!((end, ready.plan), (Ending::Ready, Vec::new()), "{wrong}: nobody lists");
    }
}

#[test]
fn the_comment_is_the_rules_or_the_models() {
    let (comment, gear) =
        (r#"{"reason": "", "critique": "a helmet, too"}"#, r#"{"subgoals": [{"object": "iron_helmet"}]}"#);
    let mut settings = of(Program::Odyssey);
    settings.odyssey.comment = Commentator::Model;
    let asked = |settings: Settings, answers: &[&str]| {
        let (.., requests, _) = prepare(settings, fought(&IRON, false), scripted(answers));
        requests.iter().take(2).map(|request| json_block(request)).collect::<Vec<_>>()
    };
    let told = asked(settings, &[comment, gear]);
    assert_eq!((&told[0]["call"], &told[0]["last"]["won"]), (&json!("comment"), &json!(false)));
    assert_eq!((&told[1]["call"], &told[1]["comment"]), (&json!("gear"), &json!("a helmet, too")));
    let told = asked(of(Program::Odyssey), &[gear]);
    assert!(told[0]["comment"].as_str().is_some_and(|comment| comment.contains("more gear")), "{told:?}");
    // The other agents have no commentator.
    settings.pursue = Program::Own;
    assert_eq!(asked(settings, &[gear])[0]["call"], "gear");
}

#[test]
fn what_was_got_ready_is_an_episode_of_its_own() {
    let memory = Memory::open_in_memory().expect("a memory");
    let book = Notebook::of_game(memory.snapshot().expect("a snapshot"), Origin::default());
    let book = Rc::new(RefCell::new(book));
    let carried = vec![ItemStack::new(Item::IRON_SWORD, 1), ItemStack::new(Item::SHIELD, 1)];
    let start = Situation { carried, ..at_start() };
    let body = Rc::new(RefCell::new(Body::new(start, Pcg64::seed_from_u64(1), 0.0)));
    let eyes = Rc::clone(&body);
    let preparation = Preparation { fight: goal("kill 1 zombie"), last: fought(&IRON, true) };
    let means = Means { book: Some(Rc::clone(&book)), ..Means::default() };
    let mut pursuit = Pursuit::prepare(preparation, Settings::default(), means, move || eyes.borrow().now.clone());
    let end = loop {
        match pursuit.decide() {
            Decision::Do(order) => {
                let done = body.borrow_mut().perform(&order.act);
                pursuit.told(done);
            }
            Decision::Over(end) => break end,
            Decision::Wait => panic!("nobody thinks"),
        }
    };
    pursuit.conclude(&end);
    let written = book.borrow_mut().take_written().expect("they can be read");
    let [episode] = &written[..] else { panic!("{written:?}") };
    assert_eq!((episode.goal.as_str(), episode.outcome.reached), ("obtain 1 iron_sword and wear shield", true));
    assert_eq!(body.borrow().now.mob_at(EntityKind::ZOMBIE), None, "no fight is claimed");
}
