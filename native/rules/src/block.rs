//! Blocks and their states.

use std::fmt;
use std::str::FromStr;

use bitflags::bitflags;
use glam::IVec3;

use crate::entity::shown_by_name;
use crate::table::tables;
use crate::{Aabb, Fluid};

/// A block, by its 1.19.4 registry id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block(pub(crate) u16);

/// One state of a block, by its id in the global palette of 1.19.4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockState(pub(crate) u16);

bitflags! {
    /// What is asked of a state so often that it is looked up, not computed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct StateFlags: u16 {
        /// Air of any of the three kinds.
        const AIR = 1 << 0;
        /// Nothing to collide with.
        const NO_COLLISION = 1 << 1;
        /// Collides as a whole cube.
        const FULL_CUBE = 1 << 2;
        /// A whole cube that light and sight do not pass.
        const OPAQUE = 1 << 3;
        /// A block placed here takes its place (air, liquids, grass, a single snow layer ...).
        const REPLACEABLE = 1 << 4;
        /// The game's "material blocks movement": stops liquids, carries rails, hides the sky from spawning.
        const BLOCKS_MOTION = 1 << 5;
        /// Ladders, vines, scaffolding.
        const CLIMBABLE = 1 << 6;
        /// Falls when nothing is below.
        const FALLS = 1 << 7;
        /// Drops nothing without the right tool.
        const NEEDS_TOOL = 1 << 8;
        /// Hurts a body that touches it or stands in it (fire, cactus, magma, berry bush, wither rose, campfire; lava).
        const HURTS = 1 << 9;
    }
}

/// A side of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Face {
    Down,
    Up,
    North,
    South,
    West,
    East,
}

impl Face {
    /// All six, in the game's order.
    pub const ALL: [Face; 6] = [Face::Down, Face::Up, Face::North, Face::South, Face::West, Face::East];
    /// The four sides, in the game's order.
    pub const HORIZONTAL: [Face; 4] = [Face::North, Face::South, Face::West, Face::East];

    /// The step out of this side: north is -z, east is +x.
    pub const fn step(self) -> IVec3 {
        match self {
            Face::Down => IVec3::NEG_Y,
            Face::Up => IVec3::Y,
            Face::North => IVec3::NEG_Z,
            Face::South => IVec3::Z,
            Face::West => IVec3::NEG_X,
            Face::East => IVec3::X,
        }
    }

    /// The side across.
    pub const fn opposite(self) -> Face {
        match self {
            Face::Down => Face::Up,
            Face::Up => Face::Down,
            Face::North => Face::South,
            Face::South => Face::North,
            Face::West => Face::East,
            Face::East => Face::West,
        }
    }

    /// The next of the four sides clockwise, seen from above; up and down stay.
    pub const fn clockwise(self) -> Face {
        match self {
            Face::North => Face::East,
            Face::East => Face::South,
            Face::South => Face::West,
            Face::West => Face::North,
            other => other,
        }
    }

    /// The property value: `north`, `up`, ...
    pub const fn name(self) -> &'static str {
        match self {
            Face::Down => "down",
            Face::Up => "up",
            Face::North => "north",
            Face::South => "south",
            Face::West => "west",
            Face::East => "east",
        }
    }

    /// The side named so.
    pub fn from_name(name: &str) -> Option<Face> {
        Face::ALL.into_iter().find(|face| face.name() == name)
    }

    /// The horizontal side that a yaw in degrees looks at (0 south, 90 west).
    pub fn from_yaw(yaw: f32) -> Face {
        match ((yaw / 90.0 + 0.5).floor() as i64).rem_euclid(4) {
            0 => Face::South,
            1 => Face::West,
            2 => Face::North,
            _ => Face::East,
        }
    }
}

impl Block {
    /// The block with this registry id.
    pub fn from_id(id: u16) -> Option<Block> {
        (usize::from(id) < Block::COUNT).then_some(Block(id))
    }

    /// The block with this name, with or without `minecraft:`.
    pub fn from_name(name: &str) -> Option<Block> {
        let name = name.strip_prefix("minecraft:").unwrap_or(name);
        tables().block_ids.get(name).copied()
    }

