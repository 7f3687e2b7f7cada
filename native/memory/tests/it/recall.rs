//! What each agent recalls.

use std::sync::Arc;
use std::time::Duration;

use anima_body::Frame;
use anima_memory::{
    Circumstances, Durations, Embedding, Entries, Episode, Executed, Id, Memory, Mode, Nearness, Origin, Picture,
    Progress, References, Sight, middle, step_class,
};
use anima_rules::{Biome, Item};

use crate::{ask, failed, goal, origin, reached};

fn references(memory: &Memory, words: &str) -> anima_memory::FoundReferences {
    ask(memory, References::new(&goal(words)))
}

fn ids(found: &anima_memory::FoundReferences) -> Vec<u64> {
    found.plans.iter().map(|plan| plan.id.0).collect()
}

#[test]
fn the_first_plan_that_worked_is_the_reference() {
    let memory = Memory::open_in_memory().unwrap();
    assert_eq!(references(&memory, "obtain 1 stone_pickaxe").best(), None);
    let words = "obtain 1 stone_pickaxe";
    memory.append(vec![failed(words, 0), reached(words, 1), reached(words, 2)]).unwrap();
    let found = references(&memory, words);
    assert_eq!((found.nearness, ids(&found), found.is_full), (Nearness::Same, vec![2, 3], false));
    let best = found.best().expect("there is one");
    assert_eq!(best.plan, reached(words, 1).lesson());
    assert!(best.plan.iter().any(|act| act.class() == "craft stone_pickaxe"));
}

#[test]
fn five_plans_are_kept_and_put_together() {
    let memory = Memory::open_in_memory().unwrap();
    let words = "obtain 1 stick";
    memory.append((0..7).map(|number| reached(words, number)).collect()).unwrap();
    let found = references(&memory, words);
    assert_eq!((ids(&found), found.is_full), (vec![1, 2, 3, 4, 5], true));
    let general = found.plans[0].plan[..1].to_vec();
    let summary = found.summary(general.clone(), "gitm", origin(100)).expect("there are plans");
    memory.append(vec![summary]).unwrap();
    let found = references(&memory, words);
    assert_eq!((ids(&found), found.is_full), (vec![8, 6, 7], false));
    assert_eq!((found.plans[0].plan.clone(), found.plans[0].support), (general, 5));
    // The summary is one of the next five.
    memory.append(vec![reached(words, 8), reached(words, 9)]).unwrap();
    let found = references(&memory, words);
    assert_eq!((ids(&found), found.is_full), (vec![8, 6, 7, 9, 10], true));
}

#[test]
fn a_plan_whose_users_fail_is_demoted_until_one_succeeds() {
    let memory = Memory::open_in_memory().unwrap();
    let words = "obtain 1 stick";
    memory.append(vec![reached(words, 0), reached(words, 1)]).unwrap();
    let used = |worked: bool, number: u32| {
        let mut episode = if worked { reached("obtain 1 bread", number) } else { failed(words, number) };
        episode.used = vec![Id(1)];
        memory.append(vec![episode]).unwrap();
        references(&memory, words)
    };
    assert_eq!(ids(&used(false, 2)), [1, 2]);
    let found = used(false, 3);
    assert_eq!(ids(&found), [2, 1]);
    assert!(found.plans[1].is_demoted && !found.plans[0].is_demoted);
    assert_eq!((found.plans[1].reached, found.plans[1].failed), (0, 2));
    let found = used(true, 4);
    assert_eq!(ids(&found), [1, 2]);
    assert_eq!((found.plans[0].reached, found.plans[0].failed), (1, 2));
    // When all have failed there is none to refer to.
    memory
        .append(
            (5..9)
                .map(|number| {
                    let mut episode = failed(words, number);
                    episode.used = vec![Id(1), Id(2)];
                    episode
                })
                .collect(),
        )
        .unwrap();
    let found = references(&memory, words);
    assert_eq!((ids(&found), found.best()), (vec![1, 2], None));
}

