//! Getting about: over land, up and down, through rock, and where ore may be.

use anima_body::{BlockPos, ChunkPos, Keys, MenuKind, PlayerFlags, Screen};
use anima_rules::{Block, BlockState, Face, Item};
use anima_world::Scene;

use crate::path::Goal;
use crate::testing::{Game, flat, held, play, rock, with};
use crate::walk::travel::travel_within;
use crate::work::footing::gather_footing;
use crate::*;

#[test]
fn comes_up_out_of_a_cave() {
    let mut scene = rock(&[(Item::STONE_PICKAXE, 1), (Item::COBBLESTONE, 20)]);
    scene.fill([-1, 45, -1], [1, 47, 1], "air").start_at(0.5, 45.0, 0.5);
    let (outcome, world) = play(&scene, |me| async move { go_up(&me).await });
    assert_eq!(outcome, Ok(()));
    let me = Me::new(Settings::default(), world.observe());
    assert!(is_under_sky(&me) && world.observe().player.pos.y > 50.0);
}

#[test]
fn shafts_reach_their_depth_and_end_above_lava_and_beside_water() {
    let pickaxe = [(Item::STONE_PICKAXE, 1)];
    let depth = |scene: &Scene| {
        let (outcome, world) = play(scene, |me| async move { dig_down(&me, 45).await });
        assert_eq!(outcome, Ok(()));
        let player = world.observe().player;
        assert_eq!(player.health, 20.0);
        assert!(!player.is(PlayerFlags::IN_WATER));
        player.feet().y
    };
    assert_eq!(depth(&rock(&pickaxe)), 45);
    assert!((54..56).contains(&depth(rock(&pickaxe).fill([-2, 50, -2], [2, 52, 2], "lava"))));
    assert!(depth(rock(&pickaxe).fill([1, 55, -2], [3, 55, 2], "water")) > 55);
    assert!(depth(rock(&pickaxe).fill([-3, 45, -3], [3, 55, 3], "air")) > 55, "a fall of ten blocks");
}

#[test]
fn a_shaft_is_closed_overhead_where_a_mob_may_drop_in() {
    let roofs = |scene: &Scene| {
        let (outcome, world) = play(scene, |me| async move { dig_down(&me, 52).await });
        assert_eq!(outcome, Ok(()));
        (54..64).filter(|y| !world.terrain().block(BlockPos::new(0, *y, 0)).is_some_and(BlockState::is_air)).count()
    };
    let items = [(Item::STONE_PICKAXE, 1), (Item::COBBLESTONE, 8)];
    assert_eq!(roofs(&rock(&items)), 0);
    // One that cannot leave where it is, and that the sun does not burn.
    let mut scene = rock(&items);
    scene.fill([7, 63, -1], [9, 66, 1], "glass").fill([8, 63, 0], [8, 65, 0], "air").set([8, 66, 0], "stone");
    assert_eq!(roofs(scene.mob("zombie", [8.5, 63.0, 0.5])), 1);
}

#[test]
fn tunnels_are_dug_straight_and_end_before_liquid() {
    let mut scene = rock(&[(Item::STONE_PICKAXE, 1)]);
    scene.fill([0, 50, 0], [0, 51, 0], "air").start_at(0.5, 50.0, 0.5);
    let dig = |me: Me| async move { tunnel(&me, Face::East, 10).await };
    let (outcome, world) = play(&scene, dig);
    assert_eq!(outcome, Ok(()));
    assert_eq!(world.observe().player.feet(), BlockPos::new(10, 50, 0));
    scene.fill([7, 50, 0], [8, 51, 0], "lava");
    let (outcome, world) = play(&scene, dig);
    assert!(matches!(outcome, Err(Reason::Unreachable { .. })), "{outcome:?}");
    let feet = world.observe().player.feet();
    assert!((4..=5).contains(&feet.x), "{feet}");
    assert_eq!(world.observe().player.health, 20.0);
}

