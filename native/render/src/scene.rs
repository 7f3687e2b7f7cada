//! What rays through the blocks meet, and its colours.

use anima_body::{BlockPos, Terrain};
use anima_rules::{Aabb, Block, BlockState, Face, Fluid, StateFlags};
use glam::{DVec3, IVec3, Vec3};

use crate::camera::Camera;
use crate::colour::{self, Paint, Style};
use crate::figure::Figure;
use crate::land::Land;
use crate::sky::Sky;

/// All that can be seen from an eye.
pub(crate) struct Scene<'a> {
    camera: Camera,
    sky: Sky,
    land: Land<'a>,
    /// What the eye is in.
    around: Option<Block>,
}

/// What a ray has met so far.
pub(crate) struct Sight {
    ray: DVec3,
    pub from: DVec3,
    pub to: DVec3,
    /// What ends it: at first the nearest figure.
    end: Option<Hit>,
    /// Glass and water tint what is behind them.
    tint: Vec3,
    /// How much of the colour is tint, 0..1.
    tinted: f32,
    /// The glass or water met last, at first what the eye is in.
    last_clear: Option<Block>,
}

struct Hit {
    /// The share of the ray before it.
    share: f64,
    colour: Vec3,
}

impl Sight {
    fn tint(&mut self, colour: Vec3, strength: f32) {
        let share = strength * (1.0 - self.tinted);
        self.tint += colour * share;
        self.tinted += share;
    }
}

impl Scene<'_> {
    pub fn new(terrain: &Terrain, camera: Camera) -> Scene<'_> {
        let land = Land::around(terrain, camera.eye, camera.distance);
        let around = land.block(BlockPos::containing(camera.eye)).map(BlockState::block);
        Scene { camera, sky: Sky::at(camera.day_time), land, around }
    }

    /// What is seen in a direction in which these figures may stand.
    pub fn colour_along<'a>(&self, ray: DVec3, figures: impl Iterator<Item = &'a Figure>) -> Vec3 {
        let mut sight = self.sight(ray, figures);
        self.land.walk(sight.from, sight.to, |pos, state| self.meet(&mut sight, pos, state));
        self.colour(&sight)
    }

    /// A ray that has met no block yet.
    pub fn sight<'a>(&self, ray: DVec3, figures: impl Iterator<Item = &'a Figure>) -> Sight {
        let from = self.camera.eye;
        let to = from + ray * self.camera.distance;
        let end = self.nearest_figure(figures, from, to);
        Sight { ray, from, to, end, tint: Vec3::ZERO, tinted: 0.0, last_clear: self.around }
    }

    /// Takes a ray through a block that is not air; `Some` if it ends there or before.
    pub fn meet(&self, sight: &mut Sight, pos: BlockPos, state: BlockState) -> Option<()> {
        let (from, to) = (sight.from, sight.to);
        let paint = colour::paint(state);
        let liquid = state.fluid().filter(|_| paint.style == Style::Clear);
        let (share, face) = match liquid {
            Some(fluid) => nearest(&[fluid_box(&self.land, pos, fluid)], pos, from, to)?,
            None => nearest(visible_boxes(state), pos, from, to)?,
        };
        if sight.end.as_ref().is_some_and(|end| share > end.share) {
            return Some(());
        }
        let point = from + (to - from) * share;
        match paint.style {
            Style::Sparse if is_gap(pos, point) => return None,
            Style::Clear => {
                let (first, further) = if liquid.is_some() { (0.45, 0.06) } else { (0.3, 0.0) };
                sight.tint(paint.base, if sight.last_clear == Some(state.block()) { further } else { first });
                sight.last_clear = Some(state.block());
                return None;
            }
            _ => {}
        }
        sight.end = Some(Hit { share, colour: self.block_colour(pos, state, paint, face, point) });
        Some(())
    }

    /// What is seen at the end of a ray.
    pub fn colour(&self, sight: &Sight) -> Vec3 {
        let seen = match &sight.end {
            None => self.sky.colour(sight.ray),
            Some(hit) => {
                let far = hit.share.powi(4) as f32;
                hit.colour.lerp(self.sky.haze(), far)
            }
        };
        seen * (1.0 - sight.tinted) + sight.tint * self.sky.outdoors()
    }

    fn nearest_figure<'a>(&self, figures: impl Iterator<Item = &'a Figure>, from: DVec3, to: DVec3) -> Option<Hit> {
        let hits = figures.filter_map(|figure| Some((figure.shape.entry(from, to)?, figure.colour)));
        let ((share, axis), colour) = hits.min_by(|a, b| a.0.0.total_cmp(&b.0.0))?;
        let face = entered(axis, to[axis] < from[axis]);
        let light = self.light(BlockPos::containing(from + (to - from) * share));
        Some(Hit { share, colour: colour * light * side_light(face) })
    }

    fn light(&self, pos: BlockPos) -> Vec3 {
        if pos.y > self.land.roof(pos) { self.sky.outdoors() } else { self.sky.indoors() }
    }

    fn block_colour(&self, pos: BlockPos, state: BlockState, paint: Paint, face: Face, point: DVec3) -> Vec3 {
        let (u, v) = on_face(face, point - pos.corner());
        let grain = noise(pos, face as i32, (u * 8.0) as i32, (v * 8.0) as i32);
        let mut colour = match paint.style {
            Style::Topped if face == Face::Up => paint.accent,
            Style::Topped if face != Face::Down && v > 0.8 + 0.1 * grain => paint.accent,
            Style::Speckled if speckle(pos, face, u, v) => paint.accent,
            Style::Ringed if is_log_end(state, face) => {
                let ring = ((u - 0.5).abs().max((v - 0.5).abs()) * 8.0) as i32;
                if ring == 3 { paint.base } else { paint.accent * (0.85 + 0.1 * (ring & 1) as f32) }
            }
            Style::Sparse => paint.base.lerp(paint.accent, grain),
            Style::Glowing => paint.base.lerp(paint.accent, grain),
            _ => paint.base,
        };
        let takes_tint = paint.style != Style::Topped || colour == paint.accent;
        if takes_tint
            && colour::is_tinted(state.block())
            && let Some(column) = self.land.column(pos.chunk())
        {
            colour *= colour::tint(column.biome(pos));
        }
        if paint.style == Style::Glowing {
            return colour;
        }
        colour *= 0.92 + 0.12 * grain;
        let in_front = pos + face.step();
        let corner_shade =
            if state.flags().contains(StateFlags::FULL_CUBE) { shade(&self.land, in_front, face, u, v) } else { 1.0 };
        colour * self.light(in_front) * (side_light(face) * corner_shade)
    }
}

