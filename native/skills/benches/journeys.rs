//! Journeys over real and generated terrain: far goals over hills and lakes, into caves and back up.
//!
//! Prints a line for each journey that went wrong, and for each kind of journey how many arrived, in how many ticks,
//! how often the walker died or stood still, and what the slowest ticks took.
//!
//! `cargo bench --bench journeys -- [LAND] [WORLDS] [FIRST]` plays on LAND (`plains`, `taiga`, `generated`; all of
//! them if not given) in WORLDS worlds with the seeds from FIRST on. `-v` prints every journey.

#![expect(clippy::disallowed_methods, reason = "a bench looks at the clock")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anima_body::{BlockPos, ChunkPos, Control, Event, Keys, PlayerFlags, View};
use anima_rules::{Item, ItemStack, StateFlags};
use anima_skills::path::Goal;
use anima_skills::{Me, Outcome, Perception, Reason, Settings, Task, reflex, travel};
use anima_world::{Difficulty, GameRules, Generator, Options, Save, Scene, Source, World};
use glam::DVec3;
use rand::{Rng, RngExt};
use rand_pcg::Pcg64;
use rand_pcg::rand_core::SeedableRng;

/// Chunks around the start that are there.
const RADIUS: i32 = 11;
/// Journeys in each world, one after the other.
const JOURNEYS: usize = 6;
/// Ticks without getting anywhere after which the walker counts as stuck.
const STILL: u64 = 200;
/// A tick of the agent that takes longer is slow.
const SLOW: Duration = Duration::from_millis(20);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let verbose = args.iter().any(|arg| arg == "-v");
    let mut words = args.iter().filter(|arg| !arg.starts_with('-'));
    let land = words.next().cloned().unwrap_or_default();
    let mut number = |default: u64| words.next().and_then(|word| word.parse().ok()).unwrap_or(default);
    let (worlds, first) = (number(4), number(1));
    let shared = std::env::var_os("ANIMA_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    for (name, folder) in
        [("plains", Some("plains-forest-1194")), ("taiga", Some("taiga-forest-1181")), ("generated", None)]
    {
        if !name.contains(&land) {
            continue;
        }
        let save = match folder.map(|folder| Save::open(&shared.join("worlds").join(folder))) {
            Some(Ok(save)) => Some(Arc::new(save)),
            Some(Err(error)) => {
                println!("skipped: {name}: {error}");
                continue;
            }
            None => None,
        };
        let mut tally = BTreeMap::new();
        for seed in first..first + worlds {
            let source = match &save {
                Some(save) => Source::Save(Arc::clone(save)),
                None => Source::Generator(Generator::new(seed as i64)),
            };
            play(name, &source, seed, verbose, &mut tally);
        }
        for (kind, sum) in tally {
            println!("{name:10} {kind:8} {sum}");
        }
    }
}

/// What became of the journeys of a kind.
#[derive(Default)]
struct Sum {
    count: u32,
    arrived: u32,
    refused: u32,
    died: u32,
    stuck: u32,
    ticks: u64,
    blocks: f64,
    hurt: f32,
    slow: u32,
    slowest: Duration,
    spent: Duration,
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Sum { count, arrived, refused, died, stuck, slow, .. } = self;
        let pace = self.ticks as f64 / self.blocks.max(1.0);
        let mean = self.spent.as_secs_f64() * 1e6 / self.ticks.max(1) as f64;
        write!(
            f,
            "{arrived}/{count} arrived, {refused} gave up, {died} died, {stuck} stuck, {:.1} hurt; \
             {} ticks, {pace:.1} a block; {mean:.0} us a tick, {slow} slow ticks, slowest {:.0} ms",
            self.hurt,
            self.ticks,
            self.slowest.as_secs_f64() * 1e3
        )
    }
}

