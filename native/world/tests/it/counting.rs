//! What the game's statistics count, and what they do not.

use anima_body::{Click, ClickMode, Control, Custom, Keys, MenuKind, ScreenKey, Stat};
use anima_rules::{Block, Enchantment, Enchantments, EntityKind, Item, ItemStack};
use anima_world::{Difficulty, GameRules, Options, SavedEntity, Scene};
use glam::DVec3;

use super::{Game, one};

/// Times and ways, which change in each tick.
fn passes(stat: Stat) -> bool {
    let Stat::Custom(custom) = stat else { return false };
    custom.name().ends_with("_one_cm") || custom.name().contains("time")
}

/// Checks all that was counted, times and ways left out.
#[track_caller]
fn expect(game: &Game, counts: &[&str]) {
    let counted: Vec<String> = game
        .world
        .tally()
        .iter()
        .filter(|(stat, _)| !passes(*stat))
        .map(|(stat, count)| format!("{stat} {count}"))
        .collect();
    assert_eq!(counted, counts);
}

fn count(game: &Game, stat: impl Into<Stat>) -> u32 {
    game.world.tally().count(stat)
}

/// A player who holds something before a block at 0 64 2.
fn before(block: &str, held: ItemStack) -> Game {
    let mut scene = Scene::flat();
    scene.set([0, 64, 2], block).give(held);
    let mut game = Game::of(&scene);
    game.look_at([0.5, 64.5, 2.1]);
    game
}

fn click(game: &mut Game, click: Click) {
    game.tick(&Control { click: Some(click), ..Control::default() });
}

fn close(game: &mut Game) {
    game.tick(&Control { screen: Some(ScreenKey::Close), ..Control::default() });
    game.wait(4);
}

/// Turns to the nearest of a kind and strikes it once.
#[track_caller]
fn strike(game: &mut Game, kind: EntityKind) {
    let now = game.now();
    let mob = now.entities.iter().find(|entity| entity.kind == kind).expect("it is there");
    game.look_at(mob.pos + DVec3::new(0.0, mob.height * 0.8, 0.0));
    game.tap(Keys::ATTACK);
}

#[test]
fn they_are_told_when_asked_for() {
    let mut game = before("dirt", one(Item::TORCH));
    game.hold(Keys::ATTACK, 20);
    let now = game.now();
    assert_eq!((now.tally.told_at, now.tally.iter().count()), (None, 0));
    assert_eq!(count(&game, Stat::Mined(Block::DIRT)), 1);
    let asked = game.now().tick;
    game.tick(&Control { statistics: true, ..Control::default() });
    let told = game.now().tally;
    assert_eq!((told.told_at, told.count(Stat::Mined(Block::DIRT))), (Some(asked + 1), 1));
    assert_eq!(u64::from(told.count(Custom::PlayTime)), asked, "as it was when it was asked for");
    game.tap(Keys::USE);
    assert_eq!(game.now().tally, told, "nobody asked again");
    assert_eq!((told.count(Stat::Used(Item::TORCH)), count(&game, Stat::Used(Item::TORCH))), (0, 1));
}

#[test]
fn a_fork_counts_for_itself() {
    let mut game = before("dirt", one(Item::TORCH));
    let mut fork = Game { world: game.world.clone(), events: Vec::new() };
    fork.tap(Keys::USE);
    game.wait(1);
    expect(&fork, &["used:torch 1"]);
    expect(&game, &[]);
}

#[test]
fn mined_is_what_could_be_harvested() {
    let dig = |block: &str, held: Item, ticks: u32| {
        let mut game = before(block, one(held));
        game.hold(Keys::ATTACK, ticks);
        assert!(game.block([0, 64, 2]).is_air(), "{block} with {held}");
        game
    };
    let pickaxe = dig("stone", Item::IRON_PICKAXE, 9);
    expect(&pickaxe, &["mined:stone 1", "used:iron_pickaxe 1"]);
    expect(&dig("stone", Item::STICK, 160), &[]);
    expect(&dig("stone", Item::WOODEN_SWORD, 160), &["used:wooden_sword 1"]);
    expect(&dig("grass", Item::IRON_AXE, 2), &["mined:grass 1", "used:iron_axe 1"]);
    expect(&dig("oak_leaves[persistent=true]", Item::SHEARS, 3), &["mined:oak_leaves 1", "used:shears 1"]);
    expect(&dig("dirt", Item::SHEARS, 20), &["mined:dirt 1"]);
    expect(&dig("dirt", Item::TORCH, 20), &["mined:dirt 1"]);
}

