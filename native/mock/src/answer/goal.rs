//! `goal`: what one item takes directly.

use anima_intent::way_line;
use anima_rules::techtree::Planner;
use anima_rules::{Block, Item};
use serde_json::{Value, json};

use super::Question;
use super::reckon::{best_way, choice, planner};
use crate::steps::{add, count, times};

/// What one level of a way takes: used up, and held or worked at.
pub struct Needs {
    /// What is used up for all of it, fuel aside.
    pub materials: Vec<(Item, u32)>,
    /// The tool in the hand, the most basic.
    pub tool: Option<Item>,
    /// The block to work at.
    pub station: Option<Block>,
    /// The way in words.
    pub line: String,
}

/// What the cheapest known way of so many of an item takes.
pub fn needs(question: &Question<'_>, planner: &Planner, item: Item, count: u32) -> Option<Needs> {
    let way = best_way(question, planner, item, count)?;
    let times = times(way, count);
    let mut materials = Vec::new();
    for material in &way.materials {
        let needed = u32::from(material.count).saturating_mul(times);
        if let Some(item) = choice(question, planner, &material.any_of, needed) {
            add(&mut materials, item, needed);
        }
    }
    let tool = way.tool.and_then(|need| need.items().next()).or(way.carries);
    Some(Needs { materials, tool, station: way.station, line: way_line(way) })
}

/// The answer.
pub fn answer(question: &Question<'_>) -> Result<Value, String> {
    let name = question.data("object").as_str().ok_or("the data must hold the `object`, an id")?;
    let count = count(question.data("count"));
    let planner = planner(question, &[]);
    let Some(needs) = Item::from_name(name).and_then(|item| needs(question, &planner, item, count)) else {
        return Ok(json!({
            "object": name, "count": count, "materials": [], "tool": null, "info": "I do not know how to get it.",
        }));
    };
    let materials: Vec<Value> =
        needs.materials.iter().map(|(item, count)| json!({ "item": item.name(), "count": count })).collect();
    let tool = needs.tool.map(Item::name).or(needs.station.map(Block::name));
    Ok(json!({ "object": name, "count": count, "materials": materials, "tool": tool, "info": needs.line }))
}
