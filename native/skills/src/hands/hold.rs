//! What the main hand holds.

use anima_body::Inventory;
use anima_rules::{BlockState, ItemStack, damage, dig};

use super::window::swap;
use crate::Me;
use anima_intent::{Outcome, Reason};

/// Puts a stack that matches into the main hand.
///
/// # Errors
/// [`Reason::NotFound`] with `what` if nothing carried matches.
pub async fn hold(me: &Me, what: &str, matches: impl Fn(&ItemStack) -> bool) -> Outcome {
    let inventory = me.now().inventory.clone();
    if inventory.held().as_ref().is_some_and(&matches) {
        return Ok(());
    }
    let slot = inventory.find(&matches).ok_or_else(|| Reason::not_found(format!("{what} in the inventory")))?;
    hold_slot(me, slot).await
}

/// Puts the stack of an inventory slot into the main hand.
pub(crate) async fn hold_slot(me: &Me, slot: usize) -> Outcome {
    if slot < 9 {
        me.hotbar(slot as u8);
        if me.now().inventory.selected != slot as u8 {
            me.tick().await;
        }
        return Ok(());
    }
    let hotbar = spare_hotbar_slot(&me.now().inventory);
    swap(me, slot, hotbar).await?;
    me.hotbar(hotbar);
    me.tick().await;
    Ok(())
}

/// The hot bar slot that is missed least: an empty one, else one without tools or food, else the one in hand.
fn spare_hotbar_slot(inventory: &Inventory) -> u8 {
    let hotbar = &inventory.slots[..9];
    let useful = |stack: &ItemStack| stack.item.tool().is_some() || stack.item.food().is_some();
    let empty = hotbar.iter().position(Option::is_none);
    let plain = || hotbar.iter().rposition(|slot| slot.as_ref().is_some_and(|stack| !useful(stack)));
    empty.or_else(plain).map_or(inventory.selected, |slot| slot as u8)
}

/// The slot of the tool to dig a state with, of an inventory; `None` if the bare hand does as well.
pub(crate) type Choice<'a> = &'a dyn Fn(&Inventory, BlockState) -> Option<usize>;

/// The tools that are carried, with their slots.
pub(crate) fn tools(inventory: &Inventory) -> impl Iterator<Item = (usize, ItemStack)> + Clone {
    let carried = inventory.slots[..Inventory::MAIN].iter().enumerate();
    carried.filter_map(|(slot, stack)| Some((slot, (*stack)?))).filter(|(_, stack)| stack.item.tool().is_some())
}

/// The slot of the best tool for a block ([`dig::best_tool`]).
pub fn best_tool(inventory: &Inventory, state: BlockState) -> Option<usize> {
    dig::best_tool(tools(inventory), state)
}

/// Puts the chosen tool for a block into the main hand. Where that is none, keeps from wearing out another for nothing.
///
/// # Errors
/// As [`hold`].
pub(crate) async fn hold_tool(me: &Me, state: BlockState, choice: Choice<'_>) -> Outcome {
    let now = me.now();
    match choice(&now.inventory, state) {
        Some(slot) if usize::from(now.inventory.selected) == slot => Ok(()),
        Some(slot) => hold_slot(me, slot).await,
        None => {
            let wears = |stack: ItemStack| stack.item.durability().is_some();
            let bare = now.inventory.slots[..9].iter().position(|slot| !slot.is_some_and(wears));
            match (now.inventory.held().is_some_and(wears), bare) {
                (true, Some(slot)) => hold_slot(me, slot).await,
                _ => Ok(()),
            }
        }
    }
}

/// Puts the strongest weapon into the main hand.
pub(crate) async fn take_weapon(me: &Me) -> Outcome {
    match best_weapon(&me.now().inventory) {
        Some(slot) => hold_slot(me, slot).await,
        None => Ok(()),
    }
}

/// The strongest weapon carried, if anything beats the fist.
pub(crate) fn weapon(inventory: &Inventory) -> Option<ItemStack> {
    best_weapon(inventory).and_then(|slot| inventory.slots[slot])
}

/// The inventory slot with the most damage a second, if anything beats the fist.
fn best_weapon(inventory: &Inventory) -> Option<usize> {
    let rate = |stack: &ItemStack| {
        let item = Some(stack.item);
        (damage::attack_damage(item) * damage::attack_speed(item) * 100.0) as u32
    };
    let bare = (damage::FIST * damage::FIST_SPEED * 100.0) as u32;
    let slots =
        inventory.slots[..Inventory::MAIN].iter().enumerate().filter_map(|(slot, stack)| Some((slot, (*stack)?)));
    slots
        .filter(|(_, stack)| stack.item.tool().is_some() && rate(stack) > bare)
        .max_by_key(|(slot, stack)| (rate(stack), usize::MAX - slot))
        .map(|(slot, _)| slot)
}
