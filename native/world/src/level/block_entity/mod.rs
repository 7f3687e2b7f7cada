//! What some blocks hold beyond their state.

mod spawner;

use anima_body::Slot;
use anima_rules::Block;

pub use spawner::Spawner;

/// What a block holds beyond its state.
#[derive(Clone, Debug, PartialEq)]
pub enum BlockEntity {
    /// A chest, trapped chest or barrel.
    Chest(Box<[Slot; 27]>),
    /// A monster spawner.
    Spawner(Spawner),
}

impl BlockEntity {
    /// What a newly placed block holds; `None` for blocks that hold nothing.
    pub fn of(block: Block) -> Option<BlockEntity> {
        Some(match block {
            Block::CHEST | Block::TRAPPED_CHEST | Block::BARREL => BlockEntity::Chest(Box::new([None; 27])),
            _ => return None,
        })
    }

    /// Whether it has something to do each tick.
    pub(super) fn ticks(&self) -> bool {
        matches!(self, BlockEntity::Spawner(_))
    }

    /// What falls out when the block is broken.
    pub fn contents(&self) -> &[Slot] {
        match self {
            BlockEntity::Chest(slots) => &slots[..],
            BlockEntity::Spawner(_) => &[],
        }
    }
}
