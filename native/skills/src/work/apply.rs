//! Going to a mob or a liquid to use what is carried on it: shears, buckets, bottles, food.

use anima_body::{BlockPos, Entity, EntityFlags};
use anima_rules::{Block, EntityKind, Face, Item, ItemStack};

use crate::Me;
use crate::hands::use_on::{fill_at, use_on_mob};
use crate::path::goal::Goal;
use crate::walk::approach::{approach, nearest_mob};
use crate::walk::travel::travel;
use anima_intent::{Outcome, Reason};

/// Ticks for the way to a mob or a liquid and the use of it.
const PATIENCE: u64 = 900;
/// How far a liquid may be to be gone to, in blocks along each axis.
const SEEN: i32 = 32;
/// Liquids put before one path search.
const CHOICE: usize = 12;

/// Uses a carried item on the nearest seen mob of a kind that `suits`, and says where that was.
///
/// # Errors
/// [`Reason::Missing`] without the item, [`Reason::NotFound`] if no such mob is known; else why it was not reached.
pub async fn apply_to_mob(me: &Me, item: Item, kind: EntityKind, suits: impl Fn(&Entity) -> bool) -> Outcome<BlockPos> {
    carries(me, item)?;
    let is_alive = |entity: &Entity| !entity.flags.contains(EntityFlags::DYING);
    let mob =
        nearest_mob(me, kind, |entity| is_alive(entity) && suits(entity)).ok_or_else(|| Reason::not_found(kind))?;
    me.within(PATIENCE, async {
        loop {
            approach(me, mob.id, 2).await?;
            if let Some(place) = use_on_mob(me, item, &mob).await? {
                return Ok(place);
            }
        }
    })
    .await
}

/// Fills a carried bucket or bottle at the nearest seen source of a liquid.
///
/// # Errors
/// [`Reason::Missing`] without a vessel, [`Reason::NotFound`] if no source is known, [`Reason::Unexpected`] if the
/// vessel stays empty.
pub async fn fill(me: &Me, vessel: Item, liquid: Block, filled: Item) -> Outcome {
    carries(me, vessel)?;
    let wanted = me.now().inventory.count(filled) + 1;
    let sources = sources(me, liquid);
    if sources.is_empty() {
        return Err(Reason::not_found(liquid));
    }
    // Of a liquid only the way beside it is walked.
    let goals = sources.iter().map(|pos| Goal::Near { pos: pos.up(1), range: 2 }).collect();
    me.within(PATIENCE, travel(me, &Goal::Any(goals))).await?;
    fill_at(me, vessel, &sources, liquid, filled, wanted).await
}

/// Whether a source of a liquid is known that [`fill`] would go to.
pub fn knows_liquid(me: &Me, liquid: Block) -> bool {
    !sources(me, liquid).is_empty()
}

/// Seen sources with air above, the nearest first.
pub(crate) fn sources(me: &Me, liquid: Block) -> Vec<BlockPos> {
    sources_that(me, liquid, |_| true)
}

/// As [`sources`], but only those that `suits`.
pub(crate) fn sources_that(me: &Me, liquid: Block, suits: impl Fn(&BlockPos) -> bool) -> Vec<BlockPos> {
    let feet = me.now().player.feet();
    let senses = me.senses();
    let memory = senses.memory();
    let still = |pos: &BlockPos| {
        memory.block(*pos).is_some_and(|state| state.fluid().is_some_and(|fluid| fluid.source))
            && memory.block(pos.beside(Face::Up)).is_some_and(|state| state.is_air())
    };
    let liquid = [liquid];
    let cells = memory.find_in_box(feet.offset(-SEEN, -SEEN, -SEEN), feet.offset(SEEN, 8, SEEN), &liquid);
    let mut found: Vec<BlockPos> = cells.filter(still).filter(suits).collect();
    found.sort_by_key(|pos| (pos.distance_squared(feet), *pos));
    found.truncate(CHOICE);
    found
}

fn carries(me: &Me, item: Item) -> Outcome {
    let held = |stack: &ItemStack| stack.item == item;
    me.now().inventory.find(held).map(drop).ok_or(Reason::Missing { item, count: 1 })
}
