//! Whatever the hands do, the world goes on.

use anima_body::{Click, ClickMode, Control, Keys, Look, ScreenKey};
use anima_rules::{Block, Item, ItemStack};
use anima_world::{Generator, Options, Save, Scene, World};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// Any control, most of it sensible.
fn control(dice: &mut Pcg32) -> Control {
    let chance = |dice: &mut Pcg32, one_in: u32| dice.random_range(0..one_in) == 0;
    Control {
        keys: Keys::from_bits_truncate(dice.random::<u16>() & dice.random::<u16>()),
        look: Look { yaw: dice.random_range(-30.0..30.0), pitch: dice.random_range(-20.0..20.0) },
        hotbar: chance(dice, 8).then(|| dice.random_range(0..12)),
        screen: match dice.random_range(0..40) {
            0 => Some(ScreenKey::OpenInventory),
            1 | 2 => Some(ScreenKey::Close),
            _ => None,
        },
        click: chance(dice, 3).then(|| Click {
            slot: dice.random_range(-2..70),
            button: dice.random_range(0..12),
            mode: ClickMode::from_id(dice.random_range(0..7)).expect("below 7"),
        }),
        button: chance(dice, 10).then(|| dice.random_range(0..20)),
        rename: chance(dice, 50).then(|| "a name".to_owned()),
        respawn: chance(dice, 10),
        chat: chance(dice, 100).then(|| "hello".to_owned()),
        statistics: chance(dice, 50),
    }
}

fn play(world: &mut World, seed: u64, ticks: u32) {
    let mut dice = Pcg32::seed_from_u64(seed);
    for _ in 0..ticks {
        world.tick(&control(&mut dice));
        let now = world.observe();
        let player = &now.player;
        assert!(player.pos.is_finite() && player.velocity.is_finite(), "{player:?}");
        assert!(player.health <= 20.0 && player.food <= 20 && player.saturation <= 20.0, "{player:?}");
        for stack in now.inventory.slots.iter().flatten() {
            assert!(stack.count > 0 && stack.count <= stack.item.stack_size(), "{stack:?}");
            assert!(stack.item.durability().is_none_or(|durability| stack.damage < durability), "{stack:?}");
        }
        for entity in now.entities.iter() {
            assert!(entity.pos.is_finite() && entity.velocity.is_finite(), "{entity:?}");
        }
    }
}

/// A heap of random blocks with a player in it who carries random things.
fn heap(seed: u64) -> Scene {
    let mut dice = Pcg32::seed_from_u64(seed);
    let mut scene = Scene::flat();
    for _ in 0..600 {
        let block = Block::from_id(dice.random_range(0..Block::COUNT as u16)).expect("below the count");
        let states: Vec<_> = block.states().collect();
        let mut at = |low: i32, high: i32| dice.random_range(low..high);
        let pos = [at(-6, 7), at(60, 70), at(-6, 7)];
        scene.place(pos, states[dice.random_range(0..states.len())]);
    }
    for slot in 0..41 {
        let item = Item::from_id(dice.random_range(1..Item::COUNT as u16)).expect("below the count");
        scene.put(slot, Some(ItemStack::new(item, dice.random_range(1..=item.stack_size()))));
    }
    scene
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_heap_of_blocks_and_wild_hands(seed in any::<u64>()) {
        let mut world = heap(seed).world(Options { seed, radius: 3, ..Options::default() });
        play(&mut world, seed, 400);
    }
}

#[test]
fn wild_hands_in_a_real_save() {
    let beside = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("ANIMA_SHARED").map_or(beside, std::path::PathBuf::from);
    let Ok(save) = Save::open(&shared.join("worlds/plains-forest-1194")) else {
        println!("skipped: no save here");
        return;
    };
    let mut world = World::new(save, Options { radius: 4, ..Options::default() });
    let start = world.observe().player.pos;
    let below = anima_body::BlockPos::containing(start).down(1);
    assert!(world.terrain().block(below).is_some_and(|state| !state.is_air()), "stands at {start}");
    play(&mut world, 5, 3000);
}

/// A generated world from dusk on, with everything that lives there.
fn dusk(seed: u64, radius: i32) -> World {
    let options = Options { seed, radius, day_time: Some(12_500), ..Options::default() };
    World::new(Generator::new(seed as i64), options)
}

#[test]
fn wild_hands_by_night() {
    for seed in 0..2 {
        play(&mut dusk(seed, 5), seed, 1500);
    }
}

#[test]
fn wild_hands_for_twenty_days() {
    if std::env::var_os("ANIMA_LONG").is_none() {
        return eprintln!("skipped: it takes minutes; set ANIMA_LONG to play it");
    }
    for seed in 100..120 {
        play(&mut dusk(seed, 10), seed, 24_000);
    }
}
