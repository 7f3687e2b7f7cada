//! `next`: the one next task, towards a goal or for the sake of what is new.

use anima_rules::Item;
use anima_rules::techtree::{Planner, Step};
use serde_json::{Value, json};

use super::Question;
use super::reckon::{InVain, planner};
use super::wanted::Wanted;
use crate::knowledge::words;
use crate::steps::{item_of_text, object};

/// What somebody gets who is after what is new, rarer and better, from bare hands.
#[rustfmt::skip]
const LADDER: &[Item] = &[
    Item::OAK_LOG, Item::OAK_PLANKS, Item::STICK, Item::CRAFTING_TABLE, Item::WOODEN_PICKAXE, Item::WOODEN_SWORD,
    Item::COBBLESTONE, Item::STONE_PICKAXE, Item::STONE_SWORD, Item::STONE_AXE, Item::FURNACE, Item::COAL, Item::TORCH,
    Item::BEEF, Item::COOKED_BEEF, Item::WHITE_WOOL, Item::WHITE_BED, Item::CHEST, Item::RAW_IRON, Item::IRON_INGOT,
    Item::IRON_PICKAXE, Item::SHIELD, Item::BUCKET, Item::IRON_SWORD, Item::SHEARS, Item::IRON_HELMET, Item::IRON_BOOTS,
    Item::IRON_LEGGINGS, Item::IRON_CHESTPLATE, Item::RAW_COPPER, Item::COPPER_INGOT, Item::LAPIS_LAZULI,
    Item::REDSTONE, Item::RAW_GOLD, Item::GOLD_INGOT, Item::CLOCK, Item::DIAMOND, Item::DIAMOND_PICKAXE,
    Item::DIAMOND_SWORD, Item::OBSIDIAN, Item::BOOK, Item::ENCHANTING_TABLE,
];
/// Failures of a task after which it is left.
const MOST_FAILURES: usize = 3;

/// A task that could be next.
struct Task {
    verb: String,
    object: String,
    count: u32,
    why: String,
}

/// The answer.
pub fn answer(question: &Question<'_>) -> Result<Value, String> {
    let failed = tasks(question, "failed");
    let in_vain: Vec<InVain> = failed.iter().filter_map(|task| InVain::of_text(task, 1.0)).collect();
    let planner = planner(question, &in_vain);
    let verbs: Vec<&str> = question.list("verbs").filter_map(Value::as_str).collect();
    let task = match question.data("goal") {
        Value::Null => curious(question, &planner, &failed),
        _ => towards(question, &planner)?,
    };
    let Task { verb, object, count, why } = task;
    let verb = match verb.as_str() {
        verb if verbs.is_empty() || verbs.contains(&verb) => verb,
        "smelt" if verbs.contains(&"cook") => "cook",
        _ => verbs[0],
    };
    Ok(json!({ "reasoning": why, "verb": verb, "object": object, "count": count }))
}

/// The tasks of a list, in words.
fn tasks<'a>(question: &'a Question<'_>, name: &str) -> Vec<&'a str> {
    question.list(name).take(200).filter_map(Value::as_str).collect()
}

/// The first step of a plan for the goal.
fn towards(question: &Question<'_>, planner: &Planner) -> Result<Task, String> {
    let wanted = Wanted::of(question, planner)?;
    let goals = wanted.sums();
    if let Ok(plan) = planner.plan(&goals, &question.scene.given())
        && let Some(step) = plan.steps.first()
    {
        return Ok(of_step(step, "It is the first thing that the goal takes."));
    }
    let doing = wanted.doings.first().and_then(|step| {
        let (name, count) = object(step)?;
        Some((step["kind"].as_str()?.to_owned(), name.to_owned(), count))
    });
    let lacks = goals.iter().find(|(item, count)| question.scene.count(*item) < *count);
    let why = || "I do not know a way to it, and guess.".to_owned();
    Ok(match (lacks, doing, wanted.unknown.first()) {
        (Some((item, count)), ..) => {
            Task { verb: "mine".into(), object: item.name().into(), count: *count, why: why() }
        }
        (None, Some((verb, object, count)), _) => {
            Task { verb, object, count, why: "All that it takes is there.".into() }
        }
        (None, None, Some((name, count))) => {
            Task { verb: "mine".into(), object: name.clone(), count: *count, why: why() }
        }
        (None, None, None) => {
            let (item, count) = goals.first().copied().unwrap_or((Item::OAK_LOG, 1));
            Task {
                verb: "mine".into(),
                object: item.name().into(),
                count,
                why: "All that was asked for is there.".into(),
            }
        }
    })
}

/// Something new: the first rung of the ladder that is not had, completed, or failed too often.
fn curious(question: &Question<'_>, planner: &Planner, failed: &[&str]) -> Task {
    let done: Vec<Item> = tasks(question, "completed").into_iter().filter_map(item_of_text).collect();
    let failures = |item: Item| failed.iter().filter(|task| item_of_text(task) == Some(item)).count();
    let is_new =
        |item: &Item| question.scene.count(*item) == 0 && !done.contains(item) && failures(*item) <= MOST_FAILURES;
    let mut beyond: Vec<(f32, Item)> = Item::all().map(|item| (planner.estimate(item, 1), item)).collect();
    beyond.retain(|(price, item)| price.is_finite() && !LADDER.contains(item));
    beyond.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let all = LADDER.iter().copied().chain(beyond.into_iter().map(|(_, item)| item));
    for item in all.filter(is_new) {
        let Ok(plan) = planner.plan(&[(item, 1)], &question.scene.given()) else { continue };
        // What leads there is a task of its own unless it failed too often.
        let first = plan.steps.into_iter().find(|step| failures(step.item) <= MOST_FAILURES);
        if let Some(step) = first {
            return of_step(&step, &format!("It leads to {item}, which is new."));
        }
    }
    Task { verb: "mine".into(), object: "oak_log".into(), count: 1, why: "I know of nothing new.".into() }
}

fn of_step(step: &Step, why: &str) -> Task {
    let verb = words(step.kind()).next().unwrap_or("mine").to_owned();
    Task { verb, object: step.item.name().into(), count: step.count, why: why.to_owned() }
}
