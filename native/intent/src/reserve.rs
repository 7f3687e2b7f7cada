//! What a goal still needs of the things carried.

use std::collections::BTreeMap;

use anima_rules::tags::ItemTag;
use anima_rules::{Block, Item};

use crate::{Act, Condition};

/// What is not to be eaten, built with, thrown away or stored, for it is needed: so many of each item, once they are
/// there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reserve {
    kept: BTreeMap<Item, u32>,
}

impl Reserve {
    /// What some acts use up and are done with, and what the goal asks to hold in the end.
    pub fn of<'a>(goal: &Condition, acts: impl IntoIterator<Item = &'a Act>) -> Reserve {
        let mut reserve = Reserve::default();
        for leaf in goal.leaves() {
            if let Condition::Holds { items, count } = leaf {
                items.any_of.iter().for_each(|item| reserve.add(*item, *count));
            }
        }
        acts.into_iter().for_each(|act| reserve.keep_for(act));
        reserve
    }

    /// How many of an item are kept.
    pub fn count(&self, item: Item) -> u32 {
        self.kept.get(&item).copied().unwrap_or(0)
    }

    /// Keeps so many more.
    fn add(&mut self, item: Item, more: u32) {
        let count = self.kept.entry(item).or_default();
        *count = count.saturating_add(more);
    }

    /// Keeps one, for all that use it.
    fn keep_one(&mut self, item: Item) {
        self.kept.entry(item).or_insert(1);
    }

    fn keep_for(&mut self, act: &Act) {
        match act {
            Act::Obtain(step) => {
                let fuel = step.fuel.map(|fuel| (fuel.item, fuel.count));
                for (item, count) in step.materials.iter().copied().chain(fuel) {
                    self.add(item, count);
                }
                let station = step.station().and_then(Block::item);
                [step.tool, step.way.carries, station].into_iter().flatten().for_each(|item| self.keep_one(item));
            }
            Act::Equip(item) | Act::Eat { item } | Act::Use { item: Some(item), .. } => self.keep_one(*item),
            Act::Place { item, count, .. } | Act::Deposit { item, count } => self.add(*item, *count),
            Act::Plant { seeds, count } => self.add(*seeds, *count),
            Act::Breed { food, count, .. } => self.add(*food, 2 * count),
            Act::Build { to_lay, .. } => to_lay.iter().for_each(|(item, count)| self.add(*item, *count)),
            Act::Sleep => ItemTag::Beds.members().iter().for_each(|bed| self.keep_one(*bed)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::techtree::{Given, plan};

    use super::*;

    #[test]
    fn what_acts_use_up_and_the_goal_asks_for_is_kept() {
        let steps = plan(Item::STONE_PICKAXE, 1, &Given::default()).expect("a plan").steps;
        let acts: Vec<Act> = steps.into_iter().map(Act::Obtain).chain([Act::Equip(Item::SHIELD)]).collect();
        let reserve = Reserve::of(&Condition::holds(Item::STONE_PICKAXE, 1), &acts);
        let kept =
            [Item::COBBLESTONE, Item::STICK, Item::STONE_PICKAXE, Item::CRAFTING_TABLE, Item::SHIELD, Item::DIRT];
        assert_eq!(kept.map(|item| reserve.count(item)), [3, 4, 1, 1, 1, 0]);
    }
}
