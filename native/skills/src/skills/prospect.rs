//! Looking for ore: caves and tunnels, weighed by what they show per tick.
//!
//! Walking along a cave shows some three new blocks of rock a tick; a tunnel of one by two shows one in seven
//! ticks. So a cave within reach is looked at first, and tunnels lead from cave to cave at the height where
//! the ore is.

use std::ops::RangeInclusive;

use anima_body::{BlockPos, PlayerFlags};
use anima_rules::tags::ItemTag;
use anima_rules::{Block, BlockState, Face, Item, StateFlags};

use super::descend::dig_down;
use super::explore::{go_ashore, go_inland};
use super::mine::can_mine;
use super::surface::is_under_sky;
use super::threat::{is_guarded, seen_lately};
use super::travel::travel;
use super::tunnel::tunnel;
use crate::path::Goal;
use crate::{Frontier, Me, Outcome, Reason};

/// Frontiers put before one path search.
const CHOICE: usize = 12;
/// Ticks that one look may take, the way there included.
const PATIENCE: u64 = 600;
/// A way that takes so many times what it should, and so many ticks more, leads nowhere.
const LATE: f64 = 3.0;
const LOST: u64 = 300;
/// Blocks to a cave, along east or south, beyond which digging is better.
const FAR: i32 = 72;
/// From this height up a place under the sky may be a shore.
const SHORE: i32 = 60;
/// Blocks from a part of a cave where it is looked at.
const BESIDE: i32 = 5;
/// Blocks of tunnel or shaft dug before the caves are asked again.
const STRETCH: u32 = 6;
/// Ticks to dig a block of tunnel, two high, and one down a shaft.
const ROCK: f64 = 38.0;
const ROCK_DOWN: f64 = 18.0;
/// New blocks that a tunnel shows in a tick.
const TUNNEL: f64 = 6.0 / ROCK;
/// How much more a cave shows in the end than what lies beside its known air: it goes on.
const BEYOND: f64 = 2.5;
/// Ticks that a look takes beside the way there.
const LOOK: f64 = 40.0;
/// More blocks than this are not seen in one look.
const MOST_SHOWN: u32 = 400;

/// What is looked for, and where it is worth looking.
#[derive(Clone, Debug)]
pub struct Prospect {
    /// Any of these.
    pub blocks: Vec<Block>,
    /// Heights where it is found.
    pub heights: RangeInclusive<i32>,
    /// The height where most of it is.
    pub best_y: i32,
    /// How much of it is left where it lies beside air, as a share.
    pub exposed: f64,
    /// The height at which a tunnel shows most of it.
    pub tunnel_at: i32,
}

/// Where digging leads.
#[derive(Default)]
struct Course {
    /// The direction of the tunnel.
    heading: Option<Face>,
    /// How often in a row no shaft was safe.
    asides: u32,
    /// Where none was.
    blocked: Vec<BlockPos>,
}

/// Looks for ore under the ground until some is seen.
///
/// # Errors
/// [`Reason::TookTooLong`] when `ticks` are spent, [`Reason::Unreachable`] when no way on is left,
/// [`Reason::NeedsTool`] when the last pickaxe is gone, [`Reason::Died`].
pub async fn prospect(me: &Me, wanted: &Prospect, ticks: u64) -> Outcome {
    let deadline = me.age() + ticks;
    let found = |me: &Me| can_mine(me, &wanted.blocks);
    let mut stuck = 0;
    let mut course = Course::default();
    while !found(me) {
        if me.age() >= deadline {
            return Err(Reason::TookTooLong);
        }
        let from = me.now().player.feet();
        let look = me.within(2 * PATIENCE, next_look(me, wanted, &mut course));
        match me.until(found, look).await {
            None => return Ok(()),
            Some(Err(reason @ (Reason::Died | Reason::NeedsTool(_)))) => return Err(reason),
            Some(_) => {}
        }
        stuck = if me.now().player.feet() == from { stuck + 1 } else { 0 };
        if stuck > 8 {
            return Err(Reason::Unreachable("new rock".into()));
        }
        me.tick().await;
    }
    Ok(())
}

