//! What is worn: a shield on the off hand.

use anima_body::Inventory;
use anima_rules::Item;

use super::window::{OFF_HAND_BUTTON, swap};
use crate::Me;
use anima_intent::Outcome;

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
    inventory.slots[Inventory::OFF_HAND].is_some_and(|stack| stack.item == Item::SHIELD)
}

#[cfg(test)]
mod tests {
    use anima_rules::ItemStack;
    use anima_world::Scene;

    use super::*;
    use crate::testing::{Game, with};

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
