//! Using what is carried on a mob or a liquid: shears, buckets, bottles, food.

use anima_body::{BlockPos, EntityFlags, Keys, Liquids, RayShape, raycast};
use anima_rules::{Block, EntityKind, Face, Item, ItemStack};

use super::fight::{gap, target_point};
use super::hands::REACH;
use super::hold::hold;
use super::hunt::approach;
use super::travel::travel;
use super::window::close_window;
use crate::path::Goal;
use crate::{Me, Outcome, Reason};

/// Ticks for the way to a mob or a liquid and the use of it.
const PATIENCE: u64 = 900;
/// How far a liquid may be to be gone to, in blocks along each axis.
const SEEN: i32 = 32;
/// Liquids put before one path search.
const CHOICE: usize = 12;
/// A mob this near can be used on, in blocks from the eyes to its box (survival, 1.19.4).
const TOUCH: f64 = 3.0;

/// Uses a carried item on the nearest seen mob of a kind that `suits`, and says where that was.
///
/// # Errors
/// [`Reason::Missing`] without the item, [`Reason::NotFound`] if no such mob is known; else why it was not reached.
pub async fn apply_to_mob(
    me: &Me,
    item: Item,
    kind: EntityKind,
    suits: impl Fn(&anima_body::Entity) -> bool,
) -> Outcome<BlockPos> {
    carries(me, item)?;
    let nearest = |me: &Me| {
        let from = me.now().player.pos;
        let senses = me.senses();
        let seen = senses.atlas().entities().map(|seen| &seen.entity);
        let fit = seen.filter(|entity| entity.kind == kind && !entity.flags.contains(EntityFlags::DYING));
        let ids = fit.filter(|entity| suits(entity)).map(|entity| (entity.pos.distance_squared(from), entity.id));
        ids.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, id)| id)
    };
    let id = nearest(me).ok_or_else(|| Reason::NotFound(kind.name().into()))?;
    me.within(PATIENCE, async {
        loop {
            approach(me, id, 2).await?;
            close_window(me).await?;
            hold(me, item.name(), |stack| stack.item == item).await?;
            let now = me.now();
            let Some(mob) = now.entities.iter().find(|entity| entity.id == id) else {
                return Err(Reason::NotFound(kind.name().into()));
            };
            me.look_at(target_point(&now, mob));
            if gap(&now, mob) > TOUCH || me.was_held(Keys::USE) {
                me.tick().await;
                continue;
            }
            let place = BlockPos::containing(mob.pos);
            me.press(Keys::USE);
            me.tick().await;
            me.tick().await;
            return Ok(place);
        }
    })
    .await
}

/// Fills a carried bucket at the nearest seen source of a liquid.
///
/// # Errors
/// [`Reason::Missing`] without a bucket, [`Reason::NotFound`] if no source is known, [`Reason::Unexpected`] if the
/// bucket stays empty.
pub async fn fill_bucket(me: &Me, liquid: Block, filled: Item) -> Outcome {
    carries(me, Item::BUCKET)?;
    let before = me.now().inventory.count(filled);
    let sources = sources(me, liquid);
    if sources.is_empty() {
        return Err(Reason::NotFound(liquid.name().into()));
    }
    // Of a liquid only the way beside it is walked.
    let goals = sources.iter().map(|pos| Goal::Near { pos: pos.up(1), range: 2 }).collect();
    me.within(PATIENCE, travel(me, &Goal::Any(goals))).await?;
    close_window(me).await?;
    for _ in 0..3 {
        hold(me, Item::BUCKET.name(), |stack| stack.item == Item::BUCKET).await?;
        let now = me.now();
        let eyes = now.player.eyes();
        let view = now.terrain.view();
        let meets = |pos: &BlockPos| {
            let toward = pos.center() - eyes;
            let to = eyes + toward.normalize_or_zero() * REACH;
            raycast(&view, eyes, to, RayShape::Outline, Liquids::Sources)
                .is_some_and(|hit| now.terrain.block(hit.pos).is_some_and(|state| state.block() == liquid))
        };
        let feet = now.player.feet();
        let mut near: Vec<BlockPos> = sources.iter().copied().filter(|pos| meets(pos)).collect();
        near.sort_by_key(|pos| (pos.distance_squared(feet), *pos));
        let Some(pos) = near.first() else { return Err(Reason::OutOfReach(liquid.name().into())) };
        if me.was_held(Keys::USE) {
            me.tick().await;
        }
        me.look_at(pos.center());
        me.press(Keys::USE);
        for _ in 0..4 {
            me.tick().await;
            if me.now().inventory.count(filled) > before {
                return Ok(());
            }
        }
    }
    Err(Reason::Unexpected(format!("the bucket holds no {liquid}")))
}

/// Whether a source of a liquid is known that [`fill_bucket`] would go to.
pub fn knows_liquid(me: &Me, liquid: Block) -> bool {
    !sources(me, liquid).is_empty()
}

/// Seen sources with air above, the nearest first.
fn sources(me: &Me, liquid: Block) -> Vec<BlockPos> {
    let feet = me.now().player.feet();
    let senses = me.senses();
    let memory = senses.memory();
    let still = |pos: &BlockPos| {
        memory
            .block(*pos)
            .is_some_and(|state| state.block() == liquid && state.fluid().is_some_and(|fluid| fluid.source))
            && memory.block(pos.beside(Face::Up)).is_some_and(|state| state.is_air())
    };
    let cells =
        (-SEEN..=SEEN).flat_map(|x| (-SEEN..=SEEN).flat_map(move |z| (-16..=8).map(move |y| feet.offset(x, y, z))));
    let mut found: Vec<BlockPos> = cells.filter(still).collect();
    found.sort_by_key(|pos| (pos.distance_squared(feet), *pos));
    found.truncate(CHOICE);
    found
}

fn carries(me: &Me, item: Item) -> Outcome {
    let held = |stack: &ItemStack| stack.item == item;
    me.now().inventory.find(held).map(drop).ok_or(Reason::Missing { item, count: 1 })
}
