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
    /// What only holds things: a chest, barrel, dispenser, hopper and the like.
    Container(Box<[Slot]>),
    /// A furnace, blast furnace or smoker.
    Furnace(Box<Furnace>),
    /// A monster spawner.
    Spawner(Spawner),
}

impl BlockEntity {
    /// What a newly placed block holds; `None` for blocks that hold nothing.
    ///
    /// Hoppers, dispensers, droppers and brewing stands hold and give back what is put into them, and do nothing
    /// with it: nothing here moves by redstone, and potions are not told apart. A broken shulker box spills.
    pub fn of(block: Block) -> Option<BlockEntity> {
        let slots = match block {
            Block::CHEST | Block::TRAPPED_CHEST | Block::BARREL => 27,
            Block::DISPENSER | Block::DROPPER => 9,
            Block::HOPPER | Block::BREWING_STAND => 5,
            block if block.name().ends_with("shulker_box") => 27,
            block => return Some(BlockEntity::Furnace(Box::new(Furnace::of(block)?))),
        };
        Some(BlockEntity::Container(vec![None; slots].into_boxed_slice()))
    }

    /// Whether it has something to do each tick.
    pub(super) fn ticks(&self) -> bool {
        matches!(self, BlockEntity::Spawner(_) | BlockEntity::Furnace(_))
    }

    /// Whether a tick would change nothing and draw no dice.
    pub(super) fn is_idle(&self, pos: BlockPos, player: DVec3) -> bool {
        match self {
            BlockEntity::Container(_) => true,
            BlockEntity::Furnace(furnace) => furnace.is_idle(),
            BlockEntity::Spawner(spawner) => !spawner.is_awake(pos, player),
        }
    }

    /// Lets a tick pass; whether something comes of it: a spawner is due, a furnace goes on or out.
    pub(super) fn tick(&mut self, pos: BlockPos, player: DVec3, dice: &mut Dice) -> bool {
        match self {
            BlockEntity::Container(_) => false,
            BlockEntity::Furnace(furnace) => furnace.tick(),
            BlockEntity::Spawner(spawner) => spawner.tick(pos, player, dice),
        }
    }

    /// What falls out when the block is broken.
    pub fn contents(&self) -> &[Slot] {
        match self {
            BlockEntity::Container(slots) => slots,
            BlockEntity::Furnace(furnace) => furnace.slots(),
            BlockEntity::Spawner(_) => &[],
        }
    }

    /// Changes one of its slots.
    pub fn put(&mut self, slot: usize, stack: Slot) {
        match self {
            BlockEntity::Container(slots) => slots[slot] = stack,
            BlockEntity::Furnace(furnace) => furnace.set(slot, stack),
            BlockEntity::Spawner(_) => {}
        }
    }
}
