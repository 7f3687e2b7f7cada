//! Goals of an idle mob: floating, wandering, looking about.

use anima_body::{BlockPos, MAX_Y, MIN_Y, View};
use glam::DVec3;
use rand::RngExt;

use super::halved;
use crate::entity::Around;
use crate::entity::mob::path::{Penalties, carries, footing, is_solid, is_water};
use crate::entity::mob::{Me, Motion};
use crate::level::Dice;

/// What the goals of looking remember.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::entity::mob) struct Gaze {
    pub at_player: bool,
    /// Ticks (or every second one) until it looks elsewhere.
    pub ticks: i16,
    /// The way it looks, sideways.
    pub towards: [f64; 2],
}

/// `SwimGoal.canStart`
pub(super) fn floats(me: &Me<'_>) -> bool {
    let threshold = if me.body.eye_height < 0.4 { 0.0 } else { 0.4 };
    me.body.in_water && me.body.water_depth > threshold || me.body.in_lava()
}

pub(super) fn float(me: &mut Me<'_>, around: &mut Around<'_>) {
    if around.dice.random::<f32>() < 0.8 {
        me.mob.step.jumps = true;
    }
}

/// `WanderAroundGoal.canStart`: once in 120 ticks, and not when no player has been near for long.
pub(super) fn can_stroll(me: &mut Me<'_>, around: &mut Around<'_>, anywhere: f32) -> bool {
    if me.mob.idle_ticks >= 100 || around.dice.random_range(0..halved(120)) != 0 {
        return false;
    }
    let place = if me.body.in_water {
        land_place(me, around, 15, 7).or_else(|| any_place(me, around, 10, 7))
    } else if around.dice.random::<f32>() >= anywhere {
        land_place(me, around, 10, 7)
    } else {
        any_place(me, around, 10, 7)
    };
    me.mob.route.destination = place;
    place.is_some()
}

/// `SwimAroundGoal.canStart`
pub(super) fn can_swim_about(me: &mut Me<'_>, around: &mut Around<'_>, interval: u32) -> bool {
    if me.mob.idle_ticks >= 100 || around.dice.random_range(0..halved(interval)) != 0 {
        return false;
    }
    let view = around.level.view();
    let from = me.body.feet();
    let place = (0..10).find_map(|_| {
        let pos = towards(from, around.dice, 10, 7);
        is_water(&view, pos).then(|| pos.floor_center())
    });
    me.mob.route.destination = place;
    place.is_some()
}

/// Sets out for the place that was found.
pub(super) fn set_out(me: &mut Me<'_>, around: &mut Around<'_>, speed: f64) {
    if let Some(place) = me.mob.route.destination.take() {
        me.walk_to(around, BlockPos::containing(place), 1, speed);
    }
}

/// A random offset from a cell, evenly within so many blocks (`NoPenaltySolidTargeting`, `FuzzyPositions.localFuzz`).
fn towards(from: BlockPos, dice: &mut Dice, wide: i32, high: i32) -> BlockPos {
    from.offset(dice.random_range(-wide..=wide), dice.random_range(-high..=high), dice.random_range(-wide..=wide))
}

/// Whether a way may end at a cell.
fn is_stable(me: &Me<'_>, view: &View<'_>, pos: BlockPos) -> bool {
    match me.mob.traits.motion {
        Motion::Swims | Motion::Drifts => !is_solid(view, pos),
        _ => carries(view, pos.down(1)),
    }
}

fn has_penalty(penalties: &Penalties, view: &View<'_>, pos: BlockPos) -> bool {
    penalties.of(footing(view, pos)) != 0.0
}

/// The place on land that it likes best of ten (`FuzzyTargeting.find`).
pub(super) fn land_place(me: &Me<'_>, around: &mut Around<'_>, wide: i32, high: i32) -> Option<DVec3> {
    let from = me.body.feet();
    let mut best: Option<(f32, BlockPos)> = None;
    for _ in 0..10 {
        let view = around.level.view();
        let pos = towards(from, around.dice, wide, high);
        if !(MIN_Y..MAX_Y).contains(&pos.y) || !is_stable(me, &view, pos) {
            continue;
        }
        let mut pos = pos;
        while pos.y < MAX_Y && is_solid(&view, pos) {
            pos = pos.up(1);
        }
        if is_water(&view, pos) || has_penalty(&me.mob.traits.penalties, &view, pos) {
            continue;
        }
        let likes = me.likes(around, pos);
        if best.is_none_or(|(most, _)| likes > most) {
            best = Some((likes, pos));
        }
    }
    best.map(|(_, pos)| pos.floor_center())
}

