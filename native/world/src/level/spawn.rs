//! What blocks ask the entity store to bring into the world.

use anima_body::BlockPos;
use anima_rules::{BlockState, ItemStack};
use glam::DVec3;
use rand::RngExt;

use super::Dice;

/// Something that came out of the blocks in this tick and is to become an entity.
#[derive(Clone, Debug, PartialEq)]
pub enum Spawn {
    /// An item entity; it may be picked up after 10 ticks.
    Item {
        /// What it is.
        stack: ItemStack,
        /// Feet centre.
        pos: DVec3,
        /// Blocks per tick.
        velocity: DVec3,
    },
    /// A block that lost its support; its cell is air already. [`super::Level::settle`] puts it down again.
    FallingBlock {
        /// The block.
        state: BlockState,
        /// Feet centre.
        pos: DVec3,
    },
    /// Experience, to be split into orbs.
    Experience {
        /// How much.
        points: u32,
        /// Where.
        pos: DVec3,
    },
    /// A spawner whose delay is over: the entity store tries to spawn, then calls
    /// [`super::Level::rest_spawner`] if it did or too many are near.
    Spawner(BlockPos),
    /// Primed TNT.
    Tnt {
        /// Feet centre.
        pos: DVec3,
    },
}

impl Spawn {
    /// An item that pops out of a block (`Block.dropStack`).
    pub fn popped(stack: ItemStack, pos: BlockPos, dice: &mut Dice) -> Spawn {
        let mut around = |middle: f64| middle + dice.random_range(-0.25..0.25);
        let pos = DVec3::new(
            around(f64::from(pos.x) + 0.5),
            around(f64::from(pos.y) + 0.5) - 0.125,
            around(f64::from(pos.z) + 0.5),
        );
        let velocity = DVec3::new(dice.random_range(-0.1..0.1), 0.2, dice.random_range(-0.1..0.1));
        Spawn::Item { stack, pos, velocity }
    }

    /// A stack of a broken container, in the piles it scatters into (`ItemScatterer.spawn`).
    pub fn scattered(stack: ItemStack, pos: BlockPos, dice: &mut Dice) -> Vec<Spawn> {
        let corner = pos.corner();
        let place = corner
            + DVec3::new(
                dice.random_range(0.0..0.75) + 0.125,
                dice.random_range(0.0..0.75),
                dice.random_range(0.0..0.75) + 0.125,
            );
        let mut piles = Vec::new();
        let mut left = stack.count;
        while left > 0 {
            let count = left.min(dice.random_range(10..31));
            left -= count;
            let mut triangular =
                |mode: f64| mode + 0.114_850_001_711_398_36 * (dice.random::<f64>() - dice.random::<f64>());
            let velocity = DVec3::new(triangular(0.0), triangular(0.2), triangular(0.0));
            piles.push(Spawn::Item { stack: ItemStack { count, ..stack }, pos: place, velocity });
        }
        piles
    }
}
