//! What ways seem to cost, by what is known, near, and was tried in vain.

use anima_rules::techtree::{Effort, Kind, Planner, Target, Way, typical_effort};
use anima_rules::{Block, EntityKind, Item};
use serde_json::Value;

use super::Question;
use crate::knowledge::words;
use crate::steps::item_of_text;

/// Ticks to a thing that was seen, without and for each block of the way.
const NEAR: (f32, f32) = (10.0, 6.0);
/// Ticks more for a way of an item of which the prompt tells others.
const PASSED_OVER: f32 = 2000.0;
/// Ticks more for a way that was just tried in vain, for each time in a row.
const IN_VAIN: f32 = 6000.0;
/// Times in a row that count.
const MOST_TIMES: u64 = 20;

/// A way that was tried in vain: what was wanted, and from what.
#[derive(Debug, PartialEq)]
pub struct InVain {
    item: Option<Item>,
    from: Vec<String>,
    times: f32,
}

impl InVain {
    /// Reads it of the last failure, where another way or place is the remedy.
    pub fn of(failure: &Value) -> Option<InVain> {
        if !matches!(failure["cause"].as_str(), Some("not_found" | "unreachable" | "timeout")) {
            return None;
        }
        let times = failure["times_in_a_row"].as_u64().unwrap_or(1).clamp(1, MOST_TIMES);
        InVain::of_text(failure["step"].as_str()?, times as f32)
    }

    /// Reads it of a step or a task in words.
    pub fn of_text(text: &str, times: f32) -> Option<InVain> {
        let from = text.split_once(" from ").map_or("", |(_, from)| from);
        let from: Vec<String> = words(from).take(1).map(str::to_owned).collect();
        let item = item_of_text(text);
        (item.is_some() || !from.is_empty()).then_some(InVain { item, from, times })
    }

    /// Whether it is this way.
    fn is(&self, way: &Way) -> bool {
        let source = match &way.kind {
            Kind::Mine(block) | Kind::Interact(_, Target::Block(block)) => Some(Block::name(*block)),
            Kind::Kill { mob, .. } | Kind::Interact(_, Target::Mob(mob)) => Some(EntityKind::name(*mob)),
            _ => None,
        };
        match (self.from.first(), source) {
            (Some(from), Some(source)) => from == source,
            (None, Some(_)) => self.item == Some(way.item),
            (_, None) => false,
        }
    }
}

/// A planner by what the question tells and what is known.
pub fn planner(question: &Question<'_>, in_vain: &[InVain]) -> Planner {
    Planner::new(&|way| effort(question, in_vain, way))
}

/// What a way takes; impossible if it is not known.
pub fn effort(question: &Question<'_>, in_vain: &[InVain], way: &Way) -> Effort {
    if !question.known.knows(way) || (way.hostile && question.scene.peaceful) {
        return Effort::IMPOSSIBLE;
    }
    let mut effort = typical_effort(way);
    let name = match &way.kind {
        Kind::Mine(block) | Kind::Interact(_, Target::Block(block)) => Some(Block::name(*block)),
        _ => way.kind.mob().map(EntityKind::name),
    };
    if let Some(away) = name.and_then(|name| question.scene.away(name)) {
        effort.once = effort.once.min(NEAR.0 + NEAR.1 * away);
    }
    if question.known.is_passed_over(way) {
        effort.once += PASSED_OVER;
    }
    effort.once += in_vain.iter().filter(|tried| tried.is(way)).map(|tried| IN_VAIN * tried.times).sum::<f32>();
    effort
}

/// The known way of an item that costs least: that of a plan from here; without a plan, by its own effort with what its
/// materials cost.
pub fn best_way(question: &Question<'_>, planner: &Planner, item: Item, count: u32) -> Option<&'static Way> {
    let goal = (item, question.scene.count(item).saturating_add(count));
    if let Ok(plan) = planner.plan(&[goal], &question.scene.given())
        && let Some(step) = plan.steps.iter().rev().find(|step| step.item == item)
    {
        return Some(step.way);
    }
    /// For what there is no price of.
    const UNKNOWN: f32 = 10_000.0;
    let price = |item: Item, count: u32| {
        let lacks = count.saturating_sub(question.scene.count(item));
        let price = if lacks == 0 { 0.0 } else { planner.estimate(item, lacks) };
        if price.is_finite() { price } else { UNKNOWN * lacks as f32 }
    };
    let cost = |way: &Way| {
        let effort = effort(question, &[], way);
        let times = crate::steps::times(way, count);
        let materials = way.materials.iter().map(|material| {
            let needed = u32::from(material.count).saturating_mul(times);
            material.any_of.iter().map(|item| price(*item, needed)).fold(f32::INFINITY, f32::min)
        });
        let tool = way.tool.and_then(|need| need.items().next()).map_or(0.0, |tool| price(tool, 1));
        let station = way.station.filter(|station| !question.scene.stations.contains(station));
        let station = station.and_then(Block::item).map_or(0.0, |item| price(item, 1));
        effort.once + effort.each * times as f32 + materials.sum::<f32>() + tool + station
    };
    let ways = question.known.ways(item).map(|way| (cost(way), way)).filter(|(cost, _)| cost.is_finite());
    ways.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, way)| way)
}

/// Of some items the one that is carried most, if that is enough, or else the one that costs least.
pub fn choice(question: &Question<'_>, planner: &Planner, any_of: &[Item], count: u32) -> Option<Item> {
    let held = any_of.iter().copied().max_by_key(|item| (question.scene.count(*item), std::cmp::Reverse(*item)));
    if let Some(item) = held.filter(|item| question.scene.count(*item) >= count.max(1)) {
        return Some(item);
    }
    let priced = any_of.iter().copied().map(|item| (planner.estimate(item, count), item));
    priced.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, item)| item)
}
