//! What a tick of the whole world costs, by what is in it; what an observation and a fork cost.

use std::path::{Path, PathBuf};

use anima_body::{Control, Keys, Look};
use anima_rules::{EntityKind, Item, ItemStack};
use anima_world::{GameRules, Options, Save, SavedEntity, Scene, World};
use divan::{Bencher, black_box};
use glam::DVec3;

fn main() {
    divan::main();
}

/// A flat world in which no block does anything by itself.
fn flat(draw: impl FnOnce(&mut Scene)) -> World {
    let mut scene = Scene::flat();
    draw(&mut scene);
    let rules = GameRules { random_tick_speed: 0, do_mob_spawning: false, ..GameRules::default() };
    scene.world(Options { rules, radius: 2, ..Options::default() })
}

/// The recommended start of a real save.
fn save() -> Option<World> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("ANIMA_SHARED").map_or(beside, PathBuf::from);
    match Save::open(&shared.join("worlds/plains-forest-1194")) {
        Ok(save) => {
            let start = Some(DVec3::new(-91.5, 87.0, 68.5));
            Some(World::new(save, Options { start, ..Options::default() }))
        }
        Err(error) => {
            eprintln!("skipped: {error}");
            None
        }
    }
}

/// Runs a thousand ticks per iteration, going in circles.
fn thousand_ticks(bencher: Bencher, world: World, keys: Keys) {
    let control = Control { keys, look: Look { yaw: 9.0, pitch: 0.0 }, ..Control::default() };
    bencher.with_inputs(|| world.clone()).bench_local_values(|mut world| {
        for _ in 0..1000 {
            world.tick(black_box(&control));
        }
        world
    });
}

#[divan::bench]
fn player_standing(bencher: Bencher) {
    thousand_ticks(bencher, flat(|_| {}), Keys::empty());
}

#[divan::bench]
fn player_walking(bencher: Bencher) {
    thousand_ticks(bencher, flat(|_| {}), Keys::FORWARD);
}

#[divan::bench]
fn player_sprinting_and_jumping(bencher: Bencher) {
    thousand_ticks(bencher, flat(|_| {}), Keys::FORWARD | Keys::SPRINT | Keys::JUMP);
}

#[divan::bench]
fn player_swimming(bencher: Bencher) {
    let world = flat(|scene| {
        scene.fill([-16, 61, -16], [16, 63, 16], "water");
    });
    thousand_ticks(bencher, world, Keys::FORWARD | Keys::JUMP);
}

/// Things that lie still, far from the player.
#[divan::bench(args = [100, 1000])]
fn items_at_rest(bencher: Bencher, count: usize) {
    let mut world = flat(|scene| {
        for i in 0..count {
            let pos = DVec3::new(8.0 + 0.9 * (i % 32) as f64, 64.0, 8.0 + 0.9 * (i / 32) as f64);
            // No two of a kind, for they would join.
            let item = Item::from_id(1 + (i % 1000) as u16).expect("an item");
            let stack = Some(ItemStack::new(item, item.stack_size()));
            scene.entity(SavedEntity { item: stack, ..SavedEntity::new(EntityKind::ITEM, pos) });
        }
    });
    for _ in 0..50 {
        world.tick(&Control::default());
    }
    thousand_ticks(bencher, world, Keys::empty());
}

/// The real save with nobody moving.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn save_standing(bencher: Bencher) {
    let Some(world) = save() else { return };
    thousand_ticks(bencher, world, Keys::empty());
}

#[divan::bench]
fn observe(bencher: Bencher) {
    let Some(mut world) = save() else { return };
    world.tick(&Control::default());
    bencher.bench_local(|| world.observe());
}

#[divan::bench]
fn fork(bencher: Bencher) {
    let Some(mut world) = save() else { return };
    world.tick(&Control::default());
    bencher.bench_local(|| world.clone());
}