/// Has a closer look at the best cave, or digs on.
async fn next_look(me: &Me, wanted: &Prospect, course: &mut Course) -> Outcome {
    if me.now().player.is(PlayerFlags::IN_WATER) {
        // Nothing is dug from the water; if there is no way ashore a cave may be a way out.
        drop(go_ashore(me).await);
    }
    let caves = best_caves(me, wanted);
    if !caves.is_empty() {
        let ticks = caves.iter().map(|cave| cave.ticks).fold(0.0, f64::max);
        let places: Vec<BlockPos> = caves.into_iter().map(|cave| cave.frontier.pos).collect();
        return look_into(me, &places, (LATE * ticks) as u64 + LOST).await;
    }
    let feet = me.now().player.feet();
    if !wanted.heights.contains(&feet.y) || (feet.y - wanted.tunnel_at).abs() > 6 {
        return go_to_height(me, wanted.tunnel_at, course).await;
    }
    dig_on(me, &mut course.heading).await
}

/// Goes to the nearest of some parts of caves and looks about there.
async fn look_into(me: &Me, caves: &[BlockPos], patience: u64) -> Outcome {
    let goals = Goal::Any(caves.iter().map(|pos| Goal::Near { pos: *pos, range: BESIDE }).collect());
    let shunned = |me: &Me| {
        let (now, foes) = (me.now(), seen_lately(me));
        caves.iter().all(|pos| me.senses().atlas().is_shunned(*pos) || is_guarded(&now, &foes, *pos))
    };
    let look = me.doing("look into a cave", me.within(patience.min(PATIENCE), travel(me, &goals)));
    let Some(outcome) = me.until(shunned, look).await else {
        return Err(Reason::Interrupted("what lives in the cave".into()));
    };
    let feet = me.now().player.feet();
    // What is not seen from right beside it cannot be seen; and a search or a way that fails has weighed them all.
    let is_beside = |pos: BlockPos| pos.distance_squared(feet) <= i64::from(BESIDE * BESIDE);
    let done = caves.iter().filter(|pos| outcome.is_err() || is_beside(**pos));
    let mut senses = me.senses_mut();
    done.for_each(|pos| senses.hollows_mut().give_up(*pos));
    outcome
}

/// Goes down by a shaft, or a little aside when none is safe here; up by any way there is.
async fn go_to_height(me: &Me, y: i32, course: &mut Course) -> Outcome {
    let feet = me.now().player.feet();
    if feet.y < y {
        let goal = Goal::Y(y);
        return me.doing(format!("go up to y {y}"), travel(me, &goal)).await;
    }
    let on_surface = feet.y >= SHORE && is_under_sky(me) && is_in_the_open(me, feet);
    if !is_wet(me, feet) && dig_down(me, y.max(feet.y - STRETCH as i32)).await.is_ok() {
        course.asides = 0;
        return Ok(());
    }
    // Water, lava or a deep fall below: on from elsewhere, each time farther off.
    course.asides += 1;
    if on_surface {
        return go_inland(me, PATIENCE, 5 * i64::from(course.asides)).await;
    }
    let length = 4 + 3 * course.asides.min(6);
    course.blocked.push(feet);
    let is_new = |course: &Course, pos: BlockPos| course.blocked.iter().all(|old| old.distance_squared(pos) > 9);
    let first = *course.heading.get_or_insert_with(|| newest_direction(me, feet));
    let others = Face::HORIZONTAL.into_iter().filter(|face| *face != first);
    for face in std::iter::once(first).chain(others) {
        match me.doing("dig aside", tunnel(me, face, length)).await {
            Err(reason @ (Reason::Died | Reason::NeedsTool(_))) => return Err(reason),
            _ if is_new(course, me.now().player.feet()) => {
                course.heading = Some(face);
                return Ok(());
            }
            _ => {}
        }
    }
    course.heading = None;
    // Hemmed in: over whatever is in the way.
    let face = Face::HORIZONTAL[course.asides as usize % 4];
    let aside = feet.up(4) + face.step() * (8 + length as i32);
    let goal = Goal::Near { pos: aside, range: 4 };
    me.doing("step aside", travel(me, &goal)).await
}

