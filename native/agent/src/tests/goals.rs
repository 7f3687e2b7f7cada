//! A goal of every kind in plain words, played in a drawn scene and judged by the world's own statistics.

use std::sync::Arc;

use anima_body::{ChunkPos, Event};
use anima_intent::{Judge, Verdict};
use anima_mind::Program;
use anima_rules::{Biome, Block};

use super::*;

/// A blueprint that somebody drew.
fn library(name: &str) -> Result<String, String> {
    const HUT: &str = r#"
layers = [
    ["CCCC", "C..C", "CCDC"],
    ["CCCC", "C..C", "CCdC"],
    ["CCCC", "CCCC", "CCCC"],
]
[legend]
C = "cobblestone"
"." = "air"
D = "oak_door[half=lower]"
d = "oak_door[half=upper]"
"#;
    if name == "hut.toml" { Ok(HUT.to_owned()) } else { Err(format!("there is no {name}")) }
}

fn carrying(mut scene: Scene, items: &[(Item, u8)]) -> Scene {
    items.iter().for_each(|(item, count)| {
        scene.give(ItemStack::new(*item, *count));
    });
    scene
}

/// By day, with the sun on its way and no mobs but those drawn.
fn morning(scene: &Scene) -> World {
    world_at(scene, 1000)
}

fn world_at(scene: &Scene, day_time: u32) -> World {
    let rules = GameRules { do_mob_spawning: false, ..GameRules::default() };
    scene.world(Options { rules, day_time: Some(day_time), seed: 3, ..Options::default() })
}

/// Plays a goal to its end. It must be reached, and a judge that is told the world's own statistics in each tick must
/// think so, too.
#[track_caller]
fn reaches(world: &mut World, words: &str, ticks: u64) {
    let condition = Condition::parse(words, &library).unwrap_or_else(|error| panic!("{words}: {error}"));
    let told = |world: &World| {
        let now = world.observe();
        Observation { tally: Arc::new(world.tally().as_told(now.tick)), ..now }
    };
    let mut judge = Judge::new(&condition, &told(world));
    assert!(!judge.holds(), "{words} holds from the start");
    let mut life = Life::new(Settings::default(), world.observe());
    life.pursue(Goal { condition, ticks: Some(ticks) }, None);
    let mut notes = Vec::new();
    while life.ending().is_none() && world.ticks() < ticks + 10 {
        let turn = life.tick(world.observe());
        notes.extend(life.take_notes());
        if life.ending().is_none() {
            world.tick(&turn.control);
            judge.see(&told(world), &world.terrain().view());
        }
    }
    let at = world.observe().player.pos;
    assert_eq!(life.ending(), Some(&Ending::Reached), "{words}: at {at} after {} ticks: {notes:#?}", world.ticks());
    assert!(judge.holds(), "{words}: nobody else thinks so: {:?}", judge.progress());
}

#[test]
fn kills_three_zombies() {
    let mut scene = carrying(Scene::flat(), &[(Item::IRON_SWORD, 1), (Item::BREAD, 8)]);
    scene.put(40, Some(ItemStack::new(Item::SHIELD, 1)));
    for (x, z) in [(14.5, 3.5), (-18.5, 6.5), (9.5, -22.5), (25.5, 20.5)] {
        scene.mob("zombie", [x, 64.0, z]);
    }
    reaches(&mut world_at(&scene, 14_000), "kill 3 zombies", 6000);
}

#[test]
fn wears_iron_armor() {
    let scene = carrying(yard(), &[(Item::IRON_INGOT, 24)]);
    reaches(&mut morning(&scene), "wear iron armor", 6000);
}

#[test]
fn goes_to_a_place() {
    reaches(&mut morning(&Scene::flat()), "go to 30 64 -25", 1000);
    reaches(&mut morning(&Scene::flat()), "go to -30 25", 1000);
}

