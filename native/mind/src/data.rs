//! What a model is shown of the game: the same words for the same things in every call.

use anima_intent::Condition;
use serde_json::{Map, Value, json};

use crate::roles::explain::{Explanation, Hindrance};
use crate::settings::Settings;
use crate::situation::{Known, Situation};

/// Kinds of blocks and of mobs seen that are told.
const SEEN: usize = 24;
/// Bytes of a reason that comes from the game.
const LONGEST_REASON: usize = 200;

/// The goal: what is to be held, or its parts in words.
pub(crate) fn goal(goal: &Condition, now: &Situation) -> Value {
    if let Condition::Holds { items, count } = goal {
        let names: Vec<&str> = items.any_of.iter().map(|item| item.name()).collect();
        return json!({ "any_of": names, "count": count });
    }
    let part = |(leaf, have): (&Condition, u32)| json!({ "part": leaf.to_string(), "done": have });
    let have = now.have.iter().copied().chain(std::iter::repeat(0));
    let parts: Vec<Value> = goal.leaves().into_iter().zip(have).map(part).collect();
    json!({ "in_words": goal.to_string(), "parts": parts })
}

/// What is carried.
pub(crate) fn inventory(now: &Situation) -> Value {
    let mut counts = Map::new();
    let mut worn = Map::new();
    for stack in &now.carried {
        let count = counts.entry(stack.item.name()).or_insert(json!(0));
        *count = json!(count.as_u64().unwrap_or(0) + u64::from(stack.count));
        if let Some(left) = stack.uses_left().filter(|_| stack.damage > 0) {
            worn.insert(stack.item.name().to_owned(), json!(left));
        }
    }
    json!({ "items": counts, "uses_left_of_worn_tools": worn })
}

/// The player and what was seen.
pub(crate) fn state(now: &Situation) -> Value {
    let near =
        |name: &str, count: u32, nearest: f32| json!({ "what": name, "seen": count, "blocks_away": nearest.round() });
    json!({
        "y": now.y,
        "under_the_sky": now.under_sky,
        "biome": now.biome.name(),
        "time": if now.is_night() { "night" } else { "day" },
        "peaceful": now.peaceful,
        "health": now.health,
        "food": now.food,
        "ticks_left": now.ticks_left,
        "stations_at_hand": now.stations.iter().map(|block| block.name()).collect::<Vec<_>>(),
        "blocks_seen": nearest_first(&now.blocks).map(|seen| near(seen.what.name(), seen.count, seen.nearest)).collect::<Vec<_>>(),
        "mobs_seen": nearest_first(&now.mobs).map(|seen| near(seen.what.name(), seen.count, seen.nearest)).collect::<Vec<_>>(),
    })
}

fn nearest_first<T: Copy>(seen: &[Known<T>]) -> impl Iterator<Item = Known<T>> {
    let mut seen = seen.to_vec();
    seen.sort_by(|a, b| a.nearest.total_cmp(&b.nearest));
    seen.into_iter().take(SEEN)
}

/// What went wrong last. What the rules know of it, which is what was lacking and what to do about it, is told where they
/// check plans; else the body's own reason alone.
pub(crate) fn failure(why: &Explanation, settings: Settings) -> Value {
    let reason: String = why.reason.to_string().chars().take(LONGEST_REASON).collect();
    if !settings.check {
        let cause = Hindrance::felt(&why.reason);
        let step = why.act.to_string();
        return json!({ "step": step, "cause": cause, "reason": reason, "times_in_a_row": why.times });
    }
    let first: Map<String, Value> =
        why.do_first.iter().map(|(item, count)| (item.name().to_owned(), json!(count))).collect();
    json!({
        "step": why.act.to_string(),
        "cause": why.hindrance,
        "reason": reason,
        "lacks": first,
        "times_in_a_row": why.times,
        "advice": why.remedy(),
    })
}

#[cfg(test)]
mod tests {
    use anima_intent::Reason;
    use anima_rules::{Block, EntityKind, Item, ItemStack};

    use super::*;
    use crate::policy::setbacks::Setbacks;
    use crate::roles::explain::explain;
    use crate::roles::plan::rules;
    use crate::testing::at_start;

    #[test]
    fn the_same_things_have_the_same_words() {
        let worn = ItemStack { damage: 31, ..ItemStack::new(Item::STONE_PICKAXE, 1) };
        let now = Situation {
            carried: vec![ItemStack::new(Item::OAK_LOG, 3), worn, ItemStack::new(Item::OAK_LOG, 2)],
            stations: vec![Block::CRAFTING_TABLE],
            blocks: vec![Known { what: Block::IRON_ORE, count: 2, nearest: 11.6 }],
            mobs: vec![Known { what: EntityKind::COW, count: 1, nearest: 5.0 }],
            ..at_start()
        };
        let wanted = Condition::holds(Item::IRON_PICKAXE, 1);
        assert_eq!(goal(&wanted, &now), json!({ "any_of": ["iron_pickaxe"], "count": 1 }));
        let carried = inventory(&now);
        assert_eq!(carried["items"], json!({ "oak_log": 5, "stone_pickaxe": 1 }));
        assert_eq!(carried["uses_left_of_worn_tools"]["stone_pickaxe"], 100);
        let state = state(&now);
        assert_eq!(state["biome"], "forest");
        assert_eq!(state["blocks_seen"][0], json!({ "what": "iron_ore", "seen": 2, "blocks_away": 12.0 }));
        assert_eq!(state["stations_at_hand"], json!(["crafting_table"]));
        let made = rules::plan(&wanted, &now, &Setbacks::default(), true).expect("a plan");
        let act = made.plan.acts().last().expect("an act");
        let why = explain(act, &Reason::not_found("far ".repeat(200)), &now, 2);
        let told = failure(&why, Settings::default());
        assert_eq!(told["times_in_a_row"], 2);
        assert!(told["reason"].as_str().is_some_and(|text| text.len() <= LONGEST_REASON));
        // The rules find a material lacking; the body has only looked in vain.
        assert_eq!((&told["cause"], told["lacks"].is_object()), (&json!("missing_material"), true));
        let told = failure(&why, Settings { check: false, ..Settings::default() });
        assert_eq!(
            (&told["cause"], &told["lacks"], &told["advice"]),
            (&json!("not_found"), &Value::Null, &Value::Null)
        );
    }
}
