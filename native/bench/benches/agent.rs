//! What a whole game costs: ticks a second of world and agent together, and how long `agent.tick` takes.
//!
//! Times are those that the thread ran, so that a busy machine does not show in them; frames are drawn on all cores, so
//! theirs are shown beside those of the clock on the wall.
//!
//! Plays diamond games on one core. `cargo bench --bench agent -- 5` plays five in place of two.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anima_agent::Life;
use anima_bench::{Land, Setup};
use anima_body::{Control, Frame};
use anima_intent::Ending;
use anima_render::{Camera, first_person};
use anima_suite::{Blueprints, Outcome, Scenario, Settings, TICKS, Versions};
use anima_world::World;
use glam::DVec3;
use rustix::time::{ClockId, clock_gettime};

/// Games on generated land, unless a number is given.
const GAMES: i64 = 2;
/// Frames drawn for the mean.
const FRAMES: u32 = 20;

/// Time that this thread has run.
fn worked() -> Duration {
    clock(ClockId::ThreadCPUTime)
}

fn clock(id: ClockId) -> Duration {
    clock_gettime(id).try_into().expect("clocks of work begin at zero")
}

fn main() {
    let games = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(GAMES);
    let mut setups: Vec<Setup> = (1..=games).map(|seed| setup(Land::Generated, None, seed)).collect();
    setups.extend(save().map(|land| setup(land, Some(DVec3::new(-91.5, 87.0, 68.5)), 7)));
    let mut times = Times::default();
    for setup in &setups {
        play(setup, &mut times);
    }
    let rate = times.ticks() as f64 / (times.world + times.agent()).as_secs_f64();
    let share = times.agent().as_secs_f64() / (times.world + times.agent()).as_secs_f64();
    println!("whole agent, all games               {rate:8.0} ticks/s, {:.0} % of it in agent.tick", 100.0 * share);
    print_tick("agent.tick without a path search", &mut times.plain);
    print_tick("agent.tick with a path search", &mut times.searching);
    if let Some(setup) = setups.last() {
        frames(setup);
    }
}

/// The save that design.md measures on, where it is.
fn save() -> Option<Land> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("ANIMA_SHARED").map_or(beside, PathBuf::from);
    Land::open(&shared.join("worlds/plains-forest-1194")).inspect_err(|error| println!("skipped: {error:#}")).ok()
}

fn setup(land: Land, at: Option<DVec3>, seed: i64) -> Setup {
    Setup {
        goal: "obtain 1 diamond".into(),
        blueprints: Blueprints::default(),
        seed,
        land,
        at,
        scenario: Scenario::default(),
        then: Vec::new(),
        prepare: None,
        ticks: TICKS,
        settings: Settings::default(),
        model: None,
        round: None,
        versions: Versions::default(),
    }
}

/// Where the time went.
#[derive(Default)]
struct Times {
    world: Duration,
    /// Each call of `agent.tick` in which no path was searched.
    plain: Vec<Duration>,
    searching: Vec<Duration>,
}

impl Times {
    fn ticks(&self) -> usize {
        self.plain.len() + self.searching.len()
    }

    fn agent(&self) -> Duration {
        self.plain.iter().chain(&self.searching).sum()
    }
}

/// Plays a game as the bench does, with a clock.
fn play(setup: &Setup, times: &mut Times) {
    let goal = setup.wanted().expect("diamonds are a goal");
    let loading = worked();
    let mut world = setup.world().expect("there is land at the start");
    let (loading, begun, before) = (worked() - loading, worked(), times.ticks());
    let mut seen = world.observe();
    let mut life = setup.life(goal, seen.clone()).expect("no model is asked for");
    while seen.tick < setup.ticks {
        let control = decide(&mut life, &seen, times);
        if life.ending().is_some() {
            break;
        }
        let at_work = worked();
        world.tick(&control);
        seen = world.observe();
        times.world += worked() - at_work;
    }
    let reached = life.ending() == Some(&Ending::Reached);
    let outcome = if reached { Outcome::Success } else { Outcome::Failure };
    let (ticks, took) = (times.ticks() - before, (worked() - begun).as_secs_f64());
    let name = format!("whole agent, {} seed {}", setup.land.name(), setup.seed);
    let (rate, outcome, loading) = (ticks as f64 / took, outcome.name(), loading.as_secs_f64());
    println!("{name:45} {rate:8.0} ticks/s  {outcome} after {ticks} ticks, {took:.1} s and {loading:.1} s to load");
}

fn decide(life: &mut Life, seen: &anima_body::Observation, times: &mut Times) -> Control {
    let observation = seen.clone();
    let (searched, at_work) = (life.searched(), worked());
    let turn = life.tick(observation);
    let took = worked() - at_work;
    let list = if life.searched() == searched { &mut times.plain } else { &mut times.searching };
    list.push(took);
    drop(life.take_notes());
    turn.control
}

fn print_tick(name: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at =
        |share: f64| times.get((times.len() as f64 * share) as usize).or(times.last()).copied().unwrap_or_default();
    let us = |time: Duration| time.as_secs_f64() * 1e6;
    let (p50, p99, most) = (us(at(0.5)), us(at(0.99)), us(at(1.0)));
    println!("{name:45} p50 {p50:6.0} us, p99 {p99:6.0} us, most {most:6.0} us of {}", times.len());
}

/// First-person pictures at the start of a game, turning round.
fn frames(setup: &Setup) {
    let world: World = setup.world().expect("there is land at the start");
    let seen = world.observe();
    let (begun, work) = (Instant::now(), clock(ClockId::ProcessCPUTime));
    for turn in 0..FRAMES {
        let yaw = 360.0 * turn as f32 / FRAMES as f32;
        let camera = Camera { eye: seen.player.eyes(), yaw, pitch: 5.0, day_time: 3000, distance: 128.0 };
        std::hint::black_box(first_person(&seen.terrain, &seen.entities, camera, Frame::WIDTH, Frame::HEIGHT));
    }
    let mean = begun.elapsed().as_secs_f64() * 1e3 / f64::from(FRAMES);
    let work = (clock(ClockId::ProcessCPUTime) - work).as_secs_f64() * 1e3 / f64::from(FRAMES);
    let name = format!("first-person frame 640x360, {}", setup.land.name());
    println!("{name:45} {mean:8.1} ms, {work:.1} ms of work over all cores");
}
