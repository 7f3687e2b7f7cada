//! What can be wanted.

use std::fmt;
use std::sync::Arc;

use anima_rules::{Biome, Block, EntityKind, Item};

use crate::Blueprint;

/// Some things of which any will do, taken together: `any log`, or one item alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneOf<T> {
    /// What they are called together.
    pub name: String,
    /// The things; never empty.
    pub any_of: Vec<T>,
}

impl<T: Copy + PartialEq + fmt::Display> OneOf<T> {
    /// One thing alone.
    pub fn just(one: T) -> OneOf<T> {
        OneOf { name: one.to_string(), any_of: vec![one] }
    }

    /// Whether it is one of them.
    pub fn contains(&self, one: T) -> bool {
        self.any_of.contains(&one)
    }
}

impl<T> fmt::Display for OneOf<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let any = if self.any_of.len() > 1 { "any " } else { "" };
        write!(f, "{any}{}", self.name)
    }
}

/// What is to be true. [`Holds`](Condition::Holds), [`Wears`](Condition::Wears), [`InChest`](Condition::InChest) and
/// [`Built`](Condition::Built) are states of the world; the others count from when the goal began. What they mean to
/// the last detail is in [`Judge`](crate::Judge), which decides by observations alone.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// So many of some items are carried: in the 36 slots, worn, or in the off hand.
    Holds {
        /// The items.
        items: OneOf<Item>,
        /// How many together, from 1.
        count: u32,
    },
    /// One of some items is worn as armour, or held in the off hand.
    Wears {
        /// The items.
        items: OneOf<Item>,
    },
    /// So many of some items lie in one chest, as last seen in a window that was opened.
    InChest {
        /// The items.
        items: OneOf<Item>,
        /// How many together, from 1.
        count: u32,
    },
    /// A blueprint stands somewhere, every cell of it seen.
    Built {
        /// What is to stand.
        blueprint: Arc<Blueprint>,
    },
    /// So many mobs of some kinds were killed.
    Killed {
        /// The kinds.
        mobs: OneOf<EntityKind>,
        /// How many together, from 1.
        count: u32,
    },
    /// So many young of a kind were bred.
    Bred {
        /// The kind.
        mob: EntityKind,
        /// How many, from 1.
        count: u32,
    },
    /// So many of some items were crafted, or taken from a furnace or the like.
    Crafted {
        /// The items.
        items: OneOf<Item>,
        /// How many together, from 1.
        count: u32,
    },
    /// So many blocks were put down.
    Placed {
        /// The items that were.
        items: OneOf<Item>,
        /// How many together, from 1.
        count: u32,
    },
    /// So many seeds, saplings or the like were planted.
    Planted {
        /// The items that were.
        items: OneOf<Item>,
        /// How many together, from 1.
        count: u32,
    },
    /// The feet were within two blocks of a place.
    At {
        /// East.
        x: i32,
        /// Height, if it matters.
        y: Option<i32>,
        /// South.
        z: i32,
    },
    /// The player stood in one of some biomes.
    Explored {
        /// The biomes.
        biomes: OneOf<Biome>,
    },
    /// So many nights were slept through in a bed.
    Slept {
        /// How many, from 1.
        nights: u32,
    },
    /// So many dawns were seen, without a death.
    Survived {
        /// How many, from 1.
        dawns: u32,
    },
    /// All of these.
    All(Vec<Condition>),
    /// At least one of these.
    Any(Vec<Condition>),
}

/// The items that are planted, with the block each becomes.
pub const PLANTS: &[(Item, Block)] = &[
    (Item::WHEAT_SEEDS, Block::WHEAT),
    (Item::BEETROOT_SEEDS, Block::BEETROOTS),
    (Item::CARROT, Block::CARROTS),
    (Item::POTATO, Block::POTATOES),
    (Item::PUMPKIN_SEEDS, Block::PUMPKIN_STEM),
    (Item::MELON_SEEDS, Block::MELON_STEM),
    (Item::SUGAR_CANE, Block::SUGAR_CANE),
    (Item::CACTUS, Block::CACTUS),
    (Item::BAMBOO, Block::BAMBOO_SAPLING),
    (Item::SWEET_BERRIES, Block::SWEET_BERRY_BUSH),
    (Item::COCOA_BEANS, Block::COCOA),
    (Item::OAK_SAPLING, Block::OAK_SAPLING),
    (Item::SPRUCE_SAPLING, Block::SPRUCE_SAPLING),
    (Item::BIRCH_SAPLING, Block::BIRCH_SAPLING),
    (Item::JUNGLE_SAPLING, Block::JUNGLE_SAPLING),
    (Item::ACACIA_SAPLING, Block::ACACIA_SAPLING),
    (Item::DARK_OAK_SAPLING, Block::DARK_OAK_SAPLING),
];

