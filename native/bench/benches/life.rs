//! What a long life costs: goals of every kind one after another in one body, for 300,000 ticks.
//!
//! Prints how each goal ended, the bytes that the life holds after 50,000 ticks and at the end, and how long `agent.tick`
//! takes without a path search in the first and in the last 10,000 ticks; then how much sooner a second iron pickaxe is
//! made than the first. Times are those that the thread ran.
//!
//! `cargo bench --bench life -- 2` lives two lives in place of five, `-- 2 100000` so many ticks each; with the word
//! `notes` it also tells what the agent is at.

use std::time::Duration;

use anima_bench::{Land, Setup};
use anima_intent::{Condition, Ending, Goal};
use anima_suite::{Blueprints, Scenario, Settings, Versions, median};
use anima_world::World;
use rustix::time::{ClockId, clock_gettime};

const LIVES: i64 = 5;
const TICKS: u64 = 300_000;
/// Ticks that each goal may take.
const LIMIT: u64 = 15_000;
/// Ticks over which the first and the last calls are timed.
const TIMED: u64 = 10_000;
/// When the bytes are first counted.
const EARLY: u64 = 50_000;

/// Goals of every kind of condition.
const GOALS: [&str; 20] = [
    "obtain 1 iron_pickaxe",
    "put 10 cobblestone in a chest",
    "kill 2 sheep",
    "craft 2 stone_sword",
    "place 4 torches",
    "explore a forest",
    "wear iron boots",
    "plant 3 wheat seeds",
    "survive 1 night",
    "go to 180 -140",
    "obtain 1 shield and 1 bucket",
    "build hut.toml",
    "breed 1 cow",
    "sleep",
    "kill 1 zombie",
    "obtain 1 diamond or 1 bread",
    "explore a desert",
    "obtain 1 golden_apple",
    "go to -60 220",
    "obtain 3 diamonds",
];

const HUT: &str = r#"
layers = [
    ["CCC", "C.C", "C.C"],
    ["CCC", "C.C", "C.C"],
    ["CCC", "CCC", "CCC"],
]
[legend]
C = "cobblestone"
"." = "air"
"#;

fn worked() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().expect("clocks of work begin at zero")
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|arg| arg.parse::<u64>().ok());
    let tells = std::env::args().any(|arg| arg == "notes");
    let lives = numbers.next().map_or(LIVES, |lives| lives as i64);
    let ticks = numbers.next().unwrap_or(TICKS);
    let (mut first, mut last) = (Vec::new(), Vec::new());
    (1..=lives).for_each(|seed| live(seed, ticks, tells, (&mut first, &mut last)));
    say_times("all lives", &mut first, &mut last);
    let shares: Vec<f64> = (1..=4 * lives).filter_map(second_pickaxe).collect();
    println!(
        "a second iron pickaxe takes {:.2} of the ticks of the first, by median of {}",
        median(shares.clone()).unwrap_or(f64::NAN),
        shares.len()
    );
}

fn world(seed: i64) -> (World, Setup) {
    let setup = Setup {
        goal: GOALS[0].into(),
        blueprints: Blueprints::default(),
        seed,
        land: Land::Generated,
        at: None,
        scenario: Scenario::default(),
        then: Vec::new(),
        prepare: None,
        ticks: LIMIT,
        settings: Settings::default(),
        model: None,
        round: None,
        versions: Versions::default(),
    };
    (setup.world().expect("there is land at the start"), setup)
}

fn goal(words: &str, ticks: u64) -> Goal {
    let library = |name: &str| if name == "hut.toml" { Ok(HUT.to_owned()) } else { Err(format!("there is no {name}")) };
    let condition = Condition::parse(words, &library).unwrap_or_else(|error| panic!("{words}: {error}"));
    Goal { condition, ticks: Some(ticks) }
}

