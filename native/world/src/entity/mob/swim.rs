//! Fish and squid (`FishEntity`, `SquidEntity`).

use glam::DVec3;
use rand::RngExt;

use super::{Me, Own};
use crate::level::Dice;
use crate::physics::Space;

/// Beats of a squid's arms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tentacles {
    /// Angle of the beat, 0..TAU.
    beat: f32,
    /// How fast it goes.
    pace: f32,
    /// Share of the thrust in this part of the beat.
    thrust: f32,
    /// Where it swims.
    way: DVec3,
}

impl Tentacles {
    pub fn new(dice: &mut Dice) -> Tentacles {
        Tentacles { pace: pace(dice), ..Tentacles::default() }
    }
}

fn pace(dice: &mut Dice) -> f32 {
    1.0 / (dice.random::<f32>() + 1.0) * 0.2
}

/// Moves a fish: in water where it steers, on land it flops (`FishEntity.travel`, `tickMovement`).
pub(super) fn swim(me: &mut Me<'_>, space: &Space<'_>, dice: &mut Dice) {
    if me.mob.rests {
        return;
    }
    if me.body.in_water {
        let forward = f64::from(me.mob.step.forward * 0.98);
        me.body.thrust(DVec3::new(0.0, 0.0, forward), 0.01, me.mob.head.yaw);
        me.body.shift(space, me.body.velocity);
        me.body.velocity *= 0.9;
        if me.mob.mind.aim.target.is_none() {
            me.body.velocity.y -= 0.005;
        }
        return;
    }
    if me.body.on_ground && me.body.hit_vertically {
        let mut spread = || f64::from((dice.random::<f32>() * 2.0 - 1.0) * 0.05);
        me.body.velocity += DVec3::new(spread(), f64::from(0.4_f32), spread());
        me.body.on_ground = false;
    }
    let step = me.mob.step;
    me.mob.step.forward = 0.0;
    me.stride(space);
    me.mob.step = step;
}

/// Moves a squid by its beats (`SquidEntity.tickMovement`).
pub(super) fn drift(me: &mut Me<'_>, space: &Space<'_>, dice: &mut Dice, now: u64) {
    let idle = me.mob.idle_ticks > 100;
    if idle && me.mob.rests {
        return;
    }
    let fresh = (now + u64::from(me.id)).is_multiple_of(2);
    let Own::Squid(arms) = &mut me.mob.own else { return };
    choose_way(arms, me.body.in_water, idle, fresh, dice);
    if !me.body.in_water {
        // Lies on the ground and falls.
        me.body.velocity = DVec3::new(0.0, (me.body.velocity.y - 0.08) * f64::from(0.98_f32), 0.0);
    } else if idle {
        me.body.velocity = DVec3::ZERO;
    } else {
        beat(arms, dice);
        me.body.velocity = arms.way * f64::from(arms.thrust);
    }
    me.body.shift(space, me.body.velocity);
    let velocity = me.body.velocity;
    if velocity.x != 0.0 || velocity.z != 0.0 {
        let yaw = super::mover::yaw_towards(velocity.x, velocity.z);
        me.mob.head.yaw = yaw;
    }
}

/// `SquidEntity.SwimGoal`
fn choose_way(arms: &mut Tentacles, in_water: bool, idle: bool, fresh: bool, dice: &mut Dice) {
    if idle {
        arms.way = DVec3::ZERO;
    } else if fresh && (dice.random_range(0..25) == 0 || !in_water || arms.way == DVec3::ZERO) {
        let angle = f64::from(dice.random::<f32>()) * std::f64::consts::TAU;
        let rise = f64::from(-0.1 + dice.random::<f32>() * 0.2);
        arms.way = DVec3::new(angle.cos() * 0.2, rise, angle.sin() * 0.2);
    }
}

fn beat(arms: &mut Tentacles, dice: &mut Dice) {
    use std::f32::consts::{PI, TAU};
    arms.beat += arms.pace;
    if arms.beat > TAU {
        arms.beat -= TAU;
        if dice.random_range(0..10) == 0 {
            arms.pace = pace(dice);
        }
    }
    if arms.beat >= PI {
        arms.thrust *= 0.9;
    } else if arms.beat / PI > 0.75 {
        arms.thrust = 1.0;
    }
}
