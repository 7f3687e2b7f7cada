//! What can be wanted, done and gone wrong: [`Condition`], [`Act`], [`Reason`].
//!
//! A goal is a condition that is judged on observations and the game's own statistics; a plan is a list of acts, each
//! whole; why an act failed is a value. This crate does not know how anything is found out or carried out.

mod act;
mod blueprint;
mod condition;
mod goal;
mod judge;
mod reason;
mod reserve;
mod words;

pub use act::{ARROWS_EACH, Act, Sought, is_worn, kind_skill, needs_soil};
pub use blueprint::{Blueprint, BlueprintError, Cell};
pub use condition::{Condition, OneOf, PLANTS, planted};
pub use goal::{Cause, Ending, Goal, Tried};
pub use judge::{
    CHESTS, CLOCK_LAG, Chests, Halves, Judge, LOOKS_PER_TICK, Progress, Verdict, halves_of, is_chest, is_visible,
};
pub use reason::{Outcome, Reason, ReasonKind, Thing};
pub use reserve::Reserve;
pub use words::{
    Library, NoLibrary, Noun, WordsError, complete, either, is_mob, like, named_items, near, suggestion, way_line,
};
