//! What the main hand holds.

use anima_body::Inventory;
use anima_rules::{BlockState, ItemStack, StateFlags, Tier, ToolKind, damage, dig};

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

/// Uses of a good pickaxe that are kept for what no lesser one digs.
const KEPT: u16 = 20;

/// Whether a tool is so worn that its last uses are kept for what no lesser one digs.
pub(crate) fn is_kept(stack: &ItemStack) -> bool {
    let good = stack.item.tool().is_some_and(|tool| tool.kind == ToolKind::Pickaxe && tool.tier >= Tier::Iron);
    good && stack.uses_left().is_some_and(|uses| uses <= KEPT)
}

/// The inventory slot of the best tool for a block, or `None` if the bare hand does as well.
///
/// Best is what digs fastest among what makes it drop; of equals the least worth. The last uses of a good pickaxe
/// are for what needs it, as long as another one will do.
pub fn best_tool(inventory: &Inventory, state: BlockState) -> Option<usize> {
    let worth = |stack: &ItemStack| stack.item.tool().map_or(0, |tool| tool.tier.level() + 1);
    let rate = |stack: Option<ItemStack>| {
        let drops = !state.flags().contains(StateFlags::NEEDS_TOOL) || dig::can_harvest(state, stack);
        let speed = dig::progress_per_tick(state, &dig::Digger::holding(stack));
        // What is dug at once is not dug faster by a better tool.
        (drops, (speed.min(1.0) * 1e6) as u32)
    };
    let bare = rate(None);
    let tools = inventory.slots.iter().take(Inventory::MAIN).enumerate();
    tools
        .filter_map(|(slot, stack)| Some((slot, (*stack)?)))
        .filter(|(_, stack)| stack.item.tool().is_some() && rate(Some(*stack)) > bare)
        .max_by_key(|(slot, stack)| {
            let (drops, speed) = rate(Some(*stack));
            (drops, !is_kept(stack), speed, u8::MAX - worth(stack), usize::MAX - slot)
        })
        .map(|(slot, _)| slot)
}

/// Puts the best tool for a block into the main hand. If no tool is better than the bare hand, keeps from
/// wearing out one for nothing.
///
/// # Errors
/// As [`hold`].
pub async fn hold_best_tool(me: &Me, state: BlockState) -> Outcome {
    let now = me.now();
    match best_tool(&now.inventory, state) {
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

#[cfg(test)]
mod tests {
    use anima_rules::{Block, Item};

    use super::*;

    #[test]
    fn the_last_uses_of_a_good_pickaxe_are_kept_while_another_will_do() {
        let worn = ItemStack { damage: 240, ..ItemStack::new(Item::IRON_PICKAXE, 1) };
        let best = |tools: &[ItemStack], block: Block| {
            let mut inventory = Inventory::default();
            tools.iter().enumerate().for_each(|(slot, tool)| inventory.slots[slot] = Some(*tool));
            best_tool(&inventory, block.state()).map(|slot| tools[slot].item)
        };
        let stone = ItemStack::new(Item::STONE_PICKAXE, 1);
        assert_eq!(best(&[worn, stone], Block::DEEPSLATE), Some(Item::STONE_PICKAXE));
        assert_eq!(best(&[worn, stone], Block::DIAMOND_ORE), Some(Item::IRON_PICKAXE));
        assert_eq!(best(&[worn], Block::DEEPSLATE), Some(Item::IRON_PICKAXE));
        let new = ItemStack::new(Item::IRON_PICKAXE, 1);
        assert_eq!(best(&[new, stone], Block::DEEPSLATE), Some(Item::IRON_PICKAXE));
    }
}