#[test]
fn explores_a_desert() {
    let mut scene = Scene::loaded(ChunkPos::new(-8, -8), ChunkPos::new(8, 8));
    scene.fill([-128, 63, -128], [143, 63, 143], "grass_block").start_at(0.5, 64.0, 0.5);
    for chunk in ChunkPos::new(0, 0).around(8).filter(|chunk| chunk.distance(ChunkPos::new(0, 0)) > 4) {
        scene.biome_of(chunk, Biome::DESERT);
    }
    reaches(&mut morning(&scene), "explore a desert", 6000);
}

#[test]
fn sleeps_through_the_night_on_a_long_way() {
    let mut scene = Scene::loaded(ChunkPos::new(-12, -12), ChunkPos::new(12, 12));
    scene.fill([-192, 63, -192], [207, 63, 207], "grass_block").start_at(0.5, 64.0, 0.5);
    let scene = carrying(scene, &[(Item::WHITE_BED, 1)]);
    for pursue in [Program::Own, Program::Gitm, Program::Deps] {
        let mind = anima_mind::Settings { pursue, ..anima_mind::Settings::default() };
        let mut world = world_at(&scene, 12_400);
        let mut life = Life::new(Settings { mind, ..Settings::default() }, world.observe());
        life.pursue(goal_of("explore a desert", Some(3000)), None);
        let notes = live(&mut world, &mut life, 1500);
        let now = world.observe();
        assert!(now.day_time < 12_000, "{pursue}: it is {}: {notes:#?}", now.day_time);
        assert_eq!(now.inventory.count(Item::WHITE_BED), 1, "{pursue}: the bed is taken along");
        let searches =
            notes.iter().filter(|note| matches!(note, Note::ActStarted(act) if act.contains("desert"))).count();
        assert!(searches >= 2, "{pursue}: the search goes on in the morning: {notes:#?}");
    }
}

#[test]
fn places_torches() {
    let scene = carrying(yard(), &[(Item::COAL, 1)]);
    reaches(&mut morning(&scene), "place 4 torches", 6000);
}

#[test]
fn plants_wheat_seeds() {
    let mut scene = yard();
    for x in (-30..30).step_by(2) {
        scene.fill([x, 64, -14], [x, 64, -4], "grass");
    }
    scene.fill([4, 63, -2], [8, 63, -2], "water");
    reaches(&mut morning(&scene), "plant 5 wheat seeds", 12_000);
}

#[test]
fn plants_saplings() {
    let scene = carrying(Scene::flat(), &[(Item::OAK_SAPLING, 3)]);
    reaches(&mut morning(&scene), "plant 3 oak saplings", 2000);
}

#[test]
fn breeds_cows() {
    let mut scene = carrying(Scene::flat(), &[(Item::WHEAT, 4)]);
    for (x, z) in [(12.5, 3.5), (-10.5, 6.5), (9.5, -12.5), (-15.5, -10.5)] {
        scene.mob("cow", [x, 64.0, z]);
    }
    reaches(&mut morning(&scene), "breed 2 cows", 6000);
}

#[test]
fn puts_cobblestone_in_a_chest() {
    reaches(&mut morning(&yard()), "put 10 cobblestone in a chest", 8000);
    let mut scene = carrying(Scene::flat(), &[(Item::COBBLESTONE, 64)]);
    scene.set([20, 64, 9], "chest");
    let mut world = morning(&scene);
    reaches(&mut world, "put 10 cobblestone in a chest", 1000);
    let now = world.observe();
    let stored: u32 =
        (0..now.menu.kind.own_slots()).filter_map(|slot| now.menu.slot(slot)).map(|s| u32::from(s.count)).sum();
    assert_eq!(stored, 10);
    assert!(now.inventory.count(Item::COBBLESTONE) > 50, "the rest is carried");
}

