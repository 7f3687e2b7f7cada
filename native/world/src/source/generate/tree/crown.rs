//! How crowns grow (`FoliagePlacer`).

use anima_body::BlockPos;

use super::shape::{Crown, Shape};
use super::{Attachment, Growth, Site};
use crate::source::generate::random::Random;

impl<S: Site> Growth<'_, S> {
    /// Grows a crown of a height, radius and offset at the end of a trunk or branch.
    pub(super) fn crown(&mut self, shape: &Shape, at: Attachment, height: i32, radius: i32, offset: i32) {
        let kind = shape.crown;
        let wide = radius + at.wider;
        let row = |growth: &mut Self, radius: i32, y: i32| growth.row(kind, at, radius, y, y);
        match kind {
            Crown::Blob => {
                for y in (offset - height..=offset).rev() {
                    row(self, (wide - 1 - y / 2).max(0), y);
                }
            }
            Crown::Bush => {
                for y in (offset - height..=offset).rev() {
                    row(self, wide - 1 - y, y);
                }
            }
            Crown::Fancy => {
                for y in (offset - height..=offset).rev() {
                    let middle = y != offset && y != offset - height;
                    row(self, radius + i32::from(middle), y);
                }
            }
            Crown::Spruce => {
                let mut radius = self.random.below(2);
                let (mut limit, mut least) = (1, 0);
                for y in (-height..=offset).rev() {
                    row(self, radius, y);
                    if radius >= limit {
                        radius = least;
                        least = 1;
                        limit = (limit + 1).min(wide);
                    } else {
                        radius += 1;
                    }
                }
            }
            Crown::Pine => {
                let mut radius = 0;
                for y in (offset - height..=offset).rev() {
                    row(self, radius, y);
                    if radius >= 1 && y == offset - height + 1 {
                        radius -= 1;
                    } else if radius < wide {
                        radius += 1;
                    }
                }
            }
            Crown::Acacia => {
                let at = Attachment { pos: at.pos.up(offset), ..at };
                self.row(kind, at, wide, -1 - height, -1 - height);
                self.row(kind, at, radius - 1, -height, -height);
                self.row(kind, at, wide - 1, 0, 0);
            }
            Crown::DarkOak => {
                if at.double {
                    row(self, radius + 2, -1);
                    row(self, radius + 3, 0);
                    row(self, radius + 2, 1);
                    if self.random.coin() {
                        row(self, radius, 2);
                    }
                } else {
                    row(self, radius + 2, -1);
                    row(self, radius + 1, 0);
                }
            }
            Crown::MegaJungle => {
                let layers = if at.double { height } else { 1 + self.random.below(2) };
                for y in (offset - layers..=offset).rev() {
                    row(self, wide + 1 - y, y);
                }
            }
            Crown::MegaPine => {
                let mut before = 0;
                for y in offset - height..=offset {
                    let down = -y;
                    let radius = wide + (down as f32 / height as f32 * 3.5).floor() as i32;
                    let even = (at.pos.y + y) & 1 == 0;
                    let wider = i32::from(down > 0 && radius == before && even);
                    self.row(kind, at, radius + wider, y, 0);
                    before = radius;
                }
            }
        }
    }

    /// `placeLeavesRow`: a square less what the kind leaves out at height `level` of its own counting.
    fn row(&mut self, kind: Crown, at: Attachment, radius: i32, y: i32, level: i32) {
        let extra = i32::from(at.double);
        for dx in -radius..=radius + extra {
            for dz in -radius..=radius + extra {
                if !self.leaves_out(kind, at.double, radius, level, dx, dz) {
                    self.place_leaf(BlockPos::new(at.pos.x + dx, at.pos.y + y, at.pos.z + dz));
                }
            }
        }
    }

    /// `shouldSkipLocationSigned`.
    fn leaves_out(&mut self, kind: Crown, double: bool, radius: i32, y: i32, dx: i32, dz: i32) -> bool {
        let from_middle = |d: i32| if double { d.abs().min((d - 1).abs()) } else { d.abs() };
        let (x, z) = (from_middle(dx), from_middle(dz));
        let corner = x == radius && z == radius;
        match kind {
            Crown::Blob => corner && (self.random.below(2) == 0 || y == 0),
            Crown::Bush => corner && self.random.below(2) == 0,
            Crown::Fancy => (x as f32 + 0.5).powi(2) + (z as f32 + 0.5).powi(2) > (radius * radius) as f32,
            Crown::Spruce | Crown::Pine => corner && radius > 0,
            Crown::Acacia if y == 0 => (x > 1 || z > 1) && x != 0 && z != 0,
            Crown::Acacia => corner && radius > 0,
            Crown::DarkOak => {
                let edge = |d: i32| d == -radius || d >= radius;
                match y {
                    0 if double && edge(dx) && edge(dz) => true,
                    -1 if !double => corner,
                    1 => x + z > radius * 2 - 2,
                    _ => false,
                }
            }
            Crown::MegaJungle | Crown::MegaPine => x + z >= 7 || x * x + z * z > radius * radius,
        }
    }
}
