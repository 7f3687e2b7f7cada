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

#[cfg(test)]
mod tests {
    use anima_body::Inventory;
    use anima_intent::{Condition, Reserve};
    use anima_rules::ItemStack;
    use anima_world::Scene;

    use super::*;
    use crate::testing::play;

    /// A scene whose player carries a full inventory of one item, `but` in one slot of it.
    fn full(of: Item, but: ItemStack) -> Scene {
        let mut scene = Scene::flat();
        for _ in 1..Inventory::MAIN {
            scene.give(ItemStack::new(of, of.stack_size()));
        }
        scene.give(but);
        scene
    }

    #[test]
    fn junk_is_thrown_away_and_what_the_goal_reserves_stays() {
        let poppies = ItemStack::new(Item::POPPY, 5);
        let (outcome, world) = play(&full(Item::DIRT, poppies), |me| async move {
            let goal = Condition::holds(Item::POPPY, 5);
            me.keep_for_goal(Reserve::of(&goal, &[]));
            make_room(&me, Item::DIAMOND, 64).await
        });
        assert_eq!(outcome, Ok(()));
        let inventory = world.observe().inventory;
        assert_eq!((inventory.free_slots(), inventory.count(Item::POPPY)), (ROOMY, 5));
    }

    #[test]
    fn nothing_is_thrown_away_where_there_is_room() {
        let mut scene = Scene::flat();
        scene.give(ItemStack::new(Item::DIRT, 64));
        let (outcome, world) = play(&scene, |me| async move { make_room(&me, Item::DIAMOND, 64).await });
        assert_eq!((outcome, world.observe().inventory.count(Item::DIRT)), (Ok(()), 64));
    }

    #[test]
    fn what_is_dear_is_not_thrown_away() {
        let (outcome, world) = play(&full(Item::DIAMOND, ItemStack::new(Item::ELYTRA, 1)), |me| async move {
            make_room(&me, Item::STICK, 1).await
        });
        assert_eq!(outcome, Err(Reason::InventoryFull));
        assert_eq!(world.observe().inventory.count(Item::DIAMOND), 35 * 64);
    }
}
