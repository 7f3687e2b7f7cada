//! Where a farm is laid out: rows of a crop with tilled soil between them, beside water.

use anima_body::BlockPos;
use anima_rules::{Block, BlockState, Face, StateFlags};
use rustc_hash::FxHashSet;

use crate::Me;
use crate::work::sow::{MOIST, is_soil, is_water};

/// Blocks to every side in which ground is looked at.
const AROUND: i32 = 14;
/// Blocks up and down in which ground is looked at.
const RISE: i32 = 4;
/// Blocks from the middle of a plot to its rim.
const REACH: i32 = 5;
/// A piece of land for a crop.
#[derive(Clone, Debug)]
pub(super) struct Plot {
    /// The cells to sow, the nearest to the middle first.
    pub rows: Vec<BlockPos>,
    /// The cells between them, whose ground is tilled: a crop grows faster beside moist farmland.
    pub between: Vec<BlockPos>,
    /// The middle of it.
    pub middle: BlockPos,
}

impl Plot {
    /// Whether a cell belongs to it.
    pub(super) fn contains(&self, pos: BlockPos) -> bool {
        self.rows.contains(&pos) || self.between.contains(&pos)
    }

    /// The best plot of up to `most` plants of a crop that is known near: where they grow soonest, the way there
    /// included; land on which some stand already before other land. `None` if there is no moist soil for at least
    /// `least` of them.
    pub(super) fn beside_water(me: &Me, crop: Block, least: usize, most: usize) -> Option<Plot> {
        let feet = me.now().player.feet();
        let moist = Moist::around(me, feet);
        let cells: Vec<BlockPos> =
            soil_around(me, feet, crop).into_iter().filter(|pos| moist.contains(pos.down(1))).collect();
        let soil: FxHashSet<BlockPos> = cells.iter().copied().collect();
        let mut best: Option<(f32, Plot)> = None;
        for middle in cells.iter().copied().filter(|pos| (pos.x + 2 * pos.z).rem_euclid(5) == 0) {
            for (along_x, odd) in [(true, 0), (true, 1), (false, 0), (false, 1)] {
                let in_row = |pos: BlockPos| (if along_x { pos.z } else { pos.x }).rem_euclid(2) == odd;
                let square = (-REACH..=REACH).flat_map(|x| (-REACH..=REACH).map(move |z| middle.offset(x, 0, z)));
                let mut rows: Vec<BlockPos> = square.filter(|pos| in_row(*pos) && soil.contains(pos)).collect();
                rows.sort_by_key(|pos| (pos.distance_squared(middle), *pos));
                rows.truncate(most);
                if rows.len() < least {
                    continue;
                }
                // What must be dug away first takes a little longer.
                let ease = |pos: &BlockPos| if me.is_free(*pos) { 1.0 } else { 0.9 };
                let speed: f32 = rows.iter().map(|pos| chance_to_grow(&soil, *pos) * ease(pos)).sum();
                let standing = rows.iter().filter(|pos| me.known(**pos).is_some_and(|s| s.block() == crop)).count();
                let way = (middle.distance_squared(feet) as f32).sqrt();
                let score = speed + standing as f32 - 0.1 * way;
                if best.as_ref().is_none_or(|(known, _)| score > *known) {
                    best = Some((score, Plot { rows, between: Vec::new(), middle }));
                }
            }
        }
        let (_, mut plot) = best?;
        let beside = |pos: &BlockPos| {
            let pos = *pos;
            (-1..=1).flat_map(move |x| (-1..=1).map(move |z| pos.offset(x, 0, z)))
        };
        let mut between: Vec<BlockPos> =
            plot.rows.iter().flat_map(beside).filter(|pos| soil.contains(pos) && !plot.rows.contains(pos)).collect();
        between.sort_by_key(|pos| (pos.distance_squared(plot.middle), *pos));
        between.dedup();
        plot.between = between;
        Some(plot)
    }

