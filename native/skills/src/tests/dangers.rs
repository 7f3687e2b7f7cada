//! Reflexes and skills together in scenes that kill the careless.

use anima_body::{BlockPos, PlayerFlags};
use anima_rules::{Block, Face, Item, StateFlags};
use anima_world::Scene;

use crate::path::Goal;
use crate::reflex::{Urge, urge};
use crate::refuge::wall::wall_in;
use crate::seek::course::Course;
use crate::testing::{Game, flat, lowest_unhurt, rock, stand, with};
use crate::{Me, mine, travel, tunnel};
use anima_intent::Reason;

/// Rock from 40 to 80 with a hall in it, 5 high, its floor at 59.
fn hall() -> Scene {
    let mut scene = Scene::new();
    scene.fill([-24, 40, -24], [24, 80, 24], "stone").fill([-3, 60, -3], [3, 64, 16], "air");
    scene.start_at(0.5, 60.0, 0.5);
    scene
}

#[test]
fn takes_the_way_out_of_lava_that_there_is() {
    for seed in 0..4 {
        // A basin whose rim is too high on the near side and level with the lava behind a corner.
        let mut scene = Scene::new();
        scene.fill([-8, 50, -8], [8, 66, 8], "stone").fill([0, 63, -2], [1, 66, 2], "air");
        scene.fill([0, 63, -2], [1, 63, 1], "lava").fill([0, 64, 2], [1, 66, 6], "air");
        scene.fill([0, 63, 2], [1, 63, 6], "stone");
        scene.start_at(0.5, 63.0, 0.5);
        let end = Game::by_night(&scene, seed).play(60, stand);
        let feet = end.now().player.feet();
        assert!(feet.z >= 2 && feet.y == 64, "seed {seed}: at {feet}, {} lost", end.lost);
    }
}

#[test]
fn steps_back_from_the_lava_that_a_shoulder_is_in() {
    let mut scene = hall();
    scene.fill([-3, 60, 1], [3, 60, 1], "lava").start_at(0.5, 60.0, 0.85);
    let end = Game::by_night(&scene, 1).play(20, stand);
    assert!(!end.now().player.is(PlayerFlags::IN_LAVA), "at {}", end.now().player.pos);
}

#[test]
fn goes_out_from_under_lava_that_comes_down() {
    // A ledge three high, lava upon the head and on the side on which the ground is as high.
    let mut scene = Scene::new();
    scene.fill([-8, 50, -8], [8, 59, 8], "stone").fill([0, 60, -4], [0, 62, 0], "stone");
    scene.fill([0, 64, -2], [0, 65, 0], "lava").start_at(0.5, 63.0, 0.5);
    let end = Game::by_night(&scene, 1).play(60, stand);
    assert!(!end.is_dead(), "{} lost, at {}", end.lost, end.now().player.pos);
}

#[test]
fn steps_out_of_the_lava_on_the_side_that_is_nearer() {
    // One cell of lava with dry ground on both sides, all but left.
    for (x, up) in [(1.05, 60), (1.95, 60), (1.95, 61)] {
        let mut scene = hall();
        scene.fill([-3, 60, -3], [3, 64, 16], "stone").fill([-3, up, 0], [0, 64, 0], "air");
        scene.fill([2, 60, 0], [3, 64, 0], "air").fill([1, 60, 0], [1, 64, 0], "air").set([1, 60, 0], "lava");
        let end = Game::by_night(scene.start_at(x, 60.0, 0.5), 1).play(16, stand);
        let player = end.now().player;
        assert!(!player.is(PlayerFlags::IN_LAVA), "{x}: {} lost at {}", end.lost, player.pos);
    }
}

#[test]
fn an_agent_that_burns_runs_to_water() {
    let mut scene = hall();
    scene.fill([-1, 59, 12], [1, 59, 14], "water").set([0, 60, 0], "lava");
    let end = Game::by_night(&scene, 1).play(400, stand);
    assert!(!end.is_dead() && end.lost < 18.0, "{} lost", end.lost);
}

#[test]
fn comes_up_for_air_past_a_ledge() {
    let mut scene = Scene::new();
    scene.fill([-8, 40, -8], [8, 60, 8], "stone").fill([-4, 44, -4], [4, 60, 4], "water");
    // A shoulder bumps against the ledge.
    scene.fill([-4, 50, -4], [-1, 50, 4], "stone");
    scene.start_at(0.25, 46.0, 0.5);
    let end = Game::by_night(&scene, 1).play(700, stand);
    assert!(!end.is_dead() && end.lost < 4.0, "{} lost", end.lost);
}

