//! Milliseconds per first-person frame of 640x360: over hills with trees, and at the start that a real save recommends.
//!
//! Frames are drawn on all cores: the clock on the wall shows beside the work, which a busy machine does not change.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anima_body::{BlockPos, ChunkPos, Column, Entity, Frame, Terrain};
use anima_render::{Camera, first_person};
use anima_rules::{Biome, Block};
use anima_world::{Options, Save, World};
use glam::DVec3;
use rustix::time::{ClockId, clock_gettime};

/// Frames drawn for the mean.
const FRAMES: u32 = 20;
/// The recommended start of the save.
const START: DVec3 = DVec3::new(-91.5, 87.0, 68.5);

fn main() {
    turn_round("hills with trees", &hills(), &[], DVec3::new(8.5, 74.0, 8.5), 8.0);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("ANIMA_SHARED").map_or(beside, PathBuf::from);
    let save = match Save::open(&shared.join("worlds/plains-forest-1194")) {
        Ok(save) => save,
        Err(error) => return println!("skipped: {error}"),
    };
    let seen = World::new(save, Options { start: Some(START), ..Options::default() }).observe();
    turn_round("plains-forest-1194", &seen.terrain, &seen.entities, seen.player.eyes(), 5.0);
}

/// Pictures all round an eye.
fn turn_round(name: &str, terrain: &Terrain, entities: &[Entity], eye: DVec3, pitch: f32) {
    let (begun, work) = (Instant::now(), worked());
    for turn in 0..FRAMES {
        let yaw = 360.0 * turn as f32 / FRAMES as f32;
        let camera = Camera { eye, yaw, pitch, day_time: 3000, distance: 128.0 };
        std::hint::black_box(first_person(terrain, entities, camera, Frame::WIDTH, Frame::HEIGHT));
    }
    let mean = |time: Duration| time.as_secs_f64() * 1e3 / f64::from(FRAMES);
    let (wall, work) = (mean(begun.elapsed()), mean(worked() - work));
    println!("{:45} {wall:8.1} ms, {work:.1} ms of work over all cores", format!("first-person frame 640x360, {name}"));
}

/// Time that all threads have run.
fn worked() -> Duration {
    clock_gettime(ClockId::ProcessCPUTime).try_into().expect("clocks of work begin at zero")
}

fn hills() -> Terrain {
    let mut terrain = Terrain::default();
    for chunk in ChunkPos::new(0, 0).around(8) {
        let mut column = Column::empty(Biome::PLAINS);
        for (x, z) in (0..16).flat_map(|x| (0..16).map(move |z| (x, z))) {
            let at = chunk.corner(0).offset(x, 0, z);
            let top = 66 + (f64::from(at.x) / 9.0).sin() as i32 * 3 + ((f64::from(at.z) / 13.0).cos() * 5.0) as i32;
            for y in 40..top {
                column.set_block(BlockPos::new(at.x, y, at.z), Block::STONE.state());
            }
            column.set_block(BlockPos::new(at.x, top, at.z), Block::GRASS_BLOCK.state());
            if (at.x * 7 + at.z * 13) % 61 == 0 {
                for y in top + 1..top + 6 {
                    column.set_block(BlockPos::new(at.x, y, at.z), Block::OAK_LEAVES.state());
                }
            }
        }
        terrain.insert(chunk, column);
    }
    terrain
}
