//! What a world costs that was travelled: its speed after a journey, beside that of one which begins at the same place.
//!
//! The player is carried east over generated land at the speed of a sprint, in peace, and stands where that ends. A
//! second world begins right there, at the same time of day: the same land with animals of its own, and nothing behind
//! it. Both stand for the same ticks, by turns; the ratio of their speeds is what the journey costs.

mod clock;

use anima_body::{Control, Event};
use anima_world::level::Surface;
use anima_world::{Difficulty, Generator, Options, World};
use clock::Clock;
use glam::DVec3;

/// Ticks of the journey: half an hour.
const JOURNEY: u32 = 36_000;
/// Ticks that both worlds stand before they are timed: grass in which nothing can grow falls asleep in them.
const SETTLE: u32 = 12_000;
/// Ticks that are timed at once, and how often.
const PART: u32 = 1_000;
const PARTS: u32 = 48;
/// Blocks a tick, at a sprint.
const PACE: f64 = 0.28;

fn main() {
    println!(
        "{:>5} {:>8} {:>8} {:>12} {:>12} {:>6} {:>6} {:>6} {:>10} {:>10}",
        "seed", "blocks", "columns", "travelled", "fresh", "ratio", "mobs", "fresh", "fork us", "fresh"
    );
    let seeds = [1, 2, 3];
    let mut ratios = 0.0;
    for seed in seeds {
        let source = Generator::new(seed);
        let options = Options { difficulty: Difficulty::Peaceful, ..Options::default() };
        let mut travelled = World::new(source.clone(), options.clone());
        let from = travelled.observe().player.pos;
        let columns = travel(&mut travelled);
        let now = travelled.observe();
        let start = Some(now.player.pos);
        let mut fresh = World::new(source, Options { start, day_time: Some(now.day_time), ..options });
        let (mut after, mut before) = (0.0, 0.0);
        stand(&mut travelled, SETTLE);
        stand(&mut fresh, SETTLE);
        for _ in 0..PARTS {
            after += stand(&mut travelled, PART);
            before += stand(&mut fresh, PART);
        }
        let ticks = f64::from(PART * PARTS);
        ratios += before / after;
        println!(
            "{seed:>5} {:>8.0} {columns:>8} {:>12.0} {:>12.0} {:>6.2} {:>6} {:>6} {:>10.1} {:>10.1}",
            from.distance(now.player.pos),
            ticks / after,
            ticks / before,
            before / after,
            travelled.mob_count(),
            fresh.mob_count(),
            fork(&travelled),
            fork(&fresh),
        );
    }
    println!("mean ratio {:.2}", ratios / seeds.len() as f64);
}

/// Carries the player east over the ground; returns how many columns came into the world.
fn travel(world: &mut World) -> usize {
    let mut columns = 0;
    let from = world.observe().player.pos;
    for tick in 1..=JOURNEY {
        let (x, z) = (from.x + PACE * f64::from(tick), from.z);
        let y = world.level().height(Surface::MotionBlocking, x.floor() as i32, z.floor() as i32);
        world.set_down(DVec3::new(x, y.into(), z));
        world.tick(&Control::default());
        columns += world.observe().events.iter().filter(|event| matches!(event, Event::ColumnLoaded(_))).count();
    }
    columns
}

/// Seconds for so many ticks of standing.
fn stand(world: &mut World, ticks: u32) -> f64 {
    let clock = Clock::start();
    for _ in 0..ticks {
        world.tick(&Control::default());
    }
    clock.seconds()
}

/// Microseconds for a fork.
fn fork(world: &World) -> f64 {
    const FORKS: u32 = 2000;
    let clock = Clock::start();
    for _ in 0..FORKS {
        std::hint::black_box(world.clone());
    }
    clock.seconds() * 1e6 / f64::from(FORKS)
}
