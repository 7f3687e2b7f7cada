use anima_body::{Control, Keys};
use anima_rules::{Block, BlockState, Item, ItemStack};
use anima_world::{Presses, Scene};

use super::{Game, one};

/// Ticks with the attack key held until the block at 0 65 2 is gone.
fn ticks_to_dig(game: &mut Game) -> u32 {
    (1..2000)
        .find(|_| {
            game.hold(Keys::ATTACK, 1);
            game.block([0, 65, 2]).is_air()
        })
        .expect("the block gives way")
}

fn facing(block: &str, tool: Option<Item>) -> Game {
    let mut scene = Scene::flat();
    scene.set([0, 65, 2], block);
    if let Some(tool) = tool {
        scene.give(one(tool));
    }
    let mut game = Game::of(&scene);
    game.look_at_block([0, 65, 2]);
    game
}

#[test]
fn blocks_take_their_time() {
    for (block, tool, ticks) in [
        ("stone", Some(Item::IRON_PICKAXE), 8),
        ("stone", None, 151),
        ("oak_log", None, 61),
        ("dirt", Some(Item::IRON_SHOVEL), 3),
        ("grass", None, 1),
        ("oak_leaves", Some(Item::SHEARS), 1),
    ] {
        let mut game = facing(block, tool);
        assert_eq!(ticks_to_dig(&mut game), ticks, "{block} with {tool:?}");
    }
}

#[test]
fn after_a_block_five_ticks_pass_and_one_to_begin() {
    let mut scene = Scene::flat();
    scene.set([0, 65, 2], "stone").set([0, 65, 3], "stone").give(one(Item::IRON_PICKAXE));
    let mut game = Game::of(&scene);
    game.look_at_block([0, 65, 2]);
    assert_eq!(ticks_to_dig(&mut game), 8);
    let second = (1..100).find(|_| {
        game.hold(Keys::ATTACK, 1);
        game.block([0, 65, 3]).is_air()
    });
    assert_eq!(second, Some(5 + 1 + 8));
}

#[test]
fn instant_blocks_go_one_a_tick() {
    let mut scene = Scene::flat();
    scene.set([0, 65, 2], "fern").set([0, 65, 3], "fern").set([0, 64, 2], "air");
    let mut game = Game::of(&scene);
    game.look_at([0.5, 65.3, 2.5]);
    game.hold(Keys::ATTACK, 1);
    assert!(game.block([0, 65, 2]).is_air());
    game.hold(Keys::ATTACK, 1);
    assert!(game.block([0, 65, 3]).is_air(), "a held key digs on without a click");
}

#[test]
fn letting_go_or_changing_the_tool_loses_the_progress() {
    let mut game = facing("stone", Some(Item::IRON_PICKAXE));
    game.hold(Keys::ATTACK, 7);
    assert!(game.now().player.dig_progress > 0.8);
    game.wait(1);
    assert_eq!(game.now().player.dig_progress, 0.0);
    assert_eq!(ticks_to_dig(&mut game), 8);

    let mut scene = Scene::flat();
    scene.set([0, 65, 2], "stone").give(one(Item::IRON_PICKAXE)).give(one(Item::DIAMOND_PICKAXE));
    let mut game = Game::of(&scene);
    game.look_at_block([0, 65, 2]);
    game.hold(Keys::ATTACK, 7);
    game.tick(&Control { keys: Keys::ATTACK, hotbar: Some(1), ..Control::default() });
    assert_eq!(game.now().player.dig_progress, 0.0, "the other pickaxe begins anew");
    assert_eq!(ticks_to_dig(&mut game), 6);
}

#[test]
fn a_miss_costs_ten_ticks() {
    let mut scene = Scene::flat();
    scene.set([0, 65, 2], "grass");
    let mut game = Game::of(&scene);
    game.look_at([0.5, 80.0, 0.6]);
    game.hold(Keys::ATTACK, 1);
    let (_, way) = (0, game.now().player.pitch);
    assert!(way < -80.0);
    game.tick(&Control {
        keys: Keys::ATTACK,
        look: anima_body::Look { yaw: 0.0, pitch: -way + 2.0 },
        ..Control::default()
    });
    let ticks = (1..40).find(|_| {
        game.hold(Keys::ATTACK, 1);
        game.block([0, 65, 2]).is_air()
    });
    assert_eq!(ticks, Some(9), "the key was held all the while");
}

#[test]
fn digging_wears_the_tool_until_it_breaks() {
    let mut scene = Scene::flat();
    let worn = ItemStack { damage: 58, ..one(Item::WOODEN_PICKAXE) };
    scene.set([0, 65, 2], "stone").give(worn);
    let mut game = Game::of(&scene);
    game.look_at_block([0, 65, 2]);
    ticks_to_dig(&mut game);
    assert_eq!(game.held(), None);
    assert!(game.events.contains(&anima_body::Event::ItemBroke(Item::WOODEN_PICKAXE)));
}

#[test]
fn gravel_that_falls_into_place_is_dug_on() {
    let mut scene = Scene::flat();
    for y in 65..68 {
        scene.set([0, y, 2], "gravel");
    }
    scene.set([0, 64, 2], "stone");
    let mut game = Game::of(&scene);
    game.look_at_block([0, 65, 2]);
    game.hold(Keys::ATTACK, 150);
    assert!((65..68).all(|y| game.block([0, y, 2]).is_air()));
}

#[test]
fn what_was_broken_is_told() {
    let mut game = facing("grass", None);
    game.hold(Keys::ATTACK, 1);
    let change = anima_body::Event::BlockChanged { pos: [0, 65, 2].into(), state: BlockState::AIR };
    assert!(game.events.contains(&change));
    assert_ne!(game.block([0, 63, 2]), Block::AIR.state());
}

#[test]
fn a_client_that_reads_its_keys_itself_does_what_it_has_read() {
    let keys = Control { keys: Keys::ATTACK, ..Control::default() };
    let held = Presses { holds_attack: true, ..Presses::default() };
    let ticks = |control: &Control, first: Presses, then: Presses| {
        let mut game = facing("dirt", None);
        (1..100).find(|tick| {
            let read = if *tick == 1 { first } else { then };
            assert_eq!(game.world.tick_as_read(control, Some(read)), Some(read));
            game.block([0, 65, 2]).is_air()
        })
    };
    let clicked = Presses { attacks: 1, ..held };
    assert_eq!(ticks(&Control::default(), clicked, held), Some(ticks_to_dig(&mut facing("dirt", None))));
    assert_eq!(ticks(&keys, Presses::default(), Presses::default()), None, "the control's own key does not count");
    let tired = Presses { attack_cooldown: 5, ..clicked };
    assert_eq!(ticks(&keys, tired, tired), None, "nor does a key in its cool-down");

    let mut game = facing("dirt", None);
    game.world.tick_as_read(&keys, Some(Presses { use_cooldown: 3, ..tired }));
    assert_eq!(game.world.cooldowns(), (4, 3), "the use key's is counted down before it is read");
}
