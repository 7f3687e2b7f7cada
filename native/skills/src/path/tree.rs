//! What a search has come to so far: the cells it read, the places it reached and the cheapest way to each.

use anima_body::{BlockPos, Blocks};
use glam::DVec3;

use super::cell::Cell;
use super::chart::{Chart, NONE, Visit};
use super::conditions::Conditions;
use super::cost::Slope;
use super::goal::{EYES, Goal};
use super::queue::{Node, Queue};
use super::route::Move;

/// A way to a place: what it costs and how it ends.
#[derive(Clone, Copy)]
pub(super) struct Arrival {
    /// In 1/16 ticks, from the start.
    pub spent: u32,
    /// The node before.
    pub from: u32,
    pub by: Move,
    /// Blocks placed on the way.
    pub placed: u16,
    /// Ticks under water since the last breath.
    pub breathless: u16,
    /// Half hearts that falls on the way cost.
    pub hurt: u8,
    /// The last block placed is the floor of the place.
    pub on_own_block: bool,
}

impl Arrival {
    const START: Arrival =
        Arrival { spent: 0, from: NONE, by: Move::Walk, placed: 0, breathless: 0, hurt: 0, on_own_block: false };
}

/// The tree of ways that grows from the start of a search.
pub(super) struct Tree {
    pub chart: Chart,
    pub nodes: Vec<Node>,
    pub queue: Queue,
    pub goal: Goal,
    pub conditions: Conditions,
    /// Where the feet are at the start, their centre.
    pub from: DVec3,
    /// The block that counts as the one the feet are in; `None` until the search begins.
    pub start: Option<BlockPos>,
    /// What the way up or down to the goal is taken to cost.
    pub slope: Slope,
    /// Weight of the estimate in this try, in percent: doubled when a share of the nodes is spent.
    pub greed_percent: u32,
    /// Placing was refused for want of blocks.
    pub ran_out_of_blocks: bool,
    /// Extra cost of each placed block: high in a second try that spares blocks.
    pub block_price: u32,
}

impl Tree {
    /// A tree with no place in it yet.
    pub fn new(from: DVec3, goal: Goal, conditions: Conditions) -> Tree {
        Tree {
            chart: Chart::new(),
            nodes: Vec::with_capacity(256),
            queue: Queue::default(),
            greed_percent: conditions.greed_percent,
            goal,
            conditions,
            from,
            start: None,
            slope: Slope::OPEN,
            ran_out_of_blocks: false,
            block_price: 0,
        }
    }

    /// Puts the start in, as the only place.
    pub fn plant(&mut self, start: BlockPos) {
        self.relax(start, Arrival { breathless: self.conditions.breathless, ..Arrival::START });
    }

    /// Forgets all places; the cells that were read stay known.
    pub fn clear(&mut self) {
        self.chart.forget_nodes();
        self.nodes.clear();
        self.queue = Queue::default();
    }

    /// The block that the eyes are in at the start.
    pub fn eyes(&self) -> BlockPos {
        BlockPos::containing(self.from + DVec3::new(0.0, EYES, 0.0))
    }

    #[inline]
    pub fn cell<K: Blocks>(&mut self, pos: BlockPos, known: &K) -> Cell {
        self.chart.cell(pos, known, &self.conditions)
    }

    /// The cells below, at and above a position, and the one over that.
    #[inline]
    pub fn stack<K: Blocks>(&mut self, pos: BlockPos, known: &K) -> [Cell; 4] {
        self.chart.stack(pos, known, &self.conditions)
    }

    /// A way to `to` was found; notes it if it is the cheapest so far.
    #[inline]
    pub fn relax(&mut self, to: BlockPos, way: Arrival) {
        let is_too_low = to.y < self.conditions.lowest;
        let Visit { mut node, spent } = self.chart.visit(to);
        if way.spent >= spent || is_too_low {
            return;
        }
        let left = if node == NONE {
            let left = self.goal.estimate(to, self.slope);
            (u64::from(left) * u64::from(self.greed_percent) / 100) as u32
        } else {
            self.nodes[node as usize].left
        };
        if way.spent.saturating_add(left) >= Queue::MAX_COST {
            return;
        }
        if node == NONE {
            node = self.nodes.len() as u32;
            self.nodes.push(Node::new(to));
        }
        self.chart.set_visit(to, Visit { node, spent: way.spent });
        self.queue.put(&mut self.nodes, node, way.spent, left);
        let node = &mut self.nodes[node as usize];
        (node.from, node.by, node.placed) = (way.from, way.by, way.placed);
        (node.breathless, node.hurt, node.on_own_block) = (way.breathless, way.hurt, way.on_own_block);
    }
}
