//! Goals of a mob in danger.

use anima_body::{BlockPos, View};
use glam::DVec3;
use rand::RngExt;

use super::wander::{any_place, place_away};
use crate::entity::Around;
use crate::entity::mob::path::is_water;
use crate::entity::mob::{Class, Me};

/// Nearer than this it runs.
const RUN_DISTANCE: f64 = 7.0;

/// `EscapeDangerGoal.canStart`: hurt by someone of late, or burning.
pub(super) fn can_panic(me: &mut Me<'_>, around: &mut Around<'_>) -> bool {
    let burns = me.body.is_burning();
    if !burns && me.mob.wounds.attacker().is_none() {
        return false;
    }
    let water = if burns { water_near(&around.level.view(), me.body.feet()) } else { None };
    me.mob.route.destination = water.or_else(|| any_place(me, around, 5, 4));
    me.mob.route.destination.is_some()
}

/// The nearest water within five blocks and one up or down (`EscapeDangerGoal.locateClosestWater`).
fn water_near(view: &View<'_>, from: BlockPos) -> Option<DVec3> {
    let offsets = || (-5..=5).flat_map(|x| (-1..=1).flat_map(move |y| (-5..=5).map(move |z| (x, y, z))));
    let wet = offsets().map(|(x, y, z)| from.offset(x, y, z)).filter(|pos| is_water(view, *pos));
    wet.min_by_key(|pos| pos.manhattan(from)).map(BlockPos::floor_center)
}

/// `FleeEntityGoal.canStart`
pub(super) fn can_avoid(me: &mut Me<'_>, around: &mut Around<'_>, whom: Class, within: f32) -> bool {
    let Some(danger) = me.nearest(around, whom, within, true) else { return false };
    let Some(place) = place_away(me, around, 16, 7, danger.pos) else { return false };
    if danger.pos.distance_squared(place) < danger.pos.distance_squared(me.body.pos) {
        return false;
    }
    me.mob.route.destination = Some(place);
    me.mob.mind.fears = Some(danger.id);
    true
}

pub(super) fn run(me: &mut Me<'_>, around: &Around<'_>, walk: f64, run: f64) {
    let Some(danger) = me.mob.mind.fears.and_then(|id| around.figure(id)) else { return };
    let near = me.body.pos.distance_squared(danger.pos) < RUN_DISTANCE * RUN_DISTANCE;
    me.mob.route.speed = if near { run } else { walk };
}

/// `AvoidSunlightGoal.canStart`: by day, without a hat.
pub(super) fn minds_sun(me: &Me<'_>, around: &Around<'_>) -> bool {
    around.is_day() && me.mob.gear.head().is_none()
}

/// `EscapeSunlightGoal.canStart`
pub(super) fn can_flee_sun(me: &mut Me<'_>, around: &mut Around<'_>) -> bool {
    let here = me.body.feet();
    let burns = me.body.is_burning() && me.mob.mind.aim.target.is_none() && minds_sun(me, around);
    if !burns || !around.level.sees_sky(here) {
        return false;
    }
    let place = (0..10).find_map(|_| {
        let dice = &mut *around.dice;
        let pos = here.offset(dice.random_range(-10..10), dice.random_range(-3..3), dice.random_range(-10..10));
        (!around.level.sees_sky(pos) && me.likes(around, pos) < 0.0).then(|| pos.floor_center())
    });
    me.mob.route.destination = place;
    place.is_some()
}
