//! Hollow space under the ground: how closely each part of it has been looked at.
//!
//! Rays are sparse far away, so a cave seen from afar still hides its ores. Hollow cells that were never seen
//! from close by are where a look is worth going for.

use anima_body::BlockPos;
use rustc_hash::FxHashMap;

/// Blocks along each edge of a cell.
const EDGE: i32 = 4;
/// No cave reaches above this, but for those of mountains.
const HIGHEST: i32 = 80;
/// Seen from within this many blocks, a place has shown nearly all of its walls.
const CLOSE: f32 = 14.0;

/// A cell of hollow space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Cell {
    y: i16,
    x: i32,
    z: i32,
}

impl Cell {
    fn of(pos: BlockPos) -> Cell {
        Cell { x: pos.x.div_euclid(EDGE), y: pos.y.div_euclid(EDGE) as i16, z: pos.z.div_euclid(EDGE) }
    }

    fn middle(self) -> BlockPos {
        BlockPos::new(self.x * EDGE + 2, i32::from(self.y) * EDGE + 2, self.z * EDGE + 2)
    }
}

/// Hollow space seen so far.
#[derive(Default)]
pub struct Hollows {
    /// For each hollow cell the square of the shortest distance it was seen from. Never iterated unsorted.
    cells: FxHashMap<Cell, f32>,
    last: Option<(Cell, f32)>,
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
        if self.last.is_some_and(|(last, nearest)| last == cell && nearest <= distance_squared) {
            return;
        }
        let nearest = self.cells.entry(cell).or_insert(f32::INFINITY);
        *nearest = nearest.min(distance_squared);
        self.last = Some((cell, *nearest));
    }

    /// Counts a place as looked at, because it cannot be reached.
    pub fn give_up(&mut self, pos: BlockPos) {
        let center = Cell::of(pos);
        for cell in around(center) {
            if let Some(nearest) = self.cells.get_mut(&cell) {
                *nearest = 0.0;
            }
        }
        self.last = None;
    }

    /// Parts of caves never seen from close by, in order of position.
    pub fn frontiers(&self) -> Vec<Frontier> {
        let far = |cell: &Cell| self.cells.get(cell).is_some_and(|nearest| *nearest > CLOSE * CLOSE);
        let mut cells: Vec<Cell> = self.cells.keys().copied().filter(far).collect();
        cells.sort_unstable();
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
