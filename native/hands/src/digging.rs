//! The block that is being dug (`ClientPlayerInteractionManager`).

use anima_body::{BlockHit, BlockPos, Slot};
use anima_rules::Face;

use crate::hands::Due;
use crate::{Deed, Facts, Hand};

/// Ticks after a block that was not instant until the next is dug (`blockBreakingCooldown`).
const REST: u8 = 5;

/// What the client remembers of digging.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Digging {
    /// The block begun last; it stays so after it gave way, and what falls into its place goes on without a click.
    pos: Option<BlockPos>,
    /// What it was begun with.
    tool: Slot,
    /// Share of it that is done.
    done: f32,
    /// Whether it is being dug (`isBreakingBlock`).
    active: bool,
    /// Ticks until the next block.
    rest: u8,
}

impl Digging {
    /// The share that the cracks show.
    pub(crate) fn progress(&self) -> f32 {
        self.done.min(1.0)
    }

    /// Whether a block is being dug.
    pub(crate) fn is_going_on(&self) -> bool {
        self.active
    }

    /// `isCurrentlyBreaking`
    fn is_at(&self, pos: BlockPos, held: Slot) -> bool {
        let same_tool = match (self.tool, held) {
            (None, None) => true,
            (Some(a), Some(b)) => a.stacks_with(&b),
            _ => false,
        };
        self.pos == Some(pos) && same_tool
    }

    /// Begins a block that is not air (`attackBlock`).
    pub(crate) fn begin(&mut self, hit: BlockHit, facts: &impl Facts, due: &mut Due) {
        let tool = facts.in_hand(Hand::Main);
        if self.active {
            if self.is_at(hit.pos, tool) {
                return;
            }
            due.extend(self.pos.map(|pos| Deed::AbortDigging { pos, face: hit.face }));
        }
        due.push(Deed::StartDigging(hit));
        if facts.breaking_delta(hit.pos) < 1.0 {
            *self = Digging { pos: Some(hit.pos), tool, done: 0.0, active: true, rest: self.rest };
        }
    }

    /// Digs a block that is not air for a tick; true if that finishes it (`updateBlockBreakingProgress`).
    pub(crate) fn go_on(&mut self, hit: BlockHit, facts: &impl Facts, due: &mut Due) -> bool {
        if self.rest > 0 {
            self.rest -= 1;
            return false;
        }
        if !self.is_at(hit.pos, facts.in_hand(Hand::Main)) {
            self.begin(hit, facts, due);
            return false;
        }
        self.done += facts.breaking_delta(hit.pos);
        if self.done < 1.0 {
            return false;
        }
        due.push(Deed::StopDigging(hit));
        *self = Digging { pos: Some(hit.pos), tool: self.tool, done: 0.0, active: false, rest: REST };
        true
    }

    /// What the tool is after the block broke: worn, it is still the one that what falls into the place is dug with.
    pub(crate) fn take_again(&mut self, tool: Slot) {
        self.tool = tool;
    }

    /// Gives up the block being dug (`cancelBlockBreaking`).
    pub(crate) fn cancel(&mut self, due: &mut Due) {
        if self.active {
            due.extend(self.pos.map(|pos| Deed::AbortDigging { pos, face: Face::Down }));
            due.push(Deed::ResetCharge);
            self.active = false;
            self.done = 0.0;
        }
    }
}
