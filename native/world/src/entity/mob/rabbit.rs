//! Rabbits hop (`RabbitEntity` with its move and jump controls).

use super::mover::yaw_towards;
use super::{Me, Own};

/// Ticks that a hop takes.
const HOP_TICKS: u8 = 10;
/// From this speed on it does not pause between hops.
const HURRIED: f64 = 2.2;

/// What a rabbit knows of its hops.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rabbit {
    /// Ticks of the hop that it is in, 0 for none.
    hop_ticks: u8,
    /// Ticks until it hops again.
    pause: u8,
    stood: bool,
    /// Wants to hop in this tick.
    wants: bool,
    /// The speed that its next hop is made with.
    speed: f64,
}

impl Rabbit {
    pub fn is_busy(&self) -> bool {
        self.hop_ticks > 0 || self.wants || self.pause > 0
    }
}

/// Remembers the speed of a hop to come (`RabbitMoveControl.moveTo`).
pub(super) fn wanted_speed(me: &mut Me<'_>, speed: f64) -> f64 {
    let in_water = me.body.in_water;
    let Own::Rabbit(rabbit) = &mut me.mob.own else { return speed };
    let speed = if in_water { 1.5 } else { speed };
    if speed > 0.0 {
        rabbit.speed = speed;
    }
    speed
}

/// Decides whether to hop (`RabbitEntity.mobTick`), before the legs are steered.
pub(super) fn decide(me: &mut Me<'_>) {
    let on_ground = me.body.on_ground;
    let wants_to_go = me.mob.mover.is_moving();
    let slow = me.mob.mover.speed < HURRIED;
    let next = me.mob.route.path().and_then(|path| path.point(me.body.width)).unwrap_or(me.mob.mover.to);
    let away = next - me.body.pos;
    let Own::Rabbit(rabbit) = &mut me.mob.own else { return };
    rabbit.pause = rabbit.pause.saturating_sub(1);
    if on_ground {
        if !rabbit.stood {
            rabbit.hop_ticks = 0;
            rabbit.pause = if slow { 10 } else { 1 };
        }
        if wants_to_go && rabbit.pause == 0 && !rabbit.wants && rabbit.hop_ticks == 0 {
            rabbit.wants = true;
            rabbit.hop_ticks = HOP_TICKS;
            me.mob.head.yaw = yaw_towards(away.x, away.z);
        }
    }
    let Own::Rabbit(rabbit) = &mut me.mob.own else { return };
    rabbit.stood = on_ground;
}

/// Stands still between hops (`RabbitMoveControl.tick`).
pub(super) fn before_steering(me: &mut Me<'_>) {
    let on_ground = me.body.on_ground;
    let moving = me.mob.mover.is_moving();
    let Own::Rabbit(rabbit) = &mut me.mob.own else { return };
    if on_ground && rabbit.hop_ticks == 0 && !rabbit.wants {
        me.mob.mover.speed = 0.0;
    } else if moving {
        me.mob.mover.speed = rabbit.speed;
    }
}

/// Jumps if it wants to; after the legs were steered.
pub(super) fn hop(me: &mut Me<'_>) {
    let Own::Rabbit(rabbit) = &mut me.mob.own else { return };
    if rabbit.wants {
        rabbit.wants = false;
        me.mob.step.jumps = true;
    }
    if rabbit.hop_ticks > 0 {
        rabbit.hop_ticks -= 1;
    }
}

/// Speed upwards of its next jump (`RabbitEntity.getJumpVelocity`).
pub(super) fn jump_speed(me: &Me<'_>) -> f32 {
    let mover = &me.mob.mover;
    let up = |height: f64| height > me.body.pos.y + 0.5;
    let next = me.mob.route.path().and_then(|path| path.point(me.body.width));
    if me.body.hit_wall || mover.is_moving() && up(mover.to.y) || next.is_some_and(|next| up(next.y)) {
        0.5
    } else if mover.speed <= 0.6 {
        0.2
    } else {
        0.3
    }
}
