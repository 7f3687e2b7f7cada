//! What mobs cost: microseconds a tick, with the number of mobs, on a flat field and through a day on a real save.
//!
//! On the save an idle player stands at the recommended start of `plains-forest-1194`, ten chunks around him tick, the caps
//! of 1.19.4 hold. Each line is a part of the day; `still` is the same world without spawning and with all mobs
//! taken out, so that the difference is what mobs cost.

mod clock;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anima_body::Control;
use anima_world::{GameRules, Options, Save, Scene, Source, World};
use clock::Clock;
use glam::DVec3;

/// Ticks of a line.
const PART: u32 = 4_000;

fn main() {
    fields();
    day();
}

/// A flat field with a hundred mobs round a player on a pillar, whom the zombies hunt and cannot reach.
fn fields() {
    let lines: [(&str, &[&str], u32); 3] = [
        ("nobody", &[], 6_000),
        ("animals", &["cow", "pig", "sheep", "chicken", "rabbit"], 6_000),
        ("zombies", &["zombie"], 18_000),
    ];
    println!("{:>12} {:>12} {:>12} {:>6}", "field", "us a tick", "ticks/s", "mobs");
    for (name, kinds, day_time) in lines {
        let mut scene = Scene::flat();
        scene.fill([0, 64, 0], [0, 69, 0], "stone").start_at(0.5, 70.0, 0.5);
        for (i, kind) in kinds.iter().cycle().take(if kinds.is_empty() { 0 } else { 100 }).enumerate() {
            let (x, z) = (i as f64 % 10.0 * 5.0 - 22.0, (i / 10) as f64 * 5.0 - 22.0);
            scene.mob(kind, DVec3::new(x + 0.5, 64.0, z + 0.5));
        }
        let rules =
            GameRules { do_mob_spawning: false, do_daylight_cycle: false, mob_griefing: false, ..GameRules::default() };
        let mut world = scene.world(Options { day_time: Some(day_time), rules, ..Options::default() });
        time(&mut world);
        let cost = time(&mut world);
        println!("{name:>12} {cost:>12.2} {:>12.0} {:>6}", 1e6 / cost, world.mob_count());
    }
}

/// A day on the real save.
fn day() {
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
        "mean {:.2} us a tick ({:.0} ticks/s), {:.2} without mobs: mobs cost {:.2} us",
        all / parts,
        1e6 * parts / all,
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