/// The block that a planted item becomes; `None` for what is not planted.
pub fn planted(item: Item) -> Option<Block> {
    PLANTS.iter().find(|(seed, _)| *seed == item).map(|(_, block)| *block)
}

impl Condition {
    /// Holding some of one item.
    pub fn holds(item: Item, count: u32) -> Condition {
        Condition::Holds { items: OneOf::just(item), count }
    }

    /// How much of it is wanted: things, mobs, nights, dawns; 1 of what is so or is not.
    pub fn wanted(&self) -> u32 {
        match self {
            Condition::Holds { count, .. }
            | Condition::InChest { count, .. }
            | Condition::Killed { count, .. }
            | Condition::Bred { count, .. }
            | Condition::Crafted { count, .. }
            | Condition::Placed { count, .. }
            | Condition::Planted { count, .. } => *count,
            Condition::Slept { nights } => *nights,
            Condition::Survived { dawns } => *dawns,
            _ => 1,
        }
    }

    /// The conditions that it is made of, `All` and `Any` taken apart, in order.
    pub fn leaves(&self) -> Vec<&Condition> {
        match self {
            Condition::All(parts) | Condition::Any(parts) => parts.iter().flat_map(Condition::leaves).collect(),
            leaf => vec![leaf],
        }
    }

    /// Whether judging it asks for the game's statistics ([`anima_body::Tally`]).
    pub fn asks_for_tally(&self) -> bool {
        self.leaves().into_iter().any(|leaf| {
            matches!(
                leaf,
                Condition::Killed { .. }
                    | Condition::Bred { .. }
                    | Condition::Crafted { .. }
                    | Condition::Placed { .. }
                    | Condition::Planted { .. }
                    | Condition::Slept { .. }
            )
        })
    }
}

impl fmt::Display for Condition {
    /// Words that mean it again: see [`Condition::parse`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: &u32| if *count == 1 { "" } else { "s" };
        let joined = |f: &mut fmt::Formatter<'_>, parts: &[Condition], word: &str| {
            for (index, part) in parts.iter().enumerate() {
                write!(f, "{}{part}", if index > 0 { word } else { "" })?;
            }
            Ok(())
        };
        match self {
            Condition::Holds { items, count } => write!(f, "obtain {count} {items}"),
            Condition::Wears { items } => write!(f, "wear {items}"),
            Condition::InChest { items, count } => write!(f, "put {count} {items} in a chest"),
            Condition::Built { blueprint } => write!(f, "build {}", blueprint.name),
            Condition::Killed { mobs, count } => write!(f, "kill {count} {mobs}"),
            Condition::Bred { mob, count } => write!(f, "breed {count} {mob}"),
            Condition::Crafted { items, count } => write!(f, "craft {count} {items}"),
            Condition::Placed { items, count } => write!(f, "place {count} {items}"),
            Condition::Planted { items, count } => write!(f, "plant {count} {items}"),
            Condition::At { x, y: Some(y), z } => write!(f, "go to {x} {y} {z}"),
            Condition::At { x, y: None, z } => write!(f, "go to {x} {z}"),
            Condition::Explored { biomes } => write!(f, "explore {biomes}"),
            Condition::Slept { nights: 1 } => f.write_str("sleep"),
            Condition::Slept { nights } => write!(f, "sleep {nights} nights"),
            Condition::Survived { dawns } => write!(f, "survive {dawns} night{}", plural(dawns)),
            Condition::All(parts) => joined(f, parts, " and "),
            Condition::Any(parts) => joined(f, parts, " or "),
        }
    }
}
