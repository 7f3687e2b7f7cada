//! What minds leave in the memory, and what they blame of what they recalled.

use super::transcripts::filled_memory;
use super::*;

/// A goal that is pursued by the rules and remembered, up to its first act that has failed.
fn begun(memory: &Memory, program: Program) -> (Pursuit, Rc<RefCell<Notebook>>) {
    let book = Rc::new(RefCell::new(Notebook::of_life(memory.clone(), Origin::default())));
    let settings = Settings { pursue: program, plan: By::Rules, ..Settings::default() };
    let means = Means { book: Some(Rc::clone(&book)), ..Means::default() };
    let mut pursuit = Pursuit::new(goal("1 iron pickaxe"), settings, means, at_start);
    while !matches!(pursuit.decide(), Decision::Do(_)) {
        pursuit.wait(Duration::from_secs(10));
    }
    (pursuit, book)
}

#[test]
fn a_goal_that_is_taken_back_is_remembered_and_blames_no_plan() {
    let memory = filled_memory();
    let (mut pursuit, book) = begun(&memory, Program::Jarvis);
    pursuit.told(Done { outcome: Err(Reason::TookTooLong), ticks: 100 });
    while !matches!(pursuit.decide(), Decision::Do(_)) {
        pursuit.wait(Duration::from_secs(10));
    }
    pursuit.abandon("it was taken back");
    drop(pursuit);
    let (untouched, second) = begun(&memory, Program::Jarvis);
    let mut untouched = untouched;
    untouched.abandon("it was taken back");
    drop(untouched);
    for book in [book, second] {
        Rc::into_inner(book).expect("it is nobody else's").into_inner().finish().expect("it is written");
    }
    let listed = memory.list(None, 10).expect("a list");
    assert_eq!(listed.len(), 4, "three were there; of what was not begun nothing is kept");
    let episode = memory.show(listed[0].id).expect("an episode");
    assert_eq!((episode.outcome.reached, episode.outcome.why.as_str()), (false, "it was taken back"));
    assert_eq!((episode.executed.len(), episode.used), (1, Vec::new()));
}

#[test]
fn gitm_spends_nothing_that_is_for_another_sub_goal() {
    let memory = Memory::open_in_memory().expect("a memory");
    let (pursuit, _) = begun(&memory, Program::Gitm);
    let reserve = pursuit.reserve();
    for item in [Item::IRON_INGOT, Item::STICK, Item::FURNACE, Item::RAW_IRON] {
        assert!(reserve.count(item) > 0, "{item} is for a later one: {reserve:?}");
    }
}

#[test]
fn a_part_of_the_way_is_remembered_as_it_is_when_the_goal_ends() {
    let memory = Memory::open_in_memory().expect("a memory");
    let book = Rc::new(RefCell::new(Notebook::of_life(memory.clone(), Origin::default())));
    let settings = Settings { pursue: Program::Gitm, plan: By::Rules, ..Settings::default() };
    let means = Means { book: Some(Rc::clone(&book)), ..Means::default() };
    let mut pursuit = Pursuit::new(goal("1 iron pickaxe"), settings, means, at_start);
    while !matches!(pursuit.decide(), Decision::Do(_)) {
        pursuit.wait(Duration::from_secs(10));
    }
    pursuit.conclude(&Ending::Reached);
    drop(pursuit);
    Rc::into_inner(book).expect("it is nobody else's").into_inner().finish().expect("it is written");
    let listed = memory.list(None, 1).expect("a list");
    let episode = memory.show(listed[0].id).expect("an episode");
    assert!(episode.goal != "obtain 1 iron_pickaxe" && !episode.outcome.reached, "{episode:?}");
}

#[test]
fn what_was_worn_and_held_is_remembered() {
    let memory = Memory::open_in_memory().expect("a memory");
    let book = Rc::new(RefCell::new(Notebook::of_life(memory.clone(), Origin::default())));
    let means = Means { book: Some(Rc::clone(&book)), ..Means::default() };
    let now = || Situation { worn: vec![Item::SHIELD], held: Some(Item::IRON_AXE), ..at_start() };
    let mut pursuit = Pursuit::new(goal("1 iron pickaxe"), Settings::default(), means, now);
    pursuit.conclude(&Ending::Reached);
    drop(pursuit);
    Rc::into_inner(book).expect("it is nobody else's").into_inner().finish().expect("it is written");
    let listed = memory.list(None, 1).expect("a list");
    let around = memory.show(listed[0].id).expect("an episode").circumstances;
    assert_eq!((around.worn, around.held), (vec![Item::SHIELD], Some(Item::IRON_AXE)));
}

