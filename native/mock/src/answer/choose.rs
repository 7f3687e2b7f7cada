//! `choose`: the program that does a task, by what it gives and what is said of it.

use anima_intent::named_items;
use serde_json::{Value, json};

use super::Question;
use crate::knowledge::words;

/// Candidates that are looked at.
const MOST: usize = 100;

/// The answer.
pub fn answer(question: &Question<'_>) -> Result<Value, String> {
    let task = question.data("task").as_str().ok_or("the data must hold the `task` in words")?;
    let scored = question.list("candidates").take(MOST).filter_map(|candidate| score(question, task, candidate));
    let best = scored.reduce(|best, other| if other.0 > best.0 { other } else { best });
    Ok(match best {
        Some((score, name)) if score >= 3 => json!({ "program": name, "reason": "It fits the task best." }),
        _ => json!({ "program": "none", "reason": "None of them does this." }),
    })
}

/// How well a candidate fits: by what it gives, the words that it shares with the task, whether it can be run now, and
/// whether it has just failed.
fn score<'a>(question: &Question<'_>, task: &str, candidate: &'a Value) -> Option<(i64, &'a str)> {
    let name = candidate["program"].as_str()?;
    let task: Vec<String> = words(task).map(str::to_lowercase).collect();
    let items = named_items(&task.last()?.to_owned()).unwrap_or_default();
    let gives = candidate["gives"].as_object().into_iter().flatten();
    let gives_it = gives.into_iter().any(|(given, _)| items.iter().any(|item| item.name() == given));
    let said = format!("{name} {}", candidate["does"].as_str().unwrap_or_default()).to_lowercase();
    let said: Vec<&str> = said.split(|c: char| !c.is_alphanumeric()).collect();
    let shares = task.iter().flat_map(|word| word.split('_')).filter(|word| word.parse::<u32>().is_err());
    let shares = shares.filter(|word| said.contains(word)).count() as i64;
    let critique = question.data("critique").as_str().is_some_and(|critique| !critique.is_empty());
    let failed = critique && question.heeds && question.data("last").as_str() == Some(name);
    let ready = candidate["ready"] == true;
    Some((6 * i64::from(gives_it) + 2 * shares + i64::from(ready) - 5 * i64::from(failed), name))
}
