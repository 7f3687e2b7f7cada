//! How well each act is done on generated land, judged by [`Judge`] and the world's own statistics.
//!
//! `cargo bench --bench acts -- [ACT] [SEEDS] [FIRST]` does those acts whose name contains ACT, each with so many seeds
//! from FIRST on, and prints how often it did what it promises and in how many ticks. `-v` prints a line for each game.

use std::sync::Arc;

use anima_body::{BlockPos, Inventory, Observation, PlayerFlags};
use anima_intent::{Act, Condition, Judge, OneOf, Outcome, Sought};
use anima_rules::{Biome, EntityKind, Item, ItemStack};
use anima_skills::{Me, Settings, Task, perform, reflex};
use anima_world::{Generator, Options, Scene, Source, World};

/// An act, and how it is begun.
struct Case {
    name: &'static str,
    /// What is carried.
    kit: &'static [(Item, u8)],
    day_time: u32,
    /// Ticks after which it is broken off.
    ticks: u64,
    act: fn(&Observation) -> Act,
    /// What is to hold in the end, where the act itself promises nothing.
    otherwise: fn(&Observation) -> Option<Condition>,
}

const MORNING: u32 = 1000;
const EVENING: u32 = 11_500;
const ARMED: &[(Item, u8)] = &[(Item::IRON_SWORD, 1), (Item::BREAD, 16), (Item::COBBLESTONE, 32)];

fn nothing(_: &Observation) -> Option<Condition> {
    None
}

fn find_biome(biome: Biome) -> Act {
    Act::Explore(Sought::Biomes(OneOf::just(biome)))
}

fn cases() -> Vec<Case> {
    let case = Case { name: "", kit: &[], day_time: MORNING, ticks: 12_000, act: |_| Act::GoUp, otherwise: nothing };
    vec![
        Case {
            name: "go_to_east",
            act: |now| Act::GoTo { x: now.player.feet().x + 400, y: None, z: now.player.feet().z + 90 },
            ..case
        },
        Case {
            name: "go_to_north",
            act: |now| Act::GoTo { x: now.player.feet().x - 120, y: None, z: now.player.feet().z - 350 },
            ..case
        },
        Case {
            name: "go_to_height",
            kit: &[(Item::STONE_PICKAXE, 1), (Item::DIRT, 16)],
            act: |now| {
                let feet = now.player.feet();
                Act::GoTo { x: feet.x + 60, y: Some(feet.y - 8), z: feet.z + 60 }
            },
            ..case
        },
        Case { name: "find_desert", ticks: 20_000, act: |_| find_biome(Biome::DESERT), ..case },
        Case { name: "find_taiga", ticks: 20_000, act: |_| find_biome(Biome::TAIGA), ..case },
        Case { name: "find_river", ticks: 20_000, act: |_| find_biome(Biome::RIVER), ..case },
        Case { name: "kill_pig", act: |_| Act::Kill { mob: EntityKind::PIG, count: 2 }, ..case },
        Case {
            name: "kill_zombie",
            kit: ARMED,
            day_time: EVENING,
            act: |_| Act::Kill { mob: EntityKind::ZOMBIE, count: 3 },
            ..case
        },
        Case {
            name: "kill_skeleton",
            kit: ARMED,
            day_time: EVENING,
            act: |_| Act::Kill { mob: EntityKind::SKELETON, count: 1 },
            ..case
        },
        Case {
            name: "wait_night",
            day_time: EVENING,
            ticks: 14_000,
            act: |_| Act::Wait { ticks: 13_000 },
            otherwise: |_| Some(Condition::Survived { dawns: 1 }),
            ..case
        },
    ]
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let verbose = args.iter().any(|arg| arg == "-v");
    let mut words = args.iter().filter(|arg| !arg.starts_with('-'));
    let wanted = words.next().cloned().unwrap_or_default();
    let mut number = |default: u64| words.next().and_then(|word| word.parse().ok()).unwrap_or(default);
    let (seeds, first) = (number(10), number(1));
    for case in cases().iter().filter(|case| case.name.contains(&wanted)) {
        let mut done = Vec::new();
        for seed in first..first + seeds {
            let game = play(case, seed);
            if verbose || !game.holds {
                println!("    {} seed {seed}: {}", case.name, game.told);
            }
            done.extend(game.holds.then_some(game.ticks));
        }
        done.sort_unstable();
        let middle = done.get(done.len() / 2).copied().unwrap_or(0);
        println!("{:14} {}/{seeds} did it, {middle} ticks in the middle", case.name, done.len());
    }
}

