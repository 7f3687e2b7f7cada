//! Windows: opening and closing them, and moving stacks about in them.

use anima_body::{BlockPos, Click, Keys, MenuKind, Screen, ScreenKey};
use anima_rules::Item;

use super::aim::aim;
use crate::Me;
use crate::me::foothold::comes_to_rest;
use anima_intent::{Outcome, Reason};

/// Ticks to wait for a window to open or close.
const PATIENCE: u32 = 20;
/// Ticks that a far server may take to answer a click: what a grid makes is known to it alone.
const ANSWER: u32 = 40;
/// Times that a window is tried to be opened: a reflex that comes between closes it again.
const TRIES: usize = 3;
/// The button of the swap-hands key over a slot.
pub(crate) const OFF_HAND_BUTTON: u8 = 40;

/// Opens the inventory.
///
/// # Errors
/// [`Reason::Unexpected`] if it does not open.
pub async fn open_inventory(me: &Me) -> Outcome {
    let is_open = |me: &Me| me.now().screen == Screen::Inventory;
    let mut outcome = Ok(());
    for _ in 0..TRIES {
        if is_open(me) {
            return Ok(());
        }
        close_window(me).await?;
        come_to_rest(me).await;
        me.screen(ScreenKey::OpenInventory);
        outcome = wait_for(me, "the inventory did not open", is_open).await;
    }
    outcome
}

/// Opens the container that a block within reach has, and waits for its contents.
///
/// # Errors
/// [`Reason::OutOfReach`] if the block cannot be pointed at, [`Reason::Unexpected`] if another window or none opens.
pub async fn open_block(me: &Me, pos: BlockPos, kind: MenuKind) -> Outcome {
    let is_open = |me: &Me| me.now().screen == Screen::Container && me.now().menu.kind == kind;
    close_window(me).await?;
    come_to_rest(me).await;
    let mut outcome = Ok(());
    for _ in 0..TRIES {
        let point = aim(&me.now(), pos).ok_or_else(|| Reason::out_of_reach(format!("the {} at {pos}", kind.name())))?;
        me.look_at(point);
        if me.was_held(Keys::USE) {
            me.tick().await;
        }
        me.look_at(point);
        me.press(Keys::USE);
        outcome = wait_for(me, "the container did not open", is_open).await;
        if outcome.is_ok() {
            break;
        }
    }
    outcome
}

/// Closes any window, with what the mouse holds put back first.
///
/// # Errors
/// [`Reason::Unexpected`] if it stays open.
pub async fn close_window(me: &Me) -> Outcome {
    if me.now().screen == Screen::None {
        return Ok(());
    }
    put_back(me).await;
    me.screen(ScreenKey::Close);
    wait_for(me, "the window did not close", |me| me.now().screen == Screen::None).await
}

/// Swaps the stack of an inventory slot with that of a hot bar slot, 0..=8, or of the off hand, for which `with` is
/// [`OFF_HAND_BUTTON`].
///
/// # Errors
/// [`Reason::Unexpected`] if the inventory does not open or close.
pub(crate) async fn swap(me: &Me, slot: usize, with: u8) -> Outcome {
    open_inventory(me).await?;
    let menu = me.now().menu.kind;
    let from = menu.slot_of_inventory(slot).ok_or_else(|| Reason::unexpected(format!("slot {slot} is not shown")))?;
    me.click(Click::number_key(from, with));
    me.tick().await;
    close_window(me).await
}

/// Puts down what the mouse holds: onto its like, else into an empty slot; else it is dropped on closing.
pub(crate) async fn put_back(me: &Me) {
    for _ in 0..3 {
        let now = me.now();
        let Some(cursor) = now.menu.cursor else { return };
        let own = now.menu.kind.main().chain(now.menu.kind.hotbar());
        let fits =
            |slot: &u16| now.menu.slot(*slot).is_some_and(|stack| stack.stacks_with(&cursor) && stack.room() > 0);
        let empty = |slot: &u16| now.menu.slot(*slot).is_none();
        let Some(slot) = own.clone().find(fits).or_else(|| own.clone().find(empty)) else { return };
        me.click(Click::left(slot));
        me.tick().await;
    }
}

/// Has the mouse hold some of an item, taken from the inventory.
pub(crate) async fn take_up(me: &Me, item: Item) -> Outcome {
    let now = me.now();
    if now.menu.cursor.is_some_and(|stack| stack.item == item) {
        return Ok(());
    }
    put_back(me).await;
    let now = me.now();
    let own = now.menu.kind.main().chain(now.menu.kind.hotbar());
    let held = |slot: u16| now.menu.slot(slot).filter(|stack| stack.item == item).map(|stack| (stack.count, slot));
    let (_, slot) = own.filter_map(held).min().ok_or(Reason::Missing { item, count: 1 })?;
    me.click(Click::left(slot));
    me.tick().await;
    Ok(())
}

/// Puts so many pieces of an item into a slot of the open window, one after the other.
///
/// # Errors
/// [`Reason::Missing`] if the inventory holds too few.
pub(crate) async fn put_into(me: &Me, slot: u16, item: Item, count: u32) -> Outcome {
    for _ in 0..count {
        take_up(me, item).await?;
        me.click(Click::right(slot));
        me.tick().await;
    }
    put_back(me).await;
    Ok(())
}

/// Waits until no slide ends over an edge.
async fn come_to_rest(me: &Me) {
    me.holds_within(PATIENCE, |me| comes_to_rest(&me.now())).await;
}

/// Lets ticks pass, at least one, until something holds.
async fn wait_for(me: &Me, otherwise: &'static str, holds: impl Fn(&Me) -> bool) -> Outcome {
    me.tick().await;
    if me.holds_within(PATIENCE - 1 + me.lag(), holds).await { Ok(()) } else { Err(Reason::unexpected(otherwise)) }
}

/// Gives the server time to answer until something holds, which may be so at once; tells whether it does.
pub(crate) async fn is_answered(me: &Me, holds: impl Fn(&Me) -> bool) -> bool {
    me.holds_within(ANSWER + me.lag(), holds).await
}

#[cfg(test)]
mod tests {
    use std::future::{Future, poll_fn};
    use std::pin::pin;
    use std::task::Poll;

    use anima_world::Scene;

    use super::*;
    use crate::testing::play;

    #[test]
    fn an_inventory_that_a_reflex_closes_is_opened_again() {
        let (outcome, _) = play(&Scene::flat(), |me| async move {
            let mut opening = pin!(open_inventory(&me));
            while me.now().screen == Screen::None {
                let opened = poll_fn(|context| Poll::Ready(opening.as_mut().poll(context))).await;
                assert!(opened.is_pending(), "{opened:?}");
                me.tick().await;
            }
            // Something else has its turn, and closes it for that.
            close_window(&me).await?;
            opening.await?;
            assert_eq!(me.now().screen, Screen::Inventory);
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
    }
}
