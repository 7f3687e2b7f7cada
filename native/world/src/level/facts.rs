//! What the level asks of a state so often that it is looked up.

use std::sync::LazyLock;

use anima_rules::{BlockState, StateFlags};
use bitflags::bitflags;

bitflags! {
    /// Facts about a state.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) struct Facts: u16 {
        /// Not air.
        const SURFACE = 1 << 0;
        /// Stops a body or is or holds liquid.
        const MOTION_BLOCKING = 1 << 1;
        /// The same, and no leaves.
        const MOTION_BLOCKING_NO_LEAVES = 1 << 2;
        /// Leaves of any tree.
        const LEAVES = 1 << 3;
    }
}

static FACTS: LazyLock<Vec<Facts>> =
    LazyLock::new(|| (0..BlockState::count() as u16).filter_map(BlockState::from_id).map(Facts::of).collect());

/// The facts about a state.
#[inline]
pub(super) fn facts(state: BlockState) -> Facts {
    FACTS[usize::from(state.id())]
}

impl Facts {
    fn of(state: BlockState) -> Facts {
        let mut facts = Facts::empty();
        let blocks = state.flags().contains(StateFlags::BLOCKS_MOTION) || state.fluid().is_some();
        let leaves = state.block().name().ends_with("_leaves");
        facts.set(Facts::SURFACE, !state.is_air());
        facts.set(Facts::MOTION_BLOCKING, blocks);
        facts.set(Facts::MOTION_BLOCKING_NO_LEAVES, blocks && !leaves);
        facts.set(Facts::LEAVES, leaves);
        facts
    }
}
