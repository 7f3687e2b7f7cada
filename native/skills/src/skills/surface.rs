//! Coming back up.

use std::cell::Cell;

use anima_body::{BlockPos, Inventory, MAX_Y, Observation, PlayerFlags};
use anima_rules::{Block, Face, Item, StateFlags};

use super::dig::check_can_dig_rock;
use super::mine::mine;
use super::travel::{manner, travel_by};
use crate::path::{Goal, Travel, is_filler};
use crate::{Me, Outcome, Reason, SEA};

/// Blocks climbed before the way is looked for anew.
const LEG: i32 = 16;
/// Ticks for one leg, for one by who has but his hands, and for each block that he then goes on by stairs: three blocks
/// of deepslate take 915, and he may have to go back to where he got highest.
const PATIENCE: u64 = 1200;
const PATIENCE_BY_HAND: u64 = 600;
const PATIENCE_BY_STAIRS: u64 = 1500;
/// Farther than anything was seen, in blocks.
const BEYOND_SIGHT: i32 = 512;
/// Blocks that a ledge juts out at most.
const LEDGE: i32 = 4;
/// Blocks below the sea down to which dry ground under the sky may be a shore.
const SHORE: i32 = 4;
/// What can be dug by hand in no time and stood on.
const EARTH: [Block; 3] = [Block::DIRT, Block::GRASS_BLOCK, Block::PODZOL];
/// Blocks of earth gathered beyond those to climb, and the most that are carried.
const SPARE: u32 = 4;
const ENOUGH: u32 = 64;
/// Planks that a table, sticks and a pickaxe are made of.
const PICKAXE: u32 = 9;
/// Ticks for gathering earth, and the blocks that one digs down for it.
const GATHERING: u64 = 1000;
const SINK: i32 = 3;

/// Goes up until the sky is open above and the sea not higher, by caves, stairs dug and pillars. Who has but his hands
/// looks for a way to walk, and digs stairs where he got highest if he finds none.
///
/// # Errors
/// [`Reason::Unreachable`](crate::Reason::Unreachable) if no way up is found; as [`travel`].
pub async fn go_up(me: &Me) -> Outcome {
    me.doing("go up", async {
        if !is_up(me) {
            gather_footing(me, SEA - me.now().player.feet().y).await;
        }
        let top = Cell::new(me.now().player.feet().y);
        let is_there = |me: &Me| {
            let now = me.now();
            if now.player.is(PlayerFlags::ON_GROUND) {
                top.set(top.get().max(now.player.feet().y));
            }
            is_up(me)
        };
        let (mut by_stairs, mut from_here) = (false, false);
        while !is_there(me) {
            let by_hand = has_but_hands(me);
            by_stairs &= by_hand;
            let (y, patience, manner) = match by_stairs {
                true => (top.get() + 1, PATIENCE_BY_STAIRS, over_known_ground(me)),
                false => {
                    (me.now().player.feet().y + LEG, if by_hand { PATIENCE_BY_HAND } else { PATIENCE }, manner(me))
                }
            };
            let goal = Goal::Y(y);
            let leg = me.within(patience, travel_by(me, manner, &goal));
            match me.until(is_there, leg).await {
                None => return Ok(()),
                Some(Ok(())) => from_here = false,
                Some(Err(reason)) if !by_hand || reason == Reason::Died => return Err(reason),
                Some(Err(_)) if !by_stairs => by_stairs = true,
                Some(Err(_)) if !from_here => {
                    // No known way leads to where he got highest.
                    from_here = true;
                    top.set(me.now().player.feet().y);
                }
                Some(Err(reason)) => return Err(reason),
            }
            me.tick().await;
        }
        Ok(())
    })
    .await
}

/// Whether there is neither a pickaxe nor wood for one.
fn has_but_hands(me: &Me) -> bool {
    check_can_dig_rock(me).is_err() && me.now().inventory.planks() < PICKAXE
}

/// As one travels, but with no look at what was not seen: rock dug by hand takes so long that any detour for a look
/// seems shorter.
fn over_known_ground(me: &Me) -> Travel {
    let mut manner = manner(me);
    manner.conditions.near = BEYOND_SIGHT;
    manner
}

fn is_up(me: &Me) -> bool {
    is_under_sky(me) && me.now().player.feet().y >= SEA - 1
}

/// Whether there is more than a ledge overhead, or we stand in a hole: dry, deeper than the sea is high, where land was
/// seen above it.
pub(crate) fn is_below_ground(me: &Me) -> bool {
    let now = me.now();
    let feet = now.player.feet();
    let beside = Face::HORIZONTAL.map(|face| feet + face.step() * LEDGE);
    if beside.into_iter().chain([feet]).all(|pos| !has_sky(&now, pos)) {
        return true;
    }
    let is_dry = !now.player.is(PlayerFlags::IN_WATER);
    let senses = me.senses();
    let mut grounds = feet.chunk().around(2).filter_map(|chunk| senses.atlas().ground(chunk));
    is_dry && feet.y < SEA - SHORE && grounds.any(|ground| ground.land > 0)
}

/// Whether nothing opaque is above the head.
pub fn is_under_sky(me: &Me) -> bool {
    has_sky(&me.now(), me.now().player.feet())
}

/// Whether nothing opaque is above a head there. What is loaded is asked: the light tells a player as much.
fn has_sky(now: &Observation, feet: BlockPos) -> bool {
    let view = now.terrain.view();
    let opaque = |y: i32| view.block_or_wall(BlockPos::new(feet.x, y, feet.z)).flags().contains(StateFlags::OPAQUE);
    !(feet.y + 2..MAX_Y).any(opaque)
}

/// Who can neither dig rock nor make a pickaxe gathers earth to climb so many blocks: on a pillar or a bridge of it one
/// gets where rock by hand would take for ever. Whether there is more of it than before.
pub(crate) async fn gather_footing(me: &Me, blocks: i32) -> bool {
    let before = footing(&me.now().inventory);
    let wanted = (blocks.max(0) as u32 + SPARE).min(ENOUGH);
    if !has_but_hands(me) || before >= wanted {
        return false;
    }
    let gathering = me.doing("gather earth to stand on", mine(me, Item::DIRT, wanted - before, &EARTH));
    let lowest = me.now().player.feet().y - SINK;
    let is_too_deep = |me: &Me| me.now().player.feet().y < lowest && is_below_ground(me);
    me.until(is_too_deep, me.within(GATHERING, gathering)).await;
    footing(&me.now().inventory) > before
}

/// Blocks carried to stand on.
fn footing(inventory: &Inventory) -> u32 {
    inventory.count_where(|stack| is_filler(stack.item))
}
