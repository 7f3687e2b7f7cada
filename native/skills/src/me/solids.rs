//! What a body could bump into.

use std::ops::Range;

use anima_body::{BlockPos, Blocks};
use anima_rules::{Aabb, BlockState, StateFlags};
use glam::DVec3;
use smallvec::SmallVec;

/// The boxes that a body could meet, for bodies that are followed through the same few blocks: they are gathered once
/// for all bodies that move between the same lowest and highest blocks.
pub(crate) struct Solids<'v, B> {
    view: &'v B,
    boxes: SmallVec<[Aabb; 32]>,
    /// The lowest and the highest block of each room that a body moved in, and which of the boxes are there.
    rooms: SmallVec<[(BlockPos, BlockPos, Range<usize>); 1]>,
}

impl<'v, B: Blocks> Solids<'v, B> {
    /// Rooms that are remembered: with many more it takes longer to find one than to look about.
    const MOST: usize = 64;

    /// Of a view, in which nothing was looked at yet.
    pub fn of(view: &'v B) -> Solids<'v, B> {
        Solids { view, boxes: SmallVec::new(), rooms: SmallVec::new() }
    }

    /// The view that they are in.
    pub fn view(&self) -> &'v B {
        self.view
    }

    /// The boxes that a body within `area` could meet.
    pub fn around(&mut self, area: &Aabb) -> &[Aabb] {
        let low = BlockPos::containing(area.min - DVec3::splat(1e-6));
        let high = BlockPos::containing(area.max + DVec3::splat(1e-6));
        let known = self.rooms.iter().rev().find(|(from, to, _)| (*from, *to) == (low, high));
        if let Some((_, _, boxes)) = known {
            return &self.boxes[boxes.clone()];
        }
        if self.rooms.len() == Self::MOST {
            self.rooms.clear();
            self.boxes.clear();
        }
        let first = self.boxes.len();
        for x in low.x..=high.x {
            for z in low.z..=high.z {
                // A fence below reaches half a block up into the cell.
                for y in low.y - 1..=high.y {
                    let pos = BlockPos::new(x, y, z);
                    let state = self.view.block_or_wall(pos);
                    // Most of it is air, which needs no look at the tables.
                    if state != BlockState::AIR && !state.flags().contains(StateFlags::NO_COLLISION) {
                        self.boxes.extend(state.collision().iter().map(|shape| shape.shifted(pos.corner())));
                    }
                }
            }
        }
        self.rooms.push((low, high, first..self.boxes.len()));
        &self.boxes[first..]
    }
}

#[cfg(test)]
mod tests {
    use anima_body::View;
    use anima_world::{Options, Scene};

    use super::*;
    use crate::me::forecast::{Ghost, Push};

    #[test]
    fn ghosts_that_share_their_surroundings_go_as_they_would_alone() {
        let mut scene = Scene::flat();
        for x in (-30..30).step_by(3) {
            scene
                .set([x, 64, x * x % 7 + 1], "stone")
                .set([x, 64, -4], "oak_fence")
                .set([x + 1, 64, 5 - x], "stone_slab");
        }
        let now = scene.start_at(0.5, 64.0, -1.5).world(Options::default()).observe();
        let view = now.terrain.view();
        let mut solids = Solids::of(&view);
        let (mut walls, mut rooms) = (0, 0);
        for way in 0..24 {
            let angle = f64::from(way) * std::f64::consts::TAU / 24.0;
            let push = Push::forward(DVec3::new(angle.cos(), 0.0, angle.sin()), true);
            let (mut alone, mut among) = (Ghost::of(&now.player), Ghost::of(&now.player));
            for tick in 0..60 {
                let push = Push { jump: tick % 20 == 0, ..push };
                alone.step(&view, push);
                let before = solids.rooms.len();
                among.step_among(&mut solids, push);
                assert_eq!(alone, among, "way {way}, tick {tick}");
                walls += u32::from(among.hit_wall);
                rooms += usize::from(solids.rooms.len() != before);
            }
        }
        assert!(walls > 20, "{walls}");
        let most = Solids::<View>::MOST;
        assert!(rooms > most && solids.rooms.len() <= most, "some were forgotten: {rooms}");
    }
}
