//! What wants to kill us, and what a fight with it would cost.

use anima_body::{BlockPos, Entity, EntityFlags, Observation, PlayerFlags};
use anima_rules::{EntityKind, Foe, damage};

use smallvec::SmallVec;

use crate::Me;
use crate::hands::aim::{gap, is_met};
use crate::hands::equip::has_shield;
use crate::hands::hold::weapon;
use crate::senses::Senses;
use crate::senses::atlas::FRESH;

/// Blocks within which a mob that only hits from close by matters.
const NEAR: f64 = 6.5;
/// Blocks beyond which a mob that has not noticed us is ignored.
const UNAWARE: f64 = 3.5;
/// Bows are drawn at what is nearer than this (`BowAttackGoal`: 15 blocks).
pub(crate) const IN_SHOT: f64 = 15.0;
/// Blocks of difference in height from which on a mob that only walks is ignored.
const LEDGE: f64 = 3.5;
/// Ticks for which a mob is assumed to be where it was last seen.
const REMEMBERED: u64 = 600;
/// Blocks around a place within which a mob counts as its guard.
const GUARDED_AROUND: f64 = 12.0;
/// Health that is kept back: a fight that would cost more than the rest is not begun.
pub(crate) const SPARE: f32 = 5.0;
/// Ticks that a running agent looks ahead.
const AHEAD: f64 = 15.0;
/// Blocks to keep from hostile mobs on the way.
const SHY: i32 = 8;
/// Blocks to keep from hostile mobs that shoot.
const SHY_OF_BOWS: i32 = 15;
/// Mobs, the nearest ones, that a way keeps away from.
const MOST: usize = 10;

/// Whether it shoots.
pub(crate) fn shoots(foe: &Entity) -> bool {
    Foe::of(foe.kind).shot.is_ready(foe.item)
}

/// Whether a kind of mob attacks players unasked.
pub(crate) fn is_hostile(kind: EntityKind) -> bool {
    Foe::of(kind).is_hostile
}

/// Whether it attacks players unasked, or shows that it is angry with one.
fn is_after_us(foe: &Entity) -> bool {
    is_hostile(foe.kind) || foe.kind == EntityKind::ENDERMAN && foe.flags.contains(EntityFlags::AGGRESSIVE)
}

/// Whether its fuse burns.
pub(crate) fn is_lit(foe: &Entity) -> bool {
    foe.flags.contains(EntityFlags::FUSE_LIT)
}

/// Blocks a tick that a mob walks after its prey: `generic.movement_speed` squared, less friction. Young zombies and
/// the like run half as fast again.
pub(crate) fn speed(foe: &Entity) -> f64 {
    let young = if foe.flags.contains(EntityFlags::BABY) { 1.5 } else { 1.0 };
    let attribute = Foe::of(foe.kind).speed * young;
    attribute * attribute / (1.0 - 0.546)
}

/// The hostile mobs in sight, or so until just now, that are after us or in the way; the nearest first.
pub(crate) fn threats(me: &Me) -> Vec<Entity> {
    let now = me.now();
    let senses = me.senses();
    let fresh = entities_since(&senses, now.tick, FRESH);
    let alive = |foe: &&Entity| is_after_us(foe) && !foe.flags.contains(EntityFlags::DYING);
    // An ignored foe counts again once it is near with nothing between, or once its blows reach us, through a wall too.
    let is_upon_us = |foe: &Entity| is_met(&now, foe, UNAWARE) || !shoots(foe) && reaches_us(&now, foe);
    let counts = |foe: &&Entity| !senses.atlas().is_let_be(foe.id) || is_lit(foe) || is_upon_us(foe);
    let known = fresh.filter(alive).filter(counts);
    let mut threats: Vec<Entity> = known.filter(|foe| matters(&now, foe)).cloned().collect();
    threats.sort_by(|a, b| gap(&now, a).total_cmp(&gap(&now, b)).then(a.id.cmp(&b.id)));
    threats
}

fn matters(now: &Observation, foe: &Entity) -> bool {
    let distance = gap(now, foe);
    if is_lit(foe) {
        return distance < 8.0;
    }
    let is_aware = looks_aware(now, foe);
    let is_level = (foe.pos.y - now.player.pos.y).abs() < LEDGE;
    match shoots(foe) {
        true => distance < IN_SHOT && is_aware,
        false => is_level && (distance < UNAWARE || (is_aware && distance < NEAR)),
    }
}

/// Whether its blows reach us, through a wall, too: it asks for the distance only
/// (`MeleeAttackGoal.getSquaredMaxAttackDistance`, and that of spiders).
pub(crate) fn reaches_us(now: &Observation, foe: &Entity) -> bool {
    const WIDTH: f64 = 0.6;
    let reach_squared = Foe::of(foe.kind).reach_squared.unwrap_or(4.0 * foe.width * foe.width);
    foe.pos.distance_squared(now.player.pos) <= reach_squared + WIDTH
}

/// Whether it looks as if it was after us: it raises its arms or its bow, or, where nothing shows what it is about,
/// it comes at us.
fn looks_aware(now: &Observation, foe: &Entity) -> bool {
    /// Blocks a tick below which it stands, about.
    const STANDS: f64 = 0.03;
    if Foe::of(foe.kind).shows_anger {
        return foe.flags.contains(EntityFlags::AGGRESSIVE);
    }
    let way = (now.player.pos - foe.pos).with_y(0.0).normalize_or_zero();
    let going = foe.velocity.with_y(0.0);
    going.length() > STANDS && going.normalize().dot(way) > 0.7
}

