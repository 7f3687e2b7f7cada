use anima_body::{Control, Keys, Look};
use anima_rules::{Item, ItemStack};
use anima_world::Scene;
use glam::DVec3;

use super::{Game, one};

/// Uses `item` on the point of the block at 0 64 2 (stone unless the scene says otherwise), coming from the
/// north, and returns the game.
fn place(item: Item, point: [f64; 3], draw: impl Fn(&mut Scene) -> &mut Scene) -> Game {
    let mut scene = Scene::flat();
    scene.set([0, 64, 2], "stone").give(ItemStack::new(item, item.stack_size()));
    draw(&mut scene);
    let mut game = Game::of(&scene);
    game.look_at(DVec3::from(point));
    game.tap(Keys::USE);
    game
}

const TOP: [f64; 3] = [0.5, 65.0, 2.4];
const NORTH: [f64; 3] = [0.5, 64.3, 2.0];
const NORTH_HIGH: [f64; 3] = [0.5, 64.8, 2.0];

#[test]
fn blocks_go_against_the_side_that_is_met() {
    let check = |item: Item, point: [f64; 3], cell: [i32; 3], state: &str| {
        let game = place(item, point, |scene| scene);
        game.expect_block(cell, state);
        assert_eq!(game.held().map(|stack| stack.count), item.stack_size().checked_sub(1).filter(|n| *n > 0));
    };
    check(Item::STONE, TOP, [0, 65, 2], "stone");
    check(Item::STONE, NORTH, [0, 64, 1], "stone");
    check(Item::OAK_LOG, TOP, [0, 65, 2], "oak_log[axis=y]");
    check(Item::OAK_LOG, NORTH, [0, 64, 1], "oak_log[axis=z]");
    check(Item::OAK_SLAB, NORTH, [0, 64, 1], "oak_slab[type=bottom]");
    check(Item::OAK_SLAB, NORTH_HIGH, [0, 64, 1], "oak_slab[type=top]");
    check(Item::OAK_STAIRS, TOP, [0, 65, 2], "oak_stairs[facing=south,half=bottom]");
    check(Item::OAK_STAIRS, NORTH_HIGH, [0, 64, 1], "oak_stairs[facing=south,half=top]");
    check(Item::TORCH, TOP, [0, 65, 2], "torch");
    check(Item::TORCH, NORTH, [0, 64, 1], "wall_torch[facing=north]");
    check(Item::LADDER, NORTH, [0, 64, 1], "ladder[facing=north]");
    check(Item::FURNACE, TOP, [0, 65, 2], "furnace[facing=north]");
    check(Item::CHEST, TOP, [0, 65, 2], "chest[facing=north]");
    check(Item::CRAFTING_TABLE, TOP, [0, 65, 2], "crafting_table");
    check(Item::LEVER, NORTH, [0, 64, 1], "lever[face=wall,facing=north]");
    check(Item::LEVER, TOP, [0, 65, 2], "lever[face=floor,facing=south]");
    check(Item::OAK_TRAPDOOR, NORTH_HIGH, [0, 64, 1], "oak_trapdoor[facing=north,half=top]");
    check(Item::OAK_FENCE_GATE, TOP, [0, 65, 2], "oak_fence_gate[facing=south]");
    check(Item::OAK_SIGN, TOP, [0, 65, 2], "oak_sign[rotation=8]");
    check(Item::OAK_SIGN, NORTH, [0, 64, 1], "oak_wall_sign[facing=north]");
    check(Item::RAIL, TOP, [0, 65, 2], "rail[shape=north_south]");
    check(Item::LANTERN, TOP, [0, 65, 2], "lantern[hanging=false]");
    check(Item::OAK_LEAVES, TOP, [0, 65, 2], "oak_leaves[persistent=true]");
}

#[test]
fn what_needs_support_is_not_placed_without() {
    let nothing = |item: Item, point: [f64; 3], draw: fn(&mut Scene) -> &mut Scene| {
        let game = place(item, point, draw);
        assert!(game.block([0, 64, 1]).is_air() && game.block([0, 65, 2]).is_air(), "{item}");
        assert_eq!(game.held(), Some(ItemStack::new(item, item.stack_size())), "{item} is kept");
    };
    nothing(Item::WHEAT_SEEDS, TOP, |scene| scene);
    nothing(Item::OAK_SAPLING, TOP, |scene| scene);
    nothing(Item::SUGAR_CANE, TOP, |scene| scene);
    nothing(Item::LADDER, NORTH, |scene| scene.set([0, 64, 2], "oak_fence"));
    nothing(Item::TORCH, TOP, |scene| scene.set([0, 64, 2], "oak_leaves"));
    nothing(Item::KELP, TOP, |scene| scene);
}

