//! How fast blocks are dug.
//!
//! In 32-bit floats and in the order of the 1.19.4 client (`PlayerEntity.getBlockBreakingSpeed`,
//! `AbstractBlock.calcBlockBreakingDelta`, `ClientPlayerInteractionManager`), so that the tick in which a block
//! gives way is the game's.

use bitflags::bitflags;
use once_cell::sync::Lazy;

use crate::{Block, BlockState, Enchantment, ItemStack, StateFlags, Tier, ToolKind};

/// The player that digs, as far as it changes the speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digger {
    /// What the main hand holds.
    pub held: Option<ItemStack>,
    /// Level of Haste or Conduit Power, the higher of both; 0 without.
    pub haste: u8,
    /// Level of Mining Fatigue; 0 without.
    pub fatigue: u8,
    /// Whether the eyes are in water.
    pub submerged: bool,
    /// Whether the helmet has Aqua Affinity.
    pub aqua_affinity: bool,
    /// Whether the feet stand on something.
    pub on_ground: bool,
}

impl Digger {
    /// Stands on dry ground, with no effects; only what it holds matters.
    pub const fn holding(held: Option<ItemStack>) -> Digger {
        Digger { held, haste: 0, fatigue: 0, submerged: false, aqua_affinity: false, on_ground: true }
    }
}

bitflags! {
    /// What digs a block faster (the `mineable` tags, and the blocks that swords and shears know).
    #[derive(Clone, Copy, PartialEq, Eq)]
    struct Yields: u16 {
        const PICKAXE = 1 << 0;
        const AXE = 1 << 1;
        const SHOVEL = 1 << 2;
        const HOE = 1 << 3;
        /// Plants, gourds and leaves: 1.5 with a sword.
        const SWORD = 1 << 4;
        /// Leaves: 15 with shears.
        const LEAVES = 1 << 5;
        /// Wool: 5 with shears.
        const WOOL = 1 << 6;
        /// Vines and glow lichen: 2 with shears.
        const VINE = 1 << 7;
        /// Cobweb: 15 with a sword or shears.
        const COBWEB = 1 << 8;
        /// Bamboo, which a sword cuts at once.
        const BAMBOO = 1 << 9;
    }
}

static YIELDS: Lazy<Vec<Yields>> = Lazy::new(|| Block::all().map(Yields::of).collect());

impl Yields {
    fn of(block: Block) -> Yields {
        let by_material = block.material().split(';').fold(Yields::empty(), |yields, material| {
            yields
                | match material {
                    "mineable/pickaxe" => Yields::PICKAXE,
                    "mineable/axe" => Yields::AXE,
                    "mineable/shovel" => Yields::SHOVEL,
                    "mineable/hoe" => Yields::HOE,
                    "plant" | "gourd" => Yields::SWORD,
                    "leaves" => Yields::LEAVES | Yields::SWORD,
                    "wool" => Yields::WOOL,
                    "vine_or_glow_lichen" => Yields::VINE,
                    "coweb" => Yields::COBWEB,
                    _ => Yields::empty(),
                }
        });
        // Two facts of 1.19.4 that `minecraft-data` lacks: `BambooBlock.calcBlockBreakingDelta`, and the tag
        // `mineable/hoe`.
        let more = match block {
            Block::BAMBOO | Block::BAMBOO_SAPLING => Yields::BAMBOO,
            Block::MOSS_CARPET => Yields::HOE,
            _ => Yields::empty(),
        };
        by_material | more
    }
}

/// How fast an item digs a state on dry ground, enchantments and effects aside; 1 is the bare hand
/// (`Item.getMiningSpeedMultiplier`).
pub fn tool_speed(state: BlockState, held: Option<ItemStack>) -> f32 {
    let Some(tool) = held.and_then(|stack| stack.item.tool()) else { return 1.0 };
    let yields = YIELDS[usize::from(state.block().id())];
    let made_for = match tool.kind {
        ToolKind::Pickaxe => Yields::PICKAXE,
        ToolKind::Axe => Yields::AXE,
        ToolKind::Shovel => Yields::SHOVEL,
        ToolKind::Hoe => Yields::HOE,
        ToolKind::Sword if yields.contains(Yields::COBWEB) => return 15.0,
        ToolKind::Sword if yields.contains(Yields::SWORD) => return 1.5,
        ToolKind::Shears if yields.intersects(Yields::LEAVES | Yields::COBWEB) => return 15.0,
        ToolKind::Shears if yields.contains(Yields::WOOL) => return 5.0,
        ToolKind::Shears if yields.contains(Yields::VINE) => return 2.0,
        ToolKind::Sword | ToolKind::Shears => return 1.0,
    };
    if yields.contains(made_for) { tool.tier.speed() } else { 1.0 }
}

/// Whether digging the state with this in hand makes it drop what it drops (`PlayerEntity.canHarvest`).
pub fn can_harvest(state: BlockState, held: Option<ItemStack>) -> bool {
    let tools = state.block().harvest_tools();
    tools.is_empty() || held.is_some_and(|stack| tools.contains(&stack.item))
}

