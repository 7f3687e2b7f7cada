//! Which of the seen blocks are worth mining.

use anima_body::{BlockPos, Entity, Observation};
use anima_rules::tags::ItemTag;
use anima_rules::techtree::{Kind, ways};
use anima_rules::{Block, Face, FluidKind, Item, Tier};
use glam::DVec3;

use super::collect::Supply;
use crate::Me;
use crate::hands::aim::aim;
use crate::senses::atlas::Atlas;
use crate::senses::listed::InChunk;
use crate::senses::memory::Memory;
use crate::threat::{is_guarded, seen_lately};
use crate::walk::shaft::is_safe_to_open;

/// Targets put before one path search.
const CHOICE: usize = 16;
/// Blocks to a target, those down counted twice and those up threefold, beyond which another one is looked for.
const FAR: i32 = 120;
/// The same for targets that any hand gathers: they stand on the land, and the way there is quick.
const FAR_ON_LAND: i32 = 240;
/// The same for targets that take tools of iron: they are rarer.
const FAR_OF_RARE: i32 = 360;
/// Ticks that the way to a target may be expected to take: with a longer one, another target is found sooner.
const WORTH: u32 = 1500;
/// The same for targets that take tools of iron.
const WORTH_OF_RARE: u32 = 5000;

/// The nearest block of some kinds that the cross-hair can be put on.
pub(crate) fn in_reach(me: &Me, blocks: &[Block]) -> Option<BlockPos> {
    let now = me.now();
    let eyes = BlockPos::containing(now.player.eyes());
    let mut near: Vec<BlockPos> = (-5..=5)
        .flat_map(|x| (-5..=5).flat_map(move |y| (-5..=5).map(move |z| eyes.offset(x, y, z))))
        .filter(|pos| now.block(*pos).is_some_and(|state| blocks.contains(&state.block())))
        .filter(|pos| !me.senses().atlas().is_given_up(*pos))
        .filter(|pos| detour_for_liquid(me.senses().memory(), *pos, blocks).is_some())
        .filter(|pos| !carries_us(&now, *pos) || is_safe_to_open(me, *pos))
        .collect();
    near.sort_by_key(|pos| (pos.distance_squared(eyes), *pos));
    near.into_iter().find(|pos| aim(&now, *pos).is_some())
}

/// Whether a block is under some part of the feet.
fn carries_us(now: &Observation, pos: BlockPos) -> bool {
    const HALF: f64 = 0.3;
    let feet = now.player.pos;
    let corners = [(-HALF, -HALF), (-HALF, HALF), (HALF, -HALF), (HALF, HALF)];
    corners.into_iter().any(|(x, z)| BlockPos::containing(feet + DVec3::new(x, -0.1, z)) == pos)
}

