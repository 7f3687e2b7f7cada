//! Why an act did not reach what it was for.

use std::borrow::Cow;
use std::fmt;

use anima_body::BlockPos;
use anima_rules::techtree::Missing;
use anima_rules::{Biome, Block, EntityKind, Item, Tool};
use serde::{Deserialize, Serialize};

/// The result of an act, or of a part of one.
pub type Outcome<T = ()> = Result<T, Reason>;

/// Why an act did not reach what it was for. A value, not an error: the mind reads it and plans anew. Strings are made
/// of it where a person reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "of", rename_all = "snake_case")]
pub enum Reason {
    /// A tool of this kind and at least this tier is needed.
    NeedsTool(Tool),
    /// Some items are missing.
    Missing {
        /// What.
        item: Item,
        /// How many more.
        count: u32,
    },
    /// None of the kind is known.
    NotFound(Thing),
    /// There is no way there, or none to any of several.
    Unreachable {
        /// Where to.
        what: Thing,
        /// How many of the kind are known; 1 for a single place.
        known: u32,
    },
    /// It is too far away to touch, or something is in between.
    OutOfReach(Thing),
    /// There is no room for what would be gained.
    InventoryFull,
    /// No place to put something down.
    NoPlace(Thing),
    /// Something more urgent came up.
    Interrupted(Thing),
    /// The player died.
    Died,
    /// The ticks for it are spent.
    TookTooLong,
    /// A click or key had another effect than it should, or the act ended without its postcondition.
    Unexpected(Cow<'static, str>),
    /// There is no skill for it.
    NoSkill(Cow<'static, str>),
}

/// What a [`Reason`] is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Thing {
    /// An item.
    Item(Item),
    /// A kind of block.
    Block(Block),
    /// A kind of mob.
    Mob(EntityKind),
    /// A biome.
    Biome(Biome),
    /// A cell of the world.
    Pos(BlockPos),
    /// A block at a place.
    BlockAt(Block, BlockPos),
    /// A height.
    Height(i32),
    /// Anything else, in words that follow "no".
    Named(Cow<'static, str>),
}

/// The kind of a [`Reason`] alone, as reports count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ReasonKind {
    NeedsTool,
    Missing,
    NotFound,
    Unreachable,
    OutOfReach,
    InventoryFull,
    NoPlace,
    Interrupted,
    Died,
    TookTooLong,
    Unexpected,
    NoSkill,
}

impl ReasonKind {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            ReasonKind::NeedsTool => "needs tool",
            ReasonKind::Missing => "missing item",
            ReasonKind::NotFound => "not found",
            ReasonKind::Unreachable => "unreachable",
            ReasonKind::OutOfReach => "out of reach",
            ReasonKind::InventoryFull => "inventory full",
            ReasonKind::NoPlace => "no place",
            ReasonKind::Interrupted => "interrupted",
            ReasonKind::Died => "died",
            ReasonKind::TookTooLong => "took too long",
            ReasonKind::Unexpected => "unexpected",
            ReasonKind::NoSkill => "no skill",
        }
    }
}

impl fmt::Display for ReasonKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<&Missing> for Reason {
    /// Why an act cannot be begun that lacks something.
    fn from(missing: &Missing) -> Reason {
        match missing {
            Missing::Items(item, count) => Reason::Missing { item: *item, count: *count },
            Missing::Tool(need) => Reason::NeedsTool(Tool { kind: need.kind, tier: need.tier }),
            Missing::Station(block) => Reason::not_found(*block),
            Missing::Fuel(_) => Reason::Missing { item: Item::COAL, count: 1 },
        }
    }
}

impl Reason {
    /// The kind alone.
    pub fn kind(&self) -> ReasonKind {
        match self {
            Reason::NeedsTool(_) => ReasonKind::NeedsTool,
            Reason::Missing { .. } => ReasonKind::Missing,
            Reason::NotFound(_) => ReasonKind::NotFound,
            Reason::Unreachable { .. } => ReasonKind::Unreachable,
            Reason::OutOfReach(_) => ReasonKind::OutOfReach,
            Reason::InventoryFull => ReasonKind::InventoryFull,
            Reason::NoPlace(_) => ReasonKind::NoPlace,
            Reason::Interrupted(_) => ReasonKind::Interrupted,
            Reason::Died => ReasonKind::Died,
            Reason::TookTooLong => ReasonKind::TookTooLong,
            Reason::Unexpected(_) => ReasonKind::Unexpected,
            Reason::NoSkill(_) => ReasonKind::NoSkill,
        }
    }

