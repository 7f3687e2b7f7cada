//! Movement that no shared trace covers.

use anima_body::{ActiveEffect, Effect, Keys, PlayerFlags};
use anima_rules::{Enchantment, Enchantments, Item, ItemStack};
use anima_world::Scene;

use super::{Game, one};

fn height(game: &Game) -> f64 {
    game.now().player.pos.y
}

fn speed(game: &mut Game, keys: Keys) -> f64 {
    game.hold(keys, 20);
    let from = game.now().player.pos;
    game.hold(keys, 10);
    game.now().player.pos.distance(from) / 10.0 * 20.0
}

#[test]
fn speeds_are_the_known_ones() {
    for (keys, expected) in
        [(Keys::FORWARD, 4.317), (Keys::FORWARD | Keys::SPRINT, 5.612), (Keys::FORWARD | Keys::SNEAK, 1.295)]
    {
        let got = speed(&mut Game::of(&Scene::flat()), keys);
        assert!((got - expected).abs() < 0.01, "{keys:?}: {got}");
    }
    let mut scene = Scene::flat();
    scene.start.effects.push(ActiveEffect { effect: Effect::Speed, amplifier: 1, ticks: 1000 });
    let got = speed(&mut Game::of(&scene), Keys::FORWARD);
    assert!((got - 4.317 * 1.4).abs() < 0.01, "{got}");
}

#[test]
fn a_jump_reaches_a_block_and_a_quarter() {
    let mut game = Game::of(&Scene::flat());
    let top = (0..12).map(|_| {
        game.hold(Keys::JUMP, 1);
        height(&game)
    });
    let top = top.fold(0.0, f64::max);
    assert!((top - 65.252).abs() < 0.001, "{top}");
}

#[test]
fn scaffolding_is_climbed_and_sunk_through() {
    let mut scene = Scene::flat();
    for y in 64..68 {
        scene.set([0, y, 0], "scaffolding[distance=0,bottom=false]");
    }
    let mut game = Game::of(&scene);
    game.hold(Keys::JUMP, 60);
    game.wait(20);
    assert_eq!(height(&game), 68.0, "stands on top");
    game.hold(Keys::SNEAK, 10);
    assert!(height(&game) < 67.5);
    game.hold(Keys::SNEAK, 40);
    assert_eq!(height(&game), 64.0);
}

#[test]
fn powder_snow_carries_leather_boots_only() {
    let snow = |boots: Option<Item>| {
        let mut scene = Scene::flat();
        scene.fill([-1, 64, -1], [1, 65, 1], "powder_snow").put(36, boots.map(one)).start_at(0.5, 66.0, 0.5);
        let mut game = Game::of(&scene);
        game.wait(40);
        game
    };
    assert_eq!(height(&snow(Some(Item::LEATHER_BOOTS))), 66.0);
    assert!(height(&snow(Some(Item::IRON_BOOTS))) < 65.0);
    let mut cold = snow(None);
    cold.wait(200);
    assert!(cold.now().player.health < 20.0, "freezes");
}

#[test]
fn cobweb_holds() {
    let mut scene = Scene::flat();
    scene.fill([0, 64, 1], [0, 65, 9], "cobweb");
    let mut game = Game::of(&scene);
    game.hold(Keys::FORWARD, 30);
    let far = game.now().player.pos.z;
    assert!(far < 2.5, "{far}");
}

#[test]
fn a_low_gap_is_crawled_through_once_one_swims() {
    let mut scene = Scene::flat();
    // A closed trapdoor presses the player down; then a tunnel one block high.
    scene.fill([-1, 64, -2], [1, 66, 6], "stone").fill([0, 64, 0], [0, 64, 6], "air").set([0, 65, 0], "air");
    scene.set([0, 65, 0], "oak_trapdoor[half=bottom,open=false]");
    let mut game = Game::of(&scene);
    game.wait(2);
    let now = game.now().player;
    assert!(now.is(PlayerFlags::SWIMMING), "crawls under the trapdoor");
    assert!((now.eye_height - 0.4).abs() < 1e-6);
    game.hold(Keys::FORWARD, 40);
    let far = game.now().player.pos.z;
    assert!((1.5..4.5).contains(&far), "slowly through the tunnel: {far}");
}

