//! `order`: which of several groups of monsters is attacked first.

use std::cmp::Reverse;

use anima_rules::{EntityKind, Foe, Shot};
use serde_json::{Value, json};

use super::Question;

/// Groups that are looked at.
const MOST: usize = 100;

/// The answer.
pub fn answer(question: &Question<'_>) -> Result<Value, String> {
    let groups = question.data("monsters").as_array().ok_or("the data must hold the `monsters`")?;
    let mut order: Vec<&Value> = groups.iter().take(MOST).collect();
    order.sort_by_key(|group| Reverse(danger(group)));
    Ok(json!({ "reasoning": "Who shoots comes first, then who hits hardest.", "order": order }))
}

/// How dangerous a group is: whether it fights at all, whether it shoots, and what one costs in a thousand ticks.
fn danger(group: &Value) -> (bool, bool, u32) {
    let Some(kind) = group["object"].as_str().and_then(EntityKind::from_name) else { return (false, false, 0) };
    let foe = Foe::of(kind);
    (foe.is_hostile || foe.harm > 0.01, foe.shot != Shot::Never, (1000.0 * foe.harm) as u32)
}
