//! What of the things carried is spent and what is thrown away first, told what the goal reserves.

use anima_body::Inventory;
use anima_intent::{Reserve, is_chest};
use anima_rules::techtree::Planner;
use anima_rules::{Item, ItemStack, food};

use super::runtime::Me;
use crate::path::conditions::is_filler;

/// Free slots below which only what is needed may take another slot.
pub(crate) const ROOMY: usize = 4;
/// Ticks that it takes to get one of an item from nothing; an item that takes longer is not thrown away.
const DEAR: f32 = 3000.0;
/// Blocks to build with that are kept.
const FILLERS: u32 = 64;

impl Me {
    /// Notes what the goal reserves from now on.
    pub fn keep_for_goal(&self, reserve: Reserve) {
        *self.reserve_mut() = reserve;
    }

    /// How many of an item are carried that the goal does not reserve.
    pub fn spare(&self, item: Item) -> u32 {
        self.now().inventory.count(item).saturating_sub(self.reserve().count(item))
    }
}

/// Whether so many more of a plain item fit in, onto their like and into free slots.
pub(crate) fn has_room(inventory: &Inventory, item: Item, count: u32) -> bool {
    let stack = ItemStack::new(item, 1);
    let room = |slot: &Option<ItemStack>| match slot {
        None => item.stack_size(),
        Some(mine) if mine.stacks_with(&stack) => mine.room(),
        Some(_) => 0,
    };
    inventory.slots[..Inventory::MAIN].iter().map(|slot| u32::from(room(slot))).sum::<u32>() >= count
}

/// Whether what lies about is worth picking up: it fits in, and where slots are few it lies on its like or is needed.
pub(crate) fn is_worth_a_slot(me: &Me, stack: &ItemStack) -> bool {
    let inventory = &me.now().inventory;
    let has_like = inventory.slots[..Inventory::MAIN].iter().flatten().any(|m| m.stacks_with(stack) && m.room() > 0);
    let is_needed = || me.reserve().count(stack.item) > inventory.count(stack.item);
    has_like || inventory.free_slots() > ROOMY || (inventory.free_slots() > 0 && is_needed())
}

/// The slot of the stack that is missed least; `None` if all that is carried is reserved or dear.
///
/// What is of no use is thrown away first: no tool that is the best of its kind, no food, not the last blocks to build
/// with. Then, what is soonest had again.
pub(crate) fn missed_least(me: &Me) -> Option<usize> {
    let price = |stack: &ItemStack| Planner::typical().estimate(stack.item, 1);
    least(me, |slot, stack| (price(stack) <= DEAR).then(|| (is_useful(&me.now().inventory, slot, stack), price(stack))))
}

/// Whether the stack in a slot serves nothing but a goal that reserves it.
pub(crate) fn is_of_no_use(me: &Me, slot: usize) -> bool {
    let inventory = &me.now().inventory;
    inventory.slots[slot].is_some_and(|stack| !is_useful(inventory, slot, &stack))
}

/// The slot of the stack to be stored first: what is soonest had again of all that serves this goal only or none.
pub(crate) fn least_to_store(me: &Me) -> Option<usize> {
    let price = |stack: &ItemStack| Planner::typical().estimate(stack.item, 1);
    least(me, |slot, stack| (!is_useful(&me.now().inventory, slot, stack)).then(|| (false, price(stack))))
}

/// Of the stacks that the goal does not reserve, the slot of the one of the least worth; what has none stays. Chests stay,
/// too: what is dear goes into them.
fn least(me: &Me, worth: impl Fn(usize, &ItemStack) -> Option<(bool, f32)>) -> Option<usize> {
    let inventory = &me.now().inventory;
    let slots = inventory.slots[..Inventory::MAIN].iter().enumerate();
    let stacks = slots.filter_map(|(slot, stack)| Some((slot, (*stack)?)));
    let is_store = |item: Item| item.block().is_some_and(is_chest);
    let is_spare = |stack: &ItemStack| {
        me.spare(stack.item) >= u32::from(stack.count) && stack.enchantments.is_empty() && !is_store(stack.item)
    };
    let worths =
        stacks.filter(|(_, stack)| is_spare(stack)).filter_map(|(slot, stack)| Some((slot, worth(slot, &stack)?)));
    worths.min_by(|(_, a), (_, b)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))).map(|(slot, _)| slot)
}

