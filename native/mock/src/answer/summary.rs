//! `summary`: one sequence of several that reached the same.

use std::collections::BTreeMap;

use anima_rules::techtree::Stock;
use serde_json::{Value, json};

use super::Question;
use super::check::run;
use crate::steps::{amounts, object, ranked};

/// Sequences that are read, and steps of each.
const MOST: (usize, usize) = (20, 100);

/// The answer: the shortest sequence that works from an empty inventory, without what few of them did, if it works so.
pub fn answer(question: &Question<'_>) -> Result<Value, String> {
    let told: Vec<Vec<&Value>> = question
        .list("sequences")
        .take(MOST.0)
        .map(|steps| steps.as_array().into_iter().flatten().take(MOST.1).collect())
        .collect();
    let mut sequences: Vec<Vec<&Value>> = told.into_iter().filter(|steps| !steps.is_empty()).collect();
    if sequences.is_empty() {
        return Err("the data must hold the `sequences`, lists of steps".into());
    }
    let mut shared: BTreeMap<(String, String), usize> = BTreeMap::new();
    for steps in &sequences {
        let mut keys: Vec<(String, String)> = steps.iter().map(|step| key(step)).collect();
        keys.sort();
        keys.dedup();
        keys.into_iter().for_each(|key| *shared.entry(key).or_insert(0) += 1);
    }
    let most_do = |step: &&Value| 2 * shared.get(&key(step)).copied().unwrap_or(0) > sequences.len();
    let lean: Vec<Vec<&Value>> =
        sequences.iter().map(|steps| steps.iter().copied().filter(|step| most_do(step)).collect()).collect();
    sequences.extend(lean);
    sequences.sort_by_key(Vec::len); // stable
    let works = sequences.iter().find(|steps| works(question, steps));
    let (steps, thoughts) = match works {
        Some(steps) => (steps, "What most of them did, in the order of the shortest that works from nothing."),
        // Each had luck: the longest had the least.
        None => (&sequences[sequences.len() - 1], "None works from nothing: I keep the longest."),
    };
    let steps: Vec<Value> = steps.iter().map(|step| (*step).clone()).filter(Value::is_object).collect();
    Ok(json!({ "thoughts": question.thoughts(thoughts), "steps": ranked(steps) }))
}

/// What tells a step from others: what is done, and what about.
fn key(step: &Value) -> (String, String) {
    let kind = step["kind"].as_str().unwrap_or_default();
    (kind.to_owned(), object(step).map_or("", |(name, _)| name).to_owned())
}

/// Whether steps work from an empty inventory and end with the goal, if that is something to hold.
fn works(question: &Question<'_>, steps: &[&Value]) -> bool {
    let mut stock = Stock::default();
    if !steps.iter().all(|step| step.is_object() && run(step, question, &mut stock).is_none()) {
        return false;
    }
    let goal = question.data("goal");
    let any_of: Vec<Value> = goal["any_of"].as_array().cloned().unwrap_or_default();
    let count = crate::steps::count(&goal["count"]);
    let named = any_of.iter().map(|name| json!([{ "item": name, "count": 1 }]));
    let held: u32 = named.flat_map(|one| amounts(&one).into_keys()).map(|item| stock.count(item)).sum();
    any_of.is_empty() || held >= count
}
