//! Room in the inventory: what is missed least is thrown away, what is dear is stored.

use anima_body::{BlockPos, Click};
use anima_intent::{Outcome, Reason};
use anima_rules::Item;

use crate::Me;
use crate::hands::window::{close_window, open_inventory};
use crate::me::stock::{ROOMY, has_room, is_of_no_use, least_to_store, missed_least};
use crate::senses::atlas::LEAVE_ALONE;
use crate::work::container::{carried_chest, deposit, nearest_chest, put_down_chest};

/// Free slots up to which what is of no use is thrown away once the inventory is open.
const PLENTY: usize = 12;
/// Blocks to a chest in which things are stored.
const NEAR: i64 = 32;

/// Sees to it that so many more of an item fit in. Where they do not, slots are freed for some other things, too, which
/// come along with it: what is missed least is thrown away; if all is too dear for that, some is stored in a chest that
/// is near or carried.
///
/// # Errors
/// [`Reason::InventoryFull`] if all that is carried is reserved, or too dear and there is no chest.
pub(crate) async fn make_room(me: &Me, item: Item, count: u32) -> Outcome {
    let is_done = || has_room(&me.now().inventory, item, count);
    if is_done() {
        return Ok(());
    }
    me.doing(format!("make room for {item}"), async {
        throw_away(me).await?;
        if is_done() {
            return Ok(());
        }
        match store(me).await {
            Err(Reason::Died) => Err(Reason::Died),
            _ if is_done() => Ok(()),
            _ => Err(Reason::InventoryFull),
        }
    })
    .await
}

/// Throws away what is missed least, behind the back, until there is some room, and what is of no use until there is
/// plenty.
async fn throw_away(me: &Me) -> Outcome {
    let player = &me.now().player;
    me.turn_to(player.yaw + 180.0, player.pitch.min(0.0));
    me.tick().await;
    open_inventory(me).await?;
    while me.now().inventory.free_slots() < PLENTY
        && let Some(slot) = missed_least(me)
        && (me.now().inventory.free_slots() < ROOMY || is_of_no_use(me, slot))
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

/// Stores what is missed least, but for what serves whatever the goal is, in chests near by or in one that is carried,
/// until there is some room.
async fn store(me: &Me) -> Outcome {
    let mut tried: Vec<BlockPos> = Vec::new();
    while me.now().inventory.free_slots() < ROOMY
        && let Some(stack) = least_to_store(me).and_then(|slot| me.now().inventory.slots[slot])
    {
        let feet = me.now().player.feet();
        let chest = match nearest_chest(me, &tried) {
            Some(chest) if chest.distance_squared(feet) <= NEAR * NEAR => chest,
            _ if carried_chest(me).is_some_and(|item| me.spare(item) > 0) => put_down_chest(me).await?,
            _ => return Err(Reason::no_place("more in the chests")),
        };
        match deposit(me, chest, stack.item, stack.count.into()).await {
            Err(Reason::Died) => return Err(Reason::Died),
            Err(_) => {
                me.senses_mut().atlas_mut().give_up(chest, LEAVE_ALONE);
                tried.push(chest);
            }
            Ok(stored) if stored < u32::from(stack.count) => tried.push(chest),
            Ok(_) => {}
        }
    }
    Ok(())
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
        assert_eq!((inventory.free_slots(), inventory.count(Item::POPPY)), (PLENTY, 5));
    }

    #[test]
    fn what_is_of_no_use_is_thrown_away_until_there_is_plenty_of_room() {
        let (outcome, world) = play(&full(Item::POPPY, ItemStack::new(Item::BREAD, 5)), |me| async move {
            make_room(&me, Item::DIAMOND, 1).await
        });
        assert_eq!(outcome, Ok(()));
        let inventory = world.observe().inventory;
        assert_eq!((inventory.free_slots(), inventory.count(Item::BREAD)), (PLENTY, 5));
    }

    #[test]
    fn nothing_is_thrown_away_where_there_is_room() {
        let mut scene = Scene::flat();
        scene.give(ItemStack::new(Item::DIRT, 64));
        let (outcome, world) = play(&scene, |me| async move { make_room(&me, Item::DIAMOND, 64).await });
        assert_eq!((outcome, world.observe().inventory.count(Item::DIRT)), (Ok(()), 64));
    }

    #[test]
    fn what_is_dear_is_stored_in_a_chest_that_is_carried() {
        let (outcome, world) = play(&full(Item::DIAMOND, ItemStack::new(Item::CHEST, 1)), |me| async move {
            me.keep_for_goal(Reserve::of(&Condition::holds(Item::DIAMOND, 64), &[]));
            make_room(&me, Item::STICK, 1).await?;
            let stored: u32 = me.senses().chests().with(Item::DIAMOND).map(|(_, count)| count).sum();
            assert_eq!(stored + me.now().inventory.count(Item::DIAMOND), 35 * 64, "it is known where they are");
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
        assert_eq!(world.observe().inventory.free_slots(), ROOMY);
    }

    #[test]
    fn a_chest_that_the_goal_reserves_is_not_put_down() {
        let (outcome, world) = play(&full(Item::DIAMOND, ItemStack::new(Item::CHEST, 1)), |me| async move {
            me.keep_for_goal(Reserve::of(&Condition::holds(Item::CHEST, 1), &[]));
            make_room(&me, Item::STICK, 1).await
        });
        assert_eq!(outcome, Err(Reason::InventoryFull));
        assert_eq!(world.observe().inventory.count(Item::CHEST), 1);
    }

    #[test]
    fn what_does_not_fit_into_one_chest_is_stored_in_another() {
        let mut scene = full(Item::DIAMOND, ItemStack::new(Item::CHEST, 1));
        let chest = BlockPos::new(2, 64, 0);
        scene.set(chest, "chest").stock(chest, &[ItemStack::new(Item::DIRT, 64); 27]);
        let (outcome, world) = play(&scene, |me| async move { make_room(&me, Item::STICK, 1).await });
        assert_eq!(outcome, Ok(()));
        assert_eq!(world.observe().inventory.free_slots(), ROOMY);
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