#[test]
fn prospecting_finds_ore_round_the_corner_of_a_cave_and_in_rock() {
    let wanted = Prospect { tunnel_at: 45..=45, ..Prospect::iron() };
    let look = |wanted: Prospect| {
        move |me: Me| async move {
            prospect(&me, &wanted, 5000).await?;
            if can_mine(&me, &wanted.blocks) { Ok(()) } else { Err(Reason::not_found("ore")) }
        }
    };
    let mut cave = rock(&[(Item::STONE_PICKAXE, 1)]);
    cave.fill([0, 45, 0], [24, 47, 1], "air").fill([23, 45, 0], [24, 47, 24], "air").set([23, 46, 25], "iron_ore");
    cave.start_at(0.5, 45.0, 0.5);
    assert_eq!(play(&cave, look(wanted.clone())).0, Ok(()));
    let mut veins = rock(&[(Item::STONE_PICKAXE, 1)]);
    for x in (-39..40).step_by(4) {
        for z in (-39..40).step_by(4) {
            let up = i32::rem_euclid(x + z, 3);
            veins.set([x, 44 + up, z], "iron_ore");
        }
    }
    veins.fill([0, 45, 0], [0, 46, 0], "air").start_at(0.5, 45.0, 0.5);
    assert_eq!(play(&veins, look(wanted)).0, Ok(()));
}

#[test]
fn exploring_finds_what_is_beyond_sight_and_goes_round_a_lake() {
    let mut scene = Scene::loaded(ChunkPos::new(-7, -7), ChunkPos::new(7, 7));
    scene.fill([-112, 62, -112], [127, 62, 127], "dirt").fill([-112, 63, -112], [127, 63, 127], "grass_block");
    scene.fill([20, 62, -30], [45, 63, 30], "water").start_at(0.5, 64.0, 0.5);
    scene.fill([90, 64, 2], [90, 68, 2], "oak_log");
    let (outcome, world) =
        play(&scene, |me| async move { explore(&me, 5000, |me| can_mine(me, &[Block::OAK_LOG])).await });
    assert_eq!(outcome, Ok(()));
    assert!(world.observe().player.pos.x > 25.0, "seen from {}", world.observe().player.pos);
}

#[test]
fn an_agent_that_explores_goes_where_it_was_not_and_into_no_hollow_twice() {
    // The foot of a mountain that hides most of the land; a passage leads into it and ends.
    let mut scene = Scene::loaded(ChunkPos::new(-4, -2), ChunkPos::new(7, 1));
    scene.fill([-64, 60, -32], [127, 63, 31], "stone").fill([14, 64, -32], [127, 90, 31], "stone");
    scene.fill([10, 64, 6], [44, 66, 9], "air").start_at(0.5, 64.0, 8.5);
    let mut way = Vec::new();
    let look = |me: Me| async move { explore(&me, 4000, |_| false).await };
    Game::by_day(&scene).watch(4000, look, |now, _| way.push(now.player.feet().chunk()));
    way.dedup();
    assert_eq!(way.iter().filter(|chunk| **chunk == ChunkPos::new(2, 0)).count(), 1, "{way:?}");
    way.sort_unstable();
    way.dedup();
    assert!(way.len() > 12, "{way:?}");
}

/// A log over the rim of a pit in the rock, earth on the floor of the pit, and a player there with bare hands.
fn pit() -> Scene {
    let mut scene = rock(&[]);
    scene.fill([-3, 44, -3], [3, 63, 3], "air").fill([-3, 40, -3], [3, 43, 3], "dirt");
    scene.fill([2, 64, 0], [5, 64, 0], "oak_log").start_at(0.5, 44.0, 0.5);
    scene
}

#[test]
fn bare_hands_heap_up_earth_to_come_out_of_a_pit() {
    let (outcome, world) = play(&pit(), |me| async move { mine(&me, Item::OAK_LOG, 1, &[Block::OAK_LOG]).await });
    assert_eq!((outcome, held(&world, Item::OAK_LOG)), (Ok(()), 1));
    assert!(world.ticks() < 3000, "{} ticks", world.ticks());
}

#[test]
fn bare_hands_dig_stairs_out_of_a_ravine_from_its_highest_ledge() {
    // No earth, and holes in its walls that one could look into for ever.
    let mut scene = rock(&[]);
    scene.fill([-2, 52, -20], [2, 63, 20], "air").fill([-2, 52, 14], [2, 53, 20], "stone");
    scene.fill([-2, 54, 16], [2, 54, 20], "stone").fill([-2, 55, 18], [2, 56, 20], "stone");
    for z in [-18, -9, 0, 9] {
        scene.fill([3, 48, z], [30, 53, z], "air").fill([-30, 44, z + 3], [-3, 53, z + 3], "air");
    }
    scene.start_at(0.5, 52.0, 0.5);
    let end = Game::by_day(&scene).play(5000, |me| async move { go_up(&me).await });
    assert_eq!(end.outcome, Some(Ok(())), "at {}", end.now().player.pos);
    assert!(end.now().player.pos.y > 60.0);
}