/// Whether a stack serves whatever the goal is.
fn is_useful(inventory: &Inventory, slot: usize, stack: &ItemStack) -> bool {
    let others = || inventory.slots.iter().enumerate().filter(|(other, _)| *other != slot);
    if let Some(tool) = stack.item.tool() {
        let outdoes = |(other, theirs): (usize, &Option<ItemStack>)| {
            theirs
                .and_then(|theirs| theirs.item.tool())
                .is_some_and(|theirs| theirs.kind == tool.kind && (theirs.tier, slot) > (tool.tier, other))
        };
        return !others().any(outdoes);
    }
    if is_filler(stack.item) {
        let others = others().filter_map(|(_, stack)| *stack).filter(|stack| is_filler(stack.item));
        return others.map(|stack| u32::from(stack.count)).sum::<u32>() < FILLERS;
    }
    food::is_fit(stack.item)
}

#[cfg(test)]
mod tests {
    use anima_intent::{Act, Condition};
    use anima_world::{Options, Scene};

    use super::*;
    use crate::Settings;

    fn carrying(items: &[(Item, u8)]) -> Me {
        let mut scene = Scene::flat();
        items.iter().for_each(|(item, count)| {
            scene.give(ItemStack::new(*item, *count));
        });
        Me::new(Settings::default(), scene.world(Options::default()).observe())
    }

    /// What is thrown away first.
    fn first(me: &Me) -> Option<Item> {
        missed_least(me).and_then(|slot| me.now().inventory.slots[slot]).map(|stack| stack.item)
    }

    #[test]
    fn what_is_of_no_use_and_soonest_had_again_is_missed_least() {
        assert_eq!(first(&carrying(&[(Item::DIAMOND, 1), (Item::BREAD, 3), (Item::POPPY, 9)])), Some(Item::POPPY));
        let tools = [(Item::WOODEN_PICKAXE, 1), (Item::STONE_PICKAXE, 1), (Item::COBBLESTONE, 64)];
        assert_eq!(first(&carrying(&tools)), Some(Item::WOODEN_PICKAXE));
        assert_eq!(first(&carrying(&[(Item::COBBLESTONE, 64), (Item::DIRT, 64)])), Some(Item::DIRT));
        assert_eq!(first(&carrying(&[(Item::DIAMOND, 1), (Item::ELYTRA, 1)])), None);
    }

    #[test]
    fn what_the_goal_reserves_stays() {
        let me = carrying(&[(Item::DIRT, 10)]);
        assert_eq!((me.spare(Item::DIRT), first(&me)), (10, Some(Item::DIRT)));
        let acts = [Act::Place { item: Item::DIRT, count: 4, at: None }];
        me.keep_for_goal(Reserve::of(&Condition::holds(Item::DIRT, 3), &acts));
        assert_eq!((me.spare(Item::DIRT), first(&me)), (3, None));
    }

    #[test]
    fn where_slots_are_few_only_what_is_needed_takes_another_one() {
        let junk: Vec<(Item, u8)> = Item::all()
            .filter(|item| item.stack_size() == 64 && *item != Item::AIR && *item != Item::STICK)
            .take(34)
            .map(|item| (item, 1))
            .collect();
        let me = carrying(&junk);
        let wants = |item: Item| is_worth_a_slot(&me, &ItemStack::new(item, 1));
        assert!(wants(junk[0].0) && !wants(Item::STICK));
        me.keep_for_goal(Reserve::of(&Condition::holds(Item::STICK, 1), []));
        assert!(wants(Item::STICK));
        assert!(has_room(&me.now().inventory, Item::STICK, 128));
    }
}