#[test]
fn torches_of_a_post_stand_on_it_only() {
    let fence: fn(&mut Scene) -> &mut Scene = |scene| scene.set([0, 64, 2], "oak_fence");
    place(Item::TORCH, [0.5, 65.0, 2.5], fence).expect_block([0, 65, 2], "torch");
    // Its side holds none, but the ground in front does.
    place(Item::TORCH, [0.5, 64.5, 2.4], fence).expect_block([0, 64, 1], "torch");
}

#[test]
fn two_slabs_make_a_block() {
    let mut game = place(Item::OAK_SLAB, TOP, |scene| scene);
    game.expect_block([0, 65, 2], "oak_slab[type=bottom]");
    game.look_at([0.5, 65.5, 2.5]);
    game.wait(4);
    game.tap(Keys::USE);
    game.expect_block([0, 65, 2], "oak_slab[type=double]");
}

#[test]
fn grass_gives_way() {
    let game = place(Item::STONE, [0.5, 65.2, 2.5], |scene| scene.set([0, 65, 2], "grass"));
    game.expect_block([0, 65, 2], "stone");
}

#[test]
fn doors_and_beds_have_two_halves() {
    let game = place(Item::OAK_DOOR, TOP, |scene| scene);
    game.expect_block([0, 65, 2], "oak_door[facing=south,half=lower,hinge=left,open=false]");
    game.expect_block([0, 66, 2], "oak_door[facing=south,half=upper,hinge=left,open=false]");
    let game = place(Item::OAK_DOOR, TOP, |scene| scene.set([0, 66, 2], "stone").set([0, 65, 2], "air"));
    assert!(game.block([0, 65, 2]).is_air(), "no room for the upper half");
    let game = place(Item::RED_BED, TOP, |scene| scene.set([0, 64, 3], "stone"));
    game.expect_block([0, 65, 2], "red_bed[facing=south,part=foot]");
    game.expect_block([0, 65, 3], "red_bed[facing=south,part=head]");
}

#[test]
fn blocks_take_the_water_they_are_placed_in() {
    let game = place(Item::OAK_FENCE, NORTH, |scene| scene.set([0, 64, 1], "water"));
    assert!(game.block([0, 64, 1]).is("waterlogged"));
    let game = place(Item::STONE, NORTH, |scene| scene.set([0, 64, 1], "water"));
    game.expect_block([0, 64, 1], "stone");
}

#[test]
fn nobody_is_walled_in() {
    let mut scene = Scene::flat();
    scene.give(ItemStack::new(Item::STONE, 64)).look(0.0, 90.0);
    let mut game = Game::of(&scene);
    game.tap(Keys::USE);
    assert!(game.block([0, 64, 0]).is_air());
    // But at the top of a jump there is room below.
    let look_down = Control { look: Look { yaw: 0.0, pitch: 90.0 }, keys: Keys::JUMP, ..Control::default() };
    game.tick(&look_down);
    game.hold(Keys::JUMP, 4);
    game.hold(Keys::JUMP | Keys::USE, 3);
    game.expect_block([0, 64, 0], "stone");
    game.wait(20);
    assert_eq!(game.now().player.pos.y, 65.0);
}

#[test]
fn a_held_key_places_every_four_ticks() {
    let mut scene = Scene::flat();
    scene.give(ItemStack::new(Item::STONE, 64)).start_at(0.5, 64.0, -1.5);
    scene.fill([0, 64, 2], [0, 68, 2], "stone");
    let mut game = Game::of(&scene);
    game.look_at([0.5, 66.5, 2.0]);
    game.hold(Keys::USE, 9);
    let placed = 64 - game.count(Item::STONE);
    assert_eq!(placed, 3, "ticks 0, 4 and 8");
}

#[test]
fn a_pillar_can_be_jumped_up() {
    let mut scene = Scene::flat();
    scene.give(ItemStack::new(Item::DIRT, 64)).look(0.0, 90.0);
    let mut game = Game::of(&scene);
    game.hold(Keys::JUMP | Keys::USE, 200);
    game.wait(20);
    let height = game.now().player.pos.y;
    assert!(height > 72.0, "{height}");
    assert_eq!(64.0 - f64::from(game.count(Item::DIRT)), height - 64.0);
}

#[test]
fn one_cannot_place_out_of_reach() {
    let mut scene = Scene::flat();
    scene.set([0, 65, 8], "stone").give(one(Item::STONE));
    let mut game = Game::of(&scene);
    game.look_at([0.5, 65.5, 8.0]);
    game.tap(Keys::USE);
    assert!(game.block([0, 65, 7]).is_air());
}
