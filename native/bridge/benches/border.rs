//! What crossing the border costs on the Rust side: a column, a tick's news, a picture.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use anima::land::Land;
use anima::mirror::Mirror;
use anima::picture::{Pictures, scale};
use anima::registries::{Names, Registries, biomes};
use anima::sections::Height;
use anima_body::{BlockPos, ChunkPos, Entity, Player};
use anima_host::{names, packet};
use anima_world::{Generator, Options, World};
use divan::Bencher;

fn main() {
    divan::main();
}

fn mirror() -> (Mirror, World) {
    let names = Names {
        block_states: names::block_states(),
        items: names::items(),
        entity_types: names::entity_types(),
        menus: names::menus(),
        ..Names::default()
    };
    let height = Height::new(-64, 384).expect("the overworld's");
    let land = Land::new(Rc::new(Registries::new(&names)), biomes(&names::biomes()), height);
    let mut mirror = Mirror::new(&Rc::new(RefCell::new(land)));
    mirror.look(true);
    (mirror, World::new(Generator::new(11), Options { radius: 2, ..Options::default() }))
}

/// A whole column of generated land. The bar is 300 us, the way from Java included.
#[divan::bench]
fn column(bencher: Bencher) {
    let (mut mirror, world) = mirror();
    let chunk = BlockPos::containing(world.observe().player.pos).chunk();
    let bytes = packet::column(world.terrain().column(chunk).expect("the player's own is loaded"));
    bencher.bench_local(|| {
        mirror.land().borrow_mut().column(chunk, &bytes).expect("it is sound");
        mirror.drop_events();
    });
}

/// 64 entities, 200 block changes and the observation of them.
#[divan::bench]
fn tick(bencher: Bencher) {
    let (mut mirror, world) = mirror();
    let seen = world.observe();
    mirror.player(seen.player.clone());
    let land = Rc::clone(mirror.land());
    let mut told = land.borrow_mut();
    while let Some(chunk) = told.want() {
        if let Some(column) = world.terrain().column(chunk) {
            told.column(chunk, &packet::column(column)).expect("it is sound");
        }
    }
    drop(told);
    let corner = ChunkPos::new(seen.player.feet().chunk().x, seen.player.feet().chunk().z).corner(20);
    let entity = Entity { item: None, ..seen.entities.first().cloned().unwrap_or_else(|| somebody(&seen.player)) };
    let mut tick = 0;
    bencher.bench_local(|| {
        tick += 1;
        mirror.player(seen.player.clone());
        for id in 0..64 {
            mirror.entity(Entity { id, yaw: tick as f32, ..entity.clone() });
        }
        for at in 0..200 {
            let state = i32::from((at + tick as i32) % 2 == 0);
            land.borrow_mut().block(corner.offset(at % 16, at / 16, 0), state);
        }
        mirror.observe(tick).expect("the player was told")
    });
}

fn somebody(player: &Player) -> Entity {
    Entity {
        id: 0,
        kind: anima_rules::EntityKind::COW,
        pos: player.pos,
        velocity: player.velocity,
        yaw: 0.0,
        width: 0.9,
        height: 1.4,
        health: Some(10.0),
        flags: anima_body::EntityFlags::empty(),
        item: None,
        variant: 0,
    }
}

/// A picture of the frame's size from the direct buffer to where the agent takes it. The bar is 300 us.
#[divan::bench]
fn picture_to_agent(bencher: Bencher) {
    let mut pictures = Pictures::start().expect("there are threads");
    let pixels = vec![77; 4 * 640 * 360];
    bencher.bench_local(|| {
        let copy = |buffer: &mut Vec<u8>| {
            buffer.clear();
            buffer.extend_from_slice(&pixels);
            Ok(())
        };
        pictures.hand_over(640, 360, copy).expect("it is copied");
        loop {
            if let Some(frame) = pictures.newest() {
                return frame;
            }
            // Polling without a pause would keep the thread that makes pictures from its processor.
            std::thread::sleep(Duration::from_micros(10));
        }
    });
}

/// A picture made into a frame, on its own thread. The bar is 4 ms for larger ones.
#[divan::bench(args = [(640, 360), (1280, 720), (1920, 1080), (2560, 1440), (3840, 2160)])]
fn picture(bencher: Bencher, (width, height): (usize, usize)) {
    let pixels = vec![77; 4 * width * height];
    bencher.bench_local(|| scale(&pixels, width, height));
}
