//! What blocks and mobs leave behind, items and experience, and what is fished.
//!
//! The loot tables of 1.19.4 (`data/minecraft/loot_tables`), written by hand: `minecraft-data` has the items but
//! no usable chances. Planners read the lines ([`of_block`], [`of_mob`]), worlds draw from them.

mod block;
mod fish;
mod mob;

use rand::{Rng, RngExt};

use crate::{BlockState, Enchantment, Item, ItemStack, ToolKind};

pub use block::{Breaker, block_experience, break_block, of_block};
pub use fish::Fishing;
pub use mob::{Kill, MobDrop, Pool, SHEEP_COLORS, kill_mob, mob_experience, of_mob};

/// What must be in the hand for a line of a block's loot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hand {
    /// Whatever harvests the block.
    Any,
    /// A tool with Silk Touch.
    SilkTouch,
    /// Anything without Silk Touch.
    NoSilkTouch,
    /// Shears.
    Shears,
    /// Anything but shears.
    NoShears,
    /// Shears, or a tool with Silk Touch.
    ShearsOrSilkTouch,
    /// Neither shears nor Silk Touch.
    NoShearsNorSilkTouch,
    /// A pickaxe without Silk Touch.
    Pickaxe,
    /// Anything but a pickaxe, without Silk Touch.
    NoPickaxe,
}

impl Hand {
    /// Whether this in the hand will do; harvesting is asked for elsewhere.
    pub fn accepts(self, held: Option<ItemStack>) -> bool {
        let silk = held.is_some_and(|stack| stack.level(Enchantment::SilkTouch) > 0);
        let kind = held.and_then(|stack| stack.item.tool()).map(|tool| tool.kind);
        let shears = kind == Some(ToolKind::Shears);
        let pickaxe = kind == Some(ToolKind::Pickaxe);
        match self {
            Hand::Any => true,
            Hand::SilkTouch => silk,
            Hand::NoSilkTouch => !silk,
            Hand::Shears => shears,
            Hand::NoShears => !shears,
            Hand::ShearsOrSilkTouch => shears || silk,
            Hand::NoShearsNorSilkTouch => !shears && !silk,
            Hand::Pickaxe => pickaxe && !silk,
            Hand::NoPickaxe => !pickaxe && !silk,
        }
    }
}

/// What Fortune does to a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fortune {
    /// Nothing.
    None,
    /// Multiplies, as for ores: by 2 to level + 1, or not at all.
    Ore,
    /// Adds 0 to this many per level.
    Uniform(u8),
    /// Gives one more of the line's extra tries per level.
    Tries,
    /// Replaces the chance, by level from 0.
    Chance(&'static [f32]),
}

/// A line of a block's loot: how many of an item, with what chance, if what is in the hand and the state allow it.
#[derive(Clone, Debug, PartialEq)]
pub struct Drop {
    /// What drops.
    pub item: Item,
    /// How few and how many, each number as likely; below 1 is none.
    pub count: (i8, i8),
    /// So many tries more, each of which adds one with this chance.
    pub extra: (u8, f32),
    /// The chance without Fortune.
    pub chance: f32,
    /// Only when the line before this one gave nothing.
    pub or_else: bool,
    /// What must be in the hand.
    pub hand: Hand,
    /// The property and value that the state must have.
    pub state: Option<(&'static str, &'static str)>,
    /// The number property that says how often it drops (layers, candles ...), or `faces`: once for each side.
    pub per: Option<&'static str>,
    /// What Fortune does.
    pub fortune: Fortune,
    /// More than this never drop.
    pub limit: u8,
}

impl Drop {
    /// Whether the state has what the line asks for.
    pub fn allows(&self, state: BlockState) -> bool {
        self.state.is_none_or(|(property, value)| state.property(property) == Some(value))
    }

    /// The mean number without Fortune, chance included; `or_else` is not looked at.
    pub fn mean(&self, state: BlockState) -> f32 {
        let (low, high) = (i32::from(self.count.0), i32::from(self.count.1));
        let sum: i32 = (low..=high).map(|n| n.max(0)).sum();
        let drawn = sum as f32 / (high - low + 1) as f32 + f32::from(self.extra.0) * self.extra.1;
        self.chance * drawn * f32::from(self.times(state))
    }

    /// How often the line drops for this state.
    fn times(&self, state: BlockState) -> u8 {
        match self.per {
            None => 1,
            Some("faces") => crate::Face::ALL.iter().filter(|face| state.is(face.name())).count() as u8,
            Some(property) => state.number(property).unwrap_or(1),
        }
    }

    /// How many drop this time.
    fn draw(&self, state: BlockState, fortune: u8, rng: &mut (impl Rng + ?Sized)) -> u32 {
        let chance = match self.fortune {
            Fortune::Chance(chances) => chances[usize::from(fortune).min(chances.len() - 1)],
            _ => self.chance,
        };
        if !happens(chance, rng) {
            return 0;
        }
        let mut count = uniform(self.count, rng) * i32::from(self.times(state));
        let tries = self.extra.0 + if self.fortune == Fortune::Tries { fortune } else { 0 };
        count += (0..tries).filter(|_| happens(self.extra.1, rng)).count() as i32;
        match self.fortune {
            // ApplyBonusLootFunction.OreDrops
            Fortune::Ore if fortune > 0 => count *= rng.random_range(-1..=i32::from(fortune)).max(0) + 1,
            Fortune::Uniform(each) => count += rng.random_range(0..=i32::from(each) * i32::from(fortune)),
            _ => {}
        }
        count.clamp(0, i32::from(self.limit)) as u32
    }
}

/// Whether something of this chance happens now; draws nothing for what always or never does.
fn happens(chance: f32, rng: &mut (impl Rng + ?Sized)) -> bool {
    chance >= 1.0 || (chance > 0.0 && rng.random::<f32>() < chance)
}

/// A whole number between both, each as likely.
fn uniform((low, high): (i8, i8), rng: &mut (impl Rng + ?Sized)) -> i32 {
    if low == high { i32::from(low) } else { rng.random_range(i32::from(low)..=i32::from(high)) }
}

/// Adds `count` of an item, in stacks no larger than a slot holds.
fn push(drops: &mut Vec<ItemStack>, item: Item, mut count: u32) {
    while count > 0 {
        let now = count.min(u32::from(item.stack_size()));
        drops.push(ItemStack::new(item, now as u8));
        count -= now;
    }
}
