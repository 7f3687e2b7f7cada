//! What hands do, one thing at a time, and what they ask their host for.

use anima_body::{BlockHit, BlockPos, Slot};
use anima_rules::Face;

/// One of the two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// The hand that holds the selected slot of the hot bar.
    Main,
    /// The other one.
    Off,
}

/// One thing that hands do: what the client sends to its server for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deed {
    /// Selects a slot of the hot bar, 0..=8 (`UpdateSelectedSlotC2SPacket`).
    Select(u8),
    /// `PlayerActionC2SPacket.Action.SWAP_ITEM_WITH_OFFHAND`
    SwapHands,
    /// `PlayerActionC2SPacket.Action.DROP_ITEM`; accepted if something was dropped.
    DropOne,
    /// `PlayerActionC2SPacket.Action.RELEASE_USE_ITEM`
    ReleaseItem,
    /// Hits an entity (`PlayerInteractEntityC2SPacket.attack`).
    Attack(u32),
    /// Swings a hand (`HandSwingC2SPacket`). At a server this sets the charge of the next hit back
    /// (`ServerPlayerEntity.swingHand`), at a client it does not.
    Swing(Hand),
    /// `PlayerActionC2SPacket.Action.START_DESTROY_BLOCK`; a block that gives way at once is broken by it.
    StartDigging(BlockHit),
    /// `PlayerActionC2SPacket.Action.STOP_DESTROY_BLOCK`: the block is done and breaks.
    StopDigging(BlockHit),
    /// `PlayerActionC2SPacket.Action.ABORT_DESTROY_BLOCK`
    AbortDigging {
        /// The block that was being dug.
        pos: BlockPos,
        /// The side of the next one, or below if there is none.
        face: Face,
    },
    /// `PlayerInteractBlockC2SPacket`
    UseOnBlock(Hand, BlockHit),
    /// `PlayerInteractEntityC2SPacket`, at the place that is looked at and, if that is not accepted, of the whole entity.
    UseOnEntity(Hand, u32),
    /// `PlayerInteractItemC2SPacket`
    UseItem(Hand),
    /// Sets the charge of the next hit back (`PlayerEntity.resetLastAttackedTicks`). A client does this without a word to
    /// its server, which learns it from a swing.
    ResetCharge,
}

/// What came of a deed (`ActionResult`). All but uses and [`Deed::DropOne`] are answered with anything.
///
/// It is the client's: what many items and blocks answer a client with `SUCCESS` they answer a server with `CONSUME`
/// (`ActionResult.success(world.isClient)`): [`ActionResult::at_client`] is what a host makes of a server's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ActionResult {
    /// Something was done, and the hand swings.
    Success,
    /// Something was done, and the hand is still.
    Consume,
    /// Something else may be tried.
    #[default]
    Pass,
    /// Nothing came of it, and nothing else is to be tried on a block.
    Fail,
}

impl ActionResult {
    /// What a client has where its server has this: `CONSUME` is a success, unless the player uses an item from then on, as
    /// food, bows and shields.
    pub fn at_client(self, uses_item: bool) -> ActionResult {
        match self {
            ActionResult::Consume if !uses_item => ActionResult::Success,
            other => other,
        }
    }

    /// Whether something was done (`ActionResult.isAccepted`).
    pub fn is_accepted(self) -> bool {
        matches!(self, ActionResult::Success | ActionResult::Consume)
    }

    /// Whether the hand swings (`ActionResult.shouldSwingHand`).
    pub fn swings(self) -> bool {
        self == ActionResult::Success
    }
}

/// What hands ask of their host between two deeds.
pub trait Facts {
    /// Whether a block is air, as the client shows it once it has done what was done so far.
    fn is_air(&self, pos: BlockPos) -> bool;

    /// The share of a block that one tick of digging is, with what the main hand holds; 1 or more is all of it at once
    /// (`BlockState.calcBlockBreakingDelta`).
    fn breaking_delta(&self, pos: BlockPos) -> f32;

    /// The selected slot of the hot bar, 0..=8.
    fn selected(&self) -> u8;

    /// What a hand holds.
    fn in_hand(&self, hand: Hand) -> Slot;

    /// Whether an item is in use: eaten, drawn, held up (`LivingEntity.isUsingItem`).
    fn is_using_item(&self) -> bool;

    /// Whether a window is open (`MinecraftClient.currentScreen`).
    fn has_window(&self) -> bool;
}
