//! Goals of tame animals: sitting, following their owner, taking its part.

use anima_body::BlockPos;
use anima_rules::{Aabb, BlockState, EntityKind, Face};
use rand::RngExt;

use super::halved;
use crate::entity::Around;
use crate::entity::mob::Me;
use crate::physics::{Meeting, Space};

/// Blocks from its owner, squared, beyond which it comes along, and within which it has come.
const FAR: f64 = 100.0;
const NEAR: f64 = 4.0;
/// Blocks from its owner, squared, from which on it appears beside it, and within which it defends it rather than sit.
const TOO_FAR: f64 = 144.0;

/// Which side began a fight of the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quarrel {
    /// The owner was hurt.
    Suffered,
    /// The owner struck first.
    Begun,
}

/// `SitGoal.canStart`
pub(super) fn can_sit(me: &Me<'_>, around: &Around<'_>) -> bool {
    if me.body.in_water || !me.body.on_ground {
        return false;
    }
    let is_needed = away(me, around) < TOO_FAR && around.player.attacker().is_some();
    me.mob.sits && !is_needed
}

pub(super) fn sit_down(me: &mut Me<'_>) {
    me.mob.route.stop();
    me.mob.mind.is_sitting = true;
}

/// Blocks to the owner, squared.
fn away(me: &Me<'_>, around: &Around<'_>) -> f64 {
    me.body.pos.distance_squared(around.player.body.pos)
}

/// `FollowOwnerGoal.canStart`
pub(super) fn is_left_behind(me: &Me<'_>, around: &Around<'_>) -> bool {
    !around.player.is_dead && !me.mob.sits && away(me, around) >= FAR
}

/// `FollowOwnerGoal.shouldContinue`
pub(super) fn goes_on_following(me: &Me<'_>, around: &Around<'_>) -> bool {
    !me.mob.route.is_done() && !me.mob.sits && away(me, around) > NEAR
}

pub(super) fn follow(me: &mut Me<'_>, around: &mut Around<'_>, speed: f64) {
    me.mob.head.look_at(around.player.body.eyes(), 10.0, 40.0);
    if me.mob.mind.next_way > 1 {
        me.mob.mind.next_way -= 1;
        return;
    }
    me.mob.mind.next_way = halved(10);
    if away(me, around) >= TOO_FAR {
        appear_beside(me, around);
    } else {
        let pos = BlockPos::containing(around.player.body.pos);
        me.walk_to(around, pos, 1, speed);
    }
}

/// `FollowOwnerGoal.tryTeleport`: to one of ten places around its owner, if it can stand there.
fn appear_beside(me: &mut Me<'_>, around: &mut Around<'_>) {
    const TRIES: u32 = 10;
    let owner = BlockPos::containing(around.player.body.pos);
    for _ in 0..TRIES {
        let x = around.dice.random_range(-3..=3);
        let y = around.dice.random_range(-1..=1);
        let z = around.dice.random_range(-3..=3);
        let pos = owner.offset(x, y, z);
        let place = pos.floor_center();
        let apart = place - around.player.body.pos;
        if apart.x.abs() < 2.0 && apart.z.abs() < 2.0 || !stands_at(me, around, pos) {
            continue;
        }
        me.body.pos = place;
        me.mob.rests = false;
        me.mob.route.stop();
        return;
    }
}

/// Whether it can stand in a cell, on something that is no leaves (`FollowOwnerGoal.canTeleportTo`).
fn stands_at(me: &Me<'_>, around: &Around<'_>, pos: BlockPos) -> bool {
    let view = around.level.view();
    let below = view.block(pos.beside(Face::Down));
    let carries = |state: BlockState| {
        state.collision().iter().any(|shape| shape.max.y == 1.0) && !state.block().name().ends_with("_leaves")
    };
    let box_there = Aabb::of_body(pos.floor_center(), me.body.width.into(), me.body.height.into());
    let is_dry = view.block(pos).is_some_and(|state| state.fluid().is_none());
    below.is_some_and(carries) && is_dry && Space::new(view, around.hard).is_empty(&box_there, Meeting::PLAIN)
}

/// Whether the owner has a foe that it did not turn against yet (`TrackOwnerAttackerGoal.canStart`,
/// `AttackWithOwnerGoal.canStart`).
pub(super) fn finds_foe(me: &Me<'_>, around: &Around<'_>, quarrel: Quarrel) -> bool {
    let Some((foe, when)) = of_owner(around, quarrel) else { return false };
    if me.mob.sits || when == me.mob.mind.answered_for[quarrel as usize] || foe == me.id {
        return false;
    }
    // WolfEntity.canAttackWithOwner: neither creepers nor others that are tame.
    let is_foe = |kind: EntityKind| !matches!(kind, EntityKind::CREEPER | EntityKind::GHAST);
    around.figure(foe).is_some_and(|foe| is_foe(foe.kind) && !foe.is_tame && around.may_attack(&foe))
}

pub(super) fn take_foe(me: &mut Me<'_>, around: &Around<'_>, quarrel: Quarrel) {
    if let Some((foe, when)) = of_owner(around, quarrel) {
        me.mob.mind.answered_for[quarrel as usize] = when;
        me.mob.mind.aim.turn_against(foe);
    }
}

/// The foe of the owner, and the owner's age at the last blow.
fn of_owner(around: &Around<'_>, quarrel: Quarrel) -> Option<(u32, u32)> {
    match quarrel {
        Quarrel::Suffered => around.player.attacker(),
        Quarrel::Begun => around.player.attacking,
    }
}
