//! What blocks do when a neighbour changes, and at the times they asked for.

use anima_body::BlockPos;
use anima_rules::drops::{self, Breaker};
use anima_rules::footing::Footing;
use anima_rules::{Block, BlockState, Face, StateFlags};

use super::facts::{Flags, facts};
use super::gravity::{FALL_DELAY, meets_water};
use super::{Level, Spawn, join};
use anima_rules::placing::hardened;

/// The order in which neighbours are told (`AbstractBlock.DIRECTIONS`).
const ORDER: [Face; 6] = [Face::West, Face::East, Face::North, Face::South, Face::Down, Face::Up];

/// The most neighbours told of one change (`max-chained-neighbor-updates`).
const MOST_TOLD: u32 = 1_000_000;

/// Ticks until a full composter's meal is ready (`ComposterBlock`).
const RIPENS_AFTER: u64 = 20;

/// How long a pressed button stays in, in ticks; `None` for all else (`AbstractButtonBlock`).
fn pressed_for(state: BlockState) -> Option<u64> {
    if facts(state).footing != Footing::Attached {
        return None;
    }
    let name = state.block().name();
    let pressed = name.ends_with("_button") && state.is("powered");
    pressed.then_some(if name.contains("stone") { 20 } else { 30 })
}

impl Level {
    /// Tells the six neighbours of a changed block, and theirs if they change.
    pub(super) fn tell_neighbours(&mut self, pos: BlockPos) {
        self.to_tell.extend(ORDER.into_iter().rev().map(|face| (pos.beside(face), face.opposite())));
        if self.telling {
            return;
        }
        self.telling = true;
        let mut left = MOST_TOLD;
        while let Some((pos, face)) = self.to_tell.pop() {
            self.neighbour_changed(pos, face);
            left -= 1;
            if left == 0 {
                self.to_tell.clear();
            }
        }
        self.telling = false;
    }

    /// A newly set block looks about itself (`Block.onBlockAdded`).
    pub(super) fn block_added(&mut self, pos: BlockPos, state: BlockState) {
        if !facts(state).is(Flags::REACTS) {
            return;
        }
        if let Some(fluid) = state.fluid()
            && (!facts(state).is(Flags::LIQUID) || self.stays_liquid(pos, fluid))
        {
            self.wake_liquid(pos, fluid);
        }
        if state.block() == Block::FIRE {
            self.wake_fire(pos);
        }
        if state.block() == Block::SCAFFOLDING {
            self.wake_block(pos, Block::SCAFFOLDING, 1);
        }
        if let Some(ticks) = pressed_for(state) {
            self.wake_block(pos, state.block(), ticks);
        }
        if state.block() == Block::COMPOSTER {
            self.wake_block(pos, Block::COMPOSTER, RIPENS_AFTER);
        }
        if state.flags().contains(StateFlags::FALLS) {
            self.wake_block(pos, state.block(), FALL_DELAY);
        }
    }

    /// A block's neighbour at `face` changed.
    fn neighbour_changed(&mut self, pos: BlockPos, face: Face) {
        let state = self.block(pos);
        let facts = facts(state);
        if !facts.is(Flags::REACTS) || !self.terrain.is_loaded(pos.chunk()) {
            return;
        }
        if let Some(fluid) = state.fluid() {
            if facts.is(Flags::LIQUID) && !self.stays_liquid(pos, fluid) {
                return;
            }
            self.wake_liquid(pos, fluid);
        }
        if state.flags().contains(StateFlags::FALLS) {
            match hardened(state).filter(|_| meets_water(&self.view(), pos)) {
                Some(hard) => {
                    self.set_block(pos, hard);
                    return;
                }
                None => self.wake_block(pos, state.block(), FALL_DELAY),
            }
        }
        if facts.is(Flags::LEAVES) {
            let distance = self.log_distance(pos.beside(face)) + 1;
            if distance != 1 || state.number("distance") != Some(distance) {
                self.wake_block(pos, state.block(), 1);
            }
        }
        if facts.footing == Footing::Scaffolding {
            self.wake_block(pos, state.block(), 1);
            return;
        }
        if facts.footing != Footing::None && !self.can_stay(pos, state) {
            if facts.footing.breaks_late() {
                self.wake_block(pos, state.block(), 1);
            } else {
                self.shatter(pos, Some(Breaker::World));
            }
            return;
        }
        if facts.is(Flags::JOINS) {
            match join::joined(&self.view(), pos, state, face) {
                same if same == state => {}
                BlockState::AIR => {
                    self.shatter(pos, Some(Breaker::OtherHalf));
                }
                joined => {
                    self.set_block(pos, joined);
                }
            }
        }
    }

    /// Asks for a tick of the block at a position.
    pub(super) fn wake_block(&mut self, pos: BlockPos, block: Block, delay: u64) {
        self.block_ticks.add(pos, block, self.time + delay, 0);
    }

