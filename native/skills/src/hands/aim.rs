//! Where to point the cross-hair.

use crate::me::now::Now;
use anima_body::{BlockPos, Entity, Liquids, Observation, RayShape, raycast};
use anima_rules::{Aabb, Face};
use glam::DVec3;

/// How far hands reach blocks, in blocks from the eyes (survival, 1.19.4).
pub(crate) const REACH: f64 = 4.5;
/// How far hands reach mobs, to strike them or to use something on them, in blocks from the eyes to the box of the mob
/// (survival, 1.19.4).
pub(crate) const REACH_OF_MOBS: f64 = 3.0;
/// Kept off [`REACH`], so that a step of the body in the same tick changes nothing.
const SPARE: f64 = 0.05;

/// A point of a block that the cross-hair can be put on from where the player stands, or `None` if it is out
/// of reach or hidden.
pub fn aim(now: &Now, pos: BlockPos) -> Option<DVec3> {
    aim_from(now, now.player.eyes(), pos)
}

/// As [`aim`], with the eyes elsewhere.
pub(crate) fn aim_from(now: &Now, eyes: DVec3, pos: BlockPos) -> Option<DVec3> {
    let state = now.block(pos)?;
    let view = now.known();
    let meets = |point: &DVec3| {
        let to = reach_through(eyes, *point)?;
        let hit = raycast(&view, eyes, to, RayShape::Outline, Liquids::Pass)?;
        (hit.pos == pos).then_some(())
    };
    state.outline().iter().flat_map(points).map(|point| pos.corner() + point).find(|point| meets(point).is_some())
}

/// A point on one side of a block that the cross-hair can be put on, so that what is placed lands on that side.
pub fn aim_at_side(now: &Now, pos: BlockPos, side: Face) -> Option<DVec3> {
    aim_at_side_from(now, now.player.eyes(), pos, side)
}

/// As [`aim_at_side`], with the eyes elsewhere.
pub(crate) fn aim_at_side_from(now: &Now, eyes: DVec3, pos: BlockPos, side: Face) -> Option<DVec3> {
    points_of_side(now, eyes, pos, side).next()
}

/// The points on one side of a block that the cross-hair can be put on, seen from the eyes, the handiest first.
pub(crate) fn points_of_side(now: &Now, eyes: DVec3, pos: BlockPos, side: Face) -> impl Iterator<Item = DVec3> + '_ {
    let outline = now.block(pos).map_or(&[][..], |state| state.outline());
    let out = side.step().as_dvec3();
    let points = outline.iter().flat_map(move |shape| side_points(shape, out)).map(move |point| pos.corner() + point);
    points.filter(move |point| meets_side(now, eyes, pos, side, *point))
}

/// Whether the cross-hair on a point meets that side of a block, even if it is a hair's breadth off.
pub(crate) fn meets_surely(now: &Now, eyes: DVec3, pos: BlockPos, side: Face, point: DVec3) -> bool {
    const HAIR: f64 = 0.005;
    let along = Face::ALL.into_iter().filter(|face| *face != side && *face != side.opposite());
    along.into_iter().all(|face| meets_side(now, eyes, pos, side, point + face.step().as_dvec3() * HAIR))
}

/// Whether the cross-hair on a point meets that side of a block.
fn meets_side(now: &Now, eyes: DVec3, pos: BlockPos, side: Face, point: DVec3) -> bool {
    let view = now.known();
    let hit = reach_through(eyes, point).and_then(|to| raycast(&view, eyes, to, RayShape::Outline, Liquids::Pass));
    hit.is_some_and(|hit| hit.pos == pos && hit.face == side)
}

/// The end of the line from the eyes through a point at full reach; `None` if the point is farther.
fn reach_through(eyes: DVec3, point: DVec3) -> Option<DVec3> {
    let delta = point - eyes;
    let distance = delta.length();
    (distance <= REACH - SPARE && distance > 1e-6).then(|| eyes + delta * (REACH / distance))
}

/// Points of a box to try, its middle first, then near the middle of each side, then near the corners.
fn points(shape: &Aabb) -> impl Iterator<Item = DVec3> + use<> {
    let (center, half) = (shape.center(), (shape.max - shape.min) / 2.0);
    let sides = Face::ALL.map(|face| center + face.step().as_dvec3() * half * 0.9);
    let corners = (0..8).map(move |i| {
        let sign = |bit: i32| if i & bit == 0 { -0.85 } else { 0.85 };
        center + DVec3::new(sign(1), sign(2), sign(4)) * half
    });
    std::iter::once(center).chain(sides).chain(corners)
}

/// Points on one side of a box, its middle first.
fn side_points(shape: &Aabb, out: DVec3) -> impl Iterator<Item = DVec3> + use<> {
    let (center, half) = (shape.center(), (shape.max - shape.min) / 2.0);
    let flat = DVec3::ONE - out.abs();
    let offsets = [
        (0.0, 0.0),
        (0.7, 0.0),
        (-0.7, 0.0),
        (0.0, 0.7),
        (0.0, -0.7),
        (0.7, 0.7),
        (-0.7, -0.7),
        (0.7, -0.7),
        (-0.7, 0.7),
    ];
    offsets.into_iter().map(move |(a, b)| {
        let along = if flat.x == 0.0 {
            DVec3::new(0.0, a, b)
        } else if flat.y == 0.0 {
            DVec3::new(a, 0.0, b)
        } else {
            DVec3::new(a, b, 0.0)
        };
        center + out * half + along * half
    })
}

/// Blocks from the eyes to the nearest point of the box of a mob.
pub(crate) fn gap(now: &Observation, mob: &Entity) -> f64 {
    now.player.eyes().distance(target_point(now, mob))
}

/// The point of the box of a mob that is nearest to the eyes, a little inside.
pub(crate) fn target_point(now: &Observation, mob: &Entity) -> DVec3 {
    let shape = Aabb::of_body(mob.pos, mob.width, mob.height).grown(DVec3::splat(-0.1));
    now.player.eyes().clamp(shape.min, shape.max)
}

/// Whether a mob is nearer than so many blocks, with nothing between.
pub(crate) fn is_met(now: &Now, mob: &Entity, within: f64) -> bool {
    gap(now, mob) < within && is_in_sight(now, target_point(now, mob))
}

/// Whether no block is between the eyes and a point.
pub(crate) fn is_in_sight(now: &Now, point: DVec3) -> bool {
    raycast(&now.known(), now.player.eyes(), point, RayShape::Outline, Liquids::Pass).is_none()
}
