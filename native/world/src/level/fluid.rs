//! Liquids: how they spread, dry up and meet (`FlowableFluid`, `WaterFluid`, `LavaFluid`, `FluidBlock`).

use anima_body::{BlockPos, View};
use anima_rules::drops::Breaker;
use anima_rules::{Block, BlockState, Face, Fluid, FluidKind, StateFlags};
use rand::RngExt;
use smallvec::SmallVec;

use super::Level;
use super::facts::{Flags, facts};
use super::sides::closed_to_liquid;

/// What a liquid tick is asked for: the kind and whether it is a source. A tick does nothing if the liquid
/// there is another one by then.
pub(super) type Liquid = (FluidKind, bool);

/// Further than any drop that is looked for.
const NO_DROP: u32 = 1000;

/// Ticks between two steps of a liquid in the overworld.
const fn tick_rate(kind: FluidKind) -> u64 {
    match kind {
        FluidKind::Water => 5,
        FluidKind::Lava => 30,
    }
}

/// Eighths lost with each block of way in the overworld.
const fn decrease(kind: FluidKind) -> u8 {
    match kind {
        FluidKind::Water => 1,
        FluidKind::Lava => 2,
    }
}

/// How far ahead a liquid looks for a drop.
const fn drop_distance(kind: FluidKind) -> u32 {
    match kind {
        FluidKind::Water => 4,
        FluidKind::Lava => 2,
    }
}

/// The block that is this liquid.
pub(super) fn liquid_block(fluid: Fluid) -> BlockState {
    let block = match fluid.kind {
        FluidKind::Water => Block::WATER,
        FluidKind::Lava => Block::LAVA,
    };
    let first = block.state().id();
    BlockState::from_id(first + u16::from(fluid.level())).expect("a liquid has sixteen states, its default first")
}

fn flowing(kind: FluidKind, amount: u8, falling: bool) -> Fluid {
    Fluid { kind, amount, falling, source: false }
}

fn is_source(state: BlockState, kind: FluidKind) -> bool {
    state.fluid().is_some_and(|fluid| fluid.kind == kind && fluid.source)
}

fn is_kind(state: BlockState, kind: FluidKind) -> bool {
    state.fluid().is_some_and(|fluid| fluid.kind == kind)
}

/// Whether liquid could take the place of a block or fill it (`canFill`). Only sources of water fill.
fn can_fill(state: BlockState, kind: FluidKind, source: bool) -> bool {
    let facts = facts(state);
    facts.is(Flags::WASHED_AWAY) || (facts.is(Flags::FILLABLE) && kind == FluidKind::Water && source)
}

/// What liquid of a kind would be at a position, by its neighbours (`getUpdatedState`).
fn fed(view: &View, pos: BlockPos, state: BlockState, kind: FluidKind) -> Option<Fluid> {
    let (mut most, mut sources) = (0, 0);
    for face in Face::HORIZONTAL {
        let next = view.block_or_wall(pos.beside(face));
        let Some(fluid) = next.fluid().filter(|fluid| fluid.kind == kind) else { continue };
        if closed_to_liquid(state, face, next) {
            continue;
        }
        sources += u32::from(fluid.source);
        most = most.max(fluid.amount);
    }
    if kind == FluidKind::Water && sources >= 2 {
        let below = view.block_or_wall(pos.down(1));
        if below.flags().contains(StateFlags::BLOCKS_MOTION) || is_source(below, kind) {
            return Some(Fluid::source(kind));
        }
    }
    let above = view.block_or_wall(pos.up(1));
    if is_kind(above, kind) && !closed_to_liquid(state, Face::Up, above) {
        return Some(flowing(kind, 8, true));
    }
    let amount = most.saturating_sub(decrease(kind));
    (amount > 0).then(|| flowing(kind, amount, false))
}

/// Whether flowing liquid can go down from `state` into `below` (`canFlowDownTo`).
fn goes_down(state: BlockState, below: BlockState, kind: FluidKind, source: bool) -> bool {
    !closed_to_liquid(state, Face::Down, below) && (is_kind(below, kind) || can_fill(below, kind, source))
}

