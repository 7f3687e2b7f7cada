//! First-person frames: one ray per pixel through the blocks.

use std::ops::Range;

use anima_body::{BlockPos, Entity, Frame, Terrain};
use anima_rules::{Aabb, BlockState, Face, StateFlags};
use glam::{BVec3, DVec2, DVec3, IVec3, Vec3};
use rayon::prelude::*;

use crate::colour::{self, Paint, Style};
use crate::figure::{self, Figure};
use crate::land::Land;
use crate::sky::Sky;

/// Vertical field of view, in degrees (the game's default).
const FIELD_OF_VIEW: f64 = 70.0;

/// Where a picture is taken from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The eye.
    pub eye: DVec3,
    /// Degrees; 0 south, 90 west.
    pub yaw: f32,
    /// Degrees; 90 straight down.
    pub pitch: f32,
    /// Time of day, 0..24000.
    pub day_time: u32,
    /// Farthest block seen, in blocks.
    pub distance: f64,
}

/// What the world looks like from an eye, `width` by `height` pixels.
pub fn first_person(terrain: &Terrain, entities: &[Entity], camera: Camera, width: u32, height: u32) -> Frame {
    let lens = Lens::new(camera, width, height);
    let scene = Scene::new(terrain, camera);
    let figures: Vec<Figure> = entities.iter().flat_map(|entity| figure::of(entity, &lens)).collect();
    let mut pixels = vec![0; 3 * (width * height) as usize];
    pixels.par_chunks_mut(3 * width as usize).enumerate().for_each(|(row, line)| {
        let figures: Vec<&Figure> = figures.iter().filter(|figure| figure.rows.contains(&row)).collect();
        for (column, pixel) in line.as_chunks_mut::<3>().0.iter_mut().enumerate() {
            let figures = figures.iter().copied().filter(|figure| figure.columns.contains(&column));
            let colour = scene.colour_along(lens.ray(column, row), figures);
            *pixel = colour.to_array().map(|channel| (channel.clamp(0.0, 1.0) * 255.0) as u8);
        }
    });
    Frame::from_rgb(width, height, pixels)
}

/// How pixels lie around the direction of a look.
pub(crate) struct Lens {
    eye: DVec3,
    forward: DVec3,
    right: DVec3,
    up: DVec3,
    /// Middle of the picture, in pixels.
    middle: DVec2,
    /// Size of a pixel that is one block ahead, in blocks.
    scale: f64,
}

impl Lens {
    pub fn new(camera: Camera, width: u32, height: u32) -> Lens {
        let (yaw, pitch) = (f64::from(camera.yaw).to_radians(), f64::from(camera.pitch).to_radians());
        let forward = DVec3::new(-yaw.sin() * pitch.cos(), -pitch.sin(), yaw.cos() * pitch.cos());
        let right = DVec3::new(-yaw.cos(), 0.0, -yaw.sin());
        Lens {
            eye: camera.eye,
            forward,
            right,
            up: right.cross(forward),
            middle: DVec2::new(f64::from(width), f64::from(height)) / 2.0,
            scale: (FIELD_OF_VIEW.to_radians() / 2.0).tan() * 2.0 / f64::from(height),
        }
    }

    /// The direction of a pixel's middle, of length 1.
    fn ray(&self, column: usize, row: usize) -> DVec3 {
        let x = column as f64 + 0.5 - self.middle.x;
        let y = self.middle.y - row as f64 - 0.5;
        (self.forward + (self.right * x + self.up * y) * self.scale).normalize()
    }

    /// The columns and rows of the pixels in which a box may show; they may reach outside the picture.
    pub fn extent(&self, shape: Aabb) -> (Range<usize>, Range<usize>) {
        let corners: [DVec3; 8] = std::array::from_fn(|corner| {
            let high = BVec3::new(corner & 1 != 0, corner & 2 != 0, corner & 4 != 0);
            DVec3::select(high, shape.max, shape.min) - self.eye
        });
        let ahead = corners.map(|corner| corner.dot(self.forward));
        if ahead.iter().all(|ahead| *ahead < 0.0) {
            return (0..0, 0..0);
        }
        // What reaches from before the eye to behind it has no outline in the picture.
        if ahead.iter().any(|ahead| *ahead < 1e-3) {
            return (0..usize::MAX, 0..usize::MAX);
        }
        let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        for (corner, ahead) in corners.iter().zip(ahead) {
            let pixel = self.middle + DVec2::new(corner.dot(self.right), -corner.dot(self.up)) / (ahead * self.scale);
            (low, high) = (low.min(pixel), high.max(pixel));
        }
        // A pixel more on each side makes up for rounding.
        let range = |low: f64, high: f64| (low - 1.0) as usize..(high + 2.0) as usize;
        (range(low.x, high.x), range(low.y, high.y))
    }
}

struct Scene<'a> {
    camera: Camera,
    sky: Sky,
    land: Land<'a>,
}

/// What a ray met.
struct Hit {
    share: f64,
    colour: Vec3,
}

