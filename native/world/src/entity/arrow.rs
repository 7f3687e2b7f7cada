//! Arrows (`PersistentProjectileEntity`).

use anima_body::{Liquids, RayShape, View, raycast};
use anima_rules::{Aabb, Block, EntityKind};
use glam::DVec3;
use rand::RngExt;

use super::{Around, Entity, Kind};
use crate::harm::{Attacker, Damage, Harm};
use crate::level::Dice;
use crate::physics::{Body, Meeting, Nature, Space};

/// An arrow, in flight or stuck in a block.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Arrow {
    /// Half hearts per block of speed.
    pub damage: f64,
    pub critical: bool,
    /// A player may pick it up.
    pub by_player: bool,
    /// The shooter's entity id; 0 for none.
    pub owner: u32,
    /// The shooter's kind, for the entity that is hit.
    pub shooter: EntityKind,
    /// Stuck in a block.
    pub stuck: bool,
    /// Ticks it trembles after it got stuck.
    pub shake: u8,
    /// Ticks it has been stuck.
    pub life: u32,
    /// Has flown clear of the shooter.
    pub left_owner: bool,
}

/// Ticks after which a stuck arrow is gone.
const LIFE: u32 = 1200;
/// How far around a body an arrow still hits it.
const MARGIN: f64 = 0.3_f32 as f64;

impl Arrow {
    /// An arrow that flies off; `spread` is how far off it may go (1 for players).
    pub(crate) fn entity(pos: DVec3, way: DVec3, speed: f32, spread: f64, dice: &mut Dice) -> Entity {
        let mut body = Body::new(Nature::Thing, pos, 0.5, 0.5, 0.13);
        let mut off = || 0.0172275 * spread * (dice.random::<f64>() - dice.random::<f64>());
        let off = DVec3::new(off(), off(), off());
        body.velocity = (way.normalize_or_zero() + off) * f64::from(speed);
        let arrow = Arrow {
            damage: 2.0,
            critical: false,
            by_player: false,
            owner: 0,
            shooter: EntityKind::PLAYER,
            stuck: false,
            shake: 0,
            life: 0,
            left_owner: false,
        };
        Entity::new(body, Kind::Arrow(arrow))
    }
}

/// What an arrow hit on its way.
enum Hit {
    Player,
    Entity(u32),
}

pub(super) fn tick(entity: &mut Entity, around: &mut Around<'_>) {
    let Kind::Arrow(arrow) = &mut entity.kind else { return };
    let body = &mut entity.body;
    let view = around.level.view();
    body.begin(&view);
    arrow.stuck |= is_inside_block(&view, body.pos);
    arrow.shake = arrow.shake.saturating_sub(1);
    if body.is_wet() || view.block(body.feet()).is_some_and(|state| state.block() == Block::POWDER_SNOW) {
        body.fire_ticks = body.fire_ticks.min(0);
    }
    if arrow.stuck {
        rest(entity, &Space::new(view, around.hard), around.dice);
        return;
    }
    let from = body.pos;
    let block = raycast(&view, from, from + body.velocity, RayShape::Collision, Liquids::Pass);
    let to = block.map_or(from + body.velocity, |hit| hit.point);
    match first_hit(entity, around, from, to) {
        Some(hit) => strike(entity, around, hit),
        None if block.is_some() => get_stuck(entity, to),
        None => {}
    }
    let Kind::Arrow(arrow) = &mut entity.kind else { return };
    let body = &mut entity.body;
    body.pos += body.velocity;
    if !arrow.stuck {
        body.velocity *= f64::from(if body.in_water { 0.6_f32 } else { 0.99 });
        body.velocity.y -= f64::from(0.05_f32);
    }
    let velocity = body.velocity;
    if velocity.x != 0.0 || velocity.z != 0.0 {
        entity.yaw = velocity.x.atan2(velocity.z).to_degrees() as f32;
    }
    let view = around.level.view();
    entity.body.touch_blocks(&view);
}