/// The share of the block that one tick digs; 0 for what cannot be dug. A block whose share is 1 or more gives
/// way on the click, all others in the tick in which the added-up shares reach 1.
pub fn progress_per_tick(state: BlockState, digger: &Digger) -> f32 {
    let hardness = state.block().hardness();
    if hardness < 0.0 {
        return 0.0;
    }
    let held_tool = digger.held.and_then(|stack| stack.item.tool());
    if held_tool.is_some_and(|tool| tool.kind == ToolKind::Sword)
        && YIELDS[usize::from(state.block().id())].contains(Yields::BAMBOO)
    {
        return 1.0;
    }
    let divisor = if can_harvest(state, digger.held) { 30.0 } else { 100.0 };
    speed(state, digger) / hardness / divisor
}

/// `PlayerEntity.getBlockBreakingSpeed`.
fn speed(state: BlockState, digger: &Digger) -> f32 {
    let mut speed = tool_speed(state, digger.held);
    if speed > 1.0 {
        let efficiency = digger.held.map_or(0, |stack| stack.level(Enchantment::Efficiency));
        if efficiency > 0 {
            speed += f32::from(u16::from(efficiency) * u16::from(efficiency) + 1);
        }
    }
    if digger.haste > 0 {
        speed *= 1.0 + f32::from(digger.haste) * 0.2;
    }
    speed *= match digger.fatigue {
        0 => 1.0,
        1 => 0.3,
        2 => 0.09,
        3 => 0.0027,
        _ => 8.1e-4,
    };
    if digger.submerged && !digger.aqua_affinity {
        speed /= 5.0;
    }
    if !digger.on_ground {
        speed /= 5.0;
    }
    speed
}

/// Ticks of digging until the block gives way; 0 on the click, `None` if it never does. The five ticks in which
/// nothing can be dug after a block that was not instant are not in it.
pub fn ticks(state: BlockState, digger: &Digger) -> Option<u32> {
    let share = progress_per_tick(state, digger);
    if share >= 1.0 {
        return Some(0);
    }
    let (mut done, mut ticks) = (0.0_f32, 0);
    while done < 1.0 {
        let next = done + share;
        if next == done {
            return None; // the share is lost in rounding, or is 0
        }
        (done, ticks) = (next, ticks + 1);
    }
    Some(ticks)
}

/// Uses of a good pickaxe that are kept for what no lesser one digs.
pub const KEPT_USES: u16 = 20;

/// Whether a tool is so worn that its last uses are kept for what no lesser one digs: a pickaxe of iron or better.
pub fn is_kept(stack: &ItemStack) -> bool {
    is_good_pickaxe(stack) && stack.uses_left().is_some_and(|uses| uses <= KEPT_USES)
}

/// Whether a tool's last uses will be kept.
pub(crate) fn is_good_pickaxe(stack: &ItemStack) -> bool {
    stack.item.tool().is_some_and(|tool| tool.kind == ToolKind::Pickaxe && tool.tier >= Tier::Iron)
}

