//! The cells the agent knows, as it last saw them.

use std::collections::BTreeSet;
use std::sync::Arc;

use anima_body::{BlockPos, Column, MAX_Y, MIN_Y, Section};
use anima_rules::{Block, BlockState};

use crate::path::sections::Sections;

/// 16x16x16 cells as last seen.
struct Part {
    /// Cells, a bit each, that were seen.
    known: [u64; 64],
    /// Those of them last seen to hold air: most of what is seen, and noted without touching its state.
    air: [u64; 64],
    /// The states of the others, if there are any.
    solid: Option<Box<[BlockState; 4096]>>,
    /// Cells, a bit each, that the atlas has on its lists as they are.
    listed: [u64; 64],
    /// The [`kind`] of every block ever seen in it: tells where there is none of some blocks.
    kinds: u64,
    /// The blocks as they were when a ray last came here.
    blocks: Section,
    /// Cells, a bit each, that a ray passes with nothing to note, as long as the blocks are those.
    passed: [u64; 64],
    /// The tick in which a ray last came here.
    seen: u64,
}

impl Part {
    const UNSEEN: Part = Part {
        known: [0; 64],
        air: [0; 64],
        solid: None,
        listed: [0; 64],
        kinds: 0,
        blocks: Section::Single(BlockState::AIR),
        passed: [0; 64],
        seen: 0,
    };

    /// The block at an index as last seen.
    #[inline]
    fn state(&self, index: usize) -> Option<BlockState> {
        let (word, bit) = (index / 64, bit(index));
        match &self.solid {
            _ if self.known[word] & bit == 0 => None,
            Some(states) if self.air[word] & bit == 0 => Some(states[index]),
            _ => Some(BlockState::AIR),
        }
    }

    /// Takes other blocks: what a ray passes is to be found out anew.
    fn enter(&mut self, blocks: Section) {
        self.blocks = blocks;
        self.passed = [0; 64];
    }
}

/// The bit of the cell at an index, in the word of 64 cells that it is in.
#[inline]
fn bit(index: usize) -> u64 {
    1 << (index % 64)
}

/// Whether these are the same blocks for sure: not merely equal ones, which would take long to tell.
#[inline]
fn is_same(one: &Section, other: &Section) -> bool {
    match (one, other) {
        (Section::Single(one), Section::Single(other)) => one == other,
        (Section::Array(one), Section::Array(other)) => Arc::ptr_eq(one, other),
        _ => false,
    }
}

/// One of 64 bits, that a block shares with few others.
#[inline]
fn kind(block: Block) -> u64 {
    1 << (block.id() % 64)
}

/// The cells the agent knows, as it last saw them.
#[derive(Default)]
pub struct Memory {
    parts: Sections<Part>,
    changes: u64,
    tick: u64,
}

/// The section that holds a cell.
#[inline]
pub(super) fn section_of(pos: BlockPos) -> [i32; 3] {
    [pos.x >> 4, pos.y >> 4, pos.z >> 4]
}

/// Where in its section a cell lies.
#[inline]
pub(super) fn index(pos: BlockPos) -> usize {
    ((pos.y & 15) << 8 | (pos.z & 15) << 4 | (pos.x & 15)) as usize
}

impl Memory {
    /// The block at a position as last seen; `None` if it was never seen.
    #[inline]
    pub fn block(&self, pos: BlockPos) -> Option<BlockState> {
        self.parts.at(self.parts.find(section_of(pos))?).state(index(pos))
    }

    /// Which cells of the section at a position are known, a bit each in the order of [`Section`]; `None` if none is.
    pub fn known_in(&self, pos: BlockPos) -> Option<[u64; 64]> {
        Some(self.parts.at(self.parts.find(section_of(pos))?).known)
    }

    /// Blocks of some kinds as last seen in a column of cells, from the lowest of them up.
    pub fn find_in_column(&self, lowest: BlockPos, height: i32, blocks: &[Block]) -> impl Iterator<Item = BlockPos> {
        let kinds = blocks.iter().fold(0, |kinds, block| kinds | kind(*block));
        let [x, bottom, z] = section_of(lowest);
        let top = lowest.up(height - 1);
        let parts = (bottom..=section_of(top)[1]).filter_map(move |y| {
            let part = self.parts.at(self.parts.find([x, y, z])?);
            (part.kinds & kinds != 0).then_some((y, part))
        });
        parts.flat_map(move |(y, part)| {
            let heights = lowest.y.max(y * 16)..=top.y.min(y * 16 + 15);
            let cells = heights.map(move |y| BlockPos { y, ..lowest });
            cells.filter(|pos| part.state(index(*pos)).is_some_and(|state| blocks.contains(&state.block())))
        })
    }

