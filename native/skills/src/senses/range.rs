//! How far the senses reach.

use anima_body::BlockPos;

/// How far rays reach, in blocks.
pub(crate) const SIGHT: f64 = 64.0;
/// Cells within this many blocks (along each axis) may always be used for walking.
pub(crate) const NEAR: i32 = 10;

/// Whether a cell is within [`NEAR`] blocks along each axis.
#[inline]
pub(crate) fn is_near(eyes: BlockPos, pos: BlockPos) -> bool {
    (pos.x - eyes.x).abs() <= NEAR && (pos.y - eyes.y).abs() <= NEAR && (pos.z - eyes.z).abs() <= NEAR
}
