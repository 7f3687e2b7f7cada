//! Vines (`VineBlock.randomTick`).

use anima_body::{BlockPos, MAX_Y, MIN_Y};
use anima_rules::{Block, BlockState, Face};
use rand::RngExt;

use crate::level::Level;
use crate::level::sides::holds_vines;

fn has_side(state: BlockState) -> bool {
    Face::HORIZONTAL.iter().any(|face| state.is(face.name()))
}

impl Level {
    /// Whether a vine in a cell can hold on to what is at a side of it.
    fn holds_vine(&self, pos: BlockPos, face: Face) -> bool {
        holds_vines(self.block(pos.beside(face)), face.opposite())
    }

    /// Whether there are not too many vines around (`canGrowAt`).
    fn room_for_vine(&self, pos: BlockPos) -> bool {
        let view = self.terrain.view();
        let cells = (-4..=4).flat_map(|x| (-1..=1).flat_map(move |y| (-4..=4).map(move |z| (x, y, z))));
        cells.filter(|(x, y, z)| view.block_or_wall(pos.offset(*x, *y, *z)).block() == Block::VINE).nth(4).is_none()
    }

    /// `VineBlock.randomTick`, for the one hit in four that counts. Whether there is room is asked last, for it
    /// costs most.
    pub(super) fn tick_vine(&mut self, pos: BlockPos, state: BlockState) {
        let face = Face::ALL[self.dice.random_range(0..6)];
        if Face::HORIZONTAL.contains(&face) && !state.is(face.name()) {
            if let Some((to, vine)) = self.vine_sideways(pos, state, face)
                && self.room_for_vine(pos)
            {
                self.set_block(to, vine);
            }
            return;
        }
        if face == Face::Up && pos.y < MAX_Y - 1 {
            if self.holds_vine(pos, Face::Up) {
                self.set_block(pos, state.with("up", "true"));
                return;
            }
            if self.block(pos.up(1)).is_air() {
                let mut above = state;
                for side in Face::HORIZONTAL {
                    if self.dice.random() || !self.holds_vine(pos.up(1), side) {
                        above = above.with(side.name(), "false");
                    }
                }
                if has_side(above) && self.room_for_vine(pos) {
                    self.set_block(pos.up(1), above);
                }
                return;
            }
        }
        let below = self.block(pos.down(1));
        if pos.y > MIN_Y && (below.is_air() || below.block() == Block::VINE) {
            let from = if below.is_air() { Block::VINE.state() } else { below };
            let mut grown = from;
            for side in Face::HORIZONTAL {
                if self.dice.random() && state.is(side.name()) {
                    grown = grown.with(side.name(), "true");
                }
            }
            if grown != from && has_side(grown) {
                self.set_block(pos.down(1), grown);
            }
        }
    }

    /// Where and how a vine spreads over a side that it does not cover yet.
    fn vine_sideways(&mut self, pos: BlockPos, state: BlockState, face: Face) -> Option<(BlockPos, BlockState)> {
        let to = pos.beside(face);
        if !self.block(to).is_air() {
            return self.holds_vine(pos, face).then(|| (pos, state.with(face.name(), "true")));
        }
        let (right, left) = match face {
            Face::North => (Face::East, Face::West),
            Face::East => (Face::South, Face::North),
            Face::South => (Face::West, Face::East),
            _ => (Face::North, Face::South),
        };
        let one = |side: Face| Block::VINE.with(side.name(), "true");
        if let Some(side) = [right, left].into_iter().find(|side| state.is(side.name()) && self.holds_vine(to, *side)) {
            return Some((to, one(side)));
        }
        let back = face.opposite();
        for side in [right, left] {
            let corner = to.beside(side);
            if state.is(side.name()) && self.block(corner).is_air() && self.holds_vine(corner, back) {
                return Some((corner, one(back)));
            }
        }
        let up = self.dice.random::<f32>() < 0.05 && self.holds_vine(to, Face::Up);
        up.then(|| (to, one(Face::Up)))
    }
}