/// Which of some tools a state is dug with; `None` if the bare hand does as well. Plans, paths and hands all go by it.
///
/// Best is what digs fastest among what makes it drop, of equals the least worth, of those the first. The last uses of
/// a good pickaxe are kept as long as another tool will do.
pub fn best_tool<I>(tools: impl IntoIterator<Item = (I, ItemStack)>, state: BlockState) -> Option<I> {
    let worth = |stack: &ItemStack| stack.item.tool().map_or(0, |tool| tool.tier.level() + 1);
    let rate = |stack: Option<ItemStack>| {
        let drops = !state.flags().contains(StateFlags::NEEDS_TOOL) || can_harvest(state, stack);
        let speed = progress_per_tick(state, &Digger::holding(stack));
        // What is dug at once is not dug faster by a better tool.
        (drops, (speed.min(1.0) * 1e6) as u32)
    };
    let bare = rate(None);
    let mut best = None;
    for (which, stack) in tools {
        if stack.item.tool().is_none() || rate(Some(stack)) <= bare {
            continue;
        }
        let (drops, speed) = rate(Some(stack));
        let merit = (drops, !is_kept(&stack), speed, u8::MAX - worth(&stack));
        if best.as_ref().is_none_or(|(known, _)| merit > *known) {
            best = Some((merit, which));
        }
    }
    best.map(|(_, which)| which)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Enchantments, Item};

    fn check(block: Block, held: Option<Item>, expected: Option<u32>) {
        let digger = Digger::holding(held.map(|item| ItemStack::new(item, 1)));
        assert_eq!(ticks(block.state(), &digger), expected, "{block} with {held:?}");
    }

    #[test]
    fn hand_tool_and_wrong_tool() {
        check(Block::STONE, None, Some(151)); // 150 but for the rounding of 32-bit floats
        check(Block::STONE, Some(Item::IRON_PICKAXE), Some(8));
        check(Block::STONE, Some(Item::IRON_AXE), Some(151));
        check(Block::OAK_LOG, None, Some(61));
        check(Block::OBSIDIAN, Some(Item::DIAMOND_PICKAXE), Some(188));
        check(Block::BEDROCK, Some(Item::NETHERITE_PICKAXE), None);
        check(Block::GRASS, None, Some(0));
    }

    #[test]
    fn swords_and_shears_have_blocks_of_their_own() {
        check(Block::COBWEB, Some(Item::WOODEN_SWORD), Some(8));
        check(Block::OAK_LEAVES, Some(Item::SHEARS), Some(0));
        check(Block::WHITE_WOOL, Some(Item::SHEARS), Some(5));
        check(Block::VINE, Some(Item::SHEARS), Some(3));
        check(Block::BAMBOO, Some(Item::WOODEN_SWORD), Some(0));
        check(Block::BAMBOO, Some(Item::WOODEN_AXE), Some(15));
        check(Block::MOSS_CARPET, Some(Item::WOODEN_HOE), Some(2));
    }

    #[test]
    fn circumstances_change_the_speed() {
        let pick = Digger::holding(Some(ItemStack::new(Item::IRON_PICKAXE, 1)));
        let stone = |digger: Digger| ticks(Block::STONE.state(), &digger);
        let wet = Digger { submerged: true, ..pick };
        assert_eq!(stone(wet), Some(38));
        assert_eq!(stone(Digger { on_ground: false, ..wet }), Some(188));
        assert_eq!(stone(Digger { aqua_affinity: true, ..wet }), stone(pick));
        assert_eq!(stone(Digger { haste: 2, ..pick }), Some(6));
        assert_eq!(stone(Digger { fatigue: 1, ..pick }), Some(25));
        let enchantments = Enchantments::NONE.with(Enchantment::Efficiency, 5);
        let efficient = ItemStack { enchantments, ..ItemStack::new(Item::DIAMOND_PICKAXE, 1) };
        assert_eq!(stone(Digger { held: Some(efficient), haste: 2, ..pick }), Some(0));
    }

    #[test]
    fn a_share_lost_in_rounding_never_ends() {
        let hopeless = Digger { fatigue: 4, submerged: true, on_ground: false, ..Digger::holding(None) };
        assert_eq!(ticks(Block::OBSIDIAN.state(), &hopeless), None);
    }

    #[test]
    fn only_the_right_tool_harvests() {
        let holding = |item: Item| Some(ItemStack::new(item, 1));
        assert!(!can_harvest(Block::IRON_ORE.state(), holding(Item::WOODEN_PICKAXE)));
        assert!(can_harvest(Block::IRON_ORE.state(), holding(Item::STONE_PICKAXE)));
        assert!(!can_harvest(Block::DIAMOND_ORE.state(), holding(Item::GOLDEN_PICKAXE)));
        assert!(can_harvest(Block::OAK_LOG.state(), None));
    }

    #[test]
    fn the_least_of_the_fastest_tools_is_taken() {
        let best = |tools: &[Item], block: Block| {
            let tools = tools.iter().map(|item| (*item, ItemStack::new(*item, 1)));
            best_tool(tools, block.state())
        };
        let tools = [Item::IRON_PICKAXE, Item::IRON_SHOVEL, Item::STONE_SHOVEL];
        assert_eq!(best(&tools, Block::STONE), Some(Item::IRON_PICKAXE));
        assert_eq!(best(&tools, Block::DIRT), Some(Item::IRON_SHOVEL));
        assert_eq!(best(&tools, Block::OAK_LOG), None);
        let gold = [Item::GOLDEN_PICKAXE, Item::STONE_PICKAXE];
        assert_eq!(best(&gold, Block::IRON_ORE), Some(Item::STONE_PICKAXE), "gold is faster, but nothing drops");
        assert_eq!(best(&gold, Block::GRASS), None, "what is dug at once is dug by hand");
    }

    #[test]
    fn the_last_uses_of_a_good_pickaxe_are_kept_while_another_will_do() {
        let worn = ItemStack { damage: 240, ..ItemStack::new(Item::IRON_PICKAXE, 1) };
        let best =
            |tools: &[ItemStack], block: Block| best_tool(tools.iter().map(|tool| (tool.item, *tool)), block.state());
        let stone = ItemStack::new(Item::STONE_PICKAXE, 1);
        assert_eq!(best(&[worn, stone], Block::DEEPSLATE), Some(Item::STONE_PICKAXE));
        assert_eq!(best(&[worn, stone], Block::DIAMOND_ORE), Some(Item::IRON_PICKAXE));
        assert_eq!(best(&[worn], Block::DEEPSLATE), Some(Item::IRON_PICKAXE));
        let new = ItemStack::new(Item::IRON_PICKAXE, 1);
        assert_eq!(best(&[new, stone], Block::DEEPSLATE), Some(Item::IRON_PICKAXE));
    }
}
