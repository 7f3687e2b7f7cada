//! Looking for a mob.

use anima_rules::EntityKind;
use anima_rules::techtree::place_of_mob;

use super::cave::{best_cave, look_into};
use super::explore::explore;
use super::ore::Prospect;
use super::surface::go_up;
use crate::Me;
use crate::me::overhead::is_below_ground;
use crate::me::sun::{is_night, until_night};
use crate::refuge::stay::stay;
use crate::work::hunt::knows_mob;
use anima_intent::{Outcome, Reason};

/// Looks for a mob until one of the kind is known. A kind that spawns in the dark is met by night, under the open sky;
/// by day an agent that is below the ground looks into the caves that it knows, and one above it waits for the night.
///
/// # Errors
/// [`Reason::NotFound`] when none was found in so many ticks, those until the night not counted; as [`explore`].
pub(crate) async fn find_mob(me: &Me, kind: EntityKind, ticks: u64) -> Outcome {
    me.doing(format!("look for a {kind}"), async {
        let known = |me: &Me| knows_mob(me, kind);
        let waits = if spawns_by_night(kind) { until_night(&me.now()) } else { 0 };
        let deadline = me.age() + ticks + waits;
        while !known(me) {
            let left = deadline.saturating_sub(me.age());
            if left == 0 {
                return Err(Reason::not_found(kind));
            }
            let is_day = spawns_by_night(kind) && !is_night(&me.now());
            if is_day && is_below_ground(me) {
                match me.until(known, look_into_a_cave(me)).await {
                    Some(Err(Reason::Died)) => return Err(Reason::Died),
                    Some(Err(_)) => go_up(me).await?,
                    Some(Ok(())) | None => {}
                }
            } else if is_day {
                let is_over = |me: &Me| known(me) || is_night(&me.now());
                me.until(is_over, stay(me, left)).await.unwrap_or(Ok(()))?;
            } else {
                match explore(me, left, known).await {
                    Err(Reason::TookTooLong) => return Err(Reason::not_found(kind)),
                    outcome => outcome?,
                }
            }
            me.tick().await;
        }
        Ok(())
    })
    .await
}

/// Whether a kind is met where it is dark.
fn spawns_by_night(kind: EntityKind) -> bool {
    place_of_mob(kind).is_some_and(|(place, _)| place.hints.contains(&"night"))
}

/// Has a look into the cave that shows most.
async fn look_into_a_cave(me: &Me) -> Outcome {
    /// A look takes no longer.
    const PATIENCE: u64 = 600;
    match best_cave(me, &Prospect::anywhere()).await? {
        Some(choice) => look_into(me, &choice.cave, PATIENCE).await,
        None => Err(Reason::not_found("a cave")),
    }
}
