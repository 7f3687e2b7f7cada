//! The ground of a chunk as a flat array, while it is being made.

use anima_body::{Column, MIN_Y, SECTIONS, Section};
use anima_rules::{Biome, Block, BlockState};

/// The blocks of a chunk: index `(y + 64) << 8 | z << 4 | x`.
#[derive(Clone, Debug)]
pub struct Ground {
    blocks: Vec<BlockState>,
}

/// States that the making of the ground compares with all the time.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Stuff {
    pub stone: BlockState,
    pub deepslate: BlockState,
    pub bedrock: BlockState,
    pub water: BlockState,
    pub lava: BlockState,
    pub dirt: BlockState,
    pub grass_block: BlockState,
}

impl Stuff {
    /// Looks the states up.
    pub fn new() -> Stuff {
        Stuff {
            stone: Block::STONE.state(),
            deepslate: Block::DEEPSLATE.state(),
            bedrock: Block::BEDROCK.state(),
            water: Block::WATER.state(),
            lava: Block::LAVA.state(),
            dirt: Block::DIRT.state(),
            grass_block: Block::GRASS_BLOCK.state(),
        }
    }

    /// Whether it is water or lava.
    pub fn is_liquid(&self, state: BlockState) -> bool {
        state == self.water || state == self.lava
    }

    /// Whether it is neither air nor liquid (`SurfaceSystem.isStone`).
    pub fn is_solid(&self, state: BlockState) -> bool {
        state != BlockState::AIR && !self.is_liquid(state)
    }
}

/// The index of a block, of which only the low four bits of x and z count.
#[inline]
pub fn index(x: i32, y: i32, z: i32) -> usize {
    ((y - MIN_Y) << 8 | (z & 15) << 4 | (x & 15)) as usize
}

impl Ground {
    /// Air.
    pub fn new() -> Ground {
        Ground { blocks: vec![BlockState::AIR; SECTIONS * 4096] }
    }

    /// The block at a position within the world's height.
    #[inline]
    pub fn at(&self, x: i32, y: i32, z: i32) -> BlockState {
        self.blocks[index(x, y, z)]
    }

    /// Sets a block within the world's height.
    #[inline]
    pub fn set(&mut self, x: i32, y: i32, z: i32, state: BlockState) {
        self.blocks[index(x, y, z)] = state;
    }

    /// Sets the 4x8x4 blocks from this corner.
    pub fn fill_cell(&mut self, (x, y, z): (i32, i32, i32), state: BlockState) {
        for y in y..y + 8 {
            for z in z..z + 4 {
                let from = index(x, y, z);
                self.blocks[from..from + 4].fill(state);
            }
        }
    }

    /// The height of the highest block that is not air, for each block column (index `z << 4 | x`).
    pub fn tops(&self) -> [i32; 256] {
        let mut tops = [MIN_Y - 1; 256];
        let highest = (0..SECTIONS).rev().find(|s| self.blocks[s << 12..(s + 1) << 12].iter().any(|b| !is_air(*b)));
        let Some(highest) = highest else { return tops };
        for (i, top) in tops.iter_mut().enumerate() {
            let levels = (0..(highest + 1) << 4).rev();
            *top =
                levels.into_iter().find(|y| !is_air(self.blocks[y << 8 | i])).map_or(MIN_Y - 1, |y| y as i32 + MIN_Y);
        }
        tops
    }

    /// The column of these blocks.
    pub fn into_column(self) -> Column {
        let mut column = Column::empty(Biome::PLAINS);
        for (section, blocks) in self.blocks.chunks_exact(4096).enumerate() {
            let first = blocks[0];
            let made = if blocks.iter().all(|block| *block == first) {
                Section::Single(first)
            } else {
                let array: Box<[BlockState; 4096]> =
                    Box::<[BlockState]>::from(blocks).try_into().expect("a chunk of 4096 is 4096 long");
                Section::Array(array.into())
            };
            column.set_section(section, made);
        }
        column
    }
}

#[inline]
fn is_air(state: BlockState) -> bool {
    state == BlockState::AIR
}
