//! Going places the way this agent likes to go.

use crate::path::{self, Conditions, Goal, Path, Travel, go_to};
use crate::{Me, Outcome};

/// With less health than this nothing is done that hurts.
const WELL: f32 = 14.0;

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
    path::way_to(me, goal, &manner(me)).await
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

/// As [`travel`], but on foot alone: who is hunted has no time to dig or build.
///
/// # Errors
/// As [`go_to`].
pub(crate) async fn walk(me: &Me, goal: &Goal) -> Outcome {
    let mut manner = sparing(me);
    manner.conditions.can_dig = false;
    travel_by(me, manner, goal).await
}

/// Digging, building and keeping away from danger.
pub(crate) fn manner(me: &Me) -> Travel {
    // Who is in good health may fall a little deeper than is harmless.
    let may_hurt = (me.now().player.health - WELL).max(0.0) as u8;
    let conditions = Conditions { can_dig: true, can_place: true, may_hurt, ..Conditions::default() };
    Travel { conditions, is_wary: true, ..Travel::default() }
}

/// As [`manner`], but with nothing placed.
pub(crate) fn sparing(me: &Me) -> Travel {
    let mut manner = manner(me);
    manner.conditions.can_place = false;
    manner
}
