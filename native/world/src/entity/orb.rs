//! Experience orbs (`ExperienceOrbEntity`).

use anima_rules::FluidKind;
use anima_rules::experience::orbs;
use glam::DVec3;
use rand::RngExt;

use super::{Around, Entities, Entity, Kind, burnt_and_pricked, drag, push_out_of_blocks};
use crate::level::Dice;
use crate::physics::{Body, Nature, Space};

/// Experience that lies about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Orb {
    /// Points of each orb.
    pub points: u32,
    /// Orbs in one.
    pub count: u32,
    /// Ticks since it appeared.
    pub age: u32,
    /// Flies to the player.
    pub drawn: bool,
    /// What fire leaves of it, from 5.
    pub health: f32,
}

/// How far a player draws orbs, in blocks.
const REACH: f64 = 8.0;

impl Entities {
    /// Splits experience into orbs, as many of one size as possible in one (`ExperienceOrbEntity.spawn`).
    pub(crate) fn add_experience(&mut self, points: u32, pos: DVec3, dice: &mut Dice) {
        for size in orbs(points) {
            let chance = dice.random_range(0..40);
            let near = |entity: &&mut Entity| (entity.body.pos - pos).abs().max_element() < 0.75;
            let like = self.iter_mut().filter(near).find_map(|entity| match &mut entity.kind {
                Kind::Orb(orb) if orb.points == size && entity.id % 40 == chance && !entity.removed => Some(orb),
                _ => None,
            });
            match like {
                Some(orb) => {
                    orb.count += 1;
                    orb.age = 0;
                }
                None => {
                    self.add(Orb::entity(size, pos, dice));
                }
            }
        }
    }
}

impl Orb {
    pub(super) fn entity(points: u32, pos: DVec3, dice: &mut Dice) -> Entity {
        let mut body = Body::new(Nature::Thing, pos, 0.5, 0.5, 0.425);
        let mut part = |least: f64| (dice.random::<f64>() * 0.2 + least) * 2.0;
        body.velocity = DVec3::new(part(-0.1), part(0.0), part(-0.1));
        Entity::new(body, Kind::Orb(Orb { points, count: 1, age: 0, drawn: false, health: 5.0 }))
    }
}

pub(super) fn tick(entity: &mut Entity, around: &mut Around<'_>) {
    let Kind::Orb(orb) = &mut entity.kind else { return };
    let body = &mut entity.body;
    let space = Space::new(around.level.view(), around.hard);
    let view = &space.view;
    body.begin(view);
    if body.eyes_in_water {
        let drag = f64::from(0.99_f32);
        let rise = (body.velocity.y + f64::from(5e-4_f32)).min(f64::from(0.06_f32));
        body.velocity = DVec3::new(body.velocity.x * drag, rise, body.velocity.z * drag);
    } else {
        body.velocity.y -= 0.03;
    }
    let fluid = view.block(body.feet()).and_then(|state| state.fluid());
    if fluid.is_some_and(|fluid| fluid.kind == FluidKind::Lava) {
        let mut part = || f64::from((around.dice.random::<f32>() - around.dice.random::<f32>()) * 0.2);
        body.velocity = DVec3::new(part(), f64::from(0.2_f32), part());
    }
    if !space.is_empty(&body.bounds(), body.meeting()) {
        push_out_of_blocks(body, view, around.dice);
    }
    let eyes = f64::from(around.player.body.eye_height);
    let way = around.player.body.pos + DVec3::new(0.0, eyes / 2.0, 0.0) - body.pos;
    let player_near = body.pos.distance_squared(around.player.body.pos) < REACH * REACH;
    if entity.age % 20 == 1 {
        orb.drawn = player_near;
    }
    orb.drawn &= !around.player.is_dead;
    let distance = way.length();
    if orb.drawn && distance < REACH {
        let pull = 1.0 - distance / REACH;
        body.velocity += way.normalize_or_zero() * (pull * pull * 0.1);
    }
    body.shift(&space, body.velocity);
    drag(body, view, -0.9);
    orb.age += 1;
    orb.health -= burnt_and_pricked(body, false);
    entity.removed |= orb.age >= 6000 || orb.health <= 0.0;
}
