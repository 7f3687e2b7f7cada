//! Into and out of the player's slots (`PlayerInventory`).

use anima_body::Inventory;
use anima_rules::ItemStack;

/// Puts as much of a stack as fits into the slots: onto its like first (in the hand, the off hand, then the
/// rest), then into the first free slot. Returns what is left.
pub(crate) fn insert(inventory: &mut Inventory, stack: ItemStack) -> Option<ItemStack> {
    let mut left = stack;
    while left.count > 0 {
        let slot = match slot_with_room(inventory, &left).or_else(|| free_slot(inventory)) {
            Some(slot) => slot,
            None => break,
        };
        let there = inventory.slots[slot];
        let have = there.map_or(0, |stack| stack.count);
        let moved = left.count.min(left.item.stack_size() - have);
        inventory.slots[slot] = Some(ItemStack { count: have + moved, ..left });
        left.count -= moved;
    }
    (left.count > 0).then_some(left)
}

fn slot_with_room(inventory: &Inventory, stack: &ItemStack) -> Option<usize> {
    let selected = usize::from(inventory.selected);
    [selected, Inventory::OFF_HAND]
        .into_iter()
        .chain(0..Inventory::MAIN)
        .find(|slot| inventory.slots[*slot].is_some_and(|there| there.stacks_with(stack) && there.room() > 0))
}

fn free_slot(inventory: &Inventory) -> Option<usize> {
    inventory.slots[..Inventory::MAIN].iter().position(Option::is_none)
}

/// Takes up to `count` out of a slot.
pub(crate) fn take(inventory: &mut Inventory, slot: usize, count: u8) -> Option<ItemStack> {
    let there = inventory.slots[slot]?;
    let taken = there.count.min(count);
    inventory.slots[slot] = there.with_count(there.count - taken);
    there.with_count(taken)
}

#[cfg(test)]
mod tests {
    use anima_rules::Item;
    use proptest::prelude::*;

    use super::*;

    fn full_of(item: Item) -> Inventory {
        let mut inventory = Inventory::default();
        inventory.slots[..Inventory::MAIN].fill(Some(ItemStack::new(item, 64)));
        inventory
    }

    #[test]
    fn fills_the_hand_then_the_off_hand_then_the_rest() {
        let mut inventory = Inventory { selected: 3, ..Inventory::default() };
        for slot in [0, 3, Inventory::OFF_HAND] {
            inventory.slots[slot] = Some(ItemStack::new(Item::DIRT, 60));
        }
        assert_eq!(insert(&mut inventory, ItemStack::new(Item::DIRT, 15)), None);
        let count = |slot: usize| inventory.slots[slot].map_or(0, |stack| stack.count);
        assert_eq!([count(3), count(Inventory::OFF_HAND), count(0), count(1)], [64, 64, 64, 3]);
    }

    #[test]
    fn a_full_inventory_takes_nothing() {
        let mut inventory = full_of(Item::STONE);
        let stack = ItemStack::new(Item::DIRT, 5);
        assert_eq!(insert(&mut inventory, stack), Some(stack));
        assert_eq!(inventory, full_of(Item::STONE));
    }

    proptest! {
        #[test]
        fn no_item_is_lost_or_made(stacks in prop::collection::vec((0u16..1200, 1u8..=64), 1..80)) {
            let mut inventory = Inventory::default();
            for (id, count) in stacks {
                let Some(item) = Item::from_id(id).filter(|item| *item != Item::AIR) else { continue };
                let stack = ItemStack::new(item, count.min(item.stack_size()));
                let before = inventory.count(item);
                let left = insert(&mut inventory, stack).map_or(0, |left| u32::from(left.count));
                prop_assert_eq!(inventory.count(item), before + u32::from(stack.count) - left);
                prop_assert!(inventory.slots.iter().flatten().all(|stack| stack.count <= stack.item.stack_size()));
            }
        }
    }
}