/// Whether a running agent leaves it behind by just going on.
pub(crate) fn is_outrun(now: &Observation, foe: &Entity) -> bool {
    if !now.player.is(PlayerFlags::SPRINTING) || now.player.is(PlayerFlags::IN_WATER) {
        return false;
    }
    let run = now.player.velocity.with_y(0.0);
    let way = (foe.pos - now.player.pos).with_y(0.0);
    if run.length() < 0.1 {
        return false;
    }
    let then = way - run.normalize() * 0.28 * AHEAD;
    let closed = (way.length() - then.length()).max(0.0);
    let is_ahead = run.dot(way) > 0.0 && closed > 1.0;
    match shoots(foe) {
        // Arrows miss an agent that runs past, but not one that runs straight at the bow.
        true => way.length() > 5.0,
        false => !is_ahead && way.length() > 1.8 && then.length() > 2.5 + speed(foe) * AHEAD,
    }
}

/// Health that fighting them all with what is carried would cost, about.
///
/// Measured in the arenas of the `fights` bench: what a foe costs for each tick that it lives.
pub(crate) fn cost(now: &Observation, foes: &[Entity]) -> f32 {
    let held = weapon(&now.inventory);
    let item = held.map(|stack| stack.item);
    let blow = damage::attack_damage(item).max(1.0);
    // A hurt mob cannot be hurt again for half a second (`LivingEntity.timeUntilRegen`).
    let pause = (20.0 / damage::attack_speed(item)).max(10.0);
    let is_shielded = has_shield(&now.inventory);
    let mut ticks = 0.0;
    let mut lost = 0.0;
    for (number, foe) in foes.iter().enumerate() {
        let blows = (Foe::of(foe.kind).health / blow).ceil();
        ticks += blows * (pause + 4.0) + 10.0;
        lost += ticks * harm(foe, number > 0, is_shielded);
    }
    lost
}

/// The entities that were seen in the last so many ticks before `tick`.
fn entities_since(senses: &Senses, tick: u64, ticks: u64) -> impl Iterator<Item = &Entity> {
    let fresh = senses.atlas().entities().filter(move |seen| tick.saturating_sub(seen.tick) < ticks);
    fresh.map(|seen| &seen.entity)
}

/// The hostile mobs that were seen lately, wherever they are.
pub(crate) fn seen_lately(me: &Me) -> Vec<Entity> {
    let (tick, senses) = (me.now().tick, me.senses());
    let foes = entities_since(&senses, tick, REMEMBERED).filter(|entity| is_after_us(entity));
    foes.filter(|foe| !foe.flags.contains(EntityFlags::DYING)).cloned().collect()
}

/// Where hostile mobs were seen lately, and how far to keep from each.
pub(crate) fn hostile_near(me: &Me) -> Vec<(BlockPos, i32)> {
    let now = me.now();
    let feet = now.player.feet();
    let senses = me.senses();
    let hostile = entities_since(&senses, now.tick, REMEMBERED).filter(|entity| is_hostile(entity.kind));
    let places = hostile.map(|foe| {
        let shy = if shoots(foe) { SHY_OF_BOWS } else { SHY };
        (BlockPos::containing(foe.pos), shy)
    });
    let mut near: Vec<(BlockPos, i32)> = places.filter(|(pos, _)| pos.distance_squared(feet) < 32 * 32).collect();
    // A search asks about each of them for every cell.
    near.sort_by_key(|(pos, _)| (pos.distance_squared(feet), *pos));
    near.truncate(MOST);
    near
}

/// How many hostile mobs were seen lately within 16 blocks of a place.
pub fn hostile_mobs_near(me: &Me, pos: BlockPos) -> u32 {
    const NEAR: f64 = 16.0;
    let (tick, senses) = (me.now().tick, me.senses());
    let near = entities_since(&senses, tick, REMEMBERED).filter(|entity| entity.pos.distance(pos.center()) < NEAR);
    near.filter(|entity| is_hostile(entity.kind)).count() as u32
}

/// Whether those of some mobs that are around a place are more than we could deal with there.
pub(crate) fn is_guarded(now: &Observation, foes: &[Entity], pos: BlockPos) -> bool {
    let near = |foe: &&Entity| foe.pos.distance(pos.center()) < GUARDED_AROUND;
    let guards: SmallVec<[Entity; 8]> = foes.iter().filter(near).cloned().collect();
    !guards.is_empty() && cost(now, &guards) > (now.player.health - SPARE).max(1.0)
}

/// Health that a foe costs for each tick that it lives; more if we are at grips with another.
fn harm(foe: &Entity, is_second: bool, is_shielded: bool) -> f32 {
    let crowd = if is_second { 0.01 } else { 0.0 };
    let baby = if foe.flags.contains(EntityFlags::BABY) { 0.02 } else { 0.0 };
    let alone = match shoots(foe) {
        true if is_shielded => 0.01,
        true => 0.055,
        false => Foe::of(foe.kind).harm,
    };
    alone + crowd + baby
}
