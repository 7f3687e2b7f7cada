//! Goals of a mob that attacks with tooth, claw and fuse.

use anima_body::{BlockPos, Effect};
use anima_rules::damage::{FIST, attack_damage};
use anima_rules::{EntityKind, Item};
use glam::DVec3;
use rand::RngExt;

use super::halved;
use crate::Difficulty;
use crate::entity::mob::{Figure, Me, Motion, Own};
use crate::entity::{Around, PLAYER_ID};
use crate::harm::{Damage, Harm};

/// Ticks between two blows.
const PAUSE: u32 = 20;

/// What the goal of attacking remembers.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::entity::mob) struct Fight {
    /// Ticks until it may look for a way again.
    next_path: u32,
    /// Ticks until the next blow.
    next_blow: u32,
    /// Where the target was when it last looked for a way.
    aimed_at: DVec3,
    /// The tick in which it last asked whether to attack.
    asked: u64,
}

/// `MeleeAttackGoal.canStart`: asked once a second.
pub(super) fn can_attack(me: &mut Me<'_>, around: &mut Around<'_>) -> bool {
    let fight = &mut me.mob.mind.fight;
    if around.now < fight.asked + 20 {
        return false;
    }
    fight.asked = around.now;
    let Some(target) = me.target(around) else { return false };
    if me.mob.gear.holds(Item::BOW) {
        return false;
    }
    me.mob.route.draft = me.find_way(around, BlockPos::containing(target.pos), 0);
    me.mob.route.draft.is_some() || reaches(me, &target)
}

pub(super) fn goes_on_attacking(me: &mut Me<'_>, around: &Around<'_>, persists: bool) -> bool {
    me.target(around).is_some() && (persists || !me.mob.route.is_done())
}

/// `SpiderEntity.AttackGoal.shouldContinue`
pub(super) fn keeps_heart(me: &mut Me<'_>, around: &mut Around<'_>) -> bool {
    if me.brightness(around) >= 0.5 && around.dice.random_range(0..100) == 0 {
        me.mob.mind.aim.drop_target();
        return false;
    }
    goes_on_attacking(me, around, true)
}

pub(super) fn start(me: &mut Me<'_>, speed: f64) {
    let draft = me.mob.route.draft.take();
    me.mob.route.follow(draft, speed);
    me.mob.aggressive = true;
    let fight = &mut me.mob.mind.fight;
    (fight.next_path, fight.next_blow) = (0, 0);
}

pub(super) fn stop(me: &mut Me<'_>) {
    me.mob.aggressive = false;
    me.mob.route.stop();
}

/// `MeleeAttackGoal.tick`
pub(super) fn attack(me: &mut Me<'_>, around: &mut Around<'_>, speed: f64, persists: bool) {
    let Some(target) = me.target(around) else { return };
    me.mob.head.look_at(target.eyes(), 30.0, 30.0);
    let distance_squared = me.body.pos.distance_squared(target.pos);
    let fight = &mut me.mob.mind.fight;
    fight.next_path = fight.next_path.saturating_sub(1);
    fight.next_blow = fight.next_blow.saturating_sub(1);
    let may_look = fight.next_path == 0;
    if may_look && (persists || me.sees(around, &target)) {
        let aimed_at = me.mob.mind.fight.aimed_at;
        let moved = aimed_at == DVec3::ZERO || target.pos.distance_squared(aimed_at) >= 1.0;
        if moved || around.dice.random::<f32>() < 0.05 {
            let mut pause = 4 + around.dice.random_range(0..7);
            pause += match distance_squared {
                d if d > 1024.0 => 10,
                d if d > 256.0 => 5,
                _ => 0,
            };
            if !me.walk_to(around, BlockPos::containing(target.pos), 1, speed) {
                pause += 15;
            }
            let fight = &mut me.mob.mind.fight;
            (fight.aimed_at, fight.next_path) = (target.pos, pause);
        }
    }
    if me.mob.mind.fight.next_blow == 0 && reaches(me, &target) {
        me.mob.mind.fight.next_blow = PAUSE;
        strike(me, around, &target);
    }
}

