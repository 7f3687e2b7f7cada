//! Making soil ready, and sowing.

use anima_body::BlockPos;
use anima_intent::{Outcome, Reason, needs_soil};
use anima_rules::footing::Footing;
use anima_rules::{Block, BlockState, FluidKind, Item, ItemStack, Tier, Tool, ToolKind};
use glam::IVec3;

use super::lay::lay_at;
use crate::Me;
use crate::hands::dig::dig;
use crate::hands::hold::tools;
use crate::hands::use_on::Using;
use crate::path::goal::Goal;
use crate::walk::travel::travel_sparingly;

/// Blocks from water in which soil stays moist (`FarmlandBlock.isWaterNearby`).
pub(crate) const MOIST: i32 = 4;
/// Ticks for the way to the ground.
const PATIENCE: u64 = 900;

/// Plants seeds in a cell; ground that must be tilled is.
///
/// # Errors
/// As [`till`] and [`lay_at`].
pub(crate) async fn sow(me: &Me, seeds: Item, crop: Block, pos: BlockPos) -> Outcome {
    if needs_soil(seeds) && !is_farmland(me, pos.down(1)) {
        till(me, pos.down(1)).await?;
    }
    lay_at(me, seeds, pos, &|state| state.block() == crop).await
}

/// Whether something can be planted in a cell, or could be if the ground was tilled.
pub(crate) fn can_grow(me: &Me, seeds: Item, crop: Block, pos: BlockPos) -> bool {
    if !me.known(pos).is_some_and(BlockState::is_air) {
        return false;
    }
    if needs_soil(seeds) {
        return is_soil(me, pos.down(1));
    }
    let around = |step: IVec3| me.known(pos + step).unwrap_or(Block::BEDROCK.state());
    let holds = |state: BlockState| Footing::of(crop).holds(state, around);
    // Cocoa hangs on any side of a log.
    if crop == Block::COCOA { crop.states().any(holds) } else { holds(crop.state()) }
}

/// Whether a block is farmland, or becomes so under a hoe.
pub(crate) fn is_soil(me: &Me, pos: BlockPos) -> bool {
    let ground = me.known(pos).map(BlockState::block);
    matches!(ground, Some(Block::FARMLAND | Block::GRASS_BLOCK | Block::DIRT | Block::DIRT_PATH))
}

pub(crate) fn is_farmland(me: &Me, pos: BlockPos) -> bool {
    me.known(pos).is_some_and(|state| state.block() == Block::FARMLAND)
}

pub(crate) fn is_water(me: &Me, pos: BlockPos) -> bool {
    me.known(pos).and_then(BlockState::fluid).is_some_and(|fluid| fluid.kind == FluidKind::Water)
}

pub(crate) fn has_water_near(me: &Me, pos: BlockPos) -> bool {
    let cells =
        (-MOIST..=MOIST).flat_map(|x| (0..=1).flat_map(move |y| (-MOIST..=MOIST).map(move |z| pos.offset(x, y, z))));
    cells.into_iter().any(|cell| is_water(me, cell))
}

/// Whether a hoe is carried.
pub(crate) fn has_hoe(me: &Me) -> bool {
    tools(&me.now().inventory).any(|(_, stack)| is_hoe(&stack))
}

fn is_hoe(stack: &ItemStack) -> bool {
    stack.item.tool().is_some_and(|tool| tool.kind == ToolKind::Hoe)
}

/// Uses bone meal on a plant or on grass within reach, once (`BoneMealItem`).
///
/// # Errors
/// [`Reason::Missing`] without bone meal, [`Reason::OutOfReach`], [`Reason::Unexpected`] if none was used up.
pub(crate) async fn fertilize(me: &Me, pos: BlockPos) -> Outcome {
    let before = me.now().inventory.count(Item::BONE_MEAL);
    let is_meal = |stack: &ItemStack| stack.item == Item::BONE_MEAL;
    let meal = Using { what: "bone meal", is_one: Some(&is_meal), sides: &Using::NOT_BELOW };
    meal.on(me, pos, |me| me.now().inventory.count(Item::BONE_MEAL) < before).await
}

/// Makes farmland of a block of soil; a plant that stands on it is broken first.
///
/// # Errors
/// [`Reason::NeedsTool`] without a hoe, [`Reason::OutOfReach`], [`Reason::Unexpected`] if the ground stays as it was.
pub(crate) async fn till(me: &Me, ground: BlockPos) -> Outcome {
    if !has_hoe(me) {
        return Err(Reason::NeedsTool(Tool { kind: ToolKind::Hoe, tier: Tier::Wood }));
    }
    me.within(PATIENCE, travel_sparingly(me, &Goal::Reach(ground))).await?;
    dig(me, ground.up(1)).await?;
    let hoe = Using { what: "a hoe", is_one: Some(&is_hoe), sides: &Using::NOT_BELOW };
    hoe.on(me, ground, |me| is_farmland(me, ground)).await
}
