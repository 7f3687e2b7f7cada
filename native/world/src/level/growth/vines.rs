//! Vines (`VineBlock.randomTick`).

use anima_body::{BlockPos, MAX_Y, MIN_Y};
use anima_rules::{Block, BlockState, Face, Support};
use rand::RngExt;

use crate::level::Level;

fn has_side(state: BlockState) -> bool {
    Face::HORIZONTAL.iter().any(|face| state.is(face.name()))
}

impl Level {
    /// Whether a vine in a cell can hold on to what is at a side of it.
    fn holds_vine(&self, pos: BlockPos, face: Face) -> bool {
        self.block(pos.beside(face)).supports(face.opposite(), Support::Full)
    }

    /// Whether there are not too many vines around (`canGrowAt`).
    fn room_for_vine(&self, pos: BlockPos) -> bool {
        let view = self.terrain.view();
        let cells = (-4..=4).flat_map(|x| (-1..=1).flat_map(move |y| (-4..=4).map(move |z| (x, y, z))));
        cells.filter(|(x, y, z)| view.block_or_wall(pos.offset(*x, *y, *z)).block() == Block::VINE).nth(4).is_none()
    }

    pub(super) fn tick_vine(&mut self, pos: BlockPos, state: BlockState) {
        if !self.one_in(4) {
            return;
        }
        let face = Face::ALL[self.dice.random_range(0..6)];
        if Face::HORIZONTAL.contains(&face) && !state.is(face.name()) {
            if self.room_for_vine(pos) {
                self.spread_vine_sideways(pos, state, face);
            }
            return;
        }
        if face == Face::Up && pos.y < MAX_Y - 1 {
            if self.holds_vine(pos, Face::Up) {
                self.set_block(pos, state.with("up", "true"));
                return;
            }
            if self.block(pos.up(1)).is_air() {
                if self.room_for_vine(pos) {
                    let mut above = state;
                    for side in Face::HORIZONTAL {
                        if self.dice.random() || !self.holds_vine(pos.up(1), side) {
                            above = above.with(side.name(), "false");
                        }
                    }
                    if has_side(above) {
                        self.set_block(pos.up(1), above);
                    }
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

    fn spread_vine_sideways(&mut self, pos: BlockPos, state: BlockState, face: Face) {
        let to = pos.beside(face);
        if !self.block(to).is_air() {
            if self.holds_vine(pos, face) {
                self.set_block(pos, state.with(face.name(), "true"));
            }
            return;
        }
        let (right, left) = match face {
            Face::North => (Face::East, Face::West),
            Face::East => (Face::South, Face::North),
            Face::South => (Face::West, Face::East),
            _ => (Face::North, Face::South),
        };
        let one = |side: Face| Block::VINE.with(side.name(), "true");
        for side in [right, left] {
            if state.is(side.name()) && self.holds_vine(to, side) {
                self.set_block(to, one(side));
                return;
            }
        }
        let back = face.opposite();
        for side in [right, left] {
            let corner = to.beside(side);
            if state.is(side.name()) && self.block(corner).is_air() && self.holds_vine(corner, back) {
                self.set_block(corner, one(back));
                return;
            }
        }
        if self.dice.random::<f32>() < 0.05 && self.holds_vine(to, Face::Up) {
            self.set_block(to, one(Face::Up));
        }
    }
}
