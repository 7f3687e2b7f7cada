//! What was known where the walker stood before.

use anima_body::{BlockPos, Observation, Terrain};
use anima_rules::BlockState;

use crate::senses::is_near;

/// Blocks walked until the surroundings are noted again.
const SPACING: i64 = 5;
/// Places remembered, the latest ones.
const PLACES: usize = 64;

/// The surroundings of the places where the walker stood: what is near is known, and stays known when it is near no
/// more. Without it a walker forgets that a way was a dead end as soon as it has turned its back on it.
#[derive(Default)]
pub(super) struct Recall {
    stood: Vec<(BlockPos, Terrain)>,
}

impl Recall {
    /// Takes in where the walker is.
    pub fn note(&mut self, now: &Observation) {
        let eyes = BlockPos::containing(now.player.eyes());
        if self.stood.last().is_some_and(|(last, _)| last.distance_squared(eyes) < SPACING * SPACING) {
            return;
        }
        if self.stood.len() == PLACES {
            self.stood.remove(0);
        }
        self.stood.push((eyes, now.terrain.clone()));
    }

    /// The block at a position when it was last near.
    pub fn block(&self, pos: BlockPos) -> Option<BlockState> {
        let (_, terrain) = self.stood.iter().rev().find(|(eyes, _)| is_near(*eyes, pos))?;
        terrain.block(pos)
    }
}
