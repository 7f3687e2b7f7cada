//! Why some words are not a goal, and what can be said instead.

use std::fmt;

use anima_rules::{Biome, EntityKind};

use super::PARTS;
use super::names::{biomes, like, mobs, near, suggestion};
use crate::BlueprintError;

/// Why some words are not a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// Nothing was said.
    #[error("the goal is empty; say for example \"obtain 3 diamonds\"")]
    Empty,
    /// A verb, and nothing that it is to be done to.
    #[error(
        "\"{verb}\" alone is no goal; say what and how many, for example \"obtain 3 diamonds\" or \"kill 2 zombies\""
    )]
    Bare {
        /// What was said.
        verb: String,
    },
    /// More than a goal can be.
    #[error("the goal is too long; say what and how many, for example \"obtain 3 diamonds\"")]
    TooLong,
    /// More parts than a goal can have.
    #[error("the goal has more than {PARTS} parts; give them one after the other")]
    TooManyParts,
    /// The verb is not one that can be checked.
    #[error(
        "\"{verb}\" is not a goal this agent can check; it can obtain, craft, cook, wear, kill, breed, plant, place, \
         build, put things in a chest, go to a place, explore a biome, sleep and survive"
    )]
    Verb {
        /// What was said.
        verb: String,
    },
    /// Nothing has this name.
    #[error("{}{}", noun.not_known(.name), noun.next_step(.like))]
    Unknown {
        /// What it should have been.
        noun: Noun,
        /// What was said.
        name: String,
        /// Names that are close.
        like: Vec<&'static str>,
    },
    /// The number makes no sense.
    #[error("\"{count}\" is not a number of {what}; use a whole number from 1 to {most}")]
    Count {
        /// What was said.
        count: String,
        /// What is counted.
        what: &'static str,
        /// The most that there may be.
        most: u32,
    },
    /// It cannot be cooked or smelted.
    #[error("{item} cannot be cooked or smelted in a furnace")]
    NotSmelted {
        /// What was said.
        item: &'static str,
    },
    /// It cannot be done to this.
    #[error("{thing} cannot be {done}{}", .instead)]
    NotDone {
        /// What was said.
        thing: String,
        /// What cannot be done to it.
        done: &'static str,
        /// What to say instead, with the mark before it.
        instead: &'static str,
    },
    /// No place was told.
    #[error("go where? Say \"go to X Y Z\" or \"go to X Z\" in whole numbers, or \"explore a desert\"")]
    NoPlace,
    /// A place where nobody can be.
    #[error("{axis} is {value}; it must lie {within}")]
    Place {
        /// `x`, `y` or `z`.
        axis: &'static str,
        /// What was said.
        value: i32,
        /// Where it must lie.
        within: &'static str,
    },
    /// The file of a blueprint cannot be read.
    #[error("{0}")]
    File(String),
    /// The blueprint is none.
    #[error(transparent)]
    Blueprint(#[from] BlueprintError),
}

/// What a name in a goal is the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noun {
    /// An item, or a family of items.
    Item,
    /// Four pieces of armor of one material.
    Armor,
    /// A mob, or a family of mobs.
    Mob,
    /// A biome, or a family of biomes.
    Biome,
    /// A number of nights.
    Nights,
    /// The file of a blueprint.
    Blueprint,
}

impl fmt::Display for Noun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Noun::Item => "item",
            Noun::Armor => "armor",
            Noun::Mob => "mob",
            Noun::Biome => "biome",
            Noun::Nights => "number of nights",
            Noun::Blueprint => "blueprint",
        })
    }
}

impl Noun {
    /// Says that nothing of this kind has a name.
    fn not_known(self, name: &str) -> String {
        match self {
            Noun::Nights => format!("\"{name}\" is not a {self}"),
            _ => format!("there is no {self} \"{name}\" in 1.19.4"),
        }
    }

    /// What to say in place of a name that nothing has, with the mark before it.
    fn next_step(self, like: &[&str]) -> String {
        let example = match self {
            _ if !like.is_empty() => return suggestion(like),
            Noun::Item => "say what and how many as the game calls it, for example \"3 oak logs and 1 bed\"",
            Noun::Armor => "say for example \"wear iron armor\"",
            Noun::Mob => "say for example \"kill 2 zombies\" or \"kill 5 animals\"",
            Noun::Biome => "say for example \"explore a desert\"",
            Noun::Nights => "say for example \"survive 3 nights\"",
            Noun::Blueprint => "say \"build FILE.toml\", and what else there is to do after an \"and\"",
        };
        format!("; {example}")
    }
}

impl WordsError {
    /// Adds the names that are close to an unknown one, which are not looked for while words are only tried.
    pub(super) fn with_likes(self) -> WordsError {
        let WordsError::Unknown { noun, name, .. } = self else { return self };
        let like = match noun {
            Noun::Item => like(&name),
            Noun::Mob => near(&name, mobs().map(EntityKind::name)),
            Noun::Biome => near(&name, biomes().map(Biome::name)),
            Noun::Armor | Noun::Nights | Noun::Blueprint => Vec::new(),
        };
        WordsError::Unknown { noun, name, like }
    }
}

/// A name that nothing has; a very long one is cut short.
pub(super) fn unknown(noun: Noun, name: &str) -> WordsError {
    WordsError::Unknown { noun, name: name.chars().take(60).collect(), like: Vec::new() }
}
