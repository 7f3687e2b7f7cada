//! The steps of a plan.

use std::fmt;

use super::{Action, Kind, Place, Way};
use crate::{Block, EntityKind, Item};

/// What a furnace burns for a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fuel {
    /// What.
    pub item: Item,
    /// How many pieces.
    pub count: u32,
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
    /// The tool in the hand.
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