#[test]
fn a_tool_that_breaks_is_counted() {
    let mut game = before("stone", ItemStack { damage: 58, ..one(Item::WOODEN_PICKAXE) });
    game.hold(Keys::ATTACK, 40);
    expect(&game, &["mined:stone 1", "used:wooden_pickaxe 1", "broken:wooden_pickaxe 1"]);
}

#[test]
fn placing_uses_an_item() {
    let mut game = before("stone", ItemStack::new(Item::COBBLESTONE, 5));
    game.tap(Keys::USE);
    expect(&game, &["used:cobblestone 1"]);
    game.look_at([0.5, 64.0, 0.5]);
    game.wait(4);
    game.tap(Keys::USE);
    assert_eq!(game.count(Item::COBBLESTONE), 4, "the player stands there");
    expect(&game, &["used:cobblestone 1"]);
}

#[test]
fn work_on_blocks_uses_a_tool() {
    let work = |block: &str, held: Item| {
        let mut game = before(block, one(held));
        game.look_at(if block == "flower_pot" { [0.5, 64.2, 2.5] } else { [0.5, 65.0, 2.4] });
        game.tap(Keys::USE);
        game
    };
    expect(&work("dirt", Item::IRON_HOE), &["used:iron_hoe 1"]);
    expect(&work("oak_log", Item::IRON_AXE), &["used:iron_axe 1"]);
    expect(&work("grass_block", Item::IRON_SHOVEL), &["used:iron_shovel 1"]);
    expect(&work("stone", Item::IRON_HOE), &[]);
    expect(&work("pumpkin", Item::SHEARS), &["used:shears 1"]);
    expect(&work("netherrack", Item::FLINT_AND_STEEL), &["used:flint_and_steel 1"]);
    expect(&work("tnt", Item::FLINT_AND_STEEL), &["used:flint_and_steel 1"]);
    expect(&work("exposed_copper", Item::HONEYCOMB), &["used:honeycomb 1"]);
    expect(&work("bee_nest[honey_level=5]", Item::SHEARS), &["used:shears 1"]);
    expect(&work("bee_nest[honey_level=5]", Item::GLASS_BOTTLE), &["used:glass_bottle 1"]);
    expect(&work("composter[level=6]", Item::PUMPKIN_PIE), &["used:pumpkin_pie 1"]);
    expect(&work("flower_pot", Item::POPPY), &["custom:pot_flower 1"]);
    expect(&work("grass_block", Item::BONE_MEAL), &["used:bone_meal 1"]);
    expect(&work("note_block", Item::STICK), &["custom:tune_noteblock 1"]);
    // What the emptied stack is, the game counts as air.
    expect(&work("dirt", Item::POTION), &["used:air 1", "used:potion 1"]);
}

#[test]
fn a_struck_note_block_plays() {
    let mut game = before("note_block", one(Item::STICK));
    game.tap(Keys::ATTACK);
    expect(&game, &["custom:play_noteblock 1"]);
}

#[test]
fn buckets_bottles_and_cauldrons() {
    let use_on = |block: &str, held: Item| {
        let mut game = before(block, one(held));
        game.tap(Keys::USE);
        game
    };
    let pool = |held: Item| {
        let mut scene = Scene::flat();
        scene.set([0, 63, 2], "water").give(one(held));
        let mut game = Game::of(&scene);
        game.look_at([0.5, 63.9, 2.5]);
        game.tap(Keys::USE);
        game
    };
    expect(&pool(Item::BUCKET), &["used:bucket 1"]);
    expect(&pool(Item::GLASS_BOTTLE), &["used:glass_bottle 1"]);
    expect(&use_on("stone", Item::WATER_BUCKET), &["used:water_bucket 1"]);
    expect(&use_on("stone", Item::LAVA_BUCKET), &["used:lava_bucket 1"]);
    expect(&use_on("powder_snow", Item::BUCKET), &["used:bucket 1"]);
    expect(&use_on("stone", Item::POWDER_SNOW_BUCKET), &["used:powder_snow_bucket 1"]);
    expect(&use_on("cauldron", Item::WATER_BUCKET), &["used:water_bucket 1", "custom:fill_cauldron 1"]);
    expect(&use_on("water_cauldron[level=3]", Item::BUCKET), &["used:bucket 1", "custom:use_cauldron 1"]);
    expect(&use_on("water_cauldron[level=1]", Item::GLASS_BOTTLE), &["used:glass_bottle 1", "custom:use_cauldron 1"]);
    expect(&use_on("cauldron", Item::POTION), &["used:potion 1", "custom:use_cauldron 1"]);
    expect(&use_on("water_cauldron[level=1]", Item::POTION), &["used:air 1", "custom:use_cauldron 1"]);
}