    /// Blocks of some kinds as last seen in a box of cells, both corners included; sections that hold none are skipped.
    pub fn find_in_box(&self, low: BlockPos, high: BlockPos, blocks: &[Block]) -> impl Iterator<Item = BlockPos> {
        let kinds = blocks.iter().fold(0, |kinds, block| kinds | kind(*block));
        let ([west, bottom, north], [east, top, south]) = (section_of(low), section_of(high));
        let sections =
            (bottom..=top).flat_map(move |y| (north..=south).flat_map(move |z| (west..=east).map(move |x| [x, y, z])));
        let parts = sections.filter_map(move |section| {
            let part = self.parts.at(self.parts.find(section)?);
            (part.kinds & kinds != 0).then_some((section, part))
        });
        parts.flat_map(move |([x, y, z], part)| {
            let within = |low: i32, high: i32, section: i32| low.max(16 * section)..=high.min(16 * section + 15);
            let (xs, ys, zs) = (within(low.x, high.x, x), within(low.y, high.y, y), within(low.z, high.z, z));
            let layer = move |y: i32| {
                let xs = xs.clone();
                zs.clone().flat_map(move |z| xs.clone().map(move |x| BlockPos::new(x, y, z)))
            };
            let cells = ys.flat_map(layer);
            cells.filter(|pos| part.state(index(*pos)).is_some_and(|state| blocks.contains(&state.block())))
        })
    }

    /// Begins a tick.
    pub(super) fn begin(&mut self, tick: u64) {
        self.tick = tick;
    }

    /// How many sections something is known of.
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Forgets the sections not seen for longest until so many are left; returns those forgotten, in order.
    pub(super) fn forget_oldest(&mut self, left: usize) -> BTreeSet<[i32; 3]> {
        let mut all: Vec<(u64, [i32; 3])> = self.parts.iter().map(|(at, part)| (part.seen, at)).collect();
        all.sort_unstable();
        all.truncate(all.len().saturating_sub(left));
        self.forget(all.into_iter().map(|(_, at)| at).collect())
    }

    /// Forgets the sections not seen since a tick; returns them, in order.
    pub(super) fn forget_before(&mut self, tick: u64) -> BTreeSet<[i32; 3]> {
        let old = self.parts.iter().filter(|(_, part)| part.seen < tick).map(|(at, _)| at).collect();
        self.forget(old)
    }

    /// Lets go of the terrain, for the agent goes elsewhere. What was seen stays known.
    pub(super) fn leave(&mut self) {
        for part in self.parts.values_mut() {
            part.enter(Section::Single(BlockState::AIR));
        }
    }

    fn forget(&mut self, gone: BTreeSet<[i32; 3]>) -> BTreeSet<[i32; 3]> {
        self.parts.retain(|at, _| !gone.contains(&at));
        self.changes += 1;
        gone
    }

    /// Bytes held, about; the blocks themselves are shared with the terrain.
    pub(super) fn bytes(&self) -> usize {
        let solid = self.parts.iter().filter(|(_, part)| part.solid.is_some()).count();
        self.parts.len() * (size_of::<Part>() + 3 * size_of::<u64>()) + solid * size_of::<[BlockState; 4096]>()
    }

    /// Notes the block at an index of a section and returns what was known before.
    pub(super) fn set(&mut self, part: u32, index: usize, state: BlockState) -> Option<BlockState> {
        let part = self.parts.at_mut(part);
        let before = part.state(index);
        if before != Some(state) {
            let (word, bit) = (index / 64, bit(index));
            if before.is_some() {
                part.listed[word] &= !bit;
                part.passed[word] &= !bit;
            }
            part.known[word] |= bit;
            if state == BlockState::AIR {
                part.air[word] |= bit;
            } else {
                part.air[word] &= !bit;
                part.solid.get_or_insert_with(|| Box::new([BlockState::AIR; 4096]))[index] = state;
            }
            part.kinds |= kind(state.block());
            self.changes += 1;
        }
        before
    }

    /// Notes that the atlas has the cell at an index of a section on its lists as it is.
    pub(super) fn mark_listed(&mut self, part: u32, index: usize) {
        self.parts.at_mut(part).listed[index / 64] |= bit(index);
    }

    /// The number of the section of a cell; `None` outside the world's height, where nothing is noted.
    pub(super) fn part(&mut self, pos: BlockPos) -> Option<u32> {
        (MIN_Y..MAX_Y).contains(&pos.y).then(|| self.number(section_of(pos)))
    }

    #[inline]
    fn number(&mut self, section: [i32; 3]) -> u32 {
        let seen = self.tick;
        self.parts.find_or(section, || Part { seen, ..Part::UNSEEN })
    }

