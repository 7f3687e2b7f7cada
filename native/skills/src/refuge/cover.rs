//! Getting out of sight of what shoots.

use std::collections::{BTreeSet, VecDeque};

use anima_body::{BlockPos, Entity, PlayerFlags, cells_along};
use anima_rules::{Face, StateFlags};
use glam::DVec3;

use super::hole::{DIGGING, can_dig_in, dig_in};
use super::wall::{can_wall_in, rest, wall_in, walls_hold};
use crate::Me;
use crate::hands::dig::{check_can_dig_rock, dig};
use crate::path::goal::Goal;
use crate::threat::{shoots, speed, threats};
use crate::walk::step::step_to;
use crate::walk::travel::walk;
use anima_intent::{Outcome, Reason};

/// Blocks that the agent runs at most to get out of sight.
const RUN: u32 = 12;
/// Blocks that the agent goes at most to where walls have a hold.
const STEPS: u32 = 5;
/// Places that one path search is given to choose from.
const CHOICE: usize = 6;
/// Ticks for the way.
const PATIENCE: u64 = 80;
/// Blocks a tick at a sprint.
const SPRINT: f64 = 0.28;

/// Runs to the nearest place that no bowman among the foes sees, and that nobody else reaches first.
///
/// # Errors
/// [`Reason::NoPlace`] if there is none near; as [`walk`].
pub(crate) async fn hide(me: &Me, foes: &[Entity]) -> Outcome {
    me.doing("hide", async {
        let is_hidden = |pos: BlockPos| foes.iter().filter(|foe| shoots(foe)).all(|foe| !sees(me, foe, pos));
        let places = places_near(me, foes, RUN, is_hidden);
        if places.is_empty() {
            return Err(Reason::no_place("hiding"));
        }
        me.within(PATIENCE, walk(me, &Goal::Any(places))).await
    })
    .await
}

/// Blocks that a foe which does not shoot must be away, so that a hole is finished before it arrives.
const FAR: f64 = 11.0;
/// Blocks that a bowman must be away: a nearer one could fall into the hole.
const FAR_OF_BOWS: f64 = 4.0;

/// Whether a hole to sit in can be dug before anybody who does not shoot is there.
pub(crate) fn can_dig_a_hole(me: &Me, foes: &[Entity]) -> bool {
    let now = me.now();
    let far = |foe: &Entity| foe.pos.distance(now.player.pos) > if shoots(foe) { FAR_OF_BOWS } else { FAR };
    now.player.is(PlayerFlags::ON_GROUND) && foes.iter().all(far) && check_can_dig_rock(me).is_ok() && can_dig_in(me)
}

/// Digs down into the rock and closes the hole: nobody shoots or climbs in there.
///
/// # Errors
/// As the digging and placing.
pub(crate) async fn dig_a_hole(me: &Me) -> Outcome {
    me.doing("dig in", async {
        me.within(DIGGING, dig_in(me)).await?;
        rest(me).await
    })
    .await
}

/// The side on which the agent can dig into the rock before any foe that does not shoot is there; of several, the one
/// farthest from the foes.
pub(crate) fn side_to_burrow(me: &Me, foes: &[Entity]) -> Option<Face> {
    /// Ticks to dig two blocks of rock.
    const TICKS: f64 = 45.0;
    /// Blocks from which a foe strikes.
    const REACHED: f64 = 2.0;
    let now = me.now();
    let player = &now.player;
    let comes_in_time = |foe: &Entity| !shoots(foe) && foe.pos.distance(player.pos) < REACHED + speed(foe) * TICKS;
    if !player.is(PlayerFlags::ON_GROUND) || check_can_dig_rock(me).is_err() || foes.iter().any(comes_in_time) {
        return None;
    }
    let toward = |face: &Face| {
        let along = foes.iter().map(|foe| (foe.pos - player.pos).dot(face.step().as_dvec3()));
        along.fold(f64::NEG_INFINITY, f64::max)
    };
    let sides = Face::HORIZONTAL.into_iter().filter(|face| is_in_the_rock(me, player.feet(), *face));
    sides.min_by(|a, b| toward(a).total_cmp(&toward(b)))
}

