//! Getting out of sight of what shoots.

use std::collections::{BTreeSet, VecDeque};

use anima_body::{BlockPos, Entity, PlayerFlags, cells_along};
use anima_rules::{Face, StateFlags};
use glam::DVec3;

use super::dig::{check_can_dig_rock, dig};
use super::shelter::{can_dig_in, dig_in, is_covered};
use super::threat::{shoots, speed};
use super::travel::walk;
use super::wall::rest;
use crate::path::Goal;
use crate::{Me, Outcome, Reason};

/// Blocks that one runs to be out of sight.
const RUN: u32 = 12;
/// Places that are put before one path search.
const CHOICE: usize = 6;
/// Ticks for the way.
const PATIENCE: u64 = 80;
/// Blocks a tick at a sprint.
const SPRINT: f64 = 0.28;

/// Runs to the nearest place that no bowman among the foes sees, and that nobody else reaches first.
///
/// # Errors
/// [`Reason::NoPlace`] if there is none near; as [`travel`](super::travel()).
pub(crate) async fn hide(me: &Me, foes: &[Entity]) -> Outcome {
    me.doing("hide", async {
        let places: Vec<Goal> = hiding_places(me, foes).into_iter().map(Goal::Block).collect();
        if places.is_empty() {
            return Err(Reason::NoPlace("hiding".into()));
        }
        me.within(PATIENCE, walk(me, &Goal::Any(places))).await
    })
    .await
}

/// Ticks that a hole may take.
const DIGGING: u64 = 120;
/// Blocks that others must be off for a hole to be done before they are there.
const FAR: f64 = 11.0;

/// Whether a hole to sit in can be dug before anybody who does not shoot is there.
pub(crate) fn can_dig_a_hole(me: &Me, foes: &[Entity]) -> bool {
    let now = me.now();
    let far = |foe: &Entity| shoots(foe) || foe.pos.distance(now.player.pos) > FAR;
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

/// Whether those who hit through the corners of our walls can be left above.
pub(crate) fn can_go_deeper(me: &Me) -> bool {
    me.now().player.is(PlayerFlags::ON_GROUND) && check_can_dig_rock(me).is_ok() && can_dig_in(me) && !is_covered(me)
}

/// Digs deeper in, where blows through the corners of walls do not reach.
///
/// # Errors
/// As the digging and placing.
pub(crate) async fn go_deeper(me: &Me) -> Outcome {
    me.doing("dig in", me.within(DIGGING, dig_in(me))).await
}

/// Ends the blows of somebody who hits through a corner of our walls: deeper in the ground, or else the wall is opened on
/// his side, to strike back.
///
/// # Errors
/// As the digging and placing.
pub(crate) async fn end_blows(me: &Me, foe: &Entity) -> Outcome {
    if can_go_deeper(me) {
        return go_deeper(me).await;
    }
    let away = foe.pos - me.now().player.pos;
    let toward = |face: &Face| away.dot(face.step().as_dvec3());
    let side = Face::HORIZONTAL.into_iter().max_by(|a, b| toward(a).total_cmp(&toward(b)));
    let side = side.expect("there are four of them");
    dig(me, me.now().player.feet().up(1).beside(side)).await
}

/// The nearest places on foot, a few, that are out of sight of bowmen.
fn hiding_places(me: &Me, foes: &[Entity]) -> Vec<BlockPos> {
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
        if steps > 0 && foes.iter().filter(|foe| shoots(foe)).all(|foe| !sees(me, foe, pos)) {
            places.push(pos);
            if places.len() == CHOICE {
                break;
            }
        }
        if steps == RUN {
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
    let blocks = |pos: BlockPos| me.known(pos).is_some_and(|state| state.flags().contains(StateFlags::FULL_CUBE));
    [0.4, 1.0, 1.6].into_iter().any(|height| {
        let point = feet.floor_center() + DVec3::new(0.0, height, 0.0);
        cells_along(eyes, point, |pos| blocks(pos).then_some(())).is_none()
    })
}

fn can_stand(me: &Me, feet: BlockPos) -> bool {
    let hurts = |pos: BlockPos| me.known(pos).is_some_and(|state| state.flags().contains(StateFlags::HURTS));
    let firm = |pos: BlockPos| me.known(pos).is_some_and(|state| state.flags().contains(StateFlags::FULL_CUBE));
    me.is_open(feet) && me.is_open(feet.up(1)) && firm(feet.down(1)) && !(-1..=1).any(|y| hurts(feet.up(y)))
}