#[test]
fn what_is_eaten_and_drunk_is_used() {
    let eat = |item: Item, ticks: u32| {
        let mut scene = Scene::flat();
        scene.give(one(item)).look(0.0, -90.0).start.food = 10;
        let mut game = Game::of(&scene);
        game.hold(Keys::USE, ticks);
        game
    };
    expect(&eat(Item::BREAD, 31), &[]);
    expect(&eat(Item::BREAD, 33), &["used:bread 1"]);
    expect(&eat(Item::MUSHROOM_STEW, 33), &["used:mushroom_stew 1"]);
    expect(&eat(Item::MILK_BUCKET, 33), &["used:milk_bucket 1"]);
    expect(&eat(Item::POTION, 33), &["used:potion 1"]);
    // `HoneyBottleItem.finishUsing` counts what `PlayerEntity.eatFood` has counted.
    expect(&eat(Item::HONEY_BOTTLE, 41), &["used:honey_bottle 2"]);
    let mut scene = Scene::flat();
    scene.set([0, 64, 2], "cake").start.food = 10;
    let mut game = Game::of(&scene);
    game.look_at([0.5, 64.3, 2.1]);
    game.tap(Keys::USE);
    expect(&game, &["custom:eat_cake_slice 1"]);
}

#[test]
fn armour_put_on_is_used() {
    let mut scene = Scene::flat();
    scene.give(one(Item::IRON_HELMET)).put(39, Some(one(Item::LEATHER_HELMET))).look(0.0, -90.0);
    let mut game = Game::of(&scene);
    game.tap(Keys::USE);
    expect(&game, &["used:iron_helmet 1"]);
    let mut scene = Scene::flat();
    scene.give(one(Item::IRON_HELMET)).put(39, Some(one(Item::IRON_HELMET))).look(0.0, -90.0);
    let mut game = Game::of(&scene);
    game.tap(Keys::USE);
    expect(&game, &[]);
}

#[test]
fn crafted_is_what_comes_out_of_a_grid() {
    let mut scene = Scene::flat();
    scene.give(ItemStack::new(Item::OAK_LOG, 4));
    let mut game = Game::of(&scene);
    game.tick(&Control { screen: Some(ScreenKey::OpenInventory), ..Control::default() });
    click(&mut game, Click::left(36));
    click(&mut game, Click::left(1));
    expect(&game, &[]);
    click(&mut game, Click::left(0));
    expect(&game, &["crafted:oak_planks 4"]);
    click(&mut game, Click::left(9));
    click(&mut game, Click::number_key(0, 3));
    expect(&game, &["crafted:oak_planks 8"]);
    // A right click takes all four, and the game counts the two that it asked for.
    click(&mut game, Click::right(0));
    expect(&game, &["crafted:oak_planks 10"]);
    click(&mut game, Click::left(10));
    click(&mut game, Click::shift(0));
    expect(&game, &["crafted:oak_planks 14"]);
    close(&mut game);
    assert_eq!((game.count(Item::OAK_PLANKS), game.count(Item::OAK_LOG)), (16, 0));
}

