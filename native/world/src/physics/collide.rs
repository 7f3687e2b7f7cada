//! Boxes of blocks near a body, and how far a body gets among them.

use anima_body::{BlockPos, View};
use anima_rules::{Aabb, BlockState};
use glam::DVec3;
use smallvec::SmallVec;

use super::ground::{Solid, ground};
use super::{Body, Space};

/// Collision boxes around a moving body.
pub(crate) type Boxes = SmallVec<[Aabb; 12]>;

/// Nearer than this is touching, in all of the game's collision code.
const TOUCHING: f64 = 1e-7;

/// What the shape of some blocks depends on (the game's `EntityShapeContext`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    /// Height of the feet.
    pub feet: f64,
    /// Sinks through scaffolding and powder snow.
    pub descends: bool,
    pub fall_distance: f32,
    pub walks_on_powder_snow: bool,
}

impl Meeting {
    /// A body that nothing makes an exception for.
    pub(crate) const PLAIN: Meeting =
        Meeting { feet: f64::NEG_INFINITY, descends: false, fall_distance: 0.0, walks_on_powder_snow: false };

    fn is_above(&self, top: f64) -> bool {
        self.feet > top - f64::from(1e-5_f32)
    }
}

impl Body {
    pub(crate) fn meeting(&self) -> Meeting {
        Meeting {
            feet: self.pos.y,
            descends: self.sneaking,
            fall_distance: self.fall_distance,
            walks_on_powder_snow: self.walks_on_powder_snow,
        }
    }

    /// How far it gets when it wants to move by `movement`, stepping up where it can
    /// (`Entity.adjustMovementForCollisions`).
    pub(super) fn unhindered(&self, space: &Space<'_>, movement: DVec3) -> DVec3 {
        if movement == DVec3::ZERO {
            return movement;
        }
        let meeting = self.meeting();
        let bounds = self.bounds();
        // Hard entities are looked for once, without regard to a step up.
        let hard = space.hard_near(&bounds.stretched(movement));
        let slide_among = |bounds: &Aabb, movement: DVec3| slide_among(&space.view, &hard, bounds, movement, meeting);
        let slid = slide_among(&bounds, movement);
        let (x, y, z) = (movement.x != slid.x, movement.y != slid.y, movement.z != slid.z);
        let grounded = self.on_ground || y && movement.y < 0.0;
        let step = f64::from(self.step_height);
        if step == 0.0 || !grounded || !(x || z) {
            return slid;
        }
        let flat = |v: DVec3| v.x * v.x + v.z * v.z;
        let mut best = slide_among(&bounds, DVec3::new(movement.x, step, movement.z));
        let ahead = bounds.stretched(DVec3::new(movement.x, 0.0, movement.z));
        let up = slide_among(&ahead, DVec3::new(0.0, step, 0.0));
        if up.y < step {
            let level = DVec3::new(movement.x, 0.0, movement.z);
            let over = slide_among(&bounds.shifted(up), level) + up;
            if flat(over) > flat(best) {
                best = over;
            }
        }
        if flat(best) <= flat(slid) {
            return slid;
        }
        let down = DVec3::new(0.0, -best.y + movement.y, 0.0);
        best + slide_among(&bounds.shifted(best), down)
    }

    /// Shortens a sneaking body's movement so that it does not leave its ledge
    /// (`PlayerEntity.adjustMovementForSneaking`).
    pub(super) fn kept_on_ledge(&self, space: &Space<'_>, movement: DVec3) -> DVec3 {
        if !self.sneaking || movement.y > 0.0 || !self.is_above_ground(space) {
            return movement;
        }
        const STEP: f64 = 0.05;
        let nearer = |d: f64| if (-STEP..STEP).contains(&d) { 0.0 } else { d - STEP.copysign(d) };
        let meeting = self.meeting();
        let down = -f64::from(self.step_height);
        let hangs = |x: f64, z: f64| space.is_empty(&self.bounds().shifted(DVec3::new(x, down, z)), meeting);
        let (mut x, mut z) = (movement.x, movement.z);
        while x != 0.0 && hangs(x, 0.0) {
            x = nearer(x);
        }
        while z != 0.0 && hangs(0.0, z) {
            z = nearer(z);
        }
        while x != 0.0 && z != 0.0 && hangs(x, z) {
            x = nearer(x);
            z = nearer(z);
        }
        DVec3::new(x, movement.y, z)
    }