#[test]
fn nobody_digs_himself_in_for_earth_to_climb_with() {
    // The only earth about fills a well in the floor of a ravine.
    let mut scene = rock(&[]);
    scene.fill([-2, 52, -20], [2, 63, 20], "air").fill([1, 32, 3], [1, 51, 3], "dirt").start_at(0.5, 52.0, 0.5);
    let end = Game::by_day(&scene).play(3000, |me| async move {
        gather_footing(&me, 12).await;
        Ok(())
    });
    assert_eq!(end.outcome, Some(Ok(())));
    assert!(end.now().player.pos.y > 46.0, "at {}", end.now().player.pos);
}

#[test]
fn looking_for_something_on_the_surface_begins_with_coming_up() {
    let up = |scene: &Scene| {
        let out_of_sight = |me: &Me| can_mine(me, &[Block::BIRCH_LOG]);
        let (outcome, world) = play(scene, move |me| async move { explore(&me, 3000, out_of_sight).await });
        assert_eq!(outcome, Ok(()), "at {}", world.observe().player.pos);
    };
    let mut cave = rock(&[(Item::STONE_PICKAXE, 1), (Item::COBBLESTONE, 20)]);
    cave.fill([0, 45, -30], [0, 47, 30], "air").start_at(0.5, 45.0, 0.5);
    up(cave.fill([20, 64, 5], [20, 66, 5], "birch_log"));
    // A hole that the sky is seen from is no better.
    up(pit().fill([20, 64, 5], [20, 66, 5], "birch_log"));
}

#[test]
fn what_is_to_be_built_with_is_not_built_for() {
    let mut hall = rock(&[(Item::DIRT, 8)]);
    hall.fill([-2, 45, -2], [20, 52, 2], "air").set([0, 53, 0], "dirt").set([18, 45, 0], "dirt");
    hall.start_at(0.5, 45.0, 0.5);
    let (outcome, world) = play(&hall, |me| async move { mine(&me, Item::DIRT, 1, &[Block::DIRT]).await });
    assert_eq!((outcome, held(&world, Item::DIRT)), (Ok(()), 9));
    assert_eq!(world.terrain().block(BlockPos::new(0, 53, 0)), Some(Block::DIRT.state()));
}

#[test]
fn goes_inland_from_a_shore() {
    let mut scene = flat(&[]);
    scene.fill([-48, 63, -48], [2, 63, 63], "water");
    scene.start_at(4.5, 64.0, 0.5);
    let (outcome, world) = play(&scene, |me| async move { go_inland(&me, 600, 5).await });
    assert_eq!(outcome, Ok(()));
    assert!(world.observe().player.pos.x >= 5.0, "{}", world.observe().player.pos);
}

#[test]
fn an_agent_that_has_a_window_open_closes_it_and_goes_on() {
    let mut scene = flat(&[]);
    let (chest, there) = (BlockPos::new(2, 64, 0), BlockPos::new(0, 64, 8));
    scene.set(chest, "chest");
    let (outcome, world) = play(&scene, move |me| async move {
        open_block(&me, chest, MenuKind::Generic9(3)).await?;
        travel(&me, &Goal::Block(there)).await
    });
    assert_eq!(outcome, Ok(()));
    assert_eq!(world.observe().player.feet(), there);
}

#[test]
fn a_pillar_rises_from_a_table_that_stays_shut() {
    let mut scene = flat(&[(Item::COBBLESTONE, 16)]);
    scene.set([0, 64, 0], "crafting_table").start_at(0.5, 65.0, 0.5);
    let up = Goal::Block(BlockPos::new(0, 73, 0));
    let mut opened = 0;
    let end = Game::by_day(&scene).watch(
        150,
        move |me| async move { travel(&me, &up).await },
        |now, _| opened += u32::from(now.screen != Screen::None),
    );
    assert_eq!((end.outcome, opened), (Some(Ok(())), 0));
}

