//! `curriculum`: what to practise, the most learnable first.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Question;

/// Tasks of a pool that are looked at.
const MOST: usize = 2000;
/// Successes after which a task is mastered.
const MASTERED: u64 = 3;

/// A task of the pool.
struct Task<'a> {
    id: &'a str,
    tries: u64,
    successes: u64,
    needs: Vec<&'a str>,
}

/// The answer: first what is not mastered and whose needs are, of that what succeeds about half of the time, of that
/// what most others need.
pub fn answer(question: &Question<'_>) -> Result<Value, String> {
    let mut tasks: BTreeMap<&str, (usize, Task<'_>)> = BTreeMap::new();
    for (at, task) in question.list("pool").take(MOST).enumerate() {
        let Some(id) = task["id"].as_str() else { continue };
        let number = |name: &str| task[name].as_u64().unwrap_or(0).min(1 << 20);
        let needs = task["needs"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let task = Task { id, tries: number("tries"), successes: number("successes"), needs };
        tasks.entry(id).or_insert((at, task));
    }
    if tasks.is_empty() {
        return Err("the data must hold the `pool` of tasks".into());
    }
    let batch = question.data("batch").as_u64().unwrap_or(1).clamp(1, tasks.len() as u64) as usize;
    let is_mastered = |id: &&str| tasks.get(id).is_none_or(|(_, task)| task.successes >= MASTERED);
    let needed_by = |id: &str| tasks.values().filter(|(_, task)| task.needs.contains(&id)).count();
    // One success and one failure are lent to each, so that what was never tried may go either way.
    let rate = |task: &Task<'_>| (task.successes.min(task.tries) + 1) as f64 / (task.tries + 2) as f64;
    let mut order: Vec<_> = tasks
        .values()
        .map(|(at, task)| {
            let ready = task.needs.iter().all(is_mastered);
            let far = ((rate(task) - 0.5).abs() * 1000.0).round() as u64;
            ((is_mastered(&task.id), !ready, far, usize::MAX - needed_by(task.id), *at), task)
        })
        .collect();
    order.sort_by_key(|(key, _)| *key);
    let chosen = order.into_iter().take(batch).map(|(key, task)| {
        let why = match key {
            (true, ..) => "all others are chosen",
            (_, true, ..) => "one step beyond what it can do",
            _ if task.tries == 0 => "never tried",
            _ => "it succeeds now and then",
        };
        json!({ "id": task.id, "reason": why })
    });
    Ok(json!({ "tasks": chosen.collect::<Vec<Value>>() }))
}
