use anima_body::{Keys, PlayerFlags, Screen};
use anima_rules::{Item, ItemStack};
use anima_world::Scene;
use glam::DVec3;

use super::{Game, one};

fn use_on(item: Option<Item>, block: &str, point: [f64; 3]) -> Game {
    let mut scene = Scene::flat();
    scene.set([0, 64, 2], block);
    if let Some(item) = item {
        scene.give(one(item));
    }
    let mut game = Game::of(&scene);
    game.look_at(DVec3::from(point));
    game.tap(Keys::USE);
    game
}

#[test]
fn hands_open_and_switch() {
    let check = |block: &str, after: &str| use_on(None, block, [0.5, 64.1, 2.5]).expect_block([0, 64, 2], after);
    check("oak_trapdoor[facing=north,open=false]", "oak_trapdoor[facing=north,open=true]");
    check("iron_trapdoor[facing=north,open=false]", "iron_trapdoor[facing=north,open=false]");
    check("lever[face=floor,facing=north]", "lever[face=floor,facing=north,powered=true]");
    let gate = use_on(None, "oak_fence_gate[facing=south]", [0.5, 64.5, 2.5]);
    gate.expect_block([0, 64, 2], "oak_fence_gate[facing=south,open=true]");
}

#[test]
fn both_halves_of_a_door_open() {
    let mut scene = Scene::flat();
    scene.set([0, 64, 2], "oak_door[facing=south,half=lower]").set([0, 65, 2], "oak_door[facing=south,half=upper]");
    let mut game = Game::of(&scene);
    game.look_at([0.5, 64.5, 2.1]);
    game.tap(Keys::USE);
    assert!(game.block([0, 64, 2]).is("open") && game.block([0, 65, 2]).is("open"));
    game.wait(4);
    game.look_at([0.9, 65.2, 2.4]);
    game.tap(Keys::USE);
    assert!(!game.block([0, 64, 2]).is("open") && !game.block([0, 65, 2]).is("open"));
}

#[test]
fn containers_open_a_window() {
    for block in ["crafting_table", "chest[facing=north]", "furnace[facing=north]"] {
        let game = use_on(None, block, [0.5, 64.5, 2.2]);
        assert_eq!(game.now().screen, Screen::Container, "{block}");
    }
    let mut scene = Scene::flat();
    scene.set([0, 64, 2], "chest[facing=north]").set([0, 65, 2], "stone");
    let mut game = Game::of(&scene);
    game.look_at([0.5, 64.5, 2.2]);
    game.tap(Keys::USE);
    assert_eq!(game.now().screen, Screen::None, "a block lies on its lid");
}

#[test]
fn tools_work_the_ground_and_wood() {
    let check = |item: Item, block: &str, after: &str| {
        let game = use_on(Some(item), block, [0.5, 65.0, 2.4]);
        game.expect_block([0, 64, 2], after);
        let worn = game.held().map_or(0, |stack| stack.damage);
        assert_eq!(worn, u16::from(block != after), "{item} on {block}");
    };
    check(Item::IRON_HOE, "dirt", "farmland");
    check(Item::IRON_HOE, "grass_block", "farmland");
    check(Item::IRON_HOE, "coarse_dirt", "dirt");
    check(Item::IRON_HOE, "stone", "stone");
    check(Item::IRON_AXE, "oak_log[axis=x]", "stripped_oak_log[axis=x]");
    check(Item::IRON_AXE, "stripped_oak_log", "stripped_oak_log");
    check(Item::IRON_SHOVEL, "grass_block", "dirt_path");
    use_on(Some(Item::SHEARS), "pumpkin", [0.5, 64.5, 2.0]).expect_block([0, 64, 2], "carved_pumpkin[facing=north]");
}

#[test]
fn seeds_grow_on_what_was_tilled() {
    let mut scene = Scene::flat();
    scene.give(one(Item::IRON_HOE)).give(one(Item::WHEAT_SEEDS)).look(0.0, 60.0);
    let mut game = Game::of(&scene);
    game.look_at([0.5, 64.0, 1.5]);
    game.tap(Keys::USE);
    game.expect_block([0, 63, 1], "farmland");
    game.hotbar(1);
    game.wait(4);
    game.tap(Keys::USE);
    game.expect_block([0, 64, 1], "wheat[age=0]");
}

#[test]
fn buckets_take_and_give_water() {
    let mut scene = Scene::flat();
    scene.set([0, 63, 2], "water").give(one(Item::BUCKET));
    let mut game = Game::of(&scene);
    game.look_at([0.5, 63.9, 2.5]);
    game.tap(Keys::USE);
    game.expect_block([0, 63, 2], "air");
    assert_eq!(game.held(), Some(one(Item::WATER_BUCKET)));
    game.look_at([0.5, 64.0, 1.5]);
    game.wait(4);
    game.tap(Keys::USE);
    game.expect_block([0, 64, 1], "water");
    assert_eq!(game.held(), Some(one(Item::BUCKET)));
}

#[test]
fn one_of_many_buckets_is_filled() {
    let mut scene = Scene::flat();
    scene.set([0, 63, 2], "lava").give(ItemStack::new(Item::BUCKET, 3));
    let mut game = Game::of(&scene);
    game.look_at([0.5, 63.9, 2.5]);
    game.tap(Keys::USE);
    assert_eq!((game.count(Item::BUCKET), game.count(Item::LAVA_BUCKET)), (2, 1));
}