/// Whether liquid can pass sideways from `state` into `next` (`canFlowThrough`).
fn goes_through(state: BlockState, face: Face, next: BlockState, kind: FluidKind, source: bool) -> bool {
    !is_source(next, kind) && !closed_to_liquid(state, face, next) && can_fill(next, kind, source)
}

/// Steps to the nearest drop, not going back through `from` (`getFlowSpeedBetween`).
fn steps_to_drop(view: &View, pos: BlockPos, state: BlockState, steps: u32, from: Face, kind: FluidKind) -> u32 {
    let mut least = NO_DROP;
    for face in Face::HORIZONTAL {
        if face == from {
            continue;
        }
        let beside = pos.beside(face);
        let next = view.block_or_wall(beside);
        if !goes_through(state, face, next, kind, false) {
            continue;
        }
        if goes_down(next, view.block_or_wall(beside.down(1)), kind, false) {
            return steps;
        }
        if steps < drop_distance(kind) {
            least = least.min(steps_to_drop(view, beside, next, steps + 1, face.opposite(), kind));
        }
    }
    least
}

/// The sides to which a liquid spreads, those nearest to a drop, with what would be there (`getSpread`).
fn spread(view: &View, pos: BlockPos, state: BlockState, kind: FluidKind) -> SmallVec<[(Face, Fluid); 4]> {
    let mut least = NO_DROP;
    let mut sides = SmallVec::new();
    for face in Face::HORIZONTAL {
        let beside = pos.beside(face);
        let next = view.block_or_wall(beside);
        let fluid = fed(view, beside, next, kind);
        let source = fluid.is_some_and(|fluid| fluid.source);
        if !goes_through(state, face, next, kind, source) {
            continue;
        }
        let steps = match goes_down(next, view.block_or_wall(beside.down(1)), kind, false) {
            true => 0,
            false => steps_to_drop(view, beside, next, 1, face.opposite(), kind),
        };
        if steps < least {
            sides.clear();
        }
        if steps <= least {
            sides.extend(fluid.map(|fluid| (face, fluid)));
            least = steps;
        }
    }
    sides
}

/// Whether liquid may enter a cell and replace what is in it (`canFlow`).
fn can_flow(state: BlockState, face: Face, next: BlockState, kind: FluidKind, source: bool) -> bool {
    let replaces = next.fluid().is_none_or(|there| match there.kind {
        FluidKind::Water => face == Face::Down && kind != FluidKind::Water,
        FluidKind::Lava => there.height() >= 4.0 / 9.0 && kind == FluidKind::Water,
    });
    replaces && !closed_to_liquid(state, face, next) && can_fill(next, kind, source)
}

impl Level {
    /// Asks for a tick of the liquid at a position.
    pub(super) fn wake_liquid(&mut self, pos: BlockPos, fluid: Fluid) {
        self.liquid_ticks.add(pos, (fluid.kind, fluid.source), self.time + tick_rate(fluid.kind), 0);
    }

    /// Turns lava that touches water to stone; whether it stayed lava (`FluidBlock.receiveNeighborFluids`).
    pub(super) fn stays_liquid(&mut self, pos: BlockPos, fluid: Fluid) -> bool {
        if fluid.kind != FluidKind::Lava {
            return true;
        }
        let view = self.view();
        let soul_soil = view.block_or_wall(pos.down(1)).block() == Block::SOUL_SOIL;
        for face in [Face::Up, Face::North, Face::South, Face::West, Face::East] {
            let next = view.block_or_wall(pos.beside(face));
            let stone = if is_kind(next, FluidKind::Water) {
                if fluid.source { Block::OBSIDIAN } else { Block::COBBLESTONE }
            } else if soul_soil && next.block() == Block::BLUE_ICE {
                Block::BASALT
            } else {
                continue;
            };
            self.set_block(pos, stone.state());
            return false;
        }
        true
    }

