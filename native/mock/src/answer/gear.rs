//! `gear`: what to make for a fight, by how the round before it went.

use serde_json::{Value, json};

use super::Question;

/// What is made first to last, where nothing is known of an earlier round.
const FIRST: [&str; 6] = ["iron_sword", "shield", "iron_chestplate", "iron_leggings", "iron_helmet", "iron_boots"];
/// The swords, from the worst to the best.
const SWORDS: [&str; 4] = ["wooden_sword", "stone_sword", "iron_sword", "diamond_sword"];

/// The answer.
pub fn answer(question: &Question<'_>) -> Result<Value, String> {
    question.data("monsters").as_array().ok_or("the data must hold the `monsters`")?;
    let last = question.data("last");
    let of_last = |name: &str| -> Vec<&str> {
        let known = |name: &&str| FIRST.contains(name) || SWORDS.contains(name);
        last[name].as_array().into_iter().flatten().filter_map(Value::as_str).filter(known).take(FIRST.len()).collect()
    };
    let (plan, obtained) = (of_last("plan"), of_last("obtained"));
    let made: Vec<&str> = plan.iter().copied().filter(|piece| obtained.contains(piece)).collect();
    let (pieces, why) = match last["won"].as_bool() {
        Some(true) => (less(&made), "The last round was won, so less will do."),
        Some(false) => (more(&plan), "The last round was lost, so more is needed."),
        None => (FIRST.to_vec(), "Iron is strong and soon had."),
    };
    let subgoals: Vec<Value> = pieces.iter().map(|piece| json!({ "object": piece })).collect();
    Ok(json!({ "reasoning": why, "subgoals": subgoals }))
}

/// One piece less, or a worse sword where that is all.
fn less<'a>(pieces: &[&'a str]) -> Vec<&'a str> {
    match pieces {
        [] => vec![SWORDS[0]],
        [one] => vec![SWORDS[rank(one).unwrap_or(0).saturating_sub(1)]],
        [rest @ .., _] => rest.to_vec(),
    }
}

/// One piece more, or a better sword where it is the worse for it or all else is planned.
fn more<'a>(pieces: &[&'a str]) -> Vec<&'a str> {
    let mut pieces = pieces.to_vec();
    let added = FIRST.into_iter().skip(1).find(|piece| !pieces.contains(piece));
    match (pieces.iter_mut().find_map(|piece| rank(piece).map(|rank| (rank, piece))), added) {
        (None, _) => pieces.insert(0, FIRST[0]),
        (Some((rank, sword)), added) if rank < 2 || added.is_none() => {
            *sword = SWORDS[(rank + 1).min(SWORDS.len() - 1)]
        }
        (Some(_), added) => pieces.extend(added),
    }
    pieces
}

/// How good a sword is, from 0.
fn rank(piece: &str) -> Option<usize> {
    SWORDS.iter().position(|sword| *sword == piece)
}