#[test]
fn what_is_made_use_of_twice_counts_once() {
    let memory = filled_memory();
    let book = Rc::new(RefCell::new(Notebook::of_game(memory.snapshot().expect("a snapshot"), Origin::default())));
    let settings = Settings { pursue: Program::Jarvis, plan: By::Rules, ..Settings::default() };
    let means = Means { book: Some(Rc::clone(&book)), ..Means::default() };
    let mut pursuit = Pursuit::new(goal("1 iron pickaxe"), settings, means, at_start);
    for _ in 0..3 {
        while !matches!(pursuit.decide(), Decision::Do(_)) {
            pursuit.wait(Duration::from_secs(10));
        }
        pursuit.told(Done { outcome: Err(Reason::TookTooLong), ticks: 100 });
    }
    pursuit.conclude(&Ending::GivenUp(Cause::OutOfTicks));
    drop(pursuit);
    let book = Rc::into_inner(book).expect("it is nobody else's").into_inner();
    let mut used = book.finish().expect("it is written").pop().expect("an episode").used;
    let all = used.len();
    used.sort_unstable();
    used.dedup();
    assert!(all > 0 && used.len() == all, "{used:?} of {all}");
}

/// Writes down what was lived through, and gives it, the newest first.
fn lived(pursuit: Pursuit, book: Rc<RefCell<Notebook>>, memory: &Memory) -> Vec<Episode> {
    drop(pursuit);
    Rc::into_inner(book).expect("it is nobody else's").into_inner().finish().expect("it is written");
    let listed = memory.list(None, 100).expect("a list");
    listed.iter().map(|listed| memory.show(listed.id).expect("an episode")).collect()
}

/// Pursues a goal by the rules while all acts come to the same, with a memory.
fn pursued(text: &str, settings: Settings, now: Situation, outcome: Reason, memory: &Memory) -> Vec<Episode> {
    let book = Rc::new(RefCell::new(Notebook::of_life(memory.clone(), Origin::default())));
    let means = Means { book: Some(Rc::clone(&book)), ..Means::default() };
    let mut pursuit = Pursuit::new(goal(text), settings, means, move || now.clone());
    let end = loop {
        match pursuit.decide() {
            Decision::Over(end) => break end,
            Decision::Do(_) => pursuit.told(Done { outcome: Err(outcome.clone()), ticks: 100 }),
            Decision::Wait => assert!(pursuit.wait(Duration::from_secs(10)), "the memory answers"),
        }
    };
    pursuit.conclude(&end);
    lived(pursuit, book, memory)
}

#[test]
fn what_holds_at_once_is_no_merit_of_what_is_remembered() {
    let gitm = Settings { pursue: Program::Gitm, plan: By::Rules, ..Settings::default() };
    let carried = vec![ItemStack::new(Item::STONE_PICKAXE, 1)];
    let now = Situation { carried, ticks_left: Some(10), ..at_start() };
    let memory = filled_memory();
    let before = memory.list(None, 100).expect("a list").len();
    let gitm = Settings { gitm: crate::Gitm { decompose: false, ..gitm.gitm }, ..gitm };
    let now = Situation { reached: true, ..now };
    let episodes = pursued("1 stone pickaxe", gitm, now, Reason::TookTooLong, &memory);
    let new = &episodes[..episodes.len() - before];
    assert!(new.iter().all(|episode| episode.used.is_empty()), "{new:?}");
}

#[test]
fn a_part_of_the_way_that_has_no_way_left_is_remembered_as_failed() {
    let gitm = Settings { pursue: Program::Gitm, plan: By::Rules, ..Settings::default() };
    let memory = Memory::open_in_memory().expect("a memory");
    let episodes = pursued("1 stick", gitm, at_start(), Reason::NoSkill("that".into()), &memory);
    let failed = episodes.iter().filter(|episode| !episode.outcome.reached && episode.outcome.why.contains("no way"));
    assert!(failed.count() > 0, "{:?}", episodes.iter().map(|e| (&e.goal, &e.outcome.why)).collect::<Vec<_>>());
}

#[test]
fn own_looks_farther_by_a_remembered_plan_before_it_asks_a_model() {
    let memory = filled_memory();
    let heard = Arc::default();
    let model =
        super::transcripts::Listening { model: Box::new(Script::of_texts(["none"; 20])), heard: Arc::clone(&heard) };
    let book = Notebook::of_game(memory.snapshot().expect("a snapshot"), Origin::default());
    let book = Some(Rc::new(RefCell::new(book)));
    let means = Means { model: Some(Box::new(model)), book, ..Means::default() };
    let mut pursuit = Pursuit::new(goal("1 iron pickaxe"), Settings::default(), means, at_start);
    let mut calls = Vec::new();
    while calls.len() < 4 {
        match pursuit.decide() {
            Decision::Over(end) => panic!("{end:?}"),
            Decision::Wait => assert!(pursuit.wait(Duration::from_secs(10)), "a script answers at once"),
            Decision::Do(order) => {
                let heard: &Arc<Mutex<super::transcripts::Transcript>> = &heard;
                calls.push(heard.lock().expect("nobody panicked").requests.len());
                let what = order.act.step().map_or(Block::OAK_LOG, |step| step.block().unwrap_or(Block::OAK_LOG));
                pursuit.told(Done { outcome: Err(Reason::not_found(what)), ticks: 100 });
            }
        }
    }
    assert_eq!(calls[..2], [0, 0], "{calls:?}");
}
