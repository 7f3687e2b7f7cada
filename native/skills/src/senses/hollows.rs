//! Hollow space under the ground, and how much unseen rock each part of it would show.
//!
//! Rays are sparse far away and do not go round corners. So a part of a cave is worth a look as long as blocks
//! beside its air were never met by a ray: walls, and what lies on beyond.

use anima_body::{BlockPos, MIN_Y};
use anima_rules::{BlockState, Face};

use crate::path::sections::Sections;

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

/// The number of a block in its cell, that is its bit in [`Blocks`].
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

/// What is known of the 4x4x4 blocks of a cell, a bit for each.
#[derive(Clone, Copy)]
struct Blocks {
    /// Blocks that a ray met.
    known: u64,
    /// Those of them that are air.
    air: u64,
    /// How many unseen blocks lie beside its air; a block counts for each side that air lies on. At most 240: 96 beside
    /// the cell, and within it one for each of 144 pairs of neighbours.
    unseen: u8,
}

/// The cells of a section.
struct Part {
    cells: [Blocks; 64],
    /// Cells that are not worth going to any more.
    given_up: u64,
}

impl Part {
    const UNSEEN: Part = Part { cells: [Blocks { known: 0, air: 0, unseen: 0 }; 64], given_up: 0 };

    /// How many unseen blocks lie beside the air of a cell, if it may still be gone to.
    fn gain(&self, index: usize) -> u32 {
        if self.given_up >> index & 1 == 0 { self.cells[index].unseen.into() } else { 0 }
    }
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
        let (cell, bit) = (Cell::of(pos), 1 << within(pos));
        let section = cell.section();
        let (number, index) = (self.parts.find_or(section, || Part::UNSEEN), cell.index());
        let blocks = &mut self.parts.at_mut(number).cells[index];
        let (was_known, was_air, is_air) = (blocks.known & bit != 0, blocks.air & bit != 0, state.is_air());
        if was_known && was_air == is_air {
            return;
        }
        blocks.known |= bit;
        blocks.air = if is_air { blocks.air | bit } else { blocks.air & !bit };
        let mut unseen = 0;
        for face in Face::ALL {
            let (inside, across) = beside(bit, face);
            // Most lie in the same cell, and most of the rest in the same section, which need no looking up.
            let (neighbour, there, bit) = if inside != 0 {
                (Some(number), index, inside)
            } else {
                let next = cell.beside(face);
                let is_here = next.section() == section;
                (if is_here { Some(number) } else { self.parts.find(next.section()) }, next.index(), across)
            };
            match neighbour.map(|number| &mut self.parts.at_mut(number).cells[there]) {
                Some(blocks) if blocks.known & bit != 0 => {
                    let is_shown = !was_known && blocks.air & bit != 0;
                    blocks.unseen -= u8::from(is_shown);
                }
                _ => unseen += 1,
            }
        }
        let blocks = &mut self.parts.at_mut(number).cells[index];
        blocks.unseen = blocks.unseen + u8::from(is_air) * unseen - u8::from(was_air) * unseen;
    }

    /// Leaves the cell of a place alone from now on: it cannot be reached, or shows no more.
    pub fn give_up(&mut self, pos: BlockPos) {
        let cell = Cell::of(pos);
        let part = self.parts.find_or(cell.section(), || Part::UNSEEN);
        self.parts.at_mut(part).given_up |= 1 << cell.index();
    }

    /// Bytes held, about.
    pub(super) fn bytes(&self) -> usize {
        self.parts.len() * (size_of::<Part>() + 3 * size_of::<u64>())
    }

    /// Forgets the sections that are not to be kept: what lies beside them is unseen again.
    pub(super) fn retain(&mut self, keep: impl Fn([i32; 3]) -> bool) {
        let known = |part: &Part| part.cells.map(|blocks| blocks.known);
        let lost: Vec<([i32; 3], [u64; 64])> =
            self.parts.iter().filter(|(at, _)| !keep(*at)).map(|(at, part)| (at, known(part))).collect();
        self.parts.retain(|at, _| keep(at));
        for (section, known) in lost {
            for (index, known) in known.into_iter().enumerate().filter(|(_, known)| *known != 0) {
                let cell = Cell::at(section, index);
                for face in Face::ALL {
                    let next = cell.beside(face);
                    if next.section() != section
                        && let Some(part) = self.parts.find(next.section())
                    {
                        let blocks = &mut self.parts.at_mut(part).cells[next.index()];
                        blocks.unseen += (beside(known, face).1 & blocks.air).count_ones() as u8;
                    }
                }
            }
        }
    }

    fn known(&self, cell: Cell) -> u64 {
        self.parts.find(cell.section()).map_or(0, |part| self.parts.at(part).cells[cell.index()].known)
    }

    /// Parts of caves that would show more, no farther than `radius` along x and z, in order of position.
    pub fn frontiers(&self, center: BlockPos, radius: i32) -> Vec<Frontier> {
        let off = |at: i32, center: i32| (at * 16 + 8 - center).abs();
        let is_near = |section: [i32; 3]| off(section[0], center.x).max(off(section[2], center.z)) <= radius + 8;
        let mut open = Vec::new();
        let along = |center: i32| (center - radius - 16) >> 4..=(center + radius + 16) >> 4;
        for section in along(center.x).flat_map(|x| along(center.z).map(move |z| (x, z))) {
            for y in MIN_Y >> 4..=HIGHEST >> 4 {
                let section = [section.0, y, section.1];
                if let Some(part) = self.parts.find(section).filter(|_| is_near(section)) {
                    let part = self.parts.at(part);
                    open.extend((0..64).filter(|index| part.gain(*index) > 0).map(|index| Cell::at(section, index)));
                }
            }
        }
        open.sort_unstable();
        let gain = |cell: Cell| self.gain_around(cell, is_near);
        let frontier = |cell: Cell| Some(Frontier { pos: cell.block(self.edge(cell)?), gain: gain(cell) });
        open.into_iter().filter_map(frontier).collect()
    }

    /// What a frontier has left to show.
    pub fn gain(&self, frontier: BlockPos) -> u32 {
        self.gain_around(Cell::of(frontier), |_| true)
    }

    /// How many unseen blocks lie beside the air of a cell and those around it, of sections that count.
    fn gain_around(&self, cell: Cell, counts: impl Fn([i32; 3]) -> bool) -> u32 {
        let near = cells_around(cell).filter(|near| counts(near.section()));
        near.filter_map(|near| Some(self.parts.at(self.parts.find(near.section())?).gain(near.index()))).sum()
    }

    /// The number of an air block of a cell that unseen ones lie beside.
    fn edge(&self, cell: Cell) -> Option<u32> {
        let Blocks { known, air, .. } = self.parts.at(self.parts.find(cell.section())?).cells[cell.index()];
        let mut edge = 0;
        for face in Face::ALL {
            let (inside, outside) = beside(air, face);
            let outside = if outside == 0 { 0 } else { outside & !self.known(cell.beside(face)) };
            let back = face.opposite();
            edge |= beside(inside & !known, back).0 | beside(outside, back).1;
        }
        (edge != 0).then(|| edge.trailing_zeros())
    }
}