impl Scene<'_> {
    fn new(terrain: &Terrain, camera: Camera) -> Scene<'_> {
        let land = Land::around(terrain, camera.eye, camera.distance);
        Scene { camera, sky: Sky::at(camera.day_time), land }
    }

    /// What is seen along a ray on which these figures may stand.
    fn colour_along<'a>(&self, ray: DVec3, figures: impl Iterator<Item = &'a Figure>) -> Vec3 {
        let from = self.camera.eye;
        let to = from + ray * self.camera.distance;
        let body = self.nearest_figure(figures, from, to);
        let limit = body.as_ref().map_or(1.0, |hit| hit.share);
        // Glass and water tint what is behind them.
        let (mut tint, mut tinted, mut last_clear) = (Vec3::ZERO, 0.0_f32, None);
        let hit = self.land.walk(from, to, |pos, state| {
            let paint = colour::paint(state);
            if let Some(fluid) = state.fluid()
                && paint.style == Style::Clear
                && !state.flags().contains(StateFlags::FULL_CUBE)
            {
                let surface = if last_clear == Some(state.block()) { 0.06 } else { 0.45 };
                last_clear = Some(state.block());
                if nearest(&[fluid_box(&self.land, pos, fluid.kind, fluid.height())], pos, from, to).is_some() {
                    let share = surface * (1.0 - tinted);
                    tint += paint.base * share;
                    tinted += share;
                }
                return None;
            }
            let hit = nearest(visible_boxes(state), pos, from, to)?;
            if hit.0 > limit {
                return Some(None);
            }
            let point = from + (to - from) * hit.0;
            match paint.style {
                Style::Sparse if is_gap(pos, point) => return None,
                Style::Clear => {
                    if last_clear != Some(state.block()) {
                        let share = 0.3 * (1.0 - tinted);
                        tint += paint.base * share;
                        tinted += share;
                    }
                    last_clear = Some(state.block());
                    return None;
                }
                _ => {}
            }
            let colour = self.block_colour(pos, state, paint, hit.1, point);
            Some(Some(Hit { share: hit.0, colour }))
        });
        let seen = match hit.flatten().or(body) {
            None => self.sky.colour(ray),
            Some(hit) => {
                let far = hit.share.powi(4) as f32;
                hit.colour.lerp(self.sky.haze(), far)
            }
        };
        seen * (1.0 - tinted) + tint * self.sky.outdoors()
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

fn fluid_box(land: &Land<'_>, pos: BlockPos, kind: anima_rules::FluidKind, height: f32) -> Aabb {
    let same = |state: BlockState| state.fluid().is_some_and(|fluid| fluid.kind == kind);
    let height = if land.block(pos.up(1)).is_some_and(same) { 1.0 } else { f64::from(height) };
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

#[cfg(test)]
mod tests {
    use anima_body::{ChunkPos, Column};
    use anima_rules::{Biome, Block};

    use super::*;

    fn terrain() -> Terrain {
        let mut terrain = Terrain::default();
        for chunk in ChunkPos::new(0, 0).around(2) {
            let mut column = Column::empty(Biome::PLAINS);
            for (x, z) in (0..16).flat_map(|x| (0..16).map(move |z| (x, z))) {
                column.set_block(chunk.corner(63).offset(x, 0, z), Block::STONE.state());
            }
            terrain.insert(chunk, column);
        }
        terrain
    }

    fn camera(yaw: f32, pitch: f32) -> Camera {
        Camera { eye: DVec3::new(8.5, 65.6, 8.5), yaw, pitch, day_time: 6000, distance: 64.0 }
    }

    /// The share of a picture's pixels for which `is` holds.
    fn share(frame: &Frame, is: impl Fn([u8; 3]) -> bool) -> f64 {
        let count = frame.rgb().as_chunks::<3>().0.iter().filter(|pixel| is(**pixel)).count();
        count as f64 / f64::from(frame.width() * frame.height())
    }

    #[test]
    fn ground_below_and_sky_above() {
        let frame = first_person(&terrain(), &[], camera(0.0, 0.0), 64, 36);
        let blue = |[r, _, b]: [u8; 3]| b > r.saturating_add(20);
        assert!(blue(frame.pixel(32, 2)), "sky at the top");
        assert!(!blue(frame.pixel(32, 34)), "stone at the bottom");
        let down = first_person(&terrain(), &[], camera(0.0, 90.0), 64, 36);
        assert_eq!(share(&down, blue), 0.0);
    }

    #[test]
    fn a_block_ahead_shows_in_the_middle_and_hides_what_is_behind() {
        let mut terrain = terrain();
        terrain.set_block(BlockPos::new(8, 65, 12), Block::RED_WOOL.state());
        terrain.set_block(BlockPos::new(8, 65, 14), Block::LIME_WOOL.state());
        let frame = first_person(&terrain, &[], camera(0.0, 0.0), 64, 36);
        let [r, g, b] = frame.pixel(32, 18);
        assert!(r > 2 * g && r > 2 * b, "red: {r} {g} {b}");
        let turned = first_person(&terrain, &[], camera(180.0, 0.0), 64, 36);
        assert_ne!(turned.pixel(32, 18), frame.pixel(32, 18));
    }
}
