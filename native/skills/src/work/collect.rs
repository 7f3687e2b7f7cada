//! Picking up what lies around.

use anima_body::{BlockPos, Entity, Keys, Slot};
use anima_rules::{EntityKind, Item};
use glam::DVec3;

use crate::Me;
use crate::me::heading::yaw_toward;
use crate::me::stock::is_worth_a_slot;
use crate::path::goal::Goal;
use crate::path::route::Path;
use crate::walk::travel::{travel, travel_within, way_to};
use anima_intent::{Outcome, Reason};

/// How much there is elsewhere of what lies around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// Enough: a way to a single log in a tree-top is not looked for.
    Plenty,
    /// Little: every piece is worth a look.
    Rare,
}

impl Supply {
    /// Ticks that one item may take to be reached.
    pub(crate) fn patience(self) -> u64 {
        match self {
            Supply::Plenty => 120,
            Supply::Rare => 400,
        }
    }
}

/// Speed upwards, in blocks a tick, from which on an item does not lie still.
const UP: f64 = 0.02;
/// Speed downwards, in blocks a tick, beyond which an item does not lie still.
const DOWN: f64 = -0.1;
/// Ticks to wait for an item to lie still.
const AT_REST: u64 = 30;
/// Ticks until what a block drops lies on the ground.
const DROPS: u32 = 12;
/// Blocks around it in which that is picked up.
const SCATTERED: f64 = 4.0;

/// Picks up the items for which `wants` holds that lie within `radius` blocks of a position. What takes longer to be
/// reached than its `supply` is worth is left.
///
/// # Errors
/// [`Reason::Died`].
pub async fn collect(me: &Me, around: BlockPos, radius: f64, supply: Supply, wants: impl Fn(Item) -> bool) -> Outcome {
    me.doing("collect", collect_all(me, around, radius, supply, wants)).await
}

async fn collect_all(me: &Me, around: BlockPos, radius: f64, supply: Supply, wants: impl Fn(Item) -> bool) -> Outcome {
    let mut left = Vec::new();
    let mut rest_by = me.age() + AT_REST;
    while let Some(item) = nearest(me, around.center(), radius, &wants, &left) {
        let is_seen = me.senses().atlas().is_seen(item.id);
        if is_seen && !(DOWN..UP).contains(&item.velocity.y) && me.age() < rest_by {
            me.tick().await;
            continue;
        }
        rest_by = me.age() + AT_REST;
        let pos = BlockPos::containing(item.pos);
        let goal = Goal::Near { pos, range: 1 };
        let is_short = |way: Path| {
            let leads_on = supply == Supply::Rare || goal.is_reached(way.end());
            leads_on && u64::from(way.ticks) < supply.patience()
        };
        if !way_to(me, &goal).await.is_ok_and(is_short) {
            left.push(item.id);
            continue;
        }
        let is_gone = |me: &Me| me.senses().atlas().entity(item.id).is_none();
        let has_moved =
            |me: &Me| me.senses().atlas().entity(item.id).is_some_and(|seen| seen.pos.distance(item.pos) > 1.2);
        let walk = async {
            travel(me, &goal).await?;
            step_onto(me, item.id).await;
            Ok(())
        };
        match me.until(|me| is_gone(me) || has_moved(me), me.within(supply.patience(), walk)).await {
            // It fell farther down: the way there is another one.
            None if !is_gone(me) => me.tick().await,
            Some(Err(Reason::Died)) => return Err(Reason::Died),
            // It is ours, or it is gone from where it was seen, or not to be had.
            _ => left.push(item.id),
        }
    }
    Ok(())
}

/// As [`collect`], of what a block drops that was just broken or used.
pub(crate) async fn collect_drops(me: &Me, from: BlockPos, supply: Supply, wants: impl Fn(Item) -> bool) -> Outcome {
    wait_for_drops(me, from).await;
    collect(me, from, SCATTERED, supply, wants).await
}

/// Waits until what a block drops that was just broken or used lies on the ground: as long as it falls, and until some of
/// it is seen that did not lie there, or was picked up already.
pub(crate) async fn wait_for_drops(me: &Me, from: BlockPos) {
    let lying = |me: &Me| {
        let now = me.now();
        let items = now.entities.iter().filter(|entity| entity.kind == EntityKind::ITEM);
        let near = items.filter(|item| item.pos.distance(from.center()) < SCATTERED);
        near.map(|item| item.id).collect::<Vec<u32>>()
    };
    let (before, carried) = (lying(me), carried(me));
    let shows = |me: &Me| self::carried(me) > carried || lying(me).iter().any(|id| !before.contains(id));
    me.wait_for_answer(DROPS, shows).await;
}

/// How many things are carried in all.
pub(crate) fn carried(me: &Me) -> u32 {
    me.now().inventory.count_where(|_| true)
}

/// Goes to a place and picks up everything that lies there.
///
/// # Errors
/// [`Reason::Unreachable`], [`Reason::Died`].
pub async fn fetch(me: &Me, place: BlockPos) -> Outcome {
    const AROUND: f64 = 14.0;
    const LONGEST: u64 = 1500;
    let there = Goal::Near { pos: place, range: 3 };
    travel_within(me, LONGEST, &there).await?;
    // A look around shows what lies there.
    me.wait(10).await;
    collect(me, place, AROUND, Supply::Rare, |_| true).await
}

/// The nearest item in sight that is wanted and worth its slot.
fn nearest(me: &Me, around: DVec3, radius: f64, wants: &impl Fn(Item) -> bool, left: &[u32]) -> Option<Entity> {
    let now = me.now();
    let fits = |stack: Slot| stack.is_some_and(|stack| wants(stack.item) && is_worth_a_slot(me, &stack));
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

/// Walks straight at an item for a moment: it may lie at the edge of its block, just out of reach. If it lies in a
/// hole, the way leads into the middle of the hole, because a body with one foot on the brink does not fall.
async fn step_onto(me: &Me, id: u32) {
    const THERE: f64 = 0.3;
    const IN_THE_MIDDLE: f64 = 0.08;
    const FAR: f64 = 2.5;
    for _ in 0..30 {
        let now = me.now();
        let Some(item) = now.entities.iter().find(|entity| entity.id == id) else { return };
        let cell = BlockPos::containing(item.pos);
        let (to, there) = match cell.y < now.player.feet().y {
            true => (cell.floor_center(), IN_THE_MIDDLE),
            false => (item.pos, THERE),
        };
        let flat = (to - now.player.pos).with_y(0.0);
        if flat.length() > there && flat.length() < FAR {
            me.turn_to(yaw_toward(flat), now.player.pitch);
            me.press(Keys::FORWARD);
        }
        me.tick().await;
    }
}