/// Two episodes that used a plan and failed.
fn failed_with(plan: u64, words: &str, number: u32) -> Vec<Episode> {
    let used = |number: u32| Episode { used: vec![Id(plan)], ..failed(words, number) };
    vec![used(number), used(number + 1)]
}

/// Five plans that have reached a goal, the summary of them (6), and two of its users that failed (7 and 8).
fn with_a_demoted_summary(words: &str) -> Memory {
    let memory = Memory::open_in_memory().expect("a memory");
    let append = |episodes: Vec<Episode>| memory.append(episodes).expect("they can be written");
    append((0..5).map(|number| reached(words, number)).collect());
    let found = references(&memory, words);
    let general = found.plans[0].plan.clone();
    append(found.summary(general, "gitm", origin(5)).into_iter().collect());
    assert_eq!(ids(&references(&memory, words)), [6]);
    append(failed_with(6, words, 6));
    memory
}

#[test]
fn what_a_demoted_summary_stands_for_counts_again() {
    let words = "obtain 1 stick";
    let memory = with_a_demoted_summary(words);
    let found = references(&memory, words);
    assert_eq!((ids(&found), found.best().map(|plan| plan.id)), (vec![1, 2, 3, 4, 5], Some(Id(1))));
    // A snapshot from before the second failure shows the summary, one from before the summary shows the plans.
    let seen = |upto: u64| {
        let snapshot = memory.snapshot().unwrap().as_of(Id(upto));
        ids(&snapshot.recall(References::new(&goal(words))).finish().unwrap())
    };
    assert_eq!((seen(5), seen(7), seen(8)), (vec![1, 2, 3, 4, 5], vec![6], vec![1, 2, 3, 4, 5]));
    // A user of the summary that succeeds after all makes it stand for its plans once more.
    let late = Episode { used: vec![Id(6)], ..reached(words, 8) };
    memory.append(vec![late]).unwrap();
    assert_eq!(ids(&references(&memory, words)), [6, 9]);
}

#[test]
fn a_summary_that_another_stands_for_does_not_let_its_sources_count_again() {
    let words = "obtain 1 stick";
    let memory = Memory::open_in_memory().unwrap();
    memory.append((0..5).map(|number| reached(words, number)).collect()).unwrap();
    let summarise = |number: u32| {
        let found = references(&memory, words);
        assert!(found.is_full, "{found:?}");
        let general = found.plans[0].plan.clone();
        memory.append(found.summary(general, "gitm", origin(number)).into_iter().collect()).unwrap();
        ids(&references(&memory, words))
    };
    assert_eq!(summarise(5), [6]);
    memory.append((6..10).map(|number| reached(words, number)).collect()).unwrap();
    assert_eq!(summarise(10), [11], "it stands for the first summary and four more");
    // The first summary was still in use while the second was made.
    memory.append(failed_with(6, words, 11)).unwrap();
    assert_eq!(ids(&references(&memory, words)), [11]);
    // Then the second one fails too, and what both have put together counts again, but not the first.
    memory.append(failed_with(11, words, 13)).unwrap();
    let found = references(&memory, words);
    assert_eq!((ids(&found), found.is_full), (vec![1, 2, 3, 4, 5], false));
}

#[test]
fn a_summary_that_fails_is_made_anew_once_there_are_more_new_plans_than_old_ones() {
    let words = "obtain 1 stick";
    let memory = with_a_demoted_summary(words);
    assert!(!references(&memory, words).is_full, "the same plans would give the same summary, at every recall");
    for (number, expected) in [(8, [9, 1, 2, 3, 4]), (9, [9, 10, 1, 2, 3])] {
        memory.append(vec![reached(words, number)]).unwrap();
        let found = references(&memory, words);
        assert_eq!((ids(&found), found.is_full), (expected.to_vec(), false));
    }
    memory.append(vec![reached(words, 10)]).unwrap();
    let found = references(&memory, words);
    assert_eq!((ids(&found), found.is_full), (vec![9, 10, 11, 1, 2], true));
    let general = found.plans[0].plan.clone();
    memory.append(found.summary(general, "gitm", origin(11)).into_iter().collect()).unwrap();
    let found = references(&memory, words);
    assert_eq!((ids(&found), found.is_full), (vec![12, 3, 4, 5, 6], false));
    assert_eq!(found.plans.iter().map(|plan| plan.is_demoted).collect::<Vec<_>>(), [false, false, false, false, true]);
}

