//! Running a plan on the rules: which step fails first, and what is carried at the end.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::{Fuel, Given, Kind, Step, ToolNeed, Way};
use crate::dig::{KEPT_USES, is_good_pickaxe};
use crate::smelt::burn_ticks;
use crate::{Block, Enchantment, Enchantments, Item, ItemStack, recipe};

/// What a step lacks.
#[derive(Clone, Debug, PartialEq)]
pub struct Shortage {
    /// Which step, from 0.
    pub step: usize,
    /// What is missing.
    pub missing: Missing,
}

/// What can be missing.
#[derive(Clone, Debug, PartialEq)]
pub enum Missing {
    /// So many more of an item.
    Items(Item, u32),
    /// A tool, or the use that is left of it.
    Tool(ToolNeed),
    /// A block to do it at.
    Station(Block),
    /// Fuel for so many more ticks.
    Fuel(u32),
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} lacks ", self.step + 1)?;
        match &self.missing {
            Missing::Items(item, count) => write!(f, "{count} {item}"),
            Missing::Tool(need) => write!(f, "{need}"),
            Missing::Station(block) => write!(f, "a {block}"),
            Missing::Fuel(ticks) => write!(f, "fuel for {ticks} ticks"),
        }
    }
}

/// Runs the steps in order, chance giving its mean, and returns what is carried afterwards.
///
/// # Errors
/// The first step that cannot be done.
pub fn check(steps: &[Step], given: &Given) -> Result<Stock, Shortage> {
    let mut stock = Stock::of(given);
    for (index, step) in steps.iter().enumerate() {
        stock.perform(step).map_err(|missing| Shortage { step: index, missing })?;
    }
    Ok(stock)
}

/// What is carried and at hand while a plan runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stock {
    /// Everything that does not wear, by item.
    pub items: BTreeMap<Item, u32>,
    /// Everything that wears.
    pub tools: Vec<ItemStack>,
    /// Blocks at hand to work at.
    pub stations: BTreeSet<Block>,
}

impl Stock {
    /// What one starts with.
    pub fn of(given: &Given) -> Stock {
        let mut stock = Stock { stations: given.stations.iter().copied().collect(), ..Stock::default() };
        for stack in given.items {
            stock.add_stack(*stack);
        }
        stock
    }

    /// How many of an item there are, worn ones included.
    pub fn count(&self, item: Item) -> u32 {
        let worn = self.tools.iter().filter(|tool| tool.item == item).count() as u32;
        worn + self.items.get(&item).copied().unwrap_or(0)
    }

    /// Adds new pieces.
    pub fn add(&mut self, item: Item, count: u32) {
        if item.durability().is_some() {
            self.tools.extend((0..count).map(|_| ItemStack::new(item, 1)));
        } else if count > 0 {
            *self.items.entry(item).or_insert(0) += count;
        }
    }

    fn add_stack(&mut self, stack: ItemStack) {
        if stack.item.durability().is_some() {
            self.tools.extend((0..stack.count).map(|_| ItemStack { count: 1, ..stack }));
        } else {
            self.add(stack.item, u32::from(stack.count));
        }
    }

    /// Adds what a way gave; enchanting a tool gives it Silk Touch.
    pub(super) fn receive(&mut self, way: &Way, count: u32) {
        if way.gives_silk_touch() {
            let enchantments = Enchantments::NONE.with(Enchantment::SilkTouch, 1);
            let stack = ItemStack { enchantments, ..ItemStack::new(way.item, 1) };
            self.tools.extend((0..count).map(|_| stack));
        } else {
            self.add(way.item, count);
        }
    }

    /// Takes up to `count` of an item away, the plainest and most worn first, and tells how many.
    pub fn take(&mut self, item: Item, count: u32) -> u32 {
        if item.durability().is_some() {
            let mut taken = 0;
            while taken < count {
                let least = (0..self.tools.len())
                    .filter(|index| self.tools[*index].item == item)
                    .max_by_key(|index| (self.tools[*index].enchantments.is_empty(), self.tools[*index].damage));
                let Some(index) = least else { break };
                self.tools.remove(index);
                taken += 1;
            }
            return taken;
        }
        let Some(have) = self.items.get_mut(&item) else { return 0 };
        let taken = count.min(*have);
        *have -= taken;
        if *have == 0 {
            self.items.remove(&item);
        }
        taken
    }

