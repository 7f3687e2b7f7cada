use anima_body::{ActiveEffect, Click, Control, Effect, Event, Keys, MenuKind, Screen, ScreenKey};
use anima_rules::{Item, ItemStack};
use anima_world::Scene;

use super::{Game, one};

fn screen(key: ScreenKey) -> Control {
    Control { screen: Some(key), ..Control::default() }
}

#[test]
fn the_inventory_is_seen_in_its_window_slots() {
    let mut scene = Scene::flat();
    scene.give(one(Item::TORCH)).put(9, Some(one(Item::DIRT))).put(39, Some(one(Item::IRON_HELMET)));
    scene.put(40, Some(one(Item::SHIELD)));
    let mut game = Game::of(&scene);
    let menu = game.now().menu;
    assert_eq!(menu.kind, MenuKind::Player);
    assert_eq!(
        [menu.slot(36), menu.slot(9), menu.slot(5), menu.slot(45)].map(|slot| slot.map(|stack| stack.item)),
        [Some(Item::TORCH), Some(Item::DIRT), Some(Item::IRON_HELMET), Some(Item::SHIELD)]
    );
    game.tick(&screen(ScreenKey::OpenInventory));
    assert_eq!(game.now().screen, Screen::Inventory);
    let from = game.now().player.pos;
    game.hold(Keys::FORWARD | Keys::DROP, 10);
    assert_eq!((game.now().player.pos, game.count(Item::TORCH)), (from, 1), "keys do nothing here");
    game.tick(&screen(ScreenKey::Close));
    assert_eq!(game.now().screen, Screen::None);
    game.hold(Keys::FORWARD, 5);
    assert!(game.now().player.pos.z > from.z);
}

#[test]
fn a_chest_shows_what_is_in_it() {
    let mut scene = Scene::flat();
    scene.set([0, 64, 2], "chest[facing=north]").stock([0, 64, 2], &[ItemStack::new(Item::COAL, 7)]);
    scene.give(one(Item::DIRT));
    let mut game = Game::of(&scene);
    game.look_at([0.5, 64.5, 2.2]);
    game.tap(Keys::USE);
    let now = game.now();
    assert!(game.events.contains(&Event::ScreenOpened(MenuKind::Generic9(3))));
    assert_eq!((now.screen, now.menu.kind), (Screen::Container, MenuKind::Generic9(3)));
    assert_eq!(now.menu.slot(0), Some(ItemStack::new(Item::COAL, 7)));
    assert_eq!(now.menu.slot(54), Some(one(Item::DIRT)));
    game.tick(&screen(ScreenKey::Close));
    assert!(game.events.contains(&Event::ScreenClosed));
    assert_eq!(game.now().menu.kind, MenuKind::Player);
}

#[test]
fn two_chests_are_one_window_with_the_right_half_first() {
    for half in [0, 1] {
        let mut scene = Scene::flat();
        // Facing north, the left half is the one whose clockwise side (east) has the other.
        scene.set([0, 64, 2], "chest[facing=north,type=left]").set([1, 64, 2], "chest[facing=north,type=right]");
        scene.stock([0, 64, 2], &[one(Item::COAL)]).stock([1, 64, 2], &[one(Item::IRON_INGOT)]);
        let mut game = Game::of(&scene);
        game.look_at([0.5 + f64::from(half), 64.5, 2.2]);
        game.tap(Keys::USE);
        let menu = game.now().menu;
        assert_eq!(menu.kind, MenuKind::Generic9(6));
        assert_eq!((menu.slot(0), menu.slot(27)), (Some(one(Item::IRON_INGOT)), Some(one(Item::COAL))));
    }
}

fn click(game: &mut Game, click: Click) {
    game.tick(&Control { click: Some(click), ..Control::default() });
}

