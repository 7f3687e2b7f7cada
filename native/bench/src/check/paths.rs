//! Path problems: `{start, goal, rules, inventory, expected, origin, size, palette, runs}`, searched by the agent's own
//! search and walked by its own walker in the embedded world.
//!
//! A problem that nobody can solve passes if no path is claimed. All others pass if the body arrives, and keeps the
//! rules on the way. Planning costs no ticks; there are no mobs, no hunger and no time of day.

use std::collections::BTreeMap;

use anima_body::{BlockPos, ChunkPos, Event, MAX_Y, MIN_Y, Observation, PlayerFlags};
use anima_rules::{Block, BlockState, Item, ItemStack};
use anima_skills::path::{Conditions, Goal, Search, Status};
use anima_skills::{Me, Perception, Settings, Task, Travel, go_to};
use anima_world::{Difficulty, GameRules, Options, Scene, World};
use serde::Deserialize;
use serde_json::Value;

use super::Case;

/// Nodes of a search: planning costs no ticks here.
const NODES: u32 = 5_000_000;
/// Ticks after which a walk is given up.
const LIMIT: u64 = 10_000;

/// Whether a file holds cases of this kind.
pub(super) fn recognises(value: &Value) -> bool {
    value["palette"].is_array() && value["runs"].is_array() && value["goal"].is_object()
}

/// What another program did on the problems, by name: ticks until its body arrived, `None` if it did not. `None` if
/// the file holds something else.
pub(super) fn peer(value: &Value) -> Option<BTreeMap<String, Option<u64>>> {
    let results = value.as_object().filter(|results| !results.is_empty())?;
    let of_one = |(name, result): (&String, &Value)| {
        let executed = result["executed"].as_object()?;
        let arrived = executed.get("reached").is_some_and(|reached| *reached == true);
        Some((name.clone(), executed.get("ticks").and_then(Value::as_u64).filter(|_| arrived)))
    };
    results.iter().map(of_one).collect()
}

/// Plays the cases of a file.
pub(super) fn run(value: &Value) -> Vec<Case> {
    let name = value["name"].as_str().unwrap_or("a path problem").to_owned();
    let outcome = serde_json::from_value::<Problem>(value.clone())
        .map_err(|error| error.to_string())
        .and_then(|problem| problem.play());
    vec![match outcome {
        Ok(ticks) => Case { name, divergence: None, ticks },
        Err(divergence) => Case { name, divergence: Some(divergence), ticks: None },
    }]
}

/// A problem as its file states it.
#[derive(Deserialize)]
struct Problem {
    start: BlockPos,
    goal: ProblemGoal,
    #[serde(default)]
    inventory: Vec<(String, u8)>,
    rules: Rules,
    expected: String,
    origin: BlockPos,
    size: [i32; 3],
    palette: Vec<String>,
    runs: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ProblemGoal {
    Block { pos: BlockPos },
    Near { pos: BlockPos, range: i32 },
    Xz { pos: [i32; 2] },
    GetToBlock { pos: BlockPos },
}

#[derive(Deserialize)]
struct Rules {
    can_dig: bool,
    can_place: bool,
    can_parkour: bool,
    max_fall: i32,
    #[serde(default)]
    infinite_drop_into_water: bool,
}

impl Problem {
    /// Ticks until the body arrived, `None` if nobody can; or what went wrong.
    fn play(&self) -> Result<Option<u64>, String> {
        let mut world = self.world()?;
        let (goal, conditions) = (self.goal(), self.conditions());
        if self.expected == "unreachable" {
            return self.claims_nothing(&world.observe(), goal, conditions).map(|()| None);
        }
        let settings = Settings { perception: Perception::Xray, path_nodes_per_tick: u32::MAX, ..Settings::default() };
        let me = Me::new(settings, world.observe());
        let walker = me.clone();
        let travel = Travel { conditions, ..Travel::default() };
        let there = goal.clone();
        let mut task = Task::new(async move { go_to(&walker, &there, &travel).await });
        let mut before = world.observe();
        for tick in 0..LIMIT {
            let now = world.observe();
            self.keeps_rules(&before, &now).map_err(|broken| format!("tick {tick}: {broken}"))?;
            before = now.clone();
            if has_arrived(&now, &goal) {
                return Ok(Some(tick));
            }
            let at = now.player.pos;
            me.begin(now);
            match task.poll() {
                Some(Err(reason)) => return Err(format!("tick {tick}: expected to arrive, gave up at {at}: {reason}")),
                Some(Ok(())) => return Err(format!("tick {tick}: says it arrived, but is at {at}")),
                None => {}
            }
            world.tick(&me.end());
        }
        let at = world.observe().player.pos;
        Err(format!("tick {LIMIT}: expected to arrive, still at {at}"))
    }

