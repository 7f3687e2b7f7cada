//! The goal of a mob with a bow (`BowAttackGoal`).

use anima_body::BlockPos;
use anima_rules::Item;
use glam::DVec3;
use rand::RngExt;

use crate::Difficulty;
use crate::entity::mob::{Figure, Me};
use crate::entity::{Around, Arrow, Kind};

/// It stands and shoots within this distance.
const RANGE_SQUARED: f64 = 225.0;
/// Ticks that a full draw takes.
const FULL_DRAW: i32 = 20;

/// What the goal remembers.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::entity::mob) struct Bow {
    /// Ticks that it has seen the target; below zero, that it has not.
    seen_ticks: i32,
    /// Ticks until it draws again.
    pause: i32,
    /// Ticks since it began to step sideways or changed its mind; below zero when it does not.
    strafe_ticks: i32,
    clockwise: bool,
    backwards: bool,
    /// Ticks that the bow has been drawn.
    drawn: Option<i32>,
}

impl Bow {
    /// Whether it is being drawn.
    pub(in crate::entity::mob) fn is_drawn(&self) -> bool {
        self.drawn.is_some()
    }
}

pub(super) fn can_shoot(me: &mut Me<'_>, around: &Around<'_>) -> bool {
    me.mob.gear.holds(Item::BOW) && me.target(around).is_some()
}

pub(super) fn goes_on_shooting(me: &mut Me<'_>, around: &Around<'_>) -> bool {
    me.mob.gear.holds(Item::BOW) && (me.target(around).is_some() || !me.mob.route.is_done())
}

pub(super) fn stop(me: &mut Me<'_>) {
    me.mob.aggressive = false;
    let bow = &mut me.mob.mind.bow;
    (bow.seen_ticks, bow.pause, bow.drawn) = (0, -1, None);
}

/// `BowAttackGoal.tick`
pub(super) fn shoot(me: &mut Me<'_>, around: &mut Around<'_>) {
    let Some(target) = me.target(around) else { return };
    let distance_squared = me.body.pos.distance_squared(target.pos);
    let seen = me.sees(around, &target);
    let bow = &mut me.mob.mind.bow;
    if seen != (bow.seen_ticks > 0) {
        bow.seen_ticks = 0;
    }
    bow.seen_ticks += if seen { 1 } else { -1 };
    if distance_squared <= RANGE_SQUARED && bow.seen_ticks >= 20 {
        me.mob.route.stop();
        me.mob.mind.bow.strafe_ticks += 1;
    } else {
        bow.strafe_ticks = -1;
        me.walk_to(around, BlockPos::containing(target.pos), 1, 1.0);
    }
    let bow = &mut me.mob.mind.bow;
    if bow.strafe_ticks >= 20 {
        bow.clockwise ^= around.dice.random::<f32>() < 0.3;
        bow.backwards ^= around.dice.random::<f32>() < 0.3;
        bow.strafe_ticks = 0;
    }
    if bow.strafe_ticks > -1 {
        if distance_squared > RANGE_SQUARED * 0.75 {
            bow.backwards = false;
        } else if distance_squared < RANGE_SQUARED * 0.25 {
            bow.backwards = true;
        }
        let (forward, right) = (if bow.backwards { -0.5 } else { 0.5 }, if bow.clockwise { 0.5 } else { -0.5 });
        me.mob.mover.strafe(forward, right);
        me.face(target.eyes(), 30.0, 30.0);
    } else {
        me.mob.head.look_at(target.eyes(), 30.0, 30.0);
    }
    let bow = &mut me.mob.mind.bow;
    match bow.drawn {
        Some(_) if !seen && bow.seen_ticks < -60 => bow.drawn = None,
        Some(ticks) if seen && ticks >= FULL_DRAW => {
            bow.drawn = None;
            bow.pause = if around.options.difficulty == Difficulty::Hard { 20 } else { 40 };
            release(me, around, &target);
        }
        Some(ticks) => bow.drawn = Some(ticks + 1),
        None => {
            bow.pause -= 1;
            if bow.pause <= 0 && bow.seen_ticks >= -60 {
                bow.drawn = Some(0);
            }
        }
    }
}

/// Lets the arrow fly (`AbstractSkeletonEntity.attack`).
fn release(me: &mut Me<'_>, around: &mut Around<'_>, target: &Figure) {
    let from = me.body.eyes() - DVec3::new(0.0, 0.1, 0.0);
    let aim = target.pos + DVec3::new(0.0, f64::from(target.height) * 0.3333333333333333, 0.0);
    let mut way = aim - from;
    way.y += (way.x * way.x + way.z * way.z).sqrt() * 0.2;
    let difficulty = f64::from(around.options.difficulty as u8);
    let spread = 0.57425 * (around.dice.random::<f64>() - around.dice.random::<f64>());
    // BowItem.getPullProgress of a full draw is 1.
    let damage = 2.0 + difficulty * 0.11 + spread;
    let mut entity = Arrow::entity(from, way, 1.6, 14.0 - 4.0 * difficulty, around.dice);
    if let Kind::Arrow(arrow) = &mut entity.kind {
        (arrow.damage, arrow.owner, arrow.shooter) = (damage, me.id, me.mob.kind);
    }
    around.spawned.push(entity);
}