#[test]
fn planks_and_a_table_come_out_of_the_hands() {
    let mut scene = Scene::flat();
    scene.give(ItemStack::new(Item::OAK_LOG, 2));
    let mut game = Game::of(&scene);
    game.tick(&screen(ScreenKey::OpenInventory));
    click(&mut game, Click::left(36));
    click(&mut game, Click::left(1));
    assert_eq!(game.now().menu.slot(0), Some(ItemStack::new(Item::OAK_PLANKS, 4)));
    click(&mut game, Click::shift(0));
    assert_eq!(game.count(Item::OAK_PLANKS), 8);
    let planks = game.now().inventory.find(|stack| stack.item == Item::OAK_PLANKS).expect("planks");
    let from = MenuKind::Player.slot_of_inventory(planks).expect("in the window");
    click(&mut game, Click::left(from));
    for cell in 1..=4 {
        click(&mut game, Click::right(cell));
    }
    click(&mut game, Click::left(from));
    click(&mut game, Click::shift(0));
    game.tick(&screen(ScreenKey::Close));
    assert_eq!((game.count(Item::CRAFTING_TABLE), game.count(Item::OAK_PLANKS)), (1, 4));
}

#[test]
fn what_is_left_in_the_window_comes_back_or_falls() {
    let mut scene = Scene::flat();
    scene.give(ItemStack::new(Item::OAK_LOG, 9));
    let mut game = Game::of(&scene);
    game.tick(&screen(ScreenKey::OpenInventory));
    click(&mut game, Click::left(36));
    click(&mut game, Click::right(2));
    assert_eq!(game.count(Item::OAK_LOG), 0);
    game.tick(&screen(ScreenKey::Close));
    assert_eq!(game.count(Item::OAK_LOG), 9);
    game.tick(&screen(ScreenKey::OpenInventory));
    click(&mut game, Click::left(36));
    click(&mut game, Click::outside());
    let lying: Vec<_> = game.now().entities.iter().filter_map(|entity| entity.item).collect();
    assert_eq!(lying, [ItemStack::new(Item::OAK_LOG, 9)]);
}

#[test]
fn a_chest_keeps_what_is_put_into_it() {
    let mut scene = Scene::flat();
    scene.set([0, 64, 2], "chest[facing=north]").stock([0, 64, 2], &[ItemStack::new(Item::COAL, 7)]);
    scene.give(ItemStack::new(Item::DIRT, 5));
    let mut game = Game::of(&scene);
    game.look_at([0.5, 64.5, 2.2]);
    game.tap(Keys::USE);
    click(&mut game, Click::shift(54));
    click(&mut game, Click::shift(0));
    game.tick(&screen(ScreenKey::Close));
    assert_eq!((game.count(Item::COAL), game.count(Item::DIRT)), (7, 0));
    game.wait(4);
    game.tap(Keys::USE);
    assert_eq!(game.now().menu.slot(1), Some(ItemStack::new(Item::DIRT, 5)));
    game.tick(&screen(ScreenKey::Close));
    game.hold(Keys::ATTACK, 80);
    let lying: u32 =
        game.now().entities.iter().filter_map(|entity| entity.item).map(|stack| u32::from(stack.count)).sum();
    assert_eq!(lying + game.count(Item::DIRT) + game.count(Item::CHEST), 6, "a broken chest spills all");
}

#[test]
fn a_table_makes_a_pickaxe() {
    let mut scene = Scene::flat();
    scene
        .set([0, 64, 2], "crafting_table")
        .give(ItemStack::new(Item::COBBLESTONE, 3))
        .give(ItemStack::new(Item::STICK, 2));
    let mut game = Game::of(&scene);
    game.look_at([0.5, 64.5, 2.0]);
    game.tap(Keys::USE);
    click(&mut game, Click::left(37));
    for cell in 1..=3 {
        click(&mut game, Click::right(cell));
    }
    click(&mut game, Click::left(38));
    for cell in [5, 8] {
        click(&mut game, Click::right(cell));
    }
    assert_eq!(game.now().menu.slot(0), Some(one(Item::STONE_PICKAXE)));
    click(&mut game, Click::shift(0));
    game.tick(&screen(ScreenKey::Close));
    assert_eq!(game.count(Item::STONE_PICKAXE), 1);
}

#[test]
fn a_window_closes_when_one_drifts_away() {
    let mut scene = Scene::flat();
    scene.set([0, 64, 2], "crafting_table").give(one(Item::OAK_LOG));
    scene.start.effects.push(ActiveEffect { effect: Effect::Levitation, amplifier: 3, ticks: 400 });
    let mut game = Game::of(&scene);
    game.look_at([0.5, 64.5, 2.0]);
    game.tap(Keys::USE);
    click(&mut game, Click::left(37));
    click(&mut game, Click::left(1));
    assert_eq!(game.now().screen, Screen::Container);
    game.wait(80);
    assert_eq!(game.now().screen, Screen::None);
    assert!(game.events.contains(&Event::ScreenClosed));
    assert_eq!(game.count(Item::OAK_LOG), 1);
}

