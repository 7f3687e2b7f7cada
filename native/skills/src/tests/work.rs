//! What skills gain, make and put down.

use anima_body::{BlockPos, ChunkPos, Click, MenuKind};
use anima_rules::techtree::Fuel;
use anima_rules::{Block, EntityKind, Item, ItemStack, StateFlags};
use anima_world::{Scene, World};

use crate::hands::window::take_up;
use crate::obtain::obtain;
use crate::path::Goal;
use crate::testing::{Game, flat, held, last_step, make, play, rock, with};
use crate::*;

#[test]
fn mines_as_much_as_is_asked_for_and_picks_it_up() {
    let mut scene = flat(&[]);
    scene.fill([5, 64, 5], [5, 67, 5], "oak_log");
    let (outcome, world) = play(&scene, |me| async move { mine(&me, Item::OAK_LOG, 2, &[Block::OAK_LOG]).await });
    assert_eq!(outcome, Ok(()));
    assert_eq!(held(&world, Item::OAK_LOG), 2);
    let left = (64..68).filter(|y| world.terrain().block(BlockPos::new(5, *y, 5)) == Some(Block::OAK_LOG.state()));
    assert_eq!(left.count(), 2);
}

/// A hall in the rock up to a corner, with ore somewhere in its walls: the ticks until the diamond is held.
#[track_caller]
fn ticks_for_a_diamond(far_corner: [i32; 3], ore: [i32; 3], from_z: f64) -> u64 {
    let mut scene = rock(&[(Item::IRON_PICKAXE, 1), (Item::COBBLESTONE, 20)]);
    scene.fill([-3, 40, -3], far_corner, "air").set(ore, "diamond_ore").start_at(0.5, 40.0, from_z);
    let (outcome, world) = play(&scene, |me| async move { mine(&me, Item::DIAMOND, 1, &[Block::DIAMOND_ORE]).await });
    assert_eq!((outcome, held(&world, Item::DIAMOND)), (Ok(()), 1), "{ore:?}");
    world.ticks()
}

#[test]
fn what_falls_from_a_ceiling_is_picked_up_below() {
    let ticks = ticks_for_a_diamond([6, 45, 3], [2, 46, 0], 0.5);
    assert!(ticks < 200, "{ticks} ticks");
}

#[test]
fn what_drops_out_of_sight_is_gone_for() {
    ticks_for_a_diamond([3, 46, 3], [0, 43, 4], 1.5);
}

#[test]
fn what_drops_into_a_hole_is_stepped_down_to() {
    for z in [2, 3, 4] {
        let ticks = ticks_for_a_diamond([3, 43, 5], [0, 39, z], 0.5);
        assert!(ticks < 140, "{z}: {ticks} ticks");
    }
}

#[test]
fn a_tree_that_was_seen_is_gone_back_to_from_farther_than_ore_in_the_rock() {
    let mut scene = Scene::loaded(ChunkPos::new(-8, -3), ChunkPos::new(6, 3));
    scene.fill([-128, 60, -48], [111, 63, 63], "dirt").start_at(0.5, 64.0, 0.5);
    scene.fill([60, 64, -3], [60, 67, 0], "oak_log").fill([60, 64, 1], [60, 67, 4], "coal_ore");
    let scene = with(scene, &[(Item::IRON_PICKAXE, 1)]);
    let (outcome, world) = play(&scene, |me| async move {
        let can = |me: &Me, block| can_mine(me, &[block]);
        me.until(|me| can(me, Block::OAK_LOG) && can(me, Block::COAL_ORE), me.wait(200)).await;
        go_to(&me, &Goal::Xz { x: -110, z: 0 }, &Travel::default()).await?;
        assert_eq!([Block::OAK_LOG, Block::COAL_ORE].map(|block| can(&me, block)), [true, false]);
        mine(&me, Item::OAK_LOG, 1, &[Block::OAK_LOG]).await
    });
    assert_eq!(outcome, Ok(()), "at {}", world.observe().player.pos);
    assert!(held(&world, Item::OAK_LOG) > 0);
}

#[test]
fn stone_that_is_near_is_dug_rather_than_a_wall_far_off() {
    let mut scene = rock(&[(Item::WOODEN_PICKAXE, 1)]);
    scene.fill([-8, 63, -8], [8, 63, 8], "stone").fill([-4, 64, 30], [4, 68, 30], "cobblestone");
    let (outcome, world) =
        play(&scene, |me| async move { mine(&me, Item::COBBLESTONE, 1, &[Block::STONE, Block::COBBLESTONE]).await });
    assert_eq!((outcome, held(&world, Item::COBBLESTONE)), (Ok(()), 1));
    assert!(world.ticks() < 120 && world.observe().player.pos.z < 10.0, "{} ticks", world.ticks());
}

