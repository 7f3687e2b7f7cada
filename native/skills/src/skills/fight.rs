//! Fighting one mob with what is carried.

use anima_body::{BlockPos, Entity, EntityFlags, Inventory, Keys, Observation, PlayerFlags};
use anima_rules::{Aabb, EntityKind, ItemStack, StateFlags, damage};
use glam::DVec3;

use super::hold::hold_slot;
use super::window::close_window;
use crate::me::direction;
use crate::{Me, Outcome, Reason};

/// How far hits reach, in blocks from the eyes (survival, 1.19.4).
const REACH: f64 = 3.0;
/// Blocks that are kept between us and what only hits from close by.
const DISTANCE: f64 = 2.3;
/// Ticks a fight may take.
const PATIENCE: u64 = 600;

/// Fights a mob until it is dead or gone: strikes with full charge, stays out of its reach between strikes.
///
/// # Errors
/// [`Reason::TookTooLong`] when it will not die, [`Reason::OutOfReach`] when it cannot be come near.
pub async fn fight(me: &Me, id: u32) -> Outcome {
    close_window(me).await?;
    take_weapon(me).await?;
    let deadline = me.age() + PATIENCE;
    let mut out_of_sight = 0;
    while let Some(foe) = find(&me.now(), id) {
        if me.age() > deadline {
            return Err(Reason::TookTooLong);
        }
        let now = me.now();
        if now.player.is(PlayerFlags::DEAD) {
            return Err(Reason::Died);
        }
        if foe.kind == EntityKind::CREEPER && foe.flags.contains(EntityFlags::FUSE_LIT) {
            run_from(me, foe.pos);
            me.tick().await;
            continue;
        }
        let distance = gap(&now, &foe);
        out_of_sight = if distance > 16.0 { out_of_sight + 1 } else { 0 };
        if out_of_sight > 40 {
            return Err(Reason::OutOfReach(foe.kind.name().into()));
        }
        me.look_at(target_point(&now, &foe));
        let shoots = matches!(foe.kind, EntityKind::SKELETON | EntityKind::STRAY);
        if distance <= REACH - 0.1 && now.player.attack_charge >= 0.95 && !me_attacked_last(&now) {
            me.press(Keys::ATTACK);
        }
        let keep = if shoots { 1.2 } else { DISTANCE };
        if distance > keep + 0.5 {
            me.press(Keys::FORWARD);
            if distance > 4.0 {
                me.press(Keys::SPRINT);
            }
            if now.player.is(PlayerFlags::COLLIDED) || now.player.is(PlayerFlags::IN_WATER) {
                me.press(Keys::JUMP);
            }
        } else if distance < keep && is_safe_behind(&now) {
            me.press(Keys::BACK);
        }
        me.tick().await;
    }
    Ok(())
}

/// Whether the button was down in the last tick: a click needs it up in between. A weak charge tells.
fn me_attacked_last(now: &Observation) -> bool {
    now.player.attack_charge < 0.2
}

fn find(now: &Observation, id: u32) -> Option<Entity> {
    let foe = now.entities.iter().find(|entity| entity.id == id)?;
    (!foe.flags.contains(EntityFlags::DYING) && foe.health.is_none_or(|health| health > 0.0)).then(|| foe.clone())
}

/// From the eyes to the nearest point of its box.
pub(crate) fn gap(now: &Observation, foe: &Entity) -> f64 {
    now.player.eyes().distance(target_point(now, foe))
}

/// The point of its box nearest to the eyes, a little inside.
pub(crate) fn target_point(now: &Observation, foe: &Entity) -> DVec3 {
    let shape = Aabb::of_body(foe.pos, foe.width, foe.height).grown(DVec3::splat(-0.1));
    now.player.eyes().clamp(shape.min, shape.max)
}

/// Puts the strongest weapon into the main hand.
pub(crate) async fn take_weapon(me: &Me) -> Outcome {
    match best_weapon(&me.now().inventory) {
        Some(slot) => hold_slot(me, slot).await,
        None => Ok(()),
    }
}

/// The inventory slot with the most damage a second, if anything beats the fist.
fn best_weapon(inventory: &Inventory) -> Option<usize> {
    let rate = |stack: &ItemStack| {
        let item = Some(stack.item);
        (damage::attack_damage(item) * damage::attack_speed(item) * 100.0) as u32
    };
    let bare = (damage::FIST * damage::FIST_SPEED * 100.0) as u32;
    let slots =
        inventory.slots[..Inventory::MAIN].iter().enumerate().filter_map(|(slot, stack)| Some((slot, (*stack)?)));
    slots
        .filter(|(_, stack)| stack.item.tool().is_some() && rate(stack) > bare)
        .max_by_key(|(slot, stack)| (rate(stack), usize::MAX - slot))
        .map(|(slot, _)| slot)
}

/// Presses the keys that lead straight away from a point.
pub(crate) fn run_from(me: &Me, from: DVec3) {
    let now = me.now();
    let away = now.player.pos - from;
    let (yaw, _) = direction(DVec3::new(away.x, 0.0, away.z));
    me.turn_to(yaw, 0.0);
    me.press(Keys::FORWARD | Keys::SPRINT);
    if now.player.is(PlayerFlags::COLLIDED) || now.player.is(PlayerFlags::IN_WATER) {
        me.press(Keys::JUMP);
    }
}

/// Whether a step back, away from where we look, stays on safe ground.
fn is_safe_behind(now: &Observation) -> bool {
    let yaw = f64::from(now.player.yaw).to_radians();
    let back = DVec3::new(yaw.sin(), 0.0, -yaw.cos());
    let view = now.terrain.view();
    let at = BlockPos::containing(now.player.pos + back * 0.8);
    let hurts = |pos: BlockPos| {
        view.block_or_wall(pos).flags().contains(StateFlags::HURTS) || view.block_or_wall(pos).fluid().is_some()
    };
    let stands = |pos: BlockPos| !view.block_or_wall(pos).flags().contains(StateFlags::NO_COLLISION);
    !hurts(at) && !hurts(at.down(1)) && (stands(at) || stands(at.down(1)) || stands(at.down(2)))
}