fn cells_around(center: Cell) -> impl Iterator<Item = Cell> {
    (-1..=1).flat_map(move |y| {
        (-1..=1).flat_map(move |x| (-1..=1).map(move |z| Cell { x: center.x + x, y: center.y + y, z: center.z + z }))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

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

    /// Blocks on both sides of the corners of cells and sections, and up to where caves end.
    fn places() -> impl Strategy<Value = BlockPos> {
        let near = -6..6_i32;
        (near.clone(), prop_oneof![near.clone(), 74..83], near).prop_map(|(x, y, z)| BlockPos::new(x, y, z))
    }

    proptest! {
        #[test]
        fn frontiers_are_those_that_all_the_notes_make(
            before in prop::collection::vec((places(), any::<bool>()), 0..600),
            forgotten in prop::collection::vec(places(), 0..3),
            after in prop::collection::vec((places(), any::<bool>()), 0..200),
            given_up in prop::collection::vec(places(), 0..4),
        ) {
            let mut hollows = Hollows::default();
            let mut is_air = BTreeMap::new();
            let note = |hollows: &mut Hollows, is_air: &mut BTreeMap<BlockPos, bool>, (pos, air): (BlockPos, bool)| {
                hollows.note(pos, if air { BlockState::AIR } else { Block::STONE.state() });
                if pos.y <= HIGHEST {
                    is_air.insert(pos, air);
                }
            };
            before.into_iter().for_each(|seen| note(&mut hollows, &mut is_air, seen));
            let lost: Vec<[i32; 3]> = forgotten.iter().map(|pos| Cell::of(*pos).section()).collect();
            hollows.retain(|section| !lost.contains(&section));
            is_air.retain(|pos, _| !lost.contains(&Cell::of(*pos).section()));
            after.into_iter().for_each(|seen| note(&mut hollows, &mut is_air, seen));
            given_up.iter().for_each(|pos| hollows.give_up(*pos));
            let mut open: BTreeMap<Cell, (u32, u32)> = BTreeMap::new();
            for pos in is_air.iter().filter_map(|(pos, air)| air.then_some(*pos)) {
                let unseen = Face::ALL.iter().filter(|face| !is_air.contains_key(&pos.beside(**face))).count() as u32;
                if unseen > 0 && !given_up.iter().any(|other| Cell::of(*other) == Cell::of(pos)) {
                    let (gain, first) = open.entry(Cell::of(pos)).or_insert((0, u32::MAX));
                    (*gain, *first) = (*gain + unseen, within(pos).min(*first));
                }
            }
            let around = |cell: Cell| cells_around(cell).filter_map(|near| open.get(&near)).map(|(gain, _)| gain).sum();
            let frontier = |(cell, (_, first)): (&Cell, &(u32, u32))| (cell.block(*first), around(*cell));
            let expected: Vec<(BlockPos, u32)> = open.iter().map(frontier).collect();
            let found = hollows.frontiers(BlockPos::new(0, 0, 0), 60);
            prop_assert!(found.iter().all(|frontier| hollows.gain(frontier.pos) == frontier.gain));
            let found: Vec<(BlockPos, u32)> = found.into_iter().map(|frontier| (frontier.pos, frontier.gain)).collect();
            prop_assert_eq!(found, expected);
        }

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
