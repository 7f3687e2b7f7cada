//! What is worn and what is held: armour, a shield on the off hand, anything in the main hand.

use anima_body::{Click, Inventory};
use anima_rules::Item;
use anima_rules::damage::{Wear, worn_at};

use super::hold::hold_slot;
use super::window::{OFF_HAND_BUTTON, close_window, is_answered, open_inventory, put_back, swap};
use crate::Me;
use anima_intent::{Outcome, Reason};

/// Puts a carried item where it is worn, in place of what is worn there; what is not worn comes into the main hand.
///
/// # Errors
/// [`Reason::Missing`] if it is not carried, [`Reason::InventoryFull`] if there is no room for what is taken off,
/// [`Reason::Unexpected`] if what is worn does not come off (the Curse of Binding) or no window opens.
pub async fn equip(me: &Me, item: Item) -> Outcome {
    me.doing(format!("equip {item}"), async {
        let worn = worn_at(item).map(inventory_slot);
        if worn.is_some_and(|slot| is_in(&me.now().inventory, slot, item)) {
            return Ok(());
        }
        let carried = me.now().inventory.find(|stack| stack.item == item);
        let from = carried.ok_or(Reason::Missing { item, count: 1 })?;
        match worn {
            None => hold_slot(me, from).await?,
            Some(Inventory::OFF_HAND) => swap(me, from, OFF_HAND_BUTTON).await?,
            Some(slot) => {
                open_inventory(me).await?;
                let outcome = put_on(me, from, slot).await;
                close_window(me).await?;
                outcome?;
            }
        }
        let is_there = |me: &Me| match worn {
            Some(slot) => is_in(&me.now().inventory, slot, item),
            None => me.now().inventory.held().is_some_and(|stack| stack.item == item),
        };
        if is_answered(me, is_there).await { Ok(()) } else { Err(Reason::unexpected(format!("{item} does not go on"))) }
    })
    .await
}

/// With the inventory open: takes a stack up, puts it on, and puts what was worn where the stack was.
async fn put_on(me: &Me, from: usize, worn: usize) -> Outcome {
    let menu = me.now().menu.kind;
    let shown = |slot: usize| {
        menu.slot_of_inventory(slot).ok_or_else(|| Reason::unexpected(format!("slot {slot} is not shown")))
    };
    let (from, worn) = (shown(from)?, shown(worn)?);
    let is_stack = me.now().menu.slot(from).is_some_and(|stack| stack.count > 1);
    if is_stack && me.now().menu.slot(worn).is_some() {
        // From a stack one piece is put on, but only where nothing is worn (`ScreenHandler.internalOnSlotClick`).
        me.click(Click::shift(worn));
        me.tick().await;
        if !is_answered(me, |me| me.now().menu.slot(worn).is_none()).await {
            return Err(Reason::InventoryFull);
        }
    }
    for slot in [from, worn] {
        me.click(Click::left(slot));
        me.tick().await;
    }
    put_back(me).await;
    Ok(())
}

/// The slot of the inventory in which something is worn.
fn inventory_slot(worn: Wear) -> usize {
    match worn {
        Wear::Feet => Inventory::FEET,
        Wear::Legs => Inventory::FEET + 1,
        Wear::Chest => Inventory::FEET + 2,
        Wear::Head => Inventory::FEET + 3,
        Wear::OffHand => Inventory::OFF_HAND,
    }
}

fn is_in(inventory: &Inventory, slot: usize, item: Item) -> bool {
    inventory.slots[slot].is_some_and(|stack| stack.item == item)
}

/// Takes a carried shield on the off hand if nothing is there.
///
/// # Errors
/// As [`swap`].
pub async fn take_shield(me: &Me) -> Outcome {
    let inventory = me.now().inventory.clone();
    let carried =
        inventory.slots[..Inventory::MAIN].iter().position(|slot| slot.is_some_and(|stack| stack.item == Item::SHIELD));
    let Some(slot) = carried.filter(|_| inventory.slots[Inventory::OFF_HAND].is_none()) else { return Ok(()) };
    swap(me, slot, OFF_HAND_BUTTON).await
}

/// Whether a shield is on the off hand.
pub(crate) fn has_shield(inventory: &Inventory) -> bool {
    is_in(inventory, Inventory::OFF_HAND, Item::SHIELD)
}

