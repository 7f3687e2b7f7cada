//! Going places the way this agent likes to go.

use super::go_to::{self, go_to};
use super::manner::{Travel, manner, sparing};
use crate::Me;
use crate::path::goal::Goal;
use crate::path::route::Path;
use anima_intent::Outcome;

/// Goes to a goal, digging and building where that is quicker, around what is dangerous.
///
/// # Errors
/// As [`go_to`].
pub async fn travel(me: &Me, goal: &Goal) -> Outcome {
    travel_by(me, manner(me), goal).await
}

/// As [`travel`], given up as soon as it is expected to take more than `patience` ticks.
///
/// # Errors
/// As [`go_to`].
pub(crate) async fn travel_within(me: &Me, patience: u64, goal: &Goal) -> Outcome {
    travel_by(me, Travel { patience: Some(patience), ..manner(me) }, goal).await
}

/// The way that [`travel`] would take.
///
/// # Errors
/// [`Reason::Unreachable`](crate::Reason::Unreachable), [`Reason::TookTooLong`](crate::Reason::TookTooLong).
pub(crate) async fn way_to(me: &Me, goal: &Goal) -> Outcome<Path> {
    go_to::way_to(me, goal, &manner(me)).await
}

/// As [`travel`], but with nothing placed: what is carried is wanted for something else.
///
/// # Errors
/// As [`go_to`].
pub async fn travel_sparingly(me: &Me, goal: &Goal) -> Outcome {
    travel_by(me, sparing(me), goal).await
}

/// As [`travel`], in a manner of its own.
///
/// # Errors
/// As [`go_to`].
pub(crate) async fn travel_by(me: &Me, manner: Travel, goal: &Goal) -> Outcome {
    me.doing(goal, go_to(me, goal, &manner)).await
}

/// As [`travel`], but on foot alone: a hunted agent has no time to dig or build.
///
/// # Errors
/// As [`go_to`].
pub(crate) async fn walk(me: &Me, goal: &Goal) -> Outcome {
    let mut manner = sparing(me);
    manner.conditions.can_dig = false;
    travel_by(me, manner, goal).await
}
