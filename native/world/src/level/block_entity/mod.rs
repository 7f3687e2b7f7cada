//! What some blocks hold beyond their state.

use anima_body::Slot;

/// What a block holds beyond its state.
#[derive(Clone, Debug, PartialEq)]
pub enum BlockEntity {
    /// A chest, trapped chest or barrel.
    Chest(Box<[Slot; 27]>),
}
