//! Whether there is room, and ground, on a straight line.

use anima_body::{BlockPos, Blocks};
use glam::DVec3;

use crate::me::harm::{SIDE, corners};
use crate::path::cell::{BLOCK, Cell};

/// How far apart the points are that are looked at along a line.
const SPACING: f64 = 0.35;
/// How far from its middle a body must have ground on all sides: more would keep it off ledges it can walk along.
const SUPPORT: f64 = 0.16;
/// What is stepped up or down between two points.
const STEP: f64 = 0.57;

/// The cell at a position, as it is now.
pub(super) fn cell(view: &impl Blocks, pos: BlockPos) -> Cell {
    Cell::of(view.block_or_wall(pos))
}

/// How high feet stand in a block, above its floor; 0 where nothing carries them.
pub(super) fn height_in(view: &impl Blocks, pos: BlockPos) -> f64 {
    let height = cell(view, pos).stand(cell(view, pos.down(1))).unwrap_or(0);
    f64::from(height) / f64::from(BLOCK)
}

/// Whether a body can walk straight from one point to another with ground below all the way, without a jump and
/// touching nothing.
pub(super) fn is_clear_run(view: &impl Blocks, from: DVec3, to: DVec3) -> bool {
    let flat = DVec3::new(to.x - from.x, 0.0, to.z - from.z);
    let points = (flat.length() / SPACING).ceil().max(1.0);
    let mut feet = from;
    for point in 1..=points as usize {
        let at = from + flat * (point as f64 / points);
        let Some(height) = ground_at(view, DVec3::new(at.x, feet.y, at.z)) else { return false };
        feet = DVec3::new(at.x, height, at.z);
    }
    (feet.y - to.y).abs() < 0.1
}

/// The height of the ground that carries a body near the height of `feet`, if it is level enough and nothing is in
/// the body's way.
fn ground_at(view: &impl Blocks, feet: DVec3) -> Option<f64> {
    let mut ground: Option<f64> = None;
    for (x, z) in columns_under(feet, SUPPORT) {
        let height = floor_near(view, x, z, feet.y)?;
        if ground.is_some_and(|ground| (ground - height).abs() > STEP) {
            return None;
        }
        ground = Some(ground.map_or(height, |ground| ground.max(height)));
    }
    let ground = ground?;
    let low = (ground + 0.01).floor() as i32;
    let high = (ground + 1.79).floor() as i32;
    for (x, z) in columns_under(feet, SIDE) {
        for y in low..=high {
            let pos = BlockPos::new(x, y, z);
            let cell = cell(view, pos);
            if cell.is_free() {
                continue;
            }
            // What is low enough to step onto is ground, not an obstacle.
            let rises_to = f64::from(y) + f64::from(cell.top()) / 16.0;
            let is_low = y == low && cell.top() > 0 && rises_to <= ground + STEP;
            if !is_low || cell.hurts() || cell.is_liquid() {
                return None;
            }
        }
        // Beside the way, too, nothing may hurt a body that strays a little.
        let below = cell(view, BlockPos::new(x, low - 1, z));
        if below.hurts() && ground - f64::from(low) < 0.01 {
            return None;
        }
    }
    Some(ground)
}

/// The columns that the corners of a body lie in, each once: most points lie well inside of a block.
fn columns_under(feet: DVec3, side: f64) -> impl Iterator<Item = (i32, i32)> {
    let columns = corners(feet, side).map(|(x, z)| (x.floor() as i32, z.floor() as i32));
    (0..columns.len()).filter(move |at| !columns[..*at].contains(&columns[*at])).map(move |at| columns[at])
}

/// The height at which feet stand in a column, within a step of `y`.
fn floor_near(view: &impl Blocks, x: i32, z: i32, y: f64) -> Option<f64> {
    let top = (y + STEP).floor() as i32;
    (top - 1..=top).rev().find_map(|block_y| {
        let pos = BlockPos::new(x, block_y, z);
        let height = cell(view, pos).stand(cell(view, pos.down(1)))?;
        let height = f64::from(block_y) + f64::from(height) / 16.0;
        ((height - y).abs() <= STEP).then_some(height)
    })
}

#[cfg(test)]
mod tests {
    use anima_body::{ChunkPos, Column, Terrain};
    use anima_rules::Block;

    use super::*;

    /// A floor at 64 seen from above, x to the right and z down: `#` wall, `L` lava in the floor, `o` hole, `_` slab.
    fn check(drawing: &str, from: (f64, f64), to: (f64, f64), clear: bool) {
        let mut terrain = Terrain::default();
        terrain.insert(ChunkPos::new(0, 0), Column::default());
        for (z, row) in drawing.lines().map(str::trim).filter(|row| !row.is_empty()).enumerate() {
            for (x, letter) in row.chars().enumerate() {
                let pos = BlockPos::new(x as i32, 63, z as i32);
                let floor = match letter {
                    'L' => Block::LAVA,
                    'o' => Block::AIR,
                    _ => Block::STONE,
                };
                terrain.set_block(pos, floor.state());
                let above = match letter {
                    '#' => Block::STONE,
                    '_' => Block::OAK_SLAB,
                    _ => Block::AIR,
                };
                terrain.set_block(pos.up(1), above.state());
            }
        }
        let at = |(x, z): (f64, f64)| DVec3::new(x, 64.0, z);
        assert_eq!(is_clear_run(&terrain.view(), at(from), at(to)), clear, "{drawing} {from:?} {to:?}");
    }

    #[test]
    fn a_line_is_clear_when_a_body_fits_and_has_ground() {
        let open = "
            .......
            .......
            .......
            .......
            ";
        check(open, (0.5, 0.5), (6.5, 3.5), true);
        let corner = "
            .......
            ..####.
            .......
            .......
            ";
        check(corner, (0.5, 0.5), (6.5, 0.5), true);
        check(corner, (0.5, 0.5), (3.5, 2.5), false);
        check(corner, (0.5, 0.5), (0.5, 3.5), true);
        check(
            "
            .......
            ...L...
            ",
            (0.5, 0.8),
            (6.5, 0.8),
            false,
        );
        check(
            "
            ..oo...
            .......
            ",
            (0.5, 0.5),
            (6.5, 0.5),
            false,
        );
        check(
            "
            ..oo...
            .......
            ",
            (0.5, 1.5),
            (6.5, 1.2),
            true,
        );
        check("...__..", (0.5, 0.5), (6.5, 0.5), true);
    }
}
