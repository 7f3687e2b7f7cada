//! A* over moves, resumable and counted in nodes.

use anima_body::{BlockPos, cells_along};
use anima_rules::{Block, StateFlags};
use glam::DVec3;

use super::cell::{Cell, Side};
use super::chart::{Chart, Known, NONE, Visit};
use super::conditions::Conditions;
use super::cost::{self, Slope};
use super::flood::is_closed_in;
use super::goal::{EYES, Goal};
use super::moves::Expansion;
use super::queue::{Node, Queue};
use super::route::{Move, Path, Step};

/// Where a search stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Not finished: run it on.
    Running,
    /// A way to the goal.
    Found(Path),
    /// No way over known ground, or none within the limit of nodes: the most promising way towards it, never an
    /// empty one. Its end shows more of the world, or is clearly closer.
    Partial(Path),
    /// There is no way: everything that can be reached is known.
    Unreachable,
    /// No way within the limit of nodes, and no place that is clearly closer.
    GivenUp,
}

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

/// Nodes after which it is worth asking whether the goal is closed in.
const NODES_BEFORE_FLOOD: u64 = 500;
/// Blocks above the head within which rock is a roof.
const ROOF: i32 = 9;
/// Below this height nothing under a roof is come to over open ground, and few caves lead so many blocks down.
const GROUND: i32 = 50;
const FAR_ABOVE: i32 = 12;
/// Tries into which the limit of nodes is divided, each with twice the greed of the one before.
const TRIES: u64 = 3;

/// A search for a path. It is frozen: what changes in the world after a cell was read is not noticed.
pub struct Search {
    pub(super) chart: Chart,
    pub(super) nodes: Vec<Node>,
    pub(super) queue: Queue,
    pub(super) goal: Goal,
    pub(super) conditions: Conditions,
    from: DVec3,
    start: Option<BlockPos>,
    /// What the way up or down to the goal is taken to cost.
    slope: Slope,
    /// What a way through rock costs who may dig.
    rock: Option<Slope>,
    expanded: u64,
    /// The most promising node so far, by what is left and a share of what was spent.
    best: (u32, u32),
    /// The node of a lesser goal that was reached, with all that it takes; a better one may still be closer than that.
    best_goal: (u32, u32),
    /// The node from which the way beyond the edge of the known looks shortest, by that way's length.
    best_edge: (u32, u32),
    /// What the way beyond the edge costs more than its estimate, at the least: nothing if the goal is known.
    unseen: u32,
    /// The way starts in the rock.
    is_buried: bool,
    /// The height of the highest goal, if all of them are deep in the ground.
    depth: Option<i32>,
    /// Placing was refused for want of blocks.
    pub(super) ran_out_of_blocks: bool,
    /// Extra cost of each placed block: high in a second try that spares blocks.
    pub(super) block_price: u32,
    /// Weight of the estimate in this try, in percent: doubled when a share of the nodes is spent.
    greed_percent: u32,
    /// Nodes expanded before this try.
    expanded_before: u64,
    flooded: bool,
    outcome: Option<Status>,
}

impl Search {
    /// A search from where the feet are (their centre), not yet begun.
    pub fn new(from: DVec3, goal: Goal, conditions: Conditions) -> Search {
        Search {
            greed_percent: conditions.greed_percent,
            expanded_before: 0,
            chart: Chart::new(),
            nodes: Vec::with_capacity(256),
            queue: Queue::default(),
            goal,
            conditions,
            from,
            start: None,
            slope: Slope::OPEN,
            rock: None,
            expanded: 0,
            best: (u32::MAX, NONE),
            best_goal: (u32::MAX, NONE),
            best_edge: (u32::MAX, NONE),
            unseen: 0,
            is_buried: false,
            depth: None,
            ran_out_of_blocks: false,
            block_price: 0,
            flooded: false,
            outcome: None,
        }
    }

    /// Nodes taken from the open list so far.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Whether something was left undug only because that would let water in.
    pub(super) fn shied_at_water(&self) -> bool {
        self.chart.shied_at_water
    }

    /// The goal searched for.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Searches on, over at most `max_nodes` more nodes. Once it has ended the result stays the same.
    pub fn run<K: Known>(&mut self, known: &K, max_nodes: u32) -> Status {
        if let Some(outcome) = &self.outcome {
            return outcome.clone();
        }
        if self.start.is_none() {
            self.begin(known);
        }
        for _ in 0..max_nodes {
            if let Some(outcome) = self.step(known) {
                self.outcome = Some(outcome.clone());
                return outcome;
            }
        }
        Status::Running
    }