    /// Whether the search says that there is no way.
    fn claims_nothing(&self, now: &Observation, goal: Goal, mut conditions: Conditions) -> Result<(), String> {
        conditions.carry(now);
        let view = now.terrain.view();
        let mut search = Search::new(now.player.pos, goal, conditions);
        match search.finish(&|pos| Some(view.block_or_wall(pos))) {
            Status::Unreachable => Ok(()),
            Status::Found(path) => Err(format!("expected no way, got one of {} steps", path.steps.len())),
            other => Err(format!("expected no way, got {other:?}")),
        }
    }

    fn goal(&self) -> Goal {
        match self.goal {
            ProblemGoal::Block { pos } => Goal::Block(pos),
            ProblemGoal::Near { pos, range } => Goal::Near { pos, range },
            ProblemGoal::Xz { pos: [x, z] } => Goal::Xz { x, z },
            ProblemGoal::GetToBlock { pos } => Goal::Beside(pos),
        }
    }

    fn conditions(&self) -> Conditions {
        Conditions {
            can_dig: self.rules.can_dig,
            can_place: self.rules.can_place,
            can_leap: self.rules.can_parkour,
            max_fall: self.rules.max_fall,
            falls_into_water: self.rules.infinite_drop_into_water,
            max_nodes: NODES,
            ..Conditions::default()
        }
    }

    /// Nothing is dug or placed, and nobody is hurt, against the rules.
    fn keeps_rules(&self, before: &Observation, now: &Observation) -> Result<(), String> {
        let carried = |seen: &Observation, block| {
            let stacks = seen.inventory.slots.iter().flatten().filter(|stack| stack.item.block() == Some(block));
            stacks.map(|stack| u32::from(stack.count)).sum::<u32>()
        };
        for event in now.events.iter() {
            match event {
                Event::BlockChanged { pos, state }
                    if !self.rules.can_place && carried(before, state.block()) > carried(now, state.block()) =>
                {
                    return Err(format!("a block was placed at {pos}, which is not allowed"));
                }
                Event::BlockChanged { pos, state } if !self.rules.can_dig && state.is_air() => {
                    return Err(format!("a block was dug at {pos}, which is not allowed"));
                }
                Event::Hurt { amount, .. } => return Err(format!("lost {amount} of its health")),
                _ => {}
            }
        }
        Ok(())
    }

    fn world(&self) -> Result<World, String> {
        let palette: Vec<BlockState> = self
            .palette
            .iter()
            .map(|text| text.parse().map_err(|error| format!("palette: {error}")))
            .collect::<Result<_, _>>()?;
        let [size_x, size_y, size_z] = self.size;
        let last = self.origin.offset(size_x - 1, size_y - 1, size_z - 1);
        let inside = self.origin.y >= MIN_Y && last.y < MAX_Y && size_x > 0 && size_y > 0 && size_z > 0;
        if !inside {
            return Err(format!("the box of {size_x}x{size_y}x{size_z} at {} is outside the world", self.origin));
        }
        let (from, to) = (self.origin.chunk(), last.chunk());
        let mut scene = Scene::loaded(from, to);
        self.wall_off(&mut scene, from, to, last);
        let mut index = 0_i32;
        for run in self.runs.chunks(2) {
            let [count, id] = run else { return Err("runs: a count without its palette index".into()) };
            let state = *palette.get(*id).ok_or_else(|| format!("runs: the palette has no entry {id}"))?;
            for _ in 0..*count {
                let (x, z, y) = (index / (size_z * size_y), index / size_y % size_z, index % size_y);
                if x >= size_x {
                    return Err(format!("runs: more than the {} blocks of the box", size_x * size_y * size_z));
                }
                if !state.is_air() {
                    scene.place(self.origin.offset(x, y, z), state);
                }
                index += 1;
            }
        }
        if index != size_x * size_y * size_z {
            return Err(format!("runs: {index} blocks instead of {}", size_x * size_y * size_z));
        }
        for (slot, (name, count)) in self.inventory.iter().enumerate() {
            let item = Item::from_name(name).ok_or_else(|| format!("inventory: unknown item {name}"))?;
            scene.put(slot, Some(ItemStack::new(item, *count)));
        }
        let below = scene.block(self.start.down(1)).collision().iter().map(|shape| shape.max.y).fold(0.0, f64::max);
        let here = scene.block(self.start).collision().iter().map(|shape| shape.max.y).fold(0.0, f64::max);
        let feet = self.start.floor_center();
        scene.start_at(feet.x, feet.y + here.max(below - 1.0).max(0.0), feet.z);
        scene.start.on_ground = true;
        let radius = (to.x - from.x).max(to.z - from.z) + 1;
        Ok(scene.world(Options {
            difficulty: Difficulty::Peaceful,
            rules: GameRules::still(),
            radius,
            ..Options::default()
        }))
    }

