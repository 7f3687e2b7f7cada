//! Why a skill did not reach what it was for.

use std::fmt;

use anima_rules::{Item, Tool};

/// The result of a skill.
pub type Outcome<T = ()> = Result<T, Reason>;

/// Why a skill did not reach what it was for. A value, not an error: the mind reads it and plans anew.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Nothing of the kind has been found.
    NotFound(String),
    /// There is no way there.
    Unreachable(String),
    /// It is too far away to touch.
    OutOfReach(String),
    /// There is no room for what would be gained.
    InventoryFull,
    /// No place to put something down.
    NoPlace(String),
    /// Something more urgent came up.
    Interrupted(String),
    /// The player died.
    Died,
    /// The ticks for it are spent.
    TookTooLong,
    /// A click or key had another effect than it should.
    Unexpected(String),
    /// There is no skill for it.
    NoSkill(String),
}

impl Reason {
    /// The kind alone, as reports count it.
    pub fn kind(&self) -> &'static str {
        match self {
            Reason::NeedsTool(_) => "needs tool",
            Reason::Missing { .. } => "missing item",
            Reason::NotFound(_) => "not found",
            Reason::Unreachable(_) => "unreachable",
            Reason::OutOfReach(_) => "out of reach",
            Reason::InventoryFull => "inventory full",
            Reason::NoPlace(_) => "no place",
            Reason::Interrupted(_) => "interrupted",
            Reason::Died => "died",
            Reason::TookTooLong => "took too long",
            Reason::Unexpected(_) => "unexpected",
            Reason::NoSkill(_) => "no skill",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NeedsTool(tool) => {
                write!(f, "needs a {} of {} or better", format!("{:?}", tool.kind).to_lowercase(), tier(*tool))
            }
            Reason::Missing { item, count } => write!(f, "{count} {item} missing"),
            Reason::NotFound(what) => write!(f, "no {what} found"),
            Reason::Unreachable(what) => write!(f, "no way to {what}"),
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

fn tier(tool: Tool) -> String {
    format!("{:?}", tool.tier).to_lowercase()
}