#[test]
fn a_leap_that_is_called_off_ends_on_firm_ground() {
    // Stepping stones over lava, to be left as soon as the body is over the third.
    let mut scene = Scene::new();
    scene.fill([-2, 60, -2], [20, 60, 2], "lava").fill([-2, 60, -2], [1, 60, 2], "stone");
    scene.fill([3, 60, 0], [3, 60, 0], "stone").fill([5, 60, 0], [5, 60, 0], "stone");
    scene.fill([7, 60, -2], [20, 60, 2], "stone");
    scene.start_at(0.5, 61.0, 0.5);
    for at in 10..36 {
        let there = Goal::Block(BlockPos::new(12, 61, 0));
        let end = Game::by_night(&scene, 1).play(400, move |me| async move {
            let stop = me.age() + at;
            me.until(move |me| me.age() >= stop, travel(&me, &there)).await.unwrap_or(Ok(()))
        });
        assert!(end.lost == 0.0, "called off after {at} ticks: {} lost at {}", end.lost, end.now().player.feet());
    }
}

#[test]
fn tunnels_over_no_lava() {
    let mut scene = with(hall(), &[(Item::STONE_PICKAXE, 1)]);
    scene.fill([5, 57, -1], [7, 59, 1], "lava").fill([5, 60, -1], [7, 60, 1], "cave_air");
    scene.set([4, 59, 0], "stone").start_at(2.5, 60.0, 0.5);
    let end = Game::by_night(&scene, 1).play(900, |me| async move { tunnel(&me, Face::East, 8).await });
    assert!(matches!(end.outcome, Some(Err(Reason::Unreachable { .. }))), "{:?}", end.outcome);
    assert_eq!(end.lost, 0.0);
}

#[test]
fn leaves_a_tunnel_into_which_lava_comes() {
    // Behind gravel that hangs over the way there is lava; the tunnel goes back a good way.
    let mut scene = with(Scene::new(), &[(Item::STONE_PICKAXE, 1)]);
    scene.fill([-40, 40, -24], [24, 80, 24], "bedrock").fill([-9, 60, 0], [0, 61, 0], "air");
    scene.fill([1, 60, 0], [9, 61, 0], "stone").fill([2, 62, 0], [2, 64, 0], "gravel");
    scene.fill([2, 65, 0], [2, 68, 0], "lava");
    scene.start_at(0.5, 60.0, 0.5);
    let end = Game::by_night(&scene, 1).play(400, |me| async move {
        let mut course = Course::along(Face::East);
        while course.dig_on(&me).await.is_ok() {}
        Ok(())
    });
    let feet = end.now().player.feet();
    assert!(end.outcome == Some(Ok(())) && end.lost == 0.0 && feet.x < -3, "at {feet}, {} lost", end.lost);
}

#[test]
fn nobody_walks_under_gravel_that_comes_down() {
    // A chamber walled in by gravel that reaches high up.
    let mut scene = with(Scene::new(), &[(Item::STONE_PICKAXE, 1)]);
    scene.fill([-24, 40, -24], [24, 90, 24], "bedrock").fill([-2, 60, 2], [2, 72, 12], "gravel");
    scene.fill([-1, 60, -1], [1, 62, 1], "air").start_at(0.5, 60.0, 0.5);
    let by_tunnel = |me: Me| async move { tunnel(&me, Face::South, 8).await };
    let by_path = |me: Me| async move { travel(&me, &Goal::Block(BlockPos::new(0, 60, 8))).await };
    let end = Game::by_night(&scene, 1).play(4000, by_tunnel);
    assert_eq!((end.outcome, end.lost), (Some(Ok(())), 0.0));
    // Only a slab of stone above the feet closes the way.
    scene.fill([-2, 60, 2], [2, 60, 12], "air").fill([-2, 61, 2], [2, 61, 12], "stone");
    for end in [Game::by_night(&scene, 1).play(4000, by_path), Game::by_night(&scene, 1).play(4000, by_tunnel)] {
        assert_eq!((end.outcome, end.lost), (Some(Ok(())), 0.0));
    }
}