/// Whether there is room beside the head: at the foot of a shaft the sky is open above too.
fn is_in_the_open(me: &Me, feet: BlockPos) -> bool {
    let airy = |pos: BlockPos| me.known(pos).is_some_and(|state| state.flags().contains(StateFlags::NO_COLLISION));
    Face::HORIZONTAL.iter().filter(|face| airy(feet.up(1).beside(**face)) && airy(feet.up(2).beside(**face))).count()
        > 1
}

/// Whether water is at the feet or right beside them, so that a shaft would fill.
fn is_wet(me: &Me, feet: BlockPos) -> bool {
    let wet = |pos: BlockPos| me.known(pos).is_some_and(|state| state.fluid().is_some());
    wet(feet) || Face::HORIZONTAL.iter().any(|face| wet(feet.beside(*face)) || wet(feet.down(1).beside(*face)))
}

/// A part of a cave that may be looked at.
struct Cave {
    frontier: Frontier,
    /// What it shows and the digging that it saves, for the ticks that it takes.
    worth: f64,
    /// Ticks of the way there.
    ticks: f64,
}

/// Caves that are worth more than digging on, the best first.
fn best_caves(me: &Me, wanted: &Prospect) -> Vec<Cave> {
    let feet = me.now().player.feet();
    let senses = me.senses();
    // Blocks of ore that a look or a tunnel would show, if all rock were as rich as the best.
    let yield_of = |blocks: f64, y: i32| blocks * wanted.richness(y);
    let tunnel = yield_of(TUNNEL, wanted.tunnel_at);
    let cave = |frontier: Frontier, ticks: f64| {
        let y = frontier.pos.y;
        // Who comes down there, down to the height of the tunnel, has a shaft less to dig; who goes up has one more.
        let down = (feet.y - y).min(feet.y - wanted.tunnel_at);
        let saves = down < 0 || y < *wanted.heights.end().min(&feet.y);
        let saved = if saves { f64::from(down) * ROCK_DOWN } else { 0.0 };
        let shown = f64::from(frontier.gain.min(MOST_SHOWN)) * wanted.exposed;
        Cave { frontier, worth: (yield_of(shown, y) + tunnel * saved) / (ticks + LOOK), ticks }
    };
    let mut caves = Vec::new();
    for frontier in senses.hollows().frontiers(feet, FAR) {
        let delta = frontier.pos - feet;
        let away = delta.x.abs().max(delta.z.abs());
        // Up one digs and builds.
        let climb = if delta.y > 0 { 20 } else { 10 } * delta.y.abs();
        if away <= FAR {
            caves.push(cave(frontier, f64::from(5 * away + climb)));
        }
    }
    for frontier in senses.hidden_hollows() {
        let delta = frontier.pos - feet;
        let flat = f64::from(delta.x.abs() + delta.z.abs()) * ROCK;
        let steep = f64::from(delta.y.abs()) * ROCK_DOWN;
        caves.push(cave(frontier, flat + steep));
    }
    // Under an overhang or a tree there is no ore that lies deep.
    let is_deep_enough = |pos: BlockPos| pos.y < SHORE - 4 || wanted.best_y >= SHORE;
    let (now, foes) = (me.now(), seen_lately(me));
    caves.retain(|Cave { frontier: Frontier { pos, .. }, worth, .. }| {
        *worth > tunnel / BEYOND
            && is_deep_enough(*pos)
            && !senses.atlas().is_shunned(*pos)
            && !is_guarded(&now, &foes, *pos)
    });
    caves.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.frontier.pos.cmp(&b.frontier.pos)));
    caves.into_iter().filter(|cave| has_roof(me, cave.frontier.pos)).take(CHOICE).collect()
}