    /// The nearest cells for so many plants of a crop, wherever there is soil; `None` if there is none.
    pub(super) fn anywhere(me: &Me, crop: Block, count: usize) -> Option<Plot> {
        let feet = me.now().player.feet();
        let mut rows = soil_around(me, feet, crop);
        rows.retain(|pos| *pos != feet && me.is_free(*pos));
        rows.sort_by_key(|pos| {
            let stands = me.known(*pos).is_some_and(|state| state.block() == crop);
            (!stands, pos.distance_squared(feet), *pos)
        });
        rows.truncate(count);
        let middle = rows.first().copied()?;
        Some(Plot { rows, between: Vec::new(), middle })
    }
}

/// The chance that a crop grows when it is hit, all soil around it tilled and moist, and no other row beside its own
/// (`CropBlock.getAvailableMoisture`).
fn chance_to_grow(soil: &FxHashSet<BlockPos>, pos: BlockPos) -> f32 {
    let around = (-1..=1).flat_map(|x| (-1..=1).map(move |z| (x, z))).filter(|cell| *cell != (0, 0));
    let tilled = around.filter(|(x, z)| soil.contains(&pos.offset(*x, 0, *z))).count();
    let fertility = 4.0 + 0.75 * tilled as f32;
    1.0 / ((25.0 / fertility).floor() + 1.0)
}

/// The cells near with soil below, in which nothing stands but the crop or what gives way to it: plants, and one block of
/// earth on a bank that is too high above the water.
fn soil_around(me: &Me, feet: BlockPos, crop: Block) -> Vec<BlockPos> {
    let is_soft = |state: BlockState| {
        let soft = state.flags().contains(StateFlags::NO_COLLISION) && state.fluid().is_none();
        state.is_air() || soft && state.block().hardness() == 0.0 && !is_sown(state.block())
    };
    let is_dug_away = |pos: BlockPos| {
        let is_earth = |state: BlockState| matches!(state.block(), Block::GRASS_BLOCK | Block::DIRT);
        me.known(pos).is_some_and(is_earth)
            && me.known(pos.up(1)).is_some_and(is_soft)
            && !Face::HORIZONTAL.iter().any(|face| is_water(me, pos.beside(*face)))
    };
    let cells = (-AROUND..=AROUND)
        .flat_map(|x| (-RISE..=RISE).flat_map(move |y| (-AROUND..=AROUND).map(move |z| feet.offset(x, y, z))));
    let gives_way = |state: BlockState| state.block() == crop || is_soft(state);
    let is_free = |pos: BlockPos| me.known(pos).is_some_and(gives_way) || is_dug_away(pos);
    let fits = |pos: &BlockPos| is_soil(me, pos.down(1)) && is_free(*pos);
    cells.filter(|pos| fits(pos) && !me.senses().atlas().is_given_up(*pos)).collect()
}

/// Whether a block is a crop that somebody has sown.
fn is_sown(block: Block) -> bool {
    let name = block.name();
    name.ends_with("_stem") || matches!(block, Block::WHEAT | Block::CARROTS | Block::POTATOES | Block::BEETROOTS)
}

/// Which ground is near enough to water to stay moist (`FarmlandBlock.isWaterNearby`).
struct Moist {
    corner: BlockPos,
    size: [i32; 3],
    near: Vec<bool>,
}

