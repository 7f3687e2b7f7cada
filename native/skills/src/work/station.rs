//! Crafting tables, furnaces and the like: found or placed, used, and taken back when that is worth it.

use anima_body::{BlockPos, Inventory};
use anima_rules::Block;
use anima_rules::tags::ItemTag;

use super::collect::{Supply, collect};
use crate::Me;
use crate::hands::aim::aim;
use crate::hands::dig::dig;
use crate::hands::hold::best_tool;
use crate::hands::place::place_nearby;
use crate::path::goal::Goal;
use crate::senses::Senses;
use crate::senses::atlas::LEAVE_ALONE;
use crate::walk::travel::travel_sparingly;
use anima_intent::{CHESTS, Outcome, Reason};

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

/// Blocks to a chunk within which a station in reach of the hands must lie.
const AT_HAND: i32 = 6;
/// Blocks within which the agent goes to a known station; those up and down count [`STEEP`] times.
const NEAR: i32 = 14;
/// As [`NEAR`], where what another one is made of is not carried.
const FAR: i32 = 40;
/// Weight of a block up or down: a way down a shaft and up again is dug and built.
const STEEP: i32 = 4;
/// Ticks for the way to a station.
const PATIENCE: u64 = 400;

/// The kinds of stations that are known to stand near enough to be used, and of chests and beds that are known at all.
pub fn stations_at_hand(me: &Me) -> Vec<Block> {
    [reachable_stations(me), known_furniture(me)].concat()
}

/// The kinds of stations that are known to stand near enough to be used.
fn reachable_stations(me: &Me) -> Vec<Block> {
    const KINDS: [Block; 8] = [
        Block::CRAFTING_TABLE,
        Block::FURNACE,
        Block::BLAST_FURNACE,
        Block::SMOKER,
        Block::STONECUTTER,
        Block::SMITHING_TABLE,
        Block::ENCHANTING_TABLE,
        Block::COMPOSTER,
    ];
    KINDS.into_iter().filter(|block| nearest(me, *block, &[]).is_some()).collect()
}

/// The kinds of chests and beds that are known, which are gone to from farther off than a station.
fn known_furniture(me: &Me) -> Vec<Block> {
    let beds = ItemTag::Beds.members().iter().filter_map(|item| item.block());
    let senses = me.senses();
    let is_known = |block: &Block| senses.atlas().places(*block).next().is_some();
    beds.chain(CHESTS).filter(is_known).collect()
}

/// The nearest known station of a kind, if it is near enough.
fn nearest(me: &Me, block: Block, taken: &[BlockPos]) -> Option<BlockPos> {
    let now = me.now();
    let feet = now.player.feet();
    let senses = me.senses();
    let way = |pos: BlockPos| {
        let delta = pos - feet;
        delta.x.abs().max(delta.z.abs()) + STEEP * delta.y.abs()
    };
    let near = if can_make(&now.inventory, block) { NEAR } else { FAR };
    let places = places_within(&senses, block, feet, near).into_iter().filter(|pos| !taken.contains(pos));
    let (gap, pos) = places.map(|pos| (way(pos), pos)).min()?;
    (gap <= near).then_some(pos)
}

/// Where a block is known in the chunks that come so near along x and z, and is not left alone.
fn places_within(senses: &Senses, block: Block, feet: BlockPos, reach: i32) -> Vec<BlockPos> {
    let near = senses.atlas().places_near(block, feet, reach).flat_map(|near| near.places.iter().copied());
    near.filter(|pos| !senses.atlas().is_given_up(*pos)).collect()
}

/// Whether a station of a kind is carried, or all that it is made of.
fn can_make(inventory: &Inventory, block: Block) -> bool {
    let carried = block.item().is_some_and(|item| inventory.count(item) > 0);
    carried
        || match block {
            Block::CRAFTING_TABLE => inventory.planks() >= 4,
            Block::FURNACE => inventory.count_where(|stack| ItemTag::StoneCraftingMaterials.contains(stack.item)) >= 8,
            _ => false,
        }
}

/// Has a station of a kind within reach: one that stands near, or one carried and placed.
///
/// # Errors
/// [`Reason::Missing`] if none is near and none is carried; else why it could not be placed.
pub async fn reach_station(me: &Me, block: Block) -> Outcome<Station> {
    reach_another_station(me, block, &[]).await
}

/// As [`reach_station`], but none of those `taken`.
pub(crate) async fn reach_another_station(me: &Me, block: Block, taken: &[BlockPos]) -> Outcome<Station> {
    let usable = |pos: &BlockPos| !taken.contains(pos) && aim(&me.now(), *pos).is_some();
    let feet = me.now().player.feet();
    let at_hand = places_within(&me.senses(), block, feet, AT_HAND).into_iter().find(usable);
    if let Some(pos) = at_hand {
        return Ok(Station { pos, block, placed: false });
    }
    let item = block.item().ok_or_else(|| Reason::NoSkill(format!("carrying {block}").into()))?;
    if me.now().inventory.count(item) == 0
        && let Some(pos) = nearest(me, block, taken)
    {
        let way = me.within(PATIENCE, travel_sparingly(me, &Goal::Reach(pos))).await;
        if way.is_ok() && aim(&me.now(), pos).is_some() {
            return Ok(Station { pos, block, placed: false });
        }
        me.senses_mut().atlas_mut().give_up(pos, LEAVE_ALONE);
    }
    if me.now().inventory.count(item) == 0 {
        return Err(Reason::Missing { item, count: 1 });
    }
    let pos = place_nearby(me, item).await?;
    Ok(Station { pos, block, placed: true })
}

/// Ticks that taking a station back may cost; a new one costs about as much.
const WORTH: u32 = 30;

/// Ticks until what was taken down lies on the ground and may be picked up.
const DROPS: u32 = 14;
/// Blocks around in which it lies.
const SCATTERED: f64 = 4.0;

/// Takes a station back if it was placed for one use, nothing carried makes another one, and a carried tool makes it
/// quick.
///
/// # Errors
/// Why it could not be broken.
pub async fn leave_station(me: &Me, station: Station) -> Outcome {
    let now = me.now();
    if !station.placed || can_make(&now.inventory, station.block) {
        return Ok(());
    }
    let Some(state) = now.block(station.pos) else { return Ok(()) };
    let held = best_tool(&now.inventory, state).and_then(|slot| now.inventory.slots[slot]);
    let ticks = anima_rules::dig::ticks(state, &anima_rules::dig::Digger::holding(held));
    if state.block() != station.block || ticks.is_none_or(|ticks| ticks > WORTH) {
        return Ok(());
    }
    let item = station.block.item();
    let carried = |me: &Me| item.map_or(0, |item| me.now().inventory.count(item));
    let before = carried(me);
    dig(me, station.pos).await?;
    if !me.is_answered_within(DROPS, |me| carried(me) > before).await {
        collect(me, station.pos, SCATTERED, Supply::Rare, |other| Some(other) == item).await?;
    }
    Ok(())
}
