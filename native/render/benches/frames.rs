//! Milliseconds per first-person frame of 640x360 over hills with trees.

use std::time::Instant;

use anima_body::{BlockPos, ChunkPos, Column, Frame, Terrain};
use anima_render::{Camera, first_person};
use anima_rules::{Biome, Block};
use glam::DVec3;

/// Frames drawn for the mean.
const FRAMES: u32 = 20;

fn main() {
    let terrain = hills();
    let begun = Instant::now();
    for turn in 0..FRAMES {
        let yaw = 360.0 * turn as f32 / FRAMES as f32;
        let camera = Camera { eye: DVec3::new(8.5, 74.0, 8.5), yaw, pitch: 8.0, day_time: 3000, distance: 128.0 };
        std::hint::black_box(first_person(&terrain, &[], camera, Frame::WIDTH, Frame::HEIGHT));
    }
    let mean = begun.elapsed().as_secs_f64() * 1e3 / f64::from(FRAMES);
    println!("{:45} {mean:8.1} ms", "first-person frame 640x360, hills with trees");
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
