//! Running jumps over gaps.
//!
//! What can be jumped follows from the game's own numbers: a jump starts at 0.42 a tick, gravity takes 0.08 and
//! drag a fiftieth each tick, a sprinting jumper gets 0.2 on top of a running speed of 0.28 and loses nine percent
//! a tick in the air (`LivingEntity.jump`, `LivingEntity.travel`).

use super::{Expansion, head_fits};
use crate::path::cell::Side;
use crate::path::chart::SHALLOW;
use crate::path::cost;
use crate::path::route::Move;
use anima_body::Blocks;
use once_cell::sync::Lazy;

/// A leap that ends some blocks up (or down), with the cells that the body passes.
struct Leap {
    up: i32,
    cost: u32,
    /// Ahead, aside, up.
    cells: Vec<(i32, i32, i32)>,
}

/// Columns that a leap may end in, nearest first: blocks ahead, blocks to the side.
const COLUMNS: [(i32, i32); 16] = [
    (2, 0),
    (2, 1),
    (2, -1),
    (2, 2),
    (2, -2),
    (3, 0),
    (3, 1),
    (3, -1),
    (3, 2),
    (3, -2),
    (3, 3),
    (3, -3),
    (4, 0),
    (4, 1),
    (4, -1),
    (5, 0),
];
/// Blocks down in which lava under a leap is seen.
const DEEP: i32 = 4;
/// Heights that a leap may end at, from the highest down.
const HEIGHTS: [i32; SHALLOW as usize + 1] = [1, 0, -1, -2];

/// The leaps into each of [`COLUMNS`], to each of [`HEIGHTS`].
static LEAPS: Lazy<Vec<[Option<Leap>; 4]>> =
    Lazy::new(|| COLUMNS.map(|(ahead, aside)| HEIGHTS.map(|up| Leap::new(ahead, aside, up))).into());

/// The feet's height above the take-off, tick by tick.
fn rise() -> impl Iterator<Item = f64> {
    let (mut height, mut speed) = (0.0, 0.42);
    std::iter::from_fn(move || {
        height += speed;
        speed = (speed - 0.08) * 0.98;
        Some(height)
    })
}

/// Ticks until feet that jumped come down to a height above (or below) the take-off.
fn ticks_in_flight(up: f64) -> usize {
    rise().enumerate().skip(4).find(|(_, height)| *height <= up).map_or(usize::MAX, |(tick, _)| tick + 1)
}

/// How far a sprinting jumper gets in this many ticks before it comes down, from the run-up that one block allows.
fn reach(ticks: usize) -> f64 {
    // Speed left on the ground by three ticks of sprinting from a standstill (0.13 a tick, 0.546 kept).
    let mut speed = 0.128 + 0.2;
    let mut reached = 0.0;
    for tick in 0..ticks - 1 {
        speed += if tick == 0 { 0.1274 } else { 0.02548 };
        reached += speed;
        speed *= if tick == 0 { 0.546 } else { 0.91 };
    }
    reached
}

impl Leap {
    fn new(ahead: i32, aside: i32, up: i32) -> Option<Leap> {
        let (x, z) = (f64::from(ahead), f64::from(aside));
        let distance = x.hypot(z);
        // A body's edge is 0.3 from its middle: it leaves the block, and is carried by the next, 0.8 from the middle
        // of the block along the longer axis.
        let overhang = 0.8 * distance / x.abs().max(z.abs());
        let ticks = ticks_in_flight(f64::from(up));
        // The take-off is on a tick, up to one tick's way before the edge.
        let spare = 0.27;
        if reach(ticks) < distance - 2.0 * overhang + spare {
            return None;
        }
        let start = (overhang - spare).min(distance / 2.0);
        let end = distance.min(start + reach(ticks));
        let mut cells = Vec::new();
        let mut before = (start, 0.0);
        for (tick, height) in rise().take(ticks).enumerate() {
            let way = start + (end - start) * (tick + 1) as f64 / ticks as f64;
            let now = (way, height.max(f64::from(up)));
            add_cells(&mut cells, before, now, (x / distance, z / distance));
            before = now;
        }
        cells.retain(|cell| *cell != (0, 0, 0) && *cell != (0, 0, 1));
        let cost = (distance * f64::from(cost::SPRINT)) as u32 + cost::LEAP;
        Some(Leap { up, cost: cost.max((ticks as u32 + 2) * cost::TICK), cells })
    }
}

