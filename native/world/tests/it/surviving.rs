use anima_body::{Control, Event, Keys, PlayerFlags, Screen};
use anima_rules::{Item, ItemStack};
use anima_world::{Difficulty, GameRules, Options, Scene};

use super::{Game, one};

fn health_after(game: &mut Game, ticks: u32) -> f32 {
    game.wait(ticks);
    game.now().player.health
}

#[test]
fn falls_hurt_by_their_blocks() {
    for (height, on, health) in [(3, "stone", 20.0), (4, "stone", 19.0), (10, "stone", 13.0), (10, "hay_block", 18.0)] {
        let mut scene = Scene::new();
        scene.set([0, 63, 0], on).start_at(0.5, 64.0 + f64::from(height), 0.5);
        scene.start.food = 17;
        let mut game = Game::of(&scene);
        assert_eq!(health_after(&mut game, 40), health, "{height} blocks onto {on}");
    }
    let mut scene = Scene::new();
    scene.fill([-2, 60, -2], [2, 60, 2], "stone").fill([-2, 61, -2], [2, 63, 2], "water").start_at(0.5, 90.0, 0.5);
    assert_eq!(health_after(&mut Game::of(&scene), 60), 20.0, "water catches");
}

#[test]
fn death_drops_all_and_one_comes_back() {
    let mut scene = Scene::flat();
    scene.start_at(0.5, 100.0, 0.5).give(ItemStack::new(Item::DIAMOND, 3)).put(38, Some(one(Item::IRON_CHESTPLATE)));
    scene.set([0, 99, 0], "glass");
    let mut game = Game::of(&scene);
    game.hold(Keys::FORWARD, 100);
    let now = game.now();
    assert!(now.player.is(PlayerFlags::DEAD) && now.screen == Screen::Death);
    assert_eq!(now.inventory.slots.iter().flatten().count(), 0);
    assert_eq!(now.entities.len(), 2);
    assert!(game.events.contains(&Event::Died { message: "Player hit the ground too hard".into() }));
    let lies = now.player.pos;
    game.hold(Keys::FORWARD, 10);
    assert!((game.now().player.pos - lies).length() < 0.3, "the dead do not walk");
    game.tick(&Control { respawn: true, ..Control::default() });
    let now = game.now();
    assert_eq!((now.player.health, now.player.food, now.screen), (20.0, 20, Screen::None));
    assert!(game.events.contains(&Event::Respawned));
    assert!((now.player.pos.y - 100.0).abs() < 0.1);
}

#[test]
fn a_player_that_began_in_the_air_comes_back_on_the_ground() {
    let mut scene = Scene::flat();
    scene.start_at(0.5, 100.0, 0.5);
    let mut game = Game::of(&scene);
    game.wait(80);
    assert!(game.now().player.is(PlayerFlags::DEAD));
    game.tick(&Control { respawn: true, ..Control::default() });
    game.wait(60);
    assert_eq!((game.now().player.health, game.now().player.pos.y), (20.0, 64.0));
}

#[test]
fn keep_inventory_keeps_it() {
    let mut scene = Scene::flat();
    scene.start_at(0.5, 100.0, 0.5).give(one(Item::DIAMOND));
    let rules = GameRules { keep_inventory: true, ..GameRules::default() };
    let mut game = Game::with(&scene, Options { rules, ..Options::default() });
    game.wait(80);
    assert!(game.now().player.is(PlayerFlags::DEAD));
    game.tick(&Control { respawn: true, ..Control::default() });
    assert_eq!(game.count(Item::DIAMOND), 1);
}

#[test]
fn lungs_last_fifteen_seconds() {
    let mut scene = Scene::new();
    scene.fill([-1, 60, -1], [1, 70, 1], "stone").fill([0, 61, 0], [0, 66, 0], "water").start_at(0.5, 61.0, 0.5);
    scene.start.food = 17;
    let mut game = Game::of(&scene);
    assert_eq!(health_after(&mut game, 319), 20.0);
    assert_eq!(health_after(&mut game, 2), 18.0);
    assert_eq!(health_after(&mut game, 20), 16.0);
}

#[test]
fn lava_burns_and_water_puts_it_out() {
    let mut scene = Scene::flat();
    scene.set([0, 63, 0], "lava").fill([0, 63, 2], [0, 63, 4], "water");
    let mut game = Game::of(&scene);
    game.wait(5);
    let hot = game.now().player;
    assert!(hot.is(PlayerFlags::ON_FIRE) && hot.health <= 16.0);
    game.hold(Keys::FORWARD | Keys::JUMP, 40);
    assert!(!game.now().player.is(PlayerFlags::ON_FIRE));
}

