//! Several games learn into one memory.

use anima_memory::{Id, Memory, Notebook, Origin, References};

use crate::{ask, goal, reached};

#[test]
fn a_snapshot_does_not_see_what_is_added_later() {
    let memory = Memory::open_in_memory().unwrap();
    memory.append(vec![reached("obtain 1 stick", 0)]).unwrap();
    let snapshot = memory.snapshot().unwrap();
    memory.append(vec![reached("obtain 1 stick", 1)]).unwrap();
    let query = || References::new(&goal("obtain 1 stick"));
    let ids = |found: anima_memory::FoundReferences| found.plans.iter().map(|plan| plan.id).collect::<Vec<_>>();
    assert_eq!(ids(ask(&memory, query())), [Id(1), Id(2)]);
    assert_eq!(ids(snapshot.recall(query()).finish().unwrap()), [Id(1)]);
    assert_eq!((snapshot.upto(), memory.snapshot().unwrap().upto()), (Id(1), Id(2)));
}

#[test]
fn a_round_is_merged_in_the_order_of_its_games() {
    let lived = |game: u32, number: u32| {
        let mut episode = reached(["obtain 1 stick", "obtain 1 bread"][number as usize % 2], 0);
        episode.origin = Origin { run: "learn".into(), game, number, task: format!("task {game}"), round: 0 };
        episode
    };
    let all: Vec<_> = (0..4).flat_map(|game| (0..3).map(move |number| lived(game, number))).collect();
    let stored = |orders: &[Vec<usize>]| {
        let memory = Memory::open_in_memory().unwrap();
        for (round, order) in orders.iter().enumerate() {
            memory.merge(round as u32, order.iter().map(|at| all[*at].clone()).collect()).unwrap();
        }
        (1..=memory.snapshot().unwrap().upto().0).map(|id| memory.show(Id(id)).unwrap()).collect::<Vec<_>>()
    };
    let one_after_the_other: Vec<usize> = (0..12).collect();
    let four_at_once = vec![9, 0, 3, 6, 10, 7, 1, 4, 2, 11, 5, 8];
    let one = stored(&[one_after_the_other.clone(), one_after_the_other.clone()]);
    assert_eq!(one.len(), 24);
    assert_eq!(one, stored(&[four_at_once.clone(), four_at_once]));
}

#[test]
fn a_round_that_is_merged_again_changes_nothing() {
    let memory = Memory::open_in_memory().unwrap();
    let round = || vec![reached("obtain 1 stick", 0), reached("obtain 1 bread", 1)];
    let ids = memory.merge(3, round()).unwrap();
    assert_eq!(memory.merge(3, round()).unwrap(), ids);
    assert_eq!(memory.merge(4, round()).unwrap(), [Id(3), Id(4)]);
}

#[test]
fn what_finished_games_keep_is_recalled_after_their_round() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.sqlite");
    let of_game = |game: u32| {
        let mut episode = reached("obtain 1 stick", 0);
        episode.origin = Origin { run: "learn".into(), round: 2, game, ..Origin::default() };
        episode
    };
    let memory = Memory::open(&path).unwrap();
    // The last game ends first, and the run is ended before the others do.
    memory.keep(vec![of_game(3)]).unwrap();
    drop(memory);
    let memory = Memory::open(&path).unwrap();
    assert_eq!((memory.kept("learn", 2).unwrap(), memory.snapshot().unwrap().upto()), (vec![3], Id(0)));
    for game in [1, 3, 0, 2] {
        memory.keep(vec![of_game(game)]).unwrap();
    }
    assert_eq!(memory.check().unwrap().waiting, 4);
    assert_eq!(memory.merge_kept("learn", 1).unwrap(), []);
    assert_eq!(memory.merge_kept("learn", 2).unwrap(), [Id(1), Id(2), Id(3), Id(4)]);
    assert_eq!(memory.merge_kept("learn", 2).unwrap(), []);
    assert!((0..4).all(|game| memory.show(Id(u64::from(game) + 1)).unwrap() == of_game(game)));
    assert_eq!(memory.check().unwrap().waiting, 0);
}

