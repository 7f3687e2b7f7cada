//! What a goal wants: items to hold at the end, and doings.

use std::collections::BTreeMap;

use anima_intent::{Condition, NoLibrary, named_items, needs_soil};
use anima_rules::techtree::Planner;
use anima_rules::{Item, breeding};
use serde_json::Value;

use super::Question;
use super::reckon::choice;
use crate::steps::{MOST, count, doing};

/// Parts of a goal that are read.
const MOST_PARTS: usize = 20;

/// What a goal comes to.
#[derive(Debug, Default)]
pub struct Wanted {
    /// What is to be held, in the order in which it was asked for.
    pub items: Vec<(Item, u32)>,
    /// Names of which no item is known, with how many are wanted.
    pub unknown: Vec<(String, u32)>,
    /// Steps that are no getting of items, for when those are held.
    pub doings: Vec<Value>,
}

impl Wanted {
    /// Reads a goal.
    ///
    /// # Errors
    /// If there is none.
    pub fn of(question: &Question<'_>, planner: &Planner) -> Result<Wanted, String> {
        let goal = question.data("goal");
        let mut wanted = Wanted::default();
        if let Some(names) = goal["any_of"].as_array().filter(|names| !names.is_empty()) {
            let items: Vec<Item> = names.iter().filter_map(|name| Item::from_name(name.as_str()?)).collect();
            match items[..] {
                [] => {
                    let name = names[0].as_str().ok_or("`goal.any_of` must be a list of ids")?;
                    wanted.unknown.push((name.chars().take(60).collect(), count(&goal["count"])));
                }
                _ => wanted.hold(question, planner, &items, count(&goal["count"])),
            }
            return Ok(wanted);
        }
        let whole = goal["in_words"].as_str().unwrap_or_default();
        let parts: Vec<&Value> = goal["parts"].as_array().into_iter().flatten().take(MOST_PARTS).collect();
        if whole.is_empty() && parts.is_empty() {
            return Err(
                "the data must hold a `goal`: {\"any_of\": [ids], \"count\"} or {\"in_words\", \"parts\"}".into()
            );
        }
        let any = matches!(Condition::parse(whole, &NoLibrary), Ok(Condition::Any(_)));
        match parts[..] {
            [] => wanted.add(question, planner, whole, 0),
            // One of them is enough.
            [first, ..] if any => wanted.add_part(question, planner, first),
            _ => parts.into_iter().for_each(|part| wanted.add_part(question, planner, part)),
        }
        Ok(wanted)
    }

    /// All that is to be held, each item once.
    pub fn sums(&self) -> Vec<(Item, u32)> {
        let mut sums = Vec::new();
        for (item, count) in &self.items {
            crate::steps::add(&mut sums, *item, *count);
        }
        sums.into_iter().map(|(item, count)| (item, count.min(MOST))).collect()
    }