#[test]
fn an_agent_does_not_dig_away_the_floor_it_stands_on() {
    // A bridge of ore over an abyss: all of it can be mined but what the player stands on.
    let mut scene = with(Scene::new(), &[(Item::STONE_PICKAXE, 1)]);
    scene.fill([-3, 60, -1], [3, 60, 1], "iron_ore").fill([-8, 20, -8], [8, 20, 8], "stone");
    scene.start_at(0.5, 61.0, 0.5);
    let end = Game::by_night(&scene, 1)
        .play(3000, |me| async move { mine(&me, Item::RAW_IRON, 4, &[Block::IRON_ORE]).await });
    assert!(end.now().player.feet().y >= 60 && end.lost == 0.0, "fell to {}", end.now().player.feet());
}

#[test]
fn ore_that_bowmen_guard_is_left_to_them() {
    let mut scene = with(hall(), &[(Item::STONE_PICKAXE, 1), (Item::STONE_SWORD, 1), (Item::COBBLESTONE, 30)]);
    scene.set([0, 61, 17], "iron_ore");
    for x in [-2.5, 0.5, 2.5] {
        scene.mob("skeleton", [x, 60.0, 14.5]);
    }
    for seed in 0..5 {
        let end = Game::by_night(&scene, seed).play(1200, |me| async move {
            me.wait(10).await;
            mine(&me, Item::RAW_IRON, 1, &[Block::IRON_ORE]).await
        });
        assert!(!end.is_dead(), "seed {seed}: shot");
        assert!(matches!(end.outcome, Some(Err(Reason::NotFound(_))) | None), "seed {seed}: {:?}", end.outcome);
    }
}

#[test]
fn an_agent_that_is_outnumbered_by_bowmen_gets_behind_stone() {
    let items = [(Item::STONE_PICKAXE, 1), (Item::STONE_SWORD, 1), (Item::COBBLESTONE, 30)];
    let mut scene = with(hall(), &items);
    for x in [-2.5, 0.5, 2.5] {
        scene.mob("skeleton", [x, 60.0, 12.5]);
    }
    for seed in 0..10 {
        let end = Game::by_night(&scene, seed).play(300, stand);
        assert!(!end.is_dead() && end.lost <= 15.0, "seed {seed}: {} lost", end.lost);
        let now = end.now();
        let feet = now.player.feet();
        let full = |pos: BlockPos| {
            end.world.terrain().block(pos).is_some_and(|state| state.flags().contains(StateFlags::FULL_CUBE))
        };
        let skeletons = now.entities.iter().filter(|entity| entity.kind == anima_rules::EntityKind::SKELETON);
        let seen = skeletons.filter(|foe| {
            let eyes = foe.pos + glam::DVec3::new(0.0, 1.74, 0.0);
            anima_body::cells_along(eyes, feet.center(), |pos| full(pos).then_some(())).is_none()
        });
        assert_eq!(seen.count(), 0, "seed {seed}: in sight at {feet}");
    }
}

#[test]
fn an_agent_that_is_shot_from_above_in_its_walls_digs_away() {
    // Bowmen on the rim of a pit, in which nothing carries a roof.
    let items = [(Item::STONE_PICKAXE, 1), (Item::COBBLESTONE, 30)];
    for seed in 0..6 {
        let mut scene = with(Scene::new(), &items);
        scene.fill([-24, 40, -24], [24, 69, 24], "stone").fill([-2, 60, -2], [2, 69, 2], "air");
        scene.start_at(0.5, 60.0, 0.5);
        for x in [-1.5, 0.5, 2.5] {
            scene.mob("skeleton", [x, 70.0, 4.5]);
        }
        let end = Game::by_night(&scene, seed).play(400, stand);
        assert!(!end.is_dead() && end.lost < 13.0, "seed {seed}: {} lost at {}", end.lost, end.now().player.feet());
    }
}

#[test]
fn nobody_eats_in_the_middle_of_a_leap() {
    for (height, eats) in [(64.0, true), (65.0, false)] {
        let mut scene = flat(&[(Item::BREAD, 2)]);
        scene.start_at(0.5, height, 0.5).start.food = 10;
        let end = Game::by_day(&scene).play(2, move |me| async move {
            assert_eq!(urge(&me) == Some(Urge::Eat), eats, "at {height}");
            Ok(())
        });
        assert_eq!(end.outcome, Some(Ok(())));
    }
}