    /// Searches to the end.
    pub fn finish<K: Known>(&mut self, known: &K) -> Status {
        loop {
            match self.run(known, u32::MAX) {
                Status::Running => {}
                outcome => return outcome,
            }
        }
    }

    fn begin<K: Known>(&mut self, known: &K) {
        let start = super::moves::footing(self.from, |pos| self.chart.cell(pos, known, &self.conditions));
        self.start = Some(start);
        self.is_buried = self.is_in_the_rock(start, known);
        self.slope = self.slope_from(start, known);
        self.rock = self.slope_of_rock();
        // At the least: on the way down one is no longer far above.
        self.unseen = self.unseen_from(start, known);
        self.depth = self.depth_of_goals(known);
        self.begin_at(start);
    }

    /// The height of the highest goal, if all are deep in the ground and none lies open to the sky.
    fn depth_of_goals<K: Known>(&self, known: &K) -> Option<i32> {
        let targets = self.goal.targets()?;
        let is_free =
            |pos: BlockPos| known.block(pos).is_some_and(|state| state.flags().contains(StateFlags::NO_COLLISION));
        let is_deep =
            |target: BlockPos| target.y < GROUND && !(target.y + 1..=GROUND).all(|y| is_free(BlockPos { y, ..target }));
        let highest = targets.iter().map(|(target, _)| target.y).max();
        highest.filter(|_| targets.iter().all(|(target, _)| is_deep(*target)))
    }

    /// The slope of a way through rock, for who may dig.
    fn slope_of_rock(&self) -> Option<Slope> {
        let ticks = self.conditions.dig_ticks(Block::STONE.state()).filter(|_| self.conditions.can_dig)?;
        Some(Slope::through_rock(ticks + cost::DIG_COOL_DOWN))
    }

    /// What the way from the border of what is near to the goal costs more than its estimate, if nothing is known of
    /// the goal.
    fn unseen_from<K: Known>(&mut self, start: BlockPos, known: &K) -> u32 {
        let targets: Vec<BlockPos> = match &self.goal {
            Goal::Xz { x, z } => vec![BlockPos::new(*x, start.y, *z)],
            Goal::Y(y) => vec![BlockPos::new(start.x, *y, start.z)],
            goal => goal.targets().unwrap_or_default().into_iter().map(|(pos, _)| pos).collect(),
        };
        if targets.iter().any(|target| known.block(*target).is_some()) {
            return 0;
        }
        let (eyes, near) = (self.eyes(), self.conditions.near);
        let border = |at: i32, wanted: i32| wanted.clamp(at - near, at + near);
        let more = |target: BlockPos, search: &mut Search| {
            let pos = BlockPos::new(border(eyes.x, target.x), border(eyes.y, target.y), border(eyes.z, target.z));
            let left = search.goal.estimate(pos, search.slope);
            search.beyond(start, pos, left, known).saturating_sub(left)
        };
        targets.into_iter().map(|target| more(target, self)).min().unwrap_or(0)
    }

    /// What lies above or below the goals on the way to them: rock that is to be dug through costs a lot more than
    /// open ground. The easiest goal counts.
    fn slope_from<K: Known>(&self, start: BlockPos, known: &K) -> Slope {
        let targets = match &self.goal {
            Goal::Y(y) => Some(vec![(BlockPos::new(start.x, *y, start.z), 0)]),
            goal => goal.targets(),
        };
        let (Some(targets), true) = (targets, self.conditions.can_dig) else { return Slope::OPEN };
        let stone = self.conditions.dig_ticks(Block::STONE.state()).unwrap_or(cost::NEVER);
        let slope = |(target, range): (BlockPos, i32)| {
            let (low, high) = (target.y.min(start.y), target.y.max(start.y));
            if high - low <= range + 2 {
                return Slope::OPEN;
            }
            let (mut filled, mut ticks) = (0, 0);
            for y in low..high {
                let state = known.block(BlockPos::new(target.x, y, target.z));
                if state.is_none_or(|state| state.flags().contains(StateFlags::FULL_CUBE)) {
                    filled += 1;
                    ticks += state.map_or(Some(stone), |state| self.conditions.dig_ticks(state)).unwrap_or(stone);
                }
            }
            // A way around much harder rock is soon found, and an estimate must not be far too high.
            let mean = (ticks / (high - low) as u32 + cost::DIG_COOL_DOWN).min(20);
            if 2 * filled > high - low { Slope::under_open_ground(mean * 2 / 3) } else { Slope::OPEN }
        };
        targets.into_iter().map(slope).min_by_key(|slope| slope.down).unwrap_or(Slope::OPEN)
    }

