//! Hollow space under the ground: how closely each part of it has been looked at.
//!
//! Rays are sparse far away, so a cave seen from afar still hides its ores. Hollow cells that were never seen
//! from close by are where a look is worth going for.

use anima_body::BlockPos;

use crate::sections::Sections;

/// Blocks along each edge of a cell.
const EDGE: i32 = 4;
/// No cave reaches above this, but for those of mountains.
const HIGHEST: i32 = 80;
/// Seen from within this many blocks, a place has shown nearly all of its walls.
const CLOSE: f32 = 14.0;

/// A cell of hollow space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    y: i16,
    x: i32,
    z: i32,
}

impl Cell {
    #[inline]
    fn of(pos: BlockPos) -> Cell {
        Cell { x: pos.x.div_euclid(EDGE), y: pos.y.div_euclid(EDGE) as i16, z: pos.z.div_euclid(EDGE) }
    }

    /// The cell at an index of a section of 16x16x16 blocks.
    fn at([x, y, z]: [i32; 3], index: usize) -> Cell {
        let index = index as i32;
        Cell { x: x * 4 + (index & 3), y: (y * 4 + (index >> 4)) as i16, z: z * 4 + (index >> 2 & 3) }
    }

    /// The section of 16x16x16 blocks that it is in.
    #[inline]
    fn section(self) -> [i32; 3] {
        [self.x >> 2, i32::from(self.y) >> 2, self.z >> 2]
    }

    /// Where in its section it lies.
    #[inline]
    fn index(self) -> usize {
        ((i32::from(self.y) & 3) << 4 | (self.z & 3) << 2 | (self.x & 3)) as usize
    }

    fn middle(self) -> BlockPos {
        BlockPos::new(self.x * EDGE + 2, i32::from(self.y) * EDGE + 2, self.z * EDGE + 2)
    }
}

/// How near each of the 4x4x4 cells of a section was seen from: the square of the shortest distance, infinite for
/// what is not hollow.
type Part = [f32; 64];

/// Hollow space seen so far.
#[derive(Default)]
pub struct Hollows {
    parts: Sections<Part>,
}

/// A part of a cave worth a closer look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frontier {
    /// A block in it.
    pub pos: BlockPos,
    /// How many cells around it are worth a look too, itself included.
    pub size: u32,
}

impl Hollows {
    /// Notes that an empty block was seen from so far away.
    #[inline]
    pub(super) fn see(&mut self, pos: BlockPos, distance_squared: f32) {
        if pos.y > HIGHEST {
            return;
        }
        let cell = Cell::of(pos);
        let part = self.parts.find_or(cell.section(), || [f32::INFINITY; 64]);
        let nearest = &mut self.parts.at_mut(part)[cell.index()];
        *nearest = nearest.min(distance_squared);
    }

    /// Counts a place as looked at, because it cannot be reached.
    pub fn give_up(&mut self, pos: BlockPos) {
        for cell in around(Cell::of(pos)) {
            if let Some(part) = self.parts.find(cell.section()) {
                let nearest = &mut self.parts.at_mut(part)[cell.index()];
                if nearest.is_finite() {
                    *nearest = 0.0;
                }
            }
        }
    }

    /// Parts of caves never seen from close by, in order of position.
    pub fn frontiers(&self) -> Vec<Frontier> {
        let is_far = |nearest: f32| nearest > CLOSE * CLOSE && nearest.is_finite();
        let mut cells = Vec::new();
        for (section, part) in self.parts.iter() {
            let far = part.iter().enumerate().filter(|(_, nearest)| is_far(**nearest));
            cells.extend(far.map(|(index, _)| Cell::at(section, index)));
        }
        cells.sort_unstable();
        let far =
            |cell: &Cell| self.parts.find(cell.section()).is_some_and(|part| is_far(self.parts.at(part)[cell.index()]));
        let sized = cells
            .into_iter()
            .map(|cell| Frontier { pos: cell.middle(), size: around(cell).filter(far).count() as u32 });
        sized.collect()
    }
}

fn around(center: Cell) -> impl Iterator<Item = Cell> {
    (-1..=1).flat_map(move |y| {
        (-1..=1).flat_map(move |x| (-1..=1).map(move |z| Cell { x: center.x + x, y: center.y + y, z: center.z + z }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cave_seen_from_afar_is_worth_a_look_until_it_was_looked_at() {
        let mut hollows = Hollows::default();
        for x in 0..40 {
            hollows.see(BlockPos::new(x, 10, 0), (x * x) as f32);
        }
        let found = hollows.frontiers();
        assert!(found.iter().all(|frontier| frontier.pos.x >= 14), "{found:?}");
        assert_eq!(found.iter().map(|frontier| frontier.size).max(), Some(3));
        for x in 0..40 {
            hollows.see(BlockPos::new(x, 10, 0), ((x - 30) * (x - 30)) as f32);
        }
        assert_eq!(hollows.frontiers(), []);
    }

    #[test]
    fn what_cannot_be_reached_is_forgotten_and_the_surface_is_no_cave() {
        let mut hollows = Hollows::default();
        hollows.see(BlockPos::new(30, 10, 0), 900.0);
        hollows.see(BlockPos::new(30, 90, 0), 900.0);
        assert_eq!(hollows.frontiers().len(), 1);
        hollows.give_up(BlockPos::new(30, 10, 0));
        assert_eq!(hollows.frontiers(), []);
    }
}