/// How a game went.
struct Game {
    holds: bool,
    ticks: u64,
    told: String,
}

fn play(case: &Case, seed: u64) -> Game {
    let mut world = world(case, seed);
    let me = Me::new(Settings::default(), world.observe());
    for _ in 0..20 {
        me.begin(world.observe());
        world.tick(&me.end());
    }
    let told = |world: &World| {
        let now = world.observe();
        Observation { tally: Arc::new(world.tally().as_told(now.tick)), ..now }
    };
    let first = told(&world);
    let act = (case.act)(&first);
    let condition = (case.otherwise)(&first).or_else(|| act.gives(&first.inventory));
    let mut judge = condition.map(|condition| Judge::new(&condition, &first));
    let begun = world.ticks();
    let (doer, todo) = (me.clone(), act.clone());
    let mut task = Task::new(async move { perform(&doer, &todo, 1).await });
    let mut urge: Option<(reflex::Urge, Task<()>)> = None;
    let mut outcome: Option<Outcome> = None;
    let mut deaths = 0;
    while world.ticks() < begun + case.ticks {
        me.begin(world.observe());
        let now = me.now();
        if let Some(judge) = &mut judge {
            judge.see(&now, &now.known());
        }
        if now.player.is(PlayerFlags::DEAD) {
            deaths += 1;
            break;
        }
        if let Some(pressing) = reflex::urge(&me)
            && urge.as_ref().is_none_or(|(current, _)| pressing.outranks(current))
        {
            let (me, todo) = (me.clone(), pressing.clone());
            urge = Some((pressing, Task::new(async move { reflex::follow(&me, todo).await })));
        }
        if urge.as_mut().is_some_and(|(_, task)| task.poll().is_some()) {
            urge = None;
        }
        if urge.is_none() {
            outcome = task.poll();
        }
        if outcome.is_some() {
            break;
        }
        if std::env::var_os("TRACE").is_some() && world.ticks().is_multiple_of(100) {
            println!(
                "{} {:.0} hp {} food {} {:?} {}",
                world.ticks(),
                me.now().player.pos,
                me.now().player.health,
                me.now().player.food,
                me.now().biome,
                me.doing_now().join(" > ")
            );
        }
        world.tick(&me.end());
    }
    let holds = judge.map_or(outcome == Some(Ok(())), |mut judge| {
        judge.see(&told(&world), &world.terrain().view());
        judge.holds()
    });
    let ticks = world.ticks() - begun;
    let pos = world.observe().player.pos;
    let says = match outcome {
        None => "not over".to_owned(),
        Some(Ok(())) => "ended well".to_owned(),
        Some(Err(reason)) => reason.to_string(),
    };
    let doing = me.doing_now().join(" > ");
    let dead = if deaths > 0 { ", dead" } else { "" };
    let verdict = if holds { "did it" } else { "DID NOT" };
    Game { holds, ticks, told: format!("{verdict} in {ticks} ticks{dead}: {says} at {pos:.0} {doing} ({act})") }
}

/// A generated world; with a kit only the land around the start, as only a scene gives one.
fn world(case: &Case, seed: u64) -> World {
    const COLUMNS: i32 = 10;
    let options = Options { seed, radius: 8, day_time: Some(case.day_time), ..Options::default() };
    let source = Source::Generator(Generator::new(seed as i64));
    let world = World::new(source.clone(), options.clone());
    if case.kit.is_empty() {
        return world;
    }
    let home = world.observe().player.pos;
    let middle = BlockPos::containing(home).chunk();
    let mut scene = Scene::loaded(middle, middle);
    for chunk in middle.around(COLUMNS) {
        let Ok(Some(loaded)) = source.column(chunk) else { continue };
        scene.insert(chunk, loaded.column);
        for entity in loaded.entities {
            scene.entity(entity);
        }
    }
    scene.start_at(home.x, home.y, home.z);
    for (item, count) in case.kit {
        let stack = ItemStack::new(*item, *count);
        match *item {
            Item::SHIELD => scene.put(Inventory::OFF_HAND, Some(stack)),
            _ => scene.give(stack),
        };
    }
    scene.world(options)
}
