//! Crafting tables, furnaces and the like: found or placed, used, and taken back when that is worth it.

use anima_body::BlockPos;
use anima_rules::{Block, Item};

use super::dig::dig;
use super::hands::aim;
use super::hold::best_tool;
use super::place::place_nearby;
use crate::{Me, Outcome, Reason};

/// A station within reach.
#[derive(Clone, Copy, Debug)]
pub struct Station {
    /// Where it stands.
    pub pos: BlockPos,
    /// What it is.
    pub block: Block,
    /// Whether it was put there for this use.
    pub placed: bool,
}

/// Has a station of a kind within reach: one that stands here, or one carried and placed.
///
/// # Errors
/// [`Reason::Missing`] if none is near and none is carried; else why it could not be placed.
pub async fn reach_station(me: &Me, block: Block) -> Outcome<Station> {
    reach_another_station(me, block, &[]).await
}

/// As [`reach_station`], but none of those `taken`.
pub(crate) async fn reach_another_station(me: &Me, block: Block, taken: &[BlockPos]) -> Outcome<Station> {
    let usable = |pos: &BlockPos| !taken.contains(pos) && aim(&me.now(), *pos).is_some();
    let known = me.senses().atlas().places(block).find(usable);
    if let Some(pos) = known {
        return Ok(Station { pos, block, placed: false });
    }
    let item = Item::from_name(block.name()).ok_or_else(|| Reason::NoSkill(format!("carrying {block}")))?;
    if me.now().inventory.count(item) == 0 {
        return Err(Reason::Missing { item, count: 1 });
    }
    let pos = place_nearby(me, item).await?;
    Ok(Station { pos, block, placed: true })
}

/// Ticks that taking a station back may cost; a new one costs about as much.
const WORTH: u32 = 30;

/// Takes a station back if it was placed for one use and a carried tool makes it quick.
///
/// # Errors
/// Why it could not be broken.
pub async fn leave_station(me: &Me, station: Station) -> Outcome {
    if !station.placed {
        return Ok(());
    }
    let now = me.now();
    let Some(state) = now.terrain.block(station.pos) else { return Ok(()) };
    let held = best_tool(&now.inventory, state).and_then(|slot| now.inventory.slots[slot]);
    let ticks = anima_rules::dig::ticks(state, &anima_rules::dig::Digger::holding(held));
    if state.block() == station.block && ticks.is_some_and(|ticks| ticks <= WORTH) {
        dig(me, station.pos).await?;
    }
    Ok(())
}
