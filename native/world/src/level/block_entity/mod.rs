//! What some blocks hold beyond their state.

mod furnace;
mod spawner;

use anima_body::{BlockPos, Slot};
use anima_rules::Block;
use glam::DVec3;

use super::Dice;

pub use furnace::{FUEL, Furnace, INPUT, OUTPUT};
pub use spawner::Spawner;

/// What a block holds beyond its state.
#[derive(Clone, Debug, PartialEq)]
pub enum BlockEntity {
    /// A chest, trapped chest or barrel.
    Chest(Box<[Slot; 27]>),
    /// A furnace, blast furnace or smoker.
    Furnace(Box<Furnace>),
    /// A monster spawner.
    Spawner(Spawner),
}

impl BlockEntity {
    /// What a newly placed block holds; `None` for blocks that hold nothing.
    pub fn of(block: Block) -> Option<BlockEntity> {
        Some(match block {
            Block::CHEST | Block::TRAPPED_CHEST | Block::BARREL => BlockEntity::Chest(Box::new([None; 27])),
            block => BlockEntity::Furnace(Box::new(Furnace::of(block)?)),
        })
    }

    /// Whether it has something to do each tick.
    pub(super) fn ticks(&self) -> bool {
        matches!(self, BlockEntity::Spawner(_) | BlockEntity::Furnace(_))
    }

    /// Lets a tick pass; whether something comes of it: a spawner is due, a furnace goes on or out.
    pub(super) fn tick(&mut self, pos: BlockPos, player: DVec3, dice: &mut Dice) -> bool {
        match self {
            BlockEntity::Chest(_) => false,
            BlockEntity::Furnace(furnace) => furnace.tick(),
            BlockEntity::Spawner(spawner) => spawner.tick(pos, player, dice),
        }
    }

    /// What falls out when the block is broken.
    pub fn contents(&self) -> &[Slot] {
        match self {
            BlockEntity::Chest(slots) => &slots[..],
            BlockEntity::Furnace(furnace) => furnace.slots(),
            BlockEntity::Spawner(_) => &[],
        }
    }

    /// Changes one of its slots.
    pub fn put(&mut self, slot: usize, stack: Slot) {
        match self {
            BlockEntity::Chest(slots) => slots[slot] = stack,
            BlockEntity::Furnace(furnace) => furnace.set(slot, stack),
            BlockEntity::Spawner(_) => {}
        }
    }
}
