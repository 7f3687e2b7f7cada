use anima_body::{Control, Event, Keys};
use anima_rules::{EntityKind, Item, ItemStack};
use anima_world::Scene;

use super::{Game, one};

fn items(game: &Game) -> Vec<(Item, u8)> {
    let stacks = game.now().entities.iter().filter_map(|entity| entity.item).collect::<Vec<_>>();
    stacks.into_iter().map(|stack| (stack.item, stack.count)).collect()
}

#[test]
fn what_is_dug_is_picked_up_after_half_a_second() {
    let mut scene = Scene::flat();
    // A pit keeps the log from rolling away.
    scene.fill([-1, 64, -1], [1, 65, 2], "stone").set([0, 64, 1], "oak_log").set([0, 65, 1], "air");
    scene.fill([0, 64, 0], [0, 65, 0], "air");
    let mut game = Game::of(&scene);
    game.look_at_block([0, 64, 1]);
    game.hold(Keys::ATTACK, 61);
    assert_eq!(items(&game), [(Item::OAK_LOG, 1)]);
    game.wait(9);
    assert_eq!(game.count(Item::OAK_LOG), 0);
    game.wait(2);
    assert_eq!(game.count(Item::OAK_LOG), 1);
    assert!(game.events.contains(&Event::PickedUp(one(Item::OAK_LOG))));
    assert_eq!(items(&game), []);
}

#[test]
fn what_is_dropped_waits_two_seconds() {
    let mut scene = Scene::flat();
    scene.give(ItemStack::new(Item::COBBLESTONE, 3)).look(0.0, 90.0);
    let mut game = Game::of(&scene);
    game.tap(Keys::DROP);
    assert_eq!((game.count(Item::COBBLESTONE), items(&game)), (2, vec![(Item::COBBLESTONE, 1)]));
    game.wait(38);
    assert_eq!(game.count(Item::COBBLESTONE), 2);
    game.wait(2);
    assert_eq!(game.count(Item::COBBLESTONE), 3);
}

#[test]
fn like_things_join() {
    let mut scene = Scene::flat();
    scene.give(ItemStack::new(Item::DIRT, 20)).look(0.0, -20.0);
    let mut game = Game::of(&scene);
    for _ in 0..20 {
        game.tap(Keys::DROP);
    }
    game.wait(120);
    let lying = items(&game);
    let total: u32 = lying.iter().map(|(_, count)| u32::from(*count)).sum();
    assert_eq!(total + game.count(Item::DIRT), 20, "none is lost");
    assert!(lying.len() < 5, "{lying:?}");
}

#[test]
fn all_that_tnt_breaks_lies_there() {
    let mut scene = Scene::flat();
    scene.set([0, 64, 3], "tnt").give(one(Item::FLINT_AND_STEEL));
    let mut game = Game::of(&scene);
    game.look_at_block([0, 64, 3]);
    game.tap(Keys::USE);
    game.hold(Keys::BACK, 90);
    let is_gone = |event: &&Event| matches!(event, Event::BlockChanged { state, .. } if state.is_air());
    let gone = game.events.iter().filter(is_gone).count();
    let lying: u32 = items(&game).iter().map(|(_, count)| u32::from(*count)).sum();
    assert!(gone > 20, "{gone}");
    assert_eq!(lying as usize, gone - 1, "but for the TNT itself");
}

#[test]
fn things_are_gone_after_five_minutes() {
    let mut scene = Scene::flat();
    scene.give(one(Item::DIRT)).look(0.0, 0.0);
    let mut game = Game::of(&scene);
    game.tap(Keys::DROP);
    game.tick(&Control { look: anima_body::Look { yaw: 180.0, pitch: 0.0 }, ..Control::default() });
    game.hold(Keys::FORWARD, 40);
    game.wait(5900);
    assert_eq!(items(&game).len(), 1);
    game.wait(100);
    assert_eq!(items(&game).len(), 0);
}

#[test]
fn lava_destroys_things() {
    let mut scene = Scene::flat();
    scene.fill([-1, 63, 1], [1, 63, 5], "lava").give(one(Item::DIRT)).look(0.0, 30.0);
    let mut game = Game::of(&scene);
    game.tap(Keys::DROP);
    game.wait(60);
    assert_eq!(items(&game), []);
    assert_eq!(game.count(Item::DIRT), 0);
}

#[test]
fn sand_falls_and_stands_again() {
    let mut scene = Scene::flat();
    scene.set([0, 64, 3], "dirt").set([0, 65, 3], "sand").set([0, 66, 3], "sand");
    let mut game = Game::of(&scene);
    game.look_at_block([0, 64, 3]);
    game.hold(Keys::ATTACK, 15);
    game.wait(2);
    let falling = game.now().entities.iter().filter(|entity| entity.kind == EntityKind::FALLING_BLOCK).count();
    assert!(falling > 0);
    game.wait(30);
    game.expect_block([0, 64, 3], "sand");
    game.expect_block([0, 65, 3], "sand");
    game.expect_block([0, 66, 3], "air");
}

#[test]
fn ore_gives_experience() {
    let mut scene = Scene::flat();
    for x in -1..=1 {
        scene.set([x, 64, 1], "diamond_ore");
    }
    scene.give(one(Item::IRON_PICKAXE));
    let mut game = Game::of(&scene);
    for x in -1..=1 {
        game.look_at_block([x, 64, 1]);
        game.hold(Keys::ATTACK, 21);
    }
    game.wait(60);
    let lying: u32 = items(&game).into_iter().map(|(_, count)| u32::from(count)).sum();
    assert_eq!(game.count(Item::DIAMOND) + lying, 3);
    let player = game.now().player;
    assert!(player.level >= 1, "{} {}", player.level, player.level_progress);
}
