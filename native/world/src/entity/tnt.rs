//! Primed TNT (`TntEntity`).

use glam::DVec3;
use rand::RngExt;

use super::{Around, Entity, Kind};
use crate::explosion::explode;
use crate::level::Dice;
use crate::physics::{Body, Nature, Space, cos, sin};

/// Ticks that a fuse burns.
pub(crate) const FUSE: u32 = 80;
/// Power of its explosion.
const POWER: f32 = 4.0;

/// Primed TNT.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tnt {
    /// Ticks until it explodes.
    pub fuse: u32,
}

impl Tnt {
    /// TNT that was just lit: it hops a little.
    pub(crate) fn entity(pos: DVec3, fuse: u32, dice: &mut Dice) -> Entity {
        let mut body = Body::new(Nature::Thing, pos, 0.98, 0.98, 0.15);
        let way = dice.random::<f32>() * std::f32::consts::TAU;
        body.velocity = DVec3::new(f64::from(-sin(way)) * 0.02, f64::from(0.2_f32), f64::from(-cos(way)) * 0.02);
        Entity::new(body, Kind::Tnt(Tnt { fuse }))
    }
}

pub(super) fn tick(entity: &mut Entity, around: &mut Around<'_>) {
    let Kind::Tnt(tnt) = &mut entity.kind else { return };
    let body = &mut entity.body;
    let space = Space::new(around.level.view(), around.hard);
    body.velocity.y -= 0.04;
    body.shift(&space, body.velocity);
    body.velocity *= f64::from(0.98_f32);
    if body.on_ground {
        body.velocity *= DVec3::new(0.7, -0.5, 0.7);
    }
    tnt.fuse = tnt.fuse.saturating_sub(1);
    if tnt.fuse == 0 {
        entity.removed = true;
        // A sixteenth above its feet.
        let middle = body.pos + DVec3::new(0.0, 0.0625 * f64::from(body.height), 0.0);
        explode(around, None, middle, POWER);
    } else {
        body.begin(&around.level.view());
    }
}
