//! Shooting mobs of a kind.

use anima_rules::{EntityKind, Item};

use crate::Me;
use crate::fight::shoot::shoot;
use crate::seek::SEARCH;
use crate::seek::mob::find_mob;
use crate::walk::approach::nearest_mob;
use crate::work::hunt::{FALLS, kill, knows_mob};
use anima_intent::{Outcome, Reason};

/// Ticks for one, the way there included.
const PATIENCE: u64 = 1200;
/// Searches in a row, or targets, that may come to nothing.
const VAIN: u32 = 8;

/// Shoots so many mobs of a kind, looking for more of them when none is known; one that has come too close is struck
/// down.
///
/// # Errors
/// [`Reason::Missing`] without a bow or arrows; [`Reason::NotFound`] when no more are found; as [`find_mob`].
pub(super) async fn shoot_mobs(me: &Me, mob: EntityKind, count: u32) -> Outcome {
    let mut left = Vec::new();
    let (mut fallen, mut vain) = (0, 0);
    while fallen < count {
        for item in [Item::BOW, Item::ARROW] {
            if me.now().inventory.count(item) == 0 {
                return Err(Reason::Missing { item, count: 1 });
            }
        }
        if vain > VAIN {
            return Err(Reason::not_found(mob));
        }
        let Some(prey) = nearest_mob(me, mob, |entity| !left.contains(&entity.id)) else {
            vain += 1;
            left.clear();
            find_mob(me, mob, SEARCH, |me| knows_mob(me, mob)).await?;
            me.tick().await;
            continue;
        };
        // What falls by a blow of ours is counted by itself.
        let before = me.slain(mob);
        let outcome = match me.within(PATIENCE, shoot(me, prey.id)).await {
            Err(Reason::OutOfReach(_)) => me.within(PATIENCE, kill(me, prey.id)).await.map(|_| false),
            outcome => outcome,
        };
        me.tick().await;
        let fell = u32::from(outcome == Ok(true)) + me.slain(mob) - before;
        match outcome {
            Err(reason @ (Reason::Died | Reason::Missing { .. })) => return Err(reason),
            _ if fell == 0 => left.push(prey.id),
            _ => drop(me.until(|me| !knows_mob(me, mob), me.wait(FALLS)).await),
        }
        fallen += fell;
        vain = if fell > 0 { 0 } else { vain + 1 };
        me.tick().await;
    }
    Ok(())
}
