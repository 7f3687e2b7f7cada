//! What the level asks of a state so often that it is looked up.

use anima_rules::footing::Footing;
use anima_rules::{Block, BlockState, StateFlags};
use bitflags::bitflags;
use once_cell::sync::Lazy;

use super::sides::Sides;

bitflags! {
    /// Yes-no facts about a state.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) struct Flags: u32 {
        /// Not air.
        const SURFACE = 1 << 0;
        /// Stops a body or is or holds liquid.
        const MOTION_BLOCKING = 1 << 1;
        /// The same, and no leaves.
        const MOTION_BLOCKING_NO_LEAVES = 1 << 2;
        /// Leaves of any tree.
        const LEAVES = 1 << 3;
        /// Liquid may flow in and take its place (`FlowableFluid.canFill`).
        const WASHED_AWAY = 1 << 4;
        /// A water source may fill it without harm, and has not yet.
        const FILLABLE = 1 << 5;
        /// Sand and its like fall through (`FallingBlock.canFallThrough`).
        const FALLEN_THROUGH = 1 << 6;
        /// The tag `dirt`.
        const DIRT = 1 << 7;
        /// Liquid as a block of its own.
        const LIQUID = 1 << 8;
        /// Does something when a neighbour changes.
        const REACTS = 1 << 9;
        /// Changes its shape with its neighbours.
        const JOINS = 1 << 10;
        /// The tag `logs`.
        const LOG = 1 << 11;
        /// May do something when a random tick hits it.
        const RANDOM = 1 << 12;
        /// Is left out of random ticks once one found nothing to do, until a block near it changes.
        const SLEEPS = 1 << 13;
        /// Feeds fire.
        const BURNS = 1 << 14;
    }
}

/// Facts about a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub flags: Flags,
    /// The sides that its body covers, where liquids do not pass.
    pub body: Sides,
    /// The sides through which no light passes, for blocks that are no whole cubes.
    pub shade: Sides,
    /// Light lost in it.
    pub filter: u8,
    /// Light it gives.
    pub light: u8,
    /// What it needs to stay.
    pub footing: Footing,
}

static FACTS: Lazy<Vec<Facts>> =
    Lazy::new(|| (0..BlockState::count() as u16).filter_map(BlockState::from_id).map(Facts::of).collect());

/// The facts about a state.
#[inline]
pub(super) fn facts(state: BlockState) -> &'static Facts {
    &FACTS[usize::from(state.id())]
}

impl Facts {
    #[inline]
    pub fn is(&self, flag: Flags) -> bool {
        self.flags.contains(flag)
    }

    fn of(state: BlockState) -> Facts {
        let block = state.block();
        let name = block.name();
        let footing = Footing::of(block);
        let motion = state.flags().contains(StateFlags::BLOCKS_MOTION);
        let blocks = motion || state.fluid().is_some();
        let leaves = name.ends_with("_leaves");
        let liquid = matches!(block, Block::WATER | Block::LAVA);
        let waterlogged = state.property("waterlogged");
        let joins = super::join::joins(block);
        let falls = state.flags().contains(StateFlags::FALLS);
        let mut flags = Flags::empty();
        flags.set(Flags::SURFACE, !state.is_air());
        flags.set(Flags::MOTION_BLOCKING, blocks);
        flags.set(Flags::MOTION_BLOCKING_NO_LEAVES, blocks && !leaves);
        flags.set(Flags::LEAVES, leaves);
        let holds_out = motion
            || waterlogged.is_some()
            || name.ends_with("_door")
            || name.ends_with("sign")
            || matches!(
                block,
                Block::LADDER
                    | Block::SUGAR_CANE
                    | Block::BUBBLE_COLUMN
                    | Block::STRUCTURE_VOID
                    | Block::KELP
                    | Block::KELP_PLANT
                    | Block::SEAGRASS
                    | Block::TALL_SEAGRASS
                    | Block::NETHER_PORTAL
                    | Block::END_PORTAL
                    | Block::END_GATEWAY
            );
        flags.set(Flags::WASHED_AWAY, !holds_out);
        flags.set(Flags::FILLABLE, waterlogged == Some("false") && state.property("type") != Some("double"));
        flags.set(
            Flags::FALLEN_THROUGH,
            state.is_air()
                || liquid
                || state.flags().contains(StateFlags::REPLACEABLE)
                || matches!(block, Block::SNOW | Block::BUBBLE_COLUMN),
        );
        flags.set(
            Flags::DIRT,
            matches!(
                block,
                Block::DIRT
                    | Block::GRASS_BLOCK
                    | Block::PODZOL
                    | Block::COARSE_DIRT
                    | Block::MYCELIUM
                    | Block::ROOTED_DIRT
                    | Block::MOSS_BLOCK
                    | Block::MUD
                    | Block::MUDDY_MANGROVE_ROOTS
            ),
        );
        flags.set(Flags::LIQUID, liquid);
        flags.set(Flags::JOINS, joins);
        flags.set(
            Flags::LOG,
            name.ends_with("_log")
                || name.ends_with("_wood")
                || matches!(name, "crimson_stem" | "warped_stem" | "crimson_hyphae" | "warped_hyphae")
                || matches!(name, "stripped_crimson_stem" | "stripped_warped_stem")
                || matches!(name, "stripped_crimson_hyphae" | "stripped_warped_hyphae"),
        );
        let ripens = state.block() == Block::COMPOSTER && state.number("level") == Some(7);
        let reacts = state.fluid().is_some() || falls || joins || leaves || ripens || footing != Footing::None;
        flags.set(Flags::REACTS, reacts);
        flags.set(Flags::BURNS, super::fire::feeds_fire(state));
        let (random, sleeps) = super::growth::ticks_randomly(state);
        flags.set(Flags::RANDOM, random);
        flags.set(Flags::SLEEPS, random && sleeps);
        let shades = name.ends_with("_slab")
            || name.ends_with("_stairs")
            || matches!(
                block,
                Block::SNOW
                    | Block::FARMLAND
                    | Block::DIRT_PATH
                    | Block::PISTON
                    | Block::STICKY_PISTON
                    | Block::PISTON_HEAD
                    | Block::LECTERN
                    | Block::ENCHANTING_TABLE
                    | Block::STONECUTTER
                    | Block::DAYLIGHT_DETECTOR
                    | Block::END_PORTAL_FRAME
                    | Block::SCULK_SENSOR
                    | Block::SCULK_SHRIEKER
            );
        Facts {
            flags,
            body: Sides::of(state.collision()),
            shade: if shades { Sides::of(state.outline()) } else { Sides::default() },
            filter: state.light_filtered(),
            light: state.light_emitted(),
            footing,
        }
    }
}