#[test]
fn fire_goes_on_for_a_while() {
    let mut scene = Scene::flat();
    scene.set([0, 63, 0], "netherrack").set([0, 64, 0], "fire");
    let mut game = Game::of(&scene);
    game.wait(25);
    game.hold(Keys::FORWARD, 10);
    let health = game.now().player.health;
    assert!(game.now().player.is(PlayerFlags::ON_FIRE) && health < 20.0);
    game.wait(200);
    assert!(!game.now().player.is(PlayerFlags::ON_FIRE));
    assert!(game.now().player.health < health + 8.0);
}

#[test]
fn walls_stifle() {
    let mut scene = Scene::new();
    scene.fill([-2, 60, -2], [2, 68, 2], "stone").start_at(0.5, 64.0, 0.5);
    let mut game = Game::of(&scene);
    assert!(health_after(&mut game, 30) < 20.0);
}

#[test]
fn a_young_bush_takes_no_thorns_from_the_one_beside_it() {
    let mut scene = Scene::flat();
    scene.set([0, 64, 1], "sweet_berry_bush[age=2]").set([0, 64, 2], "sweet_berry_bush[age=0]");
    scene.start_at(0.5, 64.0, 1.75);
    let mut game = Game::of(&scene);
    game.hold(Keys::FORWARD, 3);
    assert_eq!(game.now().player.health, 19.0);
}

#[test]
fn cactus_and_magma_hurt_at_most_twice_a_second() {
    let mut scene = Scene::flat();
    scene.set([0, 63, 0], "magma_block");
    scene.start.food = 10;
    let mut game = Game::of(&scene);
    let health = health_after(&mut game, 41);
    assert_eq!(health, 15.0, "at 1, 11, 21, 31 and 41");
    let mut sneaking = Game::of(&scene);
    sneaking.hold(Keys::SNEAK, 1);
    let before = sneaking.now().player.health;
    sneaking.hold(Keys::SNEAK, 40);
    assert_eq!(sneaking.now().player.health, before, "who sneaks is spared");
}

#[test]
fn armour_softens_blows_but_not_falls() {
    let cactus = |armour: bool| {
        let mut scene = Scene::flat();
        scene.set([0, 63, 1], "sand").set([0, 64, 1], "cactus");
        scene.start.food = 10;
        if armour {
            for (slot, item) in [Item::IRON_BOOTS, Item::IRON_LEGGINGS, Item::IRON_CHESTPLATE, Item::IRON_HELMET]
                .into_iter()
                .enumerate()
            {
                scene.put(36 + slot, Some(one(item)));
            }
        }
        let mut game = Game::of(&scene);
        game.hold(Keys::FORWARD, 40);
        game
    };
    let (bare, armoured) = (cactus(false), cactus(true));
    let lost = |game: &Game| 20.0 - game.now().player.health;
    assert!(lost(&armoured) > 0.0 && lost(&armoured) < lost(&bare) * 0.5);
    assert!(armoured.now().inventory.slots[38].is_some_and(|plate| plate.damage > 0));
}

#[test]
fn sprinting_tires_and_food_heals() {
    let mut scene = Scene::loaded(anima_body::ChunkPos::new(-1, -1), anima_body::ChunkPos::new(1, 20));
    scene.fill([-3, 63, -3], [3, 63, 330], "stone");
    let mut game = Game::of(&scene);
    game.hold(Keys::FORWARD | Keys::SPRINT, 1000);
    let now = game.now().player;
    assert!(now.pos.z > 250.0, "{}", now.pos.z);
    assert!(now.saturation < 1.0 || now.food < 20, "28 points of exhaustion");

    let mut scene = Scene::flat();
    (scene.start.health, scene.start.food) = (10.0, 20);
    let mut game = Game::of(&scene);
    assert!(health_after(&mut game, 200) > 12.0);
    let mut scene = Scene::flat();
    (scene.start.health, scene.start.food) = (10.0, 17);
    let mut game = Game::of(&scene);
    assert_eq!(health_after(&mut game, 400), 10.0);
}