    /// What lies in the loaded columns beside the box is not there: nobody gets in.
    fn wall_off(&self, scene: &mut Scene, from: ChunkPos, to: ChunkPos, last: BlockPos) {
        let barrier = Block::BARRIER.state();
        for x in from.x * 16..(to.x + 1) * 16 {
            for z in from.z * 16..(to.z + 1) * 16 {
                if (self.origin.x..=last.x).contains(&x) && (self.origin.z..=last.z).contains(&z) {
                    continue;
                }
                for y in MIN_Y..MAX_Y {
                    scene.place(BlockPos::new(x, y, z), barrier);
                }
            }
        }
    }
}

/// Whether the feet are at the goal, standing or in water.
fn has_arrived(now: &Observation, goal: &Goal) -> bool {
    goal.is_reached(now.player.feet()) && now.player.flags.intersects(PlayerFlags::ON_GROUND | PlayerFlags::IN_WATER)
}

#[cfg(test)]
mod tests {
    use super::super::tests::published;
    use super::*;

    /// Problems that take little time, one for each kind of move.
    const QUICK: [&str; 12] = [
        "flat_10",
        "maze_15x15_loops",
        "parkour_gap_2_x8",
        "parkour_diagonal_8",
        "parkour_random_14",
        "climb_block_stairs_20",
        "climb_snow_trap",
        "climb_stairs_20",
        "place_bridge_12_only_4_blocks",
        "structure_closed_door",
        "unreachable_island",
        "water_river_6",
    ];

    #[test]
    fn published_problems_are_solved() {
        for name in QUICK {
            let Some(problem) = published(&format!("paths/{name}.json")) else { return };
            for case in run(&problem) {
                assert_eq!(case.divergence, None, "{name}");
            }
        }
    }

    #[test]
    fn an_agent_that_breaks_the_rules_fails() {
        let problem = serde_json::json!({
            "start": [0, 64, 0], "goal": { "type": "block", "pos": [0, 64, 1] }, "expected": "reachable",
            "rules": { "can_dig": false, "can_place": false, "can_parkour": true, "max_fall": 3 },
            "inventory": [["dirt", 2]], "origin": [0, 63, 0], "size": [1, 1, 2], "palette": ["stone"], "runs": [2, 0],
        });
        let problem: Problem = serde_json::from_value(problem).unwrap();
        let before = problem.world().unwrap().observe();
        let broken = |carried: u8, event| {
            let mut now = before.clone();
            now.inventory.slots[0] = Some(ItemStack::new(Item::DIRT, carried));
            now.events = std::sync::Arc::new(vec![event]);
            problem.keeps_rules(&before, &now).err().unwrap_or_default()
        };
        let changed = |block: Block| Event::BlockChanged { pos: BlockPos::new(0, 64, 1), state: block.state() };
        assert!(broken(1, changed(Block::DIRT)).contains("placed at 0 64 1"));
        assert_eq!(broken(2, changed(Block::DIRT)), "", "it fell there");
        assert!(broken(2, changed(Block::AIR)).contains("dug at 0 64 1"));
        assert!(broken(2, Event::Hurt { amount: 3.0, by: None }).contains("lost 3"));
    }

    #[test]
    fn the_peer_is_told_from_a_problem() {
        let Some(results) = published("paths/peer.json") else { return };
        let peer = peer(&results).expect("the peer's results");
        assert_eq!(peer["flat_10"], Some(38));
        assert_eq!(peer["parkour_diagonal_8"], None);
        assert!(!recognises(&results));
        let Some(problem) = published("paths/flat_10.json") else { return };
        assert_eq!(super::peer(&problem), None);
    }
}
