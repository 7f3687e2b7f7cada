//! What was known where the agent stood before.

use anima_body::{BlockPos, Terrain};
use anima_rules::BlockState;

use super::range::{NEAR, is_near};

/// Blocks gone until the surroundings are noted again.
const SPACING: i64 = 5;
/// Columns to every side that what is near may lie in.
const REACH: i32 = NEAR / 16 + 1;
/// Places remembered, the latest ones.
const PLACES: usize = 64;

/// The surroundings of the places where the agent stood: what is near is known, and stays known when it is near no
/// more. Without it a way is a dead end only until it is left, and is then tried again.
#[derive(Default)]
pub(super) struct Surroundings {
    stood: Vec<(BlockPos, Terrain)>,
}

impl Surroundings {
    /// Takes in where the eyes are.
    pub fn note(&mut self, eyes: BlockPos, terrain: &Terrain) {
        if self.stood.last().is_some_and(|(last, _)| last.distance_squared(eyes) < SPACING * SPACING) {
            return;
        }
        // An agent that goes to and fro must not forget the other places because of that.
        self.stood.retain(|(place, _)| place.distance_squared(eyes) >= SPACING * SPACING);
        if self.stood.len() == PLACES {
            self.stood.remove(0);
        }
        // The columns farther off would be pinned too, and freed all at once.
        self.stood.push((eyes, terrain.around(eyes.chunk(), REACH)));
    }

    /// The block at a position, as it was when the latest place near it was noted.
    pub fn block(&self, pos: BlockPos) -> Option<BlockState> {
        let (_, terrain) = self.stood.iter().rev().find(|(eyes, _)| is_near(*eyes, pos))?;
        terrain.block(pos)
    }
}