/// Seen blocks of some kinds, the nearest first, as many as one search should weigh.
pub(crate) fn nearest_seen(me: &Me, blocks: &[Block]) -> Vec<BlockPos> {
    let feet = me.now().player.feet();
    let senses = me.senses();
    // Climbing and digging take longer than walking.
    let way = |pos: &BlockPos| {
        let delta = *pos - feet;
        delta.x.abs() + delta.z.abs() + if delta.y > 0 { 3 } else { 2 } * delta.y.abs()
    };
    let weigh = |pos: BlockPos| Some((way(&pos) + detour_for_liquid(senses.memory(), pos, blocks)?, pos));
    let far = far(blocks);
    let foes = seen_lately(me);
    let mut weighed: Vec<(i32, BlockPos)> = Vec::new();
    let add = |weighed: &mut Vec<(i32, BlockPos)>, places: &mut dyn Iterator<Item = BlockPos>| {
        let near = places.filter(|pos| way(pos) <= far && !senses.atlas().is_given_up(*pos));
        let worth = near.filter_map(weigh).filter(|(way, _)| *way <= far);
        weighed.extend(worth.filter(|(_, pos)| !is_left_to_foes(me, blocks, &foes, *pos)));
    };
    if blocks.iter().any(|block| Atlas::is_common(*block)) {
        add(&mut weighed, &mut common_seen(me, feet, blocks).into_iter());
    }
    let mut chunks: Vec<(i32, InChunk<'_>)> = Vec::new();
    for block in blocks {
        let near = senses.atlas().places_near(*block, feet, far);
        chunks.extend(near.map(|near| (near.gap.0 + near.gap.1, near)));
    }
    chunks.sort_by_key(|(gap, _)| *gap);
    // All in the chunks that follow are at least as far away as those chunks.
    for (gap, near) in chunks {
        if weighed.iter().filter(|(way, _)| *way < gap).count() >= CHOICE {
            break;
        }
        add(&mut weighed, &mut near.places.iter().copied());
    }
    weighed.sort_unstable();
    weighed.dedup();
    weighed.into_iter().map(|(_, pos)| pos).take(CHOICE).collect()
}

/// Leaves out blocks that are guarded by too strong foes. Common blocks at hand stay: no place is safer.
pub(crate) fn without_guarded(me: &Me, blocks: &[Block], mut places: Vec<BlockPos>) -> Vec<BlockPos> {
    let foes = seen_lately(me);
    places.retain(|pos| !is_left_to_foes(me, blocks, &foes, *pos));
    places
}

/// Whether a block is guarded by too strong foes, and not at hand.
fn is_left_to_foes(me: &Me, blocks: &[Block], foes: &[Entity], pos: BlockPos) -> bool {
    /// Blocks to what is at hand.
    const AT_HAND: i64 = 5;
    let now = me.now();
    let is_common = blocks.iter().any(|block| Atlas::is_common(*block));
    let is_at_hand = is_common && pos.distance_squared(now.player.feet()) <= AT_HAND * AT_HAND;
    !is_at_hand && is_guarded(&now, foes, pos)
}

/// Seen blocks of kinds too common to be listed, within a short walk.
fn common_seen(me: &Me, feet: BlockPos, blocks: &[Block]) -> Vec<BlockPos> {
    const RADIUS: i32 = 24;
    /// Blocks above and below.
    const RISE: i32 = 12;
    let senses = me.senses();
    let memory = senses.memory();
    let mut found = Vec::new();
    for radius in 0..=RADIUS {
        for x in -radius..=radius {
            for z in -radius..=radius {
                if x.abs().max(z.abs()) != radius {
                    continue;
                }
                let column = memory.find_in_column(feet.offset(x, -RISE, z), 2 * RISE + 1, blocks);
                let free = |pos: &BlockPos| {
                    !senses.atlas().is_given_up(*pos) && detour_for_liquid(memory, *pos, blocks).is_some()
                };
                found.extend(column.filter(free));
            }
        }
        if found.len() >= CHOICE {
            break;
        }
    }
    found
}

/// How many blocks farther a dry block may be and still be as good as this one: digging under water takes five times as
/// long, and it takes breath. `None` if it is not dug at all: common blocks near water, and any block beside lava.
fn detour_for_liquid(memory: &Memory, pos: BlockPos, blocks: &[Block]) -> Option<i32> {
    const WET: i32 = 30;
    let liquid = |pos: BlockPos| memory.block(pos).and_then(|state| state.fluid());
    if blocks.iter().any(|block| Atlas::is_common(*block)) {
        // A player that stands in reach of it would stand in water, too.
        let mut near = (-1..=1).flat_map(|x| (-1..=1).flat_map(move |y| (-1..=1).map(move |z| pos.offset(x, y, z))));
        let mut beside = Face::ALL.iter().map(|face| pos + face.step() * 2);
        let is_dry = near.all(|pos| liquid(pos).is_none()) && beside.all(|pos| liquid(pos).is_none());
        return is_dry.then_some(0);
    }
    let mut liquids = Face::ALL.iter().filter_map(|face| liquid(pos.beside(*face))).peekable();
    let detour = if liquids.peek().is_some() { WET } else { 0 };
    if liquids.any(|fluid| fluid.kind == FluidKind::Lava) {
        return None;
    }
    (detour == 0 || has_air_near(memory, pos)).then_some(detour)
}

/// Whether the player can breathe near a block while it digs it: far from air nobody stays for long.
fn has_air_near(memory: &Memory, pos: BlockPos) -> bool {
    const NEAR: i32 = 2;
    let is_air = |pos: BlockPos| memory.block(pos).is_some_and(|state| state.is_air());
    (-NEAR..=NEAR).any(|x| (-1..=NEAR).any(|y| (-NEAR..=NEAR).any(|z| is_air(pos.offset(x, y, z)))))
}

/// Blocks to one of some kinds of block beyond which another one is looked for.
fn far(blocks: &[Block]) -> i32 {
    if take_iron(blocks) {
        FAR_OF_RARE
    } else if blocks.iter().all(|block| block.harvest_tools().is_empty()) {
        FAR_ON_LAND
    } else {
        FAR
    }
}

/// What the way to one of some kinds of block may be expected to take, in ticks.
pub(crate) fn worth(blocks: &[Block]) -> u32 {
    if take_iron(blocks) { WORTH_OF_RARE } else { WORTH }
}

/// Whether only tools of iron or better make some kinds of block drop anything.
pub(crate) fn take_iron(blocks: &[Block]) -> bool {
    let takes_iron = |block: &Block| {
        let tools = block.harvest_tools().iter().filter_map(|item| item.tool());
        tools.map(|tool| tool.tier).min().is_some_and(|tier| tier >= Tier::Iron)
    };
    blocks.iter().all(takes_iron)
}

/// How much of an item a block gives on average when it is mined.
pub(crate) fn yield_of(item: Item, block: Block) -> f32 {
    let mined = ways(item).iter().filter(|way| way.kind == Kind::Mine(block));
    mined.map(|way| way.yields).fold(0.0, f32::max)
}

/// Whether each block of some kinds drops an item, as those of huge mushrooms do not.
pub(super) fn surely_drops(item: Item, blocks: &[Block]) -> bool {
    blocks.iter().all(|block| yield_of(item, *block) >= 1.0)
}

/// How much there is of some kinds of block.
pub(crate) fn supply_of(blocks: &[Block]) -> Supply {
    let is_log = |block: Block| block.item().is_some_and(|item| ItemTag::Logs.contains(item));
    let is_plenty = |block: &Block| Atlas::is_common(*block) || is_log(*block);
    if blocks.iter().any(is_plenty) { Supply::Plenty } else { Supply::Rare }
}

/// How some kinds of block are named to a person.
pub(crate) fn name_of(blocks: &[Block]) -> String {
    match blocks {
        [one] => one.name().to_owned(),
        [first, ..] => format!("{first} or the like"),
        [] => "nothing".to_owned(),
    }
}
