//! What a model is asked and what is done: what a switch, or a memory, changes of it.

use super::*;
use crate::Commentator;

/// What was asked of a model and what was done, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Transcript {
    pub requests: Vec<String>,
    pub acts: Vec<String>,
}

/// A model that writes down what it is asked before it passes it on.
pub(super) struct Listening {
    pub model: Box<dyn Model>,
    pub heard: Arc<Mutex<Transcript>>,
}

impl Model for Listening {
    fn ask(&mut self, request: Request) -> Pending {
        let shown = |message: &Message| format!("{}{:?}", message.content, message.pictures);
        let text: Vec<String> = request.messages.iter().map(shown).collect();
        let length: usize = request.messages.iter().map(|message| message.content.len()).sum();
        assert!(length <= 19_000, "{length} bytes do not fit a context of 8,192 tokens with an answer");
        self.heard.lock().expect("nobody panicked").requests.push(text.join("\n"));
        self.model.ask(request)
    }

    fn name(&self) -> &str {
        self.model.name()
    }
}

/// A memory in which the plans of a few goals stand.
pub(super) fn filled_memory() -> Memory {
    let memory = Memory::open_in_memory().expect("a memory");
    let mut episodes = Vec::new();
    for (number, (text, biome)) in
        [("1 iron pickaxe", Biome::FOREST), ("1 stone pickaxe", Biome::FOREST), ("1 iron pickaxe", Biome::DESERT)]
            .into_iter()
            .enumerate()
    {
        let goal = goal(text);
        let made = rules::plan(&goal, &at_start(), &Setbacks::default(), number == 0).expect("a plan");
        let origin = Origin { run: "before".into(), number: number as u32, ..Origin::default() };
        let mut episode = Episode::new(&goal, "own", origin);
        episode.circumstances.biome = biome;
        episode.executed = made.plan.acts().map(|act| Executed::new(act, &Ok(()), 500)).collect();
        episode.outcome = anima_memory::Outcome::reached();
        episodes.push(episode);
    }
    memory.append(episodes).expect("they are written");
    memory
}

/// Plays for an iron pickaxe with a scripted model that errs, in a world in which acts fail, and with a memory.
pub(super) fn transcript(settings: Settings, memory: &Memory) -> Transcript {
    transcript_from(at_start(), settings, memory)
}

/// The same from another start.
pub(super) fn transcript_from(start: Situation, settings: Settings, memory: &Memory) -> Transcript {
    let mock = mock("wrong_amount=0.3,missing_tool=0.1", 5);
    let heard = Arc::default();
    let model = Listening { model: server(mock.url()).expect("a server"), heard: Arc::clone(&heard) };
    let body = Rc::new(RefCell::new(Body::new(start, Pcg64::seed_from_u64(11), 0.2)));
    let (goal, eyes) = (goal("1 iron pickaxe"), Rc::clone(&body));
    body.borrow_mut().pursues(&goal);
    body.borrow_mut().now.sight = Some(Arc::new(Frame::from_rgb(2, 1, vec![7; 6])));
    let book = Notebook::of_game(memory.snapshot().expect("a snapshot"), Origin::default());
    let book = Some(Rc::new(RefCell::new(book)));
    let means = Means { model: Some(Box::new(model)), book, ..Means::default() };
    let mut pursuit = Pursuit::new(goal, settings, means, move || eyes.borrow().now.clone());
    for _ in 0..400 {
        match pursuit.decide() {
            Decision::Wait => assert!(pursuit.wait(Duration::from_secs(10)), "the server has limits"),
            Decision::Do(order) => {
                heard.lock().expect("nobody panicked").acts.push(order.act.to_string());
                let done = body.borrow_mut().perform(&order.act);
                pursuit.told(done);
            }
            Decision::Over(_) => break,
        }
    }
    heard.lock().expect("nobody panicked").clone()
}

