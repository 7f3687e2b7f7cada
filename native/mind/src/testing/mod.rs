//! What the tests of several modules start from, and a body without a world that carries out acts.

mod mutate;

use anima_body::BlockPos;
use anima_intent::{Act, Condition, NoLibrary, Outcome, Reason};
use anima_rules::damage::worn_at;
use anima_rules::techtree::{Nature, Step, Stock};
use anima_rules::{Biome, Block, Item, ItemStack, ToolKind};
use rand::RngExt;
use rand_pcg::Pcg64;

use crate::Done;
use crate::plan::Outlook;
use crate::policy::effort::is_underground;
use crate::situation::{Dropped, Situation};

pub(crate) use mutate::mutated;

/// A morning in a forest with nothing.
pub(crate) fn at_start() -> Situation {
    Situation {
        tick: 0,
        ticks_left: None,
        sight: None,
        carried: Vec::new(),
        worn: Vec::new(),
        held: None,
        x: 0,
        y: 70,
        z: 0,
        under_sky: true,
        biome: Biome::FOREST,
        day_time: 0,
        health: 20.0,
        food: 20,
        stations: Vec::new(),
        blocks: Vec::new(),
        mobs: Vec::new(),
        tame: Default::default(),
        begun: Vec::new(),
        dropped: None,
        nature: Nature::Vanilla,
        peaceful: false,
        reached: false,
        have: Vec::new(),
    }
}

/// The goal that some words mean.
pub(crate) fn goal(text: &str) -> Condition {
    Condition::parse(text, &NoLibrary).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The one JSON block of a message.
pub(crate) fn json_block(message: &str) -> serde_json::Value {
    let (_, after) = message.split_once("```json").expect("a block begins");
    let (block, _) = after.split_once("```").expect("and ends");
    serde_json::from_str(block).expect("it is JSON")
}

/// Carries out acts by the rules alone: things are found as often as the luck says, tunnels wear pickaxes, stations
/// are left behind, the dead lose everything.
pub(crate) struct Body {
    pub now: Situation,
    goal: Option<Condition>,
    rng: Pcg64,
    /// The chance that an act fails.
    mishap: f64,
    /// Whether stations stay behind where the body goes away from them.
    pub leaves_stations: bool,
}

impl Body {
    pub(crate) fn new(now: Situation, rng: Pcg64, mishap: f64) -> Body {
        Body { now, goal: None, rng, mishap, leaves_stations: true }
    }

    /// Judges a goal from now on.
    pub(crate) fn pursues(&mut self, goal: &Condition) {
        self.goal = Some(goal.clone());
        self.now.reached = Outlook::new(goal, &self.now).holds();
    }

    pub(crate) fn perform(&mut self, act: &Act) -> Done {
        let ticks = match act {
            Act::Obtain(step) => step.ticks.clamp(1.0, 6000.0) as u64,
            Act::Fetch { .. } => return self.fetch(),
            Act::Wait { ticks } => *ticks,
            _ => 200,
        };
        self.now.tick += ticks;
        self.now.day_time = ((u64::from(self.now.day_time) + ticks) % 24_000) as u32;
        let outcome = self.try_to(act);
        if let Some(goal) = &self.goal {
            self.now.reached = Outlook::new(goal, &self.now).holds();
        }
        Done { outcome, ticks }
    }

    fn try_to(&mut self, act: &Act) -> Outcome {
        if self.rng.random_bool(self.mishap) {
            return Err(self.mishap());
        }
        let nothing = Condition::All(Vec::new());
        let goal = self.goal.clone().unwrap_or(nothing);
        let mut outlook = Outlook::new(&goal, &self.now);
        outlook.perform(act).map_err(|missing| Reason::unexpected(format!("{missing:?}")))?;
        self.now.have = outlook.have().to_vec();
        let stock = outlook.stock;
        self.carry(stock);
        match act {
            Act::Obtain(step) => self.go(step),
            Act::Equip(item) if worn_at(*item).is_some() => self.now.worn.push(*item),
            _ => {}
        }
        Ok(())
    }

    fn fetch(&mut self) -> Done {
        let dropped = self.now.dropped.take().expect("something was dropped");
        let ticks = (dropped.away * 6.0) as u64;
        self.now.tick += ticks;
        self.now.carried.extend(dropped.items);
        Done { outcome: Ok(()), ticks }
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
            if self.leaves_stations {
                now.stations.clear();
            }
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

    fn mishap(&mut self) -> Reason {
        let reasons = [
            Reason::not_found(Block::STONE),
            Reason::unreachable(Block::STONE),
            Reason::TookTooLong,
            Reason::unexpected("it failed"),
            Reason::no_place(Block::CHEST),
            Reason::OutOfReach(Block::STONE.into()),
            Reason::Died,
        ];
        let reason = reasons[self.rng.random_range(0..reasons.len())].clone();
        if reason == Reason::Died {
            let items = std::mem::take(&mut self.now.carried);
            let away = self.rng.random_range(5.0..300.0);
            let pos = BlockPos::new(away as i32, self.now.y, 0);
            self.now.dropped = Some(Dropped { pos, items, away, lasts: 5000, guards: 0 });
            (self.now.y, self.now.under_sky) = (64, true);
            self.now.stations.clear();
        }
        reason
    }
}
