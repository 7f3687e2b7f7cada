//! Room in the inventory: what is missed least is thrown away.

use anima_body::Click;
use anima_intent::{Outcome, Reason};
use anima_rules::Item;

use crate::Me;
use crate::hands::window::{close_window, open_inventory};
use crate::me::stock::{ROOMY, has_room, missed_least};

/// Sees to it that so many more of an item fit in. Where they do not, slots are freed for some other things, too, which
/// come along with it.
///
/// # Errors
/// [`Reason::InventoryFull`] if all that is carried is reserved or too dear to be thrown away.
pub(crate) async fn make_room(me: &Me, item: Item, count: u32) -> Outcome {
    if has_room(&me.now().inventory, item, count) {
        return Ok(());
    }
    me.doing(format!("make room for {item}"), throw_away(me)).await?;
    if has_room(&me.now().inventory, item, count) { Ok(()) } else { Err(Reason::InventoryFull) }
}

/// Throws away what is missed least, behind the back, until there is some room.
async fn throw_away(me: &Me) -> Outcome {
    let player = &me.now().player;
    me.turn_to(player.yaw + 180.0, player.pitch.min(0.0));
    me.tick().await;
    open_inventory(me).await?;
    while me.now().inventory.free_slots() < ROOMY
        && let Some(slot) = missed_least(me)
    {
        let shown = me.now().menu.kind.slot_of_inventory(slot);
        let shown = shown.ok_or_else(|| Reason::unexpected(format!("slot {slot} is not shown")))?;
        me.click(Click::throw(shown));
        me.tick().await;
        if me.now().inventory.slots[slot].is_some() {
            return Err(Reason::unexpected(format!("slot {slot} was not emptied")));
        }
    }
    close_window(me).await
}
