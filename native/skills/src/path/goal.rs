//! Where a path should lead.

use std::fmt;

use anima_body::BlockPos;

use super::cost::{self, Slope};

/// Where a path should lead. A node is the block that the feet are in.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// The feet in this block.
    Block(BlockPos),
    /// The feet within `range` blocks of the middle of this block.
    Near {
        /// The block.
        pos: BlockPos,
        /// Blocks.
        range: i32,
    },
    /// The feet in this block column, at any height.
    Xz {
        /// East.
        x: i32,
        /// South.
        z: i32,
    },
    /// The feet at this height.
    Y(i32),
    /// Beside, above or below this block, so that it is touched.
    Beside(BlockPos),
    /// A face of this block in sight and within reach of the hands.
    Reach(BlockPos),
    /// At least `distance` blocks, as seen from above, away from all these.
    Away {
        /// What to get away from.
        from: Vec<BlockPos>,
        /// Blocks.
        distance: i32,
    },
    /// Any of these. Every node asks each of them, so keep it to a few dozen.
    Any(Vec<Goal>),
    /// This one, which is worth so many ticks less than others that it stands beside.
    Lesser {
        /// The goal.
        goal: Box<Goal>,
        /// Ticks.
        ticks: u32,
    },
}

/// How far from the block's middle the eyes may be for its faces to be within the 4.5 blocks of a survival reach,
/// with something to spare.
const REACH: f64 = 4.3;

impl Goal {
    /// Whether feet in this block are there. For [`Goal::Reach`] sight is not asked: see `Goal::shortfall`.
    pub fn is_reached(&self, feet: BlockPos) -> bool {
        match self {
            Goal::Block(pos) => feet == *pos,
            Goal::Near { pos, range } => feet.distance_squared(*pos) <= i64::from(*range) * i64::from(*range),
            Goal::Xz { x, z } => feet.x == *x && feet.z == *z,
            Goal::Y(y) => feet.y == *y,
            Goal::Beside(pos) => {
                let (x, y, z) = ((feet.x - pos.x).abs(), feet.y - pos.y, (feet.z - pos.z).abs());
                (x + z == 1 && (-1..=0).contains(&y)) || (x + z == 0 && (y == 1 || y == -2))
            }
            Goal::Reach(pos) => in_reach(feet, *pos),
            Goal::Away { from, distance } => {
                let apart = |pos: &BlockPos| i64::from(pos.x - feet.x).pow(2) + i64::from(pos.z - feet.z).pow(2);
                from.iter().all(|pos| apart(pos) >= i64::from(*distance) * i64::from(*distance))
            }
            Goal::Any(goals) => goals.iter().any(|goal| goal.is_reached(feet)),
            Goal::Lesser { goal, .. } => goal.is_reached(feet),
        }
    }

    /// Whether feet in this block are there, where a goal asks for it with a face of a block in sight: then `sees` is
    /// asked. If so, by how much, in 1/16 ticks, what is reached is worth less than the best.
    pub(crate) fn shortfall(&self, feet: BlockPos, sees: &mut dyn FnMut(BlockPos) -> bool) -> Option<u32> {
        match self {
            Goal::Reach(pos) => (in_reach(feet, *pos) && sees(*pos)).then_some(0),
            Goal::Any(goals) => {
                let mut least = None;
                for goal in goals {
                    match (goal.shortfall(feet, sees), least) {
                        (Some(0), _) => return Some(0),
                        (Some(here), Some(other)) => least = Some(here.min(other)),
                        (here, other) => least = other.or(here),
                    }
                }
                least
            }
            Goal::Lesser { goal, ticks } => Some(goal.shortfall(feet, sees)? + ticks * cost::TICK),
            goal => goal.is_reached(feet).then_some(0),
        }
    }

    /// A guess, in 1/16 ticks, at what is left from here: never much more than it takes.
    pub(crate) fn estimate(&self, feet: BlockPos, slope: Slope) -> u32 {
        match self {
            Goal::Block(pos) => slope.estimate(pos.x - feet.x, pos.y - feet.y, pos.z - feet.z),
            Goal::Near { pos, range } => near(feet, *pos, (*range, *range), slope),
            Goal::Xz { x, z } => slope.estimate(x - feet.x, 0, z - feet.z),
            Goal::Y(y) => slope.estimate(0, y - feet.y, 0),
            Goal::Beside(pos) => near(feet, *pos, (1, 2), slope),
            Goal::Reach(pos) => near(feet, pos.down(1), (4, 5), slope),
            Goal::Away { from, distance } => {
                let short = |pos: &BlockPos| {
                    let (x, z) = (f64::from(pos.x - feet.x), f64::from(pos.z - feet.z));
                    (f64::from(*distance) - x.hypot(z)).max(0.0)
                };
                let farthest = from.iter().map(short).fold(0.0, f64::max);
                (farthest * f64::from(slope.level)) as u32
            }
            Goal::Any(goals) => goals.iter().map(|goal| goal.estimate(feet, slope)).min().unwrap_or(0),
            Goal::Lesser { goal, ticks } => goal.estimate(feet, slope) + ticks * cost::TICK,
        }
    }

