//! `check`: a plan run in the mind, as far as the model knows what steps take.

use anima_rules::Item;
use anima_rules::techtree::{Missing, Stock};
use serde_json::{Value, json};

use super::Question;
use crate::steps::{Meaning, amounts, meaning, object};

/// Steps that are looked at.
const MOST: usize = 100;

/// The answer.
pub fn answer(question: &Question<'_>) -> Result<Value, String> {
    let steps = question.data("steps").as_array().ok_or("the data must hold the `steps`, a list")?;
    let mut ordered: Vec<(u64, &Value)> = steps
        .iter()
        .take(MOST)
        .enumerate()
        .map(|(at, step)| (step["rank"].as_u64().unwrap_or(at as u64 + 1), step))
        .collect();
    ordered.sort_by_key(|(rank, _)| *rank);
    let mut stock = question.scene.stock();
    let mut told = Vec::new();
    for (rank, step) in ordered {
        let problem = run(step, question, &mut stock);
        told.push(json!({ "rank": rank, "ok": problem.is_none(), "problem": problem }));
        if let Some(problem) = problem {
            return Ok(json!({ "steps": told, "first_problem": rank, "problem": problem }));
        }
    }
    Ok(json!({ "steps": told, "first_problem": null, "problem": null }))
}

/// Does a step in the mind; what it lacks.
pub fn run(step: &Value, question: &Question<'_>, stock: &mut Stock) -> Option<String> {
    match meaning(step, &question.known) {
        Meaning::Act(act) => act.simulate(stock).err().map(|missing| lacks(&missing)),
        Meaning::Never(why) => Some(why),
        Meaning::Trusted => {
            for (item, count) in amounts(&step["materials"]) {
                stock.take(item, count);
            }
            if let Some((item, count)) = object(step).and_then(|(name, count)| Some((Item::from_name(name)?, count))) {
                stock.add(item, count);
            }
            None
        }
    }
}

/// What is missing, in words.
pub fn lacks(missing: &Missing) -> String {
    match missing {
        Missing::Items(item, count) => format!("it lacks {count} {item}"),
        Missing::Tool(need) => format!("it lacks {need}"),
        Missing::Station(block) => format!("it lacks a {block}"),
        Missing::Fuel(ticks) => format!("it lacks fuel for {ticks} ticks"),
    }
}