    /// Runs a scheduled liquid tick (`FlowableFluid.onScheduledTick`).
    pub(super) fn tick_liquid(&mut self, pos: BlockPos, (kind, source): Liquid) {
        let state = self.block(pos);
        let Some(mut fluid) = state.fluid().filter(|fluid| fluid.kind == kind && fluid.source == source) else {
            return;
        };
        if !fluid.source {
            match fed(&self.view(), pos, state, kind) {
                None => {
                    self.set_block(pos, BlockState::AIR);
                    return;
                }
                Some(new) if new != fluid => {
                    let delay = self.delay_of_change(fluid, new);
                    fluid = new;
                    self.set_block(pos, liquid_block(new));
                    self.liquid_ticks.add(pos, (kind, new.source), self.time + delay, 0);
                }
                Some(_) => {}
            }
        }
        self.flow(pos, fluid);
    }

    /// Lava that rises takes its time (`LavaFluid.getNextTickDelay`).
    fn delay_of_change(&mut self, old: Fluid, new: Fluid) -> u64 {
        let rises = !old.falling && !new.falling && new.amount > old.amount;
        let slow = old.kind == FluidKind::Lava && rises && !self.dice.random_ratio(1, 4);
        if slow { 4 * tick_rate(old.kind) } else { tick_rate(old.kind) }
    }

    /// Flows down, or to the sides (`tryFlow`).
    fn flow(&mut self, pos: BlockPos, fluid: Fluid) {
        let kind = fluid.kind;
        let view = self.view();
        let state = view.block_or_wall(pos);
        let under = pos.down(1);
        let below = view.block_or_wall(under);
        let falls = fed(&view, under, below, kind);
        let falls_source = falls.is_some_and(|fluid| fluid.source);
        if let Some(falls) = falls
            && can_flow(state, Face::Down, below, kind, falls_source)
        {
            let beside = |face: &Face| is_source(view.block_or_wall(pos.beside(*face)), kind);
            let sources = Face::HORIZONTAL.iter().filter(|face| beside(face)).count();
            self.flow_into(under, below, Face::Down, falls);
            if sources >= 3 {
                self.flow_to_sides(pos, fluid);
            }
        } else if fluid.source || !goes_down(state, below, kind, falls_source) {
            self.flow_to_sides(pos, fluid);
        }
    }

    fn flow_to_sides(&mut self, pos: BlockPos, fluid: Fluid) {
        let left = if fluid.falling { 7 } else { fluid.amount.saturating_sub(decrease(fluid.kind)) };
        if left == 0 {
            return;
        }
        let state = self.block(pos);
        for (face, new) in spread(&self.view(), pos, state, fluid.kind) {
            let beside = pos.beside(face);
            let next = self.block(beside);
            if can_flow(state, face, next, fluid.kind, new.source) {
                self.flow_into(beside, next, face, new);
            }
        }
    }

    /// Puts liquid into a cell, washing away what was there (`flow`).
    fn flow_into(&mut self, pos: BlockPos, state: BlockState, face: Face, fluid: Fluid) {
        let lava = fluid.kind == FluidKind::Lava;
        if facts(state).is(Flags::FILLABLE) {
            if let Some(filled) = state.try_with("waterlogged", "true") {
                self.set_block(pos, filled);
                self.wake_liquid(pos, fluid);
            }
            return;
        }
        if lava && face == Face::Down && is_kind(state, FluidKind::Water) {
            if facts(state).is(Flags::LIQUID) {
                self.set_block(pos, Block::STONE.state());
            }
            return;
        }
        if !lava && !facts(state).is(Flags::LIQUID) {
            self.drop_loot(pos, state, Breaker::World);
        }
        self.set_block(pos, liquid_block(fluid));
    }
}

#[cfg(test)]
mod tests {
    use crate::level::testing::floor;

    use super::*;

    /// Eighths of liquid along x from 0 at z 0, y 64; `.` for none, `#` for what is no liquid.
    fn row(level: &Level, length: i32) -> String {
        let cell = |x| {
            let state = level.block(BlockPos::new(x, 64, 0));
            match state.fluid() {
                Some(fluid) if fluid.source => 'S',
                Some(fluid) if fluid.falling => 'F',
                Some(fluid) => char::from(b'0' + fluid.amount),
                None if state.is_air() => '.',
                None => '#',
            }
        };
        (0..length).map(cell).collect()
    }