    /// The blocks whose surroundings must be entered to get there, if there is a handful of them.
    pub(crate) fn targets(&self) -> Option<Vec<(BlockPos, i32)>> {
        match self {
            Goal::Block(pos) => Some(vec![(*pos, 0)]),
            Goal::Near { pos, range } => Some(vec![(*pos, *range)]),
            Goal::Beside(pos) => Some(vec![(*pos, 2)]),
            Goal::Reach(pos) => Some(vec![(*pos, 6)]),
            Goal::Any(goals) => {
                let all: Option<Vec<_>> = goals.iter().map(Goal::targets).collect();
                all.map(|all| all.into_iter().flatten().collect())
            }
            Goal::Lesser { goal, .. } => goal.targets(),
            Goal::Xz { .. } | Goal::Y(_) | Goal::Away { .. } => None,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Block(pos) => write!(f, "{pos}"),
            Goal::Near { pos, range } => write!(f, "within {range} of {pos}"),
            Goal::Xz { x, z } => write!(f, "x {x} z {z}"),
            Goal::Y(y) => write!(f, "y {y}"),
            Goal::Beside(pos) => write!(f, "beside {pos}"),
            Goal::Reach(pos) => write!(f, "within reach of {pos}"),
            Goal::Away { distance, .. } => write!(f, "{distance} blocks away"),
            Goal::Any(goals) => match goals.as_slice() {
                [] => f.write_str("nowhere"),
                [goal] => write!(f, "{goal}"),
                [goal, rest @ ..] => write!(f, "{goal} or {} other places", rest.len()),
            },
            Goal::Lesser { goal, .. } => write!(f, "{goal}"),
        }
    }
}

/// Height of the eyes above the feet of a standing player.
pub(crate) const EYES: f64 = 1.62;

fn in_reach(feet: BlockPos, pos: BlockPos) -> bool {
    let eyes = feet.floor_center() + glam::DVec3::new(0.0, EYES, 0.0);
    eyes.distance_squared(pos.center()) <= REACH * REACH
}

fn near(feet: BlockPos, pos: BlockPos, (horizontally, vertically): (i32, i32), slope: Slope) -> u32 {
    let left = |delta: i32, spare: i32| (delta.abs() - spare).max(0) * delta.signum();
    let (x, y, z) = (pos.x - feet.x, pos.y - feet.y, pos.z - feet.z);
    // The spare blocks may be used along one axis only: take them off the longer one.
    let (x, z) = if x.abs() > z.abs() { (left(x, horizontally), z) } else { (x, left(z, horizontally)) };
    slope.estimate(x, left(y, vertically), z)
}

#[cfg(test)]
mod tests {
    use super::*;

    const POS: BlockPos = BlockPos::new(10, 64, 10);

    #[track_caller]
    fn check(goal: Goal, reached: &[(i32, i32, i32)], not_reached: &[(i32, i32, i32)]) {
        let at = |(x, y, z): &(i32, i32, i32)| POS.offset(*x, *y, *z);
        for offset in reached {
            assert!(goal.is_reached(at(offset)), "{goal:?} {offset:?}");
        }
        for offset in not_reached {
            assert!(!goal.is_reached(at(offset)), "{goal:?} {offset:?}");
        }
    }

    #[test]
    fn each_goal_has_its_cells() {
        check(Goal::Block(POS), &[(0, 0, 0)], &[(0, 1, 0), (1, 0, 0)]);
        check(Goal::Near { pos: POS, range: 1 }, &[(0, 0, 0), (0, 0, -1), (0, 1, 0)], &[(1, 0, 1), (2, 0, 0)]);
        check(Goal::Xz { x: 10, z: 10 }, &[(0, -30, 0)], &[(0, 0, 1)]);
        check(Goal::Y(60), &[(7, -4, 0)], &[(0, 0, 0)]);
        check(Goal::Beside(POS), &[(1, 0, 0), (0, -1, 1), (0, 1, 0), (0, -2, 0)], &[(0, 0, 0), (1, 1, 0), (1, 0, 1)]);
        check(Goal::Reach(POS), &[(3, 0, 0), (0, -5, 0)], &[(4, 0, 4), (0, 4, 0)]);
        check(Goal::Away { from: vec![POS], distance: 5 }, &[(3, 9, 4)], &[(0, 9, 4)]);
    }

    #[test]
    fn of_goals_that_are_reached_the_least_shortfall_counts() {
        let lesser = |pos: BlockPos, ticks: u32| Goal::Lesser { goal: Box::new(Goal::Block(pos)), ticks };
        let at = |goals: Vec<Goal>| Goal::Any(goals).shortfall(POS, &mut |_| true);
        assert_eq!(at(vec![lesser(POS, 9), lesser(POS, 4), lesser(POS.up(1), 0)]), Some(4 * cost::TICK));
        assert_eq!(at(vec![lesser(POS, 9), Goal::Block(POS)]), Some(0));
        assert_eq!(at(vec![lesser(POS.up(1), 9)]), None);
        assert_eq!(Goal::Reach(POS).shortfall(POS, &mut |_| false), None, "not in sight");
        assert_eq!(lesser(POS, 4).estimate(POS, Slope::OPEN), 4 * cost::TICK);
    }

    #[test]
    fn what_is_reached_has_nothing_left() {
        let goals = [Goal::Near { pos: POS, range: 3 }, Goal::Beside(POS), Goal::Reach(POS), Goal::Block(POS)];
        for goal in goals {
            for x in -6..=6 {
                for y in -7..=7 {
                    for z in -6..=6 {
                        let feet = POS.offset(x, y, z);
                        if goal.is_reached(feet) {
                            let slack =
                                if matches!(goal, Goal::Reach(_) | Goal::Near { .. }) { 6 * cost::SPRINT } else { 0 };
                            assert!(
                                goal.estimate(feet, Slope::OPEN) <= slack,
                                "{goal:?} {x} {y} {z}: {}",
                                goal.estimate(feet, Slope::OPEN)
                            );
                        }
                    }
                }
            }
        }
    }
}