impl Prospect {
    /// How rich the rock at a height is, against the richest.
    fn richness(&self, y: i32) -> f64 {
        /// Of what is found anywhere there is a little elsewhere, too.
        const LEAST: f64 = 0.05;
        let (low, high) = (*self.heights.start(), *self.heights.end());
        let share = if y >= self.best_y {
            f64::from(high - y) / f64::from((high - self.best_y).max(1))
        } else {
            f64::from(y - low + 1) / f64::from((self.best_y - low + 1).max(1))
        };
        share.clamp(LEAST, 1.0)
    }
}

/// Whether there is rock or soil above a place and most of those beside it; a tree is no roof.
fn has_roof(me: &Me, pos: BlockPos) -> bool {
    const MOST: usize = 3;
    let senses = me.senses();
    let walkable = senses.walkable();
    let is_ground = |state: BlockState| {
        let is_log = || Item::from_name(state.block().name()).is_some_and(|item| ItemTag::Logs.contains(item));
        state.flags().contains(StateFlags::OPAQUE) && !is_log()
    };
    let columns = [(0, 0), (2, 0), (-2, 0), (0, 2), (0, -2)].into_iter();
    let roofed = columns.filter(|(x, z)| {
        let mut above = (1..24).filter_map(|n| walkable.block(pos.offset(*x, n, *z)));
        above.any(is_ground)
    });
    roofed.count() >= MOST
}

/// Digs a stretch of tunnel; where it cannot go on, another direction is next.
async fn dig_on(me: &Me, heading: &mut Option<Face>) -> Outcome {
    let feet = me.now().player.feet();
    let face = *heading.get_or_insert_with(|| newest_direction(me, feet));
    let outcome = tunnel(me, face, STRETCH).await;
    if outcome.is_err() {
        *heading = None;
    }
    outcome
}

/// The direction in which least was seen so far.
fn newest_direction(me: &Me, feet: BlockPos) -> Face {
    let senses = me.senses();
    let known = |face: &Face| {
        let step = face.step();
        let ahead = (1..=8).flat_map(|n| (-2..=2).map(move |side| (n * 4, side * 4)));
        ahead
            .filter(|(n, side)| {
                let pos = feet.offset(step.x * n + step.z * side, 1, step.z * n + step.x * side);
                senses.memory().block(pos).is_some()
            })
            .count()
    };
    let off = (me.age() % 4) as usize;
    let faces: Vec<Face> = (0..4).map(|i| Face::HORIZONTAL[(i + off) % 4]).collect();
    faces.into_iter().min_by_key(known).unwrap_or(Face::North)
}

#[cfg(test)]
mod tests {
    use anima_world::Scene;

    use super::*;
    use crate::testing::play;

    /// A cell of bedrock with a peephole, a hall of rock beyond it.
    fn peephole() -> Scene {
        let mut scene = Scene::new();
        scene.fill([-3, 40, -20], [30, 60, 20], "stone").fill([6, 44, -12], [20, 50, 12], "air");
        scene.fill([-2, 43, -2], [5, 48, 2], "bedrock").fill([-1, 44, -1], [1, 46, 1], "air");
        scene.fill([2, 45, 0], [5, 45, 0], "air").start_at(0.5, 44.0, 0.5);
        scene
    }

    fn beyond(me: &Me) -> Vec<BlockPos> {
        let parts = me.senses().hollows().frontiers(me.now().player.feet(), FAR);
        parts.iter().map(|part| part.pos).filter(|pos| pos.x > 5).collect()
    }

    #[test]
    fn a_cave_that_is_not_come_to_in_time_is_given_up() {
        for patience in [1, PATIENCE] {
            let (outcome, _) = play(&peephole(), move |me| async move {
                me.wait(100).await;
                let tried = beyond(&me).first().copied().expect("the hall is seen");
                assert!(look_into(&me, &[tried], patience).await.is_err());
                assert!(!beyond(&me).contains(&tried) && !beyond(&me).is_empty());
                Ok(())
            });
            assert_eq!(outcome, Ok(()));
        }
    }
}
