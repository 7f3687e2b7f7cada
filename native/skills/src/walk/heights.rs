//! Ways over floors of all heights, searched and walked.

use anima_body::{BlockPos, Control, Keys};
use anima_world::{GameRules, Options, Scene, World};
use glam::DVec3;

use crate::path::{Conditions, Goal, Search, Status};
use crate::testing::Game;
use crate::{Travel, go_to};

/// What floors are made of, each in the cell that the feet are in.
const FLOORS: [&str; 19] = [
    "air",
    "snow[layers=3]",
    "snow[layers=7]",
    "snow[layers=8]",
    "oak_slab",
    "oak_slab[type=top]",
    "white_carpet",
    "dirt_path",
    "daylight_detector",
    "enchanting_table",
    "oak_stairs[facing=east]",
    "oak_stairs[facing=west]",
    "oak_stairs[facing=north]",
    "oak_stairs[facing=east,half=top]",
    "oak_trapdoor",
    "end_portal_frame",
    "stonecutter",
    "stone",
    "repeater",
];

/// A world of two columns in bedrock, each a floor in a cell at some height, with a ceiling; the player on the first.
fn two_columns(floors: [(&str, i32); 2], ceiling: Option<i32>) -> World {
    let mut scene = Scene::new();
    scene.fill([-2, 55, -2], [4, 75, 4], "bedrock").fill([0, 64, 0], [1, 72, 0], "air");
    for (x, (floor, y)) in [0, 1].into_iter().zip(floors) {
        scene.fill([x, 60, 0], [x, y - 1, 0], "stone").set([x, y, 0], floor);
        if let Some(ceiling) = ceiling {
            scene.set([x, ceiling, 0], "stone");
        }
    }
    scene.start_at(0.5, f64::from(floors[0].1) + 1.0, 0.5).look(-90.0, 0.0);
    let rules = GameRules { do_mob_spawning: false, random_tick_speed: 0, ..GameRules::default() };
    let mut world = scene.world(Options { rules, radius: 1, ..Options::default() });
    hold(&mut world, Keys::empty(), 20);
    world
}

fn hold(world: &mut World, keys: Keys, ticks: u32) {
    (0..ticks).for_each(|_| world.tick(&Control { keys, ..Control::default() }));
}

fn stands(world: &World) -> bool {
    world.motion().on_ground && world.observe().player.eye_height > 1.6
}

/// Where the player comes to stand in the second column, with one key or two held.
fn stepped(world: &World) -> Option<DVec3> {
    [Keys::FORWARD, Keys::FORWARD | Keys::JUMP].into_iter().find_map(|keys| {
        let mut world = world.clone();
        for _ in 0..60 {
            let is_there = world.motion().pos.x > 1.4;
            hold(&mut world, if is_there { Keys::empty() } else { keys }, 1);
        }
        Some(world.motion().pos).filter(|pos| pos.x > 1.25 && stands(&world))
    })
}

#[test]
fn a_step_between_two_floors_is_found_just_where_the_game_lets_one_take_it() {
    /// What no step rises: some ledges are climbed by two jumps, as beside a chest.
    const TWO_JUMPS: f64 = 1.26;
    let (mut taken, mut refused) = (0, 0);
    for (from, to) in FLOORS.iter().flat_map(|from| FLOORS.map(|to| (*from, to))) {
        for (height, ceiling) in (64..=67).flat_map(|height| [None, Some(68)].map(|ceiling| (height, ceiling))) {
            let world = two_columns([(from, 65), (to, height)], ceiling);
            if !stands(&world) {
                continue;
            }
            let (feet, end) = (world.motion().pos, stepped(&world));
            if end.is_some_and(|end| end.y - feet.y > TWO_JUMPS) {
                continue;
            }
            let column = Goal::Xz { x: 1, z: 0 };
            let goal = end.map_or(column, |end| Goal::Block(BlockPos::containing(end + DVec3::Y * 1e-6)));
            let now = world.observe();
            let view = now.terrain.view();
            let way = Search::new(feet, goal, Conditions::default()).finish(&|pos| Some(view.block_or_wall(pos)));
            let is_found = matches!(way, Status::Found(_));
            assert_eq!(is_found, end.is_some(), "from {from} to {to} at {height} under {ceiling:?}: {way:?}");
            *(if is_found { &mut taken } else { &mut refused }) += 1;
        }
    }
    assert!(taken > 1000 && refused > 500, "{taken} {refused}");
}

