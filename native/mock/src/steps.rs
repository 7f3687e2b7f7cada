//! Steps as models write them, read and written.

use std::collections::BTreeMap;

use anima_intent::Act;
use anima_rules::techtree::{Fuel, Kind, Step, Way, ways};
use anima_rules::{Block, EntityKind, Item};
use serde_json::{Map, Value, json};

use crate::knowledge::{Known, words};

/// More of one item than any inventory holds.
pub const MOST: u32 = 36 * 64;

/// A number of things, kept within what can be carried.
pub fn count(value: &Value) -> u32 {
    value.as_u64().unwrap_or(1).clamp(1, MOST.into()) as u32
}

/// The amounts of a list of `{item, count}`, or of a map, of items that there are.
pub fn amounts(value: &Value) -> BTreeMap<Item, u32> {
    let listed = value.as_array().into_iter().flatten();
    let listed = listed.filter_map(|entry| Some((Item::from_name(entry["item"].as_str()?)?, count(&entry["count"]))));
    let mapped = value.as_object().into_iter().flatten();
    let mapped = mapped.filter_map(|(name, number)| Some((Item::from_name(name)?, count(number))));
    let mut sums = BTreeMap::new();
    for (item, number) in listed.chain(mapped) {
        let sum: &mut u32 = sums.entry(item).or_default();
        *sum = sum.saturating_add(number).min(MOST);
    }
    sums
}

/// The name of what a step is about, and how many.
pub fn object(step: &Value) -> Option<(&str, u32)> {
    match &step["object"] {
        Value::Array(list) => Some((list.first()?["item"].as_str()?, count(&list.first()?["count"]))),
        Value::Object(map) => map.iter().next().map(|(name, number)| (name.as_str(), count(number))),
        _ => None,
    }
}

/// The item that a step told in words is about: `mine 3 raw_iron from iron_ore`.
pub fn item_of_text(text: &str) -> Option<Item> {
    words(text).find_map(Item::from_name)
}

/// The ways of the tech tree that a step that worked may have gone.
pub fn ways_of(step: &Value) -> Vec<&'static Way> {
    let Some((name, count)) = object(step) else { return Vec::new() };
    let Some(item) = Item::from_name(name) else { return Vec::new() };
    let tool = step["tool"].as_str().and_then(Item::from_name);
    let kind = step["kind"].as_str().unwrap_or_default();
    let named = amounts(&step["materials"]);
    let of_kind = ways(item).iter().filter(|way| way.kind.word() == kind);
    of_kind.filter(|way| fill(way, count, &named, tool).is_ok()).collect()
}

/// How often a way is gone for so many.
pub fn times(way: &Way, count: u32) -> u32 {
    (count as f32 / way.yields).ceil().clamp(1.0, 1e6) as u32
}

/// The step that goes this way with what was named.
///
/// # Errors
/// What is not named that it takes.
pub fn fill(way: &'static Way, count: u32, named: &BTreeMap<Item, u32>, tool: Option<Item>) -> Result<Step, String> {
    let times = times(way, count);
    let mut left = named.clone();
    let mut materials: Vec<(Item, u32)> = Vec::new();
    for material in &way.materials {
        let all = u32::from(material.count).saturating_mul(times);
        let mut lacks = all;
        for item in &material.any_of {
            let Some(have) = left.get_mut(item) else { continue };
            let used = lacks.min(*have);
            if used > 0 {
                (*have, lacks) = (*have - used, lacks - used);
                add(&mut materials, *item, used);
            }
        }
        if lacks > 0 {
            return Err(format!("{count} {} take {all} {}", way.item, anima_intent::either(&material.any_of)));
        }
    }
    left.retain(|_, count| *count > 0);
    let mut fuel = None;
    if matches!(way.kind, Kind::Smelt { .. }) {
        let burns = |(item, count): (&Item, &u32)| {
            Fuel::pieces(*item, &materials, 1).is_some_and(|pieces| *count >= pieces).then_some((*item, *count))
        };
        let (item, count) = left.iter().find_map(burns).ok_or("there is no fuel that lasts")?;
        fuel = Some(Fuel { item, count });
    }
    let tool = match (way.tool, tool) {
        (Some(need), Some(tool)) if need.takes(tool) => Some(tool),
        (Some(need), _) => return Err(format!("it takes {need}")),
        (None, _) => None,
    };
    let exact = way.yields.fract() == 0.0 && way.count.0 == way.count.1;
    let count = if exact { times.saturating_mul(u32::from(way.count.0)) } else { count };
    Ok(Step { way, item: way.item, count, times, materials, fuel, tool, ticks: 0.0 })
}

