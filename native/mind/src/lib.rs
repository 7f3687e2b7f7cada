//! From a goal to the next step: decompose, plan, check, explain, select, judge.
//!
//! Each role is one module with a small typed interface. The rule-based mind needs no model and solves whatever can
//! be had; a model may make the plans instead, and the rules check every one of them. A mind knows nothing of keys
//! or of how a step is carried out: it is shown a [`Situation`], says a [`Decision`], and is told how the
//! step went.
//!
//! | Role | Where |
//! | --- | --- |
//! | decompose | `decompose`: the tree of sub-goals that a plan amounts to |
//! | plan | `planner` by rules, `advisor` by a model |
//! | check | `plan`: a plan is run on the rules from what is carried |
//! | explain | `explain` |
//! | select | `select`, by the estimates of `effort` |
//! | judge | [`Goal::is_reached`] |

mod advisor;
mod deaths;
mod decision;
mod decompose;
mod effort;
mod explain;
mod goal;
mod mind;
mod names;
mod note;
mod plan;
mod planner;
mod provision;
mod select;
mod setbacks;
mod situation;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use decision::{Counters, Decision, Failure, StepResult};
pub use decompose::SubGoal;
pub use explain::{Cause, Explanation};
pub use goal::{Goal, GoalError};
pub use mind::Mind;
pub use note::Note;
pub use plan::Author;
pub use situation::{Dropped, Known, Situation};