    fn step<K: Known>(&mut self, known: &K) -> Option<Status> {
        let Some(at) = self.queue.take(&mut self.nodes) else { return self.exhausted() };
        let Node { pos, spent, left, .. } = self.nodes[at as usize];
        // Where the goal itself is not known, every way leads beyond the edge somewhere, and the last stretch costs
        // more than its estimate.
        if spent + left >= self.best_goal.0 {
            return Some(Status::Found(self.path_to(self.best_goal.1)));
        }
        if self.best_edge.1 != NONE && (spent + left).saturating_add(self.unseen) >= self.best_edge.0 {
            return Some(Status::Partial(self.path_towards(self.best_edge)));
        }
        self.expanded += 1;
        match self.shortfall(pos, known) {
            Some(0) => return Some(Status::Found(self.path_to(at))),
            Some(less) if spent + less < self.best_goal.0 => self.best_goal = (spent + less, at),
            _ => {}
        }
        if self.nodes[at as usize].breathless == 0 {
            let promise = self.unweighted(left) + spent / 4;
            if promise < self.best.0 && at != 0 {
                self.best = (promise, at);
            }
        }
        let meets_edge = Expansion::new(self, known, at).run();
        // Where it starts one is already: there is nothing more to see.
        if meets_edge && at != 0 && self.is_worth_seeing(pos) && self.nodes[at as usize].breathless == 0 {
            let left = self.unweighted(left);
            let beyond = self.beyond(pos, pos, left, known);
            if spent + beyond < self.best_edge.0 {
                self.best_edge = (spent + beyond, at);
            }
        }
        if !self.flooded && self.expanded >= NODES_BEFORE_FLOOD {
            self.flooded = true;
            if is_closed_in(self, known) {
                return Some(Status::Unreachable);
            }
        }
        if self.expanded - self.expanded_before >= u64::from(self.conditions.max_nodes) / TRIES {
            return self.be_greedier();
        }
        None
    }

    /// What the way beyond the edge of the known is taken to cost from `pos` on, as it looks at `seen`: rock, for who
    /// digs under a roof or in a shaft, or is far above what lies deep; else a way that is longer than it looks.
    fn beyond<K: Known>(&mut self, seen: BlockPos, pos: BlockPos, left: u32, known: &K) -> u32 {
        let more = u64::from(left) * u64::from(self.conditions.edge_percent) / 100;
        let more = more.min(u64::from(Queue::MAX_COST)) as u32;
        let rock = self.rock;
        let is_far_above = self.depth.is_some_and(|y| seen.y > y + FAR_ABOVE);
        match rock {
            Some(rock) if is_far_above || self.is_in_the_rock(seen, known) => {
                self.goal.estimate(pos, rock).min(Queue::MAX_COST)
            }
            _ => more,
        }
    }

    /// Whether there is rock above a place, or, as at the bottom of a shaft, all round it. Who starts in the rock takes
    /// what he does not know for rock, too.
    fn is_in_the_rock<K: Known>(&mut self, place: BlockPos, known: &K) -> bool {
        let mut is_rock = |pos: BlockPos| {
            let cell = self.chart.cell(pos, known, &self.conditions);
            cell.is_solid() || (self.is_buried && cell.is_unknown())
        };
        (2..=ROOF).any(|up| is_rock(place.up(up)))
            || Side::ALL.into_iter().map(Side::step).all(|(x, z)| is_rock(place.offset(x, 2, z)))
    }

    /// A share of the nodes is spent without a way: tries again with more greed, or ends with the best there is.
    fn be_greedier(&mut self) -> Option<Status> {
        if self.best_goal.1 != NONE {
            return Some(Status::Found(self.path_to(self.best_goal.1)));
        }
        if self.best_edge.1 != NONE {
            return Some(Status::Partial(self.path_towards(self.best_edge)));
        }
        if self.expanded + u64::from(self.conditions.max_nodes) / TRIES <= u64::from(self.conditions.max_nodes) {
            self.greed_percent *= 2;
            self.start_over();
            return None;
        }
        let (_, best) = self.best;
        if best == NONE {
            return Some(Status::GivenUp);
        }
        let node = &self.nodes[best as usize];
        Some(Status::Partial(self.path_towards((node.spent + self.unweighted(node.left), best))))
    }

