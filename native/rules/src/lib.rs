//! Minecraft 1.19.4 as data and pure functions.
//!
//! Everything here is a fact of the game: it knows no world, no agent and no clock, and its dice are handed in.
//! The tables under `data/` come from PrismarineJS `minecraft-data` (`cargo xtask data`); what that
//! package lacks is written by hand in the module that owns it, with its source.

mod block;
pub mod breeding;
pub mod climate;
pub mod damage;
pub mod dig;
pub mod drops;
pub mod enchant;
mod enchantment;
mod entity;
pub mod experience;
mod fluid;
mod foe;
pub mod food;
pub mod footing;
mod game_rules;
mod generated;
mod habitat;
mod item;
pub mod ore;
mod outline;
pub mod placing;
pub mod recipe;
mod shape;
pub mod sine;
pub mod smelt;
pub mod stonecut;
mod support;
mod table;
pub mod tags;
pub mod techtree;

/// Ticks of a day with its night (`World.getTimeOfDay` wraps there).
pub const DAY: u64 = 24_000;

/// Times of day, in ticks, at which a player can lie down in clear weather (`World.isDay`: four levels of the sky's
/// light are gone).
pub const BEDTIME: std::ops::RangeInclusive<u32> = 12_542..=23_459;

pub use block::{Block, BlockState, Face, ParseStateError, StateFlags};
pub use enchantment::{Enchantment, Enchantments};
pub use entity::{Biome, Dimension, EntityKind};
pub use fluid::{Fluid, FluidKind};
pub use foe::{Foe, Shot};
pub use game_rules::{Difficulty, GameRules};
pub use habitat::{Habitat, Haunt, TO_CAVES};
pub use item::{Food, Item, ItemStack, Tier, Tool, ToolKind};
pub use shape::Aabb;
pub use support::Support;

/// Reads every table now, so that no later call does; a few dozen milliseconds at most.
pub fn load() {
    table::tables();
    drops::of_block(Block::AIR);
    drops::of_mob(EntityKind::COW);
    recipe::all();
    smelt::all();
    smelt::burn_ticks(Item::COAL);
    stonecut::all_cuts().count();
    tags::ItemTag::Planks.members();
    tags::BlockTag::Logs.members();
    dig::tool_speed(BlockState::AIR, Some(ItemStack::new(Item::IRON_PICKAXE, 1)));
    techtree::all_ways();
    techtree::Reach::overworld(techtree::Nature::Vanilla, false);
}