    fn is_above_ground(&self, space: &Space<'_>) -> bool {
        self.on_ground
            || self.fall_distance < self.step_height && {
                let down = f64::from(self.fall_distance - self.step_height);
                !space.is_empty(&self.bounds().shifted(DVec3::new(0.0, down, 0.0)), self.meeting())
            }
    }
}

/// Moves a box among the blocks and the hard entities, each axis by itself: up and down first, then the longer way of
/// the two (`Entity.adjustMovementForCollisions`, the static one).
fn slide_among(view: &View<'_>, hard: &[Aabb], bounds: &Aabb, movement: DVec3, meeting: Meeting) -> DVec3 {
    let mut boxes = boxes_near(view, &bounds.stretched(movement), meeting);
    if !hard.is_empty() {
        boxes.extend_from_slice(hard);
    }
    if boxes.is_empty() {
        return movement;
    }
    let DVec3 { mut x, mut y, mut z } = movement;
    let mut bounds = *bounds;
    if y != 0.0 {
        y = slide::<1>(&bounds, &boxes, y);
        bounds = bounds.shifted(DVec3::new(0.0, y, 0.0));
    }
    let z_first = x.abs() < z.abs();
    if z_first && z != 0.0 {
        z = slide::<2>(&bounds, &boxes, z);
        bounds = bounds.shifted(DVec3::new(0.0, 0.0, z));
    }
    if x != 0.0 {
        x = slide::<0>(&bounds, &boxes, x);
        bounds = bounds.shifted(DVec3::new(x, 0.0, 0.0));
    }
    if !z_first && z != 0.0 {
        z = slide::<2>(&bounds, &boxes, z);
    }
    DVec3::new(x, y, z)
}

/// How far a box gets along one axis (`VoxelShapes.calculateMaxOffset`).
fn slide<const AXIS: usize>(bounds: &Aabb, boxes: &[Aabb], mut distance: f64) -> f64 {
    let (a, b) = ((AXIS + 1) % 3, (AXIS + 2) % 3);
    for block in boxes {
        if distance.abs() < TOUCHING {
            return 0.0;
        }
        let beside = |axis: usize| {
            bounds.max[axis] - TOUCHING > block.min[axis] && bounds.min[axis] + TOUCHING < block.max[axis]
        };
        if !beside(a) || !beside(b) {
            continue;
        }
        if distance > 0.0 {
            let room = block.min[AXIS] - bounds.max[AXIS];
            if room >= -TOUCHING {
                distance = distance.min(room);
            }
        } else {
            let room = block.max[AXIS] - bounds.min[AXIS];
            if room <= TOUCHING {
                distance = distance.max(room);
            }
        }
    }
    distance
}

/// Calls `visit` with the cells whose blocks may reach into a box, those below it for the sake of fences
/// included, until it returns true; a cell without a block (not loaded) is `None`.
#[inline]
fn any_cell(view: &View<'_>, area: &Aabb, mut visit: impl FnMut(BlockPos, Option<BlockState>) -> bool) -> bool {
    let low = BlockPos::containing(area.min - TOUCHING);
    let high = BlockPos::containing(area.max + TOUCHING);
    for z in low.z..=high.z {
        for x in low.x..=high.x {
            let column = view.column(BlockPos::new(x, 0, z).chunk());
            for y in low.y - 1..=high.y {
                let pos = BlockPos::new(x, y, z);
                if visit(pos, column.map(|column| column.block(pos))) {
                    return true;
                }
            }
        }
    }
    false
}

/// The collision boxes that reach into an area. What is not loaded is a wall.
pub(crate) fn boxes_near(view: &View<'_>, area: &Aabb, meeting: Meeting) -> Boxes {
    let mut boxes = Boxes::new();
    any_cell(view, area, |pos, state| {
        each_box(pos, state, meeting, |b| {
            if b.intersects(area) {
                boxes.push(b);
            }
            false
        })
    });
    boxes
}