fn play(land: &str, source: &Source, seed: u64, verbose: bool, tally: &mut BTreeMap<&'static str, Sum>) {
    let mut dice = Pcg64::seed_from_u64(seed);
    let Some((scene, has_kit)) = scene(source, seed, &mut dice) else {
        return println!("{land} {seed}: no place to start");
    };
    let rules = GameRules {
        do_mob_spawning: false,
        do_daylight_cycle: false,
        do_weather_cycle: false,
        random_tick_speed: 0,
        keep_inventory: true,
        ..GameRules::default()
    };
    let options = Options { seed, difficulty: Difficulty::Peaceful, rules, day_time: Some(1000), ..Options::default() };
    let mut world = scene.world(options);
    for _ in 0..10 {
        world.tick(&Control::default());
    }
    let kinds: &[&str] =
        if has_kit { &["land", "far", "cave", "up", "water", "land"] } else { &["far", "land", "water"] };
    let me = Me::new(Settings { perception: Perception::Fair, ..Settings::default() }, world.observe());
    for journey in 0..JOURNEYS {
        let kind = kinds[journey % kinds.len()];
        let from = world.observe().player.feet();
        let Some(to) = target(&world.terrain().view(), kind, from, &mut dice) else { continue };
        let goal = Goal::Near { pos: to, range: 2 };
        let trip = trip(&mut world, &me, goal);
        let sum = tally.entry(if has_kit { kind } else { "bare" }).or_default();
        let blocks = (from.distance_squared(to) as f64).sqrt();
        sum.count += 1;
        match &trip.outcome {
            Some(Ok(())) => {
                sum.arrived += 1;
                sum.ticks += trip.ticks;
                sum.blocks += blocks;
            }
            Some(Err(Reason::Died)) => sum.died += 1,
            _ => sum.refused += 1,
        }
        sum.stuck += u32::from(!trip.stuck.is_empty());
        sum.hurt += trip.hurt;
        sum.slow += trip.slow;
        sum.slowest = sum.slowest.max(trip.slowest);
        sum.spent += trip.spent;
        let went_well = trip.outcome == Some(Ok(())) && trip.stuck.is_empty() && trip.hurt == 0.0 && trip.slow == 0;
        if verbose || !went_well {
            let outcome = match &trip.outcome {
                Some(Ok(())) => "arrived".to_owned(),
                Some(Err(reason)) => format!("{reason:?}"),
                None => "out of ticks".to_owned(),
            };
            println!(
                "{land} {seed}.{journey} {kind} {from} -> {to}: {outcome} at {} after {} ticks ({blocks:.0} blocks), hurt {}, {} slow, \
                 slowest {:.0} ms{}{}{}",
                world.observe().player.feet(),
                trip.ticks,
                trip.hurt,
                trip.slow,
                trip.slowest.as_secs_f64() * 1e3,
                trip.death.map(|death| format!("; {death}")).unwrap_or_default(),
                trip.harm.iter().map(|harm| format!("; hurt {harm}")).collect::<String>(),
                trip.stuck.iter().map(|still| format!("; still {still}")).collect::<String>(),
            );
        }
    }
}

/// The terrain around a dry place, and whether the walker carries tools and blocks.
fn scene(source: &Source, seed: u64, dice: &mut Pcg64) -> Option<(Scene, bool)> {
    for _ in 0..20 {
        let middle = ChunkPos::new(dice.random_range(-6..=6), dice.random_range(-6..=6));
        let mut scene = Scene::loaded(middle, middle);
        for chunk in middle.around(RADIUS) {
            if let Ok(Some(loaded)) = source.column(chunk) {
                scene.insert(chunk, loaded.column);
            }
        }
        let home = DVec3::new(f64::from(middle.x * 16 + 8), 64.0, f64::from(middle.z * 16 + 8));
        let world = scene.world(Options { radius: 1, start: Some(home), ..Options::default() });
        let view = world.terrain().view();
        let pos = BlockPos::new(middle.x * 16, 0, middle.z * 16);
        let start = (0..200).find_map(|_| {
            let pos = pos.offset(dice.random_range(0..16), 0, dice.random_range(0..16));
            surface(&view, pos).filter(|pos| is_ground(&view, *pos))
        });
        let Some(start) = start else { continue };
        let feet = start.floor_center();
        scene.start_at(feet.x, feet.y, feet.z);
        let has_kit = !seed.is_multiple_of(3);
        if has_kit {
            for (item, count) in [
                (Item::STONE_PICKAXE, 1),
                (Item::STONE_PICKAXE, 1),
                (Item::STONE_SHOVEL, 1),
                (Item::STONE_AXE, 1),
                (Item::COBBLESTONE, 40),
            ] {
                scene.give(ItemStack::new(item, count));
            }
        }
        return Some((scene, has_kit));
    }
    None
}

/// The lowest cell of a column under the open sky that holds no solid block.
fn surface(view: &View<'_>, pos: BlockPos) -> Option<BlockPos> {
    let solid = |state: anima_rules::BlockState| !state.flags().contains(StateFlags::NO_COLLISION);
    let y = view.column(pos.chunk())?.highest(pos.x, pos.z, |state| solid(state) || state.fluid().is_some())?;
    Some(BlockPos::new(pos.x, y + 1, pos.z))
}

