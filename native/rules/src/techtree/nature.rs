//! What an overworld can have at all, by the kind of its source.

use super::place::{of_block, of_mob};
use super::{Kind, Target, Way};
use crate::{Biome, Block, EntityKind};

/// What kind of source a world has. It says what can occur, whatever the seed, and nothing of what a map holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Nature {
    /// The game's own: clients, servers and saves.
    #[default]
    Vanilla,
    /// The embedded world's generator.
    Generated,
}

impl Nature {
    /// Whether nature makes such blocks.
    pub fn has_block(self, block: Block) -> bool {
        of_block(block).is_some() && (self == Nature::Vanilla || !NO_BLOCKS.contains(&block))
    }

    /// Whether such mobs are met.
    pub fn has_mob(self, kind: EntityKind) -> bool {
        of_mob(kind).is_some() && (self == Nature::Vanilla || !NO_MOBS.contains(&kind))
    }

    /// Whether there are such biomes in its overworld.
    pub fn has_biome(self, biome: Biome) -> bool {
        self == Nature::Vanilla || !NO_BIOMES.contains(&biome)
    }

    /// Whether there is what a way takes from nature.
    pub fn allows(self, way: &Way) -> bool {
        match way.kind {
            // What is planted or put down first need not be there.
            Kind::Grow(_) => true,
            Kind::Interact(_, Target::Block(block)) => of_block(block).is_none() || self.has_block(block),
            Kind::Mine(block) => self.has_block(block),
            _ => way.kind.mob().is_none_or(|kind| self.has_mob(kind)),
        }
    }
}

/// What the generator never makes, of all that nature makes: counted in `world/tests/it/nature.rs`. Obsidian and
/// cobblestone it does not lay either, but water and lava make them.
#[rustfmt::skip]
const NO_BLOCKS: &[Block] = &[
    Block::MANGROVE_PROPAGULE, Block::SUSPICIOUS_SAND, Block::RED_SAND, Block::MANGROVE_LOG,
    Block::MANGROVE_ROOTS, Block::MUDDY_MANGROVE_ROOTS, Block::MANGROVE_LEAVES, Block::AZALEA_LEAVES,
    Block::FLOWERING_AZALEA_LEAVES, Block::MOSSY_COBBLESTONE, Block::GLOW_LICHEN, Block::WHITE_TERRACOTTA,
    Block::ORANGE_TERRACOTTA, Block::YELLOW_TERRACOTTA, Block::LIGHT_GRAY_TERRACOTTA, Block::BROWN_TERRACOTTA,
    Block::RED_TERRACOTTA, Block::TERRACOTTA, Block::RED_SANDSTONE, Block::MAGMA_BLOCK, Block::BONE_BLOCK,
    Block::TURTLE_EGG, Block::TUBE_CORAL_BLOCK, Block::BRAIN_CORAL_BLOCK, Block::BUBBLE_CORAL_BLOCK,
    Block::FIRE_CORAL_BLOCK, Block::HORN_CORAL_BLOCK, Block::TUBE_CORAL, Block::BRAIN_CORAL,
    Block::BUBBLE_CORAL, Block::FIRE_CORAL, Block::HORN_CORAL, Block::TUBE_CORAL_FAN, Block::BRAIN_CORAL_FAN,
    Block::BUBBLE_CORAL_FAN, Block::FIRE_CORAL_FAN, Block::HORN_CORAL_FAN, Block::TUBE_CORAL_WALL_FAN,
    Block::BRAIN_CORAL_WALL_FAN, Block::BUBBLE_CORAL_WALL_FAN, Block::FIRE_CORAL_WALL_FAN,
    Block::HORN_CORAL_WALL_FAN, Block::SEA_PICKLE, Block::BLUE_ICE, Block::BEE_NEST, Block::AMETHYST_BLOCK,
    Block::BUDDING_AMETHYST, Block::AMETHYST_CLUSTER, Block::LARGE_AMETHYST_BUD, Block::MEDIUM_AMETHYST_BUD,
    Block::SMALL_AMETHYST_BUD, Block::SCULK_SENSOR, Block::SCULK, Block::SCULK_VEIN, Block::SCULK_CATALYST,
    Block::SCULK_SHRIEKER, Block::POINTED_DRIPSTONE, Block::DRIPSTONE_BLOCK, Block::CAVE_VINES,
    Block::CAVE_VINES_PLANT, Block::SPORE_BLOSSOM, Block::AZALEA, Block::FLOWERING_AZALEA, Block::MOSS_CARPET,
    Block::MOSS_BLOCK, Block::BIG_DRIPLEAF, Block::BIG_DRIPLEAF_STEM, Block::SMALL_DRIPLEAF,
    Block::HANGING_ROOTS, Block::ROOTED_DIRT, Block::MUD, Block::COBBLED_DEEPSLATE, Block::SMOOTH_BASALT,
];

/// What never spawns by itself in the embedded world, of all that is met in the game.
const NO_MOBS: &[EntityKind] =
    &[EntityKind::PHANTOM, EntityKind::SILVERFISH, EntityKind::TRADER_LLAMA, EntityKind::WARDEN, EntityKind::BEE];

/// Biomes that the generator does not lay.
const NO_BIOMES: &[Biome] =
    &[Biome::BADLANDS, Biome::ERODED_BADLANDS, Biome::WOODED_BADLANDS, Biome::MANGROVE_SWAMP, Biome::ICE_SPIKES];