#[test]
fn a_player_that_starves_cannot_sprint_and_loses_health_down_to_one() {
    let mut scene = Scene::flat();
    (scene.start.health, scene.start.food) = (3.0, 0);
    let mut game = Game::of(&scene);
    game.hold(Keys::FORWARD | Keys::SPRINT, 5);
    assert!(!game.now().player.is(PlayerFlags::SPRINTING));
    assert_eq!(health_after(&mut game, 1000), 1.0);
    let mut hard = Game::with(&scene, Options { difficulty: Difficulty::Hard, ..Options::default() });
    hard.wait(300);
    assert!(hard.now().player.is(PlayerFlags::DEAD));
}

#[test]
fn the_edge_of_the_known_world_is_a_wall() {
    let mut scene = Scene::flat();
    scene.start_at(0.5, 64.0, 62.5);
    let mut game = Game::of(&scene);
    game.hold(Keys::FORWARD, 40);
    assert!((game.now().player.pos.z - 63.7).abs() < 0.01, "{}", game.now().player.pos.z);
}

#[test]
fn a_fork_lives_on_by_itself() {
    let mut scene = Scene::flat();
    scene.set([0, 64, 1], "oak_log");
    let mut game = Game::of(&scene);
    game.look_at_block([0, 64, 1]);
    let mut fork = Game { world: game.world.clone(), events: Vec::new() };
    fork.hold(Keys::ATTACK, 80);
    game.wait(80);
    assert!(fork.block([0, 64, 1]).is_air());
    game.expect_block([0, 64, 1], "oak_log");
    game.hold(Keys::ATTACK, 61);
    assert!(game.block([0, 64, 1]).is_air());
}

#[test]
fn the_same_keys_make_the_same_world() {
    let play = || {
        let mut scene = Scene::flat();
        scene.fill([0, 64, 1], [0, 66, 3], "gravel").give(ItemStack::new(Item::DIRT, 9)).look(0.0, 20.0);
        let mut game = Game::of(&scene);
        game.hold(Keys::ATTACK | Keys::FORWARD, 150);
        game.tap(Keys::DROP);
        game.hold(Keys::USE | Keys::JUMP | Keys::RIGHT, 100);
        let now = game.now();
        (format!("{:?} {:?} {:?}", now.player, now.inventory, now.entities), game.events)
    };
    assert_eq!(play(), play());
}

#[test]
fn a_night_is_slept_through_and_the_bed_is_home() {
    let mut scene = Scene::flat();
    scene.set([0, 64, 2], "red_bed[facing=south,part=foot]").set([0, 64, 3], "red_bed[facing=south,part=head]");
    let night = Options { day_time: Some(14_000), ..Options::default() };
    let mut game = Game::with(&scene, night.clone());
    game.look_at([0.5, 64.5, 2.3]);
    game.tap(Keys::USE);
    assert_eq!(game.now().screen, Screen::Other);
    game.wait(110);
    let now = game.now();
    assert_eq!(now.screen, Screen::None);
    assert!(now.day_time < 200, "{}", now.day_time);
    assert!(now.player.pos.y >= 64.0 && (now.player.pos - glam::DVec3::new(0.5, 64.0, 2.5)).length() < 3.0);

    // By day one cannot sleep, but comes back here after death.
    (scene.start.health, scene.start.food) = (2.0, 10);
    scene.set([0, 63, 0], "magma_block");
    let mut game = Game::with(&scene, Options { day_time: Some(6000), ..Options::default() });
    game.look_at([0.5, 64.5, 2.3]);
    game.tap(Keys::USE);
    game.wait(20);
    assert_eq!(game.now().screen, Screen::Death, "{:?}", game.now().player);
    game.tick(&Control { respawn: true, ..Control::default() });
    let woke = game.now().player.pos;
    assert!(woke.distance(glam::DVec3::new(0.5, 64.0, 2.5)) < 3.0 && woke.distance(scene.start.pos) > 1.0, "{woke}");
}

#[test]
fn one_may_get_up_early() {
    let mut scene = Scene::flat();
    scene.set([0, 64, 2], "red_bed[facing=south,part=foot]").set([0, 64, 3], "red_bed[facing=south,part=head]");
    let mut game = Game::with(&scene, Options { day_time: Some(14_000), ..Options::default() });
    game.look_at([0.5, 64.5, 2.3]);
    game.tap(Keys::USE);
    game.wait(20);
    game.tick(&Control { screen: Some(anima_body::ScreenKey::Close), ..Control::default() });
    assert_eq!(game.now().screen, Screen::None);
    assert!(!game.block([0, 64, 3]).is("occupied"));
    assert!(game.now().day_time > 14_000);
}
