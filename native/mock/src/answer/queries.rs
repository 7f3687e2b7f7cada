//! `queries`: backwards from the goal, what is needed on the way.

use anima_rules::{Block, Item};
use serde_json::{Value, json};

use super::Question;
use super::goal::needs;
use super::reckon::planner;
use super::wanted::Wanted;

/// Steps back at most, whatever is asked for.
const DEEPEST: u64 = 6;
/// Items at most.
const MOST: usize = 40;

/// The answer.
pub fn answer(question: &Question<'_>) -> Result<Value, String> {
    let planner = planner(question, &[]);
    let depth = question.data("depth").as_u64().unwrap_or(2).clamp(1, DEEPEST);
    let mut level: Vec<(Item, u32)> = Wanted::of(question, &planner)?.sums();
    let mut seen: Vec<Item> = level.iter().map(|(item, _)| *item).collect();
    let mut queries = Vec::new();
    for depth in 1..=depth {
        let mut next: Vec<(Item, u32)> = Vec::new();
        for (item, count) in level {
            let lacks = count.saturating_sub(question.scene.count(item));
            let needs = (lacks > 0).then(|| needs(question, &planner, item, lacks)).flatten();
            let Some(needs) = needs else { continue };
            let station = needs.station.filter(|station| !question.scene.stations.contains(station));
            let tools = needs.tool.into_iter().chain(station.and_then(Block::item)).map(|item| (item, 1));
            for (needed, count) in needs.materials.into_iter().chain(tools) {
                if seen.contains(&needed) || question.scene.count(needed) >= count || queries.len() == MOST {
                    continue;
                }
                seen.push(needed);
                next.push((needed, count));
                queries.push(json!({
                    "item": needed.name(), "count": count, "depth": depth, "reason": format!("for {item}"),
                }));
            }
        }
        level = next;
    }
    Ok(json!({ "queries": Value::from(queries) }))
}
