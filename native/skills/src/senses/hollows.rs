//! Hollow space under the ground, and how much unseen rock each part of it would show.
//!
//! Rays are sparse far away and do not go round corners. So a part of a cave is worth a look as long as blocks
//! beside its air were never met by a ray: walls, and what lies on beyond.

use std::collections::BTreeMap;

use anima_body::BlockPos;
use anima_rules::{BlockState, Face};

use crate::sections::Sections;

/// Blocks along each edge of a cell.
const EDGE: i32 = 4;
/// No cave reaches above this, but for those of mountains.
const HIGHEST: i32 = 80;

/// A cell of space.
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

    /// The block with a number of [`within`].
    fn block(self, within: u32) -> BlockPos {
        let within = within as i32;
        let corner = BlockPos::new(self.x * EDGE, i32::from(self.y) * EDGE, self.z * EDGE);
        corner.offset(within & 3, within >> 4, within >> 2 & 3)
    }

    fn beside(self, face: Face) -> Cell {
        let step = face.step();
        Cell { x: self.x + step.x, y: self.y + step.y as i16, z: self.z + step.z }
    }
}

/// The number of a block in its cell, that is its bit in a [`Part`].
#[inline]
fn within(pos: BlockPos) -> u32 {
    ((pos.y & 3) << 4 | (pos.z & 3) << 2 | (pos.x & 3)) as u32
}

/// The bits of the blocks of a cell that lie beside those of `bits` on one side, in the cell itself, and those of
/// the next cell that do.
fn beside(bits: u64, face: Face) -> (u64, u64) {
    const WEST: u64 = 0x1111_1111_1111_1111;
    const EAST: u64 = WEST << 3;
    const NORTH: u64 = 0x000f_000f_000f_000f;
    const SOUTH: u64 = NORTH << 12;
    match face {
        Face::West => ((bits & !WEST) >> 1, (bits & WEST) << 3),
        Face::East => ((bits & !EAST) << 1, (bits & EAST) >> 3),
        Face::North => ((bits & !NORTH) >> 4, (bits & NORTH) << 12),
        Face::South => ((bits & !SOUTH) << 4, (bits & SOUTH) >> 12),
        Face::Down => (bits >> 16, bits << 48),
        Face::Up => (bits << 16, bits >> 48),
    }
}

/// What is known of the 4x4x4 cells of a section, a bit for each block.
struct Part {
    /// Blocks that a ray met.
    known: [u64; 64],
    /// Those of them that are air.
    air: [u64; 64],
    /// Cells that are not worth going to any more.
    given_up: u64,
}

impl Part {
    const UNSEEN: Part = Part { known: [0; 64], air: [0; 64], given_up: 0 };
}

/// Hollow space seen so far.
#[derive(Default)]
pub struct Hollows {
    parts: Sections<Part>,
}

/// A part of a cave worth a closer look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frontier {
    /// An empty block in it.
    pub pos: BlockPos,
    /// How many unseen blocks lie beside its air and that of the cells around it.
    pub gain: u32,
}

impl Hollows {
    /// Notes what a ray met.
    pub(super) fn note(&mut self, pos: BlockPos, state: BlockState) {
        if pos.y > HIGHEST {
            return;
        }
        let cell = Cell::of(pos);
        let part = self.parts.find_or(cell.section(), || Part::UNSEEN);
        let part = self.parts.at_mut(part);
        let bit = 1 << within(pos);
        part.known[cell.index()] |= bit;
        if state.is_air() {
            part.air[cell.index()] |= bit;
        } else {
            part.air[cell.index()] &= !bit;
        }
    }

    /// Leaves the cell of a place alone from now on: it cannot be reached, or shows no more.
    pub fn give_up(&mut self, pos: BlockPos) {
        let cell = Cell::of(pos);
        let part = self.parts.find_or(cell.section(), || Part::UNSEEN);
        self.parts.at_mut(part).given_up |= 1 << cell.index();
    }

    fn known(&self, cell: Cell) -> u64 {
        self.parts.find(cell.section()).map_or(0, |part| self.parts.at(part).known[cell.index()])
    }

    /// Parts of caves that would show more, no farther than `radius` along x and z, in order of position.
    pub fn frontiers(&self, center: BlockPos, radius: i32) -> Vec<Frontier> {
        let mut open: BTreeMap<Cell, (u32, BlockPos)> = BTreeMap::new();
        for (section, part) in self.parts.iter() {
            let off = |at: i32, center: i32| (at * 16 + 8 - center).abs();
            if off(section[0], center.x).max(off(section[2], center.z)) > radius + 8 {
                continue;
            }
            for (index, air) in part.air.iter().enumerate() {
                if *air == 0 || part.given_up >> index & 1 != 0 {
                    continue;
                }
                let cell = Cell::at(section, index);
                let (gain, from) = self.unseen_beside(cell, *air, part.known[index]);
                if let Some(bit) = from {
                    open.insert(cell, (gain, cell.block(bit)));
                }
            }
        }
        let around = |cell: Cell| cells_around(cell).filter_map(|near| open.get(&near)).map(|(gain, _)| gain).sum();
        open.iter().map(|(cell, (_, pos))| Frontier { pos: *pos, gain: around(*cell) }).collect()
    }