/// A pond with a post of stone in it.
fn pond(post_top: BlockPos) -> Scene {
    let mut scene = flat(&[(Item::WOODEN_PICKAXE, 1)]);
    scene.fill([1, 62, -7], [15, 63, 7], "water").fill(BlockPos { y: 62, ..post_top }, post_top, "stone");
    scene
}

#[test]
fn common_stone_is_dug_on_dry_land() {
    let (post, dry) = (BlockPos::new(7, 64, 0), BlockPos::new(-14, 64, 0));
    let (outcome, world) =
        play(pond(post).set(dry, "stone"), |me| async move { mine(&me, Item::COBBLESTONE, 1, &[Block::STONE]).await });
    assert_eq!((outcome, held(&world, Item::COBBLESTONE)), (Ok(()), 1));
    let left = [post, dry].map(|pos| world.terrain().block(pos).is_some_and(|state| state.block() == Block::STONE));
    assert_eq!(left, [true, false]);
}

#[test]
fn nobody_digs_common_stone_afloat() {
    // Its top is dry, but a player that swims there is not.
    let post = BlockPos::new(7, 65, 0);
    let (outcome, world) =
        play(&pond(post), |me| async move { mine(&me, Item::COBBLESTONE, 1, &[Block::STONE]).await });
    assert!(matches!(outcome, Err(Reason::Unreachable { known: 1, .. })), "{outcome:?}");
    assert_eq!(world.terrain().block(post), Some(Block::STONE.state()));
}

#[test]
fn prey_on_a_ledge_is_gone_after() {
    let mut scene = flat(&[(Item::STONE_SWORD, 1)]);
    scene.fill([4, 64, -3], [12, 65, 3], "stone").fill([6, 66, -1], [6, 66, 1], "oak_fence");
    scene.fill([4, 66, -1], [6, 66, -1], "oak_fence").fill([4, 66, 1], [6, 66, 1], "oak_fence");
    scene.set([12, 64, 4], "stone").mob("cow", [4.8, 66.0, 0.5]);
    let (outcome, world) = play(&scene, |me| async move { hunt(&me, EntityKind::COW, Item::BEEF, 1).await });
    assert_eq!(outcome, Ok(()));
    assert!(world.ticks() < 500, "{} ticks", world.ticks());
}

#[test]
fn mining_says_what_it_lacks() {
    let mut scene = flat(&[(Item::WOODEN_PICKAXE, 1)]);
    scene.set([4, 64, 4], "iron_ore");
    let (outcome, _) = play(&scene, |me| async move { mine(&me, Item::RAW_IRON, 1, &[Block::IRON_ORE]).await });
    assert!(matches!(outcome, Err(Reason::NeedsTool(tool)) if tool.tier == anima_rules::Tier::Stone), "{outcome:?}");
    let none = play(&flat(&[]), |me| async move { mine(&me, Item::OAK_LOG, 1, &[Block::OAK_LOG]).await });
    assert!(matches!(none.0, Err(Reason::NotFound(_))), "{:?}", none.0);
}

#[test]
fn crafts_in_the_inventory_and_at_a_table() {
    for ticks_away in [0, 1, 5] {
        let game = Game::by_day(&flat(&[(Item::OAK_LOG, 3)])).after(20).far(ticks_away);
        let end = game.play(1000, |me| async move {
            make(&me, Item::OAK_PLANKS, 12).await?;
            make(&me, Item::CRAFTING_TABLE, 1).await?;
            make(&me, Item::STICK, 4).await?;
            make(&me, Item::WOODEN_PICKAXE, 1).await
        });
        assert_eq!(end.outcome, Some(Ok(())), "the server answers {ticks_away} ticks late");
        assert_eq!((held(&end.world, Item::WOODEN_PICKAXE), held(&end.world, Item::OAK_PLANKS)), (1, 3));
    }
    let (outcome, _) = play(&flat(&[(Item::STICK, 2)]), |me| async move { make(&me, Item::WOODEN_PICKAXE, 1).await });
    assert!(matches!(outcome, Err(Reason::Missing { count: 3, .. })), "{outcome:?}");
}