#[test]
fn crafted_with_a_shift_click_is_what_finds_room() {
    let mut scene = Scene::flat();
    (0..36).for_each(|slot| _ = scene.put(slot, Some(ItemStack::new(Item::DIRT, 64))));
    scene.put(40, Some(one(Item::OAK_LOG))).put(1, Some(ItemStack::new(Item::OAK_PLANKS, 63)));
    let mut game = Game::of(&scene);
    game.tick(&Control { screen: Some(ScreenKey::OpenInventory), ..Control::default() });
    click(&mut game, Click::left(45));
    click(&mut game, Click::left(1));
    click(&mut game, Click::shift(0));
    expect(&game, &["crafted:oak_planks 1"]);
    let lying: Vec<_> = game.now().entities.iter().filter_map(|entity| entity.item).collect();
    assert_eq!(lying, [ItemStack::new(Item::OAK_PLANKS, 3)], "what has no room falls, and was not thrown");
}

#[test]
fn crafted_is_what_comes_out_of_a_furnace_but_for_number_keys() {
    for (taking, crafted) in [
        (Click::left(2), Some("crafted:iron_ingot 4")),
        (Click::right(2), Some("crafted:iron_ingot 2")),
        (Click::shift(2), Some("crafted:iron_ingot 4")),
        (Click::number_key(2, 5), None),
    ] {
        let mut scene = Scene::flat();
        scene.set([0, 64, 2], "furnace[facing=north]").give(ItemStack::new(Item::RAW_IRON, 4)).give(one(Item::COAL));
        let mut game = Game::of(&scene);
        game.look_at([0.5, 64.5, 2.0]);
        game.tap(Keys::USE);
        click(&mut game, Click::shift(30));
        click(&mut game, Click::shift(31));
        game.wait(805);
        click(&mut game, taking);
        let counts: Vec<&str> = crafted.into_iter().chain(["custom:interact_with_furnace 1"]).collect();
        expect(&game, &counts);
    }
}

#[test]
fn crafted_is_what_a_stonecutter_cuts_but_for_shift_clicks() {
    for (taking, crafted) in [
        (Click::left(1), Some("crafted:stone_slab 2")),
        (Click::right(1), Some("crafted:stone_slab 2")),
        (Click::number_key(1, 5), Some("crafted:stone_slab 2")),
        (Click { slot: 1, button: 0, mode: ClickMode::Throw }, Some("crafted:stone_slab 2")),
        (Click::shift(1), None),
    ] {
        let mut game = before("stonecutter", ItemStack::new(Item::STONE, 3));
        game.look_at([0.5, 64.3, 2.1]);
        game.tap(Keys::USE);
        click(&mut game, Click::shift(29));
        game.tick(&Control { button: Some(5), ..Control::default() });
        assert_eq!(game.now().menu.slot(1), Some(ItemStack::new(Item::STONE_SLAB, 2)));
        click(&mut game, taking);
        let thrown = taking.mode == ClickMode::Throw;
        let dropped = thrown.then_some("dropped:stone_slab 2");
        let drop = thrown.then_some("custom:drop 1");
        let rest = dropped.into_iter().chain(drop).chain(["custom:interact_with_stonecutter 1"]);
        expect(&game, &crafted.into_iter().chain(rest).collect::<Vec<_>>());
    }
}

#[test]
fn crafted_is_what_a_smithing_table_joins_but_for_shift_clicks() {
    for (taking, crafted) in [(Click::left(2), Some("crafted:netherite_axe 1")), (Click::shift(2), None)] {
        let mut scene = Scene::flat();
        scene.set([0, 64, 2], "smithing_table").give(one(Item::DIAMOND_AXE)).give(one(Item::NETHERITE_INGOT));
        let mut game = Game::of(&scene);
        game.look_at([0.5, 64.5, 2.0]);
        game.tap(Keys::USE);
        click(&mut game, Click::shift(30));
        click(&mut game, Click::shift(31));
        click(&mut game, taking);
        expect(&game, &crafted.into_iter().chain(["custom:interact_with_smithing_table 1"]).collect::<Vec<_>>());
    }
}

#[test]
fn dropped_is_what_is_thrown_on_purpose() {
    let mut scene = Scene::flat();
    scene.give(ItemStack::new(Item::COBBLESTONE, 9)).look(0.0, -30.0);
    let mut game = Game::of(&scene);
    game.tap(Keys::DROP);
    expect(&game, &["dropped:cobblestone 1", "custom:drop 1"]);
    game.tick(&Control { screen: Some(ScreenKey::OpenInventory), ..Control::default() });
    click(&mut game, Click { slot: 36, button: 0, mode: ClickMode::Throw });
    click(&mut game, Click::left(36));
    click(&mut game, Click { button: 1, ..Click::outside() });
    click(&mut game, Click::outside());
    expect(&game, &["dropped:cobblestone 9", "custom:drop 4"]);
}