fn visible_boxes(state: BlockState) -> &'static [Aabb] {
    if state.flags().contains(StateFlags::FULL_CUBE) { &[Aabb::CUBE] } else { state.outline() }
}

fn fluid_box(land: &Land<'_>, pos: BlockPos, fluid: Fluid) -> Aabb {
    let same = |state: BlockState| state.fluid().is_some_and(|above| above.kind == fluid.kind);
    let height = if land.block(pos.up(1)).is_some_and(same) { 1.0 } else { f64::from(fluid.height()) };
    Aabb::new(DVec3::ZERO, DVec3::new(1.0, height, 1.0))
}

fn nearest(boxes: &[Aabb], pos: BlockPos, from: DVec3, to: DVec3) -> Option<(f64, Face)> {
    let entries = boxes.iter().filter_map(|shape| shape.shifted(pos.corner()).entry(from, to));
    let (share, axis) = entries.min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some((share, entered(axis, to[axis] < from[axis])))
}

fn entered(axis: usize, downwards: bool) -> Face {
    let faces = [[Face::West, Face::East], [Face::Down, Face::Up], [Face::North, Face::South]];
    faces[axis][usize::from(downwards)]
}

/// The game's shading per side.
fn side_light(face: Face) -> f32 {
    match face {
        Face::Up => 1.0,
        Face::North | Face::South => 0.8,
        Face::West | Face::East => 0.62,
        Face::Down => 0.5,
    }
}

/// Where on a side a point is: across and up, 0..1.
fn on_face(face: Face, within: DVec3) -> (f32, f32) {
    let (u, v) = match face {
        Face::Up | Face::Down => (within.x, within.z),
        Face::North | Face::South => (within.x, within.y),
        Face::West | Face::East => (within.z, within.y),
    };
    (u.clamp(0.0, 0.999) as f32, v.clamp(0.0, 0.999) as f32)
}

/// Darkens towards corners that other blocks close in.
fn shade(land: &Land<'_>, front: BlockPos, face: Face, u: f32, v: f32) -> f32 {
    let (across, upwards) = match face {
        Face::Up | Face::Down => (IVec3::X, IVec3::Z),
        Face::North | Face::South => (IVec3::X, IVec3::Y),
        Face::West | Face::East => (IVec3::Z, IVec3::Y),
    };
    let blocked = |a: i32, b: i32| {
        let state = land.block(front + across * a + upwards * b);
        state.is_some_and(|state| state.flags().contains(StateFlags::OPAQUE))
    };
    let (left, right, low, high) = (blocked(-1, 0), blocked(1, 0), blocked(0, -1), blocked(0, 1));
    let corner = |side: bool, end: bool, a: i32, b: i32| match (side, end) {
        (true, true) => 3,
        (side, end) => i32::from(side) + i32::from(end) + i32::from(blocked(a, b)),
    };
    let dark = |count: i32| 1.0 - 0.14 * count as f32;
    let (a, b) = (dark(corner(left, low, -1, -1)), dark(corner(right, low, 1, -1)));
    let (c, d) = (dark(corner(left, high, -1, 1)), dark(corner(right, high, 1, 1)));
    (a * (1.0 - u) + b * u) * (1.0 - v) + (c * (1.0 - u) + d * u) * v
}

/// A number in 0..1 that is always the same for the same place.
fn noise(pos: BlockPos, face: i32, u: i32, v: i32) -> f32 {
    let mut hash = 0x9e37_79b9_u32;
    for part in [pos.x, pos.y, pos.z, face, u, v] {
        hash = (hash ^ part as u32).wrapping_mul(0x85eb_ca6b);
        hash ^= hash >> 13;
    }
    (hash >> 8 & 0xffff) as f32 / 65536.0
}

/// Whether a point on an ore's side is ore: a few blots on an 8x8 grid.
fn speckle(pos: BlockPos, face: Face, u: f32, v: f32) -> bool {
    let (x, y) = ((u * 8.0) as i32, (v * 8.0) as i32);
    let inside = (1..7).contains(&x) && (1..7).contains(&y);
    inside && noise(pos, face as i32, x / 2, y / 2) > 0.55
}

/// Whether a point of a plant or of leaves is a gap.
fn is_gap(pos: BlockPos, point: DVec3) -> bool {
    let within = (point - pos.corner()) * 8.0;
    noise(pos, 7, within.x as i32 + 8 * within.z as i32, within.y as i32) > 0.72
}

fn is_log_end(state: BlockState, face: Face) -> bool {
    matches!(
        (state.property("axis"), face),
        (Some("y"), Face::Up | Face::Down)
            | (Some("x"), Face::West | Face::East)
            | (Some("z"), Face::North | Face::South)
    )
}
