//! The way that the agent came by since it was last up under the sky, without its detours.

use anima_body::BlockPos;

/// Blocks between two points of the way.
const STRIDE: i32 = 4;
/// Blocks that a body goes in a tick at most; what is farther off it came to in another way.
const LEAP: i32 = 16;
/// Points that are remembered at most.
const MOST: usize = 4096;

/// The way that the agent came by.
#[derive(Default)]
pub(crate) struct Trail {
    /// From where it last was up, or from where it first stood, to where it stands; neighbours [`STRIDE`] apart.
    points: Vec<BlockPos>,
    /// Where it stood last.
    last: Option<BlockPos>,
    /// Whether the first point is up under the sky.
    begins_up: bool,
}

impl Trail {
    /// Takes in where the agent stands, and whether that is up under the sky.
    pub fn note(&mut self, feet: BlockPos, is_up: bool) {
        if self.last == Some(feet) && !is_up {
            return;
        }
        let is_lost = self.last.is_none_or(|last| gap(last, feet) > LEAP) || self.points.len() >= MOST;
        self.last = Some(feet);
        if is_up || is_lost {
            self.points.clear();
            self.points.push(feet);
            self.begins_up = is_up;
        } else if let Some(index) = self.points.iter().position(|point| gap(*point, feet) <= 1) {
            // It is back at a point of its way: what came after that was a detour.
            self.points.truncate(index + 1);
        } else if self.points.last().is_some_and(|last| gap(*last, feet) >= STRIDE) {
            self.points.push(feet);
        }
    }

    /// The points of the way back up, the nearest first; none if the agent did not come from there.
    pub fn back(&self) -> impl Iterator<Item = BlockPos> {
        self.points.iter().rev().copied().take(if self.begins_up { usize::MAX } else { 0 })
    }
}

/// Blocks from one place to another along the axis on which they are farthest apart.
fn gap(a: BlockPos, b: BlockPos) -> i32 {
    (a - b).abs().max_element()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(trail: &mut Trail, from: [i32; 3], to: [i32; 3]) {
        let (from, to) = (BlockPos::from(from), BlockPos::from(to));
        let steps = gap(from, to);
        for n in 0..=steps {
            let way = to - from;
            trail.note(from.offset(way.x * n / steps, way.y * n / steps, way.z * n / steps), false);
        }
    }

    fn back(trail: &Trail) -> Vec<[i32; 3]> {
        trail.back().map(|pos| [pos.x, pos.y, pos.z]).collect()
    }

    #[test]
    fn the_way_back_leads_by_where_the_agent_came_without_its_detours() {
        let mut trail = Trail::default();
        trail.note(BlockPos::new(0, 64, 0), true);
        walk(&mut trail, [0, 64, 0], [8, 56, 0]);
        assert_eq!(back(&trail), [[8, 56, 0], [4, 60, 0], [0, 64, 0]]);
        // Into a dead end and back.
        walk(&mut trail, [8, 56, 0], [8, 56, 20]);
        assert_eq!(back(&trail).len(), 8);
        walk(&mut trail, [8, 56, 20], [9, 56, 1]);
        assert_eq!(back(&trail), [[8, 56, 0], [4, 60, 0], [0, 64, 0]]);
        trail.note(BlockPos::new(9, 64, 0), true);
        assert_eq!(back(&trail), [[9, 64, 0]]);
    }

    #[test]
    fn an_agent_that_did_not_come_from_above_knows_no_way_back() {
        let mut trail = Trail::default();
        walk(&mut trail, [0, 20, 0], [8, 20, 0]);
        assert_eq!(back(&trail), [[0; 3]; 0]);
        trail.note(BlockPos::new(8, 64, 0), true);
        walk(&mut trail, [8, 64, 0], [16, 60, 0]);
        assert_eq!(back(&trail).len(), 3);
        // It died, and stands elsewhere.
        trail.note(BlockPos::new(200, 20, 0), false);
        assert_eq!(back(&trail), [[0; 3]; 0]);
    }
}