/// Plays a walk without tools or blocks; the ticks that it takes, if it gets there unhurt.
fn walk(scene: &Scene, goal: &Goal) -> Option<u32> {
    let (mut ticks, to) = (0, goal.clone());
    let go = |me| async move { go_to(&me, &to, &Travel::default()).await };
    let end = Game::by_day(scene).after(20).watch(1000, go, |_, _| ticks += 1);
    (end.outcome == Some(Ok(())) && end.lost == 0.0).then_some(ticks)
}

/// Three columns by three without the middle, in the order in which a spiral climbs them.
const RING: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];

/// How high above the ground a step of a spiral is, and what it is.
type Step<'a> = &'a dyn Fn(i32) -> (i32, String);

#[test]
fn a_spiral_of_slabs_or_stairs_is_climbed_and_come_down_in_a_tower_and_in_the_open() {
    let slab = |step: i32| (step / 2, ["oak_slab", "oak_slab[type=top]"][step as usize % 2].to_owned());
    let late_slab = |step: i32| slab(step + 1);
    let stair = |step: i32| {
        let facing = ["east", "east", "east", "south", "south", "west", "west", "north"][step as usize % 8];
        (step, format!("oak_stairs[facing={facing}]"))
    };
    let spirals: [(i32, Step<'_>); 3] = [(24, &slab), (23, &late_slab), (12, &stair)];
    for (steps, step) in spirals {
        for (is_walled, pole) in [(false, "air"), (false, "stone"), (true, "air"), (true, "stone")] {
            let mut scene = Scene::flat();
            if is_walled {
                scene.fill([-3, 64, -3], [3, 84, 3], "stone").fill([-2, 64, -2], [2, 84, 2], "air");
            }
            scene.fill([0, 64, 0], [0, 84, 0], pole);
            for i in 0..steps {
                let ((x, z), (up, block)) = (RING[i as usize % 8], step(i));
                scene.set([x, 64 + up, z], &block);
            }
            let (x, z) = RING[(steps - 1) as usize % 8];
            let top = BlockPos::new(x, 76, z);
            let foot = BlockPos::new(-2, 64, -2);
            let up = walk(scene.start_at(-1.5, 64.0, -1.5), &Goal::Block(top));
            assert!(up.is_some_and(|ticks| ticks < 130), "{steps} steps up, {is_walled} {pole}: {up:?}");
            let high = top.floor_center();
            let down = walk(scene.start_at(high.x, high.y + 0.6, high.z), &Goal::Block(foot));
            assert!(down.is_some_and(|ticks| ticks < 200), "{steps} steps down, {is_walled} {pole}: {down:?}");
        }
    }
}

#[test]
fn an_agent_that_stands_on_a_path_jumps_onto_a_block_that_is_one_higher_than_the_grass() {
    for floor in ["dirt_path", "snow[layers=8]", "enchanting_table", "end_portal_frame"] {
        let mut scene = Scene::new();
        scene.fill([-3, 60, -3], [12, 72, 3], "bedrock").fill([-2, 64, 0], [11, 71, 0], "air");
        scene.fill([-2, 64, 0], [5, 64, 0], floor).fill([6, 64, 0], [11, 65, 0], "stone").start_at(-1.5, 65.0, 0.5);
        let ticks = walk(&scene, &Goal::Block(BlockPos::new(10, 66, 0)));
        assert!(ticks.is_some_and(|ticks| ticks < 80), "{floor}: {ticks:?}");
    }
}
