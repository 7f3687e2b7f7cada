//! Picking up what lies around.

use anima_body::{BlockPos, Entity, Slot};
use anima_rules::{EntityKind, Item};
use glam::DVec3;

use super::travel::travel;
use crate::path::Goal;
use crate::{Me, Outcome, Reason};

/// Ticks that one item may take to be reached.
const PATIENCE: u64 = 160;

/// Picks up the items for which `wants` holds that lie within `radius` blocks of a position. What cannot be
/// reached is left.
///
/// # Errors
/// [`Reason::Died`].
pub async fn collect(me: &Me, around: BlockPos, radius: f64, wants: impl Fn(Item) -> bool) -> Outcome {
    me.doing("collect", collect_all(me, around, radius, wants)).await
}

async fn collect_all(me: &Me, around: BlockPos, radius: f64, wants: impl Fn(Item) -> bool) -> Outcome {
    let mut left = Vec::new();
    while let Some(item) = nearest(me, around.center(), radius, &wants, &left) {
        let goal = Goal::Near { pos: BlockPos::containing(item.pos), range: 1 };
        let gone = |me: &Me| !me.now().entities.iter().any(|entity| entity.id == item.id);
        let walk = async {
            travel(me, &goal).await?;
            step_onto(me, item.id).await;
            Ok(())
        };
        match me.until(gone, me.within(PATIENCE, walk)).await {
            // It is ours, or it is gone from where it was seen.
            None => left.push(item.id),
            Some(Err(Reason::Died)) => return Err(Reason::Died),
            Some(_) => left.push(item.id),
        }
    }
    Ok(())
}

/// Goes to a place and picks up everything that lies there.
///
/// # Errors
/// [`Reason::NotFound`] if the place is not known, [`Reason::Unreachable`], [`Reason::Died`].
pub async fn fetch(me: &Me, place: Option<BlockPos>) -> Outcome {
    const AROUND: f64 = 14.0;
    const LONGEST: u64 = 1500;
    let place = place.ok_or_else(|| Reason::NotFound("what was dropped".into()))?;
    let there = Goal::Near { pos: place, range: 3 };
    me.within(LONGEST, travel(me, &there)).await?;
    // A look around shows what lies there.
    me.wait(10).await;
    collect(me, place, AROUND, |_| true).await
}

/// The nearest item in sight that is wanted and fits in.
fn nearest(me: &Me, around: DVec3, radius: f64, wants: &impl Fn(Item) -> bool, left: &[u32]) -> Option<Entity> {
    let now = me.now();
    let fits = |stack: Slot| {
        let room = |slot: &Slot| match (slot, stack) {
            (None, _) => true,
            (Some(mine), Some(stack)) => mine.stacks_with(&stack) && mine.room() > 0,
            _ => false,
        };
        stack.is_some_and(|stack| wants(stack.item)) && now.inventory.slots[..36].iter().any(room)
    };
    let senses = me.senses();
    let seen = senses.atlas().entities().map(|seen| &seen.entity);
    let items = seen.filter(|entity| entity.kind == EntityKind::ITEM && !left.contains(&entity.id));
    items
        .filter(|entity| entity.pos.distance(around) <= radius && fits(entity.item))
        .min_by(|a, b| {
            let distance = |entity: &Entity| entity.pos.distance_squared(now.player.pos);
            distance(a).total_cmp(&distance(b)).then(a.id.cmp(&b.id))
        })
        .cloned()
}

/// Walks straight at an item for a moment: it may lie at the edge of its block, just out of reach.
async fn step_onto(me: &Me, id: u32) {
    for _ in 0..30 {
        let now = me.now();
        let Some(item) = now.entities.iter().find(|entity| entity.id == id) else { return };
        let flat = DVec3::new(item.pos.x - now.player.pos.x, 0.0, item.pos.z - now.player.pos.z);
        if flat.length() > 0.3 && flat.length() < 2.5 {
            let (yaw, _) = crate::me::direction(flat);
            me.turn_to(yaw, now.player.pitch);
            me.press(anima_body::Keys::FORWARD | anima_body::Keys::SNEAK);
        }
        me.tick().await;
    }
}