#[test]
fn a_furnace_smelts_what_is_put_into_it() {
    let mut scene = Scene::flat();
    scene.set([0, 64, 2], "furnace[facing=north]").give(ItemStack::new(Item::RAW_IRON, 2)).give(one(Item::COAL));
    let mut game = Game::of(&scene);
    game.look_at([0.5, 64.5, 2.0]);
    game.tap(Keys::USE);
    click(&mut game, Click::shift(30));
    click(&mut game, Click::shift(31));
    game.wait(2);
    assert!(game.block([0, 64, 2]).is("lit"));
    let [fuel, total, progress, needed] = game.now().menu.properties[..] else { panic!("four numbers") };
    assert!(fuel > 1500 && total == 1600 && (1..5).contains(&progress) && needed == 200);
    game.wait(400);
    assert_eq!(game.now().menu.slot(2), Some(ItemStack::new(Item::IRON_INGOT, 2)));
    click(&mut game, Click::shift(2));
    assert_eq!(game.count(Item::IRON_INGOT), 2);
    let left = game.world.clone();
    let learned = (0..40).any(|_| {
        game.wait(10);
        game.now().player.level_progress > 0.0 || game.now().player.level > 0
    });
    let orbs = left.observe().entities.len();
    assert!(learned || orbs == 0, "two irons give 1.4 points: {orbs} orbs");
}

#[test]
fn boxes_of_all_sizes_keep_what_is_put_into_them() {
    for (block, kind, from) in [
        ("barrel", MenuKind::Generic9(3), 54),
        ("dispenser", MenuKind::Generic3x3, 36),
        ("dropper", MenuKind::Generic3x3, 36),
        ("hopper", MenuKind::Hopper, 32),
        ("red_shulker_box", MenuKind::ShulkerBox, 54),
    ] {
        let mut scene = Scene::flat();
        scene.set([0, 64, 2], block).give(ItemStack::new(Item::DIRT, 5));
        let mut game = Game::of(&scene);
        game.look_at([0.5, 64.8, 2.1]);
        game.tap(Keys::USE);
        assert_eq!(game.now().menu.kind, kind, "{block}");
        click(&mut game, Click::shift(from));
        assert_eq!((game.count(Item::DIRT), game.now().menu.slot(0)), (0, Some(ItemStack::new(Item::DIRT, 5))));
        game.tick(&screen(ScreenKey::Close));
        game.wait(4);
        game.tap(Keys::USE);
        click(&mut game, Click::shift(0));
        assert_eq!(game.count(Item::DIRT), 5, "{block}");
    }
}

#[test]
fn a_table_among_shelves_enchants() {
    let mut scene = Scene::flat();
    scene.fill([-2, 64, 2], [2, 65, 6], "bookshelf").fill([-1, 64, 2], [1, 65, 5], "air");
    scene.set([0, 64, 4], "enchanting_table").start_at(0.5, 64.0, 2.5);
    scene.give(one(Item::IRON_PICKAXE)).give(ItemStack::new(Item::LAPIS_LAZULI, 9)).start.level = 30;
    let mut game = Game::of(&scene);
    game.look_at([0.5, 64.7, 4.1]);
    game.tap(Keys::USE);
    assert_eq!(game.now().menu.kind, MenuKind::Enchanting);
    click(&mut game, Click::shift(29));
    click(&mut game, Click::shift(30));
    assert_eq!(game.now().menu.properties[2], 30, "at least fifteen shelves");
    game.tick(&Control { button: Some(2), ..Control::default() });
    assert_eq!((game.now().player.level, game.now().menu.slot(1)), (27, Some(ItemStack::new(Item::LAPIS_LAZULI, 6))));
    click(&mut game, Click::shift(0));
    let pick = game.now().inventory.find(|stack| stack.item == Item::IRON_PICKAXE).expect("the pickaxe is back");
    assert!(game.now().inventory.slots[pick].is_some_and(|pick| !pick.enchantments.is_empty()));
    game.tick(&screen(ScreenKey::Close));
    assert_eq!(game.count(Item::LAPIS_LAZULI), 6);
}