#[test]
fn sprinting_in_water_swims() {
    let mut scene = Scene::flat();
    scene.fill([-2, 58, -2], [2, 63, 20], "water").start_at(0.5, 60.0, 0.5);
    let mut game = Game::of(&scene);
    game.wait(2);
    game.hold(Keys::FORWARD | Keys::SPRINT, 20);
    let now = game.now().player;
    assert!(now.is(PlayerFlags::SWIMMING) && now.is(PlayerFlags::SPRINTING));
    assert!((now.height - 0.6).abs() < 1e-6);
}

/// `ClientPlayerEntity.tickMovement`: the first press begins to count seven ticks, in which a second one starts a sprint.
#[test]
fn a_double_tap_of_the_forward_key_starts_a_sprint() {
    /// Taps forward, holds other keys for some ticks, taps again.
    fn taps_twice(game: &mut Game, between: Keys, ticks: u32) -> bool {
        game.hold(Keys::FORWARD, 2);
        game.hold(between, ticks);
        game.hold(Keys::FORWARD, 1);
        game.now().player.is(PlayerFlags::SPRINTING)
    }
    let (none, flat) = (Keys::empty(), || Game::of(&Scene::flat()));
    assert!(taps_twice(&mut flat(), none, 4), "the second press comes six ticks after the first");
    assert!(!taps_twice(&mut flat(), none, 5), "one tick later");
    assert!(!taps_twice(&mut flat(), Keys::SNEAK, 3), "sneaking ends the count");
    assert!(!taps_twice(&mut flat(), Keys::FORWARD, 3), "the key was not let go of");
    let mut slow = flat();
    assert!(
        !taps_twice(&mut slow, none, 5) && slow.now().player.double_tap > 0,
        "the late press counts as a first one"
    );
    let mut starving = Scene::flat();
    starving.start.food = 6;
    assert!(!taps_twice(&mut Game::of(&starving), none, 3), "a hungry player does not sprint");
    let mut shallow = Scene::flat();
    shallow.fill([-3, 63, -3], [3, 63, 9], "water");
    assert!(!taps_twice(&mut Game::of(&shallow), none, 3), "nor does one that wades");
}

#[test]
fn boots_of_soul_speed_ignore_soul_sand() {
    let on_sand = |enchantment: Option<Enchantment>| {
        let mut scene = Scene::flat();
        scene.fill([-1, 63, -1], [1, 63, 20], "soul_sand");
        let enchantments =
            enchantment.map_or(Enchantments::NONE, |enchantment| Enchantments::NONE.with(enchantment, 3));
        scene.put(36, Some(ItemStack { enchantments, ..one(Item::IRON_BOOTS) }));
        speed(&mut Game::of(&scene), Keys::FORWARD)
    };
    assert!(on_sand(Some(Enchantment::SoulSpeed)) > 1.5 * on_sand(None));
}

#[test]
fn effects_lift_and_slow_the_fall() {
    let with = |effect: Effect, ticks: u32| {
        let mut scene = Scene::flat();
        scene.start_at(0.5, 84.0, 0.5).start.effects.push(ActiveEffect { effect, amplifier: 0, ticks: 10_000 });
        let mut game = Game::of(&scene);
        game.wait(ticks);
        game.now().player
    };
    let lifted = with(Effect::Levitation, 40);
    assert!(lifted.pos.y > 84.0);
    let slow = with(Effect::SlowFalling, 200);
    assert_eq!((slow.pos.y, slow.health), (64.0, 20.0));
}

#[test]
fn bamboo_stands_where_the_hash_of_its_place_puts_it() {
    let stopped_at = |x: i32| {
        let mut scene = Scene::flat();
        scene.fill([x, 64, 3], [x, 66, 3], "bamboo").start_at(f64::from(x) + 0.5, 64.0, 1.5);
        let mut game = Game::of(&scene);
        game.hold(Keys::FORWARD, 30);
        game.now().player.pos.z
    };
    let stops: Vec<f64> = (0..12).map(stopped_at).collect();
    // Within the offset of a quarter block around the middle, and not all alike.
    assert!(stops.iter().all(|stop| (2.85..3.36).contains(stop) || *stop > 4.0), "{stops:?}");
    assert!(stops.iter().any(|stop| (stop - stops[0]).abs() > 0.02), "{stops:?}");
}

#[test]
fn one_is_pushed_out_of_a_block() {
    let mut scene = Scene::flat();
    scene.set([0, 64, 0], "stone").set([0, 65, 0], "stone").start_at(0.9, 64.0, 0.5);
    let mut game = Game::of(&scene);
    game.wait(20);
    assert!(game.now().player.pos.x >= 1.29, "{}", game.now().player.pos.x);
}