#[test]
fn an_agent_that_is_thrown_about_gets_its_walls_up() {
    for (x, z) in [(0.3, 0.1), (-0.2, 0.3), (0.1, -0.35), (0.25, 0.25)] {
        let mut scene = flat(&[(Item::COBBLESTONE, 30)]);
        scene.start_at(0.5, 64.0, 0.5).start.velocity = glam::DVec3::new(x, 0.4, z);
        let end = Game::by_day(&scene).play(200, |me| async move { wall_in(&me).await });
        assert_eq!(end.outcome, Some(Ok(())), "thrown {x}, {z}");
    }
}

#[test]
fn an_agent_that_fights_beside_shafts_does_not_step_into_them() {
    let mut scene = with(Scene::new(), &[(Item::STONE_SWORD, 1)]);
    scene.fill([-12, 40, -8], [12, 66, 8], "stone").fill([-6, 60, 0], [6, 66, 1], "air");
    scene.fill([2, 53, 1], [2, 59, 1], "air").fill([-2, 53, 0], [-2, 59, 0], "air");
    // Bumps that the player hops onto, and off again.
    for bump in [[3, 60, 0], [1, 60, 1], [-1, 60, 0], [-3, 60, 1]] {
        scene.set(bump, "stone");
    }
    scene.start_at(0.5, 60.0, 0.5).mob("creeper", [5.5, 60.0, 0.5]);
    for seed in 0..20 {
        let lowest = lowest_unhurt(&scene, seed, 300);
        assert!(lowest >= 60.0, "seed {seed}: fell to {lowest}");
    }
}

#[test]
fn an_agent_that_is_shut_in_under_water_digs_its_way_out() {
    let mut scene = with(hall(), &[(Item::IRON_PICKAXE, 1)]);
    scene.fill([6, 60, 0], [6, 61, 0], "water").start_at(6.5, 60.0, 0.5);
    let there = Goal::Block(BlockPos::new(2, 60, 0));
    let end = Game::by_day(&scene).play(600, move |me| async move { travel(&me, &there).await });
    assert_eq!((end.outcome.clone(), end.lost), (Some(Ok(())), 0.0), "at {}", end.now().player.feet());
}

#[test]
fn a_bowman_behind_a_window_is_let_be() {
    // The skeleton shoots through it, but no blow passes.
    let mut scene = with(Scene::new(), &[(Item::STONE_SWORD, 1)]);
    scene.fill([-8, 58, -8], [8, 66, 8], "bedrock").fill([-1, 60, -1], [1, 62, 1], "air");
    scene.fill([3, 60, -1], [4, 62, 1], "air").set([2, 61, 0], "cobweb");
    scene.start_at(1.5, 60.0, 0.5).mob("skeleton", [3.5, 60.0, 0.5]);
    for seed in 0..4 {
        // The fight interrupts the skill, and does not hold the player up for long.
        let end = Game::by_night(&scene, seed).play(150, |me| async move {
            me.wait(60).await;
            Ok(())
        });
        assert_eq!(end.outcome, Some(Ok(())), "seed {seed}: {} lost", end.lost);
        assert!(end.world.ticks() > 70, "seed {seed}: nobody fights");
    }
}

#[test]
fn an_agent_that_is_in_powder_snow_digs_itself_free_and_goes_on() {
    let mut scene = Scene::flat();
    scene.fill([-4, 60, -4], [4, 63, 4], "dirt").fill([-3, 62, -3], [3, 63, 3], "air").fill(
        [-3, 62, -3],
        [3, 62, 3],
        "powder_snow",
    );
    let there = BlockPos::new(9, 64, 0);
    let game = Game::by_day(scene.start_at(0.5, 62.0, 0.5));
    let end = game.play(400, move |me| async move { travel(&me, &Goal::Block(there)).await });
    assert_eq!(end.now().player.feet(), there, "{} lost", end.lost);
}

#[test]
fn an_agent_that_is_buried_digs_itself_out() {
    for (block, tool) in [("gravel", Item::STICK), ("stone", Item::STONE_PICKAXE)] {
        let mut scene = rock(&[(tool, 1)]);
        scene.fill([0, 40, 0], [0, 43, 0], block).start_at(0.5, 40.0, 0.5);
        let end = Game::by_night(&scene, 1).play(400, stand);
        assert!(!end.is_dead() && end.lost < 10.0, "in {block}: {} lost", end.lost);
        let head = BlockPos::new(0, 41, 0);
        assert!(end.now().terrain.block(head).is_some_and(|state| state.is_air()), "in {block}");
    }
}