/// Lives a life, whose goals begin again when all are through; how long its first and its last calls took is added to
/// those of other lives.
fn live(seed: i64, ticks: u64, tells: bool, all: (&mut Vec<Duration>, &mut Vec<Duration>)) {
    let (mut world, setup) = world(seed);
    let mut life = setup.life(goal(GOALS[0], LIMIT).condition, world.observe()).expect("no model is asked for");
    life.drop_goal();
    let (mut early, mut first, mut last) = (0, Vec::new(), Vec::new());
    let (mut reached, mut ended) = (0, 0);
    'life: for words in GOALS.iter().cycle() {
        let begun = world.ticks();
        life.pursue(goal(words, LIMIT), None);
        while life.ending().is_none() {
            if world.ticks() >= ticks {
                break 'life;
            }
            assert!(world.ticks() <= begun + LIMIT + 200, "{words} hangs");
            let seen = world.observe();
            let (searched, at_work) = (life.searched(), worked());
            let turn = life.tick(seen);
            let took = worked() - at_work;
            if life.searched() == searched {
                let now = world.ticks();
                if now < TIMED {
                    first.push(took);
                } else if now >= ticks.saturating_sub(TIMED) {
                    last.push(took);
                }
            }
            for note in life.take_notes().iter().filter(|_| tells) {
                println!("  [{:6}] at {:?}: {note:?}", world.ticks(), world.observe().player.feet());
            }
            world.tick(&turn.control);
            if world.ticks() == EARLY {
                early = life.bytes();
            }
        }
        let how = match life.ending() {
            Some(Ending::Reached) => "reached".to_owned(),
            Some(Ending::Ready) => "ready".to_owned(),
            Some(Ending::GivenUp(cause)) => format!("given up: {cause}"),
            None => "none".to_owned(),
        };
        ended += 1;
        reached += u32::from(how == "reached");
        if ended <= GOALS.len() as u32 {
            println!("life {seed}, tick {:6}: {words:30} {:6} ticks, {how}", world.ticks(), world.ticks() - begun);
        }
        // A goal that holds already takes no time: the world goes on all the same.
        world.tick(&Default::default());
    }
    let end = life.bytes();
    let share = end as f64 / early.max(1) as f64;
    let mib = |bytes: usize| bytes as f64 / (1 << 20) as f64;
    println!(
        "life {seed}: {reached} of {ended} goals reached; {:.1} MiB after {EARLY} ticks, {:.1} MiB at the end: {share:.2}",
        mib(early),
        mib(end)
    );
    say_times(&format!("life {seed}"), &mut first, &mut last);
    all.0.append(&mut first);
    all.1.append(&mut last);
}

fn say_times(whose: &str, first: &mut [Duration], last: &mut [Duration]) {
    println!(
        "{whose}: agent.tick without a path search p99 {:.0} us in the first {TIMED} ticks, {:.0} us in the last",
        percentile(first),
        percentile(last)
    );
}

/// The share of the first pickaxe's ticks that a second one takes; `None` if one of them was not made.
fn second_pickaxe(seed: i64) -> Option<f64> {
    let (mut world, setup) = world(1000 + seed);
    let mut life = setup.life(goal(GOALS[0], LIMIT).condition, world.observe()).expect("no model is asked for");
    let mut took = [0; 2];
    for (number, took) in took.iter_mut().enumerate() {
        let begun = world.ticks();
        life.pursue(goal(&format!("obtain {} iron_pickaxe", number + 1), LIMIT), None);
        while life.ending().is_none() {
            let turn = life.tick(world.observe());
            world.tick(&turn.control);
        }
        if life.ending() != Some(&Ending::Reached) {
            return None;
        }
        *took = world.ticks() - begun;
    }
    println!("seed {}: {} ticks, then {}", 1000 + seed, took[0], took[1]);
    Some(took[1] as f64 / took[0] as f64)
}

/// The 99th percentile in microseconds.
fn percentile(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times.get(times.len() * 99 / 100).map_or(f64::NAN, |time| time.as_secs_f64() * 1e6)
}