fn is_inside_block(view: &View<'_>, pos: DVec3) -> bool {
    let cell = anima_body::BlockPos::containing(pos);
    view.block(cell).is_some_and(|state| state.collision().iter().any(|b| b.shifted(cell.corner()).contains(pos)))
}

/// A stuck arrow waits; it falls on when its block is gone.
fn rest(entity: &mut Entity, space: &Space<'_>, dice: &mut Dice) {
    let Kind::Arrow(arrow) = &mut entity.kind else { return };
    let body = &mut entity.body;
    let around = Aabb::new(body.pos, body.pos).grown(DVec3::splat(0.06));
    if space.is_empty(&around, Meeting::PLAIN) {
        arrow.stuck = false;
        arrow.life = 0;
        let mut share = || f64::from(dice.random::<f32>() * 0.2);
        body.velocity *= DVec3::new(share(), share(), share());
    } else {
        arrow.life += 1;
        entity.removed = arrow.life >= LIFE;
    }
}

fn get_stuck(entity: &mut Entity, point: DVec3) {
    let Kind::Arrow(arrow) = &mut entity.kind else { return };
    let body = &mut entity.body;
    body.velocity = point - body.pos;
    // A little out of the block, so that it can be seen.
    body.pos -= body.velocity.normalize_or_zero() * f64::from(0.05_f32);
    arrow.stuck = true;
    arrow.shake = 7;
    arrow.critical = false;
}

/// The first body on its way, the player's included.
fn first_hit(entity: &mut Entity, around: &mut Around<'_>, from: DVec3, to: DVec3) -> Option<Hit> {
    let Kind::Arrow(arrow) = &mut entity.kind else { return None };
    let reach = entity.body.bounds().stretched(entity.body.velocity).grown(DVec3::ONE);
    let mut best: Option<(f64, Hit)> = None;
    let mut touches_owner = false;
    let mut consider = |id: u32, bounds: Aabb, hit: Hit| {
        if !reach.intersects(&bounds) {
            return;
        }
        if id == arrow.owner && !arrow.left_owner {
            touches_owner = true;
            return;
        }
        let target = bounds.grown(DVec3::splat(MARGIN));
        if let Some((share, _)) = target.entry(from, to)
            && best.as_ref().is_none_or(|(nearest, _)| share < *nearest)
        {
            best = Some((share, hit));
        }
    };
    if !around.player.is_dead {
        consider(super::PLAYER_ID, around.player.body.bounds(), Hit::Player);
    }
    for other in around.others.iter_mut().filter(|other| other.can_be_shot()) {
        consider(other.id, other.body.bounds(), Hit::Entity(other.id));
    }
    arrow.left_owner |= !touches_owner;
    best.map(|(_, hit)| hit)
}

/// `PersistentProjectileEntity.onEntityHit`
fn strike(entity: &mut Entity, around: &mut Around<'_>, hit: Hit) {
    let Kind::Arrow(arrow) = &mut entity.kind else { return };
    let body = &mut entity.body;
    let mut amount = (body.velocity.length() * arrow.damage).ceil().max(0.0) as u32;
    if arrow.critical {
        amount += around.dice.random_range(0..amount / 2 + 2);
    }
    let by = (arrow.owner != 0).then_some(Attacker { id: arrow.owner, kind: arrow.shooter, pos: body.pos });
    let damage = Damage { harm: Harm::Arrow, amount: amount as f32, by };
    let burns = body.is_burning();
    let got_through = match hit {
        Hit::Player => {
            let got_through = around.player.hurt(damage, around.options, around.dice);
            if got_through && burns {
                around.player.body.ignite(100);
            }
            got_through
        }
        Hit::Entity(id) => {
            let Some(other) = around.others.iter_mut().find(|other| other.id == id) else { return };
            let got_through = other.hurt(damage, 0, around.dice);
            if got_through && burns {
                other.body.ignite(100);
            }
            got_through
        }
    };
    if got_through {
        entity.removed = true;
    } else {
        body.velocity *= -0.1;
        entity.removed = body.velocity.length_squared() < 1e-7;
    }
}
