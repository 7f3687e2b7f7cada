//! The steps of a plan.

use std::fmt;

use super::{Action, Kind, Place, Way};
use crate::dig::{best_tool, is_kept};
use crate::smelt::{Cooker, burn_ticks};
use crate::{Block, EntityKind, Item, ItemStack};

/// What furnaces burn for a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fuel {
    /// What.
    pub item: Item,
    /// How many pieces. With more than one furnace takes the work is shared out among several.
    pub count: u32,
}

impl Fuel {
    /// Furnaces that share out the work of a step at most.
    pub const FURNACES: u32 = 4;

    /// Pieces of a fuel that so many furnaces burn which share out what is smelted, one kind of it after the other;
    /// what is left of a piece at the end is lost. `None` for what does not burn.
    pub fn pieces(fuel: Item, materials: &[(Item, u32)], furnaces: u32) -> Option<u32> {
        let burns = u32::from(burn_ticks(fuel)?);
        let share = |count: u32| (count * u32::from(Cooker::Furnace.ticks())).div_ceil(burns);
        let kind = |(_, count): &(Item, u32)| shares(*count, furnaces).map(share).sum::<u32>();
        Some(materials.iter().map(kind).sum())
    }

    /// The most furnaces for which there is enough of it; none if there is not enough for one.
    pub fn furnaces(self, materials: &[(Item, u32)]) -> u32 {
        let feeds = |furnaces: &u32| Fuel::pieces(self.item, materials, *furnaces).is_some_and(|n| n <= self.count);
        (1..=Fuel::FURNACES).rev().find(feeds).unwrap_or(0)
    }
}

/// So many things shared out evenly among some furnaces, those that get nothing left out.
pub fn shares(count: u32, furnaces: u32) -> impl Iterator<Item = u32> {
    let share = count.div_ceil(furnaces.max(1)).max(1);
    (0..count.div_ceil(share)).map(move |index| share.min(count - index * share))
}

/// One step of a plan: go some way so many times, and have so many more of its item.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The way that is gone.
    pub way: &'static Way,
    /// What there is more of afterwards.
    pub item: Item,
    /// How many more.
    pub count: u32,
    /// How often the way is gone; where chance decides, about how often.
    pub times: u32,
    /// What is used up.
    pub materials: Vec<(Item, u32)>,
    /// What is burnt.
    pub fuel: Option<Fuel>,
    /// The tool in the hand; `None` where whatever digs fastest then will do, or the bare hand.
    pub tool: Option<Item>,
    /// About how many ticks it takes.
    pub ticks: f32,
}

impl Step {
    /// The word for what is done: mine, craft, smelt ...
    pub fn kind(&self) -> &'static str {
        self.way.kind.word()
    }

    /// The block dug, grown or acted on.
    pub fn block(&self) -> Option<Block> {
        self.way.kind.block()
    }

    /// The mob killed or acted on.
    pub fn mob(&self) -> Option<EntityKind> {
        self.way.kind.mob()
    }

    /// What is done, if it is none of the ordinary kinds.
    pub fn action(&self) -> Option<Action> {
        match self.way.kind {
            Kind::Interact(action, _) => Some(action),
            _ => None,
        }
    }

    /// The block it is done at.
    pub fn station(&self) -> Option<Block> {
        self.way.station
    }

    /// Where it is done.
    pub fn place(&self) -> &'static Place {
        &self.way.place
    }

    /// Which of the carried tools is in the hand for it: its own as long as there is one to be used, then what does as
    /// well; `None` if that is none of them. Hands and the check of plans both go by it.
    pub fn tool_among<I: Copy>(&self, tools: impl IntoIterator<Item = (I, ItemStack)>) -> Option<I> {
        let suiting: Vec<(I, ItemStack)> = tools.into_iter().filter(|(_, stack)| self.way.suits(stack)).collect();
        let own: Vec<(I, ItemStack)> =
            suiting.iter().copied().filter(|(_, stack)| Some(stack.item) == self.tool && !is_kept(stack)).collect();
        let tools = if own.is_empty() { suiting } else { own };
        let fastest = match self.way.kind {
            Kind::Mine(block) => best_tool(tools.iter().copied(), block.state()),
            _ => None,
        };
        let tier = |stack: &ItemStack| stack.item.tool().map(|tool| tool.tier.level());
        let plainest = || tools.iter().min_by_key(|(_, stack)| (tier(stack), stack.item)).map(|(which, _)| *which);
        fastest.or_else(|| self.way.tool.and_then(|_| plainest()))
    }
}

impl fmt::Display for Step {
    /// `mine 3 cobblestone from stone with wooden_pickaxe`, `craft 1 furnace from 8 cobblestone at crafting_table`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action() {
            Some(action) => write!(f, "{}", words(action))?,
            None => write!(f, "{}", self.kind())?,
        }
        write!(f, " {} {}", self.count, self.item)?;
        let mut joint = " from";
        if let Some(block) = self.block().filter(|block| Some(*block) != self.station()) {
            write!(f, "{joint} {block}")?;
            joint = " and";
        }
        if let Some(mob) = self.mob() {
            write!(f, "{joint} {mob}")?;
            joint = " and";
        }
        for (item, count) in &self.materials {
            write!(f, "{joint} {count} {item}")?;
            joint = " and";
        }
        if let Some(fuel) = self.fuel {
            write!(f, " burning {} {}", fuel.count, fuel.item)?;
        }
        if let Some(tool) = self.tool {
            write!(f, " with {tool}")?;
        }
        match self.station() {
            Some(station) => write!(f, " at {station}"),
            None => Ok(()),
        }
    }
}

fn words(action: Action) -> &'static str {
    match action {
        Action::Shear => "shear",
        Action::DyeThenShear => "dye, then shear",
        Action::UseBucket => "fill buckets for",
        Action::UseBottle => "fill bottles for",
        Action::UseBowl => "fill bowls for",
        Action::Strip => "strip",
        Action::BoneMeal => "scatter bone meal for",
        Action::Compost => "compost for",
        Action::Fish => "fish",
        Action::Enchant => "enchant",
        Action::Wait => "wait for",
        Action::Unleash => "unleash for",
        Action::Soak => "soak for",
    }
}
