//! Positions of blocks and chunks.

use std::fmt;
use std::ops::{Add, Sub};

use anima_rules::{Aabb, Face};
use glam::{DVec3, IVec3};
use serde::{Deserialize, Serialize};

/// The position of a block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "[i32; 3]", into = "[i32; 3]")]
#[allow(missing_docs)]
pub struct BlockPos {
    pub x: i32,
    pub y: i32,
    pub z: i32,
}

/// The greatest whole number not above `value`, without the call that `f64::floor` is on older processors.
#[inline]
fn floor(value: f64) -> i32 {
    let whole = value as i32;
    if f64::from(whole) > value { whole - 1 } else { whole }
}

impl BlockPos {
    /// The block at these coordinates.
    pub const fn new(x: i32, y: i32, z: i32) -> BlockPos {
        BlockPos { x, y, z }
    }

    /// The block that holds a point.
    #[inline]
    pub fn containing(point: DVec3) -> BlockPos {
        BlockPos::new(floor(point.x), floor(point.y), floor(point.z))
    }

    /// The neighbour on a side.
    #[must_use]
    #[inline]
    pub const fn beside(self, face: Face) -> BlockPos {
        let step = face.step();
        BlockPos::new(self.x + step.x, self.y + step.y, self.z + step.z)
    }

    /// The block `n` above.
    #[must_use]
    #[inline]
    pub const fn up(self, n: i32) -> BlockPos {
        BlockPos::new(self.x, self.y + n, self.z)
    }

    /// The block `n` below.
    #[must_use]
    #[inline]
    pub const fn down(self, n: i32) -> BlockPos {
        BlockPos::new(self.x, self.y - n, self.z)
    }

    /// The block moved by steps along each axis.
    #[must_use]
    #[inline]
    pub const fn offset(self, x: i32, y: i32, z: i32) -> BlockPos {
        BlockPos::new(self.x + x, self.y + y, self.z + z)
    }

    /// The corner with the smallest coordinates.
    #[inline]
    pub fn corner(self) -> DVec3 {
        DVec3::new(self.x.into(), self.y.into(), self.z.into())
    }

    /// The middle of the block.
    #[inline]
    pub fn center(self) -> DVec3 {
        self.corner() + DVec3::splat(0.5)
    }

    /// The middle of the block's floor: where feet stand in it.
    #[inline]
    pub fn floor_center(self) -> DVec3 {
        self.corner() + DVec3::new(0.5, 0.0, 0.5)
    }

    /// The whole block as a box.
    #[inline]
    pub fn cube(self) -> Aabb {
        Aabb::CUBE.shifted(self.corner())
    }

    /// The column it is in.
    #[inline]
    pub const fn chunk(self) -> ChunkPos {
        ChunkPos { x: self.x >> 4, z: self.z >> 4 }
    }

    /// Squared distance between the middles of two blocks.
    #[inline]
    pub fn distance_squared(self, other: BlockPos) -> i64 {
        let (x, y, z) = (i64::from(self.x - other.x), i64::from(self.y - other.y), i64::from(self.z - other.z));
        x * x + y * y + z * z
    }

    /// Steps along the axes to another block.
    #[inline]
    pub const fn manhattan(self, other: BlockPos) -> i32 {
        (self.x - other.x).abs() + (self.y - other.y).abs() + (self.z - other.z).abs()
    }

    /// The side of this block on which `other` lies, if they share a side.
    pub fn face_towards(self, other: BlockPos) -> Option<Face> {
        Face::ALL.into_iter().find(|face| self.beside(*face) == other)
    }
}

impl Add<IVec3> for BlockPos {
    type Output = BlockPos;

    #[inline]
    fn add(self, by: IVec3) -> BlockPos {
        self.offset(by.x, by.y, by.z)
    }
}

impl Sub for BlockPos {
    type Output = IVec3;

    #[inline]
    fn sub(self, other: BlockPos) -> IVec3 {
        IVec3::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl From<[i32; 3]> for BlockPos {
    fn from([x, y, z]: [i32; 3]) -> BlockPos {
        BlockPos { x, y, z }
    }
}

impl From<BlockPos> for [i32; 3] {
    fn from(pos: BlockPos) -> [i32; 3] {
        [pos.x, pos.y, pos.z]
    }
}

impl fmt::Debug for BlockPos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.x, self.y, self.z)
    }
}

impl fmt::Display for BlockPos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// The position of a 16x16 column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ChunkPos {
    pub x: i32,
    pub z: i32,
}

impl ChunkPos {
    /// The column at these chunk coordinates.
    pub const fn new(x: i32, z: i32) -> ChunkPos {
        ChunkPos { x, z }
    }

    /// Its north-west block column, at height `y`.
    #[inline]
    pub const fn corner(self, y: i32) -> BlockPos {
        BlockPos::new(self.x << 4, y, self.z << 4)
    }

    /// Chunks between two columns, along the longer axis.
    #[inline]
    pub fn distance(self, other: ChunkPos) -> i32 {
        (self.x - other.x).abs().max((self.z - other.z).abs())
    }

    /// All columns within `radius` chunks, row by row.
    pub fn around(self, radius: i32) -> impl Iterator<Item = ChunkPos> {
        (-radius..=radius).flat_map(move |z| (-radius..=radius).map(move |x| ChunkPos::new(self.x + x, self.z + z)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_in_the_block_that_reaches_down_to_them() {
        for (value, whole) in [(0.0, 0), (0.999, 0), (-0.001, -1), (-1.0, -1), (-1.5, -2), (63.0, 63), (-64.0, -64)] {
            assert_eq!(BlockPos::containing(DVec3::splat(value)), BlockPos::new(whole, whole, whole), "{value}");
        }
    }
}