    /// Every block, in id order.
    pub fn all() -> impl Iterator<Item = Block> {
        (0..Block::COUNT as u16).map(Block)
    }

    /// The registry id.
    pub fn id(self) -> u16 {
        self.0
    }

    /// The name, without namespace.
    pub fn name(self) -> &'static str {
        &tables().blocks[usize::from(self.0)].name
    }

    /// The state it has unless said otherwise.
    pub fn state(self) -> BlockState {
        let block = &tables().blocks[usize::from(self.0)];
        BlockState(block.first + block.default)
    }

    /// The default state with one property set; see [`BlockState::with`].
    pub fn with(self, property: &str, value: &str) -> BlockState {
        self.state().with(property, value)
    }

    /// All its states, in id order.
    pub fn states(self) -> impl Iterator<Item = BlockState> {
        let block = &tables().blocks[usize::from(self.0)];
        (block.first..block.first + block.states).map(BlockState)
    }

    /// Hardness; negative for what cannot be broken.
    pub fn hardness(self) -> f32 {
        tables().blocks[usize::from(self.0)].hardness
    }

    /// Resistance against explosions.
    pub fn blast_resistance(self) -> f32 {
        tables().blocks[usize::from(self.0)].resistance
    }

    /// The name of its group for digging speeds (`mineable/pickaxe`, `leaves;mineable/hoe`, ...), see `dig`.
    pub fn material(self) -> &'static str {
        &tables().blocks[usize::from(self.0)].material
    }

    /// Names of the tools that make it drop; empty when any tool or none does.
    pub fn harvest_tools(self) -> &'static [crate::Item] {
        &tables().blocks[usize::from(self.0)].harvest_tools
    }

    /// The item of the same name, which need not place it (wheat); `None` where there is none (water, carrots).
    pub fn item(self) -> Option<crate::Item> {
        tables().blocks[usize::from(self.0)].item
    }
}

impl BlockState {
    /// Ordinary air.
    pub const AIR: BlockState = BlockState(0);

    /// How many states there are; ids are below it.
    pub fn count() -> usize {
        tables().states.len()
    }

    /// The state with this palette id.
    pub fn from_id(id: u16) -> Option<BlockState> {
        (usize::from(id) < BlockState::count()).then_some(BlockState(id))
    }

    /// The palette id.
    pub const fn id(self) -> u16 {
        self.0
    }

    /// The block it is a state of.
    #[inline]
    pub fn block(self) -> Block {
        tables().states[usize::from(self.0)].block
    }

    /// The looked-up facts about it.
    #[inline]
    pub fn flags(self) -> StateFlags {
        tables().states[usize::from(self.0)].flags
    }

    /// Whether it is air of any of the three kinds.
    #[inline]
    pub fn is_air(self) -> bool {
        self.flags().contains(StateFlags::AIR)
    }

