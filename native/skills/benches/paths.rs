//! Nodes per second of the path search, on the scenes of `../shared/parity/paths` and on a real save.
//!
//! Prints a line per scene: nodes taken from the open list, the time of the fastest of several runs, nodes a second.

#![expect(clippy::disallowed_methods, reason = "a bench looks at the clock")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anima_body::{BlockPos, ChunkPos, Column, Terrain};
use anima_rules::{BlockState, Item, ItemStack};
use anima_skills::path::{Conditions, Goal, Search, Status};
use anima_world::{Save, Source};
use glam::DVec3;
use serde_json::Value;

const RUNS: usize = 15;

fn main() {
    let shared = std::env::var_os("ANIMA_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    let mut files: Vec<PathBuf> = match std::fs::read_dir(shared.join("parity/paths")) {
        Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
        Err(error) => {
            println!("skipped: {}: {error}", shared.display());
            return;
        }
    };
    files.sort();
    // `cargo bench --bench paths -- NAME` runs the scenes whose name holds NAME.
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    files.retain(|file| file.to_string_lossy().contains(&wanted));
    let mut total = (0, Duration::ZERO);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("readable problem");
        let problem: Value = serde_json::from_str(&text).expect("a problem is JSON");
        if problem["runs"].is_array() {
            let (nodes, time) = bench(&problem);
            total = (total.0 + nodes, total.1 + time);
        }
    }
    if "plains".contains(&wanted) {
        let (nodes, time) = real(&shared);
        total = (total.0 + nodes, total.1 + time);
    }
    report("all scenes", total.0, total.1, "");
}

/// Ways over and under the ground of a real save, to all sides.
fn real(shared: &Path) -> (u64, Duration) {
    /// Chunks around the start that are there.
    const RADIUS: i32 = 8;
    /// Blocks to each goal, along an axis or both.
    const FAR: i32 = 80;
    let save = match Save::open(&shared.join("worlds/plains-forest-1194")) {
        Ok(save) => Source::Save(Arc::new(save)),
        Err(error) => {
            println!("skipped: {error}");
            return (0, Duration::ZERO);
        }
    };
    let start = BlockPos::new(-92, 87, 68);
    let mut terrain = Terrain::default();
    for chunk in start.chunk().around(RADIUS) {
        if let Ok(Some(loaded)) = save.column(chunk) {
            terrain.insert(chunk, loaded.column);
        }
    }
    let digs = Conditions {
        can_dig: true,
        can_place: true,
        blocks: 64,
        tools: vec![ItemStack::new(Item::STONE_PICKAXE, 1)],
        ..Conditions::default()
    };
    let mut total = (0, Duration::ZERO);
    for (x, z) in (-1..=1).flat_map(|x| (-1..=1).map(move |z| (x, z))).filter(|side| *side != (0, 0)) {
        let (x, z) = (start.x + x * FAR, start.z + z * FAR);
        let deep = Goal::Near { pos: BlockPos::new((x + start.x) / 2, 20, (z + start.z) / 2), range: 3 };
        for (kind, goal, conditions) in [
            ("walk", Goal::Xz { x, z }, &Conditions::default()),
            ("dig", Goal::Xz { x, z }, &digs),
            ("dig down", deep, &digs),
        ] {
            let name = format!("plains-forest-1194 {kind} {x} {z}");
            let (nodes, time) = measure(&name, &terrain, start.floor_center(), &goal, conditions);
            total = (total.0 + nodes, total.1 + time);
        }
    }
    total
}

fn report(name: &str, nodes: u64, time: Duration, status: &str) {
    let rate = nodes as f64 / time.as_secs_f64() / 1e6;
    println!("{name:34} {nodes:8} nodes {:9.3} ms {rate:6.2} M nodes/s  {status}", time.as_secs_f64() * 1e3);
}

