//! Killing mobs for what they drop.

use anima_body::BlockPos;
use anima_rules::{EntityKind, Item};

use super::collect::{Supply, collect};
use crate::Me;
use crate::fight::duel::fight;
use crate::hands::aim::{REACH_OF_MOBS, gap};
use crate::walk::approach::{approach, nearest_mob, place_of};
use anima_intent::{Outcome, Reason};

/// Ticks for one animal, the way there included.
const PATIENCE: u64 = 900;

/// Ticks in which a mob falls and is gone (`LivingEntity.updatePostDeath`), with something to spare.
pub(crate) const FALLS: u32 = 25;

/// Kills seen mobs of a kind, the nearest first, until `count` more of an item are carried.
///
/// # Errors
/// [`Reason::NotFound`] when no more are known, [`Reason::Died`].
pub async fn hunt(me: &Me, kind: EntityKind, item: Item, count: u32) -> Outcome {
    let goal = me.now().inventory.count(item) + count;
    let is_done = |me: &Me| me.now().inventory.count(item) >= goal;
    hunt_until(me, kind, is_done, hunt_one).await
}

/// Kills a mob and picks up what falls.
pub(crate) async fn hunt_one(me: &Me, id: u32) -> Outcome {
    let place = kill(me, id).await?;
    me.wait(22).await;
    collect(me, place, 10.0, Supply::Plenty, |_| true).await
}

/// Kills seen mobs of a kind, the nearest first, until `is_done`.
///
/// # Errors
/// [`Reason::NotFound`] when no more are known, [`Reason::Died`].
pub(crate) async fn slay(me: &Me, kind: EntityKind, is_done: impl Fn(&Me) -> bool) -> Outcome {
    hunt_until(me, kind, is_done, async |me, id| {
        kill(me, id).await?;
        let is_gone = |me: &Me| !me.now().entities.iter().any(|entity| entity.id == id);
        me.until(is_gone, me.wait(FALLS)).await;
        // What is gone is seen to be gone a tick later.
        me.tick().await;
        Ok(())
    })
    .await
}

async fn hunt_until(
    me: &Me,
    kind: EntityKind,
    is_done: impl Fn(&Me) -> bool,
    hunt_one: impl AsyncFn(&Me, u32) -> Outcome,
) -> Outcome {
    let mut left = Vec::new();
    while !is_done(me) {
        let Some(prey) = nearest_mob(me, kind, |entity| !left.contains(&entity.id)) else {
            return Err(Reason::not_found(kind));
        };
        match me.within(PATIENCE, hunt_one(me, prey.id)).await {
            Ok(()) => {}
            Err(Reason::Died) => return Err(Reason::Died),
            Err(_) => left.push(prey.id),
        }
    }
    Ok(())
}

/// Whether a mob of a kind is known.
pub fn knows_mob(me: &Me, kind: EntityKind) -> bool {
    nearest_mob(me, kind, |_| true).is_some()
}

/// Goes after a mob and fights it; tells where it was last seen.
pub(crate) async fn kill(me: &Me, id: u32) -> Outcome<BlockPos> {
    /// Ticks for which prey may be out of reach before a path to it is searched: footwork climbs no ledge.
    const OUT_OF_REACH: u64 = 12;
    const TRIES: u32 = 40;
    let mut last = None;
    let mut range = 2;
    for _ in 0..TRIES {
        approach(me, id, range).await?;
        last = place_of(me, id).or(last);
        let mut since = me.age();
        let escapes = |me: &Me| {
            let now = me.now();
            let prey = now.entities.iter().find(|entity| entity.id == id);
            if prey.is_none_or(|prey| gap(&now, prey) < REACH_OF_MOBS) {
                since = me.age();
            }
            me.age() > since + OUT_OF_REACH
        };
        if let Some(outcome) = me.until(escapes, fight(me, id)).await {
            outcome?;
            return Ok(last.unwrap_or(me.now().player.feet()));
        }
        range = 1;
        me.tick().await;
    }
    Err(Reason::out_of_reach("the prey"))
}