#[test]
fn an_agent_that_is_far_from_its_server_waits_for_what_drops() {
    const LOGS: i32 = 8;
    let mut scene = flat(&[]);
    scene.fill([2, 64, 2], [2, 64, 1 + LOGS], "oak_log");
    let end = Game::by_day(&scene).after(20).far(6).play(2000, |me| async move {
        let left = |me: &Me| (0..LOGS).filter(|z| !me.is_open(BlockPos::new(2, 64, 2 + z))).count();
        // The first time it learns how late the answers come.
        mine(&me, Item::OAK_LOG, 1, &[Block::OAK_LOG]).await?;
        collect(&me, BlockPos::new(2, 64, 3), 20.0, Supply::Plenty, |_| true).await?;
        me.wait(40).await;
        let before = left(&me);
        mine(&me, Item::OAK_LOG, 1, &[Block::OAK_LOG]).await?;
        assert_eq!(left(&me), before - 1, "one log was wanted");
        Ok(())
    });
    assert_eq!(end.outcome, Some(Ok(())));
}

#[test]
fn a_table_that_stands_near_is_walked_to() {
    let mut scene = flat(&[(Item::OAK_PLANKS, 3), (Item::STICK, 2)]);
    scene.set([9, 64, 3], "crafting_table");
    let (outcome, world) = play(&scene, |me| async move { make(&me, Item::WOODEN_PICKAXE, 1).await });
    assert_eq!(outcome, Ok(()));
    assert_eq!(held(&world, Item::WOODEN_PICKAXE), 1);
}

#[test]
fn a_table_far_off_is_gone_to_where_no_other_can_be_made() {
    let table_at = |x: i32, planks: u8| {
        let mut scene = flat(&[(Item::OAK_PLANKS, planks)]);
        scene.fill([x, 64, -2], [x, 66, 2], "crafting_table");
        let (outcome, _) = play(&scene, |me| async move {
            let known = stations_at_hand(&me).contains(&Block::CRAFTING_TABLE);
            if known { Ok(()) } else { Err(Reason::not_found("a table")) }
        });
        outcome.is_ok()
    };
    assert!(table_at(8, 3) && table_at(8, 4), "near enough for anybody");
    assert!(table_at(20, 3), "far is better than none");
    assert!(!table_at(20, 4), "a new one is made sooner");
}

/// Smelts iron, burning so much: how that ends, and the world then.
fn smelts_iron(scene: &Scene, count: u32, fuel: (Item, u32)) -> (Outcome, World) {
    play(scene, move |me| async move {
        let mut step = last_step(&me, Item::IRON_INGOT, count);
        step.fuel = Some(Fuel { item: fuel.0, count: fuel.1 });
        obtain(&me, &step, 1).await
    })
}

#[test]
fn furnaces_smelt_side_by_side_as_far_as_the_fuel_goes() {
    let items =
        [(Item::RAW_IRON, 3), (Item::COAL, 3), (Item::OAK_PLANKS, 5), (Item::FURNACE, 3), (Item::STONE_PICKAXE, 1)];
    let ticks = |item: Item, count: u32| {
        let (outcome, world) = smelts_iron(&flat(&items), 3, (item, count));
        assert_eq!((outcome, held(&world, Item::IRON_INGOT)), (Ok(()), 3));
        let carried = items.iter().find(|(known, _)| *known == item).map_or(0, |(_, count)| u32::from(*count));
        assert_eq!(held(&world, item), carried - count, "no more and no less of it");
        world.ticks()
    };
    let (alone, together) = (ticks(Item::COAL, 1), ticks(Item::COAL, 3));
    assert!(alone >= 600, "three pieces take 600 ticks in one furnace: {alone}");
    assert!(together < 450, "{together}");
    assert!(ticks(Item::OAK_PLANKS, 2) >= 600 && ticks(Item::OAK_PLANKS, 3) < 450);
    let (outcome, _) = smelts_iron(&flat(&[(Item::RAW_IRON, 1), (Item::FURNACE, 1)]), 1, (Item::COAL, 1));
    assert_eq!(outcome, Err(Reason::Missing { item: Item::COAL, count: 1 }));
}

#[test]
fn what_others_left_in_a_furnace_is_taken_out() {
    let items = [(Item::RAW_IRON, 2), (Item::RAW_GOLD, 1), (Item::OAK_PLANKS, 2), (Item::COAL, 1)];
    let mut scene = flat(&items);
    scene.set([2, 64, 2], "furnace");
    let (outcome, world) = play(&scene, |me| async move {
        open_block(&me, BlockPos::new(2, 64, 2), MenuKind::Furnace).await?;
        for (item, slot) in [(Item::RAW_GOLD, 0), (Item::COAL, 1)] {
            take_up(&me, item).await?;
            me.click(Click::left(slot));
            me.tick().await;
        }
        close_window(&me).await?;
        let mut step = last_step(&me, Item::IRON_INGOT, 2);
        step.fuel = Some(Fuel { item: Item::OAK_PLANKS, count: 2 });
        obtain(&me, &step, 1).await
    });
    assert_eq!((outcome, held(&world, Item::IRON_INGOT), held(&world, Item::RAW_GOLD)), (Ok(()), 2, 1));
}

