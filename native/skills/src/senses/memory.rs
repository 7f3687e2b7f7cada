//! The cells the agent knows, as it last saw them.

use std::cell::Cell;

use anima_body::{BlockPos, ChunkPos, Column, MAX_Y, MIN_Y, Section};
use anima_rules::{Block, BlockState};
use rustc_hash::FxHashMap;

/// What a cell holds that was never seen: a state that no loaded terrain has.
fn unknown() -> BlockState {
    Block::VOID_AIR.state()
}

/// The cells the agent knows, as it last saw them.
#[derive(Default)]
pub struct Memory {
    /// Indices into `columns`; the hash order is never used.
    index: FxHashMap<ChunkPos, usize>,
    columns: Vec<Column>,
    last: Cell<Option<(ChunkPos, usize)>>,
    changes: u64,
}

impl Memory {
    /// The block at a position as last seen; `None` if it was never seen.
    #[inline]
    pub fn block(&self, pos: BlockPos) -> Option<BlockState> {
        let state = self.columns[self.find(pos.chunk())?].block(pos);
        (state != unknown()).then_some(state)
    }

    /// Notes a block and returns what was known before. Outside the world's height nothing is noted.
    pub(super) fn set(&mut self, pos: BlockPos, state: BlockState) -> Option<BlockState> {
        if pos.y < MIN_Y || pos.y >= MAX_Y {
            return None;
        }
        let chunk = pos.chunk();
        let at = match self.find(chunk) {
            Some(at) => at,
            None => {
                let mut column = Column::default();
                for section in 0..column.sections().len() {
                    column.set_section(section, Section::Single(unknown()));
                }
                self.columns.push(column);
                self.index.insert(chunk, self.columns.len() - 1);
                self.columns.len() - 1
            }
        };
        let before = self.columns[at].block(pos);
        if before != state {
            self.columns[at].set_block(pos, state);
            self.changes += 1;
        }
        (before != unknown()).then_some(before)
    }

    /// Whether nothing was seen yet.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// A number that grows whenever anything known changes.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    #[inline]
    fn find(&self, chunk: ChunkPos) -> Option<usize> {
        match self.last.get() {
            Some((last, at)) if last == chunk => Some(at),
            _ => {
                let at = *self.index.get(&chunk)?;
                self.last.set(Some((chunk, at)));
                Some(at)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_only_what_it_was_told() {
        let mut memory = Memory::default();
        let pos = BlockPos::new(3, -64, -20);
        assert_eq!(memory.block(pos), None);
        assert_eq!(memory.set(pos, BlockState::AIR), None);
        assert_eq!(memory.block(pos), Some(BlockState::AIR));
        assert_eq!(memory.block(pos.up(1)), None);
        assert_eq!(memory.set(pos, Block::STONE.state()), Some(BlockState::AIR));
        assert_eq!(memory.changes(), 2);
    }
}
