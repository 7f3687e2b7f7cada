//! JARVIS-1's query generation: reasoning backwards from a task to what is needed on the way, to look that up in memory.

use anima_intent::Condition;
use anima_rules::Item;
use serde::Deserialize;
use serde_json::json;

use crate::data;
use crate::mind::Mind;
use crate::reply::item;
use crate::roles::plan::rules;
use crate::settings::By;

/// Steps back from the goal.
const DEPTH: u32 = 2;
/// Queries of one goal.
const MOST: usize = 8;

#[derive(Deserialize)]
struct Answer {
    queries: Vec<Query>,
}

#[derive(Deserialize)]
struct Query {
    item: String,
    count: u32,
}

impl Mind {
    /// What is needed on the way to the goal and not carried, the nearest first: by the model where it answers, else by the
    /// plan of the rules, if they may stand in.
    pub(crate) async fn queries(&self) -> Vec<Condition> {
        if self.settings().plan == By::Model && self.asks_model() {
            let now = self.now();
            let told = json!({
                "call": "queries",
                "goal": data::goal(self.goal(), &now),
                "inventory": data::inventory(&now),
                "state": data::state(&now),
                "depth": DEPTH,
            });
            let read = |answer: Answer| {
                let of = |query: &Query| item(&query.item).map(|item| (item, query.count.clamp(1, 64)));
                let read: Result<Vec<(Item, u32)>, String> = answer.queries.iter().map(of).collect();
                read.map_err(|problem| vec![problem])
            };
            if let Some(queries) = self.question("queries", "queries", told, read).await {
                return queries.into_iter().take(MOST).map(|(item, count)| Condition::holds(item, count)).collect();
            }
        }
        if !self.rules_stand_in() {
            return Vec::new();
        }
        let Ok(made) = rules::plan(self.goal(), &self.now(), &self.past().setbacks, false) else { return Vec::new() };
        let steps: Vec<_> = made.plan.steps().collect();
        let direct = |item: Item| -> Vec<Item> {
            let of = steps.iter().rev().find(|step| step.item == item);
            of.map(|step| step.materials.iter().map(|(item, _)| *item).chain(step.tool).collect()).unwrap_or_default()
        };
        let mut found: Vec<Item> = Vec::new();
        let mut level: Vec<Item> = steps.last().map(|step| step.item).into_iter().collect();
        for _ in 0..DEPTH {
            level = level.iter().flat_map(|item| direct(*item)).filter(|item| !found.contains(item)).collect();
            level.dedup();
            found.extend(&level);
        }
        let count = |item: Item| steps.iter().rev().find(|step| step.item == item).map_or(1, |step| step.count);
        found.into_iter().take(MOST).map(|item| Condition::holds(item, count(item))).collect()
    }
}