    /// Starts again from the beginning, with all cells known that were read.
    fn start_over(&mut self) {
        self.chart.forget_nodes();
        self.nodes.clear();
        self.queue = Queue::default();
        self.expanded_before = self.expanded;
        self.begin_at(self.start.expect("the first try has begun"));
    }

    fn begin_at(&mut self, start: BlockPos) {
        self.relax(start, Arrival { breathless: self.conditions.breathless, ..Arrival::START });
        self.best = (self.goal.estimate(start, self.slope), NONE);
        self.best_goal = (u32::MAX, NONE);
    }

    /// What is left without the weight of greed.
    fn unweighted(&self, left: u32) -> u32 {
        (u64::from(left) * 100 / u64::from(self.greed_percent.max(1))) as u32
    }

    /// The open list is empty.
    fn exhausted(&mut self) -> Option<Status> {
        if self.best_goal.1 != NONE {
            return Some(Status::Found(self.path_to(self.best_goal.1)));
        }
        if self.best_edge.1 != NONE {
            return Some(Status::Partial(self.path_towards(self.best_edge)));
        }
        if self.ran_out_of_blocks && self.block_price == 0 {
            // The cheapest way to each place may have wasted blocks: search again for the one that spares them.
            self.block_price = 1000 * cost::TICK;
            self.start_over();
            return None;
        }
        Some(Status::Unreachable)
    }

    /// Whether an edge at a place is worth a look: it has not been looked at from there before.
    fn is_worth_seeing(&self, pos: BlockPos) -> bool {
        const SAME_VIEW: i64 = 3 * 3;
        self.conditions.looked_from.iter().all(|place| place.distance_squared(pos) > SAME_VIEW)
    }

    /// The block that the eyes are in at the start.
    pub(super) fn eyes(&self) -> BlockPos {
        BlockPos::containing(self.from + DVec3::new(0.0, EYES, 0.0))
    }

    /// See [`Goal::shortfall`].
    fn shortfall<K: Known>(&mut self, pos: BlockPos, known: &K) -> Option<u32> {
        let Search { chart, goal, conditions, .. } = self;
        goal.shortfall(pos, &mut |block| {
            let eyes = pos.floor_center() + DVec3::new(0.0, EYES, 0.0);
            let blocked = cells_along(eyes, block.center(), |cell| {
                (cell == block)
                    .then_some(false)
                    .or_else(|| (chart.cell(cell, known, conditions).bottom() < super::cell::BLOCK).then_some(true))
            });
            blocked != Some(true)
        })
    }

    /// A way to `to` was found; notes it if it is the cheapest so far.
    #[inline]
    pub(super) fn relax(&mut self, to: BlockPos, way: Arrival) {
        let Visit { mut node, spent } = self.chart.visit(to);
        if way.spent >= spent {
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

    #[inline]
    pub(super) fn cell<K: Known>(&mut self, pos: BlockPos, known: &K) -> Cell {
        self.chart.cell(pos, known, &self.conditions)
    }

    /// The cells below, at and above a position, and the one over that.
    #[inline]
    pub(super) fn stack<K: Known>(&mut self, pos: BlockPos, known: &K) -> [Cell; 4] {
        self.chart.stack(pos, known, &self.conditions)
    }

    pub(super) fn start(&self) -> Option<BlockPos> {
        self.start
    }

    /// The way to a node that is not the goal, with what the whole way is taken to be.
    fn path_towards(&self, (whole, end): (u32, u32)) -> Path {
        let path = self.path_to(end);
        Path { left: (whole / cost::TICK).saturating_sub(path.ticks), ..path }
    }

    fn path_to(&self, end: u32) -> Path {
        let mut steps = Vec::new();
        let mut at = &self.nodes[end as usize];
        let ticks = at.spent / cost::TICK;
        while at.from != NONE {
            steps.push(Step { by: at.by, to: at.pos });
            at = &self.nodes[at.from as usize];
        }
        steps.reverse();
        Path { start: at.pos, steps, ticks, left: 0 }
    }
}