/// Bar 3 of the four minds: no switch is idle.
#[test]
fn every_switch_changes_what_is_asked_or_done() {
    let memory = filled_memory();
    let of = |pursue: Program, set: &dyn Fn(&mut Settings)| {
        let mut settings = Settings { pursue, ..Settings::default() };
        set(&mut settings);
        transcript(settings, &memory)
    };
    type Set = fn(&mut Settings);
    let switches: [(&str, Program, Set); 32] = [
        ("show", Program::Deps, |s| s.show = true),
        ("own.remember", Program::Own, |s| s.own.remember = false),
        ("check", Program::Deps, |s| s.check = false),
        ("knowledge", Program::Deps, |s| s.knowledge = false),
        ("explain", Program::Jarvis, |s| s.explain = Explained::All),
        ("fallback", Program::Gitm, |s| s.fallback = false),
        ("gitm.decompose", Program::Gitm, |s| s.gitm.decompose = false),
        ("gitm.feedback", Program::Gitm, |s| s.gitm.feedback = false),
        ("gitm.memory", Program::Gitm, |s| s.gitm.memory = false),
        ("gitm.recall_needs", Program::Gitm, |s| s.gitm.recall_needs = false),
        ("gitm.spare_plans", Program::Gitm, |s| s.gitm.spare_plans = false),
        ("gitm.queries", Program::Gitm, |s| s.gitm.queries = NonZeroU32::MIN),
        ("deps.selector fixed", Program::Deps, |s| s.deps.selector = Selector::Fixed),
        ("deps.selector random", Program::Deps, |s| s.deps.selector = Selector::Random),
        ("deps.selector similarity", Program::Deps, |s| s.deps.selector = Selector::Similarity),
        ("deps.describe", Program::Deps, |s| s.deps.describe = false),
        ("deps.explain", Program::Deps, |s| s.deps.explain = false),
        ("deps.rounds 0", Program::Deps, |s| s.deps.rounds = Most(Some(0))),
        ("deps.rounds 1", Program::Deps, |s| s.deps.rounds = Most(Some(1))),
        ("jarvis.retrieval none", Program::Jarvis, |s| s.jarvis.retrieval = Retrieval::None),
        ("jarvis.retrieval text", Program::Jarvis, |s| s.jarvis.retrieval = Retrieval::Text),
        ("jarvis.retrieval reasoning", Program::Jarvis, |s| s.jarvis.retrieval = Retrieval::Reasoning),
        ("jarvis.memory_size", Program::Jarvis, |s| s.jarvis.memory_size = Most(Some(0))),
        ("jarvis.spare_queries", Program::Jarvis, |s| s.jarvis.spare_queries = false),
        ("jarvis.self_explain", Program::Jarvis, |s| s.jarvis.self_explain = false),
        ("odyssey.planner", Program::Odyssey, |s| s.odyssey.planner = Planner::Blind),
        ("odyssey.library", Program::Odyssey, |s| s.odyssey.library = Library::Primitives),
        ("odyssey.recursion", Program::Odyssey, |s| s.odyssey.recursion = false),
        ("odyssey.critic", Program::Odyssey, |s| s.odyssey.critic = Critic::Model),
        ("odyssey.tries", Program::Odyssey, |s| s.odyssey.tries = NonZeroU32::MIN),
        ("pursue gitm", Program::Own, |s| s.pursue = Program::Gitm),
        ("pursue deps", Program::Own, |s| s.pursue = Program::Deps),
    ];
    for (name, program, set) in switches {
        assert_ne!(of(program, &|_| ()), of(program, &set), "{name} changes nothing");
    }
    // Whether a plan is gone through matters only where the rules do not run it.
    let unchecked =
        |self_check: bool| of(Program::Jarvis, &move |s| (s.check, s.jarvis.self_check) = (false, self_check));
    assert_ne!(unchecked(true), unchecked(false), "jarvis.self_check changes nothing");
    let planning = |select: bool| of(Program::Own, &move |s| (s.own.remember, s.own.select) = (false, select));
    assert_ne!(planning(true), planning(false), "own.select changes nothing");
    // A comment is made on a round of a fight alone.
    let commented = |comment: Commentator| {
        let mut settings = Settings { pursue: Program::Odyssey, ..Settings::default() };
        settings.odyssey.comment = comment;
        prepare::prepare(settings, prepare::fought(&[Item::IRON_SWORD], true), server(mock("", 1).url())).2
    };
    assert_ne!(commented(Commentator::Rule), commented(Commentator::Model), "odyssey.comment changes nothing");
    assert_eq!(of(Program::Deps, &|_| ()), of(Program::Deps, &|_| ()), "and nothing else changes");
}

#[test]
fn odyssey_is_told_what_is_worth_having_before_it_goes_under_the_ground() {
    let told = |knowledge: bool| {
        let settings = Settings { pursue: Program::Odyssey, knowledge, ..Settings::default() };
        let heard = transcript(settings, &filled_memory());
        let next = heard.requests.iter().find(|request| request.contains("\"call\": \"next\"")).cloned();
        next.or_else(|| heard.requests.first().cloned()).expect("it is asked")
    };
    assert!(told(true).contains("worth_having_too\":"), "{}", told(true));
    assert!(!told(false).contains("worth_having_too\":"), "{}", told(false));
}

#[test]
fn gitm_asks_nobody_what_an_item_needs_that_it_has_got_before() {
    let is_asked = |memory: &Memory, item: &str| {
        let heard = transcript(Settings { pursue: Program::Gitm, ..Settings::default() }, memory);
        let of_item = format!("\"object\": \"{item}\"");
        heard.requests.iter().any(|request| request.contains("\"call\": \"goal\"") && request.contains(&of_item))
    };
    let empty = Memory::open_in_memory().expect("a memory");
    for (item, before) in [("iron_pickaxe", true), ("stone_pickaxe", true), ("iron_ingot", false)] {
        assert!(is_asked(&empty, item), "{item}");
        assert_eq!(is_asked(&filled_memory(), item), !before, "{item}");
    }
}

#[test]
fn what_worked_is_shown_with_the_trees_that_are_here() {
    let birch = crate::Known { what: anima_rules::Block::BIRCH_LOG, count: 9, nearest: 5.0 };
    let start = Situation { blocks: vec![birch], ..at_start() };
    let both = |pursue: Program| [true, false].map(|fallback| (pursue, fallback));
    for (pursue, fallback) in [Program::Gitm, Program::Jarvis].into_iter().flat_map(both) {
        let mut settings = Settings { pursue, fallback, ..Settings::default() };
        settings.gitm.spare_plans = false;
        let heard = transcript_from(start.clone(), settings, &filled_memory());
        let shown = heard.requests.iter().find_map(|request| request.split_once("\"references\":")).expect("one is").1;
        assert!(shown.contains("birch_planks") && !shown.contains("oak_"), "{pursue}: {shown}");
    }
}