#[test]
fn a_player_that_has_just_sneaked_does_not_jump() {
    // A low passage over an abyss, to be bridged, which takes sneaking; at its end a step up.
    let mut scene = with(Scene::new(), &[(Item::COBBLESTONE, 16)]);
    scene.fill([-6, 45, -4], [14, 70, 4], "bedrock").fill([-3, 61, 0], [0, 62, 0], "air");
    scene.fill([1, 50, 0], [5, 62, 0], "air").fill([5, 62, 0], [9, 65, 0], "air").start_at(0.5, 61.0, 0.5);
    let there = Goal::Block(BlockPos::new(8, 62, 0));
    let (mut sneaked, mut jumped, mut hasty) = (false, false, false);
    let end = Game::by_day(&scene).watch(
        600,
        move |me| async move { travel(&me, &there).await },
        |now, control| {
            let sneaks = now.player.is(PlayerFlags::SNEAKING);
            let jumps = control.keys.contains(Keys::JUMP);
            sneaked |= sneaks;
            jumped |= jumps;
            hasty |= sneaks && jumps;
        },
    );
    assert_eq!((end.outcome, end.lost), (Some(Ok(())), 0.0));
    assert!(sneaked && jumped && !hasty, "sneaked {sneaked}, jumped {jumped}, hasty {hasty}");
}

#[test]
fn shafts_end_above_gravel_that_hangs_over_a_hollow() {
    let mut scene = rock(&[(Item::STONE_PICKAXE, 1)]);
    scene.fill([-2, 44, -2], [2, 54, 2], "air").fill([-2, 55, -2], [2, 57, 2], "gravel");
    let (outcome, world) = play(&scene, |me| async move { dig_down(&me, 40).await });
    assert_eq!(outcome, Ok(()));
    let player = world.observe().player;
    assert!(player.health == 20.0 && player.feet().y >= 58, "{} health at {}", player.health, player.pos);
}

/// Whether a player that looks for ore from where a scene begins is well down after some ticks.
fn prospects_down(scene: &Scene, best_y: i32) -> bool {
    let wanted =
        Prospect { blocks: vec![Block::COAL_ORE], heights: 0..=80, best_y, tunnel_at: 45..=45, ..Prospect::iron() };
    let end = Game::by_day(scene).after(20).play(400, |me| async move { prospect(&me, &wanted, 5000).await });
    end.now().player.feet().y < 56
}

#[test]
fn ore_is_not_looked_for_under_trees_and_overhangs() {
    let mut wood = rock(&[(Item::STONE_PICKAXE, 1)]);
    for x in (-30..=30).step_by(6) {
        for z in (-30..=30).step_by(6) {
            wood.fill([x - 2, 67, z - 2], [x + 2, 68, z + 2], "oak_leaves[persistent=true]");
            wood.fill([x, 64, z], [x, 68, z], "oak_log");
            wood.fill([x - 3, 69, z - 2], [x + 2, 69, z + 2], "oak_log");
        }
    }
    wood.start_at(2.5, 64.0, 2.5);
    assert!(prospects_down(&wood, 70), "a tree is no roof");
    let mut overhang = rock(&[(Item::STONE_PICKAXE, 1)]);
    overhang.fill([-30, 68, 3], [30, 70, 30], "stone");
    assert!(prospects_down(&overhang, 40), "no ore that lies deep is there");
}

#[test]
fn an_agent_that_jumps_into_a_vine_over_its_head_comes_out_of_the_pit() {
    let mut scene = flat(&[]);
    scene.set([0, 63, 0], "air").set([-1, 64, 0], "stone").set([0, 64, 0], "vine[west=true]").start_at(0.5, 63.0, 0.5);
    let rim = BlockPos::new(1, 64, 0);
    let end = Game::by_day(&scene).after(20).play(40, move |me| async move { travel(&me, &Goal::Block(rim)).await });
    assert_eq!((end.outcome.clone(), end.now().player.feet()), (Some(Ok(())), rim));
}

#[test]
fn a_way_that_takes_longer_than_the_patience_is_not_begun() {
    let there = Goal::Block(BlockPos::new(30, 64, 0));
    let go = |patience: u64| {
        let there = there.clone();
        play(&flat(&[]), move |me| async move { travel_within(&me, patience, &there).await })
    };
    let (outcome, world) = go(60);
    assert_eq!(outcome, Err(Reason::TookTooLong));
    assert!(world.observe().player.pos.x < 1.0 && world.ticks() < 25, "{} ticks", world.ticks());
    assert_eq!(go(200).0, Ok(()));
}