#[test]
fn eating_takes_32_ticks_and_feeds() {
    let mut scene = Scene::flat();
    scene.give(ItemStack::new(Item::BREAD, 2)).start.food = 10;
    let mut game = Game::of(&scene);
    game.hold(Keys::USE, 31);
    assert_eq!((game.now().player.food, game.count(Item::BREAD)), (10, 2));
    assert!(game.now().player.is(PlayerFlags::USING_ITEM));
    game.hold(Keys::USE, 1);
    assert_eq!((game.now().player.food, game.count(Item::BREAD)), (15, 1));
    game.hold(Keys::USE, 10);
    game.wait(40);
    assert_eq!(game.now().player.food, 15, "let go before it was eaten");
}

#[test]
fn armour_is_put_on_and_swapped() {
    let mut scene = Scene::flat();
    scene.give(one(Item::IRON_HELMET)).put(39, Some(one(Item::LEATHER_HELMET))).look(0.0, -90.0);
    let mut game = Game::of(&scene);
    game.tap(Keys::USE);
    let inventory = game.now().inventory;
    assert_eq!(
        (inventory.slots[39], inventory.slots[0]),
        (Some(one(Item::IRON_HELMET)), Some(one(Item::LEATHER_HELMET)))
    );
}

#[test]
fn hands_are_swapped() {
    let mut scene = Scene::flat();
    scene.give(one(Item::TORCH));
    let mut game = Game::of(&scene);
    game.tap(Keys::SWAP);
    assert_eq!(game.now().inventory.slots[40], Some(one(Item::TORCH)));
    assert_eq!(game.held(), None);
    game.look_at([0.5, 64.0, 2.5]);
    game.tap(Keys::USE);
    game.expect_block([0, 64, 2], "torch");
}

#[test]
fn an_arrow_flies_and_is_found_again() {
    let mut scene = Scene::flat();
    scene.fill([-2, 64, 12], [2, 70, 12], "oak_planks").give(one(Item::BOW)).give(ItemStack::new(Item::ARROW, 2));
    let mut game = Game::of(&scene);
    game.hold(Keys::USE, 22);
    game.wait(1);
    assert_eq!(game.count(Item::ARROW), 1);
    assert_eq!(game.held().map(|bow| bow.damage), Some(1));
    game.wait(20);
    let arrow = game.now().entities[0].clone();
    assert!((11.4..12.1).contains(&arrow.pos.z), "{arrow:?}");
    game.hold(Keys::FORWARD, 60);
    assert_eq!(game.count(Item::ARROW), 2);
}

#[test]
fn bottles_take_water_and_give_it_back() {
    let mut scene = Scene::flat();
    scene.set([0, 63, 2], "water").give(ItemStack::new(Item::GLASS_BOTTLE, 2));
    let mut game = Game::of(&scene);
    game.look_at([0.5, 63.9, 2.5]);
    game.tap(Keys::USE);
    game.expect_block([0, 63, 2], "water[level=0]");
    assert_eq!((game.count(Item::GLASS_BOTTLE), game.count(Item::POTION)), (1, 1));

    let mut scene = Scene::flat();
    scene.set([0, 64, 2], "cauldron").give(one(Item::POTION));
    let mut game = Game::of(&scene);
    game.look_at([0.5, 64.5, 2.1]);
    game.tap(Keys::USE);
    game.expect_block([0, 64, 2], "water_cauldron[level=1]");
    game.wait(4);
    game.tap(Keys::USE);
    game.expect_block([0, 64, 2], "cauldron");
    assert_eq!(game.held(), Some(one(Item::POTION)));
    game.look_at([0.5, 80.0, 0.6]);
    game.hold(Keys::USE, 34);
    assert_eq!(game.held(), Some(one(Item::GLASS_BOTTLE)), "drunk up");
}

#[test]
fn a_full_hive_gives_honey_and_combs() {
    let check = |tool: Item, item: Item, count: u32| {
        let mut game = use_on(Some(tool), "bee_nest[facing=north,honey_level=5]", [0.5, 64.5, 2.1]);
        game.expect_block([0, 64, 2], "bee_nest[facing=north,honey_level=0]");
        game.hold(Keys::FORWARD, 40);
        let now = game.now();
        let lying = now.entities.iter().filter_map(|entity| entity.item).filter(|stack| stack.item == item);
        assert_eq!(game.count(item) + lying.map(|stack| u32::from(stack.count)).sum::<u32>(), count, "{item}");
    };
    check(Item::GLASS_BOTTLE, Item::HONEY_BOTTLE, 1);
    check(Item::SHEARS, Item::HONEYCOMB, 3);
    use_on(Some(Item::SHEARS), "beehive[honey_level=4]", [0.5, 64.5, 2.1])
        .expect_block([0, 64, 2], "beehive[honey_level=4]");
}

#[test]
fn wax_comes_and_goes() {
    let check = |item: Item, block: &str, after: &str| {
        use_on(Some(item), block, [0.5, 65.0, 2.4]).expect_block([0, 64, 2], after);
    };
    check(Item::HONEYCOMB, "exposed_cut_copper_slab[type=top]", "waxed_exposed_cut_copper_slab[type=top]");
    check(Item::IRON_AXE, "waxed_copper_block", "copper_block");
    check(Item::IRON_AXE, "exposed_copper", "copper_block");
}

#[test]
fn a_composter_makes_meal_of_leaves() {
    let mut scene = Scene::flat();
    scene.set([0, 64, 2], "composter[level=6]").give(ItemStack::new(Item::PUMPKIN_PIE, 2));
    let mut game = Game::of(&scene);
    game.look_at([0.5, 64.5, 2.05]);
    game.tap(Keys::USE);
    game.expect_block([0, 64, 2], "composter[level=7]");
    game.wait(17);
    game.expect_block([0, 64, 2], "composter[level=7]");
    game.wait(1);
    game.expect_block([0, 64, 2], "composter[level=8]");
    game.tap(Keys::USE);
    game.expect_block([0, 64, 2], "composter[level=0]");
    assert_eq!(game.count(Item::PUMPKIN_PIE), 1);
}
