//! Going places the way this agent likes to go.

use anima_body::BlockPos;
use anima_rules::EntityKind;

use super::threat::shoots;
use crate::path::{Conditions, Goal, Pace, Travel, go_to};
use crate::{Me, Outcome};

/// How far to keep from hostile mobs on the way, and from those that shoot, in blocks.
const SHY: i32 = 8;
const SHY_OF_BOWS: i32 = 15;
/// Mobs, the nearest ones, that a way keeps away from.
const MOST: usize = 10;
/// Ticks for which a mob is taken to be where it was seen.
const LATELY: u64 = 600;

/// With less health than this nothing is done that hurts.
const WELL: f32 = 14.0;

/// Goes to a goal, digging and building where that is quicker, around what is dangerous.
///
/// # Errors
/// As [`go_to`].
pub async fn travel(me: &Me, goal: &Goal) -> Outcome {
    me.doing(goal, go_to(me, goal, &manner(me))).await
}

/// As [`travel`], but with nothing placed: what is carried is wanted for something else.
///
/// # Errors
/// As [`go_to`].
pub async fn travel_sparingly(me: &Me, goal: &Goal) -> Outcome {
    let mut manner = manner(me);
    manner.conditions.can_place = false;
    me.doing(goal, go_to(me, goal, &manner)).await
}

/// As [`travel`], but on foot alone: who is hunted has no time to dig or build.
///
/// # Errors
/// As [`go_to`].
pub(crate) async fn walk(me: &Me, goal: &Goal) -> Outcome {
    let mut manner = manner(me);
    manner.conditions.can_dig = false;
    manner.conditions.can_place = false;
    me.doing(goal, go_to(me, goal, &manner)).await
}

fn manner(me: &Me) -> Travel {
    // Who is in good health may fall a little deeper than is harmless.
    let may_hurt = (me.now().player.health - WELL).max(0.0) as u8;
    let conditions = Conditions { can_dig: true, can_place: true, may_hurt, ..Conditions::default() };
    Travel { pace: Pace::Sprint, conditions, is_wary: true }
}

/// Where hostile mobs were seen lately, and how far to keep from each.
pub(crate) fn hostile_near(me: &Me) -> Vec<(BlockPos, i32)> {
    let now = me.now();
    let feet = now.player.feet();
    let senses = me.senses();
    let lately = senses.atlas().entities().filter(|seen| now.tick.saturating_sub(seen.tick) < LATELY);
    let hostile = lately.filter(|seen| is_hostile(seen.entity.kind));
    let places = hostile.map(|seen| {
        let shy = if shoots(&seen.entity) { SHY_OF_BOWS } else { SHY };
        (BlockPos::containing(seen.entity.pos), shy)
    });
    let mut near: Vec<(BlockPos, i32)> = places.filter(|(pos, _)| pos.distance_squared(feet) < 32 * 32).collect();
    // A search asks about each of them for every cell.
    near.sort_by_key(|(pos, _)| (pos.distance_squared(feet), *pos));
    near.truncate(MOST);
    near
}

/// How many hostile mobs were seen lately within 16 blocks of a place.
pub fn hostile_mobs_near(me: &Me, pos: BlockPos) -> u32 {
    const NEAR: f64 = 16.0;
    let tick = me.now().tick;
    let senses = me.senses();
    let lately = senses.atlas().entities().filter(|seen| tick.saturating_sub(seen.tick) < LATELY);
    let near = lately.filter(|seen| seen.entity.pos.distance(pos.center()) < NEAR);
    near.filter(|seen| is_hostile(seen.entity.kind)).count() as u32
}

/// Whether a kind of mob attacks players unasked.
pub(crate) fn is_hostile(kind: EntityKind) -> bool {
    matches!(
        kind,
        EntityKind::ZOMBIE
            | EntityKind::HUSK
            | EntityKind::DROWNED
            | EntityKind::ZOMBIE_VILLAGER
            | EntityKind::SKELETON
            | EntityKind::STRAY
            | EntityKind::CREEPER
            | EntityKind::SPIDER
            | EntityKind::CAVE_SPIDER
            | EntityKind::WITCH
            | EntityKind::SLIME
            | EntityKind::SILVERFISH
            | EntityKind::PHANTOM
            | EntityKind::PILLAGER
            | EntityKind::VINDICATOR
    )
}
