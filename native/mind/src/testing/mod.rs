//! What the tests of several modules start from, and a body without a world that carries out steps.

pub(crate) mod chat;

use anima_rules::techtree::{Step, Stock};
use anima_rules::{Biome, Item, ItemStack, ToolKind};
use rand::RngExt;
use rand_pcg::Pcg64;

use crate::decision::{Failure, StepResult};
use crate::effort::is_underground;
use crate::situation::{Dropped, Situation};

/// A morning in a forest with nothing.
pub(crate) fn at_start() -> Situation {
    Situation {
        tick: 0,
        ticks_left: None,
        carried: Vec::new(),
        y: 70,
        under_sky: true,
        biome: Biome::FOREST,
        day_time: 0,
        health: 20.0,
        food: 20,
        stations: Vec::new(),
        blocks: Vec::new(),
        mobs: Vec::new(),
        dropped: None,
        peaceful: false,
    }
}

/// The one JSON block of a message.
pub(crate) fn json_block(message: &str) -> serde_json::Value {
    let (_, after) = message.split_once("```json").expect("a block begins");
    let (block, _) = after.split_once("```").expect("and ends");
    serde_json::from_str(block).expect("it is JSON")
}

/// Carries out steps by the rules alone: things are found as often as the luck says, tunnels wear pickaxes, stations
/// are left behind, the dead lose everything.
pub(crate) struct Body {
    pub now: Situation,
    rng: Pcg64,
    /// The chance that a step fails.
    mishap: f64,
}

impl Body {
    pub(crate) fn new(now: Situation, rng: Pcg64, mishap: f64) -> Body {
        Body { now, rng, mishap }
    }

    pub(crate) fn perform(&mut self, step: &Step) -> StepResult {
        let ticks = step.ticks.clamp(1.0, 6000.0) as u64;
        self.now.tick += ticks;
        self.now.day_time = ((u64::from(self.now.day_time) + ticks) % 24_000) as u32;
        if self.rng.random_bool(self.mishap) {
            return StepResult { failure: Some(self.mishap()), ticks };
        }
        let mut stock = Stock::of(&self.now.given());
        if let Err(missing) = stock.perform(step) {
            let failure = Failure { kind: "missing item", text: format!("{missing:?}"), missing: None };
            return StepResult { failure: Some(failure), ticks };
        }
        self.carry(stock);
        self.go(step);
        StepResult { failure: None, ticks }
    }

    pub(crate) fn fetch(&mut self) -> StepResult {
        let dropped = self.now.dropped.take().expect("something was dropped");
        let ticks = (dropped.away * 6.0) as u64;
        self.now.tick += ticks;
        self.now.carried.extend(dropped.items);
        StepResult { failure: None, ticks }
    }

    fn carry(&mut self, stock: Stock) {
        let stacks = stock.items.into_iter().flat_map(|(item, count)| {
            let size = u32::from(item.stack_size());
            (0..count.div_ceil(size)).map(move |index| ItemStack::new(item, (count - index * size).min(size) as u8))
        });
        self.now.carried = stacks.chain(stock.tools).collect();
    }

    /// Walks and digs to where the step is done, or puts down what it is done at.
    fn go(&mut self, step: &Step) {
        let now = &mut self.now;
        if step.place().first > 0.0 {
            now.stations.clear();
            now.under_sky = !is_underground(step.place());
            now.y = if now.under_sky { 64 } else { step.place().best_y.unwrap_or(30).clamp(-58, 50).into() };
            if !now.under_sky {
                let is_pickaxe = |item: Item| item.tool().is_some_and(|tool| tool.kind == ToolKind::Pickaxe);
                if let Some(pickaxe) = now.carried.iter_mut().find(|stack| is_pickaxe(stack.item)) {
                    pickaxe.damage += 90;
                }
                now.carried.retain(|stack| stack.item.durability().is_none_or(|uses| stack.damage < uses));
            }
        } else if let Some(station) = step.station().filter(|block| !now.stations.contains(block)) {
            now.stations.push(station);
            let item = station.item().expect("stations are items");
            if let Some(stack) = now.carried.iter_mut().find(|stack| stack.item == item) {
                stack.count -= 1;
            }
            now.carried.retain(|stack| stack.count > 0);
        }
    }

    fn mishap(&mut self) -> Failure {
        let kinds = ["not found", "unreachable", "took too long", "unexpected", "no place", "interrupted", "died"];
        let kind = kinds[self.rng.random_range(0..kinds.len())];
        if kind == "died" {
            let items = std::mem::take(&mut self.now.carried);
            let away = self.rng.random_range(5.0..300.0);
            self.now.dropped = Some(Dropped { items, away, y: self.now.y, lasts: 5000, guards: 0 });
            (self.now.y, self.now.under_sky) = (64, true);
            self.now.stations.clear();
        }
        Failure { kind, text: format!("it is {kind}"), missing: None }
    }
}
