//! Ores: where each lies, by the richest of its placements (`OrePlacements`, `OreConfiguredFeatures`).

use std::ops::RangeInclusive;

use crate::Block;

/// An ore, in stone and in deepslate.
#[derive(Clone, Debug, PartialEq)]
pub struct Ore {
    /// Its blocks, the one in stone first.
    pub blocks: [Block; 2],
    /// The heights between which most of it lies, fewer and fewer towards both; `None` where nothing tells.
    pub slope: Option<RangeInclusive<i32>>,
    /// The share of its blocks that are left where they lie beside air, by their chance to be discarded there.
    pub exposed: f64,
}

/// Every ore of the overworld.
pub const ORES: [Ore; 8] = [
    Ore { blocks: [Block::COAL_ORE, Block::DEEPSLATE_COAL_ORE], slope: None, exposed: 0.8 },
    Ore { blocks: [Block::IRON_ORE, Block::DEEPSLATE_IRON_ORE], slope: Some(-24..=56), exposed: 1.0 },
    Ore { blocks: [Block::COPPER_ORE, Block::DEEPSLATE_COPPER_ORE], slope: None, exposed: 1.0 },
    Ore { blocks: [Block::GOLD_ORE, Block::DEEPSLATE_GOLD_ORE], slope: None, exposed: 0.5 },
    Ore { blocks: [Block::REDSTONE_ORE, Block::DEEPSLATE_REDSTONE_ORE], slope: Some(-96..=-32), exposed: 1.0 },
    Ore { blocks: [Block::LAPIS_ORE, Block::DEEPSLATE_LAPIS_ORE], slope: None, exposed: 0.35 },
    Ore { blocks: [Block::DIAMOND_ORE, Block::DEEPSLATE_DIAMOND_ORE], slope: Some(-144..=16), exposed: 0.25 },
    Ore { blocks: [Block::EMERALD_ORE, Block::DEEPSLATE_EMERALD_ORE], slope: None, exposed: 1.0 },
];

/// The ore that a block is.
pub fn of(block: Block) -> Option<&'static Ore> {
    ORES.iter().find(|ore| ore.blocks.contains(&block))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ore_of_the_overworld_is_listed_once() {
        let named = Block::all().filter(|block| block.name().ends_with("_ore") && !block.name().starts_with("nether"));
        for block in named {
            assert_eq!(ORES.iter().filter(|ore| ore.blocks.contains(&block)).count(), 1, "{block}");
        }
        assert!(ORES.iter().all(|ore| (0.0..=1.0).contains(&ore.exposed)));
        assert!(of(Block::STONE).is_none());
    }
}