    /// So many together of some items: those that are carried stay, the rest is got of one of them.
    fn hold(&mut self, question: &Question<'_>, planner: &Planner, any_of: &[Item], count: u32) {
        let mut lacks = count;
        for item in any_of {
            let held = question.scene.count(*item).min(lacks);
            if held > 0 {
                self.items.push((*item, held));
                lacks -= held;
            }
        }
        if lacks > 0 {
            // By what is carried: planks of the log that there is.
            let ticks = |item: Item| {
                let count = question.scene.count(item).saturating_add(lacks);
                planner.plan(&[(item, count)], &question.scene.given()).ok().map(|plan| plan.ticks)
            };
            let plans = any_of.iter().take(MOST_PARTS).filter_map(|item| Some((ticks(*item)?, *item)));
            let best = plans.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, item)| item);
            let item = best.or_else(|| choice(question, planner, any_of, lacks));
            self.items.extend(item.map(|item| (item, lacks)));
        }
    }

    fn add_part(&mut self, question: &Question<'_>, planner: &Planner, part: &Value) {
        let done = part["done"].as_u64().unwrap_or(0).min(MOST.into()) as u32;
        self.add(question, planner, part["part"].as_str().unwrap_or_default(), done);
    }

    /// Adds a part of a goal in words, of which so much is done.
    fn add(&mut self, question: &Question<'_>, planner: &Planner, words: &str, done: u32) {
        match Condition::parse(words, &NoLibrary) {
            Ok(condition) => {
                for leaf in condition.leaves() {
                    self.add_leaf(question, planner, leaf, done);
                }
            }
            // A blueprint of a file, which nobody shows.
            Err(_) if words.trim_start().starts_with("build") => self.doings.push(doing("build", &[], &[], None)),
            Err(_) => self.unknown.push((words.chars().take(60).collect(), 1)),
        }
    }

    fn add_leaf(&mut self, question: &Question<'_>, planner: &Planner, leaf: &Condition, done: u32) {
        let lacks = leaf.wanted().saturating_sub(done).min(MOST);
        let pick = |any_of: &[Item], count: u32| choice(question, planner, any_of, count);
        match leaf {
            Condition::Holds { items, count } => self.hold(question, planner, &items.any_of, *count),
            _ if lacks == 0 => {}
            Condition::Crafted { items, .. } => {
                let item = pick(&items.any_of, lacks);
                self.items.extend(item.map(|item| (item, question.scene.count(item).saturating_add(lacks))));
            }
            Condition::Wears { items } => {
                if let Some(item) = pick(&items.any_of, 1) {
                    self.items.push((item, 1));
                    self.doings.push(doing("equip", &[(item.name(), 1)], &[], None));
                }
            }
            Condition::Killed { mobs, .. } => {
                let away = |name: &str| question.scene.away(name).unwrap_or(f32::INFINITY);
                let nearest = mobs.any_of.iter().min_by(|a, b| away(a.name()).total_cmp(&away(b.name())));
                self.doings.extend(nearest.map(|mob| doing("kill", &[(mob.name(), lacks)], &[], None)));
            }
            Condition::Bred { mob, .. } => {
                let is_known = question.known.has(&format!("breed {mob}"));
                let foods = if is_known { breeding::foods(*mob) } else { &[Item::WHEAT] };
                if let Some(food) = pick(foods, 2 * lacks) {
                    self.items.push((food, 2 * lacks));
                    self.doings.push(doing("breed", &[(mob.name(), lacks)], &[(food, 2 * lacks)], None));
                }
            }
            Condition::Placed { items, .. } => {
                if let Some(item) = pick(&items.any_of, lacks) {
                    self.items.push((item, lacks));
                    self.doings.push(doing("place", &[(item.name(), lacks)], &[(item, lacks)], None));
                }
            }
            Condition::Planted { items, .. } => {
                if let Some(item) = pick(&items.any_of, lacks) {
                    self.items.push((item, lacks));
                    if needs_soil(item) {
                        let hoes = named_items("hoe").unwrap_or_default();
                        self.items.extend(pick(&hoes, 1).map(|hoe| (hoe, 1)));
                    }
                    self.doings.push(doing("plant", &[(item.name(), lacks)], &[(item, lacks)], None));
                }
            }
            Condition::InChest { items, .. } => {
                if let Some(item) = pick(&items.any_of, lacks) {
                    self.items.push((item, lacks));
                    if !question.scene.stations.iter().any(|block| block.name() == "chest") {
                        self.items.push((Item::CHEST, 1));
                    }
                    self.doings.push(doing("deposit", &[(item.name(), lacks)], &[], None));
                }
            }
            Condition::Built { .. } => self.doings.push(doing("build", &[], &[], None)),
            Condition::At { .. } => self.doings.push(doing("go_to", &[], &[], None)),
            Condition::Explored { biomes } => {
                let biome = biomes.any_of.iter().find(|biome| question.data("state")["biome"] == biome.name());
                let biome = biome.or(biomes.any_of.first());
                self.doings.extend(biome.map(|biome| doing("explore", &[(biome.name(), 1)], &[], None)));
            }
            Condition::Slept { .. } => {
                let beds = named_items("bed").unwrap_or_default();
                let is_bed = |block: &anima_rules::Block| block.item().is_some_and(|item| beds.contains(&item));
                if !question.scene.stations.iter().any(is_bed) {
                    self.hold(question, planner, &beds, 1);
                }
                self.doings.push(doing("sleep", &[], &[], None));
            }
            Condition::Survived { .. } => self.doings.push(doing("wait", &[], &[], None)),
            Condition::All(_) | Condition::Any(_) => {}
        }
    }
}

/// What is lacking first: what is told so, or what an explanation says in words.
pub fn lacking(question: &Question<'_>) -> Vec<(Item, u32)> {
    let told = crate::steps::amounts(&question.data("last_failure")["lacks"]);
    if !told.is_empty() {
        return told.into_iter().collect();
    }
    let text = question.data("explanation").as_str().unwrap_or_default();
    if !(text.contains("first") || text.contains("lack")) {
        return Vec::new();
    }
    let words: Vec<&str> = crate::knowledge::words(text).take(400).collect();
    let pairs = words.windows(2).filter_map(|pair| {
        let number: u32 = pair[0].parse().ok().filter(|number| (1..=MOST).contains(number))?;
        Some((Item::from_name(pair[1])?, number))
    });
    let mut most: BTreeMap<Item, u32> = BTreeMap::new();
    for (item, number) in pairs {
        let known = most.entry(item).or_insert(number);
        *known = (*known).max(number);
    }
    most.into_iter().collect()
}

/// Things that are worth having too, where the prompt says so.
pub fn worth_having(question: &Question<'_>, planner: &Planner) -> Vec<(Item, u32)> {
    let worth = question.data("facts")["worth_having_too"].as_array().into_iter().flatten();
    let read = worth.take(MOST_PARTS).filter_map(|thing| {
        let count = count(&thing["count"]);
        let said = thing["any_of"].as_str()?;
        let said = said.strip_suffix(" or the like").unwrap_or(said);
        let names = said.split(" or ").map(|name| name.strip_prefix("any ").unwrap_or(name));
        let any_of: Vec<Item> = names.filter_map(named_items).flatten().collect();
        let held: u32 = any_of.iter().map(|item| question.scene.count(*item)).sum();
        (held < count).then(|| choice(question, planner, &any_of, count)).flatten().map(|item| (item, count))
    });
    read.collect()
}
