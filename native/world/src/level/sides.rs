//! How much of a cell's six sides a shape covers.

use anima_rules::{Aabb, BlockState, Face, Support};

use super::facts::facts;

/// One side in 16x16 pixels, a bit each.
type Pixels = [u16; 16];

/// What a shape covers of the six sides, a bit for each of [`Face::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sides {
    /// Sides covered whole.
    pub whole: u8,
    /// Sides touched at all.
    pub part: u8,
}

/// The bit of a side.
pub(super) const fn bit(face: Face) -> u8 {
    1 << face as u8
}

/// The pixels of a side that boxes cover where they touch it.
fn pixels(boxes: &[Aabb], face: Face) -> Pixels {
    let step = face.step();
    let axis = if step.x != 0 {
        0
    } else if step.y != 0 {
        1
    } else {
        2
    };
    let (across, along) = match axis {
        0 => (2, 1),
        1 => (0, 2),
        _ => (0, 1),
    };
    let positive = step.element_sum() > 0;
    let mut pixels = [0; 16];
    for b in boxes {
        let touches = if positive { (b.max[axis] - 1.0).abs() < 1e-7 } else { b.min[axis].abs() < 1e-7 };
        if !touches {
            continue;
        }
        let from = |value: f64| (value * 16.0 - 1e-6).ceil().clamp(0.0, 16.0) as usize;
        let to = |value: f64| (value * 16.0 + 1e-6).floor().clamp(0.0, 16.0) as usize;
        let (first, last) = (from(b.min[across]), to(b.max[across]));
        let row = (first..last).fold(0, |row, pixel| row | 1 << pixel);
        for covered in &mut pixels[from(b.min[along])..to(b.max[along]).max(from(b.min[along]))] {
            *covered |= row;
        }
    }
    pixels
}

impl Sides {
    pub fn of(boxes: &[Aabb]) -> Sides {
        Face::ALL.into_iter().fold(Sides::default(), |sides, face| {
            let pixels = pixels(boxes, face);
            let when = |yes: bool| if yes { bit(face) } else { 0 };
            Sides { whole: sides.whole | when(pixels == [u16::MAX; 16]), part: sides.part | when(pixels != [0; 16]) }
        })
    }
}

/// Whether two shapes that meet at `face` of the first leave no gap between them
/// (`VoxelShapes.adjacentSidesCoverSquare`).
fn close_up(a: (Sides, &[Aabb]), b: (Sides, &[Aabb]), face: Face) -> bool {
    let back = face.opposite();
    if a.0.whole & bit(face) != 0 || b.0.whole & bit(back) != 0 {
        return true;
    }
    if a.0.part & bit(face) == 0 || b.0.part & bit(back) == 0 {
        return false;
    }
    let (a, b) = (pixels(a.1, face), pixels(b.1, back));
    a.iter().zip(b).all(|(a, b)| a | b == u16::MAX)
}

/// Whether vines and lichen hold on to this side of a block (`MultifaceGrowthBlock.canGrowOn`); unlike torches
/// they do to leaves.
pub(super) fn holds_vines(state: BlockState, face: Face) -> bool {
    facts(state).body.whole & bit(face) != 0 || state.supports(face, Support::Full)
}

/// Whether the blocks' bodies close the way for liquids from `state` through its `face` into `next`.
pub(super) fn closed_to_liquid(state: BlockState, face: Face, next: BlockState) -> bool {
    close_up((facts(state).body, state.collision()), (facts(next).body, next.collision()), face)
}

/// Whether the blocks' shapes close the way for light from `state` through its `face` into `next`. Both pass
/// light at all.
#[inline]
pub(super) fn closed_to_light(state: BlockState, face: Face, next: BlockState) -> bool {
    let (a, b) = (facts(state).shade, facts(next).shade);
    if a.part & bit(face) == 0 && b.part & bit(face.opposite()) == 0 {
        return false;
    }
    close_up((a, state.outline()), (b, next.outline()), face)
}

#[cfg(test)]
mod tests {
    use anima_rules::Block;

    use super::*;

    #[test]
    fn two_shapes_may_close_the_way_together() {
        let stair = Block::OAK_STAIRS.with("facing", "east");
        let slab = Block::OAK_SLAB.with("type", "top");
        assert!(!closed_to_liquid(stair, Face::West, BlockState::AIR));
        assert!(closed_to_liquid(stair, Face::West, slab), "half a stair and half a slab make a whole");
        assert!(!closed_to_liquid(stair, Face::West, slab.with("type", "bottom")));
    }
}
