//! Which sides of a block hold what is fixed to them (1.19.4 `SideShapeType`).

use crate::table::tables;
use crate::{Aabb, BlockState, Face};

/// How much of a side something needs to be fixed to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// The whole side: doors, wall torches, ladders.
    Full,
    /// The middle of the side: torches, lanterns, buttons hanging from fences.
    Center,
    /// The rim of the side: rails, pressure plates, redstone.
    Rigid,
}

impl BlockState {
    /// Whether something that needs `support` can be fixed to this side (`isSideSolid`).
    #[inline]
    pub fn supports(self, face: Face, support: Support) -> bool {
        tables().states[usize::from(self.0)].support >> (face as u32 + 6 * support as u32) & 1 == 1
    }
}

/// Whether a block's `getSidesShape` is not its collision shape.
pub(crate) fn has_own_sides(name: &str) -> bool {
    name.ends_with("_leaves") || matches!(name, "soul_sand" | "mud" | "snow")
}

/// The bits of [`BlockState::supports`] for a state with this collision shape.
pub(crate) fn support_bits(name: &str, layers: Option<u8>, collision: &[Aabb]) -> u32 {
    let snow;
    // See `has_own_sides`.
    let boxes: &[Aabb] = match name {
        _ if name.ends_with("_leaves") => &[],
        "soul_sand" | "mud" => &[Aabb::CUBE],
        "snow" => {
            snow = [Aabb::sixteenths(0.0, 0.0, 0.0, 16.0, 2.0 * f64::from(layers.unwrap_or(1)), 16.0)];
            &snow
        }
        _ => collision,
    };
    let mut bits = 0;
    for face in Face::ALL {
        let slice = slice(boxes, face);
        for support in [Support::Full, Support::Center, Support::Rigid] {
            if parts(face, support).iter().all(|part| covers(&slice, *part)) {
                bits |= 1 << (face as u32 + 6 * support as u32);
            }
        }
    }
    bits
}

/// A rectangle on a side: low and high ends along the two axes of the side.
type Rect = [f64; 4];

/// What of the boxes reaches a side, seen from the front.
fn slice(boxes: &[Aabb], face: Face) -> Vec<Rect> {
    let axis = axis(face);
    let at = if face.step().max_element() > 0 { 1.0 - 1e-7 } else { 1e-7 };
    let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
    let reaching = boxes.iter().filter(|box_| box_.min[axis] <= at && at < box_.max[axis]);
    reaching.map(|box_| [box_.min[a], box_.max[a], box_.min[b], box_.max[b]]).collect()
}

fn axis(face: Face) -> usize {
    match face {
        Face::West | Face::East => 0,
        Face::Down | Face::Up => 1,
        Face::North | Face::South => 2,
    }
}

/// The parts of a side that must be covered.
fn parts(face: Face, support: Support) -> Vec<Rect> {
    const WHOLE: Rect = [0.0, 1.0, 0.0, 1.0];
    const LOW: f64 = 2.0 / 16.0;
    const HIGH: f64 = 14.0 / 16.0;
    let middle = [7.0 / 16.0, 9.0 / 16.0];
    let tall = [0.0, 10.0 / 16.0];
    match (support, axis(face)) {
        (Support::Full, _) => vec![WHOLE],
        (Support::Center, 1) => vec![[middle[0], middle[1], middle[0], middle[1]]],
        // Axes follow each other x, y, z: height is the first one on a side along x, the second one along z.
        (Support::Center, 0) => vec![[tall[0], tall[1], middle[0], middle[1]]],
        (Support::Center, _) => vec![[middle[0], middle[1], tall[0], tall[1]]],
        (Support::Rigid, 1) => {
            vec![[0.0, LOW, 0.0, 1.0], [HIGH, 1.0, 0.0, 1.0], [0.0, 1.0, 0.0, LOW], [0.0, 1.0, HIGH, 1.0]]
        }
        (Support::Rigid, _) => vec![WHOLE],
    }
}

/// Whether rectangles together cover another one.
fn covers(rects: &[Rect], [a0, a1, b0, b1]: Rect) -> bool {
    let cuts = |low: f64, high: f64, first: usize| {
        let mut cuts: Vec<f64> = rects.iter().flat_map(|r| [r[first], r[first + 1]]).chain([low, high]).collect();
        cuts.retain(|cut| (low..=high).contains(cut));
        cuts.sort_by(f64::total_cmp);
        cuts
    };
    let inside = |a: f64, b: f64| rects.iter().any(|r| r[0] <= a && a <= r[1] && r[2] <= b && b <= r[3]);
    let middles = |cuts: Vec<f64>| -> Vec<f64> {
        cuts.windows(2).filter(|w| w[1] - w[0] > 1e-7).map(|w| (w[0] + w[1]) / 2.0).collect()
    };
    let across = middles(cuts(b0, b1, 2));
    middles(cuts(a0, a1, 0)).into_iter().all(|a| across.iter().all(|b| inside(a, *b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Block;

    fn check(state: &str, face: Face, expected: [bool; 3]) {
        let state: BlockState = state.parse().unwrap();
        let supports = [Support::Full, Support::Center, Support::Rigid].map(|support| state.supports(face, support));
        assert_eq!(supports, expected, "{state} {face:?}");
    }

    #[test]
    fn sides_hold_what_the_game_says() {
        check("stone", Face::Up, [true, true, true]);
        check("stone", Face::North, [true, true, true]);
        check("oak_fence", Face::Up, [false, true, false]);
        check("oak_fence", Face::North, [false, false, false]);
        check("oak_slab[type=top]", Face::Up, [true, true, true]);
        check("oak_slab[type=bottom]", Face::Up, [false, false, false]);
        check("oak_slab[type=bottom]", Face::Down, [true, true, true]);
        check("oak_stairs[facing=north,half=bottom]", Face::North, [true, true, true]);
        check("oak_stairs[facing=north,half=bottom]", Face::South, [false, false, false]);
        check("oak_stairs[facing=north,half=top]", Face::Up, [true, true, true]);
        check("hopper", Face::Up, [false, false, true]);
        check("oak_leaves", Face::Up, [false, false, false]);
        check("soul_sand", Face::Up, [true, true, true]);
        check("snow[layers=8]", Face::Up, [true, true, true]);
        check("snow[layers=7]", Face::Up, [false, false, false]);
        check("glass", Face::East, [true, true, true]);
        check("scaffolding", Face::Up, [true, true, true]);
    }

    #[test]
    fn whole_cubes_hold_everywhere() {
        let cubes = Block::all().map(Block::state).filter(|state| state.flags().contains(crate::StateFlags::FULL_CUBE));
        for state in cubes.filter(|state| !state.block().name().ends_with("_leaves")) {
            for face in Face::ALL {
                assert!(
                    state.supports(face, Support::Rigid) && state.supports(face, Support::Full),
                    "{state} {face:?}"
                );
            }
        }
    }
}
