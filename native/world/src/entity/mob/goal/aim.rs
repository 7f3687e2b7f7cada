//! Whom a mob turns against (`TrackTargetGoal` and its kin).

use rand::RngExt;

use super::halved;
use crate::entity::mob::{Class, Me};
use crate::entity::{Around, Kind};

/// Every second tick without a sight of the target after which it is forgotten.
const MEMORY: u32 = 60;
/// The same when it was the target that began.
const GRUDGE: u32 = 300;

/// The target, and what its goals remember.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::entity::mob) struct Aim {
    pub target: Option<u32>,
    /// Whom `can_start` found.
    found: Option<u32>,
    unseen_ticks: u32,
    memory: u32,
    /// Blows as of the last one that it turned against.
    answered: u32,
}

impl Aim {
    /// Turns against an entity.
    pub fn turn_against(&mut self, foe: u32) {
        *self = Aim { target: Some(foe), found: Some(foe), unseen_ticks: 0, memory: MEMORY, ..*self };
    }

    pub fn drop_target(&mut self) {
        (self.target, self.found) = (None, None);
    }
}

/// `ActiveTargetGoal.canStart`: looks once in ten ticks.
pub(super) fn finds_prey(me: &mut Me<'_>, around: &mut Around<'_>, prey: Class, _must_see: bool) -> bool {
    if !around.may_meet(prey) || around.dice.random_range(0..halved(10)) != 0 {
        return false;
    }
    let found = me.nearest(around, prey, me.mob.follow_range, true);
    me.mob.mind.aim.found = found.map(|prey| prey.id);
    found.is_some()
}

pub(super) fn finds_prey_in_the_dark(me: &mut Me<'_>, around: &mut Around<'_>, prey: Class) -> bool {
    around.may_meet(prey) && me.brightness(around) < 0.5 && finds_prey(me, around, prey, true)
}

/// `EndermanEntity.isPlayerStaring`
pub(super) fn is_stared_at(me: &mut Me<'_>, around: &mut Around<'_>) -> bool {
    let Some(player) = me.nearest(around, Class::PLAYER, me.mob.follow_range, true) else { return false };
    let look = crate::player::look_vector(around.player.yaw, around.player.pitch);
    let way = me.body.eyes() - player.eyes();
    let stares = look.normalize().dot(way.normalize()) > 1.0 - 0.025 / way.length();
    me.mob.mind.aim.found = stares.then_some(player.id);
    stares
}

pub(super) fn take_target(me: &mut Me<'_>) {
    let aim = &mut me.mob.mind.aim;
    *aim = Aim { target: aim.found, unseen_ticks: 0, memory: MEMORY, ..*aim };
}

/// `RevengeGoal.canStart`
pub(super) fn can_retaliate(me: &mut Me<'_>, around: &Around<'_>) -> bool {
    let wounds = &me.mob.wounds;
    let fresh = wounds.blows != me.mob.mind.aim.answered;
    fresh && wounds.attacker().and_then(|id| around.figure(id)).is_some_and(|attacker| around.may_attack(&attacker))
}

pub(super) fn retaliate(me: &mut Me<'_>, around: &mut Around<'_>, calls: bool) {
    let target = me.mob.wounds.attacker();
    let answered = me.mob.wounds.blows;
    me.mob.mind.aim = Aim { target, found: target, unseen_ticks: 0, memory: GRUDGE, answered };
    if !calls {
        return;
    }
    let range = f64::from(me.mob.follow_range);
    let (pos, kind) = (me.body.pos, me.mob.kind);
    for other in around.others.iter_mut() {
        let away = (other.body.pos - pos).abs();
        let near = away.x <= range && away.y <= 10.0 && away.z <= range;
        if let Kind::Mob(mob) = &mut other.kind
            && near
            && mob.kind == kind
            && mob.mind.aim.target.is_none()
        {
            mob.mind.aim.target = target;
        }
    }
}

/// `TrackTargetGoal.shouldContinue`
pub(super) fn keeps_target(me: &mut Me<'_>, around: &mut Around<'_>, must_see: bool) -> bool {
    let Some(target) = me.mob.mind.aim.target.and_then(|id| around.figure(id)) else { return false };
    let range = f64::from(me.mob.follow_range);
    if !around.may_attack(&target) || me.body.pos.distance_squared(target.pos) > range * range {
        return false;
    }
    if must_see {
        let seen = me.sees(around, &target);
        let aim = &mut me.mob.mind.aim;
        aim.unseen_ticks = if seen { 0 } else { aim.unseen_ticks + 1 };
        return aim.unseen_ticks <= halved(aim.memory);
    }
    true
}