#[test]
fn picked_up_is_what_lay_on_the_ground() {
    let lying = |slots: usize| {
        let mut scene = Scene::flat();
        (0..slots).for_each(|slot| _ = scene.put(slot, Some(ItemStack::new(Item::DIRT, 64))));
        scene.put(slots, Some(ItemStack::new(Item::COAL, 60)));
        let item = Some(ItemStack::new(Item::COAL, 10));
        scene.entity(SavedEntity { item, ..SavedEntity::new(EntityKind::ITEM, DVec3::new(0.5, 64.0, 1.2)) });
        let mut game = Game::of(&scene);
        game.wait(1);
        game
    };
    let game = lying(3);
    assert_eq!(game.count(Item::COAL), 70);
    expect(&game, &["picked_up:coal 10"]);
    let game = lying(35);
    assert_eq!(game.count(Item::COAL), 64);
    expect(&game, &["picked_up:coal 10"]);
}

#[test]
fn arrows_are_shot_and_found_uncounted() {
    let mut scene = Scene::flat();
    scene.fill([-2, 64, 12], [2, 70, 12], "oak_planks").give(one(Item::BOW)).give(ItemStack::new(Item::ARROW, 2));
    let mut game = Game::of(&scene);
    game.hold(Keys::USE, 22);
    game.wait(20);
    game.hold(Keys::FORWARD, 60);
    assert_eq!(game.count(Item::ARROW), 2);
    expect(&game, &["used:bow 1"]);
}

#[test]
fn kills_are_the_players_whose_blow_was_the_last() {
    let mut scene = Scene::flat();
    scene.mob("chicken", [0.5, 64.0, 2.0]).give(one(Item::DIAMOND_SWORD));
    let mut game = Game::of(&scene);
    game.wait(20);
    strike(&mut game, EntityKind::CHICKEN);
    // Four half hearts are all that a chicken has.
    expect(&game, &["used:diamond_sword 1", "killed:chicken 1", "custom:damage_dealt 40", "custom:mob_kills 1"]);
}

#[test]
fn an_arrow_kills_for_its_shooter() {
    let mut scene = Scene::flat();
    scene.fill([-1, 64, 5], [1, 65, 7], "glass").fill([0, 64, 5], [0, 65, 6], "air");
    scene.mob("chicken", [0.5, 64.0, 6.5]).give(one(Item::BOW)).give(one(Item::ARROW));
    let mut game = Game::of(&scene);
    game.look_at([0.5, 64.6, 6.5]);
    game.hold(Keys::USE, 22);
    game.wait(10);
    expect(&game, &["used:bow 1", "killed:chicken 1", "custom:mob_kills 1"]);
}

#[test]
fn a_death_in_a_fight_with_the_player_is_a_mob_killed() {
    let mut scene = Scene::flat();
    let enchantments = Enchantments::NONE.with(Enchantment::FireAspect, 2);
    scene.mob("cow", [0.5, 64.0, 2.0]).give(ItemStack { enchantments, ..one(Item::IRON_SWORD) });
    let mut game = Game::of(&scene);
    game.wait(20);
    strike(&mut game, EntityKind::COW);
    assert_eq!(count(&game, Custom::DamageDealt), 60);
    game.wait(160);
    assert!(!game.now().entities.iter().any(|entity| entity.kind == EntityKind::COW), "the fire has killed it");
    assert_eq!((count(&game, Stat::Killed(EntityKind::COW)), count(&game, Custom::MobKills)), (0, 1));
}

#[test]
fn a_death_without_a_fight_is_nobodys() {
    let mut scene = Scene::flat();
    scene.set([0, 63, 6], "lava").mob("cow", [0.5, 63.0, 6.5]);
    let mut game = Game::of(&scene);
    game.wait(100);
    assert!(!game.now().entities.iter().any(|entity| entity.kind == EntityKind::COW));
    expect(&game, &[]);
}

