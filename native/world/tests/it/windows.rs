use anima_body::{Control, Event, Keys, MenuKind, Screen, ScreenKey};
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