    /// Runs a scheduled block tick (`Block.scheduledTick`).
    pub(super) fn tick_block(&mut self, pos: BlockPos, block: Block) {
        let state = self.block(pos);
        if state.block() != block {
            return;
        }
        let facts = facts(state);
        if block == Block::FIRE {
            self.tick_fire(pos, state);
        } else if block == Block::SCAFFOLDING {
            self.tick_scaffolding(pos, state);
        } else if pressed_for(state).is_some() {
            self.set_block(pos, state.with("powered", "false"));
        } else if block == Block::COMPOSTER && state.number("level") == Some(7) {
            self.set_block(pos, state.with("level", "8"));
        } else if state.flags().contains(StateFlags::FALLS) {
            self.fall(pos, state);
        } else if facts.is(Flags::LEAVES) {
            let distance = Face::ALL.into_iter().map(|face| self.log_distance(pos.beside(face)) + 1).min();
            let distance = distance.unwrap_or(7).min(7);
            self.set_block(pos, state.with("distance", DIGITS[usize::from(distance)]));
        } else if facts.footing != Footing::None && !self.can_stay(pos, state) {
            if facts.footing == Footing::OpenAbove {
                self.set_block(pos, Block::DIRT.state());
            } else {
                self.shatter(pos, Some(Breaker::World));
            }
        }
    }

    /// Steps from a block to the nearest log through leaves, 7 if it is neither (`LeavesBlock`).
    fn log_distance(&self, pos: BlockPos) -> u8 {
        let state = self.block(pos);
        let facts = facts(state);
        if facts.is(Flags::LOG) {
            0
        } else if facts.is(Flags::LEAVES) {
            state.number("distance").unwrap_or(7)
        } else {
            7
        }
    }

    /// Breaks a block, which leaves air or its own water, and drops what it drops to `breaker`, if any.
    pub(super) fn shatter(&mut self, pos: BlockPos, breaker: Option<Breaker>) -> BlockState {
        let state = self.block(pos);
        if state.is_air() || !self.terrain.is_loaded(pos.chunk()) {
            return state;
        }
        let left = state.fluid().filter(|_| !facts(state).is(Flags::LIQUID)).map(|_| Block::WATER.state());
        self.set_block(pos, left.unwrap_or(BlockState::AIR));
        if let Some(breaker) = breaker {
            self.drop_loot(pos, state, breaker);
        }
        state
    }

    /// Drops what a block gives to `breaker`; what it held is another matter.
    pub(super) fn drop_loot(&mut self, pos: BlockPos, state: BlockState, breaker: Breaker) {
        for stack in drops::break_block(state, breaker, &mut self.dice) {
            self.spawns.push(Spawn::popped(stack, pos, &mut self.dice));
        }
        if let Breaker::Player(held) = breaker {
            let points = drops::block_experience(state, held, &mut self.dice);
            if points > 0 {
                self.spawns.push(Spawn::Experience { points, pos: pos.center() });
            }
        }
    }
}

/// Values of number properties.
pub(super) const DIGITS: [&str; 26] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20",
    "21", "22", "23", "24", "25",
];

#[cfg(test)]
mod tests {
    use anima_body::BlockPos;
    use anima_rules::BlockState;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    use crate::level::testing::floor;

    #[test]
    fn a_pressed_button_comes_out_again() {
        let mut level = floor();
        level.put([0, 64, 0], "oak_button[face=floor,powered=true]");
        level.run(29);
        assert!(level.block([0, 64, 0].into()).is("powered"));
        level.run(1);
        assert!(!level.block([0, 64, 0].into()).is("powered"));
    }

    /// Whatever is built from whatever states, broken and fed, the world goes on; and the same way each time.
    #[test]
    fn no_heap_of_blocks_stops_the_world() {
        for seed in 0..12 {
            let heap = || {
                let mut dice = Pcg32::seed_from_u64(seed);
                let mut level = floor();
                for round in 0..400 {
                    let mut pos = || {
                        let [x, y, z] = [12, 12, 12].map(|range| dice.random_range(0..range));
                        BlockPos::new(2 + x, 58 + y, 2 + z)
                    };
                    let (set, broken, fed, settled) = (pos(), pos(), pos(), pos());
                    let state = BlockState::from_id(dice.random_range(0..BlockState::count() as u16)).unwrap();
                    let fitted = level.fitted(set, state);
                    level.set_block(set, fitted);
                    level.break_block(broken, None, round % 2 == 0);
                    level.bone_meal(fed);
                    level.can_stay(fed, state);
                    level.settle(settled, state);
                    level.run_with(5, 400);
                }
                let cells = (0..16).flat_map(|x| (50..90).flat_map(move |y| (0..16).map(move |z| (x, y, z))));
                let blocks: Vec<_> = cells.map(|(x, y, z)| level.block(BlockPos::new(x, y, z))).collect();
                (blocks, level.take_spawns())
            };
            assert!(heap() == heap(), "seed {seed} went two ways");
        }
    }
}
