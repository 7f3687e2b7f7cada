//! What a first night in the open is like: an idle player at the spawn of generated worlds.
//!
//! `cargo run --release -p anima-world --example night -- [SEEDS] [FIRST]` prints for each seed how many monsters
//! there are within 128 blocks by midnight and how many of them stand under the open sky, the most there were, how
//! many came within 16 blocks, when and of what the player died first, and how many animals came with the land.

use anima_body::{BlockPos, Control, Event};
use anima_world::level::Surface;
use anima_world::{Generator, Options, World};

/// From noon to the next.
const TICKS: u32 = 24_000;
const MIDNIGHT: u32 = 18_000;
const NOON: u32 = 6_000;
const MONSTERS: [&str; 10] =
    ["zombie", "zombie_villager", "husk", "skeleton", "stray", "spider", "creeper", "enderman", "witch", "drowned"];
const ANIMALS: [&str; 5] = ["cow", "pig", "sheep", "chicken", "rabbit"];

fn main() {
    let mut words = std::env::args().skip(1);
    let mut number = |otherwise| words.next().and_then(|word| word.parse().ok()).unwrap_or(otherwise);
    let (seeds, first) = (number(10), number(0));
    println!(
        "{:>6} {:>8} {:>8} {:>9} {:>5} {:>6}  first death",
        "seed", "animals", "midnight", "under sky", "most", "close"
    );
    for seed in first..first + seeds {
        night(seed);
    }
}

fn night(seed: i64) {
    let options = Options { seed: seed as u64, day_time: Some(NOON), ..Options::default() };
    let mut world = World::new(Generator::new(seed), options);
    let animals = count(&world, &ANIMALS);
    let (mut midnight, mut under_sky, mut most, mut close) = (0, 0, 0, 0);
    let mut death = None;
    for tick in 0..TICKS {
        world.tick(&Control { respawn: true, ..Control::default() });
        if tick % 200 == 0 {
            most = most.max(count(&world, &MONSTERS));
        }
        if tick == MIDNIGHT - NOON {
            midnight = count(&world, &MONSTERS);
        }
        let now = (tick % 20 == 0 || death.is_none()).then(|| world.observe());
        let Some(now) = now else { continue };
        let near = now
            .entities
            .iter()
            .filter(|e| MONSTERS.contains(&e.kind.name()))
            .filter(|e| e.pos.distance(now.player.pos) < 16.0);
        close = close.max(near.count());
        if tick == MIDNIGHT - NOON {
            under_sky = now
                .entities
                .iter()
                .filter(|e| MONSTERS.contains(&e.kind.name()))
                .filter(|e| {
                    let pos = BlockPos::containing(e.pos);
                    world.level().height(Surface::MotionBlocking, pos.x, pos.z) <= pos.y
                })
                .count();
        }
        for event in now.events.iter() {
            if let Event::Died { message } = event
                && death.is_none()
            {
                death = Some(format!("{tick}: {message}"));
            }
        }
    }
    let death = death.unwrap_or_else(|| "none".to_owned());
    println!("{seed:>6} {animals:>8} {midnight:>8} {under_sky:>9} {most:>5} {close:>6}  {death}");
}

/// How many of some kinds there are in the columns that tick.
fn count(world: &World, kinds: &[&str]) -> usize {
    world.census().iter().filter(|(kind, _)| kinds.contains(&kind.name())).map(|(_, count)| count).sum()
}
