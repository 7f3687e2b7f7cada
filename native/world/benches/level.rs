//! What the blocks of the world cost: a tick, a fork, loading, light.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anima_body::{BlockPos, ChunkPos, Weather};
use anima_world::level::{Conditions, Level};
use anima_world::{Difficulty, GameRules, Save, Source};
use divan::{Bencher, black_box};
use glam::DVec3;

fn main() {
    divan::main();
}

/// The recommended start of the world.
const START: DVec3 = DVec3::new(-91.5, 87.0, 68.5);

fn source() -> Option<Source> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("ANIMA_SHARED").map_or(beside, PathBuf::from);
    match Save::open(&shared.join("worlds/plains-forest-1194")) {
        Ok(save) => Some(Source::Save(Arc::new(save))),
        Err(error) => {
            eprintln!("skipped: {error}");
            None
        }
    }
}

fn start() -> ChunkPos {
    BlockPos::containing(START).chunk()
}

/// 21x21 columns around the start.
fn loaded() -> Option<Level> {
    let mut level = Level::new(1);
    level.load_around(start(), 10, &source()?);
    Some(level)
}

fn run(level: &mut Level, ticks: u32) {
    let rules = GameRules::default();
    for tick in 0..ticks {
        let conditions = Conditions {
            player: START,
            radius: 10,
            day_time: tick % 24000,
            weather: Weather::Clear,
            difficulty: Difficulty::Normal,
            rules: &rules,
        };
        level.tick(&conditions);
        level.tick_block_entities(&conditions);
        black_box((level.take_spawns(), level.take_changes()));
    }
}

/// The mean over a day from the moment of loading, a thousand ticks a sample.
#[divan::bench(sample_count = 24, sample_size = 1)]
fn thousand_ticks(bencher: Bencher) {
    let Some(mut level) = loaded() else { return };
    bencher.bench_local(|| run(&mut level, 1000));
}

#[divan::bench]
fn fork(bencher: Bencher) {
    let Some(mut level) = loaded() else { return };
    run(&mut level, 100);
    bencher.bench_local(|| level.clone());
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn load_441_columns(bencher: Bencher) {
    let Some(source) = source() else { return };
    bencher.bench_local(|| {
        let mut level = Level::new(1);
        level.load_around(start(), 10, &source);
        level
    });
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn light_361_columns(bencher: Bencher) {
    let Some(level) = loaded() else { return };
    bencher.with_inputs(|| level.clone()).bench_local_values(|mut level| {
        for chunk in start().around(9) {
            black_box(level.sky_light(chunk.corner(64)));
        }
        level
    });
}

/// A hundred blocks dug and placed again on the lit surface, with what that wakes.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn dig_and_place_100(bencher: Bencher) {
    let Some(mut level) = loaded() else { return };
    let feet = BlockPos::containing(START);
    level.sky_light(feet);
    bencher.bench_local(|| {
        for at in 0..100 {
            let pos = feet.offset(at % 10, -1, at / 10);
            let state = level.break_block(pos, None, false);
            level.set_block(pos, state);
        }
        black_box((level.take_spawns(), level.take_changes()))
    });
}

/// A thousand looks at the light of cells all over the loaded columns, as spawning takes them.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn thousand_lights(bencher: Bencher) {
    let Some(mut level) = loaded() else { return };
    let cells: Vec<BlockPos> = (0..1000)
        .map(|at| start().corner(0).offset((at * 7919) % 288 - 144, (at * 31) % 300 - 60, (at * 104_729) % 288 - 144))
        .collect();
    let mut look = || cells.iter().map(|pos| u32::from(level.sky_light(*pos))).sum::<u32>();
    look();
    bencher.bench_local(look);
}
