//! Acts as data.

use std::collections::BTreeMap;
use std::fmt;

use anima_intent::{Act, Sought};
use serde::{Deserialize, Serialize};

use crate::words::plain;

/// Characters of an id or word that are kept.
const LONGEST_WORD: usize = 100;
/// Characters of a note that are kept.
const LONGEST_NOTE: usize = 300;
/// Items that are kept of a list.
const MOST_AMOUNTS: usize = 64;

/// An act as data: a step as a model writes it in a plan, but for its rank. So what is recalled can be shown as a plan,
/// and read as one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ActData {
    /// What is done: the act's word ([`Act::word`]).
    pub kind: String,
    /// The one item that it gets, with how many; the mob, biome or item that it is about.
    pub object: Vec<Amount>,
    /// What it uses up, fuel included.
    #[serde(default)]
    pub materials: Vec<Amount>,
    /// The item in the hand, or else the block to work at.
    #[serde(default)]
    pub tool: Option<String>,
    /// The act in words.
    #[serde(default)]
    pub note: String,
}

/// So many of something.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Amount {
    /// The id.
    pub item: String,
    /// How many.
    pub count: u32,
}

impl Amount {
    /// So many of something.
    pub fn new(item: impl fmt::Display, count: u32) -> Amount {
        Amount { item: item.to_string(), count }
    }
}

impl ActData {
    /// What it is about without how many: `mine raw_iron`. Durations are kept by it.
    pub fn class(&self) -> String {
        match self.object.first() {
            Some(object) => format!("{} {}", self.kind, object.item),
            None => self.kind.clone(),
        }
    }

    pub(crate) fn bound(&mut self) {
        self.kind = plain(&self.kind, LONGEST_WORD);
        self.note = plain(&self.note, LONGEST_NOTE);
        self.tool = self.tool.take().map(|tool| plain(&tool, LONGEST_WORD));
        for list in [&mut self.object, &mut self.materials] {
            list.truncate(MOST_AMOUNTS);
            for amount in list {
                amount.item = plain(&amount.item, LONGEST_WORD);
            }
        }
    }
}

impl fmt::Display for ActData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.note.is_empty() {
            return f.write_str(&self.note);
        }
        f.write_str(&self.kind)?;
        self.object.iter().try_for_each(|Amount { item, count }| write!(f, " {count} {item}"))
    }
}

impl From<&Act> for ActData {
    fn from(act: &Act) -> ActData {
        let (mut materials, mut tool) = (Vec::new(), None);
        let object = match act {
            Act::Obtain(step) => {
                let mut used: BTreeMap<String, u32> = BTreeMap::new();
                let fuel = step.fuel.map(|fuel| (fuel.item, fuel.count));
                for (item, count) in step.materials.iter().copied().chain(fuel) {
                    *used.entry(item.to_string()).or_default() += count;
                }
                materials = used.into_iter().map(|(item, count)| Amount { item, count }).collect();
                tool = step.tool.map(|item| item.to_string()).or_else(|| Some(step.station()?.to_string()));
                vec![Amount::new(step.item, step.count)]
            }
            Act::Equip(item) | Act::Eat { item } | Act::Enchant { item } => vec![Amount::new(item, 1)],
            Act::Kill { mob, count } | Act::Shoot { mob, count } => vec![Amount::new(mob, *count)],
            Act::Breed { mob, food, count } => {
                materials = vec![Amount::new(food, 2 * count)];
                vec![Amount::new(mob, *count)]
            }
            Act::Explore(sought) | Act::Approach(sought) => vec![Amount::new(id(sought), 1)],
            Act::Use { item, on } => {
                tool = item.map(|item| item.to_string());
                on.iter().map(|sought| Amount::new(id(sought), 1)).collect()
            }
            Act::Place { item, count, .. }
            | Act::Deposit { item, count }
            | Act::Withdraw { item, count }
            | Act::Plant { seeds: item, count } => vec![Amount::new(item, *count)],
            Act::Harvest { crop, count } => vec![Amount::new(crop, *count)],
            Act::Build { blueprint, to_lay } => {
                materials = to_lay.iter().map(|(item, count)| Amount::new(item, *count)).collect();
                vec![Amount::new(&blueprint.name, 1)]
            }
            Act::GoTo { .. }
            | Act::DigDown { .. }
            | Act::GoUp
            | Act::Fish { .. }
            | Act::Sleep
            | Act::Wait { .. }
            | Act::Fetch { .. } => Vec::new(),
        };
        ActData { kind: act.word().to_owned(), object, materials, tool, note: act.to_string() }
    }
}

/// The id of what is sought; of several that are called something together, that name.
fn id(sought: &Sought) -> &str {
    match sought {
        Sought::Blocks(blocks) => &blocks.name,
        Sought::Mob(mob) => mob.name(),
        Sought::Biomes(biomes) => &biomes.name,
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::{Given, plan};
    use anima_rules::{EntityKind, Item};

    use super::*;

    #[test]
    fn an_act_is_told_as_a_step_of_a_plan() {
        let given = Given { items: &[], stations: &[] };
        let steps = plan(Item::STONE_PICKAXE, 1, &given).expect("it can be made").steps;
        let acts: Vec<ActData> = steps.into_iter().map(|step| ActData::from(&Act::Obtain(step))).collect();
        let last = acts.last().expect("there are steps");
        assert_eq!((last.kind.as_str(), last.class().as_str()), ("craft", "craft stone_pickaxe"));
        assert_eq!(last.materials, [Amount::new("cobblestone", 3), Amount::new("stick", 2)]);
        assert_eq!(last.tool.as_deref(), Some("crafting_table"));
        let cobble = acts.iter().find(|act| act.class() == "mine cobblestone").expect("stone is mined");
        assert_eq!(
            (cobble.object.as_slice(), cobble.tool.as_deref()),
            (&[Amount::new("cobblestone", 3)][..], Some("wooden_pickaxe"))
        );
        let cows = ActData::from(&Act::Breed { mob: EntityKind::COW, food: Item::WHEAT, count: 1 });
        assert_eq!((cows.class().as_str(), cows.materials), ("breed cow", vec![Amount::new("wheat", 2)]));
        let json = serde_json::to_string(last).expect("it is data");
        assert_eq!(serde_json::from_str::<ActData>(&json).expect("it reads back"), *last);
    }
}
