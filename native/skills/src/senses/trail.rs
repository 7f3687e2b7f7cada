//! The way that the agent came by since it was last up under the sky, without its detours.

use anima_body::BlockPos;

/// Blocks between two points of the way, at least.
const STRIDE: i32 = 4;
/// Blocks aside or up from where a body was held last to where it is held next, at most: farther it comes in no way that
/// leads back. Down it may fall any depth.
const LEAP: i32 = 8;
/// Points that are remembered at most.
const MOST: usize = 4096;

/// The way that the agent came by.
#[derive(Default)]
pub(crate) struct Trail {
    /// From where it last was up under the sky; none if it did not come from there.
    points: Vec<BlockPos>,
    /// Where it was held last.
    last: Option<BlockPos>,
}

impl Trail {
    /// Takes in where the agent is held by the ground, by water or by what it climbs, and whether that is up under the sky.
    pub fn note(&mut self, feet: BlockPos, is_up: bool) {
        if self.last == Some(feet) && !is_up {
            return;
        }
        let leaps = |last: BlockPos| {
            let way = feet - last;
            way.x.abs().max(way.z.abs()).max(way.y) > LEAP
        };
        if self.last.is_some_and(leaps) || self.points.len() >= MOST {
            self.lose();
        }
        self.last = Some(feet);
        if is_up {
            self.points.clear();
            self.points.push(feet);
        } else if let Some(index) = self.points.iter().position(|point| gap(*point, feet) <= 1) {
            // It is back at a point of its way: what came after that was a detour.
            self.points.truncate(index + 1);
        } else if self.points.last().is_some_and(|last| gap(*last, feet) >= STRIDE) {
            self.points.push(feet);
        }
    }

    /// The agent comes to where no way led it.
    pub fn lose(&mut self) {
        self.points.clear();
        self.last = None;
    }

    /// The points of the way back up, the nearest first; none if the agent did not come from there.
    pub fn back(&self) -> impl Iterator<Item = BlockPos> {
        self.points.iter().rev().copied()
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
        // Down a cliff, and then to where no way led it.
        trail.note(BlockPos::new(17, 20, 0), false);
        assert_eq!(back(&trail)[0], [17, 20, 0]);
        trail.note(BlockPos::new(17, 40, 0), false);
        assert_eq!(back(&trail), [[0; 3]; 0]);
    }
}