/// Adds to a list of amounts.
pub fn add(list: &mut Vec<(Item, u32)>, item: Item, count: u32) {
    match list.iter_mut().find(|(known, _)| *known == item) {
        Some((_, sum)) => *sum = sum.saturating_add(count),
        None => list.push((item, count)),
    }
}

/// What a step comes to in the eyes of the model.
pub enum Meaning {
    /// An act that can be run in the mind.
    Act(Box<Act>),
    /// It cannot be done at all; why.
    Never(String),
    /// The model does not know whether it can be done, and takes it on trust.
    Trusted,
}

/// What a step means to who knows so much.
pub fn meaning(step: &Value, known: &Known<'_>) -> Meaning {
    let kind = step["kind"].as_str().unwrap_or_default();
    let materials = amounts(&step["materials"]);
    let object = object(step);
    let item = object.and_then(|(name, _)| Item::from_name(name));
    let mob = object.and_then(|(name, _)| EntityKind::from_name(name));
    let count = object.map_or(1, |(_, count)| count);
    let act = match (kind, item, mob) {
        ("sleep", ..) => Act::Sleep,
        ("wait" | "go_to" | "explore" | "approach" | "dig_down" | "go_up" | "build", ..) => return Meaning::Trusted,
        (_, None, None) => {
            let name = object.map_or("nothing", |(name, _)| name);
            return Meaning::Never(format!("there is no {}", name.chars().take(60).collect::<String>()));
        }
        ("kill", None, Some(mob)) => Act::Kill { mob, count },
        ("breed", _, Some(mob)) => match materials.keys().next() {
            Some(food) => Act::Breed { mob, food: *food, count },
            None => return Meaning::Never("nothing to feed them with is named".into()),
        },
        ("equip", Some(item), _) => Act::Equip(item),
        ("place", Some(item), _) => Act::Place { item, count, at: None },
        ("plant", Some(item), _) => Act::Plant { seeds: item, count },
        ("deposit", Some(item), _) => Act::Deposit { item, count },
        (kind, Some(item), _) => return obtained(kind, item, count, &materials, step, known),
        (kind, None, _) => {
            return Meaning::Never(format!("one cannot {} that", kind.chars().take(30).collect::<String>()));
        }
    };
    Meaning::Act(Box::new(act))
}

fn obtained(
    kind: &str,
    item: Item,
    count: u32,
    materials: &BTreeMap<Item, u32>,
    step: &Value,
    known: &Known<'_>,
) -> Meaning {
    const KINDS: [&str; 8] = ["mine", "craft", "smelt", "kill", "stonecut", "smith", "grow", "interact"];
    if !KINDS.contains(&kind) {
        return Meaning::Never(format!("there is no action {}", kind.chars().take(30).collect::<String>()));
    }
    let tool = step["tool"].as_str().and_then(Item::from_name);
    let mut wrong = None;
    for way in known.ways(item).filter(|way| way.kind.word() == kind) {
        match fill(way, count, materials, tool) {
            Ok(step) => return Meaning::Act(Box::new(Act::Obtain(step))),
            Err(problem) => wrong = wrong.or(Some(problem)),
        }
    }
    wrong.map_or(Meaning::Trusted, Meaning::Never)
}

/// A step of the tech tree as a model writes it, its rank left open.
pub fn written(step: &Step) -> Value {
    let fuel = step.fuel.map(|fuel| (fuel.item, fuel.count));
    let mut materials = Vec::new();
    for (item, count) in step.materials.iter().copied().chain(fuel) {
        add(&mut materials, item, count);
    }
    let tool = step.tool.map(Item::name).or_else(|| step.station().map(Block::name));
    doing(step.kind(), &[(step.item.name(), step.count)], &materials, tool)
}

/// A step of any kind, its rank left open.
pub fn doing(kind: &str, object: &[(&str, u32)], materials: &[(Item, u32)], tool: Option<&str>) -> Value {
    let amount = |name: &str, count: u32| json!({ "item": name, "count": count });
    let object: Vec<Value> = object.iter().map(|(name, count)| amount(name, *count)).collect();
    let materials: Vec<Value> = materials.iter().map(|(item, count)| amount(item.name(), *count)).collect();
    let mut step = Map::new();
    step.insert("rank".into(), json!(0));
    step.insert("kind".into(), json!(kind));
    step.insert("object".into(), object.into());
    step.insert("materials".into(), materials.into());
    step.insert("tool".into(), json!(tool));
    step.insert("y".into(), Value::Null);
    step.insert("note".into(), json!(""));
    step.into()
}

/// The steps with their ranks, from 1.
pub fn ranked(mut steps: Vec<Value>) -> Vec<Value> {
    for (index, step) in steps.iter_mut().enumerate() {
        step["rank"] = json!(index + 1);
    }
    steps
}
