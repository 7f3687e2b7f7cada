//! What recalling costs: each query of `anima-memory`, from a store of 100,000 episodes.
//!
//! Prints how long the store took to fill and to be opened, and of each query the median and the 99th percentile of the
//! time until its answer was there. Other programs slow that down, so the processor's time of this process, in which
//! nothing else happens meanwhile, stands beside it.
//!
//! `cargo bench --bench recall -- 20000` fills it with fewer; with the word `alike` every episode has a goal of its own.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anima_body::Frame;
use anima_intent::{Act, Condition};
use anima_memory::{
    Circumstances, Durations, Embedding, Entries, Episode, Executed, Id, Memory, Mode, Origin, Outcome, Picture,
    Progress, Query, References, Sight,
};
use anima_rules::techtree::{Given, plan};
use anima_rules::{Biome, Item};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64;
use rustix::time::{ClockId, clock_gettime};

/// Questions of each kind.
const QUESTIONS: usize = 1000;
/// Episodes that are written at once.
const BATCH: usize = 2000;
/// Milliseconds that the 99th percentile is to be within.
const BAR: f64 = 5.0;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let episodes = words.iter().find_map(|word| word.parse().ok()).unwrap_or(100_000);
    let own_goals = words.iter().any(|word| word == "alike");
    let mut chance = Pcg64::seed_from_u64(33);
    let lives = lives();
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("memory.sqlite");
    let began = Instant::now();
    let memory = Memory::open(&path).expect("a store can be made");
    let mut number = 0;
    while number < episodes {
        let batch = (number..episodes.min(number + BATCH)).map(|number| lived(&lives, number, own_goals, &mut chance));
        memory.append(batch.collect()).expect("it can be written");
        number += BATCH;
    }
    drop(memory);
    let size = std::fs::metadata(&path).map_or(0, |data| data.len());
    println!("{episodes} episodes written in {:.1} s, {} MiB", began.elapsed().as_secs_f64(), size >> 20);
    let began = Instant::now();
    let memory = Memory::open(&path).expect("it is a store");
    let upto = memory.snapshot().expect("it can be read").upto();
    println!("opened and taken in in {:.2} s: {upto} episodes", began.elapsed().as_secs_f64());

    let goal = |chance: &mut Pcg64| {
        let (item, _) = &lives[chance.random_range(0..lives.len())];
        Condition::holds(*item, chance.random_range(1..5))
    };
    let mut worst: f64 = 0.0;
    let mut tell = |name: &str, p99: f64| {
        worst = worst.max(p99);
        println!("{name:42} {}", if p99 <= BAR { "within the bar" } else { "NOT within the bar" });
    };
    let p99 = ask(&memory, "GITM: references", &mut chance, |chance| References::new(&goal(chance)));
    tell("GITM: references", p99);
    let p99 = ask(&memory, "DEPS: durations", &mut chance, |chance| {
        let (_, acts) = &lives[chance.random_range(0..lives.len())];
        let class = acts[chance.random_range(0..acts.len())].act.class();
        Durations { class, circumstances: Some(around(chance)), ticks_per_step: 10 }
    });
    tell("DEPS: durations", p99);
    for (name, mode) in [
        ("JARVIS-1: T", Mode::Text),
        ("JARVIS-1: T+R, 6 goals", Mode::Reasoning),
        ("JARVIS-1: M+R, 6 goals, a frame", Mode::Multimodal),
    ] {
        let p99 = ask(&memory, name, &mut chance, |chance| {
            let goals: Vec<Condition> = (0..6).map(|_| goal(chance)).collect();
            let sight = Sight::Frame(Arc::new(frame(chance)));
            Entries { mode, sight, ..Entries::new(&goals, around(chance)) }
        });
        tell(name, p99);
    }
    let p99 = ask(&memory, "ODYSSEY: progress of a run", &mut chance, |chance| Progress {
        run: Some(format!("run {}", chance.random_range(0..100))),
        agent: None,
        limit: 50,
    });
    tell("ODYSSEY: progress of a run", p99);
    println!("recall from {episodes} episodes: p99 {worst:.2} ms at most, the bar is {BAR} ms");
}

/// Items that can be had from nothing, each with the acts that get it.
fn lives() -> Vec<(Item, Vec<Executed>)> {
    let items = (0..Item::COUNT as u16).filter_map(Item::from_id);
    let acts = items.filter_map(|item| {
        let steps = plan(item, 1, &Given { items: &[], stations: &[] }).ok()?.steps;
        let done = |step| Executed::new(&Act::Obtain(step), &Ok(()), 0);
        let acts: Vec<Executed> = steps.into_iter().map(done).collect();
        (1..=40).contains(&acts.len()).then_some((item, acts))
    });
    acts.collect()
}