impl Moist {
    fn around(me: &Me, feet: BlockPos) -> Moist {
        let (side, height) = (2 * (AROUND + MOIST) + 1, 2 * RISE + 3);
        let corner = feet.offset(-AROUND - MOIST, -RISE - 2, -AROUND - MOIST);
        let size = [side, height, side];
        let cells = |(x, y, z): (i32, i32, i32)| corner.offset(x, y, z);
        let mut near = vec![false; (side * height * side) as usize];
        let index = |x: i32, y: i32, z: i32| ((y * side + x) * side + z) as usize;
        for y in 0..height {
            for x in 0..side {
                for z in 0..side {
                    near[index(x, y, z)] = is_water(me, cells((x, y, z)));
                }
            }
        }
        // Water counts along one axis after the other, and one block up.
        for (dx, dz) in [(1, 0), (0, 1)] {
            let before = near.clone();
            for y in 0..height {
                for x in 0..side {
                    for z in 0..side {
                        near[index(x, y, z)] = (-MOIST..=MOIST).any(|step| {
                            let (x, z) = (x + step * dx, z + step * dz);
                            (0..side).contains(&x) && (0..side).contains(&z) && before[index(x, y, z)]
                        });
                    }
                }
            }
        }
        for y in 0..height - 1 {
            for x in 0..side {
                for z in 0..side {
                    near[index(x, y, z)] |= near[index(x, y + 1, z)];
                }
            }
        }
        Moist { corner, size, near }
    }

    fn contains(&self, pos: BlockPos) -> bool {
        let at = pos - self.corner;
        let [side, height, _] = self.size;
        let inside = (0..side).contains(&at.x) && (0..height).contains(&at.y) && (0..side).contains(&at.z);
        inside && self.near[((at.y * side + at.x) * side + at.z) as usize]
    }
}

#[cfg(test)]
mod tests {
    use anima_world::Scene;

    use super::*;
    use crate::testing::{flat, play};

    /// The plot that is found in a scene, and how many of its cells are moist.
    fn plot(scene: &Scene, most: usize) -> Option<Plot> {
        let found = std::rc::Rc::new(std::cell::RefCell::new(None));
        let into = std::rc::Rc::clone(&found);
        let (outcome, _) = play(scene, async move |me| {
            *into.borrow_mut() = Plot::beside_water(&me, Block::WHEAT, 4, most);
            Ok(())
        });
        assert_eq!(outcome, Ok(()));
        found.take()
    }

    /// Every cell of a row is near the water, and no two rows adjoin.
    #[track_caller]
    fn check(plot: &Plot, water: [i32; 2], y: i32) {
        for pos in plot.rows.iter().chain(&plot.between) {
            assert_eq!(pos.y, y);
        }
        for pos in &plot.rows {
            assert!((pos.x - water[0]).abs().max((pos.z - water[1]).abs()) <= MOIST, "{pos} is dry");
            let beside = |x: i32, z: i32| plot.rows.contains(&pos.offset(x, 0, z));
            let (along_x, along_z) = (beside(1, 0) || beside(-1, 0), beside(0, 1) || beside(0, -1));
            let diagonal = beside(1, 1) || beside(1, -1) || beside(-1, 1) || beside(-1, -1);
            assert!(!(diagonal || along_x && along_z), "{pos} is crowded");
        }
    }

    #[test]
    fn rows_lie_beside_water_with_soil_between_them() {
        let mut scene = flat(&[]);
        scene.set([5, 63, 3], "water").fill([-12, 64, -12], [14, 64, 14], "grass").set([5, 64, 3], "air");
        let plot = plot(&scene, 24).expect("there is land");
        assert_eq!(plot.rows.len(), 24);
        assert!(plot.between.len() >= 24, "{}", plot.between.len());
        check(&plot, [5, 3], 64);
    }

    #[test]
    fn a_bank_that_is_a_block_too_high_is_dug_away() {
        let mut scene = flat(&[]);
        scene.fill([-20, 60, -20], [20, 62, 20], "dirt").fill([4, 63, 2], [6, 63, 4], "air");
        scene.fill([5, 62, 3], [5, 62, 3], "water");
        let plot = plot(&scene, 12).expect("there is land");
        assert_eq!(plot.rows.len(), 12);
        check(&plot, [5, 3], 63);
    }

    #[test]
    fn dry_land_and_bare_rock_are_no_land_for_a_field() {
        assert!(plot(&flat(&[]), 12).is_none());
        let mut scene = flat(&[]);
        scene.fill([-20, 63, -20], [20, 63, 20], "stone").set([5, 63, 3], "water");
        assert!(plot(&scene, 12).is_none());
    }
}