/// The place anywhere that it likes best of ten (`NoPenaltyTargeting.find`).
pub(super) fn any_place(me: &Me<'_>, around: &mut Around<'_>, wide: i32, high: i32) -> Option<DVec3> {
    let from = me.body.feet();
    best_of_ten(me, around, |dice| Some(towards(from, dice, wide, high)))
}

/// The same, within a right angle of the way from `danger` to itself (`NoPenaltyTargeting.findFrom`).
pub(super) fn place_away(me: &Me<'_>, around: &mut Around<'_>, wide: i32, high: i32, danger: DVec3) -> Option<DVec3> {
    let (pos, away) = (me.body.pos, me.body.pos - danger);
    let angle = away.z.atan2(away.x) - std::f64::consts::FRAC_PI_2;
    best_of_ten(me, around, |dice| {
        let angle = angle + f64::from(2.0 * dice.random::<f32>() - 1.0) * std::f64::consts::FRAC_PI_2;
        let far = dice.random::<f64>().sqrt() * std::f64::consts::SQRT_2 * f64::from(wide);
        let (x, z) = (-far * angle.sin(), far * angle.cos());
        if x.abs() > f64::from(wide) || z.abs() > f64::from(wide) {
            return None;
        }
        Some(BlockPos::containing(pos + DVec3::new(x, f64::from(dice.random_range(-high..=high)), z)))
    })
}

fn best_of_ten(
    me: &Me<'_>,
    around: &mut Around<'_>,
    mut draw: impl FnMut(&mut Dice) -> Option<BlockPos>,
) -> Option<DVec3> {
    let mut best: Option<(f32, BlockPos)> = None;
    for _ in 0..10 {
        let Some(pos) = draw(around.dice) else { continue };
        let view = around.level.view();
        let fits = (MIN_Y..MAX_Y).contains(&pos.y)
            && is_stable(me, &view, pos)
            && !has_penalty(&me.mob.traits.penalties, &view, pos);
        if fits {
            let likes = me.likes(around, pos);
            if best.is_none_or(|(most, _)| likes > most) {
                best = Some((likes, pos));
            }
        }
    }
    best.map(|(_, pos)| pos.floor_center())
}

/// `LookAtEntityGoal.canStart`
pub(super) fn can_look_at_player(me: &Me<'_>, around: &mut Around<'_>, range: f32) -> bool {
    if around.dice.random::<f32>() >= 0.02 {
        return false;
    }
    !around.player.is_dead && me.body.pos.distance_squared(around.player.body.pos) < f64::from(range * range)
}

pub(super) fn start_looking(me: &mut Me<'_>, around: &mut Around<'_>) {
    let ticks = halved(40 + around.dice.random_range(0..40)) as i16;
    me.mob.mind.gaze = Gaze { at_player: true, ticks, ..me.mob.mind.gaze };
}

pub(super) fn goes_on_looking(me: &Me<'_>, around: &Around<'_>, range: f32) -> bool {
    let distance_squared = me.body.pos.distance_squared(around.player.body.pos);
    !around.player.is_dead && distance_squared <= f64::from(range * range) && me.mob.mind.gaze.ticks > 0
}

pub(super) fn look_at_player(me: &mut Me<'_>, around: &Around<'_>) {
    me.mob.mind.gaze.ticks -= 1;
    me.mob.head.look_at(around.player.body.eyes(), 10.0, 40.0);
}

/// `LookAroundGoal.canStart`
pub(super) fn can_look_around(around: &mut Around<'_>) -> bool {
    around.dice.random::<f32>() < 0.02
}

pub(super) fn start_looking_around(me: &mut Me<'_>, around: &mut Around<'_>) {
    let angle = around.dice.random::<f64>() * std::f64::consts::TAU;
    let ticks = 20 + around.dice.random_range(0..20);
    me.mob.mind.gaze = Gaze { ticks, towards: [angle.cos(), angle.sin()], ..me.mob.mind.gaze };
}

pub(super) fn look_around(me: &mut Me<'_>) {
    me.mob.mind.gaze.ticks -= 1;
    let [x, z] = me.mob.mind.gaze.towards;
    let at = me.body.eyes() + DVec3::new(x, 0.0, z);
    me.mob.head.look_at(at, 10.0, 40.0);
}