#[test]
fn sleeps_through_a_night() {
    let scene = carrying(Scene::flat(), &[(Item::RED_BED, 1)]);
    reaches(&mut world_at(&scene, 11_000), "sleep", 6000);
    let mut scene = yard();
    for x in [12.5, 16.5, 20.5] {
        scene.mob("sheep", [x, 64.0, -6.5]);
    }
    reaches(&mut world_at(&scene, 6000), "sleep", 16_000);
}

/// What is lost by a death stays lost, however many mornings come after it and whatever else would do.
#[test]
fn a_morning_after_a_death_was_not_survived() {
    let first = morning(&Scene::flat()).observe();
    let ends = |words: &str, death: Option<usize>| {
        let mut judge = Judge::new(&Condition::parse(words, &library).expect("a goal"), &first);
        for night in 0..3 {
            let died = (death == Some(night)).then(|| Event::Died { message: String::new() });
            for (day_time, events) in [(20_000, died.into_iter().collect()), (1000, Vec::new())] {
                let now = Observation { day_time, events: Arc::new(events), ..first.clone() };
                judge.see(&now, &first.terrain.view());
            }
        }
        judge.verdict()
    };
    for words in ["survive 2 nights", "survive 2 nights or obtain 64 diamond"] {
        assert_eq!([None, Some(2)].map(|death| ends(words, death)), [Verdict::Reached; 2], "{words}");
    }
    for death in [0, 1] {
        assert_eq!(ends("survive 2 nights", Some(death)), Verdict::Lost);
        assert_eq!(ends("survive 2 nights and obtain 1 dirt", Some(death)), Verdict::Lost);
        assert_eq!(ends("survive 2 nights or obtain 64 diamond", Some(death)), Verdict::Open);
    }
}

#[test]
fn survives_a_night() {
    let scene = carrying(yard(), &[(Item::BREAD, 4)]);
    let rules = GameRules::default();
    let mut world = scene.world(Options { rules, day_time: Some(12_000), seed: 5, ..Options::default() });
    reaches(&mut world, "survive 1 night", 14_000);
}

#[test]
fn builds_a_blueprint() {
    let scene = carrying(yard(), &[(Item::COBBLESTONE, 40)]);
    let mut world = morning(&scene);
    reaches(&mut world, "build hut.toml", 12_000);
    let doors = (-48..64).flat_map(|x| (-48..64).map(move |z| anima_body::BlockPos::new(x, 64, z)));
    let is_door =
        |pos: &anima_body::BlockPos| world.terrain().block(*pos).is_some_and(|s| s.block() == Block::OAK_DOOR);
    assert_eq!(doors.filter(is_door).count(), 1);
}

#[test]
fn a_build_that_the_player_broke_off_takes_only_what_is_missing() {
    // There is no stone about: what was laid cannot be had again.
    let items = [(Item::COBBLESTONE, 30), (Item::OAK_DOOR, 1), (Item::DIRT, 10)];
    let mut world = morning(&carrying(Scene::flat(), &items));
    let condition = Condition::parse("build hut.toml", &library).expect("a goal");
    let mut life = Life::new(Settings::default(), world.observe());
    life.pursue(Goal { condition, ticks: Some(6000) }, None);
    while life.ending().is_none() {
        let turn = life.tick(world.observe());
        world.tick(&turn.control);
        if matches!(world.ticks(), 120 | 200) {
            assert!((1..30).contains(&world.observe().inventory.count(Item::COBBLESTONE)), "half of it stands");
            life.interrupt("the player");
        }
    }
    assert_eq!(life.ending(), Some(&Ending::Reached), "{:?}", life.status());
}

#[test]
fn does_one_thing_and_another() {
    let mut scene = carrying(Scene::flat(), &[(Item::STONE_SWORD, 1), (Item::CHEST, 1)]);
    scene.mob("pig", [12.5, 64.0, 3.5]);
    reaches(&mut morning(&scene), "kill 1 pig and place 1 chest and go to 10 64 10", 4000);
}