#[test]
fn other_goals_help_out_where_all_plans_of_the_goal_are_demoted() {
    let memory = Memory::open_in_memory().unwrap();
    let words = "obtain 1 stone_pickaxe";
    let look = || {
        let found = references(&memory, words);
        (found.nearness, ids(&found), found.best().map(|plan| plan.id.0))
    };
    memory.append(vec![reached(words, 0)]).unwrap();
    memory.append(failed_with(1, words, 1)).unwrap();
    assert_eq!(look(), (Nearness::Same, vec![1], None), "nothing else is known");
    memory.append(vec![reached("obtain 1 wooden_pickaxe", 3)]).unwrap();
    assert_eq!(look(), (Nearness::Alike, vec![4], Some(4)));
    memory.append(vec![reached("obtain 2 stone_pickaxe", 4)]).unwrap();
    assert_eq!(look(), (Nearness::OtherAmount, vec![5], Some(5)));
    memory.append(failed_with(5, words, 5)).unwrap();
    assert_eq!(look(), (Nearness::Alike, vec![4], Some(4)));
    memory.append(failed_with(4, words, 7)).unwrap();
    assert_eq!(look(), (Nearness::Same, vec![1], None), "of the demoted ones the nearest");
    memory.append(vec![reached(words, 9)]).unwrap();
    assert_eq!(look(), (Nearness::Same, vec![10, 1], Some(10)));
}

#[test]
fn other_amounts_and_goals_that_are_alike_help_out() {
    let memory = Memory::open_in_memory().unwrap();
    memory.append(vec![reached("obtain 1 stone_pickaxe", 0), reached("obtain 1 bread", 1)]).unwrap();
    let nearness = |words: &str| {
        let found = references(&memory, words);
        (found.nearness, ids(&found))
    };
    assert_eq!(nearness("obtain 2 stone_pickaxe"), (Nearness::OtherAmount, vec![1]));
    assert_eq!(nearness("obtain 1 iron_pickaxe"), (Nearness::Alike, vec![1]));
    assert_eq!(nearness("obtain 1 diamond"), (Nearness::Alike, vec![]));
}

#[test]
fn durations_fall_into_depss_classes() {
    let classes: Vec<usize> = [0, 9, 10, 99, 100, 119, 120, 199, 200, 9999].into_iter().map(step_class).collect();
    assert_eq!(classes, [0, 0, 1, 9, 10, 10, 11, 14, 15, 15]);
    assert!((0..16).all(|class| class == 15 || step_class(middle(class) as u64) == class));
    let memory = Memory::open_in_memory().unwrap();
    let took = |number: u32, ticks: u64, y: i32, worked: bool| {
        let words = "obtain 1 raw_iron";
        let mut episode = if worked { reached(words, number) } else { failed(words, number) };
        let last = episode.executed.pop().expect("there is an act");
        assert_eq!(last.act.class(), "mine raw_iron");
        episode.executed = vec![Executed { ticks, ..last }];
        episode.circumstances.position[1] = y;
        episode
    };
    memory.append(vec![took(0, 250, 64, true), took(1, 250, 64, true), took(2, 1190, 0, true)]).unwrap();
    let query = |y: Option<i32>| Durations {
        class: "mine raw_iron".into(),
        circumstances: y.map(|y| Circumstances { position: [0, y, 0], ..Circumstances::default() }),
        ticks_per_step: 10,
    };
    let found = ask(&memory, query(None));
    assert_eq!((found.times, found.failed, found.likeliest()), (3, 0, Some(2)));
    assert!((found.expected().unwrap() - (25.0 + 25.0 + 110.0) / 3.0).abs() < 1e-3);
    let (up, down) = (ask(&memory, query(Some(64))), ask(&memory, query(Some(0))));
    assert!(down.expected() > found.expected() && found.expected() > up.expected(), "{up:?} {down:?}");
    memory.append(vec![took(3, 100, 64, false)]).unwrap();
    let found = ask(&memory, query(None));
    assert_eq!((found.classes[15], found.failed), (1.0, 1));
    // Whole goals have their class too, and what nobody did has none.
    assert_eq!(ask(&memory, Durations { class: "obtain raw_iron".into(), ..query(None) }).times, 4);
    assert_eq!(ask(&memory, Durations { class: "mine diamond".into(), ..query(None) }).expected(), None);
}