/// Whether a blow reaches (`getSquaredMaxAttackDistance`).
fn reaches(me: &Me<'_>, target: &Figure) -> bool {
    let reach_squared = match me.mob.traits.motion {
        Motion::Climbs => 4.0,
        _ => f64::from(me.body.width * 2.0 * me.body.width * 2.0),
    };
    me.body.pos.distance_squared(target.pos) <= reach_squared + f64::from(target.width)
}

/// One blow (`MobEntity.tryAttack`).
pub(in crate::entity::mob) fn strike(me: &mut Me<'_>, around: &mut Around<'_>, target: &Figure) -> bool {
    let kind = me.mob.kind;
    if kind == EntityKind::CREEPER {
        return true;
    }
    let weapon = me.mob.gear.hand.map_or(0.0, |stack| attack_damage(Some(stack.item)) - FIST);
    let amount = match kind {
        // IronGolemEntity.tryAttack
        EntityKind::IRON_GOLEM => 7.5 + around.dice.random_range(0..15) as f32,
        _ => me.mob.traits.damage + weapon,
    };
    let damage = Damage { harm: Harm::Mob, amount, by: Some(me.attacker()) };
    if !me.harm(around, target.id, damage) {
        return false;
    }
    if kind == EntityKind::IRON_GOLEM {
        around.push(target.id, DVec3::new(0.0, f64::from(0.4_f32), 0.0));
    }
    // ZombieEntity.tryAttack
    let hardness = around.regional_difficulty();
    if target.id == PLAYER_ID {
        let seconds = match (kind, around.options.difficulty) {
            (EntityKind::HUSK, _) if me.mob.gear.hand.is_none() => Some((Effect::Hunger, 7 * hardness as u32)),
            (EntityKind::CAVE_SPIDER, Difficulty::Normal) => Some((Effect::Poison, 7)),
            (EntityKind::CAVE_SPIDER, Difficulty::Hard) => Some((Effect::Poison, 15)),
            _ => None,
        };
        if let Some((effect, seconds)) = seconds {
            around.player.add_effect(effect, 0, seconds * 20);
        }
    }
    let torch = me.mob.gear.hand.is_none() && me.body.is_burning();
    if torch && me.is_zombie() && around.dice.random::<f32>() < hardness * 0.3 {
        around.ignite(target.id, 40 * hardness as i32);
    }
    true
}

/// `PounceAtTargetGoal.canStart`
pub(super) fn can_leap(me: &mut Me<'_>, around: &mut Around<'_>) -> bool {
    let Some(target) = me.target(around) else { return false };
    let distance_squared = me.body.pos.distance_squared(target.pos);
    (4.0..=16.0).contains(&distance_squared) && me.body.on_ground && around.dice.random_range(0..halved(5)) == 0
}

pub(super) fn leap(me: &mut Me<'_>, around: &Around<'_>, height: f64) {
    let Some(target) = me.target(around) else { return };
    let mut way = DVec3::new(target.pos.x - me.body.pos.x, 0.0, target.pos.z - me.body.pos.z);
    if way.length_squared() > 1e-7 {
        way = way.normalize() * 0.4 + me.body.velocity * 0.2;
    }
    me.body.velocity = DVec3::new(way.x, height, way.z);
}

/// `CreeperIgniteGoal.canStart`
pub(super) fn can_swell(me: &mut Me<'_>, around: &Around<'_>) -> bool {
    let target = me.target(around);
    let Own::Creeper(fuse) = &me.mob.own else { return false };
    fuse.lit || target.is_some_and(|target| me.body.pos.distance_squared(target.pos) < 9.0)
}

pub(super) fn swell(me: &mut Me<'_>, around: &mut Around<'_>) {
    let lit = me
        .target(around)
        .is_some_and(|target| me.body.pos.distance_squared(target.pos) <= 49.0 && me.sees(around, &target));
    if let Own::Creeper(fuse) = &mut me.mob.own {
        fuse.lit = lit;
    }
}
