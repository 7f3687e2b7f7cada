//! Going to seen blocks and breaking them for what they drop.

use anima_body::{BlockPos, PlayerFlags};
use anima_rules::{Block, EntityKind, Face, Item, StateFlags, dig as rules};

use super::collect::{Supply, collect};
use super::room::make_room;
use super::targets::{in_reach, name_of, nearest_seen, supply_of, surely_drops, take_iron, without_guarded, worth};
use crate::Me;
use crate::hands::dig::{check_breath, dig_with};
use crate::hands::hold::Choice;
use crate::hands::place::{filler, place_at};
use crate::path::conditions::is_filler;
use crate::path::goal::Goal;
use crate::senses::atlas::Atlas;
use crate::walk::go_to::way_to;
use crate::walk::manner::{Travel, manner, sparing};
use crate::walk::travel::{travel, travel_by};
use anima_intent::{Outcome, Reason};

/// Ticks for which a target that could not be reached is left alone.
const LEAVE_ALONE: u64 = 6000;
/// Blocks around a floating agent in which common blocks are given up, because they cannot be dug from dry land.
const SHORE: i64 = 8;
/// Ticks that a look around takes.
const LOOK: u32 = 10;
/// Ticks for which a target that is too far off is left alone: the way there may have become shorter.
const LATER: u64 = 1200;
/// How many times its expected ticks the way to a target may take.
const LATE: f64 = 1.5;
/// Ticks that the way to a target may take beyond that.
const LOST: f64 = 300.0;
/// After a way that was not finished in time the agent tries again, if less than this share of it is left.
const NEARER: f64 = 0.8;
/// Blocks below a rare ore that are looked over for liquid that what it drops would fall into.
const BELOW: i32 = 12;

/// Mines seen blocks of some kinds, the soonest reached first, until `count` more of an item are carried. Where there
/// is no way up to any of them, or too long a one, `gain_footing` is asked for so many blocks to climb with; if it gets
/// any, the way is looked for again. They are dug with the tool of one's `choice`.
///
/// # Errors
/// [`Reason::NeedsTool`] if nothing carried makes the block drop it, [`Reason::NotFound`] when no more such blocks are
/// known, [`Reason::Unreachable`] when none but those given up are, [`Reason::InventoryFull`], [`Reason::Died`].
pub(crate) async fn mine_seen(
    me: &Me,
    item: Item,
    count: u32,
    blocks: &[Block],
    choice: Choice<'_>,
    mut gain_footing: impl AsyncFnMut(i32) -> bool,
) -> Outcome {
    let goal = me.now().inventory.count(item) + count;
    // The limit for another try after a way that was not finished in time: a share of what that way took.
    let mut late = None;
    while me.now().inventory.count(item) < goal {
        check_tool(me, blocks, choice)?;
        make_room(me, item, 1).await?;
        let targets = nearest_seen(me, blocks);
        if targets.is_empty() {
            return Err(none_left(me, blocks));
        }
        // An agent that was driven away does not come back for the same ore at once.
        let given_up = |me: &Me| {
            let is_given_up = |pos: &BlockPos| me.senses().atlas().is_given_up(*pos);
            without_guarded(me, blocks, targets.clone()).iter().all(is_given_up)
        };
        let before = late.take();
        // Blocks are not spent on the way to more of the same blocks.
        let manner = if is_filler(item) { sparing(me) } else { manner(me) };
        let outcome = match ticks_to(me, &targets, &manner).await {
            Ok(ticks) if ticks > worth(blocks) || before.is_some_and(|before| f64::from(ticks) >= before) => {
                Err(Reason::TookTooLong)
            }
            Ok(ticks) => {
                let patience = (LATE * f64::from(ticks) + LOST) as u64;
                let (there, manner) = (within_reach(&targets), Travel { patience: Some(patience), ..manner });
                match me.until(&given_up, travel_by(me, manner, &there)).await {
                    Some(Err(Reason::TookTooLong)) => {
                        late = Some(NEARER * f64::from(ticks));
                        continue;
                    }
                    Some(Ok(())) => {
                        let work = mine_one(me, &targets, blocks, choice, item, goal);
                        me.until(&given_up, work).await.unwrap_or(Ok(()))
                    }
                    driven_away => driven_away.unwrap_or(Ok(())),
                }
            }
            Err(reason) => Err(reason),
        };
        match outcome {
            Ok(()) => {}
            Err(Reason::Died) => return Err(Reason::Died),
            Err(reason @ Reason::NeedsTool(_)) => return Err(reason),
            Err(reason) => {
                let climb = climb(me, &targets);
                let is_too_high = climb > 0 && matches!(reason, Reason::Unreachable { .. } | Reason::TookTooLong);
                if is_too_high && gain_footing(climb).await {
                    continue;
                }
                tracing::debug!(tick = me.now().tick, %reason, "leaving {} alone", targets[0]);
                // The search weighs them all: if there is no way to any of them, or too long a one, none is worth
                // another try.
                let (given_up, ticks) = match reason {
                    Reason::Unreachable { .. } => (&targets[..], LEAVE_ALONE),
                    Reason::TookTooLong => (&targets[..], LATER),
                    _ => (&targets[..1], LEAVE_ALONE),
                };
                let mut senses = me.senses_mut();
                given_up.iter().for_each(|pos| senses.atlas_mut().give_up(*pos, ticks));
            }
        }
    }
    Ok(())
}

