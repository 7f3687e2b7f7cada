//! Movement traces: `{start, blocks, ticks, tolerance, compareUntil}`.

use anima_body::{ActiveEffect, BlockPos, ChunkPos, Control, Effect, Keys, Look};
use anima_rules::BlockState;
use anima_world::{Difficulty, GameRules, Motion, Options, Scene, World};
use anyhow::{Context, Result, bail, ensure};
use glam::DVec3;
use serde::Deserialize;
use serde_json::Value;

use super::Case;

/// Whether a file holds cases of this kind.
pub(super) fn recognises(value: &Value) -> bool {
    value["ticks"].is_array() && value["blocks"].is_array() && value["start"].is_object()
}

/// Plays the cases of a file.
pub(super) fn run(value: &Value) -> Vec<Case> {
    let name = value["name"].as_str().unwrap_or("unnamed").to_owned();
    let divergence = Trace::deserialize(value).context("the trace is laid out wrong").and_then(|trace| trace.play());
    vec![Case { name, divergence: divergence.unwrap_or_else(|error| Some(format!("{error:#}"))), ticks: None }]
}

#[derive(Deserialize)]
struct Trace {
    #[serde(rename = "compareUntil")]
    compare_until: Option<usize>,
    tolerance: Tolerance,
    start: Start,
    blocks: Vec<(i32, i32, i32, String)>,
    ticks: Vec<Tick>,
}

