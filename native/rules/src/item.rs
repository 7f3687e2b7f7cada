//! Items and stacks of them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::block::Block;
use crate::enchantment::{Enchantment, Enchantments};
use crate::entity::shown_by_name;
use crate::table::tables;

/// An item, by its 1.19.4 registry id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item(pub(crate) u16);

/// What eating an item gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Food {
    /// Half drumsticks, 1..=20.
    pub points: u8,
    /// Saturation, already multiplied out.
    pub saturation: f32,
}

/// The five kinds of digging and fighting tools, and shears.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ToolKind {
    Pickaxe,
    Axe,
    Shovel,
    Hoe,
    Sword,
    Shears,
}

/// What a tool is made of, ordered by what it can harvest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Tier {
    Wood,
    Gold,
    Stone,
    Iron,
    Diamond,
    Netherite,
}

impl Tier {
    /// What it harvests: 0 wood and gold, 1 stone, 2 iron, 3 diamond, 4 netherite.
    pub const fn level(self) -> u8 {
        match self {
            Tier::Wood | Tier::Gold => 0,
            Tier::Stone => 1,
            Tier::Iron => 2,
            Tier::Diamond => 3,
            Tier::Netherite => 4,
        }
    }

    /// How fast it digs what its kind is good at.
    pub const fn speed(self) -> f32 {
        match self {
            Tier::Wood => 2.0,
            Tier::Stone => 4.0,
            Tier::Iron => 6.0,
            Tier::Diamond => 8.0,
            Tier::Netherite => 9.0,
            Tier::Gold => 12.0,
        }
    }
}

/// A tool's kind and tier; shears count as iron.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tool {
    /// What it is for.
    pub kind: ToolKind,
    /// What it is made of.
    pub tier: Tier,
}

impl Item {
    /// The item with this registry id.
    pub fn from_id(id: u16) -> Option<Item> {
        (usize::from(id) < Item::COUNT).then_some(Item(id))
    }

    /// The item with this name, with or without `minecraft:`.
    pub fn from_name(name: &str) -> Option<Item> {
        let name = name.strip_prefix("minecraft:").unwrap_or(name);
        tables().item_ids.get(name).copied()
    }

    /// Every item, in id order.
    pub fn all() -> impl Iterator<Item = Item> {
        (0..Item::COUNT as u16).map(Item)
    }

    /// The registry id.
    pub fn id(self) -> u16 {
        self.0
    }

    /// The name, without namespace.
    pub fn name(self) -> &'static str {
        &tables().items[usize::from(self.0)].name
    }

    /// The name shown to players, in English.
    pub fn title(self) -> &'static str {
        &tables().items[usize::from(self.0)].title
    }

    /// How many fit in one slot: 1, 16 or 64.
    pub fn stack_size(self) -> u8 {
        tables().items[usize::from(self.0)].stack
    }

    /// How much use it stands; `None` if it does not wear.
    pub fn durability(self) -> Option<u16> {
        tables().items[usize::from(self.0)].durability
    }

    /// What eating it gives.
    pub fn food(self) -> Option<Food> {
        tables().items[usize::from(self.0)].food
    }

    /// Its kind and tier, if it is a tool.
    pub fn tool(self) -> Option<Tool> {
        tables().items[usize::from(self.0)].tool
    }

    /// The block that using it places (seeds place their crop); `None` for all other items.
    pub fn block(self) -> Option<Block> {
        tables().items[usize::from(self.0)].block
    }
}

shown_by_name!(Item);

/// One or more of an item in a slot; an empty slot is `Option::None`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ItemStack {
    /// What it is.
    pub item: Item,
    /// How many, from 1.
    pub count: u8,
    /// Wear, 0 when new.
    pub damage: u16,
    /// What it is enchanted with.
    pub enchantments: Enchantments,
}

impl ItemStack {
    /// `count` new, plain pieces.
    pub const fn new(item: Item, count: u8) -> ItemStack {
        ItemStack { item, count, damage: 0, enchantments: Enchantments::NONE }
    }

    /// Whether both could lie in one slot, counts aside.
    pub fn stacks_with(&self, other: &ItemStack) -> bool {
        self.item == other.item && self.damage == other.damage && self.enchantments == other.enchantments
    }

    /// How many more fit on this stack.
    pub fn room(&self) -> u8 {
        self.item.stack_size().saturating_sub(self.count)
    }

    /// The same with another count, or `None` for zero.
    pub fn with_count(self, count: u8) -> Option<ItemStack> {
        (count > 0).then_some(ItemStack { count, ..self })
    }

    /// The level of one of its enchantments.
    pub fn level(&self, enchantment: Enchantment) -> u8 {
        self.enchantments.level(enchantment)
    }

    /// Uses left before it breaks; `None` if it does not wear.
    pub fn uses_left(&self) -> Option<u16> {
        self.item.durability().map(|durability| durability.saturating_sub(self.damage))
    }
}

impl fmt::Debug for ItemStack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.count, self.item)?;
        if self.damage > 0 {
            write!(f, " (worn {})", self.damage)?;
        }
        if self.enchantments.is_empty() { Ok(()) } else { write!(f, " {:?}", self.enchantments) }
    }
}
