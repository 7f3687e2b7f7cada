//! `subgoals`, `order` and `comment`: what to make before a fight, whom to fight first, and what to do otherwise.

use anima_rules::{EntityKind, Foe};
use serde_json::{Value, json};

use super::Question;
use crate::steps::count;

/// Sets of things to make, from the quickest to the strongest.
const SETS: [&[&str]; 6] = [
    &["craft stone sword"],
    &["craft iron sword"],
    &["craft iron sword", "craft iron chestplate"],
    &["craft iron sword", "craft iron helmet", "craft iron chestplate", "craft iron leggings", "craft iron boots"],
    &["craft diamond sword", "craft iron helmet", "craft iron chestplate", "craft iron leggings", "craft iron boots"],
    &[
        "craft diamond sword",
        "craft diamond helmet",
        "craft diamond chestplate",
        "craft diamond leggings",
        "craft diamond boots",
    ],
];
/// Health above which a won fight could have been had for less.
const MUCH: f64 = 15.0;
/// Groups that are looked at.
const MOST: usize = 100;

/// How dangerous one is: how long it lives, how much it does, and whether from afar.
fn danger(name: &str) -> f32 {
    let Some(kind) = EntityKind::from_name(name) else { return 1.0 };
    let foe = Foe::of(kind);
    let fights = if foe.is_hostile || foe.harm > Foe::of(EntityKind::COW).harm { 1.0 } else { 0.1 };
    let afar = if foe.shot.is_ready(None) { 1.5 } else { 1.0 };
    fights * afar * (foe.health / 20.0) * (1.0 + 20.0 * foe.harm)
}

/// The answer to `subgoals`: by how dangerous all are together, and one set more or less after the last round.
pub fn subgoals(question: &Question<'_>) -> Result<Value, String> {
    let monsters: Vec<&Value> = question.list("monsters").take(MOST).collect();
    if monsters.is_empty() {
        return Err("the data must hold the `monsters`".into());
    }
    let last = question.data("last");
    let set = match last.is_null() {
        true => {
            let of = |group: &&Value| danger(group["mob"].as_str().unwrap_or_default()) * count(&group["count"]) as f32;
            let sum: f32 = monsters.iter().map(of).sum();
            [1.0, 2.0, 4.0, 8.0, 16.0].iter().filter(|limit| sum > **limit).count()
        }
        false => {
            let made: Vec<&str> = last["subgoals"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let shared = |set: &&[&str]| set.iter().filter(|thing| made.contains(thing)).count() as i64;
            let like = |set: &&[&str]| 2 * shared(set) - set.len() as i64 - made.len() as i64;
            let set = (0..SETS.len()).max_by_key(|at| (like(&SETS[*at]), SETS.len() - at)).unwrap_or(0);
            let health = last["health"].as_f64().unwrap_or(0.0);
            match (last["won"] == true, question.heeds) {
                (_, false) => set,
                (true, _) if health > MUCH => set.saturating_sub(1),
                (true, _) => set,
                (false, _) => (set + 1).min(SETS.len() - 1),
            }
        }
    };
    Ok(json!({ "subgoals": SETS[set] }))
}

/// The answer to `order`: the most dangerous first.
pub fn order(question: &Question<'_>) -> Result<Value, String> {
    let mut groups: Vec<(&str, &Value)> = Vec::new();
    for group in question.list("monsters") {
        let mob = group["mob"].as_str().ok_or("each of the `monsters` must have a `mob`, an id")?;
        groups.push((mob, &group["count"]));
    }
    if groups.is_empty() {
        return Err("the data must hold the `monsters`".into());
    }
    groups.sort_by(|a, b| danger(b.0).total_cmp(&danger(a.0))); // stable
    let order: Vec<Value> = groups.into_iter().map(|(mob, count)| json!({ "mob": mob, "count": count })).collect();
    Ok(json!({ "order": order }))
}

/// The answer to `comment`.
pub fn comment(question: &Question<'_>) -> Result<Value, String> {
    let won = question.data("won").as_bool().ok_or("the data must hold whether the fight was `won`")?;
    let health = question.data("health").as_f64().unwrap_or(0.0);
    let (reason, critique) = match (won, health > MUCH) {
        (true, true) => ("It was won with much health left.", "Make less: leave out the last piece, or use iron."),
        (true, false) => ("It was won, but with little health left.", "Keep it as it was."),
        (false, _) => ("It was lost.", "Make more: a better sword first, then a chestplate."),
    };
    Ok(json!({ "reason": reason, "critique": critique }))
}
