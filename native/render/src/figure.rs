//! Entities as coloured boxes, and where in the picture each may show.

use std::ops::Range;

use anima_body::{Entity, EntityFlags};
use anima_rules::Aabb;
use glam::{DVec3, Vec3};

use crate::camera::Lens;
use crate::colour;

/// One box of an entity.
pub(crate) struct Figure {
    pub shape: Aabb,
    pub colour: Vec3,
    /// Columns and rows of the pixels whose rays may meet it: the rays of all others need not ask.
    pub columns: Range<usize>,
    pub rows: Range<usize>,
}

impl Figure {
    fn new(shape: Aabb, colour: Vec3, lens: &Lens) -> Figure {
        let (columns, rows) = lens.extent(shape);
        Figure { shape, colour, columns, rows }
    }
}

/// The boxes of an entity: body and, for what has one, head.
pub(crate) fn of(entity: &Entity, lens: &Lens) -> Vec<Figure> {
    let (mut body, mut head) = colour::entity(entity.kind, entity.variant);
    if entity.flags.contains(EntityFlags::HURT) {
        (body, head) = (body.lerp(Vec3::X, 0.5), head.lerp(Vec3::X, 0.5));
    }
    let whole = Aabb::of_body(entity.pos, entity.width, entity.height);
    if entity.health.is_none() {
        return vec![Figure::new(whole, body, lens)];
    }
    let yaw = f64::from(entity.yaw).to_radians();
    let ahead = DVec3::new(-yaw.sin(), 0.0, yaw.cos())
        * if entity.width > entity.height * 0.5 { entity.width * 0.45 } else { 0.0 };
    let size = (entity.width * 0.6).min(entity.height * 0.45);
    let neck = entity.pos + ahead + DVec3::new(0.0, entity.height - size, 0.0);
    let trunk = Aabb::of_body(entity.pos, entity.width, entity.height - size * 0.8);
    vec![Figure::new(trunk, body, lens), Figure::new(Aabb::of_body(neck, size, size), head, lens)]
}
