//! What a question tells of the player: what is carried, what stands and lives near by.

use std::collections::{BTreeMap, BTreeSet};

use anima_rules::techtree::{Given, Stock};
use anima_rules::{Block, Item, ItemStack};
use serde_json::Value;

use crate::knowledge::words;
use crate::steps::MOST;

/// How far away something is taken to be that a sentence says is seen.
const IN_SIGHT: f32 = 16.0;
/// Kinds of items that are read of an inventory, far more than one holds.
const MOST_KINDS: usize = 64;

/// What is told of the player.
#[derive(Debug, Default)]
pub struct Scene {
    /// What is carried.
    pub carried: Vec<ItemStack>,
    /// Blocks to work at that stand near by.
    pub stations: Vec<Block>,
    /// Blocks and mobs that were seen, with how far away they are.
    near: BTreeMap<String, f32>,
    /// Whether there are no hostile mobs.
    pub peaceful: bool,
}

impl Scene {
    /// Reads the data of a question.
    pub fn of(data: &Value) -> Scene {
        let state = &data["state"];
        let mut near: BTreeMap<String, f32> = BTreeMap::new();
        let mut saw = |name: &str, away: f32| {
            let nearest = near.entry(name.to_owned()).or_insert(away);
            *nearest = nearest.min(away);
        };
        let seen = ["blocks_seen", "mobs_seen"].map(|list| state[list].as_array());
        for thing in seen.into_iter().flatten().flatten() {
            if let (Some(name), Some(away)) = (thing["what"].as_str(), thing["blocks_away"].as_f64()) {
                saw(name, away.clamp(0.0, 1000.0) as f32);
            }
        }
        let sentences = data["sentences"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for name in sentences.flat_map(words) {
            saw(name, IN_SIGHT);
        }
        let stations = state["stations_at_hand"].as_array().into_iter().flatten();
        Scene {
            carried: carried(&data["inventory"]),
            stations: stations.filter_map(|name| Block::from_name(name.as_str()?)).collect(),
            near,
            peaceful: state["peaceful"] == true,
        }
    }

    /// What a plan starts from.
    pub fn given(&self) -> Given<'_> {
        Given { items: &self.carried, stations: &self.stations }
    }

    /// The same as what can be run on.
    pub fn stock(&self) -> Stock {
        Stock::of(&self.given())
    }

    /// How many of an item are carried.
    pub fn count(&self, item: Item) -> u32 {
        self.carried.iter().filter(|stack| stack.item == item).map(|stack| u32::from(stack.count)).sum()
    }

    /// The kinds of items that are carried.
    pub fn items(&self) -> BTreeSet<Item> {
        self.carried.iter().map(|stack| stack.item).collect()
    }

    /// How far away a block or a mob of this name is, if one was seen.
    pub fn away(&self, name: &str) -> Option<f32> {
        self.near.get(name).copied()
    }
}

fn carried(inventory: &Value) -> Vec<ItemStack> {
    let left = &inventory["uses_left_of_worn_tools"];
    let items = inventory["items"].as_object().into_iter().flatten();
    let counts = items.filter_map(|(name, count)| {
        let count = count.as_u64()?.min(MOST.into()) as u32;
        Some((Item::from_name(name).filter(|item| *item != Item::AIR)?, count))
    });
    let mut stacks = Vec::new();
    for (item, count) in counts.take(MOST_KINDS) {
        let size = u32::from(item.stack_size()).max(1);
        for index in 0..count.div_ceil(size) {
            let mut stack = ItemStack::new(item, (count - index * size).min(size) as u8);
            // One number is told for all tools of a kind: it is taken for that of one of them, the others for new.
            let uses = left[item.name()].as_u64().filter(|_| index == 0);
            if let (Some(uses), Some(durability)) = (uses, item.durability()) {
                let uses = uses.clamp(1, durability.into()) as u16;
                stack.damage = durability - uses;
            }
            stacks.push(stack);
        }
    }
    stacks
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_told_is_read_and_what_is_odd_left_out() {
        let scene = Scene::of(&json!({
            "inventory": {"items": {"oak_log": 70, "stone_pickaxe": 2, "gold": 3, "stick": -1, "air": 1},
                "uses_left_of_worn_tools": {"stone_pickaxe": 100}},
            "state": {"stations_at_hand": ["furnace", 7], "peaceful": true,
                "blocks_seen": [{"what": "iron_ore", "seen": 2, "blocks_away": 12.0}, {"what": "iron_ore", "blocks_away": 5},
                    {"what": 3}]},
            "sentences": ["I see a cow."],
        }));
        assert_eq!(scene.items(), BTreeSet::from([Item::OAK_LOG, Item::STONE_PICKAXE]));
        assert_eq!((scene.count(Item::OAK_LOG), scene.count(Item::STONE_PICKAXE)), (70, 2));
        let damages: Vec<u16> = scene.carried.iter().map(|stack| stack.damage).filter(|damage| *damage > 0).collect();
        assert_eq!(damages, [31]);
        assert_eq!((scene.stations.as_slice(), scene.peaceful), ([Block::FURNACE].as_slice(), true));
        assert_eq!((scene.away("iron_ore"), scene.away("cow"), scene.away("pig")), (Some(5.0), Some(16.0), None));
    }
}