/// All games of a round see the same five plans, and each that puts them together writes a summary.
#[test]
fn games_that_put_the_same_plans_together_make_one_summary() {
    let memory = Memory::open_in_memory().unwrap();
    memory.append((0..5).map(|number| reached("obtain 1 stick", number)).collect()).unwrap();
    let snapshot = memory.snapshot().unwrap();
    for number in 0..3 {
        let origin = Origin { run: "learn".into(), round: 1, game: number, ..Origin::default() };
        let mut game = Notebook::of_game(snapshot.clone(), origin);
        let found = game.recall(References::new(&goal("obtain 1 stick"))).finish().unwrap();
        let summary = found.summary(found.plans[0].plan.clone(), "gitm", Origin::default()).unwrap();
        game.write(summary, None).unwrap();
        game.write(reached("obtain 1 bread", 0), None).unwrap();
        memory.keep(game.finish().unwrap()).unwrap();
    }
    assert_eq!(memory.merge_kept("learn", 1).unwrap(), [Id(6), Id(7), Id(8), Id(9)]);
    assert_eq!(memory.show(Id(9)).unwrap().summary_of.len(), 5);
}

/// What a round is played on with, as after a kill, is what it began with.
#[test]
fn a_round_that_is_played_on_recalls_what_was_known_when_it_began() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.sqlite");
    let memory = Memory::open(&path).unwrap();
    memory.append(vec![reached("obtain 1 stick", 0)]).unwrap();
    assert_eq!(memory.snapshot_of_round("learn", 0).unwrap().upto(), Id(1));
    memory.append(vec![reached("obtain 1 stick", 1)]).unwrap();
    assert_eq!(memory.snapshot_of_round("learn", 1).unwrap().upto(), Id(2));
    drop(memory);
    let memory = Memory::open(&path).unwrap();
    memory.append(vec![reached("obtain 1 stick", 2)]).unwrap();
    let upto = |run: &str, round: u32| memory.snapshot_of_round(run, round).unwrap().upto();
    assert_eq!([upto("learn", 0), upto("learn", 1), upto("other", 0)], [Id(1), Id(2), Id(3)]);
}

#[test]
fn one_who_only_recalls_keeps_nothing() {
    let memory = Memory::open_in_memory().unwrap();
    memory.append(vec![reached("obtain 1 stick", 0)]).unwrap();
    let mut reader = Notebook::of_reader(memory.snapshot().unwrap());
    for _ in 0..3 {
        reader.write(reached("obtain 1 stick", 0), None).unwrap();
    }
    assert_eq!(reader.recall(References::new(&goal("obtain 1 stick"))).finish().unwrap().plans.len(), 1);
    assert_eq!(reader.take_written().unwrap(), []);
    assert_eq!((reader.finish().unwrap(), memory.snapshot().unwrap().upto()), (vec![], Id(1)));
}

#[test]
fn a_life_learns_at_once_and_the_games_of_a_round_at_its_end() {
    let memory = Memory::open_in_memory().unwrap();
    let recalled =
        |notebook: &Notebook| notebook.recall(References::new(&goal("obtain 1 stick"))).finish().unwrap().plans.len();
    let mut life = Notebook::of_life(memory.clone(), Origin { run: "life".into(), ..Origin::default() });
    life.write(reached("obtain 1 stick", 0), None).unwrap();
    assert_eq!(recalled(&life), 1);
    let snapshot = memory.snapshot().unwrap();
    let mut game = Notebook::of_game(snapshot, Origin { run: "learn".into(), game: 7, ..Origin::default() });
    life.write(reached("obtain 1 stick", 0), None).unwrap();
    game.write(reached("obtain 1 stick", 0), None).unwrap();
    game.write(reached("obtain 1 bread", 0), None).unwrap();
    assert_eq!((recalled(&life), recalled(&game)), (2, 1));
    assert_eq!(life.finish().unwrap(), []);
    let learnt = game.finish().unwrap();
    assert_eq!(
        learnt.iter().map(|episode| (episode.origin.game, episode.origin.number)).collect::<Vec<_>>(),
        [(7, 0), (7, 1)]
    );
}