fn bench(problem: &Value) -> (u64, Duration) {
    let terrain = terrain(problem);
    let at = |value: &Value| -> [i32; 3] { serde_json::from_value(value.clone()).expect("a position") };
    let pos = |value: &Value| BlockPos::from(at(value));
    let goal = match problem["goal"]["type"].as_str() {
        Some("xz") => Goal::Xz { x: integer(&problem["goal"]["pos"][0]), z: integer(&problem["goal"]["pos"][1]) },
        Some("near") => Goal::Near { pos: pos(&problem["goal"]["pos"]), range: integer(&problem["goal"]["range"]) },
        _ => Goal::Block(pos(&problem["goal"]["pos"])),
    };
    let conditions = conditions(problem);
    let start = pos(&problem["start"]).floor_center();
    measure(problem["name"].as_str().expect("a name"), &terrain, start, &goal, &conditions)
}

/// Searches several times; the nodes of a search and the time of the fastest.
fn measure(name: &str, terrain: &Terrain, start: DVec3, goal: &Goal, conditions: &Conditions) -> (u64, Duration) {
    let (mut best, mut nodes, mut status) = (Duration::MAX, 0, String::new());
    for _ in 0..RUNS {
        let view = terrain.view();
        let begin = Instant::now();
        let mut search = Search::new(start, goal.clone(), conditions.clone());
        let outcome = search.finish(&|pos| Some(view.block_or_wall(pos)));
        best = best.min(begin.elapsed());
        nodes = search.expanded();
        status = match outcome {
            Status::Found(path) => format!("found, {} steps, {} ticks", path.steps.len(), path.ticks),
            Status::Partial(path) => format!("partial, {} steps", path.steps.len()),
            other => format!("{other:?}").to_lowercase(),
        };
    }
    report(name, nodes, best, &status);
    (nodes, best)
}

fn integer(value: &Value) -> i32 {
    value.as_i64().expect("a whole number") as i32
}

fn conditions(problem: &Value) -> Conditions {
    let rules = &problem["rules"];
    let mut tools = Vec::new();
    let mut blocks = 0;
    for entry in problem["inventory"].as_array().expect("an inventory") {
        let item = Item::from_name(entry[0].as_str().expect("a name")).expect("an item");
        let count = integer(&entry[1]);
        if item.tool().is_some() {
            tools.push(ItemStack::new(item, 1));
        } else {
            blocks += count as u32;
        }
    }
    Conditions {
        can_dig: rules["can_dig"] == true,
        can_place: rules["can_place"] == true,
        can_leap: rules["can_parkour"] == true,
        max_fall: integer(&rules["max_fall"]),
        falls_into_water: rules["infinite_drop_into_water"] == true,
        max_nodes: 5_000_000,
        blocks,
        tools,
        ..Conditions::default()
    }
}

fn terrain(problem: &Value) -> Terrain {
    let three = |name: &str| -> [i32; 3] { serde_json::from_value(problem[name].clone()).expect("three numbers") };
    let (origin, size) = (three("origin"), three("size"));
    let palette: Vec<BlockState> = problem["palette"]
        .as_array()
        .expect("a palette")
        .iter()
        .map(|state| state.as_str().expect("a state").parse().expect("a known state"))
        .collect();
    let mut terrain = Terrain::default();
    for x in origin[0] >> 4..=(origin[0] + size[0] - 1) >> 4 {
        for z in origin[2] >> 4..=(origin[2] + size[2] - 1) >> 4 {
            terrain.insert(ChunkPos::new(x, z), Column::default());
        }
    }
    let runs: Vec<usize> = serde_json::from_value(problem["runs"].clone()).expect("runs");
    let mut index = 0;
    for run in runs.chunks(2) {
        for _ in 0..run[0] {
            let (x, rest) = (index / (size[2] * size[1]), index % (size[2] * size[1]));
            let pos = BlockPos::new(origin[0] + x, origin[1] + rest % size[1], origin[2] + rest / size[1]);
            terrain.set_block(pos, palette[run[1]]);
            index += 1;
        }
    }
    terrain
}
