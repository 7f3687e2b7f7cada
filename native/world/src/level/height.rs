//! Surface heights of a column.

use anima_body::{Column, MAX_Y, MIN_Y, SECTIONS, Section};
use anima_rules::BlockState;

use super::facts::{Flags, facts};

/// Which blocks count as surface (the game's heightmap types).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// Anything but air.
    World,
    /// What stops a body or is liquid.
    MotionBlocking,
    /// The same, leaves left out.
    MotionBlockingNoLeaves,
}

impl Surface {
    const ALL: [Surface; 3] = [Surface::World, Surface::MotionBlocking, Surface::MotionBlockingNoLeaves];

    /// Whether a block of this state is part of the surface.
    pub fn counts(self, state: BlockState) -> bool {
        facts(state).is(match self {
            Surface::World => Flags::SURFACE,
            Surface::MotionBlocking => Flags::MOTION_BLOCKING,
            Surface::MotionBlockingNoLeaves => Flags::MOTION_BLOCKING_NO_LEAVES,
        })
    }
}

/// One above the highest block of each kind of surface, for the 256 block columns of a chunk.
#[derive(Clone, Debug)]
pub(super) struct Heights([[i16; 256]; 3]);

fn column_index(x: i32, z: i32) -> usize {
    ((z & 15) << 4 | (x & 15)) as usize
}

impl Heights {
    pub fn of(column: &Column) -> Heights {
        let mut heights = Heights([[MIN_Y as i16; 256]; 3]);
        for (surface, heights) in Surface::ALL.into_iter().zip(&mut heights.0) {
            let mut open: Vec<u8> = (0..=255).collect();
            for section in (0..SECTIONS).rev() {
                if open.is_empty() {
                    break;
                }
                let bottom = MIN_Y + 16 * section as i32;
                match &column.sections()[section] {
                    Section::Single(state) if !surface.counts(*state) => {}
                    Section::Single(_) => open.drain(..).for_each(|at| heights[usize::from(at)] = bottom as i16 + 16),
                    Section::Array(states) => open.retain(|at| {
                        let top = (0..16).rev().find(|y| surface.counts(states[y << 8 | usize::from(*at)]));
                        if let Some(y) = top {
                            heights[usize::from(*at)] = bottom as i16 + y as i16 + 1;
                        }
                        top.is_none()
                    }),
                }
            }
        }
        heights
    }

    pub fn at(&self, surface: Surface, x: i32, z: i32) -> i32 {
        i32::from(self.0[surface as usize][column_index(x, z)])
    }

    /// One above the highest block of all.
    pub fn top(&self) -> i32 {
        self.0[Surface::World as usize].iter().copied().max().map_or(MIN_Y, i32::from)
    }

    /// Takes up that the block at these coordinates of `column` was set to `state`.
    pub fn block_set(&mut self, column: &Column, [x, y, z]: [i32; 3], state: BlockState) {
        for (surface, heights) in Surface::ALL.into_iter().zip(&mut self.0) {
            let height = &mut heights[column_index(x, z)];
            if surface.counts(state) {
                *height = (*height).max(y as i16 + 1);
            } else if i32::from(*height) == y + 1 {
                let below = (MIN_Y..y.min(MAX_Y))
                    .rev()
                    .find(|below| surface.counts(column.block(anima_body::BlockPos::new(x, *below, z))));
                *height = below.map_or(MIN_Y as i16, |below| below as i16 + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use anima_body::{BlockPos, ChunkPos};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    use super::*;
    use crate::level::testing::floor;

    #[test]
    fn heights_follow_what_is_built() {
        let mut level = floor();
        assert_eq!(level.height(Surface::World, 3, 3), 64);
        level.put([3, 70, 3], "oak_leaves");
        level.put([3, 75, 3], "torch");
        assert_eq!(
            [Surface::World, Surface::MotionBlocking, Surface::MotionBlockingNoLeaves].map(|s| level.height(s, 3, 3)),
            [76, 71, 64]
        );
        let mut dice = Pcg32::seed_from_u64(3);
        for _ in 0..2000 {
            let pos = BlockPos::new(dice.random_range(0..4), dice.random_range(-64..320), dice.random_range(0..4));
            let blocks = ["air", "stone", "oak_leaves", "water", "air"];
            level.put(pos.into(), blocks[dice.random_range(0..blocks.len())]);
            level.run(1);
        }
        let anew = Heights::of(level.terrain().column(ChunkPos::new(0, 0)).unwrap());
        for surface in Surface::ALL {
            for (x, z) in (0..16).flat_map(|x| (0..16).map(move |z| (x, z))) {
                assert_eq!(level.height(surface, x, z), anew.at(surface, x, z), "{surface:?} at {x} {z}");
            }
        }
    }
}