#[test]
fn deaths_and_what_brought_them() {
    let mut scene = Scene::flat();
    scene.start_at(0.5, 100.0, 0.5);
    let mut game = Game::of(&scene);
    game.wait(20);
    assert_eq!(count(&game, Custom::TimeSinceDeath), 20);
    game.wait(80);
    let since = count(&game, Custom::TimeSinceDeath);
    expect(&game, &["custom:damage_taken 330", "custom:deaths 1"]);
    assert_eq!((since, count(&game, Custom::PlayTime)), (0, 100), "the dead only wait");
    assert!((3400..=3600).contains(&count(&game, Custom::FallOneCm)));
    game.tick(&Control { respawn: true, ..Control::default() });
    game.wait(9);
    assert_eq!((count(&game, Custom::TimeSinceDeath), count(&game, Custom::Deaths)), (10, 1));

    let mut scene = Scene::flat();
    scene.mob("zombie", [0.5, 64.0, 2.0]).start.health = 3.0;
    let mut game = Game::with(&scene, Options { day_time: Some(18_000), ..Options::default() });
    game.wait(100);
    assert_eq!((count(&game, Custom::Deaths), count(&game, Stat::KilledBy(EntityKind::ZOMBIE))), (1, 1));
    let mut game = Game::with(&scene, Options { difficulty: Difficulty::Peaceful, ..Options::default() });
    game.wait(100);
    expect(&game, &[]);
}

#[test]
fn shields_and_golden_hearts_take_blows() {
    let mut scene = Scene::flat();
    scene.mob("zombie", [0.5, 64.0, 3.0]).give(one(Item::SHIELD));
    let mut game = Game::with(&scene, Options { day_time: Some(18_000), ..Options::default() });
    game.hold(Keys::USE, 100);
    assert_eq!(game.now().player.health, 20.0);
    let (used, blocked) = (count(&game, Stat::Used(Item::SHIELD)), count(&game, Custom::DamageBlockedByShield));
    assert!(used > 0 && blocked == 30 * used, "{used} blows of three half hearts: {blocked}");

    let mut scene = Scene::flat();
    scene.start_at(0.5, 71.0, 0.5).give(one(Item::GOLDEN_APPLE)).start.food = 10;
    scene.set([0, 70, 0], "glass");
    let mut game = Game::of(&scene);
    game.look_at([0.5, 80.0, 0.6]);
    game.hold(Keys::USE, 33);
    game.look_at([0.5, 71.6, 5.0]);
    game.hold(Keys::FORWARD, 40);
    expect(&game, &["used:golden_apple 1", "custom:damage_absorbed 40"]);
}

#[test]
fn animals_bred_are_the_feeders() {
    let mut scene = Scene::flat();
    scene.fill([-2, 64, 1], [2, 65, 4], "glass").fill([-1, 64, 1], [1, 65, 3], "air");
    scene.mob("chicken", [0.0, 64.0, 2.5]).mob("chicken", [1.0, 64.0, 2.5]);
    scene.give(ItemStack::new(Item::WHEAT_SEEDS, 8)).fill([-1, 64, -1], [1, 65, -1], "glass");
    let mut game = Game::of(&scene);
    game.wait(40);
    let hens: Vec<u32> = game.now().entities.iter().map(|entity| entity.id).collect();
    for hen in hens {
        for _ in 0..100 {
            let now = game.now();
            let mob = now.entities.iter().find(|entity| entity.id == hen).expect("a hen");
            if mob.flags.contains(anima_body::EntityFlags::IN_LOVE) {
                break;
            }
            game.look_at(mob.pos + DVec3::new(0.0, 0.35, 0.0));
            if game.now().target == anima_body::Target::Entity(hen) {
                game.tap(Keys::USE);
            }
        }
    }
    assert_eq!(game.count(Item::WHEAT_SEEDS), 6, "both are fed");
    game.wait(200);
    expect(&game, &["custom:animals_bred 1"]);
}

