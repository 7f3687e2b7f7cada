//! What is worth having on the way though the goal does not ask for it.
//!
//! Each rule says what, how many and why, and what it is worth in ticks: a provision that would make the plan
//! longer than that is left.

use anima_rules::tags::ItemTag;
use anima_rules::techtree::{Planner, Step};
use anima_rules::{Item, ToolKind};

use crate::effort::is_deep;
use crate::names::either;
use crate::note::Note;
use crate::situation::Situation;

/// Something worth having.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Provision {
    /// Any of these.
    pub any_of: Vec<Item>,
    /// How many to carry, all together.
    pub count: u32,
    /// The ticks it may cost.
    pub worth: f32,
    /// Why.
    pub why: &'static str,
}

impl Provision {
    /// What is told of it.
    pub(crate) fn note(&self) -> Note {
        Note::Provision { what: format!("{} {}", self.count, either(&self.any_of)), why: self.why }
    }

    /// Which of the items to get: one that is carried, else one that the plan gets anyway, else the cheapest.
    pub(crate) fn pick(&self, plan: &[Step], now: &Situation, planner: &Planner) -> Item {
        let carried = self.any_of.iter().copied().find(|item| now.carries(*item) > 0);
        let planned = || self.any_of.iter().copied().find(|item| plan.iter().any(|step| step.item == *item));
        let estimate = |item: &Item| planner.estimate(*item, self.count);
        let cheapest = || self.any_of.iter().copied().min_by(|a, b| estimate(a).total_cmp(&estimate(b)));
        carried.or_else(planned).or_else(cheapest).unwrap_or(Item::AIR)
    }
}

/// What is worth having on a way that takes these steps.
pub(crate) fn worth_having(plan: &[Step], now: &Situation) -> Vec<Provision> {
    let deep = plan.iter().any(|step| is_deep(step.place()));
    let ticks: f32 = plan.iter().map(|step| step.ticks).sum();
    let mut list = Vec::new();
    list.extend(food(ticks, now));
    if deep {
        list.extend([wood(), sword(now), spare_pickaxes(now), stone()].into_iter().flatten());
    }
    list.extend(furnaces(plan));
    list
}

/// Under the ground there is no wood: enough for another table and another handle.
fn wood() -> Option<Provision> {
    let any_of = ItemTag::Planks.members().to_vec();
    Some(Provision { any_of, count: 8, worth: 250.0, why: "wood for another table and handles down there" })
}

/// Caves have monsters.
fn sword(now: &Situation) -> Option<Provision> {
    let is_sword = |item: Item| item.tool().is_some_and(|tool| tool.kind == ToolKind::Sword);
    let armed = now.carried.iter().any(|stack| is_sword(stack.item));
    let provision = Provision {
        any_of: vec![Item::STONE_SWORD],
        count: 1,
        worth: 250.0,
        why: "a sword against what lives in caves",
    };
    (!now.peaceful && !armed).then_some(provision)
}

/// The way down and tunnels wear more than the ore does: two good stone pickaxes keep the iron one for the ore.
fn spare_pickaxes(now: &Situation) -> Option<Provision> {
    const GOOD: u16 = 66;
    let carried = now.carried.iter().filter(|stack| stack.item == Item::STONE_PICKAXE);
    let worn = carried.filter(|stack| stack.uses_left().is_some_and(|uses| uses < GOOD)).count() as u32;
    let why = "stone pickaxes for the way, so that the better one lasts for the ore";
    Some(Provision { any_of: vec![Item::STONE_PICKAXE], count: 2 + worn, worth: 300.0, why })
}

/// To bridge, to pillar up, to wall off lava, for another pickaxe.
fn stone() -> Option<Provision> {
    let any_of = ItemTag::StoneToolMaterials.members().to_vec();
    Some(Provision { any_of, count: 12, worth: 300.0, why: "stone to bridge, pillar and wall off lava" })
}

/// Food, the more the emptier the stomach and the longer the way.
fn food(ticks: f32, now: &Situation) -> Option<Provision> {
    /// A day's work costs about this many half drumsticks.
    const A_DAY: f32 = 14.0;
    const A_DAYS_TICKS: f32 = 24_000.0;
    /// Below this one neither heals nor sprints.
    const SPARE: f32 = 8.0;
    let of_one = |item: Item| item.food().map_or(0, |food| u32::from(food.points));
    let harmless = |item: Item| anima_rules::food::after_effects(item).is_empty();
    let carried = now.carried.iter().filter(|stack| harmless(stack.item));
    let carried: u32 = carried.map(|stack| of_one(stack.item) * u32::from(stack.count)).sum();
    let have = carried as f32 + f32::from(now.food);
    let lack = SPARE + (A_DAY * ticks / A_DAYS_TICKS).min(A_DAY) - have;
    if lack <= 0.0 || now.peaceful {
        return None;
    }
    let any_of = vec![Item::BEEF, Item::PORKCHOP, Item::MUTTON, Item::CHICKEN];
    let pieces = any_of.iter().map(|item| now.carries(*item)).sum::<u32>() + (lack / 3.0).ceil() as u32;
    Some(Provision { any_of, count: pieces, worth: 150.0 * lack, why: "food for the way" })
}

/// Things smelt side by side: a furnace for every eight, four at most, if that is faster than making them.
fn furnaces(plan: &[Step]) -> Option<Provision> {
    const PER_FURNACE: u32 = 8;
    let most = plan.iter().filter(|step| step.kind() == "smelt").map(|step| step.times).max().unwrap_or(0);
    let count = most.div_ceil(PER_FURNACE).min(4);
    let saved = 200.0 * (most - most.div_ceil(count.max(1))) as f32;
    let why = "furnaces side by side smelt faster";
    (count > 1).then_some(Provision { any_of: vec![Item::FURNACE], count, worth: saved / 2.0, why })
}