    /// The boxes it collides with, relative to the block's corner. Blocks whose shape depends on where or how
    /// they are met (scaffolding, powder snow, offset bamboo) give their plain shape.
    #[inline]
    pub fn collision(self) -> &'static [Aabb] {
        let tables = tables();
        &tables.shapes[usize::from(tables.states[usize::from(self.0)].collision)]
    }

    /// The boxes that the cross-hair meets, relative to the block's corner.
    #[inline]
    pub fn outline(self) -> &'static [Aabb] {
        let tables = tables();
        &tables.shapes[usize::from(tables.states[usize::from(self.0)].outline)]
    }

    /// The liquid in it, a waterlogged block's water included.
    #[inline]
    pub fn fluid(self) -> Option<Fluid> {
        tables().states[usize::from(self.0)].fluid
    }

    /// Light it gives, 0..=15.
    #[inline]
    pub fn light_emitted(self) -> u8 {
        tables().states[usize::from(self.0)].light_emitted
    }

    /// Light lost in passing it, 0..=15.
    #[inline]
    pub fn light_filtered(self) -> u8 {
        tables().states[usize::from(self.0)].light_filtered
    }

    /// The value of a property, or `None` if the block has no such property.
    pub fn property(self, name: &str) -> Option<&'static str> {
        self.properties().find(|(property, _)| *property == name).map(|(_, value)| value)
    }

    /// The value of a number property.
    pub fn number(self, name: &str) -> Option<u8> {
        self.property(name)?.parse().ok()
    }

    /// Whether the property is there and `true`.
    pub fn is(self, name: &str) -> bool {
        self.property(name) == Some("true")
    }

    /// The `facing` property.
    pub fn facing(self) -> Option<Face> {
        Face::from_name(self.property("facing")?)
    }

    /// All properties with their values, in the game's order.
    pub fn properties(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let block = &tables().blocks[usize::from(self.block().0)];
        let mut stride = block.states;
        let offset = self.0 - block.first;
        block.properties.iter().map(move |property| {
            stride /= property.values.len() as u16;
            let index = usize::from(offset / stride) % property.values.len();
            (property.name.as_str(), property.values[index].as_str())
        })
    }

    /// The same block with one property changed, or `None` if it has no such property or value.
    pub fn try_with(self, name: &str, value: &str) -> Option<BlockState> {
        let block = &tables().blocks[usize::from(self.block().0)];
        let mut stride = block.states;
        let offset = self.0 - block.first;
        for property in &block.properties {
            let count = property.values.len() as u16;
            stride /= count;
            if property.name == name {
                let wanted = property.values.iter().position(|v| v == value)? as u16;
                let current = offset / stride % count;
                return Some(BlockState(self.0 - current * stride + wanted * stride));
            }
        }
        None
    }

    /// The same block with one property changed.
    ///
    /// # Panics
    /// If the block has no such property or value: names written in code must be right. Use
    /// [`BlockState::try_with`] for names from outside.
    #[track_caller]
    pub fn with(self, name: &str, value: &str) -> BlockState {
        match self.try_with(name, value) {
            Some(state) => state,
            None => panic!("{} has no property {name}={value}", self.block()),
        }
    }
}

shown_by_name!(Block);

impl fmt::Debug for BlockState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for BlockState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.block().name())?;
        let mut open = '[';
        for (name, value) in self.properties() {
            write!(f, "{open}{name}={value}")?;
            open = ',';
        }
        if open == ',' { f.write_str("]") } else { Ok(()) }
    }
}

/// Why a text is not a block state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseStateError(String);

impl fmt::Display for ParseStateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseStateError {}

impl FromStr for BlockState {
    type Err = ParseStateError;

    /// Reads `minecraft:oak_log[axis=y]`; the namespace and any properties may be left out.
    fn from_str(text: &str) -> Result<BlockState, ParseStateError> {
        let (name, properties) = match text.split_once('[') {
            None => (text, ""),
            Some((name, rest)) => {
                let rest = rest.strip_suffix(']');
                (name, rest.ok_or_else(|| ParseStateError(format!("block state without closing ]: {text}")))?)
            }
        };
        let block = Block::from_name(name).ok_or_else(|| ParseStateError(format!("unknown block: {name}")))?;
        properties.split(',').filter(|pair| !pair.is_empty()).try_fold(block.state(), |state, pair| {
            let changed = pair.split_once('=').and_then(|(name, value)| state.try_with(name.trim(), value.trim()));
            changed.ok_or_else(|| ParseStateError(format!("{name} has no property {pair}")))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_prints_and_reads_back() {
        for id in 0..BlockState::count() as u16 {
            let state = BlockState(id);
            assert_eq!(state.to_string().parse(), Ok(state));
        }
    }

    #[test]
    fn the_last_property_varies_fastest() {
        let bottom = Block::OAK_STAIRS.with("facing", "east").with("half", "bottom");
        assert_eq!(bottom.with("waterlogged", "true").id() + 1, bottom.with("waterlogged", "false").id());
    }

    #[test]
    fn names_what_is_wrong_in_a_state() {
        for (text, says) in [("minecraft:stoone", "stoone"), ("oak_log[axis=w]", "axis=w"), ("oak_log[axis=x", "]")] {
            let error = text.parse::<BlockState>().expect_err(text).to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