/// Why there is no block of some kinds to go to: none is known, or there is no way to those that are.
fn none_left(me: &Me, blocks: &[Block]) -> Reason {
    let senses = me.senses();
    let is_one = |pos: &BlockPos| senses.memory().block(*pos).is_some_and(|state| blocks.contains(&state.block()));
    match senses.atlas().given_up().filter(is_one).count() {
        0 => Reason::not_found(name_of(blocks)),
        known => Reason::Unreachable { what: name_of(blocks).into(), known: known as u32 },
    }
}

/// What the way to the soonest reached of some blocks is expected to take, in ticks.
async fn ticks_to(me: &Me, targets: &[BlockPos], manner: &Travel) -> Outcome<u32> {
    let way = way_to(me, &within_reach(targets), manner).await?;
    Ok(way.ticks + way.left)
}

/// Blocks up to the lowest of some.
fn climb(me: &Me, targets: &[BlockPos]) -> i32 {
    let lowest = targets.iter().map(|pos| pos.y).min().unwrap_or(i32::MIN);
    lowest.saturating_sub(me.now().player.feet().y)
}

fn within_reach(targets: &[BlockPos]) -> Goal {
    Goal::Any(targets.iter().map(|pos| Goal::Reach(*pos)).collect())
}

/// Breaks one of the targets, which is in reach, and as many of its like as it takes to hold `count`, and picks up what
/// they drop.
async fn mine_one(
    me: &Me,
    targets: &[BlockPos],
    blocks: &[Block],
    choice: Choice<'_>,
    item: Item,
    count: u32,
) -> Outcome {
    if me.now().player.is(PlayerFlags::IN_WATER) && blocks.iter().any(|block| Atlas::is_common(*block)) {
        // Common blocks are not dug while floating: there are enough of them on dry land.
        let here = me.now().player.feet();
        let mut senses = me.senses_mut();
        let wet = targets.iter().filter(|pos| pos.distance_squared(here) <= SHORE * SHORE);
        wet.for_each(|pos| senses.atlas_mut().give_up(*pos, LEAVE_ALONE));
        return Err(Reason::out_of_reach(name_of(blocks)));
    }
    let had = me.now().inventory.count(item);
    let mut dug = Vec::new();
    // What was dug and lies about counts as held.
    let held = |me: &Me, dug: &[BlockPos]| me.now().inventory.count(item).max(had + dug.len() as u32);
    while (dug.is_empty() || held(me, &dug) < count)
        && let Some(pos) = in_reach(me, blocks)
    {
        if take_iron(blocks) {
            cover_liquid(me, pos).await;
        }
        let outcome = match check_breath(me, pos, choice) {
            Ok(()) => dig_with(me, pos, choice).await,
            breathless => breathless,
        };
        match outcome {
            Ok(()) => dug.push(pos),
            Err(reason) => {
                me.senses_mut().atlas_mut().give_up(pos, LEAVE_ALONE);
                if dug.is_empty() {
                    return Err(reason);
                }
            }
        }
    }
    let Some(last) = dug.last() else {
        return Err(Reason::out_of_reach(name_of(blocks)));
    };
    // Drops appear with the server's answer and may be picked up half a second later.
    let lies_there = |me: &Me| drops_lie_at(me, *last) || me.now().inventory.count(item) > had;
    me.wait_for_answer(2, lies_there).await;
    let supply = supply_of(blocks);
    collect(me, *last, 7.0, supply, |_| true).await?;
    if supply == Supply::Rare && surely_drops(item, blocks) && me.now().inventory.count(item) < had + dug.len() as u32 {
        // It lies out of sight: where the ore was, or below.
        me.within(supply.patience(), travel(me, &Goal::Near { pos: *last, range: 1 })).await?;
        me.wait(LOOK).await;
        collect(me, *last, 7.0, supply, |_| true).await?;
    }
    Ok(())
}

