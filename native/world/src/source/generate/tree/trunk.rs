//! How trunks grow (`TrunkPlacer`).

use std::f32::consts::PI;

use anima_body::BlockPos;
use anima_rules::Face;

use super::shape::{Shape, Trunk};
use super::{Attachment, Growth, Site};
use crate::source::generate::random::Random;

fn top(pos: BlockPos) -> Attachment {
    Attachment { pos, wider: 0, double: false }
}

/// The blocks of a 2x2 trunk.
const FOUR: [(i32, i32); 4] = [(0, 0), (1, 0), (0, 1), (1, 1)];

/// Height at which a fancy oak's branches begin.
fn is_high_enough(height: i32, up: i32) -> bool {
    f64::from(up) >= f64::from(height) * 0.2
}

/// `treeShape`: how far branches reach at a height.
fn branch_reach(height: i32, up: i32) -> Option<f32> {
    if (up as f32) < height as f32 * 0.3 {
        return None;
    }
    let half = height as f32 / 2.0;
    let off = half - up as f32;
    Some(match off {
        0.0 => half * 0.5,
        off if off.abs() >= half => 0.0,
        off => (half * half - off * off).sqrt() * 0.5,
    })
}

impl<S: Site> Growth<'_, S> {
    /// Grows the trunk and says where crowns go.
    pub(super) fn trunk(&mut self, shape: &Shape, pos: BlockPos, height: i32) -> Vec<Attachment> {
        match shape.trunk {
            Trunk::Straight => {
                self.set_dirt(pos.down(1));
                for up in 0..height {
                    self.place_log(pos.up(up));
                }
                vec![top(pos.up(height))]
            }
            Trunk::Fancy => self.fancy(pos, height),
            Trunk::DarkOak => self.dark_oak(pos, height),
            Trunk::Forking => self.forking(pos, height),
            Trunk::Giant => self.giant(pos, height),
            Trunk::MegaJungle => self.mega_jungle(pos, height),
        }
    }

    fn side(&mut self) -> Face {
        // `Direction.Plane.HORIZONTAL` lists north, east, south, west.
        [Face::North, Face::East, Face::South, Face::West][self.random.below(4) as usize]
    }

    fn giant(&mut self, pos: BlockPos, height: i32) -> Vec<Attachment> {
        for (dx, dz) in FOUR {
            self.set_dirt(pos.offset(dx, -1, dz));
        }
        for up in 0..height {
            for (dx, dz) in FOUR {
                if (dx, dz) == (0, 0) || up < height - 1 {
                    self.place_log(pos.offset(dx, up, dz));
                }
            }
        }
        vec![Attachment { pos: pos.up(height), wider: 0, double: true }]
    }

    fn mega_jungle(&mut self, pos: BlockPos, height: i32) -> Vec<Attachment> {
        let mut crowns = self.giant(pos, height);
        let mut up = height - 2 - self.random.below(4);
        while up > height / 2 {
            let angle = self.random.float() * PI * 2.0;
            let mut end = (0, 0);
            for step in 0..5 {
                end = ((1.5 + angle.cos() * step as f32) as i32, (1.5 + angle.sin() * step as f32) as i32);
                self.place_log(pos.offset(end.0, up - 3 + step / 2, end.1));
            }
            crowns.push(Attachment { pos: pos.offset(end.0, up, end.1), wider: -2, double: false });
            up -= 2 + self.random.below(4);
        }
        crowns
    }

    fn dark_oak(&mut self, pos: BlockPos, height: i32) -> Vec<Attachment> {
        for (dx, dz) in FOUR {
            self.set_dirt(pos.offset(dx, -1, dz));
        }
        let lean = self.side().step();
        let lean_from = height - self.random.below(4);
        let mut leans = 2 - self.random.below(3);
        let (mut x, mut z) = (pos.x, pos.z);
        let top_y = pos.y + height - 1;
        for up in 0..height {
            if up >= lean_from && leans > 0 {
                x += lean.x;
                z += lean.z;
                leans -= 1;
            }
            let corner = BlockPos::new(x, pos.y + up, z);
            if super::gives_way(self.site.block(corner)) {
                for (dx, dz) in FOUR {
                    self.place_log(corner.offset(dx, 0, dz));
                }
            }
        }
        let mut crowns = vec![Attachment { pos: BlockPos::new(x, top_y, z), wider: 0, double: true }];
        for dx in -1..=2 {
            for dz in -1..=2 {
                let beside = !(0..=1).contains(&dx) || !(0..=1).contains(&dz);
                if beside && self.random.below(3) == 0 {
                    for down in 0..self.random.below(3) + 2 {
                        self.place_log(BlockPos::new(pos.x + dx, top_y - down - 1, pos.z + dz));
                    }
                    crowns.push(top(BlockPos::new(x + dx, top_y, z + dz)));
                }
            }
        }
        crowns
    }

    fn forking(&mut self, pos: BlockPos, height: i32) -> Vec<Attachment> {
        self.set_dirt(pos.down(1));
        let side = self.side();
        let lean_from = height - self.random.below(4) - 1;
        let mut leans = 3 - self.random.below(3);
        let mut at = pos;
        let mut last = None;
        for up in 0..height {
            if up >= lean_from && leans > 0 {
                at = at + side.step();
                leans -= 1;
            }
            if self.place_log(at.up(up)) {
                last = Some(at.up(up + 1));
            }
        }
        let mut crowns: Vec<Attachment> =
            last.map(|pos| Attachment { pos, wider: 1, double: false }).into_iter().collect();
        let other = self.side();
        if other != side {
            let mut up = lean_from - self.random.below(2) - 1;
            let mut leans = 1 + self.random.below(3);
            let mut at = pos;
            let mut last = None;
            while up < height && leans > 0 {
                if up >= 1 {
                    at = at + other.step();
                    if self.place_log(at.up(up)) {
                        last = Some(at.up(up + 1));
                    }
                }
                up += 1;
                leans -= 1;
            }
            crowns.extend(last.map(top));
        }
        crowns
    }

    fn fancy(&mut self, pos: BlockPos, free: i32) -> Vec<Attachment> {
        let height = free + 2;
        let trunk = (f64::from(height) * 0.618).floor() as i32;
        self.set_dirt(pos.down(1));
        let each = ((1.382 + (f64::from(height) / 13.0).powi(2)).floor() as i32).min(1);
        let trunk_top = pos.y + trunk;
        let first = height - 5;
        // Crowns with the height at which their branch leaves the trunk.
        let mut branches = vec![(pos.up(first), trunk_top)];
        for up in (0..=first).rev() {
            let Some(reach) = branch_reach(height, up) else { continue };
            for _ in 0..each {
                let length = f64::from(reach) * (f64::from(self.random.float()) + 0.328);
                let angle = f64::from(self.random.float() * 2.0) * std::f64::consts::PI;
                let (dx, dz) = (length * angle.sin() + 0.5, length * angle.cos() + 0.5);
                let end = pos.offset(dx.floor() as i32, up - 1, dz.floor() as i32);
                if !self.limb(end, end.up(5), false) {
                    continue;
                }
                let (dx, dz) = (f64::from(pos.x - end.x), f64::from(pos.z - end.z));
                let from = f64::from(end.y) - (dx * dx + dz * dz).sqrt() * 0.381;
                let from_y = if from > f64::from(trunk_top) { trunk_top } else { from as i32 };
                if self.limb(BlockPos::new(pos.x, from_y, pos.z), end, false) {
                    branches.push((end, from_y));
                }
            }
        }
        self.limb(pos, pos.up(trunk), true);
        branches.retain(|(_, from_y)| is_high_enough(height, from_y - pos.y));
        for (end, from_y) in &branches {
            let from = BlockPos::new(pos.x, *from_y, pos.z);
            if from != *end {
                self.limb(from, *end, true);
            }
        }
        branches.into_iter().map(|(end, _)| top(end)).collect()
    }

    /// `makeLimb`: a straight run of logs, or whether there is room for one.
    fn limb(&mut self, from: BlockPos, to: BlockPos, place: bool) -> bool {
        let by = to - from;
        let steps = by.abs().max_element();
        if !place && steps == 0 {
            return true;
        }
        let along = by.as_vec3() / steps.max(1) as f32;
        for i in 0..=steps {
            let at = from + (along * i as f32 + 0.5).floor().as_ivec3();
            if place {
                let (dx, dz) = ((at.x - from.x).abs(), (at.z - from.z).abs());
                let axis = match dx.max(dz) {
                    0 => "y",
                    most if most == dx => "x",
                    _ => "z",
                };
                self.place_log_along(at, axis);
            } else if !self.is_free(at) {
                return false;
            }
        }
        true
    }
}