/// A picture in one colour.
fn coloured(colour: [u8; 3]) -> Arc<Frame> {
    Arc::new(Frame::from_rgb(64, 36, colour.repeat(64 * 36)))
}

#[test]
fn entries_are_found_in_each_of_jarvis_modes() {
    let memory = Memory::open_in_memory().unwrap();
    let (meadow, cave) = (coloured([90, 160, 60]), coloured([40, 40, 45]));
    let with = |words: &str, number: u32, extra: Option<Item>, frame: &Arc<Frame>| {
        let mut episode = reached(words, number);
        // Another plan for each.
        let first = episode.executed[0].clone();
        episode.executed.extend(vec![first; number as usize]);
        episode.circumstances.carried.extend(extra.map(|item| (item, 1)));
        memory.remember(episode, Some(Arc::clone(frame))).finish().unwrap();
    };
    with("obtain 1 iron_pickaxe", 0, None, &meadow);
    with("obtain 1 iron_pickaxe", 1, None, &cave);
    with("obtain 3 iron_ingot", 2, Some(Item::FURNACE), &meadow);
    with("obtain 3 iron_ingot", 3, None, &cave);
    with("obtain 1 bread", 4, None, &cave);
    let goals = [goal("obtain 1 iron_pickaxe"), goal("obtain 3 iron_ingot"), goal("obtain 2 stick")];
    let found = |mode: Mode, sight: Sight, carried: Option<Item>| {
        let mut here = Circumstances::default();
        here.carried.extend(carried.map(|item| (item, 1)));
        let found = ask(&memory, Entries { mode, sight, ..Entries::new(&goals, here) });
        found.entries.iter().map(|entry| (entry.asked, entry.id.0)).collect::<Vec<_>>()
    };
    let see = |frame: &Arc<Frame>| Sight::Frame(Arc::clone(frame));
    assert_eq!(found(Mode::None, see(&cave), None), []);
    assert_eq!(found(Mode::Text, see(&meadow), None), [(0, 2)], "of equals the newer");
    assert_eq!(found(Mode::Reasoning, see(&meadow), None), [(0, 2), (1, 4)]);
    assert_eq!(found(Mode::Multimodal, see(&meadow), None), [(0, 1), (1, 3)]);
    assert_eq!(found(Mode::Multimodal, see(&cave), None), [(0, 2), (1, 4)]);
    assert_eq!(found(Mode::Multimodal, Sight::None, Some(Item::FURNACE)), [(0, 2), (1, 3)], "by what is carried");
    let of_size = |size: u32| {
        let first = Entries { size: Some(size), ..Entries::new(&goals, Circumstances::default()) };
        ask(&memory, first).entries.iter().map(|entry| entry.id.0).collect::<Vec<_>>()
    };
    assert_eq!([of_size(0), of_size(1), of_size(3)], [vec![], vec![1], vec![2, 3]], "the first plans that worked");
}