#[test]
fn sleep_ends_the_time_awake() {
    let mut scene = Scene::flat();
    scene.set([0, 64, 3], "red_bed[facing=south,part=head]").set([0, 64, 2], "red_bed[facing=south,part=foot]");
    let rules = GameRules { do_daylight_cycle: true, ..GameRules::default() };
    for (day_time, slept) in [(1_000, 0), (14_000, 1)] {
        let options = Options { day_time: Some(day_time), rules: rules.clone(), ..Options::default() };
        let mut game = Game::with(&scene, options);
        game.wait(10);
        game.look_at([0.5, 64.5, 2.3]);
        game.tap(Keys::USE);
        assert_eq!(count(&game, Custom::SleepInBed), slept);
        game.wait(20);
        let awake = count(&game, Custom::TimeSinceRest);
        assert!(if slept == 1 { awake == 0 } else { awake > 30 }, "{awake}");
    }
}

#[test]
fn ways_are_counted_in_centimetres() {
    let ways = |scene: &Scene, keys: Keys, ticks: u32| {
        let mut game = Game::of(scene);
        game.hold(keys, ticks);
        let tally = game.world.tally().clone();
        let ways = tally.iter().filter_map(|(stat, way)| match stat {
            Stat::Custom(custom) if custom.name().ends_with("_one_cm") => Some((custom, way)),
            _ => None,
        });
        (ways.collect::<Vec<_>>(), game)
    };
    let far = |game: &Game| (game.now().player.pos - DVec3::new(0.5, 64.0, 0.5)).length() * 100.0;
    let alone = |scene: &Scene, keys: Keys, custom: Custom| {
        let (ways, game) = ways(scene, keys, 40);
        assert_eq!(ways.iter().map(|(custom, _)| *custom).collect::<Vec<_>>(), [custom], "{ways:?}");
        let way = f64::from(ways[0].1);
        assert!((way - far(&game)).abs() < 20.0, "{way} of {}", far(&game));
    };
    let flat = Scene::flat();
    alone(&flat, Keys::FORWARD, Custom::WalkOneCm);
    alone(&flat, Keys::FORWARD | Keys::SPRINT, Custom::SprintOneCm);
    let (crouching, game) = ways(&flat, Keys::FORWARD | Keys::SNEAK, 40);
    assert!(crouching.iter().any(|(custom, way)| *custom == Custom::CrouchOneCm && *way > 200), "{crouching:?}");
    assert_eq!(count(&game, Custom::SneakTime), 40);
    let (jumping, game) = ways(&flat, Keys::FORWARD | Keys::SPRINT | Keys::JUMP, 61);
    assert!(jumping.iter().any(|(custom, way)| *custom == Custom::FlyOneCm && *way > 500), "{jumping:?}");
    assert_eq!(count(&game, Custom::Jump), 6);

    let mut ladder = Scene::flat();
    ladder.fill([0, 64, 1], [0, 90, 1], "stone").fill([0, 64, 0], [0, 90, 0], "ladder[facing=north]");
    let (climbing, game) = ways(&ladder, Keys::JUMP, 40);
    let up = (game.now().player.pos.y - 64.0) * 100.0;
    let climbed =
        climbing.iter().find(|(custom, _)| *custom == Custom::ClimbOneCm).map_or(0.0, |(_, way)| f64::from(*way));
    assert!(up > 300.0 && (climbed - up).abs() < 60.0, "{climbed} of {up}: {climbing:?}");

    let mut pool = Scene::flat();
    pool.fill([-8, 60, -8], [8, 63, 20], "water").fill([-8, 59, -8], [8, 59, 20], "stone").start_at(0.5, 62.0, 0.5);
    let (wading, _) = ways(&pool, Keys::FORWARD | Keys::JUMP, 60);
    assert!(wading.iter().any(|(custom, way)| *custom == Custom::WalkOnWaterOneCm && *way > 100), "{wading:?}");
    pool.start_at(0.5, 60.0, 0.5);
    let (sunk, _) = ways(&pool, Keys::FORWARD | Keys::SNEAK, 40);
    assert!(sunk.iter().any(|(custom, way)| *custom == Custom::WalkUnderWaterOneCm && *way > 50), "{sunk:?}");
    let (swimming, _) = ways(&pool, Keys::FORWARD | Keys::SPRINT, 40);
    assert!(swimming.iter().any(|(custom, way)| *custom == Custom::SwimOneCm && *way > 200), "{swimming:?}");
}

