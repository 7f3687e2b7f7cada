//! Whatever a model says instead of an answer, no program is harmed: its answers are read, checked, and asked for again
//! with what was wrong.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU32, Ordering};

use anima_model::{Message, Role};

use super::*;
use crate::testing::mutated;

/// Bytes by which a request that asks again is longer than the first at most: the answer that it quotes and the problems.
const LONGEST_REPAIR: usize = 4 * 6000 + 20_000;

/// The scripted model, asked each question once; most of its answers are mutated.
struct Mutating {
    model: Box<dyn Model>,
    /// By the question, without what asks for it again.
    known: Arc<Mutex<HashMap<String, String>>>,
    rng: Pcg64,
    said: Arc<Said>,
}

/// What was said and heard.
#[derive(Default)]
struct Said {
    mutated: AtomicU32,
    /// What repairs said to be wrong, without what differs from answer to answer, with how often.
    problems: Mutex<BTreeMap<String, u32>>,
}

impl Mutating {
    fn answer(&mut self, mut request: Request) -> String {
        request.messages.truncate(2);
        let question = serde_json::to_string(&request).expect("a request is JSON");
        if let Some(known) = self.known.lock().expect("no test panics with it").get(&question) {
            return known.clone();
        }
        let mut pending = self.model.ask(request);
        assert!(pending.wait(Duration::from_secs(60)), "it answers");
        let reply = pending.take().expect("it has come");
        let text = reply.unwrap_or_else(|error| panic!("{error}, asked {question}")).text;
        self.known.lock().expect("no test panics with it").insert(question, text.clone());
        text
    }

    /// What asks again names what was wrong, and is of bounded length.
    fn hear(&self, messages: &[Message]) {
        let [system, user, quoted @ .., repair] = messages else { return };
        if quoted.is_empty() {
            return;
        }
        let more: usize = [&quoted[0], repair].iter().map(|message| message.content.len()).sum();
        assert!(messages.len() == 4 && more < LONGEST_REPAIR, "{more} bytes more than {}", system.content.len());
        assert_eq!(user.role, Role::User);
        let lines = repair.content.lines().filter_map(|line| line.strip_prefix("- "));
        let problems: Vec<&str> = lines.filter(|line| line.chars().any(char::is_alphabetic)).collect();
        assert!(!problems.is_empty(), "{}", repair.content);
        let mut known = self.said.problems.lock().expect("no test panics with it");
        for problem in problems {
            *known.entry(kind_of(problem)).or_default() += 1;
        }
    }
}

/// A problem without numbers, and without what is quoted in it.
fn kind_of(problem: &str) -> String {
    let unquoted: String = problem.split('"').step_by(2).collect::<Vec<_>>().join("_");
    let plain: String = unquoted.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).take(60).collect();
    plain.split_whitespace().take(6).collect::<Vec<_>>().join(" ")
}

impl Model for Mutating {
    fn ask(&mut self, request: Request) -> Pending {
        self.hear(&request.messages);
        let mut text = self.answer(request.clone());
        // Some answers are right, or the model would soon be asked no longer.
        if self.rng.random_bool(0.7) {
            text = mutated(&text, &mut self.rng);
            self.said.mutated.fetch_add(1, Ordering::Relaxed);
        }
        Script::of_texts([text]).ask(request)
    }

    fn name(&self) -> &str {
        "mutating"
    }
}

/// Bar 7: 1,000 mutated answers to the calls of all programs, 100,000 with `ANIMA_LONG`: each is a right one all the same, or
/// is asked for again with what was wrong, and every goal comes to its end.
#[test]
fn mutated_answers_to_all_calls_are_read_or_told_of() {
    let wanted = if std::env::var_os("ANIMA_LONG").is_some() { 100_000 } else { 1000 };
    let mock = mock("", 3);
    let (known, said) = (Arc::default(), Arc::new(Said::default()));
    let memory = Memory::open_in_memory().expect("a memory");
    let goals = ["1 stone pickaxe", "3 torches", "cook 2 beef", "1 iron pickaxe", "kill 2 zombies", "wear iron boots"];
    let (mut games, mut reached, mut sum) = (0_u32, 0, Counters::default());
    while said.mutated.load(Ordering::Relaxed) < wanted {
        let pursue = PROGRAMS[games as usize % PROGRAMS.len()];
        // Every other game is checked by the model alone.
        let settings = Settings { pursue, check: games / 5 % 2 == 0, ..Settings::default() };
        let goal = goal(goals[(games / 10) as usize % goals.len()]);
        let model: Box<dyn Model> = Box::new(Mutating {
            model: server(mock.url()).expect("a server"),
            known: Arc::clone(&known),
            rng: Pcg64::seed_from_u64(games.into()),
            said: Arc::clone(&said),
        });
        let origin = Origin { run: "mutated".into(), game: games, ..Origin::default() };
        let book = Rc::new(RefCell::new(Notebook::of_game(memory.snapshot().expect("it can be read"), origin)));
        let start = Situation { ticks_left: Some(36_000), ..at_start() };
        let body = Rc::new(RefCell::new(Body::new(start, Pcg64::seed_from_u64((games % 20).into()), 0.1)));
        body.borrow_mut().leaves_stations = false;
        body.borrow_mut().pursues(&goal);
        let means = Means { model: Some(model), book: Some(Rc::clone(&book)), seed: games.into(), ..Means::default() };
        let eyes = Rc::clone(&body);
        let mut pursuit = Pursuit::new(goal, settings, means, move || eyes.borrow().now.clone());
        let mut acts = 0;
        let end = loop {
            match pursuit.decide() {
                Decision::Wait => assert!(pursuit.wait(Duration::from_secs(60)), "all answers are there"),
                Decision::Over(end) => break end,
                Decision::Do(order) => {
                    acts += 1;
                    // As a life does when the time of its goal is up.
                    if acts > 400 {
                        break Ending::GivenUp(Cause::OutOfTicks);
                    }
                    let done = body.borrow_mut().perform(&order.act);
                    pursuit.told(done);
                }
            }
        };
        pursuit.conclude(&end);
        let told = pursuit.take_notes().iter().map(Note::to_string).collect::<Vec<_>>();
        assert!(told.iter().all(|note| note.len() < 12_000 && !note.contains('\n')), "{told:#?}");
        let counters = pursuit.counters();
        reached += u32::from(end == Ending::Reached);
        (sum.model_calls, sum.repairs, sum.fallbacks) = (
            sum.model_calls + counters.model_calls,
            sum.repairs + counters.repairs,
            sum.fallbacks + counters.fallbacks,
        );
        games += 1;
    }
    println!(
        "{} mutated answers in {games} games, {reached} won: {sum:?}, {} questions",
        said.mutated.load(Ordering::Relaxed),
        known.lock().expect("no test panics with it").len()
    );
    for (problem, times) in said.problems.lock().expect("no test panics with it").iter() {
        println!("{times:7} {problem}");
    }
    assert!(sum.repairs > 100 && reached > games / 2, "{sum:?}, {reached} of {games}");
}