/// Whether what a block dropped is seen about where it was.
fn drops_lie_at(me: &Me, pos: BlockPos) -> bool {
    const POPS: f64 = 1.5;
    let now = me.now();
    let mut items = now.entities.iter().filter(|entity| entity.kind == EntityKind::ITEM);
    items.any(|item| item.pos.distance(pos.center()) < POPS)
}

/// Puts a block where what an ore drops would fall into lava or water, as far as that is seen and can be reached.
async fn cover_liquid(me: &Me, ore: BlockPos) {
    // What drops may be thrown out of the open sides of its cell.
    let beside = Face::HORIZONTAL.map(|face| ore.beside(face));
    let columns = beside.into_iter().filter(|pos| me.is_open(*pos)).chain([ore]);
    for liquid in columns.filter_map(|column| liquid_below(me, column)).collect::<Vec<_>>() {
        // Where nothing holds it, or it cannot be pointed at, perhaps one higher; never before the ore itself.
        for cell in [liquid, liquid.up(1)].into_iter().filter(|cell| cell.distance_squared(ore) > 1) {
            let Some(item) = filler(me) else { return };
            if place_at(me, item, cell).await.is_ok() {
                break;
            }
        }
    }
}

/// Where liquid was seen below a cell, with nothing but air between.
fn liquid_below(me: &Me, cell: BlockPos) -> Option<BlockPos> {
    let senses = me.senses();
    let seen = |pos: BlockPos| senses.memory().block(pos);
    let mut below = (1..=BELOW).map(|n| cell.down(n));
    let first = below.find(|pos| !seen(*pos).is_some_and(|state| state.is_air()))?;
    seen(first)?.fluid().map(|_| first)
}

/// Checks that a tool is carried that makes one of some blocks drop what it holds.
///
/// # Errors
/// [`Reason::NeedsTool`] with the least that would do, if none is.
pub(crate) fn check_tool(me: &Me, blocks: &[Block], choice: Choice<'_>) -> Outcome {
    let now = me.now();
    let drops = |block: &Block| {
        let state = block.state();
        let held = choice(&now.inventory, state).and_then(|slot| now.inventory.slots[slot]);
        !state.flags().contains(StateFlags::NEEDS_TOOL) || rules::can_harvest(state, held)
    };
    if blocks.iter().any(drops) {
        return Ok(());
    }
    let tools = blocks.first().map(|block| block.harvest_tools()).unwrap_or_default();
    let least = tools.iter().filter_map(|item| item.tool()).min_by_key(|tool| tool.tier);
    Err(least.map_or_else(|| Reason::NoSkill(format!("mining {}", name_of(blocks)).into()), Reason::NeedsTool))
}