    /// None of the kind is known.
    pub fn not_found(what: impl Into<Thing>) -> Reason {
        Reason::NotFound(what.into())
    }

    /// There is no way to a single place.
    pub fn unreachable(what: impl Into<Thing>) -> Reason {
        Reason::Unreachable { what: what.into(), known: 1 }
    }

    /// It cannot be touched from here.
    pub fn out_of_reach(what: impl Into<Thing>) -> Reason {
        Reason::OutOfReach(what.into())
    }

    /// No place to put something down.
    pub fn no_place(what: impl Into<Thing>) -> Reason {
        Reason::NoPlace(what.into())
    }

    /// A click or key had another effect than it should.
    pub fn unexpected(what: impl Into<Cow<'static, str>>) -> Reason {
        Reason::Unexpected(what.into())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NeedsTool(tool) => {
                let (kind, tier) = (format!("{:?}", tool.kind), format!("{:?}", tool.tier));
                write!(f, "needs a {} of {} or better", kind.to_lowercase(), tier.to_lowercase())
            }
            Reason::Missing { item, count } => write!(f, "{count} {item} missing"),
            Reason::NotFound(what) => write!(f, "no {what} found"),
            Reason::Unreachable { what, known: 0 | 1 } => write!(f, "no way to {what}"),
            Reason::Unreachable { what, known } => write!(f, "no way to any of {known} known {what}"),
            Reason::OutOfReach(what) => write!(f, "{what} is out of reach"),
            Reason::InventoryFull => f.write_str("the inventory is full"),
            Reason::NoPlace(what) => write!(f, "no place for {what}"),
            Reason::Interrupted(by) => write!(f, "interrupted by {by}"),
            Reason::Died => f.write_str("died"),
            Reason::TookTooLong => f.write_str("took too long"),
            Reason::Unexpected(what) => f.write_str(what),
            Reason::NoSkill(what) => write!(f, "no skill for {what}"),
        }
    }
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thing::Item(item) => item.fmt(f),
            Thing::Block(block) => block.fmt(f),
            Thing::Mob(kind) => kind.fmt(f),
            Thing::Biome(biome) => biome.fmt(f),
            Thing::Pos(pos) => pos.fmt(f),
            Thing::BlockAt(block, pos) => write!(f, "the {block} at {pos}"),
            Thing::Height(y) => write!(f, "y {y}"),
            Thing::Named(name) => f.write_str(name),
        }
    }
}

macro_rules! is_a_thing {
    ($($kind:ty => $variant:ident),*) => {$(
        impl From<$kind> for Thing {
            fn from(one: $kind) -> Thing {
                Thing::$variant(one.into())
            }
        }
    )*};
}

is_a_thing!(Item => Item, Block => Block, EntityKind => Mob, Biome => Biome, BlockPos => Pos);
is_a_thing!(&'static str => Named, String => Named);

impl From<(Block, BlockPos)> for Thing {
    fn from((block, pos): (Block, BlockPos)) -> Thing {
        Thing::BlockAt(block, pos)
    }
}

#[cfg(test)]
mod tests {
    use anima_rules::{Tier, ToolKind};

    use super::*;

    #[test]
    fn a_reason_is_data_in_records_and_words_for_people() {
        let tool = Tool { kind: ToolKind::Pickaxe, tier: Tier::Stone };
        for (reason, words) in [
            (Reason::NeedsTool(tool), "needs a pickaxe of stone or better"),
            (Reason::Missing { item: Item::STICK, count: 2 }, "2 stick missing"),
            (Reason::not_found(Block::IRON_ORE), "no iron_ore found"),
            (Reason::Unreachable { what: Block::IRON_ORE.into(), known: 12 }, "no way to any of 12 known iron_ore"),
            (Reason::unreachable(Thing::Height(12)), "no way to y 12"),
            (Reason::out_of_reach(BlockPos::new(1, 2, 3)), "1 2 3 is out of reach"),
            (Reason::no_place("a shelter"), "no place for a shelter"),
            (Reason::TookTooLong, "took too long"),
        ] {
            assert_eq!(reason.to_string(), words);
            let json = serde_json::to_string(&reason).expect("it is data");
            assert_eq!(serde_json::from_str::<Reason>(&json).expect("it reads back"), reason, "{json}");
        }
        let json = serde_json::to_string(&Reason::not_found(EntityKind::COW)).expect("it is data");
        assert_eq!(json, r#"{"kind":"not_found","of":{"mob":"cow"}}"#);
    }
}
