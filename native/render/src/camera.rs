//! First-person frames: one ray per pixel through the blocks.

use std::ops::Range;

use anima_body::{Entity, Frame, Terrain};
use anima_rules::Aabb;
use glam::{BVec3, DVec2, DVec3, Vec3};
use rayon::prelude::*;

use crate::figure::{self, Figure};
use crate::scene::Scene;

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
            *pixel = bytes(scene.colour_along(lens.ray(column, row), figures));
        }
    });
    Frame::from_rgb(width, height, pixels)
}

fn bytes(colour: Vec3) -> [u8; 3] {
    colour.to_array().map(|channel| (channel.clamp(0.0, 1.0) * 255.0) as u8)
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

#[cfg(test)]
mod tests {
    use anima_body::{BlockPos, ChunkPos, Column, EntityFlags, cells_along};
    use anima_rules::{Biome, Block, BlockState, EntityKind};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

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

    fn cow(pos: DVec3) -> Entity {
        Entity {
            id: 1,
            kind: EntityKind::COW,
            pos,
            velocity: DVec3::ZERO,
            yaw: (pos.x * 90.0) as f32,
            width: 0.9,
            height: 1.4,
            health: Some(10.0),
            flags: EntityFlags::empty(),
            item: None,
            variant: 0,
        }
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

    #[test]
    fn water_tints_what_is_behind_it_only_and_has_no_seams() {
        let mut terrain = terrain();
        for (x, z) in (0..16).flat_map(|x| (12..24).map(move |z| (x, z))) {
            terrain.set_block(BlockPos::new(x, 64, z), Block::WATER.state());
        }
        let above = Camera { eye: DVec3::new(8.5, 66.6, 8.5), ..camera(0.0, 20.0) };
        let blue = |[r, _, b]: [u8; 3]| b > r.saturating_add(40);
        let pond = first_person(&terrain, &[], above, 32, 180);
        let seam = (62..100).find(|row| !blue(pond.pixel(16, *row)));
        assert_eq!(seam, None, "a row of pixels in the pond");
        let animals = [cow(DVec3::new(8.5, 65.0, 11.0))];
        let wet = first_person(&terrain, &animals, above, 64, 36);
        let plain = first_person(&self::terrain(), &animals, above, 64, 36);
        assert_eq!(wet.pixel(32, 18), plain.pixel(32, 18));
    }

    /// The picture of a walk from block to block that asks every entity in every pixel.
    fn plainly(terrain: &Terrain, entities: &[Entity], camera: Camera, width: u32, height: u32) -> Frame {
        let (lens, scene) = (Lens::new(camera, width, height), Scene::new(terrain, camera));
        let figures: Vec<Figure> = entities.iter().flat_map(|entity| figure::of(entity, &lens)).collect();
        let pixels = (0..height as usize).flat_map(|row| (0..width as usize).map(move |column| (column, row)));
        let colours = pixels.map(|(column, row)| {
            let mut sight = scene.sight(lens.ray(column, row), figures.iter());
            cells_along(sight.from, sight.to, |pos| {
                let state = terrain.block(pos).filter(|state| !state.is_air())?;
                scene.meet(&mut sight, pos, state)
            });
            bytes(scene.colour(&sight))
        });
        Frame::from_rgb(width, height, colours.flatten().collect())
    }

    /// Waves of one block with blocks of every kind strewn over them, animals, and an eye somewhere among them.
    fn random_scene(rng: &mut Pcg32) -> (Terrain, Vec<Entity>, Camera) {
        let mut terrain = Terrain::default();
        for chunk in ChunkPos::new(0, 0).around(4) {
            if rng.random_bool(0.95) {
                terrain.insert(chunk, Column::empty(Biome::FOREST));
            }
        }
        let level = rng.random_range(-60..310);
        let ground = [Block::GRASS_BLOCK, Block::WATER, Block::OAK_LEAVES][rng.random_range(0..3)].state();
        for (x, z) in (-64..80).flat_map(|x| (-64..80).map(move |z| (x, z))) {
            let wave = (f64::from(x) / 7.0).sin() * 5.0 + (f64::from(z) / 11.0).cos() * 4.0;
            terrain.set_block(BlockPos::new(x, level + wave as i32, z), ground);
        }
        let mut within = |reach: f64| {
            let mut along = || rng.random_range(-reach..reach);
            DVec3::new(along(), along(), along())
        };
        let middle = DVec3::new(8.0, f64::from(level), 8.0);
        let eye = middle + within(20.0);
        let strewn: Vec<BlockPos> = (0..3000).map(|_| BlockPos::containing(middle + within(56.0))).collect();
        let feet: Vec<DVec3> = (0..50).map(|i| eye + within(if i % 2 == 0 { 3.0 } else { 40.0 })).collect();
        for pos in strewn {
            let id = rng.random_range(0..BlockState::count() as u16);
            terrain.set_block(pos, BlockState::from_id(id).expect("it is below the count"));
        }
        let entities = feet.into_iter().map(cow).collect();
        let (yaw, pitch) = (rng.random_range(-180.0..180.0), rng.random_range(-90.0..90.0));
        (terrain, entities, Camera { eye, yaw, pitch, day_time: 6000, distance: 64.0 })
    }

    #[test]
    fn what_is_passed_at_a_bound_changes_no_pixel() {
        for seed in 0..100 {
            let (terrain, entities, camera) = random_scene(&mut Pcg32::seed_from_u64(seed));
            let frame = first_person(&terrain, &entities, camera, 64, 36);
            let expected = plainly(&terrain, &entities, camera, 64, 36);
            let differs =
                (0..64 * 36).map(|i| (i % 64, i / 64)).find(|(x, y)| frame.pixel(*x, *y) != expected.pixel(*x, *y));
            assert_eq!(differs, None, "pixel of seed {seed}, {camera:?}");
        }
    }
}
