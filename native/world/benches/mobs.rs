//! What a day of mobs costs on a real save: microseconds a tick, with the number of mobs.
//!
//! An idle player stands at the recommended start of `plains-forest-1194`, ten chunks around him tick, the caps
//! of 1.19.4 hold. Each line is a part of the day; `still` is the same world without spawning and with all mobs
//! taken out, so that the difference is what mobs cost.

#![expect(clippy::disallowed_methods, reason = "a bench looks at the clock")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anima_body::Control;
use anima_world::{GameRules, Options, Save, Source, World};
use glam::DVec3;

/// Ticks of a line.
const PART: u32 = 4_000;

fn main() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("ANIMA_SHARED").map_or(beside, PathBuf::from);
    let save = match Save::open(&shared.join("worlds/plains-forest-1194")) {
        Ok(save) => Arc::new(save),
        Err(error) => return eprintln!("skipped: {error}"),
    };
    let world = |rules: GameRules| {
        let start = Some(DVec3::new(-91.5, 87.0, 68.5));
        World::new(Source::Save(Arc::clone(&save)), Options { start, day_time: Some(0), rules, ..Options::default() })
    };
    let mut lively = world(GameRules::default());
    let mut still = world(GameRules { do_mob_spawning: false, ..GameRules::default() });
    still.remove_mobs();
    println!("{:>12} {:>12} {:>12} {:>6}", "ticks", "us a tick", "still", "mobs");
    let (mut all, mut rest) = (0.0, 0.0);
    for part in 0..24_000 / PART {
        let (cost, base) = (time(&mut lively), time(&mut still));
        (all, rest) = (all + cost, rest + base);
        println!("{:>12} {cost:>12.2} {base:>12.2} {:>6}", (part + 1) * PART, lively.mob_count());
    }
    let parts = f64::from(24_000 / PART);
    println!(
        "mean {:.2} us a tick, {:.2} without mobs: mobs cost {:.2} us",
        all / parts,
        rest / parts,
        (all - rest) / parts
    );
    let census: Vec<String> = lively.census().into_iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    println!("{}", census.join(", "));
}

/// Microseconds a tick over a part of the day.
fn time(world: &mut World) -> f64 {
    let clock = Clock::start();
    for _ in 0..PART {
        world.tick(&Control::default());
    }
    clock.seconds() * 1e6 / f64::from(PART)
}

/// Time that this thread had the processor, where the system tells (others may share the machine), or else the
/// time of day.
struct Clock {
    processor: Option<f64>,
    wall: Instant,
}

impl Clock {
    fn start() -> Clock {
        Clock { processor: processor_seconds(), wall: Instant::now() }
    }

    fn seconds(&self) -> f64 {
        match (self.processor, processor_seconds()) {
            (Some(start), Some(end)) => end - start,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? * 1e-9)
}
