//! Slimes bounce, hit what they touch, and fall apart (`SlimeEntity`).

use anima_rules::EntityKind;
use glam::DVec3;
use rand::RngExt;

use super::mover::{turn_between, yaw_towards};
use super::{Birth, Me, Own};
use crate::entity::{Around, Entity};
use crate::harm::{Damage, Harm};
use crate::level::Dice;

/// What a slime knows of its jumps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Slime {
    /// 1, 2 or 4.
    pub size: u8,
    /// Ticks until the next jump.
    pause: u32,
    /// Ticks until it turns another way.
    turn_pause: u32,
    /// The way it goes, in degrees.
    way: f32,
}

/// Jumps on, towards its target if it has one (`SlimeMoveControl`, its goals).
pub(super) fn steer(me: &mut Me<'_>, around: &mut Around<'_>) {
    let target = me.target(around);
    let speed = me.mob.speed() as f32;
    let yaw = me.mob.head.yaw;
    let Own::Slime(slime) = &mut me.mob.own else { return };
    let dice = &mut *around.dice;
    match target {
        Some(target) => {
            let way = target.pos - me.body.pos;
            slime.way = yaw + turn_between(yaw, yaw_towards(way.x, way.z)).clamp(-10.0, 10.0);
        }
        None if slime.turn_pause == 0 => {
            slime.turn_pause = 40 + dice.random_range(0..60);
            slime.way = dice.random_range(0..360) as f32;
        }
        None => slime.turn_pause -= 1,
    }
    let way = slime.way;
    let swims = me.body.in_water || me.body.in_lava();
    me.mob.step.jumps = swims && dice.random::<f32>() < 0.8;
    me.mob.step.speed = speed;
    if !me.body.on_ground || swims {
        me.mob.step.forward = speed;
    } else if slime.pause == 0 {
        slime.pause = 10 + dice.random_range(0..20);
        if target.is_some() {
            slime.pause /= 3;
        }
        me.mob.step.jumps = true;
        me.mob.step.forward = speed;
    } else {
        slime.pause -= 1;
        me.mob.step.forward = 0.0;
        me.mob.step.speed = 0.0;
    }
    me.mob.head.yaw += turn_between(yaw, way).clamp(-90.0, 90.0);
    if let Some(target) = target {
        bump(me, around, &target);
    }
}

/// Hurts the target that it touches (`SlimeEntity.damage`).
fn bump(me: &mut Me<'_>, around: &mut Around<'_>, target: &super::Figure) {
    let size = me.mob.own.size();
    let magma = me.mob.kind == EntityKind::MAGMA_CUBE;
    if size < 2 && !magma {
        return;
    }
    let reach = 0.6 * f64::from(size);
    let near = me.body.pos.distance_squared(target.pos) < reach * reach;
    if near && me.sees(around, target) {
        let amount = f32::from(size) + if magma { 2.0 } else { 0.0 };
        me.harm(around, target.id, Damage { harm: Harm::Mob, amount, by: Some(me.attacker()) });
    }
}

/// What is left of a large one (`SlimeEntity.remove`).
pub(super) fn split(me: &Me<'_>, dice: &mut Dice, spawned: &mut Vec<Entity>) {
    let size = me.mob.own.size();
    if size < 2 {
        return;
    }
    let count = 2 + dice.random_range(0..3);
    for i in 0..count {
        let quarter = f64::from(size) / 4.0;
        let (x, z) = ((f64::from(i % 2) - 0.5) * quarter, (f64::from(i / 2) - 0.5) * quarter);
        let pos = me.body.pos + DVec3::new(x, 0.5, z);
        let birth = Birth { size: size / 2, yaw: dice.random::<f32>() * 360.0, ..Birth::new(me.mob.kind, pos) };
        spawned.extend(birth.entity(dice));
    }
}