    fn wet(level: &Level) -> usize {
        let cells = (-20..20).flat_map(|x| (-20..20).map(move |z| BlockPos::new(x, 64, z)));
        cells.filter(|pos| level.block(*pos).fluid().is_some()).count()
    }

    #[test]
    fn water_spreads_seven_blocks_and_dries_up_without_its_source() {
        let mut level = floor();
        level.put([0, 64, 0], "water");
        level.run(4);
        assert_eq!(row(&level, 3), "S..", "water takes five ticks a step");
        level.run(1);
        assert_eq!(row(&level, 3), "S7.");
        level.run(60);
        assert_eq!(row(&level, 10), "S7654321..");
        assert_eq!(wet(&level), 113, "all within seven steps");
        level.put([0, 64, 0], "air");
        level.run(100);
        assert_eq!(wet(&level), 0);
    }

    #[test]
    fn water_makes_for_the_nearest_drop() {
        let mut level = floor();
        level.put([0, 64, 0], "water");
        level.put([3, 63, 0], "air");
        level.run(30);
        assert_eq!(row(&level, 6), "S765..");
        assert_eq!(wet(&level), 4, "it flows nowhere else");
        assert!(level.block(BlockPos::new(3, 63, 0)).fluid().is_some_and(|fluid| fluid.falling));
    }

    #[test]
    fn two_sources_make_a_third() {
        let mut level = floor();
        for (x, z) in [(-1, 0), (3, 0), (0, -1), (1, -1), (2, -1), (0, 1), (1, 1), (2, 1)] {
            level.put([x, 64, z], "stone");
        }
        level.put([0, 64, 0], "water");
        level.put([2, 64, 0], "water");
        level.run(20);
        assert_eq!(row(&level, 3), "SSS");
        level.break_block(BlockPos::new(1, 64, 0), None, true);
        level.put([1, 64, 0], "air");
        level.run(20);
        assert_eq!(row(&level, 3), "SSS", "it fills up again");
    }

    #[test]
    fn lava_spreads_three_blocks_slowly() {
        let mut level = floor();
        level.put([0, 64, 0], "lava");
        level.run(29);
        assert_eq!(row(&level, 3), "S..");
        level.run(200);
        assert_eq!(row(&level, 6), "S642..");
    }

    #[test]
    fn lava_and_water_make_stone() {
        for (lava, water, stone) in [
            ("lava", [1, 64, 0], "obsidian"),
            ("lava[level=2]", [1, 64, 0], "cobblestone"),
            ("lava", [0, 65, 0], "obsidian"),
        ] {
            let mut level = floor();
            level.put([0, 64, 0], lava);
            level.put(water, "water");
            assert_eq!(level.name([0, 64, 0]), stone);
        }
        let mut level = floor();
        level.put([0, 64, 0], "water");
        level.put([0, 66, 0], "lava");
        level.put([0, 65, 0], "air");
        level.run(40);
        assert_eq!(level.name([0, 65, 0]), "lava");
        level.run(40);
        assert_eq!(level.name([0, 64, 0]), "stone", "lava that falls on water");
    }

    #[test]
    fn water_washes_torches_away() {
        let mut level = floor();
        level.put([1, 64, 0], "torch");
        level.put([0, 64, 0], "water");
        level.run(6);
        assert_eq!(level.dropped(), "1 torch");
        assert_eq!(row(&level, 2), "S7");
    }

    #[test]
    fn water_stays_in_what_is_waterlogged_and_flows_out() {
        let mut level = floor();
        level.put([0, 64, 0], "oak_slab[waterlogged=true]");
        level.put([1, 64, 0], "stone");
        level.put([1, 64, 0], "air");
        level.run(6);
        assert_eq!(row(&level, 2), "S7");
        level.break_block(BlockPos::new(0, 64, 0), None, true);
        assert_eq!(level.name([0, 64, 0]), "water");
    }
}