    /// The number of a section that a ray comes to; `None` outside the world's height.
    #[inline(never)]
    pub(super) fn enter(&mut self, section: [i32; 3], column: &Column) -> Option<u32> {
        let blocks = column.sections().get(usize::try_from(section[1] - (MIN_Y >> 4)).ok()?)?;
        let number = self.number(section);
        let part = self.parts.at_mut(number);
        part.seen = self.tick;
        if !is_same(&part.blocks, blocks) {
            part.enter(blocks.clone());
        }
        Some(number)
    }

    /// The block at an index of a section that a ray has come to, as it is.
    #[inline]
    pub(super) fn there(&self, part: u32, index: usize) -> BlockState {
        self.parts.at(part).blocks.get(index)
    }

    /// Whether a ray passes the cell at an index of a section with nothing to note.
    #[inline]
    pub(super) fn is_passed(&self, part: u32, index: usize) -> bool {
        self.parts.at(part).passed[index / 64] & bit(index) != 0
    }

    /// Notes that a ray passes the cell at an index of a section, of which everything is noted.
    #[inline]
    pub(super) fn pass(&mut self, part: u32, index: usize) {
        self.parts.at_mut(part).passed[index / 64] |= bit(index);
    }

    /// Whether the cell at an index of a section is known to hold this.
    #[inline]
    pub(super) fn holds(&self, part: u32, index: usize, state: BlockState) -> bool {
        self.parts.at(part).state(index) == Some(state)
    }

    /// Whether the atlas has the cell at an index of a section on its lists.
    #[inline]
    pub(super) fn is_listed(&self, part: u32, index: usize) -> bool {
        self.parts.at(part).listed[index / 64] & bit(index) != 0
    }

    /// Whether nothing was seen yet.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// A number that grows whenever anything known changes.
    pub fn changes(&self) -> u64 {
        self.changes
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn set(memory: &mut Memory, pos: BlockPos, state: BlockState) -> Option<BlockState> {
        let part = memory.part(pos).expect("within the world's height");
        memory.set(part, index(pos), state)
    }

    #[test]
    fn knows_only_what_it_was_told() {
        let mut memory = Memory::default();
        let pos = BlockPos::new(3, -64, -20);
        assert_eq!(memory.block(pos), None);
        assert_eq!([MIN_Y - 1, MAX_Y].map(|y| memory.part(BlockPos { y, ..pos })), [None; 2]);
        assert_eq!(set(&mut memory, pos, BlockState::AIR), None);
        assert_eq!(memory.block(pos), Some(BlockState::AIR));
        assert_eq!(memory.block(pos.up(1)), None);
        let (part, index) = (memory.part(pos).expect("a part"), index(pos));
        memory.mark_listed(part, index);
        assert!(memory.is_listed(part, index));
        assert_eq!(memory.set(part, index, Block::STONE.state()), Some(BlockState::AIR));
        assert!(!memory.is_listed(part, index));
        assert_eq!(memory.changes(), 2);
    }

    #[test]
    fn what_was_not_seen_for_longest_is_forgotten_first() {
        let mut memory = Memory::default();
        let pos = |n: i32| BlockPos::new(16 * n, 0, 0);
        for n in 0..10 {
            memory.begin(n as u64 + 5);
            set(&mut memory, pos(n), BlockState::AIR);
        }
        // The first is seen again.
        memory.enter(section_of(pos(0)), &Column::default());
        let left = |memory: &Memory| (0..10).filter(|n| memory.block(pos(*n)).is_some()).collect::<Vec<_>>();
        assert_eq!(memory.forget_oldest(4).len(), 6);
        assert_eq!(left(&memory), [0, 7, 8, 9]);
        assert_eq!(memory.forget_before(13), BTreeSet::from([section_of(pos(7))]));
        assert_eq!(left(&memory), [0, 8, 9]);
    }

    proptest! {
        #[test]
        fn finds_in_a_column_what_was_seen_there_last(
            seen in prop::collection::vec((-3..3_i32, -40..40, 0..5_usize), 0..200),
            lowest in -40..40,
            height in 1..50,
        ) {
            let blocks = [Block::AIR, Block::STONE, Block::GRANITE, Block::OAK_LEAVES, Block::BIRCH_LEAVES];
            let mut memory = Memory::default();
            for (x, y, block) in seen {
                set(&mut memory, BlockPos::new(x, y, -7), blocks[block].state());
            }
            let lowest = BlockPos::new(0, lowest, -7);
            let wanted = [Block::STONE, Block::BIRCH_LEAVES];
            let is_wanted = |pos: &BlockPos| memory.block(*pos).is_some_and(|state| wanted.contains(&state.block()));
            let expected: Vec<BlockPos> = (0..height).map(|y| lowest.up(y)).filter(is_wanted).collect();
            prop_assert_eq!(memory.find_in_column(lowest, height, &wanted).collect::<Vec<_>>(), expected);
        }
    }
}
