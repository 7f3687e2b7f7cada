//! Putting things into chests and taking them out again.

use std::ops::Range;

use anima_body::{BlockPos, Click, Menu, MenuKind};
use anima_rules::{Block, Item};

use crate::Me;
use crate::hands::window::{close_window, open_block};
use crate::path::goal::Goal;
use crate::walk::travel::travel;
use crate::work::lay::lay_near;
use anima_intent::{CHESTS, Outcome, Reason, halves_of};

/// Ticks for the way to a chest that is near.
const PATIENCE: u64 = 900;
/// Ticks for each block of the way to one that is far: three times what it takes to run.
const PATIENCE_PER_BLOCK: u64 = 11;

/// Puts so many of an item into the chest at a position, and tells how many it took: fewer if it is full.
///
/// # Errors
/// [`Reason::Missing`] if too few are carried; else why it could not be reached or opened.
pub async fn deposit(me: &Me, chest: BlockPos, item: Item, count: u32) -> Outcome<u32> {
    let held = me.now().inventory.count(item);
    if held < count {
        return Err(Reason::Missing { item, count: count - held });
    }
    me.doing(format!("deposit {count} {item}"), async {
        let kind = open_chest(me, chest).await?;
        let moved = move_some(me, kind.main().start..kind.hotbar().end, 0..kind.own_slots(), item, count).await;
        close_window(me).await?;
        Ok(moved)
    })
    .await
}

/// Takes so many of an item out of the chest at a position, and tells how many: fewer if it holds no more, or there is
/// no room for them.
///
/// # Errors
/// Why it could not be reached or opened.
pub async fn withdraw(me: &Me, chest: BlockPos, item: Item, count: u32) -> Outcome<u32> {
    me.doing(format!("withdraw {count} {item}"), async {
        let kind = open_chest(me, chest).await?;
        let moved = move_some(me, 0..kind.own_slots(), kind.main().start..kind.hotbar().end, item, count).await;
        close_window(me).await?;
        Ok(moved)
    })
    .await
}

/// Puts a carried chest down where it can be opened, and says where.
///
/// # Errors
/// [`Reason::Missing`] without a chest; as [`lay_near`].
pub(crate) async fn put_down_chest(me: &Me) -> Outcome<BlockPos> {
    let item = carried_chest(me).ok_or(Reason::Missing { item: Item::CHEST, count: 1 })?;
    lay_near(me, item, |pos, _| me.is_open(pos.up(1))).await
}

/// The nearest chest that is known of which no half was tried.
pub(crate) fn nearest_chest(me: &Me, tried: &[BlockPos]) -> Option<BlockPos> {
    let now = me.now();
    let was_tried = |pos: &BlockPos| match me.known(*pos) {
        Some(state) => halves_of(*pos, state, &now.known()).iter().any(|half| tried.contains(half)),
        None => tried.contains(pos),
    };
    let chests = me.senses().places_of(&CHESTS, now.player.feet(), usize::MAX);
    chests.into_iter().find(|pos| !was_tried(pos))
}

/// A chest that is carried.
pub(crate) fn carried_chest(me: &Me) -> Option<Item> {
    CHESTS.iter().filter_map(|block| block.item()).find(|item| me.now().inventory.count(*item) > 0)
}

/// Moves so many of an item from some slots of the open window to others, and tells how many there was room for.
async fn move_some(me: &Me, from: Range<u16>, to: Range<u16>, item: Item, count: u32) -> u32 {
    let amount = |slots: &Range<u16>| amount(&me.now().menu, slots.clone(), item);
    let goal = amount(&to) + count;
    loop {
        let (before, menu) = (amount(&to), me.now().menu.clone());
        let left = goal.saturating_sub(before);
        if left == 0 {
            break;
        }
        let stacks = from.clone().filter_map(|slot| Some((slot, menu.slot(slot).filter(|stack| stack.item == item)?)));
        // A whole stack that is not too much goes first.
        let Some((slot, stack)) = stacks.min_by_key(|(slot, stack)| (u32::from(stack.count) > left, *slot)) else {
            break;
        };
        let empty = from.clone().find(|slot| menu.slot(*slot).is_none());
        match empty {
            _ if u32::from(stack.count) <= left => {
                me.click(Click::shift(slot));
                me.tick().await;
            }
            // A stack of just so many is made, and goes over whole.
            Some(empty) => {
                drop_singly(me, slot, &(empty..empty + 1), item, left).await;
                continue;
            }
            None => drop_singly(me, slot, &to, item, left).await,
        }
        if amount(&to) <= before {
            break;
        }
    }
    count - goal.saturating_sub(amount(&to))
}

/// Takes a stack up, lays so many pieces of it singly where there is room, and puts the rest back.
async fn drop_singly(me: &Me, slot: u16, to: &Range<u16>, item: Item, count: u32) {
    me.click(Click::left(slot));
    me.tick().await;
    for _ in 0..count {
        let menu = me.now().menu.clone();
        let Some(cursor) = menu.cursor.filter(|stack| stack.item == item) else { break };
        let is_like = |slot: &u16| menu.slot(*slot).is_some_and(|other| other.stacks_with(&cursor) && other.room() > 0);
        let is_empty = |slot: &u16| menu.slot(*slot).is_none();
        let Some(room) = to.clone().find(is_like).or_else(|| to.clone().find(is_empty)) else { break };
        me.click(Click::right(room));
        me.tick().await;
    }
    me.click(Click::left(slot));
    me.tick().await;
}

/// How many of an item lie in some slots.
fn amount(menu: &Menu, slots: Range<u16>, item: Item) -> u32 {
    slots
        .filter_map(|slot| menu.slot(slot))
        .filter(|stack| stack.item == item)
        .map(|stack| u32::from(stack.count))
        .sum()
}

/// Goes to a chest and opens it; tells what its window is.
async fn open_chest(me: &Me, chest: BlockPos) -> Outcome<MenuKind> {
    let gap = chest.distance_squared(me.now().player.feet()).isqrt() as u64;
    me.within(PATIENCE.max(PATIENCE_PER_BLOCK * gap), travel(me, &Goal::Reach(chest))).await?;
    let kind = match me.known(chest).map(|state| state.block()) {
        Some(Block::BARREL) => MenuKind::Generic9(3),
        Some(Block::CHEST | Block::TRAPPED_CHEST) if is_double(me, chest) => MenuKind::Generic9(6),
        Some(Block::CHEST | Block::TRAPPED_CHEST) => MenuKind::Generic9(3),
        Some(other) => return Err(Reason::not_found(format!("chest at {chest} (there is {other})"))),
        None => return Err(Reason::not_found(format!("chest at {chest}"))),
    };
    open_block(me, chest, kind).await?;
    Ok(kind)
}

fn is_double(me: &Me, chest: BlockPos) -> bool {
    me.known(chest).is_some_and(|state| state.property("type").is_some_and(|kind| kind != "single"))
}
