//! The ways of pursuing a goal, one file each: our own, and the four published agents as their papers tell them.

mod deps;
mod gitm;
mod jarvis;
mod odyssey;
mod own;
mod prepare;

pub(crate) use deps::deps;
pub(crate) use gitm::gitm;
pub(crate) use jarvis::jarvis;
pub(crate) use odyssey::odyssey;
pub(crate) use own::own;
pub(crate) use prepare::prepare;