/// Whether a body on that side of a place would have rock on all other sides.
fn is_in_the_rock(me: &Me, place: BlockPos, side: Face) -> bool {
    let low = place.beside(side);
    let is_rock = |pos: BlockPos| me.is_full(pos) && !me.is_loose(pos);
    let beside = Face::HORIZONTAL.into_iter().filter(|face| *face != side.opposite());
    let walls = beside.flat_map(|face| [low.beside(face), low.up(1).beside(face)]);
    walls.chain((-1..=2).map(|y| low.up(y))).all(is_rock)
}

/// Digs sideways into the rock and closes the hole behind: for where walls have no hold and the ground cannot be dug.
///
/// # Errors
/// As the digging and placing.
pub(crate) async fn burrow(me: &Me, side: Face) -> Outcome {
    me.doing("dig into the rock", async {
        let low = me.now().player.feet().beside(side);
        let dug = async {
            dig(me, low.up(1)).await?;
            dig(me, low).await?;
            step_to(me, low, None).await
        };
        me.within(DIGGING, dug).await
    })
    .await?;
    wall_in(me).await
}

/// Goes to the nearest place where walls have a hold, and walls us in there.
///
/// # Errors
/// [`Reason::NoPlace`] if there is none near; as [`walk`] and [`wall_in`].
pub(crate) async fn wall_in_nearby(me: &Me, foes: &[Entity]) -> Outcome {
    let no_place = || Reason::no_place("a wall");
    let places = places_near(me, foes, STEPS, |pos| walls_hold(me, pos));
    if places.is_empty() {
        return Err(no_place());
    }
    me.within(PATIENCE, walk(me, &Goal::Any(places))).await?;
    if can_wall_in(me, &threats(me)) { wall_in(me).await } else { Err(no_place()) }
}

/// A few places, the nearest on foot, that suit and that no foe which does not shoot reaches first.
fn places_near(me: &Me, foes: &[Entity], most: u32, suits: impl Fn(BlockPos) -> bool) -> Vec<Goal> {
    let feet = me.now().player.feet();
    let mut places = Vec::new();
    let mut seen = BTreeSet::from([feet]);
    let mut open = VecDeque::from([(feet, 0)]);
    while let Some((pos, steps)) = open.pop_front() {
        let in_time = |foe: &Entity| {
            let way = foe.pos.distance(pos.floor_center());
            shoots(foe) || way > 3.0 + speed(foe) * f64::from(steps) / SPRINT
        };
        if !foes.iter().all(in_time) {
            continue;
        }
        if steps > 0 && suits(pos) {
            places.push(Goal::Block(pos));
            if places.len() == CHOICE {
                break;
            }
        }
        if steps == most {
            continue;
        }
        for face in Face::HORIZONTAL {
            let beside = pos.beside(face);
            let levels = [beside, beside.up(1), beside.down(1), beside.down(2)];
            if let Some(next) = levels.into_iter().find(|next| can_stand(me, *next))
                && seen.insert(next)
            {
                open.push_back((next, steps + 1));
            }
        }
    }
    places
}

/// Whether a foe could see a body that stands there.
pub(crate) fn sees(me: &Me, foe: &Entity, feet: BlockPos) -> bool {
    let eyes = foe.pos + DVec3::new(0.0, foe.height * 0.87, 0.0);
    [0.4, 1.0, 1.6].into_iter().any(|height| {
        let point = feet.floor_center() + DVec3::new(0.0, height, 0.0);
        cells_along(eyes, point, |pos| me.is_full(pos).then_some(())).is_none()
    })
}

fn can_stand(me: &Me, feet: BlockPos) -> bool {
    let hurts = |pos: BlockPos| me.known(pos).is_some_and(|state| state.flags().contains(StateFlags::HURTS));
    me.is_open(feet) && me.is_open(feet.up(1)) && me.is_full(feet.down(1)) && !(-1..=1).any(|y| hurts(feet.up(y)))
}