/// Whether no block reaches into an area (`isSpaceEmpty`).
pub(crate) fn is_free(view: &View<'_>, area: &Aabb, meeting: Meeting) -> bool {
    !any_cell(view, area, |pos, state| each_box(pos, state, meeting, |b| b.intersects(area)))
}

/// Whether a block that stifles reaches into an area (`canCollide` with suffocating blocks only).
pub(crate) fn is_stifled(view: &View<'_>, area: &Aabb) -> bool {
    any_cell(view, area, |pos, state| {
        state.is_none_or(|state| ground(state).suffocates)
            && each_box(pos, state, Meeting::PLAIN, |b| b.intersects(area))
    })
}

/// Calls `visit` with each box of a block, until it returns true.
#[inline]
fn each_box(pos: BlockPos, state: Option<BlockState>, meeting: Meeting, visit: impl FnMut(Aabb) -> bool) -> bool {
    if state == Some(BlockState::AIR) {
        return false;
    }
    let solid = state.map_or(Solid::Cube, |state| ground(state).solid);
    match (solid, state) {
        (Solid::No, _) => false,
        (Solid::Cube, _) | (_, None) => [pos.cube()].into_iter().any(visit),
        (Solid::Boxes, Some(state)) => state.collision().iter().map(|b| b.shifted(pos.corner())).any(visit),
        (_, Some(state)) => unusual(pos, state, meeting).into_iter().any(visit),
    }
}

/// The boxes of blocks whose shape depends on place or body.
#[cold]
fn unusual(pos: BlockPos, state: BlockState, meeting: Meeting) -> SmallVec<[Aabb; 7]> {
    let cube_top = f64::from(pos.y) + 1.0;
    let boxes = |boxes: &[Aabb], by: DVec3| boxes.iter().map(|b| b.shifted(pos.corner() + by)).collect();
    let one = |b: Aabb| boxes(&[b], DVec3::ZERO);
    match ground(state).solid {
        Solid::Offset(limit) => {
            // The table holds the boxes as they lie at the origin, where the offset is the lowest there is.
            let limit = f64::from(limit) / 64.0;
            boxes(state.collision(), sideways(pos, limit) + DVec3::new(limit, 0.0, limit))
        }
        // `ScaffoldingBlock.getCollisionShape`
        Solid::Scaffolding if meeting.is_above(cube_top) && !meeting.descends => boxes(state.collision(), DVec3::ZERO),
        Solid::Scaffolding if state.is("bottom") && state.number("distance") != Some(0) => {
            if meeting.is_above(cube_top - 1.0) {
                one(Aabb::sixteenths(0.0, 0.0, 0.0, 16.0, 2.0, 16.0))
            } else {
                SmallVec::new()
            }
        }
        // `PowderSnowBlock.getCollisionShape`
        Solid::PowderSnow if meeting.fall_distance > 2.5 => {
            one(Aabb::new(DVec3::ZERO, DVec3::new(1.0, f64::from(0.9_f32), 1.0)))
        }
        Solid::PowderSnow if meeting.walks_on_powder_snow && meeting.is_above(cube_top) && !meeting.descends => {
            one(Aabb::CUBE)
        }
        _ => SmallVec::new(),
    }
}

/// The random sideways offset of a block at a place, at most `limit` each way (`AbstractBlock.getModelOffset`).
fn sideways(pos: BlockPos, limit: f64) -> DVec3 {
    let hash = i64::from(pos.x.wrapping_mul(3_129_871)) ^ i64::from(pos.z).wrapping_mul(116_129_781);
    let hash = hash.wrapping_mul(hash).wrapping_mul(42_317_861).wrapping_add(hash.wrapping_mul(11)) >> 16;
    let part = |bits: i64| ((f64::from((bits & 15) as f32 / 15.0) - 0.5) * 0.5).clamp(-limit, limit);
    DVec3::new(part(hash), 0.0, part(hash >> 8))
}
