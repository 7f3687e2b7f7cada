//! The light at the player's eyes.

use anima_body::Keys;
use anima_rules::Item;
use anima_world::{Options, Scene};

use super::{Game, one};

/// Sky and block light after some ticks of standing.
fn light(scene: &Scene) -> (u8, u8) {
    let mut game = Game::of(scene);
    let first = game.now().light;
    game.wait(3);
    assert_eq!(game.now().light, first, "it is seen from the beginning");
    (first.sky, first.block)
}

/// A field under a roof of stone, open from `open` blocks south of the player on.
fn under_a_roof(open: i32) -> Scene {
    let mut scene = Scene::flat();
    scene.fill([-48, 66, -48], [63, 66, open - 1], "stone");
    scene
}

#[test]
fn open_sky_is_fifteen_by_night_too() {
    assert_eq!(light(&Scene::flat()), (15, 0));
    let game = Game::with(&Scene::flat(), Options { day_time: Some(18_000), ..Options::default() });
    assert_eq!(game.now().light.sky, 15);
}

#[test]
fn the_skys_light_goes_in_under_a_roof_a_block_at_a_time() {
    for (open, sky) in [(1, 14), (2, 13), (14, 1), (15, 0)] {
        assert_eq!(light(&under_a_roof(open)), (sky, 0), "{open} blocks from the open");
    }
}

#[test]
fn leaves_and_water_take_one_of_it_and_glass_none() {
    let below = |blocks: &[&str]| {
        // A shaft that only what is above its eyes lets light into.
        let mut scene = Scene::flat();
        scene.fill([-1, 64, -1], [1, 75, 1], "stone").fill([0, 64, 0], [0, 75, 0], "air");
        for (y, block) in (66..).zip(blocks) {
            scene.set([0, y, 0], block);
        }
        light(&scene).0
    };
    assert_eq!(below(&[]), 15);
    assert_eq!(below(&["glass"]), 15);
    assert_eq!(below(&["oak_leaves[persistent=true]"]), 13, "one for the leaves, one to the cell below them");
    assert_eq!(below(&["stone"]), 0);
    let mut pool = Scene::flat();
    pool.fill([-3, 58, -3], [3, 63, 3], "water").start_at(0.5, 60.0, 0.5);
    // The eyes are in the third block of water from the top.
    assert_eq!(light(&pool), (12, 0));
}

#[test]
fn torches_shine_on_the_eyes() {
    let mut scene = under_a_roof(30);
    scene.set([3, 64, 0], "torch");
    // Three blocks along and one up.
    assert_eq!(light(&scene), (0, 10));
    let mut scene = under_a_roof(30);
    scene.give(one(Item::TORCH));
    let mut game = Game::of(&scene);
    assert_eq!(game.now().light.block, 0);
    game.look_at([0.5, 64.0, 1.5]);
    game.tap(Keys::USE);
    assert_eq!(game.now().light.block, 12);
    game.look_at([0.5, 64.3, 1.5]);
    game.tap(Keys::ATTACK);
    assert_eq!(game.now().light.block, 0);
}
