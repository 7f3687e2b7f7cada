//! Blow for blow with one mob, with or without others around.

use anima_body::{Entity, EntityFlags, Keys, Observation, PlayerFlags};
use anima_rules::EntityKind;
use glam::DVec3;

use super::footwork::{Stride, closing, glide, steps_facing};
use super::guard::{Guard, can_raise_shield};
use crate::Me;
use crate::hands::aim::{REACH_OF_MOBS, gap, is_in_sight, target_point};
use crate::hands::equip::has_shield;
use crate::hands::hold::take_weapon;
use crate::hands::window::close_window;
use crate::me::heading::yaw_toward;
use crate::threat::{is_hostile, is_lit, shoots, threats};
use anima_intent::{Outcome, Reason};

/// How near a foe must be to be struck at.
pub(crate) const STRIKE: f64 = REACH_OF_MOBS - 0.1;
/// Ticks a fight may take.
pub(crate) const PATIENCE: u64 = 600;
/// Ticks that a body looks ahead in its footwork.
const AHEAD: f64 = 8.0;

/// Fights a mob until it is dead or gone: strikes with full charge, stays out of reach of all that hits between strikes.
///
/// # Errors
/// [`Reason::TookTooLong`] when it will not die, [`Reason::OutOfReach`] when it cannot be come near.
pub async fn fight(me: &Me, id: u32) -> Outcome {
    close_window(me).await?;
    take_weapon(me).await?;
    let deadline = me.age() + PATIENCE;
    let mut guard = Guard::default();
    let mut out_of_sight = 0;
    while let Some(foe) = find(&me.now(), id) {
        let now = me.now();
        if me.age() > deadline {
            return Err(Reason::TookTooLong);
        }
        if now.player.is(PlayerFlags::DEAD) {
            return Err(Reason::Died);
        }
        out_of_sight = if gap(&now, &foe) > 16.0 { out_of_sight + 1 } else { 0 };
        if out_of_sight > 40 {
            return Err(Reason::out_of_reach(foe.kind));
        }
        let mut foes = threats(me);
        foes.retain(|other| other.id != id);
        foes.insert(0, foe);
        exchange(me, &foes[0], &foes, &mut guard);
        me.tick().await;
    }
    Ok(())
}

/// One tick of a fight: faces the target, strikes when that counts or keeps the shield up, turned to a bowman that is not
/// ahead, and steps where nothing hits us.
pub(crate) fn exchange(me: &Me, target: &Entity, foes: &[Entity], guard: &mut Guard) {
    let now = me.now();
    let ahead = target_point(&now, target);
    let due = guard.due(&now, foes).map(|from| shielding(&now, ahead, from));
    let shield = due.filter(|point| has_shield(&now.inventory) && can_raise_shield(&now, *point));
    let point = shield.unwrap_or(ahead);
    me.look_at(point);
    let distance = gap(&now, target);
    let charge = now.player.attack_charge;
    // A click needs the button up before it, and one that meets a block or nothing costs half a second.
    if shield.is_some() {
        me.press(Keys::USE);
    } else if distance <= STRIKE && charge >= 0.95 && !me.was_held(Keys::ATTACK) && is_in_sight(&now, point) {
        me.press(Keys::ATTACK);
    }
    if now.player.flags.intersects(PlayerFlags::IN_WATER | PlayerFlags::CLIMBING) {
        // Footwork is not possible in water: go up, and on.
        me.press(Keys::FORWARD | Keys::JUMP);
        return;
    }
    let yaw = yaw_toward(point - now.player.eyes());
    if !now.player.is(PlayerFlags::ON_GROUND) {
        glide(me);
        return;
    }
    let is_ready = charge >= 0.7;
    let steps = steps_facing(&now, yaw);
    let worth = |step: &Stride| worth(target, foes, step, is_ready, distance < 3.5);
    let best = steps.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
    // A sneaking body slides over no edge.
    me.press(best.map_or(Keys::SNEAK, |best| best.keys));
}

/// Where to look for the shield to stop an arrow from somewhere: at the target, if that will do. A shield covers the half of
/// all directions that is ahead (`LivingEntity.blockedByShield`).
fn shielding(now: &Observation, target: DVec3, from: DVec3) -> DVec3 {
    /// Cosine of the angle up to which what comes from beside the target is surely stopped: bowmen go round.
    const AHEAD: f64 = 0.3;
    let eyes = now.player.eyes();
    let level = |point: DVec3| (point - eyes).with_y(0.0).normalize_or_zero();
    if level(target).dot(level(from)) > AHEAD { target } else { from.with_y(eyes.y) }
}

/// How good it would be to take a step.
fn worth(target: &Entity, foes: &[Entity], step: &Stride, is_ready: bool, is_at_hand: bool) -> f64 {
    const LAVA: f64 = 3.0;
    let mut worth = if step.is_blocked { -0.5 } else { 0.0 } - if step.is_by_lava { LAVA } else { 0.0 };
    for foe in foes {
        let distance = closing(foe, step.end, AHEAD).distance(step.end);
        let is_target = foe.id == target.id;
        let keep = match foe.kind {
            EntityKind::CREEPER if is_lit(foe) => 8.0,
            EntityKind::CREEPER if is_target && is_ready => 2.6,
            EntityKind::CREEPER => 4.5,
            _ if shoots(foe) || !is_hostile(foe.kind) => 0.0,
            _ if is_target && is_ready => 2.1,
            _ => 2.9,
        };
        let dread = if foe.kind == EntityKind::CREEPER { 4.0 } else { 2.0 };
        worth -= (keep - distance).max(0.0) * dread;
        if is_target {
            // A blow at a sprint throws a bowman back to where it shoots from.
            if shoots(foe) && is_at_hand && step.keys.contains(Keys::SPRINT) {
                worth -= 1.0;
            }
            let ideal = match is_ready {
                _ if shoots(foe) => 1.2,
                true => 2.4,
                false => 3.2,
            };
            worth -= (distance - ideal).abs();
        }
    }
    worth
}

/// The mob of this number, as long as it is about and alive.
pub(crate) fn find(now: &Observation, id: u32) -> Option<Entity> {
    let foe = now.entities.iter().find(|entity| entity.id == id)?;
    (!foe.flags.contains(EntityFlags::DYING) && foe.health.is_none_or(|health| health > 0.0)).then(|| foe.clone())
}