#[test]
fn falls_count_from_two_blocks_on() {
    let falls = [
        (1.5, "stone", 0..=0),
        (3.0, "stone", 240..=300),
        (10.0, "red_bed", 430..=525),
        (10.0, "powder_snow", 0..=0),
        (5.0, "hay_block", 400..=500),
    ];
    for (height, on, fallen) in falls {
        let mut scene = Scene::new();
        scene.set([0, 63, 0], on).set([0, 62, 0], "stone").start_at(0.5, 64.0 + height, 0.5);
        let mut game = Game::of(&scene);
        game.wait(40);
        let counted = count(&game, Custom::FallOneCm);
        assert!(fallen.contains(&counted), "{counted} from {height} onto {on}");
    }
}

#[test]
fn windows_of_blocks_are_counted() {
    for (block, name) in [
        ("crafting_table", Some("interact_with_crafting_table")),
        ("furnace", Some("interact_with_furnace")),
        ("blast_furnace", Some("interact_with_blast_furnace")),
        ("smoker", Some("interact_with_smoker")),
        ("chest", Some("open_chest")),
        ("trapped_chest", Some("trigger_trapped_chest")),
        ("barrel", Some("open_barrel")),
        ("red_shulker_box", Some("open_shulker_box")),
        ("dispenser", Some("inspect_dispenser")),
        ("dropper", Some("inspect_dropper")),
        ("hopper", Some("inspect_hopper")),
        ("brewing_stand", Some("interact_with_brewingstand")),
        ("stonecutter", Some("interact_with_stonecutter")),
        ("smithing_table", Some("interact_with_smithing_table")),
        ("loom", Some("interact_with_loom")),
        ("grindstone", Some("interact_with_grindstone")),
        ("anvil", Some("interact_with_anvil")),
        ("cartography_table", Some("interact_with_cartography_table")),
        ("enchanting_table", None),
    ] {
        let mut game = before(block, one(Item::STICK));
        game.look_at(match block {
            "brewing_stand" => [0.5, 64.5, 2.5],
            "hopper" => [0.5, 64.8, 2.1],
            _ => [0.5, 64.3, 2.2],
        });
        game.tap(Keys::USE);
        assert_ne!(game.now().menu.kind, MenuKind::Player, "{block}");
        let counts: Vec<String> = name.iter().map(|name| format!("custom:{name} 1")).collect();
        expect(&game, &counts.iter().map(String::as_str).collect::<Vec<_>>());
    }
    let mut scene = Scene::flat();
    scene.set([0, 64, 2], "chest[facing=north]").set([0, 65, 2], "stone");
    let mut game = Game::of(&scene);
    game.look_at([0.5, 64.5, 2.2]);
    game.tap(Keys::USE);
    expect(&game, &[]);
}

#[test]
fn enchanting_is_counted() {
    let mut scene = Scene::flat();
    scene.set([0, 64, 2], "enchanting_table").give(one(Item::IRON_PICKAXE)).give(ItemStack::new(Item::LAPIS_LAZULI, 9));
    scene.start.level = 30;
    let mut game = Game::of(&scene);
    game.look_at([0.5, 64.5, 2.1]);
    game.tap(Keys::USE);
    click(&mut game, Click::shift(29));
    click(&mut game, Click::shift(30));
    for button in [9, 0, 0] {
        game.tick(&Control { button: Some(button), ..Control::default() });
    }
    expect(&game, &["custom:enchant_item 1"]);
    close(&mut game);
    assert!(game.now().inventory.slots.iter().flatten().any(|stack| stack.enchantments != Enchantments::NONE));
}

#[test]
fn unbreaking_tools_are_used_all_the_same() {
    let enchantments = Enchantments::NONE.with(Enchantment::Unbreaking, 3);
    let mut game = before("stone", ItemStack { enchantments, ..one(Item::IRON_PICKAXE) });
    game.hold(Keys::ATTACK, 9);
    expect(&game, &["mined:stone 1", "used:iron_pickaxe 1"]);
}

#[test]
fn villagers_are_talked_to() {
    let mut scene = Scene::flat();
    scene.mob("villager", [0.5, 64.0, 2.0]);
    let mut game = Game::of(&scene);
    game.look_at([0.5, 65.2, 2.0]);
    game.tap(Keys::USE);
    expect(&game, &["custom:talked_to_villager 1"]);
}