/// What an earlier version of our eye saw is not compared with what this one sees: then what is carried decides.
#[test]
fn pictures_by_another_eye_are_not_compared() {
    let memory = Memory::open_in_memory().unwrap();
    let cave = coloured([40, 40, 45]);
    let earlier = Embedding::new("colour-and-layout-1", Embedding::of(&cave).values);
    for (number, item) in [(0, Item::FURNACE), (1, Item::TORCH)] {
        let mut episode = reached("obtain 1 iron_pickaxe", number);
        // Another plan for each.
        let first = episode.executed[0].clone();
        episode.executed.extend(vec![first; number as usize]);
        episode.circumstances.carried.insert(item, 1);
        episode.picture = Some(Picture::with(&cave, earlier.clone()));
        memory.append(vec![episode]).unwrap();
    }
    let found = |item: Item, sight: Sight| {
        let mut here = Circumstances::default();
        here.carried.insert(item, 1);
        let entries = ask(&memory, Entries { sight, ..Entries::new(&[goal("obtain 1 iron_pickaxe")], here) }).entries;
        (entries[0].id.0, entries[0].look)
    };
    let now = || Sight::Frame(Arc::clone(&cave));
    assert_eq!((found(Item::FURNACE, now()).0, found(Item::TORCH, now()).0), (1, 2));
    assert_eq!(found(Item::FURNACE, now()), found(Item::FURNACE, Sight::None));
    assert!((found(Item::TORCH, Sight::Embedding(earlier)).1 - 1.0).abs() < 1e-5, "by the same eye they are");
}

#[test]
fn the_same_plan_is_told_once_and_what_failed_is_not() {
    let memory = Memory::open_in_memory().unwrap();
    let words = "obtain 1 stone_pickaxe";
    memory
        .append(vec![reached(words, 0), reached(words, 1), failed(words, 2), failed("obtain 2 stone_pickaxe", 3)])
        .unwrap();
    let query = Entries { each: 5, ..Entries::new(&[goal(words)], Circumstances::default()) };
    let found = ask(&memory, query);
    assert_eq!(found.entries.iter().map(|entry| entry.id.0).collect::<Vec<_>>(), [2]);
}

#[test]
fn progress_tells_what_was_achieved_and_what_never_was() {
    let memory = Memory::open_in_memory().unwrap();
    let mut other = reached("obtain 1 bread", 9);
    other.origin = Origin { run: "another".into(), ..Origin::default() };
    let episodes = vec![
        reached("obtain 1 stick", 0),
        failed("obtain 1 stone_pickaxe", 1),
        failed("obtain 1 stick", 2),
        failed("obtain 1 stone_pickaxe", 3),
        other,
    ];
    memory.append(episodes).unwrap();
    let found = ask(&memory, Progress { run: Some("test".into()), limit: 10, ..Progress::default() });
    let [stick] = &found.reached[..] else { panic!("{found:?}") };
    assert_eq!((stick.goal.as_str(), stick.reached, stick.failed), ("obtain 1 stick", 1, 1));
    let [pickaxe] = &found.failed[..] else { panic!("{found:?}") };
    assert_eq!((pickaxe.failed, pickaxe.last, pickaxe.why.as_str()), (2, Id(4), "nothing worked"));
    let all = ask(&memory, Progress { limit: 1, ..Progress::default() });
    assert_eq!((all.all_reached, all.reached.len(), all.reached[0].goal.as_str()), (2, 1, "obtain 1 bread"));
    assert_eq!(
        ask(&memory, Progress { agent: Some("nobody".into()), limit: 9, ..Progress::default() }),
        Default::default()
    );
}

#[test]
fn an_answer_is_polled_and_given_once() {
    let memory = Memory::open_in_memory().unwrap();
    memory.append(vec![reached("obtain 1 stick", 0)]).unwrap();
    let mut recalling = memory.recall(References::new(&goal("obtain 1 stick")));
    assert!(recalling.wait(Duration::from_secs(60)));
    assert_eq!(recalling.take().expect("it has arrived").unwrap().plans.len(), 1);
    assert!(recalling.wait(Duration::from_secs(60)) && recalling.take().is_some_and(|again| again.is_err()));
    // What is asked after something is remembered knows of it.
    let written = memory.remember(reached("obtain 1 stick", 1), None);
    let found = memory.recall(References::new(&goal("obtain 1 stick"))).finish().unwrap();
    assert_eq!((found.plans.len(), written.finish().unwrap()), (2, Id(2)));
    let desert = Circumstances { biome: Biome::DESERT, ..Circumstances::default() };
    assert_eq!(desert.biome.name(), "desert");
}