#[test]
fn eats_until_it_has_enough() {
    let mut scene = flat(&[(Item::BREAD, 3)]);
    scene.start.food = 8;
    let (outcome, world) = play(&scene, |me| async move { eat(&me, 16).await });
    assert_eq!(outcome, Ok(()));
    assert!(world.observe().player.food >= 16);
    assert_eq!(held(&world, Item::BREAD), 1);
}

#[test]
fn hunts_shears_milks_and_fills() {
    let mut scene = flat(&[(Item::SHEARS, 1), (Item::BUCKET, 3), (Item::STONE_SWORD, 1)]);
    scene.mob("cow", [6.5, 64.0, 6.5]).mob("sheep", [-6.5, 64.0, 5.5]);
    scene.fill([-3, 63, 8], [-1, 63, 10], "water");
    let (outcome, world) = play(&scene, |me| async move {
        apply_to_mob(&me, Item::BUCKET, EntityKind::COW, |_| true).await?;
        let wool = apply_to_mob(&me, Item::SHEARS, EntityKind::SHEEP, |_| true).await?;
        me.wait(15).await;
        collect(&me, wool, 8.0, Supply::Plenty, |_| true).await?;
        fill(&me, Item::BUCKET, Block::WATER, Item::WATER_BUCKET).await?;
        hunt(&me, EntityKind::COW, Item::BEEF, 1).await
    });
    assert_eq!(outcome, Ok(()));
    for item in [Item::MILK_BUCKET, Item::WHITE_WOOL, Item::WATER_BUCKET, Item::BEEF] {
        assert!(held(&world, item) >= 1, "no {item}");
    }
    assert_eq!(held(&world, Item::BUCKET), 1);
}

#[test]
fn puts_things_into_a_chest_and_takes_them_out() {
    let mut scene = flat(&[(Item::COBBLESTONE, 40), (Item::STICK, 3)]);
    let chest = BlockPos::new(6, 64, 2);
    scene.set(chest, "chest").stock(chest, &[ItemStack::new(Item::COAL, 5)]);
    let (outcome, world) = play(&scene, move |me| async move {
        assert_eq!(deposit(&me, chest, Item::COBBLESTONE, 40).await, Ok(40));
        assert_eq!(withdraw(&me, chest, Item::COAL, 5).await, Ok(5));
        Ok(())
    });
    assert_eq!(outcome, Ok(()));
    let counts = [Item::COBBLESTONE, Item::STICK, Item::COAL].map(|item| held(&world, item));
    assert_eq!(counts, [0, 3, 5]);
    let (outcome, _) = play(&scene, move |me| async move {
        assert_eq!(withdraw(&me, chest, Item::COAL, 9).await, Ok(5));
        assert!(matches!(deposit(&me, chest, Item::STICK, 4).await, Err(Reason::Missing { count: 1, .. })));
        Ok(())
    });
    assert_eq!(outcome, Ok(()));
}

#[test]
fn places_where_there_is_room_or_makes_some() {
    let mut scene = rock(&[(Item::STONE_PICKAXE, 1), (Item::CRAFTING_TABLE, 1)]);
    scene.fill([0, 50, 0], [0, 51, 0], "air").start_at(0.5, 50.0, 0.5);
    let (outcome, world) = play(&scene, |me| async move { place_nearby(&me, Item::CRAFTING_TABLE).await.map(drop) });
    assert_eq!(outcome, Ok(()));
    assert_eq!(held(&world, Item::CRAFTING_TABLE), 0);
    let feet = world.observe().player.feet();
    let cells = (-1..=2).flat_map(|y| (-3..=3).flat_map(move |x| (-3..=3).map(move |z| feet.offset(x, y, z))));
    let is_table = |pos: &BlockPos| world.terrain().block(*pos).is_some_and(|s| s.block() == Block::CRAFTING_TABLE);
    assert_eq!(cells.filter(is_table).count(), 1);
    let cube = world.terrain().block(feet.down(1)).is_some_and(|s| s.flags().contains(StateFlags::FULL_CUBE));
    assert!(cube, "it still stands on firm ground");
}

#[test]
fn places_onto_what_using_would_open() {
    let mut scene = flat(&[(Item::COBBLESTONE, 1)]);
    let cell = BlockPos::new(2, 64, 0);
    scene.set(cell.down(1), "crafting_table");
    let (outcome, world) = play(&scene, move |me| async move { place_at(&me, Item::COBBLESTONE, cell).await });
    assert_eq!(outcome, Ok(()));
    assert_eq!(world.terrain().block(cell), Some(Block::COBBLESTONE.state()));
}