    /// Takes away those of an item that bear an enchantment, which no table enchants again (`ItemStack.isEnchantable`).
    pub(super) fn set_enchanted_aside(&mut self, item: Item) -> Vec<ItemStack> {
        self.tools.extract_if(.., |tool| tool.item == item && !tool.enchantments.is_empty()).collect()
    }

    /// Uses that the tools at hand have left for a way.
    pub(super) fn uses_left(&self, way: &Way) -> u32 {
        let suiting = self.tools.iter().filter(|tool| way.suits(tool));
        suiting.filter_map(|tool| tool.uses_left()).map(u32::from).sum()
    }

    /// Wears the tools at hand that will do, the plainest first, by so many uses; false if they do not last.
    pub fn wear(&mut self, need: ToolNeed, uses: u32) -> bool {
        let level = |tool: &ItemStack| tool.item.tool().map(|tool| tool.tier.level());
        let plainest = |tools: &[ItemStack]| {
            let fitting = tools.iter().enumerate().filter(|(_, tool)| need.accepts(tool));
            let least = fitting.min_by_key(|(_, tool)| (tool.level(Enchantment::SilkTouch), level(tool), tool.item));
            least.map(|(index, _)| index)
        };
        self.use_up(uses, plainest) == 0
    }

    /// Wears the tools that a step is done with; false if it needs one and they do not last.
    pub(super) fn wear_on(&mut self, step: &Step) -> bool {
        let without = self.use_up(step.times, |tools| step.tool_among(tools.iter().copied().enumerate()));
        without == 0 || step.way.tool.is_none()
    }

    /// Uses one tool after the other, and tells how many uses there was none for.
    fn use_up(&mut self, mut uses: u32, choose: impl Fn(&[ItemStack]) -> Option<usize>) -> u32 {
        while uses > 0
            && let Some(index) = choose(&self.tools)
        {
            let tool = &mut self.tools[index];
            let left = tool.uses_left().unwrap_or(1);
            // Another one may be chosen once the last uses are kept.
            let now = if is_good_pickaxe(tool) && left > KEPT_USES { left - KEPT_USES } else { left };
            let now = u32::from(now).min(uses);
            tool.damage += now as u16;
            uses -= now;
            if tool.uses_left() == Some(0) {
                self.tools.remove(index);
            }
        }
        uses
    }

    /// Whether there is such a block at hand, or one to put down and take back.
    pub fn has_station(&self, block: Block) -> bool {
        self.stations.contains(&block) || block.item().is_some_and(|item| self.count(item) > 0)
    }

    /// Does one step.
    ///
    /// # Errors
    /// What it lacks; nothing is changed then.
    pub fn perform(&mut self, step: &Step) -> Result<(), Missing> {
        let mut after = self.clone();
        if let Some(station) = step.station().filter(|station| !after.has_station(*station)) {
            return Err(Missing::Station(station));
        }
        if let Some(item) = step.way.carries.filter(|item| after.count(*item) == 0) {
            return Err(Missing::Items(item, 1));
        }
        if !after.wear_on(step)
            && let Some(need) = step.way.tool
        {
            return Err(Missing::Tool(need));
        }
        if let Kind::Smelt { .. } = step.way.kind {
            let Fuel { item, count } = step.fuel.unwrap_or(Fuel { item: Item::COAL, count: 0 });
            let pieces = Fuel::pieces(item, &step.materials, 1).unwrap_or(u32::MAX);
            if count < pieces {
                let burns = u32::from(burn_ticks(item).unwrap_or(0));
                return Err(Missing::Fuel(burns * (pieces - count)));
            }
        }
        let enchanted = if step.way.gives_silk_touch() { after.set_enchanted_aside(step.item) } else { Vec::new() };
        let burnt = step.fuel.map(|fuel| (fuel.item, fuel.count));
        for (item, count) in step.materials.iter().copied().chain(burnt) {
            let taken = after.take(item, count);
            if taken < count {
                return Err(Missing::Items(item, count - taken));
            }
            if let Some(left) = recipe::remainder(item) {
                let poured = matches!(step.way.kind, Kind::Interact(..));
                after.add(left, if poured { 0 } else { count });
            }
        }
        after.tools.extend(enchanted);
        after.receive(step.way, step.count);
        *self = after;
        Ok(())
    }
}
