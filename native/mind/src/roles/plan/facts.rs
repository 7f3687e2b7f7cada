//! What a model is told of the rules: how to get the things that matter for the goal, in short lines.

use anima_intent::{Condition, either, way_line};
use anima_rules::smelt::burn_ticks;
use anima_rules::techtree::{Step, Way, ways};
use anima_rules::{Block, Item};
use serde_json::{Map, Value, json};

use super::rules::Made;
use crate::policy::effort::Efforts;

/// Ways told of one item.
const WAYS: usize = 3;
/// Bytes of all facts together, about.
const LONGEST: usize = 6000;

/// The facts for a goal: ways to get the items that a plan by rules comes across, fuel, wear, what is worth having.
pub(crate) fn facts(goal: &Condition, made: Option<&Made>, efforts: &Efforts) -> Value {
    let mut how = Map::new();
    let mut length = 0;
    for item in items(goal, made) {
        let lines = ways_of(item, made, efforts);
        length += lines.iter().map(String::len).sum::<usize>() + item.name().len();
        if length > LONGEST {
            break;
        }
        how.insert(item.name().to_owned(), lines.into());
    }
    let mut facts = json!({ "how_to_get": how });
    if steps(made).any(|step| step.fuel.is_some()) {
        facts["one_piece_of_fuel_smelts"] = fuels();
    }
    let tools = steps(made).filter_map(|step| step.tool);
    let uses = tools.filter_map(|tool| Some((tool.name().to_owned(), tool.durability()?.into())));
    let uses: Map<String, Value> = uses.collect();
    if !uses.is_empty() {
        facts["uses_of_a_new_tool"] = uses.into();
    }
    let worth = made.iter().flat_map(|made| &made.provisions).map(
        |provision| json!({ "any_of": either(&provision.any_of), "count": provision.count, "why": provision.why }),
    );
    let worth: Vec<Value> = worth.collect();
    if !worth.is_empty() {
        facts["worth_having_too"] = worth.into();
    }
    facts
}

/// The goal and what a plan by rules comes across, in words.
pub(super) fn topics(goal: &Condition, made: Option<&Made>) -> String {
    let names: Vec<&str> = items(goal, made).into_iter().map(Item::name).collect();
    format!("{goal} {}", names.join(" "))
}

fn steps(made: Option<&Made>) -> impl Iterator<Item = &Step> {
    made.into_iter().flat_map(|made| made.plan.steps())
}

/// The items that matter, the goal first, then backwards along the plan.
fn items(goal: &Condition, made: Option<&Made>) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let of_step = |step: &Step| {
        let mut items = vec![step.item];
        items.extend(step.materials.iter().map(|(item, _)| *item));
        items.extend(step.fuel.map(|fuel| fuel.item));
        items.extend(step.tool);
        items.extend(step.way.carries);
        items.extend(step.station().and_then(Block::item));
        items
    };
    let steps: Vec<&Step> = steps(made).collect();
    let wanted = goal.leaves().into_iter().flat_map(|leaf| match leaf {
        Condition::Holds { items, .. } | Condition::Crafted { items, .. } => &items.any_of[..],
        _ => &[],
    });
    let all = wanted.copied().take(4).chain(steps.iter().rev().flat_map(|step| of_step(step)));
    for item in all {
        if !items.contains(&item) {
            items.push(item);
        }
    }
    items
}

/// How to get an item: the way of the plan, then the next cheapest.
fn ways_of(item: Item, made: Option<&Made>, efforts: &Efforts) -> Vec<String> {
    let planned = |way: &Way| steps(made).any(|step| std::ptr::eq(step.way, way));
    let cost = |way: &Way| {
        let effort = efforts.of(way);
        if planned(way) { -1.0 } else { effort.once + effort.each / way.yields }
    };
    let is_open = |way: &&Way| cost(way).is_finite() && (planned(way) || !efforts.lacks_silk_touch(way));
    let mut ways: Vec<&Way> = ways(item).iter().filter(is_open).collect();
    ways.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
    ways.into_iter().take(WAYS).map(way_line).collect()
}

/// What is known of how to get an item, in short lines, the cheapest way first.
pub(crate) fn ways_told(item: Item, efforts: &Efforts) -> Vec<String> {
    ways_of(item, None, efforts)
}

fn fuels() -> Value {
    let fuels =
        [("coal", Item::COAL), ("charcoal", Item::CHARCOAL), ("planks", Item::OAK_PLANKS), ("log", Item::OAK_LOG)];
    let smelts = |item: Item| f32::from(burn_ticks(item).unwrap_or(0)) / 200.0;
    fuels.into_iter().map(|(name, item)| (name.to_owned(), json!(smelts(item)))).collect::<Map<_, _>>().into()
}

#[cfg(test)]
mod tests {
    use super::super::rules;
    use super::*;
    use crate::policy::setbacks::Setbacks;
    use crate::testing::at_start;

    fn of(goal: &str) -> Value {
        let (goal, now, setbacks) = (crate::testing::goal(goal), at_start(), Setbacks::default());
        let made = rules::plan(&goal, &now, &setbacks, true).expect("a plan");
        facts(&goal, Some(&made), &Efforts::new(&now, &setbacks))
    }

    #[test]
    fn what_matters_for_the_goal_is_told() {
        let facts = of("1 iron pickaxe");
        let how = facts["how_to_get"].as_object().expect("a map");
        let first = |item: &str| how[item][0].as_str().unwrap_or_default();
        assert_eq!(first("iron_pickaxe"), "craft from 3 iron_ingot and 2 stick at crafting_table");
        assert_eq!(first("iron_ingot"), "smelt from 1 raw_iron or iron_ore or deepslate_iron_ore and fuel at furnace");
        assert_eq!(first("raw_iron"), "mine iron_ore (y -64..320, best 16) with stone pickaxe or better");
        assert_eq!(first("cobblestone"), "mine stone with any pickaxe");
        assert_eq!(first("stick"), "craft 4 from 2 any planks");
        assert_eq!(facts["one_piece_of_fuel_smelts"]["planks"], 1.5);
        assert_eq!(facts["uses_of_a_new_tool"]["stone_pickaxe"], 131);
        assert!(of("1 diamond")["worth_having_too"].as_array().is_some_and(|list| !list.is_empty()));
    }

    #[test]
    fn facts_stay_short() {
        for item in anima_rules::techtree::Reach::of_ways(anima_rules::techtree::Nature::Vanilla, false, |way| {
            anima_intent::kind_skill(&way.kind).is_ok()
        })
        .items()
        {
            let length = of(&format!("1 {item}")).to_string().len();
            assert!(length < LONGEST + 3000, "{item}: {length}");
        }
    }
}
