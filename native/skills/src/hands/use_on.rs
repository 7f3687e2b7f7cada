//! Using what is carried on a mob, a block or a liquid within reach: shears, buckets, bottles, food.

use anima_body::{BlockPos, Entity, EntityFlags, Keys, Liquids, RayShape, Screen, raycast};
use anima_rules::{Block, Face, Item, ItemStack};

use super::aim::{REACH, REACH_OF_MOBS, aim_at_side, gap, target_point};
use super::hold::hold;
use super::window::close_window;
use crate::Me;
use anima_intent::{Outcome, Reason};

/// How a mob shows that something was used on it.
const SHOWN: EntityFlags =
    EntityFlags::SHEARED.union(EntityFlags::TAME).union(EntityFlags::SITTING).union(EntityFlags::IN_LOVE);
/// Ticks until a vessel is seen to be full.
const FILLS: u32 = 4;

/// Uses a carried item on a mob that was seen, and says where that was; `None` as long as the mob is out of reach, or
/// the use key still down.
///
/// # Errors
/// [`Reason::NotFound`] if the mob or the item is gone.
pub(crate) async fn use_on_mob(me: &Me, item: Item, seen: &Entity) -> Outcome<Option<BlockPos>> {
    close_window(me).await?;
    hold(me, item.name(), |stack| stack.item == item).await?;
    touch_mob(me, seen).await
}

/// As [`use_on_mob`], with whatever the hand holds.
pub(crate) async fn touch_mob(me: &Me, seen: &Entity) -> Outcome<Option<BlockPos>> {
    let now = me.now();
    let Some(mob) = now.entities.iter().find(|entity| entity.id == seen.id) else {
        return Err(Reason::not_found(seen.kind));
    };
    me.look_at(target_point(&now, mob));
    if gap(&now, mob) > REACH_OF_MOBS || me.was_held(Keys::USE) {
        me.tick().await;
        return Ok(None);
    }
    let place = BlockPos::containing(mob.pos);
    me.press(Keys::USE);
    let looked = |mob: &Entity| (mob.flags & SHOWN, mob.variant);
    let (carried, before) = (now.inventory.clone(), looked(mob));
    let has_changed = |me: &Me| {
        let now = me.now();
        let is_other = |mob: &Entity| mob.id == seen.id && looked(mob) != before;
        now.inventory != carried || now.screen != Screen::None || now.entities.iter().any(is_other)
    };
    me.wait_for_answer(2, has_changed).await;
    Ok(Some(place))
}

/// What is used on a block.
pub(crate) struct Using<'a> {
    /// What it is called.
    pub what: &'a str,
    /// Whether a stack is of that kind; `None` where it does not matter what the hand holds.
    pub is_one: Option<&'a dyn Fn(&ItemStack) -> bool>,
    /// The sides of the block that it may be used on.
    pub sides: &'a [Face],
}

impl Using<'_> {
    /// The sides that what needs open air above is used on, the handiest first.
    pub(crate) const NOT_BELOW: [Face; 5] = [Face::Up, Face::North, Face::South, Face::West, Face::East];

    /// Uses it on a block within reach until that is seen to have `worked`.
    ///
    /// # Errors
    /// [`Reason::NotFound`] without it, [`Reason::OutOfReach`] if the block cannot be pointed at, [`Reason::Unexpected`]
    /// if nothing comes of it.
    pub(crate) async fn on(&self, me: &Me, pos: BlockPos, worked: impl Fn(&Me) -> bool) -> Outcome {
        const TRIES: u32 = 3;
        /// Ticks until it is seen what came of it.
        const SHOWS: u32 = 5;
        close_window(me).await?;
        for _ in 0..TRIES {
            if let Some(is_one) = self.is_one {
                hold(me, self.what, is_one).await?;
            }
            let now = me.now();
            let point = self.sides.iter().find_map(|side| aim_at_side(&now, pos, *side));
            let point = point.ok_or_else(|| Reason::out_of_reach(format!("the block at {pos}")))?;
            if me.was_held(Keys::USE) {
                me.tick().await;
            }
            me.look_at(point);
            me.press(Keys::USE);
            if me.is_answered_within(SHOWS, &worked).await {
                return Ok(());
            }
        }
        Err(Reason::unexpected(format!("nothing came of using {} at {pos}", self.what)))
    }
}

/// Fills a carried vessel, a bucket or a bottle, at the nearest of some sources of a liquid that is in reach, until
/// `count` filled ones are carried.
///
/// # Errors
/// [`Reason::OutOfReach`] if no source is, [`Reason::Unexpected`] if the vessel stays empty.
pub(crate) async fn fill_at(
    me: &Me,
    vessel: Item,
    sources: &[BlockPos],
    liquid: Block,
    filled: Item,
    count: u32,
) -> Outcome {
    close_window(me).await?;
    for _ in 0..3 {
        hold(me, vessel.name(), |stack| stack.item == vessel).await?;
        let now = me.now();
        let eyes = now.player.eyes();
        let view = now.known();
        let meets = |pos: &BlockPos| {
            let toward = pos.center() - eyes;
            let to = eyes + toward.normalize_or_zero() * REACH;
            raycast(&view, eyes, to, RayShape::Outline, Liquids::Sources)
                .is_some_and(|hit| now.block(hit.pos).is_some_and(|state| state.block() == liquid))
        };
        let feet = now.player.feet();
        let mut near: Vec<BlockPos> = sources.iter().copied().filter(|pos| meets(pos)).collect();
        near.sort_by_key(|pos| (pos.distance_squared(feet), *pos));
        let Some(pos) = near.first() else { return Err(Reason::out_of_reach(liquid)) };
        if me.was_held(Keys::USE) {
            me.tick().await;
        }
        me.look_at(pos.center());
        me.press(Keys::USE);
        if me.is_answered_within(FILLS, |me| me.now().inventory.count(filled) >= count).await {
            return Ok(());
        }
    }
    Err(Reason::unexpected(format!("the {vessel} holds no {liquid}")))
}
