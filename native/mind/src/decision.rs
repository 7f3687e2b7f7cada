//! What a mind says, and what it is told.

use anima_rules::Item;
use anima_rules::techtree::Step;

/// What to do next.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// A model is thinking: ask again with the same situation; no tick may pass.
    Wait,
    /// Carry out a step.
    Do {
        /// What is to be done.
        step: Step,
        /// Counts from 1: how often in a row it is tried without having gained anything. From 2 on it means
        /// another place: farther off, or a few blocks aside for what is done on the spot.
        attempt: u32,
        /// Ticks after which it is to be given up as taking too long: several times what it should take.
        limit: u64,
    },
    /// Go to where the player died and collect what lies there.
    Fetch {
        /// Ticks after which nothing will be there any more.
        limit: u64,
    },
    /// The goal is reached.
    Reached,
    /// There is no way, or none that works; says why.
    GiveUp(String),
}

/// How a step went.
#[derive(Clone, Debug, PartialEq)]
pub struct StepResult {
    /// Why it failed, in words that begin with its kind; `None` if it did what it was for.
    pub failure: Option<Failure>,
    /// Game ticks it took.
    pub ticks: u64,
}

/// Why a step failed, as far as a plan can use it.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The kind alone, as reports count it (`not found`, `missing item`, `unreachable`, `died` ...).
    pub kind: &'static str,
    /// The whole reason in words.
    pub text: String,
    /// What was missing, if something was.
    pub missing: Option<(Item, u32)>,
}

/// How often a model was asked, and how it did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Requests sent.
    pub model_calls: u32,
    /// Replies that were wrong and asked for again with the error quoted.
    pub repairs: u32,
    /// Times the rules planned because the model did not.
    pub fallbacks: u32,
}
