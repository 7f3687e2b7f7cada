//! `critic`: whether a task is done, by what was carried before and after.

use anima_intent::named_items;
use anima_rules::techtree::{Kind, all_ways};
use anima_rules::{EntityKind, Item};
use serde_json::{Value, json};

use super::Question;
use crate::knowledge::words;
use crate::steps::MOST;

/// Words of a log that prove a failure.
const FAILS: [&str; 8] = ["fail", "error", "cannot", "could not", "died", "missing", "too long", "not found"];

/// The answer.
pub fn answer(question: &Question<'_>) -> Result<Value, String> {
    let task = question.data("task").as_str().ok_or("the data must hold the `task` in words")?;
    let told: Vec<&str> = words(task).collect();
    let verb = told.first().copied().unwrap_or_default().to_lowercase();
    let count = told.iter().find_map(|word| word.parse::<u32>().ok()).unwrap_or(1).clamp(1, MOST);
    let rest = told.iter().skip(1).filter(|word| word.parse::<u32>().is_err());
    let rest = rest.copied().collect::<Vec<_>>().join("_");
    let log = question.data("log").as_str().unwrap_or_default().to_lowercase();
    let log_fails = FAILS.iter().any(|word| log.contains(word));
    let grown = |item: Item| {
        let (before, after) = (held(question, "before", item), held(question, "after", item));
        after.saturating_sub(before)
    };
    let mob = EntityKind::from_name(&rest);
    let (success, reasoning) = match (named_items(&rest), mob) {
        (None, Some(mob)) if verb == "kill" => {
            let drops = all_ways().iter().filter(|way| matches!(way.kind, Kind::Kill { mob: one, .. } if one == mob));
            let some = drops.filter(|way| question.known.knows(way)).any(|way| grown(way.item) > 0);
            (some && !log_fails, format!("Something that {mob} drops was{} picked up.", if some { "" } else { " not" }))
        }
        (Some(items), _) => {
            let after: u32 = items.iter().map(|item| held(question, "after", *item)).sum();
            let more: u32 = items.iter().map(|item| grown(*item)).sum();
            let uses_up = matches!(verb.as_str(), "place" | "plant" | "equip" | "eat" | "deposit");
            let before: u32 = items.iter().map(|item| held(question, "before", *item)).sum();
            match uses_up {
                true => (before > after && !log_fails, format!("There were {before} {rest}, and there are {after}.")),
                false => (
                    after >= count || more >= count,
                    format!("There are {after} {rest}, {more} more than before; {count} were asked for."),
                ),
            }
        }
        _ => (!log_fails && !log.is_empty(), "What is carried does not tell; I go by the log.".to_owned()),
    };
    let critique = match success {
        true => String::new(),
        false => format!("Get what is needed for it first, then {verb} {count} {rest} again, at another place."),
    };
    Ok(json!({ "reasoning": reasoning, "success": success, "critique": critique }))
}

fn held(question: &Question<'_>, when: &str, item: Item) -> u32 {
    question.data(when)[item.name()].as_u64().unwrap_or(0).min(MOST.into()) as u32
}
