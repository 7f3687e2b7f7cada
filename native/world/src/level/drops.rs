//! What falls out of a broken block.

use std::sync::LazyLock;

use anima_body::Slot;
use anima_rules::{Block, BlockState, Item, ItemStack, StateFlags};
use rustc_hash::FxHashMap;

use super::Dice;

/// The item that places each block.
static ITEMS: LazyLock<FxHashMap<Block, Item>> =
    LazyLock::new(|| Item::all().filter_map(|item| Some((item.block()?, item))).collect());

/// What the block drops when it is broken with `tool`.
pub(super) fn drops(state: BlockState, tool: Slot, _dice: &mut Dice) -> Vec<ItemStack> {
    let block = state.block();
    let harvests = !state.flags().contains(StateFlags::NEEDS_TOOL)
        || tool.is_some_and(|stack| block.harvest_tools().contains(&stack.item));
    let item = ITEMS.get(&block).filter(|_| harvests);
    item.map(|item| ItemStack::new(*item, 1)).into_iter().collect()
}
