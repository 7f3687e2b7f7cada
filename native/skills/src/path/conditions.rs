//! What a search may count on: frozen when it starts.

use anima_body::{BlockPos, Effect, Inventory, Observation};
use anima_rules::damage::SAFE_FALL;
use anima_rules::dig::{self, Digger};
use anima_rules::{BlockState, Item, ItemStack};

/// What a search may count on, frozen for its length: what is allowed, what is carried, what is to be avoided.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// Blocks may be dug.
    pub can_dig: bool,
    /// Blocks may be placed.
    pub can_place: bool,
    /// Gaps may be jumped.
    pub can_leap: bool,
    /// Doors and gates may be opened.
    pub can_open: bool,
    /// Digging may let water in (never lava).
    pub can_dig_beside_water: bool,
    /// Blocks that may be fallen onto the ground; as many as [`SAFE_FALL`] do not hurt.
    pub max_fall: i32,
    /// Half hearts that deeper falls may cost, all together.
    pub may_hurt: u8,
    /// The height below which the way does not lead: caves lie below the land.
    pub lowest: i32,
    /// Any fall into water is allowed.
    pub falls_into_water: bool,
    /// Not too hungry to sprint.
    pub can_sprint: bool,
    /// Ticks under water since the last breath.
    pub breathless: u16,
    /// Blocks carried that may be placed.
    pub blocks: u32,
    /// Tools that may be dug with.
    pub tools: Vec<ItemStack>,
    /// The digger, with its effects, except what its hand holds.
    pub digger: Digger,
    /// Where something is that is better kept away from, and how far, in blocks.
    pub shunned: Vec<(BlockPos, i32)>,
    /// Ticks that it is worth to keep out of each such cell, unless it is dug through: in a tunnel the agent is not
    /// seen.
    pub dread: u32,
    /// Blocks not to be dug.
    pub kept: Vec<BlockPos>,
    /// Moves, from and to, that failed lately and are not to be tried again.
    pub barred: Vec<(BlockPos, BlockPos)>,
    /// Weight of the estimate in percent: 100 finds the cheapest way, more finds a good one sooner.
    pub greed_percent: u32,
    /// How much longer than over known ground the way beyond the edge of the known is taken to be, in percent.
    pub edge_percent: u32,
    /// Cells that are unknown although they are within so many blocks of the eyes, along each axis, are not there at
    /// all: that is the end of the world, not the edge of what is known.
    pub near: i32,
    /// Places from which the edge of the known was looked at already, and is not to be looked at again.
    pub looked_from: Vec<BlockPos>,
    /// Nodes after which the search ends with the best way so far. After each third of them greed is doubled.
    pub max_nodes: u32,
}

impl Default for Conditions {
    /// A walker with empty hands: it digs and places nothing.
    fn default() -> Conditions {
        Conditions {
            can_dig: false,
            can_place: false,
            can_leap: true,
            can_open: true,
            can_dig_beside_water: false,
            max_fall: SAFE_FALL as i32,
            may_hurt: 0,
            lowest: i32::MIN,
            falls_into_water: true,
            can_sprint: true,
            breathless: 0,
            blocks: 0,
            tools: Vec::new(),
            digger: Digger::holding(None),
            shunned: Vec::new(),
            dread: 20,
            kept: Vec::new(),
            barred: Vec::new(),
            greed_percent: 100,
            edge_percent: 200,
            near: 10,
            looked_from: Vec::new(),
            max_nodes: 120_000,
        }
    }
}

impl Conditions {
    /// Takes over what the player carries and can do now: tools, blocks, effects, food for a sprint.
    pub fn carry(&mut self, now: &Observation) {
        let carried = || now.inventory.slots[..Inventory::MAIN].iter().flatten().copied();
        let effect = |effect: Effect| {
            now.player.effects.iter().find(|active| active.effect == effect).map_or(0, |active| active.amplifier + 1)
        };
        self.digger.haste = effect(Effect::Haste).max(effect(Effect::ConduitPower));
        self.digger.fatigue = effect(Effect::MiningFatigue);
        self.breathless = (300 - now.player.air).clamp(0, 300) as u16;
        self.can_sprint = now.player.food > 6;
        self.blocks = carried().filter(|stack| is_filler(stack.item)).map(|stack| u32::from(stack.count)).sum();
        self.tools = carried().filter(|stack| stack.item.tool().is_some()).collect();
    }

    /// Ticks to dig a state with the best of the tools, without the pause after it; `None` if it cannot be dug.
    pub(crate) fn dig_ticks(&self, state: BlockState) -> Option<u32> {
        let held = dig::best_tool(self.tools.iter().map(|tool| (*tool, *tool)), state);
        dig::ticks(state, &Digger { held, ..self.digger })
    }
}

/// Whether an item is good for bridges and pillars: a whole block that does not fall and is easily had.
pub fn is_filler(item: Item) -> bool {
    matches!(
        item,
        Item::COBBLESTONE
            | Item::COBBLED_DEEPSLATE
            | Item::DIRT
            | Item::COARSE_DIRT
            | Item::STONE
            | Item::GRANITE
            | Item::DIORITE
            | Item::ANDESITE
            | Item::TUFF
            | Item::DEEPSLATE
            | Item::NETHERRACK
            | Item::GRASS_BLOCK
            | Item::CALCITE
            | Item::SANDSTONE
    )
}

#[cfg(test)]
mod tests {
    use anima_rules::Block;

    use super::*;

    #[test]
    fn digs_with_the_best_of_the_tools() {
        let tools = [Item::IRON_SHOVEL, Item::IRON_PICKAXE].map(|item| ItemStack::new(item, 1));
        let conditions = Conditions { tools: tools.to_vec(), ..Conditions::default() };
        assert_eq!(conditions.dig_ticks(Block::STONE.state()), Some(8));
        assert_eq!(conditions.dig_ticks(Block::BEDROCK.state()), None);
    }
}