#[derive(Deserialize)]
struct Tolerance {
    pos: f64,
    vel: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Start {
    pos: DVec3Record,
    vel: DVec3Record,
    yaw: f32,
    pitch: f32,
    on_ground: bool,
    #[serde(default)]
    sneaking: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Tick {
    keys: Held,
    yaw: f32,
    pitch: f32,
    pos: DVec3Record,
    vel: DVec3Record,
    on_ground: bool,
    in_water: bool,
    in_lava: bool,
    #[serde(rename = "collidedH")]
    hit_wall: bool,
    #[serde(rename = "collidedV")]
    hit_vertically: bool,
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
struct Held {
    forward: bool,
    back: bool,
    left: bool,
    right: bool,
    jump: bool,
    sneak: bool,
    sprint: bool,
}

type DVec3Record = [f64; 3];

impl Held {
    fn keys(&self) -> Keys {
        let mut keys = Keys::empty();
        for (key, held) in [
            (Keys::FORWARD, self.forward),
            (Keys::BACK, self.back),
            (Keys::LEFT, self.left),
            (Keys::RIGHT, self.right),
            (Keys::JUMP, self.jump),
            (Keys::SNEAK, self.sneak),
            (Keys::SPRINT, self.sprint),
        ] {
            keys.set(key, held);
        }
        keys
    }
}

impl Trace {
    /// A world of the trace's blocks, in which nothing but the player moves and nothing hurts.
    fn world(&self) -> Result<World> {
        let points = self.blocks.iter().map(|(x, _, z, _)| (*x, *z)).chain(self.ticks.iter().map(|tick| {
            let pos = BlockPos::containing(tick.pos.into());
            (pos.x, pos.z)
        }));
        let mut bounds: Option<(ChunkPos, ChunkPos)> = None;
        for (x, z) in points {
            let chunk = BlockPos::new(x, 0, z).chunk();
            let (low, high) = bounds.unwrap_or((chunk, chunk));
            let low = ChunkPos::new(low.x.min(chunk.x), low.z.min(chunk.z));
            bounds = Some((low, ChunkPos::new(high.x.max(chunk.x), high.z.max(chunk.z))));
        }
        let Some((low, high)) = bounds else { bail!("a trace needs blocks or ticks") };
        ensure!(low.distance(high) <= 64, "the trace spans more than 64 chunks");
        // What is not loaded is a wall, and around a trace is air.
        let mut scene = Scene::loaded(ChunkPos::new(low.x - 1, low.z - 1), ChunkPos::new(high.x + 1, high.z + 1));
        for (x, y, z, block) in &self.blocks {
            let state: BlockState = block.parse().with_context(|| format!("block at {x} {y} {z}"))?;
            scene.place([*x, *y, *z], state);
        }
        let start = &mut scene.start;
        start.pos = self.start.pos.into();
        start.velocity = self.start.vel.into();
        (start.yaw, start.pitch) = (self.start.yaw, self.start.pitch);
        (start.on_ground, start.sneaking) = (self.start.on_ground, self.start.sneaking);
        // Falls and lava would end some traces early; nothing gets through Resistance V.
        start.effects.push(ActiveEffect { effect: Effect::Resistance, amplifier: 4, ticks: u32::MAX });
        let rules = GameRules { random_tick_speed: 0, do_mob_spawning: false, ..GameRules::default() };
        let radius = low.distance(high) + 2;
        Ok(scene.world(Options { rules, radius, difficulty: Difficulty::Peaceful, ..Options::default() }))
    }

    fn play(&self) -> Result<Option<String>> {
        let mut world = self.world()?;
        let (mut yaw, mut pitch) = (self.start.yaw, self.start.pitch);
        let until = self.compare_until.unwrap_or(self.ticks.len());
        for (number, tick) in self.ticks.iter().enumerate().take(until) {
            let look = Look { yaw: tick.yaw - yaw, pitch: tick.pitch - pitch };
            (yaw, pitch) = (tick.yaw, tick.pitch);
            world.tick(&Control { keys: tick.keys.keys(), look, ..Control::default() });
            if let Some(difference) = self.difference(tick, &world.motion()) {
                return Ok(Some(format!("tick {number}: {difference}")));
            }
        }
        Ok(None)
    }

    fn difference(&self, expected: &Tick, got: &Motion) -> Option<String> {
        let flags = [
            ("onGround", expected.on_ground, got.on_ground),
            ("collidedH", expected.hit_wall, got.hit_wall),
            ("collidedV", expected.hit_vertically, got.hit_vertically),
            ("inWater", expected.in_water, got.in_water),
            ("inLava", expected.in_lava, got.in_lava),
        ];
        let vectors = [
            ("pos", DVec3::from(expected.pos), got.pos, self.tolerance.pos),
            ("vel", DVec3::from(expected.vel), got.velocity, self.tolerance.vel),
        ];
        let off = vectors.into_iter().find(|(_, expected, got, tolerance)| {
            let apart = (*expected - *got).abs().max_element();
            apart.is_nan() || apart > *tolerance
        });
        if let Some((name, expected, got, _)) = off {
            return Some(format!("{name}: expected {expected}, got {got}"));
        }
        let wrong = flags.into_iter().find(|(_, expected, got)| expected != got);
        wrong.map(|(name, expected, got)| format!("{name}: expected {expected}, got {got}"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fall(second: f64) -> Value {
        let tick = |y: f64, velocity: f64| {
            json!({"keys": {}, "yaw": 0, "pitch": 0, "pos": [0.5, y, 0.5], "vel": [0, velocity, 0], "onGround": false,
                   "inWater": false, "inLava": false, "collidedH": false, "collidedV": false})
        };
        json!({
            "name": "fall", "tolerance": {"pos": 2e-5, "vel": 1e-6}, "compareUntil": 2,
            "start": {"pos": [0.5, 70, 0.5], "vel": [0, 0, 0], "yaw": 0, "pitch": 0, "onGround": false},
            "blocks": [[0, 60, 0, "minecraft:stone"]],
            "ticks": [tick(70.0, -0.0784), tick(second, -0.155232)],
        })
    }

    fn check(trace: &Value) -> Option<String> {
        assert!(recognises(trace));
        run(trace).remove(0).divergence
    }

    #[test]
    fn tells_a_right_trace_from_a_wrong_one() {
        assert_eq!(check(&fall(69.9216)), None);
        let said = check(&fall(69.95)).expect("a wrong height is noticed");
        assert!(said.contains("tick 1: pos"), "{said}");
    }

    #[test]
    fn a_wrong_block_name_is_said() {
        let mut trace = fall(69.9216);
        trace["blocks"][0][3] = json!("minecraft:stoone");
        let said = check(&trace).expect("a wrong name is noticed");
        assert!(said.contains("stoone") && said.contains("0 60 0"), "{said}");
    }

    #[test]
    fn follows_the_shared_traces() {
        let shared =
            std::env::var("ANIMA_SHARED").unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared").into());
        let Ok(check) = crate::check::check(&std::path::Path::new(&shared).join("parity/physics")) else {
            println!("skipped: no shared traces here");
            return;
        };
        let failed: Vec<String> = check
            .reports
            .iter()
            .flat_map(|report| &report.cases)
            .filter_map(|case| case.divergence.as_ref().map(|divergence| format!("{}: {divergence}", case.name)))
            .collect();
        assert!(check.passed(), "{}", failed.join("\n"));
    }
}
