//! Rays through blocks: the cross-hair, lines of sight.

use anima_rules::{Aabb, BlockState, Face, FluidKind};
use glam::DVec3;

use crate::{BlockPos, Blocks};

/// Which shape of a block stops a ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayShape {
    /// What the cross-hair meets.
    Outline,
    /// What a body meets.
    Collision,
}

/// Which liquids stop a ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Liquids {
    /// None.
    Pass,
    /// Sources only, as for an empty bucket.
    Sources,
    /// All.
    All,
}

/// Where a ray met a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockHit {
    /// The block.
    pub pos: BlockPos,
    /// The side it was met on.
    pub face: Face,
    /// The point.
    pub point: DVec3,
    /// The state met.
    pub state: BlockState,
}

/// Calls `visit` for each cell that the segment passes, in order, until it returns `Some`.
#[inline]
pub fn cells_along<T>(from: DVec3, to: DVec3, mut visit: impl FnMut(BlockPos) -> Option<T>) -> Option<T> {
    let delta = to - from;
    let mut cell = BlockPos::containing(from);
    // Shares of the segment at which the next cell along each axis begins, and that a cell takes.
    let next = |axis: usize, cell: i32| match delta[axis] {
        0.0 => f64::INFINITY,
        step if step > 0.0 => (f64::from(cell + 1) - from[axis]) / step,
        step => (f64::from(cell) - from[axis]) / step,
    };
    let (mut next_x, mut next_y, mut next_z) = (next(0, cell.x), next(1, cell.y), next(2, cell.z));
    let per_cell = delta.abs().recip();
    let step = delta.signum().as_ivec3();
    loop {
        if let Some(found) = visit(cell) {
            return Some(found);
        }
        if next_x.min(next_y).min(next_z) > 1.0 {
            return None;
        }
        // Chosen without a branch, which no processor could foretell.
        let along_x = next_x < next_y && next_x < next_z;
        let along_y = !along_x && next_y < next_z;
        let along_z = !along_x && !along_y;
        next_x += if along_x { per_cell.x } else { 0.0 };
        next_y += if along_y { per_cell.y } else { 0.0 };
        next_z += if along_z { per_cell.z } else { 0.0 };
        cell.x += if along_x { step.x } else { 0 };
        cell.y += if along_y { step.y } else { 0 };
        cell.z += if along_z { step.z } else { 0 };
    }
}

/// The first block that the segment meets. It passes where none is known.
pub fn raycast(blocks: &impl Blocks, from: DVec3, to: DVec3, shape: RayShape, liquids: Liquids) -> Option<BlockHit> {
    cells_along(from, to, |pos| {
        let state = blocks.block(pos)?;
        if state.is_air() {
            return None;
        }
        let boxes = match shape {
            RayShape::Outline => state.outline(),
            RayShape::Collision => state.collision(),
        };
        let block = nearest(boxes, pos, from, to);
        let liquid = liquid_box(blocks, pos, state, liquids).and_then(|b| nearest(&[b], pos, from, to));
        let (share, face) = match (block, liquid) {
            (Some(a), Some(b)) => Some(if b.0 < a.0 { b } else { a }),
            (a, b) => a.or(b),
        }?;
        Some(BlockHit { pos, face, point: from + (to - from) * share, state })
    })
}

fn nearest(boxes: &[Aabb], pos: BlockPos, from: DVec3, to: DVec3) -> Option<(f64, Face)> {
    let mut best: Option<(f64, Face)> = None;
    for b in boxes {
        let b = b.shifted(pos.corner());
        let hit = if b.contains(from) {
            let delta = to - from;
            Some((0.0, Face::ALL.into_iter().find(|f| f.step().as_dvec3().dot(delta) < 0.0).unwrap_or(Face::Up)))
        } else {
            b.entry(from, to).map(|(share, axis)| (share, entered(axis, to[axis] < from[axis])))
        };
        if let Some(hit) = hit
            && best.is_none_or(|best| hit.0 < best.0)
        {
            best = Some(hit);
        }
    }
    best
}

fn entered(axis: usize, downwards: bool) -> Face {
    match (axis, downwards) {
        (0, true) => Face::East,
        (0, false) => Face::West,
        (1, true) => Face::Up,
        (1, false) => Face::Down,
        (_, true) => Face::South,
        (_, false) => Face::North,
    }
}

fn liquid_box(blocks: &impl Blocks, pos: BlockPos, state: BlockState, liquids: Liquids) -> Option<Aabb> {
    let fluid = state.fluid()?;
    let stops = match liquids {
        Liquids::Pass => false,
        Liquids::Sources => fluid.source,
        Liquids::All => true,
    };
    let same_above =
        |kind: FluidKind| blocks.block(pos.up(1)).and_then(BlockState::fluid).is_some_and(|f| f.kind == kind);
    let height = if same_above(fluid.kind) { 1.0 } else { f64::from(fluid.height()) };
    stops.then(|| Aabb::new(DVec3::ZERO, DVec3::new(1.0, height, 1.0)))
}

#[cfg(test)]
mod tests {
    use anima_rules::Block;

    use super::*;
    use crate::{ChunkPos, Column, Terrain};

    fn check(block: BlockState, from: [f64; 3], to: [f64; 3], liquids: Liquids) -> Option<(Face, DVec3)> {
        let mut terrain = Terrain::default();
        terrain.insert(ChunkPos::new(0, 0), Column::default());
        terrain.set_block(BlockPos::new(5, 64, 5), block);
        let hit = raycast(&terrain.view(), from.into(), to.into(), RayShape::Outline, liquids)?;
        assert_eq!(hit.pos, BlockPos::new(5, 64, 5));
        Some((hit.face, hit.point))
    }

    #[test]
    fn meets_the_near_side_of_a_cube() {
        let hit = check(Block::STONE.state(), [1.0, 64.5, 5.5], [9.0, 64.5, 5.5], Liquids::Pass);
        assert_eq!(hit, Some((Face::West, DVec3::new(5.0, 64.5, 5.5))));
        let hit = check(Block::STONE.state(), [5.5, 70.0, 5.5], [5.5, 60.0, 5.5], Liquids::Pass);
        assert_eq!(hit, Some((Face::Up, DVec3::new(5.5, 65.0, 5.5))));
    }

    #[test]
    fn passes_over_a_slab() {
        assert_eq!(check(Block::OAK_SLAB.state(), [1.0, 64.7, 5.5], [9.0, 64.7, 5.5], Liquids::Pass), None);
    }

    #[test]
    fn water_stops_only_the_rays_that_ask() {
        let (from, to) = ([5.5, 68.0, 5.5], [5.5, 60.0, 5.5]);
        assert_eq!(check(Block::WATER.state(), from, to, Liquids::Pass), None);
        assert!(check(Block::WATER.state(), from, to, Liquids::Sources).is_some());
        assert_eq!(check(Block::WATER.with("level", "2"), from, to, Liquids::Sources), None);
        assert!(check(Block::WATER.with("level", "2"), from, to, Liquids::All).is_some());
    }

    #[test]
    fn visits_neighbouring_cells_only() {
        let mut last = None;
        cells_along(DVec3::new(0.2, 0.3, 0.4), DVec3::new(-17.3, 5.1, 9.9), |cell| {
            if let Some(last) = last {
                assert_eq!(cell.manhattan(last), 1);
            }
            last = Some(cell);
            None::<()>
        });
        assert_eq!(last, Some(BlockPos::new(-18, 5, 9)));
    }
}