/// Whether a body can stand in a cell: not on leaves, and not in a tree.
fn is_ground(view: &View<'_>, pos: BlockPos) -> bool {
    let empty = |pos: BlockPos| {
        let state = view.block_or_wall(pos);
        state.flags().contains(StateFlags::NO_COLLISION) && state.fluid().is_none()
    };
    let floor = view.block_or_wall(pos.down(1));
    floor.flags().contains(StateFlags::FULL_CUBE)
        && !floor.to_string().contains("leaves")
        && empty(pos)
        && empty(pos.up(1))
}

/// Where a journey of a kind leads.
fn target(view: &View<'_>, kind: &str, from: BlockPos, dice: &mut impl Rng) -> Option<BlockPos> {
    let (low, high) = match kind {
        "far" => (100.0, 150.0),
        "up" => (5.0, 60.0),
        "cave" => (0.0, 60.0),
        _ => (50.0, 100.0),
    };
    (0..3000).find_map(|_| {
        let (angle, way) = (dice.random_range(0.0..std::f64::consts::TAU), dice.random_range(low..=high));
        let pos = BlockPos::containing(from.floor_center() + DVec3::new(angle.cos() * way, 0.0, angle.sin() * way));
        let top = surface(view, pos)?;
        let is_wet = view.block_or_wall(top.down(1)).fluid().is_some();
        match kind {
            "water" => is_wet.then_some(top.down(1)),
            "cave" => {
                let pos = BlockPos::new(pos.x, dice.random_range(-30..top.y - 15), pos.z);
                is_ground(view, pos).then_some(pos)
            }
            _ => is_ground(view, top).then_some(top),
        }
    })
}

/// How a journey went.
struct Trip {
    /// `None` if the ticks ran out.
    outcome: Option<Outcome>,
    ticks: u64,
    hurt: f32,
    /// Where it was hurt.
    harm: Vec<String>,
    death: Option<String>,
    /// Where and how it stood still.
    stuck: Vec<String>,
    slow: u32,
    slowest: Duration,
    spent: Duration,
}

/// Ticks that a journey may take.
const LIMIT: u64 = 6000;

fn trip(world: &mut World, me: &Me, goal: Goal) -> Trip {
    let handle = me.clone();
    let mut task = Task::new(async move {
        loop {
            if let Some(outcome) = handle.until(|me| reflex::urge(me).is_some(), travel(&handle, &goal)).await {
                return outcome;
            }
            if let Some(urge) = reflex::urge(&handle) {
                reflex::follow(&handle, urge).await;
            }
            handle.tick().await;
        }
    });
    let mut trip = Trip {
        outcome: None,
        ticks: 0,
        hurt: 0.0,
        harm: Vec::new(),
        death: None,
        stuck: Vec::new(),
        slow: 0,
        slowest: Duration::ZERO,
        spent: Duration::ZERO,
    };
    let mut anchor = (world.observe().player.pos, 0);
    while trip.ticks < LIMIT {
        let now = world.observe();
        for event in now.events.iter() {
            match event {
                Event::Hurt { amount, .. } => {
                    trip.hurt += amount;
                    trip.harm.push(format!("{amount} at {} tick {}", now.player.feet(), trip.ticks));
                }
                Event::Died { message } => trip.death = Some(message.clone()),
                _ => {}
            }
        }
        if now.player.is(PlayerFlags::DEAD) {
            trip.outcome = Some(Err(Reason::Died));
            break;
        }
        if now.player.pos.distance(anchor.0) > 1.5 {
            anchor = (now.player.pos, trip.ticks);
        }
        let begin = Instant::now();
        me.begin(now);
        let polled = task.poll();
        let took = begin.elapsed();
        if trip.ticks == anchor.1 + STILL {
            let keys = me.pressed().keys;
            let digs = if keys.contains(Keys::ATTACK) { " digging" } else { "" };
            trip.stuck.push(format!("at {} tick {} holding {keys:?}{digs} {:?}", anchor.0, trip.ticks, me.doing_now()));
        }
        trip.spent += took;
        trip.slowest = trip.slowest.max(took);
        trip.slow += u32::from(took > SLOW);
        if let Some(outcome) = polled {
            trip.outcome = Some(outcome);
            break;
        }
        world.tick(&me.end());
        trip.ticks += 1;
    }
    me.end();
    if trip.death.is_some() {
        for _ in 0..30 {
            me.begin(world.observe());
            me.respawn();
            world.tick(&me.end());
        }
    }
    trip
}
