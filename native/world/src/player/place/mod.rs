//! Placing blocks (`BlockItem.place`).

mod facing;
mod state;

use anima_body::{BlockHit, BlockPos};
use anima_rules::{Block, BlockState, Face, FluidKind, Item, StateFlags};

use super::hands::Used;
use super::{Hand, Player};
use crate::World;

use facing::{is_horizontal, looks};

/// What a placement goes by (`ItemPlacementContext`).
struct Place {
    hit: BlockHit,
    /// The cell to be filled.
    pos: BlockPos,
    /// That cell is the one clicked: it was replaceable.
    replaces: bool,
    item: Item,
    /// All six sides, the one looked at first.
    looks: [Face; 6],
    /// The way the body faces.
    facing: Face,
    yaw: f32,
    sneaking: bool,
}

impl Place {
    /// How far up the clicked point is in its cell, 0..=1.
    fn height(&self) -> f64 {
        self.hit.point.y - f64::from(self.pos.y)
    }

    /// Slabs, stairs, trapdoors: whether the upper half is meant.
    fn is_upper(&self) -> bool {
        match self.hit.face {
            Face::Down => true,
            Face::Up => false,
            _ => self.height() > 0.5,
        }
    }

    /// The sides to try for what hangs on a side: as looked at, the clicked one first
    /// (`getPlacementDirections`).
    fn sides(&self) -> Vec<Face> {
        let clicked = self.hit.face.opposite();
        let first = (!self.replaces).then_some(clicked);
        let rest = self.looks.into_iter().filter(|face| Some(*face) != first);
        first.into_iter().chain(rest).collect()
    }
}

fn is_water(state: BlockState) -> bool {
    state.fluid().is_some_and(|fluid| fluid.kind == FluidKind::Water && fluid.source)
}

impl World {
    /// Places what a hand holds where the hand points (`BlockItem.place`).
    pub(super) fn place_block(&mut self, hand: Hand, block: Block, hit: BlockHit) -> Used {
        let Some(stack) = self.player.in_hand(hand) else { return Used::No };
        let replaces = self.gives_way(hit.pos, hit, stack.item, true);
        let pos = if replaces { hit.pos } else { hit.pos.beside(hit.face) };
        if !replaces && !self.gives_way(pos, hit, stack.item, false) {
            return Used::Failed;
        }
        let Player { yaw, pitch, .. } = self.player;
        let place = Place {
            hit,
            pos,
            replaces,
            item: stack.item,
            looks: looks(yaw, pitch),
            facing: Face::from_yaw(yaw),
            yaw,
            sneaking: self.player.body.sneaking,
        };
        if !self.level.terrain().is_loaded(pos.chunk()) || !(anima_body::MIN_Y..anima_body::MAX_Y).contains(&pos.y) {
            return Used::Failed;
        }
        let Some(state) = self.placed_state(block, &place) else { return Used::Failed };
        let state = self.level.fitted(pos, state);
        if !self.level.can_stay(pos, state) || self.is_in_the_way(pos, state) {
            return Used::Failed;
        }
        self.level.set_block(pos, state);
        self.place_other_half(pos, state);
        self.use_up(hand);
        Used::Yes
    }

    /// Whether the block at a position makes room for a new one (`canReplace`); `clicked` when it is the one
    /// that was clicked.
    fn gives_way(&self, pos: BlockPos, hit: BlockHit, item: Item, clicked: bool) -> bool {
        if !self.level.terrain().is_loaded(pos.chunk()) {
            return false;
        }
        let state = self.level.block(pos);
        let block = state.block();
        let same = item.block() == Some(block);
        let more = |property: &str, most: u8| same && state.number(property).is_some_and(|count| count < most);
        match block.name() {
            "snow" if same && more("layers", 8) => !clicked || hit.face == Face::Up,
            "scaffolding" => same,
            "vine" if same => Face::ALL.iter().filter(|face| state.is(face.name())).count() < 5,
            "sea_pickle" => more("pickles", 4) && !self.player.body.sneaking,
            "turtle_egg" => more("eggs", 4) && !self.player.body.sneaking,
            name if name.ends_with("candle") => more("candles", 4) && !self.player.body.sneaking,
            name if name.ends_with("_slab") => same && slab_gives_way(state, pos, hit, clicked),
            _ => state.flags().contains(StateFlags::REPLACEABLE) && !same,
        }
    }

    /// Whether a body stands where the block would be.
    fn is_in_the_way(&self, pos: BlockPos, state: BlockState) -> bool {
        let boxes = state.collision().iter().map(|b| b.shifted(pos.corner()));
        let others = self.entities.iter().filter(|entity| !entity.removed && entity.keeps_blocks_out());
        let bodies: Vec<_> = others.map(|entity| entity.body.bounds()).chain([self.player.body.bounds()]).collect();
        boxes.into_iter().any(|b| bodies.iter().any(|body| b.intersects(body)))
    }

    /// The upper half of doors and plants, the head of beds (`Block.onPlaced`).
    fn place_other_half(&mut self, pos: BlockPos, state: BlockState) {
        let name = state.block().name();
        if name.ends_with("_bed") {
            let facing = state.facing().unwrap_or(Face::North);
            self.level.set_block(pos.beside(facing), state.with("part", "head"));
        } else if name.ends_with("_door") || is_double_plant(state.block()) {
            let above = pos.up(1);
            let wet = is_water(self.level.block(above));
            let upper = state.with("half", "upper");
            let upper = upper.try_with("waterlogged", if wet { "true" } else { "false" }).unwrap_or(upper);
            self.level.set_block(above, upper);
        }
    }
}

fn is_double_plant(block: Block) -> bool {
    matches!(
        block,
        Block::SUNFLOWER
            | Block::LILAC
            | Block::ROSE_BUSH
            | Block::PEONY
            | Block::TALL_GRASS
            | Block::LARGE_FERN
            | Block::SMALL_DRIPLEAF
    )
}

/// `SlabBlock.canReplace`
fn slab_gives_way(state: BlockState, pos: BlockPos, hit: BlockHit, clicked: bool) -> bool {
    let upper = hit.point.y - f64::from(pos.y) > 0.5;
    match state.property("type") {
        Some("bottom") if clicked => hit.face == Face::Up || upper && is_horizontal(hit.face),
        Some("top") if clicked => hit.face == Face::Down || !upper && is_horizontal(hit.face),
        Some("double") => false,
        _ => true,
    }
}
