//! Following a mob.

use anima_body::{BlockPos, Entity};
use anima_rules::EntityKind;

use super::travel::travel;
use crate::Me;
use crate::path::goal::Goal;
use anima_intent::{Outcome, Reason};

/// Goes to where a mob is, following it as it walks.
pub(crate) async fn approach(me: &Me, id: u32, range: i32) -> Outcome {
    loop {
        let place = place_of(me, id).ok_or_else(|| Reason::not_found("what was followed"))?;
        let near = i64::from(range + 1);
        if place.distance_squared(me.now().player.feet()) <= near * near {
            return Ok(());
        }
        // It walks: go where it is now, and look again on the way.
        let goal = Goal::Near { pos: place, range };
        me.until(|me| moved(me, id, place), travel(me, &goal)).await.unwrap_or(Ok(()))?;
        me.tick().await;
    }
}

/// Where a mob was last seen.
pub(crate) fn place_of(me: &Me, id: u32) -> Option<BlockPos> {
    me.senses().atlas().entity(id).map(|seen| BlockPos::containing(seen.pos))
}

fn moved(me: &Me, id: u32, from: BlockPos) -> bool {
    place_of(me, id).is_none_or(|place| place.distance_squared(from) > 16)
}

/// The nearest seen mob of a kind that `suits`.
pub(crate) fn nearest_mob(me: &Me, kind: EntityKind, suits: impl Fn(&Entity) -> bool) -> Option<Entity> {
    let from = me.now().player.pos;
    let senses = me.senses();
    let seen = senses.atlas().entities().map(|seen| &seen.entity);
    let distance = |entity: &Entity| entity.pos.distance_squared(from);
    let fit = seen.filter(|entity| entity.kind == kind && suits(entity));
    fit.min_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.id.cmp(&b.id))).cloned()
}
