//! From a place to go to to the wish to step (`MoveControl`, `JumpControl`).

use anima_body::View;
use glam::DVec3;

use super::path::{Footing, footing};
use super::{Me, Motion};
use crate::physics::{cos, ground, radians, sin};

/// How a mob wants to move, as keys are for a player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Step {
    pub forward: f32,
    /// Left is positive.
    pub sideways: f32,
    pub up: f32,
    /// The share of its movement speed that it walks with.
    pub speed: f32,
    /// Jumps or swims up in this tick.
    pub jumps: bool,
}

impl Step {
    /// Whether it moves nothing.
    pub fn is_rest(&self) -> bool {
        !self.jumps && self.forward == 0.0 && self.sideways.abs() < 3e-4 && self.up == 0.0
    }
}

/// What was asked of the legs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Order {
    #[default]
    Wait,
    MoveTo,
    Strafe,
    Jumping,
}

/// Walks straight to a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Mover {
    order: Order,
    pub to: DVec3,
    /// Factor on the movement speed.
    pub speed: f64,
    forward: f32,
    right: f32,
}

impl Mover {
    pub fn move_to(&mut self, to: DVec3, speed: f64) {
        (self.to, self.speed) = (to, speed);
        if self.order != Order::Jumping {
            self.order = Order::MoveTo;
        }
    }

    /// Steps sideways at a quarter of the speed.
    pub fn strafe(&mut self, forward: f32, right: f32) {
        self.order = Order::Strafe;
        (self.forward, self.right, self.speed) = (forward, right, 0.25);
    }

    pub fn is_moving(&self) -> bool {
        self.order == Order::MoveTo
    }

    pub fn is_waiting(&self) -> bool {
        self.order == Order::Wait
    }
}

/// The difference of two angles in degrees, -180..180.
pub(super) fn turn_between(from: f32, to: f32) -> f32 {
    let turn = to - from;
    if (-180.0..180.0).contains(&turn) {
        return turn;
    }
    let turn = turn.rem_euclid(360.0);
    if turn >= 180.0 { turn - 360.0 } else { turn }
}

/// The yaw that looks along x and z.
pub(super) fn yaw_towards(x: f64, z: f64) -> f32 {
    (z as f32).atan2(x as f32).to_degrees() - 90.0
}

/// Turns what was asked of the legs into a step (`MoveControl.tick`).
pub(super) fn steer(me: &mut Me<'_>, view: &View<'_>) {
    match me.mob.traits.motion {
        Motion::Swims => return steer_fish(me),
        Motion::Hops => super::rabbit::before_steering(me),
        _ => {}
    }
    let speed = (me.mob.mover.speed * me.mob.speed()) as f32;
    match me.mob.mover.order {
        Order::Strafe => strafe(me, view, speed),
        Order::MoveTo => {
            me.mob.mover.order = Order::Wait;
            let way = me.mob.mover.to - me.body.pos;
            if way.length_squared() < 2.5e-7 {
                me.mob.step.forward = 0.0;
                return;
            }
            let wanted = yaw_towards(way.x, way.z);
            me.mob.head.yaw += turn_between(me.mob.head.yaw, wanted).clamp(-90.0, 90.0);
            (me.mob.step.speed, me.mob.step.forward) = (speed, speed);
            if wants_to_jump(me, view, way) {
                me.mob.step.jumps = true;
                me.mob.mover.order = Order::Jumping;
            }
        }
        Order::Jumping => {
            (me.mob.step.speed, me.mob.step.forward) = (speed, speed);
            if me.body.on_ground {
                me.mob.mover.order = Order::Wait;
            }
        }
        Order::Wait => me.mob.step.forward = 0.0,
    }
}

fn wants_to_jump(me: &Me<'_>, view: &View<'_>, way: DVec3) -> bool {
    let flat = way.x * way.x + way.z * way.z;
    if way.y > f64::from(me.body.step_height) && flat < f64::from(me.body.width.max(1.0)) {
        return true;
    }
    let feet = me.body.feet();
    let state = view.block_or_wall(feet);
    if ground(state).is_fence {
        return false;
    }
    let top = state.collision().iter().map(|b| b.max.y).fold(0.0, f64::max);
    top > 0.0 && me.body.pos.y < f64::from(feet.y) + top && !state.block().name().ends_with("_door")
}

fn strafe(me: &mut Me<'_>, view: &View<'_>, speed: f32) {
    let mover = &mut me.mob.mover;
    let (mut forward, mut right) = (mover.forward, mover.right);
    let length = (forward * forward + right * right).sqrt().max(1.0);
    (forward, right) = (forward * speed / length, right * speed / length);
    let yaw = radians(me.mob.head.yaw);
    let (x, z) = (forward * cos(yaw) - right * sin(yaw), right * cos(yaw) + forward * sin(yaw));
    let next = anima_body::BlockPos::containing(me.body.pos + DVec3::new(f64::from(x), 0.0, f64::from(z)));
    if footing(view, next) != Footing::Walkable {
        (mover.forward, mover.right) = (1.0, 0.0);
    }
    mover.order = Order::Wait;
    me.mob.step.speed = speed;
    (me.mob.step.forward, me.mob.step.sideways) = (mover.forward, mover.right);
}

/// `FishEntity.FishMoveControl`
fn steer_fish(me: &mut Me<'_>) {
    if me.body.eyes_in_water {
        me.body.velocity.y += 0.005;
    }
    if me.mob.mover.order != Order::MoveTo || me.mob.route.is_done() {
        me.mob.step.speed = 0.0;
        me.mob.step.forward = 0.0;
        return;
    }
    let wanted = (me.mob.mover.speed * me.mob.speed()) as f32;
    let speed = me.mob.step.speed + (wanted - me.mob.step.speed) * 0.125;
    (me.mob.step.speed, me.mob.step.forward) = (speed, speed);
    let way = me.mob.mover.to - me.body.pos;
    if way.y != 0.0 {
        me.body.velocity.y += f64::from(speed) * (way.y / way.length()) * 0.1;
    }
    if way.x != 0.0 || way.z != 0.0 {
        let turn = turn_between(me.mob.head.yaw, yaw_towards(way.x, way.z));
        me.mob.head.yaw += turn.clamp(-90.0, 90.0);
        me.mob.head.body_yaw = me.mob.head.yaw;
    }
}