fn around(chance: &mut Pcg64) -> Circumstances {
    let mut around = Circumstances::default();
    for _ in 0..chance.random_range(0..12) {
        let item = Item::from_id(chance.random_range(1..Item::COUNT as u16)).expect("it is an item");
        around.carried.insert(item, chance.random_range(1..64));
    }
    around.biome = [Biome::PLAINS, Biome::FOREST, Biome::TAIGA, Biome::DESERT][chance.random_range(0..4)];
    around.position[1] = chance.random_range(-59..100);
    around.day_time = chance.random_range(0..24_000);
    around
}

/// A frame of coarse blots, as large as the agent asks for.
fn frame(chance: &mut Pcg64) -> Frame {
    let blots: Vec<[u8; 3]> = (0..12 * 8).map(|_| chance.random()).collect();
    let (width, height) = (Frame::WIDTH, Frame::HEIGHT);
    let pixels = (0..height).flat_map(|y| {
        let blots = &blots;
        (0..width).flat_map(move |x| blots[(y * 8 / height * 12 + x * 12 / width) as usize])
    });
    Frame::from_rgb(width, height, pixels.collect())
}

fn lived(lives: &[(Item, Vec<Executed>)], number: usize, own_goals: bool, chance: &mut Pcg64) -> Episode {
    let (item, acts) = &lives[chance.random_range(0..lives.len())];
    let origin = Origin { run: format!("run {}", number % 100), number: number as u32, ..Origin::default() };
    let mut episode = Episode::new(&Condition::holds(*item, chance.random_range(1..5)), "own", origin);
    if own_goals {
        episode.goal = format!("obtain 1 {item} of kind {}", letters(number));
    }
    episode.circumstances = around(chance);
    episode.plan = acts.iter().map(|executed| executed.act.clone()).collect();
    episode.executed = acts.clone();
    for executed in &mut episode.executed {
        executed.ticks = chance.random_range(10..4000);
        executed.act.object[0].count = chance.random_range(1..9);
    }
    episode.ticks = episode.executed.iter().map(|executed| executed.ticks).sum();
    episode.outcome = if chance.random_bool(0.7) { Outcome::reached() } else { Outcome::failed("nothing worked") };
    episode.used = (0..chance.random_range(0..3)).map(|_| Id(chance.random_range(1..number as u64 + 2))).collect();
    episode.used.retain(|used| used.0 <= number as u64);
    let values = (0..Embedding::LENGTH).map(|_| chance.random_range(-1.0..1.0)).collect();
    // As many bytes as a small JPEG has.
    let mut jpeg = vec![0; 5000];
    chance.fill_bytes(&mut jpeg);
    episode.picture = Some(Picture { jpeg, embedding: Embedding::new(Embedding::COLOUR_AND_LAYOUT, values) });
    episode
}

/// A word of its own for a number.
fn letters(mut number: usize) -> String {
    let mut word = String::from("q");
    while number > 0 {
        word.push(char::from(b'a' + (number % 26) as u8));
        number /= 26;
    }
    word
}

/// Asks questions one after the other and tells how long the answers took; the 99th percentile in milliseconds.
fn ask<Q: Query>(memory: &Memory, name: &str, chance: &mut Pcg64, question: impl Fn(&mut Pcg64) -> Q) -> f64 {
    let (mut waited, mut worked) = (Vec::new(), Vec::new());
    for _ in 0..QUESTIONS {
        let query = question(chance);
        let (began, at_work) = (Instant::now(), process());
        memory.recall(query).finish().expect("there is an answer");
        waited.push(began.elapsed());
        worked.push(process() - at_work);
    }
    let (median, p99) = (percentile(&mut waited, 50), percentile(&mut waited, 99));
    let (work, most) = (percentile(&mut worked, 50), percentile(&mut worked, 99));
    println!("{name:42} median {median:6.2} ms, p99 {p99:6.2} ms; of the processor {work:6.2} and {most:6.2} ms");
    p99
}

/// How long this process has been at work.
fn process() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

fn percentile(times: &mut [Duration], percent: usize) -> f64 {
    times.sort_unstable();
    times.get(times.len() * percent / 100).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
}
