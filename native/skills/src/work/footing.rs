//! Earth to stand on, for an agent that can climb no other way.

use std::collections::BTreeSet;

use anima_body::Inventory;
use anima_rules::{Block, Item};

use super::vein::mine_seen;
use crate::Me;
use crate::hands::dig::check_can_dig_rock;
use crate::hands::hold::best_tool;
use crate::me::overhead::is_below_ground;
use crate::path::conditions::is_filler;

/// What can be dug by hand in no time and stood on.
const EARTH: [Block; 3] = [Block::DIRT, Block::GRASS_BLOCK, Block::PODZOL];
/// Blocks of earth gathered beyond those needed to climb.
const SPARE: u32 = 4;
/// Blocks of earth carried at most.
const ENOUGH: u32 = 64;
/// Planks that a table, sticks and a pickaxe are made of.
const PICKAXE: u32 = 9;
/// Ticks for gathering earth.
const GATHERING: u64 = 1000;
/// Blocks that the agent digs down for earth.
const SINK: i32 = 3;

/// Whether there is neither a pickaxe nor wood for one.
pub(crate) fn has_but_hands(me: &Me) -> bool {
    check_can_dig_rock(me).is_err() && me.now().inventory.planks() < PICKAXE
}

/// Gathers earth to climb so many blocks, if the agent can neither dig rock nor make a pickaxe: a pillar or a bridge of
/// earth leads where digging rock by hand would take for ever. Tells whether there is more of it than before.
pub(crate) async fn gather_footing(me: &Me, blocks: i32) -> bool {
    has_but_hands(me) && gather_earth(me, blocks).await
}

/// Gathers earth to climb so many blocks, if not enough to stand on is carried. Tells whether there is more than before.
pub(crate) async fn gather_earth(me: &Me, blocks: i32) -> bool {
    let before = footing(&me.now().inventory);
    let wanted = (blocks.max(0) as u32 + SPARE).min(ENOUGH);
    if before >= wanted {
        return false;
    }
    dig_earth(me, wanted - before).await;
    footing(&me.now().inventory) > before
}

/// Gathers earth so that so many blocks are carried to stand on beside those that are reserved.
pub(crate) async fn gather_scaffold(me: &Me, blocks: i32) {
    let fillers = me.now().inventory.slots.iter().flatten().map(|stack| stack.item).collect::<BTreeSet<Item>>();
    let spare: u32 = fillers.into_iter().filter(|item| is_filler(*item)).map(|item| me.spare(item)).sum();
    let wanted = (blocks.max(0) as u32).min(ENOUGH);
    if spare < wanted {
        dig_earth(me, wanted + SPARE - spare).await;
    }
}

async fn dig_earth(me: &Me, count: u32) {
    let digging = mine_seen(me, Item::DIRT, count, &EARTH, &best_tool, async |_| false);
    let gathering = me.doing("gather earth to stand on", digging);
    let lowest = me.now().player.feet().y - SINK;
    let is_too_deep = |me: &Me| me.now().player.feet().y < lowest && is_below_ground(me);
    me.until(is_too_deep, me.within(GATHERING, gathering)).await;
}

/// Blocks carried to stand on.
pub(crate) fn footing(inventory: &Inventory) -> u32 {
    inventory.count_where(|stack| is_filler(stack.item))
}
