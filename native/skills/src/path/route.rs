//! What a search finds.

use std::fmt;

use anima_body::BlockPos;

/// How a step gets to where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// On foot, over half steps up and down.
    Walk,
    /// A jump up.
    Jump,
    /// Off an edge and down.
    Fall,
    /// A running jump over a gap.
    Leap,
    /// Through water, or out of it onto the shore.
    Swim,
    /// Up or down a ladder or the like.
    Climb,
    /// Through blocks that are dug away.
    Dig,
    /// Down through the floor.
    DigDown,
    /// Over a block that is placed ahead.
    Bridge,
    /// Up onto a block that is placed underfoot.
    Pillar,
    /// Through a door or gate.
    Open,
}

impl Move {
    /// The name in tests and records.
    pub fn name(self) -> &'static str {
        match self {
            Move::Walk => "walk",
            Move::Jump => "jump",
            Move::Fall => "fall",
            Move::Leap => "leap",
            Move::Swim => "swim",
            Move::Climb => "climb",
            Move::Dig => "dig",
            Move::DigDown => "dig down",
            Move::Bridge => "bridge",
            Move::Pillar => "pillar",
            Move::Open => "open",
        }
    }
}

/// One step of a path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// How.
    pub by: Move,
    /// The block that the feet are in afterwards.
    pub to: BlockPos,
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.by.name(), self.to)
    }
}

/// A way from one block to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The block that the feet are in at the start.
    pub start: BlockPos,
    /// The steps, in order; none if the start is already at the goal.
    pub steps: Vec<Step>,
    /// What it is expected to take, in ticks.
    pub ticks: u32,
    /// What is taken to be left from there, in ticks, of a way that does not end at the goal.
    pub left: u32,
}

impl Path {
    /// The block that the feet are in at the end.
    pub fn end(&self) -> BlockPos {
        self.steps.last().map_or(self.start, |step| step.to)
    }
}