#[cfg(test)]
mod tests {
    use anima_rules::ItemStack;
    use anima_world::Scene;

    use super::*;
    use crate::testing::{Game, with};

    /// What is on the feet, legs, chest, head, in the off hand and in the main hand after something was equipped.
    fn equipped(scene: &Scene, item: Item) -> (Option<Outcome>, [Option<Item>; 6]) {
        let end = Game::by_day(scene).far(2).play(100, async move |me| equip(&me, item).await);
        let inventory = end.now().inventory;
        let slots = [36, 37, 38, 39, 40, usize::from(inventory.selected)];
        (end.outcome, slots.map(|slot| inventory.slots[slot].map(|stack| stack.item)))
    }

    #[test]
    fn armour_goes_where_it_is_worn_in_place_of_what_was_worn_there() {
        let mut scene = with(Scene::flat(), &[(Item::DIRT, 3)]);
        scene.put(20, Some(ItemStack::new(Item::IRON_BOOTS, 1))).put(5, Some(ItemStack::new(Item::IRON_HELMET, 1)));
        scene.put(36, Some(ItemStack::new(Item::LEATHER_BOOTS, 1)));
        let (outcome, worn) = equipped(&scene, Item::IRON_BOOTS);
        assert_eq!((outcome, worn[0]), (Some(Ok(())), Some(Item::IRON_BOOTS)));
        let (outcome, worn) = equipped(&scene, Item::IRON_HELMET);
        assert_eq!((outcome, worn[3]), (Some(Ok(())), Some(Item::IRON_HELMET)));
        let end = Game::by_day(&scene).play(100, async |me| equip(&me, Item::IRON_BOOTS).await);
        assert_eq!(end.now().inventory.count(Item::LEATHER_BOOTS), 1, "what was taken off is kept");
        assert_eq!(end.now().inventory.slots[36].map(|stack| stack.item), Some(Item::IRON_BOOTS));
    }

    #[test]
    fn of_a_stack_one_is_put_on() {
        let mut scene = with(Scene::flat(), &[(Item::CARVED_PUMPKIN, 9)]);
        scene.put(39, Some(ItemStack::new(Item::IRON_HELMET, 1)));
        let end = Game::by_day(&scene).play(100, async |me| equip(&me, Item::CARVED_PUMPKIN).await);
        let inventory = end.now().inventory;
        assert_eq!(end.outcome, Some(Ok(())));
        assert_eq!(inventory.slots[39], Some(ItemStack::new(Item::CARVED_PUMPKIN, 1)));
        assert_eq!((inventory.count(Item::CARVED_PUMPKIN), inventory.count(Item::IRON_HELMET)), (9, 1));
    }

    #[test]
    fn what_is_not_worn_is_held() {
        let mut scene = with(Scene::flat(), &[(Item::DIRT, 3)]);
        scene.put(30, Some(ItemStack::new(Item::IRON_SWORD, 1))).put(12, Some(ItemStack::new(Item::SHIELD, 1)));
        scene.put(40, Some(ItemStack::new(Item::TORCH, 7)));
        assert_eq!(equipped(&scene, Item::IRON_SWORD).1[5], Some(Item::IRON_SWORD));
        assert_eq!(equipped(&scene, Item::SHIELD).1[4], Some(Item::SHIELD), "in place of the torches");
        let none = equipped(&scene, Item::BOW).0;
        assert_eq!(none, Some(Err(Reason::Missing { item: Item::BOW, count: 1 })));
    }

    #[test]
    fn a_shield_is_taken_on_the_free_off_hand() {
        let off_hand = |holds: Option<Item>| {
            let mut scene = with(Scene::flat(), &[(Item::DIRT, 3), (Item::SHIELD, 1)]);
            scene.start.inventory.slots[Inventory::OFF_HAND] = holds.map(|item| ItemStack::new(item, 1));
            let end = Game::by_day(&scene).play(60, async |me| take_shield(&me).await);
            assert_eq!(end.outcome, Some(Ok(())));
            end.now().inventory.slots[Inventory::OFF_HAND].map(|stack| stack.item)
        };
        assert_eq!(off_hand(None), Some(Item::SHIELD));
        assert_eq!(off_hand(Some(Item::TORCH)), Some(Item::TORCH));
    }
}
