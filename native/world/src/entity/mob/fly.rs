//! What flits about: bats as the game has them, bees, parrots and the like in the same manner (`BatEntity`).

use anima_body::{BlockPos, MIN_Y, View};
use anima_rules::{EntityKind, StateFlags};
use glam::DVec3;
use rand::RngExt;

use super::Me;
use super::Own;
use super::mover::{turn_between, yaw_towards};
use crate::entity::Around;
use crate::level::Dice;
use crate::physics::{Space, Stride};

/// Where a flier goes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Wings {
    to: Option<BlockPos>,
    /// Hangs from the ceiling.
    pub hangs: bool,
}

impl Wings {
    /// Bats hang until they find that they cannot; all others fly.
    pub fn new(kind: EntityKind) -> Wings {
        Wings { to: None, hangs: kind == EntityKind::BAT }
    }
}

/// A tick of flight, or of hanging from a ceiling (`BatEntity.mobTick`, `tick`). Fliers other than bats stay
/// where they are in the air when no player has been near for long.
pub(super) fn flit(me: &mut Me<'_>, around: &mut Around<'_>) {
    let Own::Flier(mut wings) = me.mob.own else { return };
    let space = &Space::new(around.level.view(), around.hard);
    let view = &space.view;
    if me.mob.kind != EntityKind::BAT {
        wings.hangs = me.mob.idle_ticks > 100;
        if !wings.hangs {
            fly(me, view, &mut wings, around.dice);
        }
    } else if wings.hangs {
        let player_near = me.body.pos.distance_squared(around.player.body.pos) < 16.0 && !around.player.is_dead;
        wings.hangs = carries_bats(view, me.body.feet().up(1)) && !player_near;
        me.body.pos.y = me.body.pos.y.floor() + 1.0 - f64::from(me.body.height);
    } else {
        fly(me, view, &mut wings, around.dice);
        wings.hangs = around.dice.random_range(0..100) == 0 && carries_bats(view, me.body.feet().up(1));
    }
    if wings.hangs {
        me.body.velocity = DVec3::ZERO;
    } else {
        let stride = Stride {
            input: DVec3::new(0.0, 0.0, f64::from(me.mob.step.forward)),
            yaw: me.mob.head.yaw,
            speed: me.mob.step.speed,
            ..Stride::REST
        };
        me.body.travel(space, &stride);
        me.body.velocity.y *= f64::from(0.6_f32);
        me.body.fall_distance = 0.0;
    }
    me.mob.own = Own::Flier(wings);
}

fn carries_bats(view: &View<'_>, pos: BlockPos) -> bool {
    view.block_or_wall(pos).flags().contains(StateFlags::OPAQUE)
}

/// Flutters on towards a cell near by, and chooses another one now and then.
fn fly(me: &mut Me<'_>, view: &View<'_>, wings: &mut Wings, dice: &mut Dice) {
    let here = me.body.feet();
    let blocked = |to: BlockPos| !view.block(to).is_some_and(|state| state.is_air()) || to.y <= MIN_Y;
    wings.to = wings.to.filter(|to| !blocked(*to));
    let there = wings.to.is_none_or(|to| to.center().distance_squared(me.body.pos) < 4.0);
    if dice.random_range(0..30) == 0 || there {
        let mut lot = || dice.random_range(0..7) - dice.random_range(0..7);
        let (x, z) = (lot(), lot());
        wings.to = Some(here.offset(x, dice.random_range(0..6) - 2, z));
    }
    let to = wings.to.unwrap_or(here);
    let way = DVec3::new(
        f64::from(to.x) + 0.5 - me.body.pos.x,
        f64::from(to.y) + 0.1 - me.body.pos.y,
        f64::from(to.z) + 0.5 - me.body.pos.z,
    );
    let sign = |v: f64| if v == 0.0 { 0.0 } else { v.signum() };
    let velocity = me.body.velocity;
    let wanted = DVec3::new(sign(way.x) * 0.5, sign(way.y) * f64::from(0.7_f32), sign(way.z) * 0.5);
    me.body.velocity += (wanted - velocity) * f64::from(0.1_f32);
    let yaw = yaw_towards(me.body.velocity.x, me.body.velocity.z);
    me.mob.head.yaw += turn_between(me.mob.head.yaw, yaw);
    me.mob.step.forward = 0.5;
}