    /// What a frontier has left to show.
    pub fn gain(&self, frontier: BlockPos) -> u32 {
        let unseen = |cell: Cell| {
            let part = self.parts.at(self.parts.find(cell.section())?);
            let (air, is_left) = (part.air[cell.index()], part.given_up >> cell.index() & 1 == 0);
            (air != 0 && is_left).then(|| self.unseen_beside(cell, air, part.known[cell.index()]).0)
        };
        cells_around(Cell::of(frontier)).filter_map(unseen).sum()
    }

    /// How many unseen blocks lie beside the air of a cell, and the number of one of the air blocks they lie beside.
    fn unseen_beside(&self, cell: Cell, air: u64, known: u64) -> (u32, Option<u32>) {
        let (mut gain, mut from) = (0, 0);
        for face in Face::ALL {
            let (inside, outside) = beside(air, face);
            let inside = inside & !known;
            let outside = if outside == 0 { 0 } else { outside & !self.known(cell.beside(face)) };
            gain += inside.count_ones() + outside.count_ones();
            let back = face.opposite();
            from |= beside(inside, back).0 | beside(outside, back).1;
        }
        (gain, (from != 0).then(|| from.trailing_zeros()))
    }
}

fn cells_around(center: Cell) -> impl Iterator<Item = Cell> {
    (-1..=1).flat_map(move |y| {
        (-1..=1).flat_map(move |x| (-1..=1).map(move |z| Cell { x: center.x + x, y: center.y + y, z: center.z + z }))
    })
}

#[cfg(test)]
mod tests {
    use anima_rules::Block;
    use proptest::prelude::*;

    use super::*;

    /// Air from x 0 to `length`, with walls all round but at its far end.
    fn passage(length: i32) -> Hollows {
        let mut hollows = Hollows::default();
        let stone = Block::STONE.state();
        for x in 0..length {
            hollows.note(BlockPos::new(x, 10, 0), BlockState::AIR);
            for (y, z) in [(9, 0), (11, 0), (10, -1), (10, 1)] {
                hollows.note(BlockPos::new(x, y, z), stone);
            }
        }
        hollows.note(BlockPos::new(-1, 10, 0), stone);
        hollows
    }

    #[test]
    fn a_passage_is_worth_a_look_where_it_goes_on() {
        let mut hollows = passage(22);
        let here = BlockPos::new(0, 10, 0);
        let end = BlockPos::new(21, 10, 0);
        assert_eq!(hollows.frontiers(here, 60), [Frontier { pos: end, gain: 1 }]);
        assert_eq!(hollows.gain(end), 1);
        assert_eq!(hollows.frontiers(here.offset(-80, 0, 0), 40), [], "too far");
        hollows.note(BlockPos::new(22, 10, 0), Block::STONE.state());
        assert_eq!(hollows.frontiers(here, 60), []);
        assert_eq!(hollows.gain(end), 0);
    }

    #[test]
    fn what_cannot_be_reached_is_forgotten_and_the_surface_is_no_cave() {
        let mut hollows = Hollows::default();
        hollows.note(BlockPos::new(30, 10, 0), BlockState::AIR);
        hollows.note(BlockPos::new(30, 90, 0), BlockState::AIR);
        let here = BlockPos::new(20, 20, 0);
        assert_eq!(hollows.frontiers(here, 60), [Frontier { pos: BlockPos::new(30, 10, 0), gain: 6 }]);
        hollows.give_up(BlockPos::new(30, 10, 0));
        assert_eq!((hollows.frontiers(here, 60), hollows.gain(BlockPos::new(30, 10, 0))), (Vec::new(), 0));
    }

    proptest! {
        #[test]
        fn sides_of_cells_are_those_of_blocks(x in -9..9, y in -9..9, z in -9..9, face in 0..6_usize) {
            let (pos, face) = (BlockPos::new(x, y, z), Face::ALL[face]);
            let next = pos.beside(face);
            let (inside, outside) = beside(1 << within(pos), face);
            let same = Cell::of(pos) == Cell::of(next);
            prop_assert_eq!(if same { inside } else { outside }, 1 << within(next));
            prop_assert_eq!(if same { outside } else { inside }, 0);
            prop_assert_eq!(Cell::of(pos).block(within(pos)), pos);
            prop_assert!(same || Cell::of(pos).beside(face) == Cell::of(next));
            let cell = Cell::of(pos);
            prop_assert!(Cell::at(cell.section(), cell.index()) == cell);
        }
    }
}
