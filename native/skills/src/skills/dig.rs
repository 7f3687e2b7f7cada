//! Breaking one block within reach.

use anima_body::{BlockPos, Keys};
use anima_rules::{BlockState, ItemStack, StateFlags, Tier, Tool, ToolKind, dig as rules};

use super::hands::aim;
use super::hold::hold_best_tool;
use crate::{Me, Outcome, Reason};

/// Breaks the block at `pos`, which must be in reach, with the best tool carried.
///
/// Ends when the block is another one than it was. What it drops is not picked up: see `collect`.
///
/// # Errors
/// [`Reason::OutOfReach`] if it cannot be pointed at, [`Reason::Unreachable`] if it cannot be broken,
/// [`Reason::TookTooLong`] after twice the time it should take.
pub async fn dig(me: &Me, pos: BlockPos) -> Outcome {
    let Some(before) = me.now().terrain.block(pos) else {
        return Err(Reason::OutOfReach(format!("the block at {pos}")));
    };
    if before.is_air() || (before.fluid().is_some() && before.flags().contains(StateFlags::REPLACEABLE)) {
        return Ok(());
    }
    hold_best_tool(me, before).await?;
    let ticks =
        ticks_to_dig(me, before).ok_or_else(|| Reason::Unreachable(format!("{before}: it cannot be broken")))?;
    for _ in 0..2 * ticks + 20 {
        let now = me.now();
        if now.terrain.block(pos).is_none_or(|state| state.block() != before.block()) {
            return Ok(());
        }
        let point = aim(&now, pos).ok_or_else(|| Reason::OutOfReach(format!("the {} at {pos}", before.block())))?;
        me.look_at(point);
        me.press(Keys::ATTACK);
        me.tick().await;
    }
    Err(Reason::TookTooLong)
}

/// Fails when rock is to be dug and nothing carried digs it: by hand it takes for ever.
pub(crate) fn check_can_dig_rock(me: &Me) -> Outcome {
    let is_pickaxe = |stack: &ItemStack| stack.item.tool().is_some_and(|tool| tool.kind == ToolKind::Pickaxe);
    match me.now().inventory.find(is_pickaxe) {
        Some(_) => Ok(()),
        None => Err(Reason::NeedsTool(Tool { kind: ToolKind::Pickaxe, tier: Tier::Wood })),
    }
}

/// Ticks that a block takes with what the hand holds; `None` for what cannot be broken.
fn ticks_to_dig(me: &Me, state: BlockState) -> Option<u64> {
    let now = me.now();
    let per_tick = rules::progress_per_tick(state, &rules::Digger::holding(now.inventory.held()));
    // In water or in the air it takes five times as long, in both twenty-five times.
    (per_tick > 0.0).then(|| (25.0 / per_tick).ceil() as u64)
}
