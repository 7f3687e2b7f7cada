//! Putting things into chests and taking them out again.

use anima_body::{BlockPos, Click, MenuKind};
use anima_rules::{Block, Item};

use crate::Me;
use crate::hands::window::{close_window, open_block};
use crate::path::goal::Goal;
use crate::walk::travel::travel;
use anima_intent::{Outcome, Reason};

/// Ticks for the way to a chest.
const PATIENCE: u64 = 900;

/// Puts carried items for which `which` holds into the chest at a position.
///
/// # Errors
/// [`Reason::NoPlace`] if the chest is full; else why it could not be reached or opened.
pub async fn deposit(me: &Me, chest: BlockPos, which: impl Fn(Item) -> bool) -> Outcome {
    me.doing("deposit", async {
        open_chest(me, chest).await?;
        let own = own_slots(me);
        let full = move_stacks(me, own, &which).await;
        close_window(me).await?;
        if full { Err(Reason::no_place("more in the chest")) } else { Ok(()) }
    })
    .await
}

/// Takes `count` of an item, or a stack more, out of the chest at a position.
///
/// # Errors
/// [`Reason::Missing`] if the chest holds too few, [`Reason::InventoryFull`]; else why it could not be reached or
/// opened.
pub async fn withdraw(me: &Me, chest: BlockPos, item: Item, count: u32) -> Outcome {
    me.doing(format!("withdraw {count} {item}"), async {
        let goal = me.now().inventory.count(item) + count;
        open_chest(me, chest).await?;
        let outcome = loop {
            let now = me.now();
            let held = now.inventory.count(item);
            if held >= goal {
                break Ok(());
            }
            let own = 0..now.menu.kind.own_slots();
            let Some(slot) = own.into_iter().find(|slot| now.menu.slot(*slot).is_some_and(|s| s.item == item)) else {
                break Err(Reason::Missing { item, count: goal - held });
            };
            me.click(Click::shift(slot));
            me.tick().await;
            if me.now().inventory.count(item) == held {
                break Err(Reason::InventoryFull);
            }
        };
        close_window(me).await?;
        outcome
    })
    .await
}

async fn open_chest(me: &Me, chest: BlockPos) -> Outcome {
    me.within(PATIENCE, travel(me, &Goal::Reach(chest))).await?;
    let kind = match me.known(chest).map(|state| state.block()) {
        Some(Block::BARREL) => MenuKind::Generic9(3),
        Some(Block::CHEST | Block::TRAPPED_CHEST) if is_double(me, chest) => MenuKind::Generic9(6),
        Some(Block::CHEST | Block::TRAPPED_CHEST) => MenuKind::Generic9(3),
        Some(other) => return Err(Reason::not_found(format!("chest at {chest} (there is {other})"))),
        None => return Err(Reason::not_found(format!("chest at {chest}"))),
    };
    open_block(me, chest, kind).await
}

fn is_double(me: &Me, chest: BlockPos) -> bool {
    me.known(chest).is_some_and(|state| state.property("type").is_some_and(|kind| kind != "single"))
}

fn own_slots(me: &Me) -> Vec<u16> {
    let kind = me.now().menu.kind;
    kind.main().chain(kind.hotbar()).collect()
}

/// Shift-clicks stacks that match; tells whether one would not go.
async fn move_stacks(me: &Me, slots: Vec<u16>, which: &impl Fn(Item) -> bool) -> bool {
    for slot in slots {
        let Some(stack) = me.now().menu.slot(slot).filter(|stack| which(stack.item)) else { continue };
        me.click(Click::shift(slot));
        me.tick().await;
        if me.now().menu.slot(slot) == Some(stack) {
            return true;
        }
    }
    false
}