/// Adds the cells that a body passes between two points of its flight, each a way along `direction` and a height.
fn add_cells(cells: &mut Vec<(i32, i32, i32)>, from: (f64, f64), to: (f64, f64), direction: (f64, f64)) {
    // Steps as fine as this miss no cell that matters.
    for part in 0..4 {
        let share = f64::from(part + 1) / 4.0;
        let (way, height) = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
        let (x, z) = (0.5 + way * direction.0, 0.5 + way * direction.1);
        let floor = |value: f64| value.floor() as i32;
        for cell_x in floor(x - 0.29)..=floor(x + 0.29) {
            for cell_z in floor(z - 0.29)..=floor(z + 0.29) {
                for y in floor(height + 0.01)..=floor(height + 1.79) {
                    if !cells.contains(&(cell_x, cell_z, y)) {
                        cells.push((cell_x, cell_z, y));
                    }
                }
            }
        }
    }
}

impl<K: Blocks> Expansion<'_, K> {
    /// Every leap over one side, where the ground falls away.
    pub(super) fn leap(&mut self, side: Side) {
        if !self.here.over.is_free() || !self.tree.conditions.can_sprint || self.here.below.is_slow() {
            return;
        }
        let (x, z) = side.step();
        // From a bridge or pillar only straight ahead: there are so many of these places that the rest costs more
        // than it is worth.
        let straight_only = self.placed_underfoot();
        for ((ahead, aside), leaps) in COLUMNS.into_iter().zip(LEAPS.iter()) {
            if straight_only && aside != 0 {
                continue;
            }
            let column = self.here.pos.offset(ahead * x - aside * z, HEIGHTS[0], ahead * z + aside * x);
            let Expansion { tree, known, .. } = self;
            if let Some(depth) = tree.chart.shallow_drop(column, *known, &tree.conditions)
                && let Some(leap) = &leaps[depth as usize]
            {
                self.try_leap((x, z), (ahead, aside), leap);
            }
        }
    }

    fn try_leap(&mut self, (x, z): (i32, i32), landing: (i32, i32), leap: &Leap) {
        let pos = self.here.pos;
        let at = |ahead: i32, aside: i32, up: i32| pos.offset(ahead * x - aside * z, up, ahead * z + aside * x);
        let to = at(landing.0, landing.1, leap.up);
        if !self.is_cheaper(to, leap.cost) {
            return;
        }
        let (below, feet) = (self.cell(to.down(1)), self.cell(to));
        if feet.is_open_water() {
            return;
        }
        let Some(height) = feet.stand(below) else { return };
        if height > self.height {
            return;
        }
        let (head, over) = (self.cell(to.up(1)), self.cell(to.up(2)));
        if !head_fits(head, over, height) {
            return;
        }
        // A leap that falls short must not end in lava.
        for ahead in 1..landing.0 {
            if (1..=DEEP).any(|down| self.cell(at(ahead, landing.1 * ahead / landing.0, -down)).is_lava()) {
                return;
            }
        }
        for &(ahead, aside, up) in &leap.cells {
            let is_landing = (ahead, aside) == landing && up == leap.up;
            if !is_landing && !self.cell(at(ahead, aside, up)).is_free() {
                return;
            }
        }
        self.go(to, leap.cost, Move::Leap);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(ahead: i32, aside: i32, up: i32, possible: bool) {
        assert_eq!(Leap::new(ahead, aside, up).is_some(), possible, "{ahead} ahead, {aside} aside, {up} up");
    }

    #[test]
    fn leaps_what_the_game_lets_one_leap() {
        check(4, 0, 0, true);
        check(5, 0, 0, false);
        check(5, 0, -1, true);
        check(3, 0, 1, true);
        check(4, 0, 1, false);
        check(3, 3, 0, true);
        check(2, 2, 1, true);
    }

    #[test]
    fn flights_take_the_ticks_of_the_game() {
        assert_eq!(ticks_in_flight(0.0), 12);
        assert_eq!(ticks_in_flight(1.0), 9);
        assert_eq!(ticks_in_flight(-1.0), 14);
    }
}
